# SPDX-License-Identifier: MIT
"""Styles as they are written on the command line and in files: "solid", "frost:7", "blur:16", …"""

from __future__ import annotations

from collections.abc import Callable

from scrim import ScrimError, Style, StyleKind, rgba

from .errors import UsageError

HELP = """solid[:#RRGGBB], frost[:SEED], tiles[:SEED] hide; blur:SIGMA, pixelate:BLOCK, effect:RADIUS, light,
extra-light, dark and tint:#RRGGBB are for looks only, and can be read back"""


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


#: What a word stands for, and what its value is, if it may have one, or must.
_WORDS: dict[str, tuple[Callable[..., Style], Callable[[str], object] | None, str]] = {
    "solid": (Style.solid, _color, "a colour, #RRGGBB"),
    "frost": (Style.frost, _seed, "a seed, a whole number"),
    "tiles": (Style.tiles, _seed, "a seed, a whole number"),
    "blur": (Style.blur, _distance, "a standard deviation in pixels, at most 256"),
    "pixelate": (Style.pixelate, _block, "the size of a block, 2 to 4096 whole pixels"),
    "effect": (Style.effect, _distance, "a radius in pixels, at most 256"),
    "light": (Style.light, None, ""),
    "extra-light": (Style.extra_light, None, ""),
    "dark": (Style.dark, None, ""),
    "tint": (Style.tint, _color, "a colour, #RRGGBB"),
}
_ALONE = {"solid", "frost", "tiles", "light", "extra-light", "dark"}


def parse_style(text: str) -> Style:
    """The style of a word, say "frost:7"; raises UsageError."""
    word, colon, value = text.partition(":")
    if word not in _WORDS:
        raise UsageError(f"there is no style {word!r}", f"styles are {', '.join(_WORDS)}")
    make, read, what = _WORDS[word]
    if not colon:
        if word not in _ALONE:
            raise UsageError(f"the style {word} needs {what}", f"say {word}:VALUE")
        return make()
    if read is None:
        raise UsageError(f"the style {word} takes no value", f"say {word}")
    try:
        return make(read(value))
    except (ValueError, ScrimError):
        shown = value if len(value) <= 40 else f"{value[:37]}..."
        raise UsageError(f"{shown!r} is no value for the style {word}: it takes {what}") from None


def style_word(style: Style) -> str:
    """The word of a style, without its value."""
    return StyleKind(style.kind).name.lower().replace("_", "-")


def is_reversible(style: Style) -> bool:
    """It is made from what it covers, which can be read back from it."""
    return style.kind >= StyleKind.BLUR
