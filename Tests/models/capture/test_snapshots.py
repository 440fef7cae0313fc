# SPDX-License-Identifier: MIT
"""Streams: random views that move, and which pixels a frame of some time must not show, in plain Python."""

from __future__ import annotations


import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Activity, Capture, Outcome, ViewFlags

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
    with active_scene() as scene, Capture(hold_ns=HOLD, max_latency_ns=100) as capture:
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
            assert capture.redact(picture, snapshot, captured).outcome == Outcome.OK
    expected = frame()
    for x, y in living.values():
        expected[y : y + 4, x : x + 4] = 0
    for x, y, left in places:
        if left >= captured - HOLD:
            expected[y : y + 4, x : x + 4] = 0
    assert (picture == expected).all()
