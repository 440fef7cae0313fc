# SPDX-License-Identifier: MIT
"""How far a codec has spread the pixels of a picture: over blocks, or farther."""

from __future__ import annotations

from typing import Any, NamedTuple


class Codec(NamedTuple):
    #: Pixels of the side of its blocks: 0, 8 or 16.
    block: int = 0
    #: It has spread them farther, or may have.
    spreads: bool = False
    #: Width and height of what has one block of colour: more than 16 only in a JPEG of 4:1:1 and the like.
    unit: tuple[int, int] = (16, 16)


_BLOCKS, _FARTHER = Codec(16), Codec(16, True)

#: By the names of Pillow's decoders. The textures of games (bcn, BLP2) have blocks of 4, PhotoCD has chroma of half the
#: size.
_DECODERS = {
    "jpeg": _BLOCKS,
    "iptc": _BLOCKS,
    "BLP1": _BLOCKS,
    "BLP2": Codec(8),
    "bcn": Codec(8),
    "pcd": Codec(8),
    "jpeg2k": _FARTHER,
}
#: By Pillow's names of the compressions of a TIFF.
_OF_TIFF = {"jpeg": _BLOCKS, "tiff_jpeg": _BLOCKS, "webp": _FARTHER}
#: JPEG 2000 within another file.
_JPEG2000 = (b"jP  \r\n\x87\n", b"\xff\x4f\xff\x51")


def codec_of(image: Any, data: bytes) -> Codec:
    """The codec of a Pillow image that is not loaded yet, from a file of these bytes.

    Whether a JPEG 2000 is lossless, it does not say: layers may have been cut off.
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
        # Each of its layers: a name, and how many blocks of it stand side by side and one below the other.
        wide, high = (8 * max((layer[part] for layer in image.layer), default=1) for part in (1, 2))
        return Codec(16, unit=(max(16, wide), max(16, high)))
    return max((_DECODERS.get(tile[0], Codec()) for tile in image.tile), default=Codec())


def _webp_chunks(data: bytes) -> set[bytes]:
    """The names of a WebP's chunks, those within frames of an animation too."""
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
