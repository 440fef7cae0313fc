# SPDX-License-Identifier: MIT
"""Pictures into files: pixels and how to play them, nothing else."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .errors import CommandError, UsageError, need
from .image_files import Source

#: Formats that hold several frames.
_SEVERAL = {"GIF", "WEBP", "PNG", "AVIF", "TIFF"}
#: Formats without transparency; Pillow drops it silently for most of them.
_OPAQUE = {"JPEG", "MPO", "BMP", "DIB", "PPM", "PCX", "EPS", "SPIDER"}
#: Formats of eight bits for which Pillow makes every larger value white.
_EIGHT_BITS = {"GIF", "WEBP", "AVIF"}

#: The sides of icons.
_ICO = (16, 24, 32, 48, 64, 128, 256)
_ICNS = {(side, side) for side in (16, 32, 64, 128, 256, 512, 1024)}


def output_format(target: str, asked: str | None, source: str) -> str:
    """Pillow's name of the format to write: as asked for, by the name's ending, or the source's."""
    pillow = need("PIL.Image", "Pillow")
    pillow.init()
    ending = asked.lower().lstrip(".") if asked else Path(target).suffix.lower().lstrip(".")
    if not ending:
        # What cannot be written again, is a PNG.
        return source if source in pillow.SAVE else "PNG"
    format: str = pillow.registered_extensions().get(f".{ending}", ending.upper())
    format = "PNG" if format == "APNG" else format
    if format not in pillow.SAVE:
        raise UsageError(f"pictures of the format {ending!r} cannot be written", "name it .png, or say --format png")
    return format


def encode(source: Source, frames: list[Any], format: str, quality: int | None, warn: Callable[[str], None]) -> bytes:
    """The bytes of a file. `frames` are the source's, covered."""
    if len(frames) > 1 and format not in _SEVERAL:
        raise CommandError(f"{format} holds one picture, and there are {len(frames)}", "write a GIF, WebP, PNG or TIFF")
    frames = [_fitted(frame, format, warn) for frame in frames]
    options = _options(source, format, quality)
    options.update(_icon(frames[0].size, format, warn))
    if len(frames) > 1:
        options.update(save_all=True, append_images=frames[1:], **_playing(source, format))
    out = io.BytesIO()
    try:
        frames[0].save(out, format, **options)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"{format} cannot hold this picture: {error}", "write a PNG or a TIFF") from error
    return out.getvalue()


def _fitted(image: Any, format: str, warn: Callable[[str], None]) -> Any:
    """The image in a mode that the format has, where that loses nothing that could be kept."""
    pillow = need("PIL.Image", "Pillow")
    if format in _EIGHT_BITS and image.mode.startswith(("I", "F")):
        raise CommandError(f"{format} has eight bits, and this picture has more", "write a PNG or a TIFF")
    if format == "GIF":
        return _with_palette(image, warn)
    if format in _OPAQUE and image.mode == "RGBA":
        # Upon white: without alpha, what was transparent would come to light.
        if image.getextrema()[3][0] < 255:
            warn(f"{format} has no transparency: the picture stands upon white")
        ground = pillow.new("RGBA", image.size, "white")
        return pillow.alpha_composite(ground, image).convert("RGB")
    if format in _OPAQUE and image.mode == "RGBX":
        return image.convert("RGB")
    if format in ("PNG", "WEBP", "BMP") and image.mode in ("CMYK", "YCbCr", "HSV", "RGBX"):
        return image.convert("RGB")
    if format == "PNG" and image.mode == "F":
        raise CommandError("PNG holds no real numbers", "write a TIFF")
    return image


def _with_palette(image: Any, warn: Callable[[str], None]) -> Any:
    """An image of 256 colours: exactly, where there are no more."""
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
        warn("GIF has 256 colours, this picture has more: colours were changed")
        rough = image.quantize(256, method=pillow.Quantize.FASTOCTREE, dither=0)
        rough.info = {"transparency": rough.info["transparency"]} if "transparency" in rough.info else {}
        return rough
    made = pillow.frombytes("P", image.size, places.astype(numpy.uint8).tobytes())
    table = colors.astype(numpy.uint32).view(numpy.uint8).reshape(-1, 4)
    made.putpalette(table[:, :3].tobytes())
    if clear.any():
        # All that is transparent is 0, which is the lowest.
        made.info["transparency"] = 0
    return made


def _options(source: Source, format: str, quality: int | None) -> dict[str, Any]:
    """How to write a picture of a format."""
    options: dict[str, Any] = {}
    if source.icc:
        options["icc_profile"] = source.icc
    if format in ("JPEG", "MPO"):
        if quality is None and source.quantization and len(source.quantization) <= 4:
            # As the source was: what stays is hardly changed once more.
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
    return options


def _icon(size: tuple[int, int], format: str, warn: Callable[[str], None]) -> dict[str, Any]:
    """The sizes of an icon: Pillow's, and the picture's own, which it would leave out."""
    if format == "ICNS" and size not in _ICNS:
        warn("ICNS has icons of fixed sizes: the picture was made to fit them")
    if format != "ICO":
        return {}
    if max(size) > _ICO[-1]:
        warn(f"ICO holds {_ICO[-1]} pixels a side at the most: the picture was made smaller")
        return {}
    return {"sizes": [*((side, side) for side in _ICO if (side, side) != size and side <= min(size)), size]}


def _playing(source: Source, format: str) -> dict[str, Any]:
    """What an animation says beside its frames. Frames are whole: none needs the one before."""
    durations = [round(duration) for duration in source.durations]
    if format == "GIF":
        told: dict[str, Any] = {"duration": durations, "disposal": 2}
        return told if source.loop is None else {**told, "loop": source.loop}
    # A GIF that does not say how often is played once; 0 is for ever.
    loop = int(source.format == "GIF") if source.loop is None else source.loop
    if format == "PNG":
        shown = source.durations[1:] if source.has_still else source.durations
        told = {"duration": shown, "disposal": 0, "blend": 0, "default_image": source.has_still}
        return {**told, "loop": loop}
    if format == "WEBP":
        return {"duration": durations, "loop": loop, "background": (0, 0, 0, 0)}
    return {"duration": durations} if format == "AVIF" else {}
