# SPDX-License-Identifier: MIT
"""Records the screen twice at a time: as it is, and through the plugin that covers what scrim-watch publishes. Looks at every frame.

Frames are not stored. A frame like the one before it is only counted, because what it shows is known.
"""

import fcntl
import os
import signal
import subprocess
import threading
import time
from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from .colors import BLACK, CLEAR, COVER, LOGINS
from .desktop import FEED, SIZE
from .pixels import gray, packed, secret_pixels, whose

RATE = 30
F_SETPIPE_SZ = 1031
STYLE = f"solid@{COVER:06x}"
#: Areas are counted in every fourth row. Secrets are looked for in all of them.
ROWS = 4
FRAMES = -1  # stands for a color where frames are counted
KEPT = 12  # pictures of frames with secrets
HELD_S = 0.35  # how long covers stay after their delay
EVERY, SAMPLES = 10, 200  # of the frames that differ from the one before, some are kept to look for shapes


@dataclass(frozen=True)
class Timing:
    """How long frames wait, and how late the scene may be, in milliseconds."""

    max_latency: int = 100
    delay: int = 150


def ffmpeg(display: str, timing: Timing, raw: int, safe: int) -> list[str]:
    source = f"-f x11grab -framerate {RATE} -draw_mouse 0 -video_size {SIZE[0]}x{SIZE[1]} -i {display}"
    # regions, style, dilation, codec_block, feed, delay, max_latency
    covered = f"frei0r=scrim:|{STYLE}|||{FEED}|{timing.delay / 1e3}|{timing.max_latency / 1e3}"
    output = "-vsync passthrough -f rawvideo -pix_fmt"
    return (
        f"ffmpeg -nostdin -v error {source} -filter_complex [0:v]split[raw][b];[b]{covered}[safe] "
        f"-map [raw] {output} bgr0 pipe:{raw} -map [safe] {output} bgra pipe:{safe}"
    ).split()


def gstreamer(display: str, timing: Timing, raw: int, safe: int) -> list[str]:
    source = f"ximagesrc display-name={display} use-damage=false show-pointer=false ! video/x-raw,framerate={RATE}/1"
    covered = f"scrimredact feed={FEED} style={STYLE} max-latency={timing.max_latency}000000 delay={timing.delay}000000"
    sink = "fdsink sync=false async=false fd="
    queue = "queue max-size-buffers=60 max-size-bytes=0 max-size-time=0"
    return f"gst-launch-1.0 -q -e {source} ! tee name=t t. ! {queue} ! {sink}{raw} t. ! {covered} ! {sink}{safe}".split()


RECORDERS = {"ffmpeg": ffmpeg, "gstreamer": gstreamer}


@dataclass
class Leak:
    number: int  # of the frame
    step: str  # what happened on the desktop when it arrived
    toolkits: list[str]
    pixels: int
    box: tuple[int, int, int, int]  # left, top, right, bottom


@dataclass
class Stream:
    """What the frames of one of the two outputs showed."""

    frames: int = 0
    changed: int = 0  # frames that differ from the one before them
    #: Pixels of each color in every ROWS-th row of all frames, for each step on the desktop.
    areas: defaultdict[str, Counter] = field(default_factory=lambda: defaultdict(Counter))
    counts_areas: bool = True
    with_secret: Counter = field(default_factory=Counter)  # frames in which a toolkit's secret was seen
    covered_frames: int = 0  # frames without anything but cover
    leaks: list[Leak] = field(default_factory=list)
    pictures: list[np.ndarray] = field(default_factory=list)  # the first frames with secrets
    samples: list[np.ndarray] = field(default_factory=list)  # some frames, in gray
    latest: np.ndarray | None = None
    unchanged_since: float = 0.0

    def area(self, color: int, step: str = "") -> float:
        """The pixels of a color in all frames, or, on average, in the frames of those steps whose name ends so."""
        if not step:
            return sum(areas[color] for areas in self.areas.values())
        return sum(areas[color] / areas[FRAMES] for name, areas in self.areas.items() if name.endswith(step))


