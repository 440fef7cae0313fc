# SPDX-License-Identifier: MIT
"""--keep-icc keeps a color profile only in a file whose colors it is for."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import RECT, SIZE, noise, saved, scrim_command
from PIL import Image
from test_wide_png import chunk, write

CHANNELS = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4}


def profile(colors: str) -> bytes:
    """The header of a profile. Nothing here reads more of it."""
    return bytes(16) + colors.ljust(4).encode() + b"XYZ " + bytes(12) + b"acsp" + bytes(88)


def picture(path: Path, mode: str, colors: str) -> Path:
    image = Image.frombytes(mode, SIZE, noise(SIZE[1], SIZE[0], CHANNELS[mode]).tobytes())
    return saved(path, image, icc_profile=profile(colors))


def kept(path: Path) -> bytes | None:
    with Image.open(path) as image:
        found: bytes | None = image.info.get("icc_profile")
        return found


def redacted(folder: Path, name: str, mode: str, colors: str, target: str) -> Any:
    source = picture(folder / name, mode, colors)
    ran = scrim_command("redact", source, folder / target, "--rect", RECT, "--keep-icc", "--json")
    assert ran.code == 0
    return ran


@pytest.mark.parametrize(
    ("name", "mode", "colors", "target"),
    [
        ("in.jpg", "CMYK", "CMYK", "out.jpg"),
        ("in.jpg", "CMYK", "CMYK", "out.tiff"),
        ("in.jpg", "L", "GRAY", "out.jpg"),
        ("in.jpg", "L", "GRAY", "out.png"),
        ("in.png", "RGB", "RGB", "out.jpg"),
        ("in.png", "RGB", "RGB", "out.webp"),
        ("in.png", "RGB", "RGB", "out.avif"),
        ("in.png", "RGBA", "RGB", "out.tiff"),
    ],
)
def test_a_profile_for_the_colors_of_the_file_is_kept(name: str, mode: str, colors: str, target: str, tmp_path: Path) -> None:
    ran = redacted(tmp_path, name, mode, colors, target)
    assert kept(tmp_path / target) == profile(colors)
    assert "icc" not in ran.json["left_out"] and not any("profile" in warning for warning in ran.json["warnings"])


@pytest.mark.parametrize(
    ("name", "mode", "colors", "target"),
    [
        ("in.jpg", "CMYK", "CMYK", "out.png"),
        ("in.jpg", "CMYK", "CMYK", "out.webp"),
        ("in.jpg", "CMYK", "CMYK", "out.avif"),
        ("in.jpg", "CMYK", "CMYK", "out.gif"),
        ("in.jpg", "L", "GRAY", "out.webp"),
        ("in.jpg", "L", "RGB", "out.jpg"),
        ("in.png", "LA", "GRAY", "out.png"),
        ("in.png", "RGB", "GRAY", "out.png"),
        ("in.png", "RGB", "RGB", "out.bmp"),
        ("in.png", "RGB", "", "out.png"),
    ],
)
def test_another_profile_is_left_out_with_a_warning(name: str, mode: str, colors: str, target: str, tmp_path: Path) -> None:
    ran = redacted(tmp_path, name, mode, colors, target)
    assert kept(tmp_path / target) is None
    assert "icc" in ran.json["left_out"]
    assert [warning for warning in ran.json["warnings"] if warning.startswith("the color profile was left out, so colors may look different: ")]


def test_a_gray_avif(tmp_path: Path) -> None:
    """It may be gray or RGB, as the version of libavif decides."""
    source = picture(tmp_path / "in.png", "L", "GRAY")
    assert scrim_command("redact", source, tmp_path / "out.avif", "--rect", RECT, "--keep-icc").code == 0
    with Image.open(tmp_path / "out.avif") as image:
        assert (image.info.get("icc_profile") == profile("GRAY")) == (image.mode == "L")


@pytest.mark.parametrize("color_type", [2, 4])
def test_colors_of_16_bits(color_type: int, tmp_path: Path) -> None:
    """Gray with alpha becomes RGB with alpha."""
    colors = profile("RGB" if color_type == 2 else "GRAY")
    values = noise(33, 48, 3 if color_type == 2 else 2, dtype=np.uint16)
    source = write(tmp_path / "in.png", values, color_type, chunk(b"iCCP", b"a name\0\0" + zlib.compress(colors)))
    ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT, "--keep-icc")
    assert ran.code == 0 and kept(tmp_path / "out.png") == (colors if color_type == 2 else None)
    assert ("color profile was left out" in ran.err) == (color_type == 4)


def test_pages_of_different_colors(tmp_path: Path) -> None:
    pages = [Image.new(mode, SIZE) for mode in ("RGB", "L")]
    pages[0].save(tmp_path / "in.tiff", save_all=True, append_images=pages[1:], icc_profile=profile("RGB"))
    command = ["redact", tmp_path / "in.tiff", tmp_path / "out.tiff", "--rect", RECT, "--keep-icc"]
    assert scrim_command(*command).code == 0 and kept(tmp_path / "out.tiff") == profile("RGB")
    ran = scrim_command(*command, "--all-pages")
    assert ran.code == 0 and "color profile was left out" in ran.err and kept(tmp_path / "out.tiff") is None
