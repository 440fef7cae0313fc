# SPDX-License-Identifier: MIT
"""Flags, properties and query results of the windows and views of a scene."""

from __future__ import annotations

import ctypes as c
import dataclasses
import enum
from collections.abc import Iterable
from typing import NamedTuple

from . import _abi as s
from ._convert import member, int32, real, rect, string, strings, uint64
from ._geometry import Rect
from .description import TouchPrivacy
from .errors import InvalidArgumentError


class ViewFlags(enum.IntFlag):
    """Flags of windows and views. Combine them with `|`."""

    #: Is not shown. The view and everything inside it are neither hit nor redacted.
    HIDDEN = 1
    #: Can be hit by touches. Nothing inside a view without this flag can be hit.
    INTERACTIVE = 2
    #: Everything inside the view shows only within its frame.
    CLIPS = 4
    #: Is secure: the view and everything inside it are covered in frames, and their touches are private.
    SECURE = 8
    #: Gestures on this view are not collected. Gestures on the views inside it are.
    IGNORED = 16
    #: The policy does not make this view secure. The flag has no effect on the views inside it, on SECURE, or on what a
    #: secure view around it requires.
    PUBLIC = 32
    #: Accepts typed text. If the view shows a Text, call Scene.attach_text() as well.
    TEXT_INPUT = 64
    #: Shows a Keypad or another keyboard.
    KEYPAD = 128
    #: Is never hit. The views inside it are hit, unless they have this flag too.
    PASS_THROUGH = 256
    #: Is hit only inside its input region, and so is everything inside it.
    INPUT_REGION = 512
    #: Only for windows: is an overlay of a tool that does not belong to the application.
    TOOL = 1024
    #: Tool windows let through touches that would hit this window or view. Scene.views_at() and Scene.select() leave it out.
    NOT_SELECTABLE = 2048
    #: Only for windows that are TOOL: may have the focus.
    ACCEPTS_FOCUS = 4096


class Policy(enum.IntEnum):
    """Which windows and views are secure without ViewFlags.SECURE."""

    #: Text inputs and keypads that are not PUBLIC.
    DEFAULT = 1
    #: None: only SECURE and attached texts make a view secure.
    EXPLICIT = 2
    #: Every window and view that is not PUBLIC.
    ALLOW_LIST = 3


class Activity(enum.IntEnum):
    """How active the application or a window is."""

    #: The user works with it.
    ACTIVE = 1
    #: It is visible, but the user does not work with it.
    INACTIVE = 2
    #: It is in the background.
    BACKGROUND = 3


class Hit(NamedTuple):
    """What a touch hits."""

    #: The window, or 0 if nothing is hit.
    window: int
    #: The view, or 0 if the window itself is hit or nothing is.
    view: int


class Affine(NamedTuple):
    """An affine map of the plane: x' = xx·x + xy·y + x0 and y' = yx·x + yy·y + y0."""

    xx: float = 1.0
    yx: float = 0.0
    xy: float = 0.0
    yy: float = 1.0
    x0: float = 0.0
    y0: float = 0.0


class Outsets(NamedTuple):
    """Distances outward from the sides of a rectangle, in points. None may be negative."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class SecureRegion(NamedTuple):
    """The part of the screen that one secure view or window occupies. It is a convex polygon."""

    #: The view or window. 0 for a region from before the change that is in progress.
    view: int
    #: The corners in coordinates of the screen, in order around the polygon.
    corners: tuple[tuple[float, float], ...]


class InputRegion(NamedTuple):
    """Where a window or view with ViewFlags.INPUT_REGION can be hit."""

    #: Rectangles in the coordinates of the window or view.
    regions: tuple[Rect, ...]
    #: The generation of the region: 1 for the first one, and one more for each new one. 0 if none was ever set.
    generation: int


def _numbers(values: Iterable[float], count: int, name: str) -> list[float]:
    """Returns a number of floats. ctypes would fill in missing ones with 0."""
    try:
        numbers = [float(value) for value in values]
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be {count} numbers (got {values!r})") from None
    if len(numbers) != count:
        raise InvalidArgumentError(f"{name} must be {count} numbers (got {len(numbers)})")
    return numbers


def point(value: Iterable[float], name: str) -> s.scrim_point:
    return s.scrim_point(*_numbers(value, 2, name))


def window_struct(
    frame: Iterable[float], level: int, flags: int, screen: str, title: str, owner: int, touch_privacy: int
) -> s.scrim_window:
    return s.scrim_window(
        c.sizeof(s.scrim_window),
        member(flags, "flags", ViewFlags),
        rect(frame, "frame"),
        int32(level, "level"),
        0,
        string(screen, "screen"),
        string(title, "title"),
        uint64(owner, "owner"),
        member(touch_privacy, "touch_privacy", TouchPrivacy),
    )


@dataclasses.dataclass(frozen=True)
class Look:
    """The properties of a view, apart from its frame."""

    flags: int = ViewFlags.INTERACTIVE
    alpha: float = 1.0
    classes: Iterable[str] = ()
    content: str | None = None
    content_offset: tuple[float, float] = (0.0, 0.0)
    transform: Affine = Affine()
    overflow: Outsets = Outsets()
    touch_privacy: int = TouchPrivacy.DEFAULT

    def struct(self, frame: Iterable[float]) -> s.scrim_view:
        names, count = strings(self.classes)
        return s.scrim_view(
            c.sizeof(s.scrim_view),
            member(self.flags, "flags", ViewFlags),
            rect(frame, "frame"),
            real(self.alpha, "alpha"),
            names,
            count,
            s.scrim_string() if self.content is None else string(self.content, "content"),
            point(self.content_offset, "content_offset"),
            s.scrim_affine(*_numbers(self.transform, 6, "transform")),
            s.scrim_outsets(*_numbers(self.overflow, 4, "overflow")),
            member(self.touch_privacy, "touch_privacy", TouchPrivacy),
        )
