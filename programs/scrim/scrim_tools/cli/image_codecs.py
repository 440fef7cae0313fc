# SPDX-License-Identifier: MIT
"""How far the codec of a picture spreads each pixel: over a block, or farther."""

from __future__ import annotations

from typing import Any, NamedTuple


class Codec(NamedTuple):
    """How far a codec spreads pixels."""

    #: The side of its blocks in pixels: 0, 8 or 16.
    block: int = 0
    #: Whether it spreads pixels farther than that, or may do so.
    spreads: bool = False
    #: Width and height of the area of one block of chroma. It exceeds 16 only in JPEGs with coarse chroma, such as 4:1:1.
    unit: tuple[int, int] = (16, 16)


_BLOCKS, _FARTHER = Codec(16), Codec(16, True)

#: Codecs by the names of Pillow's decoders. Game textures (bcn, BLP2) have blocks of 4 pixels, and PhotoCD has chroma of
#: half the size.
_DECODERS = {
    "jpeg": _BLOCKS,
    "iptc": _BLOCKS,
    "BLP1": _BLOCKS,
    "BLP2": Codec(8),
    "bcn": Codec(8),
    "pcd": Codec(8),
    "jpeg2k": _FARTHER,
}
#: Codecs by Pillow's names for the compressions of a TIFF.
_OF_TIFF = {"jpeg": _BLOCKS, "tiff_jpeg": _BLOCKS, "webp": _FARTHER}
#: Marks of a JPEG 2000 inside another file.
_JPEG2000 = (b"jP  \r\n\x87\n", b"\xff\x4f\xff\x51")


def codec_of(image: Any, data: bytes) -> Codec:
    """Returns the codec of a Pillow image that is not loaded yet. `data` are the bytes of its file.

    A JPEG 2000 counts as lossy, because the file does not say whether layers were cut off.
    """
    if image.format == "AVIF":
        return _FARTHER
    if image.format == "WEBP":
        return _FARTHER if b"VP8 " in _webp_chunks(data) else Codec()
    if image.format == "ICNS":
        return _FARTHER if any(mark in data for mark in _JPEG2000) else Codec()
    if image.format == "TIFF":
        return _OF_TIFF.get(image.info.get("compression"), Codec())
    if image.format in ("JPEG", "MPO"):
        # Each layer has a name and its sampling factors, horizontally and vertically.
        wide, high = (8 * max((layer[part] for layer in image.layer), default=1) for part in (1, 2))
        return Codec(16, unit=(max(16, wide), max(16, high)))
    return max((_DECODERS.get(tile[0], Codec()) for tile in image.tile), default=Codec())


def _webp_chunks(data: bytes) -> set[bytes]:
    """Returns the names of all chunks of a WebP, also inside the frames of an animation."""
    found: set[bytes] = set()
    spans = [(12, len(data))]
    while spans:
        place, end = spans.pop()
        while place + 8 <= end:
            name, length = data[place : place + 4], int.from_bytes(data[place + 4 : place + 8], "little")
            found.add(name)
            if name == b"ANMF":
                spans.append((place + 24, min(end, place + 8 + length)))
            place += 8 + length + length % 2
    return found
