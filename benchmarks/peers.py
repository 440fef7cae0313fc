# SPDX-License-Identifier: MIT
"""What Scrim's redaction is measured beside: each peer on one thread, and as its own manual would have it used."""

from __future__ import annotations

import math

import cv2
import numpy as np
import PIL
import pyvips
from measure import Measure
from PIL import Image, ImageFilter

cv2.setNumThreads(1)
pyvips.cache_set_max(0)  # or the second call on the same frame would be answered from the first


def note_versions(measure: Measure) -> None:
    libvips = ".".join(str(pyvips.version(part)) for part in range(3))
    measure.versions |= {"OpenCV": cv2.__version__, "Pillow": PIL.__version__, "libvips": libvips}


def box_side(sigma: float) -> int:
    """The odd side of the box that blurs as much: its variance (d² − 1) / 12 is nearest to σ²."""
    return round((math.sqrt(12 * sigma * sigma + 1) - 1) / 2) * 2 + 1


def stack_side(sigma: float) -> int | None:
    """The side 2r + 1 of the stack blur that blurs as much: its variance is r (r + 2) / 6. None: r is over 254."""
    radius = max(1, round(math.sqrt(6 * sigma * sigma + 1) - 1))
    return 2 * radius + 1 if radius <= 254 else None


def opencv_box(source: np.ndarray, out: np.ndarray, side: int) -> None:
    cv2.blur(source, (side, side), dst=out)


def opencv_three_boxes(source: np.ndarray, out: np.ndarray, side: int) -> None:
    cv2.blur(source, (side, side), dst=out)
    cv2.blur(out, (side, side), dst=out)
    cv2.blur(out, (side, side), dst=out)


def opencv_gaussian(source: np.ndarray, out: np.ndarray, sigma: float) -> None:
    cv2.GaussianBlur(source, (0, 0), sigma, dst=out)


def opencv_stack(source: np.ndarray, out: np.ndarray, side: int) -> None:
    cv2.stackBlur(source, (side, side), dst=out)


def opencv_pixelate(source: np.ndarray, out: np.ndarray, block: int) -> None:
    """Means of blocks, and the blocks large again, over the whole frame."""
    rows, columns = (math.ceil(length / block) for length in source.shape[:2])
    small = cv2.resize(source, (columns, rows), interpolation=cv2.INTER_AREA)
    cv2.resize(small, source.shape[1::-1], dst=out, interpolation=cv2.INTER_NEAREST)


def opencv_pixelate_whole_blocks(source: np.ndarray, out: np.ndarray, block: int) -> None:
    """The same without what does not fill a block: OpenCV is quicker where the sizes are multiples."""
    rows, columns = (length // block * block for length in source.shape[:2])
    opencv_pixelate(source[:rows, :columns], out[:rows, :columns], block)


def pillow_gaussian(source: np.ndarray, sigma: float) -> Image.Image:
    image = Image.frombuffer("RGBA", source.shape[1::-1], source, "raw", "RGBA", 0, 1)
    return image.filter(ImageFilter.GaussianBlur(sigma))


def libvips_gaussian(source: np.ndarray, sigma: float) -> memoryview:
    height, width, bands = source.shape
    image = pyvips.Image.new_from_memory(source.data, width, height, bands, "uchar")
    return image.gaussblur(sigma).write_to_memory()
