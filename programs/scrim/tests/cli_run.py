# SPDX-License-Identifier: MIT
"""Runs the command `scrim` within the tests' process."""

import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image

from scrim_tools.cli import main

ROOT = Path(__file__).resolve().parents[3]
#: Where another Python process finds the packages that this one uses.
PYTHONPATH = os.pathsep.join(filter(None, sys.path))
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def scrim_command(*arguments: object) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
    return Ran(code, out.getvalue(), err.getvalue())


def noise(*shape: int, dtype: Any = np.uint8, seed: int = 1) -> Any:
    """Pixels of every level: what is changed anywhere shows."""
    return np.random.default_rng(seed).integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


def inside(size: tuple[int, int], *boxes: tuple[int, int, int, int]) -> Any:
    """The pixels of boxes x, y, width, height."""
    mask = np.zeros((size[1], size[0]), bool)
    for x, y, width, height in boxes:
        mask[y : y + height, x : x + width] = True
    return mask


#: Most pictures have this size, and this box of theirs is covered.
SIZE = (48, 33)
BOX = (10, 6, 20, 9)
RECT = "10,6,20,9"
MASK = inside(SIZE, BOX)


def saved(path: Path, image: Any, **options: Any) -> Path:
    image.save(path, **options)
    return path


def pixels(path: Path, mode: str | None = None) -> Any:
    with Image.open(path) as image:
        return np.asarray(image.convert(mode) if mode else image)


def same_outside(mask: Any, one: Any, other: Any) -> bool:
    return bool((one[~mask] == other[~mask]).all())
