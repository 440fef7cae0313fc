# SPDX-License-Identifier: MIT
"""Bands of rows of scenes and captures."""

from collections.abc import Iterator

import numpy as np
import pytest

from scrim import Activity, Capture, InvalidArgumentError, Scene, Style, UnsupportedError, ViewFlags

MS = 1_000_000


@pytest.fixture
def scene() -> Iterator[Scene]:
    with Scene() as scene:
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready(0)
        scene.add_window((10, 5, 40, 30), flags=ViewFlags.SECURE)
        yield scene


def picture() -> np.ndarray:
    rows, columns = np.indices((60, 100))
    return np.stack([40 + columns, 2 * rows, rows + columns, rows * 0 + 255], axis=2).astype(np.uint8)


@pytest.mark.parametrize("style", [Style.solid(), Style.frost(), Style.tiles()], ids=lambda style: style.kind.name)
def test_bands_of_a_scene_are_what_one_call_makes(scene: Scene, style: Style) -> None:
    whole, bands = picture(), picture()
    report = scene.redact(whole, style=style)
    parts = [scene.redact(bands, style=style, first_row=first, row_count=min(17, 60 - first)) for first in range(0, 60, 17)]
    assert np.array_equal(whole, bands)
    assert sum(part.pixels for part in parts) == report.pixels == 1200


def test_bands_of_a_capture_are_what_one_call_makes(scene: Scene) -> None:
    whole, bands = picture(), picture()
    scene.snapshot(0).close()
    with scene.snapshot(400 * MS) as snapshot, Capture() as capture:
        capture.redact(whole, snapshot, 400 * MS)
        capture.redact(bands, snapshot, 400 * MS, first_row=0, row_count=20)
        assert np.array_equal(whole[:20], bands[:20]) and np.array_equal(bands[20:], picture()[20:])
        capture.redact(bands, snapshot, 400 * MS, first_row=20)
    assert np.array_equal(whole, bands)


def test_a_wrong_band_is_explained(scene: Scene) -> None:
    frame = picture()
    with pytest.raises(InvalidArgumentError, match=r"which has 60 \(got 50 and 11\)"):
        scene.redact(frame, first_row=50, row_count=11)
    assert not frame[..., :3].any()
    with pytest.raises(TypeError, match="first_row"):
        scene.redact(frame, first_row=1.5)  # type: ignore[arg-type]
    luma, chroma = np.zeros((60, 100), np.uint8), np.zeros((30, 100), np.uint8)
    with pytest.raises(InvalidArgumentError, match=r"must be even .* \(got 3 and 20\)"):
        scene.redact((luma, chroma), first_row=3, row_count=20)


def test_a_capture_that_smooths_redacts_whole_frames(scene: Scene) -> None:
    frame = picture()
    scene.snapshot(0).close()
    with scene.snapshot(400 * MS) as snapshot, Capture(style=Style.frost()) as capture:
        with pytest.raises(UnsupportedError, match="only whole frames"):
            capture.redact(frame, snapshot, 400 * MS, row_count=20)
    assert not frame[:20, :, :3].any() and np.array_equal(frame[20:], picture()[20:])
