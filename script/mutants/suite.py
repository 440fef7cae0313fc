# SPDX-License-Identifier: MIT
"""A plugin of pytest that runs tests with changes. First it runs each test and notes which changes make a difference in it. Then it
forks for each change that it is asked about, and runs the tests that could notice it.

SCRIM_MUTANTS_NOTED names the file that the library notes changes in, SCRIM_MUTANTS_TESTS the file that tells about tests.
"""

from __future__ import annotations

import ctypes
import gc
import json
import mmap
import os
import select
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

LONGEST = 3.0  # seconds: a test that takes longer is not asked about single changes
BUDGET = 6.0  # seconds of tests for one change

STORE = ctypes.CDLL(os.environ["SCRIM_MUTANTS_STORE"])
NUMBER = ctypes.c_int.in_dll(STORE, "scrim_mutant")


class Tests:
    """The tests of a session, and what is known of them."""

    def __init__(self) -> None:
        self.failed = False
        self.forked = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            if self.forked:
                os._exit(1)
            self.failed = True

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        settings.register_profile("mutants", settings.default, deadline=None, derandomize=True, database=None)
        settings.load_profile("mutants")
        path = Path(os.environ["SCRIM_MUTANTS_TESTS"])
        if not path.exists():
            self.learn(session, path)
        else:
            self.serve(session, {one["test"]: one for one in map(json.loads, path.read_text().splitlines())})
        return True

    def run(self, item: pytest.Item, following: pytest.Item | None) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def learn(self, session: pytest.Session, path: Path) -> None:
        with open(os.environ["SCRIM_MUTANTS_NOTED"], "r+b") as file:
            notes = mmap.mmap(file.fileno(), 0)
        with path.with_suffix(".part").open("w") as lines:
            for item, following in zip(session.items, [*session.items[1:], None], strict=True):
                notes[:] = bytes(len(notes))
                self.failed, begin = False, time.monotonic()
                self.run(item, following)
                noted = [number for number, flag in enumerate(notes[:]) if flag]
                about = {"test": item.nodeid, "seconds": time.monotonic() - begin, "failed": self.failed, "noted": noted}
                print(json.dumps(about), file=lines, flush=True)
        path.with_suffix(".part").rename(path)

    def serve(self, session: pytest.Session, known: dict[str, Any]) -> None:
        """Answers each line of the input, a number and an area, with a line: the test that failed, or nothing. First come the
        tests that cost the least for what their file noticed so far of the same area."""
        items = [item for item in session.items if item.nodeid in known]
        items = [item for item in items if not known[item.nodeid]["failed"] and known[item.nodeid]["seconds"] <= LONGEST]
        asked: Counter[tuple[str, str]] = Counter()
        found: Counter[tuple[str, str]] = Counter()
        noted = {item.nodeid: set(known[item.nodeid]["noted"]) for item in items}
        gc.freeze()  # else the first collection in each child copies all of the parent's memory
        requests, answers = os.fdopen(int(os.environ["SCRIM_MUTANTS_ASKED"])), int(os.environ["SCRIM_MUTANTS_TOLD"])
        for line in requests:
            number, area = int(line.split()[0]), line.split()[1]

            def cost(item: pytest.Item, area: str = area) -> float:
                pair = area, item.nodeid.partition("::")[0]
                first = 4 if f"/{area}/" in pair[1] else 1
                seconds: float = known[item.nodeid]["seconds"]
                return seconds * (asked[pair] + 2) / (found[pair] + first)

            chosen, left = [], BUDGET
            for item in sorted((item for item in items if number in noted[item.nodeid]), key=cost):
                left -= known[item.nodeid]["seconds"]
                if left > 0:
                    chosen.append(item)
            answer = self.ask(number, chosen, known)
            failed = answer.partition("::")[0]
            asked.update({(area, item.nodeid.partition("::")[0]) for item in chosen} if not failed else {(area, failed)})
            found.update({(area, failed)})
            os.write(answers, (answer + "\n").encode())

    def ask(self, number: int, items: list[pytest.Item], known: dict[str, Any]) -> str:
        if not items:
            return ""
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(told)
            self.forked = True
            os.environ["SCRIM_MUTANT"] = str(number)
            NUMBER.value = number
            for item, following in zip(items, [*items[1:], None], strict=True):
                os.write(tell, item.nodeid.encode() + b"\n")
                signal.setitimer(signal.ITIMER_REAL, 10 * known[item.nodeid]["seconds"] + 2)
                self.run(item, following)
            os._exit(0)
        os.close(tell)
        running, limit = b"", 10 * LONGEST + 60
        while select.select([told], [], [], limit)[0]:
            read = os.read(told, 65536)
            if not read:
                break
            running = (running + read).rstrip(b"\n").rpartition(b"\n")[2] + b"\n"
        else:
            os.kill(child, signal.SIGKILL)
        os.close(told)
        _, status = os.waitpid(child, 0)
        if status == 0:
            return ""
        end = status & 127
        how = "time limit" if end in (signal.SIGALRM, signal.SIGKILL) else f"signal {end}" if end else "failed"
        return f"{running.decode().strip()}\t{how}"


def pytest_configure(config: pytest.Config) -> None:
    sys.setrecursionlimit(10000)
    config.pluginmanager.register(Tests(), "scrim-mutants")
