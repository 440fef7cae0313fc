# SPDX-License-Identifier: MIT
"""The words of a picture, and the boxes of the text that a pattern finds among them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from .patterns import Pattern


class Box(NamedTuple):
    """A box in pixels."""

    left: float
    top: float
    right: float
    bottom: float


class Word(NamedTuple):
    """A word that tesseract read."""

    text: str
    box: Box
    #: Identifies the line. Words on one line have the same value.
    line: tuple[int, ...]


class Reading(NamedTuple):
    """All words that were read, in reading order, once for each mode of tesseract."""

    passes: list[list[Word]]

    @property
    def word_count(self) -> int:
        return max(map(len, self.passes), default=0)

    def find(self, find: Pattern) -> list[Box]:
        """Returns the boxes of the text that a pattern finds: on each line from the first word to the last, as high as the line."""
        return _merged([box for words in self.passes for box in _find(words, find)])


def _find(words: list[Word], find: Pattern) -> Iterator[Box]:
    starts: list[int] = []
    text = ""
    for index, word in enumerate(words):
        if index:
            text += " " if word.line == words[index - 1].line else "\n"
        starts.append(len(text))
        text += word.text
    for start, end in find(text):
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
        yield from _lines(words[max(0, first) : last + 1], words)


def _lines(found: list[Word], words: list[Word]) -> Iterator[Box]:
    """Yields boxes of words, as high as their lines. A tight box would reveal whether a word has descenders."""
    for line in dict.fromkeys(word.line for word in found):
        inside = _around([word.box for word in found if word.line == line])
        high = _around([word.box for word in words if word.line == line])
        # Limited, because tesseract may have mistaken a drawing on the line for a letter.
        most = (inside.bottom - inside.top) / 4
        yield inside._replace(
            top=max(high.top, inside.top - most),
            bottom=min(high.bottom, inside.bottom + most),
        )


def _around(boxes: list[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _merged(boxes: list[Box]) -> list[Box]:
    """Merges boxes of the same text that several modes found."""
    merged: list[Box] = []
    for box in sorted(boxes):
        for index, other in enumerate(merged):
            height = min(box.bottom, other.bottom) - max(box.top, other.top)
            if box.left < other.right and height > (min(box.bottom - box.top, other.bottom - other.top)) / 2:
                merged[index] = _around([box, other])
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
