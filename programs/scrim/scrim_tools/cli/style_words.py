# SPDX-License-Identifier: MIT
"""Styles as users write them on the command line and in files: "solid", "frost:7", "blur:16", …"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from scrim import ScrimError, Style, StyleKind, rgba

from ..errors import UsageError
from .option_types import shown

HELP = """how to cover: solid[:#RRGGBB], frost[:SEED] and tiles[:SEED] are irreversible; blur:SIGMA, pixelate:BLOCK,
effect:RADIUS, light, extra-light, dark and tint:#RRGGBB are reversible: they do not hide the content"""


def _distance(word: str) -> float:
    value = float(word)
    if not 0 < value <= 256:  # NaN too
        raise ValueError
    return value


def _block(word: str) -> float:
    value = float(word)
    if not 2 <= value <= 4096 or value % 1:
        raise ValueError
    return value


def _seed(word: str) -> int:
    value = int(word, 0)
    if not 0 <= value < 2**64:
        raise ValueError
    return value


def _color(word: str) -> str:
    rgba(word)
    return word


class _Word(NamedTuple):
    """A style's word: how the style is made, and which value it takes, if any."""

    make: Callable[..., Style]
    read: Callable[[str], object] | None = None
    #: The values that are valid, for messages.
    values: str = ""
    #: A valid value, for hints.
    example: str = ""
    #: Whether the word may be used without a value.
    alone: bool = True


_COLOR = "a color, #RRGGBB"
_SEEDS = "a seed, a whole number from 0 to 2^64 - 1"
_WORDS = {
    "solid": _Word(Style.solid, _color, _COLOR, "#102030"),
    "frost": _Word(Style.frost, _seed, _SEEDS, "7"),
    "tiles": _Word(Style.tiles, _seed, _SEEDS, "7"),
    "blur": _Word(Style.blur, _distance, "a standard deviation in pixels, greater than 0 and at most 256", "16", False),
    "pixelate": _Word(Style.pixelate, _block, "the side of a block, a whole number from 2 to 4096", "16", False),
    "effect": _Word(Style.effect, _distance, "a radius in pixels, greater than 0 and at most 256", "16", False),
    "light": _Word(Style.light),
    "extra-light": _Word(Style.extra_light),
    "dark": _Word(Style.dark),
    "tint": _Word(Style.tint, _color, _COLOR, "#102030", False),
}


def parse_style(text: str, name: str = "style") -> Style:
    """Returns the style of a word such as "frost:7". Raises UsageError, whose message calls the word `name`."""
    word, colon, value = text.partition(":")
    if word not in _WORDS:
        raise UsageError(f"{name} must be one of {', '.join(_WORDS)} (got {shown(text)})", "some take a value, as in frost:7")
    found = _WORDS[word]
    if not colon:
        if not found.alone:
            raise UsageError(f"{name}: {word} needs {found.values}", f"write {word}:{found.example}, for example")
        return found.make()
    if found.read is None:
        raise UsageError(f"{name}: {word} takes no value (got {shown(value)})", f"write {word}")
    try:
        return found.make(found.read(value))
    except (ValueError, ScrimError):
        raise UsageError(
            f"{name}: the value of {word} must be {found.values} (got {shown(value)})",
            f"write {word}:{found.example}, for example",
        ) from None


def style_word(style: Style) -> str:
    """Returns the word of a style, without its value."""
    return StyleKind(style.kind).name.lower().replace("_", "-")
