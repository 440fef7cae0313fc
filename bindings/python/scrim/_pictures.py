# SPDX-License-Identifier: MIT
"""Pictures of other libraries: numpy arrays, Pillow images and frames of PyAV. This module imports none of these libraries."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any, Literal

from ._layout import Format, Layout
from ._video_frames import empty_video_frame, is_video_frame
from .errors import InvalidArgumentError, UnsupportedError

#: Codes of numbers by their bytes, as the module struct names them.
_CODES: dict[int, Literal["B", "H", "I"]] = {1: "B", 2: "H", 4: "I"}
_MODES = {"L": Format.GRAY8, "RGB": Format.RGB, "RGBA": Format.RGBA, "RGBX": Format.RGBX, "I;16": Format.GRAY16}


def is_pillow(image: Any) -> bool:
    module = sys.modules.get("PIL.Image")
    return module is not None and isinstance(image, module.Image)


def _is_array(image: Any) -> bool:
    module = sys.modules.get("numpy")
    return module is not None and isinstance(image, module.ndarray)


def check_picture(image: Any, name: str = "the picture", *, lends_memory: bool = False, or_stream: bool = False) -> None:
    """Raises TypeError for an object that is not a picture.

    With `lends_memory`, a Pillow image is refused too, because its pixels can only be copied. With `or_stream`, the message names
    video streams, which the caller accepts too.
    """
    pillow = "" if lends_memory else " a Pillow image,"
    stream = " or video stream" if or_stream else ""
    wanted = f"{name} must be a numpy array,{pillow} a PyAV VideoFrame{stream}, a tuple of arrays, or a buffer such as bytes"
    if isinstance(image, str | os.PathLike):
        raise TypeError(f"{wanted} (got {type(image).__name__}): open a file first, for example with PIL.Image.open()")
    if is_pillow(image):
        raise TypeError(f"{wanted} (got a Pillow image): pass numpy.array(image), and extend regions as margin_of(image) says")
    if is_video_frame(image):
        return
    for plane in image if isinstance(image, tuple | list) else (image,):
        try:
            memoryview(plane).release()
        except TypeError:
            given = type(image).__name__
            inside = f" of {type(plane).__name__}" if plane is not image else ""
            raise TypeError(f"{wanted} (got {given}{inside})") from None


def pixels_of(image: Any, layout: Layout) -> tuple[Any, Layout]:
    """Returns the pixels of a picture for reading, and their description."""
    if not is_pillow(image):
        check_picture(image)
        return image, layout
    layout = pillow_layout(image, layout)
    return image.tobytes(), layout


def pillow_layout(image: Any, layout: Layout) -> Layout:
    """Returns the description of a Pillow image. Raises a ScrimError if it cannot be read."""
    if layout != Layout():
        raise InvalidArgumentError(
            "a Pillow image knows its format and size: leave out pixel_format, width, height, stride, color_range and color_matrix"
        )
    if image.mode not in _MODES:
        raise UnsupportedError(
            f"the mode of a Pillow image must be one of {', '.join(map(repr, _MODES))} (got {image.mode!r}):"
            " pass image.convert('RGBA') with **margin_of(image)._asdict(), because a converted image does not know its file"
        )
    return Layout(_MODES[image.mode], *image.size)


def pillow_black_steps(image: Any) -> tuple[Any, Iterator[object]]:
    """Returns the memory of a Pillow image, and an iterator that makes it black. Iterating runs no Python code, so no signal handler runs."""
    black = {"L": 0, "I;16": 0, "RGB": (0, 0, 0)}.get(image.mode, (0, 0, 0, 255))
    image.load()
    if image.readonly:
        image.paste(black, (0, 0, 0, 0))  # changes no pixel, but gives the image its own memory
    return image.im, map(image.im.paste, (black,), ((0, 0, *image.size),))


def check_numbers(pixels: Any, format: str, size: int) -> None:
    """Raises InvalidArgumentError unless memory contains numbers that the library reads. `format` is a code of the module struct."""
    # The library runs on little-endian machines only.
    code = format.lstrip("@=<")
    if code in ("H", "I", "L") and size in _CODES or code.lstrip(">!") == "B" and size == 1:
        return
    given = getattr(pixels, "dtype", None) or f"{format!r}, with {size} byte{'s' if size != 1 else ''} each"
    raise InvalidArgumentError(f"the picture must have pixels of type uint8, uint16 or uint32 in the machine's byte order (got {given})")


def empty_like(pixels: Any) -> Any:
    """Returns memory for a picture of the same size. Raises InvalidArgumentError if a buffer does not consist of integers."""
    if is_video_frame(pixels):
        return empty_video_frame(pixels)
    if isinstance(pixels, tuple | list):
        return tuple(empty_like(plane) for plane in pixels)
    if _is_array(pixels):
        # Zeros, because the padding of rows is never written.
        return sys.modules["numpy"].zeros_like(pixels, order="C", subok=False)
    view = memoryview(pixels)
    check_numbers(pixels, view.format, view.itemsize)
    memory = bytearray(view.nbytes)
    if view.ndim == 1 and view.itemsize == 1:
        return memory
    if not memory:
        raise InvalidArgumentError(f"the picture must have at least one pixel (got the shape {view.shape})")
    return memoryview(memory).cast(_CODES[view.itemsize], view.shape or ())


def finished(pixels: Any, image: Any) -> Any:
    """Returns a picture with these pixels, of the same type as `image`."""
    if is_pillow(image):
        module = sys.modules["PIL.Image"]
        # The new image uses this memory, which nobody else refers to. Pillow copies RGB, and Pillow 9 does so from bytes only.
        if image.mode == "RGB":
            pixels = bytes(pixels)
        return module.frombuffer(image.mode, image.size, pixels, "raw", image.mode, 0, 1)
    return bytes(pixels) if isinstance(image, bytes) else pixels
