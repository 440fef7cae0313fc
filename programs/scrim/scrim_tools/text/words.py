# SPDX-License-Identifier: MIT
"""The words of a picture, and the boxes of the text that a pattern finds among them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from .boxes import Box, Word, around
from .paragraphs import Column, columns, touches, with_spaces
from .patterns import Pattern

if TYPE_CHECKING:
    from .layout import Line  # needs numpy


class PictureText(NamedTuple):
    """All words that were read, in reading order, once for each mode of tesseract."""

    passes: list[list[Word]]

    @property
    def word_count(self) -> int:
        return max(map(len, self.passes), default=0)

    def find(self, find: Pattern) -> list[Box]:
        """Returns the boxes of the text that a pattern finds.

        In each row, a box reaches from the first word to the last, also over words that touch them, and is as high as the row.
        """
        return _merged([box for words in self.passes for column in _texts(words) for box in _find(column, find)])


def _texts(words: list[Word]) -> Iterator[Column]:
    for column in columns(words):
        yield column
        if spaced := with_spaces(column):
            yield spaced


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


def on_lines(words: list[Word], lines: Sequence[Line]) -> list[Word]:
    """Returns words with the lines of text, found in the picture, that they are on. Other words keep tesseract's lines."""
    return [_on_line(word, lines) for word in words]


def _on_line(word: Word, lines: Sequence[Line]) -> Word:
    left, top, right, bottom = word.box
    middle = (left + right) / 2
    for index, line in enumerate(lines):
        box = line.box
        common = min(bottom, box.bottom) - max(top, box.top)
        if box.left <= middle <= box.right and common * 2 > bottom - top and (bottom - top) < 2 * (box.bottom - box.top):
            return Word(word.text, Box(left, box.top, right, box.bottom), (index,))
    return word


def with_agreed(words: list[Word], passes: list[list[Word]]) -> list[Word]:
    """Returns words, in which those that all other passes read as something else are replaced by what these read."""
    if not passes:
        return words
    first, *others = passes
    texts = [{(word.line, word.text): word.box for word in other} for other in others]
    agreed = [
        word
        for word in first
        if all(_common(word.box, other.get((word.line, word.text), _NOWHERE)) > 0.5 for other in texts)
    ]
    places: dict[tuple[int, ...], list[Box]] = {}
    for word in agreed:
        places.setdefault(word.line, []).append(word.box)
    kept = [word for word in words if all(_common(word.box, box) <= 0.5 for box in places.get(word.line, ()))]
    return kept + agreed


_NOWHERE = Box(-1, 0, -1, 0)


def _common(box: Box, other: Box) -> float:
    """Returns the share of the width of a box that is in another box."""
    return (min(box.right, other.right) - max(box.left, other.left)) / max(1e-9, box.right - box.left)


def on_ink(spans: list[tuple[float, float]], clumps: list[tuple[int, int]]) -> list[tuple[float, float]]:
    """Returns the left and right ends of words, enlarged to whole clumps of ink.

    All ink gets to a word, also what tesseract did not read: to the words that it overlaps, or to the nearest one.
    """
    ends: list[list[tuple[int, int]]] = [[] for _ in spans]
    for clump in clumps:
        common = [min(right, clump[1]) - max(left, clump[0]) for left, right in spans]
        most = max(common)
        for index, (left, right) in enumerate(spans):
            if common[index] == most or common[index] > 0.4 * min(right - left, clump[1] - clump[0]):
                ends[index].append(clump)
    return [
        (float(min(found)[0]), float(max(right for _, right in found))) if found else span
        for found, span in zip(ends, spans, strict=True)
    ]


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
