# SPDX-License-Identifier: MIT
"""Boxes of the frames of a video, as regions that move.

Detectors miss objects, and numbers of frames may begin at 0 or at 1. So more is covered than the boxes say:

- Each box is covered in the frame before and the frame after its own, too.
- Between two boxes of an object, the box moves in a straight line. If the file comes from a detector, both boxes are held
  as well.
- When a detector loses an object, the last box is held for a time, and moves on with the speed that it had. Both places
  and everything between them are covered. The same holds before the first box.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

from scrim import Shape

from .boxes import Boxes, Detection, Choice, Rect
from .model import FileRegion, Place, Regions, fail

#: Boxes without a track belong to the same object if they overlap by this share of their union.
_SAME = 0.5
#: The share of a video that the pictures of a file must reach.
_SHARE = 0.9
#: The speed of an object is measured in this time, in seconds.
_MEASURED = 0.5


class Clip(NamedTuple):
    """The frames of a video."""

    #: The times of all frames in seconds, from the first.
    times: tuple[float, ...]
    #: Width and height as players show them.
    size: tuple[int, int]


@dataclass
class _Object:
    """An object: its box in some frames."""

    label: str
    rects: dict[int, Rect]
    #: Whether the file says that it appears at the first frame, and disappears at the last.
    appears: bool = False
    disappears: bool = False


def regions_of_video(boxes: Boxes, choice: Choice, clip: Clip) -> Regions:
    """Returns the regions of a video. Raises RegionsError if a box is in a frame that the video does not have."""
    sizes = {size for size in (boxes.size, *boxes.pictures.values()) if size is not None}
    if len(sizes) > 1:
        fail("", f"the pictures have {len(sizes)} sizes, so they are not the frames of one video", "use scrim redact")
    for size in sizes:
        Regions((), size=size).check_size(clip.size)
    _check_end(boxes, clip)
    framed = sorted(((_frame(box, boxes, clip), box) for box in choice.of(boxes)), key=lambda item: item[0])
    _check_pictures(framed)
    tracked = [item for item in framed if item[1].track]
    untracked = [item for item in framed if not item[1].track]
    objects = _by_track(tracked, boxes.complete) + _linked(untracked, choice.lost, clip.times)
    regions = []
    for index, each in enumerate(objects):
        covered = _covered(each, boxes.complete, choice, clip.times)
        places: list[Place] = []
        for frame in sorted(covered):
            place = Place(clip.times[frame], covered[frame].xywh)
            if not places or places[-1].numbers != place.numbers:
                places.append(place)
        start, end = clip.times[min(covered)], clip.times[max(covered)]
        style = choice.style_of(each.label)
        regions.append(FileRegion(Shape.RECT, style, index, tuple(places), start, end, len(places) > 1, measured=True))
    return Regions(tuple(regions), from_boxes=True)


def _check_end(boxes: Boxes, clip: Clip) -> None:
    """Raises RegionsError if the pictures end long before the video, because they are probably every nth frame of it."""
    frames = len(clip.times)
    if boxes.last is not None and boxes.last - boxes.first + 1 < frames * _SHARE:
        hint = "list the pictures of all frames; if they are every nth frame, use a table with the column time instead of COCO"
        fail("images", f"the last picture is frame {boxes.last}, but the video has {frames} frames", hint)


def _check_pictures(framed: list[tuple[int, Detection]]) -> None:
    """Raises RegionsError if two pictures are the same frame, as in a file with several videos."""
    pictures: dict[int, str] = {}
    for frame, box in framed:
        if pictures.setdefault(frame, box.picture) != box.picture:
            fail(box.path, f"{box.picture!r} and {pictures[frame]!r} are the same frame", "write one file for each video")


def _frame(box: Detection, boxes: Boxes, clip: Clip) -> int:
    """Returns the index of a box's frame."""
    times = clip.times
    if box.time is not None:
        # A frame lasts until the next one. The last is taken to last as long as the one before it.
        last = times[-1] + (times[-1] - times[-2] if len(times) > 1 else 1.0)
        if not -0.001 <= box.time <= last:
            fail(box.path, f"the time must be within the video, from 0 to {times[-1]:.3f} s (got {box.time:g})")
        after = min(bisect_left(times, box.time), len(times) - 1)
        return after - 1 if after and box.time - times[after - 1] < times[after] - box.time else after
    if box.frame is None:
        hint = "pictures that are frames of a video have the number of the frame at the end of their name"
        fail(box.path, f"the picture {box.picture!r} is not a frame of a video", hint)
    if not 0 <= box.frame - boxes.first < len(times):
        last = len(times) - 1 + boxes.first
        hint = "make the boxes from this video, and not from a part or a copy with other frames"
        fail(box.path, f"the frame must be from {boxes.first} to {last}, as the video has {len(times)} frames (got {box.frame})", hint)
    return box.frame - boxes.first


