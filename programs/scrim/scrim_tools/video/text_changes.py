# SPDX-License-Identifier: MIT
"""Which parts of a frame show content that has not been read yet.

A frame is divided into tiles. The content of a tile has been read if it is the content of the last reading, or if it has
moved there from tiles that have been read. Content that disappears unread must be read in the frame before.
"""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from .text_frames import Gray

Mask: TypeAlias = npt.NDArray[np.bool_]
Tiles: TypeAlias = npt.NDArray[np.bool_]

#: The size of a tile in pixels.
TILE = 32
#: Levels by which a pixel must differ. A codec's noise is smaller.
_LEVELS = 24
#: The number of such pixels with which a tile has changed: less than a small letter has.
_PIXELS = 6
#: Pixels of content that has moved may differ by more levels, because the codec encoded it again.
_MOVED_LEVELS = 48
#: The number of pixels next to edges with which a tile may contain text.
_EDGES = 12
#: The number of pixels of ink that a few letters have, and a pointer does not have.
_LETTERS = 70
#: How far the parts of a line may be from each other.
_LINE = 16
#: How far content is looked for in the next frame, and the number of tiles that are looked for.
_REACH, _SEARCHES = 96, 8


class Changes:
    """Compares each frame with the one before, and with what has been read."""

    def __init__(self, first: Gray) -> None:
        #: For each pixel, the content that was read there last, and content that was read elsewhere and has moved there since.
        self._read, self._moved = first.copy(), first.copy()
        self._edges = _edges(first)
        #: The pixels of the last frame that have not been read.
        self._new: Mask = np.zeros(first.shape, bool)
        #: The movements in the last frame.
        self._movements: list[tuple[int, int]] = []
        self._earlier = self._new, self._edges, self._movements
        #: Whether a frame has differed from the last one that was read completely.
        self.any = False

    def read(self, frame: Gray, top: int, bottom: int) -> None:
        """Notes that the rows from `top` to `bottom` of the last frame have been read."""
        self._read[top:bottom] = self._moved[top:bottom] = frame[top:bottom]
        self._new[top:bottom] = False
        if bottom - top == len(frame):
            self.any = False

    def undo(self) -> None:
        """Returns to the frame before the last step(), so that it can be read."""
        self._new, self._edges, self._movements = self._earlier

    def step(self, before: Gray, now: Gray) -> Tiles:
        """Continues with the next frame.

        Returns the tiles of the frame before that must be read now, because unread content is not in this frame any more.
        """
        self._earlier = self._new, self._edges, self._movements
        difference = cv2.absdiff(before, now) > _LEVELS
        changed = _count(difference) >= _PIXELS
        edges_before, self._edges = self._edges, _edges(now)
        new_before, self._new = self._new, self._differs(now)
        unlike_before, unlike = self._unlike(before), self._unlike(now)
        self.any = self.any or bool(changed.any() or (_count(unlike) >= _PIXELS).any())
        if not changed.any():
            return np.zeros_like(changed)
        arrived = np.where(changed, _count(self._new & self._edges), 0)
        found, self._movements = _movements(now, before, arrived, self._movements), []
        fresh = unlike & ~new_before
        for dx, dy in found:
            known = self._new & ~_widened(cv2.absdiff(now, _shifted(before, dx, dy)) > _MOVED_LEVELS, 2)
            moved = _shifted(new_before.view(np.uint8), dx, dy, 1) > 0
            known &= ~moved
            fresh &= ~moved
            self._moved[known] = now[known]
            self._new &= ~known
            if np.count_nonzero(known) >= _LETTERS:
                self._movements.append((dx, dy))
        # A line of which a part was read must be read again when the rest of it appears.
        self._new |= _widened(fresh & self._new, _LINE)
        gone = new_before & unlike_before & difference & edges_before
        lost = _lost(gone)
        for dx, dy in _movements(before, now, np.where(lost, _count(gone), 0), [(-dx, -dy) for dx, dy in found]):
            gone &= cv2.absdiff(before, _shifted(now, dx, dy)) > _MOVED_LEVELS
            lost &= _lost(gone)
        # Everything unread is read then, because more of it may disappear in the next frames.
        return lost | (_count(new_before & edges_before) >= _EDGES) if lost.any() else lost

    def _differs(self, now: Gray) -> Mask:
        """Returns the pixels of a frame that were not read in their places."""
        # With their neighbors, because letters have many pixels in common with other letters in the same place.
        return _widened(cv2.absdiff(now, self._read) > _LEVELS, 4) & _widened(cv2.absdiff(now, self._moved) > _LEVELS, 4)

    def _unlike(self, frame: Gray) -> Mask:
        """Returns the pixels of a frame that have other levels than what was read in their places."""
        return np.asarray((cv2.absdiff(frame, self._read) > _LEVELS) & (cv2.absdiff(frame, self._moved) > _LEVELS))


