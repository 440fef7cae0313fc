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
        self.images = [Image.new("L", size, paper) for _ in range(2)]
        self._draws = [ImageDraw.Draw(image) for image in self.images]

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
        with_secret, without = (np.asarray(image) for image in self.images)
        return Shown(with_secret, np.abs(with_secret.astype(int) - without) >= INK)


def write(path: Path, frames: list[Pixels], codec: str = "libx264", **options: str) -> Path:
    height, width = frames[0].shape[:2]
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(codec, RATE, options=options or {"crf": "23", "preset": "veryfast"})
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        for index, pixels in enumerate(frames):
            frame = av.VideoFrame.from_ndarray(pixels, "gray" if pixels.ndim == 2 else "rgb24").reformat(format="yuv420p")
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


def ticker(speed: float = 4.3, count: int = 90) -> list[Shown]:
    """A line of news that runs from the right to the left by parts of pixels."""
    size, wide = (SIZE[0] * 4, SIZE[1]), Canvas(size=(SIZE[0] * 16, SIZE[1] * 4))
    wide.text(800, 880, f"News of the harbor: write to {EMAIL} today, or come by", size=64, secret=EMAIL)
    still, frames = page(6).shown().frame, []
    for index in range(count):
        left = int(4 * speed * index)
        parts = [Image.fromarray(np.asarray(image)[:, left : left + size[0]]).resize(SIZE, Image.Resampling.BOX) for image in wide.images]
        with_secret, without = (np.asarray(part).astype(int) for part in parts)
        frame = np.where(np.arange(SIZE[1])[:, None] < 212, still, with_secret).astype(np.uint8)
        frames.append(Shown(frame, np.abs(with_secret - without) >= INK))
    return frames


def zoom(rate: float = 0.01, count: int = 75) -> list[Shown]:
    """A page with a card number, which grows from frame to frame."""
    canvas = Canvas(size=(SIZE[0] * 4, SIZE[1] * 4))
    canvas.text(480, 300, "Order of today", size=64)
    canvas.text(480, 440, CARD, size=64, secret=CARD)
    frames = []
    for index in range(count):
        width, height = (round(side * 4 / (1 + rate * index)) for side in SIZE)
        parts = [image.crop((240, 200, 240 + width, 200 + height)).resize(SIZE, Image.Resampling.LANCZOS) for image in canvas.images]
        with_secret, without = (np.asarray(part).astype(int) for part in parts)
        frames.append(Shown(with_secret.astype(np.uint8), np.abs(with_secret - without) >= INK))
    return frames


def hidden(speed: float = 5, count: int = 90) -> list[Shown]:
    """A window that moves over an e-mail address, and leaves it again."""
    frames = []
    for index in range(count):
        canvas = page(7, EMAIL)
        x = -200 + speed * index
        canvas.rect((x, 190, x + 180, 250), 225, 60)
        canvas.text(x + 10, 200, "Volume 40 %")
        frames.append(canvas.shown())
    return frames


def film(count: int = 60) -> list[Shown]:
    """A film with noise and moving shapes. A caption with an e-mail address is shown in a part of it."""
    noise, (y, x) = np.random.default_rng(7), np.mgrid[: SIZE[1], : SIZE[0]]
    frames = []
    for index in range(count):
        picture = 110 + 50 * np.sin((x + 4 * index) / 23) * np.cos((y - 3 * index) / 17) + noise.normal(0, 6, x.shape)
        caption = Canvas(0)
        if 20 <= index < 45:
            caption.text(90, 220, EMAIL, 255, 18, secret=EMAIL)
        letters, ink = caption.shown()
        frames.append(Shown(np.clip(np.maximum(picture, letters), 0, 255).astype(np.uint8), ink))
    return frames


def name(number: int) -> str:
    """One of ten e-mail addresses that differ in a digit."""
    return f"anna.smith{number % 10}@example.com"


