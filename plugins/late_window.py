# SPDX-License-Identifier: MIT
"""A window with secrets that move, jump and open, whose scene is published too late by a known time.

Usage: late_window.py FEED LATE_MS SECONDS SEED. Secrets are drawn in SECRET, and nothing else is. Prints "ready" when the window is
on the screen, and at the end a line of JSON: what happened, and how late it really was published.
"""

import json
import random
import sys
import time
import tkinter
from collections import deque
from collections.abc import Callable

import scrim
from scrim.feed import Publisher

SIZE = (640, 360)
SECRET = "#ff00fe"
PUBLIC = "#e8ecd8"
CLOCK = "#208040"  # a square that never rests, so that frames differ
HEARTBEAT_S = 0.02
Box = tuple[int, int, int, int]


class LateWindow:
    def __init__(self, feed: str, late_s: float, seed: int) -> None:
        self.late_s, self.random = late_s, random.Random(seed)
        #: Changes that the scene has not learned: when each was drawn, and how the scene changes.
        self.unpublished: deque[tuple[float, Callable[[], object]]] = deque()
        self.latest_s, self.silence_s, self.changes, self.published = 0.0, 0.0, 0, time.monotonic()
        self.root = tkinter.Tk()
        self.root.overrideredirect(True)
        self.root.geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
        self.canvas = tkinter.Canvas(self.root, background=PUBLIC, highlightthickness=0, width=SIZE[0], height=SIZE[1])
        self.canvas.pack()
        self.clock = self.canvas.create_rectangle(0, 0, 20, 20, fill=CLOCK, width=0)
        self.moving = self.canvas.create_rectangle(-50, -50, -10, -10, fill=SECRET, width=0)
        self.jumping = self.canvas.create_rectangle(-50, -50, -10, -10, fill=SECRET, width=0)
        self.opened: tkinter.Toplevel | None = None
        self.scene = scrim.Scene()
        self.window = self.scene.add_window((0, 0, *SIZE))
        self.views: dict[str, int] = {}
        self.scene.set_activity(scrim.Activity.ACTIVE)
        self.scene.frame_ready()
        self.root.wait_visibility()
        self.publisher = Publisher(name=feed)
        self.publish()

    # ---- What the screen shows ----

    def show(self, draw: Callable[[], object], learn: Callable[[], object]) -> None:
        """Draws a change at once. The scene learns of it later."""
        began = time.monotonic()
        draw()
        self.root.update()
        self.root.winfo_pointerxy()  # the server has answered, so it has drawn
        self.unpublished.append((began, learn))
        self.changes += 1

    def place(self, item: int, name: str, box: Box) -> None:
        x, y, width, height = box
        self.show(lambda: self.canvas.coords(item, x, y, x + width, y + height), lambda: self.learn(name, box))

    def somewhere(self, width: int, height: int) -> Box:
        return self.random.randrange(SIZE[0] - width), self.random.randrange(SIZE[1] - height), width, height

    def open(self) -> None:
        box = self.somewhere(120, 60)
        self.opened = opened = tkinter.Toplevel(self.root, background=SECRET)
        opened.overrideredirect(True)
        opened.geometry(f"{box[2]}x{box[3]}+{box[0]}+{box[1]}")
        self.show(lambda: None, lambda: self.learn("opened", box))

    def close(self) -> None:
        if self.opened is not None:
            self.show(self.opened.destroy, lambda: self.learn("opened", None))
            self.opened = None

    # ---- What the scene learns ----

    def learn(self, name: str, box: Box | None) -> None:
        if box is None:
            self.scene.remove(self.views.pop(name))
        elif name in self.views:
            self.scene.update_view(self.views[name], box, flags=scrim.ViewFlags.SECURE)
        else:
            self.views[name] = self.scene.add_view(self.window, box, flags=scrim.ViewFlags.SECURE)

    def publish(self) -> None:
        now = time.monotonic_ns()
        with self.scene.snapshot(now) as snapshot:
            self.publisher.publish(snapshot)
        self.silence_s = max(self.silence_s, time.monotonic() - self.published)
        self.published = time.monotonic()

    def publish_what_is_due(self) -> None:
        due = []
        while self.unpublished and self.unpublished[0][0] + self.late_s <= time.monotonic():
            began, learn = self.unpublished.popleft()
            learn()
            due.append(began)
        if due or time.monotonic() - self.published > HEARTBEAT_S:
            self.publish()
        if due:
            self.latest_s = max(self.latest_s, time.monotonic() - due[0])

    # ---- All of it ----

    def step(self, seconds: float, before: float) -> None:
        """What changes from one moment to another."""
        x = int(60 + 400 * seconds) % (SIZE[0] - 80)
        self.place(self.moving, "moving", (x, 250, 80, 24))
        self.canvas.coords(self.clock, (x * 2) % 600, 2, (x * 2) % 600 + 20, 22)
        if int(seconds / 0.27) != int(before / 0.27):
            self.place(self.jumping, "jumping", self.somewhere(90, 30))
        if int(seconds / 0.35) != int(before / 0.35):
            self.close() if self.opened is not None else self.open()

    def run(self, seconds: float) -> None:
        start = time.monotonic()
        print("ready", flush=True)
        now = before = -1.0
        while now < seconds:
            now = time.monotonic() - start
            if now - before >= 0.016:
                self.step(now, before)
                before = now
            self.publish_what_is_due()
            time.sleep(0.002)
        print(json.dumps({"changes": self.changes, "latest_s": self.latest_s, "silence_s": self.silence_s}), flush=True)


if __name__ == "__main__":
    feed, late_ms, seconds, seed = sys.argv[1:]
    LateWindow(feed, float(late_ms) / 1e3, int(seed)).run(float(seconds))
