# SPDX-License-Identifier: MIT
"""Redacts frames with the scene of another process. Without arguments, this is the process with the scene, and starts the other."""

import subprocess
import sys
import time

import numpy

import scrim


def record(fd: int, frames: int) -> None:
    """The program that records. It has no scene."""
    with scrim.Subscriber(fd=fd) as subscriber, scrim.Capture(max_latency_ns=100_000_000) as capture:
        while frames > 0:
            captured = time.monotonic_ns()
            frame = numpy.full((200, 320), 255, numpy.uint8)  # the screen
            with subscriber.snapshot() as snapshot:
                report = capture.redact(frame, snapshot, captured, time.monotonic_ns())
            if report.outcome is scrim.Outcome.OK:
                frames -= 1
            time.sleep(0.033)
        print("The feed is", subscriber.state.name.lower(), "and covers", report.pixels, "pixels.")


def publish() -> None:
    """The program with the scene."""
    scene = scrim.Scene()
    scene.set_activity(scrim.Activity.ACTIVE)
    scene.frame_ready()
    scene.add_window((0, 50, 80, 40), flags=scrim.ViewFlags.SECURE)
    with scrim.Publisher() as publisher:
        fd = publisher.fd()
        recorder = subprocess.Popen([sys.executable, __file__, str(fd)], pass_fds=[fd])
        while recorder.poll() is None:
            with scene.snapshot(time.monotonic_ns()) as snapshot:
                publisher.publish(snapshot)
            time.sleep(0.02)


if len(sys.argv) == 2:
    record(int(sys.argv[1]), 20)
else:
    publish()
