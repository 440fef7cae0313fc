# SPDX-License-Identifier: MIT
"""What is installed or built here: a clone in which script/bootstrap has not run."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that git knows or would add, and nothing else: no .venv."""
    folder = tmp_path_factory.mktemp("clone")
    subprocess.run([ROOT / "script/source", folder], check=True)
    return folder
