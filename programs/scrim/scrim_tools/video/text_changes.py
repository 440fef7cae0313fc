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

from .text_frames import Frame, Gray, Movement, difference, highest

Mask: TypeAlias = npt.NDArray[np.bool_]
Tiles: TypeAlias = npt.NDArray[np.bool_]

#: The size of a tile in pixels.
TILE = 32
#: Levels by which a pixel must differ. A codec's noise is smaller.
_LEVELS = 28
#: The number of such pixels with which a tile has changed: less than a small letter has.
_PIXELS = 6
#: Pixels of content that has moved may differ by more levels, because the codec encoded it again.
_MOVED_LEVELS = 56
#: A frame has changed if a tile has more pixels that differ by so many levels. Pale text must be read, and noise costs only a reading.
_FAINT, _FAINT_PIXELS = 14, 16
#: Levels by which the pixels next to edges differ.
_EDGE = 36
#: The number of pixels next to edges with which a tile may contain text.
_EDGES = 12
#: The number of pixels of ink that a few letters have, and a pointer does not have.
_LETTERS = 70
#: How far the parts of a line may be from each other.
_LINE = 16
#: Content has not moved if more pixels differ within so many columns and rows. It may be a similar line with another digit.
_ALIKE, _ALIKE_SIZE = 3, (49, 9)
#: How far content is looked for in the next frame, and the number of tiles that are looked for.
_REACH, _SEARCHES = 96, 8


class Changes:
    """Compares each frame with the one before, and with what has been read."""

    def __init__(self, first: Frame) -> None:
        #: For each pixel, the content that was read there last, and content that was read elsewhere and has moved there since.
        self._read, self._moved = first.copy(), first.copy()
        #: The contrast of each pixel of the last frame with its neighbors, and the pixels next to edges.
        self.contrast = _contrast(first)
        self._edges: Mask = self.contrast > _EDGE
        #: The pixels that count as unread until they are read again, although they were read.
        self._forgotten: Mask = np.zeros(first.shape[:2], bool)
        #: The pixels of the last frame that have not been read.
        self._new: Mask = np.zeros(first.shape[:2], bool)
        #: How far content has moved from the frame before to the last one, beginning with most of it.
        self.movements: list[Movement] = []
        #: The movements that explained much of the last frame, from it to the frame before.
        self._movements: list[Movement] = []
        self._earlier = self._new, self._edges, self._movements
        #: The pixels of the last frame that show unread content, and those that differ very much from the frame before.
        self.unread, self.sudden = self._new, self._new
        #: Which pixels of the last frame have come from pixels of the frame before that were read, for each movement.
        self._known: list[tuple[Movement, Mask]] = []
        #: Whether a frame has differed from the last one that was read completely.
        self.any = False

    def read(self, frame: Frame, top: int, bottom: int) -> None:
        """Notes that the rows from `top` to `bottom` of the last frame have been read."""
        self._read[top:bottom] = self._moved[top:bottom] = frame[top:bottom]
        self._new[top:bottom] = self._forgotten[top:bottom] = False
        self.unread = self._new & self._edges
        if bottom - top == len(frame):
            self.any = False

    def read_earlier(self, frame: Frame, top: int, bottom: int, now: Frame) -> None:
        """Notes that rows of an earlier frame have been read. `now` is the last frame."""
        self.read(frame, top, bottom)
        self._new, unlike, _ = self._compared(now)
        self.unread = self._new & unlike & self._edges
        self.any = True

    def undo(self) -> None:
        """Returns to the frame before the last step(), so that it can be read."""
        self._new, self._edges, self._movements = self._earlier

    def step(self, before: Frame, now: Frame) -> Tiles:
        """Continues with the next frame.

        Returns the tiles of the frame before that must be read now, because unread content is not in this frame any more.
        """
        self._earlier = self._new, self._edges, self._movements
        levels = difference(before, now)
        differing = levels > _LEVELS
        changed = _count(differing) >= _PIXELS
        self.sudden = levels > 2 * _LEVELS
        self.contrast = _contrast(now)
        edges_before, self._edges = self._edges, self.contrast > _EDGE
        new_before, (self._new, unlike, faint) = self._new, self._compared(now)
        unlike_before = self._compared(before)[1]
        self.any = self.any or bool(changed.any() or (_count(unlike) >= _PIXELS).any() or (_count(faint) >= _FAINT_PIXELS).any())
        self.unread = self._new & unlike & self._edges
        self.movements, self._known = [], []
        if not changed.any():
            return np.zeros_like(changed)
        arrived = np.where(changed, _count(self._new & self._edges), 0)
        found, self._movements = _movements(now, before, arrived, self._movements), []
        fresh = unlike & ~new_before
        unlikes = [_unlike(now, before, way) for way in found]
        main = _best_explained(found, unlikes, self._edges)
        self.movements = [(-dx, -dy) for dx, dy in sorted(found, key=lambda way: way != main)]
        for (dx, dy), other in zip(found, unlikes, strict=True):
            known = self._new & ~_widened(other, 2)
            if not _is_near((dx, dy), main):
                known &= ~_alike(other & unlike)
            moved = _shifted(new_before, (dx, dy), True)
            known &= ~moved
            fresh &= ~moved
            self._moved[known] = now[known]
            self._new &= ~known
            self._forgotten &= ~known
            self._known.append(((dx, dy), known))
            if np.count_nonzero(known) >= _LETTERS:
                self._movements.append((dx, dy))
        # A line of which a part was read must be read again when the rest of it appears.
        self._new |= _widened(fresh & self._new, _LINE)
        self.unread = self._new & unlike & self._edges
        gone = new_before & unlike_before & differing & edges_before
        lost = lost_tiles(gone)
        left = gone.copy()
        for dx, dy in _movements(before, now, np.where(lost, _count(gone), 0), [(-dx, -dy) for dx, dy in found]):
            other = _unlike(before, now, (dx, dy))
            left &= other if _is_near((-dx, -dy), main) else other | _alike(other & gone)
            lost &= lost_tiles(left)
        # Everything unread is read then, because more of it may disappear in the next frames.
        return lost | (_count(new_before & edges_before) >= _EDGES) if lost.any() else lost

    def uncover(self, before: Frame, now: Frame, was: Mask, covered: Mask) -> None:
        """Forgets that found text was read which is not covered any more, so that it is read again.

        `was` has the pixels of found text in the frame before, and `covered` those that are covered in the last frame. Every
        error in following text has this effect, because the text is then where no box is.
        """
        left = was & ~covered
        forgotten = np.zeros_like(left)
        if left.any():
            present = _difference_at(before, now, left) <= _LEVELS
            replaced = _difference_at(now, self._moved, left) > _LEVELS
            forgotten[left] = present & _widened(self._edges, 2)[left] | replaced
            self._read[left] = self._moved[left]
        for way, known in self._known:
            forgotten |= known & _shifted(was, way, False) & ~covered
        if forgotten.any():
            self._forgotten |= forgotten
            self._new |= forgotten
            self.unread |= forgotten & self._edges
            self.any = True

    def _compared(self, frame: Frame) -> tuple[Mask, Mask, Mask]:
        """Compares a frame with what was read in its places.

        Returns the pixels that were not read, those that have other levels, and those that have slightly other levels.
        """
        read, moved = difference(frame, self._read), difference(frame, self._moved)
        # With their neighbors, because letters have many pixels in common with other letters in the same place.
        new = _widened(read > _LEVELS, 4) & _widened(moved > _LEVELS, 4) | self._forgotten
        unlike = (read > _LEVELS) & (moved > _LEVELS) | self._forgotten
        return new, np.asarray(unlike), np.asarray((read > _FAINT) & (moved > _FAINT))


