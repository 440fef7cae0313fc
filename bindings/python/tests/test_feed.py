# SPDX-License-Identifier: MIT
"""Feeds: another process, names, file descriptors, times and errors."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from source_tree import BINDING

import scrim
from scrim import Activity, Capture, FeedState, Outcome, Publisher, Subscriber, ViewFlags

MS = 1_000_000


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def scene() -> scrim.Scene:
    """A scene with a secure window of 10 × 10 points, and a history of 200 ms."""
    scene = scrim.Scene()
    scene.set_activity(Activity.ACTIVE)
    scene.frame_ready()
    scene.add_window((0, 0, 10, 10), flags=ViewFlags.SECURE)
    scene.snapshot(0).close()
    return scene


def redact(snapshot: scrim.Snapshot, now: int) -> tuple[Outcome, int]:
    """What happened to a frame of that time, and how many of its 1,600 pixels are covered."""
    pixels = np.full((40, 40), 200, np.uint8)
    with Capture() as capture:
        outcome = capture.redact(pixels, snapshot, now).outcome
    return outcome, int((pixels == 0).sum())


def publish(publisher: Publisher, scene: scrim.Scene, now: int) -> None:
    with scene.snapshot(now) as snapshot:
        publisher.publish(snapshot)


def test_states(scene: scrim.Scene) -> None:
    now = 1000 * MS
    with Subscriber("a") as subscriber:
        assert subscriber.state is FeedState.MISSING
        assert redact(subscriber.snapshot(now), now) == (Outcome.COVERED, 1600)
        assert subscriber.state is FeedState.MISSING
        with Publisher("a") as publisher:
            assert redact(subscriber.snapshot(now), now) == (Outcome.COVERED, 1600)
            assert subscriber.state is FeedState.EMPTY
            publish(publisher, scene, now)
            assert redact(subscriber.snapshot(now), now) == (Outcome.OK, 100)
            assert subscriber.state is FeedState.LIVE
            assert redact(subscriber.snapshot(now + 151 * MS), now + 151 * MS) == (Outcome.COVERED, 1600)
            assert subscriber.state is FeedState.SILENT
        subscriber.snapshot(now).close()
        assert subscriber.state is FeedState.MISSING
    scene.close()


def test_path_and_refused_file(folder: Path) -> None:
    path = folder / "feed"
    path.touch(mode=0o644)
    with Subscriber(path) as subscriber:
        subscriber.snapshot(0).close()
        assert subscriber.state is FeedState.REFUSED
        with pytest.raises(scrim.RefusedError, match="must be empty or a feed, local, ordinary, and only this user may open it"):
            Publisher(path)
        path.unlink()
        with Publisher(path):
            subscriber.snapshot(0).close()
            assert subscriber.state is FeedState.EMPTY
        assert not path.exists()


SUBSCRIBER = """
import sys, time
import numpy as np
import scrim
name, fd = sys.argv[1:]
subscriber = scrim.Subscriber(name) if name else scrim.Subscriber(fd=int(fd))
capture = scrim.Capture()
for line in sys.stdin:
    now = time.monotonic_ns()
    pixels = np.full((40, 40), 200, np.uint8)
    snapshot = subscriber.snapshot()
    report = capture.redact(pixels, snapshot, now)
    print(subscriber.state.name, int((pixels == 0).sum()), flush=True)
"""


@pytest.mark.parametrize("name", ["recorder ä", None])
def test_another_process(scene: scrim.Scene, name: str | None) -> None:
    with Publisher(name) as publisher:
        fd = publisher.fd()
        assert not os.get_inheritable(fd)
        process = subprocess.Popen(
            [sys.executable, "-c", SUBSCRIBER, name or "", str(fd)],
            env={**os.environ, "PYTHONPATH": str(BINDING)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[fd],
        )
        os.close(fd)
        assert process.stdin is not None and process.stdout is not None

        def ask() -> str:
            print(file=process.stdin, flush=True)
            return process.stdout.readline().strip()

        assert ask() == "EMPTY 1600"
        # The history of the scene begins with the first snapshot on this clock.
        scene.snapshot(time.monotonic_ns() - 500 * MS).close()
        for _ in range(100):
            publish(publisher, scene, time.monotonic_ns())
            if (found := ask()) == "LIVE 100":
                break
        assert found == "LIVE 100"
        publisher.close()
        assert ask() == "MISSING 1600"
        process.stdin.close()
        assert process.wait() == 0
    scene.close()


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 245, "\ud800", "/" + "x" * 1024])
def test_wrong_names(name: str) -> None:
    for kind in (Publisher, Subscriber):
        with pytest.raises(scrim.InvalidArgumentError, match=f"name must be 1 to {1024 if '/' in name else 244} bytes of UTF-8 without a NUL"):
            kind(name)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Publisher(b"a"), TypeError, r"name must be a string or a path \(got bytes\)"),
        (lambda: Publisher("/missing/feed"), scrim.NotFoundError, "the folder of '/missing/feed' does not exist"),
        (lambda: Publisher("/" + "a" * 1000), scrim.IoError, "cannot be created, locked or written"),
        (lambda: Subscriber(), scrim.InvalidArgumentError, r"exactly one of name and fd must be given \(got none\)"),
        (lambda: Subscriber("a", fd=0), scrim.InvalidArgumentError, r"exactly one of name and fd must be given \(got both\)"),
        (lambda: Subscriber(fd=-1), scrim.InvalidArgumentError, r"fd must be from 0 to 2147483647 \(got -1\)"),
        (lambda: Subscriber(fd=9999), scrim.IoError, r"fd must be an open file descriptor \(got 9999\)"),
        (lambda: Subscriber("a", max_silence_ns=0), scrim.InvalidArgumentError, "max_silence_ns must be from 1 to 1000000000"),
        (lambda: Subscriber("a").snapshot(-1), scrim.InvalidArgumentError, "now_ns must be from 0"),
    ],
)
def test_errors(make: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_errors_of_other_objects(scene: scrim.Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    with Publisher("a") as publisher:
        with pytest.raises(scrim.BusyError, match="another publisher has the feed 'a'"):
            Publisher("a")
        with pytest.raises(TypeError, match=r"snapshot must be a scrim.Snapshot \(got Scene\)"):
            publisher.publish(scene)  # type: ignore[arg-type]
    with pytest.raises(scrim.InvalidHandleError, match="the Publisher is closed"):
        publisher.fd()
    with Subscriber("a") as subscriber:
        pass
    with pytest.raises(scrim.InvalidHandleError, match="the Subscriber is closed"):
        subscriber.snapshot(0)
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    for kind in (Publisher, Subscriber):
        with pytest.raises(scrim.NotFoundError, match="XDG_RUNTIME_DIR must be the path of a folder"):
            kind("a")
    scene.close()
