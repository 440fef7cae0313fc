# SPDX-License-Identifier: MIT
"""PNG files with colors of 16 bits: read and written here by a second implementation, made of zlib and numpy."""

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import MASK, RECT, noise, scrim_command
from PIL import Image, ImageCms

from scrim_tools.image_modes import appearances
from scrim_tools.image_wide import WidePicture

#: Color types of PNG, and their channels.
TYPES = {"RGB": (2, 3), "gray and alpha": (4, 2), "RGBA": (6, 4)}


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def write(path: Path, values: Any, color: int, *more: bytes) -> Path:
    height, width = values.shape[:2]
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in values)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 16, color, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


def chunks(path: Path) -> list[tuple[bytes, bytes]]:
    data, at, found = path.read_bytes(), 8, []
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        content = data[at + 8 : at + 8 + length]
        assert chunk(data[at + 4 : at + 8], content) == data[at : at + 12 + length]
        found.append((data[at + 4 : at + 8], content))
        at += 12 + length
    return found


def paeth(left: Any, above: Any, corner: Any) -> int:
    nearest = min((abs(above - corner), left), (abs(left - corner), above), (abs(left + above - 2 * corner), corner), key=lambda pair: pair[0])
    return int(nearest[1])


def read(path: Path) -> Any:
    """The numbers of a PNG of 16 bits that is not interlaced (ISO 15948, chapter 9)."""
    found = chunks(path)
    width, height, bits, color, *rest = struct.unpack(">IIBBBBB", found[0][1])
    assert bits == 16 and rest == [0, 0, 0]
    channels = {2: 3, 6: 4}[color]
    data = zlib.decompress(b"".join(content for kind, content in found if kind == b"IDAT"))
    size, pixel = width * channels * 2, channels * 2
    rows = np.zeros((height + 1, size + pixel), int)
    for y in range(height):
        kind, line = data[y * (size + 1)], data[y * (size + 1) + 1 : (y + 1) * (size + 1)]
        for x, byte in enumerate(line):
            left, above, corner = rows[y + 1, x], rows[y, x + pixel], rows[y, x]
            guess = [0, left, above, (left + above) // 2, paeth(left, above, corner)][kind]
            rows[y + 1, x + pixel] = (byte + guess) & 255
    numbers = rows[1:, pixel:].astype(np.uint8).tobytes()
    return np.frombuffer(numbers, ">u2").reshape(height, width, channels).astype(int)


def as_written(values: Any) -> Any:
    """Gray with alpha is written as RGB with alpha."""
    return values[..., [0, 0, 0, 1]] if values.shape[2] == 2 else values


@pytest.mark.parametrize("name", TYPES)
def test_colors_keep_16_bits(name: str, tmp_path: Path) -> None:
    color, channels = TYPES[name]
    values = noise(33, 48, channels, dtype=np.uint16)
    source, target = write(tmp_path / "in.png", values, color), tmp_path / "out.png"
    ran = scrim_command("redact", source, target, "--rect", RECT, "--style", "solid:#102040")
    assert ran.code == 0 and "8 bits" not in ran.err
    made = read(target)
    assert (made[~MASK] == as_written(values)[~MASK]).all()
    assert (made[MASK][:, :3] == np.array([0x10, 0x20, 0x40]) * 257).all() and (made[MASK][:, 3:] == 65535).all()
    assert {kind for kind, _ in chunks(target)} == {b"IHDR", b"IDAT", b"IEND"}


@pytest.mark.parametrize("style", ["frost", "tiles:3"])
@pytest.mark.parametrize("name", TYPES)
def test_two_interiors_give_one_file(name: str, style: str, tmp_path: Path) -> None:
    color, channels = TYPES[name]
    made = []
    for seed in (1, 2):
        values = noise(33, 48, channels, dtype=np.uint16)
        values[MASK] = noise(33, 48, channels, dtype=np.uint16, seed=seed + 9)[MASK]
        text = chunk(b"tEXt", b"Comment\0seed %d" % seed)
        source = write(tmp_path / f"{seed}.png", values, color, text)
        assert scrim_command("redact", source, tmp_path / f"{seed}.out.png", "--rect", RECT, "--style", style).code == 0
        assert (read(tmp_path / f"{seed}.out.png")[~MASK] == as_written(values)[~MASK]).all()
        made.append((tmp_path / f"{seed}.out.png").read_bytes())
    assert made[0] == made[1]


def test_pixelation_is_exact(tmp_path: Path) -> None:
    values = noise(33, 48, 3, dtype=np.uint16)
    source, target = write(tmp_path / "in.png", values, 2), tmp_path / "out.png"
    assert scrim_command("redact", source, target, "--rect", RECT, "--style", "pixelate:5").code == 0
    made = read(target)
    for y in range(6, 15, 5):
        for x in range(10, 30, 5):
            block = np.s_[y : min(y + 5, 15), x : x + 5]
            assert (made[block] == np.floor(values[block].astype(float).mean((0, 1)) + 0.5)).all()


def test_a_blur_has_8_bits_inside_and_16_outside(tmp_path: Path) -> None:
    values = noise(33, 48, 4, dtype=np.uint16)
    source, target = write(tmp_path / "in.png", values, 6), tmp_path / "out.png"
    assert scrim_command("redact", source, target, "--rect", RECT, "--style", "blur:3").code == 0
    made = read(target)
    assert (made[~MASK] == values[~MASK]).all() and (made[MASK] % 257 == 0).all()
    assert 0 < made[MASK][:, :3].std() < values[MASK][:, :3].std() / 2


@pytest.mark.parametrize("keep", [True, False])
def test_a_color_profile_is_kept_only_on_request(keep: bool, tmp_path: Path) -> None:
    icc = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    profile = chunk(b"iCCP", b"a name\0\0" + zlib.compress(icc))
    source = write(tmp_path / "in.png", noise(33, 48, 3, dtype=np.uint16), 2, profile)
    target = tmp_path / "out.png"
    assert scrim_command("redact", source, target, "--rect", RECT, *["--keep-icc"] * keep).code == 0
    with Image.open(target) as image:
        assert image.info.get("icc_profile") == (icc if keep else None)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_turned_picture_is_written_upright(orientation: int, tmp_path: Path) -> None:
    values = noise(33, 48, 3, dtype=np.uint16)
    exif = Image.Exif()
    exif[0x0112] = orientation
    source = write(tmp_path / "in.png", values, 2, chunk(b"eXIf", exif.tobytes().removeprefix(b"Exif\0\0")))
    target = tmp_path / "out.png"
    assert scrim_command("redact", source, target, "--rect", "0,0,1,1").code == 0
    turns = {
        1: values, 2: values[:, ::-1], 3: values[::-1, ::-1], 4: values[::-1], 5: values.transpose(1, 0, 2),
        6: np.rot90(values, -1), 7: np.rot90(values, 2).transpose(1, 0, 2), 8: np.rot90(values),
    }  # fmt: skip
    made, wanted = read(target), turns[orientation].copy()
    wanted[0, 0] = 0
    assert (made == wanted).all()


@pytest.mark.parametrize("ending", ["jpg", "webp", "tiff", "gif"])
def test_other_formats_get_8_bits_and_a_warning(ending: str, tmp_path: Path) -> None:
    source = write(tmp_path / "in.png", noise(33, 48, 3, dtype=np.uint16) // 256 * 257, 2)
    ran = scrim_command("redact", source, tmp_path / f"out.{ending}", "--rect", RECT)
    assert ran.code == 0 and "only PNG files keep colors of 16 bits" in ran.err


def test_without_pyav_8_bits_are_kept_with_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scrim_tools.cli import image_files

    monkeypatch.setattr(image_files, "find_spec", lambda name: None)
    source = write(tmp_path / "in.png", noise(33, 48, 3, dtype=np.uint16), 2)
    ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT)
    assert ran.code == 0 and "reduced to 8 bits" in ran.err


def test_previews_show_the_picture(tmp_path: Path) -> None:
    source = write(tmp_path / "in.png", noise(33, 48, 4, dtype=np.uint16), 6)
    ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT, "--preview")
    assert ran.code == 0, ran


