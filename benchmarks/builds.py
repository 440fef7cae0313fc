#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures two builds of the library side by side, on a whole frame of 1080p RGBA. Fails if their pixels differ.

The first is the one that the package loads. Usage, with SCRIM_LIBRARY and PYTHONPATH set:
python benchmarks/builds.py SECOND-LIBRARY [REPETITIONS]
"""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import frames as f
import numpy as np
from machine import processor
from measure import Measure, Times
from scrim import StyleKind, _ffi
from scrim import _abi as s

EFFECT = StyleKind.EFFECT
#: The name, the kind, σ or radius or block, and the saturation.
STYLES = [
    *((f"blur σ {sigma:g}", StyleKind.BLUR, sigma, 0.0) for sigma in (0.5, 1, 2, 3, 5, 15)),
    ("effect, r 10", EFFECT, 10.0, 1.8),
    ("effect, r 30", EFFECT, 30.0, 1.8),
    ("effect, colors alone", EFFECT, 0.0, 1.8),
    ("pixelate 16", StyleKind.PIXELATE, 16.0, 0.0),
    ("solid", StyleKind.SOLID, 0.0, 0.0),
    ("frost", StyleKind.FROST, 0.0, 0.0),
    ("tiles", StyleKind.TILES, 0.0, 0.0),
]


Call = Callable[..., int]


def opened(path: str) -> Call:
    """scrim_redact of another build. It has another path, so the loader does not take the first build for it."""
    function = ctypes.CDLL(path).scrim_redact
    function.restype, function.argtypes = s.PROTOTYPES["scrim_redact"]
    return function


def picture(cover: f.Cover, function: Call) -> np.ndarray:
    """What a build makes of a frame."""
    cover.function = function
    cover.check(cover.ring.surface.pixels)
    cover()
    made = cover.ring.picture(cover.index).copy()
    cover.ring.restore(cover.index)
    return made


def figures(measure: Measure, covers: list[f.Cover], second: Call) -> tuple[Times, Times]:
    """Times of the builds, which take a frame each by turns."""
    turns = itertools.cycle(covers)
    used: list[f.Cover] = []

    def call(function: Call) -> None:
        used.append(next(turns))
        used[-1].function = function
        used[-1]()

    def restore() -> None:
        while used:
            cover = used.pop()
            cover.ring.restore(cover.index)

    return measure.by_turns(lambda: call(_ffi.redact), lambda: call(second), restore)


def main(arguments: list[str]) -> int:
    second = opened(arguments[0])
    measure = Measure(Path(), Path(), repetitions=int(arguments[1]) if len(arguments) > 1 else 100)
    surface = f.RGBA_1080P
    ring = f.Ring(surface, measure.warm_up + measure.repetitions)
    whole = f.array([f.region(0, 0, surface.width, surface.height)])
    different = 0
    print(f"{processor()}\n\n| style | first | second | first ÷ second | pixels |\n|---|---|---|---|---|")
    for name, kind, amount, saturation in STYLES:
        style = s.scrim_style(kind=kind, color=f.COLOR, amount=amount, saturation=saturation, seed=1)
        covers = [f.Cover(ring, index, whole, style) for index in range(ring.count)]
        same = np.array_equal(picture(covers[0], _ffi.redact), picture(covers[0], second))
        different += not same
        ours, other = (times.quartile for times in figures(measure, covers, second))
        cells = name, f"{ours * 1e3:.2f} ms", f"{other * 1e3:.2f} ms", f"{ours / other:.2f}", "equal" if same else "different"
        print(f"| {' | '.join(cells)} |", flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
