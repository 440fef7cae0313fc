# SPDX-License-Identifier: MIT
"""libmtdev, which converts protocol A to protocol B: a second implementation to compare with."""

from __future__ import annotations

import ctypes as c
import ctypes.util
from collections.abc import Iterable

from scrim.recordings import ABS_MT_SLOT, ABS_MT_TRACKING_ID, InputEvent, Recording


class _Event(c.Structure):
    """struct input_event of the kernel."""

    _fields_ = [("seconds", c.c_long), ("microseconds", c.c_long), ("type", c.c_uint16), ("code", c.c_uint16), ("value", c.c_int32)]


def _load() -> c.CDLL | None:
    path = ctypes.util.find_library("mtdev")
    if path is None:
        return None
    library = c.CDLL(path)
    library.mtdev_new.restype = c.c_void_p
    for name in ("mtdev_init", "mtdev_empty", "mtdev_close_delete"):
        getattr(library, name).argtypes = [c.c_void_p]
    for name in ("mtdev_put_event", "mtdev_get_event"):
        getattr(library, name).argtypes = [c.c_void_p, c.POINTER(_Event)]
    library.mtdev_set_mt_event.argtypes = [c.c_void_p, c.c_int, c.c_int]
    return library


LIBRARY = _load()


def convert(recording: Recording) -> Recording:
    """The recording as libmtdev would report it in protocol B. It does not smooth positions, because the axes have no fuzz."""
    assert LIBRARY is not None
    device = LIBRARY.mtdev_new()
    assert device and LIBRARY.mtdev_init(device) == 0
    for code in recording.axes:
        LIBRARY.mtdev_set_mt_event(device, code, 1)
    events: list[InputEvent] = []
    for event in recording.events:
        seconds, rest = divmod(event.time_ns, 10**9)
        LIBRARY.mtdev_put_event(device, _Event(seconds, rest // 1000, event.type, event.code, event.value))
        events += _drain(device)
    LIBRARY.mtdev_close_delete(device)
    return Recording(recording.name, {**recording.axes, ABS_MT_SLOT: (0, 31), ABS_MT_TRACKING_ID: (0, 65535)}, events)


def _drain(device: int) -> Iterable[InputEvent]:
    assert LIBRARY is not None
    event = _Event()
    while not LIBRARY.mtdev_empty(device):
        LIBRARY.mtdev_get_event(device, event)
        yield InputEvent(event.seconds * 10**9 + event.microseconds * 1000, event.type, event.code, event.value)