def popup(left: int = 100, right: int = 180, speed: float = 0, count: int = 45) -> list[Shown]:
    """Four similar addresses. Something covers a part of the second one for a while, before all disappear."""
    frames = []
    for index in range(count):
        canvas = Canvas()
        canvas.text(20, 10, "Account settings", size=18)
        for row in range(4 if index < 29 else 0):
            canvas.text(40, 50 + 50 * row, name(row), secret=name(row))
        if 8 <= index < 20:
            x = speed * (index - 8)
            canvas.rect((left + x, 98, right + x, 120), 200)
        frames.append(canvas.shown())
    return frames


def alike(speed: float = 45, step: int = 65, count: int = 30) -> list[Shown]:
    """A list of addresses that differ in a digit or two, which scrolls."""
    frames = []
    for index in range(count):
        canvas, offset = Canvas(), int(speed * index)
        for row in range(max(0, (offset - SIZE[1]) // step - 1), offset // step + 1):
            text = f"user.number{row + 1}@example.org"
            canvas.text(40, SIZE[1] + step * row - offset, text, secret=text)
        frames.append(canvas.shown())
    return frames


def pages(length: int = 7, count: int = 40) -> list[Shown]:
    """Lists of similar addresses which are shown for some frames each."""
    frames = []
    for index in range(count):
        canvas = Canvas()
        canvas.text(20, 10, "Account settings", size=18)
        for row in range(4 if index < 3 * length else 0):
            text = name(row + 4 * (index // length))
            canvas.text(40, 60 + 24 * row, text, secret=text)
        frames.append(canvas.shown())
    return frames


def tooltip(length: int = 12, count: int = 75) -> list[Shown]:
    """An address fades in, stays and fades out, in steps that are not larger than a codec's noise."""
    frames = []
    for index in range(count):
        canvas = page(3)
        canvas.text(40, 40, name(1), secret=name(1))
        part = max(0.0, min(1.0, (index - 6) / length, (30 + length + 6 - index) / length))
        if part:
            canvas.text(200, 215, name(2), round(250 - 230 * part), secret=name(2))
        frames.append(canvas.shown())
    return frames


#: Colors of letters and of their background, which have nearly the same brightness.
COLORS = [((211, 47, 47), (97, 97, 97)), ((21, 101, 192), (97, 97, 97)), ((0, 0, 255), (32, 32, 32)), ((0, 0, 238), (0, 0, 0))]


def colored(letters: tuple[int, int, int] = COLORS[1][0], paper: tuple[int, int, int] = COLORS[1][1], count: int = 40) -> list[Shown]:
    """An address appears for half a second in another color of the same brightness."""
    frames = []
    for index in range(count):
        canvas = Canvas(0)
        if 8 <= index < 23:
            canvas.text(40, 150, name(3), 255, 24, name(3))
        drawn, ink = canvas.shown()
        share = drawn[..., None] / 255
        frame = np.asarray(paper) * (1 - share) + np.asarray(letters) * share
        white = Canvas(0)
        white.text(20, 10, "Account settings", 255, 18)
        frame = np.maximum(frame, white.shown().frame[..., None])
        frames.append(Shown(frame.round().astype(np.uint8), ink))
    return frames


def dark(scene: Callable[[], list[Shown]]) -> list[Shown]:
    """A scene with bright letters on dark paper."""
    return [Shown(255 - frame, ink) for frame, ink in scene()]


SCENES: dict[str, Callable[[], list[Shown]]] = {
    "scroll": scroll, "lines": lines, "drag": drag, "typing": typing, "cuts": cuts, "fade": fade, "newline": newline,
}  # fmt: skip

#: Scenes of addresses that are hard to distinguish, or hard to notice.
SIMILAR: dict[str, Callable[[], list[Shown]]] = {
    "popup": popup, "alike": alike, "tooltip": tooltip, "colored": colored,
}  # fmt: skip
