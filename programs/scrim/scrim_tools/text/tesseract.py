# SPDX-License-Identifier: MIT
"""Reads the words of a picture with the program tesseract."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from ..errors import CommandError, Exit, FileError, UsageError, need
from ..cli.image_modes import visible
from ..cli.option_types import shown
from .boxes import Box, Word
from .layout import Line, text_lines
from .words import Reading

_TIMEOUT = 300  # seconds for one picture


def read_words(image: Any, language: str) -> Reading:
    """Reads the words of an upright Pillow image of any mode. Raises CommandError if tesseract is missing or fails."""
    program = shutil.which("tesseract")
    if program is None:
        raise CommandError(
            "the program tesseract, which finds text, is not installed",
            "run apt install tesseract-ocr, or give regions instead of text",
            Exit.MISSING,
        )
    picture = visible(image)
    # Each way of reading finds words that the others miss or misread.
    readings = [_scattered(program, picture, language)]
    lines = text_lines(need("numpy", "numpy").asarray(picture))
    if lines:
        readings += [_by_lines(program, lines, way, language) for way in _WAYS]
    return Reading(readings)


class _Way(NamedTuple):
    """A way of reading lines: the mode of tesseract, the height of the lines and the margin around them in pixels."""

    mode: str
    height: int
    margin: int


#: As a line whose letters tesseract finds, and as a line that only its neural network sees. The latter reads small text.
_WAYS = (_Way("7", 40, 12), _Way("13", 48, 12))


def _scattered(program: str, picture: Any, language: str) -> list[Word]:
    """Reads the whole picture as scattered words. This also finds text on photographs."""
    prepared, scale = _prepared(picture)
    data = io.BytesIO()
    prepared.save(data, "PNG", compress_level=1)
    return [
        Word(row.text, Box(*(value / scale for value in row.box)), row.line)
        for row in _rows(_run(program, data.getvalue(), "11", language))
    ]


def _prepared(picture: Any) -> tuple[Any, int]:
    """Returns the picture in gray, and doubled if it is small. Text on screens is smaller than tesseract expects."""
    grey = picture.convert("L")
    scale = 2 if grey.width * grey.height <= 4_000_000 else 1
    bicubic = need("PIL.Image", "Pillow").Resampling.BICUBIC
    return grey.resize((grey.width * scale, grey.height * scale), bicubic) if scale > 1 else grey, scale


def _by_lines(program: str, lines: list[Line], way: _Way, language: str) -> list[Word]:
    """Reads each line as a page of its own."""
    pages = [_page(line, way) for line in lines]
    data = io.BytesIO()
    pages[0][0].save(data, "TIFF", save_all=True, append_images=[page for page, _ in pages[1:]])
    found: dict[int, list[_Row]] = defaultdict(list)
    for row in _rows(_run(program, data.getvalue(), way.mode, language)):
        found[row.line[0] - 1].append(row)
    words: list[Word] = []
    for index, rows in sorted(found.items()):
        line, scale = lines[index], pages[index][1]
        # In mode 13, the boxes of some words reach over the next ones.
        rights = [*(max(row.box.left + 1, min(row.box.right, after.box.left)) for row, after in pairwise(rows)), rows[-1].box.right]
        spans = [
            (line.left + (row.box.left - way.margin) / scale, line.left + (right - way.margin) / scale)
            for row, right in zip(rows, rights, strict=True)
        ]
        for row, (left, right) in zip(rows, on_ink(spans, line.clumps), strict=True):
            words.append(Word(row.text, line.box._replace(left=left, right=right), (index,)))
    return words


def _page(line: Line, way: _Way) -> tuple[Any, float]:
    """Returns a line in black on white, and its scale."""
    numpy, pillow = need("numpy", "numpy"), need("PIL.Image", "Pillow")
    contrast = line.contrast
    # The color of most ink becomes black, so that low contrast is as good as any.
    ink = contrast[contrast > contrast.max() // 3]
    full = max(1.0, float(numpy.percentile(ink, 80))) if ink.size else 255.0
    grey = pillow.fromarray((255 - numpy.clip(contrast * (255 / full), 0, 255)).astype(numpy.uint8))
    high, wide = contrast.shape
    scale = min(6.0, way.height / (high - 2)) if high > 3 else 6.0
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    page = pillow.new("L", (size[0] + 2 * way.margin, size[1] + 2 * way.margin), 255)
    page.paste(grey.resize(size, pillow.Resampling.BICUBIC), (way.margin, way.margin))
    return page, size[0] / wide


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


class _Row(NamedTuple):
    """A word as tesseract reports it."""

    text: str
    box: Box
    line: tuple[int, ...]


def _rows(tsv: str) -> Iterator[_Row]:
    for row in csv.DictReader(io.StringIO(tsv), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = unicodedata.normalize("NFKC", row.get("text") or "").strip()
        if row["level"] != "5" or not text:
            continue
        left, top, width, height = (int(row[name]) for name in ("left", "top", "width", "height"))
        line = tuple(int(row[name]) for name in ("page_num", "block_num", "par_num", "line_num"))
        yield _Row(text, Box(left, top, left + width, top + height), line)


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
