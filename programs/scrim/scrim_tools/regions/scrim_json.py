# SPDX-License-Identifier: MIT
"""Scrim's own files of regions: JSON, in one format for pictures and videos.

    {"format": "xywh", "style": "solid:#102030", "regions": [
        {"rect": [90, 190, 320, 50]},
        {"rounded_rect": [10, 10, 80, 40], "radius": 8, "style": "frost:7"},
        {"ellipse": [300, 190, 110, 50], "style": "tiles", "id": 4},
        {"polygon": [[0, 0], [60, 10], [30, 50]]},
        {"from": 1.5, "to": 9, "keyframes": [
            {"time": 2, "rect": [0, 0, 40, 40]}, {"time": 5, "rect": [80, 0, 40, 40]}]}]}

`format` says what the four numbers of a box mean, as in scrim.redact(). With "normalized", all coordinates, also the
points of polygons, are fractions of the width and the height. `style` is the style of regions without one, and takes the
words of --style.

A region with keyframes moves in straight lines from one keyframe to the next. With "held": true it stays in place and
jumps at the time of each keyframe. It does not move before the first keyframe or after the last. A region is present
from the second `from` to the second `to`, or always if these are missing.

Unknown names are errors, because a mistyped name could leave something uncovered.
"""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from scrim import Shape, Style

from ..errors import UsageError
from ..style_words import parse_style
from .model import FORMATS, FileRegion, Place, Regions, RegionsError, fail, meant, wrong_place

_SHAPES = {
    "rect": Shape.RECT,
    "rounded_rect": Shape.ROUNDED_RECT,
    "ellipse": Shape.ELLIPSE,
    "polygon": Shape.POLYGON,
}


def parse_json(text: str | bytes) -> Any:
    """Parses JSON without repeated names and without numbers that are not finite. Raises RegionsError."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole)
    except UnicodeDecodeError:
        fail("", "the file is not UTF-8 text")
    except json.JSONDecodeError as error:
        fail("", f"line {error.lineno}, column {error.colno}: invalid JSON: {error.msg}")
    except ValueError:
        fail("", "a number has too many digits")
    except RecursionError:
        fail("", "lists or objects are nested too deeply")


def parse_regions(text: str | bytes) -> Regions:
    """Parses the text of a file of regions. Raises RegionsError."""
    return regions_of(parse_json(text))


def regions_of(value: Any) -> Regions:
    """Returns the regions of a parsed file. Raises RegionsError."""
    top = _keys(value, "", {"format", "style", "regions"})
    format = top.get("format", "xywh")
    if format not in FORMATS:
        fail("format", f"must be {', '.join(FORMATS[:-1])} or {FORMATS[-1]} (got {shown(format)})")
    style = _style(top["style"], "style") if "style" in top else Style()
    items = top.get("regions")
    if not isinstance(items, list):
        fail(
            "regions",
            f"must be a list of regions ({f'got {shown(items)}' if 'regions' in top else 'it is missing'})",
            'write {"regions": [{"rect": [X, Y, WIDTH, HEIGHT]}]}',
        )
    regions = [_region(item, f"regions[{index}]", index, style, format) for index, item in enumerate(items)]
    return Regions(tuple(regions), format)


def _no_constant(word: str) -> NoReturn:
    fail("", f"all numbers must be finite (got {word})")


def _whole(digits: str) -> int | float:
    # Python refuses to read integers of several thousand digits. Such numbers are out of range anyway.
    return int(digits) if len(digits) <= 40 else float(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        fail("", f"{next(name for name in names if names.count(name) > 1)!r} appears twice in one object")
    return made


def shown(value: Any) -> str:
    """Returns a value of a file for a message. Long values are cut."""
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _keys(value: Any, path: str, known: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        fail(path, f"must be an object {{…}} (got {shown(value)})")
    for name in value:
        if name not in known:
            fail(path, f"unknown name {name!r}{meant(name, known)}", f"valid names are {', '.join(sorted(known))}")
    return value


def finite(value: Any, path: str, low: float = -math.inf) -> float:
    """Returns a number of a file. Raises RegionsError."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not max(low, -1e300) <= value <= 1e300:
        what = "a finite number" if low == -math.inf else f"a number that is {low:g} or greater"
        fail(path, f"must be {what} (got {shown(value)})")
    return float(value)


