# SPDX-License-Identifier: MIT
"""scrim redact --text: the words that tesseract reads in pictures."""

import io
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import FONTS, pixels, scrim_command
from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont
from text_readings import kept_readings  # noqa: F401

from scrim_tools.cli import main
from scrim_tools.text import pattern, read_words, tesseract

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")


LINES = [
    "Harbour Books",
    "Paid by card",
    "4111 1111 1111 1111",
    "Refund to GB29 NWBK 6016 1331 9268 19",
    "Sent to mara.okafor@example.com",
    "Call +44 20 7946 0958",
    "Order 2026-11-21",
]


def receipt(ink: str = "#222222", paper: str = "#fbfaf6", size: int = 18) -> Any:
    """Lines of text; drawn, for the words and their places must be known."""
    image = Image.new("RGB", (560, 40 * len(LINES) + 40), paper)
    draw = ImageDraw.Draw(image)
    for index, line in enumerate(LINES):
        draw.text((30, 30 + 40 * index), line, ink, ImageFont.truetype(FONTS, size))
    return image


def line_of(index: int) -> slice:
    return slice(26 + 40 * index, 60 + 40 * index)


def read(image: Any) -> str:
    """What tesseract reads, by its plain text: another of its outputs than the command uses."""
    done = subprocess.run(
        ["tesseract", "stdin", "stdout", "--psm", "6"], input=png(image), capture_output=True, check=True
    )
    return done.stdout.decode()


def png(image: Any) -> bytes:
    import io

    out = io.BytesIO()
    image.resize((image.width * 2, image.height * 2)).save(out, "PNG")
    return out.getvalue()


