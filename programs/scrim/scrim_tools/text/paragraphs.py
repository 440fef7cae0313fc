# SPDX-License-Identifier: MIT
"""Arranges words as a person reads them: words in rows, and rows in columns. Only their places decide.

A pattern sees one column at a time, so that it never joins numbers of different columns.
"""

from __future__ import annotations

from typing import NamedTuple

from .boxes import Box, Word, around

#: A gap that is wider, measured in heights of the row, separates columns.
COLUMN_GAP = 1.3
#: Words with a smaller gap, measured in heights of the row, touch. A space is wider.
TOUCHING = 0.14
#: Rows of a column are not further apart, measured in heights of a row.
_ROW_GAP = 1.2
#: A row of a table that is wider, measured in its height, is text, which can be wrapped.
_CELL_WIDTH = 15
#: In rows of letters up to this height, in pixels, a space can be as narrow as the gap between two letters.
_SMALL = 12


class Row(NamedTuple):
    """Words side by side, from left to right."""

    words: list[Word]
    box: Box


class Column(NamedTuple):
    """Rows below each other, as a text for patterns."""

    text: str
    #: The words, and where each begins in the text.
    words: list[Word]
    starts: list[int]
    #: The row of each word.
    rows: list[Row]


def touches(left: Word, right: Word, height: float) -> bool:
    """Whether there is no visible gap between two words of a row."""
    return right.box.left - left.box.right <= max(1.0, TOUCHING * height)


def columns(words: list[Word]) -> list[Column]:
    """Returns the columns of words, each with its text.

    In the text, words of a row are separated by spaces. Rows are separated by one line feed if the text may continue
    in the next row, and by two if it does not.
    """
    rows = _rows(words)
    return [_column(chain, rows) for chain in _chains(rows)]


def _rows(words: list[Word]) -> list[Row]:
    """Groups words into rows: the lines of tesseract, divided at wide gaps, and joined if there is no gap."""
    parts: list[list[Word]] = []
    lines: dict[tuple[int, ...], list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    for line in lines.values():
        line.sort(key=lambda word: word.box.left)
        height = _height(line)
        for word in line:
            if parts and parts[-1][-1].line == word.line and word.box.left - parts[-1][-1].box.right <= COLUMN_GAP * height:
                parts[-1].append(word)
            else:
                parts.append([word])
    rows: list[Row] = []
    for row in sorted((Row(part, around([word.box for word in part])) for part in parts), key=lambda row: row.box.left):
        for index in range(len(rows) - 1, -1, -1):
            if _continues(rows[index].box, row.box):
                joined = [*rows[index].words, *row.words]
                rows[index] = Row(joined, around([rows[index].box, row.box]))
                break
        else:
            rows.append(row)
    return [Row(sorted(row.words, key=lambda word: word.box.left), row.box) for row in rows]


def _height(words: list[Word]) -> float:
    """Returns the height of most words. Drawings read as letters can be higher."""
    heights = sorted(word.box.bottom - word.box.top for word in words)
    return heights[len(heights) // 2]


def _continues(left: Box, right: Box) -> bool:
    """Whether two parts of rows are one row."""
    low, high = sorted((left.bottom - left.top, right.bottom - right.top))
    gap = right.left - left.right
    return _common(left.top, left.bottom, right.top, right.bottom) * 2 > low and high < 2 * low and -low < gap <= COLUMN_GAP * low


def _common(low: float, high: float, other_low: float, other_high: float) -> float:
    return min(high, other_high) - max(low, other_low)


def _chains(rows: list[Row]) -> list[list[Row]]:
    """Groups rows into columns: each row below another of about its height, without a wide gap."""
    rows = sorted(rows, key=lambda row: (row.box.top, row.box.left))
    chains: list[list[Row]] = []
    for row in rows:
        best, least = None, 0.0
        for chain in chains:
            above = chain[-1].box
            low, high = sorted((above.bottom - above.top, row.box.bottom - row.box.top))
            gap = row.box.top - above.bottom
            if not -low / 2 < gap <= _ROW_GAP * low or high > 2 * low:
                continue
            if _common(above.left, above.right, row.box.left, row.box.right) <= 0:
                continue
            # The row above that begins most nearly at the same place.
            far = abs(above.left - row.box.left) + abs(gap)
            if best is None or far < least:
                best, least = chain, far
        if best is None:
            chains.append([row])
        else:
            best.append(row)
    return chains


def _column(chain: list[Row], rows: list[Row]) -> Column:
    limit = max(row.box.right for row in chain)
    words: list[Word] = []
    starts: list[int] = []
    of_rows: list[Row] = []
    text = ""
    for index, row in enumerate(chain):
        if index:
            text += "\n" if _wraps(chain[index - 1], row, limit, rows) else "\n\n"
        height = row.box.bottom - row.box.top
        for number, word in enumerate(row.words):
            if number and not touches(row.words[number - 1], word, height):
                text += " "
            starts.append(len(text))
            words.append(word)
            of_rows.append(row)
            text += word.text
    return Column(text, words, starts, of_rows)


def with_spaces(column: Column) -> Column | None:
    """Returns the column with a space between all words of its low rows, or None if no space is missing.

    There, tesseract knows better than the width of the gap where a word ends.
    """
    text, starts = "", []
    for index, (start, word, row) in enumerate(zip(column.starts, column.words, column.rows, strict=True)):
        end = column.starts[index - 1] + len(column.words[index - 1].text) if index else 0
        joined = index > 0 and start == end and row is column.rows[index - 1] and row.box.bottom - row.box.top <= _SMALL
        text += " " if joined else column.text[end:start]
        starts.append(len(text))
        text += word.text
    return column._replace(text=text, starts=starts) if text != column.text else None


def _wraps(row: Row, below: Row, limit: float, rows: list[Row]) -> bool:
    """Whether the text of a row may continue in the row below: the first word below did not fit into the row."""
    height = row.box.bottom - row.box.top
    first = below.words[0].box
    if row.box.right + (first.right - first.left) + height / 5 < limit:
        return False
    return row.box.right - row.box.left > _CELL_WIDTH * height or not (_has_neighbor(row, rows) and _has_neighbor(below, rows))


def _has_neighbor(row: Row, rows: list[Row]) -> bool:
    """Whether another column has a row at the same height, as in a table."""
    height = row.box.bottom - row.box.top
    return any(
        other is not row
        and abs(other.box.top - row.box.top) < height / 3
        and abs(other.box.bottom - row.box.bottom) < height / 3
        for other in rows
    )
