# SPDX-License-Identifier: MIT
"""Frost, tiles and pixelation in 4:2:2, 4:4:4, 10 and 16 bits, against models of exact fractions."""

from typing import Any, NamedTuple

import frost_model as model
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import ColorRange, Style

COLOR = (54, 183, 19)


class Layout(NamedTuple):
    #: Numbers of a pixel, and the shifts across and down, of each plane.
    planes: tuple[tuple[int, tuple[int, int]], ...]
    bits: int
    #: Where a number begins among its bits, or the lowest bits of red, green and blue in one number.
    at: int | tuple[int, int, int] = 0
    kind: Any = np.uint16


def planar(shift: tuple[int, int], **more: Any) -> Layout:
    return Layout(((1, (0, 0)), (1, shift), (1, shift)), **more)


LAYOUTS = {
    "I422": planar((1, 0), bits=8, kind=np.uint8),
    "I444": planar((0, 0), bits=8, kind=np.uint8),
    "P010": Layout(((1, (0, 0)), (2, (1, 1))), 10, 6),
    "I010": planar((1, 1), bits=10),
    "I210": planar((1, 0), bits=10),
    "I410": planar((0, 0), bits=10),
    "XRGB2101010": Layout(((3, (0, 0)),), 10, (20, 10, 0), np.uint32),
    "ABGR2101010": Layout(((3, (0, 0)),), 10, (0, 10, 20), np.uint32),
    "RGBX1010102": Layout(((3, (0, 0)),), 10, (22, 12, 2), np.uint32),
    "BGRA1010102": Layout(((3, (0, 0)),), 10, (2, 12, 22), np.uint32),
    "RGBA16": Layout(((4, (0, 0)),), 16),
    "GRAY16": Layout(((1, (0, 0)),), 16),
}


