# SPDX-License-Identifier: MIT
"""Styles: how regions are covered."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from . import _abi as s
from ._convert import member, integer, real, uint32, uint64
from .errors import InvalidArgumentError, UnsupportedError

#: An sRGB color: 0xRRGGBBAA, "#rrggbb", "#rrggbbaa", or a tuple of red, green, blue and optionally alpha, each 0 … 255.
Color: TypeAlias = int | str | tuple[int, int, int] | tuple[int, int, int, int]


class StyleKind(enum.IntEnum):
    """Kinds of styles.

    Irreversible kinds do not depend on the pixels inside. Reversible kinds are computed from the pixels inside, which can be
    read back. Never use them to hide something.
    """

    #: One opaque color.
    SOLID = 1
    #: Looks like blurred text or a blurred surface. Drawn from the pixels around the region and an invented texture.
    FROST = 2
    #: Looks like pixelation. Drawn as frost is.
    TILES = 3
    #: Reversible: a Gaussian blur.
    BLUR = 16
    #: Reversible: square blocks, each with the mean color of its pixels.
    PIXELATE = 17
    #: Reversible: three box blurs, a change of saturation and a tint.
    EFFECT = 18
    #: Reversible: an effect that is tinted with white.
    LIGHT = 19
    #: Reversible: an effect that is tinted with light gray.
    EXTRA_LIGHT = 20
    #: Reversible: an effect that is tinted with dark gray.
    DARK = 21
    #: Reversible: an effect that is tinted with a color of your choice.
    TINT = 22

    @property
    def is_reversible(self) -> bool:
        """Whether the result is computed from the pixels inside the region."""
        return self >= StyleKind.BLUR


FLAG_BASE = 1


def rgba(color: Color, alpha: int = 0xFF) -> int:
    """Returns a color as the number 0xRRGGBBAA. A color without alpha gets `alpha`."""
    if isinstance(color, int):
        return uint32(color, "color")
    if isinstance(color, str):
        digits = color.removeprefix("#")
        if not color.startswith("#") or len(digits) not in (6, 8):
            raise InvalidArgumentError(f"color must be '#rrggbb' or '#rrggbbaa' (got {color!r})")
        try:
            number = int(digits, 16)
        except ValueError:
            raise InvalidArgumentError(f"color must be '#rrggbb' or '#rrggbbaa' (got {color!r})") from None
        return number if len(digits) == 8 else number << 8 | alpha
    wanted = "color must be 0xRRGGBBAA, '#rrggbb', '#rrggbbaa', or a tuple of three or four integers from 0 to 255"
    if not isinstance(color, tuple | list):
        raise TypeError(f"{wanted} (got {color!r})")
    if len(color) not in (3, 4):
        raise InvalidArgumentError(f"{wanted} (got {color!r})")
    levels = [integer(level, f"color[{index}]", 0, 255) for index, level in enumerate(color)]
    return int.from_bytes(bytes([*levels, alpha][:4]), "big")


@dataclass(frozen=True)
class Style:
    """How a region is covered. The methods below make styles; Style() is solid black.

    Every argument that takes a Style also takes a word such as "frost:7": see parse().
    """

    #: The color of solid, of a tint, or below the texture of frost and tiles.
    color: Color = 0x000000FF
    #: The kind.
    kind: StyleKind = StyleKind.SOLID
    #: The standard deviation of a blur, the block size of a pixelation, or the radius of an effect, in points.
    amount: float = 0.0
    #: The saturation of an effect: 0 makes everything gray, and 1 changes nothing.
    saturation: float = 0.0
    #: Selects the texture of frost and tiles. Any number from 0 to 2^64 - 1; it need not be secret.
    seed: int = 0
    #: 1 if frost and tiles are drawn on `color` instead of the colors around the region.
    flags: int = 0

    @classmethod
    def parse(cls, text: str, name: str = "style") -> Style:
        """Returns the style of a word, as the command line and files of regions name it.

        The words are "solid", "frost" and "tiles", which may take a value: "solid:#102030", "frost:7" and "tiles:7". Reversible
        styles are "blur:16", "pixelate:16", "effect:16", "light", "extra-light", "dark" and "tint:#102030". Lengths are in pixels,
        or in points where a scale is given. `name` is what the message of an error calls the word.

        Raises InvalidArgumentError if this is not the word of a style, or if its value is missing or out of range.
        """
        return _parsed(text, name)

    @classmethod
    def solid(cls, color: Color = 0x000000FF) -> Style:
        """Returns a style that fills regions with one opaque color. Irreversible."""
        return cls(color)

    @classmethod
    def frost(cls, seed: int = 0, base: Color | None = None) -> Style:
        """Returns a style that looks blurred. Irreversible.

        It is drawn from the pixels around the region, or from the color `base`, and from a texture that `seed` selects. A viewer
        may think that it shows the blurred original, which it does not.
        """
        return cls._texture(StyleKind.FROST, seed, base)

    @classmethod
    def tiles(cls, seed: int = 0, base: Color | None = None) -> Style:
        """Returns a style that looks like pixelation. Irreversible: it is drawn as frost is."""
        return cls._texture(StyleKind.TILES, seed, base)

    @classmethod
    def _texture(cls, kind: StyleKind, seed: int, base: Color | None) -> Style:
        if base is None:
            return cls(kind=kind, seed=seed)
        return cls(base, kind, seed=seed, flags=FLAG_BASE)

    @classmethod
    def blur(cls, sigma: float) -> Style:
        """Returns a style that blurs regions, with a standard deviation of `sigma` points, at most 256 pixels.

        Reversible: the text below can be read back, even if you cannot see it.
        """
        return cls(kind=StyleKind.BLUR, amount=sigma)

    @classmethod
    def pixelate(cls, block: float) -> Style:
        """Returns a style that fills each block of `block` × `block` points with its mean color.

        The side of a block is rounded to whole pixels, 2 … 4096.

        Reversible: the text below can be read back, even if you cannot see it.
        """
        return cls(kind=StyleKind.PIXELATE, amount=block)

    @classmethod
    def effect(cls, radius: float, saturation: float = 1.0, tint: Color = 0x00000000) -> Style:
        """Returns a style that blurs regions, changes their saturation and then tints them. Reversible.

        The blur is about as strong as a Gaussian with a standard deviation of `radius` points, 0 … 256 pixels. It consists of
        three box blurs, which docs/explanation/redaction.md describes. `saturation` is -8 … 8: 0 makes everything gray, and 1
        changes nothing. The alpha of `tint` says how strong the tint is.
        """
        return cls(rgba(tint), StyleKind.EFFECT, radius, saturation)

    @classmethod
    def light(cls) -> Style:
        """Returns the style of effect(30, 1.8) with a tint of 30 % white. Reversible."""
        return cls(kind=StyleKind.LIGHT)

    @classmethod
    def extra_light(cls) -> Style:
        """Returns the style of effect(20, 1.8) with a tint of 82 % light gray (0.97 of white). Reversible."""
        return cls(kind=StyleKind.EXTRA_LIGHT)

    @classmethod
    def dark(cls) -> Style:
        """Returns the style of effect(20, 1.8) with a tint of 73 % dark gray (0.11 of white). Reversible."""
        return cls(kind=StyleKind.DARK)

    @classmethod
    def tint(cls, color: Color) -> Style:
        """Returns the style of effect(10, -1.0) with a tint of 60 % `color`. Reversible."""
        return cls(color, StyleKind.TINT)


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
    """The word of a style: how the style is made, and which value it takes, if any."""

    make: Callable[..., Style]
    read: Callable[[str], object] | None = None
    #: The values that are valid, and one of them, for messages.
    values: str = ""
    example: str = ""
    #: Whether the word may be used without a value.
    alone: bool = True


_COLORS = "a color, #RRGGBB"
_SEEDS = "a seed, a whole number from 0 to 2^64 - 1"
_WORDS = {
    "solid": _Word(Style.solid, _color, _COLORS, "#102030"),
    "frost": _Word(Style.frost, _seed, _SEEDS, "7"),
    "tiles": _Word(Style.tiles, _seed, _SEEDS, "7"),
    "blur": _Word(Style.blur, _distance, "a standard deviation in pixels, greater than 0 and at most 256", "16", False),
    "pixelate": _Word(Style.pixelate, _block, "the side of a block, a whole number from 2 to 4096", "16", False),
    "effect": _Word(Style.effect, _distance, "a radius in pixels, greater than 0 and at most 256", "16", False),
    "light": _Word(Style.light),
    "extra-light": _Word(Style.extra_light),
    "dark": _Word(Style.dark),
    "tint": _Word(Style.tint, _color, _COLORS, "#102030", False),
}


def _parsed(text: str, name: str) -> Style:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a string (got {text!r})")
    got = repr(text if len(text) <= 40 else f"{text[:37]}...")
    word, colon, value = text.partition(":")
    known = _WORDS.get(word)
    if known is None:
        raise InvalidArgumentError(
            f"{name} must be one of {', '.join(_WORDS)}, some with a value, such as frost:7 or solid:#102030 (got {got})"
        )
    if not colon:
        if not known.alone:
            raise InvalidArgumentError(f"{name}: {word} needs {known.values}, such as {word}:{known.example} (got {got})")
        return known.make()
    if known.read is None:
        raise InvalidArgumentError(f"{name}: {word} takes no value (got {got})")
    try:
        return known.make(known.read(value))
    except ValueError:  # InvalidArgumentError too
        raise InvalidArgumentError(
            f"{name}: the value of {word} must be {known.values}, such as {word}:{known.example} (got {got})"
        ) from None


def style_of(style: Style | str, name: str = "style") -> Style:
    """Returns a style, which may be given as a word."""
    if isinstance(style, str):
        return _parsed(style, name)
    if not isinstance(style, Style):
        raise TypeError(
            f"{name} must be a scrim.Style: Style.solid(), frost(), tiles(), blur(), pixelate(), effect(), light(), extra_light(), dark() or tint(),"
            f" or a word such as 'frost:7' (got {style!r})"
        )
    return style


def style_struct(style: Style | str, name: str = "style") -> s.scrim_style:
    style = style_of(style, name)
    return s.scrim_style(
        member(style.kind, f"{name}: kind", StyleKind, UnsupportedError),
        rgba(style.color),
        uint32(style.flags, "flags"),
        0,
        real(style.amount, f"the amount of {StyleKind(style.kind).name}"),
        real(style.saturation, "saturation"),
        uint64(style.seed, "seed"),
    )
