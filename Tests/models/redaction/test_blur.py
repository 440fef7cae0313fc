# SPDX-License-Identifier: MIT
"""The reversible blur, against SciPy's Gaussian in double precision."""

from functools import lru_cache
from typing import Any

import blur_model
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import gaussian_filter  # type: ignore[import-untyped]

import scrim
from scrim import Format, Region, Style

Array = np.ndarray[Any, np.dtype[np.uint8]]

#: Levels that a picture, or noise of black and white pixels in a wide blur, may differ by; half a level is rounding.
LIMIT, NOISE_LIMIT = 2.0, 3.5
#: What integers may add to half a level.
INTEGERS = 0.1
#: On either side of where the library goes from one way of blurring to the next, and in between.
SIGMAS = [0.05, 0.3, 0.5, 0.8, 1, 1.5, 1.99, 2, 2.7, 3, 4, 5.7, 5.99, 6, 7, 8, 11.7, 11.75, 12, 15, 16, 23.9, 24, 32, 45, 60]
SIZES = [(1, 1), (1, 50), (50, 1), (2, 2), (3, 3), (5, 200), (17, 31), (33, 16), (24, 100)]


def text() -> Array:
    image = Image.new("L", (330, 250), 255)
    draw = ImageDraw.Draw(image)
    for row, size in enumerate([8, 10, 12, 14, 18, 24, 32, 40]):
        y = sum([8, 10, 12, 14, 18, 24, 32, 40][:row]) + 4 * row
        draw.text((3 - row, y), "The quick brown fox 1234567890", 0, ImageFont.load_default(size))
    return np.asarray(image)


def screenshot() -> Array:
    image = Image.new("L", (330, 250), 236)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 329, 27), 40)
    draw.text((8, 6), "Transfer money", 255, ImageFont.load_default(14))
    for row in range(5):
        top = 40 + 40 * row
        draw.rounded_rectangle((12, top, 317, top + 32), 6, 255, 190)
        draw.ellipse((18, top + 6, 38, top + 26), 60 + 30 * row)
        draw.text((48, top + 4), f"Account {row} — DE89 3704 0044", 20, ImageFont.load_default(12))
        draw.text((48, top + 18), "1,234.56", 110, ImageFont.load_default(10))
        draw.line((200, top + 30, 310, top + 3), 0)
    return np.asarray(image)


def step() -> Array:
    picture = np.zeros((181, 203), np.uint8)
    picture[:, 100:] = 255
    picture[90:] ^= 255
    return picture


