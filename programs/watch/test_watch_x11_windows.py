# SPDX-License-Identifier: MIT
"""What the X11 screen reports about a window: its process, title, class, whether it hides others, and what is drawn on it."""

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent / "testing"))
import openbox  # noqa: E402
import xlib  # noqa: E402
from x11_fixtures import (  # noqa: E402, F401
    client,
    display,
    environment_of,
    needs_screen,
    probe,
    probing,
    program,
    same,
    screen,
    until,
    x_server,
)

pytestmark = needs_screen
needs_openbox = pytest.mark.skipif(None in map(shutil.which, ("openbox", "xterm")), reason="there is no openbox or xterm")


def shown(client, probe, place=(50, 60, 200, 100), **options):
    """A new window that the probe has reported completely."""
    window = client.window(place, **options)
    client.map(window)
    until(lambda: probe.window(window).get("pid"), lambda: probe.windows)
    time.sleep(0.1)  # while the server draws its background
    until(lambda: probe.damaged(window, 0))
    return window


def test_reports_a_window_before_it_knows_more(client, probe):
    window = client.window((10, 20, 300, 200))
    client.set(window, "_NET_WM_NAME", b"Title", "UTF8_STRING")
    client.map(window)
    until(lambda: probe.window(window).get("title") == "Title")
    reports = [one for told in probe.lists for one in told["windows"] if one["id"] == window]
    assert reports[0]["frame"] == [10, 20, 300, 200]
    assert (reports[0]["pid"], reports[0]["title"], reports[0]["opaque"]) == (0, "", 0)
    assert (reports[-1]["pid"], reports[-1]["opaque"]) == (os.getpid(), 1)


def test_asks_the_server_for_the_process(client, probe):
    window = client.window((0, 0, 50, 50))
    client.set(window, "_NET_WM_PID", [1], "CARDINAL")
    client.set(window, "WM_CLIENT_MACHINE", socket.gethostname().encode())
    client.map(window)
    until(lambda: probe.window(window).get("named_pid"), lambda: probe.windows)
    assert (probe.window(window)["pid"], probe.window(window)["named_pid"]) == (os.getpid(), 1)
    client.set(window, "_NET_WM_PID", [os.getpid()], "CARDINAL")
    until(lambda: probe.window(window)["named_pid"] == 0)
    assert probe.window(window)["pid"] == os.getpid()


