# SPDX-License-Identifier: MIT
"""Scrolls: a second implementation, properties, and what real devices reported."""

from __future__ import annotations

import math
from collections.abc import Iterable

import libinput_traces as traces
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scroll_model import Expected, ScrollModel

import scrim
from scrim import Axis, Event, GestureKind, GestureState, Phase, Scroll, ScrollSource, Touch

MS = 1_000_000
ANGLE = 0.25
NUMBER = st.integers(-(2**20), 2**20).map(lambda n: n / 2**14)
NUMBERS = [-40.0, -2.5, -0.125, 0.0, 0.0, 0.25, 3.0, 60.0]

#: Times rise, and the pointer rests most of the time.
steps = st.lists(
    st.tuples(
        st.sampled_from([0, 7, 7, 7, 16, 60, 499, 500, 700, 61_000]),
        st.sampled_from(ScrollSource),
        st.sampled_from([Phase.MOVED, Phase.MOVED, Phase.MOVED, Phase.MOVED, Phase.BEGAN, Phase.ENDED, Phase.CANCELLED]),
        st.sampled_from([0.0, 0.0, 0.0, 6.0, 10.0, 11.0]),
        st.sampled_from(NUMBERS),
        st.sampled_from(NUMBERS),
        st.sampled_from([1.0, 1.0, 1.25, 2.0, 0.5]),
        st.sampled_from([0.0, 0.125, -0.25, 0.5]),
    ),
    max_size=40,
)
#: A stream of one device most of the time.
streams = st.tuples(steps, st.sampled_from([*ScrollSource, None])).map(lambda pair: stream(*pair))


def stream(moves: list[tuple[int, ScrollSource, Phase, float, float, float, float, float]], only: ScrollSource | None) -> list[Scroll]:
    samples, time = [], 1000
    for pause, source, phase, aside, dx, dy, scale, turn in moves:
        time += pause
        samples.append(Scroll(time * MS, only or source, phase, 200 + aside, 200, dx, dy, scale, turn))
    return samples


def play(samples: list[Scroll], cuts: Iterable[int] = (), **pan: object) -> list[Event]:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 400, 400))
        gestures.add(scrim.Pan(view=window, simultaneous=True, **pan))
        gestures.add(scrim.Pinch(view=window, simultaneous=True))
        gestures.add(scrim.Rotation(view=window, simultaneous=True, angle=ANGLE))
        events, start = [], 0
        for cut in cuts:
            events += gestures.scroll(samples[start : start + cut])
            start += cut
        return events + gestures.scroll(samples[start:])


def summary(event: Event) -> Expected:
    assert event.fingers == 0 and event.taps == 0 and event.direction == 0
    translation = (event.translation_x, event.translation_y)
    return Expected(
        event.time_ns, event.sequence, event.kind, event.state, event.x, event.y, translation, event.scale, event.rotation
    )


@given(streams)
@settings(max_examples=400, deadline=None)
def test_events_are_those_of_the_second_implementation(samples: list[Scroll]) -> None:
    model = ScrollModel(ANGLE)
    for sample in samples:
        model.feed(sample)
    assert [summary(event) for event in play(samples)] == model.events


@given(streams, st.lists(st.integers(0, 9), max_size=8))
@settings(max_examples=200, deadline=None)
def test_how_a_stream_is_split_makes_no_difference(samples: list[Scroll], cuts: list[int]) -> None:
    assert play(samples, cuts) == play(samples)


@given(streams, st.integers(0, 2**62))
@settings(max_examples=100, deadline=None)
def test_when_it_happens_makes_no_difference(samples: list[Scroll], shift: int) -> None:
    later = [sample._replace(time_ns=sample.time_ns + shift) for sample in samples]
    assert [event._replace(time_ns=event.time_ns - shift) for event in play(later)] == play(samples)


@given(streams)
@settings(max_examples=100, deadline=None)
def test_a_mirrored_scroll_has_mirrored_events(samples: list[Scroll]) -> None:
    mirrored = [sample._replace(delta_x=-sample.delta_x, delta_rotation=-sample.delta_rotation) for sample in samples]
    for event, other in zip(play(samples), play(mirrored), strict=True):
        expected = event._replace(
            translation_x=-event.translation_x,
            velocity_x=-event.velocity_x,
            rotation=-event.rotation,
            rotation_velocity=-event.rotation_velocity,
        )
        assert expected == other


