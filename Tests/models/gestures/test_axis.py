# SPDX-License-Identifier: MIT
"""Pans with an axis, and a host that refuses: against a model of the decision, properties, and cases that others have published.

The published cases, by the project whose tests or documents have them:
- Ionic, `core/src/utils/gesture/recognizers.spec.ts` and its forerunner: a pan within 20° of an axis begins at 19° and not at 21°, in each
  direction, and decides once.
- Flutter, `packages/flutter/test/gestures/drag_test.dart`: a horizontal and a vertical drag compete for a finger (20 across, 10 up); a
  drag reports only the component along its axis; a free pan begins beyond a slop of 18.
- Hammer.js, `getDirection`: the longer component decides. Hammer has no direction for an exact diagonal; here it belongs to both axes.
- UIKit, as answers on gestureRecognizerShouldBegin(_:) show it: a vertical pan begins if the speed along y is the larger one.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import scrim
from scrim import Axis, Event, GestureState, Pan, Phase, Touch

MS = 1_000_000
Point = tuple[float, float]

#: Positions with few bits, so that sums and differences are exact, and diagonals are exactly diagonal.
numbers = st.integers(-400, 400).map(lambda n: n / 8)
ways = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=12)
angles = st.sampled_from([0.0, 0.2, 0.5, math.pi / 4, 1.0, 1.3, math.pi / 2])
axes = st.sampled_from([Axis.HORIZONTAL, Axis.VERTICAL])


def admits(axis: Axis, angle: float, x: float, y: float) -> bool | None:
    """Whether a movement is near enough to an axis. None: it is too close to the limit for this model."""
    if axis == Axis.FREE:
        return True
    if angle in (0, math.pi / 4):
        return abs(x) >= abs(y) if axis == Axis.HORIZONTAL else abs(y) >= abs(x)
    along, across = (x, y) if axis == Axis.HORIZONTAL else (y, x)
    found = math.atan2(abs(across), abs(along))
    if angle == math.pi / 2:
        return True
    return None if abs(found - angle) < 1e-9 else found < angle


class Nested:
    """Views one inside the other, each with pans. `pans` are the arguments of each pan, and how deep its view is."""

    def __init__(self, pans: list[tuple[int, dict[str, Any]]], refused: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        self.scene = scrim.Scene()
        views = [self.scene.add_window((-1000, -1000, 2000, 2000))]
        for _ in range(4):
            views.append(self.scene.add_view(views[-1], (0, 0, 2000, 2000)))
        self.gestures = scrim.Gestures(self.scene)
        self.ids = [self.gestures.add(Pan(view=views[depth], **pan)) for depth, pan in pans]
        self.asked: list[Event] = []
        self.refused = {self.ids[number] for number in refused}
        self.gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=self.decide))

    def decide(self, event: Event) -> bool:
        self.asked.append(event)
        return event.recognizer not in self.refused

    def feed(self, samples: list[Touch], cuts: tuple[int, ...] = ()) -> list[Event]:
        with self.scene, self.gestures:
            events, start = [], 0
            for cut in [*cuts, len(samples)]:
                events += self.gestures.feed(samples[start : start + cut])
                start += cut
            return events + self.gestures.feed(samples[start:])


def stroke(way: list[Point], time: int = 0) -> list[Touch]:
    """A finger that comes down at (0, 0), moves to each point, and is lifted at the last one."""
    moves = [Touch(time + 10 * MS * n, 1, Phase.MOVED, x, y) for n, (x, y) in enumerate(way, 1)]
    return [Touch(time, 1, Phase.BEGAN, 0, 0), *moves, Touch(time + 10 * MS * (len(way) + 1), 1, Phase.ENDED, *way[-1])]


def began(events: list[Event]) -> list[tuple[int, int]]:
    return [(event.recognizer, event.time_ns) for event in events if event.state == GestureState.BEGAN]


# ---- The decision ----


@given(ways, axes, angles, st.sampled_from([0.0, 1.0, 8.0, 10.0, 18.0]))
@settings(max_examples=400, deadline=None)
def test_one_pan_decides_as_the_model(way: list[Point], axis: Axis, angle: float, slop: float) -> None:
    events = Nested([(0, {"axis": axis, "axis_angle": angle, "touch_slop": slop})]).feed(stroke(way))
    first = next((n for n, (x, y) in enumerate(way) if math.hypot(x, y) > slop), None)
    if first is None:
        assert events == []
        return
    assume(all(abs(math.hypot(x, y) - slop) > 1e-9 or math.hypot(x, y) == slop for x, y in way))
    begins = admits(axis, angle, *way[first])
    assume(begins is not None)
    if not begins:
        assert events == []
        return
    assert [event.state for event in events] == [
        GestureState.BEGAN,
        *[GestureState.CHANGED] * (len(way) - first - 1),
        GestureState.ENDED,
    ]
    for event, (x, y) in zip(events, [*way[first:], way[-1]], strict=True):
        across = axis == Axis.HORIZONTAL
        assert (event.translation_x, event.translation_y) == ((x, 0) if across else (0, y))
        assert (event.velocity_y if across else event.velocity_x) == 0
        assert (event.x, event.y) == (x, y)


pans = st.lists(
    st.tuples(
        st.integers(0, 4),
        st.fixed_dictionaries(
            {
                "axis": st.sampled_from(list(Axis)),
                "touch_slop": st.sampled_from([4.0, 10.0, 18.0]),
                "simultaneous": st.sampled_from([False, False, False, True]),
            }
        ),
    ),
    min_size=1,
    max_size=7,
)


def contest(pans: list[tuple[int, dict[str, Any]]], refused: set[int], way: list[Point]) -> tuple[list[int], list[int]]:
    """Who is asked about, and who begins: at each sample from the deepest view, then in the order of their making."""
    order = sorted(range(len(pans)), key=lambda n: (-pans[n][0], n))
    open_, asked, begun = set(order), [], []

    def together(a: int, b: int) -> bool:
        return bool(pans[a][1]["simultaneous"] or pans[b][1]["simultaneous"])

    for x, y in way:
        ready = []
        for n in [n for n in order if n in open_]:
            if math.hypot(x, y) > pans[n][1]["touch_slop"]:
                open_.discard(n)
                if admits(pans[n][1]["axis"], 0, x, y):
                    ready.append(n)
        for n in ready:
            if any(not together(n, other) for other in begun):
                continue
            asked.append(n)
            if n in refused:
                continue
            begun.append(n)
            open_ = {other for other in open_ if together(n, other)}
    return asked, begun


@given(pans, st.sets(st.integers(0, 6)), ways)
@settings(max_examples=400, deadline=None)
def test_a_contest_of_pans_and_a_host_that_refuses(
    pans: list[tuple[int, dict[str, Any]]], refused: set[int], way: list[Point]
) -> None:
    refused &= set(range(len(pans)))
    world = Nested(pans, refused)
    events = world.feed(stroke(way))
    asked, begun = contest(pans, refused, way)
    assert [event.recognizer for event in world.asked] == [world.ids[n] for n in asked]
    assert [recognizer for recognizer, _ in began(events)] == [world.ids[n] for n in begun]
    # Each was asked about once, with exactly the event that was sent.
    agreed = [event for event in world.asked if event.recognizer not in world.refused]
    assert agreed == [event for event in events if event.state == GestureState.BEGAN]


@given(pans, st.sets(st.integers(0, 6)), ways, st.lists(st.integers(0, 6), max_size=5).map(tuple))
@settings(max_examples=150, deadline=None)
def test_how_a_stream_is_split_makes_no_difference(
    pans: list[tuple[int, dict[str, Any]]], refused: set[int], way: list[Point], cuts: tuple[int, ...]
) -> None:
    refused &= set(range(len(pans)))
    worlds = [Nested(pans, refused) for _ in range(2)]
    assert worlds[0].feed(stroke(way)) == worlds[1].feed(stroke(way), cuts)
    assert worlds[0].asked == worlds[1].asked


# ---- Properties ----

OTHER = {Axis.FREE: Axis.FREE, Axis.HORIZONTAL: Axis.VERTICAL, Axis.VERTICAL: Axis.HORIZONTAL}


@given(pans, st.sets(st.integers(0, 6)), ways, angles)
@settings(max_examples=150, deadline=None)
def test_turned_mirrored_scaled_and_later(
    pans: list[tuple[int, dict[str, Any]]], refused: set[int], way: list[Point], angle: float
) -> None:
    refused &= set(range(len(pans)))
    for _, pan in pans:
        pan["axis_angle"] = angle if pan["axis"] else 0
        pan["min_velocity"] = pan["max_velocity"] = 0.0

    def play(turns: bool = False, sign: Point = (1, 1), scale: float = 1, time: int = 0) -> list[Any]:
        changed = [
            (depth, pan | {"axis": OTHER[pan["axis"]] if turns else pan["axis"], "touch_slop": pan["touch_slop"] * scale})
            for depth, pan in pans
        ]
        points = [((-y if turns else x) * sign[0] * scale, (x if turns else y) * sign[1] * scale) for x, y in way]
        rows = []
        for event in Nested(changed, refused).feed(stroke(points, time)):
            x, y = (component / scale for component in (event.translation_x, event.translation_y))
            x, y = x * sign[0], y * sign[1]
            x, y = (y, -x) if turns else (x, y)
            rows.append((event.recognizer, event.state, event.time_ns - time, x + 0.0, y + 0.0))
        return rows

    expected = play()
    assert play(turns=True) == expected
    assert play(sign=(-1, 1)) == expected
    assert play(sign=(1, -1)) == expected
    assert play(scale=4) == expected
    assert play(scale=0.25) == expected
    assert play(time=12345 * MS) == expected


@given(st.floats(0, 2 * math.pi), st.integers(1, 12))
@settings(max_examples=100, deadline=None)
def test_the_direction_of_a_straight_stroke_decides_at_any_sampling_rate(direction: float, step: int) -> None:
    x, y = math.cos(direction), math.sin(direction)
    assume(abs(abs(x) - abs(y)) > 1e-6)
    way = [(x * r, y * r) for r in itertools.chain(range(step, 60, step), [60])]
    world = Nested([(0, {"axis": Axis.VERTICAL}), (3, {"axis": Axis.HORIZONTAL})])
    winners = [recognizer for recognizer, _ in began(world.feed(stroke(way)))]
    assert winners == [world.ids[1] if abs(x) > abs(y) else world.ids[0]]


# ---- What others have published ----


def polar(degrees: float, length: float) -> Point:
    return length * math.cos(math.radians(degrees)), length * math.sin(math.radians(degrees))


@pytest.mark.parametrize(
    ("axis", "degrees", "begins"),
    [(Axis.HORIZONTAL, base + sign * off, off < 20) for base in (0, 180) for sign in (1, -1) for off in (19, 21, 90)]
    + [(Axis.VERTICAL, base + sign * off, off < 20) for base in (90, -90) for sign in (1, -1) for off in (19, 21, 90)],
)
def test_ionic_within_20_degrees(axis: Axis, degrees: float, begins: bool) -> None:
    pan = {"axis": axis, "axis_angle": math.radians(20), "touch_slop": 20.0}
    to = polar(degrees, 21)
    # What comes after 21 points does not matter any more.
    after = (to[0] - 30, to[1]) if axis == Axis.HORIZONTAL else (to[0], to[1] - 30)
    way = [(to[0] * n / 21, to[1] * n / 21) for n in range(1, 22)] + [after]
    assert bool(Nested([(0, pan)]).feed(stroke(way))) == begins


def test_ionic_decides_once() -> None:
    pan = {"axis": Axis.HORIZONTAL, "axis_angle": math.radians(40), "touch_slop": 100.0}
    way = [(99.0, 0.0), (101.0, 0.0), (121.0, 0.0), (0.0, 0.0), (102.0, 0.0)]
    events = Nested([(0, pan)]).feed(stroke(way))
    assert began(events) == [(events[0].recognizer, 20 * MS)]
    assert events[0].translation_x == 101


def test_flutter_competing_drags() -> None:
    drags = [(0, {"axis": axis, "touch_slop": 18.0}) for axis in (Axis.HORIZONTAL, Axis.VERTICAL)]
    for way, winner in ([(20.0, -10.0)], 0), ([(20.0, 0.0)], 0), ([(0.0, 20.0)], 1), ([(-10.0, 20.0)], 1):
        world = Nested(drags)
        assert began(world.feed(stroke(way))) == [(world.ids[winner], 10 * MS)]


def test_flutter_slop_and_primary_delta() -> None:
    assert began(Nested([(0, {"touch_slop": 18.0})]).feed(stroke([(10, 10), (10, 20), (10, 15)])))[0][1] == 20 * MS
    events = Nested([(0, {"axis": Axis.HORIZONTAL, "axis_angle": math.pi / 2, "touch_slop": 0.0})]).feed(
        stroke([(10, 15), (10, 15)])
    )
    assert {(event.translation_x, event.translation_y) for event in events} == {(10, 0)}


@given(ways)
@settings(max_examples=100, deadline=None)
def test_hammer_the_longer_component_decides(way: list[Point]) -> None:
    x, y = next(((x, y) for x, y in way if math.hypot(x, y) > 10), (0.0, 0.0))
    assume(abs(x) != abs(y))
    for axis, is_longer in (Axis.HORIZONTAL, abs(x) >= abs(y)), (Axis.VERTICAL, abs(y) >= abs(x)):
        assert bool(Nested([(0, {"axis": axis})]).feed(stroke(way))) == is_longer


@given(st.floats(0, 2 * math.pi))
@settings(max_examples=60, deadline=None)
def test_uikit_a_delegate_that_compares_speeds_is_an_axis(direction: float) -> None:
    x, y = math.cos(direction), math.sin(direction)
    assume(abs(abs(x) - abs(y)) > 1e-3)
    way = [(4 * n * x, 4 * n * y) for n in range(1, 10)]
    with_axis = Nested([(0, {"axis": Axis.VERTICAL})])
    with_host = Nested([(0, {})])
    with_host.gestures.set_callbacks(
        scrim.GesturesCallbacks(should_begin=lambda event: abs(event.velocity_y) > abs(event.velocity_x))
    )
    assert began(with_axis.feed(stroke(way))) == began(with_host.feed(stroke(way)))
