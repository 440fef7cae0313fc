# SPDX-License-Identifier: MIT
"""Asks the tests about each change: first the C programs, then the Python tests about what these do not notice."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from .programs import Program, Runner
from .sample import Mutant

HERE = Path(__file__).resolve().parent
SUITE = ("Tests/models", "bindings/python/tests")


@dataclass
class Verdict:
    """What became of a change: the test that noticed it, if any, and whether it made a difference in any test."""

    name: str
    test: str = ""
    how: str = ""
    reached: bool = False
    asked: str = ""  # the last kind of test that was asked: "c" or "python"


class Verdicts:
    """Verdicts by name, kept in a file, so that a run that was stopped continues."""

    def __init__(self, path: Path) -> None:
        self.path, self.lock = path, threading.Lock()
        self.all: dict[str, Verdict] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                verdict = Verdict(**json.loads(line))
                self.all[verdict.name] = verdict

    def add(self, verdict: Verdict) -> None:
        with self.lock, self.path.open("a") as file:
            self.all[verdict.name] = verdict
            print(json.dumps(asdict(verdict)), file=file)


def each(work: Iterable[Mutant], jobs: int, judge: Callable[[Mutant], None], title: str) -> None:
    """Does the work in some threads, and says how far it is."""
    waiting = list(work)
    with ThreadPoolExecutor(jobs) as pool:
        for count, _ in enumerate(pool.map(judge, waiting), 1):
            if count % 100 == 0 or count == len(waiting):
                print(f"{title}: {count} of {len(waiting)}", flush=True)


def ask_programs(mutants: Iterable[Mutant], programs: list[Program], runner: Runner, verdicts: Verdicts, jobs: int) -> None:
    noted = set().union(*(program.noted for program in programs))

    def judge(mutant: Mutant) -> None:
        found = runner.first_to_fail(programs, mutant.number, mutant.area)
        test, how = found or ("", "")
        verdicts.add(Verdict(mutant.name, test, how, mutant.number in noted, "c"))

    each((one for one in mutants if one.name not in verdicts.all), jobs, judge, "C tests")


class Suite:
    """Processes of pytest that answer for one change after the other (suite.py)."""

    def __init__(self, root: Path, runner: Runner, store: Path, files: Path, highest: int, python: Path) -> None:
        self.root, self.runner, self.store, self.files, self.python = root, runner, store, files, python
        self.tests, self.notes = files / "python-tests.jsonl", files / "python-notes"
        self.notes.write_bytes(bytes(highest + 1))

    def start(self, number: int, paths: Iterable[str], descriptors: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        environment = self.runner.environment(number) | {
            "SCRIM_LIBRARY": str(self.runner.library / "libscrim.so"),
            "SCRIM_MUTANTS_STORE": str(self.store),
            "SCRIM_MUTANTS_NOTED": str(self.notes),
            "SCRIM_MUTANTS_TESTS": str(self.tests),
            "PYTHONPATH": f"{HERE.parent}:{self.root / 'bindings/python'}",
        }
        if descriptors:
            environment |= {"SCRIM_MUTANTS_ASKED": str(descriptors[0]), "SCRIM_MUTANTS_TOLD": str(descriptors[1])}
        command = [str(self.python), "-B", "-m", "pytest", "-q", "-m", "not long", "-p", "no:cacheprovider", "-p", "mutants.suite"]
        with (self.files / "pytest.log").open("ab") as log:
            return subprocess.Popen(
                [*command, *paths], cwd=self.root, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=descriptors,
            )  # fmt: skip

    def learn(self) -> dict[str, set[int]]:
        """Which changes each test notes. Runs them all once."""
        if not self.tests.exists():
            self.start(-1, SUITE).wait()
        known = [json.loads(line) for line in self.tests.read_text().splitlines()]
        return {one["test"]: set(one["noted"]) for one in known}

    def ask(self, mutants: Iterable[Mutant], verdicts: Verdicts, jobs: int) -> None:
        noted = set().union(*self.learn().values())
        local = threading.local()
        started = []

        def judge(mutant: Mutant) -> None:
            if not hasattr(local, "answers"):
                asked, asks = os.pipe()
                told, tells = os.pipe()
                started.append(self.start(0, SUITE, (asked, tells)))
                os.close(asked)
                os.close(tells)
                local.questions, local.answers = os.fdopen(asks, "w"), os.fdopen(told)
            reached = mutant.number in noted
            test, how = "", ""
            if reached:
                print(mutant.number, mutant.area, file=local.questions, flush=True)
                answer = local.answers.readline()
                if not answer:
                    raise SystemExit(f"pytest ended: see {self.files}/pytest.log")
                test, _, how = answer.rstrip("\n").partition("\t")
            before = verdicts.all[mutant.name]
            verdicts.add(Verdict(mutant.name, test, how, before.reached or reached, "python"))

        each(
            (one for one in mutants if not verdicts.all[one.name].test and verdicts.all[one.name].asked != "python"),
            jobs, judge, "Python tests",
        )  # fmt: skip
        for process in started:
            process.terminate()
            process.wait()
