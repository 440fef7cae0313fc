# SPDX-License-Identifier: MIT
"""Files of the MOTChallenge: det.txt, gt.txt, and what trackers write in the same format.

Each line is a box: frame, track, left, top, width, height, confidence, and more columns:

- Files with 9 columns, as gt.txt of MOT16, MOT17 and MOT20, have the class as a number in column 8, and the visibility.
- In files with 10 columns, the last three are a place in the world.

Frames and pixels begin at 1. Many programs write numbers that begin at 0. So a file with a frame 0 counts from 0, and boxes
are extended by a pixel to the left and to the top. A confidence of 0 in gt.txt takes a box out of the scores of a
benchmark, but the object is visible, so it is covered.
"""

from __future__ import annotations

import math

from .boxes import Boxes, Detection, rect
from .model import fail


def read_mot(text: str) -> Boxes:
    """Returns the boxes of a file. Raises RegionsError."""
    boxes = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            boxes.append(_box(_words(line.strip()), f"line {number}"))
    first = 0 if any(box.frame == 0 for box in boxes) else 1
    return Boxes(tuple(boxes), tuple(dict.fromkeys(box.label for box in boxes if box.label)), first=first)


def _words(line: str) -> list[str]:
    """Returns the columns of a line. Only one character separates them, because a comma in a number would make two of it."""
    separator = next((one for one in ";," if one in line), None)
    return [word.strip() for word in line.rstrip(f"{separator} ").split(separator)] if separator else line.split()


def _box(words: list[str], path: str) -> Detection:
    if not 6 <= len(words) <= 10:
        fail(path, f"must have 6 to 10 columns: frame, track, left, top, width, height, … (got {len(words)})")
    numbers = [_number(word, f"{path}, column {index}") for index, word in enumerate(words, 1)]
    frame, track = numbers[:2]
    if frame % 1 or frame < 0:
        fail(f"{path}, column 1", f"the frame must be a whole number that is 0 or greater (got {words[0]!r})")
    left, top, width, height = numbers[2:6]
    for side, length in (("width", width), ("height", height)):
        if length < 0:
            fail(path, f"the {side} must be 0 or greater (got {length:g})")
    return Detection(
        rect(left - 1, top - 1, left + width, top + height, path),
        label=f"{numbers[7]:g}" if len(numbers) in (8, 9) and numbers[7] >= 0 else "",
        track=f"{track:g}" if track >= 0 else "",
        frame=int(frame),
        confidence=numbers[6] if len(numbers) > 6 else None,
        path=path,
    )


def _number(word: str, path: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        fail(path, f"must be a finite number (got {word[:40]!r})")
    return value
