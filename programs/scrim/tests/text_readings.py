# SPDX-License-Identifier: MIT
"""Keeps what tesseract reads, because tests read the same pictures often."""

from collections.abc import Iterator
from functools import cache

import pytest

from scrim_tools.text import tesseract

_kept = cache(tesseract._run)


@pytest.fixture(autouse=True)
def kept_readings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """tesseract runs once for each picture, mode and language. A failure is not kept."""
    monkeypatch.setattr(tesseract, "_run", _kept)
    yield
