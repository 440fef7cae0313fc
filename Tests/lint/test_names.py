# SPDX-License-Identifier: MIT
"""Tests are found by their area and say what they show, and no file refers to a document that is not in the repository."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

# Documents that contributors of other projects or earlier times had; a reader of this repository has none of them.
OUTSIDE = re.compile(r"\b(?:FACTS|DESIGN|EMBEDDED|PEERS|SPEED|TIGHT|CAPTURE_TIME|LANGUAGE|STYLE|RULES)(?:\.md\b| §|, §| \d+\.\d)|/work/|§ ?\d")
# A row of such a document: G1, R15, S2-3, k4.
ROW = r"(?:[GRSKT]\d+(?:-\d+)?)"
TEST_OF_ROW = re.compile(rf"\btest_{ROW}_", re.IGNORECASE)
# In comments the row stands first, alone or in a list, as in "G3: began".
COMMENT_OF_ROW = re.compile(rf"(?:/\*|//|#|\*)[ -]*{ROW}(?: … {ROW}|, {ROW}| to {ROW}| and {ROW})*\s*(?::|----|\*/|$)", re.MULTILINE)
ROW_OF_TABLE = re.compile(rf"^\| {ROW}(?: to {ROW}|, {ROW})* \|", re.MULTILINE)

SOURCE = {".c", ".h", ".cpp", ".swift", ".py", ".lua", ".go", ".java", ".txt", ".cmake", ""}
AREAS_BESIDE_THE_CORE = {"boundary"}


def committed(root: Path) -> list[Path]:
    """The text files of the repository: what is committed, or new and not ignored."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("this is no clone of the repository")
    # The baseline is of the interface at another commit, and this file says what it looks for.
    names = [name for name in listed.stdout.splitlines() if not name.startswith("Tests/abi/baseline/")]
    return [root / name for name in names if (root / name).is_file() and root / name != Path(__file__).resolve()]


def find(root: Path, pattern: re.Pattern[str], suffixes: set[str]) -> list[str]:
    found = []
    for path in committed(root):
        if path.suffix in suffixes:
            try:
                text = path.read_text()
            except UnicodeDecodeError:
                continue
            found += [f"{path.relative_to(root)}: {match[0].strip()}" for match in pattern.finditer(text)]
    return found


def test_no_file_refers_to_a_document_outside(root: Path) -> None:
    assert find(root, OUTSIDE, SOURCE | {".md", ".map", ".json", ".toml", ".rst", ".1"}) == []


def test_names_of_tests_say_what_they_show(root: Path) -> None:
    assert find(root, TEST_OF_ROW, SOURCE) == []


def test_no_comment_cites_a_row(root: Path) -> None:
    assert find(root, COMMENT_OF_ROW, SOURCE) == []
    assert find(root, ROW_OF_TABLE, {".md"}) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (OUTSIDE, "the boxes of FACTS §3"),
        (OUTSIDE, "see RULES.md"),
        (TEST_OF_ROW, "static void test_G24__taps(void **state)"),
        (TEST_OF_ROW, "def test_k4_k8_a_layout_stays():"),
        (COMMENT_OF_ROW, "/* G3: began, changed */"),
        (COMMENT_OF_ROW, "# ---- R11 … R14 ----"),
        (ROW_OF_TABLE, "| S0-1 to S0-3 | notices |"),
    ],
)
def test_each_is_found(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


def areas(root: Path) -> set[str]:
    core = {path.name.lower() for path in (root / "Sources/Scrim").iterdir() if path.is_dir()}
    return core - {"support"} | AREAS_BESIDE_THE_CORE


def test_c_tests_are_in_the_folder_of_their_area(root: Path) -> None:
    tests = sorted((root / "Tests/C").glob("**/test_*.c"))
    assert {path.parent.name for path in tests} == areas(root)
    strangers = [path.name for path in tests if not re.match(rf"test_{path.parent.name}(_\w+)?\.c", path.name)]
    assert strangers == []


@pytest.mark.parametrize(("folder", "pattern"), [("Tests/ScrimTests", "**/*.swift"), ("Tests/models", "**/test_*.py")])
def test_other_tests_are_in_the_folder_of_their_area(root: Path, folder: str, pattern: str) -> None:
    tests = sorted((root / folder).glob(pattern))
    assert tests and {path.parent.name.lower() for path in tests} <= areas(root)


def test_the_table_has_every_area(root: Path) -> None:
    rows = re.findall(r"^\| (\w+)", (root / "Tests/README.md").read_text(), re.MULTILINE)
    assert areas(root) <= set(rows)
