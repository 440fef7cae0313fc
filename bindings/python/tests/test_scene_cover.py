# SPDX-License-Identifier: MIT
"""Scene.set_cover(): colors, styles and pictures of other libraries, and what it refuses. Tests/models/scene has the pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image

import scrim
from scrim import Activity, Capture, Format, InvalidArgumentError, NotFoundError, Outcome, Scene, Style


def shown(scene: Scene, height: int = 4, width: int = 6, output: int = 0) -> np.ndarray:
    frame = np.full((height, width, 4), 77, np.uint8)
    assert scene.redact(frame, output=output).outcome == Outcome.COVERED
    return frame


@pytest.mark.parametrize("cover", ["#102030", (16, 32, 48), [16, 32, 48, 255], 0x102030FF, Style.solid("#102030")])
def test_a_color(cover: Any) -> None:
    with Scene(outputs=2) as scene:
        scene.set_cover(cover, 1)
        assert (shown(scene) == [0, 0, 0, 255]).all()
        assert (shown(scene, output=1) == [16, 32, 48, 255]).all()
        scene.set_cover(None, 1)
        assert (shown(scene, output=1) == [0, 0, 0, 255]).all()


PIXELS = np.random.default_rng(4).integers(0, 256, (4, 6, 3), np.uint8)
ALPHA = np.dstack([PIXELS, np.full((4, 6), 255, np.uint8)])


@pytest.mark.parametrize(
    ("picture", "options"),
    [
        (PIXELS, {}),
        (np.ascontiguousarray(PIXELS[..., ::-1]), {"pixel_format": "BGR"}),
        (PIXELS.tobytes(), {"pixel_format": Format.RGB, "width": 6, "height": 4}),
        (Image.fromarray(PIXELS), {}),
        (Image.fromarray(ALPHA), {}),
        (ALPHA.astype(np.uint16) * 257, {}),
        (np.repeat(np.repeat(PIXELS, 3, 0), 3, 1), {}),
    ],
)
def test_a_picture(picture: Any, options: dict[str, Any]) -> None:
    with Scene() as scene:
        scene.set_cover(picture, **options)
        assert (shown(scene) == ALPHA).all()
        assert shown(scene, 40, 40)[0, 0].tolist() == [0, 0, 0, 255]  # above the picture


def test_planes_and_the_color_around() -> None:
    luma, chroma = np.full((2, 8), 235, np.uint8), np.full((1, 4, 2), 128, np.uint8)
    with Scene() as scene:
        scene.set_cover((luma, chroma), color="#0000ff")
        frame = shown(scene, 6, 8)
        assert (frame[2:4] == 255).all() and (frame[:2] == [0, 0, 255, 255]).all() and (frame[4:] == [0, 0, 255, 255]).all()
        clear = Image.new("RGBA", (3, 3))
        scene.set_cover(clear, color=(9, 8, 7))
        assert (shown(scene) == [9, 8, 7, 255]).all()


def test_a_capture_has_the_cover_of_its_snapshot() -> None:
    frame = np.zeros((4, 4), np.uint8)
    with Scene() as scene, Capture() as capture:
        scene.set_cover("#ffffff")
        with scene.snapshot(1) as snapshot:
            scene.set_cover("#808080")
            assert capture.redact(frame, snapshot, 1).outcome == Outcome.COVERED
        assert (frame == 255).all()


def test_secure_views_keep_their_style() -> None:
    with Scene() as scene:
        scene.set_cover("#ffffff")
        scene.add_window((0, 0, 2, 4), flags=scrim.ViewFlags.SECURE)
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready()
        frame = np.full((4, 6), 77, np.uint8)
        assert scene.redact(frame).outcome == Outcome.OK
        assert (frame[:, :2] == 0).all() and (frame[:, 2:] == 77).all()


WRONG: list[tuple[Callable[[Scene], Any], type[Exception], str]] = [
    (lambda scene: scene.set_cover("#00000080"), InvalidArgumentError, "color must be opaque, with an alpha of 255 (got 128)"),
    (lambda scene: scene.set_cover("red"), InvalidArgumentError, "color must be '#rrggbb' or '#rrggbbaa' (got 'red')"),
    (lambda scene: scene.set_cover(PIXELS, color=(1, 2, 3, 4)), InvalidArgumentError, "color must be opaque"),
    (lambda scene: scene.set_cover("#fff000", 3), NotFoundError, "output must be an output of the scene (got 3)"),
    (lambda scene: scene.set_cover(Style.frost()), InvalidArgumentError, "cover must have a base, for example Style.frost("),
    (lambda scene: scene.set_cover(Style.tiles(base=0)), InvalidArgumentError, "cover: color must be opaque"),
    (lambda scene: scene.set_cover(Style.blur(4)), scrim.ReversibleStyleError, "cover must be an irreversible style"),
    (lambda scene: scene.set_cover(np.zeros((4097, 4096), np.uint8)), scrim.LimitError, "cover must have at most 16777216 pixels"),
    (lambda scene: scene.set_cover(b"1234"), InvalidArgumentError, "the picture must be an array"),
    (lambda scene: scene.set_cover(1.5), TypeError, "the picture must be a numpy array"),
]


@pytest.mark.parametrize(("call", "error", "message"), WRONG, ids=[message for _, _, message in WRONG])
def test_a_wrong_cover_leaves_the_earlier_one(call: Callable[[Scene], Any], error: type[Exception], message: str) -> None:
    with Scene() as scene:
        scene.set_cover("#ffffff")
        with pytest.raises(error) as caught:
            call(scene)
        assert str(caught.value).startswith(message)
        assert (shown(scene) == 255).all()
