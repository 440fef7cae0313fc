# SPDX-License-Identifier: MIT
"""Snapshot: the private regions of a scene, for the frames of a Capture."""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable

from ._buffer import borrow
from ._convert import take_bytes
from ._ffi import lib
from ._handle import Handle
from .verify import BytesLike, _check_bytes


class Snapshot(Handle):
    """A copy of a scene's secure regions at one moment, and of the recent ones.

    Scene.snapshot() creates it. It never changes, and any thread may use it. It may outlive its scene, but then covers whole
    frames.
    """

    def __init__(self, create: Callable[[c.c_void_p], int]) -> None:
        super().__init__(create, lib.scrim_snapshot_destroy)

    def encode(self) -> bytes:
        """Returns the snapshot as bytes, for decode() in another process on the same machine.

        The bytes contain times, secure regions with the numbers of their views, past positions, and the outputs with their
        covers. They contain no text, name or pixel. A picture that covers an output is replaced by the color around it. The
        format may change in every release, so do not store the bytes.

        Raises LimitError if there would be more than 16 MiB.
        """
        return take_bytes(lambda *out: int(lib.scrim_snapshot_encode(self._handle, *out)), 8192)

    @classmethod
    def decode(cls, octets: BytesLike) -> Snapshot:
        """Returns a snapshot from bytes that encode() has returned.

        The bytes may come from anywhere: all of them are checked first. The snapshot does not depend on its scene, and does not
        learn that an output is covered later. So take a newer one in time.

        Raises CorruptedError if the bytes are damaged, and UnsupportedError if another version of Scrim has written them.
        """
        _check_bytes(octets, "octets")

        def create(out: c.c_void_p) -> int:
            with borrow(octets) as view:
                return int(lib.scrim_snapshot_decode(view.buf, view.len, out))

        return cls(create)
