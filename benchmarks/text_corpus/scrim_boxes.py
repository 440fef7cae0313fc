# SPDX-License-Identifier: MIT
"""The boxes of `scrim redact --text`, through the functions that the command calls."""

from __future__ import annotations

import os
from typing import Any

from PIL import Image
from scrim_tools.text import NAMED, pattern, read_words, snapped

from .score import Box
from .values import KINDS


def processor_seconds() -> float:
    """The processor time of this process and of the processes that it waited for."""
    return sum(os.times()[:4])


def scrim_boxes(pixels: Any, language: str) -> tuple[list[Box], float]:
    """Returns the boxes of all named patterns, and the processor seconds that they took.

    The boxes have their margin. Their width is not rounded up, as the command does, because that covers by chance what
    was not found.
    """
    start = processor_seconds()
    image = Image.fromarray(pixels)
    reading = read_words(image, language)
    boxes = []
    for kind in KINDS:
        if kind in NAMED:
            for box in reading.find(pattern(kind, language)):
                left, top, width, height = snapped(box, image.size, 0)
                boxes.append(Box(kind, (left, top, left + width, top + height)))
    return boxes, processor_seconds() - start
