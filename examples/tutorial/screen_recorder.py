# SPDX-License-Identifier: MIT
"""Opens a window with a sign-in form that slides up and down, and records the window for two seconds.

No recorded frame shows the password. Usage: screen_recorder.py FOLDER
"""

import math
import sys
import time
import tkinter
from pathlib import Path

import numpy
from PIL import Image, ImageGrab

import scrim

# In points, which are pixels of the X11 screen.
X, Y, WIDTH, HEIGHT, FRAMES = 20, 20, 480, 320, 60


def open_window() -> tuple[tkinter.Tk, tkinter.Frame]:
    root = tkinter.Tk()
    root.overrideredirect(True)
    root.geometry(f"{WIDTH}x{HEIGHT}+{X}+{Y}")
    root.configure(background="#F0F0F4")
    form = tkinter.Frame(root, background="#F0F0F4")
    for y, color, text in (0, "#C8DCFF", "maria@example.com"), (80, "#FFDC64", "hunter2"):
        field = tkinter.Entry(form, background=color, foreground="#202020", borderwidth=0, highlightthickness=0)
        field.insert(0, text)
        field.place(x=0, y=y, width=400, height=40)
    form.place(x=40, y=20, width=400, height=120)
    root.wait_visibility()
    return root, form


def describe_window() -> tuple[scrim.Scene, int]:
    scene = scrim.Scene()
    window = scene.add_window((X, Y, WIDTH, HEIGHT))
    form = scene.add_view(window, (40, 20, 400, 120))  # from the window's top left corner
    scene.add_view(form, (0, 80, 400, 40), flags=scrim.ViewFlags.SECURE)  # from the form's
    scene.set_activity(scrim.Activity.ACTIVE)
    scene.frame_ready()
    return scene, form


class Recorder:
    """Moves the form of a window, and records the window."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.window, self.form = open_window()
        self.scene, self.form_id = describe_window()
        self.capture = scrim.Capture(
            origin=(X, Y),  # the frames begin at this point of the screen
            hold_ns=150_000_000,  # 150 ms
        )

    def move_form(self, number: int) -> None:
        y = int(100 - 80 * math.cos(number / 8))
        self.scene.update_view(self.form_id, (40, y, 400, 120))
        self.form.place(y=y)

    def record_frame(self, number: int) -> None:
        captured_from = time.monotonic_ns()
        picture = ImageGrab.grab((X, Y, X + WIDTH, Y + HEIGHT), xdisplay="")
        captured_to = time.monotonic_ns()
        frame = numpy.array(picture)
        with self.scene.snapshot(time.monotonic_ns()) as snapshot:
            self.capture.redact(frame, snapshot, captured_from, captured_to)
        Image.fromarray(frame).save(self.folder / f"frame-{number:02}.ppm")

    def run(self) -> None:
        for number in range(FRAMES):
            self.window.update()  # draws what has changed
            self.move_form(number)
            self.record_frame(number)
            time.sleep(0.033)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: screen_recorder.py FOLDER")
    Recorder(Path(sys.argv[1])).run()
    print(f"{FRAMES} frames are in {sys.argv[1]}")
