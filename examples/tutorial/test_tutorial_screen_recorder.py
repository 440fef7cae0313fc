# SPDX-License-Identifier: MIT
"""Builds and runs screen_recorder.c and screen_recorder.py as docs/tutorial/screen-recorder.md says, on a virtual X screen.

With SCRIM_GALLERY=FOLDER, writes the picture of that page to the folder.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs/tutorial/screen-recorder.md"
sys.path.insert(0, str(ROOT / "examples/demo"))
import screen  # noqa: E402

LIBRARY = Path(os.environ.get("SCRIM_LIBRARY", ROOT / "build/libscrim.so")).resolve()
GALLERY = os.environ.get("SCRIM_GALLERY")
FRAMES = 60
#: The colors of the two fields, which nothing else on the screen has.
MAIL_ADDRESS, PASSWORD = (0xC8, 0xDC, 0xFF), (0xFF, 0xDC, 0x64)

#: The line that redacts, and what the tests put in its place.
REDACTS = {
    "c": 'must(scrim_capture_redact(recorder->capture, snapshot, &frame, from, to, &report), "redact");\n',
    "python": "self.capture.redact(frame, snapshot, captured_from, captured_to)\n",
}
WITHOUT_REDACTION = {"c": "\n", "python": "pass\n"}
#: These lines are taken from the page, which marks them.
BY_THE_SCENE_ALONE = dict(
    re.findall(
        rf"^<!-- run by: {re.escape(str(Path(__file__).resolve().relative_to(ROOT)))} -->\n```(c|python)\n(.*?)^```",
        PAGE.read_text(),
        re.DOTALL | re.MULTILINE,
    )
)
WITH_AN_ERROR = {
    "c": REDACTS["c"].replace("recorder->capture", "NULL"),
    "python": f"self.capture.close(); {REDACTS['python']}",
}

missing = [tool for tool in ("Xvfb", "cc") if shutil.which(tool) is None]
pytestmark = [
    pytest.mark.skipif(bool(missing), reason=f"a recorder needs {' and '.join(missing)}"),
    pytest.mark.parametrize("language", ["c", "python"]),
]


@pytest.fixture(scope="module")
def display():
    with screen.virtual_screen((640, 480)) as name:
        yield name


def command(language: str, folder: Path, instead: str | None) -> list[str]:
    """Builds a program in a folder. `instead` takes the place of the call that redacts."""
    source = HERE / f"screen_recorder.{'c' if language == 'c' else 'py'}"
    if language == "python":
        pytest.importorskip("tkinter")
    elif subprocess.run(["pkg-config", "--exists", "x11"]).returncode:
        pytest.skip("libx11-dev is not installed")
    text = source.read_text()
    if instead is not None:
        assert text.count(REDACTS[language]) == 1
        text = text.replace(REDACTS[language], instead)
    copy = folder / source.name
    copy.write_text(text)
    if language == "python":
        return [sys.executable, str(copy)]
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"] if instead is None else ["-w"]
    flags = ["-std=c99", *warnings, f"-I{ROOT / 'include'}"]
    link = [f"-L{LIBRARY.parent}", "-lscrim", f"-Wl,-rpath,{LIBRARY.parent}", "-lX11", "-lm"]
    program = folder / "screen_recorder"
    subprocess.run(["cc", *flags, str(copy), "-o", str(program), *link], check=True)
    return [str(program)]


def record(language, folder, display, instead=None, check=True):
    """Runs a program. Returns the process and the frames that it wrote."""
    frames = folder / "frames"
    frames.mkdir()
    environment = {
        **os.environ,
        "DISPLAY": display,
        "SCRIM_LIBRARY": str(LIBRARY),
        "PYTHONPATH": str(ROOT / "bindings/python"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    line = [*command(language, folder, instead and instead[language]), str(frames)]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=check, timeout=60)
    return done, [np.asarray(Image.open(path)) for path in sorted(frames.iterdir())]


def rows_of(frame, color):
    """The rows of a frame in which a color is found."""
    return np.flatnonzero((frame == color).all(axis=2).any(axis=1))


def test_no_frame_shows_the_password_while_the_form_moves(language, tmp_path, display):
    done, frames = record(language, tmp_path, display)
    assert done.stdout == f"{FRAMES} frames are in {tmp_path / 'frames'}\n" and done.stderr == ""
    assert len(frames) == FRAMES and {frame.shape for frame in frames} == {(320, 480, 3)}
    assert [number for number, frame in enumerate(frames) if rows_of(frame, PASSWORD).size] == []
    # The recording is worth something: the other field is there, and moves.
    shown = [rows_of(frame, MAIL_ADDRESS) for frame in frames if frame.any()]
    assert len(shown) > FRAMES // 2 and all(40 >= rows.size > 30 for rows in shown)
    assert len({rows[0] for rows in shown}) > 20
    # Only the first 150 ms are covered whole. A very slow machine may record a single frame in that time.
    assert not frames[0].any() and frames[-1].any()
    if GALLERY and language == "python":
        plain = tmp_path / "plain"
        plain.mkdir()
        _, originals = record(language, plain, display, WITHOUT_REDACTION)
        picture = Image.new("RGB", (2 * 480 + 20, 320), "white")
        picture.paste(Image.fromarray(originals[20]), (0, 0))
        picture.paste(Image.fromarray(frames[20]), (500, 0))
        picture.save(Path(GALLERY) / "screen-recorder.png", optimize=True)


def test_frames_that_are_not_redacted_show_the_password(language, tmp_path, display):
    _, frames = record(language, tmp_path, display, WITHOUT_REDACTION)
    assert all(rows_of(frame, PASSWORD).size for frame in frames)


def test_the_scene_alone_does_not_cover_what_the_screen_still_shows(language, tmp_path, display):
    assert "scene" in BY_THE_SCENE_ALONE[language]
    _, frames = record(language, tmp_path, display, BY_THE_SCENE_ALONE)
    assert sum(rows_of(frame, PASSWORD).size > 0 for frame in frames) > FRAMES // 2


def test_a_frame_that_cannot_be_redacted_is_not_written(language, tmp_path, display):
    done, frames = record(language, tmp_path, display, WITH_AN_ERROR, check=False)
    assert done.returncode == 1 and {"c": "redact: ", "python": "InvalidHandle"}[language] in done.stderr
    assert frames == []


def test_without_a_display_the_program_says_so(language, tmp_path):
    done, frames = record(language, tmp_path, ":9999", check=False)
    assert done.returncode == 1 and "display" in done.stderr
    assert frames == []
