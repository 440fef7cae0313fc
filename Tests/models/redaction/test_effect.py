# SPDX-License-Identifier: MIT
"""The effect of three boxes, saturation and tint, against published vectors and a model in whole numbers.

The boxes are within one level of three exact convolutions that are rounded once each, and the colors are exact. So a result
is compared in two steps: the library's own blur with the model's boxes, and then the result with the model's colors of this blur.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from reversible_model import Effect, box_side, boxes, expand565, pack565
from hypothesis import example, given
from hypothesis import strategies as st

import scrim
from scrim import ColorMatrix, ColorRange, Outcome, Region, StyleClass, Style

COLORS = ["RGBA", "BGRA", "RGBX", "BGRX", "ARGB", "ABGR", "RGB", "BGR", "RGB565"]


def channels(format: str) -> int:
    return {"RGB565": 2, "GRAY8": 1}.get(format, len(format))


def noise(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


def gray(picture: Any, style: Style, scale: float = 1.0) -> np.ndarray:
    pixels = np.array(picture, np.uint8)
    return np.asarray(scrim.redact(pixels, [(0, 0, pixels.shape[1], pixels.shape[0])], style=style, scale=scale))


def check_boxes(out: np.ndarray, expected: np.ndarray) -> None:
    assert np.abs(out.astype(int) - expected).max() <= 1


# ---- The boxes and the matrix, by published numbers ----


@pytest.mark.parametrize(
    "radius, scale, side",
    [(20, 1, 39), (20, 2, 75), (20, 3, 113), (30, 1, 57), (30, 2, 113), (30, 3, 169), (10, 1, 19), (10, 2, 39), (10, 3, 57)],
)
def test_sizes_of_boxes(radius: int, scale: int, side: int) -> None:
    # A step is seen as far as the three boxes reach, 3 · (side − 1) / 2, as far as one level of it is left there.
    assert box_side(radius * scale) == side
    step = np.repeat(np.uint8([0, 255]), 600)[None, :]
    out = scrim.redact(step, [(0, 0, 1200 / scale, 1)], style=Style.effect(radius), scale=scale)
    check_boxes(out, boxes(step, side))

    def distance(side: int) -> int:
        return int(np.abs(out.astype(int) - boxes(step, side)).sum())

    assert distance(side) < min(distance(side - 2), distance(side + 2)) / 4
    dot = np.zeros((1, 1200), np.uint8)
    dot[0, 600] = 255
    one_box = scrim.redact(dot, [(0, 0, 1200 / scale, 1)], style=Style.effect(radius), scale=scale)[0]
    assert not one_box[: 600 - 3 * (side // 2)].any() and not one_box[601 + 3 * (side // 2) :].any()


@pytest.mark.parametrize("amount, box_radius, deviation", [(10, 9, 9.49), (20, 19, 19.49), (30, 28, 28.50), (60, 56, 56.50)])
def test_what_an_amount_means(amount: float, box_radius: int, deviation: float) -> None:
    """The numbers of scrim/redact.h and docs/explanation/redaction.md, measured: what a step becomes has the blur's own shape as its steps."""
    side = int(amount * 3 * np.sqrt(2 * np.pi) / 4 + 0.5) | 1
    assert side == 2 * box_radius + 1
    assert np.sqrt(side**2 - 1) / 2 == pytest.approx(deviation, abs=0.01)
    step = np.repeat(np.uint8([0, 255]), 6 * side)[None, :]
    kernel = np.diff(gray(step, Style.effect(amount))[0].astype(float))
    places = np.arange(kernel.size) - (kernel.size - 1) / 2
    assert kernel.sum() == 255
    assert np.sqrt((kernel * places**2).sum() / 255) == pytest.approx(deviation, rel=0.01)
    # Three boxes reach three times as far as one.
    seen = np.flatnonzero(kernel)
    assert seen[-1] - seen[0] + 1 <= 6 * box_radius + 1


#: Radii in pixels whose box has that side.
RADIUS = {3: 1.5, 5: 2.5, 9: 4.8}


