# SPDX-License-Identifier: MIT
"""scrim redact on pictures of every kind: what is covered, what stays, and what is left out."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import inside, noise, pixels, same_outside, scrim_command
from PIL import Image, ImageCms, ImageOps, JpegImagePlugin, PngImagePlugin

BOX = (10, 6, 20, 9)
RECT = "10,6,20,9"
SIZE = (48, 33)
MASK = inside(SIZE, BOX)


def saved(path: Path, image: Any, **options: Any) -> Path:
    image.save(path, **options)
    return path


@pytest.fixture
def png(tmp_path: Path) -> Path:
    return saved(tmp_path / "in.png", Image.fromarray(noise(33, 48, 3)))


class TestModes:
    """Covered pixels have the style's colour, all others their exact value."""

    @pytest.mark.parametrize(
        ("mode", "format", "covered"),
        [
            ("L", "png", 0x20),
            ("RGB", "png", (0x10, 0x20, 0x40)),
            ("RGBA", "png", (0x10, 0x20, 0x40, 255)),
            ("RGB", "bmp", (0x10, 0x20, 0x40)),
            ("RGB", "ppm", (0x10, 0x20, 0x40)),
            ("RGB", "tiff", (0x10, 0x20, 0x40)),
            ("RGBA", "tiff", (0x10, 0x20, 0x40, 255)),
            ("CMYK", "tiff", (0xEF, 0xDF, 0xBF, 0)),
            ("RGB", "webp", (0x10, 0x20, 0x40)),
            ("RGBA", "webp", (0x10, 0x20, 0x40, 255)),
        ],
    )
    def test_lossless(self, tmp_path: Path, mode: str, format: str, covered: Any) -> None:
        channels = {"L": (), "RGB": (3,)}.get(mode, (4,))
        values = noise(33, 48, *channels)
        options = {"lossless": True, "exact": True} if format == "webp" else {}
        source = saved(tmp_path / f"in.{format}", Image.frombytes(mode, SIZE, values.tobytes()), **options)
        target = tmp_path / f"out.{format}"
        ran = scrim_command("redact", source, target, "--rect", RECT, "--style", "solid:#102040")
        assert ran.code == 0 and not ran.err
        with Image.open(target) as image:
            assert image.mode == mode
        made = pixels(target)
        assert same_outside(MASK, made, values)
        if mode == "L":
            covered = made[7, 11]
            assert abs(int(covered) - (0x10 * 54 + 0x20 * 183 + 0x40 * 19) // 256) <= 1
        assert (made[MASK] == covered).all()

    def test_pixels_under_alpha_0_are_covered(self, tmp_path: Path) -> None:
        values = noise(33, 48, 4)
        values[..., 3] = 0
        source = saved(tmp_path / "in.png", Image.fromarray(values))
        assert scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT).code == 0
        made = pixels(tmp_path / "out.png")
        assert (made[MASK] == (0, 0, 0, 255)).all() and same_outside(MASK, made, values)

    @pytest.mark.parametrize("big_endian", [False, True])
    def test_sixteen_bits(self, tmp_path: Path, big_endian: bool) -> None:
        values = noise(33, 48, dtype=np.uint16)
        name = "in.tiff" if big_endian else "in.png"
        image = Image.frombytes(
            "I;16B" if big_endian else "I;16", SIZE, values.astype(">u2" if big_endian else "<u2").tobytes()
        )
        source = saved(tmp_path / name, image)
        for style, covered in (("solid", 0), ("solid:#ffffff", 65535)):
            target = tmp_path / f"out-{covered}.png"
            assert scrim_command("redact", source, target, "--rect", RECT, "--style", style).code == 0
            made = pixels(target)
            assert made.dtype.kind in "ui" and made.itemsize >= 2
            assert (made[MASK] == covered).all() and same_outside(MASK, made, values)

    def test_frost_of_sixteen_bits_holds_nothing_of_the_inside(self, tmp_path: Path) -> None:
        made = []
        for seed in (1, 2):
            values = noise(33, 48, dtype=np.uint16)
            values[MASK] = noise(33, 48, dtype=np.uint16, seed=seed)[MASK]
            source = saved(tmp_path / f"in{seed}.png", Image.fromarray(values))
            target = tmp_path / f"out{seed}.png"
            assert scrim_command("redact", source, target, "--rect", RECT, "--style", "frost").code == 0
            assert same_outside(MASK, pixels(target), values)
            made.append(target.read_bytes())
        assert made[0] == made[1]

    @pytest.mark.parametrize("kind", [np.float32, np.int32])
    def test_numbers_without_a_range(self, tmp_path: Path, kind: Any) -> None:
        made = []
        for seed in (1, 2):
            values = noise(33, 48, dtype=np.uint16).astype(kind) - 3000
            values[MASK] = noise(33, 48, dtype=np.uint16, seed=seed)[MASK] * 40
            source = saved(tmp_path / f"in{seed}.tiff", Image.fromarray(values))
            target = tmp_path / f"out{seed}.tiff"
            assert scrim_command("redact", source, target, "--rect", RECT, "--style", "mosaic").code == 0
            assert same_outside(MASK, pixels(target), values)
            made.append(pixels(target))
        assert (made[0] == made[1]).all()

    def test_two_colours(self, tmp_path: Path) -> None:
        values = noise(33, 48) < 128
        source = saved(tmp_path / "in.png", Image.fromarray(values))
        assert scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT).code == 0
        made = pixels(tmp_path / "out.png")
        assert made.dtype == bool and not made[MASK].any() and same_outside(MASK, made, values)

    @pytest.mark.parametrize("transparency", [None, 7, bytes(range(256))])
    def test_palettes(self, tmp_path: Path, transparency: Any) -> None:
        image = Image.frombytes("P", SIZE, noise(33, 48).tobytes())
        image.putpalette(noise(768).tobytes())
        options = {} if transparency is None else {"transparency": transparency}
        source = saved(tmp_path / "in.png", image, **options)
        assert scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT).code == 0
        made, before = pixels(tmp_path / "out.png", "RGBA"), pixels(source, "RGBA")
        assert (made[MASK] == (0, 0, 0, 255)).all() and same_outside(MASK, made, before)

    def test_no_palette_names_a_covered_colour(self, tmp_path: Path) -> None:
        image = Image.new("P", SIZE)
        image.putpalette([1, 2, 3, 0xAB, 0xCD, 0xEF] + [9, 9, 9] * 254)
        image.paste(1, (12, 8, 20, 12))
        source = saved(tmp_path / "in.png", image)
        for ending in ("png", "gif", "bmp"):
            target = tmp_path / f"out.{ending}"
            assert scrim_command("redact", source, target, "--rect", RECT).code == 0
            assert b"\xab\xcd\xef" not in target.read_bytes() and b"\xef\xcd\xab" not in target.read_bytes()

    def test_a_jpeg_of_cmyk(self, tmp_path: Path) -> None:
        source = saved(tmp_path / "in.jpg", Image.frombytes("CMYK", SIZE, noise(33, 48, 4).tobytes()), quality=95)
        target = tmp_path / "out.tiff"
        assert scrim_command("redact", source, target, "--rect", RECT, "--style", "solid:#ff0000").code == 0
        # Blocks of 16, and one pixel more.
        mask = inside(SIZE, (0, 0, 33, 17))
        made, before = pixels(target), pixels(source)
        assert (made[mask] == (0, 255, 255, 0)).all() and same_outside(mask, made, before)
        assert scrim_command("redact", source, tmp_path / "out.jpg", "--rect", RECT).code == 0
        with Image.open(tmp_path / "out.jpg") as image:
            assert image.mode == "CMYK"

    def test_lab(self, tmp_path: Path) -> None:
        lab = ImageCms.applyTransform(
            Image.fromarray(noise(33, 48, 3)),
            ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"),
        )
        source = saved(tmp_path / "in.tiff", lab)
        assert scrim_command("redact", source, tmp_path / "out.tiff", "--rect", RECT).code == 0
        made = pixels(tmp_path / "out.tiff")
        assert same_outside(MASK, made, pixels(source)) and (made[MASK][:, 0] <= 2).all()


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


