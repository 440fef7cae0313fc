# SPDX-License-Identifier: MIT
"""Runs the demo and the examples as a reader would, and looks at what they leave."""

import ctypes
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

EXAMPLES = Path(__file__).resolve().parent
ROOT = EXAMPLES.parent
BUILT = ROOT / "build/examples"
ENVIRONMENT = {
    **os.environ,
    "SCRIM_LIBRARY": str(ROOT / "build/libscrim.so"),
    "PYTHONPATH": f"{ROOT / 'bindings/python'}:{ROOT / 'programs/scrim'}",
    "PYTHONDONTWRITEBYTECODE": "1",
}
#: The widgets that nobody may see. They are listed here too, so that the test notices if the demo forgets one.
PRIVATE = {
    *("avatar", "holder", "balance", "iban", "card", "password"),
    *("payee-1", "payee-2", "payee-3", "payee-4", "amount-1", "amount-2", "amount-3", "amount-4"),
}
#: How many frames of a whole screen the recorder must make each second, while other programs run too.
LEAST_RATE = 30

sys.path.insert(0, str(EXAMPLES / "demo"))
import screen  # noqa: E402


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    done = subprocess.run([ROOT / "script/demo", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder, done.stdout


@pytest.fixture(scope="module")
def bank():
    """The application on a screen, its position, and a picture of the screen."""
    with screen.virtual_screen() as display, screen.application(display) as windows:
        yield display, windows, screen.screenshot(display)


def pixels(path):
    return np.asarray(Image.open(path).convert("RGB"))


def rectangles(views):
    for view in views:
        if view["name"] in PRIVATE:
            yield view["name"], view["rect"]
        yield from rectangles(view["views"])


def inside(shape, rect):
    mask = np.zeros(shape[:2], dtype=bool)
    x, y, width, height = rect
    mask[y : y + height, x : x + width] = True
    return mask


def test_the_picture_has_one_color_where_it_is_secure_and_is_as_before_elsewhere(demo, bank):
    before, after = (pixels(demo[0] / name) for name in ("before.png", "after.png"))
    _, windows, screenshot = bank
    assert (before == screenshot).all()  # so the rectangles that hold for this screen hold for the picture
    found = {name: rect for window in windows for name, rect in rectangles(window["views"])}
    assert set(found) == PRIVATE
    private = np.zeros(before.shape[:2], dtype=bool)
    colors = set()
    for name, rect in found.items():
        mask = inside(before.shape, rect)
        assert mask.sum() == rect[2] * rect[3] > 0, name
        assert len(np.unique(before[mask], axis=0)) > 1, name  # something was there to be covered
        colors |= {tuple(color) for color in np.unique(after[mask], axis=0)}
        private |= mask
    assert len(colors) == 1
    assert (after[~private] == before[~private]).all()


def test_the_command_line_covers_what_it_reads_and_what_it_is_told(demo, bank):
    before, after = (pixels(demo[0] / name) for name in ("before.png", "command.png"))
    _, windows, _ = bank
    found = {name: rect for window in windows for name, rect in rectangles(window["views"])}
    for name in ("iban", "card"):
        mask = inside(before.shape, found[name])
        ink = mask & (before.min(axis=2) > 170)  # white on green
        assert ink.sum() > 50 and not after[ink].any(), name
    for name in ("holder", "password"):
        mask = inside(before.shape, found[name])
        ink = mask & (before.max(axis=2) < 90)
        assert ink.sum() > 50 and (after[ink] != before[ink]).any(axis=1).mean() > 0.9, name
    for name in ("payee-1", "payee-4", "amount-2", "balance"):
        mask = inside(before.shape, found[name])
        assert (after[mask] == before[mask]).all(), name


def test_the_pictures_to_look_at(demo):
    folder, _ = demo
    before, both = Image.open(folder / "before.png"), Image.open(folder / "before-after.png")
    assert both.width > 2 * before.width and both.height > before.height
    assert len(np.unique(pixels(folder / "keypad.png").reshape(-1, 3), axis=0)) > 100


def test_the_demo_tells_what_happened(demo):
    _, told = demo
    for line in (
        "14 of them are marked secure",
        "text:card: solid at",
        "text:iban: solid at",
        "The program may show this mask: ●●●●●●",
        "the correct PIN is equal, and another PIN is not equal",
        "Its memory is between guard pages",
        '"kind":"tap","state":"ended","screen":"Payment"',
        "not collected (PRIVATE): a finger touched something private",
        "3 gestures were collected",
        "All parts worked.",
    ):
        assert line in told
    assert "270914" not in told


def test_a_part_that_fails_fails_the_demo(tmp_path):
    command = [sys.executable, EXAMPLES / "demo", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, env={**ENVIRONMENT, "PATH": str(tmp_path)})
    assert done.returncode == 1  # Xvfb is not found
    assert "These parts did not work: 1. A window without its secrets" in done.stdout
    assert not (tmp_path / "after.png").exists()
    assert (tmp_path / "keypad.png").exists()


def test_redact_window_covers_a_window_of_a_real_screen(bank, tmp_path):
    display, windows, screenshot = bank
    command = [BUILT / "redact_window", "after.ppm", "Linden"]
    subprocess.run(command, check=True, cwd=tmp_path, env={**ENVIRONMENT, "DISPLAY": display})
    after = pixels(tmp_path / "after.ppm")
    (window,) = [window for window in windows if window["title"] == "Linden Bank"]
    mask = inside(after.shape, window["rect"])
    assert not after[mask].any()
    assert (after[~mask] == screenshot[~mask]).all()


def test_redact_window_fails_where_the_display_cannot_be_opened(tmp_path):
    environment = {**ENVIRONMENT, "DISPLAY": ":nowhere"}
    assert subprocess.run([BUILT / "redact_window"], cwd=tmp_path, env=environment).returncode == 1
    assert not list(tmp_path.iterdir())


def move_windows(display, title, steps):
    """Moves the windows of a title to one place after the other, as a window manager does."""
    x11 = ctypes.CDLL("libX11.so.6")
    for name, result in (("XOpenDisplay", ctypes.c_void_p), ("XDefaultRootWindow", ctypes.c_ulong)):
        getattr(x11, name).restype = result
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    assert connection
    root = ctypes.c_ulong(x11.XDefaultRootWindow(connection))
    parent, windows, count = ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
    out = ctypes.byref
    assert x11.XQueryTree(connection, root, out(root), out(parent), out(windows), out(count))
    moved = []
    for window in map(ctypes.c_ulong, windows[: count.value]):
        name = ctypes.c_char_p()
        x11.XFetchName(connection, window, out(name))
        if name.value and title in name.value.decode():
            moved.append(window)
    for x, y in steps:
        for window in moved:
            x11.XMoveWindow(connection, window, x, y)
        x11.XSync(connection, 0)
        time.sleep(0.01)
    x11.XCloseDisplay(connection)
    return len(moved)


def test_recorder_follows_a_window_that_moves_and_closes(tmp_path, capsys):
    cover, background = (255, 0, 255), (0, 0, 0)
    with screen.virtual_screen() as display:
        environment = {**ENVIRONMENT, "DISPLAY": display}
        command = [BUILT / "recorder", "5", "", tmp_path]
        with screen.application(display) as windows:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
            time.sleep(1)
            for title in {window["title"] for window in windows}:
                assert move_windows(display, title, [(2 * step, step) for step in range(80)]) >= 1
        # The application has ended, and its windows with it.
        told, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    rate, redacting = re.search(r": (\d+) per second, ([\d.]+) ms to redact each", told).groups()
    # Shown whatever is captured: script/test looks for it.
    with capsys.disabled():
        print(f"\n{told}", end="")
    assert int(rate) >= LEAST_RATE and float(redacting) > 0
    frames = [pixels(path) for path in sorted(tmp_path.glob("frame-*.ppm"))]
    assert len(frames) > 20
    places = set()
    for frame in frames:
        covered = (frame == cover).all(axis=2)
        # Of the application no pixel: the screen shows nothing else, and its background is black.
        assert (frame[~covered] == background).all()
        rows, columns = np.nonzero(covered)
        places.add((rows.min(), columns.min()) if len(rows) else None)
    assert None in places and len(places) > 5
    assert not frames[-1].any()


def test_hello_in_python():
    command = [sys.executable, EXAMPLES / "hello.py"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT)
    assert done.stdout == f"{240 * 40} pixels are covered\nTrue\n"
