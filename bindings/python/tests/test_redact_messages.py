# SPDX-License-Identifier: MIT
"""The messages of redact(): each names the argument that is wrong, what was expected and what was given."""

import array
import ctypes as c
from typing import Any

import numpy as np
import pytest
from PIL import Image

import scrim
from scrim import Region, Shape, Style, StyleKind

#: The ways to make a style, as messages list them.
STYLES = "Style.solid(), frost(), tiles(), blur(), pixelate(), effect(), light(), extra_light(), dark() or tint()"

COLOR = "color must be 0xRRGGBBAA, '#rrggbb', '#rrggbbaa', or a tuple of three or four integers from 0 to 255"
BOX = (0, 0, 1, 1)
NAN = float("nan")

REGIONS: list[tuple[Any, dict[str, Any], str]] = [
    ([BOX, BOX, BOX, (1, 2, -4, 3)], {}, "regions[3]: width must not be negative (got -4)"),
    ([(1, 2, 3, -0.5)], {}, "regions[0]: height must not be negative (got -0.5)"),
    ([(NAN, 2, 3, 4)], {}, "regions[0]: x must be finite (got nan)"),
    ([(2.0**31, 2, 3, 4)], {}, "regions[0]: x must be at most 2^30 points from 0 (got 2.14748e+09)"),
    ([(2.0**30, 2, 3, 4)], {}, "regions[0]: x + width must be at most 2^30 points from 0 (got 1.07374e+09)"),
    ([BOX, (1, 2, 3)], {}, "regions[1]: expected x, y, width and height (got 3 numbers)"),
    ([(1, 2, 3)], {"format": "xyxy"}, "regions[0]: expected x0, y0, x1 and y1 (got 3 numbers)"),
    ([(5, 2, 3, 4)], {"format": "xyxy"}, "regions[0]: x1 must not be less than x0 (got x0 = 5 and x1 = 3)"),
    ([(0, 0.5, 1, 0.25)], {"format": "normalized"}, "regions[0]: y1 must not be less than y0 (got y0 = 0.5 and y1 = 0.25)"),
    ([BOX, 5], {}, "regions[1] must be a Region or four numbers (got 5): put a single box into a list"),
    ([("a", 2, 3, 4)], {}, "regions[0] must be a Region or four numbers (got ('a', 2, 3, 4))"),
    (5, {}, "regions must be a list of boxes and Regions (got int)"),
    ("0,0,1,1", {}, "regions must be a list of boxes and Regions (got str)"),
    ([BOX], {"format": "xyhw"}, "format must be one of 'xywh', 'xyxy', 'normalized' (got 'xyhw')"),
    ([Region(BOX, style=1)], {}, "regions[0]: style must be 0, because there is only one style (got 1)"),
    (
        [Region(BOX, style=2)],
        {"styles": [Style(), Style()]},
        "regions[0]: style must be an index into the 2 styles (got 2)",
    ),
    ([Region(BOX, shape=9)], {}, "regions[0]: shape must be one of Shape.RECT, Shape.ROUNDED_RECT, Shape.ELLIPSE, Shape.POLYGON, Shape.QUAD (got 9)"),
    ([Region(BOX, radius=2.0)], {}, "regions[0]: only a rounded rectangle has a radius (got 2)"),
    ([Region.rounded_rect(0, 0, 4, 4, -1)], {}, "regions[0]: radius must be from 0 to 2^30 points (got -1)"),
    ([Region.polygon([(0, 0), (1, 1)])], {}, "regions[0]: a polygon must have from 3 to 65536 points (got 2)"),
    ([Region.quad([(0, 0), (1, 1), (2, 0)])], {}, "regions[0]: a quad must have 4 points (got 3)"),
    ([Region.polygon([(0, 0), (1, NAN), (2, 0)])], {}, "regions[0]: y of points[1] must be finite (got nan)"),
    ([Region(BOX, points=((0, 0),))], {}, "regions[0]: only a polygon or a quad has points (got 1)"),
    ([Region(shape=Shape.QUAD, radius=1, points=((0, 0),) * 4)], {}, "regions[0]: only a rounded rectangle has a radius (got 1)"),
]

OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"scale": 0.0}, "scale must be from 1/64 to 64 pixels per point (got 0)"),
    ({"sampling_gap": 65}, "sampling_gap must be from 0 to 64 pixels (got 65)"),
    ({"dilation": 4097}, "dilation must be from 0 to 4096 pixels (got 4097)"),
    ({"size_multiple": 5000}, "size_multiple must be from 0 to 4096 pixels (got 5000)"),
    ({"codec_block": 4}, "codec_block must be 0, 8 or 16 (got 4)"),
    ({"allow_nothing": "no"}, "allow_nothing must be True or False (got 'no')"),
    ({"auto_dilate": "yes"}, "auto_dilate must be True or False (got 'yes')"),
    ({"allow_nothing": 1}, "allow_nothing must be True or False (got 1)"),
    ({"auto_dilate": None}, "auto_dilate must be True or False (got None)"),
    ({"threads": True}, "threads must be an integer (got True)"),
    ({"dilation": True}, "dilation must be an integer (got True)"),
    ({"codec_block": False}, "codec_block must be an integer (got False)"),
    ({"styles": [Style()] * 257}, "styles must be at most 256 (got 257)"),
    ({"style": Style(), "styles": [Style()]}, "give either style, for all regions, or styles, to which each region refers (got both)"),
    ({"style": 7}, f"style must be a scrim.Style: {STYLES}, or a word such as 'frost:7' (got 7)"),
    ({"style": Style(0x11223380)}, "style: color must be opaque, with an alpha of 255 (got 128)"),
    (
        {"styles": [Style(), Style.blur(300)]},
        "styles[1]: the standard deviation of a blur must be above 0 and at most 256 pixels (got 300)",
    ),
    ({"style": Style.pixelate(1)}, "style: the block of a pixelation must be from 2 to 4096 pixels (got 1)"),
    ({"style": Style.effect(-1)}, "style: the radius of an effect must be from 0 to 256 pixels (got -1)"),
    ({"style": Style.effect(1, 9)}, "style: saturation must be from -8 to 8 (got 9)"),
    ({"style": Style(flags=4)}, "style: flags must be 0 or 1 (got 4)"),
    (
        {"style": Style(kind=77)},  # type: ignore[arg-type]
        f"style: kind must be one of {', '.join(f'StyleKind.{kind.name}' for kind in scrim.StyleKind)} (got 77)",
    ),
    ({"style": Style.solid("112233")}, "color must be '#rrggbb' or '#rrggbbaa' (got '112233')"),
    ({"style": Style.solid((1, 2))}, f"{COLOR} (got (1, 2))"),  # type: ignore[arg-type]
    ({"color_range": 3}, "color_range must be one of ColorRange.LIMITED, ColorRange.FULL (got 3)"),
]

