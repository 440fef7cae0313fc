# SPDX-License-Identifier: MIT
"""scrim batch on Dask: a scheduler and two workers, processes of their own, one of which is killed on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from cli_run import scrim_command
from conftest import BINDING
from batch_files import BOX, counts, is_covered, outputs, picture, rules

FILES = 24
#: Of the machine's, other work included.
PATIENCE = 120


def until(what: str, met: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.02)


def start(*command: object) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(BINDING)}
    return subprocess.Popen([sys.executable, "-m", *map(str, command)], env=environment, stderr=subprocess.DEVNULL)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler on loopback, and its workers, which nobody starts again."""
    told = tmp_path / "scheduler.json"
    here = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", told]
    with ExitStack() as stack:

        def run(*command: object) -> subprocess.Popen[bytes]:
            process = stack.enter_context(start(*command))
            stack.callback(process.kill)
            return process

        run("dask", "scheduler", "--port", "0", *here)
        until("the scheduler", lambda: told.exists() and told.read_text().strip().endswith("}"))
        folder = tmp_path / "workers"
        more = ["--no-nanny", "--nthreads", "1", "--local-directory", folder]
        workers = [run("dask", "worker", *here, *more) for _ in range(2)]
        yield json.loads(told.read_text())["address"], workers


def journal(tmp_path: Path) -> list[dict[str, Any]]:
    path = tmp_path / "dst" / ".scrim-batch" / "journal.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Pictures large enough that a worker is always at one."""
    first = picture(tmp_path / "src" / "0.png", size=(300, 500))
    for index in range(1, FILES):
        os.link(first, tmp_path / "src" / f"{index}.png")
    rules(tmp_path / "rules.json")
    return tmp_path


def test_one_of_two_workers_is_killed(
    many: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every file is done once, none is lost, and none stands there uncovered."""
    address, workers = cluster
    alone = scrim_command(
        "batch", many / "src", many / "alone", "--rules", many / "rules.json", "--workers", 0, "--json"
    ).json
    command = ["scrim", "batch", many / "src", many / "dst", "--rules", many / "rules.json", "--scheduler", address]
    with start(*command) as batch:
        try:
            of = lambda worker: [line for line in journal(many) if line["worker"].endswith(f":{worker.pid}")]  # noqa: E731
            until("work of both", lambda: all(len(of(worker)) >= 3 for worker in workers))
            workers[0].send_signal(signal.SIGKILL)
            before = len(journal(many))
            assert batch.wait(PATIENCE) == 0
        finally:
            batch.kill()
    assert before < FILES - 4, "it was killed too late to be at work"
    lines = journal(many)
    assert Counter(line["status"] for line in lines) == {"done": FILES}
    assert sorted(line["path"] for line in lines) == sorted(f"{index}.png" for index in range(FILES)) == outputs(many)
    assert all(is_covered(many / "src" / name, many / "dst" / name) for name in outputs(many))
    assert not list((many / "dst" / ".scrim-batch" / "tmp").iterdir())
    again = scrim_command(
        "batch", many / "src", many / "dst", "--rules", many / "rules.json", "--scheduler", address, "--json"
    )
    assert counts(again) == {"kept": FILES}
    # The rate of all: the survivor's included, and what is lost until a scheduler sees that a worker is gone.
    took = _seconds(lines)
    with capsys.disabled():
        rates = f"{alone['files_per_second']:.1f}/s in one process, {(FILES - 1) / took:.1f}/s on two workers"
        print(f"\n{FILES} files: {rates}, one of them killed")


def _seconds(lines: list[dict[str, Any]]) -> float:
    from datetime import datetime

    times = [datetime.fromisoformat(line["time"]) for line in lines]
    return max((max(times) - min(times)).total_seconds(), 1e-3)


def test_interrupted_batch_goes_on(many: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    """The client is killed; another one finds what is done, that too which nobody had told of."""
    address, _ = cluster
    command = ["batch", many / "src", many / "dst", "--rules", many / "rules.json", "--scheduler", address]
    with start("scrim", *command) as batch:
        until("some work", lambda: len(journal(many)) >= 5)
        batch.kill()
    ran = scrim_command(*command, "--json")
    assert ran.code == 0 and ran.json["done"] + ran.json["kept"] == FILES and ran.json["kept"] >= 5
    assert len(outputs(many)) == FILES
    assert all(is_covered(many / "src" / name, many / "dst" / name) for name in outputs(many))


def test_cluster_of_this_machine(tmp_path: Path) -> None:
    """What a batch does where no scheduler is named; a file that ends its worker is one that failed."""
    for index in range(6):
        picture(tmp_path / "src" / f"{index}.png")
    (tmp_path / "src" / "broken.png").write_bytes(b"broken")
    rules(tmp_path / "rules.json")
    command = ["scrim", "batch", tmp_path / "src", tmp_path / "dst", "--rules", tmp_path / "rules.json", "--workers", 2]
    with start(*command) as batch:
        assert batch.wait(PATIENCE) == 5
    assert outputs(tmp_path) == [f"{index}.png" for index in range(6)]
    assert all(is_covered(tmp_path / "src" / name, tmp_path / "dst" / name, BOX) for name in outputs(tmp_path))
    assert Counter(line["status"] for line in journal(tmp_path)) == {"done": 6, "failed": 1}


def test_no_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture(tmp_path / "src" / "a.png")
    rules(tmp_path / "rules.json")
    command = ["batch", tmp_path / "src", tmp_path / "dst", "--rules", tmp_path / "rules.json", "--json"]
    from scrim.cli import batch_run

    monkeypatch.setattr(batch_run, "_CONNECT", "0.3s")
    ran = scrim_command(*command, "--scheduler", "tcp://127.0.0.1:9")
    assert ran.code == 1 and "no scheduler answers" in ran.json["error"]["message"]
    assert outputs(tmp_path) == []
