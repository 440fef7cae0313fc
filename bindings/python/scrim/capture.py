# SPDX-License-Identifier: MIT
"""Capture: redacts the frames of a recording or a shared screen while the scene changes."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Callable
from typing import Any, SupportsIndex

from . import _abi as s
from ._convert import integer, member, real, truth, uint32, uint64
from ._explain import of_rows
from ._explain_scene import INVALID, NOT_FOUND, UNSUPPORTED, error_of, of_capture, of_point
from ._ffi import lib
from ._handle import Handle, handle_of
from ._layout import MAX_SIDE, Format
from .redact import redact_frame
from .report import Report
from .snapshot import Snapshot
from .styles import Style, style_struct
from .views import point

__all__ = ["Capture", "Snapshot", "Transform"]


class Transform(enum.IntEnum):
    """How a frame is oriented relative to the screen: flipped left to right, if at all, and then rotated clockwise."""

    NONE = 0
    ROTATED_90 = 1
    ROTATED_180 = 2
    ROTATED_270 = 3
    FLIPPED = 4
    FLIPPED_90 = 5
    FLIPPED_180 = 6
    FLIPPED_270 = 7


class Capture(Handle):
    """One stream of frames that is recorded, sent or shared. Each frame is redacted with a snapshot of a scene.

    A frame shows the screen as it was a moment ago. So a capture covers everything that was private from shortly before the
    frame was captured until the snapshot. docs/explanation/scene.md explains what that guarantees.
    """

    def __init__(
        self,
        *,
        output: int = 0,
        origin: tuple[float, float] = (0, 0),
        scale: float = 1.0,
        transform: Transform = Transform.NONE,
        style: Style | str = Style(),
        max_speed: float = 0.0,
        max_latency_ns: int = 50_000_000,
        update_interval_ns: int = 16_666_667,
        hold_ns: int = 150_000_000,
        smoothing_ns: int = 350_000_000,
        delayed: bool = False,
    ) -> None:
        """Creates a capture. It does not depend on a scene.

        - `output`: the output of the scene that the frames belong to.
        - `origin`: the top left corner of the part of the screen that the frames show, in points.
        - `scale`: pixels per point, 1/64 to 64.
        - `transform`: how the frames are oriented.
        - `style`: the style of the secure regions. It must be irreversible. Otherwise redact() covers them in solid black,
          and raises ReversibleStyleError.
        - `max_speed`: the highest speed of anything private, in points per second. Pass 0 only if the scene always learns
          of a new position before the screen shows it.
        - `max_latency_ns`: the longest time from a change on the screen until the scene is updated. At most 1 s.
        - `update_interval_ns`: the longest time between two updates of something that moves. At most 1 s.
        - `hold_ns`: how long a position stays covered after something private has left it. At most 0.5 s.
        - `smoothing_ns`: the time constant with which frost and tiles follow their surroundings. 0 to 4 s. 0: no smoothing.
        - `delayed`: whether you delay each frame by at least `max_latency_ns` before redact(), so that the scene has learned of
          every change that the frame shows. A frame that comes too early is covered completely.

        Raises InvalidArgumentError if a value is out of range.
        """
        options = s.scrim_capture_options(
            c.sizeof(s.scrim_capture_options),
            uint32(output, "output"),
            point(origin, "origin"),
            real(scale, "scale"),
            member(transform, "transform", Transform),
            int(truth(delayed, "delayed")),  # SCRIM_CAPTURE_DELAYED
            style_struct(style),
            real(max_speed, "max_speed"),
            uint64(max_latency_ns, "max_latency_ns"),
            uint64(update_interval_ns, "update_interval_ns"),
            uint64(hold_ns, "hold_ns"),
            uint64(smoothing_ns, "smoothing_ns"),
        )

        def create(given: s.scrim_capture_options, out: c.c_void_p) -> int:
            if status := int(lib.scrim_capture_create(given, out)):
                raise error_of(status, lambda: {INVALID: of_capture(given)})
            return 0

        super().__init__(create, lib.scrim_capture_destroy, options)
        self._output = options.output

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
        first_row: SupportsIndex = 0,
        row_count: SupportsIndex = 0,
    ) -> Report:
        """Redacts one frame of the stream in place, or a band of its rows.

        It covers everything that was private around the time of capture, or the whole frame. scrim_capture_redact() in
        scrim/capture.h lists the cases in which the whole frame is covered, for example an old snapshot.

        `pixels` is a picture as for redact_in_place(), but not a Pillow image. Use the newest `snapshot`. The screen showed the frame from
        `captured_from_ns` to `captured_to_ns`, on the clock of the snapshots. None means that both times are the same.

        `first_row` and `row_count` name the band. A `row_count` of 0 stands for all rows from the first one on. A capture that
        smooths frost or tiles redacts only whole frames.

        After an error, the band is black, or the whole frame without one. If the band itself is wrong, or after an
        exception that is not a ScrimError, the whole frame is black. Do not use the frame after an exception of a signal handler,
        such as KeyboardInterrupt: redact_in_place() names the cases in which the frame is not black.
        """

        def prepare(_: s.scrim_frame) -> Callable[[s.scrim_frame, s.scrim_redact_report], int]:
            start = uint64(captured_from_ns, "captured_from_ns")
            end = start if captured_to_ns is None else uint64(captured_to_ns, "captured_to_ns")
            first, count = uint32(first_row, "first_row"), uint32(row_count, "row_count")
            # Here, so that the error of a closed object covers the frame.
            handle, recent = self._handle, handle_of(snapshot, Snapshot, "snapshot")

            def call(frame: s.scrim_frame, out: s.scrim_redact_report) -> int:
                if first or count:
                    status = int(lib.scrim_capture_redact_rows(handle, recent, frame, start, end, first, count, out))
                else:
                    status = int(lib.scrim_capture_redact(handle, recent, frame, start, end, out))
                if status:
                    reason = f"captured_to_ns must not be less than captured_from_ns (got {end}, which is less than {start})"
                    output = f"the snapshot's scene has no output {self._output}"
                    raise error_of(
                        status,
                        lambda: {
                            INVALID: [reason] * (end < start) + [*of_rows(first, count, frame)],
                            NOT_FOUND: [output],
                            UNSUPPORTED: ["a capture that smooths frost or tiles redacts only whole frames"] * bool(first or count),
                        },
                    )
                return 0

            return call

        return redact_frame(pixels, (pixel_format, width, height, stride), prepare)

    def screen_point(self, size: tuple[int, int], x: float, y: float) -> tuple[float, float]:
        """Returns the point of the screen that a point of a frame shows.

        `size` is the width and height of the frame, and `x` and `y` are in pixels from its top left corner.
        """
        screen_x, screen_y = c.c_double(), c.c_double()
        if not isinstance(size, tuple | list) or len(size) != 2:
            raise TypeError(f"size must be the width and height of the frame (got {size!r})")
        width, height = (integer(side, f"size[{index}]", 1, MAX_SIDE) for index, side in enumerate(size))
        x, y = real(x, "x"), real(y, "y")
        if status := int(lib.scrim_capture_screen_point(self._handle, width, height, x, y, screen_x, screen_y)):
            raise error_of(status, lambda: {INVALID: of_point(x=x, y=y)})
        return screen_x.value, screen_y.value
