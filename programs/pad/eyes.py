# SPDX-License-Identifier: MIT
"""Uses a prompt as a person does: reads its keys from the screen, and taps them."""

import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples/demo"))
import screen  # noqa: E402

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
KEY, ACCENT, FUNCTION = (255, 255, 255), (0x1C, 0x62, 0xB9), (0xD5, 0xDC, 0xE8)
#: The most seconds that anything may take to show on a machine that is busy with something else.
PATIENCE_S = 60
#: The least likeness of two glyphs of one letter that two programs have drawn. Two different letters are less alike.
LIKENESS = 0.8
CANVAS = 48


def boxes(picture, color, narrowest=30, widest=460, lowest=36):
    """Finds the rounded rectangles of a color: x, y, width and height, row by row."""
    mask = np.all(picture == color, axis=2).astype(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = [cv2.boundingRect(outline) for outline in outlines]
    fitting = (b for b in found if narrowest <= b[2] <= widest and lowest <= b[3] <= 100)
    return sorted(fitting, key=lambda b: (b[1], b[0]))


def glyph(ink):
    """Centers the writing of a picture of ink, 0 to 255, on a canvas. Returns None if there is no writing."""
    ys, xs = np.nonzero(ink > 96)
    if not len(xs):
        return None
    cut = ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    if max(cut.shape) > CANVAS:
        return None
    canvas = np.zeros((CANVAS, CANVAS), np.float32)
    y, x = ((CANVAS - side) // 2 for side in cut.shape)
    canvas[y : y + cut.shape[0], x : x + cut.shape[1]] = cut
    return cv2.GaussianBlur(canvas, (0, 0), 1)


@cache
def template(character, size):
    image = Image.new("L", (3 * CANVAS, 3 * CANVAS))
    ImageDraw.Draw(image).text((CANVAS, CANVAS), character, fill=255, font=ImageFont.truetype(FONT, size))
    return glyph(np.asarray(image))


def likeness(one, other):
    return float((one * other).sum() / np.sqrt((one * one).sum() * (other * other).sum()))


def read_keys(picture, characters="0123456789"):
    """Finds the middle of the key of each character, by its glyph alone."""
    found = {}
    for x, y, width, height in boxes(picture, KEY, widest=200):
        if height > 63 or (width > 100 and height < 58):
            continue
        cell = picture[y + 4 : y + height - 4, x + 4 : x + width - 4]
        seen = glyph(255 - cell.min(axis=2))
        if seen is None:
            continue
        size = min(30, round(height) * 0.45)
        scores = {c: likeness(seen, template(c, size)) for c in characters}
        best = max(scores, key=scores.get)
        if scores[best] >= LIKENESS:
            assert best not in found or found[best][2] < scores[best], f"{best} was read twice"
            found[best] = (x + width // 2, y + height // 2, scores[best])
    return {character: place[:2] for character, place in found.items()}


def digits_in(picture):
    """Counts the digits that can be read anywhere in a picture."""
    return len(read_keys(picture))


@contextmanager
def patience(process):
    """Ends a process that does not respond, so that a reader of its output gets the end of it."""
    timer = threading.Timer(PATIENCE_S, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Hand:
    """Taps and types on a display."""

    def __init__(self, display):
        self.display = display

    def xdotool(self, *arguments):
        environment = {"DISPLAY": self.display, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
        subprocess.run(["xdotool", *map(str, arguments)], check=True, env=environment)

    def tap(self, *places):
        """Taps points one after the other, in one run of xdotool."""
        commands = []
        for x, y in places:
            commands += ["mousemove", x, y, "sleep", "0.02", "mousedown", "1"]
            commands += ["sleep", "0.04", "mouseup", "1", "sleep", "0.05"]
        self.xdotool(*commands)

    def type(self, text, keys):
        """Taps the keys of a text into an empty field, each when the field shows the one before.

        Programs with SDL 2 date a touch when they handle it. If they are held up, two touches of one key are a bounce.
        """
        for typed, character in enumerate(text, 1):
            self.tap(keys[character])
            self.shows(typed)

    def look(self):
        return screen.screenshot(self.display)

    def wait_for(self, seen, what):
        """Waits for a picture that shows something, and returns it."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            picture = self.look()
            if seen(picture):
                return picture
            time.sleep(0.05)
        raise AssertionError(f"{what} did not show in {PATIENCE_S} s")

    def keys(self, before=None):
        """Waits until a keypad, other than the one from before, accepts touches. Returns its keys."""

        def shown(picture):
            keys = read_keys(picture)
            return len(keys) == 10 and keys != before

        picture = self.wait_for(shown, "a keypad")
        time.sleep(0.25)
        return read_keys(picture)

    def enter(self, pin, done=True, before=None):
        """Types a PIN on the keys that are shown, and then the done key. Returns the keys."""
        keys = self.keys(before)
        self.type(pin, keys)
        if done:
            self.tap(self.done())
        return keys

    def done(self):
        """The middle of the done key, or of the button that agrees."""
        return self.button(ACCENT)

    def button(self, color, number=0):
        """The middle of a button of a color, numbered from the left in the lowest row."""
        found = boxes(self.look(), color)
        row = [box for box in found if box[1] == found[-1][1]]
        x, y, width, height = row[number]
        return x + width // 2, y + height // 2

    def shows(self, dots):
        """Waits for a number of dots in the field, and returns the picture."""
        return self.wait_for(lambda picture: self.dots(picture) == dots, f"a field with {dots} dots")

    @staticmethod
    def dots(picture):
        """Counts the dots in the field, the highest of the wide white boxes. Returns -1 if there is no field."""
        fields = [b for b in boxes(picture, KEY, narrowest=250, widest=900, lowest=44) if b[3] < 58]
        if not fields:
            return -1
        x, y, width, height = fields[0]
        inside = (picture[y + 6 : y + height - 6, x + 6 : x + width - 6].max(axis=2) < 128).astype(np.uint8)
        return cv2.connectedComponents(inside)[0] - 1
