# SPDX-License-Identifier: MIT
"""scrim redact on turned photographs and on what codecs have spread: whole blocks are covered."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import BOX, RECT, inside, noise, pixels, same_outside, saved, scrim_command
from PIL import Image, ImageOps, JpegImagePlugin, PngImagePlugin


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


@pytest.mark.parametrize("ending", ["jpg", "png", "webp", "tiff"])
def test_a_rotation_that_programs_disagree_about_is_refused(tmp_path: Path, ending: str) -> None:
    """Pillow follows XMP if Exif is silent. Browsers do not, so a region that was seen there would be elsewhere."""
    both = 1 if ending == "webp" else 0  # also refused, for another reason: see test_cli_shown.py
    for orientation, exif, code in (('="1"', None, 0), ('="6"', None, 1), (" = '6'", None, 1), ('="6"', 1, 0), ('="6"', 6, both)):
        xmp = f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description tiff:Orientation{orientation}/></x:xmpmeta>'
        tags: dict[str, Any] = {"xmp": xmp.encode()}
        if ending == "png":
            tags = {"pnginfo": PngImagePlugin.PngInfo()}
            tags["pnginfo"].add(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp.encode(), after_idat=True)
        tags["exif"] = Image.Exif()
        if ending == "tiff":
            tags["exif"][700] = tags.pop("xmp")
        if exif is not None:
            tags["exif"][0x0112] = exif
        source = saved(tmp_path / f"in.{ending}", Image.fromarray(noise(30, 40, 3)), **tags)
        ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", "2,2,8,8")
        assert ran.code == code, (orientation, exif, ran.err)
        assert code == 0 or exif or "XMP" in ran.err


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
    # Outside the covered region, the second compression changes little.
    difference = np.abs(pixels(source)[:, 32:].astype(int) - pixels(target)[:, 32:])
    assert difference.mean() < 0.5 and difference.max() <= 6
    assert (pixels(target)[:14, :14] <= 8).all()


@pytest.mark.parametrize(("ending", "warned"), [("webp", True), ("avif", True), ("jpg", False), ("png", False)])
def test_codecs_that_predict_are_warned_of(tmp_path: Path, ending: str, warned: bool) -> None:
    source = saved(tmp_path / f"in.{ending}", Image.fromarray(noise(33, 48, 3)), quality=80)
    ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT, "--report")
    assert ran.code == 0 and any("trace" in warning for warning in ran.json["warnings"]) == warned
    assert ran.json["codec_block"] == (0 if ending == "png" else 16) and ran.json["dilation"] == 32 * warned


def scribbled(path: Path, seed: int, size: tuple[int, int] = (96, 80), **options: Any) -> Path:
    """A picture whose box 30,20,30,20 is another one for each seed; beside it, gradients."""
    values = (np.add.outer(np.arange(size[1]), np.arange(size[0]))[..., None] * np.array([1, 2, 3])).astype(np.uint8)
    values[20:40, 30:60] = noise(20, 30, 3, seed=seed)
    return saved(path, Image.fromarray(values), **options)


@pytest.mark.parametrize(
    ("ending", "options", "block"),
    [
        ("jpg", {"quality": 30}, 16),
        ("jpg", {"quality": 30, "subsampling": "4:4:4"}, 8),
        ("mpo", {"quality": 30}, 16),
        ("tiff", {"compression": "jpeg", "quality": 30}, 16),
        ("dds", {"pixel_format": "DXT1"}, 8),
        ("dds", {"pixel_format": "DXT5"}, 8),
        ("dds", {}, 0),
        ("tiff", {"compression": "tiff_lzw"}, 0),
    ],
)
def test_nothing_is_left_in_what_a_codec_has_spread(tmp_path: Path, ending: str, options: Any, block: int) -> None:
    made = []
    for seed in (1, 2):
        source, target = scribbled(tmp_path / f"in.{ending}", seed, **options), tmp_path / "out.png"
        ran = scrim_command("redact", source, target, "--rect", "30,20,30,20", "--report")
        assert ran.code == 0 and ran.json["codec_block"] == block
        assert not any("trace" in warning for warning in ran.json["warnings"])
        made.append(target.read_bytes())
    assert made[0] == made[1]


def dithered(path: Path, seed: int, mode: str, dither: Any, blank: bool = False) -> Path:
    """A gradient, and a box 30,20,30,20 of squares, in few colors. If `blank`, as the second frame of an animation."""
    values = np.full((80, 96, 3), 220, np.uint8)
    values[..., 0], values[..., 1] = np.linspace(180, 230, 96)[None], np.linspace(190, 240, 80)[:, None]
    values[20:40, 30:60] = noise(4, 6, 3, seed=seed).repeat(5, 0).repeat(5, 1)
    image = Image.fromarray(values).convert(mode, dither=dither)
    frames = [Image.new("P", image.size), image] if blank else [image]
    frames[0].save(path, save_all=blank, append_images=frames[1:])
    return path


@pytest.mark.parametrize(
    ("ending", "mode", "blank"), [("gif", "P", False), ("png", "P", False), ("gif", "1", False), ("tiff", "1", False), ("gif", "P", True)]
)
def test_a_dithered_picture_leads_to_a_warning(tmp_path: Path, ending: str, mode: str, blank: bool) -> None:
    """Each pixel of it depends on the errors that were made in the pixels before."""
    for dither in (Image.Dither.FLOYDSTEINBERG, Image.Dither.NONE):
        made = []
        for seed in (1, 2):
            source, target = dithered(tmp_path / f"in.{ending}", seed, mode, dither, blank), tmp_path / "out.png"
            ran = scrim_command("redact", source, target, "--rect", "30,20,30,20", "--report")
            assert ran.code == 0
            assert any("dithered" in warning for warning in ran.json["warnings"]) == (dither != Image.Dither.NONE)
            made.append(target.read_bytes())
        assert (made[0] == made[1]) == (dither == Image.Dither.NONE)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_blocks_of_a_turned_tiff(tmp_path: Path, orientation: int) -> None:
    """Pillow turns it itself, and takes the tag away."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    box = {2: "37,20,30,20", 3: "37,33,30,20", 4: "30,33,30,20", 5: "20,30,20,30"}
    box |= {1: "30,20,30,20", 6: "33,30,20,30", 7: "33,37,20,30", 8: "20,37,20,30"}
    made = []
    for seed in (1, 2):
        source = scribbled(
            tmp_path / "in.tiff", seed, size=(97, 73), compression="jpeg", quality=30, exif=exif
        )
        target = tmp_path / "out.png"
        ran = scrim_command("redact", source, target, "--rect", box[orientation], "--report")
        assert ran.code == 0 and ran.json["orientation"] == orientation
        assert (ran.json["width"], ran.json["height"]) == ((97, 73) if orientation < 5 else (73, 97))
        made.append(target.read_bytes())
    assert made[0] == made[1]


