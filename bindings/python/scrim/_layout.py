# SPDX-License-Identifier: MIT
"""What pixels are: formats, colours and sizes."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import SupportsIndex

MAX_SIDE = 65536


class Format(enum.IntEnum):
    """Orders of the bytes of a pixel in memory."""

    RGBA = 0x34324241
    BGRA = 0x34325241
    RGBX = 0x34324258
    BGRX = 0x34325258
    ARGB = 0x34324142
    ABGR = 0x34324152
    RGB = 0x34324742
    BGR = 0x34324752
    GRAY8 = 0x20203852
    RGB565 = 0x36314752
    #: Luma, and a plane of pairs Cb, Cr of half the width and height.
    NV12 = 0x3231564E
    #: Luma, and two planes of half the width and height, Cb and Cr.
    I420 = 0x32315559

    @property
    def pixel_size(self) -> int:
        """The bytes of a pixel, in the first plane."""
        return {Format.RGB: 3, Format.BGR: 3, Format.RGB565: 2, Format.GRAY8: 1, Format.NV12: 1, Format.I420: 1}.get(
            self, 4
        )

    @property
    def planes(self) -> int:
        return {Format.NV12: 2, Format.I420: 3}.get(self, 1)


class ColorRange(enum.IntEnum):
    """Ranges of luma and chroma."""

    #: 16 … 235 and 16 … 240: video.
    LIMITED = 0
    #: 0 … 255: JPEG.
    FULL = 1


class ColorMatrix(enum.IntEnum):
    """How luma and chroma are made from red, green and blue."""

    BT709 = 0
    BT601 = 1
    BT2020 = 2


@dataclass(frozen=True)
class Layout:
    """What a caller says of pixels beside the object that holds them."""

    format: Format | str | None = None
    width: SupportsIndex | None = None
    height: SupportsIndex | None = None
    stride: SupportsIndex | None = None
    color_range: ColorRange = ColorRange.LIMITED
    color_matrix: ColorMatrix = ColorMatrix.BT709

    @property
    def has_size(self) -> bool:
        return self.width is not None and self.height is not None
