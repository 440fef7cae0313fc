# SPDX-License-Identifier: MIT
"""Ctrl-C during a redaction: the picture is covered or black."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from interruptions import Interruption
from PIL import Image

import scrim
from scrim import Outcome

FILES = [*map(str, Path(scrim.__file__).parent.glob("*.py")), contextlib.__file__]
#: An exception at the very beginning of these functions comes before the first instruction that could notice it.
ENTRIES = {"redact_in_place", "redact_into", "Scene.redact", "Capture.redact", "redact_frame", "_fail_closed"}
BOX = (5, 5, 10, 10)
PIXELS = np.random.default_rng(1).integers(1, 255, (40, 60, 4), np.uint8)


class Screen:
    """A scene and a capture of it, with a secure view."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.scene = stack.enter_context(scrim.Scene())
        self.scene.add_view(self.scene.add_window((0, 0, 60, 40)), BOX, flags=scrim.ViewFlags.SECURE)
        self.scene.set_activity(scrim.Activity.ACTIVE)
        self.scene.frame_ready()
        self.capture = stack.enter_context(scrim.Capture())
        self.snapshot = stack.enter_context(self.scene.snapshot(10**9))


@pytest.fixture
def screen() -> Iterator[Screen]:
    with contextlib.ExitStack() as stack:
        yield Screen(stack)


MAKE: dict[str, Callable[[], Any]] = {
    "Pillow": lambda: Image.fromarray(PIXELS.copy()),
    "VideoFrame": lambda: pytest.importorskip("av").VideoFrame.from_ndarray(PIXELS, format="rgba"),
}
CALLS: dict[str, Callable[[Any, Screen], object]] = {
    "array": lambda picture, _: scrim.redact_in_place(picture, [BOX]),
    "auto_dilate": lambda picture, _: scrim.redact_in_place(picture, [BOX], auto_dilate=True),
    "target": lambda picture, _: scrim.redact_into(PIXELS, picture, [BOX]),
    "Pillow": lambda picture, _: scrim.redact_in_place(picture, [BOX]),
    "VideoFrame": lambda picture, _: scrim.redact_in_place(picture, [BOX]),
    "scene": lambda picture, screen: screen.scene.redact(picture),
    "capture": lambda picture, screen: screen.capture.redact(picture, screen.snapshot, 10**9),
}


def pixels_of(picture: Any) -> np.ndarray:
    return np.asarray(picture.to_ndarray() if hasattr(picture, "to_ndarray") else picture)


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_at_any_place_leaves_nothing_uncovered(name: str, screen: Screen) -> None:
    make, call = MAKE.get(name, PIXELS.copy), CALLS[name]
    before = 0
    for place in range(2000):
        picture, interruption = make(), Interruption(place, FILES)
        if not interruption.during(lambda picture=picture: call(picture, screen)):
            break
        if interruption.where[0] in ENTRIES and interruption.where[1] == "RESUME":
            before += 1
        else:
            assert not pixels_of(picture)[5:15, 5:15, :3].any(), (place, interruption.where)
    assert interruption.left >= 0, "an interruption was lost"
    assert 50 < place < 1999 and before <= 3


def test_ctrl_c_stays_what_it_is_if_the_picture_cannot_be_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(scrim._ffi, "redact", fail)
    with pytest.raises(KeyboardInterrupt):
        scrim.redact_in_place(PIXELS.copy(), [BOX])


@pytest.mark.parametrize("kind", [OSError, MemoryError])
def test_an_exception_before_the_regions_are_read(monkeypatch: pytest.MonkeyPatch, kind: type[Exception]) -> None:
    """If the picture cannot be covered, the exception becomes a ScrimError."""

    def fail(*_: object) -> None:
        raise kind

    monkeypatch.setattr(sys.modules["scrim.redact"]._Plan, "following", fail)
    picture = PIXELS.copy()
    with pytest.raises(kind):
        scrim.redact_in_place(picture, [BOX])
    assert not picture[..., :3].any()
    wrong = scrim.OutOfMemoryError if kind is MemoryError else scrim.InvalidArgumentError
    picture = PIXELS.copy()
    picture.flags.writeable = False
    with pytest.raises(wrong, match="the picture cannot be covered after an error") as caught:
        scrim.redact_in_place(picture, [BOX])
    assert caught.value.report.outcome == Outcome.DISCARD and (picture == PIXELS).all()


@pytest.mark.parametrize("wrong", [{"unknown": 1}, {"pixel_format": "GRAY8", "width": "9", "height": 9}])
def test_a_type_error_for_wrong_arguments_changes_nothing(wrong: Any) -> None:
    picture = bytearray(b"9" * 81)
    with pytest.raises(TypeError) as caught:
        scrim.redact_in_place(picture, [(0, 0, 9, 9)], **wrong)
    assert picture == b"9" * 81 and not hasattr(caught.value, "report")


@pytest.mark.parametrize("make", [PIXELS.copy, MAKE["Pillow"]])
def test_a_type_error_of_the_regions_covers_the_picture(make: Callable[[], Any]) -> None:
    picture = make()
    with pytest.raises(TypeError):
        scrim.redact_in_place(picture, [None])  # type: ignore[list-item]
    assert not pixels_of(picture)[..., :3].any()
