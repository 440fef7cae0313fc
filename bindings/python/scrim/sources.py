# SPDX-License-Identifier: MIT
"""Where the pixels of a picture come from, as far as it knows: source_of(). This module imports neither Pillow nor PyAV."""

from __future__ import annotations

from typing import Any

from ._pictures import check_picture, is_pillow
from ._video_frames import is_video_frame, is_video_stream
from .margins import Margin, Source, margin_for_source


#: Codecs by the names of Pillow's decoders, known until the picture is loaded. Textures (bcn, BLP2) have blocks of 4 pixels,
#: and PhotoCD has chroma of half the size.
_DECODERS = {
    "jpeg": Source.JPEG_SUBSAMPLED,
    "iptc": Source.JPEG_SUBSAMPLED,
    "BLP1": Source.JPEG_SUBSAMPLED,
    "BLP2": Source.JPEG_444,
    "bcn": Source.JPEG_444,
    "pcd": Source.JPEG_444,
    "jpeg2k": Source.PREDICTED,
}
#: Codecs by the names of formats, where a loaded picture does not say more.
_FORMATS = {
    "AVIF": Source.PREDICTED,
    "BLP": Source.JPEG_SUBSAMPLED,
    "DDS": Source.JPEG_444,
    "FTEX": Source.JPEG_444,
    "ICNS": Source.PREDICTED,
    "IPTC": Source.JPEG_SUBSAMPLED,
    "JPEG2000": Source.PREDICTED,
    "PCD": Source.JPEG_444,
    "WEBP": Source.PREDICTED,
}
#: Formats that may or may not be compressed. Their decoder shows it.
_TEXTURES = ("BLP", "DDS", "FTEX", "IPTC", "PCD")
#: Codecs by Pillow's names for the compressions of a TIFF.
_OF_TIFF = {"jpeg": Source.JPEG_SUBSAMPLED, "tiff_jpeg": Source.JPEG_SUBSAMPLED, "webp": Source.PREDICTED}
#: The tags of a TIFF that say which colors it has, and how many pixels share their chroma; and luma and chroma as colors.
_TIFF_COLORS, _TIFF_SUBSAMPLING, _YCBCR = 262, 530, 6
_TIFF_ORIENTATION = 274
#: Marks of a JPEG 2000 inside another file.
_JPEG2000 = (b"jP  \r\n\x87\n", b"\xff\x4f\xff\x51")
#: FFmpeg's names of codecs without loss.
_LOSSLESS_VIDEO = frozenset(
    "rawvideo wrapped_avframe v210 v410 r210 y41p yuv4 ffv1 ffvhuff huffyuv utvideo magicyuv png apng bmp gif qtrle zlib zmbv"
    " flashsv flashsv2 ljpeg qoi targa sgi pam pbm pgm ppm".split()
)
#: Parts of the names of pixel formats in which several pixels share their chroma, and the largest number of them in a row or column.
_COARSE_CHROMA = dict.fromkeys(("420", "422", "440", "nv12", "nv16", "nv20", "nv21", "p01", "p21"), 2) | dict.fromkeys(("411", "410"), 4)
#: How far chroma spreads when a program computes such frames from RGB, also with Lanczos filters. Counted in samples of chroma.
_CONVERSION_REACH = 4


def source_of(picture: Any, data: bytes | None = None) -> Source | None:
    """Returns where the pixels of a picture come from, or None if it does not know.

    `picture` is a picture as for redact(), or a video stream or a codec context of PyAV. These are known:

    - A Pillow image knows the format of its file until it is converted, resized, cropped or copied. A JPEG also knows whether its
      chroma is subsampled. It is known to be changed if it was opened at a smaller size, or if its Exif data name another size.
    - A progressive JPEG whose last scans are missing needs a larger margin. Only `data` shows whether they are.
    - A WebP counts as lossy, unless `data`, all bytes of its file, show that it is lossless. A JPEG 2000 always counts as lossy.
    - A video stream of a lossless codec, or a lossless TIFF, gets a margin if several of its pixels share their chroma, as in 4:2:0.
    - A VideoFrame that a decoder made counts as lossy video, because it does not know its codec. A stream does.

    Nothing is known of an array or a buffer. Raises TypeError if `picture` is something else, or if `data` is not bytes.
    """
    _check(picture, data)
    return _source_of(picture, data)


def margin_of(picture: Any, data: bytes | None = None) -> Margin:
    """Returns the margin that redact() takes for a picture by default, which follows from source_of(). It is 0 if nothing is known.

    Raises TypeError as source_of() does.
    """
    _check(picture, data)
    return default_margin(picture, data)


