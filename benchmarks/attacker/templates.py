# SPDX-License-Identifier: MIT
"""What the attacker makes for itself: any string of digits, drawn where the digits stand and redacted by the library.

Of the secret picture it uses what can be seen around the region, and nothing else.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image

from .picture import PLACES, Field, cut
from .styles import Style, redact

ACROSS = 8  # tiles side by side on a canvas
SPECKLE = 16  # levels: what differs less from a panel's colour is what a JPEG has added
CANVAS = 2048  # tiles at most on one


def jpeg(pixels: np.ndarray, quality: int) -> np.ndarray:
    with io.BytesIO() as file:
        Image.fromarray(pixels).save(file, "JPEG", quality=quality)
        return np.array(Image.open(file))


@dataclass(frozen=True)
class View:
    """How a redacted field comes to be seen: moved, with noise on the way, as a JPEG."""

    quality: int | None = None
    shift: tuple[int, int] = (0, 0)
    noise: float = 0  # levels, as a standard deviation
    seed: int = 0

    def clear(self) -> View:
        """The same without noise, and without the JPEG that was made of it."""
        return View(shift=self.shift)

    def noisy(self, tiles: np.ndarray) -> np.ndarray:
        """Tiles with noise from a pool of it; the seed says where in the pool it begins."""
        if not self.noise:
            return tiles
        pool = noise_pool(self.noise)
        start = np.random.default_rng(self.seed).integers(0, len(pool) - tiles[0].size, len(tiles))
        rows = np.stack([pool[at : at + tiles[0].size] for at in start])
        return np.uint8((tiles + rows.reshape(tiles.shape)).clip(0, 255))


@cache
def noise_pool(spread: float) -> np.ndarray:
    return np.int16(np.rint(np.random.default_rng(7).normal(0, spread, 2_000_003)))


def laid_out(tiles: np.ndarray) -> np.ndarray:
    """Tiles (n, height, width, 3) on one large picture, ACROSS in a row; n is a multiple of that."""
    n, height, width, _ = tiles.shape
    split = tiles.reshape(n // ACROSS, ACROSS, height, width, 3)
    return split.swapaxes(1, 2).reshape(n // ACROSS * height, ACROSS * width, 3)


def taken_up(canvas: np.ndarray, height: int, width: int) -> np.ndarray:
    """The tiles of a large picture."""
    split = canvas.reshape(len(canvas) // height, height, ACROSS, width, 3)
    return split.swapaxes(1, 2).reshape(-1, height, width, 3)


def seen(tiles: np.ndarray, field: Field, style: Style, view: View, whole: bool = False) -> np.ndarray:
    """What a viewer sees of a field's tiles: redacted many in a call, the region alone or the tile whole."""
    height, width = tiles.shape[1:3]
    region = field.in_box(view.shift)
    parts = []
    for start in range(0, len(tiles), CANVAS):
        part = tiles[start : start + CANVAS]
        full = np.concatenate([part, np.repeat(part[-1:], -len(part) % ACROSS, axis=0)])
        down, across = np.divmod(np.arange(len(full)), ACROSS)
        regions = np.array(region) + np.stack([across * width, down * height, 0 * down, 0 * down], axis=1)
        canvas = redact(laid_out(full), regions, style)
        if view.noise:
            canvas = laid_out(view.noisy(taken_up(canvas, height, width)))
        if view.quality is not None:
            canvas = jpeg(canvas, view.quality)
        shown = taken_up(canvas, height, width)[: len(part)]
        parts.append(shown if whole else cut(shown, region))
    return np.concatenate(parts)


def coons(picture: np.ndarray, field: Field) -> np.ndarray:
    """A ground that nobody knows, interpolated from the pixels that touch the region (a Coons patch)."""
    x, y, width, height = field.region
    around = cut(picture, (x - 1, y - 1, width + 2, height + 2)).astype(np.float32)
    height, width, _ = around.shape
    v = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    u = np.linspace(0, 1, width, dtype=np.float32)[None, :, None]
    top, bottom, left, right = around[:1], around[-1:], around[:, :1], around[:, -1:]
    corners = (top[:, :1] * (1 - u) + top[:, -1:] * u) * (1 - v) + (bottom[:, :1] * (1 - u) + bottom[:, -1:] * u) * v
    return (left * (1 - u) + right * u + top * (1 - v) + bottom * v - corners)[1:-1, 1:-1]


def without_digits(picture: np.ndarray, field: Field) -> np.ndarray:
    """The field's box as it may look without digits, judged by what can be seen around the region."""
    x, y, width, height = field.in_box()
    box = cut(picture, field.box).astype(np.float32)
    if field.paper is None:
        box[y : y + height, x : x + width] = coons(picture, field)
    else:
        box[y : y + height, x : x + width] = field.paper
        box[np.abs(box - field.paper).max(axis=-1) < SPECKLE] = field.paper
    return np.uint8(np.rint(box).clip(0, 255))


class Drawing:
    """Draws strings in one field, on the ground that the attacker has made out."""

    def __init__(self, picture: np.ndarray, field: Field) -> None:
        self.field = field
        self.empty = without_digits(picture, field)
        # A digit's ink stays in its own columns, so that a string is put together from digits drawn alone.
        self.first = field.x - field.box[0]
        self.cells = np.stack([[self._cell(place, digit) for digit in "0123456789"] for place in range(PLACES)])
        mean = self.cells.astype(np.float32).mean(axis=1, keepdims=True)
        self.cells = np.concatenate([self.cells, np.uint8(np.rint(mean))], axis=1)

    def _cell(self, place: int, digit: str) -> np.ndarray:
        image = Image.fromarray(self.empty)
        self.field.draw(image, digit, place, self.field.box[:2])
        return np.asarray(image)[:, self._columns(place)]

    def _columns(self, place: int) -> slice:
        start = self.first + place * self.field.advance
        return slice(start, start + self.field.advance)

    def tiles(self, strings: np.ndarray) -> np.ndarray:
        """Strings (n, places), as tiles; digit 10 is the mean of all, −1 leaves the place empty."""
        out = np.repeat(self.empty[None], len(strings), axis=0)
        for place in range(strings.shape[1]):
            drawn = strings[:, place] >= 0
            out[drawn, :, self._columns(place)] = self.cells[place, strings[drawn, place]]
        return out

    def redacted(self, strings: np.ndarray, style: Style, view: View) -> np.ndarray:
        """The region's pixels (n, height, width, 3) of strings that went through the library, as they are seen."""
        return seen(self.tiles(strings), self.field, style, view)
