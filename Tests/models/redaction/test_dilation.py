# SPDX-License-Identifier: MIT
"""How regions grow: dilation, snap and codec_block, each against a plain model, and against what a JPEG really does."""

import io
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

import scrim
from scrim import Outcome, Region, StyleClass, Style

PAD = 96  # more than any growth below, and a multiple of every block


class Growth(NamedTuple):
    dilation: int = 0
    size_multiple: int = 0
    codec_block: int = 0


def moved(region: Region, distance: float) -> Region:
    x, y, width, height = region.rect
    return Region(
        (x + distance, y + distance, width, height), region.style, region.id, region.shape, region.radius,
        tuple((px + distance, py + distance) for px, py in region.points),
    )  # fmt: skip


def outline(region: Region) -> tuple[float, float, float, float]:
    if region.points:
        (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*region.points))
        return left, top, right, bottom
    x, y, width, height = region.rect
    return x, y, x + width, y + height


def touched(region: Region, size: tuple[int, int], scale: float) -> np.ndarray:
    """The pixels that a region touches by itself, within `PAD` pixels around the frame; test_shapes.py has shown them."""
    picture = np.full((size[1] + 2 * PAD, size[0] + 2 * PAD), 255, np.uint8)
    scrim.redact_in_place(picture, [moved(region, PAD / scale)], scale=scale, allow_nothing=True)
    return picture == 0


def snapped(region: Region, growth: Growth, size: tuple[int, int], scale: float) -> np.ndarray:
    """The region's box, so large that it is a multiple once it has been dilated."""
    cover = np.zeros((size[1] + 2 * PAD, size[0] + 2 * PAD), bool)
    left, top, right, bottom = (edge * scale for edge in outline(region))
    x, y = floor(left), floor(top)
    extra = 2 * growth.dilation
    width = ceil((max(ceil(right), x + 1) - x + extra) / growth.size_multiple) * growth.size_multiple - extra
    height = ceil((max(ceil(bottom), y + 1) - y + extra) / growth.size_multiple) * growth.size_multiple - extra
    rows, columns = (slice(max(start + PAD, 0), max(start + length + PAD, 0)) for start, length in ((y, height), (x, width)))
    cover[rows, columns] = True
    return cover


def dilated(cover: np.ndarray, distance: int) -> np.ndarray:
    for axis in (0, 1):
        cover = np.logical_or.reduce([np.roll(cover, step, axis) for step in range(-distance, distance + 1)])
    return cover


