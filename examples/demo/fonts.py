# SPDX-License-Identifier: MIT
"""The fonts of the demo's pictures: Inter, and DejaVu for symbols that Inter lacks."""

from functools import cache

from PIL import ImageFont

INTER = "/usr/share/fonts/opentype/inter/Inter-{}.otf"
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


@cache
def inter(size: float, weight: str = "Regular") -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(INTER.format(weight), size)


@cache
def dejavu(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(DEJAVU, size)
