# SPDX-License-Identifier: MIT
"""Pictures that programs show in different ways. What Chromium 156 does was observed with `naturalWidth` and a canvas."""

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


def with_exif(jpeg: bytes, content: bytes) -> bytes:
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content + jpeg[2:]


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
