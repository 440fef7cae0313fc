# SPDX-License-Identifier: MIT
"""Streams: places of what moves at random, said again in plain Python, and the ways from and to other threads."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Activity, Capture, Outcome, Strength, Style, StyleKind, Transform, ViewFlags

SIDE = 48
HOLD = 10
START = 1000


def active_scene() -> scrim.Scene:
    scene = scrim.Scene()
    scene.set_activity(Activity.ACTIVE)
    scene.frame_ready()
    return scene


def frame() -> np.ndarray:
    return np.full((SIDE, SIDE), 200, np.uint8)


@given(st.data())
def test_covered_is_what_was_private_at_any_time_that_counts(data: st.DataObject) -> None:
    """Views come, move and go between times that are told; at most 32 places of each, so that nothing is joined."""
    places: list[tuple[int, int, int]] = []  # x, y, and when the scene was told that it had been left
    living: dict[int, tuple[int, int]] = {}
    pending: list[tuple[int, int]] = []
    now = START
    spot = st.tuples(st.integers(0, SIDE - 4), st.integers(0, SIDE - 4))
    with active_scene() as scene, Capture(hold_ns=HOLD, max_lateness_ns=100) as capture:
        scene.snapshot(now).close()
        for _ in range(data.draw(st.integers(1, 25))):
            match data.draw(st.integers(0, 3)):
                case 0:
                    x, y = data.draw(spot)
                    id = scene.add_window((x, y, 4, 4), flags=ViewFlags.SECURE)
                    living[id] = (x, y)
                case 1 if living:
                    id = data.draw(st.sampled_from(sorted(living)))
                    x, y = data.draw(spot)
                    scene.update_window(id, (x, y, 4, 4), flags=ViewFlags.SECURE)
                    if (x, y) != living[id]:
                        pending.append(living[id])
                    living[id] = (x, y)
                case 2 if living:
                    id = data.draw(st.sampled_from(sorted(living)))
                    scene.remove(id)
                    pending.append(living.pop(id))
                case _:
                    now += data.draw(st.integers(0, 8))
                    scene.snapshot(now).close()
                    places += [(x, y, now) for x, y in pending]
                    pending = []
        now += data.draw(st.integers(0, 8))
        places += [(x, y, now) for x, y in pending]
        captured = data.draw(st.integers(START + HOLD, max(now, START + HOLD)))
        picture = frame()
        with scene.snapshot(now) as snapshot:
            assert capture.protect(picture, snapshot, captured).outcome == Outcome.OK
    expected = frame()
    for x, y in living.values():
        expected[y : y + 4, x : x + 4] = 0
    for x, y, left in places:
        if left >= captured - HOLD:
            expected[y : y + 4, x : x + 4] = 0
    assert (picture == expected).all()


def test_another_thread_protects_by_a_snapshot() -> None:
    with active_scene() as scene:
        scene.add_window((10, 10, 5, 5), flags=ViewFlags.SECURE)
        scene.snapshot(0).close()
        snapshot = scene.snapshot(10**9)
    assert repr(snapshot) == "<scrim.Snapshot>"
    outcomes: list[Outcome] = []

    def record() -> None:
        with Capture() as capture:
            outcomes.append(capture.protect(frame(), snapshot, 10**9).outcome)

    thread = threading.Thread(target=record)
    thread.start()
    thread.join()
    # The scene is gone.
    assert outcomes == [Outcome.COVERED]
    snapshot.close()


def test_options_style_and_points() -> None:
    with active_scene() as scene:
        scene.add_window((110, 210, 5, 5), flags=ViewFlags.SECURE)
        scene.snapshot(0).close()
        snapshot = scene.snapshot(10**9)
        options = {"origin": (100, 200), "scale": 2.0, "transform": Transform.TURNED_90}
        with Capture(**options, style=Style(kind=StyleKind.FROST)) as capture:
            report = capture.protect(frame(), snapshot, 10**9)
            assert (report.strength, report.pixels) == (Strength.SYNTHETIC, 100)
            # The screen's 100, 200 is at the top right.
            assert capture.screen_point((SIDE, SIDE), SIDE, 0) == (100, 200)
            assert capture.screen_point((SIDE, SIDE), 0, 0) == (100, 224)
        with Capture(**options, style=Style(kind=StyleKind.BLUR, amount=3)) as capture:
            picture = frame()
            with pytest.raises(scrim.ReversibleStyleError) as refused:
                capture.protect(picture, snapshot, 10**9)
            assert refused.value.report.outcome == Outcome.OK and refused.value.report.pixels == 100
            assert (picture == 0).sum() == 100


def test_errors_cover() -> None:
    with active_scene() as scene, Capture() as capture, scene.snapshot(0) as snapshot:
        for times in ((5, 4), (-1,), (2**64,)):
            picture = frame()
            with pytest.raises(scrim.InvalidArgumentError):
                capture.protect(picture, snapshot, *times)
            assert not picture.any()
        closed = scene.snapshot(1)
        closed.close()
        picture = frame()
        with pytest.raises(scrim.InvalidHandleError):
            capture.protect(picture, closed, 1)
        assert not picture.any()
