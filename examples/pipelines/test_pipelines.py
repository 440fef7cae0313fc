# SPDX-License-Identifier: MIT
"""Runs the programs of this folder, and the commands of docs/how-to/ffmpeg.md and screen-sharing.md that need a server, a compositor or a
publisher. The screen shows a secret, and no frame that arrives may."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = Path(os.environ.get("SCRIM_BUILD", ROOT / "build")).resolve()
sys.path[:0] = [str(ROOT / "examples/demo"), str(ROOT / "plugins")]
import screen  # noqa: E402

SIZE = (640, 360)
#: late_window.py shows its secrets in this color, and everything else in others. Codecs change colors a little.
SECRET, NEAR = np.array([255, 0, 254]), 60
PUBLIC = np.array([232, 236, 216])
PYTHON = "/usr/bin/python3"  # which has Debian's bindings of GStreamer
HAS_PLUGINS = any(BUILD.glob("plugins/gstreamer/*.so")) and any(BUILD.glob("plugins/frei0r/*.so"))
pytestmark = pytest.mark.skipif(not HAS_PLUGINS, reason="the plugins are not built")


@contextmanager
def running(command, environment, **options):
    with subprocess.Popen(command, env=environment, text=True, start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A screen on which late_window.py shows secrets. It publishes the places of them."""
    folder = tmp_path_factory.mktemp("run")
    with ExitStack() as stack:
        environment = {
            **os.environ,
            "DISPLAY": stack.enter_context(screen.virtual_screen(SIZE)),
            "XDG_RUNTIME_DIR": str(folder),
            "GST_PLUGIN_PATH": str(BUILD / "plugins/gstreamer"),
            "GST_REGISTRY": str(folder / "registry.bin"),
            "FREI0R_PATH": str(BUILD / "plugins/frei0r"),
            "SCRIM_LIBRARY": str(BUILD / "libscrim.so"),
            "PYTHONPATH": str(ROOT / "bindings/python"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, ROOT / "plugins/late_window.py", "bank", "0", "600", "1"]
        process = stack.enter_context(running(command, environment, stdout=subprocess.PIPE))
        assert process.stdout.readline() == "ready\n"
        yield environment


def command(document, words):
    """A line of a page that contains all the words."""
    text = (ROOT / document).read_text().replace("\\\n", " ")
    (found,) = (line.strip() for line in text.splitlines() if all(word in line for word in words) and "`" not in line)
    return found


def has(program):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def pictures(path):
    """The frames of a video."""
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True, capture_output=True
    ).stdout
    return np.frombuffer(raw, np.uint8).reshape(-1, SIZE[1], SIZE[0], 3)


def near(frames, color):
    """In how many pixels each frame shows a color."""
    return (np.abs(frames.astype(np.int16) - color).max(axis=-1) < NEAR).sum(axis=(1, 2))


def is_protected(frames):
    """No frame shows the secret, and some show the window."""
    assert len(frames) > 0
    assert near(frames, SECRET).max() == 0
    return near(frames, PUBLIC).max() > SIZE[0] * SIZE[1] / 4


def test_the_screen_shows_the_secret(environment):
    deadline = time.monotonic() + 60
    while near(screen.screenshot(environment["DISPLAY"])[None, ..., :3], SECRET).max() < 500:
        assert time.monotonic() < deadline


