# SPDX-License-Identifier: MIT
"""scrim redact on the pixels of every mode: what is covered, and what stays."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import BOX, MASK, RECT, SIZE, inside, noise, pixels, same_outside, saved, scrim_command
from PIL import Image, ImageCms


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
        # The pictures are noise, so content may cross the border of any box.
        assert ran.code == 0 and all("content crosses the border" in line for line in ran.err.splitlines())
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
            assert scrim_command("redact", source, target, "--rect", RECT, "--style", "tiles").code == 0
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

    def test_a_palette_with_alpha(self, tmp_path: Path) -> None:
        """A TGA's colours have it, without a colour that is called transparent."""
        image = Image.frombytes("P", SIZE, noise(33, 48).tobytes())
        image.putpalette(noise(1024).tobytes(), "RGBA")
        source, target = saved(tmp_path / "in.tga", image), tmp_path / "out.png"
        assert scrim_command("redact", source, target, "--rect", RECT).code == 0
        before, made = noise(1024).reshape(256, 4)[noise(33, 48)], pixels(target)
        assert made.shape == before.shape and (made[MASK] == (0, 0, 0, 255)).all() and same_outside(MASK, made, before)

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
        # Blocks of 8, because no color is subsampled, and one pixel more.
        mask = inside(SIZE, (7, 0, 26, 17))
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


@pytest.mark.parametrize("style", ["solid:#102040", "frost", "tiles:3"])
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

    Not of a lossy WebP, whose blocks are predicted from others (docs/reference/command.md).
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


def test_shapes_and_files_are_those_of_the_library(tmp_path: Path, png: Path) -> None:
    import scrim

    regions = {"format": "xyxy", "style": "frost:3", "regions": [{"rect": [1, 1, 9, 5]}]}
    (tmp_path / "regions.json").write_text(json.dumps(regions))
    drawn = ["--ellipse", "20,2,15,10", "--polygon", "2,20 20,22 9,31", "--rounded-rect", "30,15,15,15,5"]
    target = tmp_path / "out.png"
    ran = scrim_command(
        "redact", png, target, "--regions", tmp_path / "regions.json", *drawn, "--style", "tiles:5", "--report"
    )
    assert ran.code == 0 and ran.json["weakest_class"] == "synthetic"
    assert [region["from"] for region in ran.json["regions"]] == [str(tmp_path / "regions.json")] + ["command line"] * 3
    expected = scrim.redact(
        pixels(png),
        [
            scrim.Region((1, 1, 8, 4), id=0),
            scrim.Region.ellipse(20, 2, 15, 10, style=1, id=0),
            scrim.Region.polygon([(2, 20), (20, 22), (9, 31)], style=1, id=1),
            scrim.Region.rounded_rect(30, 15, 15, 15, 5, style=1, id=2),
        ],
        styles=[scrim.Style.frost(3), scrim.Style.tiles(5)],
    )
    assert (pixels(target) == expected).all()


@pytest.mark.parametrize("size", [(48, 33), (64, 64), (256, 200)])
def test_an_icon_keeps_its_size(tmp_path: Path, size: tuple[int, int]) -> None:
    values = noise(size[1], size[0], 4)
    source, target = saved(tmp_path / "in.png", Image.fromarray(values)), tmp_path / "out.ico"
    for file in (source, target):
        assert scrim_command("redact", file, target, "--rect", RECT, "--overwrite-input").code == 0
        made, mask = pixels(target), inside(size, BOX)
        assert made.shape == values.shape and (made[mask] == (0, 0, 0, 255)).all() and same_outside(mask, made, values)
    with Image.open(target) as icon:
        assert max(icon.info["sizes"]) == size and min(icon.info["sizes"])[0] == 16


@pytest.mark.parametrize(("ending", "size"), [("ico", (300, 40)), ("icns", (48, 33))])
def test_an_icon_of_another_size_is_warned_of(tmp_path: Path, ending: str, size: tuple[int, int]) -> None:
    source = saved(tmp_path / "in.png", Image.fromarray(noise(size[1], size[0], 3)))
    ran = scrim_command("redact", source, tmp_path / f"out.{ending}", "--rect", RECT)
    assert ran.code == 0 and "the picture was scaled" in ran.err


@pytest.mark.parametrize("ending", ["jpg", "mpo", "bmp", "dib", "ppm", "pcx"])
def test_what_is_transparent_does_not_come_to_light(tmp_path: Path, ending: str) -> None:
    values = noise(33, 48, 4)
    values[20:] = (200, 0, 0, 0)  # red that nobody sees
    source, target = saved(tmp_path / "in.png", Image.fromarray(values)), tmp_path / f"out.{ending}"
    ran = scrim_command("redact", source, target, "--rect", "0,0,8,8", "--quality", "95")
    assert ran.code == 0 and "no transparency" in ran.err
    made = pixels(target)
    assert made.shape == (33, 48, 3) and (made[26:] > 245).all()


@pytest.mark.parametrize(("mode", "kind"), [("I;16", np.uint16), ("I", np.int32), ("F", np.float32)])
@pytest.mark.parametrize("ending", ["gif", "webp", "avif", "jpg", "bmp"])
def test_more_than_eight_bits_are_not_made_white(tmp_path: Path, ending: str, mode: str, kind: Any) -> None:
    image = Image.fromarray(noise(33, 48, dtype=np.uint16).astype(kind))
    assert image.mode == mode
    source = saved(tmp_path / "in.tiff", image)
    ran = scrim_command("redact", source, tmp_path / f"out.{ending}", "--rect", RECT)
    assert ran.code == 1 and "write a PNG or a TIFF" in ran.err and not (tmp_path / f"out.{ending}").exists()


def test_a_preview_shows_the_very_pixels(tmp_path: Path, png: Path) -> None:
    ran = scrim_command("redact", png, tmp_path / "out.png", "--ellipse", "10,6,20,15", "--preview")
    assert ran.code == 0 and "preview" in ran.err
    scrim_command("redact", png, tmp_path / "covered.png", "--ellipse", "10,6,20,15", "--style", "solid:#010203")
    covered = (pixels(tmp_path / "covered.png") != pixels(png)).any(axis=2)
    assert ((pixels(tmp_path / "out.png") != pixels(png)).any(axis=2) == covered).all()


class TestReversibleStyles:
    """A warning with what attacks have read, which docs/explanation/attacks.md tells."""

    @pytest.mark.parametrize(
        ("style", "told"),
        [
            ("blur:8", "100 %"),
            ("blur:20", "100 %"),
            ("blur:40", "not measured"),
            ("pixelate:16", "100 %"),
            ("light", "49 %"),
            ("extra-light", "76 %"),
            ("dark", "92 %"),
            ("tint:#445566", "not measured"),
        ],
    )
    def test_the_warning(self, tmp_path: Path, png: Path, style: str, told: str) -> None:
        ran = scrim_command("redact", png, tmp_path / "out.png", "--rect", RECT, "--style", style)
        assert ran.code == 0 and told in ran.err and "does not hide" in ran.err

    @pytest.mark.parametrize("style", ["solid", "frost", "tiles"])
    def test_none_for_others(self, tmp_path: Path, png: Path, style: str) -> None:
        assert not scrim_command("redact", png, tmp_path / "out.png", "--rect", RECT, "--style", style).err

    def test_the_figures_are_those_of_the_document(self) -> None:
        from scrim_tools.cli.attack_rates import READ

        told: dict[str, int] = {}
        document = Path(__file__).resolve().parents[3] / "docs/explanation/attacks.md"
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