@needs_tesseract
class TestPictures:
    @pytest.mark.parametrize(("ink", "paper"), [("#222222", "#fbfaf6"), pytest.param("#e8eef2", "#151b22", marks=pytest.mark.long)])
    def test_a_receipt(self, tmp_path: Path, ink: str, paper: str) -> None:
        image = receipt(ink, paper)
        assert all(
            secret in read(image).replace(" ", "") for secret in ("4111111111111111", "mara.okafor@", "GB29NWBK")
        )
        image.save(tmp_path / "in.png")
        texts = [option for name in ("card", "iban", "email", "phone") for option in ("--text", name)]
        ran = scrim_command("redact", tmp_path / "in.png", tmp_path / "out.png", *texts, "--report")
        assert ran.code == 0, ran
        regions = ran.json["regions"]
        assert sorted(region["from"] for region in regions) == ["text:card", "text:email", "text:iban", "text:phone"]
        assert all(region["box"][2] % 32 == 0 for region in regions)
        assert not re.search("4111|mara|GB29|7946", ran.out)
        made, before = pixels(tmp_path / "out.png"), np.asarray(image)
        after = read(Image.fromarray(made))
        assert not re.search("4111|1111|NWBK|6016|9268|mara|okafor|example|7946|0958", after)
        assert "Harbour Books" in after and "Order 2026-11-21" in after
        # The lines without a match are unchanged, and so is the part of the other lines before the match.
        for index in (0, 1, 6):
            assert (made[line_of(index)] == before[line_of(index)]).all()
        for index, first in ((3, "Refund to "), (4, "Sent to "), (5, "Call ")):
            width = int(30 + ImageFont.truetype(FONTS, 18).getlength(first)) - 6
            assert (made[line_of(index), :width] == before[line_of(index), :width]).all()
        # Of the pattern's words no pixel of ink is left.
        card = Image.fromarray(made[line_of(2)])
        assert {color for _, color in card.getcolors(256)} == {ImageColor.getrgb(paper), (0, 0, 0)}

    def test_a_log_with_badges_in_small_type_and_its_dark_twin(self, tmp_path: Path) -> None:
        image = Image.new("RGB", (420, 150), "#ffffff")
        draw = ImageDraw.Draw(image)
        small = ImageFont.truetype(FONTS, 10)
        secrets = ["joe.smith@example.org", "4111 1111 1111 1111", "+44 20 7946 0958"]
        for index, secret in enumerate(secrets):
            draw.text((10, 10 + 18 * index), f"0{index + 3}:26:{index}7", "#444444", small)
            draw.text((90, 10 + 18 * index), f"0{index}", "#444444", small)
            draw.text((140, 10 + 18 * index), secret, "#444444", small)
            draw.rounded_rectangle((10 + 134 * index, 90, 140 + 134 * index, 110), 10, "#2d6a4f")
            draw.text((16 + 134 * index, 94), secret, "#ffffff", small)
        found = []
        for twin in (image, ImageChops.invert(image)):
            reading = read_words(twin, "eng")
            found.append(sorted(box for name in ("card", "phone", "email") for box in reading.find(pattern(name))))
        assert len(found[0]) == len(found[1]) == 6
        for one, other in zip(*found, strict=True):
            assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 1
        for index, secret in enumerate(secrets):
            for left, top, right, bottom in (
                draw.textbbox((140, 10 + 18 * index), secret, small),
                draw.textbbox((16 + 134 * index, 94), secret, small),
            ):
                assert any(
                    x <= left + 1 and y <= top + 1 and right - 1 <= r and bottom - 1 <= b and r - x < right - left + 4
                    for x, y, r, b in found[0]
                ), (secret, left)

    @pytest.mark.parametrize(
        "options",
        [
            ["--text", "re:Zebra"],
            ["--text", "card", "--text", "re:Zebra"],
            ["--text", "re:Zebra", "--text", "card", "--preview"],
            ["--text", "re:Zebra", "--rect", "0,0,9,9"],
        ],
    )
    def test_a_pattern_that_finds_nothing(self, tmp_path: Path, options: list[str]) -> None:
        receipt().save(tmp_path / "in.png")
        (tmp_path / "out.png").write_bytes(b"older")
        command = ["redact", tmp_path / "in.png", tmp_path / "out.png", *options]
        ran = scrim_command(*command, "--json")
        assert ran.code == 4 and ran.json["error"]["kind"] == "nothing"
        assert ran.json["error"]["message"] == f"{tmp_path}/in.png: no text was found for re:Zebra"
        assert (tmp_path / "out.png").read_bytes() == b"older"
        ran = scrim_command(*command)
        assert ran.code == 4 and "in.png: no text was found for re:Zebra\n" in ran.err and not ran.out
        ran = scrim_command(*command, "--allow-nothing")
        assert ran.code == 0 and "warning: no text was found for re:Zebra" in ran.err

    @pytest.mark.parametrize(("name", "more"), [("in.gif", []), ("in.tiff", ["--all-pages"]), ("in.png", ["--preview"])])
    def test_a_pattern_that_finds_nothing_in_any_frame(self, tmp_path: Path, name: str, more: list[str]) -> None:
        blank = Image.new("RGB", receipt().size, "#fbfaf6")
        blank.save(tmp_path / name, save_all=True, append_images=[receipt()])
        command = ["redact", tmp_path / name, tmp_path / f"out.{name}", "--text", "card", *more]
        ran = scrim_command(*command, "--text", "re:Zebra")
        assert ran.code == 4 and f"{name}: no text was found for re:Zebra\n" in ran.err and not ran.out
        assert [path.name for path in tmp_path.iterdir()] == [name]
        assert scrim_command(*command).code == 0

    def test_a_pattern_that_finds_nothing_in_a_pipe(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        out = io.BytesIO()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(png(receipt()))))
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out))
        assert main(["redact", "-", "-", "--text", "card", "--text", "re:Zebra"]) == 4 and not out.getvalue()

    def test_patterns_that_find_nothing_are_all_named(self, tmp_path: Path) -> None:
        image = receipt()
        image.paste("#fbfaf6", (0, 140, 560, 320))  # only the card is left
        image.save(tmp_path / "in.png")
        texts = [option for name in ("card", "email", "iban") for option in ("--text", name)]
        ran = scrim_command("redact", tmp_path / "in.png", tmp_path / "out.png", *texts)
        assert ran.code == 4 and "no text was found for email, iban\n" in ran.err
        assert not (tmp_path / "out.png").exists()

    def test_nothing_is_found_and_that_is_allowed(self, tmp_path: Path) -> None:
        receipt().save(tmp_path / "in.png")
        out = tmp_path / "out.png"
        ran = scrim_command("redact", tmp_path / "in.png", out, "--text", "re:Zebra", "--allow-nothing")
        assert ran.code == 0 and (pixels(out) == np.asarray(receipt())).all()

    @pytest.mark.parametrize("color", [(255, 255, 255, 255), (40, 40, 40, 0)])
    def test_text_that_shows_on_some_backgrounds_only(self, tmp_path: Path, color: tuple[int, int, int, int]) -> None:
        """White on a transparent ground, and text in the hidden colors of transparent pixels."""
        image = Image.new("RGBA", (560, 120), (255, 255, 255, 0))
        draw = ImageDraw.Draw(image)
        draw.text((30, 20), "Card 5555 5555 5555 4444", (0, 0, 0, 255), ImageFont.truetype(FONTS, 18))
        draw.text((30, 70), "Card 4111 1111 1111 1111", color, ImageFont.truetype(FONTS, 18))
        image.save(tmp_path / "in.png")
        ran = scrim_command("redact", tmp_path / "in.png", tmp_path / "out.png", "--text", "card")
        assert ran.code == 0, ran
        made = np.asarray(Image.open(tmp_path / "out.png").convert("RGBA"))
        assert (made[72:90, 90:280] == (0, 0, 0, 255)).all()

    def test_an_expression(self, tmp_path: Path) -> None:
        receipt().save(tmp_path / "in.png")
        out = tmp_path / "out.png"
        ran = scrim_command("redact", tmp_path / "in.png", out, "--text", "re:Harbour", "--size-multiple", "0")
        assert ran.code == 0, ran
        assert "Harbour" not in read(Image.open(out)) and "Books" in read(Image.open(out))

    def test_what_one_frame_shows_is_covered_in_all(self, tmp_path: Path) -> None:
        blank = Image.new("RGB", receipt().size, "#fbfaf6")
        receipt().save(tmp_path / "in.png", save_all=True, append_images=[blank], duration=[100, 100])
        ran = scrim_command("redact", tmp_path / "in.png", tmp_path / "out.png", "--text", "card", "--report")
        assert ran.code == 0
        (region,) = ran.json["regions"]
        x, y, width, height = map(int, region["box"])
        with Image.open(tmp_path / "out.png") as image:
            for index in range(2):
                image.seek(index)
                assert not np.asarray(image.convert("RGB"))[y : y + height, x : x + width].any()

    def test_a_language_that_is_not_there(self, tmp_path: Path) -> None:
        receipt().save(tmp_path / "in.png")
        command = ["redact", tmp_path / "in.png", tmp_path / "out.png", "--text", "card", "--language"]
        ran = scrim_command(*command, "xxx")
        assert ran.code == 3 and "apt install tesseract-ocr-xxx" in ran.err
        # tesseract itself reads the language that it has, and succeeds.
        ran = scrim_command(*command, "eng+xxx")
        assert ran.code == 3 and "'xxx'" in ran.err and not (tmp_path / "out.png").exists()
        assert scrim_command(*command, "--psm").code == 2
        assert scrim_command(*command, "../eng").code == 2


