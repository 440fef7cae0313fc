# SPDX-License-Identifier: MIT
"""Boxes and words, as tesseract reports them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


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


def around(boxes: Iterable[Box]) -> Box:
    """Returns the smallest box that contains all boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))
