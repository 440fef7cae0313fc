# SPDX-License-Identifier: MIT
"""Files of regions: JSON, the same for pictures and for videos.

    {"format": "xywh", "style": "solid:#102030", "regions": [
        {"rect": [90, 190, 320, 50]},
        {"rounded_rect": [10, 10, 80, 40], "radius": 8, "style": "frost:7"},
        {"ellipse": [300, 190, 110, 50], "style": "tiles", "id": 4},
        {"polygon": [[0, 0], [60, 10], [30, 50]]},
        {"from": 1.5, "to": 9, "keyframes": [
            {"time": 2, "rect": [0, 0, 40, 40]}, {"time": 5, "rect": [80, 0, 40, 40]}]}]}

`format` says what four numbers are, as in scrim.redact(); with "normalized" points of polygons are parts of the width
and height too. `style` is for the regions that have none; styles are the words of --style. A region with keyframes
moves: in straight lines from one to the next, or, with "held": true, it jumps there when its time has come; before the
first and after the last it stands still. `from` and `to` are the seconds between which a region is there; without them
it always is.

What is not known is an error: a word that was mistyped might have been the one that hides.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from scrim import BoxFormat, Region, Shape, Style

from .errors import UsageError
from .style_words import parse_style

_SHAPES = {
    "rect": Shape.RECT,
    "rounded_rect": Shape.ROUNDED_RECT,
    "ellipse": Shape.ELLIPSE,
    "polygon": Shape.POLYGON,
}
FORMATS = ("xywh", "xyxy", "normalized")
#: The farthest that a coordinate may be from 0: scrim/base.h's limit in pixels, and in parts of the largest picture.
_FARTHEST = {"xywh": 2.0**30, "xyxy": 2.0**30, "normalized": 2.0**14}


class RegionsError(UsageError):
    """What is wrong in a file, and where: "regions[3].rect: …"."""


@dataclass(frozen=True)
class Place:
    """Where a region is at a time, in seconds: numbers of the file's format, or the pairs of a polygon's points."""

    time: float
    numbers: tuple[float, ...]
    radius: float = 0.0


@dataclass(frozen=True)
class FileRegion:
    """A region of a file."""

    shape: Shape
    style: Style
    id: int
    #: In the order of time; one place, where the region does not move.
    places: tuple[Place, ...]
    start: float = -math.inf
    end: float = math.inf
    #: It stays at each place until the next one, and moves in no line.
    held: bool = False
    #: Where it stands in the file, for messages.
    path: str = field(default="", compare=False)

    @property
    def moves(self) -> bool:
        return len(self.places) > 1

    @property
    def is_timed(self) -> bool:
        return self.moves or self.start != -math.inf or self.end != math.inf

    def alive(self, start: float, end: float) -> bool:
        """Whether it is there at any time from `start` to `end`, in seconds."""
        return self.start <= end and start <= self.end

    def at(self, time: float) -> Place:
        """Where it is; `alive` is not asked."""
        times = [place.time for place in self.places]
        after = bisect_right(times, time)
        if after == 0 or after == len(times):
            return replace(self.places[max(0, after - 1)], time=time)
        before, next = self.places[after - 1], self.places[after]
        if self.held:
            return replace(before, time=time)
        part = (time - before.time) / (next.time - before.time)

        def between(a: float, b: float) -> float:
            return a + (b - a) * part

        numbers = tuple(map(between, before.numbers, next.numbers))
        return Place(time, numbers, between(before.radius, next.radius))

    def during(self, start: float, end: float) -> list[Place]:
        """Its places at the ends of a time and at each keyframe within: between these it moves in straight lines,
        or is held."""
        inner = [place for place in self.places if start < place.time < end]
        return [self.at(start), *inner, *([self.at(end)] if end > start else [])]


@dataclass(frozen=True)
class Regions:
    """The contents of a file."""

    regions: tuple[FileRegion, ...]
    format: BoxFormat = "xywh"

    @cached_property
    def styles(self) -> list[Style]:
        """The styles that regions of `region()` choose from."""
        return list(dict.fromkeys(region.style for region in self.regions))

    def region(self, region: FileRegion, place: Place, size: tuple[int, int]) -> Region:
        """A region, where it is at a time, in a picture of so many pixels' width and height."""
        width, height = size if self.format == "normalized" else (1, 1)
        numbers = tuple(value * (height if index % 2 else width) for index, value in enumerate(place.numbers))
        style = self.styles.index(region.style)
        if region.shape == Shape.POLYGON:
            return Region.polygon(zip(numbers[::2], numbers[1::2], strict=True), style=style, id=region.id)
        x, y, right, bottom = numbers
        if self.format != "xywh":
            right, bottom = right - x, bottom - y
        return Region((x, y, right, bottom), style, region.id, region.shape, place.radius)

    def still(self, size: tuple[int, int]) -> list[Region]:
        """The regions of a picture; those with times are an error."""
        for region in self.regions:
            if region.is_timed:
                _fail(region.path, "keyframes, from and to are for videos", "use scrim video, or take them out")
        return [self.region(region, region.places[0], size) for region in self.regions]


