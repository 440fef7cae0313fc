# SPDX-License-Identifier: MIT
"""Boxes that detectors, trackers and annotation tools write: one box in one picture or frame."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from scrim import Shape, Style

from .model import FileRegion, Place, Regions, fail, meant

#: The largest magnitude of a coordinate: the limit in scrim/base.h.
_FARTHEST = 2.0**30


class Rect(NamedTuple):
    """The sides of a box, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def around(self, other: Rect) -> Rect:
        """Returns the box that contains both."""
        return Rect(
            min(self.left, other.left), min(self.top, other.top), max(self.right, other.right), max(self.bottom, other.bottom)
        )

    def dilated(self, distance: float) -> Rect:
        return Rect(self.left - distance, self.top - distance, self.right + distance, self.bottom + distance)

    def moved(self, x: float, y: float) -> Rect:
        return Rect(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def rotated(self, degrees: float) -> Rect:
        """Returns the box that contains this one after a rotation about its center."""
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        width, height = (self.right - self.left) / 2, (self.bottom - self.top) / 2
        cos, sin = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
        across, down = width * cos + height * sin, width * sin + height * cos
        return Rect(x - across, y - down, x + across, y + down)

    @property
    def xywh(self) -> tuple[float, float, float, float]:
        return self.left, self.top, self.right - self.left, self.bottom - self.top


class Detection(NamedTuple):
    """A box that a file has for one picture or frame."""

    rect: Rect
    #: Its class; empty if the file has no classes.
    label: str = ""
    #: Boxes with the same track show the same object. Empty if the file does not say it.
    track: str = ""
    #: The number of the frame, as the file counts.
    frame: int | None = None
    #: The time in the video, in seconds.
    time: float | None = None
    #: The name of the picture, which may begin with folders.
    picture: str = ""
    confidence: float | None = None
    #: Whether the file says that the object has left the picture at this frame.
    ends: bool = False
    #: Its place in the file, for messages.
    path: str = ""


@dataclass(frozen=True)
class Boxes:
    """The content of a file of boxes."""

    boxes: tuple[Detection, ...]
    #: All classes that the file names, also those without a box.
    classes: tuple[str, ...] = ()
    #: The pictures that the file names, with their sizes if it says them.
    pictures: Mapping[str, tuple[int, int] | None] = field(default_factory=dict)
    #: The size of the video, if the file says it.
    size: tuple[int, int] | None = None
    #: The number of the first frame of a video, and the number of the last picture, if the file lists all pictures.
    first: int = 0
    last: int | None = None
    #: Whether the file says where objects appear and disappear. Otherwise a detector may have missed them there.
    complete: bool = False
    #: Annotations without an area: their class, their place in the file, and their kind.
    without_area: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Choice:
    """Which boxes of a file are covered, and how."""

    #: The format of the file. None: detected from its content.
    format: str | None = None
    #: The classes that are covered. Empty: all.
    classes: tuple[str, ...] = ()
    class_styles: tuple[tuple[str, Style], ...] = ()
    #: The style of all other classes.
    style: Style = field(default_factory=Style)
    #: Boxes with less confidence are left out.
    min_confidence: float | None = None
    #: For how many seconds a box stays after the last and before the first detection of an object.
    lost: float = 1.0
    #: The highest speed of an object in pixels per second. 0: unknown.
    max_speed: float = 0.0

    @property
    def is_default(self) -> bool:
        """Whether no option is given that only files of boxes have."""
        return not self.classes and not self.class_styles and self.min_confidence is None

    def style_of(self, label: str) -> Style:
        return dict(self.class_styles).get(label, self.style)

    def of(self, boxes: Boxes) -> list[Detection]:
        """Returns the chosen boxes. Raises RegionsError if the file does not have a class."""
        for name in (*self.classes, *(name for name, _ in self.class_styles)):
            if name not in boxes.classes:
                known = ", ".join(sorted(boxes.classes)[:20])
                hint = f"its classes are {known}" if known else ""
                fail("", f"the file has no class {name!r}{meant(name, boxes.classes)}" if known else "the file has no classes", hint)
        for label, path, kind in boxes.without_area:
            if not self.classes or label in self.classes:
                fail(path, f"{kind} of the class {label!r} has no area to cover", "choose other classes with --class, or draw boxes")
        least = self.min_confidence
        return [
            box
            for box in boxes.boxes
            if (not self.classes or box.label in self.classes)
            and (least is None or box.confidence is None or box.confidence >= least)
        ]


def rect(left: float, top: float, right: float, bottom: float, path: str) -> Rect:
    """Returns a box of a file. One without a width or height gets a pixel. Raises RegionsError."""
    for side, first, second in (("width", left, right), ("height", top, bottom)):
        if not second >= first:
            fail(path, f"the {side} must be 0 or greater (got {second - first:g})")
    largest = max((left, top, right, bottom), key=abs)
    if not abs(largest) <= _FARTHEST:
        fail(path, f"coordinates must be from -{_FARTHEST:.0f} to {_FARTHEST:.0f} (got {largest:g})")
    return Rect(left, top, max(right, left + 1), max(bottom, top + 1))


def bounds(points: Iterable[tuple[float, float]], path: str) -> Rect:
    """Returns the box that contains some points."""
    xs, ys = zip(*points, strict=True)
    return rect(min(xs), min(ys), max(xs), max(ys), path)


def check_pixels(boxes: Boxes) -> None:
    """Raises RegionsError if the numbers are fractions of a picture, which would cover one pixel in its corner."""
    # A box without a width or height got a pixel above, and a box of MOT begins a pixel earlier.
    rects = [box.rect for box in boxes.boxes]
    if rects and all(-1 <= each.left <= 1 and -1 <= each.top <= 1 and each.right <= 2 and each.bottom <= 2 for each in rects):
        fail(boxes.boxes[0].path, "the boxes must be in pixels, but all lie within the first two", "multiply fractions by the size")


def regions_of_picture(boxes: Boxes, choice: Choice, picture: PurePath | None, whole_path: bool) -> Regions:
    """Returns the regions of one picture. Raises RegionsError if the file does not have exactly one picture of this name.

    With `whole_path`, the folders of the two names must not differ.
    """
    chosen = choice.of(boxes)
    if boxes.boxes and not boxes.pictures:
        fail("", "the boxes belong to the frames of a video, not to pictures", "use scrim video")
    name = _picture(list(boxes.pictures), picture, whole_path)
    regions = [
        FileRegion(Shape.RECT, choice.style_of(box.label), index, (Place(0.0, box.rect.xywh),), path=box.path)
        for index, box in enumerate(box for box in chosen if box.picture == name)
    ]
    return Regions(tuple(regions), "xywh", boxes.pictures[name], from_boxes=True)


def _picture(names: list[str], picture: PurePath | None, whole_path: bool) -> str:
    if picture is None:
        if len(names) == 1:
            return names[0]
        fail("", f"the file has {len(names)} pictures, and the name of the input is unknown", "name the input, instead of -")
    wanted = picture.parts
    found: list[tuple[int, str]] = []
    for name in names:
        parts = _parts(name)
        same = _same_end(parts, wanted)
        # A result of COCO has the number of the picture alone, to which names such as 000000000139.jpg belong.
        if same == 0 and name == (picture.stem.lstrip("0") or picture.stem):
            same, parts = 1, wanted[-1:]
        if same == len(parts) or same and not whole_path:
            found.append((same, name))
    best = [name for same, name in found if same == max(found)[0]]
    if len(best) != 1:
        told = f"{len(best)} pictures have the name {picture.name!r}" if best else f"no picture has the name {picture.name!r}"
        hint = f"the pictures are {', '.join(names[:3])}{', …' if len(names) > 3 else ''}" if names else ""
        if any(_parts(name)[-1:] == wanted[-1:] for name in names):
            hint += "; the folders must agree, too"
        fail("", f"{told} (of {len(names)})", hint)
    return best[0]


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part for part in name.replace("\\", "/").split("/") if part not in ("", "."))


def _same_end(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Returns how many parts at the end of two paths are equal."""
    count = 0
    while count < min(len(one), len(other)) and one[-1 - count] == other[-1 - count]:
        count += 1
    return count
