#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the recordings that test_photos.py replays, in the format that replay.h describes.

    examples/photos/touches.py            writes examples/photos/recordings/*.jsonl

A simulated hand moves along paths of minimum jerk, as arms do (Flash and Hogan, 1985). A touch screen reports it 120 times a
second, with noise of a quarter of a point. A finger that flings is lifted while it still moves.
"""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("recordings")
RATE = 120  # samples a second
NOISE = 0.25  # standard deviation in points

Point = tuple[float, float]


def minimum_jerk(phase: float) -> float:
    """The part of the way that is done when this part of the time has passed."""
    return phase**3 * (10 - 15 * phase + 6 * phase**2)


class Hand:
    """A hand at a touch screen, and the recording of it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[dict[str, Any]] = []
        self.frame = RATE // 2  # since the start
        self.fingers: dict[int, Point] = {}
        self.reported: dict[int, Point] = {}

    def say(self, text: str) -> None:
        self.lines.append({"say": text})

    def shot(self, name: str) -> None:
        self.lines.append({"t": self._time(), "shot": name})

    def wait(self, seconds: float) -> None:
        """Waits. Fingers that are down rest, and the screen reports no noise then: most filter it."""
        self.frame += round(seconds * RATE)

    def down(self, **places: Point) -> None:
        """Puts fingers down. Their names are f1, f2, …"""
        for name, place in places.items():
            self.fingers[int(name[1:])] = place
        self._report("began", (int(name[1:]) for name in places))

    def up(self) -> None:
        """Lifts all fingers. They are reported where they were last."""
        for finger in self.fingers:
            self._append(finger, "ended")
        self.fingers.clear()

    def move(self, seconds: float, lift: float = 1.0, **places: Point) -> None:
        """Moves fingers to places. With `lift`, this part of the time passes, and then the fingers are lifted."""
        start = dict(self.fingers)
        frames = round(seconds * RATE)
        for i in range(1, round(frames * lift) + 1):
            part = minimum_jerk(i / frames)
            self.frame += 1
            for name, (x, y) in places.items():
                (x0, y0) = start[int(name[1:])]
                self.fingers[int(name[1:])] = (x0 + (x - x0) * part, y0 + (y - y0) * part)
            self._report("moved", self.fingers)
        if lift < 1:
            self.frame += 1
            self.up()

    def fling(self, start: Point, end: Point, seconds: float = 0.4, lift: float = 0.6) -> None:
        """Flings with one finger, which aims at a place but is lifted before it gets there."""
        self.down(f1=start)
        self.move(seconds, lift, f1=end)

    def tap(self, place: Point) -> None:
        self.down(f1=place)
        self.wait(0.07)
        self.up()

    def double_tap(self, place: Point) -> None:
        self.tap(place)
        self.wait(0.12)
        self.tap((place[0] + 2, place[1] - 1))

    def wheel(self, place: Point, steps: int) -> None:
        """Turns a wheel downwards."""
        for _ in range(steps):
            self._scroll("wheel", "moved", place, (0, 40))
            self.wait(0.1)

    def pad_fling(self, place: Point, distance: float, seconds: float = 0.4, lift: float = 0.6) -> None:
        """Flings sideways with two fingers on a touchpad."""
        frames = round(seconds * RATE)
        for i in range(1, round(frames * lift) + 1):
            self.frame += 1
            part = minimum_jerk(i / frames) - minimum_jerk((i - 1) / frames)
            self._scroll("finger", "moved", place, (round(distance * part + self.random.gauss(0, NOISE), 2), 0))
        self.frame += 1
        self._scroll("finger", "ended", place, (0, 0))

    def _scroll(self, source: str, phase: str, place: Point, moved: Point) -> None:
        line = {"t": self._time(), "scroll": source, "phase": phase, "x": place[0], "y": place[1], "dx": moved[0], "dy": moved[1]}
        self.lines.append(line)

    def write(self, name: str) -> None:
        FOLDER.mkdir(exist_ok=True)
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines)
        (FOLDER / f"{name}.jsonl").write_text(text)

    def _time(self) -> int:
        return self.frame * 1_000_000_000 // RATE

    def _report(self, phase: str, fingers: Iterable[int]) -> None:
        for finger in fingers:
            x, y = (round(value + self.random.gauss(0, NOISE), 2) for value in self.fingers[finger])
            self.reported[finger] = (x, y)
            self._append(finger, phase)

    def _append(self, finger: int, phase: str) -> None:
        x, y = self.reported[finger]
        self.lines.append({"t": self._time(), "id": finger, "phase": phase, "x": x, "y": y})


def scroll() -> Hand:
    hand = Hand(1)
    hand.say("A finger drags the second row to the left, and a little downwards. The list does not move.")
    hand.down(f1=(270, 200))
    hand.move(0.6, f1=(110, 240))
    hand.shot("dragged")
    hand.wait(0.2)
    hand.up()
    hand.wait(1)
    hand.shot("dropped")
    hand.say("It flings the row.")
    hand.fling((270, 220), (110, 210))
    hand.wait(3.5)
    hand.shot("row_flung")
    hand.say("It flings the list upwards.")
    hand.fling((130, 420), (150, 260))
    hand.wait(0.2)
    hand.shot("list_flung")
    hand.say("A tap stops the list, and opens no photo.")
    hand.tap((100, 300))
    hand.wait(1)
    hand.shot("caught")
    hand.say("A fling goes beyond the end of the list, which springs back.")
    hand.fling((160, 440), (170, 280), 0.3, 0.5)
    hand.wait(0.1)
    hand.shot("overshot")
    hand.wait(2)
    hand.shot("end")
    return hand


def zoom() -> Hand:
    hand = Hand(2)
    hand.say("A tap opens the second photo of the second row.")
    hand.tap((222, 214))
    hand.wait(0.1)
    hand.shot("opening")
    hand.wait(0.5)
    hand.shot("opened")
    hand.say("A double tap enlarges it around the finger.")
    hand.double_tap((120, 205))
    hand.wait(0.5)
    hand.shot("zoomed")
    hand.say("One finger flings the enlarged photo.")
    hand.fling((220, 300), (120, 290))
    hand.wait(3)
    hand.shot("photo_flung")
    hand.say("A double tap shows all of it again.")
    hand.double_tap((160, 240))
    hand.wait(0.5)
    hand.shot("whole")
    hand.say("A tap, and a drag downwards with the next press: the photo grows while the finger moves.")
    hand.tap((120, 220))
    hand.wait(0.12)
    hand.down(f1=(121, 221))
    hand.move(0.5, f1=(125, 321))
    hand.wait(0.1)
    hand.shot("tap_dragged")
    hand.up()
    hand.wait(0.6)
    hand.double_tap((160, 240))
    hand.wait(0.5)
    hand.say("One finger flings the photo that fits: the next one comes.")
    hand.fling((260, 260), (100, 270))
    hand.shot("paging")
    hand.wait(1)
    hand.shot("paged")
    hand.say("A drag downwards puts it back into the row.")
    hand.down(f1=(150, 200))
    hand.move(0.4, f1=(165, 330))
    hand.wait(0.2)
    hand.shot("leaving")
    hand.up()
    hand.wait(0.6)
    hand.shot("closed")
    return hand


def pinch() -> Hand:
    hand = Hand(3)
    hand.say("A tap opens the second photo of the first row.")
    hand.tap((222, 80))
    hand.wait(0.6)
    hand.shot("opened")
    hand.say("Two fingers move apart. The photo stays under them.")
    hand.down(f1=(120, 255), f2=(200, 215))
    hand.move(0.5, f1=(75, 310), f2=(245, 225))
    hand.wait(0.1)
    hand.shot("pinched")
    hand.up()
    hand.wait(1)
    hand.shot("pinch_ended")
    hand.say("They turn the photo by about 65° and make it smaller. When they let go, it becomes upright.")
    hand.down(f1=(80, 200), f2=(230, 280))
    hand.move(0.6, f1=(165, 180), f2=(155, 290))
    hand.wait(0.1)
    hand.shot("turned")
    hand.up()
    hand.wait(1)
    hand.shot("turn_ended")
    return hand


def wheel() -> Hand:
    hand = Hand(4)
    hand.say("A wheel turns while the pointer is on a row. The list scrolls, because the row goes sideways only.")
    hand.wheel((100, 220), 3)
    hand.shot("turning")
    hand.wait(1)
    hand.shot("wheeled")
    hand.say("Two fingers on a touchpad fling the row below the pointer sideways.")
    hand.pad_fling((100, 220), 160)
    hand.wait(3)
    hand.shot("pad_flung")
    hand.say("The wheel turns on to the end of the list, which it does not stretch.")
    hand.wheel((100, 220), 9)
    hand.shot("end")
    return hand


if __name__ == "__main__":
    for make in (scroll, zoom, pinch, wheel):
        make().write(make.__name__)
