# SPDX-License-Identifier: MIT
"""The frame of benchmarks/compare, tried with cases whose figures are known."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from measure import Measure, Row, Times, duration

BENCHMARKS = Path(__file__).resolve().parent
ROOT = BENCHMARKS.parent
LIBRARY = Path(os.environ.get("SCRIM_LIBRARY", ROOT / "build/libscrim.so"))
RUN = "import sys, runner, pathlib as p; sys.exit(runner.main(sys.argv[2:], p.Path(), p.Path(sys.argv[1])))"

GOOD = """
from measure import Row
def run(measure):
    return [Row("good: a figure", 1.0, "ms", 1.0), Row("good: for information", 7.5, "×")]
"""
BAD = """
from measure import Row
def run(measure):
    return [Row("bad: a figure", 2.5, "ms", 2.0), Row("bad: another", 1.0, "ms", 2.0)]
"""
# Misses its limit in the first attempt only; a file remembers how often it has run.
BUSY = """
from pathlib import Path
from measure import Row
runs = Path(__file__).with_suffix(".runs")
def run(measure):
    runs.write_text(runs.read_text() + "x" if runs.exists() else "x")
    return [Row("busy: a figure", 3.0 if len(runs.read_text()) < SUCCEEDS else 1.0, "ms", 2.0)]
"""


# A row whose subject the library does not have, beside one that only a busy machine could miss.
ABSENT = """
from pathlib import Path
from measure import Row
runs = Path(__file__).with_suffix(".runs")
def run(measure):
    runs.write_text(runs.read_text() + "x" if runs.exists() else "x")
    return [Row("absent: a figure", None, "ms", 2.0, "not there"), Row("absent: another", 1.0, "ms", OTHER)]
