# SPDX-License-Identifier: MIT
"""Styles: how regions are covered."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

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
    """How a region is covered. The methods below make styles; Style() is solid black."""

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


def style_struct(style: Style, name: str = "style") -> s.scrim_style:
    if not isinstance(style, Style):
        raise TypeError(
            f"{name} must be a scrim.Style: Style.solid(), frost(), tiles(), blur(), pixelate(), effect(), light(), extra_light(), dark() or tint()"
            f" (got {style!r})"
        )
    return s.scrim_style(
        member(style.kind, f"{name}: kind", StyleKind, UnsupportedError),
        rgba(style.color),
        uint32(style.flags, "flags"),
        0,
        real(style.amount, f"the amount of {StyleKind(style.kind).name}"),
        real(style.saturation, "saturation"),
        uint64(style.seed, "seed"),
    )
