# SPDX-License-Identifier: MIT
"""What users read is written as CONTRIBUTING.md asks, as far as a program can see it: script/prose has no finding."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "script"))

import prose_rules  # noqa: E402  (the path comes first)


def prose(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-B", ROOT / "script/prose", *arguments]
    return subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True)


def test_there_is_no_finding():
    done = prose()
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.split()[-5]) > 300, "files are left out"


@pytest.mark.parametrize(
    ("suffix", "text", "advice"),
    [
        (".md", "A touch there is told to nobody.", "reports"),
        (".md", "The guard stands beside a secret.", "'is', 'are'"),
        (".md", "| name | The keys, where there are any |", "condition"),
        (".md", "- " + "word " * 31, "a sentence of 31 words"),
        (".h", "/** What it is made with is not told. */", "begin with a noun"),
        (".h", "/**\n * Copies.\n *\n * @param text  The behaviour.\n */", "American"),
        (".py", '"""A module.\n\nA touch goes on as of now.\n"""\n', "continues"),
        (".py", 'raise ValueError(f"the colour {name} is no such word")\n', "American"),
        (".rs", "//! A module.\n//!\n//! A touch goes on.\n", "continues"),
        (".rs", "/// Copies the [`Text`]. The guard stands there.\n", "'is', 'are'"),
        (".1", ".Sh NAME\nThe easing of a box.\n", "smoothing"),
    ],
)
def test_a_mistake_is_found(tmp_path, suffix, text, advice):
    file = tmp_path / f"page{suffix}"
    file.write_text(text)
    done = prose(file)
    assert done.returncode == 1 and advice in done.stdout, done.stdout


def test_lines_of_headers_have_at_most_100_columns():
    lines = [(path.name, number, line) for path in ROOT.glob("include/**/*.h") for number, line in enumerate(path.open(), 1)]
    assert len(lines) > 3000
    assert [place for *place, line in lines if len(line.rstrip("\n")) > 100] == []


def test_code_is_not_prose(tmp_path):
    file = tmp_path / "page.md"
    file.write_text("Text.\n\n```c\nint colour; /* goes on */\n```\n\n`colour` and [text](beside.md). <!-- beside -->\n")
    assert prose(file).returncode == 0, prose(file).stdout
    file = tmp_path / "code.rs"
    file.write_text("/// Text.\n///\n/// ```\n/// let colour = 1; // goes on\n/// ```\nfn f() {}\n")
    assert prose(file).returncode == 0, prose(file).stdout


def test_exceptions_are_few_and_needed():
    assert sum(map(len, prose_rules.EXCEPTIONS.values())) <= 25
    for name, parts in prose_rules.EXCEPTIONS.items():
        text = re.sub(r"\s*\n[\s*/#]*", " ", (ROOT / name).read_text())
        for part, reason in parts.items():
            assert part in text, f"{name} no longer says: {part}"
            assert len(reason.split()) >= 3, f"say why: {part}"
