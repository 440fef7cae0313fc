# SPDX-License-Identifier: MIT
"""Keeps passwords, PINs and private content out of screenshots, recordings, logs and memory dumps.

`redact()` covers regions of a picture. A `Text` holds a secret in protected memory, and a `Keypad` types into it on shuffled
keys. A `Scene` describes which views of a program are private. Frames, touches and records of that program obey it.

The objects follow these rules:

- Each object is closed by `close()`, by a `with` block, or when nothing refers to it any more. A closed object raises
  InvalidHandleError. Objects can be closed in any order.
- Errors of the library are subclasses of ScrimError, and also of the builtin exception with the closest meaning.
- Calls can come from any thread. Calls on objects that belong together never run at the same time.
- Times are integers in nanoseconds from any monotonic clock, for example `time.monotonic_ns()`.
"""

from __future__ import annotations

import enum

from . import _abi, _ffi
from ._convert import uint32
from ._geometry import TOUCH_DTYPE, Phase, Rect, Touch, TouchTool
from ._layout import ColorMatrix, ColorRange, Format
from ._video_frames import PYAV_FORMATS
from .attempts import Attempt, AttemptResult, Attempts
from .capture import Capture, Snapshot, Transform
from .collector import (
    Check,
    CheckOutcome,
    Collector,
    Decision,
    DecisionResult,
    PrivateRecord,
    PrivateTouch,
    Reason,
    Record,
)
from .description import TouchPrivacy, ValueKind, ViewMetadata
from .errors import (
    BufferTooSmallError,
    BusyError,
    ClosedError,
    CorruptedError,
    EntropyError,
    ForkedError,
    FullError,
    IncompatibleLibraryError,
    InvalidArgumentError,
    InvalidHandleError,
    InvalidStateError,
    InvalidUTF8Error,
    IoError,
    LengthHiddenError,
    LibraryNotFoundError,
    LimitError,
    NotFoundError,
    NothingCoveredError,
    OutOfMemoryError,
    ProtectionError,
    RefusedError,
    ReversibleStyleError,
    ScrimError,
    UnsupportedError,
)
from .feed import FeedState, Publisher, Subscriber
from .gestures import EVENT_DTYPE, Event, Gestures, GesturesCallbacks
from .keypad import (
    Key,
    KeyKind,
    KeyLabel,
    KeyOrder,
    Keypad,
    KeypadCallbacks,
    KeypadResult,
    KeySpec,
    Layout,
    Reshuffle,
    Shuffle,
)
from .margins import AUTO_DILATE_STEPS, Margin, Source, margin_for_source
from .memory import MemoryUsage, Unprotected, configure_memory, harden_process, memory_usage
from .recognizers import (
    Axis,
    Edge,
    EdgePan,
    GestureKind,
    GestureState,
    Host,
    LongPress,
    Pan,
    Pinch,
    Profile,
    Recognizer,
    RecognizerFlags,
    Relation,
    Rotation,
    Swipe,
    SwipeDirection,
    Tap,
    VelocityEstimator,
)
from .recordings import InputEvent, Recording, load_recordings, parse_recordings
from .redact import RedactOptions, redact, redact_in_place, redact_into
from .regions import BoxFormat, Region, Shape
from .report import Outcome, Report, StyleClass
from .rules import (
    BuiltinActionRule,
    BuiltinActionScope,
    ClassRule,
    EventTypes,
    InvalidRulesError,
    Match,
    RetargetRule,
    Rules,
    RulesFlags,
    RulesMistake,
)
from .scene import Scene
from .scroll import SCROLL_DTYPE, Scroll, ScrollSource
from .sources import margin_of, source_of
from .styles import Color, Style, StyleKind, rgba
from .text import Allowed, Change, MaskKind, Motion, Protection, Text, TextCallbacks
from .verify import FdFlags, HashPreset, needs_rehash
from .views import Activity, Affine, Hit, InputRegion, Outsets, Policy, SecureRegion, ViewFlags

