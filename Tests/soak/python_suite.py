# SPDX-License-Identifier: MIT
"""Runs the Python suite several times in one process: no handle is left after a round, and once warm a round takes no more memory
than the one before. Usage: python_suite.py [ROUNDS]"""
from __future__ import annotations

import ctypes
import gc
import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import scrim  # noqa: E402

TESTS = ROOT / "bindings" / "python" / "tests"
# One file for each thing that the bindings keep hold of: handles, callbacks, buffers, records.
NAMES = ("text", "text_display", "text_events", "keypad", "scene", "scene_building", "scene_texts", "capture", "lifetime", "gestures",
         "collector", "private_touches", "feed", "attempts")
# What pytest and Python keep of a round, once warm, was 17 to 43 KiB in four rounds. 300 bytes kept of each text that is made are more
# than 300 KiB.
LIMIT = 64 * 1024


class Mallinfo2(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


def heap() -> int:
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = Mallinfo2
    info = mallinfo2()
    return info.uordblks + info.hblkhd


def main() -> int:
    if os.environ.get("PYTHONMALLOC") != "malloc":  # else small objects have their own heap, which mallinfo2() does not see
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONMALLOC": "malloc"})
    rounds = max(int(sys.argv[1]) if len(sys.argv) > 1 else 4, 3)  # the first two warm up
    files = [str(TESTS / f"test_{name}.py") for name in NAMES]
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
    return 0 if growth <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