"""


@pytest.fixture
def cases(tmp_path):
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    return tmp_path


def compare(cases, *arguments, **environment):
    return subprocess.run(
        [sys.executable, "-c", RUN, cases, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(BENCHMARKS), "SCRIM_LIBRARY": str(LIBRARY), **environment},
    )


def test_json_has_a_row_per_limit(cases):
    done = compare(cases, "--only", "good", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        {"case": "good: a figure", "value": 1.0, "unit": "ms", "limit": 1.0, "ok": True},
    ]
    assert "good: a figure" in done.stderr  # the table
    assert "good: for information" in done.stderr  # which is where a figure without a limit stands


def test_json_to_a_file_leaves_the_table_on_standard_output(cases):
    target = cases / "figures.json"
    done = compare(cases, "--json", str(target))
    assert [row["case"] for row in json.loads(target.read_text())] == [
        "bad: a figure",
        "bad: another",
        "good: a figure",
    ]
    for word in ("machine", "kernel", "date", "repetitions", "glibc", "bad: another"):
        assert word in done.stdout


def test_a_missed_limit_fails_the_run(cases):
    done = compare(cases, "--json", "-")
    assert done.returncode == 1
    assert [row["ok"] for row in json.loads(done.stdout)] == [False, True, True]
    assert "MISSED" in done.stderr
    assert "bad: attempt 3 of 3 misses bad: a figure 2.5 > 2" in done.stderr


@pytest.mark.parametrize(("succeeds", "code"), [(3, 0), (4, 1)])
def test_a_case_has_three_attempts(tmp_path, succeeds, code):
    (tmp_path / "busy.py").write_text(BUSY.replace("SUCCEEDS", str(succeeds)))
    done = compare(tmp_path)
    assert done.returncode == code
    assert len((tmp_path / "busy.runs").read_text()) == min(succeeds, 3)
    assert ("attempt 1 of 3 misses" in done.stdout) == (succeeds > 1)
    assert ("are met by attempt 3 of 3" in done.stdout) == (succeeds == 3)


@pytest.mark.parametrize(("other", "attempts"), [(2.0, 1), (0.5, 3)])
def test_what_is_not_there_is_not_ok_and_not_tried_again(tmp_path, other, attempts):
    (tmp_path / "absent.py").write_text(ABSENT.replace("OTHER", str(other)))
    done = compare(tmp_path, "--json", "-")
    assert done.returncode == 1
    first, second = json.loads(done.stdout)
    assert first == {"case": "absent: a figure", "value": None, "unit": "ms", "limit": 2.0, "ok": False}
    assert second["ok"] == (other >= 1)
    assert "misses absent: a figure (not there)" in done.stderr
    assert len((tmp_path / "absent.runs").read_text()) == attempts


def test_redact_brings_fill_with_it(cases):
    for name in ("redact", "fill"):
        (cases / f"{name}.py").write_text(GOOD.replace("good", name))
    for names in ("redact", "fill,redact", "redact,fill,redact"):
        done = compare(cases, "--only", names, "--json", "-")
        assert [row["case"] for row in json.loads(done.stdout)] == ["fill: a figure", "redact: a figure"]


def test_only_takes_several_names_in_their_order(cases):
    done = compare(cases, "--only", "good,bad", "--json", "-")
    assert [row["case"].split(":")[0] for row in json.loads(done.stdout)] == ["good", "bad", "bad"]


@pytest.mark.parametrize("name", ["nonsense", "", "good,nonsense", "../good"])
def test_an_unknown_case_is_an_error_that_lists_the_names(cases, name):
    done = compare(cases, "--only", name)
    assert done.returncode == 2
    assert "there are: bad, good" in done.stderr
    assert not done.stdout


def test_without_a_library_it_says_what_to_do(cases):
    done = compare(cases, SCRIM_LIBRARY=str(cases / "libscrim.so"))
    assert done.returncode == 2
    assert "script/build" in done.stderr


def test_ok_is_value_up_to_limit():
    assert Row("x", 1.0, "ms", 1.0).ok
    assert not Row("x", 1.0001, "ms", 1.0).ok
    assert Row("x", 1e9, "ms").ok
    assert not Row("x", None, "ms").ok


def test_by_turns_alternates_and_forgets_the_warm_up():
    calls = []
    measure = Measure(LIBRARY, BENCHMARKS, repetitions=3, warm_up=2)
    ours, peer = measure.by_turns(lambda: calls.append("A"), lambda: calls.append("B"))
    assert "".join(calls) == "AB" * 5
    assert len(ours.seconds) == len(peer.seconds) == 3


def spend(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def test_after_is_called_for_each_pair_and_not_timed():
    calls = []
    measure = Measure(LIBRARY, BENCHMARKS, repetitions=2, warm_up=1)

    def after():
        calls.append("-")
        spend(0.05)

    times = measure.by_turns(lambda: calls.append("A"), lambda: calls.append("B"), after)
    assert "".join(calls) == "AB-" * 3
    assert all(seconds < 0.04 for each in times for seconds in each.seconds)


def test_a_time_is_what_the_process_spends_and_not_what_others_take():
    measure = Measure(LIBRARY, BENCHMARKS, repetitions=2, warm_up=0)
    asleep, busy = measure.by_turns(lambda: time.sleep(0.05), lambda: spend(0.05))
    assert all(seconds < 0.04 for seconds in asleep.seconds)
    assert all(seconds >= 0.05 for seconds in busy.seconds)


def test_steady_is_of_the_lower_quartiles(monkeypatch):
    measure = Measure(LIBRARY, BENCHMARKS)
    ours, peer = Times([9.0, 3.0, 8.0, 1.0, 7.0]), Times([6.0, 0.1, 2.0, 5.0, 4.0])
    monkeypatch.setattr(measure, "by_turns", lambda *_: (ours, peer))
    row = measure.steady("x", 1.4, None, "peer", None)
    assert (row.value, row.unit, row.ok) == (1.5, "× peer", False)
    assert "best 1 s, ¼ 3 s, median 7 s; peer: best 100 ms, ¼ 2 s, median 4 s" in row.note


def test_fewer_never_adds_repetitions():
    assert Measure(LIBRARY, BENCHMARKS, repetitions=3).fewer(20).repetitions == 3
    assert Measure(LIBRARY, BENCHMARKS, repetitions=100).fewer(20).repetitions == 20


def test_ratio_is_of_the_best_times(monkeypatch):
    measure = Measure(LIBRARY, BENCHMARKS)
    monkeypatch.setattr(measure, "by_turns", lambda *_: (Times([9.0, 3.0, 4.0]), Times([2.0, 8.0, 7.0])))
    row = measure.ratio("x", 1.2, None, "peer", None)
    assert (row.value, row.unit, row.ok) == (1.5, "× peer", False)
    assert "best 3 s, ¼ 3 s, median 4 s" in row.note


@pytest.mark.parametrize(
    ("seconds", "text"), [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (4.2e-5, "42 µs"), (3.1e-8, "31 ns")]
)
def test_duration(seconds, text):
    assert duration(seconds) == text


def test_the_real_cases_give_their_figures():
    command = [BENCHMARKS / "compare", "--only", "load,fill", "--json", "-", "--repetitions", "5"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr  # whether so few repetitions meet the limits is not asked here
    rows = json.loads(done.stdout)
    assert [(row["case"].split(":")[0], row["limit"]) for row in rows] == [
        ("load", 0.5),
        ("load", 768),
        ("fill", 1.1),
        ("fill", 1.2),
        ("fill", 1.1),
        ("fill", 1.1),
        ("fill", 1.1),
    ]
    assert all(row["ok"] == (row["value"] <= row["limit"]) for row in rows)
    assert all(row["value"] > 0 for row in rows[1:])


@pytest.mark.long
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="there is no valgrind to count instructions with")
def test_a_call_costs_in_other_languages_what_it_costs_in_c():
    done = subprocess.run([BENCHMARKS / "compare", "--only", "languages", "--json", "-"], capture_output=True, text=True)
    rows = {row["case"]: row for row in json.loads(done.stdout)}
    assert len(rows) == 6, done.stderr
    for name, row in rows.items():
        if row["value"] is not None:  # without cargo there is no figure for Rust
            assert row["ok"] and row["value"] > 0.9, name


@pytest.mark.long
def test_the_collector_s_case_gives_its_figures():
    command = [BENCHMARKS / "compare", "--only", "collector", "--json", "-", "--repetitions", "3"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    rows = json.loads(done.stdout)
    assert [row["limit"] for row in rows] == [1.0, 1.0, 1.0, 0, 0, 0, 0]
    assert all(row["value"] > 0 for row in rows[:3])
    # What depends on the machine's load is not asked here; that nothing is allocated does not.
    assert [row["value"] for row in rows[3:6]] == [0, 0, 0]
