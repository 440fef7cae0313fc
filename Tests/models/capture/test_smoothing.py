# SPDX-License-Identifier: MIT
"""Streams: frost and tiles that are smoothed from frame to frame, and still show nothing of what they cover."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Activity, Capture, Outcome, Scene, Style, StyleKind, ViewFlags

MS = 1_000_000
START = 10_000 * MS
WIDTH, HEIGHT = 96, 64
TIME_CONSTANT = 350 * MS
BOX = (24, 16, 40, 32)
SECURE = int(ViewFlags.SECURE)
KINDS = [StyleKind.FROST, StyleKind.TILES]

Frame = tuple[np.ndarray, ...]


class Stream:
    """A scene of one secure window, and a stream of NV12 frames of it; the time of a frame is the snapshot's too."""

    def __init__(self, kind: StyleKind, smoothing_ns: int = TIME_CONSTANT) -> None:
        self.scene = Scene()
        self.scene.set_activity(Activity.ACTIVE)
        self.scene.frame_ready()
        self.window = self.scene.add_window(BOX, flags=SECURE)
        self.scene.snapshot(START - 2000 * MS).close()
        self.capture = Capture(style=Style(kind=kind), smoothing_ns=smoothing_ns, hold_ns=0)

    def redact(self, frame: Frame, time_ns: int) -> Frame:
        planes = tuple(plane.copy() for plane in frame)
        with self.scene.snapshot(START + time_ns) as snapshot:
            format = "NV12" if len(planes) > 1 else "GRAY8" if planes[0].ndim == 2 else "RGB"
            pixels = planes if len(planes) > 1 else planes[0]
            report = self.capture.redact(pixels, snapshot, START + time_ns, pixel_format=format)
        assert report.outcome == Outcome.OK
        return planes

    def close(self) -> None:
        self.capture.close()
        self.scene.close()


@contextmanager
def stream(kind: StyleKind = StyleKind.TILES, smoothing_ns: int = TIME_CONSTANT) -> Iterator[Stream]:
    made = Stream(kind, smoothing_ns)
    try:
        yield made
    finally:
        made.close()


