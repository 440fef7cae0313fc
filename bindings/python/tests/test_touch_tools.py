# SPDX-License-Identifier: MIT
"""Tools of touches: palms and tools that hover touch nothing, in gestures, keypads and scenes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Phase, Touch, TouchTool

MS = 1_000_000
TOUCHING = (TouchTool.FINGER, TouchTool.STYLUS, TouchTool.ERASER)


def states(samples: Any) -> list[str]:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 400, 400))
        gestures.add(scrim.Tap(view=window))
        gestures.add(scrim.Pan(view=window))
        return [f"{event.kind.name} {event.state.name}" for event in gestures.feed(samples)]


@pytest.mark.parametrize("tool", TouchTool)
def test_a_tap(tool: TouchTool) -> None:
    samples = [Touch(0, 1, Phase.BEGAN, 50, 60, tool), Touch(50 * MS, 1, Phase.ENDED, 50, 60, tool)]
    array = np.zeros(2, scrim.TOUCH_DTYPE)
    for row, touch in zip(array, samples, strict=True):
        for name in touch._fields:
            row[name] = getattr(touch, name)
    wanted = ["TAP ENDED"] if tool in TOUCHING else []
    assert states(samples) == states(array) == states([tuple(touch) for touch in samples]) == wanted


def test_a_late_palm_cancels_a_pan() -> None:
    moves = [Touch(n * 10 * MS, 1, Phase.MOVED, 50, 50 + 20 * n) for n in range(1, 4)]
    samples = [(0, 1, Phase.BEGAN, 50, 50), *moves, moves[-1]._replace(tool=TouchTool.PALM)]  # with and without a tool
    assert states(samples)[-1] == "PAN CANCELLED"
    assert Touch(0, 1, Phase.BEGAN, 50, 50).tool == TouchTool.FINGER


@pytest.mark.parametrize("tool", TouchTool)
def test_a_keypad_and_a_scene(tool: TouchTool) -> None:
    with scrim.Text() as text, scrim.Keypad((0, 0, 300, 400), shuffle=scrim.Shuffle.NONE) as keypad:
        keypad.attach(text)
        keypad.show()
        keypad.presented(0)
        down = keypad.touch(Touch(1000 * MS, 1, Phase.BEGAN, 50, 50, tool))
        up = keypad.touch(Touch(1050 * MS, 1, Phase.ENDED, 50, 50, tool))
        assert down == scrim.KeypadResult.NONE
        assert (up == scrim.KeypadResult.INSERTED) == (tool in TOUCHING)
    with scrim.Scene() as scene:
        window = scene.add_window((0, 0, 400, 400))
        hit = scene.route_touch(Touch(0, 1, Phase.BEGAN, 50, 50, tool))
        assert hit.window == (window if tool in TOUCHING else 0)
