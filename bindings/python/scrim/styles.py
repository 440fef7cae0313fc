# SPDX-License-Identifier: MIT
"""How regions are covered."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from . import _abi as s
from ._convert import integer, uint32, uint64
from .errors import InvalidArgumentError

#: 0xRRGGBBAA, "#rrggbb", "#rrggbbaa", or red, green, blue (, alpha) from 0 to 255.
Color: TypeAlias = int | str | tuple[int, int, int] | tuple[int, int, int, int]


class StyleKind(enum.IntEnum):
    """Below 16 irreversible: the output is the same whatever was inside. The others can be read back."""

    SOLID = 1
    FROST = 2
    TILES = 3
    BLUR = 16
    PIXELATE = 17
    EFFECT = 18
    LIGHT = 19
    EXTRA_LIGHT = 20
    DARK = 21
    TINT = 22


FLAG_BASE = 1


def rgba(color: Color, alpha: int = 0xFF) -> int:
    """A colour as the library takes it; `alpha` is meant where the colour has none."""
    if isinstance(color, int):
        return uint32(color, "color")
    if isinstance(color, str):
        digits = color.removeprefix("#")
        if not color.startswith("#") or len(digits) not in (6, 8):
            raise InvalidArgumentError(f"a colour is #rrggbb or #rrggbbaa, not {color!r}")
        try:
            number = int(digits, 16)
        except ValueError:
            raise InvalidArgumentError(f"a colour is #rrggbb or #rrggbbaa, not {color!r}") from None
        return number if len(digits) == 8 else number << 8 | alpha
    levels = [integer(level, "a colour's level", 0, 255) for level in color]
    if len(levels) not in (3, 4):
        raise InvalidArgumentError(f"a colour has three or four levels, not {len(levels)}")
    return int.from_bytes(bytes([*levels, alpha][:4]), "big")


@dataclass(frozen=True)
class Style:
    """How a region is covered; made by the methods below. A plain Style() is solid black."""

    color: Color = 0x000000FF
    kind: StyleKind = StyleKind.SOLID
    amount: float = 0.0
    saturation: float = 0.0
    seed: int = 0
    flags: int = 0

    @classmethod
    def solid(cls, color: Color = 0x000000FF) -> Style:
        """One opaque colour. Irreversible."""
        return cls(color)

    @classmethod
    def frost(cls, seed: int = 0, base: Color | None = None) -> Style:
        """Looks blurred. Irreversible: made from the pixels around, or from the colour `base`, and a texture."""
        return cls._texture(StyleKind.FROST, seed, base)

    @classmethod
    def tiles(cls, seed: int = 0, base: Color | None = None) -> Style:
        """Looks like tiles. Irreversible, as frost is."""
        return cls._texture(StyleKind.TILES, seed, base)

    @classmethod
    def _texture(cls, kind: StyleKind, seed: int, base: Color | None) -> Style:
        if base is None:
            return cls(kind=kind, seed=seed)
        return cls(base, kind, seed=seed, flags=FLAG_BASE)

    @classmethod
    def blur(cls, sigma: float) -> Style:
        """A Gaussian of standard deviation `sigma` points. Reversible: it can be read back."""
        return cls(kind=StyleKind.BLUR, amount=sigma)

    @classmethod
    def pixelate(cls, block: float) -> Style:
        """Means of blocks of `block` × `block` points. Reversible: it can be read back."""
        return cls(kind=StyleKind.PIXELATE, amount=block)

    @classmethod
    def effect(cls, radius: float, saturation: float = 1.0, tint: Color = 0x00000000) -> Style:
        """Three box blurs that approximate a Gaussian of `radius` points, a saturation, and a tint as strong as its alpha. Reversible.

        A `radius` of 30 pixels makes boxes of radius 28: docs/explanation/redaction.md has the formula.
        """
        return cls(rgba(tint), StyleKind.EFFECT, radius, saturation)

    @classmethod
    def light(cls) -> Style:
        """effect(30, 1.8) and white at 0.30. Reversible."""
        return cls(kind=StyleKind.LIGHT)

    @classmethod
    def extra_light(cls) -> Style:
        """effect(20, 1.8) and grey 0.97 at 0.82. Reversible."""
        return cls(kind=StyleKind.EXTRA_LIGHT)

    @classmethod
    def dark(cls) -> Style:
        """effect(20, 1.8) and grey 0.11 at 0.73. Reversible."""
        return cls(kind=StyleKind.DARK)

    @classmethod
    def tint(cls, color: Color) -> Style:
        """effect(10, -1.0) and a colour at 0.60. Reversible."""
        return cls(color, StyleKind.TINT)


def style_struct(style: Style) -> s.scrim_style:
    return s.scrim_style(
        uint32(style.kind, "kind"),
        rgba(style.color),
        uint32(style.flags, "flags"),
        0,
        style.amount,
        style.saturation,
        uint64(style.seed, "seed"),
    )
