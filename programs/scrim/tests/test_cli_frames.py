# SPDX-License-Identifier: MIT
"""scrim redact on animations and on files of several pages."""

import io
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import MASK, RECT, inside, noise, pixels, same_outside, saved, scrim_command
from PIL import Image, TiffImagePlugin

from scrim_tools.cli import image_files
from scrim_tools.cli.image_write import _with_palette
from scrim_tools.errors import FileError


class TestAnimations:
    """Every frame is covered; how they are played stays."""

    def frames(self, count: int = 4, transparent: bool = False) -> list[Any]:
        made = []
        for index in range(count):
            # Few colors, because of GIF. Some content moves, some stays, and some appears and disappears.
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

    @pytest.mark.parametrize("count", [1, 3])
    @pytest.mark.parametrize("asked", ["webp", "gif", "png"])
    @pytest.mark.parametrize("ending", ["webp", "gif", "png"])
    def test_output_does_not_depend_on_what_is_covered(self, tmp_path: Path, ending: str, asked: str, count: int) -> None:
        """Encoders choose alpha and palettes by the content. Pillow chooses the mode of a picture by both."""
        made = set()
        for secret in ("plain", "noise", "gray", "clear"):
            source, target = tmp_path / f"{secret}.{ending}", tmp_path / f"out.{asked}"
            first, *rest = (self.drawn(ending, secret, index) for index in range(count))
            options: dict[str, Any] = {"lossless": True, "exact": True} if ending == "webp" else {}
            first.save(source, save_all=count > 1, append_images=rest, **options)
            ran = scrim_command("redact", source, target, "--rect", RECT)
            assert ran.code == 0, ran.err
            made.add(target.read_bytes())
        assert len(made) == 1

    def test_alpha_that_an_encoder_added(self, tmp_path: Path) -> None:
        """A lossless animated WebP may have alpha although each frame is opaque."""
        modes, made = set(), set()
        for moves in (False, True):
            source, target = tmp_path / "in.webp", tmp_path / "out.png"
            frames = [noise(33, 48, 3, seed=index) for index in range(3)]
            for index, frame in enumerate(frames):
                frame[MASK] = noise(int(MASK.sum()), 3, seed=100 + index) if moves else 9
            first, *rest = map(Image.fromarray, frames)
            first.save(source, save_all=True, append_images=rest, lossless=True, exact=True)
            modes.add(Image.open(source).mode)
            assert scrim_command("redact", source, target, "--rect", RECT).code == 0
            made.add(target.read_bytes())
        assert modes == {"RGB", "RGBA"} and len(made) == 1

    @staticmethod
    def drawn(ending: str, secret: str, index: int) -> Any:
        """A frame with shades of gray, and with a secret in the box. The encoder saves what the content needs."""
        values = np.full((33, 48, 4), 255, np.uint8)
        values[..., :3] = (np.arange(48) * 2)[None, :, None]
        values[30:, index * 5 : index * 5 + 9, :3] = 200
        shades = np.arange(MASK.sum()) + index
        if secret == "noise":
            values[MASK, :3] = np.stack([shades, 255 - shades, shades // 9], 1)
        elif secret == "gray":
            values[MASK, :3] = shades[:, None]
        else:
            values[MASK] = (0, 0, 0, 255 * (secret == "plain"))
        made = Image.fromarray(values)
        if ending == "gif":
            return made.convert("L") if secret == "gray" else _with_palette(made, print)
        return made.convert("RGB") if ending == "png" and secret != "clear" else made

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

    @pytest.mark.parametrize("ending", ["gif", "png", "webp"])
    def test_what_is_played_once_is(self, tmp_path: Path, ending: str) -> None:
        first, *rest = self.frames()
        first.save(tmp_path / "in.gif", save_all=True, append_images=rest, duration=80)
        target = tmp_path / f"out.{ending}"
        assert scrim_command("redact", tmp_path / "in.gif", target, "--rect", RECT).code == 0
        assert self.played(target)[2] == (None if ending == "gif" else 1)

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
            assert ran.code == 0 and "256 colors" in ran.err
            made.append((tmp_path / "out.gif").read_bytes())
        assert made[0] == made[1]

    def test_an_animation_is_no_jpeg(self, tmp_path: Path) -> None:
        first, *rest = self.frames()
        first.save(tmp_path / "in.gif", save_all=True, append_images=rest)
        ran = scrim_command("redact", tmp_path / "in.gif", tmp_path / "out.jpg", "--rect", RECT)
        assert ran.code == 1 and "can contain one picture" in ran.err and not (tmp_path / "out.jpg").exists()

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

    @pytest.mark.parametrize("ending", ["gif", "webp", "png"])
    def test_many_frames_take_time_once_each(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
        """A file of 1.5 MB can have 100,000 frames. What is done for each must not look at all of the others, or at the whole file."""
        frames = [Image.new("RGB", (2, 2), color) for color in ("red", "blue") * 100]
        source = saved(tmp_path / f"in.{ending}", frames[0], save_all=True, append_images=frames[1:])
        work: list[int] = []
        check, margin = image_files._check_size, image_files.margin_of

        def counted_check(sizes: Any, limit: int) -> None:
            work.append(len(sizes))
            check(sizes, limit)

        def counted_margin(image: Any, data: bytes) -> Any:
            work.append(len(frames))
            return margin(image, data)

        monkeypatch.setattr(image_files, "_check_size", counted_check)
        monkeypatch.setattr(image_files, "margin_of", counted_margin)
        assert len(image_files.read_image(source.read_bytes()).frames) == 200
        assert sum(work) <= 3 * 200
        with pytest.raises(FileError, match="200 × 2 × 2 pixels"):
            image_files.read_image(source.read_bytes(), max_pixels=799)


class TestPages:
    """Pages of a file are pictures of their own, of any size."""

    @staticmethod
    def pages(path: Path, *pages: Any, **options: Any) -> Path:
        return saved(path, pages[0], save_all=True, append_images=pages[1:], **options)

    @staticmethod
    def read(path: Path) -> list[Any]:
        made = []
        with Image.open(path) as image:
            for index in range(image.n_frames):
                image.seek(index)
                made.append(np.asarray(image))
        return made

    def test_parts_of_a_page_are_parts_of_each_page(self, tmp_path: Path) -> None:
        source = self.pages(
            tmp_path / "in.tiff", Image.fromarray(noise(20, 30, 3)), Image.fromarray(noise(200, 100, 3))
        )
        target = tmp_path / "out.tiff"
        command = ["redact", source, target, "--boxes", "normalized", "--rect", "0.5,0.5,1,1", "--all-pages"]
        assert scrim_command(*command).code == 0
        for made, before in zip(self.read(target), self.read(source), strict=True):
            height, width = before.shape[:2]
            mask = inside((width, height), (width // 2, height // 2, width, height))
            assert made.shape == before.shape
            assert not made[mask].any() and same_outside(mask, made, before)

    def tiff(self, path: Path, *pages: tuple[Any, dict[int, int]]) -> Path:
        """A TIFF of pages with tags."""
        with path.open("w+b") as file, TiffImagePlugin.AppendingTiffWriter(file, new=True) as writer:
            for page, tags in pages:
                info, made = TiffImagePlugin.ImageFileDirectory_v2(), io.BytesIO()
                for tag, value in tags.items():
                    info[tag] = value
                page.save(made, "TIFF", tiffinfo=info)
                writer.write(made.getvalue())
                writer.newFrame()
        return path

    @pytest.mark.parametrize("tags", [{254: 1}, {254: 4}, {254: 5}, {255: 2}])
    def test_previews_and_masks_are_left_out(self, tmp_path: Path, tags: dict[int, int]) -> None:
        """They show what is covered in another page, at other coordinates."""
        page, preview, last = (Image.fromarray(noise(*size, 3)) for size in ((33, 48), (11, 16), (33, 48)))
        source = self.tiff(tmp_path / "in.tiff", (page, {254: 0}), (preview, tags), (last, {254: 2}))
        command = ["redact", source, tmp_path / "out.tiff", "--rect", RECT, "--json"]
        ran = scrim_command(*command, "--all-pages")
        assert ran.code == 0 and "previews" in ran.json["left_out"] and not ran.json["warnings"]
        assert [made.shape for made in self.read(tmp_path / "out.tiff")] == [(33, 48, 3)] * 2
        ran = scrim_command(*command)
        assert ran.code == 0 and "previews" in ran.json["left_out"]
        assert ran.json["warnings"] == ["further pages were left out: 1 (keep them with --all-pages)"]

    def test_a_preview_in_front_of_its_page_is_refused(self, tmp_path: Path) -> None:
        """Some programs show the preview, and others the page. Without --all-pages, the first one counts."""
        page, preview = (Image.fromarray(noise(*size, 3)) for size in ((66, 96), (33, 48)))
        command = ["redact", tmp_path / "in.tiff", tmp_path / "out.tiff", "--rect", RECT]
        self.tiff(tmp_path / "in.tiff", (preview, {254: 1}), (page, {}))
        assert scrim_command(*command).code == 0 and len(self.read(tmp_path / "out.tiff")) == 1
        (tmp_path / "out.tiff").unlink()
        ran = scrim_command(*command, "--all-pages")
        assert ran.code == 1 and "the first page of the TIFF is a preview" in ran.err and not (tmp_path / "out.tiff").exists()
        self.tiff(tmp_path / "in.tiff", (preview, {254: 1}), (preview, {254: 1}))
        assert scrim_command(*command, "--all-pages").code == 0 and len(self.read(tmp_path / "out.tiff")) == 1

    def test_the_preview_of_a_raw_photograph_is_refused(self, tmp_path: Path) -> None:
        """Its picture is not one of the pages, and has another size."""
        preview = Image.fromarray(noise(33, 48, 3))
        for kind, code in ((1, 1), (0, 0)):
            tags = TiffImagePlugin.ImageFileDirectory_v2()
            tags.tagtype[330] = 4
            tags[254], tags[330] = kind, (8,)
            preview.save(tmp_path / "in.tiff", tiffinfo=tags)
            ran = scrim_command("redact", tmp_path / "in.tiff", tmp_path / "out.png", "--rect", "1,1,9,9")
            assert ran.code == code and (tmp_path / "out.png").exists() == (code == 0)
            assert ("shows only a preview" in ran.err) == (code == 1)

    @pytest.mark.parametrize("boxes", ["xywh", "xyxy", "normalized"])
    def test_pages_that_differ_in_size_cause_a_warning(self, tmp_path: Path, boxes: str) -> None:
        large, small = (Image.fromarray(noise(*size, 3)) for size in ((33, 48), (11, 16)))
        command = ["redact", tmp_path / "in.tiff", tmp_path / "out.tiff", "--all-pages", "--boxes", boxes, "--rect", "0,0,1,1", "--json"]

        def warnings() -> list[str]:
            found = scrim_command(*command).json["warnings"]
            return [warning.partition(",")[0] for warning in found if "the border of" not in warning]

        told = ["the pages differ in size (48 × 33; 16 × 11 pixels)"] * (boxes != "normalized")
        self.pages(tmp_path / "in.tiff", large, small)
        assert warnings() == told
        self.pages(tmp_path / "in.tiff", large, large)
        assert not warnings()

    def test_further_pictures_of_a_photo_are_no_pages(self, tmp_path: Path) -> None:
        """They are previews, or the other picture of a pair, at other coordinates."""
        photo, preview = (Image.fromarray(noise(*size, 3)) for size in ((33, 48), (11, 16)))
        source = self.pages(tmp_path / "in.mpo", photo, preview)
        ran = scrim_command("redact", source, tmp_path / "out.tiff", "--rect", RECT, "--all-pages", "--json")
        assert ran.code == 0 and "further pictures" in ran.json["left_out"] and len(self.read(tmp_path / "out.tiff")) == 1
        assert ran.json["warnings"] == ["further pages were left out: 1"]

    def test_each_page_is_turned_for_itself(self, tmp_path: Path) -> None:
        pages = [Image.fromarray(noise(20, 30, 3, seed=seed)) for seed in (1, 2)]
        exif = Image.Exif()
        exif[0x0112] = 6
        # One page is rotated, and the other is upright.
        source, one, other = tmp_path / "in.tiff", io.BytesIO(), io.BytesIO()
        pages[0].save(one, "TIFF", exif=exif)
        pages[1].save(other, "TIFF")
        with source.open("w+b") as file, TiffImagePlugin.AppendingTiffWriter(file, new=True) as writer:
            for page in (one, other):
                writer.write(page.getvalue())
                writer.newFrame()
        target = tmp_path / "out.tiff"
        assert scrim_command("redact", source, target, "--rect", "2,3,5,6", "--all-pages").code == 0
        for made, before in zip(self.read(target), (pages[0].transpose(4), pages[1]), strict=True):
            mask = inside(before.size, (2, 3, 5, 6))
            assert not made[mask].any() and same_outside(mask, made, np.asarray(before))

    def test_what_a_psd_shows_is_no_layer(self, tmp_path: Path) -> None:
        values = noise(3, 33, 48)
        head = b"8BPS" + struct.pack(">H6sHIIHH", 1, bytes(6), 3, 33, 48, 8, 3)
        # Two layers without pixels: a rectangle, the number of channels, the blend mode, and the extra data.
        layer = struct.pack(">4iH", 0, 0, 0, 0, 0) + b"8BIMnorm" + bytes((255, 0, 0, 0)) + struct.pack(">I", 12)
        layer += struct.pack(">II", 0, 0) + b"\x03abc"
        layers = struct.pack(">h", 2) + layer * 2
        for count, section in ((0, b""), (2, struct.pack(">I", len(layers)) + layers)):
            source, target = tmp_path / "in.psd", tmp_path / "out.png"
            beside = bytes(8) + struct.pack(">I", len(section)) + section
            source.write_bytes(head + beside + bytes(2) + values.tobytes())
            with Image.open(source) as image:
                assert image.n_frames == count
            for options in ([], ["--all-pages"]):
                ran = scrim_command("redact", source, target, "--rect", RECT, "--report", *options)
                assert ran.code == 0 and ran.json["left_out"] == ["layers"] * (count > 0)
                made = pixels(target)
                assert not made[MASK].any() and same_outside(MASK, made, values.transpose(1, 2, 0))

    def test_a_picture_of_a_microscope(self, tmp_path: Path) -> None:
        """Pillow cannot go back to the first picture of a file of SPIDER."""
        values = noise(33, 48).astype(np.float32)
        source, target = saved(tmp_path / "in.spi", Image.fromarray(values), format="SPIDER"), tmp_path / "out.tiff"
        assert scrim_command("redact", source, target, "--rect", RECT).code == 0
        assert same_outside(MASK, pixels(target), values)


@pytest.mark.parametrize("asked", ["webp", "avif"])
def test_frames_of_several_sizes_need_a_format_that_has_them(tmp_path: Path, asked: str) -> None:
    first, second = Image.new("RGB", (40, 30), "red"), Image.new("RGB", (30, 50), "blue")
    source, target = saved(tmp_path / "in.tif", first, save_all=True, append_images=[second]), tmp_path / f"out.{asked}"
    ran = scrim_command("redact", source, target, "--rect", "1,1,8,8", "--all-pages", "--json")
    error = ran.json["error"]
    assert ran.code == error["code"] == 1 and error["hint"] == "write a TIFF" and not target.exists()
    assert error["message"] == f"{source}: all frames of a file in {asked.upper()} have the same size, but the frames of this file differ"


@pytest.mark.parametrize("count", [1, 2])
def test_a_webp_has_short_sides(tmp_path: Path, count: int) -> None:
    first, *rest = (Image.new("P", (16384, 2), index) for index in range(count))
    source, target = saved(tmp_path / "in.gif", first, save_all=True, append_images=rest), tmp_path / "out.webp"
    ran = scrim_command("redact", source, target, "--rect", "1,1,8,1")
    assert ran.code == 1 and not target.exists()
    assert ran.err == f"scrim redact: {source}: WEBP has at most 16383 pixels per side, but this picture is 16384 × 2\n  write a PNG or a TIFF\n"


def test_errors_of_an_encoder_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow's encoder of WebP raises RuntimeError."""

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("no memory for a frame")

    source = saved(tmp_path / "in.png", Image.new("RGB", (40, 30)))
    monkeypatch.setitem(Image.SAVE, "WEBP", fail)
    ran = scrim_command("redact", source, tmp_path / "out.webp", "--rect", "1,1,8,8")
    assert ran.code == 1 and "WEBP cannot contain this picture: no memory for a frame\n" in ran.err
