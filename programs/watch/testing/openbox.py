# SPDX-License-Identifier: MIT
"""Openbox does not manage a window that asks to be shown while it starts. So nothing may open one before it is ready."""

import time
from pathlib import Path

TIMEOUT_S = 60


def command(ready: Path) -> list[str]:
    """Starts Openbox, which makes the file `ready` when it follows requests."""
    return ["openbox", "--sm-disable", "--startup", f"touch {ready}"]


def wait_for(ready: Path) -> None:
    end = time.monotonic() + TIMEOUT_S
    while not ready.exists():
        assert time.monotonic() < end, f"the window manager did not make {ready} in {TIMEOUT_S} s"
        time.sleep(0.01)
