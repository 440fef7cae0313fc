# SPDX-License-Identifier: MIT
"""Recordings: reads the touches of Linux devices from files of evemu-record and of `libinput record`.

The module reads devices of both multi-touch protocols in the kernel's documentation (input/multi-touch-protocol), and
devices that report a single finger. In protocol B the device keeps each finger in a numbered slot. In protocol A each
frame lists all fingers again, with or without tracking ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ._geometry import Phase, Rect, Touch
from .errors import InvalidArgumentError

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
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
        """Returns the touches of the fingers. Each finger has an id that is not used again.

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


# ---- evemu ----
# The lines that are read are "N: name", "A: code min max fuzz flat [resolution]" and
# "E: seconds.microseconds type code value". Types and codes are hexadecimal.

_EVEMU_EVENT = re.compile(r"^E:\s*(\d+)\.(\d+)\s+([0-9a-fA-F]+)\s+([0-9a-fA-F]+)\s+(-?\d+)")
_EVEMU_AXIS = re.compile(r"^A:\s*([0-9a-fA-F]+)\s+(-?\d+)\s+(-?\d+)")


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
_AXIS = re.compile(r"^\s*(\d+):\s*\[\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*-?\d+\s*,\s*-?\d+\s*,\s*-?\d+\s*\]")
_EVENT = re.compile(r"^\s*- \[\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(-?\d+)\s*\]")


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
    """A finger in a slot of protocol B, or in a block of protocol A."""

    tracking: int = -1
    x: int = 0
    y: int = 0
    #: The id of the touch. 0: the finger is not down.
    touch: int = 0
    changed: bool = False


