# SPDX-License-Identifier: MIT
"""Recognizers of every kind: what holds of any stream of touches, however it comes."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import Event, GestureKind, Phase, GestureState, Touch

MS = 1_000_000
SETUP = """
import scrim
def engine():
    scene = scrim.Scene()
    window = scene.add_window((0, 0, 400, 400))
    views = [window, scene.add_view(window, (0, 0, 200, 200))]
    gestures = scrim.Gestures(scene)
    ids = []
    for number, view in enumerate(views):
        for kind in (scrim.Tap, scrim.LongPress, scrim.Pan, scrim.Pinch, scrim.Rotation, scrim.EdgePan):
            ids.append(gestures.add(kind(view=view, simultaneous=kind in (scrim.Pinch, scrim.Rotation))))
        ids.append(gestures.add(scrim.Swipe(view=view, directions=scrim.SwipeDirection(255))))
        ids.append(gestures.add(scrim.Tap(view=view, taps=2, min_fingers=1 + number)))
        gestures.relate(ids[-6], scrim.Relation.REQUIRE_FAILURE, ids[-2])
        gestures.add(scrim.Pan(view=view, taps=1, view_coordinates=True))
        gestures.add(scrim.LongPress(view=view, taps=2, min_fingers=1 + number, min_duration_ns=50_000_000))
    return scene, gestures
"""
exec(SETUP)  # noqa: S102  what another process runs too


def play(samples: list[Touch], cuts: list[int]) -> list[Event]:
    scene, gestures = engine()  # type: ignore[name-defined]  # noqa: F821
    with scene, gestures:
        events, start = [], 0
        for cut in [*cuts, len(samples)]:
            events += gestures.feed(samples[start : start + cut])
            start += cut
        return events + gestures.feed(samples[start:])


coordinates = st.floats(-50, 450) | st.sampled_from([0.0, 199.999, 200.0, 1e-150, 1e-300, 2.0**30, -(2.0**30)])
touches = st.builds(
    Touch,
    st.integers(0, 3000).map(lambda n: n * MS) | st.integers(0, 2**64 - 1),
    st.integers(0, 4) | st.integers(0, 2**64 - 1),
    st.sampled_from([Phase.BEGAN, Phase.MOVED, Phase.MOVED, Phase.MOVED, Phase.ENDED, Phase.CANCELLED]),
    coordinates,
    coordinates,
)
#: Streams as fingers make them: times rise, and each finger is where it was, or near.
steps = st.lists(
    st.tuples(
        st.integers(0, 60),
        st.integers(1, 3),
        st.sampled_from(["move", "move", "move", "move", "lift", "cancel"]),
        st.floats(-40, 40),
        st.floats(-40, 40),
    ),
    max_size=80,
)


def natural(moves: list[tuple[Any, ...]]) -> list[Touch]:
    samples, down, time = [], {}, 0  # type: ignore[var-annotated]
    for pause, id, what, dx, dy in moves:
        time += pause * MS
        if id not in down:
            down[id] = (100.0 + 40 * id, 100.0)
            samples.append(Touch(time, id, Phase.BEGAN, *down[id]))
        elif what == "move":
            down[id] = (down[id][0] + dx, down[id][1] + dy)
            samples.append(Touch(time, id, Phase.MOVED, *down[id]))
        else:
            samples.append(Touch(time, id, Phase.ENDED if what == "lift" else Phase.CANCELLED, *down.pop(id)))
    return samples


streams = steps.map(natural) | st.lists(touches, max_size=60)


@given(streams, st.lists(st.integers(0, 30), max_size=8))
@settings(max_examples=200, deadline=None)
def test_how_a_stream_is_split_makes_no_difference(samples: list[Touch], cuts: list[int]) -> None:
    assert play(samples, cuts) == play(samples, [])


@given(streams)
@settings(max_examples=200, deadline=None)
def test_any_stream_has_sound_events(samples: list[Touch]) -> None:
    active: dict[int, bool] = {}
    for event in play(samples, []):
        discrete = event.kind in (GestureKind.TAP, GestureKind.SWIPE)
        # Began comes first, an end last, and nothing between two gestures.
        if discrete:
            assert event.state == GestureState.ENDED
        else:
            assert active.get(event.recognizer, False) == (event.state != GestureState.BEGAN)
            active[event.recognizer] = event.state in (GestureState.BEGAN, GestureState.CHANGED)
        assert all(math.isfinite(number) for number in event[10:])
        assert event.scale > 0
        assert event.fingers >= 1


@given(streams)
@settings(max_examples=100, deadline=None)
def test_nothing_is_stuck_afterwards(samples: list[Touch]) -> None:
    scene, gestures = engine()  # type: ignore[name-defined]  # noqa: F821
    with scene, gestures:
        gestures.feed([touch for touch in samples if touch.time_ns < 2**62])
        time = 2**62
        gestures.cancel(time)
        gestures.advance(time + 10**10)
        assert gestures.next_deadline is None
        again = [
            Touch(time + 2 * 10**10 + n, 1, phase, 300.0, 300.0) for n, phase in enumerate([Phase.BEGAN, Phase.ENDED])
        ]
        events = gestures.feed(again) + gestures.advance(time + 10**11)
        assert [(event.kind, event.taps) for event in events] == [(GestureKind.TAP, 1)]


def test_a_recording_replays_bit_for_bit_in_another_process() -> None:
    moves = [
        ((n * 7) % 23, 1 + n % 3, "lift" if n % 41 == 40 else "move", 9 * math.sin(n), 9 * math.cos(n))
        for n in range(600)
    ]
    samples = natural(moves)
    program = SETUP + (
        "import json, sys\n"
        "scene, gestures = engine()\n"
        "print(json.dumps(gestures.feed_array([tuple(row) for row in json.load(sys.stdin)]).tobytes().hex()))\n"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps(samples),
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    ]
    assert found[0] == found[1]
    scene, gestures = engine()  # type: ignore[name-defined]  # noqa: F821
    with scene, gestures:
        events = gestures.feed_array(samples)
    assert json.loads(found[0]) == events.tobytes().hex()
    assert {GestureKind.PAN, GestureKind.PINCH, GestureKind.ROTATION} <= set(events["kind"].tolist())


def test_a_turn_of_fingers_too_near_for_squares_is_a_number() -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 100, 100))
        scene.set_activity(scrim.Activity.ACTIVE)
        gestures.add(scrim.Rotation(view=window))
        events = gestures.feed(
            [
                Touch(0, 1, Phase.BEGAN, 0, 0),
                Touch(1 * MS, 2, Phase.BEGAN, 1e-150, 0),
                Touch(2 * MS, 2, Phase.MOVED, 0, 1e-150),
                Touch(3 * MS, 2, Phase.MOVED, 20, 20),
                Touch(4 * MS, 2, Phase.MOVED, 0, 40),
            ]
        )
        assert events and all(math.isfinite(event.rotation) for event in events)
        assert events[-1].rotation == pytest.approx(math.pi / 2)
