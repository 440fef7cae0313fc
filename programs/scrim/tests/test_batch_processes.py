# SPDX-License-Identifier: MIT
"""scrim batch in several processes of this machine: one of them crashes, the batch is interrupted, or it is killed."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from batch_files import RULES, counts, is_covered, outputs, picture, rules
from batch_program import Process, end_of, journal, until
from cli_run import scrim_command

#: A rule for text. The program tesseract that it runs is one of these tests.
READS = {"files": "read*.png", "regions": [{"rect": [10, 8, 20, 12]}], "text": ["card"], "allow_nothing": True}


@pytest.fixture
def tesseract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts a shell script in the place of the program tesseract. Its parent is a process of the batch."""

    def put(script: str) -> None:
        program = tmp_path / "bin" / "tesseract"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\ncd '{tmp_path}'\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")

    return put


def command(tmp_path: Path, *more: object) -> list[object]:
    return ["batch", tmp_path / "src", tmp_path / "dst", "--rules", tmp_path / "rules.json", "--workers", 2, *more]


@pytest.fixture
def sources(tmp_path: Path) -> list[str]:
    """Pictures with given regions, and one that is read."""
    names = [f"{index}.png" for index in range(6)] + ["read.png"]
    for index, name in enumerate(names):
        picture(tmp_path / "src" / name, index)
    rules(tmp_path / "rules.json", [READS, *RULES])
    return names


def all_covered(tmp_path: Path, names: list[str]) -> bool:
    return outputs(tmp_path) == names and all(is_covered(tmp_path / "src" / name, tmp_path / "dst" / name) for name in names)


def test_processes_need_no_dask(tmp_path: Path, sources: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("dask", "distributed"):
        (tmp_path / "absent" / name).mkdir(parents=True)
        (tmp_path / "absent" / name / "__init__.py").write_text("raise ImportError")
    monkeypatch.syspath_prepend(tmp_path / "absent")  # the processes get this path
    (tmp_path / "src" / "read.png").write_bytes(b"broken")
    ran = scrim_command(*command(tmp_path, "--json"))
    assert (ran.code, counts(ran)) == (5, {"done": 6, "failed": 1})
    assert all_covered(tmp_path, sources[:6])
    processes = {line["worker"].partition(":")[2] for line in journal(tmp_path)}
    assert len(processes) <= 2 and str(os.getpid()) not in processes
    assert counts(scrim_command(*command(tmp_path, "--json"))) == {"kept": 6, "failed": 1}


def test_file_that_ends_its_process_twice_fails_alone(tmp_path: Path, sources: list[str], tesseract: Any) -> None:
    tesseract("echo >>runs; kill -SEGV $PPID")
    ran = scrim_command(*command(tmp_path, "--json"))
    assert (ran.code, counts(ran)) == (5, {"done": 6, "failed": 1})
    (failure,) = ran.json["failures"]
    assert failure["path"] == "read.png" and "SIGSEGV" in failure["error"]
    assert (tmp_path / "runs").read_text() == "\n\n"
    assert all_covered(tmp_path, sources[:6])
    assert not list((tmp_path / "dst" / ".scrim-batch" / "tmp").iterdir())


def test_process_that_is_killed_is_replaced(tmp_path: Path, sources: list[str], tesseract: Any) -> None:
    """Both processes are killed once, as the kernel does it when memory is short. Their files are tried again, each alone."""
    for name in ("read1.png", "read2.png"):
        picture(tmp_path / "src" / name)
    real = shutil.which("tesseract")
    tesseract(f"""echo >>runs
[ $(wc -l <runs) -le 3 ] && kill -KILL $PPID && exit
mkdir alone || echo >>together
{real} "$@" && rmdir alone""")
    ran = scrim_command(*command(tmp_path, "--json"))
    assert (ran.code, counts(ran)) == (0, {"done": 9})
    assert not (tmp_path / "together").exists()
    assert all_covered(tmp_path, sorted([*sources, "read1.png", "read2.png"]))


def test_processes_that_cannot_start(tmp_path: Path, sources: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    ran = scrim_command(*command(tmp_path, "--json"))
    assert ran.code == 1 and "cannot start: the last one ended with exit status 1" in ran.json["error"]["message"]
    assert outputs(tmp_path) == []


@pytest.fixture
def reading(tmp_path: Path, tesseract: Any) -> Iterator[tuple[Process, list[int]]]:
    """A batch whose two processes wait for the program tesseract. With it come their ids and those of what they run."""
    for name in ("read1.png", "read2.png", "read3.png"):
        picture(tmp_path / "src" / name)
    rules(tmp_path / "rules.json", [READS])
    tesseract("echo $$ $PPID >>running; exec sleep 600")
    with Process("scrim_tools", *command(tmp_path)) as batch:
        try:
            running = tmp_path / "running"
            until("work of both", lambda: running.exists() and running.read_text().count("\n") == 2, batch)
            yield batch, [int(number) for number in running.read_text().split()]
        finally:
            batch.kill()


def is_running(process: int) -> bool:
    """A process that has ended may still be there as a zombie, until its new parent notices that."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupted_batch_leaves_nothing(number: int, tmp_path: Path, reading: tuple[Process, list[int]]) -> None:
    batch, processes = reading
    assert len(processes) == 4 and all(map(is_running, processes))
    batch.send_signal(number)
    assert end_of(batch) == 130
    until("the end of the processes", lambda: not any(map(is_running, processes)))
    assert outputs(tmp_path) == [] and journal(tmp_path) == []
    assert not [path for path in (tmp_path / "dst").rglob("*") if path.suffix == ".png"]


def test_processes_end_when_their_parent_is_killed(tmp_path: Path, reading: tuple[Process, list[int]]) -> None:
    batch, processes = reading
    batch.kill()
    batch.wait()
    until("the end of the processes", lambda: not any(map(is_running, processes)))
    assert outputs(tmp_path) == []


def test_interruption_while_pictures_are_written(tmp_path: Path) -> None:
    """Nothing unfinished stays, and the next run goes on."""
    for index in range(40):
        picture(tmp_path / "src" / f"{index}.png", index, (400, 600))
    rules(tmp_path / "rules.json")
    with Process("scrim_tools", *command(tmp_path)) as batch:
        try:
            until("some work", lambda: len(journal(tmp_path)) >= 4, batch)
            batch.send_signal(signal.SIGINT)
            assert end_of(batch) == 130
        finally:
            batch.kill()
    before = outputs(tmp_path)
    assert 4 <= len(before) < 40 and all(is_covered(tmp_path / "src" / name, tmp_path / "dst" / name) for name in before)
    assert not list((tmp_path / "dst" / ".scrim-batch" / "tmp").iterdir())
    # Each of the two processes may have ended after it wrote a marker and before the output got its name.
    marked = len(list((tmp_path / "dst" / ".scrim-batch" / "done").rglob("*.json")))
    assert len(before) <= marked <= len(before) + 2
    ran = scrim_command(*command(tmp_path, "--json"))
    assert counts(ran) == {"done": 40 - len(before), "kept": len(before)}
    assert Counter(line["status"] for line in journal(tmp_path))["failed"] == 0