@dataclass
class _Reader:
    axes: dict[int, tuple[int, int]]
    screen: Rect | None
    slots: dict[int, _Contact] = field(default_factory=dict)
    slot: int = 0
    last_id: int = 0
    #: Protocol A: the block that is being read, and the finished blocks of this frame.
    block: _Contact | None = None
    blocks: list[_Contact] = field(default_factory=list)
    has_blocks: bool = False
    fingers: list[_Contact] = field(default_factory=list)
    dropped: bool = False

    def read(self, events: Iterable[InputEvent]) -> Iterator[Touch]:
        is_b = ABS_MT_SLOT in self.axes
        is_multi = ABS_MT_POSITION_X in self.axes
        for event in events:
            if event.type == EV_SYN and event.code == SYN_DROPPED:
                # Events were lost. What follows until the next report is incomplete.
                self.dropped = True
                yield from self._cancel_all(event.time_ns)
            elif event.type == EV_SYN and event.code == SYN_REPORT:
                if not self.dropped:
                    frame = self._end_frame_b if is_b or not is_multi else self._end_frame_a
                    yield from frame(event.time_ns)
                self.dropped = False
                self.block, self.blocks, self.has_blocks = None, [], False
            elif self.dropped:
                continue
            elif is_b:
                self._take_b(event)
            elif is_multi:
                self._take_a(event)
            else:
                self._take_single(event)

    def _point(self, contact: _Contact, single: bool) -> tuple[float, float]:
        if self.screen is None:
            return float(contact.x), float(contact.y)
        codes = (ABS_X, ABS_Y) if single else (ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
        (left, right), (top, bottom) = (self.axes.get(code, (0, 1)) for code in codes)
        # Both ends of the range are positions, so the width is the difference of the ends.
        x = self.screen.x + (contact.x - left) / max(right - left, 1) * self.screen.width
        y = self.screen.y + (contact.y - top) / max(bottom - top, 1) * self.screen.height
        return x, y

    def _touch(self, time_ns: int, contact: _Contact, phase: Phase) -> Touch:
        if phase == Phase.BEGAN:
            self.last_id += 1
            contact.touch = self.last_id
        contact.changed = False
        touch = Touch(time_ns, contact.touch, phase, *self._point(contact, ABS_MT_POSITION_X not in self.axes))
        if phase in (Phase.ENDED, Phase.CANCELLED):
            contact.touch = 0
        return touch

    def _cancel_all(self, time_ns: int) -> Iterator[Touch]:
        for contact in (*self.slots.values(), *self.fingers):
            if contact.touch:
                yield self._touch(time_ns, contact, Phase.CANCELLED)
            contact.tracking = -1
        self.fingers = []

    # Protocol B. A device with a single finger is read as one slot.

    def _take_b(self, event: InputEvent) -> None:
        if event.type != EV_ABS:
            return
        if event.code == ABS_MT_SLOT:
            self.slot = event.value
        if not 0 <= self.slot < MAX_SLOTS:
            return
        contact = self.slots.setdefault(self.slot, _Contact())
        if event.code == ABS_MT_TRACKING_ID:
            # If the id changes without -1 in between, one finger was lifted and another came down.
            if event.value != contact.tracking and contact.touch and contact.tracking >= 0 and event.value >= 0:
                self.slots[~len(self.slots)] = _Contact(-1, contact.x, contact.y, contact.touch)
                contact.touch = 0
            contact.tracking = event.value
        elif event.code == ABS_MT_POSITION_X:
            contact.x, contact.changed = event.value, True
        elif event.code == ABS_MT_POSITION_Y:
            contact.y, contact.changed = event.value, True

    def _take_single(self, event: InputEvent) -> None:
        contact = self.slots.setdefault(0, _Contact())
        if event.type == EV_KEY and event.code == BTN_TOUCH:
            contact.tracking = 0 if event.value else -1
        elif event.type == EV_ABS and event.code == ABS_X:
            contact.x, contact.changed = event.value, True
        elif event.type == EV_ABS and event.code == ABS_Y:
            contact.y, contact.changed = event.value, True

    def _end_frame_b(self, time_ns: int) -> Iterator[Touch]:
        # First the fingers that were lifted, so that no more fingers are down than the surface reported.
        for key, contact in list(self.slots.items()):
            if contact.tracking < 0 and contact.touch:
                yield self._touch(time_ns, contact, Phase.ENDED)
            if key < 0:
                del self.slots[key]
        for contact in self.slots.values():
            if contact.tracking >= 0 and not contact.touch:
                yield self._touch(time_ns, contact, Phase.BEGAN)
            elif contact.touch and contact.changed:
                yield self._touch(time_ns, contact, Phase.MOVED)

    # Protocol A.

    def _take_a(self, event: InputEvent) -> None:
        if event.type == EV_SYN and event.code == SYN_MT_REPORT:
            self.has_blocks = True
            if self.block:
                self.blocks.append(self.block)
            self.block = None
        elif event.type == EV_ABS and event.code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID):
            self.block = self.block or _Contact()
            if event.code == ABS_MT_POSITION_X:
                self.block.x = event.value
            elif event.code == ABS_MT_POSITION_Y:
                self.block.y = event.value
            else:
                self.block.tracking = event.value

    def _end_frame_a(self, time_ns: int) -> Iterator[Touch]:
        if not self.has_blocks:
            return
        pairs = self._match()
        for finger in self.fingers:
            if id(finger) not in {id(old) for old, _ in pairs}:
                yield self._touch(time_ns, finger, Phase.ENDED)
        after = []
        for old, new in pairs:
            moved = (old.x, old.y) != (new.x, new.y)
            old.x, old.y = new.x, new.y
            if moved:
                yield self._touch(time_ns, old, Phase.MOVED)
            after.append(old)
        for new in self.blocks:
            if id(new) not in {id(block) for _, block in pairs}:
                yield self._touch(time_ns, new, Phase.BEGAN)
                after.append(new)
        self.fingers = after

    def _match(self) -> list[tuple[_Contact, _Contact]]:
        """Pairs the fingers of the last frame with this frame's, by tracking id, or else the nearest pairs first."""
        if all(block.tracking >= 0 for block in self.blocks):
            known = {finger.tracking: finger for finger in self.fingers}
            return [(known[block.tracking], block) for block in self.blocks if block.tracking in known]
        near = sorted(
            ((old.x - new.x) ** 2 + (old.y - new.y) ** 2, i, k)
            for i, old in enumerate(self.fingers)
            for k, new in enumerate(self.blocks)
        )
        olds: set[int] = set()
        news: set[int] = set()
        pairs = []
        for _, i, k in near:
            if i not in olds and k not in news:
                olds.add(i)
                news.add(k)
                pairs.append((self.fingers[i], self.blocks[k]))
        return pairs
