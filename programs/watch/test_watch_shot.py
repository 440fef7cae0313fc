# SPDX-License-Identifier: MIT
"""`scrim shot` with scrim-watch: screenshots of password fields that rest, that move, and that nobody covers."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import BUILD, ROOT, WATCH, needs_desktop, needs_watch
from PIL import Image, ImageGrab
from testing.colors import CLEAR, LOGINS
from testing.desktop import SIZE, desktop
from testing.pixels import packed, secret_pixels, whose

TOOLKITS = ("gtk3", "qt")
#: A busy machine needs more tries.
PATIENCE = ("--tries", "60")

pytestmark = [needs_desktop, needs_watch]


@pytest.fixture
def world():
    """A desktop with scrim-watch, on which two applications show passwords."""
    with desktop() as made:
        made.environment |= {"SCRIM_LIBRARY": str(BUILD / "libscrim.so")}
        made.environment |= {"PYTHONPATH": f"{ROOT / 'bindings/python'}:{ROOT / 'programs/scrim'}"}
        made.start_watch(WATCH)
        made.start_applications(TOOLKITS)
        for index, toolkit in enumerate(TOOLKITS):
            made.applications[toolkit].open("login", "Xk7qWm2")
            made.screen.wait_for(made.applications[toolkit].title("login"))
            made.screen.move(login(made, toolkit), 20 + 480 * index, 320)
        seen, deadline = set(), time.monotonic() + 60
        while not seen >= set(TOOLKITS):
            assert time.monotonic() < deadline, "the passwords are not on the screen"
            picture = pixels(ImageGrab.grab(xdisplay=made.environment["DISPLAY"]))
            seen |= set(whose(picture, secret_pixels(picture)))
        yield made


def login(made, toolkit):
    return made.screen.find(made.applications[toolkit].title("login"))


def pixels(picture):
    """A picture as BGRx, as recorders give it."""
    with picture:
        return np.ascontiguousarray(np.asarray(picture.convert("RGBX"))[..., [2, 1, 0, 3]])


def shot(made, target: Path, *options):
    command = [sys.executable, "-m", "scrim_tools", "shot", target, *options]
    return subprocess.run(command, env=made.environment, capture_output=True, text=True, timeout=120)


def test_passwords_are_covered_and_the_rest_is_visible(world, tmp_path):
    visible, deadline = dict.fromkeys(TOOLKITS, 0), time.monotonic() + 60
    while min(visible.values()) < 10000:  # windows are covered until they have been read, and have kept their place for a while
        assert time.monotonic() < deadline, f"the windows around the fields must be visible (got {visible})"
        done = shot(world, tmp_path / "shot.png", *PATIENCE)
        assert done.returncode == 0, done.stderr
        picture = pixels(Image.open(tmp_path / "shot.png"))
        assert picture.shape[:2] == SIZE[::-1] and not secret_pixels(picture).any()
        visible = {toolkit: int((packed(picture) == LOGINS[toolkit]).sum()) for toolkit in TOOLKITS}


def test_an_idle_window_over_a_password_is_visible(world, tmp_path):
    """If it comes in front again at once, nobody knows what has been drawn since. The server has painted it, so it draws only if it is asked to."""
    world.start_xterm()
    xterm = world.screen.find("xterm clear")
    world.screen.restack(xterm, above=False)
    world.screen.move(xterm, 20, 330)
    time.sleep(0.5)
    for above in (True, False, True):
        world.screen.restack(xterm, above)
    whole, visible, deadline = 1, 0, time.monotonic() + 60
    while visible < whole:
        assert time.monotonic() < deadline, f"{whole} pixels of the terminal must be visible (got {visible})"
        whole = int((packed(pixels(ImageGrab.grab(xdisplay=world.environment["DISPLAY"]))) == CLEAR["xterm"]).sum())
        done = shot(world, tmp_path / "shot.png", *PATIENCE)
        assert done.returncode == 0, done.stderr
        picture = pixels(Image.open(tmp_path / "shot.png"))
        assert not secret_pixels(picture).any()
        visible = int((packed(picture) == CLEAR["xterm"]).sum())


#: Prints for each size whether the feed is of a screen of this size.
SIZES_OF_FEED = f"""
from scrim import Subscriber
from scrim_tools.shot import FeedReader, ShotError

with Subscriber("watch") as subscriber:
    for size in ({SIZE}, ({SIZE[0] + 1}, {SIZE[1]}), ({SIZE[0]}, {SIZE[1] - 1})):
        try:
            FeedReader(subscriber, whole_screen=True).read().now(size)
            print("same")
        except ShotError as error:
            print("another" if "is of another screen" in str(error) else error)
"""


def test_the_feed_says_which_screen_it_is_of(world):
    done = subprocess.run([sys.executable, "-c", SIZES_OF_FEED], env=world.environment, capture_output=True, text=True, timeout=120)
    assert done.stdout.split("\n") == ["same", "another", "another", ""], done.stdout + done.stderr


def test_nothing_is_written_without_a_watcher(world, tmp_path):
    world.end(world.watch)
    done = shot(world, tmp_path / "shot.png")
    assert done.returncode == 1 and "no scrim-watch publishes the feed 'watch'" in done.stderr
    assert not [*tmp_path.iterdir()]


def test_windows_that_are_dragged(world, tmp_path):
    ended = threading.Event()
    codes = []

    def take():
        for number in range(6):
            options = ("--dilation", "80", *PATIENCE) if number % 2 else ("--tries", "2")
            codes.append(shot(world, tmp_path / f"{number}.png", *options).returncode)
        ended.set()

    thread = threading.Thread(target=take)
    thread.start()
    step = 0
    while not ended.wait(0.02):
        step = (step + 2) % 200
        for index, toolkit in enumerate(TOOLKITS):
            world.screen.move(login(world, toolkit), 20 + 480 * index + abs(step - 100), 320)
    thread.join()
    pictures = [pixels(Image.open(path)) for path in sorted(tmp_path.glob("*.png"))]
    assert len(codes) == 6 and codes.count(0) == len(pictures) > 0
    assert not [whose(picture, secret_pixels(picture)) for picture in pictures if secret_pixels(picture).any()]
