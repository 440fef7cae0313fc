# SPDX-License-Identifier: MIT
"""Translations, scales and rotations without the slop: what is left out does not depend on the rate of the samples.

Each stroke is recognized twice, with and without the slop. The models say what the difference must be.
"""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strokes import MS, Path, line, moved, play, positions, samples

import scrim
from scrim import Event, GestureState, Phase, Touch

RATES = [30, 60, 120, 240, 1000]
angles = st.floats(-math.pi, math.pi)


def both(kind: type[scrim.Recognizer], touches: list[Touch], **fields: object) -> list[tuple[Event, Event]]:
    """The events with the slop, each with that of the same sample without it."""
    pair = [
        lambda view: kind(view=view, simultaneous=True, **fields),
        lambda view: kind(view=view, simultaneous=True, without_slop=True, **fields),
    ]
    events = play(pair, touches)
    first, second = ([event for event in events if event.recognizer == id] for id in (1, 2))
    assert [(event.state, event.time_ns) for event in first] == [(event.state, event.time_ns) for event in second]
    for one, other in zip(first, second, strict=True):
        # Nothing else differs.
        measured = ("recognizer", "translation_x", "translation_y", "scale", "rotation", "scale_velocity")
        assert one._replace(**dict.fromkeys(measured, 0)) == other._replace(**dict.fromkeys(measured, 0))
    return list(zip(first, second, strict=True))


@given(angles, st.floats(30, 300), st.floats(0, 25), st.sampled_from(RATES), st.booleans())
@settings(max_examples=200)
def test_a_translation_is_shorter_by_the_slop(angle: float, length: float, slop: float, rate: float, two: bool) -> None:
    way = (length * math.cos(angle), length * math.sin(angle))
    paths: list[Path] = [line((5, 7), way), line((90, -40), way)][: 1 + two]
    pairs = both(scrim.Pan, samples(paths, rate=rate), touch_slop=slop, min_fingers=len(paths))
    assert pairs[0][0].state == GestureState.BEGAN
    for one, other in pairs:
        if one.state == GestureState.ENDED and two:
            continue  # the first of two fingers is lifted
        long, short = (np.array([event.translation_x, event.translation_y]) for event in (one, other))
        assert long - short == pytest.approx(slop * np.array(way) / length, abs=1e-6 + slop * 1e-6)
    first, second = pairs[0]
    reached = math.hypot(first.translation_x, first.translation_y)
    assert math.hypot(second.translation_x, second.translation_y) == pytest.approx(reached - slop, abs=1e-9)


@given(st.floats(-1.2, 1.2), st.sampled_from(RATES))
@settings(max_examples=60)
def test_the_end_of_a_pan_does_not_depend_on_the_rate(angle: float, rate: float) -> None:
    way = (200 * math.cos(angle), 200 * math.sin(angle))
    (_, fine), *_ = reversed(both(scrim.Pan, samples([line((0, 0), way)], rate=1000), touch_slop=10.0))
    (_, coarse), *_ = reversed(both(scrim.Pan, samples([line((0, 0), way)], rate=rate), touch_slop=10.0))
    assert (fine.translation_x, fine.translation_y) == pytest.approx((coarse.translation_x, coarse.translation_y))


@given(st.floats(-0.7, 0.7), st.sampled_from([scrim.Axis.HORIZONTAL, scrim.Axis.VERTICAL]))
@settings(max_examples=60)
def test_a_pan_along_an_axis_leaves_out_its_part(angle: float, axis: scrim.Axis) -> None:
    u = np.array([math.cos(angle), math.sin(angle)])
    if axis == scrim.Axis.VERTICAL:
        u = u[::-1]
    pairs = both(scrim.Pan, samples([line((0, 0), 200 * u)]), touch_slop=10.0, axis=axis)
    part = (u * [1, 0]) if axis == scrim.Axis.HORIZONTAL else (u * [0, 1])
    for one, other in pairs:
        difference = (one.translation_x - other.translation_x, one.translation_y - other.translation_y)
        assert difference == pytest.approx(10 * part, abs=1e-6)


def test_an_edge_pan_leaves_it_out_too() -> None:
    left = -(2**20)
    pairs = both(scrim.EdgePan, samples([line((left + 5, 50), (120, 30))]), touch_slop=13.0)
    for one, other in pairs:
        assert one.translation_x - other.translation_x == pytest.approx(13 * 120 / math.hypot(120, 30), abs=1e-6)


def test_what_is_left_out_stays_the_same_as_fingers_come_and_go() -> None:
    touches = samples([line((0, 0), (100, 0))])[:-1]
    end = touches[-1].time_ns
    touches += [Touch(end + 1, 9, Phase.BEGAN, 300, 300), Touch(end + 2, 9, Phase.MOVED, 350, 390)]
    touches += [Touch(end + 3, 0, Phase.ENDED, 100, 0), Touch(end + 4, 9, Phase.MOVED, 0, 0)]
    pairs = both(scrim.Pan, touches, touch_slop=10.0)
    assert {round(one.translation_x - other.translation_x, 6) for one, other in pairs} == {10.0}
    assert {round(one.translation_y - other.translation_y, 6) for one, other in pairs} == {0.0}


def spans(touches: list[Touch]) -> dict[int, float]:
    """The span after the last sample of each time at which all fingers are down."""
    found = {}
    for touch, places in positions(touches):
        points = np.array(list(places.values()))
        if touch.phase == Phase.MOVED:
            found[touch.time_ns] = float(2 * np.mean(np.linalg.norm(points - points.mean(axis=0), axis=1)))
    return found


