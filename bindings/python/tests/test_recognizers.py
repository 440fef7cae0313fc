# SPDX-License-Identifier: MIT
"""Recognizers: what can be set, and what is refused."""

from __future__ import annotations

import math
import re

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
    ("recognizer", "message"),
    [
        (scrim.Swipe(view=1, directions=SwipeDirection(0)), "directions must be one or more of SwipeDirection.LEFT, "),
        (scrim.Swipe(view=1, directions="left"), "SwipeDirection.DOWN_RIGHT (got 'left')"),  # type: ignore[arg-type]
        (scrim.Swipe(view=1, swipe_distance=0.0), "swipe_distance must be above 0 (got 0)"),
        (scrim.Pan(view=1, min_fingers=0), "min_fingers of Pan must be from 1 to 32 (got 0)"),
        (scrim.Pan(view=1, max_fingers=33), "max_fingers must be 0 for no limit, or from 1 to 32 (got 33)"),
        (scrim.Pan(view=1, min_velocity=9, max_velocity=3), "max_velocity must be 0 for no limit, or at least 9 (got 3)"),
        (scrim.Pinch(view=1, min_span=-1.0), "min_span must be from 0 to 1073741824 (got -1)"),
        (scrim.Swipe(view=1, max_separation=math.inf), "max_separation must be from 0 to 1073741824 (got inf)"),
        (scrim.Pinch(view=1, min_fingers=1), "min_fingers of Pinch must be from 2 to 32 (got 1)"),
        (scrim.Rotation(view=1, angle=4.0), "angle must be from 0 to pi radians (got 4)"),
        (scrim.EdgePan(view=1, edge_width=0.0), "edge_width must be above 0 (got 0)"),
        (scrim.EdgePan(view=1, edges=16), "edges must be one or more of Edge.LEFT, Edge.RIGHT, "),  # type: ignore[arg-type]
        (scrim.Tap(view=1, max_interval_ns=0, taps=2), "max_interval_ns must be above min_interval_ns, 0 (got 0)"),
        (scrim.Tap(view=1, taps=11), "taps must be from 1 to 10 (got 11)"),
        (scrim.LongPress(view=1, min_duration_ns=0), "min_duration_ns must be above 0 (got 0)"),
        (scrim.LongPress(view=1, taps=11), "taps must be from 0 to 10 (got 11)"),
        (scrim.Pan(view=1, taps=1, min_interval_ns=9, max_interval_ns=9), "max_interval_ns must be above min_interval_ns, 9 (got 9)"),
        (scrim.Pan(view=1, touch_slop=math.nan), "touch_slop must be from 0 to 1073741824 (got nan)"),
        (scrim.Pan(view=1, density=0.0), "density must be from 1/64 to 64 (got 0)"),
        (scrim.Pan(view=1, profile=9), "one of Profile.UIKIT, Profile.ANDROID, Profile.GTK (got 9)"),  # type: ignore[arg-type]
        (scrim.Pan(view=1, profile="ios"), "Profile.GTK (got 'ios')"),  # type: ignore[arg-type]
        (scrim.Tap(view=1, taps=-1), "taps must be"),
        (scrim.Tap(view=1, max_duration_ns=2**64), "max_duration_ns must be"),
        (scrim.Host(view=1, min_fingers=1), "min_fingers of Host must be 0 (got 1)"),
    ],
)
def test_an_error_names_the_field(recognizer: scrim.Recognizer, message: str) -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        scene.add_window((0, 0, 400, 400))
        with pytest.raises(scrim.InvalidArgumentError, match=re.escape(message)):
            gestures.add(recognizer)


def test_a_drag_after_a_tap_in_the_coordinates_of_a_scrolled_view() -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 400, 400))
        view = scene.add_view(window, (10, 20, 300, 300), content_offset=(0, 1000), transform=scrim.Affine(2, 0, 0, 2))
        gestures.add(scrim.Pan(view=view, taps=1, max_interval_ns=200 * MS, view_coordinates=True))
        plain = gestures.add(scrim.LongPress(view=view, taps=1, simultaneous=True))
        assert gestures.feed([Touch(0, 1, Phase.BEGAN, 110, 120), Touch(50 * MS, 1, Phase.ENDED, 110, 120)]) == []
        drag = [Touch(250 * MS, 1, Phase.BEGAN, 110, 120), Touch(260 * MS, 1, Phase.MOVED, 110, 140)]
        (began,) = gestures.feed(drag)
        assert (began.kind, began.state, began.taps) == (GestureKind.PAN, GestureState.BEGAN, 0)
        assert (began.view_x, began.view_y, began.view_translation_y) == (50.0, 1060.0, 10.0)
        assert began.view_velocity_y == began.velocity_y / 2 > 0
        gestures.cancel(300 * MS)
        gestures.feed([Touch(1000 * MS, 1, Phase.BEGAN, 110, 120), Touch(1050 * MS, 1, Phase.ENDED, 110, 120)])
        gestures.feed([Touch(1100 * MS, 1, Phase.BEGAN, 110, 120)])
        (held,) = gestures.advance(1600 * MS)
        assert (held.recognizer, held.view_x, held.view_velocity_y) == (plain, 0.0, 0.0)


