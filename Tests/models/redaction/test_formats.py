# SPDX-License-Identifier: MIT
"""Every pixel format, against a plain model: which bytes of which plane change, and to what."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import ColorMatrix, ColorRange, Format, Outcome, Region, Style

RGB = tuple[int, int, int]
PACKED = {
    "RGBA": "RGBA", "BGRA": "BGRA", "RGBX": "RGBX", "BGRX": "BGRX", "ARGB": "ARGB", "ABGR": "ABGR", "RGB": "RGB",
    "BGR": "BGR",
}  # fmt: skip
#: How many pixels share a sample of chroma, across and down, and whether it is a pair of Cb and Cr.
CHROMA = {
    "NV12": (2, 2, True), "P010": (2, 2, True), "I420": (2, 2, False), "I010": (2, 2, False), "I422": (2, 1, False),
    "I210": (2, 1, False), "I444": (1, 1, False), "I410": (1, 1, False),
}  # fmt: skip
TEN_BITS = ("P010", "I010", "I210", "I410")
#: What red and blue weigh in luma.
WEIGHTS = {
    ColorMatrix.BT709: (0.2126, 0.0722),
    ColorMatrix.BT601: (0.299, 0.114),
    ColorMatrix.BT2020: (0.2627, 0.0593),
}


class Colors(NamedTuple):
    range: ColorRange
    matrix: ColorMatrix


def yuv(color: RGB, colors: Colors, bits: int = 8) -> tuple[float, float, float]:
    kr, kb = WEIGHTS[colors.matrix]
    r, g, b = (level / 255 for level in color)
    y = kr * r + (1 - kr - kb) * g + kb * b
    cb, cr = (b - y) / (2 - 2 * kb), (r - y) / (2 - 2 * kr)
    most, unit = 2**bits - 1, 2.0 ** (bits - 8)
    if colors.range == ColorRange.FULL:
        return most * y, 128 * unit + most * cb, 128 * unit + most * cr
    return (16 + 219 * y) * unit, (128 + 224 * cb) * unit, (128 + 224 * cr) * unit


def rgb(y: float, cb: float, cr: float, colors: Colors) -> list[float]:
    """The way back, from the same standards."""
    kr, kb = WEIGHTS[colors.matrix]
    if colors.range == ColorRange.FULL:
        y, cb, cr = y / 255, (cb - 128) / 255, (cr - 128) / 255
    else:
        y, cb, cr = (y - 16) / 219, (cb - 128) / 224, (cr - 128) / 224
    r, b = y + (2 - 2 * kr) * cr, y + (2 - 2 * kb) * cb
    return [255 * r, 255 * (y - kr * r - kb * b) / (1 - kr - kb), 255 * b]


def nearest(value: float, most: int) -> int:
    return math.floor(min(max(value, 0), most) + 0.5)


def pixel(format: Format, color: RGB) -> bytes:
    if format.name in PACKED:
        channels = dict(zip("RGBAX", (*color, 255, 0)))
        return bytes(channels[c] for c in PACKED[format.name])
    if format == Format.RGB565:
        r, g, b = (math.floor(level / 255 * most + 0.5) for level, most in zip(color, (31, 63, 31)))
        return (r << 11 | g << 5 | b).to_bytes(2, "little")
    if format == Format.RGBA16:
        return b"".join((level * 257).to_bytes(2, "little") for level in (*color, 255))
    if format.name[-7:] in ("2101010", "1010102"):
        # Names and widths from the highest bits to the lowest.
        widths = [int(width) for width in ("2,10,10,10" if format.name.endswith("2101010") else "10,10,10,2").split(",")]
        levels = dict(zip("RGBAX", (*(nearest(level / 255 * 1023, 1023) for level in color), 3, 0)))
        number = 0
        for name, width in zip(format.name, widths):
            number = number << width | levels[name]
        return number.to_bytes(4, "little")
    r, g, b = color
    luma = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
    return nearest(luma * 65535, 65535).to_bytes(2, "little") if format == Format.GRAY16 else bytes([nearest(luma * 255, 255)])


def samples(format: Format, color: RGB, colors: Colors) -> list[bytes]:
    """A sample of each plane, of a format with planes of chroma."""
    bits = 10 if format.name in TEN_BITS else 8
    numbers = [nearest(value, 2**bits - 1) << (6 if format == Format.P010 else 0) for value in yuv(color, colors, bits)]
    y, cb, cr = (number.to_bytes(1 if bits == 8 else 2, "little") for number in numbers)
    return [y, cb + cr] if CHROMA[format.name][2] else [y, cb, cr]


class Frame:
    """Planes of random bytes with random gaps, rows up or down, inside of one larger memory."""

    def __init__(self, format: Format, width: int, height: int, draw: Callable[[int], int], seed: int) -> None:
        sizes = [(height, width * format.pixel_size)]
        if format.name in CHROMA:
            across, down, is_pair = CHROMA[format.name]
            columns = -(-width // across) * format.pixel_size
            sizes += [(-(-height // down), columns * 2)] if is_pair else [(-(-height // down), columns)] * 2
        self.memory: list[np.ndarray] = []
        self.planes: list[np.ndarray] = []
        for index, (rows, row) in enumerate(sizes):
            left, right, flip = draw(5), draw(5), draw(2)
            if format.planes > 1 and format.sample_size == 2:  # numpy's numbers of 16 bits are at even strides
                left, right = left * 2, right * 2
            memory = np.random.default_rng(seed + index).integers(0, 256, (rows + 2, left + row + right), np.uint8)
            plane = memory[1:-1, left : left + row]
            self.memory.append(memory)
            self.planes.append(plane[::-1] if flip else plane)

    def pixels(self, format: Format) -> Any:
        """What redact() takes."""
        if format.planes > 1:
            return tuple(plane.view(np.uint16) if format.sample_size == 2 else plane for plane in self.planes)
        rows = self.planes[0]
        size = format.pixel_size
        if size == 1:
            return rows
        return np.lib.stride_tricks.as_strided(
            rows, (rows.shape[0], rows.shape[1] // size, size), (rows.strides[0], size, 1)
        )


def cover(frame: Frame, format: Format, boxes: list[tuple[int, int, int, int]], color: RGB, colors: Colors) -> None:
    """The model: rectangles of whole pixels, clipped; of chroma, every sample that one of them has a part in."""
    height, width = frame.planes[0].shape[0], frame.planes[0].shape[1] // format.pixel_size
    values = samples(format, color, colors) if format.name in CHROMA else [pixel(format, color)]
    across, down, _ = CHROMA.get(format.name, (1, 1, False))
    for left, top, w, h in boxes:
        box = [max(left, 0), max(top, 0), min(left + w, width), min(top + h, height)]
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        for index, (plane, value) in enumerate(zip(frame.planes, values)):
            x0, y0, x1, y1 = box
            if index > 0:
                x0, y0, x1, y1 = x0 // across, y0 // down, -(-x1 // across), -(-y1 // down)
            n = len(value)
            plane[y0:y1, x0 * n : x1 * n] = np.tile(np.frombuffer(value, np.uint8), x1 - x0)


spaces = st.builds(Colors, st.sampled_from(ColorRange), st.sampled_from(ColorMatrix))
levels = st.integers(0, 255)
side = st.integers(1, 21)
box = st.tuples(st.integers(-6, 22), st.integers(-6, 22), st.integers(0, 24), st.integers(0, 24))


def near_half(color: RGB, format: Format, colors: Colors) -> bool:
    """Whether rounding to nearest may go either way, by the last bit of a double."""
    values = list(yuv(color, colors)) if format.planes > 1 else [np.dot(color, [0.2126, 0.7152, 0.0722])]
    if format.name in TEN_BITS:
        values = list(yuv(color, colors, 10))
    if format == Format.GRAY16:
        values = [values[0] * 257]
    return any(abs(value % 1 - 0.5) < 1e-6 for value in values)


@given(st.sampled_from(Format), side, side, st.lists(box, max_size=5), st.tuples(levels, levels, levels), spaces,
       st.data())  # fmt: skip
def test_solid_rectangles(
    format: Format, width: int, height: int, boxes: list[Any], color: RGB, colors: Colors, data: st.DataObject
) -> None:
    if near_half(color, format, colors):
        return
    shape = [data.draw(st.integers(0, 4)) for _ in range(9)]
    seed = data.draw(st.integers(0, 9))

    def make() -> Frame:
        numbers = iter(shape)
        return Frame(format, width, height, lambda bound: next(numbers) % bound, seed)

    frame, expected = make(), make()
    cover(expected, format, boxes, color, colors)
    named = dict(
        style=Style.solid(color), pixel_format=format, color_range=colors.range, color_matrix=colors.matrix,
        allow_nothing=True,
    )  # fmt: skip
    copy = scrim.redact(frame.pixels(format), boxes, **named)
    for memory, original in zip(frame.memory, make().memory):
        assert (memory == original).all()  # the source is only read
    report = scrim.redact_in_place(frame.pixels(format), boxes, **named)
    assert report.outcome == Outcome.OK
    for memory, wanted in zip(frame.memory, expected.memory):
        assert (memory == wanted).all()  # what lies between the rows included
    copies = copy if isinstance(copy, tuple) else (copy,)
    for plane, wanted in zip(copies, expected.planes):
        assert (plane.view(np.uint8).reshape(wanted.shape) == wanted).all()


@pytest.mark.parametrize("format", [Format.NV12, Format.I420])
@given(st.tuples(levels, levels, levels), spaces)
def test_a_fill_converts_back_to_its_colour(format: Format, color: RGB, colors: Colors) -> None:
    pixels = bytearray(24)
    scrim.redact_in_place(
        pixels, [(0, 0, 4, 4)], style=Style.solid(color), pixel_format=format, width=4, height=4,
        color_range=colors.range, color_matrix=colors.matrix,
    )  # fmt: skip
    assert len(set(pixels[:16])) == 1
    back = rgb(pixels[0], pixels[16], pixels[17 if format == Format.NV12 else 20], colors)
    assert np.abs(np.array(back) - color).max() < 2.5


def test_a_fill_as_opencv_reads_it() -> None:
    """OpenCV's conversion of I420 is BT.601 in the limited range."""
    cv2 = pytest.importorskip("cv2")
    for color in [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0), (12, 200, 99)]:
        picture = np.full((12, 8), 77, np.uint8)
        scrim.redact_in_place(
            picture, [(0, 0, 8, 8)], style=Style.solid(color), pixel_format="I420", color_matrix=ColorMatrix.BT601
        )
        assert np.abs(cv2.cvtColor(picture, cv2.COLOR_YUV2RGB_I420).astype(int) - color).max() <= 3


