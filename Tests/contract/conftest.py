# SPDX-License-Identifier: MIT
"""What is compared: the headers, and the library as built. SCRIM_BUILD names another build folder than build/."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "script"))

import headers  # noqa: E402  (the path comes first)

BUILD = headers.ROOT / os.environ.get("SCRIM_BUILD", "build")
LIBRARY = BUILD / "libscrim.so"


@pytest.fixture(scope="session")
def root() -> Path:
    return headers.ROOT


@pytest.fixture(scope="session")
def build_dir() -> Path:
    return BUILD


@pytest.fixture(scope="session")
def library() -> Path:
    return LIBRARY


@pytest.fixture(scope="session")
def model() -> headers.Headers:
    return headers.load()


@pytest.fixture(scope="session")
def binding():
    """The Python package over that library, from the source tree."""
    os.environ["SCRIM_LIBRARY"] = str(LIBRARY)
    sys.path.insert(0, str(headers.ROOT / "bindings/python"))
    import scrim

    return scrim
