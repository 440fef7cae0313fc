#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the table of docs/explanation/pin-hashes.md: the time to try all PINs against one hash, for each preset.

The guesser is PyNaCl, whose libsodium uses the vector instructions of the CPU; one core. Usage, with SCRIM_LIBRARY and PYTHONPATH
set: python benchmarks/pin_cost.py
"""

from __future__ import annotations

import datetime
import re
import time
from collections.abc import Callable

import nacl.pwhash.argon2id as guesser
import scrim
from machine import processor

REPETITIONS = 5
LENGTHS = (4, 6, 8)
UNITS = (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def best(call: Callable[[], object]) -> float:
    times = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def words(seconds: float) -> str:
    for unit, length in UNITS:
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.1f} seconds"


def row(preset: scrim.HashPreset) -> str:
    with scrim.Text() as text:
        text.insert("2468")
        hash = text.hash(preset)
        kib, passes = map(int, re.findall(r"[mt]=(\d+)", hash))
        ours = best(lambda: text.verify(hash))
    guess = best(lambda: guesser.kdf(32, b"2468", bytes(16), passes, kib * 1024))
    cells = [preset.name.lower(), f"{kib // 1024} MiB, {passes}", f"{ours * 1e3:.0f} ms", f"{guess * 1e3:.0f} ms"]
    return " | ".join([*cells, *(words(10**length * guess) for length in LENGTHS)])


def main() -> None:
    print(f"Measured on {datetime.date.today():%Y-%m-%d}, {processor()}, one core; the best of {REPETITIONS}.\n")
    heads = ["preset", "memory, passes", "`verify`", "one guess", *(f"all PINs of {length} digits" for length in LENGTHS)]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for preset in scrim.HashPreset:
        print(f"| {row(preset)} |")


if __name__ == "__main__":
    main()
