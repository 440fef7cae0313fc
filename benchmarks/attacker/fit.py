# SPDX-License-Identifier: MIT
"""The second attack: a linear fit, and with it all million strings at once.

Blur, pixelation and tints are linear but for their rounding: what each digit adds to a picture is learnt from random
strings that the attacker draws and redacts itself, a JPEG's losses included. The distance of a string from a picture is
then a sum of terms for one place and for two, of which those for two are the same for all pictures. What comes out
nearest is drawn and redacted whole, and the nearest of these is it.
"""

from __future__ import annotations

import numpy as np

from .compare import known
from .picture import PLACES
from .search import best, nearest
from .styles import Style
from .templates import Drawing, View

LEARNT_FROM = 800  # strings
KEPT = 64
SEEN = 0.03  # of a level squared, over all pixels: less is the rounding of sums


def axes(values: np.ndarray, *places: int) -> np.ndarray:
    """Values for the digits at some places, in the shape of a table over all strings."""
    return values.reshape([10 if place in places else 1 for place in range(PLACES)])


class Fit:
    """What digits add to a field's picture: vectors, in units of what the fit leaves unexplained."""

    def __init__(self, drawing: Drawing, style: Style, view: View, learnt_from: int = LEARNT_FROM) -> None:
        strings = np.random.default_rng(1).integers(0, 10, (learnt_from, PLACES))
        self.field = drawing.field
        present = np.float32(strings[:, :, None] == np.arange(10)).reshape(learnt_from, -1)
        share = present.mean(axis=0)
        present -= share
        # Noise is left out where digits are learnt: it would be learnt too, and no number of frames would remove that.
        shown = known(drawing.redacted(strings, style, view.clear() if view.noise else view), self.field)
        added = np.linalg.pinv(present.T @ present, rcond=1e-4) @ (present.T @ (shown - shown.mean(axis=0)))
        if view.noise:
            shown = known(drawing.redacted(strings, style, view), self.field)
        self.mean = shown.mean(axis=0)
        self.sight = self._sight(added, shown - self.mean - present @ added)
        self.digits = added @ self.sight.T
        self.offset = share @ self.digits
        self.products = self.digits @ self.digits.T

    def _sight(self, added: np.ndarray, unexplained: np.ndarray) -> np.ndarray:
        """The directions in which pictures tell digits apart; none where they do not."""
        sizes, turns = np.linalg.eigh(added @ added.T)
        seen = sizes > SEEN
        directions = (turns[:, seen] / np.sqrt(sizes[seen])).T @ added
        if self.field.paper is None or not len(directions):  # an unknown ground is more than what is unexplained here
            return directions
        noise = unexplained @ directions.T
        spread = noise.T @ noise / len(noise)
        spread += np.eye(len(spread), dtype=np.float32) * max(1e-3 * np.trace(spread) / len(spread), 1e-3)
        return np.float32(np.linalg.solve(np.linalg.cholesky(spread), directions))

    def terms(self, targets: np.ndarray) -> np.ndarray:
        """For each target (n, height, width, 3), what each digit at each place (n, 60) adds to its distance."""
        apart = (known(targets, self.field) - self.mean) @ self.sight.T + self.offset
        return np.diag(self.products) - 2 * apart @ self.digits.T


def pairs(products: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The terms for two places, over all strings; with so little chance as decides only among equals."""
    table = random.random((10,) * PLACES, dtype=np.float32) * np.float32(1e-3)
    blocks = products.reshape(PLACES, 10, PLACES, 10)
    for one in range(PLACES):
        for other in range(one + 1, PLACES):
            table += 2 * axes(blocks[one, :, other], one, other)
    return table


def ranked(terms: np.ndarray, table: np.ndarray, count: int) -> np.ndarray:
    """The nearest strings (count, places) of one target, nearest first."""
    total = table.copy()
    for place, values in enumerate(terms.reshape(PLACES, 10)):
        total += axes(values, place)
    flat = total.reshape(-1)
    chosen = np.argpartition(flat, count)[:count]
    chosen = chosen[np.argsort(flat[chosen])]
    return np.stack(np.unravel_index(chosen, total.shape), axis=1)


def read(drawing: Drawing, targets: np.ndarray, style: Style, view: View, seed: int = 0) -> np.ndarray:
    """The strings (n, places) that it finds in targets (n, height, width, 3)."""
    random = np.random.default_rng(seed)
    fit = Fit(drawing, style, view)
    table = pairs(fit.products, random)
    candidates = np.stack([ranked(terms, table, KEPT) for terms in fit.terms(targets)])
    return best(nearest(drawing, targets, candidates, style, view, targets.shape[2]), candidates, 1, random)[:, 0]
