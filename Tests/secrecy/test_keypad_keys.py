# SPDX-License-Identifier: MIT
"""Which ASCII key was pressed shows in no branch, no address and no number of instructions: seen by valgrind's tools.

Each test is run on keypads that leak on purpose, too, and must find it.
"""

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build" / "Tests" / "C" / "observed_keys"
# Layouts, by number, and the keys of theirs that are pressed. 99 is a custom layout whose keys have names.
KEYS = {"0": 10, "2": 11, "3": 16, "4": 28, "99": 10}

pytestmark = pytest.mark.skipif(not shutil.which("valgrind") or not PROGRAM.exists(), reason="needs valgrind")


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["valgrind", *map(str, command)], capture_output=True, text=True, timeout=300)


def instructions(folder: Path, *leaks: str) -> dict[str, dict[str, int]]:
    """By layout and key, the instructions from the finger's coming down until the key is typed."""
    done = run("--tool=callgrind", f"--callgrind-out-file={folder / 'out'}", PROGRAM, *leaks)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for path in folder.glob("out*"):
        text = path.read_text()
        if key := re.search(r"desc: Trigger: Client Request: layout (\d+) key (.*)", text):
            found[key[1]][key[2]] = int(re.search(r"^(?:summary|totals): (\d+)", text, re.M)[1])
    return found


def test_no_branch_or_address_depends_on_the_key() -> None:
    done = run("--error-exitcode=99", PROGRAM)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("leak", ["validates", "works"])
def test_memcheck_finds_a_leak(leak: str) -> None:
    done = run("--error-exitcode=99", PROGRAM, leak)
    assert done.returncode == 99 and "depends on uninitialised value" in done.stderr


def test_every_key_takes_as_many_instructions(tmp_path: Path) -> None:
    counts = instructions(tmp_path)
    assert {layout: len(keys) for layout, keys in counts.items()} == KEYS
    for keys in counts.values():
        assert len(set(keys.values())) == 1, keys


def test_callgrind_finds_a_leak(tmp_path: Path) -> None:
    assert all(len(set(keys.values())) > 1 for keys in instructions(tmp_path, "works").values())
