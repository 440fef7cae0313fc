# SPDX-License-Identifier: MIT
"""Snapshots as bytes, and captures of frames that were held."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import numpy as np
import pytest

import scrim
from scrim import Activity, Capture, Outcome, Snapshot, ViewFlags

SIDE = 48
NOW = 10**9


def active_scene() -> scrim.Scene:
    scene = scrim.Scene()
    scene.set_activity(Activity.ACTIVE)
    scene.frame_ready()
    scene.add_window((10, 10, 5, 5), flags=ViewFlags.SECURE)
    scene.snapshot(0).close()
    return scene


def frame() -> np.ndarray:
    return np.full((SIDE, SIDE), 200, np.uint8)


def test_both_ways() -> None:
    with active_scene() as scene, scene.snapshot(NOW) as snapshot:
        octets = snapshot.encode()
    assert isinstance(octets, bytes) and octets.startswith(b"Scrm")
    for kind in (bytes, bytearray, memoryview):
        with Snapshot.decode(kind(octets)) as copy, Capture() as capture:
            assert repr(copy) == "<scrim.Snapshot>"
            assert copy.encode() == octets
            picture = frame()
            # The scene is gone, and the copy does not depend on it.
            assert capture.redact(picture, copy, NOW).outcome == Outcome.OK
            expected = frame()
            expected[10:15, 10:15] = 0
            assert (picture == expected).all()


def test_many_regions_need_more_room() -> None:
    with active_scene() as scene:
        for index in range(1000):
            scene.add_window((index, 10, 5, 5), flags=ViewFlags.SECURE)
        with scene.snapshot(NOW) as snapshot:
            octets = snapshot.encode()
    assert len(octets) > 64 * 1000
    Snapshot.decode(octets).close()


SENDER = """
import scrim
scene = scrim.Scene()
scene.set_activity(scrim.Activity.ACTIVE)
scene.frame_ready()
scene.add_window((20, 30, 8, 6), flags=scrim.ViewFlags.SECURE)
scene.snapshot(0).close()
print(scene.snapshot(10**9).encode().hex())
"""


def test_a_scene_in_one_process_and_a_frame_in_another(python: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    octets = python(SENDER).stdout
    picture = frame()
    with Snapshot.decode(bytes.fromhex(octets)) as snapshot, Capture() as capture:
        assert capture.redact(picture, snapshot, NOW).outcome == Outcome.OK
    expected = frame()
    expected[30:36, 20:28] = 0
    assert (picture == expected).all()


def test_wrong_bytes() -> None:
    with active_scene() as scene, scene.snapshot(NOW) as snapshot:
        octets = snapshot.encode()
    for wrong in (b"", b"Scrm", octets[:-1], octets[:-8], octets + bytes(8), bytes(len(octets))):
        with pytest.raises(scrim.CorruptedError):
            Snapshot.decode(wrong)
    with pytest.raises(scrim.UnsupportedError):
        Snapshot.decode(octets[:4] + b"\xff" + octets[5:])
    with pytest.raises(TypeError, match="octets must be bytes"):
        Snapshot.decode("Scrm")  # type: ignore[arg-type]
    snapshot.close()
    with pytest.raises(scrim.InvalidHandleError):
        snapshot.encode()


def test_delayed() -> None:
    with active_scene() as scene, Capture(delayed=True, max_latency_ns=50, hold_ns=0) as capture:
        with scene.snapshot(NOW + 49) as early:
            assert capture.redact(frame(), early, NOW).outcome == Outcome.COVERED
        with scene.snapshot(NOW + 50) as due:
            assert capture.redact(frame(), due, NOW).outcome == Outcome.OK
        with scene.snapshot(NOW + 60) as newer:
            assert capture.redact(frame(), newer, NOW).outcome == Outcome.OK
        scene.set_activity(Activity.INACTIVE)
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready()
        with scene.snapshot(NOW + 100) as after:
            # The output was covered between the two snapshots.
            assert capture.redact(frame(), after, NOW + 1).outcome == Outcome.COVERED
    with pytest.raises(TypeError, match="delayed must be True or False"):
        Capture(delayed=1)  # type: ignore[arg-type]
