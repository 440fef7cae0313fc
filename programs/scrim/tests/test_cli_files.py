# SPDX-License-Identifier: MIT
"""The files and pipes of scrim redact: what is written, what is left out of it, and what is left on errors."""

import io
import json
import os
import struct
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest
from cli_run import MASK, PYTHONPATH, RECT, SIZE, noise, pixels, same_outside, saved, scrim_command
from PIL import Image, ImageCms, PngImagePlugin, TiffImagePlugin


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
        assert any("color profile" in warning for warning in ran.json["warnings"])
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

    @pytest.mark.parametrize("ending", ["pdf", "avif", "webp", "png", "tiff"])
    def test_nothing_says_when_the_command_ran(self, tmp_path: Path, ending: str) -> None:
        frames = [Image.fromarray(noise(33, 48, 3, seed=seed)) for seed in (1, 2)]
        several = {} if ending == "pdf" else {"save_all": True, "append_images": frames[1:]}
        source = saved(tmp_path / "in.png", frames[0], **several)
        files = []
        for target in (tmp_path / f"one.{ending}", tmp_path / f"other.{ending}"):
            assert scrim_command("redact", source, target, "--rect", RECT).code == 0
            files.append(target.read_bytes())
            time.sleep(1.1)
        assert files[0] == files[1]


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
        assert "does not exist" in scrim_command("redact", png, tmp_path / "no" / "out.png", "--rect", RECT).err

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            (["--rect", "1,2,3"], 2),
            (["--rect", "1,2,nan,4"], 2),
            (["--polygon", "1,2,3,4"], 2),
            (["--rect", RECT, "--style", "fog"], 2),
            ([], 2),
            (["--rect", "10,6,-5,9"], 2),
            (["--rect", "10,6,0,9"], 2),
            (["--rect", "10,6,9,9", "--boxes", "xyxy"], 2),
            (["--rect", "1e300,6,9,9"], 2),
            (["--rounded-rect", "10,6,9,9,-1"], 2),
            (["--rect", RECT, "--regions", "/nowhere.json"], 1),
            (["--rect", "100,100,5,5"], 4),
            (["--text", "("], 2),
            (["--rect", RECT, "--max-pixels", "100"], 1),
            (["--rect", RECT, "--format", "xyz"], 2),
            (["--rect", RECT, "--sampling-gap", "65"], 2),
            (["--rect", RECT, "--dilation", "4097"], 2),
            (["--rect", RECT, "--size-multiple", "4097"], 2),
        ],
    )
    def test_an_error_leaves_no_file(self, tmp_path: Path, png: Path, arguments: list[str], code: int) -> None:
        target = tmp_path / "out.png"
        for options in ([], ["--json"]):
            ran = scrim_command("redact", png, target, *arguments, *options)
            assert ran.code == code and "SCRIM_ERROR" not in ran.out + ran.err
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

    @pytest.mark.parametrize(("ending", "place"), [("avif", -200), ("blp", 4)])
    def test_what_a_decoder_raises_is_told(self, tmp_path: Path, ending: str, place: int) -> None:
        image = Image.fromarray(noise(33, 48, 3))
        source = saved(tmp_path / f"in.{ending}", image.quantize() if ending == "blp" else image)
        data = bytearray(source.read_bytes())
        data[place] ^= 0xFF
        source.write_bytes(data[: None if place > 0 else place])
        ran = scrim_command("redact", source, tmp_path / "out.png", "--rect", RECT)
        assert ran.code == 1 and "cannot be decoded" in ran.err and len(list(tmp_path.iterdir())) == 1

    def test_a_program_is_not_run(self, tmp_path: Path) -> None:
        (tmp_path / "in.eps").write_bytes(
            b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 50 50\n%%EndComments\nshowpage\n"
        )
        ran = scrim_command("redact", tmp_path / "in.eps", tmp_path / "out.png", "--rect", RECT)
        assert ran.code == 1 and "not run" in ran.err

    def test_a_program_inside_another_file_is_not_run(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An IPTC file contains a file of any format, which Pillow opens."""
        (tmp_path / "gs").write_text(f"#!/bin/sh\necho > {tmp_path}/ran\n")
        (tmp_path / "gs").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
        monkeypatch.setattr("PIL.EpsImagePlugin.gs_binary", None)
        program = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 50 50\n%%EndComments\nshowpage\n"
        fields = [(1, 20, b"\0\0"), (3, 60, b"\1\0"), (3, 20, b"\0\x32"), (3, 30, b"\0\x32"), (3, 120, b"\5"), (8, 10, program)]
        data = b"".join(bytes([0x1C, record, kind]) + len(value).to_bytes(2, "big") + value for record, kind, value in fields)
        (tmp_path / "in.iim").write_bytes(data)
        ran = scrim_command("redact", tmp_path / "in.iim", tmp_path / "out.png", "--rect", RECT)
        assert ran.code == 1 and "not run" in ran.err and not (tmp_path / "ran").exists()

    def test_many_large_pages_are_refused_before_they_are_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        pages = [Image.new("1", (8, 8)), *(Image.new("1", (2000, 1000)) for _ in range(8))]
        pages[0].save(tmp_path / "in.tiff", save_all=True, append_images=pages[1:], compression="group4")
        loads = []
        load = TiffImagePlugin.TiffImageFile.load
        monkeypatch.setattr(TiffImagePlugin.TiffImageFile, "load", lambda page: loads.append(page.tell()) or load(page))
        ran = scrim_command("redact", tmp_path / "in.tiff", tmp_path / "out.tiff", "--rect", RECT, "--all-pages", "--max-pixels", "5000000")
        assert ran.code == 1 and "too large" in ran.err and set(loads) == {0, 1, 2}

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

    def test_a_large_picture_within_the_limit_causes_no_warning(
        self, tmp_path: Path, png: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Pillow warns of pictures with more pixels than this, and refuses those with twice as many.
        monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 48 * 33 - 1)
        with pytest.warns(Image.DecompressionBombWarning):
            Image.open(png).close()
        for limit in ([], ["--max-pixels", 48 * 33]):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                ran = scrim_command("redact", png, tmp_path / "out.png", "--rect", RECT, *limit)
            assert (ran.code, ran.err, caught) == (0, "", [])

    def test_a_picture_that_is_larger_than_its_file_says(self, tmp_path: Path) -> None:
        icon = saved(tmp_path / "in.ico", Image.new("RGB", (16, 16)), sizes=[(16, 16)], bitmap_format="png")
        inner = io.BytesIO()
        Image.new("RGB", (300, 200)).save(inner, "PNG")
        # The directory of the icon still says 16 × 16.
        icon.write_bytes(icon.read_bytes()[:14] + struct.pack("<II", inner.tell(), 22) + inner.getvalue())
        ran = scrim_command("redact", icon, tmp_path / "out.png", "--rect", "1,1,2,2", "--max-pixels", 59_999)
        assert ran.code == 1 and "in.ico: the picture is too large: 300 × 200 pixels (limit: 59999)" in ran.err
        assert scrim_command("redact", icon, tmp_path / "out.png", "--rect", "1,1,2,2", "--max-pixels", 60_000).code == 0

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

    def test_a_region_outside_is_an_error(self, tmp_path: Path, png: Path) -> None:
        command = ("redact", png, tmp_path / "out.png", "--rect", "100,100,5,5", "--rect", RECT)
        told = "1 of 2 regions cover no pixel of the picture (48 × 33 pixels): rect 100,100,5,5 (command line)"
        ran = scrim_command(*command)
        assert ran.code == 4 and told in ran.err and not (tmp_path / "out.png").exists()
        ran = scrim_command(*command, "--allow-nothing", "--json")
        assert ran.code == 0 and told in ran.json["warnings"] and ran.json["pixels"] == 180

    def test_a_region_may_lie_in_one_of_several_pages(self, tmp_path: Path) -> None:
        small, large = (Image.fromarray(noise(*size, 3)) for size in ((20, 20), (60, 60)))
        small.save(tmp_path / "in.tiff", save_all=True, append_images=[large])
        command = ["redact", tmp_path / "in.tiff", tmp_path / "out.tiff", "--all-pages", "--rect", "40,40,9,9"]
        assert scrim_command(*command).code == 0
        ran = scrim_command(*command, "--rect", "70,40,9,9", "--polygon", "80,80,90,80,80,90")
        assert ran.code == 4 and "2 of 3 regions cover no pixel" in ran.err
        assert "rect 70,40,9,9 (command line); polygon 80,80 90,80 80,90 (command line)" in ran.err


class TestPipes:
    def piped(self, data: bytes, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
        command = [sys.executable, "-m", "scrim_tools", "redact", *arguments]
        environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
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

    @pytest.mark.parametrize(
        ("line", "code", "told"),
        [
            ("redact - out.png --rect 1,1,5,5 <&-", 1, "standard input is closed"),
            ("redact in.png - --rect 1,1,5,5 >&-", 1, "standard output is closed"),
            ("redact in.png out.png --rect 1,1,5,5 >&-", 0, ""),
            ("redact in.png out.png --rect 1,1,5,5 --report >/dev/full", 1, "standard output cannot be written: No space left"),
            ("redact in.png - --rect 1,1,5,5 >/dev/full", 1, "standard output cannot be written: No space left"),
            ("redact nowhere.png out.png --rect 1,1,5,5 --json >/dev/full", 1, "nowhere.png: the file or folder does not exist"),
            ("--help >/dev/full", 1, "standard output cannot be written: No space left"),
            ("redact in.png \"$(printf 'o\\377.png')\" --rect 1,1,5,5", 0, ""),
            ("redact in.png \"$(printf 'o\\303\\266.png')\" --rect 1,1,5,5", 0, ""),
            ("redact --help", 0, ""),
            ("redact \"$(printf 'in\\033[8m\\n.png')\" out.png --rect 1,1,5,5", 1, "in\\x1b[8m\\n.png: the file or folder does not exist"),
        ],
    )
    def test_streams_that_are_closed_full_or_narrow(self, tmp_path: Path, line: str, code: int, told: str) -> None:
        Image.new("RGB", SIZE, "gray").save(tmp_path / "in.png")
        environment = {**os.environ, "PYTHONPATH": PYTHONPATH, "PYTHONIOENCODING": "ascii:strict"}
        done = subprocess.run(
            ["sh", "-c", f"exec {sys.executable} -m scrim_tools {line}"],
            capture_output=True, env=environment, cwd=tmp_path, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == code and told in done.stderr, done
        assert "Traceback" not in done.stderr and "Exception" not in done.stderr and bool(done.stderr) == bool(told)

    @pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-"])
    def test_without_standard_error_nothing_is_mixed_with_the_picture(self, tmp_path: Path, closed: str) -> None:
        Image.fromarray(noise(33, 48, 3)).save(tmp_path / "in.png", icc_profile=b"of a screen")
        command = f"exec {sys.executable} -m scrim_tools redact in.png - --rect 1,1,5,5 {closed}"
        done = subprocess.run(["sh", "-c", command], capture_output=True, env={**os.environ, "PYTHONPATH": PYTHONPATH}, cwd=tmp_path)
        assert done.returncode == 0 and done.stdout.endswith(b"IEND\xaeB`\x82")

    @pytest.mark.parametrize("line", ["- in.png <in.png", "in.png - >>in.png", "- - <in.png >>in.png", "- - <>in.png >&0", "- link.png <in.png"])
    @pytest.mark.parametrize("command", ["redact", "video"])
    def test_the_input_is_kept_if_the_shell_has_opened_it(self, tmp_path: Path, command: str, line: str) -> None:
        Image.new("RGB", SIZE, "gray").save(tmp_path / "in.png")
        (tmp_path / "link.png").symlink_to("in.png")
        before = (tmp_path / "in.png").read_bytes()
        words = f"exec {sys.executable} -m scrim_tools {command} --rect 1,1,5,5 {line}"
        environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
        done = subprocess.run(["sh", "-c", words], capture_output=True, env=environment, cwd=tmp_path, text=True, timeout=60)
        assert done.returncode == 2 and "is the same file as the input" in done.stderr
        assert (tmp_path / "in.png").read_bytes() == before

    def test_another_format(self, png: Path) -> None:
        done = self.piped(png.read_bytes(), "-", "-", "--rect", RECT, "--format", "jpeg")
        assert done.returncode == 0 and done.stdout[:3] == b"\xff\xd8\xff"
