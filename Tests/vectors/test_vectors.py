# SPDX-License-Identifier: MIT
"""The vectors are what the library returns now, and each language checks all of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / os.environ.get("SCRIM_BUILD", "build")
PROGRAMS = BUILD / "Tests/vectors"
FILES = "text", "keypad", "redaction", "gestures", "collector"
CRATE = ROOT / "bindings/rust/Cargo.toml"
LIBRARY = {"SCRIM_LIBRARY": str(BUILD / "libscrim.so"), "SCRIM_LIB_DIR": str(BUILD), "LD_LIBRARY_PATH": str(BUILD)}

COMMANDS: dict[str, Callable[[Path], list[object]]] = {
    "C": lambda folder: [PROGRAMS / "run_vectors", folder],
    "C++": lambda folder: [PROGRAMS / "run_vectors_cpp", folder],
    "Python": lambda folder: [sys.executable, HERE / "run_vectors.py", folder],
    "Rust": lambda folder: ["cargo", "test", "--offline", "--manifest-path", CRATE, "--test", "vectors", "--", "--nocapture"],
}


def run(language: str, folder: Path) -> subprocess.CompletedProcess[str]:
    more = {"SCRIM_VECTORS": str(folder), "CARGO_TARGET_DIR": os.environ.get("CARGO_TARGET_DIR", str(BUILD / "rust"))}
    paths = {"PYTHONPATH": str(ROOT / "bindings/python")}
    command = [str(word) for word in COMMANDS[language](folder)]
    return subprocess.run(command, env={**os.environ, **LIBRARY, **more, **paths}, capture_output=True, text=True)


def test_the_files_are_what_the_library_returns(tmp_path: Path) -> None:
    subprocess.run([PROGRAMS / "make_vectors", tmp_path], check=True, stdout=subprocess.DEVNULL)
    assert sorted(path.stem for path in HERE.glob("*.json")) == sorted(FILES)
    for name in FILES:
        made, committed = (folder / f"{name}.json" for folder in (tmp_path, HERE))
        assert made.read_text() == committed.read_text(), f"run make_vectors, and look at the changes of {name}.json"


def test_names_differ() -> None:
    for name in FILES:
        names = [vector["name"] for vector in json.loads((HERE / f"{name}.json").read_text())]
        assert len(names) == len(set(names)) > 80


@pytest.mark.parametrize("language", COMMANDS)
def test_a_language_checks_every_vector(language: str) -> None:
    done = run(language, HERE)
    assert done.returncode == 0, done.stdout + done.stderr
    expected = sum(len(json.loads((HERE / f"{name}.json").read_text())) for name in FILES)
    assert re.findall(r"^(\d+) vectors checked$", done.stdout, re.MULTILINE) == [str(expected)]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", COMMANDS)
def test_a_language_sees_a_changed_result(language: str, name: str, tmp_path: Path) -> None:
    for path in HERE.glob("*.json"):
        shutil.copy(path, tmp_path)
    text = (tmp_path / f"{name}.json").read_text()
    # The last number of the last call with results, and the last string if that is one.
    changed = re.sub(r'(.*"out": \[[^\]]*?)(\d)("?\])', lambda m: m[1] + str((int(m[2]) + 1) % 10) + m[3], text, count=1, flags=re.DOTALL)
    if name == "redaction":
        changed = re.sub(r'(.*"out": \[\d, ")(.)', lambda m: m[1] + ("1" if m[2] != "1" else "2"), text, count=1, flags=re.DOTALL)
    assert changed != text
    (tmp_path / f"{name}.json").write_text(changed)
    assert run(language, tmp_path).returncode != 0


@pytest.mark.parametrize("language", COMMANDS)
def test_a_language_sees_a_changed_status(language: str, tmp_path: Path) -> None:
    for path in HERE.glob("*.json"):
        shutil.copy(path, tmp_path)
    text = (tmp_path / "text.json").read_text()
    changed = text.replace('"status": -12', '"status": 0', 1)
    assert changed != text
    (tmp_path / "text.json").write_text(changed)
    assert run(language, tmp_path).returncode != 0
