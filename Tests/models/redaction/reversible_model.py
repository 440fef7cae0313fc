# SPDX-License-Identifier: MIT
"""Effects and mosaics in plain numpy and whole numbers. The library agrees byte for byte, except for one level in boxes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

KR_KB = {"BT709": (0.2126, 0.0722), "BT601": (0.299, 0.114), "BT2020": (0.2627, 0.0593)}
FLT_EPSILON = 2.0**-23


# ---- RGB565 ----


def expand565(pixels: np.ndarray) -> np.ndarray:
    number = pixels[..., 0].astype(int) | pixels[..., 1].astype(int) << 8
    levels = [(number >> 11, 31), (number >> 5 & 63, 63), (number & 31, 31)]
    return np.stack([(value * 510 + top) // (2 * top) for value, top in levels], -1).astype(np.uint8)


def pack565(colors: np.ndarray) -> np.ndarray:
    red, green, blue = ((colors[..., i].astype(int) * 2 * top + 255) // 510 for i, top in enumerate([31, 63, 31]))
    number = red << 11 | green << 5 | blue
    return np.stack([number & 255, number >> 8], -1).astype(np.uint8)


# ---- Boxes ----


def box_side(pixels: float) -> int:
    side = math.floor(pixels * 3 * math.sqrt(2 * math.pi) / 4 + 0.5)
    return side if side % 2 else side + 1


def box(plane: np.ndarray, side: int, down: int) -> np.ndarray:
    """One convolution, every box summed up by itself through a table of sums over the padded plane."""
    height, width = plane.shape
    padded = np.pad(plane.astype(np.int64), ((down // 2,) * 2, (side // 2,) * 2), mode="edge")
    table = np.zeros((height + down, width + side), np.int64)
    table[1:, 1:] = padded.cumsum(0).cumsum(1)
    sums = table[down:, side:] - table[:-down, side:] - table[down:, :-side] + table[:-down, :-side]
    return np.asarray(((sums + side * down // 2) // (side * down)).astype(np.uint8))


def boxes(picture: np.ndarray, side: int, down: int | None = None) -> np.ndarray:
    """Three convolutions. Boxes are squares unless the side that runs down is given."""
    channels = picture.reshape(*picture.shape[:2], -1)
    out = [channels[..., i] for i in range(channels.shape[2])]
    for _ in range(3):
        out = [box(plane, side, down or side) for plane in out]
    return np.stack(out, -1).reshape(picture.shape)


# ---- Colours ----


def coefficient(value: float) -> int:
    return int(math.copysign(math.floor(abs(float(np.float32(value * 256))) + 0.5), value))


def matrix(s: float) -> np.ndarray:
    """Rows: blue, green, red of the source; columns of the result."""
    return np.array(
        [
            [coefficient(v) for v in row]
            for row in [
                [0.0722 + 0.9278 * s, 0.0722 - 0.0722 * s, 0.0722 - 0.0722 * s],
                [0.7152 - 0.7152 * s, 0.7152 + 0.2848 * s, 0.7152 - 0.7152 * s],
                [0.2126 - 0.2126 * s, 0.2126 - 0.2126 * s, 0.2126 + 0.7873 * s],
            ]
        ]
    )


def saturated(bgr: np.ndarray, s: float) -> np.ndarray:
    if abs(s - 1) <= FLT_EPSILON:
        return bgr
    sums = bgr.astype(np.int64) @ matrix(s) + 128
    return np.clip(np.where(sums < 0, -(-sums // 256), sums // 256), 0, 255).astype(np.uint8)


def tinted(values: np.ndarray, level: float, alpha: float) -> np.ndarray:
    """With weights of 14 bits, rounded to nearest. In the full range, the chroma of a strong color can be 256, which is clamped."""
    weight, part = math.floor((1 - alpha) * 16384 + 0.5), math.floor(level * alpha * 16384 + 0.5)
    return np.clip(values.astype(np.int64) * weight + part + 8192 >> 14, 0, 255).astype(np.uint8)


def chroma_levels(tint: Any, range: str, matrix: str) -> tuple[float, float, float]:
    (r, g, b), (kr, kb) = tint, KR_KB[matrix]
    y = kr * r + (1 - kr - kb) * g + kb * b
    base, luma, chroma = (16, 219, 224) if range == "LIMITED" else (0, 255, 255)
    return (
        base + luma * y,
        128 + chroma * (b - y) / (2 * (1 - kb)),
        128 + chroma * (r - y) / (2 * (1 - kr)),
    )


class Effect:
    def __init__(self, radius: float, saturation: float, tint: Any, alpha: float) -> None:
        self.radius, self.saturation, self.tint, self.alpha = radius, saturation, tint, alpha

    def unblurred(self) -> Effect:
        return Effect(0, self.saturation, self.tint, self.alpha)

    def blurred(self, picture: np.ndarray, pixels_per_point: float, down: float | None = None) -> np.ndarray:
        """`down` is the number of rows per point, if it is another one."""
        if not self.radius > FLT_EPSILON:
            return picture
        return boxes(picture, box_side(self.radius * pixels_per_point), box_side(self.radius * (down or pixels_per_point)))

    def colors(self, picture: np.ndarray, format: str, scale: float) -> np.ndarray:
        if format == "RGB565":
            return pack565(self.colors(expand565(picture), "RGB", scale))
        blurred = self.blurred(picture, scale)
        bgr = saturated(np.stack([blurred[..., format.index(c)] for c in "BGR"], -1), self.saturation)
        out = np.empty_like(picture)
        for i, c in enumerate("BGR"):
            out[..., format.index(c)] = tinted(bgr[..., i], 255 * self.tint["RGB".index(c)], self.alpha)
        for c, value in [("A", 255), ("X", 0)]:
            if c in format:
                out[..., format.index(c)] = value
        return out

    def gray(self, picture: np.ndarray, scale: float) -> np.ndarray:
        level = 255 * (0.2126 * self.tint[0] + 0.7152 * self.tint[1] + 0.0722 * self.tint[2])
        return tinted(self.blurred(picture, scale), level, self.alpha)

    def luma(self, plane: np.ndarray, scale: float, range: str, matrix: str) -> np.ndarray:
        return tinted(self.blurred(plane, scale), chroma_levels(self.tint, range, matrix)[0], self.alpha)

    def chroma(self, pairs: np.ndarray, scale: float, range: str, matrix: str) -> np.ndarray:
        """Cb and Cr in the last axis."""
        moved = (self.blurred(pairs, scale / 2).astype(int) - 128) * coefficient(self.saturation) + 128
        strong = np.clip((moved >> 8) + 128, 0, 255)
        levels = chroma_levels(self.tint, range, matrix)[1:]
        return np.stack([tinted(strong[..., i], levels[i], self.alpha) for i in (0, 1)], -1)


# ---- Mosaics ----


def block_of(length: int, corner: int, side: int, chroma: bool) -> np.ndarray:
    """For each sample of a region's side: the number of its block, counted from the region's corner."""
    position = np.arange(length) - corner
    return np.asarray((2 * position if chroma else position) // side)


def pixelated(samples: np.ndarray, corner: tuple[int, int], side: int, chroma: bool = False) -> np.ndarray:
    """`samples` are those of a region that lie in the plane; `corner` is where the region begins from there, x and y."""
    out = samples.copy()
    rows = block_of(samples.shape[0], corner[1], side, chroma)
    columns = block_of(samples.shape[1], corner[0], side, chroma)
    for row in np.unique(rows):
        for column in np.unique(columns):
            block = np.ix_(rows == row, columns == column)
            values = samples[block].astype(np.int64)
            count = values.shape[0] * values.shape[1]
            out[block] = (values.sum((0, 1)) + count // 2) // count
    return out
