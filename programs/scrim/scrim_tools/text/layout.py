# SPDX-License-Identifier: MIT
"""Finds the lines of text in a picture, and draws each of them in black on white for tesseract.

Screens have smooth backgrounds, in any color and also several of them: pages, cards, badges. What differs from the
smooth background around it is ink. Ink of similar height that is side by side on one background is a line of text. So
the colors of a theme do not matter, and the texts of two columns or badges are never read together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy

from .boxes import Box
from .components import Components, components, painted
from .paragraphs import COLUMN_GAP, TOUCHING

#: Up to this difference, neighboring pixels belong to one smooth background.
_SMOOTH = 10
#: From this difference to the background, a pixel is ink.
_INK = 22
#: Text that is higher, in pixels, is left to tesseract's own layout.
_HIGHEST = 100
#: More components of ink, or a tenth as many lines, are not the text of a screen.
_MOST = 40000
#: The parts of a line that are so many times as high as most others are drawings, or letters of two lines that touch.
_TALL = 2.3


class Ink(NamedTuple):
    """A connected component of ink."""

    left: int
    top: int
    right: int
    bottom: int
    #: The background around it.
    background: int
    number: int

    @property
    def height(self) -> int:
        return self.bottom - self.top


class Line(NamedTuple):
    """A line of text, without wide gaps."""

    #: The box of the ink.
    box: Box
    #: The left and right ends of ink without a visible gap.
    clumps: list[tuple[int, int]]
    #: How far each pixel is from the background, as an array of uint8. Ink of other lines is removed.
    contrast: Any
    #: The column of the picture at which this array begins.
    left: int


def text_lines(pixels: Any) -> list[Line]:
    """Returns the lines of text in a picture, an array of height, width and 3 bytes.

    In a picture of specks, such as a dithered one, there are too many lines to be text, and none is returned.
    """
    backgrounds, left, right, difference = _against_background(pixels)
    found = components(difference > _INK, diagonal=True)
    inks, frames = _inks(found, backgrounds, left, right)
    if len(inks) > _MOST:
        return []
    groups, tall = _grouped(inks)
    if len(groups) > _MOST // 10:
        return []
    # Frames belong to no line. Tall ink may contain letters of several lines, and therefore belongs to all.
    owners = numpy.full(len(found.areas), -1)
    for index, group in enumerate(groups):
        owners[[ink.number for ink in group]] = index
    owners[[ink.number for ink in tall]] = -2
    owned = painted(found, owners, difference.shape, -3)
    return [_line(index, group, tall, owned, difference) for index, group in enumerate(groups)]


def _against_background(pixels: Any) -> tuple[Any, Any, Any, Any]:
    """Returns the background at the left and right of each pixel, and how far the pixel is from the nearer of both in color.

    The result is the number of the background of each pixel, the column of the nearest pixel of a background on both
    sides, and the difference as uint8.
    """
    height, width, _ = pixels.shape
    rough = numpy.zeros((height, width), bool)
    across = _difference(pixels[:, 1:], pixels[:, :-1]) > _SMOOTH
    down = _difference(pixels[1:], pixels[:-1]) > _SMOOTH
    rough[:, 1:] |= across
    rough[:, :-1] |= across
    rough[1:] |= down
    rough[:-1] |= down
    smooth = components(~rough, diagonal=False)
    wide, high = smooth.boxes[:, 2] - smooth.boxes[:, 0], smooth.boxes[:, 3] - smooth.boxes[:, 1]
    # The inside of large bold letters is smooth, too. Unlike badges, letters are not much wider than high.
    is_background = (smooth.areas >= 2500) | (smooth.areas >= 60) & (wide * 5 >= high * 8)
    backgrounds = painted(smooth, numpy.where(is_background, numpy.arange(len(is_background)), -1), rough.shape, -1)
    columns = numpy.arange(width, dtype=numpy.int32)[None, :]
    known = backgrounds >= 0
    left = numpy.maximum.accumulate(numpy.where(known, columns, -1), axis=1)
    right = numpy.minimum.accumulate(numpy.where(known, columns, width)[:, ::-1], axis=1)[:, ::-1]
    left, right = numpy.where(left < 0, right, left), numpy.where(right == width, left, right)
    left, right = left.clip(0, width - 1), right.clip(0, width - 1)
    rows = numpy.arange(height)[:, None]
    difference = numpy.minimum(_difference(pixels, pixels[rows, left]), _difference(pixels, pixels[rows, right]))
    difference[~known.any(axis=1)] = 0
    return backgrounds, left, right, difference


def _difference(one: Any, other: Any) -> Any:
    """Returns the largest difference of the channels."""
    return (numpy.maximum(one, other) - numpy.minimum(one, other)).max(axis=2)


def _inks(found: Components, backgrounds: Any, left: Any, right: Any) -> tuple[list[Ink], list[int]]:
    """Returns the components that may be letters, and the indices of the others: frames, rules and large drawings."""
    if not len(found.areas):
        return [], []
    rows = numpy.arange(left.shape[0])[:, None]
    # The background of a component is at the left of its leftmost run, and at the right of its rightmost.
    order = numpy.lexsort((found.starts, found.labels))
    leftmost = order[numpy.searchsorted(found.labels[order], numpy.arange(len(found.areas)))]
    order = numpy.lexsort((-found.ends, found.labels))
    rightmost = order[numpy.searchsorted(found.labels[order], numpy.arange(len(found.areas)))]
    before = backgrounds[found.rows[leftmost], left[found.rows[leftmost], found.starts[leftmost]]]
    after = backgrounds[found.rows[rightmost], right[found.rows[rightmost], found.ends[rightmost] - 1]]
    sizes = numpy.bincount(backgrounds[backgrounds >= 0], minlength=1)
    around = numpy.where(sizes[before] >= sizes[after], before, after)
    wide, high = found.boxes[:, 2] - found.boxes[:, 0], found.boxes[:, 3] - found.boxes[:, 1]
    # The middle rows of a frame contain little but its sides.
    top = found.boxes[found.labels, 1] + high[found.labels] // 4
    bottom = found.boxes[found.labels, 3] - high[found.labels] // 4
    middle = (found.rows >= top) & (found.rows < bottom)
    inner = numpy.bincount(found.labels, (found.ends - found.starts) * middle, minlength=len(wide))
    hollow = (high > 12) & (wide > 3 * high) & (inner < 0.1 * wide * (high - 2 * (high // 4)))
    rule = (high < 4) & (wide > 12 * high)
    letters = ~(hollow | rule | (high > _HIGHEST))
    inks = []
    for number in numpy.nonzero(letters)[0]:
        left_end, top_end, right_end, bottom_end = map(int, found.boxes[number])
        inks.append(Ink(left_end, top_end, right_end, bottom_end, int(around[number]), int(number)))
    return inks, list(numpy.nonzero(~letters)[0])


def _grouped(inks: Iterable[Ink]) -> tuple[list[list[Ink]], list[Ink]]:
    """Returns the lines, and the ink that is much higher than the lines around it."""
    groups: list[list[Ink]] = []
    tall: list[Ink] = []
    for group in _side_by_side(sorted(inks)):
        heights = sorted((ink.height, ink.right - ink.left) for ink in group)
        half, most = sum(width for _, width in heights) / 2, heights[-1][0]
        for height, width in heights:
            half -= width
            if half <= 0:
                most = height
                break
        higher = [ink for ink in group if ink.height > _TALL * max(most, 4)]
        if higher:
            tall += higher
            for part in (set(group) - set(higher), higher):
                more, taller = _grouped(part)
                groups += more
                tall += taller
        else:
            groups.append(group)
    return groups, tall


def _side_by_side(inks: list[Ink]) -> list[list[Ink]]:
    """Groups ink, given from left to right, into lines: side by side on the same background, without wide gaps."""
    open_groups: dict[int, list[_Group]] = defaultdict(list)
    closed: list[_Group] = []
    for ink in inks:
        groups = open_groups[ink.background]
        if len(groups) > 40:
            # A hyphen, which is low, may be the first of its line.
            near = [ink.left - group.right <= COLUMN_GAP * 6 * (group.bottom - group.top) for group in groups]
            closed += [group for group, is_near in zip(groups, near, strict=True) if not is_near]
            groups[:] = [group for group, is_near in zip(groups, near, strict=True) if is_near]
        best, most = None, 0.0
        for group in groups:
            high = group.bottom - group.top
            gap = ink.left - group.right
            common = min(ink.bottom, group.bottom) - max(ink.top, group.top)
            if common * 2 < min(ink.height, high) or gap > COLUMN_GAP * max(high, ink.height, 6):
                continue
            if ink.height > 1.8 * high and len(group.inks) > 3:
                continue
            fit = common / ink.height - max(0, gap) / 1000
            if fit > most:
                best, most = group, fit
        if best is None:
            groups.append(_Group(ink))
        else:
            best.add(ink)
    return _with_dots([*closed, *(group for groups in open_groups.values() for group in groups)])


class _Group:
    """Ink that becomes a line."""

    def __init__(self, ink: Ink) -> None:
        self.left, self.top, self.right, self.bottom = ink[:4]
        self.inks = [ink]

    def add(self, ink: Ink) -> None:
        self.left, self.top = min(self.left, ink.left), min(self.top, ink.top)
        self.right, self.bottom = max(self.right, ink.right), max(self.bottom, ink.bottom)
        self.inks.append(ink)


def _with_dots(groups: list[_Group]) -> list[list[Ink]]:
    """Adds dots, accents and the like to the lines that they are above or below."""
    lines: list[_Group] = []
    # The lines by background and by the strips of the picture that they reach into.
    strips: dict[tuple[int, int], list[_Group]] = defaultdict(list)
    groups.sort(key=lambda group: group.top - group.bottom)
    for group in groups:
        background, strip = group.inks[0].background, (group.top + group.bottom) // 2 // _HIGHEST
        for line in strips[background, strip]:
            high = line.bottom - line.top
            apart = max(group.top, line.top) - min(group.bottom, line.bottom)
            inside = group.left >= line.left - 0.6 * high and group.right <= line.right + 0.6 * high
            if inside and (group.bottom - group.top) * 2 < high and apart < 0.35 * high:
                for ink in group.inks:
                    line.add(ink)
                break
        else:
            lines.append(group)
            high = group.bottom - group.top
            for strip in range((group.top - high) // _HIGHEST, (group.bottom + high) // _HIGHEST + 1):
                strips[background, strip].append(group)
    return [line.inks for line in lines]


def _line(index: int, group: list[Ink], tall: list[Ink], owned: Any, difference: Any) -> Line:
    left, top = min(ink.left for ink in group), min(ink.top for ink in group)
    right, bottom = max(ink.right for ink in group), max(ink.bottom for ink in group)
    high = bottom - top
    ends = [(ink.left, ink.right) for ink in group]
    for ink in tall:
        common = min(ink.bottom, bottom) - max(ink.top, top)
        beside = ink.right > left - high / 3 and ink.left < right + high / 3
        if common * 2 > high and beside and ink.right - ink.left < 2 * high:
            ends.append((ink.left, ink.right))
    left, right = min(left for left, _ in ends), max(right for _, right in ends)
    # One pixel more on each side, for the soft edges of letters.
    area = slice(max(0, top - 1), bottom + 1), slice(max(0, left - 1), right + 1)
    owner, contrast = owned[area], difference[area].copy()
    foreign = (owner != index) & (owner >= -1)
    if foreign.any():
        near = _dilated(foreign) & ~_dilated(owner == index)
        contrast[foreign | near] = 0
    return Line(Box(left, top, right, bottom), _clumps(ends, high), contrast, area[1].start)


def _dilated(mask: Any) -> Any:
    """Returns the mask with all pixels that touch it."""
    padded = numpy.pad(mask, 1)
    rows = padded[:-2] | padded[1:-1] | padded[2:]
    return rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:]


def _clumps(ends: list[tuple[int, int]], high: int) -> list[tuple[int, int]]:
    clumps: list[tuple[int, int]] = []
    for left, right in sorted(ends):
        if clumps and left - clumps[-1][1] <= max(1, round(high * TOUCHING)):
            clumps[-1] = clumps[-1][0], max(right, clumps[-1][1])
        else:
            clumps.append((left, right))
    return clumps
