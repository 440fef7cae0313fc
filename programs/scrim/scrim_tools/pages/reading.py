# SPDX-License-Identifier: MIT
"""What a page says about the boxes of a mask, in the coordinates of the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from scrim import Region

from ..shot import Reading, ShotError, Unsettled

#: Left, top, right and bottom.
Box = tuple[float, float, float, float]

#: The index of the element of which a picture is wanted. The items of a mask have their positions.
TARGET = -1
#: For how long, in milliseconds, a page that moves may draw nothing.
_LONGEST_GAP = 250


@dataclass
class FrameReading:
    """What the function in pages/script.py returned in one frame, and in the frames inside it."""

    told: dict[str, Any]
    #: Pairs of a frame's position among `told["frames"]` and what it returned.
    children: list[tuple[int, FrameReading]] = field(default_factory=list)

    def boxes(self) -> tuple[dict[int, list[Box]], list[Box]]:
        """Returns the boxes of each item now, and boxes in which items were before. They are in the coordinates of this frame."""
        now: dict[int, list[Box]] = {}
        past: list[Box] = []
        for item in self.told["items"]:
            now.setdefault(int(item["index"]), []).extend(map(_box, item["now"]))
            if item["index"] != TARGET:
                past += map(_box, item["past"])
        for position, child in self.children:
            places = self.told["frames"][position]
            inner, before = child.boxes()
            size = _size(child.told["view"])
            for index, boxes in inner.items():
                now.setdefault(index, []).extend(_moved(boxes, [places["now"]], size))
                if places["past"] and index != TARGET:
                    past += _moved(boxes, [places["now"], *places["past"]], size)
            past += _moved(before, [places["now"], *places["past"]], size)
        return now, past

    def all(self) -> Iterable[FrameReading]:
        """Returns this frame and those inside it."""
        yield self
        for _, child in self.children:
            yield from child.all()


def _box(values: Sequence[float]) -> Box:
    left, top, right, bottom = map(float, values[:4])
    return left, top, right, bottom


def _size(values: Sequence[float]) -> tuple[float, float]:
    return float(values[0]), float(values[1])


def _moved(boxes: Iterable[Box], places: Sequence[Sequence[float]], size: tuple[float, float]) -> Iterable[Box]:
    """Returns the boxes of a frame in the coordinates of the frame around it, as far as they can be seen there.

    `places` are the boxes in which the frame was. With each are 1 if boxes inside can be placed, else 0, and the number of
    effects that cannot be measured. `size` is the frame's inner size.
    """
    for box in boxes:
        found = []
        for place in places:
            if place[5]:
                raise ShotError(
                    "a frame with an element of the mask is painted with an SVG filter, a reflection or a strong perspective",
                    "remove the effect in the test, or mask the frame",
                )
            left, top, right, bottom = _box(place)
            if not place[4]:
                found.append((left, top, right, bottom))
                continue
            across, down = (right - left) / max(size[0], 1), (bottom - top) / max(size[1], 1)
            inside = (
                max(left, left + box[0] * across),
                max(top, top + box[1] * down),
                min(right, left + box[2] * across),
                min(bottom, top + box[3] * down),
            )
            if inside[0] < inside[2] and inside[1] < inside[3]:
                found.append(inside)
        if found:
            edges = list(zip(*found, strict=True))
            yield min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])


class PageReading(Reading):
    """Where the items of a mask are on a page.

    `full` says whether the picture shows the whole page. `tolerance` is how far the target may move, in CSS pixels.
    """

    def __init__(self, top: FrameReading, full: bool, tolerance: float = 0) -> None:
        super().__init__()
        self._tolerance = tolerance
        #: The boxes of each item, by its position in the mask.
        self.items: dict[int, list[Box]]
        self.items, self._past = top.boxes()
        #: The number of pixels per CSS pixel.
        self.scale = float(top.told["scale"])
        #: The size of the picture in CSS pixels.
        self.area = _size(top.told["page" if full else "view"])
        #: The box of the element of which a picture is wanted.
        self.target = next(iter(self.items.pop(TARGET, [])), None)
        #: The size of the viewport, and whether the browser's picture of it may be shifted.
        self.viewport, self.shifted = _size(top.told["view"]), bool(top.told["shifted"])
        # Only of the page itself, because a browser runs nothing in frames that are out of sight.
        self._asleep = not top.told["painted"]
        self._gap = max(float(frame.told["gap"]) for frame in top.all())
        self._transition = any(frame.told["transition"] for frame in top.all())
        self._removed = any(frame.told["removed"] for frame in top.all())
        self._fresh = any(frame.told["fresh"] for frame in top.all())
        self._reframed = any(frame.told["reframed"] for frame in top.all())
        if problems := sorted({problem for frame in top.all() for problem in frame.told["problems"]}):
            raise ShotError(
                f"an element of the mask is painted with {' and '.join(problems)}, so what it shows cannot be measured",
                "remove the effect in the test",
            )

    def now(self, size: tuple[int, int]) -> Sequence[Region]:
        wanted = [points * self.scale for points in self.area]
        # A browser rounds the size of its viewport to whole CSS pixels.
        if any(abs(pixels - points) > 1 + self.scale for pixels, points in zip(size, wanted, strict=True)):
            raise Unsettled(
                f"the picture has {size[0]} × {size[1]} pixels, but the page is {self.area[0]:g} × {self.area[1]:g} CSS pixels"
                f" large at scale {self.scale:g}",
                "take the screenshot when the page has its final size",
            )
        return self._in_pixels(box for boxes in self.items.values() for box in boxes)

    def since(self, earlier: Reading, size: tuple[int, int]) -> Sequence[Region]:
        assert isinstance(earlier, PageReading)
        if earlier.scale != self.scale or earlier.area != self.area:
            raise Unsettled("the page changed its size while the picture was taken", "wait until nothing moves")
        if self._fresh or self._reframed or earlier._reframed:
            raise Unsettled("a frame of the page loaded or was removed while the picture was taken", "wait until the page has loaded")
        if self.target and earlier.target and self._far(self.target, earlier.target):
            raise Unsettled("the target moved while the picture was taken", "wait until nothing moves")
        if self._transition or earlier._transition:
            raise Unsettled("the page showed a view transition while the picture was taken", "wait until the transition has ended")
        if self._removed or earlier._removed:
            raise Unsettled(
                "an element of the mask was removed from the page",
                "use a CSS selector, which also finds the element that replaces it",
            )
        if self._asleep:
            raise Unsettled(
                "no script of the page ran while the picture was taken, so where its elements were is unknown",
                "allow JavaScript, and do not replace ResizeObserver in the test",
            )
        if self._past and self._gap > _LONGEST_GAP:
            raise Unsettled(
                f"the page moved, and showed no new frame for {self._gap:.0f} ms while the picture was taken",
                "wait until nothing moves",
            )
        return self._in_pixels(self._past)

    def _far(self, one: Box, other: Box) -> bool:
        return any(abs(edge - before) > self._tolerance for edge, before in zip(one, other, strict=True))

    def _in_pixels(self, boxes: Iterable[Box]) -> list[Region]:
        scale = self.scale
        return [
            Region((left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)) for left, top, right, bottom in boxes
        ]
