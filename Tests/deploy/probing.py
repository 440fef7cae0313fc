# SPDX-License-Identifier: MIT
"""What the tests of this folder share: places, users, and how to read what the probe prints."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Path(os.environ.get("SCRIM_LIBRARY", ROOT / "build/libscrim.so")).resolve()
#: A user without rights who owns nothing.
NOBODY = 65534
AS_NOBODY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user, or start a container")


def usage(said: str) -> dict[str, int]:
    """The last line of the probe about its memory, in bytes. A limit of -1 is none."""
    line = [line for line in said.splitlines() if line.startswith("usage ")][-1]
    mapped, locked, secretmem, limit = map(int, line.split()[1:5])
    return {"mapped": mapped, "locked": locked, "secretmem": secretmem, "limit": limit}
