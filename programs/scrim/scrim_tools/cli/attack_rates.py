# SPDX-License-Identifier: MIT
"""How well digits were read back from each reversible style.

The numbers are the best result of all attacks in docs/explanation/attacks.md. A test compares them with that page.
"""

from __future__ import annotations

from scrim import Style, StyleKind

#: The percentage of digits, 24 pixels high, that were read correctly. Guessing gives 10.
READ: dict[StyleKind, dict[float, int]] = {
    StyleKind.BLUR: {4: 100, 8: 100, 16: 100, 24: 100},
    StyleKind.PIXELATE: {8: 100, 16: 100},
    StyleKind.LIGHT: {0: 49},
    StyleKind.EXTRA_LIGHT: {0: 76},
    StyleKind.DARK: {0: 92},
}


def rate(style: Style) -> int | None:
    """Returns the percentage that was read from a style, or from the next stronger one that was measured.

    A weaker style of the same kind leaves more to read. Returns None if no such style was measured.
    """
    measured = READ.get(style.kind, {})
    wider = [amount for amount in measured if amount >= style.amount]
    return measured[min(wider)] if wider else None


def warning(style: Style) -> str:
    """Returns the warning for a reversible style."""
    name = style.kind.name.lower().replace("_", "-")
    what = f"{name} {style.amount:g}" if style.amount else name
    read = rate(style)
    found = (
        f"{read} % of the digits under it were read back in tests (docs/explanation/attacks.md)"
        if read is not None
        else "it is computed from the pixels that it covers (not measured)"
    )
    return f"{what} does not hide the content: {found}; use solid, frost or tiles to hide it"