def test_a_step() -> None:
    step = [[0] * 8 + [255] * 8]
    assert gray(step, Style.effect(RADIUS[5])).tolist() == [
        [0, 0, 2, 8, 20, 41, 71, 108, 147, 184, 214, 235, 247, 253, 255, 255]
    ]
    assert gray(step, Style.effect(RADIUS[9])).tolist() == [
        [13, 20, 30, 42, 58, 76, 96, 117, 138, 159, 179, 197, 213, 225, 235, 242]
    ]


def test_a_dot_a_corner_and_a_constant() -> None:
    dot = np.zeros((15, 15), np.uint8)
    dot[7, 7] = 255
    assert gray(dot, Style.effect(RADIUS[3]))[7].tolist() == [0, 0, 0, 0, 2, 7, 14, 17, 14, 7, 2, 0, 0, 0, 0]
    assert gray(dot, Style.effect(RADIUS[5]))[7].tolist() == [0, 0, 1, 2, 3, 5, 5, 6, 5, 5, 3, 2, 1, 0, 0]
    corner = np.zeros((6, 6), np.uint8)
    corner[0, 0] = 255
    assert gray(corner, Style.effect(RADIUS[3]))[:3].tolist() == [
        [59, 41, 18, 5, 0, 0],
        [41, 28, 12, 3, 0, 0],
        [18, 12, 5, 1, 0, 0],
    ]
    for level in range(256):
        for radius in (1, 3, 20, 256):
            assert (gray(np.full((3, 5), level), Style.effect(radius)) == level).all()


