# SPDX-License-Identifier: MIT
"""Refuses pictures that programs show in different ways: a region that was measured in one of them would be elsewhere in another."""

from __future__ import annotations

import re
import struct
from contextlib import suppress
from typing import Any, NoReturn

from ..errors import FileError, need
from ..image_wide import chunks
from ..iso_boxes import boxes

_ORIENTATION = 0x0112
_EXIF = b"Exif\0\0"

#: The tag of XMP in a picture that is rotated or flipped, in each spelling that XML allows. Pillow only knows two of them.
_XMP_ROTATION = re.compile(rb"tiff:Orientation\s*(?:=\s*[\"']|>)\s*[2-8]")

_CONVERT = "convert it to PNG with the program in which you measured the regions"


def orientation_of(image: Any) -> int:
    """Returns the orientation that Exif names, 1 … 8."""
    value = _tag(image)
    return value if value in range(1, 9) else 1


def check_shown(image: Any, data: bytes) -> None:
    """Raises FileError if programs disagree on how a picture that was loaded is rotated or cropped. `data` is its file."""
    if any(map(_is_strange_exif, _app1(image))):
        _fail_rotation("the mark of its Exif data is malformed")
    if len(_all_orientations(image)) > 1:
        _fail_rotation("its Exif data name several orientations")
    if image.format == "PNG":
        kinds = [kind for kind, _ in chunks(data)]
        if kinds.count(b"eXIf") > 1:
            _fail_rotation("it contains Exif data twice")
    if image.format == "AVIF" and _is_cropped(image, data):
        raise FileError("the file says that only a part of the picture is shown, which many programs ignore", _CONVERT)
    if image.format == "TIFF" or orientation_of(image) == 1:  # of a TIFF, loading has removed the tag
        return
    if image.format == "WEBP":
        _fail_rotation("Chromium ignores the rotation of a WebP")
    if image.format == "PNG" and b"eXIf" not in kinds[: kinds.index(b"IDAT")]:
        _fail_rotation("its Exif data are not in front of the pixels")
    if image.format in ("JPEG", "MPO", "PNG") and not any(_orientations(image.info.get("exif", b""))):
        _fail_rotation("its Exif data are malformed")


def check_xmp(image: Any) -> None:
    """Raises FileError if only XMP says that the picture is rotated. Pillow would rotate it, but most programs show it as it is stored."""
    xmp = image.info.get("XML:com.adobe.xmp") or image.info.get("xmp") or b""
    if not _XMP_ROTATION.search(xmp.encode() if isinstance(xmp, str) else xmp):
        return
    # Not from Pillow's getexif(), which has added the one of XMP.
    exif = need("PIL.Image", "Pillow").Exif()
    with suppress(Exception):  # damaged tags
        raw = image.info.get("Raw profile type exif")
        exif.load(image.info.get("exif") or (bytes.fromhex("".join(raw.split("\n")[3:])) if raw else b""))
    if _ORIENTATION not in exif and _ORIENTATION not in getattr(image, "tag_v2", ()):
        raise FileError(
            "only XMP says that the picture is rotated, which many programs ignore",
            "copy the rotation to Exif: exiftool -tagsfromfile @ '-exif:orientation<xmp-tiff:orientation' IN",
        )


def is_upright_in_firefox(image: Any) -> bool:
    """Whether Firefox shows a rotated JPEG as it is stored. It looks for Exif data in the first APP1 segment only, which may contain XMP."""
    segments = _app1(image)
    return bool(segments) and not segments[0].startswith(_EXIF) and orientation_of(image) != 1


def browser_size(image: Any) -> tuple[int, int] | None:
    """Returns the size at which browsers show a JPEG before they rotate it, if that is not its size in pixels. None otherwise.

    The HTML standard says so of pictures whose Exif data name another size and the density that follows from it.
    """
    if image.format not in ("JPEG", "MPO"):
        return None
    with suppress(Exception):  # tags are missing or damaged
        exif = image.getexif()
        sizes = exif.get_ifd(0x8769)
        named = sizes[0xA002], sizes[0xA003]
        dense = tuple(round(side * 72 / exif[tag]) for side, tag in zip(image.size, (0x011A, 0x011B), strict=True))
        if exif[0x0128] == 2 and dense == named != image.size:  # dots per inch
            return int(named[0]), int(named[1])
    return None


def _app1(image: Any) -> list[bytes]:
    """Returns the segments of a JPEG that contain Exif data, XMP, or what else a program puts there."""
    return [content for name, content in image.applist if name == "APP1"] if image.format in ("JPEG", "MPO") else []


def _all_orientations(image: Any) -> set[int]:
    """Returns all orientations that the Exif data of a picture name. Of several segments or tags, some programs take the first, others the last."""
    parts = [segment for segment in _app1(image) if segment.startswith(_EXIF)] or [image.info.get("exif", b"")]
    # Large Exif data are continued in a segment without a header.
    return {turn for index, part in enumerate(parts) for turn in _orientations(part) or [1] if index == 0 or _order(part)}


def _tag(image: Any) -> Any:
    try:
        return image.getexif().get(_ORIENTATION)
    except Exception:  # damaged tags do not make the picture unusable
        return None


def _fail_rotation(why: str) -> NoReturn:
    raise FileError(f"programs disagree whether the picture is rotated: {why}", _CONVERT)


def _is_strange_exif(content: bytes) -> bool:
    """Whether browsers read Exif data that Pillow does not. Both bytes behind "Exif" must be 0, but browsers ignore the second one."""
    return content.startswith(b"Exif\0") and not content.startswith(_EXIF)


def _orientations(exif: bytes) -> list[int]:
    """Returns what each tag of orientation says: 1 … 8, or 0 if it is not stored as the standard says. Pillow reads such tags, and browsers do not."""
    tiff, order = exif.removeprefix(_EXIF), _order(exif)
    found: list[int] = []
    with suppress(struct.error):
        (start,) = struct.unpack_from(f"{order}I", tiff, 4)
        (count,) = struct.unpack_from(f"{order}H", tiff, start)
        for index in range(count):
            tag, kind, numbers, value = struct.unpack_from(f"{order}HHIH", tiff, start + 2 + 12 * index)
            if tag == _ORIENTATION:
                is_short = (kind, numbers) == (3, 1)
                found.append((value if value in range(1, 9) else 1) if is_short else 0)
    return found if order else []


def _order(exif: bytes) -> str:
    """Returns the order of bytes in Exif data, for struct. Empty if they do not begin as the standard says."""
    return {b"II*\0": "<", b"MM\0*": ">"}.get(exif.removeprefix(_EXIF)[:4], "")


def _is_cropped(image: Any, data: bytes) -> bool:
    """Whether an AVIF has a clean aperture that is smaller than the picture. Chromium crops to some of them, and libavif to none."""
    for kind, first, end in boxes(data, 0, len(data)):
        at = data.find(b"clap", first, end) if kind in (b"meta", b"moov") else -1
        while at >= 0:
            with suppress(struct.error):
                numbers = struct.unpack_from(">8i", data, at + 4)
                # A rotation can exchange width and height.
                if numbers[1:4:2] != (1, 1) or {numbers[0], numbers[2]} != set(image.size) or any(numbers[4::2]):
                    return True
            at = data.find(b"clap", at + 4, end)
    return False
