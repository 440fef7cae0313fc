# SPDX-License-Identifier: MIT
"""X11 windows without a background, whose program draws nothing or only a part: the screen shows there what is covered behind them."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import BUILD, ROOT, WATCH, needs_desktop, needs_watch
from PIL import Image
from testing import desktop as desktops
from testing.desktop import desktop
from testing.pixels import packed

TESTING = Path(__file__).resolve().parent / "testing"
sys.path.insert(0, str(TESTING))
import xlib  # noqa: E402

SECRET, FRONT = 0xFF00FE, 0x30A070
RULES = {"rules": [{"application": "Secret", "cover": "window"}, {"application": "Front", "cover": "nothing"}]}

pytestmark = [needs_desktop, needs_watch]


@pytest.fixture
def world():
    with desktop() as made:
        made.environment |= {"SCRIM_LIBRARY": str(BUILD / "libscrim.so")}
        made.environment |= {"PYTHONPATH": f"{ROOT / 'bindings/python'}:{ROOT / 'programs/scrim'}"}
        made.start_watch(WATCH, rules=RULES)
        yield made


@pytest.fixture
def client(world):
    client = xlib.Client(world.environment["DISPLAY"])
    yield client
    client.close()


def opened(client, kind, place, color):
    window = client.window(place, color=color)
    client.set(window, "WM_CLASS", f"one\0{kind}\0".encode())
    time.sleep(0.3)  # the program sees the window before it is shown
    client.map(window)
    time.sleep(2)  # until a rule decides, and pictures that were left are over
    return window


def shot(world, target):
    command = [sys.executable, "-m", "scrim_tools", "shot", target, "--tries", "60"]
    done = subprocess.run(command, env=world.environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    with Image.open(target) as picture:
        return packed(np.ascontiguousarray(np.asarray(picture.convert("RGBX"))[..., [2, 1, 0, 3]]))


def pixels(world):
    """What the screen shows."""
    shown = world.screen.pixels((0, 0, *desktops.SIZE))
    return packed(np.ascontiguousarray(shown))


def count(picture, color):
    return int((picture == color).sum())


def assert_covered_until_drawn(world, client, front, target):
    """The screen shows a secret through a window or in it, and screenshots do not. Once it is drawn, they show all of it."""
    assert count(shot(world, target / "before.png"), SECRET) == 0
    client.draw(front, 0, 0, 500, 400, FRONT)
    time.sleep(2)
    assert count(shot(world, target / "drawn.png"), FRONT) == 500 * 400


def test_what_is_behind_a_window_that_draws_nothing_stays_covered(world, client, tmp_path):
    opened(client, "Secret", (100, 100, 200, 100), SECRET)
    assert count(shot(world, tmp_path / "before.png"), SECRET) == 0
    front = opened(client, "Front", (50, 50, 500, 400), None)
    assert client.at(150, 150) == front
    assert count(shot(world, tmp_path / "nothing.png"), SECRET) == 0
    for _ in range(10):  # in two corners, so the box around both is the whole window
        client.draw(front, 0, 0, 6, 6, FRONT)
        client.draw(front, 494, 394, 6, 6, FRONT)
        time.sleep(0.1)
    picture = shot(world, tmp_path / "corners.png")
    assert (count(picture, SECRET), count(picture, FRONT)) == (0, 72)
    client.configure(front, x=90, y=90)  # the server moves its picture with it
    time.sleep(2)
    assert_covered_until_drawn(world, client, front, tmp_path)


@pytest.mark.parametrize("command", ["scroll 300", "tab 1"])
def test_a_field_that_leaves_its_place_behind_such_a_window_stays_covered(command, world, client, tmp_path):
    fields = world.start(["/usr/bin/python3", TESTING / "apps/fields.py", "gtk3"], stdin=subprocess.PIPE)
    window = world.screen.wait_for("fields")
    time.sleep(2)
    x, y, _, _ = world.screen.geometry(window)
    front = opened(client, "Front", (x - 20, y - 20, 300, 250), None)
    client.draw(front, 0, 0, 6, 6, FRONT)
    assert count(shot(world, tmp_path / "before.png"), SECRET) == 0
    fields.stdin.write(f"{command}\n".encode())
    fields.stdin.flush()
    time.sleep(2)
    assert count(pixels(world), SECRET) > 1000  # the control: the server has drawn nothing of that in front
    assert count(shot(world, tmp_path / "after.png"), SECRET) == 0
    client.draw(front, 0, 0, 300, 250, FRONT)
    time.sleep(2)
    assert count(shot(world, tmp_path / "drawn.png"), FRONT) == 300 * 250


def test_a_window_that_is_drawn_hides_what_is_behind_it(world, client, tmp_path):
    opened(client, "Secret", (100, 100, 200, 100), SECRET)
    front = opened(client, "Front", (50, 50, 500, 400), FRONT)  # the server paints its background
    assert count(shot(world, tmp_path / "shown.png"), FRONT) == 500 * 400
    client.configure(front, x=90, y=90)
    time.sleep(2)
    assert count(shot(world, tmp_path / "moved.png"), FRONT) == 500 * 400


def hide(client, window):
    client.unmap(window)
    client.map(window)


def lower(client, window):
    client.configure(window, mode=xlib.BELOW)
    client.configure(window, mode=xlib.ABOVE)


def draw_and_lower(client, window):
    client.draw(window, 0, 0, 500, 400, FRONT)
    lower(client, window)


def leave(client, window):
    client.configure(window, x=1000)
    client.configure(window, x=50)


@pytest.mark.parametrize("act", [hide, lower, draw_and_lower, leave])
def test_a_window_that_is_back_before_it_was_missed_hides_nothing_until_it_draws(act, world, client, tmp_path):
    opened(client, "Secret", (100, 100, 200, 100), SECRET)
    front = opened(client, "Front", (50, 50, 500, 400), None)
    for _ in range(2):
        client.draw(front, 0, 0, 500, 400, FRONT)
        time.sleep(2)
    assert count(shot(world, tmp_path / "before.png"), FRONT) == 500 * 400
    world.watch.send_signal(signal.SIGSTOP)
    act(client, front)
    world.watch.send_signal(signal.SIGCONT)
    time.sleep(2)
    assert count(pixels(world), SECRET) == 200 * 100  # the control: the server has painted the window behind it
    assert_covered_until_drawn(world, client, front, tmp_path)


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("act", ["raise", "lower", "unmap"])
def test_a_picture_of_a_window_that_was_in_front_is_covered_where_it_moves_to(act, at_once, world, client, tmp_path):
    """The window that was behind does not draw, and the server copies what the screen shows in it."""
    behind = opened(client, "Front", (50, 50, 500, 400), None)
    for _ in range(2):
        client.draw(behind, 0, 0, 500, 400, FRONT)
        time.sleep(1)
    front = opened(client, "Secret", (100, 100, 200, 100), SECRET)
    if at_once:
        world.watch.send_signal(signal.SIGSTOP)
    if act == "unmap":
        client.unmap(front)
    else:
        client.configure(behind if act == "raise" else front, mode=xlib.ABOVE if act == "raise" else xlib.BELOW)
    client.configure(behind, x=350, y=200)
    world.watch.send_signal(signal.SIGCONT)
    time.sleep(2)
    picture = pixels(world)
    assert (picture[250:350, 400:600] == SECRET).all()  # the control: the picture has moved
    assert_covered_until_drawn(world, client, behind, tmp_path)


@pytest.mark.parametrize("act", ["enter", "map"])
def test_a_picture_of_a_window_behind_is_covered_where_it_moves_to(act, world, client, tmp_path):
    """The window in front comes from outside of the screen, or is new. It moves on before it draws."""
    opened(client, "Secret", (100, 100, 200, 100), SECRET)
    if act == "enter":
        front = opened(client, "Front", (1000, 50, 500, 400), None)
    else:
        front = client.window((50, 50, 500, 400), color=None)
        client.set(front, "WM_CLASS", b"one\0Front\0")
        time.sleep(0.3)
    world.watch.send_signal(signal.SIGSTOP)
    if act == "enter":
        client.configure(front, x=50)
    else:
        client.map(front)
    client.configure(front, x=350, y=200)
    world.watch.send_signal(signal.SIGCONT)
    time.sleep(2)
    assert (pixels(world)[250:350, 400:600] == SECRET).all()  # the control: the picture has moved
    assert_covered_until_drawn(world, client, front, tmp_path)
