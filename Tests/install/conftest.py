# SPDX-License-Identifier: MIT
"""What is installed or built here: a clone in which script/bootstrap has not run."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that git knows or would add, and nothing else: no .venv."""
    folder = tmp_path_factory.mktemp("clone")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.split(b"\0")
    there = b"\0".join(name for name in names if name and (ROOT / os.fsdecode(name)).is_file())
    packed = subprocess.run(["tar", "--null", "-T", "-", "-cf", "-"], cwd=ROOT, check=True, input=there, capture_output=True)
    subprocess.run(["tar", "-xf", "-", "-C", folder], check=True, input=packed.stdout)
    return folder