class TestAnimations:
    """Every frame is covered; how they are played stays."""

    def frames(self, count: int = 4, transparent: bool = False) -> list[Any]:
        made = []
        for index in range(count):
            # Few colours, for GIF; something moves, something stays, something comes and goes.
            values = np.zeros((33, 48, 4), np.uint8)
            values[...] = (40, 90, 140, 255)
            values[4:20, 5 + 3 * index : 25 + 3 * index] = (200, 30 * index, 60, 255)
            values[25:30, 2:40] = (index * 50, 255 - index * 50, 7, 255)
            if transparent:
                values[:3] = 0
                values[30:, index * 5 : index * 5 + 9] = 0
            made.append(Image.fromarray(values))
        return made

    @staticmethod
    def played(path: Path) -> tuple[list[Any], list[int], Any]:
        with Image.open(path) as image:
            frames, durations = [], []
            for index in range(image.n_frames):
                image.seek(index)
                image.load()
                frames.append(np.asarray(image.convert("RGBA")))
                durations.append(int(image.info.get("duration", 0)))
            return frames, durations, image.info.get("loop")

    @pytest.mark.parametrize("transparent", [False, True])
    @pytest.mark.parametrize(
        ("ending", "options"),
        [
            ("gif", {"disposal": 2}),
            ("gif", {"disposal": 1}),
            ("png", {}),
            ("webp", {"lossless": True, "exact": True}),
        ],
    )
    def test_all_frames(self, tmp_path: Path, ending: str, options: Any, transparent: bool) -> None:
        source, target = tmp_path / f"in.{ending}", tmp_path / f"out.{ending}"
        first, *rest = self.frames(transparent=transparent)
        first.save(source, save_all=True, append_images=rest, duration=[70, 120, 200, 90], loop=3, **options)
        before, durations, loop = self.played(source)
        ran = scrim_command("redact", source, target, "--rect", RECT, "--style", "solid:#a0b0c0", "--report")
        assert ran.code == 0 and ran.json["frames"] == 4 and ran.json["pixels"] == 4 * 20 * 9
        made, durations_made, loop_made = self.played(target)
        assert (durations_made, loop_made) == (durations, loop) and len(made) == len(before) == 4
        for one, other in zip(made, before, strict=True):
            assert (one[MASK] == (0xA0, 0xB0, 0xC0, 255)).all()
            shown = other[..., 3] > 0
            assert (one[..., 3] == np.where(MASK, 255, other[..., 3])).all()
            assert same_outside(MASK | ~shown, one, other)

    def test_a_still_before_an_apng(self, tmp_path: Path) -> None:
        still, *rest = self.frames()
        source, target = tmp_path / "in.png", tmp_path / "out.png"
        still.save(source, save_all=True, append_images=rest, default_image=True, duration=[50, 60, 70])
        assert scrim_command("redact", source, target, "--rect", RECT).code == 0
        with Image.open(target) as image:
            assert image.info["default_image"] and image.n_frames == 4
            for index in range(4):
                image.seek(index)
                assert not np.asarray(image.convert("RGB"))[MASK].any()
            assert image.info["duration"] == 70

    def test_a_gif_of_more_colours_hides_as_well(self, tmp_path: Path) -> None:
        made = []
        for seed in (1, 2):
            values = noise(33, 48, 3)
            values[MASK] = noise(33, 48, 3, seed=seed)[MASK]
            source = saved(tmp_path / "in.png", Image.fromarray(values))
            ran = scrim_command("redact", source, tmp_path / "out.gif", "--rect", RECT)
            assert ran.code == 0 and "256 colours" in ran.err
            made.append((tmp_path / "out.gif").read_bytes())
        assert made[0] == made[1]

    def test_an_animation_is_no_jpeg(self, tmp_path: Path) -> None:
        first, *rest = self.frames()
        first.save(tmp_path / "in.gif", save_all=True, append_images=rest)
        ran = scrim_command("redact", tmp_path / "in.gif", tmp_path / "out.jpg", "--rect", RECT)
        assert ran.code == 1 and "holds one picture" in ran.err and not (tmp_path / "out.jpg").exists()

    def test_pages_of_a_tiff(self, tmp_path: Path) -> None:
        first, *rest = (frame.convert("RGB") for frame in self.frames())
        source, target = tmp_path / "in.tiff", tmp_path / "out.tiff"
        first.save(source, save_all=True, append_images=rest)
        ran = scrim_command("redact", source, target, "--rect", RECT)
        assert ran.code == 0 and "pages were left out: 3" in ran.err
        assert len(self.played(target)[0]) == 1
        assert scrim_command("redact", source, target, "--rect", RECT, "--all-pages").code == 0
        made = self.played(target)[0]
        assert len(made) == 4
        for one, other in zip(made, self.played(source)[0], strict=True):
            assert (one[MASK] == (0, 0, 0, 255)).all() and same_outside(MASK, one, other)


