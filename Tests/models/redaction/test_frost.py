# SPDX-License-Identifier: MIT
"""Frost and tiles: nothing of what they cover has any influence, and what they draw is what is documented."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import frost_model as model
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import ColorRange, Region, Style

#: The places of red, green and blue in a pixel, and what its other byte is where it is covered.
ORDERS = {
    "RGBA": ((0, 1, 2), (3, 255)),
    "BGRA": ((2, 1, 0), (3, 255)),
    "RGBX": ((0, 1, 2), (3, 0)),
    "BGRX": ((2, 1, 0), (3, 0)),
    "ARGB": ((1, 2, 3), (0, 255)),
    "ABGR": ((3, 2, 1), (0, 255)),
    "RGB": ((0, 1, 2), None),
    "BGR": ((2, 1, 0), None),
}
FORMATS = [*ORDERS, "RGB565", "GRAY8", "NV12", "I420"]
COLOR = (54, 183, 19)


class Frame(NamedTuple):
    """Planes in memory of their own, with padding, top down or bottom up."""

    format: str
    width: int
    height: int
    memory: tuple[np.ndarray, ...]
    planes: tuple[np.ndarray, ...]

    def copy(self) -> "Frame":
        """The same bytes at other addresses, padding included."""
        memory = tuple(m.copy() for m in self.memory)
        planes = tuple(_view(m, p.shape, p.strides[0] < 0) for m, p in zip(memory, self.planes))
        return self._replace(memory=memory, planes=planes)

    def redact(self, regions: list[Region], styles: list[Style], **options: Any) -> "Frame":
        result = self.copy()
        image = result.planes if len(result.planes) > 1 else result.planes[0]
        scrim.redact_in_place(image, regions, styles=styles, pixel_format=self.format, allow_nothing=True, **options)
        return result


def _view(memory: np.ndarray, shape: tuple[int, ...], upside_down: bool) -> np.ndarray:
    rows = memory[::-1] if upside_down else memory
    strides = (rows.strides[0], shape[2], 1) if len(shape) == 3 else (rows.strides[0], 1)
    return np.lib.stride_tricks.as_strided(rows, shape, strides)


def frame(format: str, width: int, height: int, seed: int, padding: int = 0, upside_down: bool = False) -> Frame:
    half = (height + 1) // 2, (width + 1) // 2
    shapes: list[tuple[int, ...]]
    if format == "NV12":
        shapes = [(height, width), (*half, 2)]
    elif format == "I420":
        shapes = [(height, width), half, half]
    elif format == "GRAY8":
        shapes = [(height, width)]
    else:
        shapes = [(height, width, 2 if format == "RGB565" else 4 if ORDERS[format][1] else 3)]
    random = np.random.default_rng(seed)
    memory = tuple(random.integers(0, 256, (s[0], int(np.prod(s[1:])) + padding), np.uint8) for s in shapes)
    planes = tuple(_view(m, s, upside_down) for m, s in zip(memory, shapes))
    return Frame(format, width, height, memory, planes)


def covered(frame: Frame, regions: list[Region], sampling_gap: int = 0) -> tuple[np.ndarray, ...]:
    """The pixels of each plane that regions cover, grown by the sampling_gap: what may have no influence."""
    blank = np.zeros((frame.height, frame.width), np.uint8)
    white = Style.solid(0xFFFFFFFF)
    scrim.redact_in_place(blank, [replace(region, style=0) for region in regions], style=white, allow_nothing=True)
    mask = np.zeros_like(blank, bool)
    padded = np.pad(blank > 0, sampling_gap)
    for dy in range(2 * sampling_gap + 1):
        for dx in range(2 * sampling_gap + 1):
            mask |= padded[dy : dy + frame.height, dx : dx + frame.width]
    halved = np.pad(mask, ((0, frame.height % 2), (0, frame.width % 2)))
    halved = halved[::2, ::2] | halved[1::2, ::2] | halved[::2, 1::2] | halved[1::2, 1::2]
    return tuple(mask if p.shape[:2] == mask.shape and i == 0 else halved for i, p in enumerate(frame.planes))


def scrambled(frame: Frame, masks: tuple[np.ndarray, ...], seed: int) -> Frame:
    """Other pixels where a mask says so."""
    other = frame.copy()
    random = np.random.default_rng(seed)
    for plane, mask in zip(other.planes, masks):
        pixels = plane[mask]
        plane[mask] = 255 - pixels if seed == 0 else random.integers(0, 256, pixels.shape, np.uint8)
    return other


# ---- What is drawn ----


def levels(frame: Frame) -> list[np.ndarray]:
    """The model's planes: levels of red, green and blue, or of what the plane holds."""
    first = frame.planes[0]
    if frame.format in ORDERS:
        return [first[..., list(ORDERS[frame.format][0])]]
    if frame.format == "RGB565":
        number = first[..., 0].astype(int) | first[..., 1].astype(int) << 8
        parts = (number >> 11, 31), (number >> 5 & 63, 63), (number & 31, 31)
        return [np.stack([(value * 510 + top) // (2 * top) for value, top in parts], -1)]
    return [p if p.ndim == 3 else p[..., None] for p in frame.planes]


def put(frame: Frame, plane: int, window: tuple[slice, slice], pixels: np.ndarray) -> None:
    target = frame.planes[plane][window]
    if frame.format in ORDERS:
        order, rest = ORDERS[frame.format]
        target[..., list(order)] = pixels
        if rest:
            target[..., rest[0]] = rest[1]
    elif frame.format == "RGB565":
        r, g, b = ((pixels[..., i].astype(int) * top + 127) // 255 for i, top in enumerate((31, 63, 31)))
        number = r << 11 | g << 5 | b
        target[..., 0], target[..., 1] = number & 255, number >> 8
    else:
        target[...] = pixels if target.ndim == 3 else pixels[..., 0]


def expected(source: Frame, regions: list[Region], styles: list[Style], sampling_gap: int) -> Frame:
    """Frames with rectangles of frost and tiles, by the model."""
    result = source.copy()
    unread = covered(source, regions, sampling_gap)
    for index, plane in enumerate(levels(source)):
        shift = int(index > 0)
        for number, region in enumerate(regions):
            x, y, w, h = (int(v) for v in region.rect)
            left, top = max(0, x), max(0, y)
            right, bottom = min(source.width, x + w), min(source.height, y + h)
            if left >= right or top >= bottom:
                continue
            l, t, r, b = left >> shift, top >> shift, (right + shift) >> shift, (bottom + shift) >> shift
            size, cut = (w, h), ((left - x + shift) >> shift, (top - y + shift) >> shift)
            area = model.Area(l, t, r - l, b - t, size, cut, (shift, shift), index > 0, sampling_gap + 4)
            style = styles[region.style]
            black, white = (16, 235) if source.format in ("NV12", "I420") else (0, 255)
            weights = COLOR if source.format in ORDERS or source.format == "RGB565" else (256,)
            ink = model.Ink(style.seed, number, weights, black, white)
            draw = model.frost if style.kind == scrim.StyleKind.FROST else model.tiles
            put(result, index, np.s_[t:b, l:r], draw(plane, unread[index], area, ink))
    return result


def assert_same(got: Frame, wanted: Frame) -> None:
    for a, b in zip(got.memory, wanted.memory):
        np.testing.assert_array_equal(a, b)


seeds = st.integers(0, 2**64 - 1)
sizes = st.one_of(st.integers(1, 60), st.integers(1, 240))


@st.composite
def pictures(draw: st.DrawFn) -> Frame:
    format = draw(st.sampled_from(FORMATS))
    width, height, seed, padding = draw(sizes), draw(sizes), draw(st.integers(0, 99)), draw(st.integers(0, 7))
    return frame(format, width, height, seed, padding, draw(st.booleans()))


def rects(picture: Frame) -> st.SearchStrategy[tuple[int, int, int, int]]:
    """Rectangles, mostly inside, in part outside, some side by side."""
    grid = st.integers(-2, 10).map(lambda n: n * 24)
    x, y = st.one_of(st.integers(-30, picture.width), grid), st.one_of(st.integers(-30, picture.height), grid)
    side = st.one_of(st.integers(1, 40), st.just(24), st.integers(1, 260))
    return st.tuples(x, y, side, side)


@given(st.data(), pictures(), st.integers(0, 9), seeds)
@settings(max_examples=150)
def test_pixels_agree_with_a_model(data: Any, picture: Frame, sampling_gap: int, seed: int) -> None:
    regions = data.draw(st.lists(st.builds(Region, rects(picture), st.integers(0, 1)), min_size=1, max_size=4))
    styles = [Style.frost(seed), Style.tiles(seed)]
    got = picture.redact(regions, styles, sampling_gap=sampling_gap)
    assert_same(got, expected(picture, regions, styles, sampling_gap))


SMALL = [(1, 1), (3, 40), (60, 2), (100, 24), (90, 50), (120, 60), (62, 88)]
SIZES = [*SMALL, (90, 149), (230, 149), (60, 200), (160, 150), (200, 170), (290, 260), (320, 280)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("format", ["RGBA", "NV12"])
@pytest.mark.parametrize("style", [Style.frost(7), Style.tiles(7)], ids=["frost", "tiles"])
def test_every_size_agrees_with_a_model(format: str, size: tuple[int, int], style: Style) -> None:
    picture = frame(format, 320, 280, 1)
    for x, y in ((0, 0), (17, 13), (-5, -41), (319 - size[0] // 2, 270 - size[1] // 2)):
        regions = [Region((x, y, *size))]
        assert_same(picture.redact(regions, [style]), expected(picture, regions, [style], 2))


@pytest.mark.parametrize("format", ["GRAY8", "I420"])
@pytest.mark.parametrize("style", [Style.frost(3), Style.tiles(3)], ids=["frost", "tiles"])
def test_the_widest_regions_agree_with_a_model(format: str, style: Style) -> None:
    picture = frame(format, 65536, 12, 2)
    for rect in ((0, 2, 65536, 3), (-65536, 4, 131072, 1), (5, 0, 65530, 12)):
        assert_same(picture.redact([Region(rect)], [style]), expected(picture, [Region(rect)], [style], 2))


@pytest.mark.parametrize("style", [Style.frost, Style.tiles])
def test_another_seed_or_id_draws_another_texture(style: Callable[..., Style]) -> None:
    gray = np.full((60, 200), 200, np.uint8)
    pictures = [
        scrim.redact(gray, [Region((10, 10, 160, 30), id=id)], style=style(seed)).tobytes()
        for seed, id in [(0, 0), (1, 0), (2**32, 0), (0, 1), (0, 2**32), (2**63, 2**63)]
    ]
    assert len(set(pictures)) == 6


@pytest.mark.parametrize("paper, sign", [(255, -1), (235, -1), (20, 1), (0, 1)])
@pytest.mark.parametrize("style", [Style.frost(5), Style.tiles(5)], ids=["frost", "tiles"])
@pytest.mark.parametrize("size", [(160, 30), (160, 100), (200, 200)])
def test_ink_stands_out_from_the_paper(style: Style, size: tuple[int, int], paper: int, sign: int) -> None:
    page = np.full((240, 240), paper, np.uint8)
    drawn = scrim.redact(page, [(20, 20, *size)], style=style)[20 : 20 + size[1], 20 : 20 + size[0]].astype(int) - paper
    assert (drawn * sign >= 0).all()
    assert 8 < (drawn * sign).mean() < 128
    assert (drawn * sign).max() > 25


@pytest.mark.parametrize("style", [Style.tiles(5, base="#e0e0e0"), Style.frost(5, base="#e0e0e0")], ids=["tiles", "frost"])
@pytest.mark.parametrize("size", [(200, 39), (200, 60), (90, 120), (300, 300)])
def test_a_region_that_leaves_the_frame_takes_its_texture_along(style: Style, size: tuple[int, int]) -> None:
    width, height = size
    whole = scrim.redact(np.zeros((height, width), np.uint8), [(0, 0, width, height)], style=style)
    for moved in range(1, 40):
        for x, y in [(-moved, 0), (0, -moved), (moved, 0), (0, moved)]:
            blank = np.zeros((height, width), np.uint8)
            part = scrim.redact(blank, [(x, y, width, height)], style=style, allow_nothing=True)
            there = part[max(y, 0) : height + min(y, 0), max(x, 0) : width + min(x, 0)]
            here = whole[max(-y, 0) : height - max(y, 0), max(-x, 0) : width - max(x, 0)]
            # Frost's surface is smooth, and so a little other beside the frame's edge.
            edge = 24 if style.kind == scrim.StyleKind.FROST else 0
            inner = np.s_[:, edge : there.shape[1] - edge] if x else np.s_[edge : there.shape[0] - edge, :]
            np.testing.assert_array_equal(there[inner], here[inner])


# ---- What has no influence ----


def shapes(picture: Frame, styles: int) -> st.SearchStrategy[Region]:
    style = st.integers(0, styles - 1)
    place = st.tuples(st.integers(-20, picture.width), st.integers(-20, picture.height))

    def inside(made: Callable[..., Region]) -> st.SearchStrategy[Region]:
        return st.tuples(rects(picture), style).map(lambda pair: made(*pair[0], style=pair[1]))

    box = inside(lambda x, y, w, h, style: Region((x, y, w, h), style))
    return st.one_of(
        box,
        inside(lambda x, y, w, h, style: Region.ellipse(x + 0.3, y, w, h, style=style)),
        inside(lambda x, y, w, h, style: Region.rounded_rect(x, y, w, h, min(w, h) / 3, style=style)),
        st.builds(lambda p, style: Region.polygon(p, style=style), st.lists(place, min_size=3, max_size=6), style),
        st.builds(lambda p, style: Region.quad(p, style=style), st.tuples(place, place, place, place), style),
    )


ON_COLOR = [Style.solid("#336699"), Style.frost(3, "#fdfdfd"), Style.tiles(4, "#101018")]
IRREVERSIBLE = [Style.frost(1), Style.tiles(2), *ON_COLOR]


@given(st.data(), pictures(), st.sampled_from([0, 2, 2, 5, 40]))
@settings(max_examples=150)
def test_no_interior_has_any_influence(data: Any, picture: Frame, sampling_gap: int) -> None:
    regions = data.draw(st.lists(shapes(picture, len(IRREVERSIBLE)), min_size=1, max_size=6))
    unread, written = covered(picture, regions, sampling_gap), covered(picture, regions)
    first = picture.redact(regions, IRREVERSIBLE, sampling_gap=sampling_gap)
    for seed in range(3):
        other = scrambled(picture, unread, seed)
        second = other.redact(regions, IRREVERSIBLE, sampling_gap=sampling_gap)
        for a, b, mask in zip(first.planes, second.planes, written):
            np.testing.assert_array_equal(a[mask], b[mask])
        # What is not covered stands as it stood, padding too.
        for plane, mask in zip(other.planes, written):
            plane[mask] = 0
        for plane, mask in zip(second.planes, written):
            plane[mask] = 0
        assert_same(second, other)


@given(st.data(), pictures(), st.integers(0, 3))
@settings(max_examples=60)
def test_only_what_is_near_has_any_influence(data: Any, picture: Frame, seed: int) -> None:
    regions = data.draw(st.lists(st.builds(Region, rects(picture), st.integers(0, 1)), min_size=1, max_size=4))
    written = covered(picture, regions)
    unread = covered(picture, regions, 2)
    # Six pixels around a region are seen; a sample of chroma that has a part in them, too.
    near = covered(picture, regions, 8)
    other = scrambled(picture, tuple(u | ~n for u, n in zip(unread, near)), seed)
    first, second = (p.redact(regions, IRREVERSIBLE) for p in (picture, other))
    for a, b, mask in zip(first.planes, second.planes, written):
        np.testing.assert_array_equal(a[mask], b[mask])


@given(st.data(), pictures(), st.sampled_from([0, 2, 9]))
@settings(max_examples=60)
def test_on_a_fixed_colour_nothing_has_any_influence(data: Any, picture: Frame, sampling_gap: int) -> None:
    styles = ON_COLOR
    regions = data.draw(st.lists(shapes(picture, len(styles)), min_size=1, max_size=5))
    written = covered(picture, regions)
    other = scrambled(picture, tuple(np.ones_like(m) for m in written), 1)
    first, second = (p.redact(regions, styles, sampling_gap=sampling_gap) for p in (picture, other))
    for a, b, mask in zip(first.planes, second.planes, written):
        np.testing.assert_array_equal(a[mask], b[mask])


def test_regions_side_by_side_do_not_read_each_other() -> None:
    # Text in two lines: each is what is around the other.
    picture = frame("RGBA", 200, 120, 4)
    regions = [Region((20, 30, 160, 26)), Region((20, 56, 160, 30), 1), Region((60, 86, 50, 20), 2)]
    other = scrambled(picture, covered(picture, regions, 2), 5)
    first, second = (p.redact(regions, IRREVERSIBLE) for p in (picture, other))
    (mask,) = covered(picture, regions)
    np.testing.assert_array_equal(first.planes[0][mask], second.planes[0][mask])
    alone = picture.redact(regions[:1], IRREVERSIBLE)
    assert (alone.planes[0][30:56] != first.planes[0][30:56]).any()


REVERSIBLE = [Style.blur(6), Style.pixelate(8), Style.light(), Style.effect(5, 1.5, "#ff000060")]


@pytest.mark.parametrize("style", REVERSIBLE, ids=lambda style: style.kind.name)
def test_reversible_styles_do_not_read_irreversible_ones(style: Style) -> None:
    styles = [*IRREVERSIBLE, style]
    for format in ("RGBA", "NV12"):
        picture = frame(format, 120, 90, 6)
        regions = [Region((5, 5, 110, 80), 5), Region((30, 20, 40, 30), 0), Region((60, 40, 40, 40), 1)]
        hidden = regions[1:]
        other = scrambled(picture, covered(picture, hidden, 2), 1)
        first, second = (p.redact(regions, styles) for p in (picture, other))
        assert_same(first, second)


# ---- How it is written ----


@given(
    st.data(),
    st.sampled_from(FORMATS),
    st.sampled_from(IRREVERSIBLE[:2]),
    st.sampled_from([(100, 24), (130, 90), (200, 160)]),
)
@settings(max_examples=60)
def test_pixels_do_not_depend_on_what_lies_above(data: Any, format: str, style: Style, size: tuple[int, int]) -> None:
    picture = frame(format, 240, 200, 3)
    below = Region((11, 7, *size))
    x, y = data.draw(st.integers(11, 10 + size[0])), data.draw(st.integers(7, 6 + size[1]))
    w, h = data.draw(st.integers(1, 11 + size[0] - x)), data.draw(st.integers(1, 7 + size[1] - y))
    above = Region.ellipse(x, y, w, h, style=1) if data.draw(st.booleans()) else Region((x, y, w, h), 1)
    alone = picture.redact([below], [style, Style()])
    both = picture.redact([below, above], [style, Style()])
    for a, b, mask in zip(alone.planes, both.planes, covered(picture, [above])):
        np.testing.assert_array_equal(a[~mask], b[~mask])


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("style", IRREVERSIBLE[:2], ids=["frost", "tiles"])
def test_a_shape_shows_a_part_of_its_box(format: str, style: Style) -> None:
    # Without a guard both look at the same pixels, those around the box.
    picture = frame(format, 240, 200, 3, padding=5)
    for size in ((100, 24), (130, 90), (200, 160)):
        box = picture.redact([Region((11, 7, *size))], [style], sampling_gap=0)
        shape = Region.ellipse(11, 7, *size)
        part = picture.redact([shape], [style], sampling_gap=0)
        for a, b, mask in zip(box.planes, part.planes, covered(picture, [shape])):
            np.testing.assert_array_equal(a[mask], b[mask])


@pytest.mark.parametrize("color_range", list(ColorRange))
def test_luma_stays_in_its_range(color_range: ColorRange) -> None:
    low, high = (16, 235) if color_range == ColorRange.LIMITED else (0, 255)
    for paper in (low, high):
        picture = frame("NV12", 300, 300, 0)
        picture.planes[0][:] = paper
        for size in ((100, 30), (200, 200)):
            for style in IRREVERSIBLE[:2]:
                luma = picture.redact([Region((20, 20, *size))], [style], color_range=color_range).planes[0]
                assert luma.min() >= low and luma.max() <= high
