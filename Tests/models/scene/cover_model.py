# SPDX-License-Identifier: MIT
"""A picture that covers a frame, in exact whole numbers: colors of 16 bits, scaled by matrices of weights, and encoded pixel by pixel."""

from __future__ import annotations

from typing import Any

import numpy as np

from scrim import ColorMatrix, ColorRange, Format

#: The bytes of packed formats, and the lowest bits of red, green, blue and alpha of those with numbers of 32 bits.
PACKED = ("RGBA", "BGRA", "RGBX", "BGRX", "ARGB", "ABGR", "RGB", "BGR")
TEN = {
    "XRGB2101010": (20, 10, 0, None), "XBGR2101010": (0, 10, 20, None), "RGBX1010102": (22, 12, 2, None),
    "BGRX1010102": (2, 12, 22, None), "ARGB2101010": (20, 10, 0, 30), "ABGR2101010": (0, 10, 20, 30),
    "RGBA1010102": (22, 12, 2, 0), "BGRA1010102": (2, 12, 22, 0),
}  # fmt: skip
#: Bits of a number, and where they begin.
VIDEO = {
    "NV12": (8, 0), "I420": (8, 0), "I422": (8, 0), "I444": (8, 0), "P010": (10, 6), "I010": (10, 0), "I210": (10, 0),
    "I410": (10, 0),
}  # fmt: skip
KR_KB = {
    ColorMatrix.BT709: (0.2126, 0.0722),
    ColorMatrix.BT601: (0.299, 0.114),
    ColorMatrix.BT2020: (0.2627, 0.0593),
}


