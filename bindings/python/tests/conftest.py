# SPDX-License-Identifier: MIT
"""Tests run over the library of this tree, and leave no object of it open."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings
from source_tree import BINDING, ROOT

sys.path.insert(0, str(BINDING))
os.environ.setdefault("SCRIM_LIBRARY", str(ROOT / "build" / "libscrim.so"))

import scrim  # noqa: E402  (it opens the library)
from gesture_world import World  # noqa: E402

settings.register_profile("scrim", deadline=None)  # other work on the machine is no failure
settings.load_profile("scrim")


@pytest.fixture(autouse=True)
def nothing_left_open() -> Iterator[None]:
    yield
    if scrim.live_handles():
        gc.collect()
    assert scrim.live_handles() == 0


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.gestures.close()
    world.scene.close()


@pytest.fixture
def python() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a program in a Python process of its own."""

    def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": str(BINDING), **environment},
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run