def _movements(
    one: Frame, other: Frame, weights: npt.NDArray[np.int64], likely: list[Movement]
) -> list[Movement]:
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


def _best_explained(movements: list[Movement], unlikes: list[Mask], edges: Mask) -> Movement | None:
    """Returns the movement that explains the edges of a frame best. In a list of similar lines, the others confuse the lines.

    `unlikes` has the pixels that each movement does not explain. Two movements are compared where both explain most edges.
    """
    if len(movements) < 2:
        return movements[0] if movements else None
    explained = [edges & ~unlike for unlike in unlikes]
    all_edges = _near(edges)
    mostly = [_near(one).astype(np.uint32) * 4 > all_edges.astype(np.uint32) * 3 for one in explained]
    best = 0
    for other in range(1, len(movements)):
        both = mostly[best] & mostly[other]
        one, two = both & explained[best] & ~explained[other], both & explained[other] & ~explained[best]
        if np.count_nonzero(two) > np.count_nonzero(one):
            best = other
    return movements[best]


def _alike(unlike: Mask) -> Mask:
    """Returns the pixels near which several pixels are unlike."""
    return _near(unlike) > _ALIKE


def _near(pixels: Mask) -> npt.NDArray[np.uint16]:
    """Returns the number of set pixels near each pixel."""
    return np.asarray(
        cv2.boxFilter(pixels.view(np.uint8), cv2.CV_16U, _ALIKE_SIZE, normalize=False, borderType=cv2.BORDER_CONSTANT), np.uint16
    )


def _is_near(movement: Movement, other: Movement | None) -> bool:
    """Whether a movement is another one, up to rounding."""
    return other is not None and abs(movement[0] - other[0]) <= 2 and abs(movement[1] - other[1]) <= 2


