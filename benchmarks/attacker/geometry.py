# SPDX-License-Identifier: MIT
"""The attack that no style stops: how wide the box is. A tight box around a name tells which names it can be.

The attacker measures the black box in the redacted picture, draws every name it thinks possible in the same font, and
keeps those whose box would be as wide.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from PIL import Image, ImageDraw

from .picture import Box, font
from .styles import STYLES, redact

FIRST = (
    "Ada Ben Carla David Elena Felix Grace Hassan Irene Jo Kofi Laura "
    "Maria Nils Olga Pedro Quentin Rosa Samuel Tara Umar Vera William Zoe"
)
LAST = (
    "Abbott Bauer Castellanos Dubois Eriksson Featherstone Gonzales Harris Ibrahim Jones Kowalczyk Li Moreau Nguyen "
    "Okafor Papadopoulos Quist Rossi Schmidt Takahashi Underwood"
)
NAMES = [f"{first} {last}" for first in FIRST.split() for last in LAST.split()]
FONT = "DejaVu Sans"
SNAP = 32
LEFT = 8
LINE, HEIGHT, WIDTH = 40, 32, 400  # the height is a multiple of the size_multiple, which would round it too
SOLID = next(style for style in STYLES if style.name == "solid")


def widths(name_widths: list[int], size_multiple: int) -> list[int]:
    """What an onlooker measures in a picture in which names, one a line, are covered by boxes of these widths."""
    image = Image.new("RGB", (WIDTH, LINE * len(name_widths)), "white")
    draw = ImageDraw.Draw(image)
    for line, name in enumerate(NAMES):
        draw.text((LEFT, line * LINE + 4), name, font=font(FONT), fill="black")
    boxes: list[Box] = [(LEFT, line * LINE + 2, width, HEIGHT) for line, width in enumerate(name_widths)]
    covered = redact(np.array(image), boxes, SOLID, size_multiple=size_multiple)
    dark = covered[LINE // 2 :: LINE, :, 0] == 0
    return [int(row.sum()) for row in dark]


def tight() -> list[int]:
    """From where a name is drawn to its last pixel."""
    return [int(-(-font(FONT).getbbox(name)[2] // 1)) for name in NAMES]


def candidates_left(size_multiple: int) -> float:
    """How many names, in the mean over all of them, are as wide in the redacted picture as the one that is there."""
    measured = widths(tight(), size_multiple)
    alike = Counter(measured)
    return sum(alike[width] for width in measured) / len(measured)