def in_blocks(cover: np.ndarray, side: int) -> np.ndarray:
    """Every block of the grid that holds a pixel, and a pixel more; the frame's corner lies on the grid, as `PAD` does."""
    height, width = cover.shape
    grid = np.zeros((-(-height // side) * side, -(-width // side) * side), bool)
    grid[:height, :width] = cover
    blocks = grid.reshape(grid.shape[0] // side, side, -1, side).any((1, 3))
    return dilated(blocks.repeat(side, 0).repeat(side, 1), 1)[:height, :width]


def model(region: Region, growth: Growth, size: tuple[int, int], scale: float) -> np.ndarray:
    cover = snapped(region, growth, size, scale) if growth.size_multiple > 1 else touched(region, size, scale)
    if growth.dilation:
        cover = dilated(cover, growth.dilation)
    if growth.codec_block:
        cover = in_blocks(cover, growth.codec_block)
    return cover[PAD : PAD + size[1], PAD : PAD + size[0]]


eighths = st.integers(-200, 400).map(lambda n: n / 8)
lengths = st.integers(1, 200).map(lambda n: n / 8)
shapes = st.one_of(
    st.builds(Region, st.tuples(eighths, eighths, lengths, lengths)),
    st.builds(Region.ellipse, eighths, eighths, lengths, lengths),
    st.builds(Region.rounded_rect, eighths, eighths, lengths, lengths, lengths),
    st.builds(Region.polygon, st.lists(st.tuples(eighths, eighths), min_size=3, max_size=6)),
    st.builds(Region.quad, st.lists(st.tuples(eighths, eighths), min_size=4, max_size=4)),
)
growths = st.builds(
    Growth, st.integers(0, 20), st.one_of(st.integers(0, 3), st.integers(4, 40)), st.sampled_from([0, 8, 16])
)
sizes = st.tuples(st.integers(1, 50), st.integers(1, 50))
SCALES = st.sampled_from([0.25, 1.0, 1.5])


@given(st.lists(shapes, min_size=1, max_size=3), growths, sizes, SCALES)
@example([Region((-15, -15, 1, 1))], Growth(codec_block=16), (20, 20), 1.0)
@example([Region((-16, -16, 1, 1))], Growth(codec_block=16), (20, 20), 1.0)
@example([Region((47, 47, 1, 1))], Growth(codec_block=16), (32, 32), 1.0)
@example([Region((48, 48, 1, 1))], Growth(codec_block=16), (32, 32), 1.0)
@example([Region((-30, 4, 10, 2))], Growth(size_multiple=32), (20, 20), 1.0)
@example([Region((-12, -3, 4, 1))], Growth(dilation=9), (20, 20), 1.0)
def test_it_agrees_with_a_model(regions: list[Region], growth: Growth, size: tuple[int, int], scale: float) -> None:
    expected = np.logical_or.reduce([model(region, growth, size, scale) for region in regions])
    picture = np.full(size[::-1], 255, np.uint8)
    report = scrim.redact_in_place(picture, regions, scale=scale, allow_nothing=True, **growth._asdict())
    assert ((picture == 0) == expected).all()
    assert report.pixels == expected.sum()
    assert report.regions_inside == sum(model(region, growth, size, scale).any() for region in regions)


@given(shapes, growths, st.tuples(st.integers(1, 33), st.integers(1, 33)))
def test_chroma_is_covered_outward(region: Region, growth: Growth, size: tuple[int, int]) -> None:
    """Every sample of chroma that a covered pixel has a part in, of every shape, and no other."""
    width, height = size
    luma, chroma = np.full((height, width), 255, np.uint8), np.full(((height + 1) // 2, (width + 1) // 2 * 2), 7, np.uint8)
    scrim.redact_in_place((luma, chroma), [region], allow_nothing=True, **growth._asdict())
    expected = model(region, growth, size, 1.0)
    assert ((luma == 16) == expected).all()
    even = np.pad(expected, ((0, height % 2), (0, width % 2)))
    samples = even.reshape(even.shape[0] // 2, 2, -1, 2).any((1, 3))
    assert ((chroma == 128) == samples.repeat(2, 1)).all()


@pytest.mark.parametrize("growth", [Growth(4096, 4096, 16), Growth(4096), Growth(0, 4096), Growth(4096, 0, 16)])
@pytest.mark.parametrize("edge", [-1e9, 1e9 - 64])
def test_far_regions_grow_into_nothing(growth: Growth, edge: float) -> None:
    picture = np.full((9, 9), 255, np.uint8)
    region = Region((edge, edge, 64.0, 64.0))
    report = scrim.redact_in_place(picture, [region, Region.ellipse(*region.rect)], scale=64, allow_nothing=True, **growth._asdict())
    assert report[:5] == (Outcome.OK, StyleClass.NONE, 2, 0, 0) and report.pixels == 0 and (picture == 255).all()


@pytest.mark.parametrize("make", [Region.quad, Region.polygon])
def test_the_most_growth_reaches_the_frame_from_afar(make: Any) -> None:
    for distance, is_inside in ((4096, True), (4097, False)):
        for corner in ((-distance, -distance), (9 + distance - 1, 9 + distance - 1)):
            x, y = corner
            picture = np.full((9, 9), 255, np.uint8)
            points = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
            report = scrim.redact_in_place(picture, [make(points)], dilation=4096, allow_nothing=True)
            assert (report.regions_inside, report.pixels) == (is_inside, int(is_inside))


# ---- What a JPEG shows of an interior beside it ----

JPEG = [("4:2:0", 16), ("4:4:4", 8), ("4:2:2", 16)]


def through_jpeg(pixels: np.ndarray, subsampling: str, quality: int) -> np.ndarray:
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=quality, subsampling=subsampling)
    return np.array(Image.open(file))


@pytest.mark.parametrize("quality", [30, 85])
@pytest.mark.parametrize("subsampling, block", JPEG)
@given(st.data())
def test_no_jpeg_block_of_the_interior_is_left(quality: int, subsampling: str, block: int, data: st.DataObject) -> None:
    random = np.random.default_rng(data.draw(st.integers(0, 99)))
    width, height = data.draw(st.integers(40, 90)), data.draw(st.integers(40, 90))
    left, top = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    w, h = data.draw(st.integers(1, width - left)), data.draw(st.integers(1, height - top))
    outside = random.integers(0, 256, (height, width, 3), np.uint8)
    covers = []
    for interior in (0, 255, random.integers(0, 256, (h, w, 3), np.uint8)):
        pixels = outside.copy()
        pixels[top : top + h, left : left + w] = interior
        decoded = through_jpeg(pixels, subsampling, quality)
        covers.append(scrim.redact(decoded, [(left, top, w, h)], codec_block=block))
    assert (covers[0] == covers[1]).all() and (covers[0] == covers[2]).all()


def reach(subsampling: str, quality: int, axis: int) -> int:
    """How many pixels outside of a region a JPEG's pixels depend on those inside, wherever the region lies in its blocks."""
    random = np.random.default_rng(quality)
    farthest = 0
    for at in range(32, 48):
        outside = random.integers(0, 256, (96, 96, 3), np.uint8)
        decoded = []
        for _ in range(2):
            pixels = outside.copy()
            pixels[at : at + 17, at : at + 17] = random.integers(0, 2, (17, 17, 3)) * 255
            decoded.append(through_jpeg(pixels, subsampling, quality))
        differ = np.flatnonzero((decoded[0] != decoded[1]).any((axis, 2)))
        farthest = max(farthest, at - differ[0], differ[-1] - (at + 16))
    return farthest


@pytest.mark.parametrize("quality", [30, 50, 75, 85, 95])
@pytest.mark.parametrize("subsampling, wide, high", [("4:4:4", 7, 7), ("4:2:2", 16, 7), ("4:2:0", 16, 16)])
def test_how_far_a_jpeg_spreads_an_interior(subsampling: str, wide: int, high: int, quality: int) -> None:
    """The numbers of docs/explanation/redaction.md and scrim/redact.h."""
    assert (reach(subsampling, quality, 0), reach(subsampling, quality, 1)) == (wide, high)


@pytest.mark.parametrize("subsampling, block", JPEG)
def test_without_it_a_jpeg_shows_the_interior(subsampling: str, block: int) -> None:
    """That the test above could fail."""
    found = []
    for interior in (0, 255):
        pixels = np.full((64, 64, 3), 128, np.uint8)
        pixels[20:40, 20:40] = (interior, 0, 255 - interior)
        found.append(scrim.redact(through_jpeg(pixels, subsampling, 85), [(20, 20, 20, 20)]))
    assert (found[0] != found[1]).any()


# ---- The report ----


def test_strength_is_that_of_the_weakest_style_that_covers_something() -> None:
    styles = [Style.solid(), Style.frost(), Style.tiles(), Style.blur(3), Style.pixelate(4), Style.light()]
    strengths = [StyleClass.SOLID, StyleClass.SYNTHETIC, StyleClass.SYNTHETIC, *[StyleClass.REVERSIBLE] * 3]
    inside, outside = (2, 2, 6, 6), (40, 2, 6, 6)
    for first, one in enumerate(strengths):
        for second, other in enumerate(strengths):
            for place, expected in ((inside, max(one, other)), (outside, one)):
                picture = np.zeros((20, 20, 3), np.uint8)
                regions = [Region((9, 9, 5, 5), first), Region(place, second)]
                report = scrim.redact_in_place(picture, regions, styles=styles, allow_nothing=True)
                assert report.weakest_class == expected
    picture = np.zeros((20, 20, 3), np.uint8)
    for index in range(len(styles)):
        report = scrim.redact_in_place(picture, [Region(outside, index), Region((1, 1, 0, 5), index)], styles=styles, allow_nothing=True)
        assert report[:6] == (Outcome.OK, StyleClass.NONE, 2, 0, 0, 0)


@given(st.lists(shapes, max_size=4), st.integers(0, 20), sizes, SCALES)
def test_clipped_are_those_that_lie_inside_in_part(
    regions: list[Region], dilation: int, size: tuple[int, int], scale: float
) -> None:
    clipped = 0
    for region in regions:
        left, top, right, bottom = (edge * scale for edge in outline(region))
        right, bottom = max(right, floor(left) + 1), max(bottom, floor(top) + 1)
        reaches_out = min(left, top) < dilation or right + dilation > size[0] or bottom + dilation > size[1]
        clipped += reaches_out and model(region, Growth(dilation), size, scale).any()
    report = scrim.redact_in_place(np.zeros(size[::-1], np.uint8), regions, scale=scale, dilation=dilation, allow_nothing=True)
    assert report.regions_clipped == clipped


@pytest.mark.parametrize("dilation, size_multiple, length", [(0, 0, 4), (3, 0, 4), (0, 16, 16), (2, 16, 12)])
def test_each_side_of_the_frame_clips(dilation: int, size_multiple: int, length: int) -> None:
    """`length` is what the side of 4 has become before it is dilated."""
    near, far = dilation, 40 - dilation - length
    for x, y, is_clipped in [
        (near, near, 0), (far, far, 0), (near - 1, 9, 1), (9, near - 1, 1), (far + 1, 9, 1), (9, far + 1, 1),
        (far + 0.25, 9, size_multiple == 0), (near - 0.25, 9, 1),
    ]:  # fmt: skip
        picture = np.zeros((40, 40), np.uint8)
        for region in (Region((x, y, 4, 4)), Region.ellipse(x, y, 4, 4)):
            report = scrim.redact_in_place(picture, [region], dilation=dilation, size_multiple=size_multiple, allow_nothing=True)
            assert (report.regions_inside, report.regions_clipped) == (1, is_clipped)