def load_regions(path: str | Path) -> Regions:
    """Reads a file; raises RegionsError, or OSError."""
    try:
        return parse_regions(Path(path).read_bytes())
    except RegionsError as error:
        raise RegionsError(f"{path}: {error}", error.hint) from None


def parse_regions(text: str | bytes) -> Regions:
    """Reads the text of a file."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole)
    except UnicodeDecodeError:
        _fail("", "it is not UTF-8")
    except json.JSONDecodeError as error:
        _fail("", f"line {error.lineno}, column {error.colno}: it is not JSON: {error.msg}")
    except ValueError:
        _fail("", "a number in it is too long to read")
    except RecursionError:
        _fail("", "it is nested too deep")
    top = _keys(value, "", {"format", "style", "regions"})
    format = top.get("format", "xywh")
    if format not in FORMATS:
        _fail("format", f"it is {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, not {_shown(format)}")
    style = _style(top["style"], "style") if "style" in top else Style()
    items = top.get("regions")
    if not isinstance(items, list):
        _fail("regions", "a list of regions is needed", 'write {"regions": [{"rect": [X, Y, WIDTH, HEIGHT]}]}')
    regions = [_region(item, f"regions[{index}]", index, style, format) for index, item in enumerate(items)]
    return Regions(tuple(regions), format)


def _fail(path: str, message: str, hint: str = "") -> NoReturn:
    raise RegionsError(f"{path}: {message}" if path else message, hint)


def _no_constant(word: str) -> NoReturn:
    _fail("", f"{word} is no number of a region")


def _whole(digits: str) -> int | float:
    # What is longer is no number here; Python refuses to read it from some thousand digits on.
    return int(digits) if len(digits) <= 40 else float(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        _fail("", f"{next(name for name in names if names.count(name) > 1)!r} stands twice in one object")
    return made


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _keys(value: Any, path: str, known: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        _fail(path, f"an object is needed, not {_shown(value)}")
    for name in value:
        if name not in known:
            _fail(path, f"{name!r} is not known here", f"known are {', '.join(sorted(known))}")
    return value


def _number(value: Any, path: str, low: float = -math.inf) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not max(low, -1e300) <= value <= 1e300:
        what = "a number" if low == -math.inf else f"a number of {low:g} or more"
        _fail(path, f"{what} is needed, not {_shown(value)}")
    return float(value)


def _style(value: Any, path: str) -> Style:
    if not isinstance(value, str):
        _fail(path, f'a style is a word such as "frost:7", not {_shown(value)}')
    try:
        return parse_style(value)
    except UsageError as error:
        raise RegionsError(f"{path}: {error}", error.hint) from None


def _region(value: Any, path: str, index: int, style: Style, format: str) -> FileRegion:
    known = {*_SHAPES, "radius", "style", "id", "keyframes", "held", "from", "to"}
    item = _keys(value, path, known)
    frames = item.get("keyframes")
    if frames is None:
        shape, place = _place(item, path, format, 0.0)
        places = [place]
    else:
        if any(name in item for name in (*_SHAPES, "radius")):
            _fail(path, "a shape stands beside keyframes", "put it into each keyframe")
        shape, places = _keyframes(frames, f"{path}.keyframes", format)
    id = item.get("id", index)
    if isinstance(id, bool) or not isinstance(id, int) or not 0 <= id < 2**64:
        _fail(f"{path}.id", f"a whole number from 0 is needed, not {_shown(id)}")
    start = _number(item["from"], f"{path}.from") if "from" in item else -math.inf
    end = _number(item["to"], f"{path}.to") if "to" in item else math.inf
    if start > end:
        _fail(path, "it ends before it begins")
    own = _style(item["style"], f"{path}.style") if "style" in item else style
    held = item.get("held", False)
    if not isinstance(held, bool) or (held and frames is None):
        _fail(f"{path}.held", "it is true or false, of a region with keyframes")
    return FileRegion(shape, own, id, tuple(places), start, end, held, path)


def _keyframes(value: Any, path: str, format: str) -> tuple[Shape, list[Place]]:
    if not isinstance(value, list) or not value:
        _fail(path, "a list of keyframes is needed")
    found: list[tuple[Shape, Place]] = []
    for index, frame in enumerate(value):
        here = f"{path}[{index}]"
        item = _keys(frame, here, {*_SHAPES, "radius", "time"})
        if "time" not in item:
            _fail(here, "a keyframe needs its time, in seconds")
        shape, place = _place(item, here, format, _number(item["time"], f"{here}.time"))
        if found and place.time <= found[-1][1].time:
            _fail(f"{here}.time", "keyframes stand in the order of time, each later than the one before")
        if found and (shape, len(place.numbers)) != (found[0][0], len(found[0][1].numbers)):
            _fail(here, "all keyframes of a region have one shape, and as many points")
        found.append((shape, place))
    return found[0][0], [place for _, place in found]


def _place(item: dict[str, Any], path: str, format: str, time: float) -> tuple[Shape, Place]:
    names = [name for name in _SHAPES if name in item]
    if len(names) != 1:
        _fail(path, f"one shape is needed, of {', '.join(_SHAPES)}; there are {len(names)}")
    name = names[0]
    if "radius" in item and name != "rounded_rect":
        _fail(f"{path}.radius", "only a rounded_rect has one")
    radius = _number(item["radius"], f"{path}.radius", 0) if "radius" in item else 0.0
    numbers = (_points if name == "polygon" else _box)(item[name], f"{path}.{name}")
    wrong = wrong_place(_SHAPES[name], numbers, format)
    if wrong:
        _fail(f"{path}.{name}", f"{_shown(item[name])} {wrong}")
    return _SHAPES[name], Place(time, numbers, radius)


def wrong_place(shape: Shape, numbers: tuple[float, ...], format: str) -> str:
    """What is wrong with the numbers of a shape, if anything is."""
    x, y, right, bottom = numbers[:4]
    if shape != Shape.POLYGON:
        width, height = (right, bottom) if format == "xywh" else (right - x, bottom - y)
        if width <= 0 or height <= 0:
            return f"has no area as {format}"
        numbers = (*numbers, x + width, y + height)
    farthest = _FARTHEST[format]
    return "" if max(map(abs, numbers)) <= farthest else f"is farther than {farthest:.0f} from the picture's corner"


def _box(value: Any, path: str) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != 4:
        _fail(path, f"four numbers are needed, not {_shown(value)}")
    return tuple(_number(number, path) for number in value)


def _points(value: Any, path: str) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) < 3:
        _fail(path, "a polygon is a list of three points [x, y] or more")
    numbers: list[float] = []
    for index, point in enumerate(value):
        if not isinstance(point, list) or len(point) != 2:
            _fail(f"{path}[{index}]", f"a point is [x, y], not {_shown(point)}")
        numbers += (_number(number, f"{path}[{index}]") for number in point)
    return tuple(numbers)
