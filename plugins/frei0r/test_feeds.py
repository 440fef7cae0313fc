# SPDX-License-Identifier: MIT
"""Runs the frei0r filter in ffmpeg on frames of a small world, in real time, with the feed of another process.

The world has a secret window that jumps, appears and vanishes. Frames show it in one color, so the test sees each secret pixel that
comes out. The other process learns of changes late by a known time, and may be killed at any moment.
"""

import fcntl
import multiprocessing
import os
import random
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import numpy
import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("SCRIM_BUILD", ROOT / "build")).resolve() / "plugins/frei0r/scrim.so"
missing = [] if BUILT.exists() else [str(BUILT)]
missing += [] if shutil.which("ffmpeg") else ["ffmpeg"]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"there is no {' and no '.join(missing)}")

WIDTH, HEIGHT, RATE = 320, 240, 25
GROUND, SECRET = (200, 200, 200, 255), (17, 34, 238, 255)
#: The parameters of the filter, in seconds.
DELAY, LATENCY, AGE = 0.4, 0.3, 0.3

Rect = tuple[int, int, int, int]


# ---- The process with the scene ----


def publish(feed: str, changes: Connection, first: Rect | None) -> None:
    """Publishes a scene with one secure window until it is killed. A change is a time and the window's new place, or None."""
    import scrim
    from scrim.feed import Publisher

    scene = scrim.Scene()
    scene.set_activity(scrim.Activity.ACTIVE)
    scene.frame_ready()
    window = scene.add_window(first, flags=scrim.ViewFlags.SECURE) if first else None
    waiting: list[tuple[float, Rect | None]] = []
    with Publisher(name=feed) as publisher:
        changes.send(0.0)
        start = time.monotonic()
        while True:
            while changes.poll(0):
                waiting.append(changes.recv())
            now = time.monotonic()
            while waiting and waiting[0][0] <= now:
                due, rect = waiting.pop(0)
                if window is not None:
                    scene.remove(window)
                window = scene.add_window(rect, flags=scrim.ViewFlags.SECURE) if rect else None
                if due > start:  # what changed before is in the first snapshot
                    changes.send(time.monotonic() - due)  # how much later than wanted
            with scene.snapshot(time.monotonic_ns()) as snapshot:
                publisher.publish(snapshot)
            changes.poll(max(0.0, min(0.02, waiting[0][0] - now)) if waiting else 0.02)


# ---- The world ----


@dataclass
class Result:
    #: Frames that came out, how many of them show anything, and how many show a secret pixel.
    frames: int = 0
    shown: int = 0
    leaked: int = 0
    #: Whether the machine was too slow for the parameters of the filter.
    too_slow: list[str] = field(default_factory=list)


class World:
    def __init__(self, feed: str, late: float) -> None:
        self.feed, self.late = feed, late
        self.rect: Rect | None = None
        self.result = Result()
        self.random = random.Random(5)
        self.context = multiprocessing.get_context("spawn")
        self.process: multiprocessing.process.BaseProcess | None = None
        self.start()

    def start(self) -> None:
        self.connection, theirs = self.context.Pipe()
        self.process = self.context.Process(target=publish, args=(self.feed, theirs, self.rect), daemon=True)
        self.process.start()
        theirs.close()
        self.started = False

    def kill(self) -> None:
        assert self.process
        self.process.kill()  # SIGKILL
        self.process.join()
        self.connection.close()

    def listen(self) -> None:
        """Notes how late the other process was beyond `late`."""
        try:
            while self.connection.poll():
                extra = self.connection.recv()
                self.started = True
                if self.late <= LATENCY and self.late + extra > LATENCY:
                    self.result.too_slow.append(f"the scene was {extra:.3f} s later than wanted")
        except (EOFError, OSError):
            pass

    def change(self) -> None:
        width, height = self.random.randint(5, 120), self.random.randint(5, 90)
        self.rect = (self.random.randint(0, WIDTH - width), self.random.randint(0, HEIGHT - height), width, height)
        if self.random.random() < 0.25:
            self.rect = None
        try:
            self.connection.send((time.monotonic() + self.late, self.rect))
        except (BrokenPipeError, OSError):
            pass

    def draw(self) -> bytes:
        frame = numpy.full((HEIGHT, WIDTH, 4), GROUND, numpy.uint8)
        if self.rect:
            x, y, width, height = self.rect
            frame[y : y + height, x : x + width] = SECRET
        return frame.tobytes()


@contextmanager
def ffmpeg(feed: str, result: Result, delay: float, latency: float) -> Iterator[subprocess.Popen[bytes]]:
    filter = f"frei0r=scrim:||||{feed}|{delay}|{latency}|{AGE}"
    size = ["-pix_fmt", "rgba", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(RATE)]
    command = ["ffmpeg", "-nostdin", "-v", "error", "-probesize", "32", "-analyzeduration", "0", "-f", "rawvideo", *size, "-i", "pipe:0"]
    command += ["-vf", filter, "-vsync", "passthrough", "-flush_packets", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "FREI0R_PATH": str(BUILT.parent)}
    )
    assert process.stdin and process.stdout
    fcntl.fcntl(process.stdin, 1031, 4096)  # F_SETPIPE_SZ: frames must not wait in the pipe

    def read() -> None:
        assert process.stdout
        while data := process.stdout.read(WIDTH * HEIGHT * 4):
            frame = numpy.frombuffer(data, numpy.uint8).reshape(HEIGHT, WIDTH, 4)
            result.frames += 1
            result.shown += bool((frame == GROUND).all(-1).any())
            result.leaked += bool((frame == SECRET).all(-1).any())

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield process
    finally:
        process.stdin.close()
        reader.join()
        assert process.wait() == 0


