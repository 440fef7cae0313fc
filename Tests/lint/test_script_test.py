# SPDX-License-Identifier: MIT
"""What script/test says of its stages, without running any."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest


def words(script: str, name: str) -> list[str]:
    found = re.search(rf"^{name}=\(([^)]*)\)$", script, re.MULTILINE)
    assert found, f"script/test has no list {name}"
    return found[1].split()


@pytest.mark.parametrize("arguments", [["nosuch"], ["ctest", "nosuch"], ["quick", "nosuch"]])
def test_wrong_word_lists_the_stages(root: Path, arguments: list[str]) -> None:
    stages = words((root / "script/test").read_text(), "stages")
    result = subprocess.run([root / "script/test", *arguments], capture_output=True, text=True, timeout=60)
    assert result.returncode == 2 and result.stdout == ""
    assert "quick" in result.stderr and all(stage in result.stderr.split() for stage in stages)


def test_each_stage_has_its_function(root: Path) -> None:
    script = (root / "script/test").read_text()
    functions = set(re.findall(r"^run_(\w+)\(\) \{", script, re.MULTILINE))
    quick = {f"quick_{stage}" for stage in ["build", *words(script, "quick")]}
    alone = re.search(r"^alone='([^']*)'", script, re.MULTILINE)
    assert alone and functions == {"build", "pytest", *alone[1].split(), *words(script, "stages"), *quick}


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_documents_name_both_commands(root: Path, document: str) -> None:
    text = (root / document).read_text()
    assert re.search(r"script/test\b(?! quick)", text) and "script/test quick" in text
