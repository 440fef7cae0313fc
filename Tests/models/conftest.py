# SPDX-License-Identifier: MIT
"""The core against models in Python and against other implementations, in a folder for each area of Sources/Scrim. The tests reach
the core through the binding, and the library is that of this source tree.
"""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bindings/python"), str(ROOT / "programs/scrim")]  # the second has the table of the self-test
os.environ.setdefault("SCRIM_LIBRARY", str(ROOT / "build" / "libscrim.so"))

import scrim  # noqa: E402  (it opens the library)

settings.register_profile("scrim", deadline=None)  # other work on the machine is no failure
settings.load_profile("scrim")


@pytest.fixture(autouse=True)
def nothing_left_open() -> Iterator[None]:
    yield
    if scrim.live_handles():
        gc.collect()
    assert scrim.live_handles() == 0
