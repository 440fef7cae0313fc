# SPDX-License-Identifier: MIT
"""The arithmetic of benchmarks/batch, with commands whose times are known."""

import os
import sys
import time

import batch_speed
import pytest
from batch_speed import HALVES, ONE, TWO, Case


def test_best_of_the_rounds_counts():
    case = Case("a", 10, [], [(2.0, 3.0), (4.0, 1.0)])
    assert (case.rate, case.seconds) == (5.0, 0.1)


@pytest.mark.parametrize(("clock", "missed"), [(5.5, False), (5.6, True)])
def test_limit_of_two_processes(clock, missed):
    clocks = {ONE: 10.0, TWO: clock, HALVES: 5.0}
    gain, told = batch_speed.verdict([Case(name, 100, [], [(seconds, 1.0)]) for name, seconds in clocks.items()])
    assert (gain < batch_speed.LEAST_GAIN) == missed
    assert f"{gain:.2f} ×" in told and "allows 2.00 ×" in told
    assert batch_speed.verdict([Case(ONE, 1, [], [(1.0, 1.0)])])[0] is None


def test_commands_of_a_case_run_at_the_same_time(tmp_path):
    """Each waits for a file of the other. Their processor time is added up, and so is that of their children."""
    works = "import time\nwhile time.process_time() < 0.2: pass"
    program = f"""
import pathlib, subprocess, sys, time
mine, other = map(pathlib.Path, sys.argv[1:])
mine.touch()
while not other.exists(): time.sleep(0.01)
subprocess.run([sys.executable, "-c", {works!r}], check=True)"""
    names = ["TARGET/a", "TARGET/b"]
    case = Case("both", 1, [[sys.executable, "-c", program, *names], [sys.executable, "-c", program, *names[::-1]]])
    batch_speed._run(case, tmp_path)
    assert 0.4 <= case.seconds < 4
    assert not list(tmp_path.iterdir())


def test_command_that_fails_ends_the_measurement(tmp_path):
    with pytest.raises(SystemExit, match="out of luck"):
        batch_speed._run(Case("fails", 1, [[sys.executable, "-c", "raise SystemExit('out of luck')"]]), tmp_path)


def test_busy_processors_are_seen():
    allowed = os.sched_getaffinity(0)
    began, worked = batch_speed._busy([min(allowed)]), time.process_time()
    os.sched_setaffinity(0, [min(allowed)])
    try:
        while time.process_time() < worked + 0.3:
            pass
    finally:
        os.sched_setaffinity(0, allowed)
    assert batch_speed._busy([min(allowed)]) - began >= 0.25
