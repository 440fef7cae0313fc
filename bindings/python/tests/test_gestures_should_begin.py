# SPDX-License-Identifier: MIT
"""A host that decides whether gestures begin, and pans that keep to an axis."""

from __future__ import annotations

import gc
import math
import weakref
from collections.abc import Iterator

import pytest
from gesture_world import MS, tap

import scrim
from scrim import Axis, Event, GestureState, Pan, Phase, Relation, Tap, Touch


class Rows:
    """A list that scrolls, and in it a row that can be pulled sideways."""

    def __init__(self) -> None:
        self.scene = scrim.Scene()
        self.window = window = self.scene.add_window((0, 0, 400, 400))
        row = self.scene.add_view(window, (0, 100, 400, 50))
        self.gestures = scrim.Gestures(self.scene)
        self.list = self.gestures.add(Pan(view=window, axis=Axis.VERTICAL))
        self.row = self.gestures.add(Pan(view=row, axis=Axis.HORIZONTAL))
        self.asked: list[Event] = []
        self.refused: set[int] = set()
        self.gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=self.decide))

    def decide(self, event: Event) -> bool:
        self.asked.append(event)
        return event.recognizer not in self.refused

    def drag(self, dx: float, dy: float, time: int = 0) -> list[Event]:
        samples = [Touch(time + 10 * MS * i, 1, Phase.MOVED, 200 + dx * i / 4, 125 + dy * i / 4) for i in range(1, 5)]
        return self.gestures.feed(
            [Touch(time, 1, Phase.BEGAN, 200, 125), *samples, Touch(time + 50 * MS, 1, Phase.ENDED, 200 + dx, 125 + dy)]
        )

    def close(self) -> None:
        self.gestures.close()
        self.scene.close()


@pytest.fixture
def rows() -> Iterator[Rows]:
    made = Rows()
    yield made
    made.close()


def test_a_row_inside_a_list(rows: Rows) -> None:
    for time, (dx, dy) in enumerate([(80, 20), (-80, 20), (20, 80), (20, -80), (60, 60)]):
        events = rows.drag(dx, dy, time * 1000 * MS)
        row = abs(dx) >= abs(dy)
        assert {event.recognizer for event in events} == {rows.row if row else rows.list}
        assert [event.state for event in events][:2] == [GestureState.BEGAN, GestureState.CHANGED]
        assert events[-1].state == GestureState.ENDED
        assert (events[-1].translation_x, events[-1].translation_y) == ((dx, 0) if row else (0, dy))
        assert (events[-1].velocity_y if row else events[-1].velocity_x) == 0


def test_the_host_is_asked_about_the_event_that_comes(rows: Rows) -> None:
    events = rows.drag(80, 20)
    assert rows.asked == events[:1]
    rows.refused = {rows.row}
    assert rows.drag(80, 20, 1000 * MS) == []
    assert len(rows.asked) == 2
    # On a diagonal the list takes over.
    assert {event.recognizer for event in rows.drag(80, 80, 2000 * MS)} == {rows.list}
    assert [event.recognizer for event in rows.asked[2:]] == [rows.row, rows.list]
    rows.gestures.set_callbacks(None)
    assert rows.drag(80, 20, 3000 * MS) != []
    assert len(rows.asked) == 4


def test_a_callback_that_returns_nothing_refuses(rows: Rows) -> None:
    rows.gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=lambda _: None))
    assert rows.drag(80, 20) == []
    rows.gestures.set_callbacks(scrim.GesturesCallbacks())
    assert rows.drag(80, 20, 1000 * MS) != []


