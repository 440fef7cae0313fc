# SPDX-License-Identifier: MIT
"""redact(auto_dilate=True) extends all regions by 16, then by 32 pixels, while content crosses the border of one of them."""

from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Format, Outcome, Style

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
    assert {name for name, _ in calls} == {"redact_copy"}
    # Each dilation is examined on a copy. Only the last call writes the target, which others may read.
    assert [dilation for _, dilation in calls] == [*range(least, used + 1, 16), used]
    target = np.zeros_like(expected)
    report = scrim.redact_into(picture(), target, BOXES, **options)
    assert (target == expected).all() and (report.dilation, report.crossed) == (used, crossed)
    in_place = picture()
    if style.kind >= 16 and threads > 1:
        return  # the library refuses bands of reversible styles in place
    calls.clear()
    report = scrim.redact_in_place(in_place, BOXES, **options)
    # The frame itself is covered once. Only a copy was examined before.
    assert [name for name, _ in calls].count("redact") == 1 and calls[-1] == ("redact", used)
    assert (in_place == expected).all() and (report.dilation, report.crossed) == (used, crossed)


@pytest.mark.parametrize("padding", [0, 24, -3000])
@pytest.mark.parametrize("format", list(Format), ids=lambda format: format.name)
def test_pictures_of_every_format_are_examined(crossed_below: Any, format: Format, padding: int) -> None:
    """In place, the result is that of the dilation that the examined copies have shown."""
    width, height = 151, 131
    stride = width * format.pixel_size + padding if padding >= 0 else padding
    if stride < 0 and format.planes > 1:
        pytest.skip("the rows of planes of a flat buffer are top-down")
    levels = np.random.default_rng(1).integers(0, 256, 3 * (abs(stride) + 2) * (height + 1), np.uint8)
    expected, pixels = bytearray(levels), bytearray(levels)
    known: Any = {"pixel_format": format, "width": width, "height": height, "stride": stride}
    scrim.redact_in_place(expected, BOXES[:1], dilation=16, **known)
    crossed_below(16)
    assert scrim.redact_in_place(pixels, BOXES[:1], auto_dilate=True, **known).dilation == 16
    assert pixels == expected != bytearray(levels)


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


def test_the_report_on_a_copy_is_not_that_of_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ScrimError after the copy was examined, as from a signal handler that calls a method of a closed text."""
    with scrim.Text() as text:
        pass

    def fail(*_: Any) -> int:
        text.wipe()
        return 0

    monkeypatch.setattr(scrim._ffi, "redact", fail)
    pixels = picture()
    with pytest.raises(scrim.InvalidHandleError) as caught:
        scrim.redact_in_place(pixels, BOXES, auto_dilate=True)
    assert (pixels == picture()).all() and caught.value.report.outcome == Outcome.DISCARD


def test_dilation_leaves_room_for_the_steps() -> None:
    assert scrim.redact_in_place(picture(), BOXES, dilation=4064, auto_dilate=True).outcome == Outcome.OK
    with pytest.raises(scrim.InvalidArgumentError, match=r"dilation must be from 0 to 4064 pixels with auto_dilate \(got 4065\)"):
        scrim.redact_in_place(picture(), BOXES, dilation=4065, auto_dilate=True)


def ringed(rings: list[int]) -> np.ndarray:
    """Gray ground. Around a box of 20 × 12 at 80, 80, narrow rings of stripes begin at these distances."""
    pixels = np.full((200, 240, 3), 200, np.uint8)
    stripes = np.where(np.indices((200, 240)).sum(0) % 4 < 2, 150, 200)[..., None]
    for distance in reversed(rings):
        for edge, drawn in ((distance + 4, stripes), (distance, np.full_like(stripes, 200))):
            part = np.s_[80 - edge : 92 + edge, 80 - edge : 100 + edge]
            pixels[part] = drawn[part]
    return pixels


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("rings", "used", "crossed"), [([], 0, ()), ([9], 0, ()), ([0], 16, ()), ([0, 16], 32, ()), ([0, 16, 32], 32, (1,))]
)
def test_rings_around_a_box(rings: list[int], used: int, crossed: tuple[int, ...], threads: int) -> None:
    """With the library's own check."""
    boxes = [(180, 20, 20, 20), (80, 80, 20, 12)]
    report = scrim.redact_in_place(ringed(rings), boxes, threads=threads)
    assert report.crossed == ((1,) if 0 in rings else ()) and report.regions_crossed == len(report.crossed)
    pixels = ringed(rings)
    report = scrim.redact_in_place(pixels, boxes, auto_dilate=True, threads=threads)
    assert (report.dilation, report.crossed) == (used, crossed)
    assert (pixels == scrim.redact(ringed(rings), boxes, dilation=used)).all()
