# SPDX-License-Identifier: MIT
"""Frost and tiles in plain numpy, slowly: written from the description of the styles, not from the library."""

from fractions import Fraction
from math import floor
from typing import NamedTuple

import numpy as np

U32 = np.uint32


class Area(NamedTuple):
    """A region on one plane: where it stands there, its whole size in pixels of the frame, what the frame cuts off."""

    x: int
    y: int
    w: int
    h: int
    size: tuple[int, int]
    cut: tuple[int, int] = (0, 0)
    #: Whether pixels of the plane stand for two of the frame, across and down.
    shift: tuple[int, int] = (0, 0)
    #: Chroma has no ink.
    chroma: bool = False
    #: How far around it pixels count, guard included, in pixels of the frame.
    reach: int = 6


class Ink(NamedTuple):
    """What a texture is made of: the style's seed, the region's id, the weights of luma, the ends of its range."""

    seed: int
    id: int
    luma: tuple[int, ...]
    black: int = 0
    white: int = 255


class Numbers(NamedTuple):
    """How the numbers of a plane stand for the levels of 8 bits. Black, white and neutral chroma stay what they are."""

    bits: int = 8
    #: Whether luma has its own black and white: 16 and 235, times 2^(bits − 8).
    limited: bool = False
    chroma: bool = False

    def _line(self) -> tuple[Fraction, Fraction]:
        """A number is slope · level + start."""
        if self.limited:
            return Fraction(2 ** (self.bits - 8)), Fraction(0)
        slope = Fraction(2**self.bits - 1, 255)
        return slope, Fraction(2 ** (self.bits - 1)) - 128 * slope if self.chroma else Fraction(0)

    def level(self, total: int, count: int) -> int:
        """The mean of numbers as a level in 1/256, to nearest."""
        slope, start = self._line()
        return min(floor((Fraction(total, count) - start) / slope * 256 + Fraction(1, 2)), 255 * 256)

    def number(self, level: Fraction) -> Fraction:
        """The number of a level, not rounded."""
        slope, start = self._line()
        return max(slope * level + start, Fraction(0))


def mixed(h: np.ndarray | int, *words: np.ndarray | int) -> np.ndarray:
    """A 32-bit mix of words."""
    value = np.asarray(h, U32)
    with np.errstate(over="ignore"):
        for word in words:
            value = (value ^ (np.asarray(word, np.int64) & 0xFFFFFFFF).astype(U32)) * U32(0x9E3779B1)
            value = (value ^ value >> U32(15)) * U32(0x85EBCA77)
            value = value ^ value >> U32(13)
    return value


def key(ink: Ink, salt: int) -> np.ndarray:
    return mixed(2166136261, ink.seed & 0xFFFFFFFF, ink.seed >> 32, ink.id & 0xFFFFFFFF, ink.id >> 32, salt)


def byte(h: np.ndarray) -> np.ndarray:
    return (h >> U32(24)).astype(np.int64)


