# SPDX-License-Identifier: MIT
"""A scene with private places, over the library with test hooks, and what a host does: feed, decide, ask for records.

Which area a point is in, and how private that area is, is computed here independently of the library.
"""
from __future__ import annotations

import ctypes as c
import os
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Path(os.environ.get("SCRIM_TESTHOOKS_LIBRARY", ROOT / "build" / "libscrim-testhooks.so"))
MS = 1_000_000
NEVER = 2**64 - 1
BEGAN, MOVED, ENDED, CANCELLED = 1, 2, 3, 4
FINGER, STYLUS, PALM, HOVER = 0, 1, 3, 4
INTERACTIVE, SECURE, KEYPAD = 2, 8, 128
SHOW, COARSE, SILENT = 1, 2, 3
TAP, LONG_PRESS, PAN, HOST = 1, 2, 3, 8
WHEEL, TOUCHPAD = 1, 2
CONTROL = 2
JOIN, COUNT, AT_ONCE, UNBOUND = 1, 2, 4, 8

u32, u64, f64, size = c.c_uint32, c.c_uint64, c.c_double, c.c_size_t


class String(c.Structure):
    _fields_ = [("data", c.c_char_p), ("length", size)]


class Window(c.Structure):
    _fields_ = [
        ("struct_size", u32), ("flags", u32), ("frame", f64 * 4), ("level", c.c_int32), ("reserved", u32),
        ("screen", String), ("title", String), ("owner", u64), ("touch_privacy", u32), ("reserved2", u32),
    ]


class View(c.Structure):
    _fields_ = [
        ("struct_size", u32), ("flags", u32), ("frame", f64 * 4), ("alpha", f64), ("classes", c.c_void_p),
        ("class_count", size), ("content", String), ("content_offset", f64 * 2), ("transform", f64 * 6),
        ("overflow", f64 * 4), ("touch_privacy", u32), ("reserved", u32),
    ]


class Options(c.Structure):
    _fields_ = [("struct_size", u32), ("value", u32), ("lost_touch_timeout_ns", u64)]


class Recognizer(c.Structure):
    _fields_ = [
        ("struct_size", u32), ("kind", u32), ("view", u64), ("taps", u32), ("min_fingers", u32), ("max_fingers", u32),
        ("flags", u32), ("directions", u32), ("edges", u32), ("axis", u32), ("velocity_estimator", u32),
        ("times", u64 * 4), ("numbers", f64 * 10), ("classes", c.c_void_p), ("class_count", size),
    ]


class Touch(c.Structure):
    _fields_ = [("time_ns", u64), ("id", u64), ("phase", u32), ("tool", u32), ("x", f64), ("y", f64)]


class ScrollSample(c.Structure):
    _fields_ = [("time_ns", u64), ("source", u32), ("phase", u32), ("numbers", f64 * 6)]


class Event(c.Structure):
    _fields_ = [
        ("time_ns", u64), ("recognizer", u64), ("window", u64), ("view", u64), ("sequence", u64), ("kind", u32),
        ("state", u32), ("rest", u32 * 4), ("numbers", f64 * 16),
    ]


class Rules(c.Structure):
    _fields_ = [
        ("struct_size", u32), ("flags", u32), ("event_types", u32), ("server_event_types", u32),
        ("control_interval_ns", u64), ("max_content", u32), ("reserved", u32), ("lists", u64 * 12),
    ]


class Decision(c.Structure):
    _fields_ = [("result", u32), ("reason", u32)]


@dataclass(frozen=True)
class Sample:
    """A sample of a touch, at a time in ms."""

    time: int
    id: int
    phase: int
    x: float
    y: float
    tool: int = FINGER


@dataclass(frozen=True)
class Scroll:
    """A sample of a wheel or touchpad that moves by `step`, at a time in ms."""

    time: int
    source: int
    x: float
    y: float
    step: float


#: By left edge and top, each of 100 by 100 points: flags and touch privacy.
AREAS = {
    "button": (0, 0, INTERACTIVE, 0),
    "other": (100, 0, INTERACTIVE, 0),
    "safe": (200, 0, INTERACTIVE | SECURE, 0),
    "flip": (300, 0, INTERACTIVE, 0),
    "keypad": (200, 100, INTERACTIVE | KEYPAD, SHOW),
    "coarse": (200, 200, INTERACTIVE, COARSE),
    "silent": (200, 300, INTERACTIVE, SILENT),
}
SECRECY = {"safe": "coarse", "coarse": "coarse", "keypad": "silent", "silent": "silent"}


