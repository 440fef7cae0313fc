# SPDX-License-Identifier: MIT
"""Scores the boxes of a tool against the truth of a picture.

A secret is found if at least 99 % of its ink is inside boxes of its kind. A box is right if at least half of its area
is on the lines of secrets of any kind, each line dilated by a quarter of its height.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .draw import Picture, Rect, Secret

FOUND = 0.99
RIGHT = 0.5
_DILATION = 0.25

#: The classes of font sizes, in pixels of the picture, and the largest size in each.
CLASSES = {"8-10": 10.5, "11-22": 22.5, "23 up": float("inf")}


@dataclass(frozen=True)
class Box:
    kind: str
    rect: Rect


@dataclass(frozen=True)
class Outcome:
    """What came of one secret."""

    secret: Secret
    #: The share of the ink inside boxes of the secret's kind, and inside boxes of any kind.
    share: float
    share_any: float

    @property
    def found(self) -> bool:
        return self.share >= FOUND

    @property
    def covered(self) -> bool:
        return self.share_any >= FOUND


@dataclass(frozen=True)
class Score:
    outcomes: list[Outcome]
    right: list[Box]
    wrong: list[Box]


def size_class(size: float) -> str:
    return next(name for name, most in CLASSES.items() if size <= most)


def _paint(mask: Any, rects: Iterable[Rect]) -> None:
    height, width = mask.shape
    for left, top, right, bottom in rects:
        rows = slice(max(0, int(np.floor(top))), min(height, int(np.ceil(bottom))))
        mask[rows, max(0, int(np.floor(left))) : min(width, int(np.ceil(right)))] = True


def _dilated(rect: Rect) -> Rect:
    left, top, right, bottom = rect
    margin = (bottom - top) * _DILATION
    return left - margin, top - margin, right + margin, bottom + margin


def _share(mask: Any, secret: Secret) -> float:
    return float(secret.weights[mask[secret.ink]].sum() / secret.weights.sum())


def score(picture: Picture, boxes: Sequence[Box], kinds: Sequence[str]) -> Score:
    """Scores the secrets of these kinds, and the boxes of these kinds. Boxes of other kinds count for `covered` only."""
    shape = picture.pixels.shape[:2]
    by_kind = {kind: np.zeros(shape, bool) for kind in {*kinds, *(box.kind for box in boxes)}}
    for box in boxes:
        _paint(by_kind[box.kind], [box.rect])
    anything = np.zeros(shape, bool)
    for mask in by_kind.values():
        anything |= mask
    outcomes = [
        Outcome(secret, _share(by_kind[secret.kind], secret), _share(anything, secret))
        for secret in picture.secrets
        if secret.kind in kinds
    ]
    truth = np.zeros(shape, bool)
    _paint(truth, (_dilated(rect) for secret in picture.secrets for rect in secret.rects))
    right: list[Box] = []
    wrong: list[Box] = []
    for box in boxes:
        if box.kind in kinds:
            inside = np.zeros(shape, bool)
            _paint(inside, [box.rect])
            area = int(inside.sum())
            is_right = area > 0 and int((inside & truth).sum()) >= RIGHT * area
            (right if is_right else wrong).append(box)
    return Score(outcomes, right, wrong)
