# SPDX-License-Identifier: MIT
"""The first attack: template search. Candidates are drawn, redacted by the library, and compared, left to right.

A beam of the best beginnings is kept. What follows a beginning is drawn as the mean of all digits, and only the columns
that the beginning decides are compared; at the end whole strings are.
"""

from __future__ import annotations

import numpy as np

from .compare import distances, known
from .picture import PLACES, Field
from .styles import Style
from .templates import Drawing, View

MEAN = 10
BEAM = 8
DIGITS = np.arange(10)
PLAIN = View()


def decided(field: Field, style: Style, places: int) -> int:
    """The width of the part of the region that so many digits decide, nearly."""
    left, _, width, _ = field.region
    if places == PLACES:
        return width
    right = field.x - left + places * field.advance
    return min(width, max(round(right - 0.7 * style.reach) // style.block * style.block, style.block, 6))


def extended(beams: np.ndarray, place: int) -> np.ndarray:
    """Each string of the beams (targets, beam, places), with each digit at a place."""
    out = np.repeat(beams, 10, axis=1)
    out[:, :, place] = np.tile(DIGITS, beams.shape[1])
    return out


def nearest(
    drawing: Drawing, targets: np.ndarray, candidates: np.ndarray, style: Style, view: View, width: int
) -> np.ndarray:
    """The distance of each target's candidates (targets, candidates, places); equal ones are drawn but once."""
    flat = candidates.reshape(-1, PLACES)
    strings, index = np.unique(flat, axis=0, return_inverse=True)
    vectors = known(drawing.redacted(strings, style, view)[:, :, :width], drawing.field)
    wanted = known(targets[:, :, :width], drawing.field)
    index = index.reshape(candidates.shape[:2])
    return np.stack([distances(vectors[chosen], target) for chosen, target in zip(index, wanted, strict=True)])


def best(distances: np.ndarray, candidates: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
    """The candidates at the least distances. Among equals chance decides, and in the same way for all targets: where
    nothing can be read they all get one guess, which is then drawn but once."""
    tied = np.broadcast_to(random.random(distances.shape[1]), distances.shape)
    order = np.lexsort((tied, distances), axis=1)[:, :count]
    return np.take_along_axis(candidates, order[:, :, None], axis=1)


def read(drawing: Drawing, targets: np.ndarray, style: Style, view: View, seed: int = 0) -> np.ndarray:
    """The strings (n, places) that it finds in targets (n, height, width, 3)."""
    random = np.random.default_rng(seed)
    beams = np.full((len(targets), 1, PLACES), MEAN)
    for place in range(PLACES):
        candidates = extended(beams, place)
        whole = place == PLACES - 1
        width = decided(drawing.field, style, place + 1)
        apart = nearest(drawing, targets, candidates, style, view if whole else PLAIN, width)
        beams = best(apart, candidates, 1 if whole else BEAM, random)
    return beams[:, 0]