@given(streams, st.sampled_from([Axis.HORIZONTAL, Axis.VERTICAL]), st.floats(0.01, math.pi / 2))
@settings(max_examples=200, deadline=None)
def test_a_scroll_turned_by_a_quarter_has_turned_events(samples: list[Scroll], axis: Axis, angle: float) -> None:
    other = Axis.VERTICAL if axis == Axis.HORIZONTAL else Axis.HORIZONTAL
    turned = [sample._replace(delta_x=-sample.delta_y, delta_y=sample.delta_x) for sample in samples]
    events = play(turned, axis=other, axis_angle=angle)
    for event, found in zip(play(samples, axis=axis, axis_angle=angle), events, strict=True):
        expected = event._replace(
            translation_x=-event.translation_y + 0.0,
            translation_y=event.translation_x,
            velocity_x=-event.velocity_y + 0.0,
            velocity_y=event.velocity_x,
        )
        assert expected == found


@given(NUMBER, NUMBER, st.sampled_from([Axis.HORIZONTAL, Axis.VERTICAL]), st.floats(0.01, 1.56))
def test_the_first_delta_decides_about_an_axis(dx: float, dy: float, axis: Axis, limit: float) -> None:
    along, across = (dx, dy) if axis == Axis.HORIZONTAL else (dy, dx)
    angle = math.atan2(abs(across), abs(along))
    if math.isclose(angle, limit, rel_tol=1e-9) or (dx, dy) == (0, 0):
        return
    events = play([Scroll(0, ScrollSource.WHEEL, Phase.MOVED, 200, 200, dx, dy)], axis=axis, axis_angle=limit)
    assert [event.state for event in events] == [GestureState.BEGAN] * (angle < limit)


@given(
    st.lists(st.tuples(st.sampled_from([4, 7, 8, 16, 30, 90]), st.floats(-30, 30), st.floats(-30, 30)), min_size=2, max_size=30),
    st.integers(0, 60),
)
@settings(max_examples=200, deadline=None)
def test_the_velocity_is_that_of_a_finger_that_moves_alike(moves: list[tuple[int, float, float]], rest: int) -> None:
    time, (x, y) = 0, (200.0, 200.0)
    scrolls, touches = [], [Touch(0, 1, Phase.BEGAN, 200, 200)]
    for index, (pause, dx, dy) in enumerate(moves):
        time += pause if index else 0
        dx = dx if abs(dx) > 1e-6 else 1.0
        x, y = x - dx, y - dy
        scrolls.append(Scroll(time * MS, ScrollSource.FINGER, Phase.MOVED, 200, 200, dx, dy))
        touches.append(Touch(time * MS, 1, Phase.MOVED if index else Phase.BEGAN, x, y))
    end = (time + rest) * MS
    scrolls.append(Scroll(end, ScrollSource.FINGER, Phase.ENDED, 200, 200))
    touches = [*touches[1:], Touch(end, 1, Phase.ENDED, x, y)]
    compared = []
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        gestures.add(scrim.Pan(view=scene.add_window((-5000, -5000, 10000, 10000)), touch_slop=0.0))
        expected = {event.time_ns: event for event in gestures.feed(touches)}
        for event in gestures.scroll([s._replace(time_ns=s.time_ns + 10**12) for s in scrolls]):
            finger = expected.get(event.time_ns - 10**12)
            if finger is not None and event.state != GestureState.BEGAN and finger.state == event.state:
                assert event.velocity_x == pytest.approx(finger.velocity_x, rel=1e-6, abs=1e-6)
                assert event.velocity_y == pytest.approx(finger.velocity_y, rel=1e-6, abs=1e-6)
                compared.append(event.state)
    # The finger's pan begins with the second movement. Without a rest, the last movement has the time of the end.
    assert compared == [GestureState.CHANGED] * (len(moves) - 2 - (rest == 0 and len(moves) > 2)) + [GestureState.ENDED]


@given(st.floats(-3, 3), st.floats(-6, 6), st.sampled_from([4, 7, 8, 16]))
@settings(max_examples=50, deadline=None)
def test_a_steady_pinch_has_its_rates(growth: float, spin: float, period: int) -> None:
    """Growth and spin are per second. Both are linear in time, so every estimator finds them."""
    times = [index * period for index in range(13)]
    samples = [Scroll(0, ScrollSource.PINCH, Phase.BEGAN, 200, 200)]
    samples += [
        Scroll(t * MS, ScrollSource.PINCH, Phase.MOVED, 200, 200, 0, 0, 1 + growth * t / 1000, spin * period / 1000)
        for t in times[1:]
    ]
    samples.append(Scroll((times[-1] + 1) * MS, ScrollSource.PINCH, Phase.ENDED, 200, 200))
    ended = {event.kind: event for event in play(samples) if event.state == GestureState.ENDED}
    model = ScrollModel(ANGLE)
    for sample in samples:
        model.feed(sample)
    assert ended.keys() == {event.kind for event in model.events if event.state == GestureState.ENDED}
    assert (GestureKind.PINCH in ended) == any(sample.scale != 1 for sample in samples)
    if GestureKind.PINCH in ended:
        assert ended[GestureKind.PINCH].scale_velocity == pytest.approx(growth, rel=0.02, abs=1e-9)
    if GestureKind.ROTATION in ended:
        assert ended[GestureKind.ROTATION].rotation_velocity == pytest.approx(spin, rel=0.02, abs=1e-9)


