# SPDX-License-Identifier: MIT
"""What is looked at: the library as built for shipping. SCRIM_BUILD names another build folder than build/."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def build_dir() -> Path:
    return ROOT / os.environ.get("SCRIM_BUILD", "build")


@pytest.fixture(scope="session")
def library(build_dir: Path) -> Path:
    return build_dir / "libscrim.so"
