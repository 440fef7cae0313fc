# SPDX-License-Identifier: MIT
"""The tiles of a region's own pixels, against a model that averages block by block."""

import numpy as np
import pytest
from reversible_model import block_of, pixelated
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Region, Style

FORMATS = ["RGBA", "BGRA", "RGBX", "BGRX", "ARGB", "ABGR", "RGB", "BGR", "RGB565", "GRAY8"]


def channels(format: str) -> int:
    return {"RGB565": 2, "GRAY8": 1}.get(format, len(format))


def noise(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


def tiles(samples: np.ndarray, corner: tuple[int, int], side: int, format: str) -> np.ndarray:
    if format == "RGB565":
        number = samples[..., 0].astype(int) | samples[..., 1].astype(int) << 8
        colors = np.stack([number >> 11, number >> 5 & 63, number & 31], -1).astype(np.uint8)
        red, green, blue = np.moveaxis(pixelated(colors, corner, side).astype(int), -1, 0)
        number = red << 11 | green << 5 | blue
        return np.stack([number & 255, number >> 8], -1).astype(np.uint8)
    out = pixelated(samples, corner, side)
    for name, value in [("A", 255), ("X", 0)]:
        if name in format and format != "GRAY8":
            out[..., format.index(name)] = value
    return out


def window(start: int, length: int, limit: int) -> tuple[int, int]:
    """What a frame leaves of one side of a region."""
    return max(start, 0), min(start + length, limit)


sizes = st.tuples(st.integers(1, 50), st.integers(1, 70))
starts = st.integers(-40, 49)
lengths = st.integers(1, 130)
sides = st.one_of(st.integers(2, 20), st.sampled_from([33, 64, 200, 4096]))


@given(st.sampled_from(FORMATS), sizes, st.tuples(starts, starts, lengths, lengths), sides, st.integers(0, 3))
def test_pixels_agree_with_the_model(
    format: str, size: tuple[int, int], rect: tuple[int, int, int, int], side: int, seed: int
) -> None:
    picture = noise(seed, *size, channels(format))
    (left, right), (top, bottom) = window(rect[0], rect[2], size[1]), window(rect[1], rect[3], size[0])
    expected = picture.copy()
    if left < right and top < bottom:
        part = picture[top:bottom, left:right]
        expected[top:bottom, left:right] = tiles(part, (rect[0] - left, rect[1] - top), side, format)
    out = scrim.redact(picture, [rect], style=Style.pixelate(side), pixel_format=format, allow_nothing=True)
    assert (out == expected).all()


@given(
    st.sampled_from(["NV12", "I420"]),
    sizes,
    st.tuples(starts, starts, lengths, lengths),
    sides,
)
def test_luma_and_chroma_agree_with_the_model(
    format: str, size: tuple[int, int], rect: tuple[int, int, int, int], side: int
) -> None:
    (height, width), half = size, ((size[0] + 1) // 2, (size[1] + 1) // 2)
    luma, pairs = noise(1, height, width), noise(2, *half, 2)
    planes = (luma, pairs) if format == "NV12" else (luma, *(np.ascontiguousarray(pairs[..., i]) for i in (0, 1)))
    out = scrim.redact(planes, [rect], style=Style.pixelate(side), pixel_format=format, allow_nothing=True)
    chroma = out[1] if format == "NV12" else np.stack(out[1:], -1)
    (left, right), (top, bottom) = window(rect[0], rect[2], width), window(rect[1], rect[3], height)
    expected_luma, expected_chroma = luma.copy(), pairs.copy()
    if left < right and top < bottom:
        part = luma[top:bottom, left:right, None]
        expected_luma[top:bottom, left:right] = pixelated(part, (rect[0] - left, rect[1] - top), side)[..., 0]
        # Outward: every sample that a covered pixel has a part in. The corner is the sample that the first pixel shares.
        box = (slice(top // 2, (bottom + 1) // 2), slice(left // 2, (right + 1) // 2))
        corner = (rect[0] // 2 - left // 2, rect[1] // 2 - top // 2)
        expected_chroma[box] = pixelated(pairs[box], corner, side, chroma=True)
    assert (out[0] == expected_luma).all()
    assert (chroma == expected_chroma).all()


@pytest.mark.parametrize("side", [2, 3, 5, 8, 16, 31])
def test_blocks_of_chroma_are_those_of_luma(side: int) -> None:
    # Each sample of chroma goes with the luma pixel at its left and top.
    luma, chroma = block_of(400, 0, side, False), block_of(200, 0, side, True)
    assert (chroma == luma[::2]).all()
    lengths = np.bincount(chroma)[:-1]
    assert set(lengths) == {side // 2, (side + 1) // 2}


@pytest.mark.parametrize(
    "amount, scale, side", [(1.5, 1, 2), (2.4, 1, 2), (2.5, 1, 3), (1, 1.75, 2), (3, 2, 6), (16, 0.5, 8)]
)
def test_a_block_is_points_rounded_to_pixels(amount: float, scale: float, side: int) -> None:
    picture = noise(3, 24, 28, 3)
    out = scrim.redact(picture, [(0, 0, 28 / scale, 24 / scale)], style=Style.pixelate(amount), scale=scale)
    assert (out == pixelated(picture, (0, 0), side)).all()


@pytest.mark.parametrize("format, level", [("GRAY8", 255), ("GRAY8", 1), ("RGBA", 255), ("RGB", 254), ("RGB565", 255)])
def test_the_largest_block_of_the_brightest_pixels(format: str, level: int) -> None:
    # 4,096 · 4,096 · 255 is just below 2^32.
    picture = np.full((4100, 4101, channels(format)), level, np.uint8)
    scrim.redact_in_place(picture, [(0, 0, 4101, 4100)], style=Style.pixelate(4096), pixel_format=format)
    assert (picture[..., : 2 if format == "RGB565" else 3] == level).all()


def test_every_mean_of_small_blocks() -> None:
    # All sums that a block of n pixels can have, for each n: rounded to nearest, halves upward.
    for n in range(2, 40):
        sums = np.arange(255 * n + 1)
        picture = np.zeros((n, len(sums) * n), np.uint8)
        columns = np.clip(sums[:, None] - 255 * np.arange(n)[None, :], 0, 255)  # n pixels with that sum
        picture = np.repeat(columns.astype(np.uint8).reshape(1, -1), n, 0)
        for start in range(0, picture.shape[1], 65536 // n * n):
            part = np.ascontiguousarray(picture[:, start : start + 65536 // n * n])
            out = scrim.redact(part, [(0, 0, part.shape[1], n)], style=Style.pixelate(n))
            wanted = (sums * n * 2 + n * n) // (2 * n * n)
            assert (out[0, ::n] == wanted[start // n : start // n + part.shape[1] // n]).all()


@pytest.mark.parametrize("format", FORMATS)
def test_pieces_are_cut_out_of_the_same_tiles(format: str) -> None:
    picture = noise(4, 50, 60, channels(format))
    style, black = Style.pixelate(7), Style.solid()
    flat = np.full_like(picture, 0)
    for base in (picture, flat):
        whole = scrim.redact(base, [(3, 4, 50, 40)], style=style, pixel_format=format)
        above = scrim.redact(base, [(20, 13, 9, 11)], style=Style.pixelate(4), pixel_format=format)
        out = scrim.redact(
            base,
            [Region((3, 4, 50, 40), 0), Region((20, 13, 9, 11), 1)],
            styles=[style, Style.pixelate(4)],
            pixel_format=format,
        )
        whole[13:24, 20:29] = above[13:24, 20:29]
        assert (out == whole).all()
    solid = scrim.redact(
        flat, [Region((3, 4, 50, 40), 0), Region((20, 0, 9, 50), 1)], styles=[style, black], pixel_format=format
    )
    uncut = scrim.redact(flat, [(3, 4, 50, 40)], style=style, pixel_format=format)
    uncut[:, 20:29] = scrim.redact(flat, [(20, 0, 9, 50)], pixel_format=format)[:, 20:29]
    assert (solid == uncut).all()
