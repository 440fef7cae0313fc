# SPDX-License-Identifier: MIT
"""redact(auto_dilate=True) extends all regions by 16, then by 32 pixels, while content crosses the border of one of them."""

from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Outcome, Style

BOXES = [(60, 60, 20, 12), (150, 100, 20, 12)]
STYLES = [Style.solid("#102030"), Style.frost(2), Style.pixelate(5)]


def picture() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (200, 240, 3), np.uint8)


@pytest.fixture
def crossed_below(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets the library report that content crosses the border of the second region if the dilation is less than a number."""
    calls: list[tuple[str, int]] = []

    def replace(limit: int) -> list[tuple[str, int]]:
        for name in ("redact", "redact_copy"):

            def call(*arguments: Any, name: str = name, real: Any = getattr(scrim._ffi, name)) -> int:
                status = int(real(*arguments))
                options, out = arguments[-2:]
                if options is not None and options.first_row == 0 and options.row_count != 2:
                    calls.append((name, options.dilation))
                    out.regions_crossed = int(options.dilation < limit)
                    out.crossed[0] = 1
                elif options is not None:
                    out.regions_crossed = 0
                return status

            monkeypatch.setattr(scrim._ffi, name, call)
        return calls

    return replace


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("least", "limit", "used", "crossed"),
    [(0, 0, 0, ()), (0, 1, 16, ()), (0, 16, 16, ()), (0, 17, 32, ()), (0, 99, 32, (1,)), (5, 6, 21, ()), (5, 22, 37, ())],
)
@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.kind.name)
def test_all_regions_grow_by_fixed_steps(crossed_below: Any, style: Style, least: int, limit: int, used: int, crossed: Any, threads: int) -> None:
    expected = scrim.redact(picture(), BOXES, style=style, dilation=used)
    calls = crossed_below(limit)
    options: Any = {"style": style, "dilation": least, "auto_dilate": True, "threads": threads}
    assert (scrim.redact(picture(), BOXES, **options) == expected).all()
    assert {name for name, _ in calls} == {"redact_copy"} and [dilation for _, dilation in calls] == list(range(least, used + 1, 16))
    target = np.zeros_like(expected)
    report = scrim.redact_into(picture(), target, BOXES, **options)
    assert (target == expected).all() and (report.dilation, report.crossed) == (used, crossed)
    in_place = picture()
    if style.kind >= 16 and threads > 1:
        return  # the library refuses bands of reversible styles in place
    calls.clear()
    report = scrim.redact_in_place(in_place, BOXES, **options)
    # The frame itself is covered once. What was examined before is a copy.
    assert [name for name, _ in calls].count("redact") == 1 and calls[-1] == ("redact", used)
    assert (in_place == expected).all() and (report.dilation, report.crossed) == (used, crossed)


@pytest.mark.parametrize("make", ["NV12", "I420", "RGB565", "GRAY8", "stride"])
def test_pictures_of_every_layout_are_examined(crossed_below: Any, make: str) -> None:
    def made() -> Any:
        luma = picture()[..., 0].copy()
        if make in ("NV12", "I420"):
            half = [luma[::2, ::2].copy(), luma[1::2, 1::2].copy()]
            return (luma, np.stack(half, -1)) if make == "NV12" else (luma, *half)
        return luma.tobytes() if make == "GRAY8" else bytearray(luma.tobytes())

    known: Any = {} if make in ("NV12", "I420") else {"pixel_format": "GRAY8", "width": 240, "height": 200}
    known = {"pixel_format": "RGB565", "width": 120, "height": 200} if make == "RGB565" else known
    known |= {"width": 200, "stride": 240} if make == "stride" else {}
    expected = scrim.redact(made(), BOXES[:1], dilation=16, **known)
    crossed_below(16)
    pixels = made()
    pixels = bytearray(pixels) if isinstance(pixels, bytes) else pixels
    scrim.redact_in_place(pixels, BOXES[:1], auto_dilate=True, **known)
    if make == "stride":  # a copy has zeros where rows are padded
        shown = [np.frombuffer(one, np.uint8).reshape(200, 240)[:, :200] for one in (pixels, expected)]
        assert (shown[0] == shown[1]).all()
    else:
        flat = (lambda one: [plane.tobytes() for plane in one]) if isinstance(pixels, tuple) else bytes
        assert flat(pixels) == flat(expected)


def test_an_error_while_a_copy_is_examined_covers_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    real = scrim._ffi.redact_copy

    def fail(*arguments: Any) -> int:
        real(*arguments)
        return -3

    monkeypatch.setattr(scrim._ffi, "redact_copy", fail)
    pixels = picture()
    with pytest.raises(scrim.OutOfMemoryError) as caught:
        scrim.redact_in_place(pixels, BOXES, style=Style.solid("#ffffff"), auto_dilate=True)
    assert not pixels.any() and caught.value.report.outcome == Outcome.COVERED


def test_dilation_leaves_room_for_the_steps() -> None:
    assert scrim.redact_in_place(picture(), BOXES, dilation=4064, auto_dilate=True).outcome == Outcome.OK
    with pytest.raises(scrim.InvalidArgumentError, match=r"dilation must be from 0 to 4064 pixels with auto_dilate \(got 4065\)"):
        scrim.redact_in_place(picture(), BOXES, dilation=4065, auto_dilate=True)
