# SPDX-License-Identifier: MIT
"""What the windows and views of a scene are given, and what it says of them."""

from __future__ import annotations

import ctypes as c
import dataclasses
import enum
from collections.abc import Iterable
from typing import NamedTuple

from . import _abi as s
from ._convert import int32, rect, string, strings, uint32, uint64
from ._geometry import Rect
from .description import TouchPrivacy


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
    #: Need not be private, whatever the policy says; no word on SECURE, on views around it, or on those inside it.
    PUBLIC = 32
    #: Takes typed text, or shows a Text.
    TEXT_INPUT = 64
    #: Shows a Keypad, or another keyboard.
    KEYPAD = 128
    #: Is never hit itself; what is inside it, and does not pass through too, is.
    PASS_THROUGH = 256
    #: Is hit only inside its input region, and so is what is inside it.
    INPUT_REGION = 512
    #: Of a window: an overlay of a tool, no window of the application.
    TOOL = 1024
    #: Overlays let touches through that would hit this very view, and select() passes over it.
    NOT_SELECTABLE = 2048
    #: Of a window that is TOOL: may be given the focus.
    ACCEPTS_FOCUS = 4096


class Policy(enum.IntEnum):
    """What is secure without being marked so."""

    #: Text inputs and keypads that are not public.
    DEFAULT = 1
    #: Nothing.
    EXPLICIT = 2
    #: Everything that is not public.
    ALLOW_LIST = 3


class Activity(enum.IntEnum):
    ACTIVE = 1
    INACTIVE = 2
    BACKGROUND = 3


class Hit(NamedTuple):
    """What a touch hits. `window` 0: nothing. `view` 0: the window itself, or nothing."""

    window: int
    view: int


class Affine(NamedTuple):
    """A map of the plane: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0."""

    xx: float = 1.0
    yx: float = 0.0
    xy: float = 0.0
    yy: float = 1.0
    x0: float = 0.0
    y0: float = 0.0


class Outsets(NamedTuple):
    """Distances outward from the sides of a rectangle."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class SecureRegion(NamedTuple):
    """What a secure view occupies of the screen: a convex polygon. `view` 0: of before the change that was begun."""

    view: int
    corners: tuple[tuple[float, float], ...]


class InputRegion(NamedTuple):
    """Where a LIMITED window or view is hit, and the number of this set of regions."""

    regions: tuple[Rect, ...]
    generation: int


def window_struct(
    frame: Iterable[float], level: int, flags: int, screen: str, title: str, owner: int, touch_privacy: int
) -> s.scrim_window:
    return s.scrim_window(
        c.sizeof(s.scrim_window),
        uint32(flags, "flags"),
        rect(frame, "frame"),
        int32(level, "level"),
        0,
        string(screen),
        string(title),
        uint64(owner, "owner"),
        uint32(touch_privacy, "touch_privacy"),
    )


@dataclasses.dataclass(frozen=True)
class Look:
    """What a view is given beside its frame."""

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
            uint32(self.flags, "flags"),
            rect(frame, "frame"),
            self.alpha,
            names,
            count,
            s.scrim_string() if self.content is None else string(self.content),
            s.scrim_point(*self.content_offset),
            s.scrim_affine(*self.transform),
            s.scrim_outsets(*self.overflow),
            uint32(self.touch_privacy, "touch_privacy"),
        )