def spans(start: int, length: int, offset: int, cell: int, reach: int) -> list[tuple[int, int]]:
    """The columns (or rows) of a grid's cells: the ring's first one, the region's, the ring's last one."""
    count = -(-(length + offset) // cell)
    inner = [
        (max(start, start - offset + i * cell), min(start + length, start - offset + (i + 1) * cell))
        for i in range(count)
    ]
    return [(start - reach, start), *inner, (start + length, start + length + reach)]


def surroundings(
    plane: np.ndarray, unread: np.ndarray, area: Area, cell: tuple[int, int], numbers: Numbers
) -> np.ndarray:
    """The grid of what is around: sampled on its outer ring, pulled and pushed into its inside. In 1/256."""
    height, width = unread.shape
    reach = [(area.reach + shift) >> shift for shift in area.shift]
    columns = spans(area.x, area.w, area.cut[0] % cell[0], cell[0], reach[0])
    rows = spans(area.y, area.h, area.cut[1] % cell[1], cell[1], reach[1])
    values = np.zeros((len(rows), len(columns), plane.shape[2]), np.int64)
    weights = np.zeros((len(rows), len(columns)), np.int64)
    for j, (top, bottom) in enumerate(rows):
        for i, (left, right) in enumerate(columns):
            if 0 < j < len(rows) - 1 and 0 < i < len(columns) - 1:
                continue
            window = np.s_[max(0, top) : min(height, bottom), max(0, left) : min(width, right)]
            if window[0].start >= window[0].stop or window[1].start >= window[1].stop:
                continue
            pixels = plane[window][~unread[window]].astype(np.int64)
            if n := len(pixels):
                values[j, i] = [numbers.level(int(total), n) for total in pixels.sum(0)]
                weights[j, i] = min(256, n * 8 << sum(area.shift))
    return filled(values, weights)


def filled(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Pull and push: what has little weight is filled from a grid of half the size."""
    rows, columns = weights.shape
    if rows == 1 and columns == 1:
        return values if weights[0, 0] > 0 else np.full_like(values, 128 * 256)
    half = (rows + 1) // 2, (columns + 1) // 2
    padding = (0, 2 * half[0] - rows), (0, 2 * half[1] - columns)
    sums = np.pad(values * weights[..., None], (*padding, (0, 0))).reshape(half[0], 2, half[1], 2, -1).sum((1, 3))
    total = np.pad(weights, padding).reshape(half[0], 2, half[1], 2).sum((1, 3))
    coarse = filled(sums // np.maximum(total, 1)[..., None], np.minimum(total, 256))
    # A child lies a quarter of a parent off its centre: three parts of it, one of the neighbour on that side.
    padded = np.pad(coarse, ((1, 1), (1, 1), (0, 0)), mode="edge")

    def neighbours(count: int) -> tuple[np.ndarray, np.ndarray]:
        child = np.arange(count)
        return child // 2 + 1, child // 2 + np.where(child % 2 == 0, 0, 2)

    (near_y, far_y), (near_x, far_x) = neighbours(rows), neighbours(columns)
    tall = 3 * padded[near_y] + padded[far_y]
    up = (3 * tall[:, near_x] + tall[:, far_x] + 8) >> 4
    w = weights[..., None]
    return (w * values + (256 - w) * up + 128) >> 8


def smooth(grid: np.ndarray, passes: int) -> np.ndarray:
    """[1 2 1]/4 each way; beyond the edge stands what stands at it."""
    for _ in range(passes):
        for axis in (0, 1):
            edge = [(0, 0)] * grid.ndim
            edge[axis] = (1, 1)
            p, n = np.pad(grid, edge, mode="edge"), grid.shape[axis]
            a, b, c = (p.take(np.arange(k, k + n), axis) for k in range(3))
            grid = (a + 2 * b + c + 2) >> 2
    return grid


def halved(grid: np.ndarray, cells: tuple[int, int]) -> np.ndarray:
    """The same surface on cells of half the size: corner cutting. `cells` counts those without the ring."""
    for axis, count in enumerate(cells):
        cell = np.arange(-1, 2 * count + 1)
        near = cell // 2 + 1
        far = near + np.where(cell % 2 == 0, -1, 1)
        grid = (3 * grid.take(near, axis) + grid.take(far, axis) + 2) >> 2
    return grid


def is_page(area: Area) -> bool:
    """Low regions hold text, and higher ones that are wider than a picture."""
    width, height = area.size
    return height < 40 or height < 150 and width >= 1.5 * height


class Page:
    """The lines and words that a texture looks like."""

    def __init__(self, area: Area, ink: Ink, cell: int) -> None:
        self.ink, self.cell, self.area = ink, cell, area
        self.width, self.height = area.size
        self.count = max(1, (2 * self.height + 30) // 60)
        self.letter = max(cell, 3 * self.height // (10 * self.count))

    def row(self, j: int, columns: np.ndarray) -> np.ndarray:
        """The ink, 0 … 255, of the cells of row j, both counted from the region's own corner."""
        place = (2 * j + 1) * self.cell * self.count * 128 // self.height
        line, height = place >> 8, place & 255
        if self.height < 8:
            line, height = 0, 128
        letter = (columns * self.cell) // self.letter
        shape = byte(mixed(key(self.ink, 1), line, letter))
        # Small letters; what rises above them; what hangs below.
        if 92 <= height < 176:
            inside = shape >= 0
        elif 44 <= height < 92:
            inside = shape % 8 < 4
        elif 176 <= height < 216:
            inside = shape % 8 == 4
        else:
            return np.zeros_like(columns)
        gap = byte(mixed(key(self.ink, 2), line, letter)) < 48
        gap &= (letter > 0) & (byte(mixed(key(self.ink, 2), line, letter - 1)) >= 48)
        length = byte(mixed(key(self.ink, 3), line))
        end = 256
        if self.count > 1:
            end = 112 + length * 5 // 12 if line == self.count - 1 else 208 + length // 5
        inside = inside & ~gap & (columns * self.cell * 256 < self.width * end)
        stroke, grain = byte(mixed(key(self.ink, 4), line, columns)), byte(mixed(key(self.ink, 5), j, columns))
        return np.where(inside, 112 + stroke // 4 + grain * 5 // 16, 0)


def clouds(ink: Ink, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Value noise of three octaves, 0 … 255, at cells counted from the region's own corner."""
    j, i = np.meshgrid(rows, columns >> 2, indexing="ij")
    total = (mixed(key(ink, 8), j, i) >> (8 * (columns & 3)).astype(U32) & U32(255)).astype(np.int64)
    for octave, weight in ((2, 5), (1, 2)):
        size, k = 1 << octave, key(ink, 8 + octave)
        j, i = np.meshgrid(rows >> octave, columns >> octave, indexing="ij")
        fy, fx = np.meshgrid(rows & (size - 1), columns & (size - 1), indexing="ij")
        corner = [[byte(mixed(k, j + a, i + b)) for b in (0, 1)] for a in (0, 1)]
        upper = corner[0][0] * (size - fx) + corner[0][1] * fx
        lower = corner[1][0] * (size - fx) + corner[1][1] * fx
        total += weight * ((upper * (size - fy) + lower * fy) >> 2 * octave)
    return total >> 3


def frost_cells(area: Area) -> tuple[int, int]:
    """The sides of the cells of surroundings and of ink, on the plane."""
    width, height = area.size
    if is_page(area):
        base, ink = 8, 4 if height < 60 else 8
    else:
        base = ink = 8 if min(width, height) < 150 else 16
    if area.shift[0]:  # without ink, chroma has cells of one size
        return (4, 4) if base == 8 else (16, 16)
    return base, ink


def luma_of(grid: np.ndarray, ink: Ink) -> int:
    return int((grid * np.array(ink.luma)).sum()) // (256 * grid.shape[0] * grid.shape[1])


def inked(grid: np.ndarray, texture: np.ndarray, luma: int, ink: Ink, amount: int) -> np.ndarray:
    """Text: towards black on light, towards white on dark."""
    target = ink.black if luma >= 115 * 256 else ink.white
    return grid + ((target * 256 - grid) * ((texture * amount) >> 8)[..., None] >> 8)


def clouded(grid: np.ndarray, texture: np.ndarray, luma: int, ink: Ink, amount: int) -> np.ndarray:
    """A surface: darker alone on white, lighter alone on black, both between."""
    level = ink.black + (texture * (ink.white - ink.black + 1) >> 8)
    return np.clip(grid + ((level - (luma >> 8)) * amount)[..., None], ink.black * 256, ink.white * 256)


def control_points(area: Area, ink: Ink, grid: np.ndarray, base: int, cell: int) -> np.ndarray:
    offset = area.cut[0] % base, area.cut[1] % base
    count = -(-(area.w + offset[0]) // base), -(-(area.h + offset[1]) // base)
    luma = luma_of(grid, ink) if not area.chroma else 0
    if base == 2 * cell:
        grid = halved(grid, (count[1], count[0]))
    if area.chroma:
        return grid
    first = (area.cut[0] - offset[0]) // cell, (area.cut[1] - offset[1]) // cell
    rows, columns = np.arange(grid.shape[0]) - 1 + first[1], np.arange(grid.shape[1]) - 1 + first[0]
    if not is_page(area):
        return clouded(grid, clouds(ink, rows, columns), luma, ink, 56)
    page = Page(area, ink, cell)
    texture = np.zeros(grid.shape[:2], np.int64)
    for j in range(1, len(rows) - 1):
        texture[j, 1:-1] = page.row(int(rows[j]), columns[1:-1])
    return inked(grid, smooth(texture, 1), luma, ink, 176)


def refined(points: np.ndarray, axis: int) -> np.ndarray:
    """Corner cutting: twice as many points, of which the first and the last are those beyond the edges."""
    count = points.shape[axis] - 2
    cell = np.arange(-1, 2 * count + 1)
    near = points.take(cell // 2 + 1, axis)
    far = points.take(cell // 2 + 1 + np.where(cell % 2 == 0, -1, 1), axis)
    return near + ((far - near) >> 2)


def between(points: np.ndarray, axis: int, step: int, start: int, length: int) -> np.ndarray:
    """Pixels start …, from points `step` apart (1, 2, 4) that stand in the middle of their pixels."""
    place = np.arange(start, start + length)
    if step == 1:
        return points.take(place + 1, axis)
    left = (place - step // 2) // step
    part = (2 * ((place - step // 2) % step) + 1).reshape([-1 if a == axis else 1 for a in range(points.ndim)])
    near, far = points.take(left + 1, axis), points.take(left + 2, axis)
    return near + ((far - near) >> step.bit_length()) * part


def frost(
    plane: np.ndarray, unread: np.ndarray, area: Area, ink: Ink, color: np.ndarray | None = None, numbers: Numbers = Numbers()
) -> np.ndarray:
    """The pixels of a region: height × width × channels. More than 8 bits are not rounded."""
    base, cell = frost_cells(area)
    if color is None:
        grid = smooth(surroundings(plane, unread, area, (base, base), numbers), 2)
    else:
        rows, columns = (-(-(n + c % base) // base) + 2 for n, c in ((area.h, area.cut[1]), (area.w, area.cut[0])))
        grid = np.broadcast_to(color.astype(np.int64) * 256, (rows, columns, len(color)))
    points = (control_points(area, ink, grid, base, cell) >> 1) + 64
    # Corners are cut twice each way; then columns are filled, and then rows.
    for axis in (0, 0, 1, 1):
        points = refined(points, axis)
    points = between(points, 1, cell // 4, area.cut[0] % base, area.w)
    points = between(points, 0, cell // 4, area.cut[1] % base, area.h)
    if numbers.bits == 8:
        return (points >> 7).astype(np.uint8)
    # The 64 are for rounding to 8 bits.
    table = {int(point): float(numbers.number(Fraction(int(point) - 64, 128))) for point in np.unique(points)}
    return np.vectorize(table.__getitem__, otypes=[float])(points)


def tiles_side(area: Area) -> int:
    shorter = min(area.size)
    return 6 if shorter < 40 else 10 if shorter < 100 else 16


def tiles(
    plane: np.ndarray, unread: np.ndarray, area: Area, ink: Ink, color: np.ndarray | None = None, numbers: Numbers = Numbers()
) -> np.ndarray:
    """The pixels of a region: height × width × channels. More than 8 bits are not rounded."""
    side = tiles_side(area)
    block = side >> area.shift[0], side >> area.shift[1]
    offset = area.cut[0] % block[0], area.cut[1] % block[1]
    count = -(-(area.w + offset[0]) // block[0]), -(-(area.h + offset[1]) // block[1])
    if color is None:
        grid = surroundings(plane, unread, area, block, numbers)
    else:
        grid = np.broadcast_to(color.astype(np.int64) * 256, (count[1] + 2, count[0] + 2, len(color)))
    blocks = grid[1:-1, 1:-1]
    if not area.chroma:
        luma = luma_of(grid, ink)
        rows = np.arange(count[1]) + (area.cut[1] - offset[1]) // block[1]
        columns = np.arange(count[0]) + (area.cut[0] - offset[0]) // block[0]
        grain = byte(mixed(key(ink, 6), *np.meshgrid(rows, columns, indexing="ij")))
        if is_page(area):
            page = Page(area, ink, side)
            text = np.stack([page.row(int(j), columns) for j in rows])
            blocks = inked(blocks, (3 * text + grain) >> 2, luma, ink, 144)
        else:
            blocks = clouded(blocks, (clouds(ink, rows, columns) + grain) >> 1, luma, ink, 72)
    if numbers.bits == 8:
        pixels = ((blocks + 128) >> 8).astype(np.uint8)
    else:
        pixels = np.array([float(numbers.number(Fraction(int(level), 256))) for level in blocks.ravel()]).reshape(blocks.shape)
    y, x = np.arange(area.h) + offset[1], np.arange(area.w) + offset[0]
    return pixels[y // block[1]][:, x // block[0]]
