# SPDX-License-Identifier: MIT
"""COCO: files of annotations (an object with `images`, `annotations` and `categories`) and of results (a list).

The box that contains both the `bbox` and the `segmentation` of an annotation is covered, because either may be too small.

Images that are the frames of a video have a `frame_id` that counts from 0, or the number of the frame at the end of their
name. In a list of results, `image_id` is this number, or the name of a picture.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from .boxes import Boxes, Detection, Rect, bounds, rect
from .model import fail
from .scrim_json import finite, shown


class _Image(NamedTuple):
    name: str
    frame: int | None
    video: Any


def is_coco(value: Any) -> bool:
    """Whether a parsed JSON file looks like COCO."""
    if isinstance(value, dict):
        return "annotations" in value or "images" in value
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "image_id" in value[0]


def read_coco(value: Any) -> Boxes:
    """Returns the boxes of a parsed file. Raises RegionsError."""
    if isinstance(value, list):
        return _results(value)
    if not isinstance(value, dict):
        fail("", f"must be an object with images and annotations, or a list of results (got {shown(value)})")
    images, sizes = _images(_list(value, "images"))
    names = _categories(_list(value, "categories")) if "categories" in value else None
    boxes = []
    for index, item in enumerate(_list(value, "annotations")):
        path = f"annotations[{index}]"
        image = images.get(str(_said(item, "image_id", path)))
        if image is None:
            fail(f"{path}.image_id", f"there is no image with this id (got {shown(item['image_id'])})")
        boxes.append(_box(item, path, image, names))
    classes = dict.fromkeys([*(names or {}).values(), *(box.label for box in boxes)])
    numbers = [image.frame for image in images.values() if image.frame is not None]
    first = _first(numbers, value["images"])
    return Boxes(tuple(boxes), tuple(name for name in classes if name), sizes, first=first, last=max(numbers, default=None))


def _results(value: list[Any]) -> Boxes:
    boxes = []
    for index, item in enumerate(value):
        id = _said(item, "image_id", f"[{index}]")
        boxes.append(_box(item, f"[{index}]", _Image(str(id), _trailing(str(id)), None), None))
    numbers = [box.frame for box in boxes if box.frame is not None]
    classes = tuple(dict.fromkeys(box.label for box in boxes if box.label))
    return Boxes(tuple(boxes), classes, dict.fromkeys(box.picture for box in boxes), first=_first(numbers, []))


def _first(numbers: list[int], images: list[Any]) -> int:
    """Returns the number of the first frame: 1, unless an image has the number 0 or a `frame_id`."""
    return 0 if 0 in numbers or any(_frame_id(image) is not None for image in images) else 1


def _list(value: dict[str, Any], name: str) -> list[Any]:
    items = value.get(name)
    if not isinstance(items, list):
        fail(name, f"must be a list ({f'got {shown(items)}' if name in value else 'it is missing'})")
    return items


def _said(item: Any, name: str, path: str) -> Any:
    """Returns a value that every object must have: a number or a word."""
    if not isinstance(item, dict):
        fail(path, f"must be an object {{…}} (got {shown(item)})")
    value = item.get(name)
    if isinstance(value, bool) or not isinstance(value, int | str):
        fail(f"{path}.{name}", f"must be a whole number or a word ({f'got {shown(value)}' if name in item else 'it is missing'})")
    return value


def _images(items: list[Any]) -> tuple[dict[str, _Image], dict[str, tuple[int, int] | None]]:
    images: dict[str, _Image] = {}
    sizes: dict[str, tuple[int, int] | None] = {}
    for index, item in enumerate(items):
        path = f"images[{index}]"
        id, name = str(_said(item, "id", path)), str(_said(item, "file_name", path))
        frame = _frame_id(item)
        image = _Image(name, _trailing(name) if frame is None else frame, item.get("video_id"))
        if id in images:
            fail(f"{path}.id", f"two images have this id (got {shown(item['id'])})")
        if name in sizes:
            fail(f"{path}.file_name", f"two images have this name (got {shown(name)})")
        images[id], sizes[name] = image, _size(item, path)
    return images, sizes


def _size(item: dict[str, Any], path: str) -> tuple[int, int] | None:
    """Returns width and height of an image, or None if the file does not say both."""
    said = item.get("width"), item.get("height")
    if None in said or 0 in said:
        return None
    width, height = (finite(side, f"{path}.{name}", 1) for name, side in zip(("width", "height"), said, strict=True))
    if width % 1 or height % 1:
        fail(path, f"width and height must be whole numbers (got {width:g} and {height:g})")
    return int(width), int(height)


def _frame_id(item: Any) -> int | None:
    for name in ("frame_id", "frame_index"):
        value = item.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None


def _trailing(name: str) -> int | None:
    """Returns the number at the end of a name, before its suffix."""
    found = re.search(r"(\d{1,15})(?:\.\w+)?$", name)
    return int(found[1]) if found else None


def _categories(items: list[Any]) -> dict[str, str]:
    return {
        str(_said(item, "id", f"categories[{index}]")): str(_said(item, "name", f"categories[{index}]"))
        for index, item in enumerate(items)
    }


def _box(item: dict[str, Any], path: str, image: _Image, names: dict[str, str] | None) -> Detection:
    category = str(_said(item, "category_id", path)) if names is not None or "category_id" in item else ""
    if names is not None and category not in names:
        fail(f"{path}.category_id", f"there is no category with this id (got {shown(item['category_id'])})")
    more = item.get("attributes")
    attributes = more if isinstance(more, dict) else {}
    track = next((each for each in (item.get("track_id"), item.get("instance_id"), attributes.get("track_id")) if each is not None), "")
    found = _area(item, path)
    if (degrees := attributes.get("rotation")) is not None:  # CVAT writes the box before its rotation
        found = found.around(found.rotated(finite(degrees, f"{path}.attributes.rotation")))
    # Tracks of different videos are different objects.
    return Detection(
        found,
        label=names[category] if names is not None else category,
        track=f"{image.video}/{track}" if track != "" and image.video is not None else str(track),
        frame=image.frame,
        picture=image.name,
        confidence=finite(item["score"], f"{path}.score") if item.get("score") is not None else None,
        path=path,
    )


def _area(item: dict[str, Any], path: str) -> Rect:
    found: Rect | None = None
    if item.get("bbox"):
        numbers = item["bbox"]
        if not isinstance(numbers, list) or len(numbers) != 4:
            fail(f"{path}.bbox", f"must be a list of four numbers: left, top, width, height (got {shown(numbers)})")
        left, top, width, height = (finite(number, f"{path}.bbox") for number in numbers)
        found = rect(left, top, left + width, top + height, f"{path}.bbox")
    if item.get("segmentation"):
        area = _segmentation(item["segmentation"], f"{path}.segmentation")
        found = area if found is None else found.around(area)
    if found is None:
        fail(path, "must have a bbox or a segmentation", "remove annotations without an area")
    return found


def _segmentation(value: Any, path: str) -> Rect:
    """Returns the box around a segmentation: a list of polygons, or a mask in run-length encoding."""
    if isinstance(value, dict):
        return _mask(value, path)
    if not isinstance(value, list):
        fail(path, f"must be a list of polygons, or an object with counts and size (got {shown(value)})")
    points: list[tuple[float, float]] = []
    for index, polygon in enumerate(value):
        here = f"{path}[{index}]"
        if not isinstance(polygon, list) or len(polygon) < 4 or len(polygon) % 2:
            fail(here, f"must be a list of numbers x, y, x, y, … (got {shown(polygon)})")
        numbers = [finite(number, here) for number in polygon]
        points += zip(numbers[::2], numbers[1::2], strict=True)
    return bounds(points, path)


def _mask(value: dict[str, Any], path: str) -> Rect:
    size, counts = value.get("size"), value.get("counts")
    if not isinstance(size, list) or len(size) != 2 or not all(isinstance(side, int) and 0 < side <= 2**20 for side in size):
        fail(f"{path}.size", f"must be a list of height and width (got {shown(size)})")
    runs = _runs(counts, f"{path}.counts") if isinstance(counts, str) else counts
    if not isinstance(runs, list) or not all(isinstance(run, int) and run >= 0 for run in runs) or sum(runs) != size[0] * size[1]:
        fail(f"{path}.counts", f"must be counts of pixels that add up to {size[0]} × {size[1]} (got {shown(counts)})")
    height = size[0]
    begin, found = 0, None
    for index, run in enumerate(runs):  # column by column; every second run is inside
        if index % 2 and run:
            first, last = divmod(begin, height), divmod(begin + run - 1, height)
            top, bottom = (first[1], last[1]) if first[0] == last[0] else (0, height - 1)
            area = Rect(first[0], top, last[0] + 1, bottom + 1)
            found = area if found is None else found.around(area)
        begin += run
    if found is None:
        fail(path, "the mask has no pixel", "remove annotations without an area")
    return found


def _runs(text: str, path: str) -> list[int]:
    """Returns the counts of a compressed mask: six bits in each character, and differences from the fourth count on."""
    runs: list[int] = []
    value = shift = 0
    for character in text:
        bits = ord(character) - 48
        if not 0 <= bits < 64 or shift > 50:
            fail(path, f"must be compressed counts of a mask (got {shown(text)})")
        value |= (bits & 31) << shift
        shift += 5
        if not bits & 32:
            value -= (bits & 16) << (shift - 4)
            runs.append(value + (runs[-2] if len(runs) > 2 else 0))
            value = shift = 0
    return runs
