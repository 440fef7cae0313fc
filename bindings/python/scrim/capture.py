# SPDX-License-Identifier: MIT
"""Capture: streams of frames of a scene, recorded while it changes."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Callable
from typing import Any, SupportsIndex

from . import _abi as s
from ._convert import uint32, uint64
from ._ffi import lib
from ._handle import Handle
from ._layout import Format, Layout
from .errors import _check
from .redact import cover_frame
from .report import Report
from .snapshot import Snapshot
from .styles import Style, style_struct

__all__ = ["Capture", "Snapshot", "Transform"]


class Transform(enum.IntEnum):
    """How a frame is turned against the screen: flipped left to right, or not, and then turned clockwise."""

    NONE = 0
    ROTATED_90 = 1
    ROTATED_180 = 2
    ROTATED_270 = 3
    FLIPPED = 4
    FLIPPED_90 = 5
    FLIPPED_180 = 6
    FLIPPED_270 = 7


class Capture(Handle):
    """A stream of frames, each made safe to hand on by a snapshot of the scene.

    `origin` is the top left corner of the rectangle of the screen that the frames show, `scale` the pixels of a point.
    `max_speed` is the most, in points per second, that anything private moves; `max_latency_ns` how late the scene is
    told of a change; `update_interval_ns` how often of what moves; `hold_ns` how long a place stays covered; `smoothing_ns` the
    time in which frost and tiles follow what is around them, 0: at once. What they
    promise stands in scrim/capture.h.
    """

    def __init__(
        self,
        *,
        output: int = 0,
        origin: tuple[float, float] = (0, 0),
        scale: float = 1.0,
        transform: Transform = Transform.NONE,
        style: Style = Style(),
        max_speed: float = 0.0,
        max_latency_ns: int = 50_000_000,
        update_interval_ns: int = 16_666_667,
        hold_ns: int = 150_000_000,
        smoothing_ns: int = 350_000_000,
    ) -> None:
        options = s.scrim_capture_options(
            c.sizeof(s.scrim_capture_options),
            uint32(output, "output"),
            s.scrim_point(*origin),
            scale,
            uint32(transform, "transform"),
            0,
            style_struct(style),
            max_speed,
            uint64(max_latency_ns, "max_latency_ns"),
            uint64(update_interval_ns, "update_interval_ns"),
            uint64(hold_ns, "hold_ns"),
            uint64(smoothing_ns, "smoothing_ns"),
        )
        super().__init__(lib.scrim_capture_create, lib.scrim_capture_destroy, options)

    def redact(
        self,
        pixels: Any,
        snapshot: Snapshot,
        captured_from_ns: int,
        captured_to_ns: int | None = None,
        *,
        pixel_format: Format | str | None = None,
        width: SupportsIndex | None = None,
        height: SupportsIndex | None = None,
        stride: SupportsIndex | None = None,
    ) -> Report:
        """Makes one frame safe to hand on, in place: covers all that was private about when it was captured, or all of it.

        The times are of the clock of the snapshots; `captured_to_ns` None: the same. The frame is given, and errors
        cover it, as in redact_in_place().
        """

        def prepare(_: s.scrim_frame) -> Callable[[s.scrim_frame, s.scrim_redact_report], int]:
            start = uint64(captured_from_ns, "captured_from_ns")
            end = start if captured_to_ns is None else uint64(captured_to_ns, "captured_to_ns")
            return lambda frame, out: int(
                lib.scrim_capture_redact(self._handle, snapshot._handle, frame, start, end, out)
            )

        return cover_frame(pixels, Layout(pixel_format, width, height, stride), prepare)

    def screen_point(self, size: tuple[int, int], x: float, y: float) -> tuple[float, float]:
        """The point of the screen that a pixel of a frame of a width and height shows."""
        screen_x, screen_y = c.c_double(), c.c_double()
        width, height = uint32(size[0], "width"), uint32(size[1], "height")
        _check(lib.scrim_capture_screen_point(self._handle, width, height, x, y, screen_x, screen_y))
        return screen_x.value, screen_y.value