def _unlike(one: Frame, other: Frame, movement: Movement) -> Mask:
    """Returns the pixels of a frame that do not show what another frame has at the distance of a movement."""
    unlike = np.ones(one.shape[:2], bool)
    here, there = _overlap(unlike.shape, movement)
    unlike[here] = difference(one[here], other[there]) > _MOVED_LEVELS
    return unlike


def _shifted(pixels: Mask, movement: Movement, outside: bool) -> Mask:
    """Returns the pixels whose neighbors at the distance of a movement are set."""
    shifted = np.full_like(pixels, outside)
    here, there = _overlap(pixels.shape, movement)
    shifted[here] = pixels[there]
    return shifted


def _overlap(shape: tuple[int, ...], movement: Movement) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Returns the part of a frame that stays inside of it during a movement, and the place of this part afterward."""
    (height, width), (dx, dy) = shape, movement
    here = slice(max(0, -dy), height - max(0, dy)), slice(max(0, -dx), width - max(0, dx))
    return here, (slice(max(0, dy), height - max(0, -dy)), slice(max(0, dx), width - max(0, -dx)))


def _movement(one: Frame, other: Frame, x: int, y: int) -> Movement | None:
    """Returns how far the content of a tile has moved in the other frame; None if it is not found."""
    tile = one[y : y + TILE, x : x + TILE]
    left, top = max(0, x - _REACH), max(0, y - _REACH)
    window = other[top : y + TILE + _REACH, left : x + TILE + _REACH]
    # One color suffices, and takes a third of the time.
    contrasts = np.ptp(tile, axis=(0, 1))
    channel = 1 if 2 * int(contrasts[1]) >= int(contrasts.max()) else int(contrasts.argmax())
    if min(tile.shape[:2]) < 8 or tile[..., channel].std() < 2:
        return None
    result = cv2.matchTemplate(cv2.extractChannel(window, channel), cv2.extractChannel(tile, channel), cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(result)
    return (left + column - x, top + row - y) if best >= 0.9 else None


def lost_tiles(gone: Mask) -> Tiles:
    """Returns the tiles in which as many pixels are gone as some letters have, together with the tiles next to them."""
    counts = _count(gone)
    sums = cv2.filter2D(counts.astype(np.float32), -1, np.ones((2, 3), np.float32), borderType=cv2.BORDER_CONSTANT)
    return np.asarray((sums >= _LETTERS) & (counts >= _EDGES))


def _difference_at(one: Frame, other: Frame, where: Mask) -> Gray:
    """Returns by how many levels some pixels of two frames differ at most."""
    return np.asarray(np.abs(one[where].astype(np.int16) - other[where]).max(axis=1), np.uint8)


def _contrast(frame: Frame) -> Gray:
    """Returns by how many levels each pixel and its neighbors differ at most."""
    return highest(np.asarray(cv2.morphologyEx(frame, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8))


def clear_pictures(frame: Frame) -> list[Frame]:
    """Returns the pictures to read for a frame: itself, and a color of it if letters are clearer there than in gray."""
    around = np.ones((3, 3), np.uint8)
    levels = [cv2.extractChannel(frame, channel) for channel in range(3)]
    contrasts = [cv2.morphologyEx(one, cv2.MORPH_GRADIENT, around) for one in levels]
    gray = cv2.morphologyEx(cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY), cv2.MORPH_GRADIENT, around)
    unclear = [(one > _EDGE) & (gray < one // 3) for one in contrasts]
    if not any(lost_tiles(one).any() for one in unclear):
        return [frame]
    clearest = max(range(3), key=lambda channel: int(contrasts[channel][unclear[channel]].sum()))
    return [frame, np.asarray(levels[clearest], np.uint8)]


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


class Fading:
    """Finds unread content that disappears little by little, by the contrast of two frames."""

    def __init__(self, period: int) -> None:
        self._period = period
        #: The frame to compare with, its index, and the pixels of its content that has not been read since.
        self.frame: Frame | None = None
        self.index = 0
        self._content: Mask = np.zeros((0, 0), bool)
        self._contrast: Gray = np.zeros((0, 0), np.uint8)

    def start(self, index: int, frame: Frame, changes: Changes) -> None:
        """Compares the next frames with this one."""
        self.index, self.frame = index, frame
        self._content, self._contrast = changes.unread.copy(), changes.contrast

    def read(self, top: int, bottom: int) -> None:
        """Notes that rows have been read."""
        self._content[top:bottom] = False

    def step(self, index: int, now: Frame, changes: Changes) -> Tiles | None:
        """Returns the tiles of the earlier frame that must be read now, because their content is not in this frame any more."""
        if self.frame is not None:
            # Content that disappears at once is lost from one frame to the next, or has moved.
            self._content &= ~_widened(changes.sudden, 1)
            if self._content.any():
                lost = lost_tiles(self._content & (changes.contrast < self._contrast // 2))
                if lost.any():
                    return lost
        if self.frame is None or index - self.index >= self._period:
            self.start(index, now, changes)
        return None
