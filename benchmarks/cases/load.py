# SPDX-License-Identifier: MIT
"""Loading the library against loading its two dependencies alone, in fresh processes; and its size."""

import re
import subprocess
from pathlib import Path

from measure import Measure, Row, Times

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"


def dependency(library: Path, name: str) -> str:
    """The soname under which the library asks for a dependency."""
    told = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
    found = re.search(rf"\(NEEDED\).*\[({name}\.so\.\d+)\]", told)
    if not found:
        raise RuntimeError(f"{library} does not need {name}")
    return found[1]


def load_times(measure: Measure) -> tuple[Times, Times, list[str]]:
    peers = [dependency(measure.library, name) for name in ("libsodium", "libutf8proc")]
    program = measure.folder / "load"
    subprocess.run(["gcc", "-O2", "-Wall", "-Werror", f"-I{INCLUDE}", "-o", program, HERE / "load.c"], check=True)
    turns = measure.warm_up + measure.repetitions
    command = [program, str(turns), measure.library, *peers]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = [[int(number) / 1e9 for number in line.split()] for line in told.splitlines()][measure.warm_up :]
    ours, theirs = zip(*rows, strict=True)
    return Times(list(ours)), Times(list(theirs)), peers


def stripped_size(measure: Measure) -> int:
    stripped = measure.folder / "stripped.so"
    subprocess.run(["strip", "-o", stripped, measure.library], check=True)
    return stripped.stat().st_size


def run(measure: Measure) -> list[Row]:
    ours, theirs, peers = load_times(measure)
    name = " + ".join(peers)
    note = f"{ours}; {name}: {theirs}"
    size = stripped_size(measure)
    return [
        Row("load: time beyond its dependencies", round((ours.best - theirs.best) * 1e3, 4), "ms", 0.5, note),
        Row("load: stripped size", round(size / 1024, 1), "KiB", 768, f"{size:,} bytes"),
    ]
