# SPDX-License-Identifier: MIT
"""The blurs with σ below 6 a second time: whole arrays instead of rows, and the kernels that they have on every picture."""

from typing import Any

import numpy as np
from scipy.optimize import brentq  # type: ignore[import-untyped]

Array = np.ndarray[Any, np.dtype[Any]]

#: Below the first, pixels are convolved; below the second, cells of two by two pixels.
DIRECT_END, GRID_END = 2.0, 6.0
HALVING = (20480, 15360, 6144, 1024)


def weights(ratio: float, radius: int) -> list[int]:
    """The middle first: ratio^(i²), of 65,536 together."""
    heights = [ratio ** (i * i) for i in range(radius + 1)]
    total = heights[0] + 2 * sum(heights[1:])
    sides = [int(np.floor(height / total * 65536 + 0.5)) for height in heights[1:]]
    return [min(65536 - 2 * sum(sides), 65535), *sides]


def direct_weights(sigma: float) -> list[int]:
    return weights(np.exp(-0.5 / sigma**2), max(int(np.ceil((10 * sigma - 2) / 3)), 1))


def grid_weights(sigma: float) -> list[int]:
    """So that the variances add up to σ²: 1.5 of the halving, 1.62 of the doubling, and four times that of the weights."""
    variance = (sigma**2 - 1.5 - 1.62) / 4
    ratio = np.exp(-0.5 / variance)
    if variance < 1:
        i = np.arange(-30, 31)
        ratio = brentq(lambda q: ((i * i - variance) * q ** (i * i)).sum(), 1e-9, 0.99, xtol=1e-15)
    return weights(ratio, int(np.ceil(1.5 * sigma)) - 1)


def convolve(numbers: Array, taps: list[int] | tuple[int, ...], axis: int) -> Array:
    """Without the outermost numbers, which do not have all neighbors. Every product is rounded down."""
    numbers = np.moveaxis(numbers, axis, 0)
    radius = len(taps) - 1
    count = len(numbers) - 2 * radius
    middle = numbers[radius : radius + count]
    result = (middle * taps[0] >> 16) + len(taps) // 2
    for i, weight in enumerate(taps[1:], 1):
        result = result + ((numbers[radius - i :][:count] + numbers[radius + i :][:count]) * weight >> 16)
    return np.moveaxis(result, 0, axis)


def double(cells: Array, axis: int) -> Array:
    """Two numbers of each cell that has one cell before it and two behind it."""
    a, b, c, d = (np.moveaxis(cells, axis, 0)[i : len(np.moveaxis(cells, axis, 0)) - 3 + i] for i in range(4))
    even = ((a + c) * 13107 >> 16) + (b * 39322 >> 16) + 1
    odd = ((b + c) * 30147 >> 16) + ((a + d) * 2621 >> 16) + 1
    both = np.stack([even, odd], 1).reshape(-1, *even.shape[1:])
    return np.moveaxis(both, 0, axis)


def blur(pixels: Array, sigma: float) -> Array:
    """Of rows × columns × channels."""
    numbers = pixels.astype(np.int64) * 128
    if sigma < DIRECT_END:
        taps = direct_weights(sigma)
        radius = len(taps) - 1
        numbers = np.pad(numbers, ((radius, radius), (radius, radius), (0, 0)), "edge")
        numbers = convolve(convolve(numbers, taps, 1), taps, 0)
    else:
        taps = grid_weights(sigma)
        # The cells around the picture, an even number of pixels, and a pixel more if its side is odd.
        edge = 2 * (len(taps) + 3)
        rows, columns = pixels.shape[:2]
        sides = ((edge, edge + rows % 2), (edge, edge + columns % 2), (0, 0))
        numbers = np.pad(numbers, sides, "edge")
        # The first number that is left is the fourth one, and not even.
        numbers = convolve(numbers, HALVING, 1)[:, 1::2]
        numbers = convolve(numbers, HALVING, 0)[1::2]
        numbers = convolve(convolve(numbers, taps, 1), taps, 0)
        before = edge // 2 - 2 - (len(taps) - 1) - 1
        numbers = double(numbers[before:, before:], 0)[:rows]
        numbers = double(numbers, 1)[:, :columns]
    return np.minimum(numbers + 64 >> 7, 255).astype(np.uint8)


def kernels(sigma: float, reach: int) -> list[Array]:
    """What the pixels on either side are to a pixel, without rounding: one kernel, or one for even and one for odd pixels."""

    def symmetric(taps: list[int] | tuple[int, ...]) -> Array:
        return np.array([*taps[:0:-1], *taps]) / 65536

    def centered(kernel: Array) -> Array:
        beyond = reach - len(kernel) // 2
        return np.pad(kernel, beyond) if beyond > 0 else kernel[-beyond : len(kernel) + beyond]

    if sigma < DIRECT_END:
        return [centered(symmetric(direct_weights(sigma)))]
    taps = symmetric(grid_weights(sigma))
    apart = np.zeros(2 * len(taps) - 1)
    apart[::2] = taps
    cell = np.convolve(apart, symmetric(HALVING))
    # Even pixels lie on a cell; odd ones lie a pixel behind one.
    doubling = ([(-2, 13107), (0, 39322), (2, 13107)], [(-3, 2621), (-1, 30147), (1, 30147), (3, 2621)])
    found = []
    for parts in doubling:
        kernel = np.zeros(2 * reach + 1)
        for offset, weight in parts:
            kernel += np.roll(centered(cell), offset) * weight / 65536
        found.append(kernel)
    return found


def differences(sigma: float) -> list[Array]:
    """What a picture must be multiplied with for the error of a pixel: for pixels in even and odd rows and columns."""
    reach = int(np.ceil(5 * sigma)) + 12
    exact = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    exact /= exact.sum()
    found = kernels(sigma, reach)
    return [np.outer(down, across) - np.outer(exact, exact) for down in found for across in found]


def bound(sigma: float) -> float:
    """The largest error on any picture in levels, before rounding."""
    return max(255 * max(d[d > 0].sum(), -d[d < 0].sum()) for d in differences(sigma))
