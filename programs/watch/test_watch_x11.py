# SPDX-License-Identifier: MIT
"""The X11 screen lists the windows that libX11 sees, whatever random clients and a window manager do."""

import os
import random
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent / "testing"))
import xlib  # noqa: E402
from x11_fixtures import client, display, needs_screen, probe, probing, program, same, until  # noqa: E402, F401

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


@pytest.mark.parametrize("seed", [*range(6), 146, 209])
def test_lists_what_random_clients_do(client, probe, seed):
    play = Play(client, seed)
    for _ in range(40):
        if play.random.random() < 0.3:
            probe.say(f"stall {play.random.randint(1, 60)}")  # so that events and replies pile up
        for _ in range(play.random.randint(1, 15)):
            play.step()
        same(client, probe)
    assert len(probe.lists) > 40


def away(client, windows):
    """Lowers the front window, and raises it again."""
    client.configure(windows[1], mode=xlib.BELOW)
    client.configure(windows[1], mode=xlib.ABOVE)


def passed(client, windows):
    """Raises the window behind, and then the front one."""
    client.configure(windows[0], mode=xlib.ABOVE)
    client.configure(windows[1], mode=xlib.ABOVE)


def circled(client, windows):
    client.circulate(True)
    client.circulate(True)


def hidden(client, windows):
    client.unmap(windows[1])
    client.map(windows[1])


def elsewhere(client, windows):
    client.unmap(windows[1])
    client.configure(windows[1], x=300)
    client.map(windows[1])


def moved(client, windows):
    client.configure(windows[1], x=300)
    client.configure(windows[1], x=400)
    client.configure(windows[1], x=40)


def resized(client, windows):
    client.configure(windows[1], width=20)
    client.configure(windows[1], width=200)


def left(client, windows):
    client.configure(windows[1], x=1000)
    client.configure(windows[1], x=100)


def raised(client, windows):
    client.configure(windows[0], mode=xlib.ABOVE)
    client.configure(windows[0], x=300)


def uncovered(client, windows):
    client.unmap(windows[1])
    client.configure(windows[0], x=300)


SWAPPED = [["front", 40], ["back", 20]]


def stalled_with_windows(client: xlib.Client, probe, count: int) -> tuple[list[int], int]:
    """Opens windows, and then lets the probe handle nothing for half a second. Returns them, and how many lists came before."""
    windows = [client.window((20 + 20 * index, 20, 200, 100)) for index in range(count)]
    for window in windows:
        client.map(window)
    until(lambda: [one.get("pid") for one in probe.windows] == [os.getpid()] * count)
    time.sleep(0.2)
    before = len(probe.lists)
    probe.say("stall 500")
    time.sleep(0.1)
    return windows, before


@pytest.mark.parametrize(
    ("act", "meanwhile"),
    [(away, SWAPPED), (passed, SWAPPED), (circled, SWAPPED), (hidden, [["back", 20]]), (elsewhere, [["back", 20]]),
     (moved, [["back", 20], ["front", 400]]), (resized, [["back", 20], ["front", 40]]), (left, [["back", 20], ["front", 1000]]),
     (raised, SWAPPED), (uncovered, [["back", 20]])],
)
def test_lists_what_was_shown_before_another_change(act, meanwhile, client, probe):
    windows, before = stalled_with_windows(client, probe, 2)
    names = dict(zip(windows, ("back", "front"), strict=True))
    act(client, windows)
    until(lambda: len(probe.lists) > before)
    same(client, probe)
    told = [[[names[one["id"]], one["frame"][0]] for one in each["windows"]] for each in probe.lists[before:]]
    assert len(told) == 2 and told[0] == meanwhile, told


def test_lists_windows_that_change_once_in_one_list(client, probe):
    windows, before = stalled_with_windows(client, probe, 3)
    for x in range(100, 200, 10):
        client.configure(windows[2], x=x)
    client.configure(windows[2], mode=xlib.BELOW)
    client.configure(windows[0], mode=xlib.ABOVE)
    client.configure(windows[0], mode=xlib.ABOVE)
    until(lambda: len(probe.lists) > before)
    same(client, probe)
    assert len(probe.lists) == before + 1


def test_lists_windows_that_were_there_before(program, client, display):
    play = Play(client, 99)
    for _ in range(150):
        play.step()
    with probing(program, display) as probe:
        same(client, probe)
        probe.say("reopen")
        play.step()
        same(client, probe)


def test_does_not_list_the_overlay_of_a_compositing_manager(client, probe):
    client.map(client.window((10, 10, 50, 50)))
    client.overlay()
    client.map(client.window((20, 20, 50, 50)))
    same(client, probe)
    assert len(probe.windows) == 2