@given(
    st.floats(60, 300), st.floats(60, 300), st.floats(0, 30), angles, st.integers(2, 4), st.sampled_from(RATES), st.floats(0, 250)
)
@settings(max_examples=200)
def test_a_scale_is_measured_from_where_the_pinch_could_begin(
    start: float, end: float, slop: float, angle: float, fingers: int, rate: float, min_span: float
) -> None:
    """The fingers of a regular polygon move away from its center, or towards it, so the span grows evenly."""
    paths = []
    for n in range(fingers):
        a = angle + 2 * math.pi * n / fingers
        paths.append(line((start / 2 * math.cos(a), start / 2 * math.sin(a)), ((end - start) / 2 * math.cos(a), (end - start) / 2 * math.sin(a))))
    touches = samples(paths, rate=rate)
    pairs = both(scrim.Pinch, touches, touch_slop=slop, min_span=min_span)
    edge = max(start + slop, min_span) if end > start else start - slop
    possible = end > edge + 1e-6 if end > start else end < edge - 1e-6 and edge >= min_span
    if not possible:
        assert not pairs or end <= start or end <= edge + 1e-6
        return
    if end < min_span and not pairs:
        return  # no sample was both far enough and wide enough
    for one, other in pairs:
        if one.state in (GestureState.BEGAN, GestureState.CHANGED) and one.fingers == fingers:
            assert one.scale / other.scale == pytest.approx(edge / start, rel=1e-9)
            assert one.scale_velocity == pytest.approx(other.scale_velocity * edge / start, rel=1e-9, abs=1e-9)
    reached = spans(touches)[pairs[0][0].time_ns]
    began = pairs[0][1]
    assert (1 <= began.scale <= reached / edge + 1e-9) if end > start else (reached / edge - 1e-9 <= began.scale <= 1)


@given(st.floats(0.5, 4), st.booleans(), st.floats(0, 0.4), angles, st.integers(2, 4), st.sampled_from(RATES))
@settings(max_examples=200)
def test_a_rotation_is_smaller_by_its_angle(
    turn: float, is_left: bool, slop: float, start: float, fingers: int, rate: float
) -> None:
    sign = -1 if is_left else 1

    def circle(n: int) -> Path:
        first = start + 2 * math.pi * n / fingers
        return lambda t: (150 * math.cos(first + sign * turn * t), 150 * math.sin(first + sign * turn * t))

    pairs = both(scrim.Rotation, samples([circle(n) for n in range(fingers)], milliseconds=300, rate=rate), angle=slop)
    assert pairs
    for one, other in pairs:
        assert one.rotation - other.rotation == pytest.approx(sign * slop, abs=1e-9)
        assert other.rotation * sign >= 0


def test_a_rotation_that_was_too_narrow_starts_at_zero() -> None:
    """The fingers turn by a quarter while they are close together, and then part without turning."""

    def finger(sign: float) -> Path:
        def place(t: float) -> tuple[float, float]:
            r, a = (20, t * math.pi) if t < 0.5 else (20 + 200 * (t - 0.5), math.pi / 2)
            return (sign * r * math.cos(a), sign * r * math.sin(a))

        return place

    pairs = both(scrim.Rotation, samples([finger(1), finger(-1)]), angle=0.2, min_span=100.0)
    assert [round(one.rotation, 9) for one, _ in pairs[:1]] == [round(math.pi / 2, 9)]
    assert {round(other.rotation, 6) for _, other in pairs} == {0.0}


@pytest.mark.parametrize("seed", range(20))
def test_any_stroke(seed: int) -> None:
    """Walks in any direction. The difference is found with the first event and stays the same."""
    random = Random(seed)
    x, y, touches = 0.0, 0.0, [Touch(0, 0, Phase.BEGAN, 0, 0)]
    for n in range(1, 80):
        x, y = x + random.gauss(0.5, 3), y + random.gauss(0.2, 3)
        touches.append(Touch(n * 8 * MS, 0, Phase.MOVED, x, y))
    pairs = both(scrim.Pan, touches, touch_slop=8.0)
    first = pairs[0][0]
    way = np.array([first.translation_x, first.translation_y])
    for one, other in pairs:
        left_out = np.array([one.translation_x - other.translation_x, one.translation_y - other.translation_y])
        assert left_out == pytest.approx(8 * way / np.linalg.norm(way), abs=1e-6)
    # It turns with the stroke, and does not depend on how the samples are split.
    pan = [lambda view: scrim.Pan(view=view, touch_slop=8.0, without_slop=True)]
    events = play(pan, touches)
    assert play(pan, touches, random.randrange(len(touches))) == events
    for turned, event in zip(play(pan, moved(touches, lambda x, y: (-y, x))), events, strict=True):
        assert (turned.translation_x, turned.translation_y) == (-event.translation_y, event.translation_x)


def test_a_pan_that_waits_keeps_what_was_left_out_when_its_slop_was_exceeded() -> None:
    """It requires that a swipe fails, which takes 50 points."""
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 400, 400))
        pan = gestures.add(scrim.Pan(view=window, touch_slop=10.0, without_slop=True))
        swipe = gestures.add(scrim.Swipe(view=window, directions=scrim.SwipeDirection.UP))
        gestures.relate(pan, scrim.Relation.REQUIRE_FAILURE, swipe)
        began, *_ = gestures.feed(samples([line((100, 100), (120, 0))]))
        assert (began.recognizer, began.translation_x) == (pan, pytest.approx(began.x - 100 - 10))
        assert began.translation_x >= 40