def variant(mode: str, seed: int, mask: Any) -> Any:
    """A picture whose inside is another one for each seed; its palette, too, names other colours."""
    random = np.random.default_rng(seed)
    if mode == "P":
        values = noise(33, 48) % 100
        values[mask] = random.integers(100, 256, mask.sum())
        image = Image.frombytes("P", SIZE, values.tobytes())
        image.putpalette([*noise(300).tolist(), *random.integers(0, 256, 468).tolist()])
        return image
    kind = np.uint16 if mode == "I;16" else np.uint8
    channels = {"RGB": (3,), "LA": (2,), "RGBA": (4,), "CMYK": (4,)}.get(mode, ())
    values = noise(33, 48, *channels, dtype=kind)
    values[mask] = random.integers(0, np.iinfo(kind).max, values[mask].shape, kind)
    if mode == "1":
        return Image.fromarray(values < 128)
    return Image.frombytes(mode, SIZE, values.tobytes())


@pytest.mark.parametrize("style", ["solid:#102040", "frost", "mosaic:3"])
@pytest.mark.parametrize(
    ("mode", "source", "target"),
    [
        ("1", "png", "png"),
        ("L", "png", "jpg"),
        ("P", "png", "png"),
        ("P", "gif", "gif"),
        ("RGB", "bmp", "gif"),
        ("RGB", "png", "webp"),
        ("RGB", "jpg", "png"),
        ("RGB", "jpg", "jpg"),
        ("RGB", "bmp", "webp"),
        ("LA", "png", "png"),
        ("RGBA", "png", "jpg"),
        ("CMYK", "tiff", "tiff"),
        ("CMYK", "jpg", "jpg"),
        ("I;16", "png", "png"),
    ],
)
def test_whatever_was_inside_the_file_is_the_same(
    tmp_path: Path, mode: str, source: str, target: str, style: str
) -> None:
    """Byte for byte, over formats, modes and styles; and whatever stood beside the pixels.

    Not of a lossy WebP, whose blocks are predicted from others (docs/command.md).
    """
    # Of a JPEG, the inside as far as the edges of its blocks of 16 pixels.
    mask = inside(SIZE, (16, 0, 16, 16)) if source == "jpg" else MASK
    rect = "17,3,12,9" if source == "jpg" else RECT
    made = []
    for seed in (1, 2, 3):
        image = variant(mode, seed, mask)
        exif = Image.Exif()
        exif[0x010E] = f"picture {seed}"
        options = {"exif": exif} if source in ("png", "jpg") else {}
        path = saved(tmp_path / f"in.{source}", image, **options)
        ran = scrim_command("redact", path, tmp_path / f"out.{target}", "--rect", rect, "--style", style)
        assert ran.code == 0, ran
        made.append((path.read_bytes(), (tmp_path / f"out.{target}").read_bytes()))
    assert len({before for before, _ in made}) == 3
    assert len({after for _, after in made}) == 1