@pytest.mark.parametrize("reversible", [True, False])
def test_a_jpeg_2000_may_have_spread_farther(tmp_path: Path, reversible: bool) -> None:
    source = scribbled(tmp_path / "in.jp2", 1, irreversible=not reversible, quality_layers=[20])
    for file in (source, saved(tmp_path / "in.icns", Image.open(source))):
        jpeg = b"jP  " in file.read_bytes()
        ran = scrim_command("redact", file, tmp_path / "out.png", "--rect", "30,20,30,20", "--report")
        assert ran.code == 0 and ran.json["codec_block"] == 16 * jpeg
        assert any("trace" in warning for warning in ran.json["warnings"]) == jpeg


def in_units(path: Path, seed: int, factors: int, size: tuple[int, int], orientation: int) -> Path:
    """A JPEG of which one unit of four blocks of luma and one of each colour differs for each seed.

    Pillow writes such as squares of 16; its head is made to say that they stand in a row or a column.
    """
    count = factors >> 4, factors & 15
    wide, high = size[0] * 2 // count[0], size[1] * 2 // count[1]
    values = (np.add.outer(np.arange(high), np.arange(wide))[..., None] * np.array([1, 2, 3])).astype(np.uint8)
    values[32:48, 32:48] = noise(16, 16, 3, seed=seed)
    exif = Image.Exif()
    exif[0x0112] = orientation
    saved(path, Image.fromarray(values), quality=40, subsampling="4:2:0", exif=exif)
    data = bytearray(path.read_bytes())
    head = data.index(b"\xff\xc0")
    assert data[head + 11] == 0x22
    data[head + 5 : head + 9], data[head + 11] = struct.pack(">HH", size[1], size[0]), factors
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("orientation", [1, 2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize(("factors", "size"), [(0x41, (192, 40)), (0x14, (48, 160))])
def test_colours_of_a_jpeg_that_are_spread_wider(
    tmp_path: Path, factors: int, size: tuple[int, int], orientation: int
) -> None:
    made = []
    for seed in (1, 2):
        source, target = in_units(tmp_path / "in.jpg", seed, factors, size, orientation), tmp_path / "out.png"
        # Two pixels of the unit in the upright picture.
        stored = Image.new("L", size)
        stored.paste(1, (70, 18, 72, 20) if factors == 0x41 else (18, 70, 20, 72))
        stored.getexif()[0x0112] = orientation
        left, top, right, bottom = ImageOps.exif_transpose(stored).getbbox()
        box = f"{left},{top},{right - left},{bottom - top}"
        assert scrim_command("redact", source, target, "--rect", box).code == 0
        made.append(pixels(target))
    assert (made[0] == made[1]).all() and made[0].any()
