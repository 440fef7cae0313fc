# SPDX-License-Identifier: MIT
"""What happens on the desktop: windows open, move, scroll, overlap, show their password for a moment, and close.

Each step is a method. It acts on the windows of several toolkits, so that one recording shows all of them.
"""

import random
import time

import numpy as np

from .desktop import SIZE, Desktop
from .recording import Recording

#: Where the windows of each toolkit are: the one with the password field, and the one without.
PLACES = {
    "gtk3": ((20, 30), (150, 110)),
    "gtk4": ((500, 30), (640, 110)),
    "qt": ((20, 350), (150, 430)),
    "chromium": ((450, 350), (380, 270)),
}
XTERM = (350, 250)


class Story:
    def __init__(self, desktop: Desktop, recording: Recording, password: str, seed: int = 0) -> None:
        self.desktop, self.recording, self.password = desktop, recording, password
        self.screen, self.random = desktop.screen, random.Random(seed)
        self.applications = desktop.applications
        self.acting = dict(self.applications)  # whose windows the next steps act on
        self.settled: dict[str, np.ndarray] = {}
        self.revealed: np.ndarray | None = None  # what the screen showed then

    # ---- Help for steps ----

    def login(self, toolkit: str) -> int | None:
        return self.screen.find(self.applications[toolkit].title("login"))

    def clear(self, toolkit: str) -> int | None:
        return self.screen.find(self.applications[toolkit].title("clear"))

    def to_places(self) -> None:
        """Puts all windows where they belong, always in the same order. Those with a password field are above the others."""
        for toolkit in self.applications:
            for index, window in enumerate((self.login(toolkit), self.clear(toolkit))):
                if window is not None:
                    self.screen.move(window, *PLACES[toolkit][index])
        xterm = self.screen.find("xterm clear")
        if xterm is not None:
            self.screen.move(xterm, *XTERM)
        windows = [*map(self.clear, self.applications), xterm, *map(self.login, self.applications)]
        if self.screen.order() != (wanted := [window for window in windows if window is not None]):
            for window in wanted:
                self.screen.restack(window, above=True)

    def settle(self, name: str) -> None:
        self.recording.step = f"{name}, end"
        if (window := self.screen.find("xterm clear")) is not None:
            self.screen.focus(window)  # always the same, because title bars show it
        self.settled[name] = self.recording.settled()

    def run(self, step: str, settle: bool = True) -> None:
        self.recording.step = step
        getattr(self, step)()
        if settle:
            self.settle(step)

    # ---- Steps ----

    def open(self) -> None:
        for toolkit, application in self.acting.items():
            application.open("login", self.password)
        for application in self.acting.values():
            self.screen.wait_for(application.title("login"))
        time.sleep(0.3)
        self.to_places()
        time.sleep(0.3)

    def jump(self) -> None:
        for toolkit in self.acting:
            x, y = PLACES[toolkit][0]
            self.screen.move(self.login(toolkit), x + 90, y + 60)
        time.sleep(0.4)
        self.to_places()

    def drag(self) -> None:
        """Moves all windows with a password field along a line, as a mouse does."""
        windows = {toolkit: self.login(toolkit) for toolkit in self.acting}
        for index in [*range(24), *range(24, -1, -1)]:
            for toolkit, window in windows.items():
                x, y = PLACES[toolkit][0]
                self.screen.move(window, x + 4 * index, y + 2 * index)
            time.sleep(0.016)

    def scroll(self) -> None:
        for position in (30, 5, 60, 20, 45):
            for application in self.acting.values():
                application.scroll(position)
            time.sleep(0.25)

    def scroll_often(self) -> None:
        for index in range(40):
            for application in self.acting.values():
                application.scroll(index * 2 % 70)
            time.sleep(0.03)

    def turn(self, clicks: int, pause: float = 0.15) -> None:
        for toolkit in self.acting:
            x, y, width, height = self.screen.geometry(self.login(toolkit))
            self.screen.point(x + width // 2, y + height - 20)
            self.screen.wheel(clicks)
            time.sleep(pause)

    def wheel(self) -> None:
        self.turn(1)
        time.sleep(0.3)
        self.turn(-1)
        time.sleep(0.2)
        self.turn(2, pause=0.02)
        self.turn(-3, pause=0.02)
        self.screen.point(SIZE[0] - 1, SIZE[1] - 1)

    def busy_wheel(self) -> None:
        """Turns the wheel while the application computes for 0.6 s."""
        for application in self.acting.values():
            application.busy(0.6)
        time.sleep(0.12)
        self.turn(1, pause=0.02)
        time.sleep(0.9)
        for application in self.acting.values():
            application.busy(0.6)
        self.turn(-2, pause=0.02)
        time.sleep(0.6)
        self.screen.point(SIZE[0] - 1, SIZE[1] - 1)

    def overlap(self) -> None:
        """Windows without a password field come above the others and go below them, also while those move."""
        for above in (True, False, True):
            for toolkit in self.acting:
                self.screen.restack(self.clear(toolkit), above)
            time.sleep(0.3)
        for index in range(12):
            for toolkit in self.acting:
                x, y = PLACES[toolkit][1]
                self.screen.move(self.clear(toolkit), x - 8 * index, y - 5 * index)
            time.sleep(0.03)
        self.to_places()
        time.sleep(0.2)

    def terminal(self) -> None:
        """A terminal passes over the windows."""
        window = self.screen.find("xterm clear")
        if window is not None:
            self.screen.restack(window, above=True)
            for index in range(16):
                self.screen.move(window, 20 + 35 * index, 30 + 20 * index)
                time.sleep(0.03)
        self.to_places()

    def reveal(self) -> None:
        for shown in (True, False):
            for application in self.acting.values():
                application.reveal(shown)
            time.sleep(0.5)
            if shown:
                self.revealed = self.screen.pixels((0, 0, *SIZE))
                self.settle("revealed")

    def reveal_and_move(self) -> None:
        for application in self.acting.values():
            application.reveal(True)
        self.drag()
        for application in self.acting.values():
            application.scroll(40)
        time.sleep(0.3)
        for application in self.acting.values():
            application.scroll(0)
            application.reveal(False)

    def hide(self) -> None:
        for application in self.acting.values():
            application.show(False)
        time.sleep(0.5)

    def show(self) -> None:
        for application in self.acting.values():
            application.show(True)
        time.sleep(0.5)

    def navigate(self) -> None:
        """Goes to a page without a password field, and back."""
        for application in self.acting.values():
            application.leave()
        time.sleep(1.5)
        for application in self.acting.values():
            application.return_to(self.password)
        time.sleep(1)

    def resize(self) -> None:
        for wider in (60, 20, 0):
            for toolkit in self.acting:
                window = self.login(toolkit)
                width, height = (500, 300) if toolkit == "chromium" else (330, 210)
                self.screen.resize(window, *PLACES[toolkit][0], width + wider, height + wider)
            time.sleep(0.3)
        self.to_places()

    def type(self) -> None:
        for application in self.acting.values():
            application.focus()
        for length in range(1, len(self.password) + 1):
            for application in self.acting.values():
                application.text(self.password[:length])
            time.sleep(0.05)

    def close(self) -> None:
        for application in self.acting.values():
            application.close("login")
        for application in self.acting.values():
            self.screen.wait_for(application.title("login"), gone=True)
        time.sleep(0.2)

    # ---- Whole stories ----

    SHORT = ("open", "jump", "drag", "scroll", "wheel", "busy_wheel", "overlap", "terminal", "reveal", "hide", "show", "close")
    ANY = ("jump", "drag", "scroll", "scroll_often", "wheel", "busy_wheel", "overlap", "terminal", "reveal", "reveal_and_move", "type")
    ANY += ("navigate", "resize")

    def short(self) -> None:
        for step in self.SHORT:
            self.run(step)

    def long(self, cycles: int, pause_s: float) -> None:
        """Steps in an order that the seed decides, with pauses of random length between them. Each acts on windows of some toolkits."""
        for cycle in range(cycles):
            self.acting = dict(self.applications)
            self.run("open", settle=False)
            steps = self.random.sample(self.ANY, 6)
            if self.random.random() < 0.5:
                steps += ["hide", "show"]
            for number, step in enumerate(steps):
                if step != "show":  # who hides a field shows it again
                    names = self.random.sample(list(self.applications), self.random.randint(1, len(self.applications)))
                    self.acting = {name: self.applications[name] for name in names}
                self.run(step, settle=False)
                time.sleep(0.2 + self.random.random() * pause_s)
                if number in (2, 5):
                    self.to_places()
                    self.settle(f"cycle {cycle}, {number} {step}")
            self.acting = dict(self.applications)
            self.run("close", settle=False)
            time.sleep(pause_s)
