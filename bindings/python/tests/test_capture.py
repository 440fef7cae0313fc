# SPDX-License-Identifier: MIT
"""Streams: other threads, options and errors."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import scrim
from scrim import Activity, Capture, Outcome, StyleClass, Style, StyleKind, Transform, ViewFlags

SIDE = 48


def active_scene() -> scrim.Scene:
    scene = scrim.Scene()
    scene.set_activity(Activity.ACTIVE)
    scene.frame_ready()
    return scene


def frame() -> np.ndarray:
    return np.full((SIDE, SIDE), 200, np.uint8)


def test_another_thread_protects_by_a_snapshot() -> None:
    with active_scene() as scene:
        scene.add_window((10, 10, 5, 5), flags=ViewFlags.SECURE)
        scene.snapshot(0).close()
        snapshot = scene.snapshot(10**9)
    assert repr(snapshot) == "<scrim.Snapshot>"
    outcomes: list[Outcome] = []

    def record() -> None:
        with Capture() as capture:
            outcomes.append(capture.redact(frame(), snapshot, 10**9).outcome)

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
        options = {"origin": (100, 200), "scale": 2.0, "transform": Transform.ROTATED_90}
        with Capture(**options, style=Style(kind=StyleKind.FROST)) as capture:
            report = capture.redact(frame(), snapshot, 10**9)
            assert (report.weakest_class, report.pixels) == (StyleClass.SYNTHETIC, 100)
            # The screen's 100, 200 is at the top right.
            assert capture.screen_point((SIDE, SIDE), SIDE, 0) == (100, 200)
            assert capture.screen_point((SIDE, SIDE), 0, 0) == (100, 224)
        with Capture(**options, style=Style(kind=StyleKind.BLUR, amount=3)) as capture:
            picture = frame()
            with pytest.raises(scrim.ReversibleStyleError) as refused:
                capture.redact(picture, snapshot, 10**9)
            assert refused.value.report.outcome == Outcome.OK and refused.value.report.pixels == 100
            assert (picture == 0).sum() == 100


def test_errors_cover() -> None:
    with active_scene() as scene, Capture() as capture, scene.snapshot(0) as snapshot:
        for times in ((5, 4), (-1,), (2**64,)):
            picture = frame()
            with pytest.raises(scrim.InvalidArgumentError):
                capture.redact(picture, snapshot, *times)
            assert not picture.any()
        closed = scene.snapshot(1)
        closed.close()
        picture = frame()
        with pytest.raises(scrim.InvalidHandleError):
            capture.redact(picture, closed, 1)
        assert not picture.any()
