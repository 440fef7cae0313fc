# SPDX-License-Identifier: MIT
"""Gestures, from touches to events."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gesture_world import MS, PENDING, World, as_array, tap, verdicts
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Event, GestureKind, GestureState, LongPress, Phase, Tap, Touch, TouchTool


def test_a_tap(world: World) -> None:
    recognizer = world.tapped(world.button)
    events = world.gestures.feed(tap(1000 * MS, 5, 6))
    assert len(events) == 1
    event = events[0]
    assert event[:4] == (1050 * MS, recognizer, world.window, world.button)
    assert (event.kind, event.state, event.taps, event.fingers) == (GestureKind.TAP, GestureState.ENDED, 1, 1)
    assert (event.x, event.y, event.scale) == (5, 6, 1)
    assert repr(event).count("GestureKind.TAP") == 1


def test_a_finger_that_strays_or_leaves_is_no_tap(world: World) -> None:
    world.tapped(world.button)
    strayed = [Touch(0, 1, Phase.BEGAN, 1, 5), Touch(1, 1, Phase.MOVED, 15, 5), Touch(2, 1, Phase.ENDED, 15, 5)]
    cancelled = [Touch(3, 2, Phase.BEGAN, 5, 5), Touch(4, 2, Phase.CANCELLED, 5, 5)]
    assert world.gestures.feed(strayed + cancelled + tap(5, x=80)) == []


def test_a_long_press_comes_with_the_clock(world: World) -> None:
    world.gestures.add(LongPress(view=world.button, min_duration_ns=300 * MS))
    assert world.gestures.next_deadline is None
    assert world.gestures.feed([Touch(100 * MS, 1, Phase.BEGAN, 5, 5)]) == []
    assert world.gestures.next_deadline == 400 * MS
    assert world.gestures.advance(399 * MS) == []
    began = world.gestures.advance(400 * MS)
    assert [(e.kind, e.state) for e in began] == [(GestureKind.LONG_PRESS, GestureState.BEGAN)]
    assert world.gestures.next_deadline is None
    ended = world.gestures.feed([Touch(900 * MS, 1, Phase.ENDED, 5, 5)])
    assert [e.state for e in ended] == [GestureState.ENDED]


def test_as_they_come_no_press_is_a_tap_and_a_long_press(world: World) -> None:
    world.tapped(world.button)
    world.gestures.add(LongPress(view=world.button))
    kinds = [{e.kind for e in world.gestures.feed(tap(n * 2000 * MS, hold=500 * MS - 1 + n))} for n in (0, 1)]
    assert kinds == [{GestureKind.TAP}, {GestureKind.LONG_PRESS}]


def test_a_single_tap_waits_for_the_double(world: World) -> None:
    single, double = world.tapped(world.button), world.tapped(world.button, taps=2)
    assert world.gestures.feed(tap(0)) == []
    deadline = world.gestures.next_deadline
    assert deadline is not None
    assert [e.recognizer for e in world.gestures.advance(deadline)] == [single]
    events = world.gestures.feed(tap(2000 * MS) + tap(2100 * MS))
    assert [(e.recognizer, e.taps) for e in events] == [(double, 2)]


def test_nothing_is_lost_when_there_are_more_events_than_room(world: World) -> None:
    recognizer = world.tapped(world.button)
    samples = [sample for n in range(500) for sample in tap(n * 2000 * MS)]
    events = world.gestures.feed(samples)
    assert [(e.recognizer, e.time_ns) for e in events] == [(recognizer, (n * 2000 + 50) * MS) for n in range(500)]
    assert [e.sequence for e in events] == list(range(events[0].sequence, events[0].sequence + 500))


def test_nothing_is_lost_when_one_sample_has_more_events_than_room(world: World) -> None:
    for _ in range(150):
        world.tapped(world.button, action=None, simultaneous=True)
    presses = [world.gestures.add(LongPress(view=world.button, simultaneous=True)) for _ in range(150)]
    assert len(world.gestures.feed(tap(0))) == 150
    world.gestures.feed([Touch(5000 * MS, 1, Phase.BEGAN, 5, 5)])
    began = world.gestures.advance(6000 * MS)
    assert sorted(e.recognizer for e in began) == presses


touches = st.lists(
    st.tuples(
        st.integers(0, 200).map(lambda n: n * MS),
        st.integers(1, 3),
        st.sampled_from(Phase),
        st.integers(-5, 70),
        st.integers(-5, 30),
        st.one_of(st.just(TouchTool.FINGER), st.sampled_from(TouchTool)),
    ),
    max_size=60,
)


@given(touches)
def test_one_by_one_in_a_list_and_as_an_array_are_the_same(steps: list[tuple[Any, ...]]) -> None:
    time, samples = 0, []
    for pause, *rest in steps:
        time += pause
        samples.append(Touch(time, *rest))
    results: list[list[Event]] = []
    for way in range(4):
        world = World()
        world.tapped(world.button)
        world.tapped(world.button, taps=2)
        world.tapped(world.window, simultaneous=True)
        world.gestures.add(LongPress(view=world.button, min_duration_ns=80 * MS))
        if way == 0:
            results.append([event for sample in samples for event in world.gestures.feed([sample])])
        elif way == 1:
            results.append(world.gestures.feed(iter(samples)))
        elif way == 2:
            results.append(world.gestures.feed(as_array(samples)))
        else:
            array = world.gestures.feed_array(as_array(samples))
            assert array.dtype == np.dtype(scrim.EVENT_DTYPE)
            names = list(Event._fields)
            results.append([Event(*row) for row in array[names].tolist()])
    assert results[0] == results[1] == results[2] == results[3]


def test_an_array_is_read_where_it_stands(world: World) -> None:
    world.tapped(world.button)
    array = as_array(tap(0) + tap(1000 * MS) + tap(2000 * MS))
    array.flags.writeable = False
    assert len(world.gestures.feed(array[2:])) == 2
    assert len(world.gestures.feed(np.empty(0, scrim.TOUCH_DTYPE))) == 0
    for bad in [
        array[::-1],
        array[::2],
        array.reshape(3, 2),
        np.zeros(3, [("time_ns", "<u8")]),
        np.zeros((3, 5)),
        np.zeros(2, [(name, type.replace("<", ">")) for name, type in scrim.TOUCH_DTYPE]),
        np.frombuffer(b"x" + array.tobytes(), np.uint8)[1:].view(scrim.TOUCH_DTYPE),
        b"bytes",
    ]:
        with pytest.raises(scrim.InvalidArgumentError, match="the array"):
            world.gestures.feed(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "sample", [(-1, 1, 1, 0, 0), (0, 2**64, 1, 0, 0), (0, 1, 2**32 + 1, 0, 0), (0, 1, 9, 0, 0), (0, 1, 1, float("nan"), 0)]
)
def test_a_bad_sample_refuses_the_batch(world: World, sample: tuple[Any, ...]) -> None:
    world.tapped(world.button)
    many = [s for n in range(100) for s in tap(n * 1000 * MS)]
    with pytest.raises(scrim.InvalidArgumentError):
        world.gestures.feed([*many, sample])
    assert len(world.gestures.feed(many)) == 100


def test_recognizers_come_and_go(world: World) -> None:
    recognizer = world.tapped(world.button)
    world.gestures.remove(recognizer)
    assert world.gestures.feed(tap(0)) == []
    for call in [
        lambda: world.gestures.remove(recognizer),
        lambda: world.gestures.add_action(recognizer, 1, "x"),
        lambda: world.gestures.remove_action(recognizer),
        lambda: world.gestures.add(Tap(view=10**6)),
    ]:
        with pytest.raises(scrim.NotFoundError):
            call()
    for recognize in [Tap(view=world.button, taps=11), Tap(view=world.button, min_fingers=2**32 + 1),
                      Tap(view=world.button, touch_slop=-1), LongPress(view=world.button, min_duration_ns=0)]:
        with pytest.raises(scrim.ScrimError):
            world.gestures.add(recognize)
    recognizer = world.tapped(world.button)
    for target, action in [(0, "x"), (1, ""), (1, "x" * 257)]:
        with pytest.raises(scrim.InvalidArgumentError):
            world.gestures.add_action(recognizer, target, action)


def test_an_action_may_contain_a_nul(world: World) -> None:
    """The library gets the whole action, not what lies behind its first NUL in memory."""
    recognizer = world.tapped(world.button, action=None)
    with world.collector() as collector:

        def is_recorded(time: int) -> bool:
            return verdicts(world, collector, tap(time)) == [PENDING]

        for index in range(100):  # a pair that is added again changes nothing, and there is room for 64
            world.gestures.add_action(recognizer, 1, "save\0" + "x" * 40)
            _ = [bytes([index]) * length for length in range(1, 120)]
        world.gestures.remove_action(recognizer, 1, "save")
        assert is_recorded(0)
        world.gestures.set_target_available(False, action="save\0" + "x" * 40)
        assert not is_recorded(10**12)
        world.gestures.set_target_available(True, action="save\0" + "x" * 40)
        assert is_recorded(2 * 10**12)
        world.gestures.remove_action(recognizer, 1, "save\0" + "x" * 40)
        assert not is_recorded(3 * 10**12)
