# SPDX-License-Identifier: MIT
"""Recognizers: what can be set, and what is refused."""

from __future__ import annotations

import math

import pytest

import scrim
from scrim import SwipeDirection, Edge, GestureKind, Phase, Profile, Relation, GestureState, Touch

MS = 1_000_000


def test_each_kind_and_what_can_be_set() -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 400, 400))
        pan = gestures.add(scrim.Pan(view=window, profile=Profile.ANDROID, density=2.0))
        still = [Touch(0, 1, Phase.BEGAN, 100, 100), Touch(MS, 1, Phase.MOVED, 116, 100)]
        assert gestures.feed(still) == []
        (began,) = gestures.feed([Touch(2 * MS, 1, Phase.MOVED, 116.5, 100)])
        assert (began.recognizer, began.kind, began.state, began.translation_x) == (
            pan,
            GestureKind.PAN,
            GestureState.BEGAN,
            16.5,
        )
        (cancelled,) = gestures.cancel(3 * MS)
        assert cancelled.state == GestureState.CANCELLED
        gestures.remove(pan)

        swipe = gestures.add(scrim.Swipe(view=window, directions=SwipeDirection.LEFT | SwipeDirection.UP_LEFT))
        edge = gestures.add(scrim.EdgePan(view=window, edges=Edge.TOP, edge_width=5, touch_slop=3))
        tap = gestures.add(scrim.Tap(view=window))
        gestures.relate(tap, Relation.REQUIRE_FAILURE, swipe)
        with pytest.raises(scrim.InvalidStateError):
            gestures.relate(swipe, Relation.REQUIRE_FAILURE, tap)
        gestures.unrelate(tap, Relation.REQUIRE_FAILURE, swipe)
        path = [Touch(n * 8 * MS, 1, Phase.MOVED if n else Phase.BEGAN, 200 - 20 * n, 200 - 20 * n) for n in range(5)]
        (swiped,) = gestures.feed(path)
        assert (swiped.recognizer, swiped.direction) == (swipe, SwipeDirection.UP_LEFT)
        gestures.cancel(10**9)
        down = [Touch(10**9, 2, Phase.BEGAN, 200, 4), Touch(10**9 + MS, 2, Phase.MOVED, 200, 8)]
        assert [(event.recognizer, event.direction) for event in gestures.feed(down)] == [(edge, Edge.TOP)]


@pytest.mark.parametrize(
    "recognizer",
    [
        scrim.Swipe(view=1, directions=SwipeDirection(0)),
        scrim.Pan(view=1, min_fingers=0),
        scrim.Pan(view=1, max_fingers=33),
        scrim.Pinch(view=1, min_fingers=1),
        scrim.Rotation(view=1, angle=4.0),
        scrim.EdgePan(view=1, edge_width=0.0),
        scrim.Tap(view=1, max_interval_ns=0, taps=2),
        scrim.Pan(view=1, touch_slop=math.nan),
        scrim.Pan(view=1, density=0.0),
        scrim.Pan(view=1, profile=9),  # type: ignore[arg-type]
        scrim.Tap(view=1, taps=-1),
        scrim.Tap(view=1, max_duration_ns=2**64),
    ],
)
def test_what_cannot_be_is_refused(recognizer: scrim.Recognizer) -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures, pytest.raises(scrim.InvalidArgumentError):
        gestures.add(recognizer)


def test_a_finger_that_is_lost() -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene, lost_touch_timeout_ns=10) as gestures:
        window = scene.add_window((0, 0, 400, 400))
        gestures.add(scrim.Tap(view=window))
        events = gestures.feed(
            [Touch(0, 1, Phase.BEGAN, 5, 5), Touch(11, 2, Phase.BEGAN, 5, 5), Touch(12, 2, Phase.ENDED, 5, 5)]
        )
        assert [event.kind for event in events] == [GestureKind.TAP]
