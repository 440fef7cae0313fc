# SPDX-License-Identifier: MIT
"""The source of the commit whose interface is the baseline, taken out of git's history."""

import subprocess
from pathlib import Path

import pytest

from interface import BASELINE, COMMIT, ROOT

PARTS = "include", "Sources/ScrimABI/scrim.map", "Tests/C"


def git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True)


@pytest.fixture(scope="session")
def old_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    commit = (BASELINE / COMMIT).read_text().strip()
    if git("cat-file", "-e", f"{commit}^{{commit}}").returncode:
        pytest.skip(f"the history of git that has the baseline, {commit[:12]}, is not here")
    archive = git("archive", "--format=tar", commit, *PARTS)
    assert archive.returncode == 0, archive.stderr
    folder = tmp_path_factory.mktemp("old")
    subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
    return folder
