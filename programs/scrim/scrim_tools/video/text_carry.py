# SPDX-License-Identifier: MIT
"""Carries a box of text from frame to frame, forward or backward, by comparing pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from ..text import Box
from .text_frames import Frame, Gray, Movement

#: How far text is looked for around a place that is expected, in pixels, if it is large.
_REACH = 32
#: The correlations from which two pictures of text are the same text: in the same place, near it, or for a half of it.
_SAME_HERE, _SAME, _SAME_HALF = 0.95, 0.8, 0.9
#: Pixels around the box that belong to the picture of the text.
_AROUND = 2
#: A picture is the same if at most this share of a square as high as the text differs by this share of the contrast. Lines may
#: differ in one digit.
_UNLIKE_SHARE, _UNLIKE = 1 / 60, 0.3
#: How many times more contrast than in green a text must have in another color, so that it is followed there.
_CLEARER = 1.2
#: By which share text may become larger or smaller from one frame to the next.
_STRETCH = 0.06
#: Levels by which letters and their background differ at least, and by which the same pixel may differ.
_INK, _NOISE = 46, 56


@dataclass
class Carried:
    """A box of text on its way through frames in one direction."""

    #: The picture of the text in the frame that was read, in the color in which it has the most contrast: red, green or blue.
    text: Gray
    channel: int
    #: The place of its top left corner. Parts of the text may be outside of the frame.
    x: int
    y: int
    #: How many frames a change without recognizable text, or a text that changes its look, may last.
    patience: int
    #: The distance by which the box is larger than the text, because its place is unsure.
    growth: int = 0
    #: For how many frames the text was not recognized.
    doubt: int = 0
    #: For how many frames the text was recognized by the frame before alone.
    altered: int = 0
    #: The movement in the last frame, and in the last frame in which the text was recognized.
    _speed: Movement = (0, 0)
    _last_speed: Movement = (0, 0)
    #: How often the text has become larger or smaller.
    _stretches: int = 0
    _latest: Gray | None = field(default=None, repr=False)

    @classmethod
    def of(cls, frame: Frame, box: Box, patience: int) -> Carried:
        height, width = frame.shape[:2]
        left, top = max(0, math.floor(box.left) - _AROUND), max(0, math.floor(box.top) - _AROUND)
        right, bottom = min(width, math.ceil(box.right) + _AROUND), min(height, math.ceil(box.bottom) + _AROUND)
        text = frame[top:bottom, left:right]
        contrasts = [float(text[..., channel].std()) for channel in range(3)]
        channel = 1 if contrasts[1] * _CLEARER >= max(contrasts) else contrasts.index(max(contrasts))
        picture = text[..., channel].copy()
        return cls(picture, channel, left, top, patience, _latest=picture)

    @property
    def box(self) -> Box:
        """The box around the letters, as it was read, with the growth."""
        height, width = self.text.shape
        less = _AROUND - self.growth
        # Text that leaves the picture, or comes into it, moves on while a part of it is visible.
        dx, dy = (
            max(-most, min(most, speed * self.doubt))
            for speed, side in zip(self._last_speed, (width, height), strict=True)
            if (most := max(side // 2, abs(speed))) >= 0
        )
        return Box(
            self.x + less + min(0, dx),
            self.y + less + min(0, dy),
            self.x + width - less + max(0, dx),
            self.y + height - less + max(0, dy),
        )

    @property
    def core(self) -> Box:
        """The last known place of the letters, without growth."""
        height, width = self.text.shape
        return Box(self.x + _AROUND, self.y + _AROUND, self.x + width - _AROUND, self.y + height - _AROUND)

    @property
    def is_sure(self) -> bool:
        return not self.doubt and not self.altered

    def step(self, before: Frame, now: Frame, movements: Sequence[Movement] = ()) -> bool:
        """Continues from one frame to its neighbor. Returns whether the box stays.

        `movements` says how far other content of the frame has moved, most of it first. The text is not looked for elsewhere,
        because another line may resemble it. If it is not found, the box stays while any part of the text remains in its
        place: it may be typed, deleted or partly hidden. It also stays for some time while the place changes: it may fade.
        """
        before, now = before[..., self.channel], now[..., self.channel]
        here = self._at(now, 0, 0)
        if here is not None and (_correlation(self.text, here) >= _SAME_HERE or _is_same(self.text, here)):
            return self._found(self.x, self.y, here)
        if self._stretches and self._stretch(before, now):
            return True
        for dx, dy in (self._speed, *movements):
            there = self._at(now, dx, dy)
            if there is not None and _is_same(self.text, there):
                return self._found(self.x + dx, self.y + dy, there)
        # Text that moves is expected to keep its speed. In a list, other content may seem to move by a line more or less.
        expected = [(0, 0), *([self._speed] if self._speed != (0, 0) else movements[:1])]
        place = self._search(now, self.text, (0, 0), _SAME, expected)
        if place is not None:
            return self._found(*place, _cut(now, *place, self.text.shape))
        if here is not None and any(_correlation(self.text[part], here[part]) >= _SAME_HALF for part in self._halves()):
            return self._found(self.x, self.y, None)
        for part in [*self._halves(), *self._inside(now, expected)]:
            place = self._search(now, self.text[part], (part[1].start, part[0].start), _SAME_HALF, expected)
            if place is not None:
                # Larger, because parts of one text may be alike.
                self.growth = max(abs(place[0] - self.x), abs(place[1] - self.y))
                return self._found(*place, None, altered=True)
        if self._latest is not None and self.altered < self.patience:
            place = self._search(now, self._latest, (0, 0), _SAME, expected)
            if place is not None:
                self.altered += 1
                self.growth = min(self.growth + 1, len(self.text))
                return self._found(*place, _cut(now, *place, self.text.shape), altered=True)
        if not self._stretches and self._stretch(before, now):
            return True
        leaves = [(dx, dy) for dx, dy in expected[1:] if self._at(now, dx, dy) is None]
        if here is not None and not leaves and self._remains(here):
            return self._found(self.x, self.y, None)
        if leaves and not self.doubt:
            self._last_speed = leaves[-1]
        self._speed = (0, 0)
        self.doubt += 1
        first = self.doubt == 1
        return self.doubt <= self.patience and (first or self._changes(before, now))

    def elsewhere(self, now: Frame) -> Box | None:
        """Returns where a frame shows the text, or a similar one, which step() has not found."""
        if self.doubt != 1:
            return None
        place = _best(now[..., self.channel], self.text, 0, 0, _SAME_HALF)
        return replace(self, x=place[0], y=place[1]).core if place is not None else None

    def _at(self, frame: Gray, dx: int, dy: int) -> Gray | None:
        return _cut(frame, self.x + dx, self.y + dy, self.text.shape)

    def _found(self, x: int, y: int, here: Gray | None, altered: bool = False) -> bool:
        self._speed = self._last_speed = (x - self.x, y - self.y)
        self.x, self.y, self._latest, self.doubt = x, y, here, 0
        if not altered:
            self.altered = self.growth = 0
        return True

    def _search(
        self, frame: Gray, text: Gray, offset: Movement, least: float, expected: Sequence[Movement]
    ) -> Movement | None:
        """Looks for a picture, which begins at an offset within the text, near the expected movements. Returns the text's place.

        It must be so near that another text of this size has no room there.
        """
        (ox, oy), (height, width) = offset, self.text.shape
        for dx, dy in dict.fromkeys(expected):
            x, y = self.x + ox + dx, self.y + oy + dy
            left, top = max(0, x - min(_REACH, width // 4)), max(0, y - min(_REACH, height // 2))
            right, bottom = x + text.shape[1] + min(_REACH, width // 4), y + text.shape[0] + min(_REACH, height // 2)
            place = _best(frame[top : max(0, bottom), left : max(0, right)], text, left, top, least)
            if place is not None:
                return place[0] - ox, place[1] - oy
        return None

    def _halves(self) -> list[tuple[slice, slice]]:
        height, width = self.text.shape
        rows, columns = slice(0, height), slice(0, width)
        return [
            (rows, slice(0, width // 2)),
            (rows, slice(width // 2, width)),
            (slice(0, height // 2), columns),
            (slice(height // 2, height), columns),
        ]

    def _inside(self, frame: Gray, expected: Sequence[Movement]) -> list[tuple[slice, slice]]:
        """Returns the parts of the text that are inside of the frame at expected places, if the rest is outside."""
        height, width = self.text.shape
        parts = []
        for dx, dy in dict.fromkeys(expected):
            x, y = self.x + dx, self.y + dy
            if self._at(frame, dx, dy) is None:
                # A little less, because the place is not exact.
                rows = slice(max(0, _AROUND - y), max(0, min(height, frame.shape[0] - _AROUND - y)))
                columns = slice(max(0, _AROUND - x), max(0, min(width, frame.shape[1] - _AROUND - x)))
                if 2 * (rows.stop - rows.start) > height and columns.stop - columns.start >= min(2 * height, width):
                    parts.append((rows, columns))
        return parts

    def _stretch(self, before: Gray, now: Gray) -> bool:
        """Follows text that becomes larger or smaller. Its pieces move by distances that grow from one end to the other."""
        if self.doubt:
            return False
        height, width = self.text.shape
        reach = max(4, height // 3)
        left, top, right, bottom = self.x, self.y, self.x + width, self.y + height
        found = []
        for x in range(max(0, left), min(right, now.shape[1]) - 2 * height + 1, height):
            piece = before[max(0, top) : bottom, x : x + 2 * height]
            start = max(0, x - reach), max(0, max(0, top) - reach)
            window = now[start[1] : bottom + reach, start[0] : x + 2 * height + reach]
            place = _best(window, piece, *start, _SAME)
            if place is not None:
                found.append((x + height, place[0] - x, place[1] - max(0, top)))
            elif x + 2 * height + reach <= now.shape[1]:
                return False
        if len(found) < 3:
            return False
        middles, across, down = np.array(found, float).T
        scale, start_x = np.polyfit(middles, across, 1)
        if not self._stretches and abs(scale) * width < 2:
            return False
        if abs(scale) > _STRETCH or np.abs(across - scale * middles - start_x).max() > 2 or np.ptp(down) > 2:
            return False
        # The middle of the line has moved by the average. What is cut off at the edge of the frame stays cut off.
        more, shift = scale * height / 2, float(down.mean())
        new_left = 0 if left <= 0 else round(left + scale * left + start_x)
        new_right = now.shape[1] if right >= now.shape[1] else round(right + scale * right + start_x)
        new_left, new_top = max(0, new_left), max(0, round(top + shift - more))
        new_right, new_bottom = min(now.shape[1], new_right), min(now.shape[0], round(bottom + shift + more))
        if min(new_right - new_left, new_bottom - new_top) < 8:
            return False
        self.text = now[new_top:new_bottom, new_left:new_right].copy()
        self._stretches += 1
        # The errors of rounding add up.
        self.growth = min(self._stretches // 3, height)
        return self._found(new_left, new_top, self.text, altered=True)

    def _remains(self, here: Gray) -> bool:
        """Whether its place shows the first letter of the text, or a part of it that is about as wide as a letter."""
        ink = np.ptp(self.text, axis=0) >= _INK
        same = (cv2.absdiff(self.text, here) > _NOISE).mean(axis=0) <= 0.1
        columns = np.flatnonzero(ink)
        if not len(columns):
            return False
        first = int(columns[0])
        end = first + int(np.argmin(np.append(ink[first:], False)))
        if end - first >= 2 and same[first:end].all():
            return True
        run = 0
        for column in range(len(same)):
            run = run + int(ink[column]) if same[column] else 0
            if run >= len(self.text) * 3 // 4:
                return True
        return False

    def _changes(self, before: Gray, now: Gray) -> bool:
        """Whether the place of the text changes from one frame to the other."""
        height, width = self.text.shape
        place = np.s_[max(0, self.y) : max(0, self.y + height), max(0, self.x) : max(0, self.x + width)]
        one, other = before[place], now[place]
        return bool(one.size) and bool((cv2.absdiff(one, other) > 3).mean() > 0.02)


def _cut(frame: Gray, x: int, y: int, shape: tuple[int, ...]) -> Gray | None:
    """Returns a part of a frame; None if some of it is outside."""
    if x < 0 or y < 0 or y + shape[0] > frame.shape[0] or x + shape[1] > frame.shape[1]:
        return None
    return frame[y : y + shape[0], x : x + shape[1]]


def _correlation(one: Gray, other: Gray) -> float:
    # A flat picture has no correlation, and OpenCV returns numbers of any size for it.
    if one.std() < 2 or other.std() < 2:
        return 0.0
    return float(cv2.matchTemplate(other, one, cv2.TM_CCOEFF_NORMED)[0, 0])


def _is_same(one: Gray, other: Gray) -> bool:
    """Whether two pictures show the same text, with the same digits."""
    unlike = (cv2.absdiff(one, other) > max(_NOISE, float(np.ptp(one)) * _UNLIKE)).view(np.uint8)
    side = min(one.shape)
    most = cv2.boxFilter(unlike, cv2.CV_16U, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT).max()
    return float(most) <= max(2, side * side * _UNLIKE_SHARE) and _correlation(one, other) >= _SAME


def _best(window: Gray, text: Gray, left: int, top: int, least: float) -> Movement | None:
    """Returns the place of a picture in a window that begins at `left` and `top`; None if the picture is not there."""
    if window.shape[0] < text.shape[0] or window.shape[1] < text.shape[1] or min(text.shape) < 4 or text.std() < 4:
        return None
    _, best, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(window, text, cv2.TM_CCOEFF_NORMED))
    if not best >= least:
        return None
    # A second look, because the numbers of OpenCV are wrong where the window is flat.
    return (left + x, top + y) if _correlation(text, window[y : y + text.shape[0], x : x + text.shape[1]]) >= least else None
