# SPDX-License-Identifier: MIT
"""Scene: windows, views and what is private in them; the cover of an inactive application."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, SupportsIndex

from . import _structs as s
from ._convert import int32, rect, string, strings, uint32, uint64
from ._ffi import lib
from ._frame import Format, Layout
from ._handle import Handle, Relay
from .errors import _check
from .redact import Report, cover_frame
from .styles import Style, style_struct


class ViewFlags(enum.IntFlag):
    """Flags of windows and views."""

    #: Neither it nor what is inside it is hit, nor redacted.
    HIDDEN = 1
    #: Can be hit. What is inside a view without this flag cannot be hit either.
    INTERACTIVE = 2
    #: What is inside it shows only within its frame.
    CLIPS = 4
    #: Private: it and everything inside it is covered in frames, and its touches are told to nobody.
    SECURE = 8
    #: Gestures on this very view are not collected.
    IGNORED = 16


class Activity(enum.IntEnum):
    ACTIVE = 1
    INACTIVE = 2
    BACKGROUND = 3


class Hit(NamedTuple):
    """What a touch hits. `window` 0: nothing. `view` 0: the window itself, or nothing."""

    window: int
    view: int


def _window(frame: Iterable[float], level: int, flags: int, screen: str, title: str) -> s.scrim_window:
    return s.scrim_window(
        c.sizeof(s.scrim_window),
        uint32(flags, "flags"),
        rect(frame, "frame"),
        int32(level, "level"),
        0,
        string(screen),
        string(title),
    )


def _view(frame: Iterable[float], flags: int, alpha: float, classes: Iterable[str], content: str) -> s.scrim_view:
    names, count = strings(classes)
    return s.scrim_view(
        c.sizeof(s.scrim_view), uint32(flags, "flags"), rect(frame, "frame"), alpha, names, count, string(content)
    )


class Scene(Handle):
    """The windows of an application, its outputs (screens, streams), and whether it is active.

    A new scene is inactive, and every output covered, until set_activity() and frame_ready() say otherwise. Windows and
    views are known by ids, which are never 0 and never used again.
    """

    def __init__(self, outputs: int = 1) -> None:
        options = s.scrim_scene_options(c.sizeof(s.scrim_scene_options), uint32(outputs, "outputs"))
        self._relay = Relay()
        # Held until another takes its place: the library has its address.
        self._cover = s.scrim_cover_fn()
        super().__init__(lib.scrim_scene_create, lib.scrim_scene_destroy, options)

    def add_window(
        self,
        frame: Iterable[float],
        *,
        level: int = 0,
        flags: int = ViewFlags.INTERACTIVE,
        screen: str = "",
        title: str = "",
    ) -> int:
        """Adds a window at a place of the screen; of equal levels the later one is nearer. Returns its id."""
        id = c.c_uint64()
        self._relay.check(
            lib.scrim_scene_add_window(self._handle, _window(frame, level, flags, screen, title), id)
        )
        return id.value

    def update_window(
        self,
        window: int,
        frame: Iterable[float],
        *,
        level: int = 0,
        flags: int = ViewFlags.INTERACTIVE,
        screen: str = "",
        title: str = "",
    ) -> None:
        """Gives a window new properties: all of them."""
        properties = _window(frame, level, flags, screen, title)
        self._relay.check(lib.scrim_scene_update_window(self._handle, uint64(window, "window"), properties))

    def add_view(
        self,
        parent: int,
        frame: Iterable[float],
        *,
        flags: int = ViewFlags.INTERACTIVE,
        alpha: float = 1.0,
        classes: Iterable[str] = (),
        content: str = "",
    ) -> int:
        """Adds a view in front of the others of its parent, a window or a view, from whose origin its frame counts.

        `classes` is its class chain, most derived first; `content` what a record may say of it. Returns its id.
        """
        id = c.c_uint64()
        view = _view(frame, flags, alpha, classes, content)
        self._relay.check(lib.scrim_scene_add_view(self._handle, uint64(parent, "parent"), view, id))
        return id.value

    def update_view(
        self,
        view: int,
        frame: Iterable[float],
        *,
        flags: int = ViewFlags.INTERACTIVE,
        alpha: float = 1.0,
        classes: Iterable[str] = (),
        content: str = "",
    ) -> None:
        """Gives a view new properties: all of them."""
        properties = _view(frame, flags, alpha, classes, content)
        self._relay.check(lib.scrim_scene_update_view(self._handle, uint64(view, "view"), properties))

    def remove(self, id: int) -> None:
        """Removes a window or view and everything inside it."""
        self._relay.check(lib.scrim_scene_remove(self._handle, uint64(id, "id")))

    def hit_test(self, x: float, y: float) -> Hit:
        """What a touch at a point of the screen hits."""
        window, view = c.c_uint64(), c.c_uint64()
        _check(lib.scrim_scene_hit_test(self._handle, x, y, window, view))
        return Hit(window.value, view.value)

    def is_secure_at(self, x: float, y: float) -> bool:
        """Whether what shows at a point of the screen is private, whatever lies in front of it."""
        secure = c.c_uint32()
        _check(lib.scrim_scene_is_secure_at(self._handle, x, y, secure))
        return secure.value == 1

    def set_activity(self, activity: Activity, window: int = 0) -> None:
        """Says how active the application, or a window, is. Anything less than active covers every output at once."""
        status = lib.scrim_scene_set_activity(self._handle, uint64(window, "window"), uint32(activity, "activity"))
        self._relay.check(status)

    def frame_ready(self, output: int = 0) -> None:
        """Says that a new frame is ready on an output: uncovers it if all is active."""
        self._relay.check(lib.scrim_scene_frame_ready(self._handle, uint32(output, "output")))

    def is_covered(self, output: int = 0) -> bool:
        covered = c.c_uint32()
        _check(lib.scrim_scene_is_covered(self._handle, uint32(output, "output"), covered))
        return covered.value == 1

    def on_cover(self, callback: Callable[[int], object] | None) -> None:
        """Sets the callback that is told the number of each output that has just been covered; None: no callback.

        In the callback the scene can be asked, but not changed. What it raises, the call that caused the cover raises.
        """
        guarded = self._relay.guard(lambda output, _: callback(output)) if callback else None
        cover = s.scrim_cover_fn(guarded) if guarded else s.scrim_cover_fn()
        _check(lib.scrim_scene_set_cover_callback(self._handle, cover, None, s.scrim_free_fn()))
        self._cover = cover

    def protect(
        self,
        pixels: Any,
        *,
        pixel_format: Format | str | None = None,
        output: int = 0,
        origin: tuple[float, float] = (0, 0),
        scale: float = 1.0,
        style: Style = Style(),
        width: SupportsIndex | None = None,
        height: SupportsIndex | None = None,
        stride: SupportsIndex | None = None,
    ) -> Report:
        """Makes one frame safe to hand on, in place: covers what is private in it, or all while its output is covered.

        `origin` is the screen's point at the frame's top left pixel, `scale` the pixels of a point. The frame is
        given, and errors cover it, as in redact_in_place().
        """

        def prepare(_: s.scrim_frame) -> Callable[[s.scrim_frame, s.scrim_redact_report], int]:
            options = s.scrim_protect_options(
                c.sizeof(s.scrim_protect_options),
                uint32(output, "output"),
                s.scrim_point(*origin),
                scale,
                style_struct(style),
            )
            return lambda frame, out: int(lib.scrim_scene_protect(self._handle, frame, options, out))

        layout = Layout(pixel_format, width, height, stride)
        return cover_frame(pixels, layout, prepare)