def _check(picture: Any, data: bytes | None) -> None:
    if data is not None and not isinstance(data, bytes):
        raise TypeError(f"data must be bytes, all of the picture's file (got {type(data).__name__})")
    if is_pillow(picture) or is_video_stream(picture):
        return
    module = type(picture).__module__
    if module.startswith("av.container"):
        raise TypeError(f"the picture must not be a container of PyAV (got {type(picture).__name__}): pass container.streams.video[0]")
    if module == "av.packet":  # its bytes are compressed, but it lends them as a buffer does
        raise TypeError(f"the picture must not be a packet of PyAV (got {type(picture).__name__}): pass packet.stream")
    check_picture(picture, or_stream=True)


def _source_of(picture: Any, data: bytes | None) -> Source | None:
    if is_pillow(picture):
        return _of_image(picture, data) if picture.format else None
    if is_video_frame(picture):
        # FFmpeg's decoders set the type of nearly all frames. A program that makes a frame does not.
        return Source.PREDICTED if int(picture.pict_type) else None
    if is_video_stream(picture):
        context = getattr(picture, "codec_context", picture)
        # A stream that PyAV cannot decode has no context.
        return Source.PREDICTED if context is None else _of_video(str(context.name), str(context.pix_fmt or ""))
    return None


def default_margin(picture: Any, data: bytes | None = None) -> Margin:
    """Returns what margin_of() returns, also for objects that it refuses. So redact() refuses these itself, and covers its target."""
    source = _source_of(picture, data)
    margin = Margin(0, 0) if source is None else margin_for_source(source)
    if source == Source.LOSSLESS and (coarseness := _chroma_coarseness(picture)) > 1:
        return margin._replace(dilation=_CONVERSION_REACH * coarseness)
    if source not in (Source.JPEG_444, Source.JPEG_SUBSAMPLED) or not is_pillow(picture):
        return margin
    if picture.format in ("JPEG", "MPO"):
        unit = _largest_unit(picture)
        if data is not None and picture.info.get("progressive") and _is_unfinished(data):
            return margin._replace(dilation=2 * unit)
    elif picture.format == "TIFF":
        unit = _largest_unit_of_tiff(picture)
        if _has_moved_blocks(picture, unit):
            return margin._replace(dilation=unit - 1)
    else:
        return margin
    # An area of 32 pixels begins at a block of 16, so 16 pixels more reach its other edge. Others may begin anywhere.
    return margin._replace(dilation=unit if unit % 16 else unit - 16) if unit > 8 else margin


def _chroma_coarseness(picture: Any) -> int:
    """Returns how many pixels in a row or column share their chroma in a lossless image, or in a stream or a codec context of PyAV."""
    if is_video_stream(picture):
        name = str(getattr(picture, "codec_context", picture).pix_fmt)
        return max((number for part, number in _COARSE_CHROMA.items() if part in name), default=1)
    tags = _ycbcr_tags(picture) if picture.format == "TIFF" else {}
    return _largest_factor(tags.get(_TIFF_SUBSAMPLING, (2, 2))) if tags else 1


def _is_unfinished(data: bytes) -> bool:
    """Whether a progressive JPEG lacks bits of its lowest frequencies. Decoders then estimate these from blocks up to two blocks away."""
    bits: dict[int, list[int]] = {}
    place = 0
    try:
        while (place := data.find(b"\xff", place)) >= 0 and data[place + 1] != 0xD9:
            marker = data[place + 1]
            if marker in (0x00, 0x01, 0xFF) or 0xD0 <= marker <= 0xD8:  # no length follows
                place += 1 if marker == 0xFF else 2
                continue
            end = place + 2 + int.from_bytes(data[place + 2 : place + 4], "big")
            part = data[place + 4 : end]
            if marker in (0xC2, 0xCA):  # a frame, with three bytes for each component
                bits = {part[6 + 3 * index]: [1] * 10 for index in range(part[5])}
            elif marker == 0xDA:  # a scan: its components, its first and last frequency, and how many low bits it lacks
                first, last, low = part[1 + 2 * part[0] :]
                for component in part[1 : 1 + 2 * part[0] : 2]:
                    for frequency in range(first, min(last, 9) + 1):
                        bits[component][frequency] = low & 15
            place = end
    except (IndexError, KeyError, ValueError):  # a decoder may find other scans than we do
        return True
    return any(any(lacking[1:]) for lacking in bits.values())


def _largest_unit_of_tiff(image: Any) -> int:
    """Returns the largest side in pixels of an area that one block of a JPEG in a TIFF covers, but at least 16."""
    tags = _ycbcr_tags(image)
    if not tags:
        return 16
    # libtiff refuses a JPEG that differs from the tag. Without a tag, or for a JPEG of the old style, it uses any factor.
    return max(16, 8 * _largest_factor(tags.get(_TIFF_SUBSAMPLING) if image.info.get("compression") == "jpeg" else None))