def _movements(
    one: Gray, other: Gray, weights: npt.NDArray[np.int64], likely: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Returns how far content of tiles of one frame has moved in the other frame. The heaviest tiles are looked for.

    Few suffice, because content moves together. The result begins with the movements that are `likely`.
    """
    found = list(likely)
    for place in np.argsort(weights, axis=None)[: -_SEARCHES - 1 : -1]:
        row, column = divmod(int(place), weights.shape[1])
        if weights[row, column] < _EDGES:
            break
        movement = _movement(one, other, column * TILE, row * TILE)
        if movement is not None and movement not in ((0, 0), *found):
            found.append(movement)
    return found


def _shifted(frame: Gray, dx: int, dy: int, outside: int = 128) -> Gray:
    """Returns a frame whose content at (x + dx, y + dy) lies at (x, y)."""
    height, width = frame.shape
    shifted = np.full_like(frame, outside)
    shifted[max(0, -dy) : height - max(0, dy), max(0, -dx) : width - max(0, dx)] = frame[
        max(0, dy) : height - max(0, -dy), max(0, dx) : width - max(0, -dx)
    ]
    return shifted


def _movement(one: Gray, other: Gray, x: int, y: int) -> tuple[int, int] | None:
    """Returns how far the content of a tile has moved in the other frame; None if it is not found."""
    tile = one[y : y + TILE, x : x + TILE]
    left, top = max(0, x - _REACH), max(0, y - _REACH)
    window = other[top : y + TILE + _REACH, left : x + TILE + _REACH]
    if min(tile.shape) < 8 or tile.std() < 2:
        return None
    result = cv2.matchTemplate(window, tile, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(result)
    return (left + column - x, top + row - y) if best >= 0.9 else None


def _lost(gone: Mask) -> Tiles:
    """Returns the tiles in which as many pixels are gone as some letters have, together with the tiles next to them."""
    counts = _count(gone)
    sums = cv2.filter2D(counts.astype(np.float32), -1, np.ones((2, 3), np.float32), borderType=cv2.BORDER_CONSTANT)
    return np.asarray((sums >= _LETTERS) & (counts >= _EDGES))


def _edges(frame: Gray) -> Mask:
    """Returns the pixels next to edges."""
    around = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.morphologyEx(frame, cv2.MORPH_GRADIENT, around) > 32)


def _widened(pixels: Mask, distance: int) -> Mask:
    """Returns the pixels up to a distance from set pixels."""
    around = np.ones((2 * distance + 1, 2 * distance + 1), np.uint8)
    return np.asarray(cv2.dilate(pixels.view(np.uint8), around) > 0)


def _count(pixels: Mask) -> npt.NDArray[np.int64]:
    """Returns the number of set pixels in each tile."""
    rows = np.arange(0, pixels.shape[0], TILE)
    columns = np.arange(0, pixels.shape[1], TILE)
    sums = np.add.reduceat(pixels, rows, axis=0, dtype=np.uint16)
    return np.add.reduceat(sums, columns, axis=1, dtype=np.int64)
