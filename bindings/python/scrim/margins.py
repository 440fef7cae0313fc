# SPDX-License-Identifier: MIT
"""How far regions must be extended: margin_for_source()."""

from __future__ import annotations

import ctypes as c
import enum
import operator
from typing import NamedTuple, SupportsIndex

from ._ffi import lib
from .errors import InvalidArgumentError

#: By how many pixels `auto_dilate` extends all regions, one step after the other.
AUTO_DILATE_STEPS = (16, 32)


class Source(enum.IntEnum):
    """Where the pixels of a picture come from. A source spreads what a box hides over pixels around it."""

    #: Not known: a margin as for the worst source that is not predicted.
    UNKNOWN = 0
    #: As a program drew it, or from a lossless file such as PNG. Text is smoothed in gray or not at all.
    LOSSLESS = 1
    #: As lossless, but text is smoothed for LCD subpixels.
    LCD_TEXT = 2
    #: Enlarged after it was drawn, by up to 1.5 times.
    SCALED = 3
    #: Text that glows, by a blur of up to 2 pixels.
    GLOW = 4
    #: Text with a shadow, blurred by up to 3 pixels.
    SHADOW = 5
    #: A JPEG file in 4:4:4, neither cropped nor scaled.
    JPEG_444 = 6
    #: A JPEG file in 4:2:0 or 4:2:2, or Motion JPEG, neither cropped nor scaled.
    JPEG_SUBSAMPLED = 7
    #: A JPEG file that was cropped or scaled after it was decoded, or whose picture was scaled before.
    JPEG_CHANGED = 8
    #: A codec that predicts one block from another: WebP, AVIF, H.264 or VP9. No margin of 32 pixels is always enough for these. Redact
    #: before encoding.
    PREDICTED = 9


class Margin(NamedTuple):
    """How far to extend regions: two arguments of redact()."""

    #: Pixels to each side.
    dilation: int
    #: The block of the codec: 0, 8 or 16.
    codec_block: int


def margin_for_source(source: Source | SupportsIndex) -> Margin:
    """Returns how far regions must be extended for a source.

    The margin follows from the source alone. Do not grow each box until nothing crosses its border: most boxes stay readable then, and
    their sizes give digits away.

    Raises InvalidArgumentError if the source is unknown.
    """
    names = ", ".join(known.name for known in Source)
    message = f"source must be one of scrim.Source: {names} (got {source!r})"
    try:
        number = operator.index(source)
    except TypeError:
        raise TypeError(message) from None
    dilation, codec_block = c.c_uint32(), c.c_uint32()
    if not 0 <= number < 2**32 or lib.scrim_margin_for_source(number, c.byref(dilation), c.byref(codec_block)):
        raise InvalidArgumentError(message)
    return Margin(dilation.value, codec_block.value)
