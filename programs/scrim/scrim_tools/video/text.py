# SPDX-License-Identifier: MIT
"""Finds text in a video: some frames are read, and the boxes of found text are carried through the others."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath

import numpy as np
from PIL import Image

from ..text import Box, pattern, read_words
from .errors import VideoError
from .text_carry import Carried
from .text_changes import TILE, Changes, Fading, Mask, Tiles, clear_pictures
from .text_frames import Frame, FrameVideo, Movement
from .text_paths import Path, around, contains, covering, is_like
from .tracks import Track

#: The bytes of the frames that are kept for carrying boxes backward.
_MEMORY = 256_000_000
#: How often per `every` frames content is read because it disappears, on average. So many frames may follow each other.
_HURRIED = 6
#: The rows of tiles above and below lost content that are read with it, because text may cross the edge of a tile.
_TILES_AROUND = 2
#: Content that disappears little by little is compared with a frame so many frames ago.
_FADING = 8


@dataclass(frozen=True)
class FoundText:
    """The result of find_text()."""

    #: Where the text is, for redact_video(). The places are measured in every frame.
    tracks: tuple[Track, ...]
    #: The patterns that found nothing in any frame.
    missing: tuple[str, ...]
    #: The number of frames that were read, completely or in part.
    frames_read: int
    #: The number of words that were read in all these frames together.
    words_read: int
    #: The times in seconds of the frames in which text may be uncovered, because content changed before it was read.
    missed: tuple[float, ...]


def find_text(
    source: str | FilePath,
    texts: Sequence[str],
    *,
    language: str = "eng",
    every: int | None = None,
    size_multiple: int = 32,
    style: int = 0,
    progress: Callable[[int], None] | None = None,
) -> FoundText:
    """Finds the text of patterns in a video. Needs OpenCV and tesseract.

    Reads the first frame and every `every`th frame, by default one in a second. Content that disappears before that is
    read in the last frame that shows it. Widths of boxes are rounded up to a multiple of `size_multiple`. `style` is the
    number of the tracks' style. `progress` is called with the number of frames so far.

    Raises VideoError or OSError if the video cannot be decoded, and CommandError if tesseract fails.
    """
    video = FrameVideo(source)
    if every is None:
        every = max(1, round(video.info.rate or 30))
    search = _Search(video, texts, language, every, size_multiple)
    return search.run(style, progress)


class _Search:
    """The search for text in one video."""

    def __init__(self, video: FrameVideo, texts: Sequence[str], language: str, every: int, size_multiple: int) -> None:
        self._video, self._language, self._every, self._size_multiple = video, language, every, size_multiple
        self._patterns = {text: pattern(text, language) for text in texts}
        self._unfound = dict.fromkeys(texts)
        self._paths: list[Path] = []
        #: The boxes that are carried forward at the moment.
        self._live: list[tuple[Carried, Path]] = []
        #: The boxes that are still visible in the oldest frame that was kept, with the index of this frame.
        self._pending: list[tuple[int, Carried, Path]] = []
        width, height = video.size
        #: The last frames, of which the newest has the index `_newest`.
        self._kept: deque[Frame] = deque(maxlen=max(2, min(10 * every, _MEMORY // (3 * width * height))))
        self._newest = -1
        #: How far content has moved in each frame. Most frames have an empty list.
        self._movements: dict[int, list[Movement]] = {}
        periods = {_FADING, every // 4}
        self._fadings = [Fading(period) for period in sorted(periods) if 2 <= period < (self._kept.maxlen or 0)]
        self._readings_left = float(_HURRIED)
        #: The frames in which text may be uncovered.
        self._missed: set[int] = set()
        #: Boxes like a text that was lost on the way backward, each with the index of its frame.
        self._similar: list[tuple[int, Box]] = []
        self._frames_read = self._words_read = 0

    def run(self, style: int, progress: Callable[[int], None] | None) -> FoundText:
        changes: Changes | None = None
        last_reading = 0
        for index, frame in enumerate(self._video.frames()):
            if changes is None:
                changes = Changes(frame)
                self._keep(frame)
                self._read_rows(frame, 0, len(frame), index)
            else:
                before = self._kept[-1]
                lost = changes.step(before, frame)
                self._readings_left = min(float(_HURRIED), self._readings_left + _HURRIED / self._every)
                if lost.any() and index - 1 != last_reading and self._may_read(index - 1):
                    top, bottom = _rows(lost, len(frame))
                    self._read_rows(before, top, bottom, index - 1)
                    changes.undo()
                    changes.read(before, top, bottom)
                    changes.step(before, frame)
                self._keep(frame)
                if changes.movements:
                    self._movements[index] = changes.movements
                self._carry_forward(changes, before, frame)
                self._read_faded(changes, frame)
                if index - last_reading >= self._every and (changes.any or self._every == 1):
                    self._read_rows(frame, 0, len(frame), index)
                    changes.read(frame, 0, len(frame))
                    last_reading = index
            if progress is not None:
                progress(index + 1)
        if changes is None:
            raise VideoError("the video contains no frame")
        if changes.any and self._newest != last_reading:
            self._read_rows(self._kept[-1], 0, len(self._kept[-1]), self._newest)
        self._kept.clear()
        self._carry_on_backward()
        self._missed.update(
            index
            for index, similar in self._similar
            if not any((place := path.at(index)) and self._contains(place, similar) for path in self._paths)
        )
        self._fill_gaps()
        tracks = [path.track(self._video.seconds, self._video.size, self._size_multiple, style) for path in self._paths]
        missed = tuple(self._video.seconds[index] for index in sorted(self._missed))
        return FoundText(tuple(tracks), tuple(self._unfound), self._frames_read, self._words_read, missed)

    def _may_read(self, index: int) -> bool:
        """Whether one more frame may be read because content disappears. Otherwise its frame counts as missed."""
        if self._readings_left < 1:
            self._missed.add(index)
            return False
        self._readings_left -= 1
        return True

    def _read_faded(self, changes: Changes, frame: Frame) -> None:
        """Reads the frames from which content has disappeared little by little until now."""
        for fading in self._fadings:
            lost = fading.step(self._newest, frame, changes)
            if lost is not None and fading.frame is not None:
                if self._may_read(fading.index):
                    top, bottom = _rows(lost, len(frame))
                    self._read_rows(fading.frame, top, bottom, fading.index)
                    changes.read_earlier(fading.frame, top, bottom, frame)
                fading.start(self._newest, frame, changes)

    def _keep(self, frame: Frame) -> None:
        self._kept.append(frame)
        self._newest += 1

    def _carry_forward(self, changes: Changes, before: Frame, frame: Frame) -> None:
        movements = self._movements.get(self._newest, ())
        was = self._mask([carried.core for carried, _ in self._live])
        live = []
        for carried, path in self._live:
            if carried.step(before, frame, movements):
                path.extend(carried.box)
                live.append((carried, path))
        self._live = live
        if was.any():
            places = [covering(carried.box, self._video.size, self._size_multiple) for carried, _ in live]
            changes.uncover(before, frame, was, self._mask(places))

    def _mask(self, boxes: Sequence[Box]) -> Mask:
        """Returns the pixels of the frame that are in any box."""
        width, height = self._video.size
        mask = np.zeros((height, width), bool)
        for box in boxes:
            rows = slice(max(0, math.floor(box.top)), max(0, math.ceil(box.bottom)))
            mask[rows, max(0, math.floor(box.left)) : max(0, math.ceil(box.right))] = True
        return mask

    def _read_rows(self, frame: Frame, top: int, bottom: int, index: int) -> None:
        """Reads rows of one of the last frames, and carries what is found forward and backward."""
        self._frames_read += 1
        for fading in self._fadings:
            fading.read(top, bottom)
        for picture in clear_pictures(frame[top:bottom]):
            reading = read_words(Image.fromarray(picture), self._language)
            self._words_read += reading.word_count
            for text, find in self._patterns.items():
                for box in reading.find(find):
                    self._unfound.pop(text, None)
                    box = box._replace(top=box.top + top, bottom=box.bottom + top)
                    sure = (path.at(index) for carried, path in self._live if carried.is_sure)
                    if not any(place and self._contains(place, box) for place in sure):
                        self._add(frame, box, index)

    def _add(self, frame: Frame, box: Box, index: int) -> None:
        patience = max(2, self._every // 2)
        forward, backward = (Carried.of(frame, box, patience) for _ in range(2))
        path = Path(index, forward.box)
        self._paths.append(path)
        frames = list(self._kept)
        oldest = self._newest - len(frames) + 1
        for now in range(index + 1, self._newest + 1):
            if not forward.step(frames[now - 1 - oldest], frames[now - oldest], self._movements.get(now, ())):
                break
            path.extend(forward.box)
        else:
            self._live.append((forward, path))
        if self._back(frames, oldest, index, backward, path):
            self._postpone(backward, path)

    def _back(self, frames: Sequence[Frame], oldest: int, index: int, carried: Carried, path: Path) -> bool:
        """Carries a box from a frame back to the oldest of the given frames. Returns whether it is visible there."""
        for now in range(index - 1, oldest - 1, -1):
            movements = [(-dx, -dy) for dx, dy in self._movements.get(now + 1, ())]
            if not carried.step(frames[now + 1 - oldest], frames[now - oldest], movements):
                return False
            similar = carried.elsewhere(frames[now - oldest])
            if similar is not None:
                self._similar.append((now, similar))
            path.extend_back(carried.box)
        return True

    def _postpone(self, carried: Carried, path: Path) -> None:
        """Leaves a box for later that is still visible in the oldest frame, unless another path covers it there and before."""
        if path.first > 0 and not any(
            other.first < path.first and (place := other.at(path.first)) and self._contains(place, carried.box)
            for other in self._paths
        ):
            self._pending.append((path.first, carried, path))

    def _carry_on_backward(self) -> None:
        """Carries boxes farther backward than frames were kept. Decodes these frames again."""
        count = self._kept.maxlen or 2
        while self._pending:
            last = max(index for index, _, _ in self._pending)
            first = max(0, last - count + 1)
            frames = self._video.span(first, last)
            waiting, self._pending = self._pending, []
            for index, carried, path in waiting:
                if index <= first:
                    self._pending.append((index, carried, path))
                    continue
                if self._back(frames, first, index, carried, path):
                    self._postpone(carried, path)

    def _fill_gaps(self) -> None:
        """Covers everything between two places of a text that was not found in the frames between them."""
        width, height = self._video.size
        for path in list(self._paths):
            box = path.at(path.first)
            for other in self._paths:
                end = other.at(other.last)
                if 1 < path.first - other.last <= max(2, self._every // 3) and box and end and is_like(box, end):
                    between = around(box, end)
                    # Places that are farther apart belong to different texts.
                    if (between.right - between.left) * (between.bottom - between.top) * 3 > width * height:
                        continue
                    gap = Path(other.last + 1, between)
                    while gap.last < path.first - 1:
                        gap.extend(between)
                    self._paths.append(gap)

    def _contains(self, outer: Box, inner: Box) -> bool:
        return contains(outer, inner, self._video.size, self._size_multiple)


def _rows(tiles: Tiles, height: int) -> tuple[int, int]:
    """Returns the rows of pixels to read for some tiles: all, if that is not much more."""
    rows = np.flatnonzero(tiles.any(axis=1))
    top, bottom = int(rows[0]) - _TILES_AROUND, int(rows[-1]) + 1 + _TILES_AROUND
    top, bottom = max(0, top * TILE), min(height, bottom * TILE)
    return (top, bottom) if (bottom - top) * 3 < height * 2 else (0, height)