@pytest.mark.parametrize("text", ["emial", "Zebra", "re:("])
def test_an_unknown_word_reads_and_writes_nothing(tmp_path: Path, text: str) -> None:
    """The picture is not even opened: there is none."""
    command = ["redact", tmp_path / "in.png", tmp_path / "out.png", "--text", "card", "--text", text, "--allow-nothing"]
    ran = scrim_command(*command, "--json")
    assert ran.code == 2 and repr(text.removeprefix("re:")) in ran.json["error"]["message"]
    assert list(tmp_path.iterdir()) == []
    assert scrim_command(*command).code == 2


def test_without_tesseract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Image.new("RGB", (40, 40)).save(tmp_path / "in.png")
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = scrim_command("redact", tmp_path / "in.png", tmp_path / "out.png", "--text", "card", "--json")
    assert ran.code == 3 and "apt install tesseract-ocr" in ran.json["error"]["hint"]
    assert json.loads(ran.out)["ok"] is False and not (tmp_path / "out.png").exists()


def test_a_reader_that_fails_or_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Image.new("RGB", (40, 40)).save(tmp_path / "in.png")
    fake = tmp_path / "tesseract"
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(tesseract, "_TIMEOUT", 0.2)
    for program, told in (("echo broken >&2; exit 1", "broken"), ("exec sleep 5", "longer than")):
        fake.write_text(f"#!/bin/sh\n{program}\n")
        fake.chmod(0o755)
        ran = scrim_command("redact", tmp_path / "in.png", tmp_path / "out.png", "--text", "card")
        assert ran.code == 1 and told in ran.err and not (tmp_path / "out.png").exists()