def test_exceptions_of_a_callback_arrive_when_all_samples_are_fed(rows: Rows) -> None:
    def fail(event: Event) -> bool:
        raise RuntimeError(f"about {event.recognizer}")

    rows.gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=fail))
    with pytest.raises(RuntimeError, match=f"about {rows.row}"):
        rows.drag(80, 20)
    # The gesture did not begin, and the finger is up.
    assert rows.gestures.feed([Touch(60 * MS, 1, Phase.MOVED, 0, 0)]) == []
    array = scrim.Gestures.feed_array
    with pytest.raises(RuntimeError):
        array(rows.gestures, [Touch(100 * MS, 1, Phase.BEGAN, 200, 125), Touch(110 * MS, 1, Phase.MOVED, 250, 125)])
    assert rows.gestures.cancel(120 * MS) == []


def test_exceptions_arrive_from_advance_and_cancel(rows: Rows) -> None:
    for name in ("advance", "cancel", "set_enabled"):
        single, double = (rows.gestures.add(scrim.Tap(view=rows.window, taps=n)) for n in (1, 2))
        rows.gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=lambda _: 1 // 0))
        time = {"advance": 0, "cancel": 10_000, "set_enabled": 20_000}[name] * MS
        assert rows.gestures.feed(tap(time, 300, 300)) == []
        if name == "cancel":  # it drops the tap, and asks nothing
            assert rows.gestures.cancel(time + 200 * MS) == []
        else:
            with pytest.raises(ZeroDivisionError):
                if name == "advance":
                    rows.gestures.advance(time + 2000 * MS)
                else:
                    rows.gestures.set_enabled(double, False, time + 200 * MS)
        rows.gestures.remove(single)
        rows.gestures.remove(double)


def test_a_callback_raises_its_own_error_about_something_missing() -> None:
    """NotFoundError of a callback is not about the recognizer of the call."""
    scene = scrim.Scene()
    view = scene.add_view(scene.add_window((0, 0, 20, 20)), (0, 0, 20, 20))
    with scrim.Gestures(scene) as gestures:
        double, single = gestures.add(Tap(view=view, taps=2)), gestures.add(Tap(view=view))
        gestures.relate(single, Relation.REQUIRE_FAILURE, double)
        gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=lambda _: scene.is_secure(999)))
        assert gestures.feed(tap(0)) == []
        with pytest.raises(scrim.NotFoundError, match="999"):
            gestures.set_enabled(double, False, 60 * MS)
        with pytest.raises(scrim.NotFoundError, match="no such recognizer in these gestures .recognizer 99."):
            gestures.set_enabled(99, False, 60 * MS)


def test_reading_works_inside_and_changing_does_not(rows: Rows) -> None:
    found = []

    def look(event: Event) -> bool:
        found.append(rows.gestures.sequence == event.sequence)
        found.append(rows.scene.hit_test(event.x, event.y) is not None)
        for change in (
            lambda: rows.gestures.feed([]),
            lambda: rows.gestures.remove(rows.row),
            lambda: rows.gestures.set_callbacks(None),
            lambda: rows.scene.remove(rows.window),
        ):
            with pytest.raises(scrim.BusyError):
                change()
        return True

    rows.gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=look))
    assert rows.drag(80, 20) != []
    assert found == [True, True]


def test_an_engine_that_is_closed_inside(rows: Rows) -> None:
    rows.gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=lambda _: rows.gestures.close() or True))  # type: ignore[func-returns-value]
    with pytest.raises(scrim.ClosedError):
        rows.drag(80, 20)
    assert rows.gestures.closed
    assert scrim.live_handles() == 1  # the scene's


def test_callbacks_keep_no_engine_alive() -> None:
    rows = Rows()
    engine = weakref.ref(rows.gestures)
    rows.drag(80, 20)
    del rows
    gc.collect()
    assert engine() is None


@pytest.mark.parametrize("fields", [{"axis": 3}, {"axis": Axis.VERTICAL, "axis_angle": math.pi}, {"axis_angle": 0.5}])
def test_wrong_axes(rows: Rows, fields: dict[str, float]) -> None:
    with pytest.raises((scrim.InvalidArgumentError, TypeError)):
        rows.gestures.add(Pan(view=rows.window, **fields))  # type: ignore[arg-type]
