# SPDX-License-Identifier: MIT
"""How well digits were read back from each reversible style: the most of any attack in docs/explanation/attacks.md, which a test
compares with these numbers."""

from __future__ import annotations

from scrim import Style, StyleKind

#: Per cent of 24-pixel digits that were right; 10 is chance.
READ: dict[StyleKind, dict[float, int]] = {
    StyleKind.BLUR: {4: 100, 8: 100, 16: 100, 24: 100},
    StyleKind.PIXELATE: {8: 100, 16: 100},
    StyleKind.LIGHT: {0: 33},
    StyleKind.EXTRA_LIGHT: {0: 76},
    StyleKind.DARK: {0: 92},
}


def rate(style: Style) -> int | None:
    """What was read of a style, or of the next wider one that was measured; None where no such was.

    What is narrower keeps more.
    """
    measured = READ.get(style.kind, {})
    wider = [amount for amount in measured if amount >= style.amount]
    return measured[min(wider)] if wider else None


def warning(style: Style) -> str:
    """What to say where a reversible style is used."""
    name = style.kind.name.lower().replace("_", "-")
    what = f"{name} {style.amount:g}" if style.amount else name
    read = rate(style)
    found = (
        f"{read} % of the digits below it were read back in tests (docs/explanation/attacks.md)"
        if read is not None
        else "it was not measured, and is made from what it covers"
    )
    return f"{what} does not hide: {found}; to hide use solid, frost or tiles"
