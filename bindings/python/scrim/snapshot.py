# SPDX-License-Identifier: MIT
"""Snapshot: what a scene says to streams of its frames."""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable

from ._ffi import lib
from ._handle import Handle


class Snapshot(Handle):
    """What was private in a scene at a moment, and before; made by Scene.snapshot(). Any thread may use it."""

    def __init__(self, create: Callable[[c.c_void_p], int]) -> None:
        super().__init__(create, lib.scrim_snapshot_destroy)