def test_a_tight_buffer_of_odd_size() -> None:
    for format, length in [(Format.NV12, 35 + 4 * 6), (Format.I420, 35 + 2 * 4 * 3)]:
        pixels = bytes(range(1, length + 1))
        copy = scrim.redact(pixels, [(4, 6, 1, 1)], pixel_format=format, width=5, height=7)
        assert isinstance(copy, bytes) and len(copy) == length
        changed = [index for index in range(length) if copy[index] != pixels[index]]
        assert changed == ([34, 35 + 22, 35 + 23] if format == Format.NV12 else [34, 35 + 11, 35 + 23])


def test_black_errors_in_every_format() -> None:
    for format in Format:
        frame = Frame(format, 5, 3, lambda bound: bound - 1, 1)
        expected = Frame(format, 5, 3, lambda bound: bound - 1, 1)
        cover(expected, format, [(0, 0, 5, 3)], (0, 0, 0), Colors(ColorRange.LIMITED, ColorMatrix.BT709))
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.redact_in_place(frame.pixels(format), [Region((0, 0, 1, 1), style=3)], pixel_format=format)
        for memory, wanted in zip(frame.memory, expected.memory):
            assert (memory == wanted).all()


@pytest.mark.parametrize(
    "planes, arguments",
    [
        ((np.ones((4, 4), np.uint8),), {}),
        ((np.ones((4, 4), np.uint8), np.ones((2, 5), np.uint8)), {}),
        ((np.ones((4, 4), np.uint8), np.ones((3, 4), np.uint8)), {}),
        ((np.ones((4, 4), np.uint8), np.ones((2, 4), np.uint8)), dict(pixel_format="I420")),
        ((np.ones((4, 4), np.uint8), np.ones((2, 4), np.uint8)), dict(pixel_format="RGB")),
        (np.ones((5, 4), np.uint8), dict(pixel_format="NV12")),
        (np.ones((6, 5), np.uint8), dict(pixel_format="NV12")),
    ],
)
def test_planes_that_do_not_fit(planes: Any, arguments: dict[str, Any]) -> None:
    with pytest.raises(scrim.InvalidArgumentError) as caught:
        scrim.redact_in_place(planes, [(0, 0, 1, 1)], **arguments)
    assert caught.value.report.outcome == Outcome.DISCARD


