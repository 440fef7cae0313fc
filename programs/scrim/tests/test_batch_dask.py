# SPDX-License-Identifier: MIT
"""scrim batch on Dask: a scheduler and two workers, processes of their own, one of which is killed on the way."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import distributed
import pytest
from batch_files import counts, is_covered, outputs, picture, rules
from batch_program import PATIENCE, Process, end_of, journal, until
from cli_run import scrim_command

FILES = 24


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[Process]]]:
    """The address of a scheduler on loopback; and its process and those of its two workers, which nobody starts again."""
    told = tmp_path / "scheduler.json"
    here = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", told]
    with ExitStack() as stack:

        def run(*command: object) -> Process:
            process = stack.enter_context(Process(*command))
            stack.callback(process.kill)
            return process

        scheduler = run("dask", "scheduler", "--port", "0", *here)
        until("the scheduler", lambda: told.exists() and told.read_text().strip().endswith("}"), scheduler)
        address = json.loads(told.read_text())["address"]
        folder = tmp_path / "workers"
        more = ["--no-nanny", "--nthreads", "1", "--local-directory", folder]
        workers = [run("dask", "worker", *here, *more) for _ in range(2)]
        # A batch ends with an error if the scheduler has no worker yet.
        with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
            registered = lambda: len(client.scheduler_info(n_workers=-1)["workers"])  # noqa: E731
            until("two workers", lambda: registered() == len(workers), scheduler, *workers)
        yield address, [scheduler, *workers]


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Pictures large enough that a worker is always at one."""
    first = picture(tmp_path / "src" / "0.png", size=(300, 500))
    for index in range(1, FILES):
        os.link(first, tmp_path / "src" / f"{index}.png")
    rules(tmp_path / "rules.json")
    return tmp_path


def test_one_of_two_workers_is_killed(
    many: Path, cluster: tuple[str, list[Process]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every file is done once, none is lost, and none stands there uncovered."""
    address, [scheduler, *workers] = cluster
    alone = scrim_command(
        "batch", many / "src", many / "alone", "--rules", many / "rules.json", "--workers", 0, "--json"
    ).json
    command = ["scrim_tools", "batch", many / "src", many / "dst", "--rules", many / "rules.json", "--scheduler", address]
    with Process(*command) as batch:
        try:
            of = lambda worker: [line for line in journal(many) if line["worker"].endswith(f":{worker.pid}")]  # noqa: E731
            both = lambda: all(len(of(worker)) >= 3 for worker in workers)  # noqa: E731
            until("work of both", both, batch, scheduler, *workers)
            workers[0].send_signal(signal.SIGKILL)
            before = len(journal(many))
            assert end_of(batch, scheduler, workers[1]) == 0
        finally:
            batch.kill()
    assert before < FILES - 4, "it was killed too late to be at work"
    lines = journal(many)
    # A worker that is killed may have put a file in its place without having said so.
    assert {line["status"] for line in lines} <= {"done", "kept"}
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


def test_interrupted_batch_goes_on(many: Path, cluster: tuple[str, list[Process]]) -> None:
    """The client is killed; another one finds what is done, that too which nobody had told of."""
    address, processes = cluster
    rest = ["--rules", many / "rules.json", "--scheduler", address, "--json"]
    command = ["scrim_tools", "batch", many / "src", many / "dst", *rest]
    with Process(*command) as batch:
        try:
            until("some work", lambda: len(journal(many)) >= 5, batch, *processes)
        finally:
            batch.kill()
    with Process(*command) as batch:
        try:
            status = end_of(batch, *processes)
        finally:
            batch.kill()
    batch.output.seek(0)
    ran = json.load(batch.output)
    assert status == 0 and ran["done"] + ran["kept"] == FILES and ran["kept"] >= 5
    assert len(outputs(many)) == FILES
    assert all(is_covered(many / "src" / name, many / "dst" / name) for name in outputs(many))


def test_no_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture(tmp_path / "src" / "a.png")
    rules(tmp_path / "rules.json")
    command = ["batch", tmp_path / "src", tmp_path / "dst", "--rules", tmp_path / "rules.json", "--json"]
    from scrim_tools.cli import batch_run

    monkeypatch.setattr(batch_run, "_CONNECT", "0.3s")
    ran = scrim_command(*command, "--scheduler", "tcp://127.0.0.1:9")
    assert ran.code == 1 and "--scheduler: cannot connect to tcp://" in ran.json["error"]["message"]
    assert outputs(tmp_path) == []


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.0 400 Bad\r\n\r\n" * 10])
def test_server_that_is_no_scheduler(answer: bytes, tmp_path: Path) -> None:
    """It is another program, or a scheduler that hangs. The program must end soon, with one error."""
    picture(tmp_path / "src" / "a.png")
    rules(tmp_path / "rules.json")
    code = "import sys; from scrim_tools.cli import batch_run, main; batch_run._CONNECT = '1s'; sys.exit(main(sys.argv[1:]))"
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            clients = []
            with suppress(OSError):
                while True:
                    clients.append(server.accept()[0])
                    if answer:
                        clients[-1].sendall(answer)
                        clients.pop().close()

        threading.Thread(target=serve, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        command = ["batch", tmp_path / "src", tmp_path / "dst", "--rules", tmp_path / "rules.json", "--scheduler", address]
        path = os.pathsep.join(sys.path)
        ran = subprocess.run(
            [sys.executable, "-c", code, *command], capture_output=True, text=True, timeout=60, env={**os.environ, "PYTHONPATH": path}
        )
    assert ran.returncode == 1 and f"--scheduler: cannot connect to {address}: " in ran.stderr and "Traceback" not in ran.stderr


def test_tls_that_is_not_configured(tmp_path: Path) -> None:
    picture(tmp_path / "src" / "a.png")
    rules(tmp_path / "rules.json")
    command = ["batch", tmp_path / "src", tmp_path / "dst", "--rules", tmp_path / "rules.json", "--json"]
    ran = scrim_command(*command, "--scheduler", "tls://127.0.0.1:1")
    assert ran.code == 1 and "--scheduler: cannot connect to tls://127.0.0.1:1: " in ran.json["error"]["message"]