def _has_moved_blocks(image: Any, unit: int) -> bool:
    """Returns whether the blocks of a TIFF may begin elsewhere than at the upper left corner.

    Loading turns the picture upright, and removes the tag that says so. Then every picture counts as turned.
    """
    may_be_turned = not getattr(image, "tile", ()) or getattr(image, "tag_v2", {}).get(_TIFF_ORIENTATION, 1) != 1
    return may_be_turned and any(side % unit for side in image.size)


def _ycbcr_tags(image: Any) -> Any:
    """Returns the tags of a TIFF whose colors are luma and chroma. Returns none of another TIFF."""
    tags = getattr(image, "tag_v2", {})  # none if a program has named this format itself
    return tags if tags.get(_TIFF_COLORS) == _YCBCR else {}


def _largest_factor(factors: Any) -> int:
    """Returns the larger one of a TIFF's two factors of subsampling, or 4, the largest that exists, if they are not known."""
    return max(factors) if factors and isinstance(factors, tuple) else 4


def _of_image(image: Any, data: bytes | None) -> Source:
    format = image.format
    if format in ("JPEG", "MPO"):
        if _was_resized(image):
            return Source.JPEG_CHANGED
        return Source.JPEG_444 if _largest_unit(image) <= 8 else Source.JPEG_SUBSAMPLED
    if format == "TIFF":
        return _OF_TIFF.get(image.info.get("compression"), Source.LOSSLESS)
    if format == "WEBP" and data is not None:
        chunks = _webp_chunks(data)
        return Source.LOSSLESS if b"VP8L" in chunks and b"VP8 " not in chunks else Source.PREDICTED
    if format == "ICNS" and data is not None:
        is_whole = data[:4] == b"icns" and 16 < int.from_bytes(data[4:8], "big") <= len(data)
        return Source.LOSSLESS if is_whole and not any(mark in data for mark in _JPEG2000) else Source.PREDICTED
    decoders = [tile[0] for tile in getattr(image, "tile", ())]  # none if the picture is loaded
    found = [_DECODERS[name] for name in decoders if name in _DECODERS]
    if found or (decoders and format in _TEXTURES):
        return max(found, default=Source.LOSSLESS)
    return _FORMATS.get(format, Source.LOSSLESS)


def _largest_unit(image: Any) -> int:
    """Returns the largest side in pixels of an area that one block of a JPEG covers."""
    # Each layer has a name and its sampling factors, horizontally and vertically. A layer that stands alone is not subsampled.
    layers = getattr(image, "layer", ())
    if not layers:
        return 16  # a program has named this format itself
    axes = [[layer[part] for layer in layers] for part in (1, 2)]
    return max((-(-8 * max(axis) // factor) for axis in axes if len(axis) > 1 for factor in axis if factor), default=8)


def _was_resized(image: Any) -> bool:
    """Whether a JPEG is known to have another size than when it was compressed."""
    if getattr(image, "decoderconfig", None):
        return True  # draft() has been called, by thumbnail() or to load a smaller picture
    try:
        exif = image.getexif().get_ifd(0x8769)
        stored = int(exif[0xA002]), int(exif[0xA003])
    except Exception:  # no such tags, or damaged ones
        return False
    return all(stored) and sorted(stored) != sorted(image.size)


def _of_video(codec: str, pixel_format: str) -> Source:
    if codec in _LOSSLESS_VIDEO:
        return Source.LOSSLESS
    if codec != "mjpeg" or "41" in pixel_format:  # chroma of 4:1:1 and 4:1:0 reaches beyond blocks of 16
        return Source.PREDICTED
    return Source.JPEG_444 if "444" in pixel_format or pixel_format.startswith(("gbr", "gray")) else Source.JPEG_SUBSAMPLED


def _webp_chunks(data: bytes) -> set[bytes]:
    """Returns the names of all chunks of a WebP, also inside the frames of an animation. Returns none if the file is incomplete."""
    found: set[bytes] = set()
    whole = 8 + int.from_bytes(data[4:8], "little")
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < whole:
        return found
    spans = [(12, whole)]
    while spans:
        place, end = spans.pop()
        while place + 8 <= end:
            name, length = data[place : place + 4], int.from_bytes(data[place + 4 : place + 8], "little")
            if place + 8 + length > end:
                return set()
            found.add(name)
            if name == b"ANMF":
                spans.append((place + 24, place + 8 + length))
            place += 8 + length + length % 2
    return found
