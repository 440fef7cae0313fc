# SPDX-License-Identifier: MIT
"""Command lines that run a filter in ffmpeg or GStreamer, and the processor time that a frame takes there."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

SHORT, LONG = 30, 330  # frames: the difference of two runs does not contain the start of the program
BATCH = 30  # calls of the library that are measured together
SIZE = (1920, 1080)
Box = tuple[int, int, int, int]


def plugins() -> Path:
    """The folder with the plugins of the build whose library is measured."""
    return Path(os.environ["SCRIM_LIBRARY"]).resolve().parent / "plugins"


@cache
def environment() -> dict[str, str]:
    """Both programs find the plugins of the build, which find its library themselves."""
    return {**os.environ, "GST_PLUGIN_PATH": str(plugins() / "gstreamer"), "FREI0R_PATH": str(plugins() / "frei0r")}


def present() -> bool:
    return any(plugins().glob("gstreamer/*.so")) and any(plugins().glob("frei0r/*.so"))


def at(text: str, region: Box) -> str:
    """The text of a filter with {x}, {y}, {w} and {h} replaced."""
    x, y, width, height = region
    return text.format(x=x, y=y, w=width, h=height)


def raw_command(host: str, text: str, width: int, height: int) -> list[str]:
    """Filters raw RGB frames from standard input to standard output."""
    if host == "ffmpeg":
        raw = ["-f", "rawvideo", "-pix_fmt", "rgb24"]
        return ["ffmpeg", "-v", "error", *raw, "-s", f"{width}x{height}", "-i", "-", "-vf", text, *raw, "-"]
    source = f"fdsrc fd=0 blocksize={3 * width * height} ! rawvideoparse format=rgb width={width} height={height}"
    pipeline = f"{source} ! videoconvert ! {text} ! videoconvert ! video/x-raw,format=RGB ! fdsink fd=1"
    return ["gst-launch-1.0", "-q", *pipeline.split()]


class Filter(NamedTuple):
    """A filter in a program, in frames of one format."""

    name: str
    host: str
    text: str
    format: str
    #: By how much the runs are shortened, for filters of which a frame takes long.
    slow: int = 1

    @property
    def lengths(self) -> tuple[int, int]:
        return SHORT // self.slow, LONG // self.slow

    def command(self, frames: int) -> list[str]:
        """Runs it on drawn frames of one color, which cost little, and drops what comes out."""
        width, height = SIZE
        if self.host == "ffmpeg":
            source = f"color=0x336699:s={width}x{height},format={self.format}"
            end = ["-frames:v", str(frames), "-vf", self.text, "-f", "null", "-"]
            return ["ffmpeg", "-nostdin", "-v", "error", "-threads", "1", "-filter_threads", "1", "-f", "lavfi", "-i", source, *end]
        caps = f"video/x-raw,format={self.format},width={width},height={height}"
        source = f"videotestsrc pattern=solid-color num-buffers={frames} ! {caps}"
        return ["gst-launch-1.0", "-q", *f"{source} ! {self.text} ! fakesink".split()]


def processor_time(command: list[str]) -> float:
    """Seconds that a program spends on processors, in all its threads and in the kernel."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment(), capture_output=True, text=True)
    if done.returncode or done.stderr:
        raise RuntimeError(f"{' '.join(command)}\nends with {done.returncode}:\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def per_frame(filters: list[Filter], turns: int) -> dict[Filter, float]:
    """Seconds for a frame in each filter. The programs run by turns, and the best of each length counts."""
    best = {(each, frames): float("inf") for each in filters for frames in each.lengths}
    for _ in range(turns):
        for each, frames in best:
            best[each, frames] = min(best[each, frames], processor_time(each.command(frames)))
    seconds = {}
    for each in filters:
        short, long = each.lengths
        seconds[each] = (best[each, long] - best[each, short]) / (long - short)
    return seconds


def kernel_time(draw: Callable[[], object], cover: Callable[[], object], turns: int) -> float:
    """The time of a call on a frame that was drawn immediately before, as in a pipeline.

    It is the mean of a batch, as that of a program is the mean of its frames, and the best batch counts.
    """
    best = float("inf")
    for _ in range(max(turns // BATCH, 4)):
        spent = 0
        for _ in range(BATCH):
            draw()
            start = time.process_time_ns()
            cover()
            spent += time.process_time_ns() - start
        best = min(best, spent / BATCH / 1e9)
    return best
