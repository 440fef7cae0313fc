# SPDX-License-Identifier: MIT
"""Records a screen with ffmpeg or GStreamer as raw RGB in a file, protected by a feed or as it is."""

import signal
import subprocess
import time
from contextlib import contextmanager

import late_window
import numpy as np

WIDTH, HEIGHT = late_window.SIZE
SECRET, PUBLIC, CLOCK = (
    np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], np.uint8)
    for color in (late_window.SECRET, late_window.PUBLIC, late_window.CLOCK)
)


def ffmpeg(display, target, feed, latency_ms):
    command = f"ffmpeg -nostdin -v error -f x11grab -framerate 30 -draw_mouse 0 -video_size {WIDTH}x{HEIGHT} -i {display}"
    if feed is not None:  # regions, style, dilation, codec_block, feed, delay, max_latency
        command += f" -vf frei0r=scrim:||||{feed}|{(latency_ms + 50) / 1e3}|{latency_ms / 1e3}"
    return f"{command} -f rawvideo -pix_fmt rgb24 -y {target}".split()


def gstreamer(display, target, feed, latency_ms):
    source = f"ximagesrc display-name={display} use-damage=false show-pointer=false ! video/x-raw,framerate=30/1"
    if feed is not None:
        source += f" ! scrimredact feed={feed} max-latency={latency_ms}000000 delay={latency_ms + 50}000000"
    return f"gst-launch-1.0 -q -e {source} ! videoconvert ! video/x-raw,format=RGB ! filesink location={target}".split()


RECORDERS = {"ffmpeg": ffmpeg, "gstreamer": gstreamer}


@contextmanager
def running(command, environment, **options):
    process = subprocess.Popen(command, env=environment, text=True, **options)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


@contextmanager
def recording(host, target, environment, feed, latency_ms):
    """Records until the block ends."""
    command = RECORDERS[host](environment["DISPLAY"], target, feed, latency_ms)
    log = target.with_suffix(".log")
    with log.open("w") as errors, running(command, environment, stderr=errors) as process:
        deadline = time.monotonic() + 60
        while not (target.exists() and target.stat().st_size) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        yield process
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)
    assert target.exists() and target.stat().st_size, log.read_text()


def frames(target):
    data = np.fromfile(target, np.uint8)
    size = WIDTH * HEIGHT * 3
    return data[: data.size // size * size].reshape(-1, HEIGHT, WIDTH, 3)


def shows(pictures, color):
    """Which frames show a color anywhere."""
    return np.array([(picture == color).all(axis=-1).any() for picture in pictures])
