# SPDX-License-Identifier: MIT
"""The X11 screen lists the windows that libX11 sees, whatever random clients and a window manager do."""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent / "testing"))
import xlib  # noqa: E402
from x11_fixtures import client, display, needs_screen, probe, probing, program, same  # noqa: E402, F401

pytestmark = needs_screen


class Play:
    """Does random things with windows."""

    def __init__(self, client: xlib.Client, seed: int) -> None:
        self.client, self.random = client, random.Random(seed)
        self.tops: list[int] = []
        self.inner: list[int] = []

    def step(self) -> None:
        actions = [self.create, self.create_inner, self.map, self.map, self.unmap, self.move, self.move, self.restack]
        actions += [self.restack, self.circulate, self.reparent, self.mark, self.destroy]
        if len(self.tops) < 3:
            actions = [self.create]
        self.random.choice(actions)()

    def place(self) -> tuple[int, int, int, int]:
        return (
            self.random.randint(-50, 700), self.random.randint(-50, 500), self.random.randint(1, 300), self.random.randint(1, 300)
        )

    def any(self) -> int:
        return self.random.choice(self.tops + self.inner)

    def create(self) -> None:
        kind = xlib.INPUT_ONLY if self.random.random() < 0.15 else xlib.INPUT_OUTPUT
        popup = self.random.random() < 0.5
        self.tops.append(self.client.window(self.place(), border=self.random.randint(0, 5), popup=popup, kind=kind))
        if self.random.random() < 0.8:
            self.client.map(self.tops[-1])

    def create_inner(self) -> None:
        parent = self.any()
        inside = self.client.attributes(parent)
        if inside is not None and inside.kind == xlib.INPUT_OUTPUT:
            self.inner.append(self.client.window(self.place(), parent=parent, border=self.random.randint(0, 3)))
            self.client.map(self.inner[-1])

    def map(self) -> None:
        self.client.map(self.any())

    def unmap(self) -> None:
        self.client.unmap(self.any())

    def move(self) -> None:
        x, y, width, height = self.place()
        changes = {"x": x, "y": y}
        if self.random.random() < 0.5:
            changes |= {"width": width, "height": height}
        self.client.configure(self.any(), **changes)

    def restack(self) -> None:
        window, sibling = self.random.sample(self.tops, 2)
        changes = {"mode": self.random.choice([xlib.ABOVE, xlib.BELOW])}
        if self.random.random() < 0.7:
            changes["sibling"] = sibling
        self.client.configure(window, **changes)

    def circulate(self) -> None:
        self.client.circulate(self.random.random() < 0.5)

    def reparent(self) -> None:
        """Puts a window into another one, or on the screen. Circles and windows that take no others are refused by the server."""
        x, y, _, _ = self.place()
        window, parent = self.any(), self.random.choice([self.client.root, self.random.choice(self.tops)])
        self.client.reparent(window, parent, x, y)
        top = window in self.client.children(self.client.root)
        for group, member in ((self.tops, top), (self.inner, not top)):
            if member != (window in group):
                (group.append if member else group.remove)(window)

    def mark(self) -> None:
        window = self.any()
        if self.random.random() < 0.7:
            self.client.set(window, "WM_STATE", [1, 0], "WM_STATE")
        else:
            self.client.unset(window, "WM_STATE")

    def destroy(self) -> None:
        self.client.destroy(self.any())
        self.tops = [one for one in self.tops if self.client.attributes(one)]
        self.inner = [one for one in self.inner if self.client.attributes(one)]


@pytest.mark.parametrize("seed", range(8))
def test_lists_what_random_clients_do(client, probe, seed):
    play = Play(client, seed)
    for _ in range(40):
        if play.random.random() < 0.3:
            probe.say(f"stall {play.random.randint(1, 60)}")  # so that events and replies pile up
        for _ in range(play.random.randint(1, 15)):
            play.step()
        same(client, probe)
    assert len(probe.lists) > 40


def test_lists_windows_that_were_there_before(program, client, display):
    play = Play(client, 99)
    for _ in range(150):
        play.step()
    with probing(program, display) as probe:
        same(client, probe)
        probe.say("reopen")
        play.step()
        same(client, probe)