def frame(layout: Layout, width: int, height: int, seed: int) -> list[np.ndarray]:
    """Planes of random bits, the unused ones too, that change slowly enough to show a surface."""
    random = np.random.default_rng(seed)
    planes = []
    for channels, (across, down) in layout.planes:
        shape = (-(-height // (1 << down)), -(-width // (1 << across)))
        values = random.integers(0, np.iinfo(layout.kind).max, (*shape, channels), layout.kind, endpoint=True)
        if isinstance(layout.at, tuple):
            values = values[..., :1]
        planes.append(np.ascontiguousarray(values[..., 0]) if values.shape[2] == 1 else values)
    return planes


def numbers(layout: Layout, plane: np.ndarray) -> np.ndarray:
    """Height × width × channels. Alpha is left out."""
    if isinstance(layout.at, tuple):
        return np.stack([plane >> np.uint32(bit) & 1023 for bit in layout.at], -1).astype(np.int64)
    values = (plane >> layout.at & (2**layout.bits - 1)).astype(np.int64)
    return values[..., None] if values.ndim == 2 else values[..., :3]


def shrunk(mask: np.ndarray, shift: tuple[int, int]) -> np.ndarray:
    """The samples of a plane that share a pixel of a mask."""
    across, down = 1 << shift[0], 1 << shift[1]
    padded = np.pad(mask, ((0, -mask.shape[0] % down), (0, -mask.shape[1] % across)))
    return padded.reshape(padded.shape[0] // down, down, -1, across).any((1, 3))


def redact(name: str, planes: list[np.ndarray], rect: tuple[int, ...], style: Style, **options: Any) -> list[np.ndarray]:
    made = scrim.redact(
        tuple(planes) if len(planes) > 1 else planes[0], [rect], style=style, pixel_format=name, allow_nothing=True, **options
    )
    return list(made) if isinstance(made, tuple) else [made]


sizes = st.tuples(st.integers(1, 120), st.integers(1, 120))
rects = st.tuples(st.integers(-20, 90), st.integers(-20, 90), st.integers(1, 130), st.integers(1, 130))
pictures = st.tuples(st.sampled_from(sorted(LAYOUTS)), sizes, rects, st.integers(0, 99))


def clipped(size: tuple[int, int], rect: tuple[int, int, int, int]) -> tuple[int, int, int, int] | None:
    left, top = max(rect[0], 0), max(rect[1], 0)
    right, bottom = min(rect[0] + rect[2], size[0]), min(rect[1] + rect[3], size[1])
    return (left, top, right, bottom) if left < right and top < bottom else None


@given(pictures, st.sampled_from(["frost", "tiles"]), st.integers(0, 2**64 - 1), st.sampled_from(ColorRange))
@settings(max_examples=120)
def test_frost_and_tiles(picture: Any, style: str, seed: int, color_range: ColorRange) -> None:
    name, size, rect, noise = picture
    layout, box = LAYOUTS[name], clipped(size, rect)
    planes = frame(layout, *size, noise)
    made = redact(name, planes, rect, getattr(Style, style)(seed), color_range=color_range)
    if box is None:
        return
    left, top, right, bottom = box
    gap = np.zeros((size[1], size[0]), bool)
    gap[max(top - 2, 0) : bottom + 2, max(left - 2, 0) : right + 2] = True
    is_video = len(planes) > 1
    for index, (plane, (_, shift)) in enumerate(zip(planes, layout.planes, strict=True)):
        (sx, sy), chroma = shift, index > 0
        x0, y0, x1, y1 = left >> sx, top >> sy, (right + sx) >> sx, (bottom + sy) >> sy
        cut = (left - rect[0] + sx) >> sx, (top - rect[1] + sy) >> sy
        area = model.Area(x0, y0, x1 - x0, y1 - y0, (rect[2], rect[3]), cut, shift, chroma, 6)
        limited = is_video and color_range == ColorRange.LIMITED
        ink = model.Ink(seed, 0, (256,) if is_video or name == "GRAY16" else COLOR, *((16, 235) if limited else (0, 255)))
        how = model.Numbers(layout.bits, limited, chroma)
        draw = model.frost if style == "frost" else model.tiles
        wanted = draw(numbers(layout, plane), shrunk(gap, shift), area, ink, numbers=how)
        got = numbers(layout, made[index])
        # Rounded to nearest, frost within a twentieth of a number.
        assert abs(got[y0:y1, x0:x1] - wanted).max() <= (0.55 if style == "frost" else 0.5)
        outside = np.ones(got.shape[:2], bool)
        outside[y0:y1, x0:x1] = False
        assert (made[index][outside] == plane[outside]).all()


@given(pictures, st.one_of(st.integers(2, 20), st.sampled_from([33, 64, 200, 4096])))
@settings(max_examples=150)
def test_means_of_blocks(picture: Any, side: int) -> None:
    name, size, rect, noise = picture
    layout, box = LAYOUTS[name], clipped(size, rect)
    planes = frame(layout, *size, noise)
    made = redact(name, planes, rect, Style.pixelate(side))
    if box is None:
        return
    left, top, right, bottom = box
    for index, (plane, (_, (sx, sy))) in enumerate(zip(planes, layout.planes, strict=True)):
        x0, y0, x1, y1 = left >> sx, top >> sy, (right + sx) >> sx, (bottom + sy) >> sy
        # A sample belongs to the block of its first pixel. The corner is the first of the pixels that share its sample.
        columns = (((np.arange(x0, x1) - x0 + ((left - rect[0] + sx) >> sx)) << sx) // side)
        rows = (((np.arange(y0, y1) - y0 + ((top - rect[1] + sy) >> sy)) << sy) // side)
        before, after = numbers(layout, plane)[y0:y1, x0:x1], numbers(layout, made[index])[y0:y1, x0:x1]
        for row in np.unique(rows):
            for column in np.unique(columns):
                block = np.ix_(rows == row, columns == column)
                total, count = before[block].sum((0, 1)), before[block].shape[0] * before[block].shape[1]
                assert (after[block] == (2 * total + count) // (2 * count)).all()


#: One of each kind: packed, 8 bits and subsampled, 10 bits, 16 bits. script/test long runs the others too.
LARGEST = ("ABGR2101010", "GRAY16", "I422", "P010", "RGBA16")


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name not in LARGEST)) for name in sorted(LAYOUTS)])
def test_blocks_as_large_as_can_be_do_not_overflow(name: str) -> None:
    layout = LAYOUTS[name]
    planes = [np.full_like(plane, np.iinfo(layout.kind).max) for plane in frame(layout, 4100, 4100, 0)]
    made = redact(name, planes, (0, 0, 4100, 4100), Style.pixelate(4096))
    for plane in made:
        assert (numbers(layout, plane) == 2**layout.bits - 1).all()


@pytest.mark.parametrize("deviation", [0.7, 2.5, 9, 40])
def test_a_blur_of_4_4_4_is_one_of_each_plane(deviation: float) -> None:
    planes = frame(LAYOUTS["I444"], 90, 70, 3)
    made = redact("I444", planes, (5, 7, 70, 50), Style.blur(deviation))
    for plane, found in zip(planes, made, strict=True):
        (alone,) = redact("GRAY8", [plane], (5, 7, 70, 50), Style.blur(deviation))
        assert (found == alone).all() and (found != plane).any()


def test_an_effect_of_4_4_4_has_one_radius() -> None:
    """Without a change of saturation, and without a tint, it is the same for luma and chroma."""
    planes = frame(LAYOUTS["I444"], 90, 70, 4)
    made = redact("I444", planes, (5, 7, 70, 50), Style.effect(6, 1, "#00000000"), color_range=ColorRange.FULL)
    for plane, found in zip(planes, made, strict=True):
        (alone,) = redact("GRAY8", [plane], (5, 7, 70, 50), Style.effect(6, 1, "#00000000"))
        assert (found == alone).all() and (found != plane).any()