__all__ = [
    "AUTO_DILATE_STEPS",
    "EVENT_DTYPE",
    "PYAV_FORMATS",
    "SCROLL_DTYPE",
    "TOUCH_DTYPE",
    "Activity",
    "Affine",
    "Allowed",
    "Attempt",
    "AttemptResult",
    "Attempts",
    "Axis",
    "BoxFormat",
    "BufferTooSmallError",
    "BuiltinActionRule",
    "BuiltinActionScope",
    "BusyError",
    "Capture",
    "Change",
    "Check",
    "CheckOutcome",
    "ClassRule",
    "ClosedError",
    "Collector",
    "Color",
    "ColorMatrix",
    "ColorRange",
    "CorruptedError",
    "Decision",
    "DecisionResult",
    "Edge",
    "EdgePan",
    "EntropyError",
    "Event",
    "EventTypes",
    "FdFlags",
    "FeedState",
    "ForkedError",
    "Format",
    "FullError",
    "GestureKind",
    "GestureState",
    "Gestures",
    "GesturesCallbacks",
    "HandleKind",
    "HashPreset",
    "Hit",
    "Host",
    "IncompatibleLibraryError",
    "InputEvent",
    "IoError",
    "InputRegion",
    "InvalidArgumentError",
    "InvalidHandleError",
    "InvalidRulesError",
    "InvalidStateError",
    "InvalidUTF8Error",
    "Key",
    "KeyKind",
    "KeyLabel",
    "KeyOrder",
    "KeySpec",
    "Keypad",
    "KeypadCallbacks",
    "KeypadResult",
    "Layout",
    "LengthHiddenError",
    "LibraryNotFoundError",
    "LimitError",
    "LongPress",
    "Margin",
    "MaskKind",
    "Match",
    "MemoryUsage",
    "Motion",
    "NotFoundError",
    "NothingCoveredError",
    "OutOfMemoryError",
    "Outcome",
    "Outsets",
    "Pan",
    "Phase",
    "Pinch",
    "Policy",
    "PrivateRecord",
    "PrivateTouch",
    "Profile",
    "Protection",
    "ProtectionError",
    "Publisher",
    "Reason",
    "Recognizer",
    "RecognizerFlags",
    "Record",
    "Recording",
    "Rect",
    "RedactOptions",
    "RefusedError",
    "Region",
    "Relation",
    "Report",
    "Reshuffle",
    "RetargetRule",
    "ReversibleStyleError",
    "Rotation",
    "Rules",
    "RulesFlags",
    "RulesMistake",
    "Scene",
    "ScrimError",
    "Scroll",
    "ScrollSource",
    "SecureRegion",
    "Shape",
    "Shuffle",
    "Snapshot",
    "Source",
    "Style",
    "StyleClass",
    "StyleKind",
    "Subscriber",
    "Swipe",
    "SwipeDirection",
    "Tap",
    "Text",
    "TextCallbacks",
    "Touch",
    "TouchTool",
    "TouchPrivacy",
    "Transform",
    "Unprotected",
    "UnsupportedError",
    "ValueKind",
    "VelocityEstimator",
    "ViewFlags",
    "ViewMetadata",
    "abi_number",
    "configure_memory",
    "harden_process",
    "library_path",
    "library_version",
    "live_handles",
    "load_recordings",
    "margin_for_source",
    "margin_of",
    "memory_usage",
    "needs_rehash",
    "parse_recordings",
    "redact",
    "redact_in_place",
    "redact_into",
    "rgba",
    "source_of",
]

__version__ = ".".join(map(str, _abi.VERSION))


class HandleKind(enum.IntEnum):
    """Kinds of objects that live_handles() can count."""

    #: All kinds together.
    ANY = 0
    TEXT = 1
    KEYPAD = 2
    SCENE = 3
    GESTURES = 4
    COLLECTOR = 5
    SNAPSHOT = 6
    CAPTURE = 7
    PUBLISHER = 8
    SUBSCRIBER = 9


def library_path() -> str:
    """Returns the path or the soname with which the shared library was opened.

    This is the environment variable SCRIM_LIBRARY if it is set. Otherwise it is the path of the library in this package. If the
    package contains none, it is the soname, with which the system finds its own library.
    """
    return _ffi.library_path()


def abi_number() -> int:
    """Returns the number of the binary interface of the loaded library. It is part of the soname."""
    return int(_ffi.lib.scrim_abi_number())


def library_version() -> str:
    """Returns the version of the loaded library, for example "0.2.0"."""
    return str(_ffi.lib.scrim_version_string().decode())


def live_handles(kind: HandleKind = HandleKind.ANY) -> int:
    """Returns the number of objects of a kind that are not closed.

    Let your tests assert at their end that it is 0.
    """
    return int(_ffi.lib.scrim_live_handles(uint32(kind, "kind")))