def shapes(format: Format, width: int, height: int) -> list[tuple[int, int, int, Any]]:
    """Height, width, numbers of a pixel and their type, for each plane without padding."""
    if format.name in TEN:
        return [(height, width, 1, np.uint32)]
    if format == Format.RGB565:
        return [(height, width, 1, np.uint16)]
    kind = np.uint16 if format.sample_size == 2 else np.uint8
    chroma = [
        (-(-height // plane.down), -(-width // plane.across), plane.channels, kind) for plane in format.chroma
    ]
    return [(height, width, format.pixel_size // np.dtype(kind).itemsize, kind), *chroma]


def planes(format: Format, width: int, height: int, data: bytes) -> list[np.ndarray]:
    """The numbers of each plane, height × width × channels."""
    found, start = [], 0
    for rows, columns, channels, kind in shapes(format, width, height):
        count = rows * columns * channels
        found.append(np.frombuffer(data, kind, count, start).reshape(rows, columns, channels).astype(np.int64))
        start += count * np.dtype(kind).itemsize
    return found


def frame_size(format: Format, width: int, height: int) -> int:
    return sum(rows * columns * channels * np.dtype(kind).itemsize for rows, columns, channels, kind in shapes(format, width, height))


def wide(level: np.ndarray, top: int) -> np.ndarray:
    """0 … top as 0 … 65,535, rounded to nearest."""
    return (2 * level * 65535 + top) // (2 * top)


def decode(format: Format, width: int, height: int, data: bytes, space: tuple[ColorRange, ColorMatrix]) -> np.ndarray:
    """Height × width × red, green, blue and alpha, 0 … 65,535."""
    first, *rest = planes(format, width, height, data)
    opaque = np.full((height, width), 65535)
    if format.name in PACKED:
        channels = {name: wide(first[..., index], 255) for index, name in enumerate(format.name)}
        return np.stack([channels["R"], channels["G"], channels["B"], channels.get("A", opaque)], -1)
    if format.name in TEN:
        *bits, alpha = TEN[format.name]
        levels = [wide(first[..., 0] >> bit & 1023, 1023) for bit in bits]
        return np.stack([*levels, opaque if alpha is None else wide(first[..., 0] >> alpha & 3, 3)], -1)
    if format == Format.RGB565:
        fields = ((11, 31), (5, 63), (0, 31))
        return np.stack([*(wide(first[..., 0] >> bit & top, top) for bit, top in fields), opaque], -1)
    if format == Format.RGBA16:
        return first
    if format.name.startswith("GRAY"):
        gray = first[..., 0] * (257 if format == Format.GRAY8 else 1)
        return np.stack([gray, gray, gray, opaque], -1)
    bits, at = VIDEO[format.name]
    chroma = np.concatenate(rest, -1)
    chroma = chroma.repeat(format.chroma[0].down, 0).repeat(format.chroma[0].across, 1)[:height, :width]
    y, cb, cr = (plane >> at & 2**bits - 1 for plane in (first[..., 0], chroma[..., 0], chroma[..., 1]))
    kr, kb = KR_KB[space[1]]
    base, span, middle, chroma_span = ranges(space[0], bits)
    luma = (y - base) / span
    blue = luma + 2 * (1 - kb) * (cb - middle) / chroma_span
    red = luma + 2 * (1 - kr) * (cr - middle) / chroma_span
    green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    return np.stack([*(np.floor(np.clip(c, 0, 1) * 65535 + 0.5).astype(np.int64) for c in (red, green, blue)), opaque], -1)


def ranges(range: ColorRange, bits: int) -> tuple[float, float, float, float]:
    """Black and the span of luma, neutral and the span of chroma."""
    top, unit = 2**bits - 1, 2.0 ** (bits - 8)
    return (0, top, 128 * unit, top) if range == ColorRange.FULL else (16 * unit, 219 * unit, 128 * unit, 224 * unit)


def over(picture: np.ndarray, ground: tuple[int, int, int]) -> np.ndarray:
    """Red, green and blue of a picture with alpha on a color of 8 bits."""
    alpha = picture[..., 3:]
    return (2 * (picture[..., :3] * alpha + np.array(ground) * 257 * (65535 - alpha)) + 65535) // (2 * 65535)


def weights(source: int, target: int) -> np.ndarray:
    """How much of each old pixel is in each new one, in 1 / 65,536."""
    half = max(source, target)
    made = np.zeros((target, source), np.int64)
    for index in range(target):
        start = (2 * index + 1) * source - half
        # The ends of all old pixels inside of the window. What lies beyond an edge belongs to the pixel there.
        ends = np.clip(2 * target * np.arange(source + 1) - start, 0, 2 * half)
        ends[0], ends[-1] = 0, 2 * half
        made[index] = np.diff((2 * ends * 65536 + 2 * half) // (4 * half))
    return made


def scale(picture: np.ndarray, width: int, height: int) -> np.ndarray:
    """Rows first, then columns, each rounded to nearest."""
    rows = (np.einsum("ts,swc->twc", weights(picture.shape[0], height), picture) + 32768) >> 16
    return (np.einsum("ts,hsc->htc", weights(picture.shape[1], width), rows) + 32768) >> 16


def fit(size: tuple[int, int], frame: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, top, width and height of a picture in a frame."""
    (w, h), (width, height) = size, frame
    if w * height >= h * width:
        across, down = width, max((2 * h * width + w) // (2 * w), 1)
    else:
        across, down = max((2 * w * height + h) // (2 * h), 1), height
    return (width - across) // 2, (height - down) // 2, across, down


def compose(picture: np.ndarray, ground: tuple[int, int, int], width: int, height: int) -> np.ndarray:
    """The covered frame: height × width × red, green and blue, 0 … 65,535."""
    frame = np.tile(np.array(ground) * 257, (height, width, 1))
    left, top, across, down = fit((picture.shape[1], picture.shape[0]), (width, height))
    frame[top : top + down, left : left + across] = scale(over(picture, ground), across, down)
    return frame


def encode(format: Format, frame: np.ndarray, space: tuple[ColorRange, ColorMatrix]) -> list[np.ndarray]:
    """The numbers of each plane, not rounded: height × width × channels. Unused bits and alpha are as in a cover."""
    height, width = frame.shape[:2]
    levels = frame / 65535

    def fields(bits: tuple[int, ...], tops: tuple[int, ...], rest: int) -> list[np.ndarray]:
        made = np.full((height, width), rest)
        for index, (bit, top) in enumerate(zip(bits, tops)):
            made += np.floor(levels[..., index] * top + 0.5).astype(np.int64) << bit
        return [made[..., None].astype(float)]

    if format.name in PACKED:
        channels = {"A": np.full((height, width), 255.0), "X": np.zeros((height, width))}
        channels |= {name: levels[..., index] * 255 for index, name in enumerate("RGB")}
        return [np.stack([channels[name] for name in format.name], -1)]
    if format.name in TEN:
        *bits, alpha = TEN[format.name]
        return fields(tuple(bits), (1023,) * 3, 0 if alpha is None else 3 << alpha)
    if format == Format.RGB565:
        return fields((11, 5, 0), (31, 63, 31), 0)
    if format == Format.RGBA16:
        return [np.concatenate([frame, np.full((height, width, 1), 65535)], -1).astype(float)]
    if format.name.startswith("GRAY"):
        return [(levels @ [0.2126, 0.7152, 0.0722])[..., None] * (255 if format == Format.GRAY8 else 65535)]
    bits, _ = VIDEO[format.name]
    kr, kb = KR_KB[space[1]]
    base, span, middle, chroma_span = ranges(space[0], bits)
    luma = levels @ [kr, 1 - kr - kb, kb]
    across, down = format.chroma[0].across, format.chroma[0].down
    # Beyond an odd edge, the last pixels are repeated: that leaves the mean of a sample as it is.
    padded = np.pad(levels, ((0, -height % down), (0, -width % across), (0, 0)), "edge")
    mean = padded.reshape(padded.shape[0] // down, down, -1, across, 3).mean((1, 3))
    gray = mean @ [kr, 1 - kr - kb, kb]
    blue = middle + chroma_span * (mean[..., 2] - gray) / (2 - 2 * kb)
    red = middle + chroma_span * (mean[..., 0] - gray) / (2 - 2 * kr)
    top = 2**bits - 1
    made = [base + span * luma[..., None], np.stack([blue, red], -1)]
    made = [np.clip(plane, 0, top) for plane in made]
    return made if len(format.chroma) == 1 else [made[0], made[1][..., :1], made[1][..., 1:]]
