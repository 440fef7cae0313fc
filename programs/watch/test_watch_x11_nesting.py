# SPDX-License-Identifier: MIT
"""The X11 screen survives windows that are moved into each other while it cannot watch, that are nested deeply, and that are very many."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "testing"))
import xlib  # noqa: E402
from x11_fixtures import client, display, needs_screen, probe, program, same, until  # noqa: E402, F401

pytestmark = needs_screen
MAX_WINDOWS = 32768


def settle(client, probe):
    """Waits until the probe has handled all events that came before, and the server all requests that followed."""
    marker = client.window((0, 0, 20, 20))
    client.map(marker)
    until(lambda: probe.window(marker).get("pid") or probe.process.poll() is not None)
    assert probe.process.poll() is None, "the probe has crashed"
    client.destroy(marker)


def tops(client, count):
    """Children of the root that are not shown."""
    return [client.window((0, 0, 200, 200)) for _ in range(count)]


def chain(client, windows):
    for outer, inner in zip(windows, windows[1:], strict=False):
        client.reparent(inner, outer, 0, 0)


def show(client, probe, *windows):
    """Shows a window and those inside of it, of which the last one is marked by a window manager."""
    client.configure(windows[-1], width=77, height=66, x=11, y=12)
    client.set(windows[-1], "WM_STATE", [1, 0], "WM_STATE")
    for window in reversed(windows):
        client.map(window)
    same(client, probe)
    assert probe.window(windows[0])["content"][2:] == [77, 66]


def test_forgets_windows_that_become_too_deep(client, probe):
    """It would use a window after it has been freed."""
    outer, inner, (moved,) = tops(client, 21), tops(client, 21), tops(client, 1)
    chain(client, outer)
    chain(client, [*inner, moved])
    settle(client, probe)
    client.reparent(inner[0], outer[-1], 0, 0)
    settle(client, probe)
    client.reparent(moved, inner[-1], 5, 5)
    settle(client, probe)
    client.reparent(inner[-1], client.root, 0, 0)
    show(client, probe, inner[-1], moved)


def test_survives_windows_that_change_places_with_what_contains_them(client, probe):
    moved, first, second = tops(client, 3)
    settle(client, probe)
    with client.grabbing():
        client.reparent(moved, first, 0, 0)
        client.reparent(moved, second, 0, 0)  # its event is not sent: nobody watches either
        client.reparent(first, moved, 0, 0)
    settle(client, probe)
    show(client, probe, second, moved, first)


def test_survives_replies_that_contradict_what_contains_a_window(client, probe):
    """The children of a window are listed, and one of them seems to contain it."""
    moved, first, second, third, kid = tops(client, 5)
    settle(client, probe)
    with client.grabbing():
        client.reparent(kid, moved, 0, 0)  # so that its children are asked for
        client.reparent(moved, first, 0, 0)
        client.reparent(moved, second, 0, 0)
        client.reparent(first, third, 0, 0)
        client.reparent(first, moved, 0, 0)
    settle(client, probe)
    client.destroy(third)
    show(client, probe, second, moved, first)
    client.set(kid, "WM_STATE", [1, 0], "WM_STATE")
    client.unset(first, "WM_STATE")
    client.map(kid)
    same(client, probe)


def test_survives_identifiers_that_are_used_again(client, probe):
    """A window is created inside of one that seems to be inside of it."""
    moved, again, second, third, kid = tops(client, 5)
    client.reparent(kid, moved, 0, 0)
    settle(client, probe)
    with client.grabbing():
        client.reparent(moved, again, 0, 0)
        client.reparent(moved, second, 0, 0)
        client.reparent(again, third, 0, 0)
        client.destroy(again)
        client.create_again(again, moved)
    settle(client, probe)
    show(client, probe, second, moved, again)


def test_looks_again_when_other_windows_are_gone(client, probe, display):
    """While too many windows are known, it looks for no more, but it keeps those that it knows."""
    first, second = clients = tops(client, 2)
    known = [client.window((0, 0, 50, 50), parent=top, popup=False) for top in clients for _ in range(3)]
    unknown = client.window((0, 0, 50, 50), parent=client.window((0, 0, 50, 50)))
    for top in clients:
        client.set(top, "WM_STATE", [1, 0], "WM_STATE")
        client.map(top)

    def become(*embeds):
        settle(client, probe)
        until(lambda: tuple(probe.window(top).get("embeds") for top in clients) == embeds, lambda: probe.windows)

    become(0, 0)
    other = xlib.Client(display)
    other.windows_at_once(MAX_WINDOWS)
    settle(client, probe)
    client.destroy(known[0])
    client.configure(known[1], mode=xlib.ABOVE)  # the children are listed again
    settle(client, probe)
    become(0, 0)
    client.window((0, 0, 50, 50), parent=first, popup=False)
    become(1, 0)
    client.reparent(unknown, second, 0, 0)
    become(1, 1)
    other.close()
    become(0, 0)
