# SPDX-License-Identifier: MIT
"""Snapshot: the private regions of a scene, for the frames of a Capture."""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable

from ._ffi import lib
from ._handle import Handle


class Snapshot(Handle):
    """A copy of a scene's secure regions at one moment, and of the recent ones.

    Scene.snapshot() creates it. It never changes, and any thread may use it. It may outlive its scene, but then covers whole
    frames.
    """

    def __init__(self, create: Callable[[c.c_void_p], int]) -> None:
        super().__init__(create, lib.scrim_snapshot_destroy)
