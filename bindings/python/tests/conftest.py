# SPDX-License-Identifier: MIT
"""Tests run over the library of this tree, and leave no object of it open."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

BINDING = Path(__file__).resolve().parents[1]
ROOT = BINDING.parents[1]
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
def png(tmp_path: Path) -> Path:
    """A picture for the command."""
    from cli_run import noise, saved
    from PIL import Image

    return saved(tmp_path / "in.png", Image.fromarray(noise(33, 48, 3)))


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