def test_says_that_a_window_with_several_clients_belongs_to_nobody(client, probe):
    top = client.window((100, 100, 400, 300))
    inside = [client.window(place, parent=top, popup=False) for place in ((0, 20, 200, 200), (10, 30, 100, 100))]
    for window in (*inside, top):
        client.set(window, "WM_STATE", [1, 0], "WM_STATE")
        client.map(window)
    client.unset(top, "WM_STATE")
    client.configure(inside[0], mode=xlib.ABOVE)

    def told():
        return probe.window(top).get("content"), probe.window(top).get("pid")

    until(lambda: told() == ([100, 120, 200, 200], os.getpid()), told)  # the other one is behind it
    client.configure(inside[1], x=150)
    until(lambda: told() == ([100, 100, 400, 300], 0), told)
    client.unmap(inside[0])
    until(lambda: told() == ([250, 130, 100, 100], os.getpid()), told)


def managed(client, place=(0, 0, 400, 300)):
    """A window that a window manager has marked."""
    top = client.window(place)
    client.set(top, "WM_STATE", [1, 0], "WM_STATE")
    client.map(top)
    return top


def nested(client, window, depth):
    for _ in range(depth):
        window = client.window((0, 0, 200, 200), parent=window, popup=False)
        client.map(window)
    return window


def becomes(probe, window, embeds):
    time.sleep(0.3)  # meanwhile the answers may be under way
    until(lambda: probe.window(window).get("embeds") == embeds, lambda: (probe.window(window), embeds))


def test_says_that_hundreds_of_windows_inside_may_be_of_others(client, probe):
    top = managed(client)
    windows = [client.window((0, 0, 10, 10), parent=top) for _ in range(300)]
    becomes(probe, top, 1)
    for window in windows[:100]:
        client.destroy(window)
    becomes(probe, top, 0)


def test_says_that_windows_deep_inside_may_be_of_others(client, probe):
    top = managed(client)
    deepest = nested(client, top, 30)
    becomes(probe, top, 0)
    added = nested(client, deepest, 1)
    becomes(probe, top, 1)
    client.destroy(added)
    becomes(probe, top, 0)


@contextmanager
def embedded(display, parent, *options):
    """Another process draws in a window, as a terminal or a plug does."""
    code = f"import xlib; c = xlib.Client({display!r}); w = c.window((5, 5, 50, 50), parent={parent}); c.map(w); input()"
    command = [sys.executable, "-c", code, *options]
    environment = {**os.environ, "PYTHONPATH": str(Path(xlib.__file__).parent)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as process:
        yield process
        process.stdin.close()


@pytest.mark.parametrize("depth", [0, 1, 8])
@pytest.mark.parametrize("frame", [False, True])
def test_says_that_another_process_draws_inside(client, probe, display, depth, frame):
    top = inside = client.window((0, 0, 400, 300))
    if frame:
        inside = client.window((0, 20, 400, 280), parent=top, popup=False)
    client.set(inside, "WM_STATE", [1, 0], "WM_STATE")
    client.map(inside)
    client.map(top)
    deep = nested(client, inside, depth)
    becomes(probe, top, 0)
    with embedded(display, deep):
        becomes(probe, top, 1)
        if depth > 0:
            client.unmap(deep)
            becomes(probe, top, 0)
            client.map(deep)
            becomes(probe, top, 1)
    becomes(probe, top, 0)


def test_sees_other_processes_that_were_there_before(program, client, display):
    top = managed(client)
    with embedded(display, nested(client, top, 2)):
        until(lambda: len(client.children(client.children(client.children(top)[0])[0])) == 1)
        with probing(program, display) as probe:
            becomes(probe, top, 1)


def test_another_connection_of_the_process_is_no_other_one(client, probe, display):
    top = managed(client)
    other = xlib.Client(display)
    other.map(other.window((50, 50, 100, 100), parent=top))
    becomes(probe, top, 0)
    other.close()


def test_the_process_that_draws_for_a_browser_is_no_other_one(client, probe, display):
    top = managed(client)
    with embedded(display, top, "--type=gpu-process"):
        until(lambda: len(client.children(top)) == 1)
        becomes(probe, top, 0)


def test_looks_for_clients_inside_of_one_that_is_none_any_more(client, probe):
    """What was inside of a client may be one, as soon as that is none."""
    top = managed(client)
    inside = client.window((20, 20, 100, 100), parent=top, popup=False)
    client.set(inside, "WM_STATE", [1, 0], "WM_STATE")
    client.map(inside)
    until(lambda: probe.window(top).get("content") == [0, 0, 400, 300])
    client.unset(top, "WM_STATE")
    until(lambda: probe.window(top).get("content") == [20, 20, 100, 100])
