# SPDX-License-Identifier: MIT
"""Runs the commands of docs/how-to/watch.md and of the README on a desktop with a password field, and looks at what they record."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/docs"), str(Path(__file__).parent)]

import samples  # noqa: E402  (the path comes first)
from testing import desktop as desktops  # noqa: E402
from testing.pixels import secret_pixels  # noqa: E402

BUILD = Path(os.environ.get("SCRIM_BUILD", ROOT / "build")).resolve()
PROGRAM = BUILD / "programs/watch/scrim-watch"
NAME = "programs/watch/" + Path(__file__).name
BLOCKS = [block for page in ("README.md", "docs/how-to/watch.md") for block in samples.blocks(page) if f"{NAME} runs" in block.what]
RULES = next(block.text for block in samples.blocks("docs/how-to/watch.md") if block.what == "watch.json")
#: These run until somebody presses Ctrl+C. On a busy machine, the first frame takes its time.
ENDLESS = ("ffmpeg", "gst-launch-1.0", "scrim-watch --preview")
SECONDS = (4, 10, 30)

pytestmark = [
    pytest.mark.skipif(not PROGRAM.exists(), reason="scrim-watch was not built"),
    pytest.mark.skipif(bool(desktops.missing()), reason=f"not installed: {', '.join(desktops.missing())}"),
]


@pytest.fixture(scope="module")
def desktop():
    """A desktop as on a machine on which Scrim is installed. The secret is readable for as long as nothing covers it."""
    with desktops.desktop() as found:
        programs = found.folder / "bin"
        programs.mkdir()
        (programs / "scrim-watch").symlink_to(PROGRAM)
        (programs / "scrim").write_text(f'#!/bin/sh\nexec {sys.executable} -m scrim_tools "$@"\n')
        (programs / "scrim").chmod(0o755)
        found.environment["PATH"] = f"{programs}:{found.environment['PATH']}"
        found.environment |= {
            "SCRIM_LIBRARY": str(BUILD / "libscrim.so"),
            "PYTHONPATH": f"{ROOT / 'bindings/python'}:{ROOT / 'programs/scrim'}",
            "GST_PLUGIN_PATH": str(BUILD / "plugins/gstreamer"),
            "GST_REGISTRY": str(found.folder / "registry.bin"),
            "FREI0R_PATH": str(BUILD / "plugins/frei0r"),
        }
        found.start_watch(PROGRAM)
        found.start_applications(["gtk3"])
        found.applications["gtk3"].open("login", "MMMMMMMM")
        found.screen.wait_for("gtk3 login")
        yield found


def run_for(desktop, seconds: int, command: str, folder: Path) -> str:
    if command.startswith(ENDLESS):
        # Without --foreground, timeout also sends the signal to its process group: a second one, which ends gst-launch at once.
        command = f"timeout --foreground --signal=INT --preserve-status {seconds} {command}"
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=desktop.environment, capture_output=True, text=True, timeout=90)
    assert done.returncode in (0, 255), f"{command} ends with {done.returncode}:\n{done.stdout}{done.stderr}"  # 255: ffmpeg after Ctrl+C
    return done.stdout


def run(desktop, command: str, folder: Path) -> str:
    for seconds in SECONDS:
        printed = run_for(desktop, seconds, command, folder)
        empty = [path for path in folder.iterdir() if path.suffix != ".json" and not secrets_in(path)]
        if not empty:
            break
        for path in empty:
            path.unlink()
    return printed


def secrets_in(recording: Path) -> list[int]:
    """How many pixels of each frame have the color of a secret. An empty list if nothing was recorded."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-i", recording, "-f", "rawvideo", "-pix_fmt", "bgr0", "-"]
    pixels = subprocess.run(command, capture_output=True).stdout
    width, height = desktops.SIZE
    return [int(secret_pixels(frame).sum()) for frame in np.frombuffer(pixels, np.uint8).reshape(-1, height, width, 4)]


def test_the_page_has_its_commands():
    text = "".join(block.text for block in BLOCKS)
    assert all(command in text for command in (*ENDLESS, "scrim shot", "scrim-watch --once"))


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_command_does_what_the_page_says(block, desktop, tmp_path):
    printed = "".join(run(desktop, line, tmp_path) for line in block.text.splitlines() if not line.endswith("&"))
    if "--once" in block.text:
        assert "gtk3 login" in printed and "gtk3 clear" in printed
    for made in tmp_path.iterdir():
        seen = secrets_in(made)
        assert seen and not any(seen), f"{made.name}: frames show the secret: {seen}"


def test_wf_recorder_is_called_as_in_its_own_test():
    """examples/pipelines/test_pipelines.py runs the command of docs/how-to/ffmpeg.md."""
    ours, theirs = (
        [line for block in samples.blocks(f"docs/how-to/{page}.md") for line in block.text.splitlines() if line.startswith("wf-recorder -D")]
        for page in ("watch", "ffmpeg")
    )
    assert ours and ours == [line.replace("bank", "watch") for line in theirs]


def test_without_the_filter_the_secret_is_seen(desktop, tmp_path):
    line = next(line for block in BLOCKS for line in block.text.splitlines() if line.startswith("ffmpeg"))
    run(desktop, line.replace('-vf "frei0r=scrim:||||watch"', ""), tmp_path)
    assert max(secrets_in(tmp_path / "screen.mkv")) > 100


def test_the_rules_of_the_page_are_read(desktop, tmp_path):
    (tmp_path / "watch.json").write_text(RULES)
    assert "gtk3 login" in run(desktop, "scrim-watch --once --rules watch.json", tmp_path)