def area(x: float, y: float) -> str | None:
    for name, (left, top, _, _) in AREAS.items():
        if left <= x < left + 100 and top <= y < top + 100:
            return name
    return None


@dataclass
class Output:
    """What came out at each moment at which the host asked: records, and when it is to ask again."""

    polls: list[tuple[int, list[bytes], int]] = field(default_factory=list)

    def visible(self) -> list[tuple[int, list[bytes], int]]:
        return [(t, [r for r in records if b'"private"' not in r], d) for t, records, d in self.polls]

    def hidden(self) -> list[tuple[int, bytes]]:
        return [(t, r) for t, records, _ in self.polls for r in records if b'"private"' in r]


class Fixture:
    """The host. Every call that fails is an error of the test."""

    def __init__(self, leaks: int = 0) -> None:
        self.library = c.CDLL(str(LIBRARY))
        self.scene, self.gestures, self.collector = c.c_void_p(), c.c_void_p(), c.c_void_p()
        self.call("scrim_scene_create", c.byref(Options(8, 1)), c.byref(self.scene))
        window = Window(c.sizeof(Window), INTERACTIVE, (0, 0, 400, 400))
        self.window = u64()
        self.call("scrim_scene_add_window", self.scene, c.byref(window), c.byref(self.window))
        self.views = {name: u64() for name in AREAS}
        for name, view in self.views.items():
            self.call("scrim_scene_add_view", self.scene, self.window, c.byref(self.view(name)), c.byref(view))
        self.call("scrim_gestures_create", self.scene, c.byref(Options(16, 0, 60_000 * MS)), c.byref(self.gestures))
        self.call("scrim_collector_create", self.gestures, c.byref(Options(8, 4096)), c.byref(self.collector))
        if leaks:
            self.call("scrim_test_gestures_leak", self.gestures, u32(leaks))
        self.events = (Event * 256)()
        self.verdicts = (Decision * 256)()
        self.add_recognizers()
        self.add_control()
        self.output = Output()

    def call(self, name: str, *arguments: object) -> None:
        status = getattr(self.library, name)(*arguments)
        assert status == 0, (name, status)

    def view(self, name: str, flags: int = 0) -> View:
        left, top, default, touches = AREAS[name]
        text = name.encode()
        return View(
            c.sizeof(View), default | flags, (left, top, 100, 100), 1.0, None, 0, String(text, len(text)), (0, 0),
            (1, 0, 0, 1, 0, 0), (0, 0, 0, 0), touches,
        )  # fmt: skip

    def add_recognizers(self) -> None:
        """Taps that wait for taps, on views and around them, for one another, and along with others. Presses and drags that
        require a tap may come longer after it than a second tap.
        """
        made = {}
        for name, view in {**self.views, "window": self.window}.items():
            kinds = [(TAP, 1), (TAP, 2), (LONG_PRESS, 0), (PAN, 0)] + [(TAP, 3)] * (name == "other")
            kinds += [(LONG_PRESS, 1)] * (name in ("button", "coarse", "window")) + [(PAN, 1)] * (name in ("other", "safe", "window"))
            for kind, taps in kinds:
                recognizer = Recognizer(c.sizeof(Recognizer))
                self.call("scrim_recognizer_defaults", kind, 1, f64(1), c.byref(recognizer))
                # Simultaneous taps would not wait for each other.
                recognizer.view, recognizer.flags = view.value, int(name == "window" and taps == 0)
                if taps:
                    recognizer.taps = taps
                if taps and kind != TAP:
                    recognizer.times[3] = 600 * MS
                made[name, kind, taps] = u64()
                self.call("scrim_gestures_add", self.gestures, c.byref(recognizer), c.byref(made[name, kind, taps]))
                identity = made[name, kind, taps]
                self.call("scrim_gestures_add_action", self.gestures, identity, u64(1), b"act", size(3))
        for first, second in [(("other", TAP, 1), ("safe", TAP, 2)), (("window", TAP, 1), ("keypad", LONG_PRESS, 0)),
                              (("other", LONG_PRESS, 0), ("button", TAP, 2))]:  # fmt: skip
            self.call("scrim_gestures_relate", self.gestures, made[first], 1, made[second])
        for one in (made[key] for key in made if key[0] == "window"):
            for other in (made[key] for key in made if key[0] != "window"):
                self.call("scrim_gestures_relate", self.gestures, one, 2, other)

    def close(self) -> None:
        for name in ("scene", "gestures", "collector"):
            getattr(self.library, f"scrim_{name}_destroy")(getattr(self, name))
        assert self.library.scrim_live_handles(0) == 0

    def add_control(self) -> None:
        """The host's own recogniser on the button: of every touch that comes down there it sends an event."""
        recognizer = Recognizer(c.sizeof(Recognizer), HOST, self.views["button"].value, flags=CONTROL)
        tap = String(b"Tap", 3)
        recognizer.classes, recognizer.class_count = c.addressof(tap), 1
        self.control = u64()
        self.call("scrim_gestures_add", self.gestures, c.byref(recognizer), c.byref(self.control))
        self.call("scrim_gestures_add_action", self.gestures, self.control, u64(1), b"act", size(3))

    # ---- What a host does ----

    def decide(self, count: int) -> None:
        if count:
            self.call("scrim_collector_decide", self.collector, self.events, size(count), self.verdicts)

    def feed(self, sample: Sample) -> None:
        touch = Touch(sample.time * MS, sample.id, sample.phase, sample.tool, sample.x, sample.y)
        consumed, produced = size(0), size()
        while not consumed.value:
            self.call("scrim_gestures_feed", self.gestures, c.byref(touch), size(1), c.byref(consumed), self.events,
                      size(256), c.byref(produced))  # fmt: skip
            self.decide(produced.value)
        if sample.phase == BEGAN and area(sample.x, sample.y) == "button":
            sequence = u64()
            self.call("scrim_gestures_sequence", self.gestures, c.byref(sequence))
            event = Event(sample.time * MS, self.control.value, self.window.value, self.views["button"].value,
                          sequence.value, HOST, ENDED)  # fmt: skip
            event.numbers[6] = 1
            self.events[0] = event
            self.decide(1)

    def scroll(self, sample: Scroll) -> None:
        scroll = ScrollSample(sample.time * MS, sample.source, MOVED, (sample.x, sample.y, 0, sample.step, 1, 0))
        consumed, produced = size(0), size()
        while not consumed.value:
            self.call("scrim_gestures_scroll", self.gestures, c.byref(scroll), size(1), c.byref(consumed), self.events,
                      size(256), c.byref(produced))  # fmt: skip
            self.decide(produced.value)

    def advance(self, time: int) -> None:
        produced = size()
        self.call("scrim_gestures_advance", self.gestures, u64(time * MS), self.events, size(256), c.byref(produced))
        self.decide(produced.value)

    def flip(self, is_secure: bool) -> None:
        view = self.view("flip", SECURE if is_secure else 0)
        self.call("scrim_scene_update_view", self.scene, self.views["flip"], c.byref(view))

    def tell(self, coarse: bool, silent: bool) -> None:
        flags = 2 + 4 * coarse + 8 * silent
        rules = Rules(c.sizeof(Rules), flags, 4, 0, 100 * MS)
        self.call("scrim_collector_set_rules", self.collector, c.byref(rules))

    def note_response(self) -> None:
        self.call("scrim_collector_note_response", self.collector)

    def poll(self, time: int) -> None:
        """Tells everybody the time and takes what there is."""
        self.advance(time)
        self.call("scrim_collector_advance", self.collector, u64(time * MS))
        buffer, length, records = c.create_string_buffer(1024), size(), []
        take = self.library.scrim_collector_next_json
        while not (status := take(self.collector, buffer, size(1024), c.byref(length))):
            records.append(buffer.raw[: length.value])
        assert self.status(status) == b"SCRIM_ERROR_NOT_FOUND", status
        deadline = u64()
        self.call("scrim_collector_next_deadline", self.collector, c.byref(deadline))
        self.output.polls.append((time, records, deadline.value))

    def status(self, status: int) -> bytes:
        self.library.scrim_status_name.restype = c.c_char_p
        return self.library.scrim_status_name(status)
