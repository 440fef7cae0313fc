# SPDX-License-Identifier: MIT
"""Styles as users write them on the command line and in files: "solid", "frost:7", "blur:16", …"""

from __future__ import annotations

from scrim import InvalidArgumentError, Style, StyleKind

from .errors import UsageError

HELP = """how to cover: solid[:#RRGGBB], frost[:SEED] and tiles[:SEED] are irreversible; blur:SIGMA, pixelate:BLOCK,
effect:RADIUS, light, extra-light, dark and tint:#RRGGBB are reversible: they do not hide the content"""


def parse_style(text: str, name: str = "style") -> Style:
    """Returns the style of a word such as "frost:7". Raises UsageError, whose message calls the word `name`."""
    try:
        return Style.parse(text, name)
    except InvalidArgumentError as error:
        raise UsageError(str(error)) from None


def style_word(style: Style) -> str:
    """Returns the word of a style, without its value."""
    return StyleKind(style.kind).name.lower().replace("_", "-")
