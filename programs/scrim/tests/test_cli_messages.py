# SPDX-License-Identifier: MIT
"""What the command says about wrong input: the option or file as the user wrote it, what was expected, what was given."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from batch_files import rules
from cli_run import RECT, saved, scrim_command
from PIL import Image

from scrim_tools.errors import io_message
from scrim_tools.fresh_file import fresh_file
from scrim_tools.testing import masked


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are relative: messages must show them so."""
    monkeypatch.chdir(tmp_path)
    saved(tmp_path / "in.png", Image.new("RGB", (48, 33)))
    (tmp_path / "text.txt").write_text("no picture")
    (tmp_path / "timed.json").write_text('{"regions": [{"rect": [0, 0, 9, 9], "from": 1}]}')
    (tmp_path / "wrong.json").write_text('{"regions": [{"rect": [0, 0, -4, 9]}]}')


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("redact none.png out.png --rect RECT", "scrim redact: none.png: the file or folder does not exist\n"),
        ("redact . out.png --rect RECT", "scrim redact: .: a file is expected, but this is a folder\n"),
        ("redact text.txt out.png --rect RECT", "scrim redact: text.txt: this is not a picture that Pillow can read\n"),
        ("redact in.png no/out.png --rect RECT", "no/out.png: no is a folder that does not exist\n"),
        ("redact in.png text.txt/out.png --rect RECT", "text.txt/out.png: text.txt is not a folder\n"),
        ("redact in.png in.png --rect RECT", "in.png: the output is the same file as the input\n"),
        ("redact in.png out.xyz --rect RECT", "out.xyz: Pillow cannot write pictures with the suffix '.xyz'\n"),
        ("redact in.png out.png --rect RECT --format xyz", "--format: Pillow cannot write pictures of this format (got 'xyz')"),
        ("redact in.png out.png --rect 3", "argument --rect: must be 4 numbers separated by commas (got 1: '3')"),
        ("redact in.png out.png --rect a,b,c,d", "argument --rect: must be numbers separated by commas (got 'a,b,c,d')"),
        ("redact in.png out.png --rect 0,0,nan,1", "argument --rect: all numbers must be finite (got '0,0,nan,1')"),
        ("redact in.png out.png --rect 0,0,-4,5", "--rect 0,0,-4,5: width must be greater than 0 (got -4)\n"),
        ("redact in.png out.png --rect -5,0,4,5", "a value that begins with a minus is written --rect=VALUE"),
        ("redact in.png out.png --ellipse -5,0,4,5", "a value that begins with a minus is written --ellipse=VALUE"),
        ("redact in.png out.png --polygon -5,0,4,5,9,9", "a value that begins with a minus is written --polygon=VALUE"),
        ("video in.png out.mp4 --rect -5,0,4,5", "a value that begins with a minus is written --rect=VALUE"),
        ("shot out.png --crop -5,0,4,5", "a value that begins with a minus is written --crop=VALUE"),
        ("keypad --scale -1,5", "a value that begins with a minus is written --scale=VALUE"),
        ("keypad --scale -1", "argument --scale: must be a number from 0.1 to 20 (got '-1')"),
        ("redact in.png out.png --rounded-rect 0,0,4,5,-3", "--rounded-rect 0,0,4,5,-3: the radius must be from 0"),
        ("redact in.png out.png --polygon 1,1,5,5", "argument --polygon: must be three or more points X,Y (got 4 numbers)"),
        ("redact in.png out.png --rect RECT --style blakc", "--style must be one of solid, frost, tiles, blur, pixelate, "),
        ("redact in.png out.png --rect RECT --style blur:0", "--style: the value of blur must be a standard deviation in pixels"),
        ("redact in.png out.png --rect RECT --style blur", "--style: blur needs a standard deviation in pixels, greater than 0 and at most 256, such as blur:16 (got 'blur')"),
        ("redact in.png out.png --rect RECT --style light:3", "--style: light takes no value (got 'light:3')"),
        ("redact in.png out.png --rect RECT --dilation x", "argument --dilation: must be a whole number from 0 to 4096 (got 'x')"),
        ("redact in.png out.png --rect RECT --max-pixels 9", "in.png: the picture is too large: 48 × 33 pixels (limit: 9)"),
        ("redact in.png out.png --rect 99,99,4,5", "in.png: 1 of 1 regions cover no pixel of the picture (48 × 33 pixels): rect 99,99,4,5 (command line)"),
        ("redact in.png out.png --regions timed.json", "timed.json: regions[0]: keyframes, from and to are for videos"),
        ("redact in.png out.png --regions wrong.json", "wrong.json: regions[0].rect: width must be greater than 0 (got -4)"),
        ("redact in.png out.png --text card --language /x", "--language must be languages of tesseract (got '/x')"),
        ("keypad --scale x", "argument --scale: must be a number from 0.1 to 20 (got 'x')"),
        ("video none.mp4 out.mp4 --rect RECT", "scrim video: none.mp4: the file or folder does not exist\n"),
        ("video text.txt out.mp4 --rect RECT", "text.txt: FFmpeg cannot read this file: it is not a video, or it is damaged"),
        ("video in.png out --rect RECT", "out: the name needs a suffix, which chooses the format"),
        ("video in.png no/out.mp4 --rect RECT", "no/out.mp4: the folder no does not exist"),
        ("video in.png out.mp4 --rect RECT --codec aac", "out.mp4: codec must be a video encoder (got 'aac')"),
        ("video in.png out.mp4 --rect a,b", "argument --rect: must be four finite numbers X,Y,W,H (got 'a,b')"),
        ("video in.png out.mp4 --rect RECT --hold x", "argument --hold: must be a number 0 or greater (got 'x')"),
        ("batch none dst --rules rules.json", "scrim batch: none: the file or folder does not exist\n"),
        ("batch src text.txt --rules rules.json", "text.txt: DEST must be a folder, but this is a file"),
        ("batch src dst --rules rules.json --workers x", "argument --workers: must be a whole number from 0 to 1024 (got 'x')"),
        ("batch src dst --rules rules.json --scheduler x", "--scheduler: must be an address with a port (got 'x')"),
    ],
)
def test_what_is_wrong(line: str, message: str, tmp_path: Path) -> None:
    if line.startswith("video"):
        pytest.importorskip("av")
    (tmp_path / "src").mkdir()
    shutil.copy("in.png", "src")
    rules(tmp_path / "rules.json", [{"files": "*", "regions": [{"rect": [0, 0, 9, 9]}]}])
    ran = scrim_command(*line.replace("RECT", RECT).split())
    assert ran.code and message in ran.err and str(tmp_path) not in ran.err
    assert "Traceback" not in ran.err and "Errno" not in ran.err and "SCRIM_ERROR" not in ran.err


def test_a_file_that_cannot_be_written_has_the_users_name(tmp_path: Path) -> None:
    for error in (OSError(28, "No space left on device"), OSError(5, "Input/output error", str(tmp_path / ".scrim-1.png"))):
        with pytest.raises(OSError) as caught, fresh_file("out.png"):
            raise error
        assert io_message(caught.value) == f"out.png: {error.strerror}"
    assert not list(tmp_path.glob(".scrim-*"))


@pytest.mark.parametrize("item", [(1, 2, 3), 5, (1, 2, "a", 3)])
def test_an_item_that_is_not_a_mask(item: Any) -> None:
    with pytest.raises(TypeError, match="mask: each item must be a CSS selector, .* or four numbers .* .got "):
        masked(Image.new("RGB", (9, 9)), [item], viewport=(9, 9))


def test_an_object_that_is_not_a_picture() -> None:
    with pytest.raises(TypeError, match="image must be a Pillow image, .* .got int"):
        masked(5, [(0, 0, 1, 1)], viewport=(9, 9))
