# SPDX-License-Identifier: MIT
"""Colors that say what a pixel shows. Nothing else on the desktop has the hue of a secret, not even blended with white."""

TOOLKITS = ("gtk3", "gtk4", "qt", "chromium")
#: The texts in password fields.
SECRETS = {"gtk3": 0xFF00FE, "gtk4": 0xFF00D8, "qt": 0xD800FF, "chromium": 0xEC00EC}
#: The backgrounds of windows with a password field, around it.
LOGINS = {"gtk3": 0x204060, "gtk4": 0x206040, "qt": 0x606020, "chromium": 0x603820}
#: The backgrounds of windows without one.
CLEAR = {"gtk3": 0x80A0C0, "gtk4": 0x90C0A0, "qt": 0xC0C090, "chromium": 0xC0A890, "xterm": 0xD0E0D0}
ROOT = 0x505858
#: How recorders cover.
COVER = 0x10C0F0
BLACK = 0


def css(color: int) -> str:
    return f"#{color:06x}"
