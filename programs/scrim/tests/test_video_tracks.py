# SPDX-License-Identifier: MIT
"""Regions that move: what moves within the speed that was said is covered at every time."""

from __future__ import annotations

import math
import subprocess
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrim import InvalidArgumentError, Region, Shape
from scrim_tools.video import Orientation, Track
from scrim_tools.video.source import first_frame
from scrim_tools.video.tracks import box, dilated

A, B = Region((0, 0, 10, 10)), Region((100, 50, 20, 10))


def test_corners_move_in_straight_lines() -> None:
    track = Track([(1, A), (3, B)])
    assert track.at(0.5) == [A] and track.at(9) == [B]
    (middle,) = track.at(2)
    assert middle.rect == (50, 25, 15, 10)
    triangle = [Region.polygon([(0, 0), (8, 0), (0, 8)]), Region.polygon([(10, 0), (8, 4), (0, 8)])]
    assert Track([(0, triangle[0]), (4, triangle[1])]).at(1)[0].points == ((2.5, 0), (8, 1), (0, 8))


def test_held_stays_until_the_next_keyframe_and_hold_covers_both() -> None:
    track = Track([(1, A), (3, B)], held=True)
    assert track.at(2.9) == [A] and track.at(3) == [B]
    assert track.at(2.9, hold=0.2) == [A, B] == track.at(3.1, hold=0.2)
    assert track.at(3.3, hold=0.2) == [B]


def test_hold_lengthens_life() -> None:
    track = Track([(0, A)], 2, 4)
    assert [bool(track.at(time, hold=0.5)) for time in (1.4, 1.5, 3, 4.5, 4.6)] == [False, True, True, True, False]
    assert not track.at(1.9)


def test_growth_after_the_end_and_away_from_keyframes() -> None:
    assert box(Track([(0, A)], 2, 4).at(4.5, hold=0.5, max_speed=20)[0]) == (-11, -11, 32, 32)
    assert Track([(0, A)], 2, 4).at(3, max_speed=20) == [A]
    moving = Track([(0, A), (4, A)])
    assert box(moving.at(2, max_speed=10)[0]) == (-21, -21, 52, 52)
    assert moving.at(4, max_speed=10) == [A]
    assert box(moving.at(6, max_speed=10)[0]) == (-21, -21, 52, 52)


def test_what_appears_while_a_frame_is_shown_is_covered_in_it() -> None:
    still = Track([(0, A)], 5, 7)
    assert [still.during(*frame) for frame in ((0, 4), (4, 5), (4, 6), (6, 8), (7, 8), (8, 9))] == [[], [], [A], [A], [A], []]
    assert still.during(4, 4.9, hold=0.2) == [A] == still.during(7.1, 9, hold=0.2)
    assert not still.during(4, 4.7, hold=0.2) and not still.during(7.3, 9, hold=0.2)
    assert box(still.during(4, 6, hold=0.5, max_speed=20)[0]) == (-11, -11, 32, 32)
    held = Track([(1, A), (3, B)], 0, 9, held=True)
    assert [held.during(*frame) for frame in ((1, 3), (2, 3.1), (3, 4), (9, 10))] == [[A], [A, B], [B], [B]]
    assert held.during(1, 2.9, hold=0.2) == [A, B] and held.during(1, 2.8, hold=0.2) == [A]
    moving = Track([(1, A), (3, B)])
    assert moving.during(1, 3) == [A] and moving.during(1, 3.1) == [A, B] and moving.during(3, 9) == [B]
    assert [region.rect for region in moving.during(2, 4)] == [(50, 25, 15, 10), B.rect]


@given(
    times=st.lists(st.integers(0, 40), min_size=1, max_size=6, unique=True).map(sorted),
    life=st.tuples(st.integers(-5, 40), st.integers(0, 20)),
    shown=st.tuples(st.integers(-5, 50), st.integers(1, 20)),
    hold=st.integers(0, 4),
    part=st.floats(0, 1, exclude_max=True),
    held=st.booleans(),
)
def test_nothing_is_missed_while_a_frame_is_shown(
    times: list[int], life: tuple[int, int], shown: tuple[int, int], hold: int, part: float, held: bool
) -> None:
    """Whatever a track with `held` or without movement covers at some time is covered in the frame that is shown then."""
    places = [Region((10 * index if held else 0, 0, 10, 10)) for index in range(len(times))]
    track = Track(list(zip(times, places, strict=True)), life[0], life[0] + life[1], held=held)
    since, length = shown
    found = track.during(since, since + length, hold)
    assert set(track.at(since + part * length, hold)) <= set(found)
    assert set(track.at(since, hold)) <= set(found)


@pytest.mark.parametrize(
    "wrong",
    [
        {"keyframes": []},
        {"keyframes": [(1, A), (1, B)]},
        {"keyframes": [(2, A), (1, B)]},
        {"keyframes": [(math.nan, A)]},
        {"keyframes": [(0, A), (1, Region.ellipse(0, 0, 4, 4))]},
        {"keyframes": [(0, A)], "start": 2, "end": 1},
        {"keyframes": [(0, A)], "start": math.nan},
    ],
)
def test_tracks_that_say_nothing_clear(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidArgumentError):
        Track(**wrong)  # type: ignore[arg-type]


