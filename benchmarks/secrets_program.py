# SPDX-License-Identifier: MIT
"""Builds and runs cases/secrets.c: the figures of texts and keypads beside libsodium, measured in one process."""

import subprocess
from pathlib import Path

from measure import Measure, Times

HERE = Path(__file__).resolve().parent
NAMES = "text", "sodium_malloc", "insert", "shuffle", "randombytes_buf"


def run(measure: Measure) -> tuple[dict[str, Times], list[int]]:
    """Seconds by name, and bytes for each of many alive: mapped and locked, of a text and of sodium_malloc."""
    program = measure.folder / "secrets"
    folder = measure.library.resolve().parent
    source = HERE / "cases" / "secrets.c"
    command = ["gcc", "-O2", "-Wall", "-Werror", f"-I{HERE.parent / 'include'}", "-o", program, source, measure.library]
    subprocess.run([*command, "-lsodium", f"-Wl,-rpath,{folder}"], check=True)
    turns = measure.warm_up + measure.repetitions
    told = subprocess.run([program, str(turns)], check=True, capture_output=True, text=True).stdout.splitlines()
    rows = [[float(number) / 1e9 for number in line.split()] for line in told[measure.warm_up : -1]]
    times = {name: Times(list(column)) for name, column in zip(NAMES, zip(*rows, strict=True), strict=True)}
    return times, [int(number) for number in told[-1].split()]