class PackedPixel(c.Structure):
    """Python describes it as one unsigned byte."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("red", c.c_uint8), ("green", c.c_uint8), ("blue", c.c_uint8)]


PICTURES: list[tuple[Any, dict[str, Any], str]] = [
    (np.ones((4, 4), np.float32), {}, "the picture must have pixels of type uint8, uint16 or uint32 in the machine's byte order (got float32)"),
    (np.ones((4, 4, 2), np.uint8), {}, "pixel_format must be given, because the array has 2 channels of uint8: one of 'RGBA', "),
    (np.ones((4, 4, 3), np.uint8), {"pixel_format": "BGRX"}, "an array of BGRX must have 4 channels of uint8 (got 3 of uint8)"),
    (np.ones((4, 4, 3), np.uint8), {"pixel_format": "CMY"}, "pixel_format must be one of 'RGBA', 'BGRA', "),
    (np.ones((4, 4, 3), np.uint8)[:, :, ::-1], {}, "pixel_format='BGR' for reversed channels"),
    (np.ones((4, 4, 3), np.uint16), {}, "because the array has 3 channels of uint16: one of 'RGBA', "),
    (np.ones((4, 4), ">u2"), {}, "in the machine's byte order (got >u2)"),
    (np.ones((4, 4), np.uint16), {"pixel_format": "GRAY8"}, "an array of GRAY8 must have 1 channel of uint8 (got 1 of uint16)"),
    (
        np.ones((4, 4), np.uint8),
        {"pixel_format": "GRAY16"},
        "an array of GRAY16 must have 1 channel of uint16 or 2 channels of uint8 (got 1 of uint8)",
    ),
    (
        np.ones((4, 4), np.uint16),
        {"style": Style.blur(3)},
        "style: kind must be SOLID, FROST, TILES or PIXELATE in the format GRAY16 (got BLUR)",
    ),
    (
        (np.ones((4, 4), np.uint16), np.ones((2, 3), np.uint16), np.ones((2, 3), np.uint16)),
        {},
        "each plane of chroma must be 2 × 2 uint16 (I010) or 4 × 2 uint16 (I210) or 4 × 4 uint16 (I410) (got 2 × 3 uint16, 2 × 3 uint16)",
    ),
    ((np.ones((4, 4), np.uint8), *[np.ones((2, 2), np.uint8)] * 2), {}, "planes must not begin at the same address"),
    (bytearray(15), dict(pixel_format="GRAY8", width=4, height=4), "the buffer must have at least 16 bytes (got 15)"),
    (bytearray(16), dict(pixel_format="GRAY8", width=4, height=4, stride=3), "stride must be at least 4 bytes (got 3)"),
    (bytes(16), dict(pixel_format="GRAY8", width=4, height=4), "the picture must be writable (got a read-only bytes)"),
    (array.array("d", [0] * 16), dict(pixel_format="GRAY8", width=4, height=4), "(got 'd', with 8 bytes each)"),
    (memoryview(np.ones((4, 4))), {}, "the machine's byte order (got 'd', with 8 bytes each)"),
    (memoryview(np.ones((4, 4), np.uint64)), {}, "the machine's byte order (got 'L', with 8 bytes each)"),
    ((PackedPixel * 4 * 4)(), {"pixel_format": "RGB"}, "the machine's byte order (got 'B', with 3 bytes each)"),
    ("screen.png", {}, "the picture must be a numpy array, a Pillow image, a PyAV VideoFrame, a tuple of arrays, or a buffer"),
    (Image.new("P", (4, 4)), {}, "the mode of a Pillow image must be one of 'L', 'RGB', 'RGBA', 'RGBX', 'I;16' (got 'P')"),
]


@pytest.mark.parametrize("regions, options, message", REGIONS, ids=[message for *_, message in REGIONS])
def test_regions(regions: Any, options: dict[str, Any], message: str) -> None:
    picture = np.ones((4, 4), np.uint8)
    with pytest.raises((scrim.ScrimError, TypeError)) as caught:
        scrim.redact_in_place(picture, regions, **options)
    assert str(caught.value) == message
    assert not picture.any()  # it fails closed, whatever is wrong


@pytest.mark.parametrize("options, message", OPTIONS, ids=[message for _, message in OPTIONS])
def test_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises((scrim.ScrimError, TypeError)) as caught:
        scrim.redact(np.ones((4, 4), np.uint8), [BOX], **options)
    assert str(caught.value) == message


def test_truth_of_numpy_is_an_option_too() -> None:
    outside = [(90, 90, 1, 1)]
    scrim.redact(np.ones((4, 4), np.uint8), outside, allow_nothing=np.bool_(True))  # type: ignore[arg-type]
    with pytest.raises(scrim.NothingCoveredError):
        scrim.redact(np.ones((4, 4), np.uint8), outside, allow_nothing=np.bool_(False))  # type: ignore[arg-type]


def test_an_option_that_is_a_word_leaves_a_black_picture() -> None:
    picture = np.ones((4, 4), np.uint8)
    with pytest.raises(TypeError):
        scrim.redact_in_place(picture, [BOX], auto_dilate="no")  # type: ignore[arg-type]
    assert not picture.any()


@pytest.mark.parametrize("image, options, message", PICTURES, ids=[message for *_, message in PICTURES])
def test_pictures(image: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises((scrim.ScrimError, TypeError)) as caught:
        scrim.redact_in_place(image, [BOX], **options)
    assert message in str(caught.value)


@pytest.mark.parametrize("image, options, message", [picture for picture in PICTURES if "bytes each" in picture[2]])
def test_pictures_that_are_copied(image: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(scrim.InvalidArgumentError) as caught:
        scrim.redact(image, [BOX], **options)
    assert message in str(caught.value)


def test_a_buffer_without_pixels() -> None:
    with pytest.raises(scrim.InvalidArgumentError, match=r"at least one pixel \(got the shape \(0, 9\)\)"):
        scrim.redact(memoryview(np.zeros((0, 9), np.uint8)), [BOX])


def test_a_target_that_is_not_like_the_source() -> None:
    target = np.ones((5, 4), np.uint8)
    with pytest.raises(scrim.InvalidArgumentError) as caught:
        scrim.redact_into(np.ones((4, 4), np.uint8), target, [BOX])
    expected = "target must be like source: 4 × 4 pixels of GRAY8 (got 4 × 5 pixels of GRAY8)"
    assert str(caught.value) == expected and caught.value.report.outcome == scrim.Outcome.COVERED
    assert not target.any()


def test_a_source_that_is_none_is_not_redacted_in_place() -> None:
    target = np.full((4, 4), 9, np.uint8)
    with pytest.raises(TypeError, match="source must be a numpy array"):
        scrim.redact_into(None, target, [(0, 0, 1, 1)])
    assert not target.any()


def test_reversible_kinds() -> None:
    """redact.h lists three irreversible kinds."""
    assert {kind for kind in StyleKind if not kind.is_reversible} == {StyleKind.SOLID, StyleKind.FROST, StyleKind.TILES}


def test_the_valid_kinds_are_those_of_the_package() -> None:
    assert all(kind.name in next(message for _, message in OPTIONS if "kind must be" in message) for kind in StyleKind)
