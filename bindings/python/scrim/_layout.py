# SPDX-License-Identifier: MIT
"""Pixel formats, color spaces and sizes."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import SupportsIndex

MAX_SIDE = 65536


class Format(enum.IntEnum):
    """Pixel formats.

    The names give the order of the bytes in memory; X is an unused byte. Formats with numbers of 32 bits keep the names of
    DRM, which give the colors and their bits from the highest to the lowest.
    """

    RGBA = 0x34324241
    BGRA = 0x34325241
    RGBX = 0x34324258
    BGRX = 0x34325258
    ARGB = 0x34324142
    ABGR = 0x34324152
    RGB = 0x34324742
    BGR = 0x34324752
    GRAY8 = 0x20203852
    #: A little-endian number of 16 bits, with red in the highest five.
    RGB565 = 0x36314752
    #: A plane of luma, and a plane of half the width and height with pairs of Cb and Cr.
    NV12 = 0x3231564E
    #: A plane of luma, and two planes of half the width and height, Cb and Cr.
    I420 = 0x32315559
    #: A plane of luma, and two planes of half the width, Cb and Cr (4:2:2).
    I422 = 0x36315559
    #: Planes of luma, Cb and Cr (4:4:4).
    I444 = 0x34325559
    #: The planes of NV12, with 10 bits in the high bits of little-endian numbers of 16 bits.
    P010 = 0x30313050
    #: The planes of I420, with 10 bits in the low bits of little-endian numbers of 16 bits.
    I010 = 0x30313053
    #: The planes of I422, with the numbers of I010.
    I210 = 0x30313253
    #: The planes of I444, with the numbers of I010.
    I410 = 0x30313453
    XRGB2101010 = 0x30335258
    XBGR2101010 = 0x30334258
    RGBX1010102 = 0x30335852
    BGRX1010102 = 0x30335842
    ARGB2101010 = 0x30335241
    ABGR2101010 = 0x30334241
    RGBA1010102 = 0x30334152
    BGRA1010102 = 0x30334142
    #: Red, green, blue and alpha, each a little-endian number of 16 bits.
    RGBA16 = 0x38344241
    #: A little-endian number of 16 bits of brightness.
    GRAY16 = 0x20363152

    @property
    def pixel_size(self) -> int:
        """Bytes of a pixel in the first plane."""
        return _PIXEL_SIZES.get(self, 4)

    @property
    def sample_size(self) -> int:
        """Bytes of a number: 1 for uint8, 2 for uint16 and 4 for uint32."""
        if self.name.endswith(("2101010", "1010102")):
            return 4
        return 2 if self in _SIXTEEN_BITS else 1

    @property
    def item_sizes(self) -> tuple[int, ...]:
        """Bytes that a number of an array may have. Any array may have bytes."""
        size = 2 if self == Format.RGB565 else self.sample_size
        return (1,) if size == 1 else (size, 1)

    @property
    def has_blurs(self) -> bool:
        """Whether blurs work in the format."""
        return self.has_effects and self != Format.I422

    @property
    def has_effects(self) -> bool:
        """Whether effects work in the format. Styles other than blurs and effects work in every format."""
        return self.sample_size == 1

    @property
    def planes(self) -> int:
        """Number of planes."""
        return 1 + len(self.chroma)

    @property
    def chroma(self) -> tuple[Chroma, ...]:
        """The planes after the first."""
        return _CHROMA.get(self, ())


@dataclass(frozen=True)
class Chroma:
    """A plane of chroma."""

    #: How many pixels of the frame share a sample, in a row and in a column.
    across: int
    down: int
    #: Numbers of a sample: 2 for pairs of Cb and Cr.
    channels: int = 1

    def rows(self, height: int) -> int:
        """Number of rows."""
        return -(-height // self.down)

    def numbers(self, width: int) -> int:
        """Numbers of a row."""
        return -(-width // self.across) * self.channels


_CHROMA = {
    Format.NV12: (Chroma(2, 2, 2),),
    Format.I420: (Chroma(2, 2),) * 2,
    Format.I422: (Chroma(2, 1),) * 2,
    Format.I444: (Chroma(1, 1),) * 2,
    Format.P010: (Chroma(2, 2, 2),),
    Format.I010: (Chroma(2, 2),) * 2,
    Format.I210: (Chroma(2, 1),) * 2,
    Format.I410: (Chroma(1, 1),) * 2,
}
_SIXTEEN_BITS = (Format.P010, Format.I010, Format.I210, Format.I410, Format.RGBA16, Format.GRAY16)
_PIXEL_SIZES = {
    Format.RGB: 3,
    Format.BGR: 3,
    Format.RGB565: 2,
    Format.GRAY8: 1,
    Format.NV12: 1,
    Format.I420: 1,
    Format.I422: 1,
    Format.I444: 1,
    Format.P010: 2,
    Format.I010: 2,
    Format.I210: 2,
    Format.I410: 2,
    Format.RGBA16: 8,
    Format.GRAY16: 2,
}


class ColorRange(enum.IntEnum):
    """Ranges of luma and chroma in formats with planes of chroma."""

    #: Luma 16 … 235 and chroma 16 … 240: video. In 10 bits, these are 64 … 940 and 64 … 960.
    LIMITED = 0
    #: 0 … 255, or 0 … 1023: JPEG.
    FULL = 1


class ColorMatrix(enum.IntEnum):
    """How luma and chroma are computed from red, green and blue."""

    #: High definition video.
    BT709 = 0
    #: Standard definition video, and JPEG.
    BT601 = 1
    #: ITU-R BT.2020-2, non-constant luminance.
    BT2020 = 2


@dataclass(frozen=True)
class Layout:
    """The caller's description of pixels, in addition to the object that holds them."""

    format: Format | str | None = None
    width: SupportsIndex | None = None
    height: SupportsIndex | None = None
    stride: SupportsIndex | None = None
    color_range: ColorRange = ColorRange.LIMITED
    color_matrix: ColorMatrix = ColorMatrix.BT709

    @property
    def has_size(self) -> bool:
        return self.width is not None and self.height is not None
