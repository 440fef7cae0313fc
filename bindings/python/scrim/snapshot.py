# SPDX-License-Identifier: MIT
"""Snapshot: what a scene says to streams of its frames."""

from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING

from ._convert import uint64
from ._ffi import lib
from ._handle import Handle

if TYPE_CHECKING:
    from .scene import Scene


class Snapshot(Handle):
    """What was private in a scene at a moment, and before; made by Scene.snapshot(). Any thread may use it."""

    def __init__(self, scene: Scene, now_ns: int) -> None:
        now = uint64(now_ns, "now_ns")

        def create(out: c.c_void_p) -> int:
            return int(lib.scrim_scene_snapshot(scene._handle, now, out))

        super().__init__(create, lib.scrim_snapshot_destroy)
        scene._settle(0)  # what texts raised that were told that they are concealed
