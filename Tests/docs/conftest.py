# SPDX-License-Identifier: MIT
"""The documents, the site that is built from them, and the headers as data that the contract tests have too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("SCRIM_LIBRARY", str(ROOT / "build" / "libscrim.so"))  # the Python reference imports the package
sys.path[:0] = [str(ROOT / "script"), str(ROOT / "script" / "reference")]

import headers  # noqa: E402  (the path comes first)


@pytest.fixture(scope="session")
def model() -> headers.Headers:
    return headers.load()


@pytest.fixture(scope="session")
def docs(tmp_path_factory) -> Path:
    """The site and the man pages, as script/docs builds them."""
    folder = tmp_path_factory.mktemp("docs")
    done = subprocess.run(["script/docs", folder], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="session")
def manual(docs: Path) -> Path:
    return docs / "man" / "man3"
