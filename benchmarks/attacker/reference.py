# SPDX-License-Identifier: MIT
"""Models of the styles, until the library has them; then this file goes. Frost and mosaic are mere sketches."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import numpy as np

AT_ONCE = 1024
# Box, grey level and alpha of the presets (Apple's, version 1.0, one pixel to a point).
PRESETS = {"light": (57, 1.0, 0.30), "extra light": (39, 0.97, 0.82), "dark": (39, 0.11, 0.73)}
SATURATION = 1.8
LUMA = np.array([[0.2126], [0.7152], [0.0722]])


def clamped(length: int, kernel: np.ndarray) -> np.ndarray:
    """A convolution as a matrix; beyond an end the last pixel goes on."""
    matrix = np.zeros((length, length), np.float32)
    for row in range(length):
        np.add.at(matrix[row], np.clip(row + np.arange(len(kernel)) - len(kernel) // 2, 0, length - 1), kernel)
    return matrix


@cache
def gaussian(length: int, sigma: float) -> np.ndarray:
    at = np.arange(-int(4 * sigma) - 1, int(4 * sigma) + 2)
    weights = np.exp(-(at**2) / (2 * sigma**2))
    return clamped(length, weights / weights.sum())


@cache
def box(length: int, width: int) -> np.ndarray:
    return clamped(length, np.full(width, 1 / width))


@cache
def blocks(length: int, size: int) -> np.ndarray:
    block = np.arange(length) // size
    matrix = np.float32(block[:, None] == block)
    return matrix / matrix.sum(axis=1, keepdims=True)


def both(kernel: Any, pixels: np.ndarray, amount: float) -> np.ndarray:
    """A matrix over rows and columns of pictures (n, height, width, channels), rounded."""
    n, height, width, channels = pixels.shape
    down = np.matmul(kernel(height, amount), pixels.reshape(n, height, width * channels))
    return np.rint(np.matmul(kernel(width, amount), down.reshape(n * height, width, channels))).reshape(pixels.shape)


def preset(pixels: np.ndarray, width: int, level: float, alpha: float) -> np.ndarray:
    for _ in range(3):
        pixels = both(box, pixels, width)
    matrix = np.float32(LUMA * (1 - SATURATION) + np.eye(3) * SATURATION)
    return np.rint(np.rint(pixels @ matrix).clip(0, 255) * (1 - alpha) + 255 * level * alpha)


def cosmetic(pixels: np.ndarray, style: Any) -> np.ndarray:
    if style.method in ("blur", "pixelate"):
        return both(gaussian if style.method == "blur" else blocks, pixels, *style.arguments)
    return preset(pixels, *PRESETS[style.name])


def fringe(pixels: np.ndarray, region: tuple[int, int, int, int], style: Any) -> np.ndarray:
    """The mean of what is above and below, and a texture."""
    x, y, width, height = region
    size = 4 if style.name == "frost" else 6
    ground = (pixels[y - 4, x : x + width].mean(axis=0) + pixels[y + height + 3, x : x + width].mean(axis=0)) / 2
    cells = np.random.default_rng(1).integers(0, 60, (height // size + 1, width // size + 1, 1))
    texture = cells.repeat(size, axis=0).repeat(size, axis=1)[:height, :width]
    return np.uint8((ground + texture).clip(0, 255))


def redact(pixels: np.ndarray, regions: Any, style: Any, snap: int = 0) -> np.ndarray:
    out = pixels.copy()
    by_size = defaultdict(list)
    for x, y, width, height in np.asarray(regions).tolist():
        by_size[-(-width // snap) * snap if snap else width, height].append((x, y))
    for (width, height), places in by_size.items():
        if style.method in ("solid", "frost", "mosaic"):
            for x, y in places:
                texture = 0 if style.name == "solid" else fringe(pixels, (x, y, width, height), style)
                out[y : y + height, x : x + width] = texture
            continue
        for start in range(0, len(places), AT_ONCE):
            x, y = np.array(places[start : start + AT_ONCE]).T
            at = (y[:, None] + np.arange(height))[:, :, None], (x[:, None] + np.arange(width))[:, None, :]
            out[at] = cosmetic(np.float32(pixels[at]), style).clip(0, 255)
    return out
