# SPDX-License-Identifier: MIT
"""Builds and runs redact_screenshot.c and redact_screenshot.py as docs/tutorial/redact-a-screenshot.md says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs/tutorial/redact-a-screenshot.md"
PICTURES = PAGE.parent
LIBRARY = Path(os.environ.get("SCRIM_LIBRARY", ROOT / "build/libscrim.so")).resolve()
ENVIRONMENT = {
    **os.environ,
    "SCRIM_LIBRARY": str(LIBRARY),
    "PYTHONPATH": str(ROOT / "bindings/python"),
    "PYTHONDONTWRITEBYTECODE": "1",
}
#: x, y, width and height of the card number and of its owner, written down here again.
CARD, OWNER = (40, 104, 232, 28), (40, 168, 144, 24)


@pytest.fixture(scope="module")
def commands(tmp_path_factory):
    """How each of the two programs is called. The C one is built first."""
    program = tmp_path_factory.mktemp("build") / "redact_screenshot"
    flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT / 'include'}"]
    link = [f"-L{LIBRARY.parent}", "-lscrim", f"-Wl,-rpath,{LIBRARY.parent}"]
    subprocess.run(["cc", *flags, str(HERE / "redact_screenshot.c"), "-o", str(program), *link], check=True)
    return {"c": [str(program)], "python": [sys.executable, str(HERE / "redact_screenshot.py")]}


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    """The tutorial's screenshot as a PPM file, which both programs read."""
    path = tmp_path_factory.mktemp("screen") / "screen.ppm"
    Image.open(PICTURES / "screen-before.png").convert("RGB").save(path)
    return path


def run(command, screen, folder, check=True):
    folder.mkdir(exist_ok=True)
    arguments = [str(screen), "black.ppm", "frost.ppm"]
    return subprocess.run([*command, *arguments], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=check)


def pixels(path):
    return np.asarray(Image.open(path).convert("RGB"))


def inside(shape, *rectangles):
    mask = np.zeros(shape[:2], dtype=bool)
    for x, y, width, height in rectangles:
        mask[y : y + height, x : x + width] = True
    return mask


def with_other_interior(path, target):
    """A screenshot that differs from another one only where the regions are."""
    other = pixels(path).copy()
    other[inside(other.shape, CARD, OWNER)] ^= 0xA5
    Image.fromarray(other).save(target)
    return target


@pytest.mark.parametrize("language", ["c", "python"])
def test_the_program_covers_the_regions_and_nothing_else(commands, screen, tmp_path, language):
    run(commands[language], screen, tmp_path)
    before, black, frost = (pixels(path) for path in (screen, tmp_path / "black.ppm", tmp_path / "frost.ppm"))
    card, both = inside(before.shape, CARD), inside(before.shape, CARD, OWNER)
    assert before[card].min() < 64  # something was there to be covered
    assert not black[card].any() and (black[~card] == before[~card]).all()
    assert (frost[both] != before[both]).any() and (frost[~both] == before[~both]).all()


@pytest.mark.parametrize("language", ["c", "python"])
def test_the_interior_has_no_influence(commands, screen, tmp_path, language):
    other = with_other_interior(screen, tmp_path / "other.ppm")
    for path, folder in ((screen, "one"), (other, "other")):
        run(commands[language], path, tmp_path / folder)
    assert (tmp_path / "one/frost.ppm").read_bytes() == (tmp_path / "other/frost.ppm").read_bytes()
    owner_differs = pixels(tmp_path / "one/black.ppm") != pixels(tmp_path / "other/black.ppm")
    assert not owner_differs[inside(owner_differs.shape, CARD)].any() and owner_differs.any()  # black covers the card alone


def test_both_programs_do_and_print_the_same_as_the_page_shows(commands, screen, tmp_path):
    done = {language: run(command, screen, tmp_path / language) for language, command in commands.items()}
    for name in ("black", "frost"):
        made = (tmp_path / f"c/{name}.ppm").read_bytes()
        assert made == (tmp_path / f"python/{name}.ppm").read_bytes()
        assert (pixels(tmp_path / f"c/{name}.ppm") == pixels(PICTURES / f"screen-{name}.png")).all()
    assert done["c"].stdout == done["python"].stdout
    assert re.search(rf"^```text\n{re.escape(done['c'].stdout)}```$", PAGE.read_text(), re.MULTILINE)


@pytest.mark.parametrize("language", ["c", "python"])
def test_no_file_is_written_if_a_region_is_not_on_the_screenshot(commands, tmp_path, language):
    Image.new("RGB", (200, 200)).save(tmp_path / "small.ppm")
    done = run(commands[language], tmp_path / "small.ppm", tmp_path, check=False)
    told = {"c": "a region is not on the screenshot", "python": "a region is partly outside the screenshot"}[language]
    assert done.returncode == 1 and told in done.stderr
    assert not (tmp_path / "black.ppm").exists() and not (tmp_path / "frost.ppm").exists()
