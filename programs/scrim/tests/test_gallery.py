# SPDX-License-Identifier: MIT
"""docs/gallery: what one command draws, and what the documents show of it."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

DOCS = Path(__file__).resolve().parents[3] / "docs"
MAKERS = DOCS.parent / "script" / "pictures"


@pytest.fixture
def make_gallery(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(MAKERS))
    found = importlib.util.spec_from_file_location("make_gallery", MAKERS / "make_gallery.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_what_the_command_draws_is_shown(make_gallery: Any) -> None:
    shown = re.findall(r"!\[[^\]]+\]\((\S+)\.png\)", (DOCS / "gallery" / "README.md").read_text())
    assert set(make_gallery.PICTURES) == {"styles", "keypads", "patterns", "video", "pipelines", "speed-redact"} <= set(shown)
    for name in shown:
        with Image.open(DOCS / "gallery" / f"{name}.png") as picture:
            picture.load()


@pytest.mark.parametrize("page", ["gallery/README.md", "explanation/performance.md", *(f"how-to/{name}.md" for name in ("video", "pinpad", "pinentry"))])
def test_pictures_of_a_page_are_there(page: str) -> None:
    for name in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", (DOCS / page).read_text()):
        assert (DOCS / page).parent.joinpath(name).is_file(), name


def test_styles_are_drawn_into_a_folder(tmp_path: Path, make_gallery: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    if not make_gallery.FONTS.is_dir():
        pytest.skip("the font Inter is not installed")
    monkeypatch.setattr(sys, "argv", ["make_gallery.py", "--only", "styles", str(tmp_path / "gallery")])
    make_gallery.main()
    assert [path.name for path in (tmp_path / "gallery").iterdir()] == ["styles.png"]
    monkeypatch.setattr(sys, "argv", ["make_gallery.py", "--only", "style"])
    with pytest.raises(SystemExit):
        make_gallery.main()


@pytest.mark.parametrize(
    ("status", "drawn", "fails"), [(0, True, False), (1, True, False), (2, True, True), (0, False, True)]
)
def test_the_speed_is_what_the_comparison_draws(
    tmp_path: Path, make_gallery: Any, monkeypatch: pytest.MonkeyPatch, status: int, drawn: bool, fails: bool
) -> None:
    target = tmp_path / "speed-redact.png"

    def run(command: list[str]) -> "subprocess.CompletedProcess[bytes]":
        assert Path(command[0]).is_file() and command[1:] == ["--only", "redact", "--plot", str(target)]
        if drawn:
            target.write_bytes(b"plot")
        return subprocess.CompletedProcess(command, status)

    monkeypatch.setattr(make_gallery.subprocess, "run", run)
    if fails:
        with pytest.raises(SystemExit, match="benchmarks/compare"):
            make_gallery.speed(target)
    else:
        make_gallery.speed(target)