class TestInto:
    """Into memory of the caller's."""

    def test_memory_that_is_the_same_is_in_place(self) -> None:
        picture = np.arange(60, dtype=np.uint8).reshape(5, 4, 3)
        expected = scrim.redact(picture, [(1, 1, 2, 2)])
        scrim.redact_into(picture, picture, [(1, 1, 2, 2)])
        assert (picture == expected).all()

    @pytest.mark.parametrize("shift", [1, 4, 11, 12, 47])
    def test_memory_that_overlaps_is_not_written(self, shift: int) -> None:
        memory = np.arange(95, dtype=np.uint8)
        low, high = memory[:48].reshape(4, 4, 3), memory[shift : shift + 48].reshape(4, 4, 3)
        before = memory.copy()
        for source, target in [(low, high), (high, low)]:
            with pytest.raises(scrim.InvalidArgumentError) as caught:
                scrim.redact_into(source, target, [(1, 1, 2, 2)])
            assert caught.value.report.outcome == Outcome.DISCARD
            assert (memory == before).all()

    def test_memory_side_by_side_is_written(self) -> None:
        memory = np.arange(96, dtype=np.uint8)
        scrim.redact_into(memory[:48].reshape(4, 4, 3), memory[48:].reshape(4, 4, 3), [])
        assert (memory[48:] == np.arange(48)).all()

    def test_another_size_or_format_covers_the_target(self) -> None:
        for source in [np.ones((5, 5, 3), np.uint8), np.ones((5, 4), np.uint8)]:
            target = np.full((5, 4, 3), 7, np.uint8)
            with pytest.raises(scrim.InvalidArgumentError) as caught:
                scrim.redact_into(source, target, [(1, 1, 2, 2)])
            assert caught.value.report.outcome == Outcome.COVERED and not target.any()