def test_an_error_names_the_recognizers_and_the_sample() -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 400, 400))
        with pytest.raises(scrim.NotFoundError, match=r"view must be a view or window of the scene \(got 99\)"):
            gestures.add(scrim.Tap(view=99))
        tap, pan = gestures.add(scrim.Tap(view=window)), gestures.add(scrim.Pan(view=window))
        gestures.relate(tap, Relation.REQUIRE_FAILURE, pan)
        with pytest.raises(scrim.InvalidStateError, match=f"{pan} and {tap} would wait for each other"):
            gestures.relate(pan, Relation.REQUIRE_FAILURE, tap)
        with pytest.raises(scrim.InvalidArgumentError, match="must be different"):
            gestures.relate(pan, Relation.SIMULTANEOUS, pan)
        with pytest.raises(scrim.InvalidArgumentError, match="Relation.REQUIRE_FAILURE, Relation.SIMULTANEOUS"):
            gestures.relate(pan, "simultaneous", tap)  # type: ignore[arg-type]
        with pytest.raises(scrim.NotFoundError, match=r"recognizer 77, other 1"):
            gestures.relate(77, Relation.SIMULTANEOUS, tap)
        with pytest.raises(scrim.InvalidArgumentError, match="target must not be 0"):
            gestures.add_action(tap, 0, "open")
        with pytest.raises(scrim.InvalidArgumentError, match=r"from 1 to 256 bytes \(got 257\)"):
            gestures.remove_action(tap, 1, "x" * 257)
        good = (0, 1, Phase.BEGAN, 5.0, 5.0)
        with pytest.raises(scrim.InvalidArgumentError, match=r"sample 1: phase must be one of Phase.BEGAN.* \(got 9\)"):
            gestures.feed([good, (0, 1, 9, 5.0, 5.0)])
        # A position may be private, so the message does not repeat it.
        for call in (gestures.feed, gestures.feed_array):
            with pytest.raises(scrim.InvalidArgumentError, match="sample 1: x and y must be finite") as error:
                call([good, (0, 1, Phase.MOVED, math.inf, 123.5)])
            assert "123.5" not in str(error.value)
        assert gestures.sequence == 0


def test_fingers_that_belong_together_and_pans_without_slop() -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 1000, 400))
        tap = gestures.add(scrim.Tap(view=window, min_fingers=2))
        near = gestures.add(scrim.Tap(view=window, min_fingers=2, max_separation=100.0, simultaneous=True))
        for time, distance, found in [(0, 90, {tap, near}), (10**9, 290, {tap}), (2 * 10**9, 310, set())]:
            places = [(1, 100.0), (2, 100.0 + distance)]
            events = gestures.feed(
                [Touch(time + n, id, phase, x, 50) for n, phase in enumerate([Phase.BEGAN, Phase.ENDED]) for id, x in places]
            )
            assert {event.recognizer for event in events} == found
        gestures.add(scrim.Pan(view=window, without_slop=True))
        drag = [Touch(3 * 10**9 + n * MS, 1, Phase.MOVED if n else Phase.BEGAN, 100 + 6 * n, 50) for n in range(4)]
        assert [event.translation_x for event in gestures.feed(drag)] == pytest.approx([2, 8])


def test_a_recognizer_is_disabled_and_enabled() -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 400, 400))
        pan = gestures.add(scrim.Pan(view=window, enabled=False))
        once, twice = gestures.add(scrim.Tap(view=window)), gestures.add(scrim.Tap(view=window, taps=2))
        path = [Touch(n * MS, 1, Phase.MOVED if n else Phase.BEGAN, 200 + 20 * n, 200) for n in range(3)]
        assert gestures.feed(path) == []
        gestures.cancel(9 * MS)
        assert gestures.set_enabled(pan, True, 10 * MS) == []
        began, changed = gestures.feed([touch._replace(time_ns=touch.time_ns + 10 * MS) for touch in path])
        (cancelled,) = gestures.set_enabled(pan, False, 20 * MS)
        assert (cancelled.recognizer, cancelled.state, cancelled.time_ns) == (pan, GestureState.CANCELLED, 20 * MS)
        assert cancelled.translation_x == changed.translation_x == 40
        assert gestures.set_enabled(pan, False, 21 * MS) == []
        gestures.cancel(30 * MS)
        tap = [Touch(40 * MS, 1, Phase.BEGAN, 5, 5), Touch(50 * MS, 1, Phase.ENDED, 5, 5)]
        assert gestures.feed(tap) == []
        (tapped,) = gestures.set_enabled(twice, False, 60 * MS)
        assert (tapped.recognizer, tapped.time_ns) == (once, 50 * MS)
        assert gestures.next_deadline is None
        with pytest.raises(scrim.NotFoundError, match="recognizer 77"):
            gestures.set_enabled(77, True, 0)


def test_a_finger_that_is_lost() -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene, lost_touch_timeout_ns=10) as gestures:
        window = scene.add_window((0, 0, 400, 400))
        gestures.add(scrim.Tap(view=window))
        events = gestures.feed(
            [Touch(0, 1, Phase.BEGAN, 5, 5), Touch(11, 2, Phase.BEGAN, 5, 5), Touch(12, 2, Phase.ENDED, 5, 5)]
        )
        assert [event.kind for event in events] == [GestureKind.TAP]
