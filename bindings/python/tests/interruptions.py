# SPDX-License-Identifier: MIT
"""Ctrl-C at a chosen place."""

from __future__ import annotations

import dis
import gc
import sys
from collections.abc import Callable, Iterable
from types import FrameType


class Interruption:
    """Raises KeyboardInterrupt at one of the places where Python runs signal handlers: after some instructions.

    Only places in some files count.
    """

    BEFORE = ("RESUME", "CALL", "CALL_FUNCTION_EX", "CALL_KW", "JUMP_BACKWARD")

    def __init__(self, place: int, files: Iterable[str]) -> None:
        self.left = place
        #: The function that was interrupted, and the instruction before.
        self.where = ("", "")
        self._files = frozenset(files)
        self._last: dict[FrameType, str] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> Interruption | None:
        if frame.f_code.co_filename not in self._files:
            return None
        frame.f_trace_opcodes = True
        if event == "exception":
            self._last.pop(frame, None)
        if event == "opcode":
            last = self._last.get(frame, "")
            self.left -= last in self.BEFORE
            self._last[frame] = dis.opname[frame.f_code.co_code[frame.f_lasti]]
            if self.left < 0:
                sys.settrace(None)
                self.where = (frame.f_code.co_qualname, last)
                raise KeyboardInterrupt
        return self

    def during(self, function: Callable[[], object]) -> bool:
        """Calls a function. Returns whether it was interrupted."""
        gc.disable()  # an interruption in the finalizer of an object of another test would be lost
        sys._getframe().f_trace_opcodes = True  # Python 3.12 asks this frame whether to trace instructions
        sys.settrace(self)
        try:
            function()
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(None)
            gc.enable()
            self._last.clear()  # frames, which keep objects alive
        return False
