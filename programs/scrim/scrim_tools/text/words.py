# SPDX-License-Identifier: MIT
"""The words of a picture, and the boxes of the text that a pattern finds among them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from .boxes import Box, Word, around
from .paragraphs import Column, columns, touches
from .patterns import Pattern


class Reading(NamedTuple):
    """All words that were read, in reading order, once for each mode of tesseract."""

    passes: list[list[Word]]

    @property
    def word_count(self) -> int:
        return max(map(len, self.passes), default=0)

    def find(self, find: Pattern) -> list[Box]:
        """Returns the boxes of the text that a pattern finds.

        In each row, a box reaches from the first word to the last, also over words that touch them, and is as high as the row.
        """
        return _merged([box for words in self.passes for column in columns(words) for box in _find(column, find)])


def _find(column: Column, find: Pattern) -> Iterator[Box]:
    for start, end in find(column.text):
        first = max(0, bisect_right(column.starts, start) - 1)
        last = bisect_right(column.starts, end - 1) - 1
        # A word that touches belongs to the match: tesseract may have divided it, or misread a letter in between.
        while first > 0 and _touch(column, first - 1):
            first -= 1
        while last + 1 < len(column.words) and _touch(column, last):
            last += 1
        yield from _high(column, first, last)


def _touch(column: Column, index: int) -> bool:
    """Whether a word and the next one are in one row, without a visible gap."""
    row, left, right = column.rows[index], column.words[index], column.words[index + 1]
    return row is column.rows[index + 1] and touches(left, right, row.box.bottom - row.box.top)


def _high(column: Column, first: int, last: int) -> Iterator[Box]:
    """Yields boxes of words, as high as their rows. A tight box would reveal whether a word has descenders."""
    found: dict[int, list[Box]] = {}
    for index in range(first, last + 1):
        found.setdefault(id(column.rows[index]), []).append(column.words[index].box)
    highs = {id(row): row.box for row in column.rows[first : last + 1]}
    for row, boxes in found.items():
        inside, high = around(boxes), highs[row]
        # Limited, because tesseract may have mistaken a drawing on the line for a letter.
        most = (inside.bottom - inside.top) / 4
        yield inside._replace(
            top=max(high.top, inside.top - most),
            bottom=min(high.bottom, inside.bottom + most),
        )


def _merged(boxes: list[Box]) -> list[Box]:
    """Merges boxes of the same text that several modes found."""
    merged: list[Box] = []
    for box in sorted(boxes):
        for index, other in enumerate(merged):
            height = min(box.bottom, other.bottom) - max(box.top, other.top)
            if box.left < other.right and height > (min(box.bottom - box.top, other.bottom - other.top)) / 2:
                merged[index] = around([box, other])
                break
        else:
            merged.append(box)
    return merged


def snapped(box: Box, size: tuple[int, int], size_multiple: int) -> tuple[float, float, float, float]:
    """Returns the box to cover as x, y, width and height.

    The box is enlarged by a fifth of its height on each side, because tesseract's boxes are tight. Its width is then
    rounded up to a multiple of `size_multiple`, so that it reveals less about the word. It grows to the right, or to
    the left at the right edge of the picture.
    """
    margin = max(2, math.ceil((box.bottom - box.top) / 5))
    left, top = max(0, math.floor(box.left - margin)), max(0, math.floor(box.top - margin))
    right, bottom = min(size[0], math.ceil(box.right + margin)), min(size[1], math.ceil(box.bottom + margin))
    width = right - left
    if size_multiple:
        width = min(size[0], -(-width // size_multiple) * size_multiple)
        left = min(left, size[0] - width)
    return left, top, width, bottom - top
