# SPDX-License-Identifier: MIT
"""Every block of C, C++, Go, Java, Lua, Python or Rust in a document is checked by what the comment in front of it names:

- `<!-- example: examples/hello.c -->`: The block is this whole file, which is compiled or run here. bindings/rust/tests runs files in Rust.
- `<!-- excerpt: examples/hello.c -->`: The block is some lines of this file, one after the other.
- `<!-- run by: examples/tutorial/test_….py -->`: This test takes the block from the document and runs it.
- `<!-- not run: it needs a card in a reader -->`: The block cannot be run, for this reason.
"""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from samples import ROOT, Block, all_blocks

BLOCKS = [block for block in all_blocks() if block.language in ("c", "cpp", "go", "java", "lua", "python", "rust")]
# These programs open windows, read files or need a browser. The test_*.py in the same folder build and run them.
WITH_TESTS = ("examples/tutorial/", "examples/browsers/", "examples/photos/", "examples/pipelines/")
SHOWN = {block.what for block in BLOCKS if block.how in ("example", "excerpt") and block.language != "rust"}
# Tests/languages runs these.
BINDINGS = {what for what in SHOWN if what.startswith("examples/bindings/")}
PROGRAMS = sorted(what for what in SHOWN - BINDINGS if not what.startswith(WITH_TESTS))
COMMENT = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)


def shown(path: str) -> str:
    """A file as documents show it: without the line that names its license."""
    return "".join(line for line in (ROOT / path).open() if "SPDX-License-Identifier" not in line)


def has_lines(text: str, part: str) -> bool:
    """Whether a text has the lines of another, one after the other, all indented by as much."""
    indents = {match[1] for match in re.finditer(rf"^([ \t]*){re.escape(part.splitlines()[0])}$", text, re.MULTILINE)}
    return any(textwrap.indent(part, indent) in text for indent in indents)


def test_text_scene_keypad_and_gestures_are_shown():
    shows = {block.document: set() for block in BLOCKS}
    for block in BLOCKS:
        shows[block.document].add(block.what)
    assert shows["README.md"] == {"examples/hello.c", "examples/hello.py"}
    assert shows["docs/how-to/keypad.md"] == {
        *("examples/pin.c", "examples/pin.py", "examples/keypad_events.py", "examples/keypad_layout.py"),
        *("examples/keypad_scripts.py", "examples/keypad_labels.py", "examples/keypad_several_texts.py", "examples/keypad_events.c"),
    }
    assert shows["docs/how-to/gestures.md"] == {
        *("examples/pan.c", "examples/taps.py", "examples/tap_zoom.py", "examples/rows.py", "examples/replay.py"),
        "examples/scroll.py",
    }


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block}-{block.what}")
def test_block_is_of_a_file_or_says_why_not(block: Block):
    if block.how == "example":
        assert block.text == shown(block.what), f"{block.what} says something else"
    elif block.how == "excerpt":
        assert has_lines(shown(block.what), block.text), f"{block.what} does not have these lines"
    elif block.how != "run by":  # test_shell_examples.py checks this, for blocks in every language
        assert block.how == "not run" and len(block.what.split()) >= 4, f"nothing runs this:\n{block.text}"


def test_excerpts_are_found_only_whole():
    text = "int main(void) {\n    one();\n    if (two()) {\n        three();\n    }\n}\n"
    assert has_lines(text, "one();\nif (two()) {\n    three();\n}\n")
    assert not has_lines(text, "one();\nthree();\n") and not has_lines(text, "if (two()) {\nthree();\n")


def test_comments_of_headers_show_no_program_that_nothing_runs():
    programs = [shown(str(path.relative_to(ROOT))) for path in ROOT.glob("examples/*.c")]
    for header in sorted(ROOT.glob("include/**/*.h")):
        for comment in COMMENT.findall(header.read_text()):
            for block in re.findall(r"(?:^ \* {5,}.*\n)+", comment, re.MULTILINE):
                text = textwrap.dedent(re.sub(r"(?m)^ \*", "", block))
                assert not re.search(r"scrim_\w+\(.*;", text) or any(has_lines(program, text) for program in programs)


@pytest.mark.parametrize("folder", WITH_TESTS)
def test_every_program_that_is_run_elsewhere_has_a_test(folder: str):
    tests = "".join(path.read_text() for path in ROOT.glob(f"{folder}test_*.py"))
    shown_there = {Path(what).stem for what in SHOWN if what.startswith(folder)}
    assert [name for name in sorted(shown_there) if name not in tests] == []


def test_every_example_of_a_binding_has_a_test():
    tests = (ROOT / "Tests/languages/test_languages.py").read_text()
    assert [what for what in sorted(BINDINGS) if what.removeprefix("examples/bindings/") not in tests] == []


@pytest.mark.parametrize("path", PROGRAMS)
def test_example_runs(path: str, tmp_path: Path):
    library = ROOT / "build" / "libscrim.so"
    for recording in ROOT.glob("examples/*.yml"):
        shutil.copy(recording, tmp_path)
    if path.endswith(".py"):
        command = [sys.executable, str(ROOT / path)]
    else:
        program = tmp_path / "example"
        compiler, standard = ("g++", "c++17") if path.endswith(".cpp") else ("cc", "c99")
        flags = [f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT / 'include'}"]
        link = [f"-L{library.parent}", "-lscrim", f"-Wl,-rpath,{library.parent}"]
        subprocess.run([compiler, *flags, str(ROOT / path), "-o", str(program), *link], check=True)
        command = [str(program)]
    environment = {**os.environ, "SCRIM_LIBRARY": str(library), "PYTHONPATH": f"{ROOT / 'bindings/python'}:{ROOT / 'programs/scrim'}"}
    done = subprocess.run(command, check=True, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout, "an example shows what it did"
