# SPDX-License-Identifier: MIT
"""CVAT for images 1.1 and CVAT for video 1.1, in XML.

The box that contains a shape is covered, for boxes that are rotated, polygons, ellipses, masks and cuboids. Frames are
counted from 0. A track ends where a shape has the attribute `outside`, and may begin again later.

The file may come from a stranger. A document type, which could define entities that grow without limit, is an error.
"""

from __future__ import annotations

import math
import re
from typing import Any, NoReturn
from xml.parsers import expat

from .boxes import Boxes, Detection, Rect, bounds, rect
from .model import fail

_SHAPES = {"box", "polygon", "ellipse", "mask", "cuboid"}
_WITHOUT_AREA = {"points", "polyline", "skeleton", "tag"}


def read_cvat(data: bytes) -> Boxes:
    """Returns the boxes of a file. Raises RegionsError."""
    reader = _Reader()
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        fail(f"line {error.lineno}, column {error.offset + 1}", f"invalid XML: {expat.ErrorString(error.code)}")
    except (ValueError, LookupError):
        fail("line 1", "the encoding is unknown", "save the file in UTF-8")
    return reader.result()


class _Reader:
    """Collects the shapes while expat reads the file."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self._open: list[str] = []
        self._words: list[str] = []
        self._around: dict[str, str] = {}  # the attributes of the image or track
        self._boxes: list[Detection] = []
        self._without_area: list[tuple[str, str, str]] = []
        self._classes: dict[str, None] = {}
        self._pictures: dict[str, tuple[int, int] | None] = {}
        self._size: dict[str, str] = {}
        self._tasks: set[str] = set()
        self._tracks = 0

    def _path(self) -> str:
        return f"line {self.parser.CurrentLineNumber}"

    def _doctype(self, *_: Any) -> NoReturn:
        fail(self._path(), "the file must not have a document type (<!DOCTYPE …>)", "CVAT writes none; remove it")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._open and name != "annotations":
            fail(self._path(), f"must begin with the element annotations, as files of CVAT do (got {name!r})")
        within = self._open[-1] if self._open else ""
        self._open.append(name)
        self._words = []
        if name == "image" and within == "annotations":
            self._image(attributes)
        elif name == "track" and within == "annotations":
            self._around = attributes
            self._tracks += 1
            self._tasks.add(attributes.get("task_id", ""))
            self._label(attributes)
        elif within in ("image", "track") and name != "attribute":
            self._shape(name, attributes, within)

    def _end(self, name: str) -> None:
        words = "".join(self._words).strip()
        if self._open[-3:] == ["labels", "label", "name"] and words:
            self._classes[words] = None
        elif self._open[-2:-1] == ["original_size"]:
            self._size[name] = words
        self._open.pop()
        self._words = []

    def _text(self, words: str) -> None:
        if "meta" in self._open[:3]:
            self._words.append(words)

    def _image(self, attributes: dict[str, str]) -> None:
        name = attributes.get("name")
        if not name:
            fail(self._path(), "an image must have a name")
        if name in self._pictures:
            fail(self._path(), f"two images have the name {name!r}", "export each task of the project separately")
        self._pictures[name] = _size(attributes)
        self._around = attributes

    def _label(self, attributes: dict[str, str]) -> str:
        label = attributes.get("label")
        if not label:
            fail(self._path(), "a shape must have a label")
        self._classes[label] = None
        return label

    def _shape(self, kind: str, attributes: dict[str, str], within: str) -> None:
        path = self._path()
        label = self._label(self._around if within == "track" else attributes)
        if kind in _WITHOUT_AREA:
            self._without_area.append((label, path, kind))
            return
        if kind not in _SHAPES:
            fail(path, f"unknown shape {kind!r}", f"known shapes are {', '.join(sorted(_SHAPES))}")
        box = Detection(_area(kind, attributes, path), label=label, path=path)
        if within == "track":
            frame = self._whole(attributes, "frame")
            box = box._replace(track=str(self._tracks), frame=frame, ends=attributes.get("outside") == "1")
        else:
            name = self._around["name"]
            # So CVAT names the frames of a video.
            framed = re.fullmatch(r"(?:.*/)?frame_(\d{1,15})(?:\.\w+)?", name)
            box = box._replace(picture=name, frame=int(framed[1]) if framed else None)
        self._boxes.append(box)

    def _whole(self, attributes: dict[str, str], name: str) -> int:
        word = attributes.get(name, "")
        if not re.fullmatch(r"\d{1,15}", word):
            fail(self._path(), f"{name} must be a whole number that is 0 or greater (got {word!r})")
        return int(word)

    def result(self) -> Boxes:
        if len(self._tasks) > 1:
            fail("", f"the file has tracks of {len(self._tasks)} tasks, which may be different videos", "export each task separately")
        return Boxes(
            tuple(self._boxes),
            tuple(self._classes),
            self._pictures,
            _size(self._size),
            # A person has marked each track. Single shapes in pictures say nothing about the pictures between.
            complete=bool(self._tracks),
            without_area=tuple(self._without_area),
        )


def _size(attributes: dict[str, str]) -> tuple[int, int] | None:
    words = [attributes.get(side, "") for side in ("width", "height")]
    if not all(re.fullmatch(r"[1-9]\d{0,8}", word) for word in words):
        return None
    return int(words[0]), int(words[1])


def _area(kind: str, attributes: dict[str, str], path: str) -> Rect:
    """Returns the box that contains a shape."""

    def number(name: str) -> float:
        word = attributes.get(name)
        try:
            value = float(word) if word is not None else math.nan
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            fail(path, f"{name} must be a finite number ({'it is missing' if word is None else f'got {word[:40]!r}'})")
        return value

    if kind == "polygon":
        return _polygon(attributes.get("points", ""), path)
    if kind == "cuboid":
        corners = [f"{corner}{side}" for side in (1, 2) for corner in ("tl", "bl", "tr", "br")]
        return bounds([(number(f"x{corner}"), number(f"y{corner}")) for corner in corners], path)
    if kind == "mask":
        left, top = number("left"), number("top")
        found = rect(left, top, left + number("width"), top + number("height"), path)
    elif kind == "ellipse":
        x, y, across, down = number("cx"), number("cy"), number("rx"), number("ry")
        found = rect(x - across, y - down, x + across, y + down, path)
    else:
        found = rect(number("xtl"), number("ytl"), number("xbr"), number("ybr"), path)
    return found.rotated(number("rotation")) if "rotation" in attributes else found


def _polygon(text: str, path: str) -> Rect:
    points = []
    for word in text.split(";"):
        try:
            x, y = map(float, word.split(","))
        except ValueError:
            x = y = math.nan
        if not (math.isfinite(x) and math.isfinite(y)):
            fail(path, f"points must be numbers X,Y;X,Y;… (got {text[:40]!r})")
        points.append((x, y))
    return bounds(points, path)
