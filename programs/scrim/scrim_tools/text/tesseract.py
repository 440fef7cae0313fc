# SPDX-License-Identifier: MIT
"""Reads the words of a picture with the program tesseract."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import CommandError, Exit, FileError, UsageError, need, shown
from ..image_modes import appearances
from .boxes import Box, Word
from .unsure import mended
from .words import PictureText, on_ink, on_lines, with_agreed

if TYPE_CHECKING:
    from .layout import Line

_MISSING = re.compile(r"Failed loading language '([^']+)'")
_TIMEOUT = 300  # seconds for one picture


def read_words(image: Any, language: str) -> PictureText:
    """Reads the words of an upright Pillow image of any mode. Raises CommandError if tesseract is missing or fails."""
    program = shutil.which("tesseract")
    if program is None:
        raise CommandError(
            "the program tesseract, which finds text, is not installed",
            "run apt install tesseract-ocr, or give regions instead of text",
            Exit.MISSING,
        )
    return PictureText([words for picture in appearances(image) for words in _passes(program, picture, language)])


def _passes(program: str, picture: Any, language: str) -> list[list[Word]]:
    pixels = need("numpy", "numpy").asarray(picture)
    from .layout import text_lines  # needs numpy

    lines = text_lines(pixels)
    # Each way of reading finds words that the others miss or misread.
    scattered = _whole(program, picture, "11", language)
    if not lines:
        return [_whole(program, picture, "3", language), scattered]
    passes = [_by_lines(program, lines, way, _languages(way, language)) for way in _WAYS]
    return mended([*passes, with_agreed(on_lines(scattered, lines), passes[:2])])


class _Way(NamedTuple):
    """A way of reading lines."""

    #: The mode of tesseract.
    mode: str
    #: The height of the lines and the margin around them, in pixels.
    height: int
    margin: int
    #: Whether only English is read, if it is one of several languages.
    english: bool = False
    #: By how many pixels small letters are blurred.
    blur: float = 0.0
    #: The exponent of the contrast. With more than 1, letters are thinner.
    gamma: float = 1.0
    #: Only lines up to this height, in pixels of the picture, are read.
    highest: int = 1000
    #: Whether letters are enlarged with sharper edges.
    sharp: bool = False


#: The height of lines with small letters. Enlarged, they have steps, and touch each other.
_SMALL = 12
#: The height of lines with letters of 8 to 10 pixels.
_SMALLEST = 11
#: As lines whose letters tesseract finds, and as lines that only its neural network sees, which reads small letters
#: better. In small letters it errs differently when they are blurred and when they are thin.
_WAYS = (
    _Way("7", 40, 12),
    _Way("13", 48, 12, english=True, blur=2.0),
    _Way("13", 48, 12, english=True, gamma=1.5, highest=_SMALL),
    # Tuned on fonts that the others were not tuned on. The smallest letters are read best in different sizes and weights.
    _Way("13", 32, 12, english=True, blur=0.7, highest=_SMALLEST, sharp=True),
    _Way("13", 40, 12, english=True, blur=1.0, highest=_SMALLEST),
    _Way("13", 48, 12, english=True, blur=2.0, gamma=0.7, highest=_SMALLEST),
)


def _languages(way: _Way, language: str) -> str:
    # The data of some languages does not know the character @, and reads "fi" instead, even together with English.
    return "eng" if way.english and "eng" in language.split("+") else language


def _whole(program: str, picture: Any, mode: str, language: str) -> list[Word]:
    """Reads the whole picture in a mode of tesseract: 3 for pages, and 11 for scattered words, also on photographs."""
    prepared, scale = _prepared(picture)
    data = io.BytesIO()
    prepared.save(data, "PNG", compress_level=1)
    return [
        Word(row.text, Box(*(value / scale for value in row.box)), row.line)
        for row in _rows(_run(program, data.getvalue(), mode, language))
    ]


def _prepared(picture: Any) -> tuple[Any, int]:
    """Returns the picture in gray, and doubled if it is small. Text on screens is smaller than tesseract expects."""
    grey = picture.convert("L")
    scale = 2 if grey.width * grey.height <= 4_000_000 else 1
    bicubic = need("PIL.Image", "Pillow").Resampling.BICUBIC
    return grey.resize((grey.width * scale, grey.height * scale), bicubic) if scale > 1 else grey, scale


def _by_lines(program: str, lines: list[Line], way: _Way, language: str) -> list[Word]:
    """Reads each line as a separate page."""
    chosen = [index for index, line in enumerate(lines) if line.box.bottom - line.box.top <= way.highest]
    if not chosen:
        return []
    pages = [_page(lines[index], way) for index in chosen]
    data = io.BytesIO()
    pages[0][0].save(data, "TIFF", save_all=True, append_images=[page for page, _ in pages[1:]])
    found: dict[int, list[_Row]] = defaultdict(list)
    for row in _rows(_run(program, data.getvalue(), way.mode, language)):
        found[row.line[0] - 1].append(row)
    words: list[Word] = []
    for index, rows in sorted(found.items()):
        line, scale = lines[chosen[index]], pages[index][1]
        # In mode 13, the boxes of some words reach over the next ones.
        rights = [*(max(row.box.left + 1, min(row.box.right, after.box.left)) for row, after in pairwise(rows)), rows[-1].box.right]
        spans = [
            (line.left + (row.box.left - way.margin) / scale, line.left + (right - way.margin) / scale)
            for row, right in zip(rows, rights, strict=True)
        ]
        for row, (left, right) in zip(rows, on_ink(spans, line.clumps), strict=True):
            words.append(Word(row.text, line.box._replace(left=left, right=right), (chosen[index],)))
    return words


def _page(line: Line, way: _Way) -> tuple[Any, float]:
    """Returns a line in black on white, and its scale."""
    numpy, pillow = need("numpy", "numpy"), need("PIL.Image", "Pillow")
    contrast = line.contrast
    # The color of most ink becomes black, so that low contrast is as good as any.
    ink = contrast[contrast > contrast.max() // 3]
    full = max(1.0, float(numpy.percentile(ink, 80))) if ink.size else 255.0
    share = numpy.minimum(contrast / full, 1.0) ** way.gamma
    grey = pillow.fromarray((255 * (1 - share)).astype(numpy.uint8))
    high, wide = contrast.shape
    # tesseract refuses pictures with sides of 32768 pixels.
    scale = min(6.0, way.height / max(1, high - 2), 30000 / wide)
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    page = pillow.new("L", (size[0] + 2 * way.margin, size[1] + 2 * way.margin), 255)
    filtering = pillow.Resampling.LANCZOS if way.sharp else pillow.Resampling.BICUBIC
    page.paste(grey.resize(size, filtering), (way.margin, way.margin))
    if way.blur and high - 2 <= _SMALL:
        page = page.filter(need("PIL.ImageFilter", "Pillow").GaussianBlur(way.blur))
    return page, size[0] / wide


def _run(program: str, data: bytes, mode: str, language: str) -> str:
    command = [program, "stdin", "stdout", "--psm", mode, "-l", language, "tsv"]
    # With few cores, its threads mostly wait for each other.
    environment = {"OMP_THREAD_LIMIT": "1", **os.environ}
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=_TIMEOUT, env=environment)
    except subprocess.TimeoutExpired:
        raise FileError(f"tesseract took longer than {_TIMEOUT} seconds") from None
    told = done.stderr.decode(errors="replace").strip().splitlines()
    # If only some of several languages are missing, tesseract reads the others and succeeds.
    missing = "+".join(match[1] for line in told if (match := _MISSING.match(line)))
    if missing:
        raise CommandError(f"tesseract has no data for the language {missing!r}", _install(missing), Exit.MISSING)
    if done.returncode:
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
