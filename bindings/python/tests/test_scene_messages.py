# SPDX-License-Identifier: MIT
"""The messages of Scene and Capture: each names the argument that is wrong, what was expected and what was given."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Affine, Capture, Outsets, Scene, Style, ViewMetadata

BOX = (0, 0, 1, 1)
NAN, INF = float("nan"), float("inf")

CALLS: list[tuple[Callable[[Scene, int], Any], str]] = [
    (lambda scene, _: scene.add_window((0, 0, -4, 1)), "frame: width must not be negative (got -4)"),
    (lambda scene, _: scene.add_window((0, NAN, 4, 1)), "frame: y must be finite (got nan)"),
    (lambda scene, _: scene.add_window((2**31, 0, 4, 1)), "frame: x must be at most 2^30 points from 0 (got 2.14748e+09)"),
    (lambda scene, _: scene.add_window(BOX, flags=1 << 20), "flags must be a combination of ViewFlags.HIDDEN, "),
    (lambda scene, _: scene.add_window(BOX, title="ä" * 129), "title must be at most 256 bytes of UTF-8 (got 258)"),
    (lambda scene, _: scene.add_window(BOX, owner=99), "owner must be a window or view of the scene (got 99)"),
    (
        lambda scene, _: scene.add_window(BOX, touch_privacy=7),
        "touch_privacy must be one of TouchPrivacy.DEFAULT, TouchPrivacy.SHOW, TouchPrivacy.COARSE, TouchPrivacy.SILENT (got 7)",
    ),
    (lambda scene, _: scene.update_window(99, BOX), "window must be a window of the scene (got 99)"),
    (lambda scene, window: scene.update_window(window, BOX, owner=99), "owner must be a window or view of the scene (got 99)"),
    (lambda scene, _: scene.add_view(99, BOX), "parent must be a window or view of the scene (got 99)"),
    (lambda scene, window: scene.add_view(window, BOX, alpha=1.5), "alpha must be from 0 to 1 (got 1.5)"),
    (lambda scene, window: scene.add_view(window, BOX, classes=["A"] * 33), "classes must be at most 32 names (got 33)"),
    (lambda scene, window: scene.add_view(window, BOX, classes=["A" * 257]), "classes[0] must be at most 256 bytes of UTF-8 (got 257)"),
    (lambda scene, window: scene.add_view(window, BOX, content="a" * 4097), "content must be at most 4096 bytes of UTF-8 (got 4097)"),
    (lambda scene, window: scene.add_view(window, BOX, content_offset=(1,)), "content_offset must be 2 numbers (got 1)"),
    (lambda scene, window: scene.add_view(window, BOX, content_offset=(1, INF)), "content_offset: y must be finite (got inf)"),
    (
        lambda scene, window: scene.add_view(window, BOX, transform=Affine(0, 0, 0, 0)),
        "transform: xx, yx, xy and yy must not all be 0",
    ),
    (lambda scene, window: scene.add_view(window, BOX, overflow=Outsets(right=-1)), "overflow: right must not be negative (got -1)"),
    (lambda scene, window: scene.update_view(window, BOX), "view must be a view of the scene (got {window})"),
    (lambda scene, _: scene.set_metadata(99, ViewMetadata()), "id must be a window or view of the scene (got 99)"),
    (lambda scene, window: scene.set_metadata(window, ViewMetadata(value=INF)), "value must be finite (got inf)"),
    (
        lambda scene, window: scene.set_metadata(window, ViewMetadata(indices=(1, 2, 3))),
        "indices must be (row,) or (section, row) (got 3 numbers)",
    ),
    (
        lambda scene, window: scene.set_metadata(window, ViewMetadata(value_kind=9)),
        "value_kind must be one of ValueKind.NONE, ValueKind.SWITCH, ValueKind.NUMBER, ValueKind.FRACTION (got 9)",
    ),
    (lambda scene, window: scene.set_metadata(window, ViewMetadata(properties={"": "a"})), "properties: a key must not be empty"),
    (
        lambda scene, window: scene.set_metadata(window, ViewMetadata(properties={str(key): "" for key in range(17)})),
        "properties must be at most 16 (got 17)",
    ),
    (lambda scene, _: scene.remove(99), "id must be a window or view of the scene (got 99)"),
    (lambda scene, _: scene.hit_test(0, NAN), "y must be finite (got nan)"),
    (lambda scene, _: scene.is_secure(99), "id must be a window or view of the scene (got 99)"),
    (lambda scene, _: scene.set_policy(9), "policy must be one of Policy.DEFAULT, Policy.EXPLICIT, Policy.ALLOW_LIST (got 9)"),
    (
        lambda scene, _: scene.set_activity("on"),
        "activity must be one of Activity.ACTIVE, Activity.INACTIVE, Activity.BACKGROUND (got 'on')",
    ),
    (lambda scene, window: scene.set_input_region(window, [BOX, (0, 0, 1)]), "regions[1]"),
    (lambda scene, window: scene.set_input_region(window, [BOX] * 257), "regions must be at most 256 rectangles (got 257)"),
    (lambda scene, _: scene.route_touch(scrim.Touch(0, 1, 7, 0, 0)), "phase must be one of Phase.BEGAN, "),
    (lambda scene, _: scene.responders(99), "id must be a window or view of the scene (got 99)"),
    (lambda scene, _: scene.focus(99), "window must be a window of the scene (got 99)"),
    (lambda scene, _: scene.frame_ready(3), "output must be an output of the scene (got 3)"),
    (lambda scene, _: scene.is_covered(3), "output must be an output of the scene (got 3)"),
    (lambda scene, _: scene.redact(np.zeros((2, 2), np.uint8), output=3), "output must be an output of the scene (got 3)"),
    (lambda scene, _: scene.redact(np.zeros((2, 2), np.uint8), scale=0), "scale must be from 1/64 to 64 pixels per point (got 0)"),
    (lambda scene, _: scene.redact(np.zeros((2, 2), np.uint8), origin=(NAN, 0)), "origin: x must be finite (got nan)"),
    (lambda _, __: Scene(33), "outputs must be from 1 to 32"),
    (lambda _, __: Capture(scale=100), "scale must be from 1/64 to 64 pixels per point (got 100)"),
    (lambda _, __: Capture(max_speed=-1), "max_speed must not be negative (got -1)"),
    (lambda _, __: Capture(hold_ns=10**9), "hold_ns must be from 0 to 500000000 (got 1000000000)"),
    (lambda _, __: Capture(transform=8), "transform must be one of Transform.NONE, Transform.ROTATED_90"),
    (lambda _, __: Capture(origin=(1, 2, 3)), "origin must be 2 numbers (got 3)"),
    (lambda _, __: Capture().screen_point((0, 5), 0, 0), "size[0] must be from 1 to 65536 (got 0)"),
]


@pytest.mark.parametrize(("call", "message"), CALLS, ids=[message for _, message in CALLS])
def test_message(call: Callable[[Scene, int], Any], message: str) -> None:
    with Scene() as scene:
        window = scene.add_window((0, 0, 10, 10))
        with pytest.raises(scrim.ScrimError) as caught:
            call(scene, window)
        assert str(caught.value).startswith(message.format(window=window))


def test_a_frame_that_ends_before_it_begins() -> None:
    picture = np.full((2, 2), 9, np.uint8)
    with Scene() as scene, Capture() as capture, scene.snapshot(0) as snapshot:
        with pytest.raises(scrim.InvalidArgumentError, match="captured_to_ns must not be less than captured_from_ns"):
            capture.redact(picture, snapshot, 5, 4)
        assert not picture.any()
    with Scene() as scene, Capture(output=1) as capture, scene.snapshot(0) as snapshot:
        with pytest.raises(scrim.NotFoundError, match="the snapshot's scene has no output 1"):
            capture.redact(picture, snapshot, 5)


def test_a_change_inside_a_change_and_a_second_text() -> None:
    with Scene() as scene, scrim.Text() as text, scrim.Text() as other:
        window = scene.add_window(BOX, flags=scrim.ViewFlags.TOOL)
        with scene.change(), pytest.raises(scrim.InvalidStateError, match="a change is already in progress"), scene.change():
            pass
        scene.attach_text(window, text)
        with pytest.raises(scrim.InvalidStateError, match=f"view {window} already shows a text"):
            scene.attach_text(window, other)
        with pytest.raises(scrim.RefusedError, match="TOOL window without ACCEPTS_FOCUS"):
            scene.focus(window)


def test_a_position_of_a_touch_is_in_no_message() -> None:
    with Scene() as scene, pytest.raises(scrim.InvalidArgumentError) as caught:
        scene.route_touch(scrim.Touch(0, 1, scrim.Phase.BEGAN, 2.0**31 + 5, 77.0))
    assert "77" not in str(caught.value) and "21474" not in str(caught.value)


def test_style_of_a_capture() -> None:
    with pytest.raises(scrim.ScrimError, match="style: color must be opaque"):
        Capture(style=Style.solid((1, 2, 3, 4)))