@needs_tesseract
def test_a_number_on_a_page_that_is_larger_than_the_first(tmp_path: Path) -> None:
    page = Image.new("RGB", (640, 300), "white")
    draw = ImageDraw.Draw(page)
    draw.text((250, 200), "4111 1111 1111 1111", "black", ImageFont.truetype(FONTS, 24))
    first = Image.new("RGB", (100, 60), "white")
    source, target = tmp_path / "in.tiff", tmp_path / "out.tiff"
    first.save(source, save_all=True, append_images=[page])
    ran = scrim_command("redact", source, target, "--text", "card", "--all-pages", "--style", "solid:#ffffff")
    assert ran.code == 0, ran
    with Image.open(target) as made:
        made.seek(1)
        assert made.size == page.size and (np.asarray(made) == 255).all()


@needs_tesseract
class TestBatches:
    def run(self, folder: Path, *rules: dict[str, Any]) -> Any:
        (folder / "rules.json").write_text(json.dumps({"rules": rules}))
        return scrim_command(
            "batch", folder / "src", folder / "dst", "--rules", folder / "rules.json", "--workers", "0", "--json"
        )

    def outputs(self, folder: Path) -> list[str]:
        return sorted(path.name for path in (folder / "dst").iterdir() if path.is_file())

    @pytest.fixture(autouse=True)
    def sources(self, tmp_path: Path) -> None:
        (tmp_path / "src").mkdir()
        receipt().save(tmp_path / "src" / "a.png")
        image = receipt()
        image.paste("#fbfaf6", (0, 180, 560, 220))  # no e-mail address
        image.save(tmp_path / "src" / "b.png")

    def test_a_file_in_which_a_pattern_finds_nothing(self, tmp_path: Path) -> None:
        ran = self.run(tmp_path, {"files": "*.png", "text": ["card", "email"]})
        assert (ran.code, ran.json["done"], ran.json["failed"]) == (5, 1, 1)
        (failure,) = ran.json["failures"]
        assert failure["path"] == "b.png" and failure["error"] == "no text was found for email"
        assert failure["code"] == 4 and '"allow_nothing": true' in failure["hint"]
        assert self.outputs(tmp_path) == ["a.png"]
        # An older output, which another rule allowed, does not stay either.
        ran = self.run(tmp_path, {"files": "*.png", "text": ["card", "email"], "allow_nothing": True})
        assert ran.code == 0 and self.outputs(tmp_path) == ["a.png", "b.png"]
        assert ran.json["warnings"] == ["no text was found for email"]
        assert self.run(tmp_path, {"files": "*.png", "text": ["card", "email"]}).code == 5
        assert self.outputs(tmp_path) == ["a.png"]

    def test_nothing_is_found_in_any_file(self, tmp_path: Path) -> None:
        ran = self.run(tmp_path, {"files": "*.png", "text": ["card", "re:Zebra"]})
        assert (ran.code, ran.json["failed"]) == (4, 2) and self.outputs(tmp_path) == []
        (tmp_path / "src" / "broken.png").write_bytes(b"no picture")
        ran = self.run(tmp_path, {"files": "*.png", "text": ["card", "re:Zebra"]})
        assert (ran.code, [failure["code"] for failure in ran.json["failures"]]) == (1, [4, 4, 1])
