# SPDX-License-Identifier: MIT
"""Runs programs of a batch as processes of their own, and waits for what they do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cli_run import PYTHONPATH

#: Seconds, because other programs may keep the machine busy.
PATIENCE = 120


class Process(subprocess.Popen[bytes]):
    """A Python program that writes to files, which never fill up, and whose stacks can be shown when it does not end."""

    def __init__(self, *command: object) -> None:
        self.output = tempfile.TemporaryFile()
        self.log = tempfile.TemporaryFile()
        environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
        arguments = [sys.executable, "-X", "faulthandler", "-m", *map(str, command)]
        super().__init__(arguments, env=environment, stdout=self.output, stderr=self.log)

    def report(self) -> str:
        """Ends the process, and returns its log. SIGABRT makes faulthandler add the stack of each thread."""
        state = f"ended with {self.poll()}"
        if self.returncode is None:
            state = "was still running"
            self.send_signal(signal.SIGABRT)
            with suppress(subprocess.TimeoutExpired):
                self.wait(60)
            self.kill()
        self.log.seek(0)
        return f"{self.args[4:6]} {state}:\n{self.log.read().decode(errors='replace')}"


def until(what: str, met: Callable[[], bool], *needed: Process) -> None:
    """Waits for something that these processes do, and shows their logs if one of them ends or it takes too long."""
    end = time.monotonic() + PATIENCE
    while True:
        late = time.monotonic() > end or any(process.poll() is not None for process in needed)
        if met():
            return
        if late:
            pytest.fail("\n".join([f"{what} did not happen", *(process.report() for process in needed)]))
        time.sleep(0.02)


def end_of(batch: Process, *needed: Process) -> int:
    """The exit status of a batch."""
    until("the end of the batch", lambda: batch.poll() is not None, batch, *needed)
    return batch.returncode


def journal(tmp_path: Path) -> list[dict[str, Any]]:
    path = tmp_path / "dst" / ".scrim-batch" / "journal.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]
