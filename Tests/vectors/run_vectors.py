# SPDX-License-Identifier: MIT
"""Checks the vectors through the Python package: python run_vectors.py [FOLDER]"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import scrim
from scrim.recognizers import EdgePan, Host, LongPress, Pan, Pinch, Rotation, Swipe, Tap

FILES = "text", "keypad", "redaction", "gestures", "collector"
RECOGNIZERS = [Tap, LongPress, Pan, Pinch, Rotation, Swipe, EdgePan, Host]
Values = list[Any]


def real(number: float) -> int:
    return math.floor(number * 1000 + 0.5)


def digest(octets: bytes) -> str:
    """FNV-1a."""
    number = 0xCBF29CE484222325
    for octet in octets:
        number = (number ^ octet) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{number:016x}"


def noise(size: int, state: int) -> bytearray:
    octets = bytearray(size)
    for index in range(size):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        octets[index] = state >> 24
    return octets


class Runner:
    """The objects of one vector, and a method for each call."""

    def __init__(self) -> None:
        self.views: list[int] = []
        self.recognizers: list[int] = []
        self.events: list[scrim.Event] = []

    def run(self, call: str, given: Values) -> tuple[int, Values]:
        method: Callable[..., Values | None] = getattr(self, call, None) or getattr(self.text, call)
        try:
            return 0, method(*given) or []
        except scrim.ScrimError as error:
            return error.status, []

    # ---- Text ----

    def create_text(self, capacity: int, clusters: int, allowed: int, kind: int, count: int, mask: int, hidden: int, visible: int) -> None:
        character = {"mask": chr(mask)} if mask else {}
        self.text = scrim.Text(
            capacity, max_clusters=clusters, allowed=allowed, mask_kind=kind, mask_count=count, hide_length=bool(hidden),
            visible=bool(visible), **character,
        )  # fmt: skip

    def move(self, motion: int, extend: int) -> None:
        self.text.move(scrim.Motion(motion), extend=bool(extend))

    def count(self) -> Values:
        return [self.text.count]

    def selection(self) -> Values:
        return [*self.text.selection]

    def masked(self) -> Values:
        return [self.text.masked]

    def equals(self, other: str) -> Values:
        return [int(self.text.equals(other))]

    # ---- Keypads ----

    def create_keypad(self, layout: int, *given: float) -> None:
        *bounds, columns, rows, blanks, shuffle, unshuffled = given
        self.keypad = scrim.Keypad(
            bounds, layout=layout, column_spacing=columns, row_spacing=rows, blank_keys_per_row=int(blanks), shuffle=int(shuffle),
            allow_unshuffled=bool(unshuffled),
        )  # fmt: skip

    def show(self) -> None:
        self.keypad.show()

    def keys(self) -> Values:
        return [real(number) for key in self.keypad.keys() for number in key.rect]

    # ---- Redaction ----

    def redact_rects(self, *given: float) -> Values:
        boxes = given[11:]
        return self.cover(given, [scrim.Region(boxes[i : i + 4]) for i in range(0, len(boxes), 4)], {})

    def redact(self, *given: float) -> Values:
        names = "sampling_gap", "dilation", "size_multiple", "codec_block"
        rows = [given[i : i + 7] for i in range(15, len(given), 7)]
        regions = [scrim.Region(row[1:5], 0, row[6], scrim.Shape(row[0]), row[5]) for row in rows]
        return self.cover(given, regions, dict(zip(names, given[11:15])))

    def cover(self, given: Values, regions: list[scrim.Region], options: dict[str, int]) -> Values:
        format, width, height, seed, size, kind, color, flags, amount, saturation, style_seed = given[:11]
        picture = noise(width * height * size, seed)
        style = scrim.Style(color, kind, amount, saturation, style_seed, flags)
        flat = {"pixel_format": scrim.Format(format), "width": width, "height": height}
        try:
            status, report = 0, scrim.redact_in_place(picture, regions, style=style, allow_nothing=True, **flat, **options)
        except scrim.ScrimError as error:
            status, report = error.status, error.report
        return [status, int(report.outcome), digest(picture)]

    # ---- Gestures and collectors ----

    def scene(self, x: float, y: float, width: float, height: float, screen: str, capacity: int) -> None:
        self.windows = scrim.Scene()
        self.window = self.windows.add_window((x, y, width, height), screen=screen)
        self.gestures = scrim.Gestures(self.windows)
        self.collector = scrim.Collector(self.gestures, capacity)

    def view(self, x: float, y: float, width: float, height: float, secure: int, name: str, content: str) -> None:
        flags = scrim.ViewFlags.INTERACTIVE | (scrim.ViewFlags.SECURE if secure else 0)
        self.views.append(
            self.windows.add_view(self.window, (x, y, width, height), flags=flags, classes=[name], content=content)
        )

    def recognizer(self, kind: int, profile: int, density: float, view: int, taps: int) -> None:
        place = self.views[view - 1] if view else self.window
        more = {"taps": taps} if taps else {}
        made = RECOGNIZERS[kind - 1](view=place, profile=profile, density=density, **more)
        self.recognizers.append(self.gestures.add(made))

    def action(self, recognizer: int, target: int, name: str) -> None:
        self.gestures.add_action(self.recognizers[recognizer - 1], target, name)

    def relate(self, recognizer: int, relation: int, other: int) -> None:
        self.gestures.relate(self.recognizers[recognizer - 1], relation, self.recognizers[other - 1])

    def touch(self, time: int, finger: int, phase: int, x: float, y: float) -> Values:
        return self.sent(self.gestures.feed([scrim.Touch(time, finger, phase, x, y)]))

    def advance(self, now: int) -> Values:
        return self.sent(self.gestures.advance(now))

    def cancel(self, now: int) -> Values:
        return self.sent(self.gestures.cancel(now))

    def sent(self, events: list[scrim.Event]) -> Values:
        self.events = events
        out: Values = []
        for e in events:
            out += [e.time_ns, self.recognizers.index(e.recognizer) + 1, *map(int, e[5:10]), *map(real, e[10:18])]
        return out

    def decide(self) -> Values:
        return [int(number) for decision in self.collector.decide(self.events) for number in decision]

    def collector_advance(self, now: int) -> None:
        self.collector.advance(now)

    def next_json(self) -> Values:
        record = self.collector.next_json()
        return [] if record is None else [record]


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    checked = 0
    for name in FILES:
        for vector in json.loads((folder / f"{name}.json").read_text()):
            runner = Runner()
            for number, call in enumerate(vector["calls"]):
                status, out = runner.run(call["call"], call["in"])
                if name == "redaction" and not status:
                    status, *out = out
                if (status, out) != (call["status"], call["out"]):
                    print(f"{name}.json: {vector['name']}: call {number}, {call['call']}, returned {status} and {out}", file=sys.stderr)
                    print(f"expected {call['status']} and {call['out']}", file=sys.stderr)
                    return 1
            checked += 1
    print(f"{checked} vectors checked")
    return 0


if __name__ == "__main__":
    sys.exit(main())