def run(tmp_path: Path, late: float, seconds: float, kills: bool = False, delay: float = DELAY, latency: float = LATENCY) -> Result:
    feed = str(tmp_path / "world.feed")
    world = World(feed, late)
    result = world.result
    restart = 0.0
    is_running = False
    with ffmpeg(feed, result, delay, latency) as process:
        assert process.stdin
        begin = time.monotonic()
        next_change = next_kill = next_frame = begin
        while time.monotonic() < begin + seconds:
            world.listen()
            now = time.monotonic()
            if not is_running:  # nothing is secret until everything runs
                is_running = world.started and result.frames >= 3
                begin, next_change, next_kill = now, now + 0.5, now + 1.5
            if now >= next_change:
                world.change()
                next_change = now + world.random.uniform(0.02, 0.4)
            if kills and now >= next_kill and not restart:
                world.kill()
                restart = now + world.random.uniform(0, 0.3)
            if restart and now >= restart:
                world.start()
                restart, next_kill = 0.0, now + world.random.uniform(0.02, 2.5)
            captured = time.monotonic()
            process.stdin.write(world.draw())
            process.stdin.flush()
            taken = time.monotonic() - captured
            if is_running and taken > 0.8 * AGE:
                result.too_slow.append(f"ffmpeg took a frame after {taken:.3f} s")
            next_frame = max(next_frame + 1 / RATE, time.monotonic() - 0.02)
            time.sleep(max(0.0, next_frame - time.monotonic()))
    if not restart:
        world.kill()
    return result


def check(result: Result) -> None:
    if result.leaked and result.too_slow:
        pytest.skip(f"the machine is too slow now: {result.too_slow[0]}")
    assert result.leaked == 0
    assert result.shown > 10


def test_no_secret_pixel_comes_out_of_ffmpeg(tmp_path: Path) -> None:
    check(run(tmp_path, late=0.1, seconds=4))


def test_no_secret_pixel_comes_out_if_the_publisher_is_killed(tmp_path: Path) -> None:
    check(run(tmp_path, late=0.05, seconds=8, kills=True))


def test_secret_pixels_come_out_if_the_scene_is_later_than_said(tmp_path: Path) -> None:
    """So the tests above can fail."""
    assert run(tmp_path, late=0.5, seconds=4, delay=0.15, latency=0.05).leaked > 0


def test_regions_that_move_by_a_command_stay_over_what_they_cover(tmp_path: Path) -> None:
    """A command comes with the first frame that shows the new place. Frames that wait still show the old one."""
    feed = str(tmp_path / "world.feed")
    connection, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=publish, args=(feed, theirs, None), daemon=True)
    process.start()
    assert connection.poll(30)
    drawing = "color=0xC8C8C8:s=64x64:r=25:d=4,format=rgba"
    for x, when in ((0, "lt(t,2)"), (32, "gte(t,2)")):
        drawing += f",drawbox=x={x}:y={x}:w=16:h=16:c=0x1122EE:t=fill:enable='{when}'"
    filters = f"sendcmd=c='2.0 frei0r filter_params 16x16+32+32',frei0r=scrim:16x16+0+0||||{feed}|{DELAY}|{LATENCY}|{AGE}"
    command = ["ffmpeg", "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", drawing, "-vf", filters]
    command += ["-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]
    try:
        done = subprocess.run(command, capture_output=True, env={**os.environ, "FREI0R_PATH": str(BUILT.parent)}, timeout=60)
    finally:
        process.kill()
        process.join()
    assert done.returncode == 0, done.stderr
    frames = numpy.frombuffer(done.stdout, numpy.uint8).reshape(-1, 64, 64, 4)
    assert len(frames) == 100
    assert [index for index, frame in enumerate(frames) if (frame == SECRET).all(-1).any()] == []
    is_shown = (frames[:, 60, 0] == GROUND).all(-1)
    old, new = (is_shown & (frames[:, at, at] == (0, 0, 0, 255)).all(-1) for at in (8, 40))
    assert old.sum() > 10 and new.sum() > 10
    assert not (old & new).any()


def test_frames_are_black_without_a_publisher(tmp_path: Path) -> None:
    result = Result()
    with ffmpeg(str(tmp_path / "none.feed"), result, DELAY, LATENCY) as process:
        assert process.stdin
        frame = numpy.full((HEIGHT, WIDTH, 4), GROUND, numpy.uint8).tobytes()
        for _ in range(40):
            process.stdin.write(frame)
            time.sleep(0.02)
    assert (result.frames, result.shown) == (40, 0)