def _by_track(framed: list[tuple[int, Detection]], complete: bool) -> list[_Object]:
    """Returns the objects of boxes with tracks. One that disappears and comes back counts as two."""
    objects: list[_Object] = []
    present: dict[tuple[str, str], _Object] = {}
    for frame, box in framed:
        key = (box.label, box.track)
        known = present.get(key)
        if known is None:
            if box.ends:
                continue
            known = present[key] = _Object(box.label, {}, appears=complete)
            objects.append(known)
        known.rects[frame] = box.rect.around(known.rects.get(frame, box.rect))
        if box.ends:
            known.disappears = True
            del present[key]
    return objects


def _linked(framed: list[tuple[int, Detection]], lost: float, times: tuple[float, ...]) -> list[_Object]:
    """Returns the objects of boxes without tracks.

    The last box of an object, and that box moved on with the speed of the object, are compared with each new one. A box
    that overlaps none begins a new object. Then both are held, so that more is covered.
    """
    objects: list[_Object] = []
    recent: list[tuple[int, _Object]] = []
    by_frame: dict[int, list[Detection]] = {}
    for frame, box in framed:
        by_frame.setdefault(frame, []).append(box)
    for frame, found in by_frame.items():
        recent = [(last, each) for last, each in recent if times[frame] - times[last] <= lost]
        expected = [_moved(each.rects, list(reversed(each.rects)), frame, times) for _, each in recent]
        pairs = [
            (share, number, index)
            for number, box in enumerate(found)
            for index, (last, each) in enumerate(recent)
            if each.label == box.label
            and (share := max(_overlap(box.rect, each.rects[last]), _overlap(box.rect, expected[index]))) >= _SAME
        ]
        owners: dict[int, int] = {}
        for _, number, index in sorted(pairs, reverse=True):
            if number not in owners and index not in owners.values():
                owners[number] = index
        for number, box in enumerate(found):
            if number in owners:
                owner = recent[owners[number]][1]
                recent[owners[number]] = (frame, owner)
                owner.rects[frame] = box.rect
            else:
                owner = _Object(box.label, {frame: box.rect})
                objects.append(owner)
        recent += [(frame, each) for each in objects[len(objects) - (len(found) - len(owners)) :]]
    return objects


def _overlap(a: Rect, b: Rect) -> float:
    """Returns the area that two boxes share, as a part of the area of both together."""
    across, down = min(a.right, b.right) - max(a.left, b.left), min(a.bottom, b.bottom) - max(a.top, b.top)
    if across <= 0 or down <= 0:
        return 0.0
    both = (a.right - a.left) * (a.bottom - a.top) + (b.right - b.left) * (b.bottom - b.top)
    return across * down / (both - across * down)


def _covered(each: _Object, complete: bool, choice: Choice, times: tuple[float, ...]) -> dict[int, Rect]:
    """Returns what is covered in each frame."""
    known = sorted(each.rects)
    covered = dict(each.rects)
    for before, after in zip(known, known[1:], strict=False):
        for frame in range(before + 1, after):
            covered[frame] = _between(each, before, after, frame, complete, choice, times)
    if not each.disappears:
        covered |= _lost(each, known[::-1], 1, choice, times)
    if not each.appears:
        covered |= _lost(each, known, -1, choice, times)
    wider = dict(covered)
    for frame, rect in covered.items():
        for neighbor in (frame - 1, frame + 1):
            if 0 <= neighbor < len(times):
                wider[neighbor] = rect.around(wider.get(neighbor, rect))
    return wider


def _between(
    each: _Object, before: int, after: int, frame: int, complete: bool, choice: Choice, times: tuple[float, ...]
) -> Rect:
    a, b = each.rects[before], each.rects[after]
    since, until = times[frame] - times[before], times[after] - times[frame]
    part = since / (since + until)
    found = Rect(*(p + (q - p) * part for p, q in zip(a, b, strict=True)))
    if not complete:
        found = found.around(a) if since <= choice.lost else found
        found = found.around(b) if until <= choice.lost else found
    return found.dilated(choice.max_speed * math.sqrt(since * until))  # as in video/tracks.py


def _lost(each: _Object, known: list[int], step: int, choice: Choice, times: tuple[float, ...]) -> dict[int, Rect]:
    """Returns what is covered after the last frame, or before the first if `step` is -1. `known` begins with that frame."""
    end = known[0]
    rect = each.rects[end]
    found = {}
    frame = end + step
    while 0 <= frame < len(times) and (away := abs(times[frame] - times[end])) <= choice.lost:
        found[frame] = rect.around(_moved(each.rects, known, frame, times)).dilated(choice.max_speed * away)
        frame += step
    return found


def _moved(rects: dict[int, Rect], known: list[int], frame: int, times: tuple[float, ...]) -> Rect:
    """Returns the box of the frame `known[0]`, moved to another frame with the speed that it had in the frames after that."""
    end = known[0]
    rect = rects[end]
    measured = end
    for other in known[1:]:
        if abs(times[other] - times[end]) > _MEASURED:
            break
        measured = other
    if measured == end:
        return rect
    earlier = rects[measured]
    part = (times[frame] - times[end]) / (times[end] - times[measured])
    x, y = rect.left + rect.right - earlier.left - earlier.right, rect.top + rect.bottom - earlier.top - earlier.bottom
    return rect.moved(x / 2 * part, y / 2 * part)
