# SPDX-License-Identifier: MIT
"""Pictures of 10 and 16 bits, and planes of 4:2:2 and 4:4:4, as arrays and buffers."""

import array
from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Format, Style

BOX = (2, 1, 3, 2)
STYLE = Style.solid("#ff8000")


@pytest.mark.parametrize("channels, pixel", [(1, [round((0.2126 * 255 + 0.7152 * 128) * 257)]), (4, [65535, 128 * 257, 0, 65535])])
def test_arrays_of_16_bits(channels: int, pixel: list[int]) -> None:
    picture = np.random.default_rng(1).integers(0, 65536, (6, 9, channels), np.uint16)
    picture = picture[..., 0] if channels == 1 else picture
    copy = scrim.redact(picture, [BOX], style=STYLE)
    assert copy.dtype == np.uint16 and copy.shape == picture.shape
    assert (copy[1:3, 2:5].reshape(-1, channels) == pixel).all()
    outside = np.ones((6, 9), bool)
    outside[1:3, 2:5] = False
    assert (copy[outside] == picture[outside]).all()
    scrim.redact_in_place(picture, [BOX], style=STYLE)
    assert (picture == copy).all()


def test_rows_that_run_upwards_and_are_padded() -> None:
    memory = np.zeros((6, 12), np.uint16)
    picture = memory[::-1, 1:10]
    scrim.redact_in_place(picture, [BOX], style=Style.solid("#ffffff"))
    assert (picture[1:3, 2:5] == 65535).all() and memory.sum() == 6 * 65535


@pytest.mark.parametrize("format", [f for f in Format if f.name.endswith(("2101010", "1010102"))])
def test_ten_bits_are_numbers_of_32(format: Format) -> None:
    for kind, shape in [(np.uint32, (6, 9)), (np.uint8, (6, 9, 4))]:
        picture = np.zeros(shape, kind)
        scrim.redact_in_place(picture, [BOX], style=STYLE, pixel_format=format)
        numbers = picture.view(np.uint32).reshape(6, 9)
        low = 0 if format.name.endswith("2101010") else 2
        order = [format.name.replace("X", "").replace("A", "").index(color) for color in "RGB"]
        found = [int(numbers[1, 2]) >> (low + 20 - 10 * place) & 1023 for place in order]
        assert found == [1023, round(128 / 255 * 1023), 0]
        rest = int(numbers[1, 2]) & 3 if low else int(numbers[1, 2]) >> 30
        assert rest == (3 if "A" in format.name else 0)
        assert np.count_nonzero(numbers) == 6


CHROMA = {
    (np.uint8, 2): {"NV12": ((5, 8), (3, 4, 2))},
    (np.uint16, 2): {"P010": ((5, 8), (3, 4, 2))},
    (np.uint8, 3): {"I420": ((5, 7), (3, 4)), "I422": ((5, 7), (5, 4)), "I444": ((5, 7), (5, 7))},
    (np.uint16, 3): {"I010": ((5, 7), (3, 4)), "I210": ((5, 7), (5, 4)), "I410": ((5, 7), (5, 7))},
}
PLANES = [(kind, count, *item) for (kind, count), formats in CHROMA.items() for item in formats.items()]


@pytest.mark.parametrize("kind, count, name, shapes", PLANES)
def test_planes_are_recognized(kind: Any, count: int, name: str, shapes: Any) -> None:
    given = tuple(np.full(shapes[min(index, 1)], 77, kind) for index in range(count))
    guessed = scrim.redact(given, [BOX], style=STYLE)
    named = scrim.redact(given, [BOX], style=STYLE, pixel_format=name)
    flat = np.concatenate([plane.ravel() for plane in given])
    width, height = shapes[0][1], shapes[0][0]
    tight = scrim.redact(flat.tobytes(), [BOX], style=STYLE, pixel_format=name, width=width, height=height)
    numbers = scrim.redact(flat, [BOX], style=STYLE, pixel_format=name, width=width, height=height)
    assert all((one == other).all() for one, other in zip(guessed, named, strict=True))
    assert tight == b"".join(plane.tobytes() for plane in named) == numbers.tobytes() != flat.tobytes()


@pytest.mark.parametrize("name, rows", [("I420", 9), ("I422", 12), ("I444", 18), ("NV12", 9), ("P010", 9), ("I210", 12)])
def test_planes_in_one_array(name: str, rows: int) -> None:
    kind = np.uint16 if Format[name].sample_size == 2 else np.uint8
    stacked = np.full((rows, 8), 77, kind)
    copy = scrim.redact(stacked, [BOX], style=STYLE, pixel_format=name)
    flat = scrim.redact(stacked.tobytes(), [BOX], style=STYLE, pixel_format=name, width=8, height=6)
    assert copy.tobytes() == flat and copy.dtype == kind
    with pytest.raises(scrim.InvalidArgumentError, match="must have height"):
        scrim.redact(stacked[:-1], [BOX], pixel_format=name)


def test_a_buffer_of_numbers() -> None:
    pixels = array.array("H", [5] * 12)
    scrim.redact_in_place(pixels, [(1, 1, 2, 1)], pixel_format="GRAY16", width=4, height=3)
    assert list(pixels) == [5] * 5 + [0, 0] + [5] * 5
    copy = scrim.redact(memoryview(pixels), [(0, 0, 1, 1)], pixel_format="GRAY16", width=4, height=3)
    assert copy.format == "H" and list(copy) == [0] + list(pixels)[1:]


def test_rgb565_as_numbers() -> None:
    picture = np.full((4, 5), 0xFFFF, np.uint16)
    scrim.redact_in_place(picture, [(1, 1, 1, 1)], style=Style.solid("#ff0000"), pixel_format="RGB565")
    assert picture[1, 1] == 0xF800 and np.count_nonzero(picture != 0xFFFF) == 1


EFFECTS = [Style.light(), Style.effect(2)]


@pytest.mark.parametrize(
    "format, style", [(f, style) for f in Format for style in [Style.blur(3)] * (not f.has_blurs) + EFFECTS * (not f.has_effects)]
)
def test_styles_of_8_bits(format: Format, style: Style) -> None:
    size = sum(p.rows(6) * p.numbers(8) * format.sample_size for p in format.chroma) + 6 * 8 * format.pixel_size
    pixels = bytearray(b"\x55" * size)
    with pytest.raises(scrim.UnsupportedError, match=f"in the format {format.name} "):
        scrim.redact_in_place(pixels, [BOX], style=style, pixel_format=format, width=8, height=6)
    assert b"\x55\x55" not in pixels  # it fails closed