class TestLeftOut:
    def test_nothing_but_pixels_of_a_png(self, tmp_path: Path) -> None:
        notes = PngImagePlugin.PngInfo()
        notes.add_text("Author", "Secret Mara")
        notes.add_itxt("XML:com.adobe.xmp", "<x>Secret Mara</x>")
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        exif = Image.Exif()
        exif[0x010E] = "Secret Mara"
        source = tmp_path / "in.png"
        Image.fromarray(noise(33, 48, 3)).save(source, pnginfo=notes, icc_profile=profile, dpi=(300, 300), exif=exif)
        ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT, "--report")
        assert ran.code == 0 and ran.json["left_out"] == ["exif", "icc", "text", "xmp"]
        assert any("colour profile" in warning for warning in ran.json["warnings"])
        data = (tmp_path / "out.png").read_bytes()
        assert b"Secret" not in data and b"iCCP" not in data and b"pHYs" not in data and b"eXIf" not in data
        with Image.open(tmp_path / "out.png") as image:
            assert not image.info
        assert scrim_command("redact", source, tmp_path / "icc.png", "--rect", RECT, "--keep-icc").code == 0
        with Image.open(tmp_path / "icc.png") as image:
            assert image.info == {"icc_profile": profile}

    @pytest.mark.parametrize("ending", ["jpg", "webp", "gif", "tiff"])
    def test_comments_and_exif_of_others(self, tmp_path: Path, ending: str) -> None:
        exif = Image.Exif()
        exif[0x010E] = exif[0x010F] = "Secret Mara"
        options = {"comment": b"Secret Mara"} if ending in ("jpg", "gif") else {}
        options |= {"exif": exif.tobytes()} if ending != "gif" else {}
        # CMYK is covered in a copy of the image that was read.
        mode = "CMYK" if ending in ("jpg", "tiff") else "L"
        image = Image.frombytes(mode, SIZE, noise(33, 48, 4 if mode == "CMYK" else 1).tobytes())
        source = saved(tmp_path / f"in.{ending}", image, **options)
        assert b"Secret" in source.read_bytes()
        target = tmp_path / f"out.{ending}"
        assert scrim_command("redact", source, target, "--rect", RECT).code == 0
        assert b"Secret" not in target.read_bytes()


