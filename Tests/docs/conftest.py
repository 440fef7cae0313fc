# SPDX-License-Identifier: MIT
"""The documents, and the headers as data that the contract tests have too."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "script"))

import headers  # noqa: E402  (the path comes first)


@pytest.fixture(scope="session")
def model() -> headers.Headers:
    return headers.load()
