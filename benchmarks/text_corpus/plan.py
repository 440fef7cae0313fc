# SPDX-License-Identifier: MIT
"""Which pictures there are: the fonts, themes and sizes of the two halves."""

from __future__ import annotations

from dataclasses import dataclass

from .values import LANGUAGES

#: The halves share no font and no theme. Reading and patterns are tuned on the first half. The documents give the figures
#: of the second.
HALVES = ("tuning", "reporting")
PER_HALF = 50

#: By half: fonts for text, and the font of terminals, editors and logs.
FONTS = {
    "tuning": ("Inter", "Liberation Serif", "DejaVu Sans", "Roboto"),
    "reporting": ("Liberation Sans", "DejaVu Serif", "Open Sans", "Carlito"),
}
MONOSPACED = {"tuning": "Liberation Mono", "reporting": "DejaVu Sans Mono"}


@dataclass(frozen=True)
class Theme:
    name: str
    #: Colors of the page, of panels on it, of text, of secondary text, of lines and of headings and buttons.
    page: str
    panel: str
    text: str
    muted: str
    line: str
    accent: str
    on_accent: str


THEMES = {
    "tuning": (
        Theme("light", "#ffffff", "#f5f6f8", "#1c1e21", "#65676b", "#d8dade", "#1b66d1", "#ffffff"),
        Theme("dark", "#121417", "#1d2025", "#e4e6eb", "#9aa0a8", "#33373d", "#7fb2ff", "#0b1a30"),
        Theme("low contrast", "#ececec", "#e3e3e3", "#767676", "#8e8e8e", "#cfcfcf", "#6d8296", "#ececec"),
        Theme("sand", "#fdf6e3", "#eee8d5", "#586e75", "#7b8a8e", "#d9d2bd", "#b5651d", "#fdf6e3"),
        Theme("green", "#0f3d2e", "#155240", "#e9f5ee", "#a9cdbb", "#2a6a55", "#f2c14e", "#16352a"),
    ),
    "reporting": (
        Theme("paper", "#fafafa", "#ffffff", "#333333", "#757575", "#e0e0e0", "#00796b", "#ffffff"),
        Theme("night", "#282a36", "#343746", "#f8f8f2", "#a3adc9", "#44475a", "#ff79c6", "#282a36"),
        Theme("low contrast dark", "#2e3440", "#353c4a", "#98a2b4", "#8791a5", "#434c5e", "#81a1c1", "#2e3440"),
        Theme("rose", "#fff0f3", "#ffe3e9", "#5c1a2b", "#94596a", "#f3c6d1", "#b3123f", "#ffffff"),
        Theme("blue", "#1e4e8c", "#255a9e", "#ffffff", "#c3d8f2", "#3a6fb3", "#ffd166", "#1b2f4a"),
    ),
}

SCREENS = (
    "receipt", "account", "log", "chat", "mail", "sheet", "form", "terminal", "settings", "dashboard", "editor", "invoice", "contacts", "plain",
)  # fmt: skip
_MONOSPACED_SCREENS = ("log", "terminal", "editor")
_SIZES = (12, 9, 14, 8, 11, 16, 10, 13, 8, 18, 12, 9, 22, 10, 15, 11, 8, 13, 20, 9, 14, 10, 12)
_DOUBLED_SIZES = (12, 10, 14, 11, 13, 9, 8)


@dataclass(frozen=True)
class Plan:
    """How one picture is drawn."""

    name: str
    half: str
    screen: str
    font: str
    theme: Theme
    language: str
    #: Font size of the text in CSS pixels, and picture pixels per CSS pixel.
    size: int
    scale: int
    seed: str


def plans(half: str) -> list[Plan]:
    made = []
    for index in range(PER_HALF):
        screen = SCREENS[index % len(SCREENS)]
        fonts, themes = FONTS[half], THEMES[half]
        scale = 2 if index % 6 == 3 else 1
        sizes = _DOUBLED_SIZES if scale == 2 else _SIZES
        turn, again = index + (0 if half == "tuning" else 3), index // len(SCREENS)
        # A screen returns every 14 pictures. `again` makes it return with another font, theme and language.
        made.append(
            Plan(
                name=f"{half}-{index:02}-{screen}",
                half=half,
                screen=screen,
                font=MONOSPACED[half] if screen in _MONOSPACED_SCREENS else fonts[(turn + again) % len(fonts)],
                theme=themes[(turn + 2 * again) % len(themes)],
                language=LANGUAGES[(turn + 3 * again) % len(LANGUAGES)],
                size=sizes[(index // 6 if scale == 2 else turn) % len(sizes)],
                scale=scale,
                seed=f"scrim-{half}-{index}",
            )
        )
    return made
