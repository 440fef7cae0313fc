# SPDX-License-Identifier: MIT
"""The built Python package, which a wheel packs, and the source distribution contain the class tables and their schema."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytest.importorskip("setuptools", reason="setuptools is not installed")


def test_the_class_tables_are_in_it(clone: Path, tmp_path: Path) -> None:
    # setuptools leaves files in the source, so a copy is built. The source distribution contains the library's sources too.
    shutil.copytree(clone, tmp_path / "source")
    command = [sys.executable, "setup.py", "build_py", "--build-lib", tmp_path / "built", "sdist", "--dist-dir", tmp_path]
    done = subprocess.run(
        command,
        cwd=tmp_path / "source/bindings/python",
        env={**os.environ, "SCRIM_BUNDLE": "no"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    built = {str(path.relative_to(tmp_path / "built")) for path in (tmp_path / "built").rglob("*")}
    tables = (ROOT / "bindings/python/scrim/class_tables").iterdir()
    data = {"scrim/rules.schema.json", *(f"scrim/class_tables/{path.name}" for path in tables)}
    assert len(data) == 6
    for found in (names, built):
        assert {name for name in found if name.startswith("scrim/") and name.endswith(".json")} == data