@pytest.mark.parametrize("format", [f for f in COLORS if f != "RGB565"])
@pytest.mark.parametrize(
    "saturation, bgr, expected",
    [
        (1.8, (100, 150, 200), (54, 144, 234)),
        (1.8, (255, 255, 255), (255, 254, 255)),
        (1.8, (128, 128, 128), (128, 128, 128)),
        (1.8, (10, 20, 30), (1, 19, 37)),
        (1.8, (0, 0, 0), (0, 0, 0)),
        (1.8, (255, 0, 0), (255, 0, 0)),
        (1.8, (0, 255, 0), (0, 255, 0)),
        (1.8, (0, 0, 255), (0, 0, 255)),
        (-1.0, (100, 150, 200), (214, 164, 114)),
        (-1.0, (0, 0, 255), (109, 109, 0)),
        (0.0, (100, 150, 200), (156, 156, 156)),
        (0.0, (255, 255, 255), (254, 254, 254)),
    ],
)
def test_saturation_gives_every_byte_order_the_same_colours(
    format: str, saturation: float, bgr: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    levels = dict(zip("BGRAX", [*bgr, 255, 9]))
    after = dict(zip("BGRAX", [*expected, 255, 0]))
    for width in (1, 4, 7):  # vectors are four pixels wide
        picture = np.full((1, width, len(format)), [levels[c] for c in format], np.uint8)
        out = scrim.redact(picture, [(0, 0, width, 1)], style=Style.effect(0, saturation), pixel_format=format)
        assert (out == [after[c] for c in format]).all()


def blurred(picture: np.ndarray, effect: Effect, scale: float, format: str) -> np.ndarray:
    """The library's blur of a whole picture, and nothing else."""
    height, width = picture.shape[:2]
    style = Style.effect(effect.radius)
    return np.asarray(
        scrim.redact(picture, [(0, 0, width / scale, height / scale)], style=style, scale=scale, pixel_format=format)
    )


def check_colors(out: np.ndarray, effect: Effect, picture: np.ndarray, format: str, scale: float) -> None:
    whole, packed = (expand565(picture), "RGB") if format == "RGB565" else (picture, format)
    before = blurred(whole, effect, scale, packed)
    colors = [packed.index(color) for color in "RGB"]
    check_boxes(before[..., colors], effect.blurred(whole, scale)[..., colors])
    expected = effect.unblurred().colors(before, packed, scale)
    assert (out == (pack565(expected) if format == "RGB565" else expected)).all()


# ---- Presets ----


@pytest.mark.parametrize(
    "style, level, outputs",
    [
        (Style.light(), 1.0, (76.5, 121.3, 166.1, 210.9, 255)),
        (Style.extra_light(), 0.97, (202.83, 214.35, 225.87, 237.39, 248.73)),
        (Style.dark(), 0.11, (20.48, 37.76, 55.04, 72.32, 89.33)),
    ],
)
def test_greys_through_the_tints_of_the_presets(style: Style, level: float, outputs: tuple[float, ...]) -> None:
    for value, expected in zip((0, 64, 128, 192, 255), outputs):
        for format in ("GRAY8", "RGBA", "BGR"):
            picture = np.full((3, 6, channels(format)), value, np.uint8)
            out = scrim.redact(picture, [(0, 0, 6, 3)], style=style, pixel_format=format)
            assert np.abs(out[..., :3].astype(float) - expected).max() <= 1


PRESETS = {
    "light": (Style.light(), Effect(30, 1.8, (1, 1, 1), 0.30)),
    "extra light": (Style.extra_light(), Effect(20, 1.8, (0.97, 0.97, 0.97), 0.82)),
    "dark": (Style.dark(), Effect(20, 1.8, (0.11, 0.11, 0.11), 0.73)),
    "tint": (Style.tint("#3366cc"), Effect(10, -1.0, (0x33 / 255, 0x66 / 255, 0xCC / 255), 0.6)),
}


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_effects(name: str) -> None:
    style, effect = PRESETS[name]
    picture = noise(1, 50, 70, 4)
    out = scrim.redact(picture, [(0, 0, 70, 50)], style=style)
    check_colors(out, effect, picture, "RGBA", 1)


# ---- Edges, alpha, saturation and refusals ----


@pytest.mark.parametrize("style", [Style.effect(3, 1.8, "#ff000080"), Style.pixelate(5)])
def test_a_region_and_what_is_around_it_do_not_meet(style: Style) -> None:
    picture = noise(2, 40, 50, 4)
    inside = np.zeros((40, 50), bool)
    inside[7:29, 11:38] = True
    out = scrim.redact(picture, [(11, 7, 27, 22)], style=style)
    other = np.where(inside[..., None], picture, noise(3, 40, 50, 4))
    assert (out[~inside] == picture[~inside]).all()
    assert (scrim.redact(other, [(11, 7, 27, 22)], style=style)[inside] == out[inside]).all()
    other = np.where(inside[..., None], noise(4, 40, 50, 4), picture)
    again = scrim.redact(other, [(11, 7, 27, 22)], style=style)
    assert (again[~inside] == picture[~inside]).all() and (again[inside] != out[inside]).any()


@pytest.mark.parametrize("alpha", [0, 100, 255])
def test_nothing_sharp_shines_through(alpha: int) -> None:
    picture = noise(5, 30, 30, 4)
    picture[..., 3] = alpha
    out = scrim.redact(picture, [(0, 0, 30, 30)], style=Style.effect(20))
    assert (out[..., 3] == 255).all()
    opaque = picture.copy()
    opaque[..., 3] = 255
    assert (out == scrim.redact(opaque, [(0, 0, 30, 30)], style=Style.effect(20))).all()
    assert np.ptp(out[..., :3], axis=(0, 1)).max() < 20  # the noise went over all levels


def test_saturation_without_a_radius() -> None:
    # In the original a radius of 0 changes nothing.
    picture = noise(6, 9, 11, 3)
    out = scrim.redact(picture, [(0, 0, 11, 9)], style=Style.effect(0, 0))
    assert (out == out[..., :1]).all()
    luma = picture.astype(int) @ [54, 183, 18]
    assert (out[..., 0] == (luma + 128) >> 8).all()
    assert (scrim.redact(picture, [(0, 0, 11, 9)], style=Style.effect(0, 1)) == picture).all()
    # Below the smallest difference of two numbers of 32 bits there is no blur, above it there is one, of 1 × 1.
    for radius in (2.0**-23, 2.0**-22, 0.2):
        assert (scrim.redact(picture, [(0, 0, 11, 9)], style=Style.effect(radius, 1)) == picture).all()


@pytest.mark.parametrize("style", [Style.effect(4, 1.8), Style.pixelate(3)])
def test_regions_that_are_empty_or_outside(style: Style) -> None:
    picture = noise(7, 20, 30, 4)
    for rect in [(3, 3, 0, 5), (3, 3, 5, 0), (30, 0, 5, 5), (0, -9, 5, 9), (1e9, 1e9, 5, 5)]:
        out = picture.copy()
        report = scrim.redact_in_place(out, [rect], style=style, allow_nothing=True)
        assert (out == picture).all() and report[:6] == (Outcome.OK, StyleClass.NONE, 1, 0, 0, 0)
    out = picture.copy()
    report = scrim.redact_in_place(out, [(25, -5, 50, 10)], style=style)
    assert report[:6] == (Outcome.OK, StyleClass.REVERSIBLE, 1, 1, 1, 25)
    out[:5, 25:] = picture[:5, 25:]
    assert (out == picture).all()


@pytest.mark.parametrize(
    "style",
    [
        Style(kind=23),  # type: ignore[arg-type]
        Style.effect(-1),
        Style.effect(257),
        Style.effect(float("nan")),
        Style.effect(3, 8.01),
        Style.effect(3, float("nan")),
        Style.effect(3, float("-inf")),
        Style.pixelate(1.4),
        Style.pixelate(4097),
        Style.pixelate(float("nan")),
    ],
)
def test_a_style_that_cannot_be_leaves_nothing_to_see(style: Style) -> None:
    picture = noise(8, 20, 30, 4)
    with pytest.raises(scrim.ScrimError):
        scrim.redact_in_place(picture, [(3, 3, 4, 4)], style=style)
    assert (picture == [0, 0, 0, 255]).all()


# ---- The model ----

sizes = st.tuples(st.integers(1, 50), st.integers(1, 70))
effects = st.tuples(
    st.sampled_from([0, 0.5, 1, 1.5, 2, 2.7, 5, 9.3, 20, 60, 128]),
    st.sampled_from([-8, -1, 0, 0.4, 1, 1.8, 8]),
    st.integers(0, 0xFFFFFFFF),
)


def both(case: tuple[float, float, int]) -> tuple[Style, Effect]:
    radius, saturation, color = case
    tint = tuple((color >> shift & 255) / 255 for shift in (24, 16, 8))
    return Style.effect(radius, saturation, color), Effect(radius, saturation, tint, (color & 255) / 255)


@given(st.sampled_from(COLORS), sizes, effects, st.sampled_from([0.5, 1, 2]), st.integers(0, 3))
def test_colours_agree_with_the_model(
    format: str, size: tuple[int, int], case: tuple[float, float, int], scale: float, seed: int
) -> None:
    style, effect = both(case)
    picture = noise(seed, *size, channels(format))
    rect = (0, 0, size[1] / scale, size[0] / scale)
    out = scrim.redact(picture, [rect], style=style, scale=scale, pixel_format=format)
    check_colors(out, effect, picture, format, scale)


@given(sizes, effects, st.integers(0, 3))
def test_greys_agree_with_the_model(size: tuple[int, int], case: tuple[float, float, int], seed: int) -> None:
    style, effect = both(case)
    picture = noise(seed, *size)
    before = blurred(picture, effect, 1, "GRAY8")
    check_boxes(before, effect.blurred(picture, 1))
    assert (gray(picture, style) == effect.unblurred().gray(before, 1)).all()


@example("NV12", (1, 1), (0, -8, 0x0000FFFF), ColorRange.FULL, ColorMatrix.BT709)
@given(
    st.sampled_from(["NV12", "I420", "I422"]),
    sizes,
    effects,
    st.sampled_from(list(ColorRange)),
    st.sampled_from(list(ColorMatrix)),
)
def test_luma_and_chroma_agree_with_the_model(
    format: str, size: tuple[int, int], case: tuple[float, float, int], range: ColorRange, matrix: ColorMatrix
) -> None:
    style, effect = both(case)
    (height, width), rows = size, 1 if format == "I422" else 2
    luma, pairs = noise(1, height, width), noise(2, -(-height // rows), -(-width // 2), 2)
    planes = (luma, pairs) if format == "NV12" else (luma, *(np.ascontiguousarray(pairs[..., i]) for i in (0, 1)))
    out = scrim.redact(
        planes, [(0, 0, width, height)], style=style, pixel_format=format, color_range=range, color_matrix=matrix
    )
    before = scrim.redact(
        planes, [(0, 0, width, height)], style=Style.effect(effect.radius), pixel_format=format, color_range=range
    )

    def pair(planes: tuple[np.ndarray, ...]) -> np.ndarray:
        return planes[1] if format == "NV12" else np.stack(planes[1:], -1)

    check_boxes(before[0], effect.blurred(luma, 1))
    check_boxes(pair(before), effect.blurred(pairs, 0.5, 1 / rows))
    assert (out[0] == effect.unblurred().luma(before[0], 1, range.name, matrix.name)).all()
    assert (pair(out) == effect.unblurred().chroma(pair(before), 1, range.name, matrix.name)).all()


def test_every_level_of_every_tint() -> None:
    levels = np.arange(256, dtype=np.uint8)[None, :]
    for alpha in range(256):
        for color in (0x00, 0x11, 0x7F, 0xFE, 0xFF):
            exact = levels * (1 - alpha / 255) + color * alpha / 255
            out = gray(levels, Style.effect(0, 1, (color, color, color, alpha)))
            assert np.abs(out - exact).max() < 0.511
            colors = np.repeat(levels[..., None], 3, 2)
            out4 = scrim.redact(
                np.dstack([colors, levels]), [(0, 0, 256, 1)], style=Style.effect(0, 1, (color, color, color, alpha))
            )
            assert (out4[..., :3] == out[..., None]).all()


@pytest.mark.parametrize("side", range(3, 482, 2))
def test_every_side_of_a_box(side: int) -> None:
    # Boxes of one column and one level: sums run from 0 to 255 · side², rounded at each step.
    radius = (side - 0.5) / 1.8799712
    assert box_side(radius) == side
    picture = np.zeros((2 * side, 1), np.uint8)
    picture[side:] = 255
    ramp = noise(side, 2 * side, 1)
    for column in (picture, ramp):
        wide = np.repeat(column[..., None], 4, 2)
        out = gray(column, Style.effect(radius))
        check_boxes(out, boxes(column, side))
        four = scrim.redact(wide, [(0, 0, 1, 2 * side)], style=Style.effect(radius))
        assert (four[..., :3] == out[..., None]).all()


@pytest.mark.parametrize("radius", [0.5, 1, 2, 5, 10, 19, 20, 21, 30, 41, 60, 130])
def test_boxes_of_4_2_2_are_half_as_wide_as_high(radius: float) -> None:
    luma = np.zeros((90, 140), np.uint8)
    for chroma in pictures(90, 70):
        given = (luma, chroma, chroma[::-1].copy())
        made = scrim.redact(given, [(0, 0, 140, 90)], style=Style.effect(radius), color_range=ColorRange.FULL)
        for plane, found in zip(given[1:], made[1:], strict=True):
            check_boxes(found, boxes(plane, box_side(radius / 2), box_side(radius)))


def pictures(height: int, width: int) -> Iterator[np.ndarray]:
    """Noise, edges, and patterns as fine as a cell of a grid, which is where an error of the grid would show."""
    yield noise(1, height, width)
    yield noise(2, height, width) // 128 * 255
    y, x = np.mgrid[:height, :width]
    for period in (2, 4, 8, 9, 16, 19, 28, 57):
        for pattern in (x // period, y // period, x // period + y // period):
            yield (pattern % 2 * 255).astype(np.uint8)
    yield (x * 255 // max(width - 1, 1)).astype(np.uint8)
    yield np.where((x < 9) & (y < 9), 255, 0).astype(np.uint8)
    yield np.where((x == 0) | (y == height - 1), 255, 0).astype(np.uint8)
    yield (127.5 + 127.5 * np.sin(x * x / 200 + y * y / 300)).astype(np.uint8)


@pytest.mark.parametrize("size", [(1, 1), (1, 90), (77, 1), (2, 3), (21, 40), (37, 61), (130, 210)])
@pytest.mark.parametrize("side", [3, 9, 15, 19, 31, 37, 39, 47, 57, 63, 77, 79, 113, 127, 157, 301, 481])
def test_boxes_are_within_a_level_of_three_exact_ones(side: int, size: tuple[int, int]) -> None:
    for picture in pictures(*size):
        check_boxes(gray(picture, Style.effect((side - 0.5) / 1.8799712)), boxes(picture, side))


def test_565_packs_what_it_expands() -> None:
    every = np.arange(65536, dtype="<u2").view(np.uint8).reshape(256, 256, 2)
    out = scrim.redact(every, [(0, 0, 256, 256)], style=Style.effect(0, 1), pixel_format="RGB565")
    assert (out == every).all()
    grey = scrim.redact(every, [(0, 0, 256, 256)], style=Style.effect(0, 0), pixel_format="RGB565")
    assert (grey == Effect(0, 0, (0, 0, 0), 0).colors(every, "RGB565", 1)).all()
    assert (pack565(np.full((1, 1, 3), 255, np.uint8)) == 255).all()


# ---- Places ----


@pytest.mark.parametrize("style", [Style.effect(4, 1.8, "#40808040"), Style.pixelate(7)])
@pytest.mark.parametrize("format", [*COLORS, "GRAY8"])
def test_in_place_a_copy_and_pieces_are_the_same(style: Style, format: str) -> None:
    memory = noise(9, 60, 100, channels(format))
    picture = memory[::-1, 8:93]
    regions = [(5, 6, 70, 40)]
    copy = scrim.redact(picture, regions, style=style, pixel_format=format)
    before = memory.copy()
    scrim.redact_in_place(picture, regions, style=style, pixel_format=format)
    assert (picture == copy).all()
    before[::-1, 8:93][6:46, 5:75] = picture[6:46, 5:75]
    assert (memory == before).all()  # no byte outside the region


@pytest.mark.parametrize("style", [Style.effect(4, 1.8, "#40808040"), Style.pixelate(7)])
def test_a_solid_region_upon_it_shows_in_it_no_more_than_it_must(style: Style) -> None:
    # What it hides is left out of the blur: black upon black changes nothing.
    picture = np.zeros((50, 60, 4), np.uint8)
    picture[..., :3] = 77
    whole = scrim.redact(picture, [(3, 4, 50, 40)], style=style)
    regions = [Region((3, 4, 50, 40), 0), Region((20, 13, 9, 11), 1), Region((40, 2, 3, 60), 1)]
    cut = scrim.redact(picture, regions, styles=[style, Style.solid("#ff0000")])
    red = np.zeros((50, 60), bool)
    red[13:24, 20:29] = red[2:, 40:43] = True
    assert (cut[~red] == whole[~red]).all() and (cut[red] == [255, 0, 0, 255]).all()


def test_one_that_is_cut_into_pieces_by_a_later_one() -> None:
    picture = noise(10, 50, 60, 4)
    styles = [Style.effect(4, 1.8, "#40808040"), Style.pixelate(7)]
    (below, above) = (scrim.redact(picture, [(3, 4, 50, 40)], style=styles[0]), (20, 13, 9, 11))
    top = scrim.redact(picture, [above], style=styles[1])
    out = scrim.redact(picture, [Region((3, 4, 50, 40), 0), Region(above, 1)], styles=styles)
    below[13:24, 20:29] = top[13:24, 20:29]
    assert (out == below).all()
