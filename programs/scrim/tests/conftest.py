# SPDX-License-Identifier: MIT
"""The tests use the library, the binding and the tools of this source tree, unless these are installed."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[3]
if find_spec("scrim_tools") is None:
    sys.path[:0] = [str(ROOT / "programs/scrim"), str(ROOT / "bindings/python")]
os.environ.setdefault("SCRIM_LIBRARY", str(ROOT / "build" / "libscrim.so"))

from cli_run import noise, saved  # noqa: E402
from PIL import Image  # noqa: E402

import scrim  # noqa: E402  (it opens the library)

settings.register_profile("scrim", deadline=None)  # other work on the machine is no failure
settings.load_profile("scrim")

# A shell starts commands in the background so that they ignore SIGINT, and nohup so that they ignore SIGHUP. So would each
# program that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(autouse=True)
def nothing_left_open() -> Iterator[None]:
    yield
    if scrim.live_handles():
        gc.collect()
    assert scrim.live_handles() == 0


@pytest.fixture
def png(tmp_path: Path) -> Path:
    """A picture for the command."""
    return saved(tmp_path / "in.png", Image.fromarray(noise(33, 48, 3)))
