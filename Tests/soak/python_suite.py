# SPDX-License-Identifier: MIT
"""Runs the Python suite several times in one process: no handle is left after a round, and once warm a round takes no more memory
than the one before. Usage: python_suite.py [ROUNDS]"""
from __future__ import annotations

import ctypes
import gc
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import scrim  # noqa: E402

TESTS = ROOT / "bindings" / "python" / "tests"
# What the suite itself keeps of a round (pytest's reports, caches of regular expressions): measured at about a tenth of this.
LEAST = 256 * 1024


class Mallinfo2(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


def heap() -> int:
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = Mallinfo2
    info = mallinfo2()
    return info.uordblks + info.hblkhd


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    files = [str(TESTS / f"test_{name}.py") for name in ("text", "text_events", "keypad", "scene", "capture", "lifetime")]
    used = []
    for _ in range(rounds):
        if pytest.main(["-q", "-p", "no:cacheprovider", *files]) != 0:
            return 1
        for _ in range(3):
            gc.collect()
        left = scrim.live_handles()
        if left:
            print(f"{left} handles are left")
            return 1
        used.append(heap())
    growth = used[-1] - used[-2]
    print("heap after each round: " + ", ".join(f"{n:,}" for n in used))
    print(f"{rounds} rounds of {len(files)} files, no handle left, the last took {growth:,} bytes more than the one before")
    return 0 if growth <= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
