# SPDX-License-Identifier: MIT
"""Files of regions: Scrim's own, and the boxes that detectors, trackers and annotation tools write."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path, PurePath
from typing import NoReturn

from .boxes import Boxes, Choice, check_pixels, regions_of_picture
from .coco import is_coco, read_coco
from .cvat import read_cvat
from .deface import read_deface
from .model import FORMATS, FileRegion, Place, Regions, RegionsError, fail, meant, wrong_place
from .mot import read_mot
from .scrim_json import parse_json, parse_regions, regions_of
from .timeline import Clip, regions_of_video

__all__ = [
    "FILE_FORMATS",
    "FORMATS",
    "Choice",
    "Clip",
    "FileRegion",
    "Place",
    "Regions",
    "RegionsError",
    "load_regions",
    "meant",
    "parse_regions",
    "wrong_place",
]

#: The formats of files.
FILE_FORMATS = ("scrim", "mot", "coco", "cvat", "deface")
#: Larger files are an error, because they are read into memory.
_LARGEST = 1 << 29


def load_regions(
    path: str | Path,
    choice: Choice | None = None,
    *,
    picture: PurePath | None = None,
    whole_path: bool = False,
    clip: Callable[[], Clip] | None = None,
) -> Regions:
    """Reads a file of regions for a picture or a video. Raises RegionsError or OSError.

    A file of boxes may belong to many pictures: `picture` is the name of the one that is covered, or None if it is
    unknown. With `whole_path`, its folders must be those in the file. For a video, `clip` returns its frames. It is only
    called if the file needs them.
    """
    choice = choice or Choice()
    try:
        state = os.stat(path)
        content = _content(os.fspath(path), choice.format, (state.st_size, state.st_mtime_ns, state.st_ino))
        if isinstance(content, Regions):
            return content
        if clip is not None:
            return regions_of_video(content, choice, clip())
        return regions_of_picture(content, choice, picture, whole_path)
    except RegionsError as error:
        raise RegionsError(f"{path}: {error}", error.hint) from None


@lru_cache(maxsize=2)  # the pictures of a batch often share a file
def _content(path: str, format: str | None, _: tuple[int, int, int]) -> Regions | Boxes:
    with open(path, "rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        fail("", f"the file must have at most {_LARGEST} bytes", "split it, for example by pictures")
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    value = None
    if format in ("scrim", "coco") or format is None and start in (b"{", b"["):
        value = parse_json(data)
        format = format or ("coco" if is_coco(value) else "scrim")
    if format == "scrim":
        return regions_of(value)
    format = format or _other(data, start)
    if format == "coco":
        boxes = read_coco(value)
    elif format == "cvat":
        boxes = read_cvat(data)
    else:
        boxes = (read_mot if format == "mot" else read_deface)(_text(data))
    check_pixels(boxes)
    return boxes


def _other(data: bytes, start: bytes) -> str:
    """Detects the format of a file that is not JSON from its content."""
    if start == b"<":
        return "cvat"
    if data[:2] == b"PK":
        fail("", "this is a ZIP archive", "unpack it, and name the file with the annotations")
    if start in b"0123456789-+.#" and start:
        return "mot"
    if start.isalpha() or start == b'"':
        return "deface"
    _unknown()


def _unknown() -> NoReturn:
    fail("", "the format is unknown", f"name it with --regions-format: {', '.join(FILE_FORMATS)}")


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        fail("", "the file is not UTF-8 text")
