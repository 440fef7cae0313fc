# SPDX-License-Identifier: MIT
"""Encodes pictures: their pixels and how to play them, and nothing else."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import FileError, UsageError, need
from ..image_wide import WidePicture, encode_png
from ..iso_boxes import boxes
from .image_files import Source

#: Formats that can contain several frames.
_SEVERAL = {"GIF", "WEBP", "PNG", "AVIF", "TIFF"}
#: Formats without transparency. Pillow drops it without a warning for most of them.
_OPAQUE = {"JPEG", "MPO", "BMP", "DIB", "PPM", "PCX", "EPS", "SPIDER"}
#: Formats of eight bits, for which Pillow would turn all larger values white.
_EIGHT_BITS = {"GIF", "WEBP", "AVIF"}

#: Formats whose frames have one size.
_ONE_SIZE = {"WEBP", "AVIF"}
#: The longest side of a WebP in pixels.
_LONGEST_WEBP = 16383

#: Formats in which Pillow writes color profiles.
_WITH_PROFILE = {"AVIF", "JPEG", "MPO", "PNG", "TIFF", "WEBP"}
#: Of these, the formats without CMYK and Lab. Whether they have gray depends on Pillow: see `_writes_gray`.
_FEW_COLORS = {"AVIF", "WEBP"}

#: The sides of icons, in pixels.
_ICO = (16, 24, 32, 48, 64, 128, 256)
_COMMON = ("png", "jpg", "webp", "gif", "tiff", "bmp", "avif")
_ICNS = {(side, side) for side in (16, 32, 64, 128, 256, 512, 1024)}


def output_format(target: str, asked: str | None, source: str) -> str:
    """Returns Pillow's name of the output format: the one asked for, or else by the suffix of `target`, or else the source's."""
    pillow = need("PIL.Image", "Pillow")
    pillow.init()
    ending = asked.lower().lstrip(".") if asked else Path(target).suffix.lower().lstrip(".")
    if not ending:
        # Pillow reads some formats that it cannot write.
        return source if source in pillow.SAVE else "PNG"
    format: str = pillow.registered_extensions().get(f".{ending}", ending.upper())
    format = "PNG" if format == "APNG" else format
    if format not in pillow.SAVE:
        hint = f"common formats are {', '.join(_COMMON)}"
        if asked:
            raise UsageError(f"--format: Pillow cannot write pictures of this format (got {asked!r})", hint)
        raise UsageError(f"{target}: Pillow cannot write pictures with the suffix {Path(target).suffix!r}", hint)
    return format


def encode(source: Source, frames: list[Any], format: str, quality: int | None, warn: Callable[[str], None]) -> bytes:
    """Returns the bytes of a file. `frames` are the covered frames of the source."""
    if len(frames) > 1 and format not in _SEVERAL:
        raise FileError(f"{format} can contain one picture, but this file has {len(frames)}", "write a GIF, WebP, PNG or TIFF")
    if isinstance(frames[0], WidePicture) and format == "PNG":
        _check_profile(source, frames, format, warn)
        return encode_png(frames[0], source.icc)
    frames = [_fitted(frame, format, warn) for frame in frames]
    _check_sizes([frame.size for frame in frames], format)
    _check_profile(source, frames, format, warn)
    options = _options(source, format, quality)
    options.update(_icon(frames[0].size, format, warn))
    if len(frames) > 1:
        options.update(save_all=True, append_images=frames[1:], **_playing(source, format))
    out = io.BytesIO()
    try:
        frames[0].save(out, format, **options)
    except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:
        raise FileError(f"{format} cannot contain this picture: {error}", "write a PNG or a TIFF") from error
    return _without_dates(out.getvalue()) if format == "AVIF" else out.getvalue()


def _check_sizes(sizes: list[tuple[int, int]], format: str) -> None:
    """Raises FileError if the format cannot contain frames of these sizes."""
    if format in _ONE_SIZE and len(set(sizes)) > 1:
        raise FileError(f"all frames of a file in {format} have the same size, but the frames of this file differ", "write a TIFF")
    width, height = max(sizes, key=max)
    if format == "WEBP" and max(width, height) > _LONGEST_WEBP:
        raise FileError(f"WEBP has at most {_LONGEST_WEBP} pixels per side, but this picture is {width} × {height}", "write a PNG or a TIFF")


def _without_dates(avif: bytes) -> bytes:
    """Returns an AVIF without the time at which it was written, which its encoder puts into animations."""
    made = bytearray(avif)

    def clear(first: int, end: int) -> None:
        for kind, start, after in boxes(made, first, end):
            if kind in (b"moov", b"trak", b"mdia"):
                clear(start, after)
            elif kind in (b"mvhd", b"tkhd", b"mdhd"):
                size = 16 if made[start] else 8  # two times, whose size depends on the version
                made[start + 4 : start + 4 + size] = bytes(size)

    clear(0, len(made))
    return bytes(made)


def _fitted(image: Any, format: str, warn: Callable[[str], None]) -> Any:
    """Converts the image to a mode that the format has. Raises FileError if that would change its values."""
    pillow = need("PIL.Image", "Pillow")
    if isinstance(image, WidePicture):
        warn(f"only PNG files keep colors of 16 bits, so the {format} has 8 bits for each color")
        image = image.in_bytes()
    if format in _EIGHT_BITS and image.mode.startswith(("I", "F")):
        raise FileError(f"{format} has 8 bits per channel, but this picture has more", "write a PNG or a TIFF")
    if format == "GIF":
        return _with_palette(image, warn)
    if format in _OPAQUE and image.mode == "RGBA":
        # On white: without alpha, pixels that were transparent would become visible.
        if image.getextrema()[3][0] < 255:
            warn(f"{format} has no transparency, so the picture was placed on a white background")
        ground = pillow.new("RGBA", image.size, "white")
        return pillow.alpha_composite(ground, image).convert("RGB")
    if format in _OPAQUE and image.mode == "RGBX":
        return image.convert("RGB")
    if format in ("PNG", "WEBP", "BMP") and image.mode in ("CMYK", "YCbCr", "HSV", "RGBX"):
        return image.convert("RGB")
    if format == "PNG" and image.mode == "F":
        raise FileError("PNG cannot contain floating-point pixels, which this picture has", "write a TIFF")
    return image


def _check_profile(source: Source, frames: list[Any], format: str, warn: Callable[[str], None]) -> None:
    """Removes the color profile, with a warning, if the file cannot keep it. `frames` are what is written.

    Programs ignore a profile for other colors, or refuse the file, or show wrong colors.
    """
    if not source.icc:
        return
    if format not in _WITH_PROFILE:
        reason = f"Pillow writes no color profile in {format}"
    else:
        needed = {_colors(frame.mode, format) for frame in frames}
        if needed == {source.icc[16:20]}:
            return
        spaces = " and ".join(sorted(_named(space) for space in needed))
        reason = f"it must be for {spaces}, the colors of the {format} (got {_named(source.icc[16:20])})"
    source.icc = None
    source.metadata.append("icc")
    warn(f"the color profile was left out, so colors may look different: {reason}")


def _named(space: bytes) -> str:
    return space.decode("ascii", "replace").strip() or "none"


def _colors(mode: str, format: str) -> bytes:
    """Returns the signature of the color space (ICC.1, 7.2.6) in which Pillow writes an image of this mode."""
    if mode in ("1", "L") or mode.startswith(("I", "F")):
        return b"GRAY" if format not in _FEW_COLORS or _writes_gray(format) else b"RGB "
    if format in _FEW_COLORS:
        return b"RGB "
    return {"CMYK": b"CMYK", "LAB": b"Lab "}.get(mode, b"RGB ")


def _writes_gray(format: str) -> bool:
    """Whether Pillow writes gray pictures as gray. For AVIF, this depends on its version and on the version of libavif."""
    pillow = need("PIL.Image", "Pillow")
    file = io.BytesIO()
    pillow.new("L", (1, 1)).save(file, format)
    with pillow.open(file) as image:
        return bool(image.mode == "L")


def _with_palette(image: Any, warn: Callable[[str], None]) -> Any:
    """Returns an image with a palette of 256 colors. It is exact if the image has no more."""
    numpy = need("numpy", "numpy")
    pillow = need("PIL.Image", "Pillow")
    if image.mode in ("1", "L"):
        return image
    if image.mode not in ("RGB", "RGBA"):
        image = image.convert("RGB")
    pixels = numpy.asarray(image.convert("RGBA")).copy()
    clear = pixels[..., 3] < 128
    pixels[clear] = 0
    pixels[~clear, 3] = 255
    colors, places = numpy.unique(pixels.view(numpy.uint32).ravel(), return_inverse=True)
    if len(colors) > 256:
        warn("GIF has at most 256 colors, but this picture has more, so its colors were changed")
        rough = image.quantize(256, method=pillow.Quantize.FASTOCTREE, dither=0)
        rough.info = {"transparency": rough.info["transparency"]} if "transparency" in rough.info else {}
        return rough
    made = pillow.frombytes("P", image.size, places.astype(numpy.uint8).tobytes())
    table = colors.astype(numpy.uint32).view(numpy.uint8).reshape(-1, 4)
    made.putpalette(table[:, :3].tobytes())
    if clear.any():
        # All transparent pixels are 0, which is the first color.
        made.info["transparency"] = 0
    return made


def _options(source: Source, format: str, quality: int | None) -> dict[str, Any]:
    """Returns the options with which Pillow writes this format."""
    options: dict[str, Any] = {}
    if source.icc:
        options["icc_profile"] = source.icc
    if format in ("JPEG", "MPO"):
        if quality is None and source.quantization and len(source.quantization) <= 4:
            # With the tables of the source, the pixels outside the regions hardly change.
            options["qtables"] = source.quantization
            if source.subsampling in (0, 1, 2):
                options["subsampling"] = source.subsampling
        else:
            options["quality"] = 90 if quality is None else quality
        options["optimize"] = True
    elif format == "WEBP":
        lossless = quality is None and source.lossless
        options.update(lossless=True, exact=True) if lossless else options.update(quality=quality or 90)
    elif format == "AVIF":
        options["quality"] = 90 if quality is None else quality
    elif format == "TIFF":
        options["compression"] = "tiff_adobe_deflate"
    elif format == "PDF":
        options.update(title=None, creationDate=None, modDate=None)  # otherwise Pillow writes when the command ran
    return options


def _icon(size: tuple[int, int], format: str, warn: Callable[[str], None]) -> dict[str, Any]:
    """Returns the sizes of an icon: Pillow's, and the size of the picture, which Pillow would leave out."""
    if format == "ICNS" and size not in _ICNS:
        warn("ICNS has icons of fixed sizes, so the picture was scaled to fit")
    if format != "ICO":
        return {}
    if max(size) > _ICO[-1]:
        warn(f"ICO has at most {_ICO[-1]} pixels per side, so the picture was scaled down")
        return {}
    return {"sizes": [*((side, side) for side in _ICO if (side, side) != size and side <= min(size)), size]}


def _playing(source: Source, format: str) -> dict[str, Any]:
    """Returns how an animation is played. Each frame is complete and does not build on the one before."""
    durations = [round(duration) for duration in source.durations]
    if format == "GIF":
        told: dict[str, Any] = {"duration": durations, "disposal": 2}
        return told if source.loop is None else {**told, "loop": source.loop}
    # A GIF without a count is played once; 0 means forever.
    loop = int(source.format == "GIF") if source.loop is None else source.loop
    if format == "PNG":
        shown = source.durations[1:] if source.has_still else source.durations
        told = {"duration": shown, "disposal": 0, "blend": 0, "default_image": source.has_still}
        return {**told, "loop": loop}
    if format == "WEBP":
        return {"duration": durations, "loop": loop, "background": (0, 0, 0, 0)}
    return {"duration": durations} if format == "AVIF" else {}