def nv12(luma: int, chroma: int) -> Frame:
    return np.full((HEIGHT, WIDTH), luma, np.uint8), np.full((HEIGHT // 2, WIDTH // 2, 2), chroma, np.uint8)


def chroma(frame: Frame, box: tuple[int, int, int, int] = BOX) -> np.ndarray:
    """Of a region, what has no texture: where all around it is one colour, the grid itself."""
    x, y, width, height = (side // 2 for side in box)
    return frame[1][y : y + height, x : x + width].astype(int)


# ---- Nothing of the interior ----

moves = st.lists(st.tuples(st.integers(-6, 6), st.integers(-6, 6), st.integers(1, 400)), min_size=1, max_size=6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(HEIGHT, WIDTH), (HEIGHT, WIDTH, 3), "NV12"])
@given(moves, st.integers(0, 2**32 - 1))
def test_the_interior_has_no_influence_on_any_frame(
    kind: StyleKind, shape: tuple[int, ...] | str, moves: list[tuple[int, int, int]], seed: int
) -> None:
    """Two streams whose frames are alike but for what is private in them, which differs anew in each frame."""
    random = np.random.default_rng(seed)
    shapes = [(HEIGHT, WIDTH), (HEIGHT // 2, WIDTH // 2, 2)] if shape == "NV12" else [shape]
    with stream(kind) as one, stream(kind) as other:
        (x, y, width, height), time = BOX, 0
        for dx, dy, step in moves:
            # Even, so that what is private ends where a pixel of chroma does.
            x, y, time = x + 2 * dx, y + 2 * dy, time + step * MS
            for each in (one, other):
                each.scene.update_window(each.window, (x, y, width, height), flags=SECURE)
            frame = tuple(random.integers(0, 256, s, np.uint8) for s in shapes)
            changed = tuple(plane.copy() for plane in frame)
            for index, plane in enumerate(changed):
                left, top, right, bottom = (max(v, 0) >> index for v in (x, y, x + width, y + height))
                inside = plane[top:bottom, left:right]
                inside[...] = random.integers(0, 256, inside.shape, np.uint8)
            # The place before it has left by the time of this frame, but is held in its snapshot.
            for a, b in zip(one.redact(frame, time), other.redact(changed, time)):
                assert (a == b).all()


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_that_is_not_handed_on_has_no_influence(kind: StyleKind) -> None:
    def run(luma: int) -> Frame:
        with stream(kind) as it:
            it.redact(nv12(60, 60), 0)
            it.scene.set_transition(True)
            with it.scene.snapshot(START + 100 * MS) as snapshot:
                hidden = nv12(luma, luma)
                it.capture.redact(hidden, snapshot, START + 100 * MS, pixel_format="NV12")
            it.scene.set_transition(False)
            it.scene.frame_ready()
            with it.scene.snapshot(START + 150 * MS) as snapshot, pytest.raises(scrim.InvalidArgumentError):
                it.capture.redact(nv12(luma, luma), snapshot, START + 150 * MS, START, pixel_format="NV12")
            return it.redact(nv12(90, 90), 200 * MS)

    for a, b in zip(run(0), run(255)):
        assert (a == b).all()


# ---- How it is smoothed ----


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("before", "after"), [(40, 200), (200, 40), (0, 255), (128, 129)])
def test_a_step_around_it_is_followed_with_the_time_constant(kind: StyleKind, before: int, after: int) -> None:
    with stream(kind) as it:
        assert (chroma(it.redact(nv12(128, before), 0)) == before).all()
        last = before
        for frame in range(1, 150):
            time = frame * 50 * MS // 3
            shown = chroma(it.redact(nv12(128, after), time))
            expected = after + (before - after) * math.exp(-time / TIME_CONSTANT)
            assert np.abs(shown - expected).max() <= 1
            value = int(shown[0, 0, 0])
            assert (shown == value).all()
            # Monotone, and never beyond.
            assert min(last, after) <= value <= max(last, after)
            last = value
        assert last == after


@pytest.mark.parametrize("kind", KINDS)
def test_frames_as_often_as_one_likes(kind: StyleKind) -> None:
    """30, 60 and 1,000 frames a second come to the same, and so do frames at any times, up to rounding."""
    random = np.random.default_rng(5)
    odd = np.concatenate([[0], np.sort(random.integers(1, 600, 40)), [600]]).tolist()
    ends = []
    for times in ([*range(0, 601, 100)], [*range(0, 601, 50)], [*range(0, 601, 3)], odd):
        with stream(kind) as it:
            it.redact(nv12(20, 20), 0)
            for time in times[1:]:
                shown = it.redact(nv12(220, 220), time * MS)
            ends.append(np.concatenate([plane.ravel() for plane in shown]).astype(int))
    for end in ends[1:]:
        assert np.abs(end - ends[0]).max() <= 1


def test_the_same_moment_again_changes_nothing_and_a_long_time_all() -> None:
    with stream() as it:
        it.redact(nv12(128, 50), 0)
        assert (chroma(it.redact(nv12(128, 200), 0)) == 50).all()
        assert (chroma(it.redact(nv12(128, 200), 600_000 * MS)) == 200).all()


def test_off_is_as_without_a_stream() -> None:
    random = np.random.default_rng(3)
    with stream(StyleKind.FROST, smoothing_ns=0) as it:
        for time in range(4):
            picture = random.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)
            expected = it.scene.redact(alone := picture.copy(), style=Style(kind=StyleKind.FROST), pixel_format="RGB")
            (shown,) = it.redact((picture,), time * MS)
            assert expected.outcome == Outcome.OK and (shown == alone).all()


@pytest.mark.parametrize("kind", KINDS)
def test_a_cover_flickers_less_beside_what_scrolls(kind: StyleKind) -> None:
    """The measure of the trial behind the time constant: mean change from frame to frame."""

    def flicker(smoothing_ns: int) -> float:
        rows = np.random.default_rng(1).integers(0, 2, (400, 1)).repeat(WIDTH, 1).astype(np.uint8) * 200 + 20
        with stream(kind, smoothing_ns) as it:
            x, y, width, height = BOX
            frames = [
                it.redact((rows[5 * i : 5 * i + HEIGHT].copy(),), i * 50 * MS // 3)[0][y : y + height, x : x + width]
                for i in range(60)
            ]
        return float(np.mean([np.abs(b.astype(int) - a).mean() for a, b in zip(frames, frames[1:])]))

    assert flicker(TIME_CONSTANT) < flicker(0) / 5


# ---- Which way the texture goes ----


@pytest.mark.parametrize("kind", KINDS)
def test_ink_turns_only_well_beyond_the_middle(kind: StyleKind) -> None:
    """Around luma 115 noise would turn it to and fro. Ink is what is not the colour around; a low region has lines of it."""

    def way(frame: Frame) -> int:
        inside = frame[0][20:36, 24:64].astype(int) - int(frame[0][0, 0])
        return 1 if inside.max() > -inside.min() else -1

    with stream(kind) as it:
        it.scene.update_window(it.window, (24, 20, 40, 16), flags=SECURE)
        levels = [100, 114, 116, 120, 124, 126, 129, 120, 112, 104, 102, 120, 126, 128]
        expected = [1, 1, 1, 1, 1, 1, -1, -1, -1, -1, 1, 1, 1, -1]
        # Long enough apart for the grid to be there.
        ways = [way(it.redact((np.full((HEIGHT, WIDTH), v, np.uint8),), i * 60_000 * MS)) for i, v in enumerate(levels)]
    assert ways == expected


# ---- Views that come and go ----


def test_a_view_that_moves_takes_its_colours_along() -> None:
    with stream() as it:
        it.redact(nv12(128, 40), 0)
        moved = (30, 20, 40, 32)
        it.scene.update_window(it.window, moved, flags=SECURE)
        shown = chroma(it.redact(nv12(128, 200), TIME_CONSTANT), moved)
        assert np.abs(shown - (200 - 160 / math.e)).max() <= 1
        # Grown, and cut off by the frame on the left and above: the cells that were there go on, others begin.
        it.scene.update_window(it.window, (-20, -8, 80, 38), flags=SECURE)
        shown = chroma(it.redact(nv12(128, 200), 2 * TIME_CONSTANT), (0, 0, 60, 30))
        assert np.abs(shown[:10, :8] - (200 - 160 / math.e**2)).max() <= 1
        assert (shown[:, -4:] == 200).all()


def test_a_view_that_was_gone_begins_anew() -> None:
    with stream() as it:
        it.redact(nv12(128, 40), 0)
        it.scene.update_window(it.window, BOX, flags=SECURE | ViewFlags.HIDDEN)
        # Held until the snapshot by which it was gone, and so is what it was.
        assert (chroma(it.redact(nv12(128, 90), 20 * MS)) < 50).all()
        assert (chroma(it.redact(nv12(128, 90), 30 * MS)) == 90).all()
        it.scene.update_window(it.window, BOX, flags=SECURE)
        assert (chroma(it.redact(nv12(128, 200), 40 * MS)) == 200).all()


def test_views_keep_their_own_colours() -> None:
    """Two, of which one leaves, and another scene's of the same id."""
    with stream() as it:
        it.scene.update_window(it.window, (8, 8, 16, 16), flags=SECURE)
        it.scene.add_window((64, 8, 16, 16), flags=SECURE)
        left, right = nv12(128, 40), nv12(128, 220)
        both = tuple(np.concatenate([a[:, : a.shape[1] // 2], b[:, b.shape[1] // 2 :]], 1) for a, b in zip(left, right))
        it.redact(both, 0)
        it.scene.remove(it.window)
        assert np.abs(chroma(it.redact(nv12(128, 100), TIME_CONSTANT), (64, 8, 16, 16)) - (100 + 120 / math.e)).max() <= 1
        with stream() as foreign:
            planes = nv12(128, 30)
            with foreign.scene.snapshot(START + TIME_CONSTANT) as snapshot:
                it.capture.redact(planes, snapshot, START + TIME_CONSTANT, pixel_format="NV12")
            assert (chroma(planes) == 30).all()


def test_more_views_than_are_remembered() -> None:
    """1,024 grids: of both planes of 600 views the last are not smoothed."""
    side = 4
    with stream() as it:
        it.scene.remove(it.window)
        places = [(x * 16, y * 16) for y in range(30) for x in range(20)]
        for x, y in places:
            it.scene.add_window((x, y, side, side), flags=SECURE)

        def big(value: int) -> Frame:
            return np.full((480, 320), 128, np.uint8), np.full((240, 160, 2), value, np.uint8)

        # The window's place is held no more.
        it.scene.snapshot(START).close()
        it.redact(big(40), MS)
        shown = it.redact(big(200), MS + TIME_CONSTANT)[1].astype(int)
        values = [int(shown[y // 2, x // 2, 0]) for x, y in places]
        assert {abs(value - 141) <= 1 or value == 200 for value in values} == {True}
        assert values.count(200) == 1200 - 1024


def test_options() -> None:
    for smoothing_ns in (0, 1, 4_000_000_000):
        Capture(smoothing_ns=smoothing_ns).close()
    for smoothing_ns in (-1, 4_000_000_001, 2**64):
        with pytest.raises(scrim.InvalidArgumentError):
            Capture(smoothing_ns=smoothing_ns)
