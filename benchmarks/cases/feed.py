# SPDX-License-Identifier: MIT
"""Snapshots on their way to another process: published, read and decoded, and read again when nothing has changed."""

from __future__ import annotations

import ctypes as c
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import scrim
from measure import Measure, Row, Times
from scrim._ffi import lib

CALLS = 1000
#: The budget for all of it, in microseconds.
LIMIT = 20.0


class Feed:
    """A scene with secure windows, its publisher and a subscriber, both in this process."""

    def __init__(self, folder: Path, regions: int) -> None:
        self.scene = scrim.Scene()
        for number in range(regions):
            self.scene.add_window((number % 10 * 100, number // 10 * 50, 80, 40), flags=scrim.ViewFlags.SECURE)
        self.scene.set_activity(scrim.Activity.ACTIVE)
        self.scene.frame_ready()
        self.snapshot = self.scene.snapshot(10**9)
        self.publisher = scrim.Publisher(folder / f"scrim-benchmark-{os.getpid()}.feed")
        self.subscriber = scrim.Subscriber(folder / f"scrim-benchmark-{os.getpid()}.feed")
        self.out, self.state, self.seen = c.c_void_p(), c.c_uint32(), 0

    def publish(self) -> None:
        lib.scrim_publisher_publish(self.publisher._handle, self.snapshot._handle)

    def read(self) -> None:
        lib.scrim_subscriber_snapshot(self.subscriber._handle, 10**9, self.out, self.state)
        lib.scrim_snapshot_destroy(self.out)
        self.seen += self.state.value == scrim.FeedState.LIVE

    def both(self) -> None:
        self.publish()
        self.read()

    def close(self) -> None:
        for one in (self.snapshot, self.publisher, self.subscriber, self.scene):
            one.close()


def many(call: Callable[[], None]) -> Callable[[], None]:
    def repeat() -> None:
        for _ in range(CALLS):
            call()

    return repeat


def row(case: str, times: Times, limit: float | None = None) -> Row:
    return Row(f"feed: {case}", round(times.best / CALLS * 1e6, 3), "µs", limit, str(times))


def run(measure: Measure) -> list[Row]:
    folder = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else Path(tempfile.gettempdir())
    feed, rows = Feed(folder, 100), []
    # What is measured includes three calls of ctypes, at half a microsecond each.
    both, published = measure.by_turns(many(feed.both), many(feed.publish))
    rows.append(row("100 regions published, read and decoded", both, LIMIT))
    rows.append(row("100 regions published", published))
    again, _ = measure.by_turns(many(feed.read), many(feed.read))
    rows.append(row("100 regions read again, nothing changed", again))
    assert feed.seen > 2 * CALLS
    feed.close()
    return rows
