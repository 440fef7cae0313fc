# SPDX-License-Identifier: MIT
"""What the applications of all toolkits have in common: their commands, sizes and colors."""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from testing.colors import CLEAR, LOGINS, SECRETS, css  # noqa: E402


class Windows:
    SIZES = {"login": (330, 210), "clear": (300, 170)}
    FIELD_TOP, MARGIN, REST = 70, 20, 600

    def __init__(self, name):
        self.name = name
        self.windows = {}
        self.adjustments = {}
        self.unread = b""

    def colors(self, kind):
        """The colors of the background and of a secret."""
        return css((LOGINS if kind == "login" else CLEAR)[self.name]), css(SECRETS[self.name])

    def css(self, selector):
        """A style sheet of GTK."""
        background, secret = self.colors("login")
        return (
            f"window#login {{background: {background}; color: #ffffff;}}"
            f"window#clear {{background: {self.colors('clear')[0]}; color: #ffffff;}}"
            f"{selector} {{background: #ffffff; color: {secret}; caret-color: #000000;}}"
            f"{selector} selection {{background: #ffffc0; color: {secret};}}"
        )

    def handle_all(self):
        """Reads all commands that have arrived, and follows them. False at the end of the input."""
        octets = os.read(0, 65536)
        *lines, self.unread = (self.unread + octets).split(b"\n")
        for line in lines:
            self.handle(*line.decode().split())
        return bool(octets)

    def handle(self, command, *arguments):
        if command == "open":
            kind, text = arguments
            self.windows[kind] = self.build(kind, text)
        elif command == "close":
            self.close(self.windows.pop(arguments[0]))
        elif command == "busy":
            time.sleep(float(arguments[0]))  # it computes, so it neither draws nor answers
        elif command == "scroll":
            self.scroll(arguments[0], int(arguments[1]))
        elif command in ("show", "reveal"):
            getattr(self, command)(arguments[0] == "1")
        else:
            getattr(self, command)(*arguments)
