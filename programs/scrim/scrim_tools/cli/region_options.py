# SPDX-License-Identifier: MIT
"""Options for files of regions and for text, which pictures and videos share. Rules have the options for files of regions too."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from scrim import Style

from ..errors import FileError, UsageError, need, shown
from ..regions import FILE_FORMATS, Choice, Clip, Regions
from ..style_words import parse_style
from ..text import NAMED
from .option_types import number

#: The default of --lost.
LOST = 1.0

#: The names of these options in a rule, and the types of their values.
IN_RULES: dict[str, type | tuple[type, ...]] = {
    "regions_format": str,
    "classes": list,
    "class_styles": dict,
    "min_confidence": (int, float),
    "lost": (int, float),
}


def add_region_options(what: argparse._ArgumentGroup) -> None:
    """Adds the options of --regions."""
    told = f"format of the FILE of --regions: {', '.join(FILE_FORMATS)} (default: detected from its content)"
    what.add_argument("--regions-format", choices=FILE_FORMATS, metavar="FORMAT", help=told)
    told = "cover only boxes of this class of the FILE; may be repeated (default: all classes)"
    what.add_argument("--class", action="append", default=[], dest="classes", metavar="NAME", help=told)
    told = "the style for boxes of a class, as in face=frost:7; may be repeated (default: --style)"
    what.add_argument("--class-style", action="append", default=[], type=_class_style, metavar="NAME=STYLE", help=told)
    told = "leave out boxes with less confidence than X (default: cover all)"
    what.add_argument("--min-confidence", type=number(-1e6, 1e6), metavar="X", help=told)


def add_text_options(what: argparse._ArgumentGroup) -> None:
    told = f"cover text that tesseract reads: {', '.join(NAMED)}, or re:EXPRESSION; may be repeated"
    what.add_argument("--text", action="append", default=[], metavar="PATTERN", help=told)
    told = "the language of the text, as tesseract names it (default: eng)"
    what.add_argument("--language", default="eng", metavar="LANG", help=told)


def add_lost_option(how: argparse._ArgumentGroup) -> None:
    told = f"hold a detected box this long after its last frame and before its first (default: {LOST:g})"
    how.add_argument("--lost", type=number(0, 1e6), default=LOST, metavar="SECONDS", help=told)


def _class_style(text: str) -> tuple[str, Style]:
    name, equals, word = text.rpartition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"must be NAME=STYLE, such as face=frost:7 (got {shown(text)})")
    try:
        return name, parse_style(word, f"the style of {name}")
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def choice_of(args: argparse.Namespace, style: Style) -> Choice:
    """Returns the choice of boxes that the options make."""
    choice = Choice(
        args.regions_format,
        tuple(args.classes),
        tuple(args.class_style),
        style,
        args.min_confidence,
        getattr(args, "lost", LOST),
        getattr(args, "max_speed", 0.0),
    )
    if not args.regions and not (choice.is_default and choice.format is None):
        raise UsageError("--regions-format, --class, --class-style and --min-confidence need --regions FILE")
    return choice


def check_choice(choice: Choice, given: Iterable[Regions]) -> None:
    """Raises UsageError if there are classes or confidences to choose, but no file of boxes to choose from."""
    if not choice.is_default and not any(regions.from_boxes for regions in given):
        raise UsageError("a file in Scrim's own format has no classes and no confidence", "leave the options for them out")


def choice_of_rule(said: dict[str, Any], style: Style) -> Choice:
    """Returns the choice of boxes that a rule makes. Raises UsageError."""
    format = said.get("regions_format")
    if format is not None and format not in FILE_FORMATS:
        raise UsageError(f"regions_format: must be one of {', '.join(FILE_FORMATS)} (got {shown(format)})")
    classes = said.get("classes", [])
    if not all(isinstance(name, str) and name for name in classes) or "classes" in said and not classes:
        raise UsageError(f"classes: must be a list of one or more words, each in quotes (got {json.dumps(classes)[:40]})")
    styles = []
    for name, word in said.get("class_styles", {}).items():
        if not isinstance(word, str):
            raise UsageError(f"class_styles: the style of {name} must be a word in quotes (got {json.dumps(word)[:40]})")
        styles.append((name, parse_style(word, f"class_styles: the style of {name}")))
    choice = Choice(
        format,
        tuple(classes),
        tuple(styles),
        style,
        said.get("min_confidence"),
        said.get("lost", LOST),
        said.get("max_speed", 0.0),
    )
    alone = [name for name in IN_RULES if name in said]
    if alone and "regions_file" not in said:
        raise UsageError(f"{alone[0]}: the rule must also have a regions_file")
    return choice


def picture_name(path: str) -> Path | None:
    """Returns the name of an input picture. None if it is standard input."""
    return None if path == "-" else Path(path).absolute()


def clip_of(source: Callable[[], str]) -> Callable[[], Clip]:
    """Returns a function that reads the frames of a video, once. `source` returns its path.

    The function raises FileError if the video cannot be read.
    """

    @cache
    def read() -> Clip:
        video = need("scrim_tools.video", "PyAV", "video")
        try:
            info = video.probe(source())
            return Clip(tuple(video.frame_times(source())), (info.width, info.height))
        except video.VideoError as error:
            raise FileError(str(error), error.hint) from error

    return read
