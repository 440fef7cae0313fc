# SPDX-License-Identifier: MIT
"""Pictures that programs show in different ways. What Chromium 156 does was observed with `naturalWidth` and a canvas."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from cli_run import noise, saved, scrim_command
from PIL import Image

from scrim_tools.cli.image_files import read_image
from scrim_tools.errors import FileError

#: The orientation tag of Exif, its type "short", and its value in the four bytes that a tag has.
TAG, SHORT = 0x0112, 3
SIX = b"\0\6\0\0"


def exif(kind: int = SHORT, count: int = 1, value: bytes = SIX, magic: bytes = b"MM\0*") -> bytes:
    """Exif data with one tag, which says that the picture is rotated."""
    return magic + struct.pack(">IHHHI", 8, 1, TAG, kind, count) + value + bytes(4)


def encoded(tmp_path: Path, ending: str, **options: Any) -> bytes:
    return saved(tmp_path / f"in.{ending}", Image.fromarray(noise(32, 64, 3)), **options).read_bytes()


def size(data: bytes) -> tuple[int, int] | None:
    """The size of the picture as it is covered, or None if programs disagree about it."""
    try:
        return read_image(data).size
    except FileError as error:
        assert "programs disagree whether the picture is rotated" in str(error)
        return None


def with_exif(jpeg: bytes, *contents: bytes) -> bytes:
    return jpeg[:2] + b"".join(b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content for content in contents) + jpeg[2:]


def orientations(*values: int) -> bytes:
    """An Exif segment with a tag for each value."""
    tags = b"".join(struct.pack(">HHIHH", TAG, SHORT, 1, value, 0) for value in values)
    return b"Exif\0\0MM\0*" + struct.pack(">IH", 8, len(values)) + tags + bytes(4)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"Exif\0\0" + exif(), (32, 64)),
        (b"Exif\0\0" + exif(value=b"\0\1\0\0"), (64, 32)),
        # Chromium rotates these, and Pillow does not.
        (b"Exif\0\xff" + exif(), None),
        (b"Exif\0\1" + exif(), None),
        # Pillow rotates these, and Chromium does not.
        (b"Exif\0\0" + exif(kind=4, value=b"\0\0\0\6"), None),
        (b"Exif\0\0" + exif(count=2, value=b"\0\6\0\6"), None),
        (b"Exif\0\0" + exif(kind=8), None),
        (b"Exif\0\0" + exif(magic=b"MM\0+"), None),
    ],
)
def test_rotations_of_a_jpeg(tmp_path: Path, content: bytes, expected: tuple[int, int] | None) -> None:
    assert size(with_exif(encoded(tmp_path, "jpg"), content)) == expected


UPRIGHT, TURNED = (64, 32), (32, 64)


@pytest.mark.parametrize(
    ("segments", "expected"),
    [
        # FFmpeg follows the last segment that names an orientation, and Pillow and Chromium the first segment.
        ([orientations(), orientations(6)], None),
        ([orientations(6), orientations()], None),
        ([orientations(1), orientations(6)], None),
        ([orientations(6), orientations(8)], None),
        ([orientations(6), orientations(6)], TURNED),
        ([orientations(0), orientations(1), orientations()], UPRIGHT),
        # FFmpeg follows the last tag, and Pillow and Chromium the first.
        ([orientations(1, 6)], None),
        ([orientations(6, 1)], None),
        ([orientations(6, 6)], TURNED),
        ([orientations(1, 9)], UPRIGHT),
        # Large Exif data are continued in a second segment. FFmpeg follows Exif data behind one that it cannot read.
        ([orientations(6), b"Exif\0\0continued"], TURNED),
        ([b"Exif\0\0nothing", orientations(6)], None),
    ],
)
def test_a_jpeg_that_names_several_orientations(tmp_path: Path, segments: list[bytes], expected: tuple[int, int] | None) -> None:
    assert size(with_exif(encoded(tmp_path, "jpg"), *segments)) == expected


@pytest.mark.parametrize("value", [1, 6])
def test_a_jpeg_that_firefox_does_not_rotate(tmp_path: Path, value: int) -> None:
    """Its source (`ReadOrientationFromEXIF`) looks at the first APP1 segment only."""
    source, xmp, jpeg = tmp_path / "in.jpg", b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>", encoded(tmp_path, "jpg")
    for segments, shown in [((xmp, orientations(value)), value == 6), ((orientations(value), xmp), False)]:
        source.write_bytes(with_exif(jpeg, *segments))
        ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", "2,2,8,8", "--json")
        told = [warning for warning in ran.json["warnings"] if "Firefox does not rotate the picture" in warning]
        assert ran.code == 0 and len(told) == shown and all("32 × 64 pixels" in warning for warning in told)


@pytest.mark.parametrize(
    ("density", "named", "unit", "orientation", "shown"),
    [
        (144, (32, 16), 2, 1, "32 × 16"),
        (144, (32, 16), 2, 6, "16 × 32"),
        (36, (128, 64), 2, 1, "128 × 64"),
        # Chromium shows these with 64 × 32 pixels.
        (144, (64, 32), 2, 1, None),
        (144, (33, 16), 2, 1, None),
        (72, (64, 32), 2, 1, None),
        (144, (32, 16), 3, 1, None),
        (0, (32, 16), 2, 1, None),
    ],
)
def test_a_size_at_which_browsers_show_a_jpeg(
    tmp_path: Path, density: int, named: tuple[int, int], unit: int, orientation: int, shown: str | None
) -> None:
    """Chromium follows the HTML standard: the size in Exif counts if it fits the density."""
    tags = Image.Exif()
    tags[0x011A], tags[0x011B], tags[0x0128], tags[TAG] = density, density, unit, orientation
    tags.get_ifd(0x8769).update({0xA002: named[0], 0xA003: named[1]})
    encoded(tmp_path, "jpg", exif=tags)
    ran = scrim_command("redact", tmp_path / "in.jpg", tmp_path / "out.png", "--rect", "2,2,8,8", "--json")
    told = [warning for warning in ran.json["warnings"] if "browsers show the picture with" in warning]
    own = "32 × 64" if orientation == 6 else "64 × 32"
    assert ran.code == 0 and len(told) == bool(shown)
    assert not shown or (f"with {shown} pixels" in told[0] and f"in its {own} pixels" in told[0])


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def test_rotations_of_a_png(tmp_path: Path) -> None:
    png = encoded(tmp_path, "png")
    first, end = png.index(b"IDAT") - 4, len(png) - 12
    ours, straight = chunk(b"eXIf", exif()), chunk(b"eXIf", exif(value=b"\0\1\0\0"))
    words = f"\nexif\n{len(exif()) + 6:8}\n{(b'Exif' + bytes(2) + exif()).hex()}\n"
    text = chunk(b"zTXt", b"Raw profile type exif\0\0" + zlib.compress(words.encode()))
    assert size(png[:first] + ours + png[first:]) == (32, 64)
    assert size(png[:first] + straight + png[first:]) == (64, 32)
    assert size(png[:end] + straight + png[end:]) == (64, 32)
    # Pillow takes the last one of two, and Chromium the first.
    for both in (ours + straight, straight + ours):
        assert size(png[:first] + both + png[first:]) is None
    # Chromium ignores the others.
    assert size(png[:end] + ours + png[end:]) is None
    assert size(png[:first] + text + png[first:]) is None
    assert size(png[:first] + chunk(b"eXIf", b"Exif\0\0" + exif()) + png[first:]) is None


def test_a_webp_is_not_rotated(tmp_path: Path) -> None:
    """Pillow and some browsers follow Exif in a WebP. Chromium shows the picture as it is stored."""
    assert size(encoded(tmp_path, "webp", exif=exif())) is None
    assert size(encoded(tmp_path, "webp", exif=exif(value=b"\0\1\0\0"))) == (64, 32)
    ran = scrim_command("redact", tmp_path / "in.webp", tmp_path / "out.png", "--rect", "2,2,8,8")
    assert ran.code == 0
    encoded(tmp_path, "webp", exif=exif())
    ran = scrim_command("redact", tmp_path / "in.webp", tmp_path / "other.png", "--rect", "2,2,8,8")
    assert ran.code == 1 and "Chromium" in ran.err and "convert it" in ran.err and not (tmp_path / "other.png").exists()


def boxes(data: bytes, first: int, end: int) -> dict[bytes, tuple[int, int]]:
    """Where the boxes of an AVIF begin and end, by their kind."""
    found = {}
    while first < end:
        length, kind = struct.unpack_from(">I4s", data, first)
        found[kind] = (first, first + length)
        first += length
    return found


def cropped(avif: bytes, *numbers: int) -> bytes:
    """Returns an AVIF that asks programs to show a part of it. `numbers`: width and height of the part, and the x and y of its center, counted from
    the center of the picture."""
    meta = boxes(avif, 0, len(avif))[b"meta"]
    properties = boxes(avif, meta[0] + 12, meta[1])[b"iprp"]
    inside = boxes(avif, properties[0] + 8, properties[1])
    container, links = inside[b"ipco"], inside[b"ipma"]
    clap = struct.pack(">I4s", 40, b"clap") + b"".join(struct.pack(">iI", number, 1) for number in numbers)
    # The last property is the one that is added. It is linked to the first item, the picture.
    number = len(boxes(avif, container[0] + 8, container[1])) + 1
    at = links[0] + 18
    count = avif[at]
    parts = [
        (meta[0], struct.pack(">I", meta[1] - meta[0] + 41), 4),
        (properties[0], struct.pack(">I", properties[1] - properties[0] + 41), 4),
        (container[0], struct.pack(">I", container[1] - container[0] + 40), 4),
        (container[1], clap, 0),
        (links[0], struct.pack(">I", links[1] - links[0] + 1), 4),
        (at, bytes([count + 1]), 1),
        (at + 1 + count, bytes([0x80 | number]), 0),
    ]
    place = boxes(avif, meta[0] + 12, meta[1])[b"iloc"][0] + 22
    parts.append((place, struct.pack(">I", struct.unpack_from(">I", avif, place)[0] + 41), 4))
    for first, replacement, length in sorted(parts, key=lambda part: (part[0], part[2]), reverse=True):
        avif = avif[:first] + replacement + avif[first + length :]
    return avif


def test_an_avif_that_is_cropped_is_refused(tmp_path: Path) -> None:
    """Chromium crops the second one, programs with libheif crop all, and Pillow shows all of each."""
    avif = encoded(tmp_path, "avif")
    assert read_image(avif).size == read_image(cropped(avif, 64, 32, 0, 0)).size == (64, 32)
    for part in ((32, 32, 16, 0), (32, 32, -16, 0), (64, 30, 0, -1)):
        with Image.open(io.BytesIO(cropped(avif, *part))) as image:
            assert image.size == (64, 32) and image.tobytes() == Image.open(tmp_path / "in.avif").tobytes()
        with pytest.raises(FileError, match="only a part of the picture is shown"):
            read_image(cropped(avif, *part))