class TestFiles:
    def test_no_tail_of_the_old_file(self, tmp_path: Path, png: Path) -> None:
        target = tmp_path / "out.png"
        target.write_bytes(b"OLD" * 1_000_000)
        reader = target.open("rb")
        target.chmod(0o640)
        assert scrim_command("redact", png, target, "--rect", RECT).code == 0
        data = target.read_bytes()
        assert b"OLD" not in data and data.endswith(b"IEND\xaeB`\x82")
        # The old file was not written into, and the new one may be read by whom the old one was.
        assert reader.read(6) == b"OLDOLD" and target.stat().st_mode & 0o777 == 0o640
        assert sorted(path.name for path in tmp_path.iterdir()) == ["in.png", "out.png"]

    def test_the_input_is_not_overwritten_unless_asked(self, tmp_path: Path, png: Path) -> None:
        before = png.read_bytes()
        (tmp_path / "link.png").symlink_to(png)
        (tmp_path / "hard.png").hardlink_to(png)
        for target in (png, tmp_path / "link.png", tmp_path / "hard.png"):
            ran = scrim_command("redact", png, target, "--rect", RECT)
            assert ran.code == 2 and "--overwrite-input" in ran.err and png.read_bytes() == before
        assert scrim_command("redact", png, tmp_path / "link.png", "--rect", RECT, "--overwrite-input").code == 0
        assert (tmp_path / "link.png").is_symlink() and not pixels(png)[MASK].any()

    def test_what_is_no_file_is_left_alone(self, tmp_path: Path, png: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        for target in (tmp_path / "pipe", tmp_path, Path("/dev/null")):
            assert scrim_command("redact", png, target, "--rect", RECT).code == 2
        assert not Path("/dev/null").is_file() and (tmp_path / "pipe").is_fifo()
        assert "no such folder" in scrim_command("redact", png, tmp_path / "no" / "out.png", "--rect", RECT).err

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            (["--rect", "1,2,3"], 2),
            (["--rect", "1,2,nan,4"], 2),
            (["--polygon", "1,2,3,4"], 2),
            (["--rect", RECT, "--style", "fog"], 2),
            ([], 2),
            (["--rect", "10,6,-5,9"], 2),
            (["--rect", RECT, "--regions", "/nowhere.json"], 1),
            (["--rect", "100,100,5,5"], 4),
            (["--text", "("], 2),
            (["--rect", RECT, "--max-pixels", "100"], 1),
            (["--rect", RECT, "--format", "xyz"], 2),
        ],
    )
    def test_an_error_leaves_no_file(self, tmp_path: Path, png: Path, arguments: list[str], code: int) -> None:
        target = tmp_path / "out.png"
        for options in ([], ["--json"]):
            ran = scrim_command("redact", png, target, *arguments, *options)
            assert ran.code == code
            assert [path.name for path in tmp_path.iterdir()] == ["in.png"]
        if "{" in ran.out:
            assert ran.json["ok"] is False and ran.json["error"]["code"] == code and ran.json["error"]["message"]

    @pytest.mark.parametrize("part", [0, 1, 30, 0.5, 0.95])
    @pytest.mark.parametrize("ending", ["png", "jpg", "gif", "webp", "tiff", "bmp"])
    def test_a_broken_picture_is_an_error(self, tmp_path: Path, ending: str, part: float) -> None:
        source = saved(tmp_path / f"in.{ending}", Image.fromarray(noise(33, 48, 3)))
        data = source.read_bytes()
        source.write_bytes(data[: int(len(data) * part) if 0 < part < 1 else int(part)])
        ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT)
        assert ran.code == 1 and ran.err.startswith("scrim redact: ") and len(list(tmp_path.iterdir())) == 1

    def test_a_program_is_not_run(self, tmp_path: Path) -> None:
        (tmp_path / "in.eps").write_bytes(
            b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 50 50\n%%EndComments\nshowpage\n"
        )
        ran = scrim_command("redact", tmp_path / "in.eps", tmp_path / "out.png", "--rect", RECT)
        assert ran.code == 1 and "not run" in ran.err

    def test_a_new_file_may_be_read_by_whom_the_mask_says(self, tmp_path: Path, png: Path) -> None:
        before = os.umask(0o027)
        try:
            assert scrim_command("redact", png, tmp_path / "out.png", "--rect", RECT).code == 0
        finally:
            os.umask(before)
        assert (tmp_path / "out.png").stat().st_mode & 0o777 == 0o640

    def test_how_large_a_picture_may_be(self, tmp_path: Path, png: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        frames = [Image.fromarray(noise(33, 48, 3, seed=seed)) for seed in range(4)]
        frames[0].save(tmp_path / "in.gif", save_all=True, append_images=frames[1:])
        command = ["redact", tmp_path / "in.gif", tmp_path / "out.gif", "--rect", RECT, "--max-pixels"]
        ran = scrim_command(*command, 4 * 48 * 33 - 1)
        assert ran.code == 1 and "4 × 48 × 33 pixels" in ran.err and "--max-pixels" in ran.err
        assert scrim_command(*command, 4 * 48 * 33).code == 0
        # Pillow's own limit, and one above that is asked for.
        monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)
        command = ["redact", png, tmp_path / "out.png", "--rect", RECT]
        assert "--max-pixels" in scrim_command(*command).err
        assert scrim_command(*command, "--max-pixels", 2 * 10**8).code == 0 and Image.MAX_IMAGE_PIXELS == 100

    def test_a_full_disk_leaves_no_file(self, tmp_path: Path, png: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        ran = scrim_command("redact", png, tmp_path / "out.png", "--rect", RECT)
        assert ran.code == 1 and "No space left" in ran.err and [path.name for path in tmp_path.iterdir()] == ["in.png"]

    def test_nothing_to_cover_can_be_allowed(self, tmp_path: Path, png: Path) -> None:
        target = tmp_path / "out.png"
        assert scrim_command("redact", png, target, "--rect", "100,100,5,5", "--allow-nothing").code == 0
        assert (pixels(target) == pixels(png)).all()

    def test_a_region_outside_is_told(self, tmp_path: Path, png: Path) -> None:
        ran = scrim_command("redact", png, tmp_path / "out.png", "--rect", "100,100,5,5", "--rect", RECT)
        assert ran.code == 0 and "1 of 2 regions are outside" in ran.err


class TestPipes:
    def piped(self, data: bytes, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
        root = Path(__file__).resolve().parents[1]
        command = [sys.executable, "-m", "scrim", "redact", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        return subprocess.run(command, input=data, capture_output=True, env=environment, timeout=60)

    def test_from_standard_input_to_standard_output(self, png: Path) -> None:
        done = self.piped(png.read_bytes(), "-", "-", "--rect", RECT, "--report")
        assert done.returncode == 0
        with Image.open(io.BytesIO(done.stdout)) as image:
            made = np.asarray(image)
        assert image.format == "PNG" and not made[MASK].any() and same_outside(MASK, made, pixels(png))
        assert done.stdout.endswith(b"IEND\xaeB`\x82") and json.loads(done.stderr)["pixels"] == 180

    def test_an_error_writes_nothing(self, png: Path) -> None:
        done = self.piped(png.read_bytes()[:200], "-", "-", "--rect", RECT, "--json")
        assert done.returncode == 1 and done.stdout == b"" and json.loads(done.stderr)["error"]["kind"] == "failed"

    def test_another_format(self, png: Path) -> None:
        done = self.piped(png.read_bytes(), "-", "-", "--rect", RECT, "--format", "jpeg")
        assert done.returncode == 0 and done.stdout[:3] == b"\xff\xd8\xff"


def test_shapes_and_files_are_those_of_the_library(tmp_path: Path, png: Path) -> None:
    import scrim

    regions = {"format": "xyxy", "style": "frost:3", "regions": [{"rect": [1, 1, 9, 5]}]}
    (tmp_path / "regions.json").write_text(json.dumps(regions))
    drawn = ["--ellipse", "20,2,15,10", "--polygon", "2,20 20,22 9,31", "--rounded-rect", "30,15,15,15,5"]
    target = tmp_path / "out.png"
    ran = scrim_command(
        "redact", png, target, "--regions", tmp_path / "regions.json", *drawn, "--style", "mosaic:5", "--report"
    )
    assert ran.code == 0 and ran.json["strength"] == "synthetic"
    assert [region["from"] for region in ran.json["regions"]] == [str(tmp_path / "regions.json")] + ["command line"] * 3
    expected = scrim.redact(
        pixels(png),
        [
            scrim.Region((1, 1, 8, 4), id=0),
            scrim.Region.ellipse(20, 2, 15, 10, style=1, id=0),
            scrim.Region.polygon([(2, 20), (20, 22), (9, 31)], style=1, id=1),
            scrim.Region.rounded_rect(30, 15, 15, 15, 5, style=1, id=2),
        ],
        styles=[scrim.Style.frost(3), scrim.Style.mosaic(5)],
    )
    assert (pixels(target) == expected).all()


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


def test_a_preview_shows_the_very_pixels(tmp_path: Path, png: Path) -> None:
    ran = scrim_command("redact", png, tmp_path / "out.png", "--ellipse", "10,6,20,15", "--preview")
    assert ran.code == 0 and "preview" in ran.err
    scrim_command("redact", png, tmp_path / "covered.png", "--ellipse", "10,6,20,15", "--style", "solid:#010203")
    covered = (pixels(tmp_path / "covered.png") != pixels(png)).any(axis=2)
    assert ((pixels(tmp_path / "out.png") != pixels(png)).any(axis=2) == covered).all()


class TestCosmeticStyles:
    """A warning with what attacks have read, which docs/attacks.md tells."""

    @pytest.mark.parametrize(
        ("style", "told"),
        [
            ("blur:8", "100 %"),
            ("blur:20", "100 %"),
            ("blur:40", "not measured"),
            ("pixelate:16", "100 %"),
            ("light", "33 %"),
            ("extra-light", "76 %"),
            ("dark", "92 %"),
            ("tint:#445566", "not measured"),
        ],
    )
    def test_the_warning(self, tmp_path: Path, png: Path, style: str, told: str) -> None:
        ran = scrim_command("redact", png, tmp_path / "out.png", "--rect", RECT, "--style", style)
        assert ran.code == 0 and told in ran.err and "does not hide" in ran.err

    @pytest.mark.parametrize("style", ["solid", "frost", "mosaic"])
    def test_none_for_others(self, tmp_path: Path, png: Path, style: str) -> None:
        assert not scrim_command("redact", png, tmp_path / "out.png", "--rect", RECT, "--style", style).err

    def test_the_figures_are_those_of_the_document(self) -> None:
        from scrim.cli.attack_rates import READ

        told: dict[str, int] = {}
        document = Path(__file__).resolve().parents[3] / "docs" / "attacks.md"
        for line in document.read_text().splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) == 10 and cells[0].split()[0] in ("blur", "pixelate", "light", "extra", "dark"):
                told[cells[0]] = max(int(cell.split()[0]) for cell in cells[1:8])
        ours = {
            f"{kind.name.lower().replace('_', ' ')} {amount:g}".removesuffix(" 0"): read
            for kind, amounts in READ.items()
            for amount, read in amounts.items()
        }
        assert ours == told