# ---- What real devices reported ----


def fingers(trace: list[tuple[int, float]], horizontal: bool = False) -> list[Scroll]:
    made = [(t, value, 0.0) if horizontal else (t, 0.0, value) for t, value in trace]
    return [Scroll(t * MS, ScrollSource.FINGER, Phase.MOVED, 200, 200, dx, dy) for t, dx, dy in made]


def states(events: list[Event]) -> str:
    return "".join(event.state.name[0] for event in events)


def test_a_stop_event_ends_a_fling() -> None:
    events = play(fingers(traces.STROKES_DOWN))
    assert states(events) == "BCCCCCCCE" * 2
    down, up = events[8], events[17]
    assert down.translation_y == pytest.approx(-sum(value for _, value in traces.STROKES_DOWN[:9]))
    assert up.translation_y == pytest.approx(-sum(value for _, value in traces.STROKES_DOWN[9:]))
    # The strokes were fast at first and slower at the end, in opposite directions.
    assert -2500 < down.velocity_y < -200
    assert 700 < up.velocity_y < 2600


def test_a_scroll_that_came_to_rest_is_no_fling() -> None:
    events = play(fingers(traces.SLOWING_DOWN))
    assert states(events) == "B" + "C" * 10 + "E"
    assert (events[-1].velocity_x, events[-1].velocity_y) == (0, 0)


def test_a_sideways_scroll_has_its_speed() -> None:
    events = play(fingers(traces.SIDEWAYS, horizontal=True))
    assert states(events) == "BCCCCC"
    # 8.55 points in 7 ms, to the right: the content goes to the left.
    assert events[-1].velocity_x == pytest.approx(-8.55 / 0.007, rel=0.1)
    assert events[-1].velocity_y == 0


def test_waylands_fingers_are_libinputs() -> None:
    events = play([*fingers(traces.WAYLAND_FINGERS), Scroll(15260409 * MS, ScrollSource.FINGER, Phase.ENDED, 200, 200)])
    assert states(events) == "B" + "C" * 9 + "E"
    assert events[-1].translation_y == pytest.approx(-sum(value for _, value in traces.WAYLAND_FINGERS))


def test_a_pinch_without_a_begin_event_does_not_jump() -> None:
    samples = []
    for t, dx, dy, scale, degrees in traces.SCROLL_THEN_PINCH:
        source = ScrollSource.FINGER if scale is None else ScrollSource.PINCH
        samples.append(Scroll(t * MS, source, Phase.MOVED, 200, 200, dx, dy, scale or 1.0, math.radians(degrees or 0)))
    events = play(samples)
    pinches = [event for event in events if event.kind == GestureKind.PINCH]
    assert [event.scale for event in pinches] == pytest.approx([s / 1.04 for s in (1.08, 1.12, 1.16, 1.21, 1.25, 1.28)])
    pans = [event for event in events if event.kind == GestureKind.PAN]
    assert states(pans) == "BE" + "BCCCCCC"
    assert pans[0].translation_x == 1.58 and pans[2].translation_x == -1.47


def test_a_pinch_of_three_fingers() -> None:
    samples = [Scroll(1390 * MS, ScrollSource.PINCH, Phase.BEGAN, 200, 200)]
    samples += [
        Scroll(t * MS, ScrollSource.PINCH, Phase.MOVED, 200, 200, dx, dy, scale, math.radians(degrees))
        for t, dx, dy, scale, degrees in traces.PINCH_IN
    ]
    samples.append(Scroll(1460 * MS, ScrollSource.PINCH, Phase.ENDED, 200, 200))
    pinches = [event for event in play(samples) if event.kind == GestureKind.PINCH]
    assert [event.scale for event in pinches] == [*(scale for _, _, _, scale, _ in traces.PINCH_IN), 0.93]
    # The estimator may count only the last samples, of which two have the same scale.
    assert -1.6 < pinches[-1].scale_velocity < -0.2


@pytest.mark.parametrize(
    ("clicks", "sequences"),
    [([(t, v120 / 120) for t, v120, _ in traces.SLOW_WHEEL], 1), (traces.FAST_WHEEL, 1)],
)
def test_wheels(clicks: list[tuple[int, float]], sequences: int) -> None:
    samples = [Scroll(t * MS, ScrollSource.WHEEL, Phase.MOVED, 200, 200, delta_y=40 * n) for t, n in clicks]
    events = play(samples)
    assert {event.sequence for event in events} == set(range(1, sequences + 1))
    assert events[-1].translation_y == pytest.approx(-40 * sum(n for _, n in clicks))
    assert all(event.velocity_y == 0 for event in events)