def test_regions_move_while_the_pipeline_plays(environment):
    done = subprocess.run([PYTHON, HERE / "move_region.py"], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "The last regions were 80x40+200+120/ellipse@60x60+20+20\n"


def test_rtsp(environment, tmp_path):
    page = "docs/how-to/screen-sharing.md"
    server = command(page, ["python3 rtsp_server.py"]).replace("python3 rtsp_server.py", f"{PYTHON} {HERE}/rtsp_server.py")
    player = command(page, ["ffmpeg -rtsp_transport"])
    with running(server.split(), environment, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == "rtsp://127.0.0.1:8554/screen\n"
        subprocess.run([*player.split(), "-v", "error", "-nostdin"], env=environment, cwd=tmp_path, check=True, timeout=120)
    assert is_protected(pictures(tmp_path / "seen.mkv"))


def test_webrtc(environment, tmp_path):
    line = command("docs/how-to/screen-sharing.md", ["python3 webrtc.py"]).replace("python3 webrtc.py", f"{PYTHON} {HERE}/webrtc.py")
    for _ in range(3):  # on a busy machine, the frame that is saved may be too late, and then all of it is covered
        subprocess.run(line.split(), env=environment, cwd=tmp_path, check=True, timeout=120)
        if is_protected(np.asarray(Image.open(tmp_path / "seen.ppm"))[None]):
            return
    pytest.fail("all of each frame was covered")


@pytest.mark.parametrize("program", ["rtsp_server.py", "webrtc.py", "screencast.py"])
def test_a_program_says_how_it_is_used(program, environment):
    done = subprocess.run([PYTHON, HERE / program], env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith(f"usage: {program} FEED ")


def test_the_portal_can_be_missing(environment, tmp_path):
    session = ["dbus-run-session", "--", PYTHON, HERE / "screencast.py", "bank", "out.webm"]
    done = subprocess.run(session, env={**environment, "XDG_DATA_DIRS": "/nonexistent"}, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1 and "org.freedesktop.portal.Desktop" in done.stderr
    assert not (tmp_path / "out.webm").exists()


# ---- A Wayland compositor without a screen ----

SWAY = """
output HEADLESS-1 resolution 640x360
output * background #ff00fe solid_color
"""


@contextmanager
def compositor(folder, environment):
    """sway, which refuses to run as root. Yields the words that run a program where sway runs."""
    (folder / "config").write_text(SWAY)
    user = []
    if os.geteuid() == 0:
        user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        os.chown(folder, 65534, 65534)
        for parent in folder.parents:  # Folders of pytest are closed to other users.
            if parent.stat().st_uid == 0 and parent.is_relative_to(tempfile.gettempdir()) and parent != Path(tempfile.gettempdir()):
                parent.chmod(parent.stat().st_mode | 0o011)
    environment = {
        **environment,
        **{"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder), "GST_REGISTRY": str(folder / "registry.bin")},
        **{"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"},
    }
    environment.pop("DISPLAY")
    with running([*user, "sway", "-c", "config"], environment, cwd=folder, stderr=subprocess.DEVNULL):
        deadline = time.monotonic() + 60
        while not (sockets := [path for path in folder.glob("wayland-*") if path.suffix != ".lock"]) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert sockets, "sway did not start"
        yield user, {**environment, "WAYLAND_DISPLAY": sockets[0].name}


@has("sway")
@has("wf-recorder")
@pytest.mark.parametrize("target", ["fixed.mp4", "screen.mp4"])
def test_wf_recorder(target, environment, tmp_path_factory):
    """The whole screen has the color of a secret. A region covers a part of it, and a feed that nobody publishes covers all."""
    folder = tmp_path_factory.mktemp("wayland")
    folder.chmod(0o700)
    for parent in [*folder.parents][:2]:
        parent.chmod(0o755)  # pytest's folders are closed to other users
    line = command("docs/how-to/ffmpeg.md", ["wf-recorder", target])
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line)]
    if target == "fixed.mp4":
        words.insert(1, "-D")  # nothing moves here
    with compositor(folder, environment) as (user, inside):
        subprocess.run([*user, "timeout", "-s", "INT", "3", *words], env=inside, cwd=folder, capture_output=True, timeout=60)
    frames = pictures(folder / target)
    assert len(frames) > 10
    frames = frames[:: len(frames) // 10]
    if target == "fixed.mp4":
        shown = near(frames, SECRET) > 0.8 * SIZE[0] * SIZE[1]
        assert shown[shown.argmax() :].all() and shown.sum() > 5  # another program draws the color, soon after sway starts
        assert near(frames[:, 64:104, 48:352], SECRET).max() == 0
    else:
        assert near(frames, SECRET).max() == 0