def checker(side: int) -> Array:
    y, x = np.mgrid[0:180, 0:220]
    return (((x // side + y // side) & 1) * 255).astype(np.uint8)


def photo() -> Array:
    """Smooth light, and noise as a sensor has."""
    y, x = np.mgrid[0:200, 0:260]
    light = 128 + 70 * np.sin(x / 31 + y / 50) + 50 * np.cos(y / 17 - x / 90)
    return np.clip(light + np.random.default_rng(1).normal(0, 6, light.shape), 0, 255).astype(np.uint8)


def noise(shape: tuple[int, ...] = (200, 240)) -> Array:
    return np.random.default_rng(2).integers(0, 2, shape, np.uint8) * np.uint8(255)


PICTURES = {
    "text": text, "screenshot": screenshot, "step": step, "checker 24": lambda: checker(24),
    "checker 7": lambda: checker(7), "checker 1": lambda: checker(1), "photo": photo, "noise": noise,
}  # fmt: skip


@lru_cache
def picture(name: str) -> Array:
    return PICTURES[name]()


def gaussian(pixels: Array, sigma: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Of rows × columns, or of rows × columns × channels."""
    sigmas = (sigma, sigma, 0)[: pixels.ndim]
    expected: np.ndarray[Any, Any] = gaussian_filter(pixels.astype(np.float64), sigmas, mode="nearest", truncate=6)
    return expected


def everything(pixels: Any) -> list[tuple[int, int, int, int]]:
    rows, columns = pixels.shape[:2]
    return [(0, 0, columns, rows)]


def blur(pixels: Any, sigma: float, **options: Any) -> Any:
    return scrim.redact(pixels, everything(pixels), style=Style.blur(sigma), **options)


def limit(sigma: float, *, is_noise: bool) -> float:
    if sigma <= 1:
        return 1
    return NOISE_LIMIT if is_noise and sigma >= blur_model.GRID_END else LIMIT


def error(pixels: Any, blurred: Any, sigma: float) -> float:
    return float(np.abs(blurred - gaussian(pixels, sigma)).max())


@pytest.mark.parametrize("sigma", SIGMAS)
@pytest.mark.parametrize("name", PICTURES)
def test_it_is_a_gaussian(name: str, sigma: float) -> None:
    pixels = picture(name)
    assert error(pixels, blur(pixels, sigma), sigma) <= limit(sigma, is_noise=name == "noise")


@pytest.mark.parametrize("sigma", [100, 128, 250, 256])
@pytest.mark.parametrize("name", ["text", "step", "noise"])
def test_very_wide_ones(name: str, sigma: float) -> None:
    pixels = picture(name)[:120, :160]
    assert error(pixels, blur(pixels, sigma), sigma) <= LIMIT


@pytest.mark.parametrize("sigma", [0.3, 1, 2.7, 3, 6, 12, 16, 24, 60, 250])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_borders_of_small_regions(size: tuple[int, int], sigma: float) -> None:
    for pixels in (noise(size), noise((*size, 3)), noise((*size, 4))):
        colors = slice(None) if pixels.ndim == 2 else (..., slice(3))
        assert error(pixels[colors], blur(pixels, sigma)[colors], sigma) <= limit(sigma, is_noise=True)


@given(st.integers(1, 70), st.integers(1, 70), st.floats(0.01, 256), st.sampled_from([1, 3, 4]))
def test_any_size(rows: int, columns: int, sigma: float, channels: int) -> None:
    pixels = noise((rows, columns, channels))
    colors = (..., slice(min(channels, 3)))
    assert error(pixels[colors], blur(pixels, sigma)[colors], sigma) <= limit(sigma, is_noise=True)


@given(st.integers(1, 70), st.integers(1, 70), st.floats(0.01, 5.999), st.sampled_from([1, 3, 4]), st.integers(0, 99))
def test_every_byte_of_narrow_ones(rows: int, columns: int, sigma: float, channels: int, seed: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (rows, columns, channels), np.uint8)
    if channels == 4:
        pixels[..., 3] = 255
    assert (blur(pixels, sigma) == blur_model.blur(pixels, sigma)).all()


@pytest.mark.parametrize("sigma", [0.5, 1, 1.1, 1.7, 1.99, 2, 2.66, 2.67, 4, 5.99])
@pytest.mark.parametrize("size", [*SIZES, (70, 90)], ids=str)
def test_every_byte_between_ways(size: tuple[int, int], sigma: float) -> None:
    pixels = np.random.default_rng(6).integers(0, 256, (*size, 3), np.uint8)
    assert (blur(pixels, sigma) == blur_model.blur(pixels, sigma)).all()


def test_no_picture_has_more_than_the_bound() -> None:
    """The largest error that any picture could have, from the kernels alone."""
    for sigma in np.arange(0.05, blur_model.GRID_END, 0.05):
        assert blur_model.bound(sigma) <= (0.55 if sigma < blur_model.DIRECT_END else 1.65)


@pytest.mark.parametrize("sigma", [0.5, 0.79, 1, 1.4, 1.99, 2, 2.05, 2.3, 2.66, 3.33, 4, 4.66, 5.33, 5.99])
def test_the_worst_pictures(sigma: float) -> None:
    """White where the kernel is too large, black elsewhere: no other picture errs by more at the pixel in the middle."""
    differences = blur_model.differences(sigma)
    for index, difference in enumerate(differences):
        # For grids, the pixel must lie in an even or odd row and column, as its kernel does.
        parities = [0, 1] if len(differences) == 4 else [0]
        middle = len(difference) // 2
        top, left = ((parities[index // len(parities)] - middle) % 2, (parities[index % len(parities)] - middle) % 2)
        for sign in (1, -1):
            pixels = np.pad(((sign * difference > 0) * 255).astype(np.uint8), ((top, 0), (left, 0)), "edge")
            y, x = middle + top, middle + left
            worst = 255 * (sign * difference)[sign * difference > 0].sum()
            blurred = blur(pixels, sigma)
            found = sign * (float(blurred[y, x]) - gaussian(pixels, sigma)[y, x])
            assert abs(found - worst) <= 0.5 + INTEGERS
            assert error(pixels, blurred, sigma) <= (1 if sigma <= 1 else 1.65 + 0.5 + INTEGERS)


def test_so_narrow_that_nothing_changes() -> None:
    for sigma in (0.05, 1e-3, 1e-160, 5e-324):
        assert (blur(picture("photo"), sigma) == picture("photo")).all()


@pytest.mark.parametrize("sigma", [0.3, 1, 1.99, 2, 5, 5.99, 6, 9, 11.75, 16, 23.9, 24, 40, 100, 180, 256])
def test_a_constant_stays_as_it_is(sigma: float) -> None:
    for level in range(256):
        for shape in ((13, 21), (13, 21, 3)):
            pixels = np.full(shape, level, np.uint8)
            assert (blur(pixels, sigma) == level).all()


# ---- Formats ----


@pytest.mark.parametrize("sigma", [1.5, 4, 7, 12, 30])
@pytest.mark.parametrize("name", ["RGBA", "BGRA", "RGBX", "BGRX", "ARGB", "ABGR"])
def test_the_fourth_byte_is_no_color(name: str, sigma: float) -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (40, 50, 4), np.uint8)
    blurred = blur(pixels, sigma, pixel_format=name)
    colors = ["RGB".find(c) >= 0 for c in name]
    assert (blurred[..., np.logical_not(colors)] == (0 if "X" in name else 255)).all()
    assert error(pixels[..., colors], blurred[..., colors], sigma) <= LIMIT
    pixels[..., np.logical_not(colors)] ^= 0xA5
    assert (blur(pixels, sigma, pixel_format=name) == blurred).all()


def expand(pixels: Array) -> Array:
    """RGB565 to three bytes, by the definition: fractions of 31 and 63."""
    words = pixels.view("<u2")[..., 0]
    levels = [(words >> 11) / 31, (words >> 5 & 63) / 63, (words & 31) / 31]
    rounded: Array = np.floor(np.stack(levels, -1) * 255 + 0.5).astype(np.uint8)
    return rounded


@pytest.mark.parametrize("sigma", [0.05, 1, 4, 7, 12, 30])
@pytest.mark.parametrize("size", [(40, 53), (35, 1), (36, 3), (2, 5), (1, 9)], ids=str)
def test_rgb565(size: tuple[int, int], sigma: float) -> None:
    pixels = np.random.default_rng(4).integers(0, 256, (*size, 2), np.uint8)
    blurred = blur(pixels, sigma, pixel_format=Format.RGB565)
    difference = np.abs(expand(blurred) - gaussian(expand(pixels), sigma)).max((0, 1))
    # Half of a step of 5 and of 6 bits, on top of what eight bits may differ by.
    assert (difference <= np.array([255 / 31, 255 / 63, 255 / 31]) / 2 + LIMIT).all()
    if sigma == 0.05:
        assert (blurred == pixels).all()


@pytest.mark.parametrize("sigma", [2, 5, 9, 16, 30])
@pytest.mark.parametrize("size", [(60, 80), (61, 77), (1, 1)], ids=str)
def test_luma_and_chroma(size: tuple[int, int], sigma: float) -> None:
    half = ((size[0] + 1) // 2, (size[1] + 1) // 2)
    luma, blue, red = noise(size), noise(half), noise(half)[::-1]
    pair = np.stack([blue, red], -1)
    options: dict[str, Any] = dict(style=Style.blur(sigma))
    y, cb, cr = scrim.redact((luma, blue, red), everything(luma), pixel_format="I420", **options)
    most, chroma_most = limit(sigma, is_noise=True), limit(sigma / 2, is_noise=True)
    assert error(luma, y, sigma) <= most
    assert error(blue, cb, sigma / 2) <= chroma_most and error(red, cr, sigma / 2) <= chroma_most
    nv12 = scrim.redact((luma, pair.reshape(half[0], -1)), everything(luma), pixel_format="NV12", **options)
    assert (nv12[0] == y).all()
    assert error(pair, nv12[1].reshape(pair.shape), sigma / 2) <= chroma_most


# ---- Regions ----

ACROSS = [1.5, 4, 7, 12, 30]


@pytest.mark.parametrize("sigma", ACROSS)
@pytest.mark.parametrize("format", ["GRAY8", "RGB", "RGBA", "RGB565"])
def test_in_place_is_as_a_copy(format: str, sigma: float) -> None:
    shape = (70, 90) if format == "GRAY8" else (70, 90, {"RGB": 3, "RGBA": 4, "RGB565": 2}[format])
    pixels = np.random.default_rng(5).integers(0, 256, shape, np.uint8)
    regions = [(5, 3, 40, 50), (50, 20, 37, 49)]
    options: dict[str, Any] = dict(style=Style.blur(sigma), pixel_format=format)
    copy = scrim.redact(pixels, regions, **options)
    upside_down = np.ascontiguousarray(pixels[::-1])
    scrim.redact_in_place(upside_down[::-1], regions, **options)
    scrim.redact_in_place(pixels, regions, **options)
    assert (pixels == copy).all() and (upside_down[::-1] == copy).all()


@pytest.mark.parametrize("sigma", ACROSS)
def test_pixels_outside_have_no_part_in_it(sigma: float) -> None:
    inside = noise((37, 45, 4))
    frames = [np.full((80, 90, 4), 7, np.uint8), noise((80, 90, 4))]
    for frame in frames:
        frame[20:57, 31:76] = inside
        scrim.redact_in_place(frame, [(31, 20, 45, 37)], style=Style.blur(sigma))
        assert (frame[20:57, 31:76] == blur(inside, sigma)).all()
    assert (frames[0][:20] == 7).all() and (frames[0][57:] == 7).all()
    assert (frames[0][:, :31] == 7).all() and (frames[0][:, 76:] == 7).all()


@pytest.mark.parametrize("sigma", ACROSS)
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_pieces_are_as_the_whole(channels: int, sigma: float) -> None:
    """What other regions lie on is written in pieces: bands, single pixels, and what is left of rows beside round ones."""
    pixels = noise((150, 170, channels))
    options: dict[str, Any] = dict(pixel_format={2: "RGB565"}.get(channels))
    boxes = [(40, 0, 3, 150), (0, 70, 170, 1), (90, 90, 1, 1), (11, 13, 17, 19)]
    # Round, row by row.
    boxes += [(110 - y * (60 - y) // 20, 80 + y, y * (60 - y) // 10 + 1, 1) for y in range(60)]
    covered = scrim.redact(np.zeros_like(pixels), boxes, style=Style.solid("#ffffff"), **options).any(-1)
    whole = blur(pixels, sigma, **options)
    styles = [Style.blur(sigma), Style.blur(1)]
    cut = scrim.redact(pixels, [Region((0, 0, 170, 150)), *(Region(box, 1) for box in boxes)], styles=styles, **options)
    assert covered.any() and not covered.all()
    assert (cut[~covered] == whole[~covered]).all()
    assert (cut[covered] != whole[covered]).any()
