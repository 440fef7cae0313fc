# SPDX-License-Identifier: MIT
"""Recordings: reads the touches of Linux devices from files of evemu-record and of `libinput record`.

The module reads devices of both multi-touch protocols in the kernel's documentation (input/multi-touch-protocol), and
devices that report a single finger or a pen. In protocol B the device keeps each finger in a numbered slot. In protocol A
each frame lists all fingers again, with or without tracking ids.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ._geometry import Phase, Rect, Touch, TouchTool
from .errors import InvalidArgumentError

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
BTN_TOUCH = 0x14A
BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_BRUSH, BTN_TOOL_PENCIL, BTN_TOOL_AIRBRUSH = range(0x140, 0x145)
ABS_X, ABS_Y, ABS_PRESSURE, ABS_DISTANCE = 0x00, 0x01, 0x18, 0x19
ABS_MT_SLOT, ABS_MT_TOUCH_MAJOR, ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0x2F, 0x30, 0x35, 0x36
ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID, ABS_MT_PRESSURE, ABS_MT_DISTANCE = 0x37, 0x39, 0x3A, 0x3B
MT_TOOL_PEN, MT_TOOL_PALM = 1, 2
#: The number of slots that are read. Fingers in higher slots are ignored.
MAX_SLOTS = 64


class InputEvent(NamedTuple):
    """One event of a device, as the kernel reports it."""

    time_ns: int
    #: EV_SYN, EV_KEY, EV_ABS or another type of linux/input-event-codes.h.
    type: int
    code: int
    value: int


@dataclass(frozen=True)
class Recording:
    """The recording of one device."""

    #: The name of the device.
    name: str
    #: The smallest and the largest value of each axis, by the code of the axis.
    axes: dict[int, tuple[int, int]]
    #: The events, in the order of the file.
    events: list[InputEvent]

    @property
    def is_touch(self) -> bool:
        """Whether the device reports positions on a surface."""
        return ABS_MT_POSITION_X in self.axes or ABS_X in self.axes

    def touches(self, screen: Iterable[float] | None = None) -> list[Touch]:
        """Returns the touches of the fingers and pens. Each of them has an id that is not used again.

        A pen or finger that hovers is reported with the tool HOVER and an id of its own. The id ends when it touches the
        surface, and another one begins.

        `screen` is the x, y, width and height of the part of the screen that the surface covers, in points. None: a unit
        of the device is a point.
        """
        if screen is not None and (isinstance(screen, str) or not isinstance(screen, Iterable)):
            raise TypeError(f"screen must be x, y, width and height (got {screen!r})")
        area = None if screen is None else tuple(screen)
        if area is not None and len(area) != 4:
            raise InvalidArgumentError(f"screen must be x, y, width and height (got {len(area)} numbers)")
        return list(_Reader(self.axes, area and Rect(*area)).read(self.events))


def load_recordings(path: str | Path, properties: str | Path | None = None) -> list[Recording]:
    """Reads a file of evemu-record or `libinput record`, and returns one recording for each device in it.

    If the events of evemu are in a file without the device's axes, `properties` is the file of evemu-describe with them.

    Raises InvalidArgumentError if the file is not such a recording, and OSError if it cannot be read.
    """
    paths = [Path(path)] if properties is None else [Path(properties), Path(path)]
    found = _parse("\n".join(each.read_text(encoding="utf-8", errors="replace") for each in paths))
    if not found:
        raise InvalidArgumentError(f"{path} is not a recording of evemu-record or libinput record")
    return found


def parse_recordings(text: str) -> list[Recording]:
    """Reads the text of such a file as load_recordings() does.

    Raises InvalidArgumentError if `text` is not such a recording.
    """
    found = _parse(text)
    if not found:
        raise InvalidArgumentError("the text is not a recording of evemu-record or libinput record")
    return found


def _parse(text: str) -> list[Recording]:
    if re.search(r"^libinput:|^devices:", text, re.MULTILINE):
        return list(_parse_libinput(text))
    return list(_parse_evemu(text))


# The numbers that a kernel can report. A line with a longer one is neither an axis nor an event.
_COUNT, _CODE, _VALUE = r"\d{1,10}", r"[0-9a-fA-F]{1,4}", r"-?\d{1,10}"

# ---- evemu ----
# The lines that are read are "N: name", "A: code min max fuzz flat [resolution]" and
# "E: seconds.microseconds type code value". Types and codes are hexadecimal.

_EVEMU_EVENT = re.compile(rf"^E:\s*({_COUNT})\.(\d+)\s+({_CODE})\s+({_CODE})\s+({_VALUE})\b")
_EVEMU_AXIS = re.compile(rf"^A:\s*({_CODE})\s+({_VALUE})\s+({_VALUE})\b")


def _parse_evemu(text: str) -> Iterator[Recording]:
    name, axes, events = "", {}, []
    for line in text.splitlines():
        if line.startswith("N:"):
            name = line[2:].strip()
        elif match := _EVEMU_AXIS.match(line):
            axes[int(match[1], 16)] = (int(match[2]), int(match[3]))
        elif match := _EVEMU_EVENT.match(line):
            time_ns = int(match[1]) * 10**9 + int(match[2].ljust(9, "0")[:9])
            events.append(InputEvent(time_ns, int(match[3], 16), int(match[4], 16), int(match[5])))
    if name or axes or events:
        yield Recording(name, axes, events)


# ---- libinput record ----
# The standard library cannot read YAML. These lines of libinput's YAML always look the same, at any depth:
#   - node: /dev/input/event4          a new device
#     evdev:  name: "…"  codes: …  absinfo:  0: [min, max, fuzz, flat, resolution]
#     events:  - evdev:  - [seconds, microseconds, type, code, value] # comment

_NODE = re.compile(r"^\s*- node:")
_NAME = re.compile(r"^\s*name:\s*\"?(.*?)\"?\s*$")
_AXIS = re.compile(rf"^\s*({_COUNT}):\s*\[\s*({_VALUE})\s*,\s*({_VALUE})\s*,\s*-?\d+\s*,\s*-?\d+\s*,\s*-?\d+\s*\]")
_EVENT = re.compile(rf"^\s*- \[\s*({_COUNT})\s*,\s*({_COUNT})\s*,\s*({_COUNT})\s*,\s*({_COUNT})\s*,\s*({_VALUE})\s*\]")


def _parse_libinput(text: str) -> Iterator[Recording]:
    found: Recording | None = None
    for line in text.splitlines():
        if _NODE.match(line):
            if found:
                yield found
            found = Recording("", {}, [])
        elif found is None:
            continue
        elif match := _EVENT.match(line):
            seconds, microseconds, *rest = (int(group) for group in match.groups())
            found.events.append(InputEvent(seconds * 10**9 + microseconds * 1000, *rest))
        elif match := _AXIS.match(line):
            found.axes[int(match[1])] = (int(match[2]), int(match[3]))
        elif not found.name and (match := _NAME.match(line)):
            found = Recording(match[1], found.axes, found.events)
    if found:
        yield found


# ---- From events to touches ----


@dataclass
class _Contact:
    """What a device reports of a finger: in a slot of protocol B, in a block of protocol A, or as its only one.

    A value that has not been reported is None.
    """

    x: int | None = None
    y: int | None = None
    tracking: int = -1
    tool_type: int | None = None
    touch_major: int | None = None
    pressure: int | None = None
    distance: int | None = None

    def take(self, code: int, value: int) -> bool:
        """Stores the value of an axis. False if the axis does not matter."""
        name = _CONTACT_AXES.get(code)
        if name:
            setattr(self, name, value)
        return name is not None

    @property
    def is_lifted(self) -> bool:
        """Whether a block of protocol A says that its finger does not touch the surface."""
        return self.touch_major == 0 or self.pressure == 0


_CONTACT_AXES = {
    ABS_MT_POSITION_X: "x",
    ABS_MT_POSITION_Y: "y",
    ABS_MT_TRACKING_ID: "tracking",
    ABS_MT_TOOL_TYPE: "tool_type",
    ABS_MT_TOUCH_MAJOR: "touch_major",
    ABS_MT_PRESSURE: "pressure",
    ABS_MT_DISTANCE: "distance",
}
_PENS = frozenset((BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_BRUSH, BTN_TOOL_PENCIL, BTN_TOOL_AIRBRUSH))


@dataclass
class _Device:
    """What a device reports about itself and not about one finger. None: it has not been reported."""

    touch: int | None = None
    pressure: int | None = None
    distance: int = 0
    pens: set[int] = field(default_factory=set)

    def take(self, event: InputEvent) -> None:
        if event.type == EV_KEY and event.code == BTN_TOUCH:
            self.touch = event.value
        elif event.type == EV_KEY and event.code in _PENS:
            (self.pens.add if event.value else self.pens.discard)(event.code)
        elif event.type == EV_ABS and event.code == ABS_PRESSURE:
            self.pressure = event.value
        elif event.type == EV_ABS and event.code == ABS_DISTANCE:
            self.distance = event.value

    @property
    def is_touched(self) -> bool | None:
        """Whether something touches the surface, if the device reports it."""
        reported = self.pressure if self.touch is None else self.touch
        return None if reported is None else reported > 0

    @property
    def is_near(self) -> bool:
        """Whether a pen hovers above the surface."""
        return not self.is_touched and (bool(self.pens) or self.distance > 0)

    def tool(self, contact: _Contact) -> TouchTool:
        if (contact.distance or 0) > 0 or (contact.tool_type is None and self.is_near):
            return TouchTool.HOVER
        if contact.tool_type == MT_TOOL_PALM:
            return TouchTool.PALM
        if contact.tool_type == MT_TOOL_PEN or (contact.tool_type is None and self.pens):
            return TouchTool.ERASER if BTN_TOOL_RUBBER in self.pens else TouchTool.STYLUS
        return TouchTool.FINGER


@dataclass
class _Finger:
    """A finger that was reported as a touch and has not ended. Its tracking id is the one of protocol A."""

    id: int
    tool: TouchTool
    x: int
    y: int
    tracking: int


@dataclass
class _Reader:
    axes: dict[int, tuple[int, int]]
    screen: Rect | None
    device: _Device = field(default_factory=_Device)
    #: By slot and tracking id in protocol B, else by the id of the touch.
    fingers: dict[Hashable, _Finger] = field(default_factory=dict)
    last_id: int = 0
    #: Protocol B. A device with a single finger has only the contact of slot 0.
    slots: dict[int, _Contact] = field(default_factory=dict)
    slot: int = 0
    #: Protocol A: the block that is being read, and the finished blocks of this frame.
    block: _Contact = field(default_factory=_Contact)
    blocks: list[_Contact] = field(default_factory=list)
    #: Whether this frame says which fingers are down, and whether it has any events.
    lists_fingers: bool = False
    is_empty: bool = True
    dropped: bool = False

    def read(self, events: Iterable[InputEvent]) -> Iterator[Touch]:
        take, end_frame = self._take_single, self._end_frame_single
        if ABS_MT_SLOT in self.axes:
            take, end_frame = self._take_b, self._end_frame_b
        elif ABS_MT_POSITION_X in self.axes:
            take, end_frame = self._take_a, self._end_frame_a
        for event in events:
            if event.type == EV_SYN and event.code == SYN_DROPPED:
                # Events were lost. What follows until the next report is incomplete.
                self.dropped = True
                yield from self._cancel_all(event.time_ns)
            elif event.type == EV_SYN and event.code == SYN_REPORT:
                if not self.dropped:
                    yield from end_frame(event.time_ns)
                self.dropped = False
                self.block, self.blocks, self.lists_fingers, self.is_empty = _Contact(), [], False, True
            elif not self.dropped:
                self.is_empty = False
                self.device.take(event)
                take(event)

    def _point(self, finger: _Finger) -> tuple[float, float]:
        if self.screen is None:
            return float(finger.x), float(finger.y)
        codes = (ABS_MT_POSITION_X, ABS_MT_POSITION_Y) if ABS_MT_POSITION_X in self.axes else (ABS_X, ABS_Y)
        (left, right), (top, bottom) = (self.axes.get(code, (0, 1)) for code in codes)
        # Both ends of the range are positions, so the width is the difference of the ends.
        x = self.screen.x + (finger.x - left) / max(right - left, 1) * self.screen.width
        y = self.screen.y + (finger.y - top) / max(bottom - top, 1) * self.screen.height
        return x, y

    def _touch(self, time_ns: int, finger: _Finger, phase: Phase) -> Touch:
        return Touch(time_ns, finger.id, phase, *self._point(finger), finger.tool)

    def _cancel_all(self, time_ns: int) -> Iterator[Touch]:
        for finger in self.fingers.values():
            yield self._touch(time_ns, finger, Phase.CANCELLED)
        for contact in self.slots.values():
            contact.tracking = -1
        self.fingers = {}
        # A pen may have come or left in the gap.
        self.device = _Device()

    def _send(self, time_ns: int, contacts: Mapping[Any, _Contact]) -> Iterator[Touch]:
        """Compares the contacts of a frame with the contacts of the last one. Values that were never reported are 0."""
        # First the fingers that were lifted, so that no more fingers are down than the surface reported. They are lifted where they
        # were, because a pen that leaves the surface reports 0 as its position.
        for key, finger in list(self.fingers.items()):
            new = contacts.get(key)
            hovers = finger.tool == TouchTool.HOVER
            if new is None or hovers != (self.device.tool(new) == TouchTool.HOVER):
                yield self._touch(time_ns, finger, Phase.ENDED)
                del self.fingers[key]
        for key, contact in contacts.items():
            tool, x, y = self.device.tool(contact), contact.x or 0, contact.y or 0
            old = self.fingers.get(key)
            if old is None:
                self.last_id += 1
                finger = self.fingers[key] = _Finger(self.last_id, tool, x, y, contact.tracking)
                yield self._touch(time_ns, finger, Phase.BEGAN)
            elif (old.tool, old.x, old.y) != (tool, x, y):
                # A sample also reports that a finger turned out to be a palm, even if the finger does not move.
                old.tool, old.x, old.y = tool, x, y
                yield self._touch(time_ns, old, Phase.MOVED)

    # Protocol B.

    def _take_b(self, event: InputEvent) -> None:
        if event.type != EV_ABS:
            return
        if event.code == ABS_MT_SLOT:
            self.slot = event.value
        elif 0 <= self.slot < MAX_SLOTS:
            self.slots.setdefault(self.slot, _Contact()).take(event.code, event.value)

    def _end_frame_b(self, time_ns: int) -> Iterator[Touch]:
        # If the id changes without -1 in between, one finger was lifted and another came down.
        slots = sorted(self.slots.items())
        yield from self._send(time_ns, {(slot, each.tracking): each for slot, each in slots if each.tracking >= 0})

    # Devices with a single finger or pen.

    def _take_single(self, event: InputEvent) -> None:
        contact = self.slots.setdefault(0, _Contact())
        if event.type == EV_ABS and event.code == ABS_X:
            contact.x = event.value
        elif event.type == EV_ABS and event.code == ABS_Y:
            contact.y = event.value

    def _end_frame_single(self, time_ns: int) -> Iterator[Touch]:
        is_there = self.device.is_touched or self.device.is_near
        yield from self._send(time_ns, {0: self.slots[0]} if is_there else {})

    # Protocol A.

    def _take_a(self, event: InputEvent) -> None:
        if event.type == EV_SYN and event.code == SYN_MT_REPORT:
            self._end_block()
        elif event.type == EV_ABS and self.block.take(event.code, event.value):
            self.lists_fingers = True

    def _end_block(self) -> None:
        self.lists_fingers = True
        if self.block.x is not None and self.block.y is not None:
            self.blocks.append(self.block)
        self.block = _Contact()

    def _end_frame_a(self, time_ns: int) -> Iterator[Touch]:
        # The SYN_MT_REPORT of the last finger may be missing.
        if self.lists_fingers:
            self._end_block()
        touched = self.device.is_touched
        # A driver that reports BTN_TOUCH or the pressure need not list that there are no fingers. A button that is pressed has a
        # frame without fingers too, and does not lift them.
        if not self.lists_fingers and (touched or (touched is None and not self.is_empty)):
            return
        # Fingers that are lifted are matched as well, because the device may still list them in their old places.
        found = self._match()
        contacts: dict[int, _Contact] = {}
        for index, block in enumerate(self.blocks):
            is_lifted = block.is_lifted or touched is False
            if not is_lifted or self.device.tool(block) == TouchTool.HOVER:
                contacts[found.get(index, -1 - index)] = block
        # First the known fingers, in the order in which they came down. The order of the blocks does not matter.
        yield from self._send(time_ns, dict(sorted(contacts.items(), key=lambda each: (each[0] < 0, abs(each[0])))))
        # Fingers that came down have the index of their block as a key, which is good for this frame only.
        self.fingers = {finger.id: finger for finger in self.fingers.values()}

    def _match(self) -> dict[int, int]:
        """Finds the finger of the last frame that a block continues, by tracking id, or else the nearest pairs first."""
        if all(block.tracking >= 0 for block in self.blocks):
            known = {finger.tracking: finger.id for finger in self.fingers.values()}
            return {index: known[each.tracking] for index, each in enumerate(self.blocks) if each.tracking in known}
        near = sorted(
            ((finger.x - (block.x or 0)) ** 2 + (finger.y - (block.y or 0)) ** 2, finger.id, index)
            for finger in self.fingers.values()
            for index, block in enumerate(self.blocks)
        )
        found: dict[int, int] = {}
        for _, key, index in near:
            if index not in found and key not in found.values():
                found[index] = key
        return found
