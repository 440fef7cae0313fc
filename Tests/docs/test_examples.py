# SPDX-License-Identifier: MIT
"""The examples that the documents show are files of their own: compiled or run here, and shown as they are."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"<!-- example: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = [
    pytest.param(document, path, text, id=f"{document.name}-{path}")
    for document in DOCUMENTS
    for path, text in BLOCK.findall(document.read_text())
]


def shown(path: str) -> str:
    """A file as documents show it: without the line that names its licence."""
    return "".join(line for line in (ROOT / path).open() if "SPDX-License-Identifier" not in line)


def test_text_scene_and_keypad_are_shown_in_c_and_python():
    shows = {document.name: {path for path, _ in BLOCK.findall(document.read_text())} for document in DOCUMENTS}
    assert shows["README.md"] == {"examples/hello.c", "examples/hello.py", "examples/pin.py"}
    assert shows["keypad.md"] == {"examples/pin.c", "examples/pin.py"}


@pytest.mark.parametrize(("document", "path", "text"), EXAMPLES)
def test_example_is_the_file(document: Path, path: str, text: str):
    assert text == shown(path), f"{document.name} shows something else than {path}"


@pytest.mark.parametrize(("document", "path", "text"), EXAMPLES)
def test_example_runs(document: Path, path: str, text: str, tmp_path: Path):
    library = ROOT / "build" / "libscrim.so"
    if path.endswith(".py"):
        source = tmp_path / "example.py"
        source.write_text(text)
        command = [sys.executable, str(source)]
    else:
        source = tmp_path / "example.c"
        source.write_text(text)
        program = tmp_path / "example"
        flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT / 'include'}"]
        link = [f"-L{library.parent}", "-lscrim", f"-Wl,-rpath,{library.parent}"]
        subprocess.run(["cc", *flags, str(source), "-o", str(program), *link], check=True)
        command = [str(program)]
    environment = {**os.environ, "SCRIM_LIBRARY": str(library), "PYTHONPATH": str(ROOT / "bindings" / "python")}
    subprocess.run(command, check=True, env=environment, cwd=tmp_path)
