# SPDX-License-Identifier: MIT
"""Reads the words of a picture with the program tesseract, and returns the boxes of the text that a pattern finds."""

from __future__ import annotations

import csv
import io
import math
import os
import shutil
import subprocess
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from .errors import CommandError, Exit, FileError, UsageError, need
from .image_modes import visible
from .option_types import shown
from .text_patterns import Pattern

_TIMEOUT = 300  # seconds for one picture


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


def read_words(image: Any, language: str) -> Reading:
    """Reads the words of an upright Pillow image of any mode. Raises CommandError if tesseract is missing or fails."""
    program = shutil.which("tesseract")
    if program is None:
        raise CommandError(
            "the program tesseract, which finds text, is not installed",
            "run apt install tesseract-ocr, or give regions instead of text",
            Exit.MISSING,
        )
    picture, scale = _prepared(image)
    data = io.BytesIO()
    picture.save(data, "PNG", compress_level=1)
    # Once as blocks of text, once as scattered words. Each mode finds words that the other misses.
    return Reading([list(_words(_run(program, data.getvalue(), mode, language), scale)) for mode in ("3", "11")])


def _prepared(image: Any) -> tuple[Any, int]:
    """Returns the image in gray, and doubled if it is small. Text on screens is smaller than tesseract expects."""
    grey = visible(image).convert("L")
    scale = 2 if grey.width * grey.height <= 4_000_000 else 1
    bicubic = need("PIL.Image", "Pillow").Resampling.BICUBIC
    return grey.resize((grey.width * scale, grey.height * scale), bicubic) if scale > 1 else grey, scale


def _run(program: str, data: bytes, mode: str, language: str) -> str:
    command = [program, "stdin", "stdout", "--psm", mode, "-l", language, "tsv"]
    # With few cores, its threads mostly wait for each other.
    environment = {"OMP_THREAD_LIMIT": "1", **os.environ}
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=_TIMEOUT, env=environment)
    except subprocess.TimeoutExpired:
        raise FileError(f"tesseract took longer than {_TIMEOUT} seconds") from None
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip().splitlines()
        if any("language" in line for line in told):
            raise CommandError(
                f"tesseract has no data for the language {language!r}", _install(language), Exit.MISSING
            )
        raise FileError(f"tesseract failed: {told[-1] if told else f'exit code {done.returncode}'}")
    return done.stdout.decode(errors="replace")


def _words(tsv: str, scale: int) -> Iterator[Word]:
    for row in csv.DictReader(io.StringIO(tsv), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = unicodedata.normalize("NFKC", row.get("text") or "").strip()
        if row["level"] != "5" or not text:
            continue
        left, top, width, height = (int(row[name]) / scale for name in ("left", "top", "width", "height"))
        line = tuple(int(row[name]) for name in ("page_num", "block_num", "par_num", "line_num"))
        yield Word(text, Box(left, top, left + width, top + height), line)


def _install(language: str) -> str:
    packages = " ".join(f"tesseract-ocr-{part.lower().replace('_', '-')}" for part in language.split("+"))
    return f"run apt install {packages}"


def check_language(language: str, name: str) -> str:
    """Returns a language as tesseract names it, such as "deu+eng". It can never be an option or a path.

    Raises UsageError, whose message calls the language `name`.
    """
    if not language.replace("+", "").replace("_", "").isalnum():
        raise UsageError(f"{name} must be languages of tesseract (got {shown(language)})", "write eng or deu+eng, for example")
    return language
