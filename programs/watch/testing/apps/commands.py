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
        """Follows all commands that are there, however many. False at the end of the input."""
        lines = os.read(0, 65536).decode().splitlines()
        return bool(lines) and all(self.handle(line) for line in lines)

    def handle(self, line):
        """Follows one command. False at the end of the input."""
        words = line.split()
        if not words:
            return False
        command, arguments = words[0], words[1:]
        if command == "open":
            kind, text = arguments
            self.windows[kind] = self.build(kind, text)
        elif command == "close":
            self.close(self.windows.pop(arguments[0]))
        elif command == "busy":
            time.sleep(float(arguments[0]))  # it computes, so it neither draws nor answers
        elif command == "scroll":
            self.scroll(int(arguments[0]))
        elif command in ("show", "reveal"):
            getattr(self, command)(arguments[0] == "1")
        else:
            getattr(self, command)(*arguments)
        return True
