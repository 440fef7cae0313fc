# SPDX-License-Identifier: MIT
"""Pixel formats, color spaces and sizes."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import SupportsIndex

MAX_SIDE = 65536


class Format(enum.IntEnum):
    """Pixel formats. The names give the order of the bytes in memory; X is an unused byte."""

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

    @property
    def pixel_size(self) -> int:
        """Bytes of a pixel in the first plane."""
        return {Format.RGB: 3, Format.BGR: 3, Format.RGB565: 2, Format.GRAY8: 1, Format.NV12: 1, Format.I420: 1}.get(
            self, 4
        )

    @property
    def planes(self) -> int:
        """Number of planes."""
        return {Format.NV12: 2, Format.I420: 3}.get(self, 1)


class ColorRange(enum.IntEnum):
    """Ranges of luma and chroma in NV12 and I420."""

    #: Luma 16 … 235 and chroma 16 … 240: video.
    LIMITED = 0
    #: 0 … 255: JPEG.
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
