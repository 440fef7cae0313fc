# SPDX-License-Identifier: MIT
"""What memory allows, in C: cases/memory.c, compiled for a run."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

from measure import Measure

SOURCE = Path(__file__).resolve().parent / "cases/memory.c"


class Place(ctypes.Structure):
    """The corner of a rectangle: a column in bytes, and a row."""

    _fields_ = [("x", ctypes.c_uint32), ("y", ctypes.c_uint32)]


class Memory:
    def __init__(self, measure: Measure) -> None:
        path = measure.folder / "memory.so"
        if not path.exists():
            subprocess.run(["gcc", "-O3", "-Wall", "-Werror", "-shared", "-fPIC", "-o", path, SOURCE], check=True)
        library = ctypes.CDLL(str(path))
        pointer, size = ctypes.c_void_p, ctypes.c_size_t
        #: Reads, changes and writes each byte: `pass_(address, bytes)`.
        self.pass_ = getattr(library, "pass")
        self.pass_.restype, self.pass_.argtypes = None, [pointer, size]
        #: `copy_rectangles(to, from, stride, places, count, width, height)`, the width in bytes.
        self.copy_rectangles = library.copy_rectangles
        self.copy_rectangles.restype = None
        self.copy_rectangles.argtypes = [pointer, pointer, size, ctypes.POINTER(Place), size, size, size]