def test_damaged_files_are_errors(tmp_path: Path) -> None:
    data = write(tmp_path / "in.png", noise(33, 48, 3, dtype=np.uint16), 2).read_bytes()
    (tmp_path / "cut.png").write_bytes(data[: len(data) // 2])
    ran = scrim_command("redact", tmp_path / "cut.png", tmp_path / "out.png", "--rect", RECT)
    assert ran.code == 1 and not (tmp_path / "out.png").exists()


def test_transparent_gray_leads_to_a_warning(tmp_path: Path) -> None:
    """Pillow reads gray of 16 bits without the shade of gray that is transparent (ISO 15948, 11.3.2.1)."""
    gray = np.arange(40 * 60, dtype=np.uint16).reshape(40, 60, 1) * 7
    plain, clear = write(tmp_path / "plain.png", gray, 0), write(tmp_path / "clear.png", gray, 0, chunk(b"tRNS", b"\0\7"))
    for path, warned in ((plain, False), (clear, True)):
        out = scrim_command("redact", path, tmp_path / "out.png", "--rect", RECT)
        assert out.code == 0 and ("transparency was left out" in out.err) == warned


def test_text_is_read_on_each_background_on_which_it_shows() -> None:
    """White on a transparent ground, and the hidden colors of transparent pixels: as in pictures with 8 bits."""
    narrow = noise(33, 48, 4)
    found = appearances(WidePicture(narrow.astype(np.uint16) * 257))
    assert len(found) == 3
    assert [image.tobytes() for image in found] == [image.tobytes() for image in appearances(Image.fromarray(narrow))]