class Reader(threading.Thread):
    """Reads one output, and looks at every frame."""

    COLORS = tuple({*LOGINS.values(), *CLEAR.values(), COVER, BLACK})

    def __init__(self, descriptor: int, recording: "Recording") -> None:
        super().__init__(daemon=True)
        self.source = os.fdopen(descriptor, "rb", buffering=0)
        self.recording, self.stream = recording, Stream()
        self.first = threading.Event()
        self.error: Exception | None = None
        self.last: tuple | None = None  # what is known of the frame before

    def run(self) -> None:
        try:
            self._read_all()
        except Exception as error:
            self.error = error

    def _read_all(self) -> None:
        frames = [np.empty((SIZE[1], SIZE[0], 4), np.uint8) for _ in range(2)]
        while self._read(memoryview(frames[0]).cast("B")):
            frames[0][..., 3] = 0
            self._look(*frames)
            frames.reverse()
        self.source.close()

    def _read(self, target: memoryview) -> bool:
        done = 0
        while done < len(target):
            count = self.source.readinto(target[done:])
            if not count:
                return False
            done += count
        return True

    def _look(self, frame: np.ndarray, before: np.ndarray) -> None:
        stream = self.stream
        if self.last is None or not np.array_equal(*(each.reshape(-1).view(np.uint64) for each in (frame, before))):
            self.last = self._describe(frame)
            stream.changed += 1
            stream.latest, stream.unchanged_since = frame.copy(), time.monotonic()
            if stream.changed % EVERY == 0 and len(stream.samples) < SAMPLES:
                stream.samples.append(gray(frame))
        areas, toolkits, leak = self.last
        if stream.counts_areas:
            stream.areas[self.recording.step].update(areas | {FRAMES: 1})
        stream.with_secret.update(toolkits)
        total = SIZE[0] * len(range(0, SIZE[1], ROWS))
        stream.covered_frames += areas[COVER] == total or areas[BLACK] == total
        if leak is not None:
            if len(stream.pictures) < KEPT:
                stream.pictures.append(frame.copy())
            stream.leaks.append(Leak(stream.frames, self.recording.step, toolkits, *leak))
        stream.frames += 1
        self.first.set()

    def _describe(self, frame: np.ndarray) -> tuple:
        numbers = packed(frame[::ROWS])
        areas = {color: int(np.count_nonzero(numbers == color)) for color in self.COLORS}
        mask = secret_pixels(frame)
        if not mask.any():
            return areas, [], None
        rows, columns = np.nonzero(mask)
        box = int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())
        return areas, whose(frame, mask), (len(rows), box)


class Recording:
    def __init__(self, name: str, timing: Timing) -> None:
        self.name, self.timing, self.step = name, timing, ""
        self.raw: Stream
        self.safe: Stream

    def settled(self, quiet_s: float = 0.4, timeout_s: float = 4.0) -> np.ndarray:
        """The frame that is recorded when nothing changes anymore."""
        start, step = time.monotonic(), self.step
        # The screen first. Covered frames show the present content only after their delay.
        for stream, least in ((self.raw, 0.1), (self.safe, quiet_s + self.timing.delay / 1e3 + 0.1)):
            begun = time.monotonic()
            while time.monotonic() - start < timeout_s:
                now = time.monotonic()
                if now - start > self.timing.delay / 1e3 + HELD_S:
                    self.step = f"{step}, settled"
                if now - begun > least and now - stream.unchanged_since > quiet_s:
                    break
                time.sleep(0.02)
        return self.safe.latest


@contextmanager
def recording(desktop, name: str, timing: Timing = Timing(), build: Path | None = None):
    """Records until the block ends. Afterwards `raw` and `safe` say what was seen."""
    environment = {**desktop.environment, "GST_REGISTRY": str(desktop.folder / "gst.bin")}
    environment |= {key: os.environ[key] for key in ("GST_PLUGIN_PATH", "FREI0R_PATH", "LD_LIBRARY_PATH") if key in os.environ}
    made = Recording(name, timing)
    pipes = [os.pipe(), os.pipe()]
    for _, end in pipes:
        fcntl.fcntl(end, F_SETPIPE_SZ, 1 << 20)
    readers = [Reader(end, made) for end, _ in pipes]
    made.raw, made.safe = (reader.stream for reader in readers)
    ends = [end for _, end in pipes]
    command = RECORDERS[name](environment["DISPLAY"], timing, *ends)
    process = subprocess.Popen(command, env=environment, pass_fds=ends, stdout=desktop.log, stderr=desktop.log)
    for end in ends:
        os.close(end)
    for reader in readers:
        reader.start()
    try:
        if not all(reader.first.wait(60) for reader in readers):
            raise RuntimeError(f"{name} recorded nothing:\n{(desktop.folder / 'log').read_text()[-3000:]}")
        # Areas are counted from the same moment on the screen to the same moment.
        time.sleep(0.3)
        made.raw.areas.clear()
        time.sleep(timing.delay / 1e3)
        made.safe.areas.clear()
        yield made
        made.raw.counts_areas = False
        time.sleep(timing.delay / 1e3)
        made.safe.counts_areas = False
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for reader in readers:
            reader.join(60)
            if reader.error:
                raise reader.error