@pytest.mark.parametrize("noticed", [True, False])
def test_believes_the_property_if_the_process_that_opened_the_connection_has_ended(probe, display, noticed):
    """A program may start another process, which has the connection, and end. Its parent may not have noticed yet."""
    code = f"""
import os, socket, xlib
client = xlib.Client({display!r})
if os.fork() == 0:
    window = client.window((0, 0, 50, 50))
    client.set(window, "_NET_WM_PID", [os.getpid()], "CARDINAL")
    client.set(window, "WM_CLIENT_MACHINE", socket.gethostname().encode())
    os.read(0, 1)  # until the other process has ended
    client.map(window)
    print(window, os.getpid(), flush=True)
    os.read(0, 1)
os._exit(0)
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(xlib.__file__).parent)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], env=environment, **pipes) as process:
        if noticed:
            process.wait(60)
        else:
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        process.stdin.write(b"x")
        process.stdin.flush()
        window, pid = map(int, process.stdout.readline().split())
        until(lambda: probe.window(window).get("pid") == pid, lambda: (probe.windows, pid, process.pid))
        assert probe.window(window)["named_pid"] == 0
        process.stdin.close()


@pytest.mark.parametrize(("machine", "pid"), [(socket.gethostname(), 4711), ("elsewhere", 0), (None, 0)])
def test_believes_the_property_only_on_this_machine(program, machine, pid):
    with x_server("-extension", "X-Resource") as (display, _):
        client = xlib.Client(display)
        window = client.window((0, 0, 50, 50))
        client.set(window, "_NET_WM_PID", [4711], "CARDINAL")
        if machine:
            client.set(window, "WM_CLIENT_MACHINE", machine.encode())
        client.set(window, "WM_CLASS", b"a\0Last\0")
        client.map(window)
        with probing(program, display) as probe:
            until(lambda: probe.window(window).get("class") == "Last")
            assert probe.window(window)["pid"] == pid
        client.close()


@pytest.mark.parametrize(
    ("name", "value", "kind", "title"),
    [
        ("_NET_WM_NAME", "Пароль – 密码 🔑".encode(), "UTF8_STRING", "Пароль – 密码 🔑"),
        ("WM_NAME", "Schlüssel".encode("latin-1"), "STRING", "Schlüssel"),
        ("WM_NAME", "Schlüssel".encode(), "UTF8_STRING", "Schlüssel"),
        ("_NET_WM_NAME", b"a\xffb\xc3", "UTF8_STRING", "a\ufffdb\ufffd"),
        ("_NET_WM_NAME", b"a\xed\xa0\x80b", "UTF8_STRING", "a\ufffd\ufffd\ufffdb"),
        ("_NET_WM_NAME", b"a\x1b[31m\nb\x7f\xc2\x9bc", "UTF8_STRING", "a [31m b  c"),
        ("_NET_WM_NAME", "é".encode() * 300, "UTF8_STRING", "é" * 127),
        ("_NET_WM_NAME", b"a\0b", "UTF8_STRING", "a"),
        ("_NET_WM_NAME", [0x41414141], "CARDINAL", ""),
        ("_NET_WM_NAME", b"", "UTF8_STRING", ""),
    ],
)
def test_mends_titles(client, probe, name, value, kind, title):
    window = client.window((0, 0, 50, 50))
    client.set(window, name, value, kind)
    client.map(window)
    client.set(window, "WM_CLASS", b"one\0Last\0")
    until(lambda: probe.window(window).get("class") == "Last")
    assert probe.window(window)["title"] == title


def test_reads_a_part_of_a_huge_title(client, probe):
    window = shown(client, probe)
    for _ in range(50):
        client.set(window, "_NET_WM_NAME", b"x" * 200_000, "UTF8_STRING", append=True)
    until(lambda: probe.window(window)["title"] == "x" * 255)


def test_survives_hostile_properties(client, probe):
    window = shown(client, probe)
    names = ("WM_STATE", "_NET_WM_PID", "WM_CLIENT_MACHINE", "WM_NAME", "WM_CLASS", "_NET_WM_WINDOW_OPACITY")
    names += ("_NET_WM_OPAQUE_REGION", "_GTK_FRAME_EXTENTS", "_NET_WM_NAME")
    for value in ([2**32 - 1] * 9, [2**31] * 4, [], b"", b"\0", b"\xff" * 3, b"a\0", b"\0\0b"):
        for name in names:
            client.set(window, name, value, "CARDINAL")
    client.unset(window, "WM_STATE")
    client.set(window, "WM_CLASS", b"one\0Last\0")
    client.set(window, "_GTK_FRAME_EXTENTS", [26, 27, 23, 29], "CARDINAL")
    until(lambda: (probe.window(window)["class"], probe.window(window)["shadow"]) == ("Last", [26, 27, 23, 29]))


def test_follows_titles_that_change_all_the_time(client, probe):
    window = shown(client, probe)
    for number in range(2000):
        client.set(window, "_NET_WM_NAME", f"{number}".encode(), "UTF8_STRING")
    until(lambda: probe.window(window)["title"] == "1999")


# ---- What hides others ----


def opaque(client, probe, window, value, inside=None):
    """Waits until everything that was changed has arrived: the class is changed last."""
    changed = str(time.monotonic_ns())
    client.set(inside or window, "WM_CLASS", f"one\0{changed}\0".encode())
    until(lambda: probe.window(window).get("class") == changed)
    assert probe.window(window)["opaque"] == value


def test_says_which_windows_hide_others(client, probe):
    window = shown(client, probe)
    opaque(client, probe, window, 1)
    client.set(window, "_NET_WM_WINDOW_OPACITY", [2**31], "CARDINAL")
    opaque(client, probe, window, 0)
    client.set(window, "_NET_WM_WINDOW_OPACITY", [2**32 - 1], "CARDINAL")
    opaque(client, probe, window, 1)
    client.shape(window, [(0, 0, 200, 50)])
    opaque(client, probe, window, 0)
    frame = shown(client, probe)
    inside = client.window((0, 0, 200, 100), parent=frame, popup=False)
    client.set(inside, "WM_STATE", [1, 0], "WM_STATE")
    client.map(inside)
    opaque(client, probe, frame, 1, inside)
    client.set(inside, "_NET_WM_WINDOW_OPACITY", [2**31], "CARDINAL")
    opaque(client, probe, frame, 0, inside)


def test_windows_with_alpha_hide_nothing_if_something_composites(client, probe):
    window = shown(client, probe, depth=32)
    opaque(client, probe, window, 1)
    behind = client.window((50, 60, 200, 100), color=0xFF0000)
    client.map(behind)
    client.configure(window, mode=xlib.ABOVE)
    client.draw(window, 0, 0, 200, 100, 0x000000FF)  # alpha 0
    assert tuple(screen.screenshot(client.name)[100, 100]) == (0, 0, 255)  # the server shows it all the same
    owner = client.window((0, 0, 1, 1))
    client.own_selection("_NET_WM_CM_S0", owner)
    opaque(client, probe, window, 0)
    client.set(window, "_NET_WM_OPAQUE_REGION", [5, 5, 10, 10, 0, 0, 200, 100], "CARDINAL")
    opaque(client, probe, window, 0)  # it cannot say that it hides what is behind it
    client.destroy(owner)
    opaque(client, probe, window, 1)


# ---- Damage ----


def test_reports_what_is_drawn(client, probe):
    window = shown(client, probe, (100, 80, 300, 200), border=7)
    inner = client.window((30, 40, 100, 100), parent=window)
    client.map(inner)
    until(lambda: [30, 40, 100, 100] in probe.damaged(window, 0))
    client.configure(window, border=9)
    time.sleep(0.1)
    since = time.monotonic_ns()
    client.draw(window, 5, 6, 50, 20)
    until(lambda: [5, 6, 50, 20] in probe.damaged(window, since))
    since = time.monotonic_ns()
    client.draw(inner, 10, 10, 50, 20)
    until(lambda: [40, 50, 50, 20] in probe.damaged(window, since), lambda: probe.damage)


@pytest.mark.parametrize("frame", [False, True])
def test_reports_as_drawn_only_what_was_drawn(client, probe, frame):
    """The server counts all of a window as damaged when somebody begins to watch it."""
    silent = client.window((0, 0, 300, 200), color=None)
    painted = client.window((0, 300, 300, 200))
    client.destroy(shown(client, probe))  # the probe has seen the windows before
    if frame:  # as a window manager does
        for inner, y in ((silent, 0), (painted, 300)):
            outer = client.window((0, y, 320, 240), color=None)
            client.reparent(inner, outer, 10, 30)
            client.set(inner, "WM_STATE", [1, 0], "WM_STATE")
            client.map(inner)
            client.map(outer)
    else:
        client.map(silent)
        client.map(painted)
    same(client, probe)
    tops = [one["id"] for one in probe.windows]
    until(lambda: all(probe.damaged(top, 0) for top in tops))
    until(lambda: [0, 0, 300, 200] in probe.drawn(tops[1]), lambda: probe.drawings)  # its background
    client.draw(silent, 0, 0, 6, 6)
    client.draw(silent, 294, 194, 6, 6)
    until(lambda: len(probe.drawn(tops[0])) == 2, lambda: probe.drawings)
    assert probe.drawn(tops[0]) == [[0, 0, 6, 6], [294, 194, 6, 6]]
    probe.drawings.clear()
    client.configure(tops[1], x=400)  # the server copies it
    until(lambda: [0, 0, 300, 200] in probe.drawn(tops[1]), lambda: probe.drawings)


def test_counts_what_was_drawn_while_other_windows_change_places(client, probe):
    """The server paints the part that a raised window shows, and its application may have nothing to draw."""
    raised, over_it, apart = (shown(client, probe, place) for place in ((0, 0, 300, 200), (100, 50, 300, 200), (500, 300, 50, 50)))
    time.sleep(0.1)
    probe.drawings.clear()
    probe.say("stall 300")
    time.sleep(0.1)
    for window in (over_it, raised, apart):  # the last one passes both of them back
        client.configure(window, mode=xlib.ABOVE)
    until(lambda: probe.drawn(raised), lambda: probe.drawings)
    assert probe.drawn(raised) == [[100, 50, 200, 150]]


def test_counts_what_was_drawn_while_a_child_of_a_window_in_front_goes(client, probe):
    """Nothing behind that window comes to be seen."""
    behind, in_front = shown(client, probe, (0, 0, 300, 200)), shown(client, probe, (100, 50, 300, 200))
    child = client.window((10, 10, 20, 20), parent=in_front)
    client.map(child)
    time.sleep(0.1)
    probe.drawings.clear()
    probe.say("stall 300")
    time.sleep(0.1)
    client.draw(behind, 10, 10, 30, 30)
    client.unmap(child)
    until(lambda: probe.drawn(behind) == [[10, 10, 30, 30]], lambda: probe.drawings)


def test_counts_what_was_drawn_while_another_application_is_asked_to_draw(client, probe):
    """The empty window goes from one to the other."""
    behind, window = shown(client, probe, (0, 0, 300, 200)), shown(client, probe, (100, 50, 300, 200))
    for _ in range(5):
        client.draw(window, 100, 100, 5, 5)
        probe.say(f"redraw {window}")
        time.sleep(0.1)
        probe.drawings.clear()
        client.draw(window, 100, 100, 5, 5)
        until(lambda: probe.drawn(window))  # so the server is not asked again for 10 ms
        client.draw(window, 0, 0, 50, 50)
        probe.say(f"redraw {behind}")
        until(lambda: [0, 0, 50, 50] in probe.drawn(window), lambda: probe.drawings)


def test_forgets_what_a_new_window_drew_before_another_one_has_passed_it(client, probe):
    other = shown(client, probe, (0, 0, 300, 200))
    window = client.window((20, 20, 300, 200), color=None)
    time.sleep(0.1)
    probe.say("stall 300")
    time.sleep(0.1)
    client.map(window)
    client.draw(window, 10, 10, 100, 100)
    client.configure(other, mode=xlib.ABOVE)
    client.configure(other, mode=xlib.BELOW)
    until(lambda: probe.window(window).get("pid"), lambda: probe.windows)
    time.sleep(0.1)
    assert probe.drawn(window) == []


def test_forgets_what_a_window_drew_before_it_got_a_frame(client, probe):
    window = client.window((20, 20, 300, 200), color=None)
    client.map(window)
    until(lambda: probe.window(window).get("pid"), lambda: probe.windows)
    frame = client.window((100, 100, 320, 220), color=None)
    time.sleep(0.1)
    probe.say("stall 300")
    time.sleep(0.1)
    client.draw(window, 10, 10, 100, 100)
    client.set(window, "WM_STATE", [1, 0], "WM_STATE")
    client.reparent(window, frame, 10, 10)
    client.map(frame)
    until(lambda: probe.window(frame).get("content") == [110, 110, 300, 200], lambda: probe.windows)
    time.sleep(0.1)
    assert probe.drawn(frame) == []


def passed_by_others(client, behind, window, apart):
    """Other windows change places, so a list is reported before the window passes back."""
    for each in (behind, apart, window):
        client.configure(each, mode=xlib.ABOVE)


def uncovered_by_another(client, behind, window, apart):
    client.unmap(apart)


def left_by_another(client, behind, window, apart):
    client.configure(apart, x=600)


@pytest.mark.parametrize("act", [passed_by_others, uncovered_by_another, left_by_another])
def test_forgets_what_was_drawn_before_a_window_comes_to_be_seen(act, client, probe):
    """Without a background, it shows there what was in front of it."""
    behind = shown(client, probe, (0, 0, 300, 200))
    window = client.window((20, 20, 300, 200), color=None)
    client.map(window)
    apart = shown(client, probe, (200, 100, 300, 200))
    until(lambda: probe.window(window).get("pid"), lambda: probe.windows)
    time.sleep(0.1)
    probe.drawings.clear()
    lists = len(probe.lists)
    probe.say("stall 300")
    time.sleep(0.1)
    client.draw(window, 10, 10, 30, 30)
    act(client, behind, window, apart)
    until(lambda: len(probe.lists) > lists)
    time.sleep(0.1)
    assert probe.drawn(window) == []
    client.draw(window, 20, 20, 30, 30)
    until(lambda: probe.drawn(window) == [[20, 20, 30, 30]], lambda: probe.drawings)


def test_damage_of_a_window_that_was_shown_before_is_not_drawn(program, client, display):
    window = client.window((0, 0, 300, 200))
    client.map(window)
    with probing(program, display) as probe:
        until(lambda: probe.damaged(window, 0))
        assert not probe.drawn(window) and probe.window(window)["was_there"] == 1
        client.draw(window, 10, 10, 30, 30)
        until(lambda: probe.drawn(window) == [[10, 10, 30, 30]], lambda: probe.drawings)
        client.unmap(window)
        client.map(window)
        until(lambda: probe.window(window).get("was_there") == 0)


def test_reports_damage_after_every_drawing(client, probe):
    """A reading that starts after a report has to see what the report is about, however fast an application draws."""
    window = shown(client, probe)
    for burst in range(400):
        for _ in range(burst % 23 + 1):
            before = time.monotonic_ns()
            client.draw(window, 10, 10, 30, 30)
        until(lambda: probe.damaged(window, before), lambda: f"burst {burst}: nothing was reported after {before}")
        time.sleep((burst % 7) / 1000)


def test_reports_drawing_until_the_server_watches_again(client, probe):
    """While another client has the server for itself, it draws, and requests of scrim-watch wait."""
    window = shown(client, probe)
    xlib.x11.XGrabServer(client.display)
    client.draw(window, 10, 10, 30, 30)
    time.sleep(0.2)
    before = time.monotonic_ns()
    client.draw(window, 10, 10, 30, 30)
    xlib.x11.XUngrabServer(client.display)
    client.sync()
    until(lambda: probe.damaged(window, before))


def test_leaves_out_a_caret_that_blinks(client, probe):
    window = shown(client, probe)
    for x in (20, 40):
        since = time.monotonic_ns()
        for blink in range(6):
            client.draw(window, x, 20, 2, 17, blink * 1000)
            time.sleep(0.03)
        client.draw(window, 100, 50, 40, 40)
        both = [x, 20, 140 - x, 70]  # the server adds to the box of the caret, which it keeps
        until(lambda: both in probe.damaged(window, since))
        assert probe.damaged(window, since) == [[x, 20, 2, 17], both]


@pytest.mark.parametrize("width", [10, 300])  # as Qt and GTK 3 draw a caret
def test_looks_at_the_pixels_of_what_is_drawn_again(client, probe, width):
    window = shown(client, probe, (50, 60, 400, 100))
    place = (20, 30, width, 20)

    def redraw(caret, letter):
        """The background, letters, and a caret, drawn at once as from a buffer."""
        since = time.monotonic_ns()
        picture = np.full((20, width), 0xFFFFFF, dtype="<u4")
        picture[4:16, 1:6] = letter
        picture[:, 7:9] = caret
        client.put(window, *place[:2], picture)
        time.sleep(0.25)
        return list(place) in probe.damaged(window, since)

    assert redraw(0, 1)
    assert redraw(0xFFFFFF, 1)
    assert [redraw(caret, 1) for caret in (0, 0xFFFFFF, 0, 0xFFFFFF)] == [False] * 4
    assert redraw(0, 2)
    assert [redraw(caret, 2) for caret in (0xFFFFFF, 0)] == [False] * 2
    assert [redraw(0, letter) for letter in (3, 3, 4)] == [True, False, True]


def test_reports_what_is_drawn_too_often_for_a_caret(client, probe):
    window = shown(client, probe)
    for _ in range(10):
        since = time.monotonic_ns()
        client.draw(window, 20, 20, 60, 60, 0x123456)
        until(lambda: [20, 20, 60, 60] in probe.damaged(window, since))


def test_reports_drawing_on_what_a_window_manager_frames(client, probe):
    frame = client.window((100, 100, 220, 240), border=2)
    inside = client.window((10, 30, 200, 200), parent=frame, popup=False, border=1)
    client.map(inside)
    client.map(frame)
    until(lambda: probe.window(frame).get("content") == [102, 102, 220, 240])
    client.set(inside, "WM_STATE", [1, 0], "WM_STATE")
    until(lambda: probe.window(frame).get("content") == [113, 133, 200, 200])
    assert probe.window(frame)["popup"] == 0
    time.sleep(0.1)
    since = time.monotonic_ns()
    client.draw(frame, 0, 0, 220, 20)  # the title
    client.draw(inside, 0, 0, 20, 20)
    until(lambda: [0, 0, 20, 20] in probe.damaged(frame, since), lambda: probe.damage)
    assert probe.damaged(frame, since) == [[0, 0, 20, 20]]


# ---- Preview ----


def test_draws_outlines_above_everything(client, probe):
    shown(client, probe, (0, 0, 800, 600), color=0x102030)
    probe.say("preview 100 120 200 50 700 550 200 90")
    red, back = (0xE0, 0x1B, 0x24), (0x10, 0x20, 0x30)

    def pixel(x, y):
        return tuple(screen.screenshot(client.name)[y, x])

    until(lambda: pixel(100, 120) == red)
    picture = screen.screenshot(client.name)
    is_red = (picture == np.array(red)).all(axis=2)
    expected = np.zeros_like(is_red)
    for x, y, width, height in ((100, 120, 200, 50), (700, 550, 200, 90)):
        expected[y : y + height, x : x + width] = True
        expected[y + 3 : y + height - 3, x + 3 : x + width - 3] = False
    assert (is_red == expected).all()
    assert pixel(150, 140) == back
    assert len(probe.windows) == 1
    cover = client.window((90, 90, 300, 300), color=0x00FF00)
    client.map(cover)
    until(lambda: pixel(100, 120) == red)
    assert client.at(101, 121) == cover  # a click goes through the outline
    probe.say("preview")
    until(lambda: pixel(100, 120) == (0, 0xFF, 0))


# ---- Asking for a drawing ----


@pytest.mark.parametrize("color", [0x3070A0, None])
def test_asks_one_application_to_draw_its_window(client, probe, color):
    """The server paints the background, if there is one. Otherwise nothing counts as drawn until the application draws."""
    behind = shown(client, probe, (0, 0, 400, 300))
    window = client.window((20, 30, 200, 100), color=color)
    client.map(window)
    until(lambda: probe.window(window).get("pid"), lambda: probe.windows)
    in_front = shown(client, probe, (100, 0, 50, 300))
    time.sleep(0.1)
    client.point(window, 30, 40)
    for each in (behind, window, in_front):
        client.listen(each)
    lists = len(probe.lists)
    probe.drawings.clear()
    probe.say(f"redraw {window}")
    until(lambda: len(client.heard(window)) == 2, lambda: client.heard(window))
    time.sleep(0.1)
    assert client.heard(window) == [("exposed", 0, 0, 80, 100), ("exposed", 130, 0, 70, 100)]  # not behind the other window
    assert client.heard(behind) == client.heard(in_front) == []  # and the pointer has left none of them
    assert sorted(probe.drawn(window)) == ([[0, 0, 80, 100], [130, 0, 70, 100]] if color else [])
    assert len(probe.lists) == lists and client.at(50, 70) == window
    same(client, probe)
    client.destroy(window)
    probe.say(f"redraw {window}")
    same(client, probe)


def test_asks_only_for_the_shape_of_a_window(client, probe):
    behind = shown(client, probe, (0, 0, 400, 300))
    window = shown(client, probe, (20, 30, 200, 100), border=5)
    client.shape(window, [(-5, -5, 100, 40), (150, 60, 55, 45)])
    time.sleep(0.1)
    for each in (behind, window):
        client.listen(each)
    probe.say(f"redraw {window}")
    until(lambda: len(client.heard(window)) == 2, lambda: client.heard(window))
    assert client.heard(window) == [("exposed", 0, 0, 95, 35), ("exposed", 150, 60, 50, 40)]
    assert client.heard(behind) == []


def test_what_is_painted_on_request_is_nothing_that_was_drawn_before_a_move(client, probe):
    """The server paints parts that have a background, and the desktop would take the box around them."""
    window = shown(client, probe, (20, 30, 200, 100))
    client.configure(window, x=30)
    until(lambda: probe.earlier)
    time.sleep(0.1)
    for x, asks, drawn in ((40, False, [10, 10, 30, 30]), (50, True, [0, 0, 0, 0]), (60, False, [10, 10, 30, 30])):
        probe.earlier.clear()
        probe.drawings.clear()
        client.draw(window, 10, 10, 30, 30)
        until(lambda: probe.drawings)  # so the server is not asked again for 10 ms
        probe.say((f"redraw {window}\n" if asks else "") + "stall 300")
        time.sleep(0.1)
        client.draw(window, 10, 10, 30, 30)
        client.configure(window, x=x)
        until(lambda: probe.earlier)
        assert [one["box"] for one in probe.earlier] == [drawn]
        time.sleep(0.1)


# ---- A window manager ----


@needs_openbox
def test_lists_windows_of_a_window_manager(client, probe, display, tmp_path):
    ready = tmp_path / "manages"
    with screen.running(openbox.command(ready), env=environment_of(display), stderr=subprocess.DEVNULL) as manager:
        openbox.wait_for(ready)
        windows = [client.window((20 + 40 * i, 30 * i, 150, 100), popup=False) for i in range(5)]
        for window in windows:
            client.map(window)
        with screen.running(["xterm", "-T", "Tëxt"], env=environment_of(display), stderr=subprocess.DEVNULL) as xterm:
            until(lambda: any(one["pid"] == xterm.pid for one in probe.windows))
            until(lambda: any((one["title"], one["class"]) == ("Tëxt", "XTerm") for one in probe.windows))
            for i, window in enumerate(windows):
                client.configure(window, x=10 + 20 * i, y=100, width=200 + 10 * i, height=80)
                client.configure(window, mode=xlib.ABOVE)
                same(client, probe)
            assert sum(one["pid"] == os.getpid() and not one["popup"] for one in probe.windows) == 5
        pairs = {(one["id"], one["pid"]) for told in probe.lists for one in told["windows"]}
        frames = {window for window, pid in pairs if pid == os.getpid()}
        assert not frames & {window for window, pid in pairs if pid == manager.pid}  # which has made the frames
        client.unmap(windows[0])
        client.destroy(windows[1])
        until(lambda: sum(one["pid"] == os.getpid() for one in probe.windows) == 3)
        same(client, probe)
    until(lambda: all(client.clients_of(window) in ([], [window]) for window in client.children(client.root)))
    same(client, probe)  # the window manager has left, and its frames with it


# ---- Servers ----


def test_follows_the_size_of_the_screen(client, probe):
    client.resize_screen(640, 480)
    until(lambda: probe.lists[-1]["bounds"] == [640, 480])


@pytest.mark.parametrize("extension", ["DAMAGE", "XFIXES"])
def test_names_the_extension_that_is_missing(program, extension):
    with x_server("-extension", extension) as (display, _):
        done = subprocess.run([program], env=environment_of(display), capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (1, f'X server "{display}" cannot be used: it lacks the extension {extension}\n')


def test_works_without_shapes(program):
    with x_server("-extension", "SHAPE") as (display, _):
        client = xlib.Client(display)
        with probing(program, display) as probe:
            window = shown(client, probe)
            probe.say("preview 1 2 30 40")
            until(lambda: probe.window(window)["opaque"] == 1)
        client.close()


def test_says_that_the_connection_is_lost(program):
    with x_server() as (display, process), probing(program, display, leaves=1) as probe:
        until(lambda: probe.lists)
        process.kill()
        until(lambda: probe.lost)


def test_refuses_a_display_that_does_not_exist(program):
    done = subprocess.run([program], env=environment_of(":98765"), capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, 'X server ":98765" cannot be used: there is no connection\n')


def test_lists_thousands_of_windows(client, probe):
    for i in range(4200):
        client.map(client.window((i % 700, i // 9, 3, 3)))
    until(lambda: len(probe.windows) == 4200 and all(one["pid"] for one in probe.windows))
    same(client, probe)
