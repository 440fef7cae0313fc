# SPDX-License-Identifier: MIT
"""Videos of drawn text, with the pixels of ink that belong to secrets in each frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import av
import numpy as np
import numpy.typing as npt
from cli_run import FONTS
from PIL import Image, ImageDraw, ImageFont

RATE = 30
SIZE = (448, 256)
EMAIL, CARD = "mara.okafor@example.com", "4111 1111 1111 1111"
#: A pixel is ink if the letters change it by so many levels.
INK = 40

Pixels = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]


class Shown(NamedTuple):
    """A frame, and the ink of secrets that it shows."""

    frame: Pixels
    ink: Mask


class Canvas:
    """Draws a frame, with its secrets and without them. They differ in the ink of the secrets."""

    def __init__(self, paper: int = 250, size: tuple[int, int] = SIZE) -> None:
        self._images = [Image.new("L", size, paper) for _ in range(2)]
        self._draws = [ImageDraw.Draw(image) for image in self._images]

    def rect(self, box: tuple[float, float, float, float], fill: int, outline: int | None = None) -> None:
        for draw in self._draws:
            draw.rectangle(box, fill, outline)

    def text(self, x: float, y: float, text: str, ink: int = 30, size: int = 15, secret: str = "") -> None:
        """Writes a text. Its part `secret` is a secret."""
        font = ImageFont.truetype(FONTS, size)
        start = text.index(secret) if secret else len(text)
        for which, draw in enumerate(self._draws):
            draw.text((x, y), text[:start], ink, font)
            behind = x + font.getlength(text[: start + len(secret)])
            if which == 0 and secret:
                draw.text((x + font.getlength(text[:start]), y), secret, ink, font)
            draw.text((behind, y), text[start + len(secret) :], ink, font)

    def shown(self) -> Shown:
        with_secret, without = (np.asarray(image) for image in self._images)
        return Shown(with_secret, np.abs(with_secret.astype(int) - without) >= INK)


def write(path: Path, frames: list[Pixels], codec: str = "libx264", **options: str) -> Path:
    height, width = frames[0].shape
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(codec, RATE, options=options or {"crf": "23", "preset": "veryfast"})
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        for index, pixels in enumerate(frames):
            frame = av.VideoFrame.from_ndarray(pixels, "gray").reformat(format="yuv420p")
            frame.pts, frame.time_base = index, Fraction(1, RATE)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def colors(path: Path) -> Iterator[Pixels]:
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            yield frame.to_ndarray(format="rgb24")


class Score(NamedTuple):
    """How well the secrets of a video are covered."""

    #: The frames that show a part of a secret, and those in which all of it is covered.
    frames: int
    covered: int
    #: The first frames in which something is left, each with the number of its visible pixels.
    left: list[tuple[int, int]]
    #: The share of all pixels that are covered.
    share: float


def score(path: Path, shown: list[Shown]) -> Score:
    """Compares a video whose secrets are covered in magenta with the truth."""
    frames, left, pixels = 0, [], 0
    made = list(colors(path))
    assert len(made) == len(shown)
    for index, (frame, (_, ink)) in enumerate(zip(made, shown, strict=True)):
        covered = (frame[..., 0] > 190) & (frame[..., 1] < 90) & (frame[..., 2] > 190)
        pixels += int(covered.sum())
        frames += bool(ink.any())
        if (ink & ~covered).any():
            left.append((index, int((ink & ~covered).sum())))
    return Score(frames, frames - len(left), left[:20], pixels / (len(made) * made[0][..., 0].size))


WORDS = "service started|cache warm|index rebuilt|job queued|disk ok|retry later|session closed|plan updated".split("|")


def log_line(index: int) -> tuple[str, str]:
    """A line of a log, and the secret in it."""
    told = f"{10 + index // 60:02}:{index % 60:02} {WORDS[index * 5 % len(WORDS)]}"
    if index % 9 == 4:
        return f"{told} {EMAIL}", EMAIL
    return (f"{told} {CARD}", CARD) if index % 9 == 8 else (told, "")


def scrolled(offset: float) -> Shown:
    """A log that has been scrolled by some pixels, in a pane below a title."""
    canvas, top, step = Canvas(), 40, 24
    first = int(offset // step)
    for index in range(max(0, first - 1), first + 11):
        line, secret = log_line(index)
        canvas.text(12, top + index * step - offset, line, secret=secret)
    canvas.rect((0, 0, SIZE[0], top - 4), 220)
    canvas.text(12, 10, "Events of today")
    return canvas.shown()


def scroll(speed: float = 2, count: int = 90) -> list[Shown]:
    """A log that scrolls smoothly."""
    return [scrolled(int(index * speed)) for index in range(count)]


def lines(every: int = 5, count: int = 90) -> list[Shown]:
    """A log in which lines appear at the bottom, and the others jump up."""
    return [scrolled(24 * (index // every)) for index in range(count)]


def drag(speed: float = 9, count: int = 90) -> list[Shown]:
    """A window with a card number that is dragged over another text."""
    frames = []
    for index in range(count):
        canvas = Canvas()
        for row in range(10):
            canvas.text(8, 6 + 25 * row, f"Chapter {row + 1}: the harbor and its books, page {row * 7 + 3}", 90)
        way = speed * max(0, min(index - 15, count - 30))
        x, y = (abs((start + way * part) % (2 * room) - room) for start, part, room in ((20, 1, 200), (30, 0.6, 150)))
        canvas.rect((x, y, x + 240, y + 90), 235, 60)
        canvas.text(x + 10, y + 8, "Payment")
        canvas.text(x + 10, y + 40, f"Card {CARD}", secret=CARD)
        frames.append(canvas.shown())
    return frames


def typing(every: int = 4, count: int = 0) -> list[Shown]:
    """An e-mail address that is typed, stays for a second, and is replaced by another page."""
    frames = []
    for index in range(count or 20 + every * len(EMAIL) + 45):
        canvas = Canvas(240)
        typed = EMAIL[: max(0, (index - 20) // every)]
        if index < 20 + every * len(EMAIL) + 30:
            canvas.text(20, 30, "Sign up for the newsletter", size=18)
            canvas.text(20, 100, "E-mail address")
            canvas.rect((20, 124, 400, 152), 255, 120)
            canvas.text(28, 128, typed, secret=typed)
            end = 29 + ImageFont.truetype(FONTS, 15).getlength(typed)
            canvas.rect((end, 128, end + 1, 148), 20 if index // 15 % 2 else 255)
        else:
            canvas.text(20, 100, "Thank you")
        frames.append(canvas.shown())
    return frames


def page(seed: int, secret: str = "") -> Canvas:
    canvas = Canvas()
    canvas.text(20, 20, f"Page {seed} of the manual", size=20)
    for row in range(5):
        canvas.text(20, 70 + 28 * row, f"{WORDS[(seed * 3 + row) % len(WORDS)]}, see section {seed}.{row + 1}")
    if secret:
        canvas.text(20, 220, f"Contact {secret}", secret=secret)
    return canvas


def cuts(length: int = 8, count: int = 75) -> list[Shown]:
    """Pages without secrets. A page with one is shown for a few frames between two regular readings."""
    with_secret = page(2, EMAIL).shown()
    return [with_secret if 40 <= index < 40 + length else page(1 + 2 * (index >= 40)).shown() for index in range(count)]


def fade(length: int = 15, count: int = 90) -> list[Shown]:
    """A card number that fades in, stays and fades out, between two regular readings at first."""
    frames = []
    for index in range(count):
        canvas = page(4)
        part = max(0.0, min(1.0, (index - 20) / length, (count - 10 - index) / length))
        if part:
            canvas.text(200, 220, CARD, round(250 - 220 * part), secret=CARD)
        frames.append(canvas.shown())
    return frames


def newline(count: int = 75) -> list[Shown]:
    """A message that appears within a page for half a second."""
    return [page(5, EMAIL if 37 <= index < 52 else "").shown() for index in range(count)]


SCENES: dict[str, Callable[[], list[Shown]]] = {
    "scroll": scroll, "lines": lines, "drag": drag, "typing": typing, "cuts": cuts, "fade": fade, "newline": newline,
}  # fmt: skip
