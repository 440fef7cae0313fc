# SPDX-License-Identifier: MIT
"""scrim redact on turned photographs and on what codecs have spread: whole blocks are covered."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import BOX, RECT, inside, noise, pixels, same_outside, saved, scrim_command
from PIL import Image, ImageOps, JpegImagePlugin


@pytest.mark.parametrize("orientation", range(1, 9))
class TestOrientation:
    """A photograph as cameras store it. Pillow's own exif_transpose is the truth."""

    def photograph(self, path: Path, orientation: int, size: tuple[int, int] = (61, 43), **options: Any) -> Any:
        exif = Image.Exif()
        exif[0x0112], exif[0x010F] = orientation, "Camera of Mara"
        image = Image.fromarray(noise(size[1], size[0], 3))
        image.save(path, exif=exif, **options)
        with Image.open(path) as stored:
            return np.asarray(ImageOps.exif_transpose(stored))

    def test_regions_are_of_the_upright_picture(self, tmp_path: Path, orientation: int) -> None:
        upright = self.photograph(tmp_path / "in.png", orientation)
        assert scrim_command("redact", tmp_path / "in.png", tmp_path / "out.png", "--rect", RECT).code == 0
        made = pixels(tmp_path / "out.png")
        mask = inside((upright.shape[1], upright.shape[0]), BOX)
        assert made.shape == upright.shape
        assert not made[mask].any() and same_outside(mask, made, upright)
        assert b"Mara" not in (tmp_path / "out.png").read_bytes()

    def test_blocks_of_a_jpeg_are_those_of_the_stored_picture(self, tmp_path: Path, orientation: int) -> None:
        upright = self.photograph(tmp_path / "in.jpg", orientation, quality=90)
        assert scrim_command("redact", tmp_path / "in.jpg", tmp_path / "out.png", "--rect", "20,14,2,2").code == 0
        # Each block of the stored picture that the region touches, turned as Pillow turns it, and a pixel more.
        exif = Image.Exif()
        exif[0x0112] = orientation
        touched = np.zeros(upright.shape[:2], bool)
        touched[14:16, 20:22] = True
        expected = np.zeros_like(touched)
        for block in range(12):
            numbers = np.zeros((43, 61), np.uint8)
            x, y = block % 4 * 16, block // 4 * 16
            numbers[y : y + 16, x : x + 16] = 1
            stored = Image.fromarray(numbers)
            stored.info["exif"] = exif.tobytes()
            stored.getexif()[0x0112] = orientation
            turned = np.asarray(ImageOps.exif_transpose(stored)) != 0
            if (turned & touched).any():
                rows, columns = np.nonzero(turned)
                expected[max(0, rows.min() - 1) : rows.max() + 2, max(0, columns.min() - 1) : columns.max() + 2] = True
        made = pixels(tmp_path / "out.png")
        covered = (made == 0).all(axis=2)
        assert (covered[expected]).all() and same_outside(expected, made, upright)


def test_a_jpeg_upon_white(tmp_path: Path) -> None:
    values = noise(33, 48, 4)
    values[20:, :, :] = (200, 0, 0, 0)  # red that nobody sees
    source = saved(tmp_path / "in.png", Image.fromarray(values))
    ran = scrim_command("redact", source, tmp_path / "out.jpg", "--rect", "0,0,8,8", "--quality", "95")
    assert ran.code == 0 and "transparency" in ran.err
    assert (pixels(tmp_path / "out.jpg")[26:] > 245).all()


@pytest.mark.parametrize(("quality", "subsampling"), [(75, "4:2:0"), (90, "4:4:4"), (3, "4:2:2")])
def test_a_jpeg_is_compressed_as_it_was(tmp_path: Path, quality: int, subsampling: str) -> None:
    gradient = np.add.outer(np.arange(64) * 2, np.arange(96))[..., None] * np.array([1, 0.5, 0.2])
    source = saved(
        tmp_path / "in.jpg", Image.fromarray(gradient.astype(np.uint8)), quality=quality, subsampling=subsampling
    )
    target = tmp_path / "out.jpg"
    assert scrim_command("redact", source, target, "--rect", "0,0,10,10").code == 0
    with Image.open(source) as before, Image.open(target) as after:
        assert before.quantization == after.quantization
        assert JpegImagePlugin.get_sampling(before) == JpegImagePlugin.get_sampling(after)
    # Nothing is lost twice where nothing was covered.
    difference = np.abs(pixels(source)[:, 32:].astype(int) - pixels(target)[:, 32:])
    assert difference.mean() < 0.5 and difference.max() <= 6
    assert (pixels(target)[:14, :14] <= 8).all()


@pytest.mark.parametrize(("ending", "warned"), [("webp", True), ("avif", True), ("jpg", False), ("png", False)])
def test_codecs_that_predict_are_warned_of(tmp_path: Path, ending: str, warned: bool) -> None:
    source = saved(tmp_path / f"in.{ending}", Image.fromarray(noise(33, 48, 3)), quality=80)
    ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT, "--report")
    assert ran.code == 0 and any("trace" in warning for warning in ran.json["warnings"]) == warned
    assert ran.json["source_block"] == (0 if ending == "png" else 16)
