#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures scrim-watch on a separate desktop: how late it covers what applications draw, and how much processor time it takes.

    LD_LIBRARY_PATH=build SCRIM_LIBRARY=build/libscrim.so benchmarks/watch.py [--toolkit NAME] [--repeat N] [--only latency|cpu]

The latency of a change is the time from the moment that the screen shows a secret at a place to the moment that the feed covers this
place. The screen is read again and again, so a latency below the time between two readings counts as 0. docs/explanation/watch.md
explains the figures.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "programs/watch"), str(ROOT / "bindings/python")]
from testing.colors import SECRETS, TOOLKITS  # noqa: E402
from testing.desktop import FEED, SIZE, Desktop, desktop  # noqa: E402
from testing.pixels import packed  # noqa: E402
from testing.x import Screen  # noqa: E402

import scrim  # noqa: E402
from scrim.feed import FeedState, Subscriber  # noqa: E402

PASSWORD = "Xk7qWm2"
PLACE = (60, 60)
#: What is read of the screen: the window with the password field and where it goes.
PART = (0, 0, 640, 400)
NEVER_S = 3.0


@dataclass
class Change:
    toolkit: str
    name: str
    latency_s: float = 0.0  # the longest one of all that it showed
    secret_seen: bool = False


class Meter(threading.Thread):
    """Reads the screen and the feed as often as it can."""

    def __init__(self, display: str, feed: Path, color: int) -> None:
        super().__init__(daemon=True)
        self.screen, self.color = Screen(display), color
        self.subscriber = Subscriber(feed, max_silence_ns=500_000_000)
        self.capture = scrim.Capture(origin=PART[:2], hold_ns=0, max_latency_ns=200_000_000)
        self.change = Change("", "")
        self.pending: list[tuple[float, Change, np.ndarray]] = []
        self.gaps: list[float] = []
        self.states: defaultdict[str, int] = defaultdict(int)
        self.before = self.covered()
        self.stopped = False
        self.error: Exception | None = None

    def covered(self) -> np.ndarray:
        """Which pixels the feed covers now."""
        mask = np.full((PART[3], PART[2]), 255, np.uint8)
        now = time.monotonic_ns()
        with self.subscriber.snapshot(now) as snapshot:
            self.states[FeedState(self.subscriber.state).name] += 1
            self.capture.redact(mask, snapshot, now, pixel_format="GRAY8")
        return (mask == 0).reshape(-1)

    def look(self) -> None:
        seen_at = time.monotonic()
        secret = np.flatnonzero(packed(self.screen.pixels(PART)) == self.color)
        # A scene remembers what it covered, so a place counts that was covered just before the screen was read.
        newest = self.covered()
        covered, self.before = newest | self.before, newest
        now = time.monotonic()
        if len(secret):
            self.change.secret_seen = True
            if not covered[secret].all() and not (self.pending and np.array_equal(self.pending[-1][2], secret)):
                self.pending.append((seen_at, self.change, secret))
        waiting = []
        for since, change, pixels in self.pending:
            late = now - since
            if not covered[pixels].all() and late < NEVER_S:
                waiting.append((since, change, pixels))
            change.latency_s = max(change.latency_s, late)
        self.pending = waiting

    def run(self) -> None:
        before = time.monotonic()
        while not self.stopped:
            try:
                self.look()
            except Exception as error:
                self.error = error
                return
            now = time.monotonic()
            self.gaps.append(now - before)
            before = now
            time.sleep(0.001)

    def stop(self) -> None:
        self.stopped = True
        self.join()
        self.screen.close()
        if self.error:
            raise self.error


