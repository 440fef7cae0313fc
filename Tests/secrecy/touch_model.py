# SPDX-License-Identifier: MIT
"""What may be told of private touches, by the rules alone: a second implementation, without an engine."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field

from touch_fixture import BEGAN, CANCELLED, ENDED, HOVER, MOVED, PALM, SECRECY, WHEEL, Sample, Scroll, area

BUCKET = 10_000
WORDS = ["interaction", "long_press", "rage", "dead"]


@dataclass
class Model:
    """Times are in ms. `told` is what is handed out: when, and the record."""

    told: list[tuple[int, bytes]] = field(default_factory=list)
    coarse: bool = False
    silent: bool = False
    is_secure: bool = False
    held: bool = False
    fingers: dict[int, str | None] = field(default_factory=dict)
    is_private: bool = False
    counts: bool = True
    is_silent: bool = False
    press: Sample | None = None
    is_long: bool = False
    taps: list[tuple[int, float, float, str]] = field(default_factory=list)
    is_rage: bool = False
    awaiting: list[int] = field(default_factory=list)
    last_silence: int | None = None
    #: Until when a scroll lasts without another sample, and its source and origin.
    scrolls_until: int = 0
    scroll_source: int = 0
    scroll_origin: tuple[float, float] = (0, 0)
    buckets: dict[int, set[str]] = field(default_factory=dict)
    now: int = 0

    def secrecy(self, x: float, y: float) -> str | None:
        name = area(x, y)
        if name == "flip":
            return "coarse" if self.is_secure or self.held else None
        return SECRECY.get(name or "")

    def add(self, word: str, time: int) -> None:
        self.buckets.setdefault(time // BUCKET, set()).add(word)

    # ---- What happens ----

    def settle(self, time: int) -> None:
        if self.press and not self.is_long and time >= self.press.time + 500:
            self.is_long = True
            self.note("long_press", self.press.time + 500)
        for due in [due for due in self.awaiting if due <= time]:
            self.note("dead", due)
            self.awaiting.remove(due)

    def note(self, word: str, time: int) -> None:
        if self.coarse:
            self.add(word, time)

    def touch(self, secrecy: str | None, time: int) -> None:
        if not self.counts:
            return
        if secrecy == "coarse":
            self.note("interaction", time)
        if secrecy == "silent":
            self.is_silent = True
            is_new = self.last_silence is None or time - self.last_silence > 5000
            self.last_silence = time
            if is_new and self.silent:
                self.add("silent", time)

    def feed(self, sample: Sample) -> None:
        self.settle(sample.time)
        secrecy = self.secrecy(sample.x, sample.y)
        phase = CANCELLED if sample.tool in (PALM, HOVER) else sample.phase
        if phase == BEGAN:
            is_first = not self.fingers
            self.scrolls_until = 0
            if is_first:
                self.is_private, self.counts, self.is_silent = False, self.coarse or self.silent, False
            self.fingers[sample.id] = area(sample.x, sample.y)
            self.is_private |= secrecy is not None
            self.press = sample if is_first and secrecy == "coarse" and self.counts else None
            self.is_long = False
            self.touch(secrecy, sample.time)
            return
        if self.fingers and not self.is_private and secrecy:
            self.is_private = True
            self.touch(secrecy, sample.time)
        if sample.id not in self.fingers:
            return
        if self.is_private and self.is_silent and self.counts:
            self.last_silence = sample.time
        if self.press and math.dist((self.press.x, self.press.y), (sample.x, sample.y)) > 10:
            self.press = None
        if phase == MOVED:
            return
        del self.fingers[sample.id]
        if not self.fingers:
            self.held = False
        if self.press and not self.is_long and phase == ENDED:
            self.tap(sample.time, self.press)
        self.press = None

    def scroll(self, sample: Scroll) -> None:
        """A scroll is an interaction, like a finger that is neither a tap nor a press."""
        if self.fingers:
            return
        self.settle(sample.time)
        point = (sample.x, sample.y)
        is_near = sample.source != WHEEL or math.dist(self.scroll_origin, point) <= 10
        secrecy = self.secrecy(*point)
        if sample.time < self.scrolls_until and sample.source == self.scroll_source and is_near:
            if not self.is_private and secrecy:
                self.is_private = True
                self.touch(secrecy, sample.time)
            if self.is_private and self.is_silent and self.counts:
                self.last_silence = sample.time
        elif sample.step:
            self.is_private, self.counts, self.is_silent = secrecy is not None, self.coarse or self.silent, False
            self.scroll_source, self.scroll_origin, self.press = sample.source, point, None
            self.touch(secrecy, sample.time)
        else:
            return
        pause = 500 if sample.source == WHEEL else 60_000
        self.scrolls_until = sample.time + pause if sample.step else 0

    def tap(self, time: int, down: Sample) -> None:
        self.taps.append((time, down.x, down.y, area(down.x, down.y) or ""))
        last = self.taps[-3:]
        first = last[0]
        is_row = len(last) == 3 and all(
            tap[3] == first[3] and tap[0] - first[0] <= 1000 and math.dist(tap[1:3], first[1:3]) <= 30 for tap in last
        )
        if is_row and not self.is_rage:
            self.note("rage", time)
        self.is_rage = is_row
        self.awaiting.append(time + 1000)

    def flip(self, time: int, is_secure: bool) -> None:
        self.settle(time)
        self.awaiting.clear()
        self.held |= bool(self.fingers) and self.is_secure and not is_secure
        self.is_secure = is_secure
        if is_secure and not self.is_private and "flip" in self.fingers.values():
            self.is_private = True
            self.touch("coarse", time)

    def note_response(self, time: int) -> None:
        self.settle(time)
        self.awaiting.clear()

    def tell(self, time: int, coarse: bool, silent: bool) -> None:
        if (coarse, silent) == (self.coarse, self.silent):
            return
        self.coarse, self.silent = coarse, silent
        self.buckets.clear()
        self.taps.clear()
        self.awaiting.clear()
        self.counts, self.press, self.is_rage, self.last_silence = False, None, False, None

    def poll(self, time: int) -> None:
        self.settle(time)
        for number in sorted(self.buckets):
            if (number + 1) * BUCKET <= time:
                words = {"interaction" if word == "silent" else word for word in self.buckets.pop(number)}
                record = {"v": 1, "t": number * BUCKET * 1_000_000, "kind": "private"}
                record["what"] = [word for word in WORDS if word in words]
                self.told.append((time, json.dumps(record, separators=(",", ":")).encode()))
