# SPDX-License-Identifier: MIT
"""Records a screen with ffmpeg and GStreamer while late_window.py shows secrets there, and looks for them in every frame.

The tests need no quiet machine: late_window.py says how late it really was. A run in which it was later than the recorder allows
says nothing. It is repeated, at last with recorders that allow more. If the machine is too slow even for that, the test fails, because
nothing has been tested.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD = Path(os.environ.get("SCRIM_BUILD", ROOT / "build")).resolve()
sys.path[:0] = [str(HERE), str(ROOT / "examples/demo")]
import screen  # noqa: E402
from recorders import CLOCK, HEIGHT, PUBLIC, SECRET, WIDTH, frames, recording, running, shows  # noqa: E402

SECONDS = 4.0
LATENCY_MS = 200
#: What the recorders allow in one attempt after the other. The delay, `age` and `hold` of frei0r leave room for half a second.
ATTEMPTS_MS = [LATENCY_MS] * 4 + [400] * 4

pytestmark = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")
HOSTS = [
    pytest.param(host, marks=pytest.mark.skipif(not any(BUILD.glob(f"plugins/{folder}/*.so")), reason="the plugin is not built"))
    for host, folder in {"ffmpeg": "frei0r", "gstreamer": "gstreamer"}.items()
]


@pytest.fixture(scope="module")
def display():
    with screen.virtual_screen((WIDTH, HEIGHT)) as name:
        yield name


@pytest.fixture
def environment(display, tmp_path):
    return {
        **os.environ,
        "DISPLAY": display,
        "XDG_RUNTIME_DIR": str(tmp_path),
        "PYTHONPATH": str(ROOT / "bindings/python"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def window(environment, late_ms, seconds=SECONDS, seed=1):
    command = [sys.executable, HERE / "late_window.py", "secrets", str(late_ms), str(seconds), str(seed)]
    return running(command, environment, stdout=subprocess.PIPE)


def recorded(host, environment, folder, late_ms, latency_ms=LATENCY_MS, feed="secrets", seed=0):
    """The frames of one session, and what late_window.py says about it."""
    target = folder / f"{host}-{seed}.rgb"
    with window(environment, late_ms, seed=seed) as process:
        assert process.stdout.readline() == "ready\n"
        with recording(host, target, environment, feed, latency_ms):
            said = json.loads(process.stdout.readline())
    pictures = frames(target)
    target.unlink()
    return pictures, said


def recorded_in_time(host, environment, folder, late_ms):
    """The same of a session in which no change was published later than the recorder allows."""
    for attempt, latency_ms in enumerate(ATTEMPTS_MS):
        pictures, said = recorded(host, environment, folder, late_ms, latency_ms, seed=attempt)
        if said["latest_s"] * 1e3 < latency_ms:
            return pictures, said
    pytest.fail(f"nothing was tested, because the machine is too busy: changes were published up to {said['latest_s']:.2f} s late")


@pytest.mark.parametrize("late_ms", [0, 150])
@pytest.mark.parametrize("host", HOSTS)
def test_no_frame_shows_a_secret(host, late_ms, environment, tmp_path):
    pictures, said = recorded_in_time(host, environment, tmp_path, late_ms)
    assert said["changes"] > 100
    assert len(pictures) > 50
    assert not shows(pictures, SECRET).any()
    visible = shows(pictures, PUBLIC)
    assert visible.mean() > 0.3, "the recording is of no use, because most frames are covered"
    places = {tuple(np.argwhere((picture == CLOCK).all(axis=-1)).mean(axis=0).round()) for picture in pictures[shows(pictures, CLOCK)]}
    assert len(places) > 20, "the recording does not move"


@pytest.mark.parametrize("host", HOSTS)
def test_a_scene_that_is_later_than_the_recorder_allows_is_seen(host, environment, tmp_path):
    """The control: these tests find a secret if there is one."""
    pictures, _ = recorded(host, environment, tmp_path, late_ms=300, latency_ms=20)
    assert shows(pictures, SECRET).sum() > 5


@pytest.mark.parametrize("host", HOSTS)
def test_without_a_feed_nearly_all_frames_show_the_secret(host, environment, tmp_path):
    pictures, _ = recorded(host, environment, tmp_path, late_ms=0, feed=None)
    assert shows(pictures, SECRET).mean() > 0.8


@pytest.mark.parametrize("host", HOSTS)
def test_frames_are_covered_while_the_publisher_hangs_and_after_it_died(host, environment, tmp_path):
    target = tmp_path / "stopped.rgb"
    with window(environment, 0, seconds=60) as process:
        assert process.stdout.readline() == "ready\n"
        with recording(host, target, environment, "secrets", LATENCY_MS) as recorder:

            def record(seconds):
                """Records for a while, and then half a second of frames, however long a busy machine takes for them."""
                time.sleep(seconds)
                most = target.stat().st_size + 15 * WIDTH * HEIGHT * 3
                deadline = time.monotonic() + 60
                while target.stat().st_size < most and recorder.poll() is None and time.monotonic() < deadline:
                    time.sleep(0.05)

            record(1.5)
            process.send_signal(signal.SIGSTOP)
            record(1)
            process.send_signal(signal.SIGCONT)
            record(1)
            process.kill()  # its window disappears, and the black of the root window is public
            process.wait()
            record(1)
    pictures = frames(target)
    visible = shows(pictures, PUBLIC)
    assert not shows(pictures, SECRET).any()
    # Frames, covered frames, frames, covered frames; the first ones are covered too, because the feed has no history yet.
    runs = re.sub(r"(.)\1*", lambda run: run[1] if len(run[0]) > 10 else "", "".join("+-"[not each] for each in visible))
    assert re.sub(r"(.)\1+", r"\1", runs).lstrip("-") == "+-+-", "".join("+-"[not each] for each in visible)
