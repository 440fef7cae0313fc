# SPDX-License-Identifier: MIT
"""Reads the words of a picture with the program tesseract."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator
from typing import Any

from ..errors import CommandError, Exit, FileError, UsageError, need
from ..cli.image_modes import visible
from ..cli.option_types import shown
from .words import Box, Reading, Word

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
