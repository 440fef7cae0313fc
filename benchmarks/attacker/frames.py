# SPDX-License-Identifier: MIT
"""The third attack: several frames of a video, each with noise of its own and the region a little elsewhere.

Noise that hides a digit in one frame is averaged away over many, and a grid of pixels that moves over the digits
samples them more finely than one that stands. What the linear fit finds in each frame is added up.
"""

from __future__ import annotations

import numpy as np

from .fit import Fit, pairs, ranked
from .picture import Field
from .styles import Style
from .templates import Drawing, View, seen

SHIFTS = ((0, 0), (3, 1), (-2, 2), (1, -3))
FRAMES = 16
NOISE = 8.0
QUALITY = 85
LEARNT_FROM = 400


def views() -> list[View]:
    return [View(QUALITY, SHIFTS[frame % len(SHIFTS)], NOISE, 100 + frame) for frame in range(FRAMES)]


def recorded(tiles: np.ndarray, field: Field, style: Style, whole: bool = False) -> list[np.ndarray]:
    """The frames of a video of redacted tiles."""
    return [seen(tiles, field, style, view, whole) for view in views()]


def read(drawing: Drawing, video: list[np.ndarray], style: Style, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """The strings (n, places) found in the first frame alone, and in all."""
    learnt = [Fit(drawing, style, View(QUALITY, shift, NOISE, 1), LEARNT_FROM) for shift in SHIFTS]
    fits = [learnt[frame % len(SHIFTS)] for frame in range(len(video))]
    terms = [fit.terms(frame) for fit, frame in zip(fits, video, strict=True)]
    random = np.random.default_rng(seed)
    one, all_of_them = pairs(fits[0].products, random), pairs(sum(fit.products for fit in fits), random)
    first = np.stack([ranked(each, one, 1)[0] for each in terms[0]])
    return first, np.stack([ranked(each, all_of_them, 1)[0] for each in sum(terms)])
