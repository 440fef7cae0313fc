# SPDX-License-Identifier: MIT
"""The C test programs: which changes each of them could notice, and whether one fails with a change."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# What reaches the core only through something else, or runs the same tests once more.
LEFT_OUT = re.compile(r"^(valgrind_|plain_|locked_|example_|test_cpp_.*_17$|test_watch_|test_frei0r$|test_held$)|: left out")
PLUGINS = re.compile(r"^test_(bands|hold|hold_pipelines|late|late_events|redact|redact_feed|streamtime)$")
LONGEST = 30.0  # seconds without a change: what takes longer is left out
LONG = 2.0  # what takes longer is asked about its own area only
MEMORY = 8 << 30
SKIPPED = 77


@dataclass
class Program:
    """A test of ctest."""

    name: str
    command: list[str]
    folder: str
    variables: dict[str, str]
    seconds: float = 0.0
    noted: set[int] = field(default_factory=set)
    # How many changes of an area it was asked about, and how many it noticed.
    asked: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)


def list_programs(build: Path) -> list[Program]:
    """The tests of a build folder that may notice a change of the core."""
    shown = subprocess.run(
        ["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True, text=True
    ).stdout
    programs = []
    for test in json.loads(shown)["tests"]:
        properties: dict[str, Any] = {one["name"]: one["value"] for one in test.get("properties", ())}
        if LEFT_OUT.search(test["name"]) or PLUGINS.match(test["name"]) or "command" not in test:
            continue
        if "PASS_REGULAR_EXPRESSION" in properties or properties.get("DISABLED"):
            continue
        variables = dict(one.split("=", 1) for one in properties.get("ENVIRONMENT", ()))
        programs.append(Program(test["name"], test["command"], properties.get("WORKING_DIRECTORY", str(build)), variables))
    return programs


class Runner:
    """Runs programs with the library that holds all changes."""

    def __init__(self, library: Path, scratch: Path) -> None:
        self.library, self.scratch = library, scratch
        scratch.mkdir(parents=True, exist_ok=True)

    def environment(self, number: int) -> dict[str, str]:
        return os.environ | {
            "LD_LIBRARY_PATH": str(self.library),
            "SCRIM_MUTANT": str(number),
            "SCRIM_TEST_STRIDE": "31",
            "TMPDIR": str(self.scratch),
        }

    def run(self, program: Program, number: int, limit: float, **variables: str) -> str | None:
        """None if the program succeeds, or how it does not."""
        process = subprocess.Popen(
            program.command, cwd=program.folder, env=self.environment(number) | program.variables | variables,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True, preexec_fn=lower_limits,
        )  # fmt: skip
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            return "time limit"
        finally:
            if process.returncode is None or process.returncode < 0:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
        if status == SKIPPED or status == 0:
            return None
        return f"signal {-status}" if status < 0 else "failed"

    def learn(self, programs: list[Program], highest: int, files: Path) -> list[Program]:
        """Runs each program without a change, for its time, and again to see which changes make a difference in it. Leaves out
        those that fail or take longest."""
        usable = []
        for program in programs:
            begin = time.monotonic()
            outcome = self.run(program, 0, LONGEST)
            program.seconds = time.monotonic() - begin
            if outcome:
                print(f"left out: {program.name}: {outcome} without a change", flush=True)
                continue
            notes = files / program.name
            notes.write_bytes(bytes(highest + 1))
            outcome = self.run(program, -1, 10 * LONGEST, SCRIM_MUTANTS_NOTED=str(notes))
            if outcome:
                print(f"{program.name}: {outcome} while it notes changes", flush=True)
            program.noted = {number for number, flag in enumerate(notes.read_bytes()) if flag}
            notes.unlink()
            usable.append(program)
        return sorted(usable, key=lambda one: one.seconds)

    def first_to_fail(self, programs: list[Program], number: int, area: str) -> tuple[str, str] | None:
        """The first program that notices a change, and how. First come those that cost the least for what they noticed so far of
        the same area. Long programs are asked about their own area only."""
        asked = [one for one in programs if number in one.noted and (one.seconds <= LONG or f"_{area}" in one.name)]
        for program in sorted(asked, key=lambda one: one.seconds * (one.asked[area] + 2) / (one.found[area] + 1)):
            outcome = self.run(program, number, 10 * program.seconds + 2)
            program.asked[area] += 1
            if outcome:
                program.found[area] += 1
                return program.name, outcome
        return None


def lower_limits() -> None:
    """A changed library may ask for any amount of memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
