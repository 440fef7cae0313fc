# SPDX-License-Identifier: MIT
"""Previews: pictures that show which pixels would be covered."""

from __future__ import annotations

from typing import Any

from ..errors import need
from ..image_modes import Cover, covered_pixels, visible

_INSIDE, _EDGE = (214, 40, 90), (255, 255, 0)


def preview(image: Any, cover: Cover) -> Any:
    """Returns an RGB image in which the pixels that would be covered are tinted and have an edge."""
    numpy = need("numpy", "numpy")
    pillow = need("PIL.Image", "Pillow")
    pixels = numpy.asarray(visible(image)).copy()
    inside = covered_pixels(image.size, cover)
    pixels[inside] = pixels[inside] // 2 + numpy.array(_INSIDE, numpy.uint8) // 2
    around = numpy.pad(inside, 1)
    all_inside = around[:-2, 1:-1] & around[2:, 1:-1] & around[1:-1, :-2] & around[1:-1, 2:]
    pixels[inside & ~all_inside] = _EDGE
    return pillow.frombytes("RGB", image.size, pixels.tobytes())