def _style(value: Any, path: str) -> Style:
    if not isinstance(value, str):
        fail(path, f'must be a style such as "frost:7" (got {shown(value)})')
    try:
        return parse_style(value, path)
    except UsageError as error:
        raise RegionsError(str(error), error.hint) from None


def _region(value: Any, path: str, index: int, style: Style, format: str) -> FileRegion:
    known = {*_SHAPES, "radius", "style", "id", "keyframes", "held", "from", "to"}
    item = _keys(value, path, known)
    frames = item.get("keyframes")
    if frames is None:
        shape, place = _place(item, path, format, 0.0)
        places = [place]
    else:
        if any(name in item for name in (*_SHAPES, "radius")):
            fail(path, "a region with keyframes must not have a shape", "put a shape into each keyframe")
        shape, places = _keyframes(frames, f"{path}.keyframes", format)
    id = item.get("id", index)
    if isinstance(id, bool) or not isinstance(id, int) or not 0 <= id < 2**64:
        fail(f"{path}.id", f"must be a whole number from 0 to 2^64 - 1 (got {shown(id)})")
    start = finite(item["from"], f"{path}.from") if "from" in item else -math.inf
    end = finite(item["to"], f"{path}.to") if "to" in item else math.inf
    if start > end:
        fail(path, f"to must not be less than from (got from {start:g} to {end:g})")
    own = _style(item["style"], f"{path}.style") if "style" in item else style
    held = item.get("held", False)
    if not isinstance(held, bool):
        fail(f"{path}.held", f"must be true or false (got {shown(held)})")
    if held and frames is None:
        fail(f"{path}.held", "must only be true if the region has keyframes")
    return FileRegion(shape, own, id, tuple(places), start, end, held, path=path)


def _keyframes(value: Any, path: str, format: str) -> tuple[Shape, list[Place]]:
    if not isinstance(value, list) or not value:
        fail(path, f"must be a list of one or more keyframes (got {shown(value)})")
    found: list[tuple[Shape, Place]] = []
    for index, frame in enumerate(value):
        here = f"{path}[{index}]"
        item = _keys(frame, here, {*_SHAPES, "radius", "time"})
        if "time" not in item:
            fail(here, "a keyframe must have a time, in seconds")
        shape, place = _place(item, here, format, finite(item["time"], f"{here}.time"))
        if found and place.time <= found[-1][1].time:
            fail(
                f"{here}.time",
                f"must be later than the keyframe before (got {place.time:g} after {found[-1][1].time:g})",
            )
        if found and (shape, len(place.numbers)) != (found[0][0], len(found[0][1].numbers)):
            fail(here, "must have the same shape and number of points as the first keyframe of the region")
        found.append((shape, place))
    return found[0][0], [place for _, place in found]


def _place(item: dict[str, Any], path: str, format: str, time: float) -> tuple[Shape, Place]:
    names = [name for name in _SHAPES if name in item]
    if len(names) != 1:
        fail(path, f"must have exactly one of {', '.join(_SHAPES)} (got {', '.join(names) or 'none'})")
    name = names[0]
    if "radius" in item and name != "rounded_rect":
        fail(f"{path}.radius", f"only a rounded_rect has a radius (got {shown(item['radius'])} with {name})")
    radius = finite(item["radius"], f"{path}.radius", 0) if "radius" in item else 0.0
    numbers = (_points if name == "polygon" else _box)(item[name], f"{path}.{name}")
    wrong = wrong_place(_SHAPES[name], numbers, format)
    if wrong:
        fail(f"{path}.{name}", wrong)
    return _SHAPES[name], Place(time, numbers, radius)


def _box(value: Any, path: str) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != 4:
        fail(path, f"must be a list of four numbers (got {shown(value)})")
    return tuple(finite(number, path) for number in value)


def _points(value: Any, path: str) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) < 3:
        fail(path, f"must be a list of three or more points [x, y] (got {shown(value)})")
    numbers: list[float] = []
    for index, point in enumerate(value):
        if not isinstance(point, list) or len(point) != 2:
            fail(f"{path}[{index}]", f"must be a point [x, y] (got {shown(point)})")
        numbers += (finite(number, f"{path}[{index}]") for number in point)
    return tuple(numbers)
