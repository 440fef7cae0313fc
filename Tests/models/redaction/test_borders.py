# SPDX-License-Identifier: MIT
"""The regions whose border content crosses, against the rule in numpy."""

import ctypes
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import Region, Style
from scrim import _abi as abi

DEPTH = 16
BYTES = {
    "RGBA": "RGBA", "BGRA": "BGRA", "RGBX": "RGBX", "BGRX": "BGRX", "ARGB": "ARGB", "ABGR": "ABGR", "RGB": "RGB", "BGR": "BGR",
    "GRAY8": "Y", "RGB565": "565",
}  # fmt: skip

# Where the upper 8 bits of the numbers are.
WIDE = {
    "GRAY16": [8], "RGBA16": [8], "XRGB2101010": [22, 12, 2], "ABGR2101010": [22, 12, 2], "RGBX1010102": [24, 14, 4],
    "BGRA1010102": [24, 14, 4],
}  # fmt: skip


def channels(picture: np.ndarray, name: str) -> np.ndarray:
    """The channels that count, height × width × channels, by their upper 8 bits."""
    if name in WIDE:
        numbers = picture.reshape(*picture.shape[:2], -1).astype(np.int64)
        return np.concatenate([numbers[:, :, :3] >> shift & 255 for shift in WIDE[name]], axis=2)
    if name == "RGB565":
        number = picture[:, :, 0].astype(int) | picture[:, :, 1].astype(int) << 8
        parts = ((number >> 11, 31), (number >> 5 & 63, 63), (number & 31, 31))
        return np.stack([(value * 510 + most) // (2 * most) for value, most in parts], axis=2)
    if picture.ndim == 2:
        return picture[:, :, None].astype(int)
    return picture[:, :, [i for i, channel in enumerate(BYTES[name]) if channel in "RGB"]].astype(int)


def redact(picture: Any, regions: Any, **options: Any) -> scrim.Report:
    return scrim.redact_in_place(picture, regions, allow_nothing=True, **options)


def crosses(colors: np.ndarray, inside: np.ndarray, others: np.ndarray) -> bool:
    """Whether content crosses a side of a region. `inside` are its pixels, and `others` those of all regions."""
    # All four sides are looked at as the upper one.
    for turn in range(4):
        turned = [np.rot90(part, turn) for part in (colors, inside, others)]
        if top_is_loud(*turned):
            return True
    return False


def top_is_loud(colors: np.ndarray, inside: np.ndarray, covered: np.ndarray) -> bool:
    height, width = inside.shape
    columns = np.flatnonzero(inside.any(axis=0))
    left, right, top = columns[0], columns[-1], np.flatnonzero(inside.any(axis=1))[0]
    places = []
    for x in range(max(left - 1, 0), min(right + 2, width)):
        column = inside[:, min(max(x, left), right)]
        places.append((x, int(np.argmax(column)) if column.any() else None))
    sums = []
    for row in range(1, min(top, DEPTH) + 1):
        total = 0
        for (x, y), (next_x, next_y) in zip(places, places[1:]):
            if y is None or next_y is None:
                continue  # the frame cuts the region in two
            if not covered[y - row, x] and not covered[next_y - row, next_x]:
                total += int(np.abs(colors[y - row, x] - colors[next_y - row, next_x]).sum())
        sums.append(total)
    if not sums or sums[0] <= 4:
        return False
    if len(sums) < 5:
        return True
    quietest = min(sum(sums[i : i + 4]) for i in range(1, len(sums) - 3))
    return quietest == 0 or 8 * sums[0] > 64 + 3 * quietest


def expected(picture: np.ndarray, name: str, regions: list[Region], **options: Any) -> tuple[int, ...]:
    """The regions that content crosses. Scrim itself says which pixels a region has, on a frame of its own."""
    masks = []
    for region in regions:
        alone = np.zeros(picture.shape[:2], np.uint8)
        redact(alone, [region], style=Style(0xFFFFFFFF), **options)
        masks.append(alone > 0)
    covered = np.zeros(picture.shape[:2], bool)
    for mask in masks:
        covered |= mask
    colors = channels(picture, name)
    return tuple(i for i, mask in enumerate(masks) if mask.any() and crosses(colors, mask, covered))


def reported(picture: np.ndarray, name: str, regions: list[Region], **options: Any) -> tuple[int, ...]:
    options = {"style": Style(0x336699FF), **options}
    report = redact(picture.copy(), regions, pixel_format=name, **options)
    assert report.regions_crossed == len(report.crossed)
    target = np.zeros_like(picture)
    copied = scrim.redact_into(picture, target, regions, pixel_format=name, allow_nothing=True, **options)
    assert copied.crossed == report.crossed
    return report.crossed


@st.composite
def pictures(draw: st.DrawFn) -> tuple[str, np.ndarray]:
    """Flat ground with some ink, a gradient, noise, or stripes."""
    name = draw(st.sampled_from(sorted(BYTES)))
    height, width, seed = draw(st.integers(1, 70)), draw(st.integers(1, 150)), draw(st.integers(0, 2**32 - 1))
    random = np.random.default_rng(seed)
    kind = draw(st.sampled_from(["ink", "faint", "gradient", "noise", "stripes"]))
    depth = {"GRAY8": 1, "RGB565": 2}.get(name, len(BYTES[name]))
    picture = np.full((height, width, depth), random.integers(0, 200), np.int64)
    if kind in ("ink", "faint"):
        for _ in range(draw(st.integers(0, 12))):
            at = random.integers(0, height), random.integers(0, width)
            picture[at] += random.integers(0, 4 if kind == "faint" else 56, depth)
    elif kind == "gradient":
        picture += (np.arange(width) // random.integers(1, 9))[None, :, None] + (np.arange(height) // random.integers(1, 9))[:, None, None]
    elif kind == "noise":
        picture += random.integers(0, 3, picture.shape)
    else:
        picture[:, :: int(random.integers(2, 9))] += 20
    picture = (picture % 256).astype(np.uint8)
    if "A" in name or "X" in name:
        picture[:, :, [i for i, c in enumerate(BYTES[name]) if c in "AX"]] = random.integers(0, 256)
        if draw(st.booleans()):  # what is not a color does not count
            other = [i for i, c in enumerate(BYTES[name]) if c in "AX"]
            picture[:, :, other] = random.integers(0, 256, picture[:, :, other].shape)
    return name, picture[:, :, 0] if name == "GRAY8" else picture


numbers = st.integers(-20, 160)
sides = st.integers(1, 60)


@st.composite
def shapes(draw: st.DrawFn) -> Region:
    rect = draw(st.tuples(numbers, numbers, sides, sides))
    shape = draw(st.sampled_from(["rect", "rect", "rect", "rounded", "ellipse", "polygon", "quad"]))
    if shape == "rect":
        return Region(rect)
    if shape == "rounded":
        return Region.rounded_rect(*rect, draw(st.integers(0, 30)))
    if shape == "ellipse":
        return Region.ellipse(*rect)
    x, y = rect[:2]
    count = 4 if shape == "quad" else draw(st.integers(3, 7))
    points = draw(st.lists(st.tuples(st.integers(x, x + 60), st.integers(y, y + 60)), min_size=count, max_size=count))
    return Region.quad(points) if shape == "quad" else Region.polygon(points)


paddings = st.fixed_dictionaries({
    "dilation": st.sampled_from([0, 0, 0, 1, 5]),
    "size_multiple": st.sampled_from([0, 0, 0, 7]),
    "codec_block": st.sampled_from([0, 0, 0, 8, 16]),
})  # fmt: skip


@settings(max_examples=400)
@given(pictures(), st.lists(shapes(), min_size=1, max_size=8), paddings)
def test_the_rule_in_numpy_agrees(made: tuple[str, np.ndarray], regions: list[Region], padding: dict[str, int]) -> None:
    name, picture = made
    assert reported(picture, name, regions, **padding) == expected(picture, name, regions, **padding)


def near_threshold(random: np.random.Generator) -> np.ndarray:
    """Noise of a few levels whose strength differs from row to row and from column to column, so that sums are near the limits."""
    height, width = random.integers(6, 48, 2)
    across, down = random.choice([0, 0, 0.03, 0.1, 0.3, 0.8], height), random.choice([0, 0, 0.03, 0.1, 0.3, 0.8], width)
    steps = random.random((height, width)) < np.maximum(across[:, None], down[None, :]) * random.choice([0.3, 1])
    return (np.full((height, width), 100) + steps * random.integers(1, 5)).astype(np.uint8)


@pytest.mark.parametrize("seed", range(40))
def test_the_rule_agrees_near_its_limits(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(40):
        picture = near_threshold(random)
        height, width = picture.shape
        regions = []
        for _ in range(random.integers(1, 4)):
            x, y, w, h = (int(n) for n in (random.integers(0, width), random.integers(0, height), *random.integers(1, 20, 2)))
            regions.append(random.choice([Region((x, y, w, h)), Region.ellipse(x, y, w, h)]))
        assert reported(picture, "GRAY8", regions) == expected(picture, "GRAY8", regions)


def ground(rows: list[int], width: int = 40) -> np.ndarray:
    """Rows of which each has the given sum of steps, above a region that begins below them."""
    picture = np.full((len(rows) + 4, width), 100, np.uint8)
    for row, steps in enumerate(rows):
        for step in range(steps // 2):  # up and down again, within the pixels of the border
            picture[row, 12 + 2 * (step % 6)] += 1
        if steps % 2:
            picture[row, 30:] += 1
    return picture


@pytest.mark.parametrize(
    "rows, crosses",
    [  # from the row next to the region outward
        ([4] + [0] * 15, False), ([5] + [0] * 15, True), ([4], False), ([5], True), ([], False),
        ([4, 0, 0, 0], False), ([5, 9, 9, 9], True), ([5, 1, 0, 0, 0], False), ([5, 0, 0, 0, 0], True),
        # 8 n > 64 + 3 q
        ([9, 1, 1, 1, 1], False), ([10, 1, 1, 1, 1], True), ([11, 2, 2, 2, 2], False), ([12, 2, 2, 2, 2], True),
        # the quietest four of rows 2 to 16
        ([12, 9, 9, 9, 9, 9, 9, 9, 2, 2, 2, 2, 9, 9, 9, 9], True), ([12, 9, 9, 9, 9, 9, 9, 9, 2, 2, 2, 9, 9, 9, 9, 9], False),
        ([12] + [9] * 11 + [2] * 4, True), ([12] + [9] * 12 + [2] * 4, False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("turn", range(4))
def test_the_limits_are_exact(rows: list[int], crosses: bool, turn: int) -> None:
    picture = np.ascontiguousarray(np.rot90(ground(rows[::-1]), turn))
    height, width = picture.shape
    # The region ends at the other edges of the frame, so that only one side is checked.
    box = [(0, len(rows), 40, 4), (len(rows), 0, 4, 40), (0, 0, 40, 4), (0, 0, 4, 40)][turn]
    assert redact(picture, [box]).crossed == ((0,) if crosses else ())


def test_regions_do_not_report_each_other() -> None:
    picture = np.full((100, 100, 4), 255, np.uint8)
    picture[30:50, 37:63] = np.random.default_rng(1).integers(0, 256, (20, 26, 4))
    boxes = [(20, 30, 20, 20), (40, 30, 20, 10), (40, 40, 20, 10), (60, 30, 20, 20)]
    assert redact(picture.copy(), boxes).crossed == ()
    assert redact(picture.copy(), boxes[1:]).crossed == (0, 1)  # next to what nobody covers
    assert redact(picture.copy(), [boxes[0], *boxes[2:]]).crossed == (1,)  # beside the others, it goes on for 16 pixels


def test_indices_count_regions_that_cover_nothing() -> None:
    picture = np.full((50, 50), 255, np.uint8)
    picture[20, 10:40:2] = 0
    assert redact(picture, [(500, 0, 5, 5), (10, 10, 0, 5), (10, 15, 30, 5)]).crossed == (2,)


def test_the_list_is_cut_and_the_count_is_not() -> None:
    picture = np.random.default_rng(2).integers(0, 256, (100, 300), np.uint8)
    picture[:, :] = np.where(np.indices(picture.shape)[0] // 10 % 2 == 0, picture, 255)
    boxes = [(20 * i, 20, 9, 10) for i in range(12)]
    crossed = redact(picture.copy(), boxes).crossed
    assert crossed == expected(picture, "GRAY8", [Region(box) for box in boxes]) and len(crossed) > 3


def crossed_in(name: str, planes: list[np.ndarray], regions: list[Region]) -> tuple[int, ...]:
    """The same through the C interface, for a frame in planes of rows of bytes."""
    frame = abi.scrim_frame(ctypes.sizeof(abi.scrim_frame), scrim.Format[name], planes[0].shape[1], planes[0].shape[0])
    for index, plane in enumerate(planes):
        frame.planes[index] = abi.scrim_plane(plane.ctypes.data, plane.strides[0])
    rects = (abi.scrim_region * len(regions))()
    for rect, region in zip(rects, regions):
        rect.shape, rect.rect = 1, abi.scrim_rect(*region.rect)
    crossed = (ctypes.c_uint64 * len(regions))()
    report = abi.scrim_redact_report(ctypes.sizeof(abi.scrim_redact_report), 3, crossed=crossed, crossed_capacity=len(regions))
    assert scrim._ffi.redact(frame, rects, len(regions), None, report) == 0
    return tuple(crossed[: report.regions_crossed])


def boxes(random: np.random.Generator, width: int, height: int) -> list[Region]:
    return [
        Region((int(random.integers(-5, width)), int(random.integers(-5, height)), *(int(n) for n in random.integers(1, 30, 2))))
        for _ in range(4)
    ]


@pytest.mark.parametrize("name", WIDE)
def test_wide_numbers_count_by_their_upper_bits(name: str) -> None:
    random = np.random.default_rng(4)
    kind, shape = {"RGBA16": (np.uint16, (60, 90, 4)), "GRAY16": (np.uint16, (60, 90))}.get(name, (np.uint32, (60, 90)))
    most, found = np.iinfo(kind).max, 0
    for _ in range(40):
        ink = (np.indices(shape).sum(axis=0) // 7 % 5 == 0) & (random.random(shape) < 0.02)
        picture = np.where(ink, random.integers(0, most, shape), random.integers(0, most)).astype(kind)
        if kind is np.uint16:
            picture ^= random.integers(0, 256, shape, np.uint16)  # the lower bits
        regions = boxes(random, 90, 60)
        crossed = expected(picture, name, regions)
        found += len(crossed)
        assert crossed_in(name, [picture.copy()], regions) == crossed
    assert 10 < found < 150


@pytest.mark.parametrize("name", ["NV12", "I420", "I422", "I444", "P010", "I010"])
def test_video_is_checked_by_its_luma(name: str) -> None:
    random = np.random.default_rng(5)
    kind = np.uint16 if name in ("P010", "I010") else np.uint8
    for _ in range(40):
        luma = np.where(random.random((40, 60)) < 0.01, random.integers(0, 256, (40, 60)), 90)
        stored = luma
        if name == "P010":
            stored = luma << 8 | random.integers(0, 4, luma.shape) << 6
        elif name == "I010":  # with unused bits
            stored = luma << 2 | random.integers(0, 4, luma.shape) | random.integers(0, 64, luma.shape) << 10
        planes = [stored.astype(kind), *(random.integers(0, 200, (40, 60)).astype(kind) for _ in range(2))]
        regions = boxes(random, 60, 40)
        given = planes[:2] if name in ("NV12", "P010") else planes
        assert crossed_in(name, given, regions) == expected(luma.astype(np.uint8), "GRAY8", regions)


@pytest.mark.parametrize("bands", [2, 3, 7])
def test_bands_report_each_region_once(bands: int) -> None:
    random = np.random.default_rng(3)
    picture = random.integers(100, 103, (90, 120, 3)).astype(np.uint8)
    regions = [Region(tuple(int(n) for n in (*random.integers(-5, 110, 2), *random.integers(1, 40, 2)))) for _ in range(30)]
    whole = redact(picture.copy(), regions)
    assert 3 < whole.regions_crossed < 30
    assert redact(picture, regions, threads=bands).crossed == whole.crossed
