# SPDX-License-Identifier: MIT
"""scrim_redact_rects, called as a language with plain arrays would call it, writes the bytes of scrim.redact()."""

import ctypes

import numpy as np
import pytest

import scrim
from scrim import Format, Outcome, Style, _abi, _ffi

RECTS = [(3.0, 4.0, 20.0, 10.0), (-5.0, 30.5, 30.0, 9.25), (35.0, 2.0, 100.0, 20.0)]


def flat(picture: np.ndarray, format: int, rects: list[tuple[float, float, float, float]], style: Style | None) -> tuple[int, int]:
    """The status and the outcome of the call."""
    numbers = np.array(rects, np.float64)
    given = None
    if style is not None:
        given = _abi.scrim_style(style.kind, style.color, style.flags, 0, style.amount, style.saturation, style.seed)
    outcome = ctypes.c_uint32(99)
    status = _ffi.lib.scrim_redact_rects(
        picture.ctypes.data, picture.strides[0], format, picture.shape[1], picture.shape[0],
        numbers.ctypes.data_as(ctypes.POINTER(_abi.scrim_rect)), len(rects), given, outcome,
    )
    return status, outcome.value


@pytest.mark.parametrize("upwards", [False, True])
@pytest.mark.parametrize("format, channels", [("RGBA", 4), ("BGR", 3), ("GRAY8", 1)])
@pytest.mark.parametrize("style", [None, Style(0x3377BBFF), Style.frost(seed=7), Style.blur(4), Style.pixelate(8)])
def test_the_bytes_are_those_of_redact(style: Style | None, format: str, channels: int, upwards: bool) -> None:
    picture = np.random.default_rng(25).integers(0, 256, (45, 61, channels), np.uint8)
    if upwards:
        picture = picture[::-1]
    styles = {} if style is None else {"style": style}
    expected = scrim.redact(picture, RECTS, pixel_format=Format[format], **styles)
    assert flat(picture, Format[format], RECTS, style) == (0, Outcome.OK)
    assert (picture == expected).all()


def test_errors_cover_or_discard() -> None:
    picture = np.full((10, 10, 4), 77, np.uint8)
    assert flat(picture, Format.NV12, RECTS, None) == (-1, Outcome.DISCARD)
    assert (picture == 77).all()
    assert flat(picture, Format.RGBA, [(0.0, 0.0, float("nan"), 1.0)], None) == (-1, Outcome.COVERED)
    assert (picture == (0, 0, 0, 255)).all()
