# SPDX-License-Identifier: MIT
"""Compares what a call costs in other languages with C.

C++ and Rust are compared in executed instructions, as callgrind counts them. The number is the same in each run, however busy the
machine is. Two runs with different numbers of calls are subtracted, so that the start of the program does not count.

Callgrind also counts each repetition of instructions such as `rep stosb`, with which the library wipes memory. That brings the ratio
closer to 1, so the table gives processor times too. Python has only processor times.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

from measure import Measure, Row

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "benchmarks/languages"
WHAT = {"insert": "text insert and delete", "touch": "touch on a keypad", "redact": "redact of 64 × 64"}
LIMITS = {"C++": 1.02, "Rust": 1.05}
FEW, MANY = 200, 1200
CRATE = """[package]
name = "calls"
version = "0.0.0"
edition = "2021"
[[bin]]
name = "calls"
path = "{source}"
[dependencies]
scrim = {{ path = "{crate}" }}
[profile.release]
debug = false
"""


def run(measure: Measure) -> list[Row]:
    programs = compiled(measure)
    rows = []
    for what, name in WHAT.items():
        cost = {language: instructions(program, what) for language, program in programs.items() if program is not None}
        for language, limit in LIMITS.items():
            value = round(cost[language] / cost["C"], 4) if language in cost else None
            note = f"{cost[language]:.0f} instructions; C: {cost['C']:.0f}" if language in cost else "cargo was not found"
            rows.append(Row(f"languages: {name}, {language}", value, "× C", limit, note))
        times = {language: seconds(program, what) for language, program in programs.items() if program is not None}
        times["Python"] = python_seconds(measure, what)
        for language in list(times)[1:]:
            note = f"{times[language] * 1e6:.2f} µs; C: {times['C'] * 1e6:.2f} µs"
            rows.append(Row(f"languages: {name}, {language}", round(times[language] / times["C"], 2), "× C's time", None, note))
    return rows


def compiled(measure: Measure) -> dict[str, Path | None]:
    """The program in each language. None: there is no compiler."""
    folder = measure.library.resolve().parent
    link = [measure.library, f"-Wl,-rpath,{folder}"]
    options = ["-O2", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}"]
    c, cpp = measure.folder / "calls_c", measure.folder / "calls_cpp"
    subprocess.run(["gcc", *options, "-o", c, SOURCES / "calls.c", *link], check=True)
    subprocess.run(["g++", "-std=c++17", *options, "-o", cpp, SOURCES / "calls.cpp", *link], check=True)
    return {"C": c, "C++": cpp, "Rust": compiled_rust(measure, folder)}


def compiled_rust(measure: Measure, library: Path) -> Path | None:
    cargo = next((path for path in ("/usr/bin/cargo", shutil.which("cargo")) if path and Path(path).exists()), None)
    if cargo is None:
        return None
    crate = measure.folder / "calls_rust"
    crate.mkdir(exist_ok=True)
    (crate / "Cargo.toml").write_text(CRATE.format(source=SOURCES / "calls.rs", crate=ROOT / "bindings/rust"))
    environment = {
        **os.environ,
        "PATH": f"/usr/bin:{os.environ['PATH']}",
        "SCRIM_LIB_DIR": str(library),
        "RUSTFLAGS": f"-C link-arg=-Wl,-rpath,{library}",
    }
    subprocess.run([cargo, "build", "--quiet", "--release", "--offline"], cwd=crate, env=environment, check=True)
    return crate / "target/release/calls"


def instructions(program: Path, what: str) -> float:
    """Instructions of one round, as the difference of two runs."""
    counts = []
    for rounds in (FEW, MANY):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, what, str(rounds)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        counts.append(int(re.search(r"Collected : (\d+)", done.stderr)[1]))
    return (counts[1] - counts[0]) / (MANY - FEW)


def seconds(program: Path, what: str, rounds: int = 100_000) -> float:
    """Processor time of a round, with the start of the program subtracted."""

    def spent(count: int) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, what, str(count)], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return (min(spent(rounds) for _ in range(3)) - min(spent(0) for _ in range(3))) / rounds


def python_seconds(measure: Measure, what: str, rounds: int = 5_000) -> float:
    environment = {**os.environ, "SCRIM_LIBRARY": str(measure.library), "PYTHONPATH": str(ROOT / "bindings/python")}
    command = [sys.executable, "-B", SOURCES / "calls.py", what, str(rounds)]
    found = [subprocess.check_output(command, env=environment, text=True) for _ in range(3)]
    return min(map(float, found)) / rounds
