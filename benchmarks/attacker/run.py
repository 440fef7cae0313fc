# SPDX-License-Identifier: MIT
"""Runs the attacks on one style, and holds what they read to what must be read of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from . import around, fit, frames, identity, ocr, search
from .picture import FIELDS, PLACES, Field, cut, screenshot
from .reader import LIMIT, readable
from .sources import SOURCES, Scene
from .styles import Style, redact
from .templates import Drawing, View, jpeg

QUALITY = 85
CHANCE = 0.1
CHANCE_WITHIN = 0.02  # over so many digits:
CHANCE_DIGITS = 2_400
PANELS = [index for index, field in enumerate(FIELDS) if field.paper is not None]
PHOTOS = [index for index, field in enumerate(FIELDS) if field.paper is None]
NOTHING = Style("not redacted", "")
CRISP = SOURCES[0]
SNUG_PICTURES = 400
TRIALS = (("search", "panels", PANELS), ("fit", "panels", PANELS), ("fit", "photo", PHOTOS))
READERS = {"search": search.read, "fit": fit.read}


@dataclass(frozen=True)
class Size:
    """How much is tried."""

    reversible: int  # strings a field
    irreversible: int
    video: int  # strings a field that are shown in a video, of reversible styles
    candidates: int  # of which all pictures must be one
    ocr: int
    fields: tuple[int, ...] = (*PANELS, *PHOTOS)
    snug: int = 0  # settings with snug boxes, for styles that look around

    def strings(self, style: Style) -> int:
        return self.irreversible if style.irreversible else self.reversible


FULL = Size(reversible=20, irreversible=100, video=20, candidates=10_000, ocr=5)
QUICK = Size(reversible=3, irreversible=20, video=0, candidates=200, ocr=0, fields=(0, 3))


@dataclass(frozen=True)
class Row:
    """What one attack has got out of one style, and what it must or must not get."""

    style: str
    attack: str
    ground: str
    quality: int | None
    digits: int
    value: float
    least: float | None = None
    most: float | None = None

    @property
    def ok(self) -> bool:
        return (self.least is None or self.value >= self.least) and (self.most is None or self.value <= self.most)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "ok": self.ok}


@dataclass
class Pictures:
    """The redacted screenshots, as they are seen, and the truth, which only the scoring may look at."""

    seen: list[np.ndarray]
    truth: np.ndarray  # (screenshots, fields, places)

    def found(self, attack: str, style: Style, index: int, quality: int | None) -> np.ndarray:
        """The strings that an attack reads in one of the fields."""
        field = FIELDS[index]
        targets = np.stack([cut(picture, field.region) for picture in self.seen])
        return READERS[attack](Drawing(self.seen[0], field), targets, style, View(quality), seed=index)


def truth(count: int) -> np.ndarray:
    return np.random.default_rng(11).integers(0, 10, (count, len(FIELDS), PLACES))


def written(strings: np.ndarray) -> list[str]:
    return ["".join(map(str, string)) for string in strings]


def limits(style: Style, attack: str, quality: int | None, digits: int) -> tuple[float | None, float | None]:
    """At least, and at most, what must be read."""
    if style.irreversible:
        within = CHANCE_WITHIN if digits >= CHANCE_DIGITS else 4 * (CHANCE * (1 - CHANCE) / digits) ** 0.5
        return CHANCE - within, CHANCE + within
    if attack == style.floor_of and (quality is None or style.floor_after_jpeg):
        return style.floor, None
    return None, None


def stills(style: Style, shots: list[np.ndarray], strings: np.ndarray, size: Size) -> tuple[list[Row], Pictures]:
    """The two attacks on single pictures, before and after a JPEG."""
    rows = []
    plain = Pictures([redact(shot, [field.region for field in FIELDS], style) for shot in shots], strings)
    compressed = Pictures([jpeg(picture, QUALITY) for picture in plain.seen], strings)
    for quality, pictures in ((None, plain), (QUALITY, compressed)):
        for attack, ground, fields in TRIALS:
            chosen = [i for i in fields if i in size.fields]
            if not chosen:
                continue
            right = np.stack([pictures.found(attack, style, i, quality) == strings[:, i] for i in chosen])
            held = ground == "panels" or style.irreversible
            low, high = limits(style, attack, quality, right.size) if held else (None, None)
            rows.append(Row(style.name, attack, ground, quality, right.size, float(right.mean()), low, high))
    return rows, plain


def video(style: Style, shots: list[np.ndarray], strings: np.ndarray) -> list[Row]:
    """The attack on several frames."""
    one, many = [], []
    for index in PANELS:
        field: Field = FIELDS[index]
        tiles = np.stack([cut(shot, field.box) for shot in shots])
        film = frames.recorded(tiles, field, style)
        first, found = frames.read(Drawing(redact(shots[0], [field.region], style), field), film, style, seed=index)
        one.append(first == strings[:, index])
        many.append(found == strings[:, index])
    rows = []
    for attack, right in (("one frame", np.stack(one)), (f"{frames.FRAMES} frames", np.stack(many))):
        low, high = limits(style, attack, QUALITY, right.size)
        rows.append(Row(style.name, attack, "panels", QUALITY, right.size, float(right.mean()), low, high))
    return rows


def identical(style: Style, pictures: Pictures, size: Size) -> list[Row]:
    """Whether the redacted screenshots, all candidates, and videos are the same whatever is covered."""
    first = pictures.seen[0].tobytes()
    alike = all(picture.tobytes() == first for picture in pictures.seen)
    drawings = [Drawing(pictures.seen[0], FIELDS[index]) for index in size.fields]
    alike = alike and all(identity.candidates_alike(d, d.field, style, size.candidates) for d in drawings)
    alike = alike and all(identity.videos_alike(d, d.field, style) for d in drawings)
    return [Row(style.name, "identical", "all", None, 0, float(alike), least=1.0)]


def snug(style: Style, size: Size) -> list[Row]:
    """The reader that learns, on boxes that end where the ink ends."""
    values = []
    for setting in around.SETTINGS[: size.snug]:
        scene = Scene(CRISP, setting)
        strings = np.random.default_rng(100 + setting.seed).integers(0, 10, (SNUG_PICTURES, PLACES))
        shown = scene.pictures(strings)
        x, y, width, height = scene.box
        boxes = [(x, y + index * shown.shape[1], width, height) for index in range(len(shown))]
        redacted = redact(np.concatenate(list(shown)), boxes, style).reshape(shown.shape)
        values.append(readable(redacted, strings))
    most = LIMIT if style.irreversible else None
    return [Row(style.name, "learned", "snug", None, SNUG_PICTURES * len(values), max(values), most=most)] if values else []


def illustration(style: Style, pictures: Pictures, size: Size) -> list[Row]:
    if not size.ocr or not ocr.installed():
        return []
    shares = []
    for index in PANELS:
        seen = np.stack([cut(picture, FIELDS[index].region) for picture in pictures.seen[: size.ocr]])
        shares.append(ocr.share_right(seen, pictures.truth[: size.ocr, index], sum(FIELDS[index].color) > 382))
    return [Row(style.name, "tesseract", "panels", None, size.ocr * len(PANELS) * PLACES, float(np.mean(shares)))]


def original(size: Size) -> list[Row]:
    """What the reader for everybody makes of pictures that are not redacted."""
    strings = truth(size.ocr)
    shown = Pictures([screenshot(written(each)) for each in strings], strings)
    return illustration(NOTHING, shown, size)


def attack(style: Style, size: Size) -> list[Row]:
    """All rows of one style."""
    count = size.strings(style)
    strings = truth(count)
    shots = [screenshot(written(each)) for each in strings]
    rows, plain = stills(style, shots, strings, size)
    if size.video:
        filmed = count if style.irreversible else size.video
        rows += video(style, shots[:filmed], strings[:filmed])
    if style.irreversible:
        rows += identical(style, plain, size)
    if style.around:
        rows += snug(style, size)
    return rows + illustration(style, plain, size)
