# SPDX-License-Identifier: MIT
"""Gestures and Collector, from touches to records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Decision, Event, GestureKind, LongPress, Phase, Reason, State, Tap, Touch, ViewFlags

MS = 1_000_000


def tap(time_ns: int, x: float = 5, y: float = 5, id: int = 1, hold: int = 50 * MS) -> list[Touch]:
    return [Touch(time_ns, id, Phase.BEGAN, x, y), Touch(time_ns + hold, id, Phase.ENDED, x, y)]


def as_array(samples: list[Touch]) -> np.ndarray:
    return np.array([(s.time_ns, s.id, s.phase, 0, s.x, s.y) for s in samples], dtype=scrim.TOUCH_DTYPE)


class World:
    """A window with a button from (0, 0) to (20, 20), and a private field to the right of it."""

    def __init__(self) -> None:
        self.scene = scrim.Scene()
        self.window = self.scene.add_window((0, 0, 100, 100), screen="Accounts", title="Bank")
        self.button = self.scene.add_view(
            self.window, (0, 0, 20, 20), classes=("Button", "Control"), content="Transfer"
        )
        self.field = self.scene.add_view(
            self.window, (40, 0, 20, 20), flags=ViewFlags.INTERACTIVE | ViewFlags.SECURE, classes=("Field",)
        )
        self.gestures = scrim.Gestures(self.scene)

    def tapped(self, view: int, action: str | None = "pressed", **arguments: Any) -> int:
        recognizer = self.gestures.add(Tap(view=view, **arguments))
        if action:
            self.gestures.add_action(recognizer, 7, action)
        return recognizer


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.gestures.close()
    world.scene.close()


def test_a_tap(world: World) -> None:
    recognizer = world.tapped(world.button)
    events = world.gestures.feed(tap(1000 * MS, 5, 6))
    assert len(events) == 1
    event = events[0]
    assert event[:4] == (1050 * MS, recognizer, world.window, world.button)
    assert (event.kind, event.state, event.taps, event.touches) == (GestureKind.TAP, State.ENDED, 1, 1)
    assert (event.x, event.y, event.scale) == (5, 6, 1)
    assert repr(event).count("GestureKind.TAP") == 1


def test_a_finger_that_strays_or_leaves_is_no_tap(world: World) -> None:
    world.tapped(world.button)
    strayed = [Touch(0, 1, Phase.BEGAN, 1, 5), Touch(1, 1, Phase.MOVED, 15, 5), Touch(2, 1, Phase.ENDED, 15, 5)]
    cancelled = [Touch(3, 2, Phase.BEGAN, 5, 5), Touch(4, 2, Phase.CANCELLED, 5, 5)]
    assert world.gestures.feed(strayed + cancelled + tap(5, x=80)) == []


def test_a_long_press_comes_with_the_clock(world: World) -> None:
    world.gestures.add(LongPress(view=world.button, duration_ns=300 * MS))
    assert world.gestures.next_deadline is None
    assert world.gestures.feed([Touch(100 * MS, 1, Phase.BEGAN, 5, 5)]) == []
    assert world.gestures.next_deadline == 400 * MS
    assert world.gestures.advance(399 * MS) == []
    began = world.gestures.advance(400 * MS)
    assert [(e.kind, e.state) for e in began] == [(GestureKind.LONG_PRESS, State.BEGAN)]
    assert world.gestures.next_deadline is None
    ended = world.gestures.feed([Touch(900 * MS, 1, Phase.ENDED, 5, 5)])
    assert [e.state for e in ended] == [State.ENDED]


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
        world.gestures.add(LongPress(view=world.button, duration_ns=80 * MS))
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
    for recognize in [Tap(view=world.button, taps=11), Tap(view=world.button, touches=2**32 + 1),
                      Tap(view=world.button, movement=-1), LongPress(view=world.button, duration_ns=0)]:
        with pytest.raises(scrim.ScrimError):
            world.gestures.add(recognize)
    recognizer = world.tapped(world.button)
    for target, action in [(0, "x"), (1, ""), (1, "x" * 257)]:
        with pytest.raises(scrim.InvalidArgumentError):
            world.gestures.add_action(recognizer, target, action)


# ---- Collector ----


def verdicts(world: World, collector: scrim.Collector, samples: list[Touch]) -> list[tuple[Decision, Reason]]:
    return [tuple(verdict) for verdict in collector.decide(world.gestures.feed(samples))]


PENDING = (Decision.PENDING, Reason.NONE)


def test_a_record(world: World) -> None:
    world.tapped(world.button)
    with scrim.Collector(world.gestures) as collector:
        assert collector.next_json() is None
        assert verdicts(world, collector, tap(1150 * MS)) == [PENDING]
        assert list(collector.records()) == [
            {
                "v": 1,
                "seq": 1,
                "t": 1200 * MS,
                "kind": "tap",
                "state": "ended",
                "screen": "Accounts",
                "title": "Bank",
                "view": {"id": world.button, "type": "Button", "content": "Transfer", "position": None, "path": None},
                "props": {},
            }
        ]
        assert collector.next_json() is None
        verdicts(world, collector, tap(5000 * MS) + tap(9000 * MS))
        assert [record["seq"] for record in collector.records()] == [2, 3]


def test_a_sequence_with_something_private_has_no_record(world: World) -> None:
    world.tapped(world.button)
    world.tapped(world.field)
    with scrim.Collector(world.gestures) as collector:
        assert verdicts(world, collector, tap(0, x=45)) == [(Decision.REFUSED, Reason.HIDDEN)]
        # A tap on the button, while another finger is still down that then touches the field.
        assert verdicts(world, collector, [Touch(1000 * MS, 9, Phase.BEGAN, 80, 80), *tap(1100 * MS)]) == [PENDING]
        assert collector.next_json() is None
        world.gestures.feed([Touch(1300 * MS, 9, Phase.MOVED, 45, 5), Touch(1400 * MS, 9, Phase.ENDED, 45, 5)])
        assert collector.next_json() is None
        assert verdicts(world, collector, tap(3000 * MS)) == [PENDING]
        assert len(list(collector.records())) == 1


def test_reasons(world: World) -> None:
    with scrim.Collector(world.gestures) as collector:
        recognizer = world.tapped(world.button, action=None)
        assert verdicts(world, collector, tap(0)) == [(Decision.REFUSED, Reason.NO_ACTION)]
        world.gestures.add_action(recognizer, 1, "a")
        world.gestures.add_action(recognizer, 2, "b")
        world.gestures.remove_action(recognizer, 1)
        assert verdicts(world, collector, tap(1000 * MS)) == [PENDING]
        world.gestures.remove_action(recognizer, action="b")
        assert verdicts(world, collector, tap(2000 * MS)) == [(Decision.REFUSED, Reason.NO_ACTION)]
        world.gestures.add_action(recognizer, 1, "a")

        events = world.gestures.feed(tap(3000 * MS))
        world.scene.update_view(world.button, (0, 0, 20, 20), flags=ViewFlags.HIDDEN)
        assert collector.decide(events) == [(Decision.REFUSED, Reason.VIEW_HIDDEN)]
        world.scene.update_view(world.button, (0, 0, 20, 20), flags=ViewFlags.INTERACTIVE | ViewFlags.IGNORED)
        assert verdicts(world, collector, tap(4000 * MS)) == [(Decision.REFUSED, Reason.VIEW_IGNORED)]
        world.scene.update_view(world.button, (0, 0, 20, 20))

        events = world.gestures.feed(tap(5000 * MS))
        world.gestures.remove(recognizer)
        assert collector.decide(events) == [(Decision.REFUSED, Reason.GONE)]

        world.tapped(world.button, classes=("FancyTap", "Tap"))
        assert verdicts(world, collector, tap(6000 * MS)) == [(Decision.REFUSED, Reason.CLASS)]


def test_only_the_end_of_a_long_press_is_collected(world: World) -> None:
    press = world.gestures.add(LongPress(view=world.button, duration_ns=100 * MS))
    world.gestures.add_action(press, 1, "held")
    with scrim.Collector(world.gestures) as collector:
        found = verdicts(world, collector, [Touch(0, 1, Phase.BEGAN, 5, 5), Touch(500 * MS, 1, Phase.ENDED, 5, 5)])
        assert found == [(Decision.REFUSED, Reason.STATE), PENDING]
        assert [record["kind"] for record in collector.records()] == ["long_press"]


def test_capacity(world: World) -> None:
    world.tapped(world.button)
    with scrim.Collector(world.gestures, capacity=2) as collector:
        samples = [s for n in range(3) for s in tap(n * 1000 * MS)]
        assert verdicts(world, collector, samples) == [PENDING, PENDING, (Decision.REFUSED, Reason.CAPACITY)]
        assert len(list(collector.records())) == 2
        assert verdicts(world, collector, tap(9000 * MS)) == [PENDING]
    for capacity in (0, -1, 65537, 2**32 + 1):
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.Collector(world.gestures, capacity)


def test_events_as_an_array(world: World) -> None:
    world.tapped(world.button)
    with scrim.Collector(world.gestures) as collector:
        events = world.gestures.feed_array(as_array(tap(0) + tap(1000 * MS)))
        assert collector.decide(events) == [PENDING, PENDING]
        assert collector.decide([]) == []


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_records_carry_any_text(content: str) -> None:
    world = World()
    world.scene.update_view(world.button, (0, 0, 20, 20), classes=(content[:20] or "x",), content=content)
    world.tapped(world.button)
    with scrim.Collector(world.gestures) as collector:
        verdicts(world, collector, tap(0))
        (record,) = collector.records()
    assert record["view"]["content"] == (content or None)
    assert record["view"]["type"] == (content[:20] or "x")


def test_a_long_record_takes_a_second_call(world: World) -> None:
    world.scene.update_view(world.button, (0, 0, 20, 20), content="ä" * 2048)
    world.tapped(world.button)
    with scrim.Collector(world.gestures) as collector:
        verdicts(world, collector, tap(0))
        (record,) = collector.records()
    assert record["view"]["content"] == "ä" * 2048
