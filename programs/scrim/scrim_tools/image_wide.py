# SPDX-License-Identifier: MIT
"""PNG files with colors of 16 bits. Pillow has no mode for them, so PyAV decodes and encodes their pixels."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .errors import FileError, need

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: Color types of PNG (ISO 15948, 11.2.2): RGB, gray with alpha, RGB with alpha.
_COLORS = (2, 4, 6)
#: Numbers of a pixel, by the names of FFmpeg.
_CHANNELS = {"rgb48be": 3, "rgba64be": 4, "ya16be": 2}
#: The chunks that are needed to show the pixels.
_KEPT = (b"IHDR", b"IDAT", b"IEND")


class WidePicture:
    """A picture with colors of 16 bits, as an array of uint16: height × width × 3 or 4."""

    def __init__(self, pixels: Any) -> None:
        self.pixels = pixels
        self.size: tuple[int, int] = (pixels.shape[1], pixels.shape[0])
        self.mode = "RGB;16" if pixels.shape[2] == 3 else "RGBA;16"

    def tobytes(self) -> bytes:
        data: bytes = self.pixels.tobytes()
        return data

    def in_bytes(self) -> Any:
        """Returns a Pillow image with 8 bits for each color, rounded to nearest."""
        numpy = need("numpy", "numpy")
        pillow = need("PIL.Image", "Pillow")
        narrow = ((self.pixels.astype(numpy.uint32) + 128) // 257).astype(numpy.uint8)
        return pillow.frombytes(self.mode.split(";")[0], self.size, narrow.tobytes())

    def turned(self, orientation: int) -> WidePicture:
        """Returns the picture upright. `orientation` is 1 … 8, as Exif numbers them."""
        numpy = need("numpy", "numpy")
        pixels = self.pixels
        if orientation in (5, 6, 7, 8):
            pixels = pixels.transpose(1, 0, 2)
        if orientation in (3, 4, 7, 8):
            pixels = pixels[::-1]
        if orientation in (2, 3, 6, 7):
            pixels = pixels[:, ::-1]
        return WidePicture(numpy.ascontiguousarray(pixels))


def is_wide_png(data: bytes) -> bool:
    """Whether a file is a PNG whose colors have 16 bits. Gray of 16 bits without alpha is not, because Pillow can read it."""
    return data[:8] == _SIGNATURE and len(data) > 25 and data[24] == 16 and data[25] in _COLORS


def decode(data: bytes) -> WidePicture:
    """Returns the pixels of a PNG with colors of 16 bits. Gray becomes RGB."""
    numpy = need("numpy", "numpy")
    av = need("av", "PyAV", "video")
    try:
        with av.open(io.BytesIO(data), format="png_pipe") as container:
            frame = next(container.decode(video=0))
    except (av.error.FFmpegError, StopIteration) as error:
        raise FileError(f"the picture cannot be decoded: {error}") from error
    channels = _CHANNELS.get(frame.format.name)
    if channels is None:
        raise FileError(f"the picture cannot be decoded: FFmpeg gave the pixel format {frame.format.name}")
    plane = frame.planes[0]
    rows = numpy.frombuffer(plane, ">u2").reshape(-1, plane.line_size // 2)[: frame.height, : frame.width * channels]
    pixels = rows.reshape(frame.height, frame.width, channels).astype(numpy.uint16)
    return WidePicture(pixels[..., [0, 0, 0, 1]] if channels == 2 else pixels)


def encode_png(picture: WidePicture, icc: bytes | None) -> bytes:
    """Returns the bytes of a PNG with these pixels, the color profile, which must be for RGB, and nothing else."""
    av = need("av", "PyAV", "video")
    numpy = need("numpy", "numpy")
    name = "rgb48be" if picture.mode == "RGB;16" else "rgba64be"
    width, height = picture.size
    frame = av.VideoFrame(width, height, name)
    plane = frame.planes[0]
    rows = numpy.zeros((plane.buffer_size // plane.line_size, plane.line_size), numpy.uint8)
    numbers = picture.pixels.astype(">u2").reshape(height, -1).view(numpy.uint8)
    rows[:height, : numbers.shape[1]] = numbers
    plane.update(rows.tobytes())
    context = av.CodecContext.create("png", "w")
    context.width, context.height, context.pix_fmt, context.time_base = width, height, name, Fraction(1)
    try:
        data = b"".join(bytes(packet) for packet in [*context.encode(frame), *context.encode(None)])
    except av.error.FFmpegError as error:
        raise FileError(f"PNG cannot contain this picture: {error}") from error
    out = [_SIGNATURE]
    for kind, content in chunks(data):
        if kind in _KEPT:
            out.append(_chunk(kind, content))
        if kind == b"IHDR" and icc:
            out.append(_chunk(b"iCCP", b"ICC Profile\0\0" + zlib.compress(icc)))
    return b"".join(out)


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields the chunks of a PNG."""
    at = len(_SIGNATURE)
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
