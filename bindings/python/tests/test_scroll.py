# SPDX-License-Identifier: MIT
"""Gestures.scroll(): samples as tuples and as arrays, and messages about samples that are not valid."""

from __future__ import annotations

import re

import numpy as np
import pytest
from gesture_world import MS, World

import scrim
from scrim import GestureState, Phase, Reason, Scroll, ScrollSource

WHEEL = ScrollSource.WHEEL


def clicks(count: int, x: float = 5, start: int = 0) -> list[Scroll]:
    return [Scroll(start + n * 50 * MS, WHEEL, Phase.MOVED, x, 5, delta_y=15.0) for n in range(count)]


def test_a_wheel_pans(world: World) -> None:
    pan = world.gestures.add(scrim.Pan(view=world.button))
    events = world.gestures.scroll(clicks(3))
    assert [(e.recognizer, e.state, e.translation_y, e.fingers) for e in events] == [
        (pan, GestureState.BEGAN, -15, 0),
        (pan, GestureState.CHANGED, -30, 0),
        (pan, GestureState.CHANGED, -45, 0),
    ]
    assert world.gestures.next_deadline == 600 * MS
    (end,) = world.gestures.advance(600 * MS)
    assert (end.state, end.time_ns, end.velocity_y) == (GestureState.ENDED, 600 * MS, 0)


def test_tuples_and_arrays_are_the_same(world: World) -> None:
    world.gestures.add(scrim.Pan(view=world.button))
    events = world.gestures.scroll(clicks(4))
    for samples in (map(tuple, clicks(4)), np.array(clicks(4), dtype=scrim.SCROLL_DTYPE)):
        again = World()
        again.gestures.add(scrim.Pan(view=again.button))
        assert [event[5:] for event in again.gestures.scroll(samples)] == [event[5:] for event in events]


def test_nothing_is_lost_when_there_are_more_events_than_room(world: World) -> None:
    for _ in range(150):
        world.gestures.add(scrim.Pan(view=world.button, simultaneous=True))
    assert len(world.gestures.scroll(clicks(3))) == 450


def test_a_scroll_over_a_private_field_is_not_collected(world: World) -> None:
    recognizer = world.gestures.add(scrim.Pan(view=world.window, classes=("Tap",)))
    world.gestures.add_action(recognizer, 7, "scrolled")
    collector = world.collector()
    for x, reason in ((5, Reason.NONE), (45, Reason.PRIVATE)):
        events = world.gestures.scroll(clicks(2, x, start=x * 1000 * MS))
        events += world.gestures.advance(x * 1000 * MS + 900 * MS)
        assert collector.decide(events)[-1].reason == reason
    assert len(list(collector.records())) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"source": 5}, "sample 1: source must be one of ScrollSource.WHEEL, ScrollSource.FINGER, "),
        ({"phase": 0}, "sample 1: phase must be one of Phase.BEGAN, "),
        ({"x": float("nan")}, "sample 1: x, y, delta_x and delta_y must be finite, and at most 2**30 in magnitude"),
        ({"delta_y": 2.0**31}, "sample 1: x, y, delta_x and delta_y must be finite, and at most 2**30 in magnitude"),
        ({"source": 4, "scale": float("inf")}, "sample 1: scale must be from 2**-30 to 2**30 (got inf)"),
        ({"source": 4, "delta_rotation": float("nan")}, "sample 1: delta_rotation must be finite, and at most 2**30 in magnitude"),
        ({"source": 4, "scale": 0.0}, "sample 1: scale must be from 2**-30 to 2**30 (got 0.0)"),
        ({"time_ns": -1}, "sample 1: time_ns must be from 0 to 18446744073709551615 (got -1)"),
        ({"x": "5"}, "sample 1: x must be a number (got str)"),
    ],
)
def test_a_sample_that_is_not_valid_is_named(world: World, changes: dict[str, object], message: str) -> None:
    world.gestures.add(scrim.Pan(view=world.button))
    good = clicks(1)[0]
    with pytest.raises(scrim.InvalidArgumentError, match=re.escape(message)):
        world.gestures.scroll([good, good._replace(**changes)])
    assert world.gestures.sequence == 0


def test_other_input_is_refused(world: World) -> None:
    with pytest.raises(TypeError, match="a numpy array of SCROLL_DTYPE"):
        world.gestures.scroll(None)  # type: ignore[arg-type]
    with pytest.raises(scrim.InvalidArgumentError, match=re.escape("the array must have the dtype scrim.SCROLL_DTYPE")):
        world.gestures.scroll(np.zeros(2, scrim.TOUCH_DTYPE))
    with pytest.raises(scrim.InvalidArgumentError, match="must have 9 items: time_ns, source, phase, "):
        world.gestures.scroll([(0, 1, 2, 5, 5)])