@given(
    speed=st.floats(1, 1000),
    steps=st.lists(st.tuples(st.floats(0, 2 * math.pi), st.floats(0, 1), st.floats(0.01, 1)), min_size=2, max_size=30),
    chosen=st.sets(st.integers(0, 30)),
    part=st.floats(0, 1),
)
def test_nothing_within_the_speed_escapes(
    speed: float, steps: list[tuple[float, float, float]], chosen: set[int], part: float
) -> None:
    """A walk, of which a few places are known; it is inside of what is covered at every step, and between."""
    time, x, y = 0.0, 500.0, 500.0
    walk = [(time, x, y)]
    for angle, pace, seconds in steps:
        time += seconds
        x, y = x + math.cos(angle) * pace * speed * seconds, y + math.sin(angle) * pace * speed * seconds
        walk.append((time, x, y))
    known = [place for n, place in enumerate(walk) if n in chosen] or [walk[0]]
    track = Track([(time, Region((x, y, 8, 4))) for time, x, y in known])
    track.check_speed(speed)
    for (since, x0, y0), (until, x1, y1) in pairwise(walk):
        time = since + part * (until - since)
        x, y = x0 + part * (x1 - x0), y0 + part * (y1 - y0)
        if track.moves or time == known[0][0]:
            left, top, width, height = box(track.at(time, max_speed=speed)[0])
            assert left - 1e-6 <= x and x + 8 <= left + width + 1e-6
            assert top - 1e-6 <= y and y + 4 <= top + height + 1e-6


@pytest.mark.parametrize("region", [Region.ellipse(5, 6, 40, 10), Region.polygon([(0, 0), (30, 4), (8, 20)])])
def test_what_grows_becomes_its_box(region: Region) -> None:
    x, y, width, height = box(region)
    assert dilated(region, 0) == region
    assert (dilated(region, 3).shape, box(dilated(region, 3))) == (Shape.RECT, (x - 4, y - 4, width + 8, height + 8))


# ---- Turns and flips ----

WIDTH, HEIGHT = 64, 48
MARK = (6, 4, 20, 10)


def turned(path: Path, degrees: float, hflip: bool, vflip: bool) -> np.ndarray:
    """A file that is to be shown turned, and what the program ffmpeg makes of it."""
    rng = np.random.default_rng(0)
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=1, options={"qp": "0"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "gray"
        stream.set_display_rotation(degrees, hflip=hflip, vflip=vflip)
        pixels = rng.integers(16, 236, (HEIGHT // 4, WIDTH // 4), np.uint8).repeat(4, 0).repeat(4, 1)
        out.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, "gray")))
        out.mux(stream.encode())
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    raw = subprocess.run(command, capture_output=True, check=True).stdout
    sides = (WIDTH, HEIGHT) if degrees % 180 else (HEIGHT, WIDTH)
    return np.frombuffer(raw, np.uint8).reshape(sides)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
@pytest.mark.parametrize("hflip, vflip", [(False, False), (True, False), (False, True)])
def test_regions_are_of_the_picture_as_shown(degrees: float, hflip: bool, vflip: bool, tmp_path: Path) -> None:
    shown = turned(tmp_path / "in.mp4", degrees, hflip, vflip)
    frame, info = first_frame(tmp_path / "in.mp4")
    assert (info.height, info.width) == shown.shape
    x, y, width, height = MARK
    stored = frame.to_ndarray(format="gray")
    left, top, across, down = (
        round(number) for number in info.orientation.to_stored(Region(MARK), (WIDTH, HEIGHT)).rect
    )
    assert left >= 0 and top >= 0
    inside = stored[top : top + down, left : left + across]
    assert sorted(inside.ravel()) == sorted(shown[y : y + height, x : x + width].ravel())
    polygon = Region.polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    assert box(info.orientation.to_stored(polygon, (WIDTH, HEIGHT))) == (left, top, across, down)


def test_other_angles_are_none() -> None:
    half = round(math.sqrt(0.5) * 65536)
    assert Orientation.of_matrix([half, half, 0, -half, half, 0, 0, 0, 1 << 30]) is None
    assert Orientation.of_matrix([65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30]) == Orientation()
    assert Orientation.of_matrix([65536 * 2, 0, 0, 0, 65536, 0, 0, 0, 1 << 30]) is None


@pytest.mark.parametrize(("since", "until"), [(math.nan, 1), (0, math.nan), (2, 1)])
def test_times_that_are_none_are_refused(since: float, until: float) -> None:
    with pytest.raises(InvalidArgumentError, match="until must not be before since"):
        Track.still(A).during(since, until)


@pytest.mark.parametrize("number", [math.nan, -1.0])
@pytest.mark.parametrize("name", ["hold", "max_speed"])
def test_a_hold_or_a_speed_below_zero_is_refused(name: str, number: float) -> None:
    for regions in (Track.still(A, 1, 2).at, lambda time, **options: Track.still(A, 1, 2).during(time, time, **options)):
        with pytest.raises(InvalidArgumentError, match=f"{name} must be at least 0"):
            regions(1.5, **{name: number})
    with pytest.raises(InvalidArgumentError, match="a time must be a number"):
        Track.still(A).at(math.nan)