class Changes:
    """Lets one toolkit change what the screen shows."""

    def __init__(self, made: Desktop, toolkit: str, meter: Meter) -> None:
        self.screen, self.application, self.meter = made.screen, made.applications[toolkit], meter
        self.toolkit, self.all = toolkit, []

    def begin(self, name: str) -> None:
        self.meter.change = Change(self.toolkit, name)
        self.all.append(self.meter.change)

    def window(self) -> int:
        return self.screen.wait_for(self.application.title("login"))

    def open(self) -> None:
        self.begin("open")
        self.application.open("login", PASSWORD)
        time.sleep(1.2)
        self.begin("move")
        self.screen.move(self.window(), *PLACE)
        time.sleep(0.8)

    def close(self) -> None:
        self.application.close("login")
        self.screen.wait_for(self.application.title("login"), gone=True)
        time.sleep(0.4)

    def once(self, index: int) -> None:
        application = self.application
        for step in range(4):
            self.begin("scroll by program")
            application.scroll((30, 0, 45, 10)[step])
            time.sleep(0.6)
        self.begin("scroll by program, 30 a second")
        for step in range(30):
            application.scroll(step * 3 % 50)
            time.sleep(0.033)
        time.sleep(0.8)
        x, y, width, height = self.screen.geometry(self.window())
        self.screen.point(x + width // 2, y + height - 20)
        for busy, clicks in ((False, 1), (False, -1), (False, 3), (False, -3), (True, 1), (True, -1)):
            self.begin("wheel, busy 0.6 s" if busy else f"wheel, {abs(clicks)} at a time")
            if busy:
                application.busy(0.6)
                time.sleep(0.1)
            self.screen.wheel(clicks)
            time.sleep(1.6)
        self.screen.point(SIZE[0] - 1, SIZE[1] - 1)
        application.scroll(0)
        time.sleep(0.6)
        self.begin("move")
        self.screen.move(self.window(), PLACE[0] + 40 + 10 * (index % 4), PLACE[1] + 50)
        time.sleep(0.5)
        self.screen.move(self.window(), *PLACE)
        time.sleep(0.5)
        self.begin("reveal")
        application.reveal(True)
        time.sleep(0.5)
        application.reveal(False)
        time.sleep(0.5)
        application.show(False)
        time.sleep(1.5)
        self.begin("show a hidden field")
        application.show(True)
        time.sleep(1.2)


def quantiles(values: list[float]) -> str:
    ordered = sorted(values)
    return " ".join(f"{ordered[round(share * (len(ordered) - 1))] * 1e3:8.0f}" for share in (0.5, 0.95, 1))


def measure_latency(watch: Path, toolkits: list[str], repeat: int) -> None:
    print(f"{'latency in ms':12s} {'change':32s} {'n':>4s} {'median':>8s} {'95 %':>8s} {'max':>8s}")
    for toolkit in toolkits:
        with desktop() as made:
            made.start_watch(watch)
            made.start_applications([toolkit])
            meter = Meter(made.environment["DISPLAY"], made.folder / "run" / f"scrim-{FEED}.feed", SECRETS[toolkit])
            meter.start()
            changes = Changes(made, toolkit, meter)
            made.screen.move(made.screen.find(made.applications[toolkit].title("clear")), 560, 420)
            for index in range(repeat):
                changes.open()
                changes.once(index)
                changes.close()
            meter.stop()
        by_name = defaultdict(list)
        for change in changes.all:
            if change.secret_seen:
                by_name[change.name].append(change.latency_s)
        for name, values in by_name.items():
            print(f"{toolkit:12s} {name:32s} {len(values):4d} {quantiles(values)}", flush=True)
        every = [value for values in by_name.values() for value in values]
        print(f"{toolkit:12s} {'all':32s} {len(every):4d} {quantiles(every)}")
        readings = f"{len(meter.gaps):4d} {quantiles(meter.gaps)}  {dict(meter.states)}"
        print(f"{toolkit:12s} {'(between two readings)':32s} {readings}", flush=True)


# ---- Processor time ----


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def share(made: Desktop, seconds: float, act=None) -> float:
    """The share of a processor that scrim-watch takes while something happens."""
    pid, began = made.watch.pid, time.monotonic()
    before = processor_seconds(pid)
    index = 0
    while (now := time.monotonic()) < began + seconds:
        if act:
            act(index)
        index += 1
        time.sleep(max(0.0, 0.033 - (time.monotonic() - now)))
    return (processor_seconds(pid) - before) / (time.monotonic() - began)


def measure_processor_time(watch: Path, toolkits: list[str], seconds: float) -> None:
    with desktop() as made:
        made.start_watch(watch)
        print(f"{'share of a processor':48s} {share(made, seconds):.2%}  no application", flush=True)
        made.start_applications([toolkit for toolkit in ("gtk3", "gtk4", "qt") if toolkit in toolkits])
        for application in made.applications.values():
            application.open("login", PASSWORD)
            made.screen.wait_for(application.title("login"))
            application.focus()
        time.sleep(2)
        names = ", ".join(made.applications)
        print(f"{'share of a processor':48s} {share(made, seconds):.2%}  idle, with password fields: {names}", flush=True)
    for toolkit in toolkits:
        with desktop() as made:
            made.start_watch(watch)
            made.start_applications([toolkit])
            application = made.applications[toolkit]
            time.sleep(2)

            def scroll(kind):
                return lambda index: application.scroll(index * 3 % 60, kind)

            found = {"idle": share(made, seconds / 2), "scrolls without password field": share(made, seconds / 2, scroll("clear"))}
            application.open("login", PASSWORD)
            made.screen.wait_for(application.title("login"))
            time.sleep(2)
            found["idle with password field"] = share(made, seconds / 2)
            found["scrolls with password field"] = share(made, seconds / 2, scroll("login"))
            for name, value in found.items():
                print(f"{'share of a processor':48s} {value:.2%}  {toolkit}: {name}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--toolkit", action="append", choices=TOOLKITS, help="measure only this one; may be repeated")
    parser.add_argument("--repeat", type=int, default=5, help="how often each change happens (default 5)")
    parser.add_argument("--only", choices=["latency", "cpu"])
    parser.add_argument("--seconds", type=float, default=20, help="for how long processor time is measured (default 20)")
    parser.add_argument("--watch", type=Path, default=ROOT / "build/programs/watch/scrim-watch", help="the program")
    options = parser.parse_args()
    toolkits = options.toolkit or list(TOOLKITS)
    if options.only != "cpu":
        measure_latency(options.watch, toolkits, options.repeat)
    if options.only != "latency":
        measure_processor_time(options.watch, toolkits, options.seconds)


if __name__ == "__main__":
    main()
