# SPDX-License-Identifier: MIT
"""The command `scrim shot` on real screens: an X server, and sway without a monitor."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tkinter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import PYTHONPATH, ROOT, pixels, scrim_command
from PIL import Image, ImageGrab

import scrim
from scrim import Activity, Publisher, ViewFlags
from scrim_tools.cli.errors import Exit

sys.path.append(str(ROOT / "examples/demo"))
from screen import virtual_screen  # noqa: E402

SIZE = (640, 360)
SECRET = (255, 0, 254)
BOX = (200, 100, 120, 60)


def secrets_in(picture: Any) -> int:
    return int((np.abs(np.asarray(picture)[..., :3].astype(int) - SECRET).max(axis=2) < 60).sum())


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen with a window that shows a secret in BOX."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    with virtual_screen(SIZE) as name:
        root = tkinter.Tk(screenName=name)
        root.overrideredirect(True)
        root.geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
        canvas = tkinter.Canvas(root, background="#e8ecd8", highlightthickness=0)
        canvas.pack(fill="both", expand=True)
        x, y, width, height = BOX
        canvas.create_rectangle(x, y, x + width, y + height, fill="#ff00fe", width=0)
        root.update()
        deadline = time.monotonic() + 20
        while not secrets_in(ImageGrab.grab(xdisplay=name)) and time.monotonic() < deadline:
            root.update()
        yield name
        root.destroy()


@pytest.fixture(autouse=True)
def environment(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for name in ("SWAYSOCK", "WAYLAND_DISPLAY", "DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if "display" in request.fixturenames:
        monkeypatch.setenv("DISPLAY", request.getfixturevalue("display"))


@contextmanager
def published(*boxes: tuple[int, int, int, int], name: str = "watch") -> Iterator[None]:
    """Publishes these boxes as secure, as scrim-watch does."""
    with scrim.Scene() as scene, Publisher(name) as publisher:
        window = scene.add_window((-1000, -1000, 3000, 3000))
        for box in boxes:
            scene.add_view(window, (box[0] + 1000, box[1] + 1000, *box[2:]), flags=ViewFlags.SECURE)
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready()
        ended = threading.Event()

        def publish() -> None:
            while not ended.wait(0.03):
                with scene.snapshot(time.monotonic_ns()) as snapshot:
                    publisher.publish(snapshot)

        thread = threading.Thread(target=publish)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


class TestX11:
    def test_a_screenshot(self, display: str, tmp_path: Path) -> None:
        target = tmp_path / "out.png"
        with published(BOX):
            ran = scrim_command("shot", target)
        assert ran.code == 0 and ran.err == "" and ran.out == f"{target}: 640 × 360 pixels; {136 * 76} pixels of the screen covered\n"
        seen, shown = np.asarray(ImageGrab.grab(xdisplay=display)), pixels(target)
        assert secrets_in(seen) == 120 * 60 and secrets_in(shown) == 0
        x, y, width, height = BOX
        covered = np.zeros(seen.shape[:2], bool)
        covered[y - 8 : y + height + 8, x - 8 : x + width + 8] = True
        assert (shown[covered] == 0).all() and (shown[~covered] == seen[~covered]).all()

    def test_nothing_is_secure(self, display: str, tmp_path: Path) -> None:
        with published(name="bank"):
            ran = scrim_command("shot", tmp_path / "out.png", "--feed", "bank", "--json")
        assert ran.code == 0 and secrets_in(pixels(tmp_path / "out.png")) == 120 * 60
        told = {name: ran.json[name] for name in ("ok", "format", "width", "height", "feed", "pixels", "dilation", "warnings")}
        assert told == {"ok": True, "format": "PNG", "width": 640, "height": 360, "feed": "bank", "pixels": 0, "dilation": 8, "warnings": []}

    @pytest.mark.parametrize("name", ["out.jpg", "out.webp", "out.bmp", "-"])
    def test_formats_and_parts(self, display: str, tmp_path: Path, name: str) -> None:
        with published(BOX):
            options = ["--crop", "150,90,200,100", "--style", "frost:3", "--dilation", "2"]
            output = "-" if name == "-" else tmp_path / name
            command = [sys.executable, "-m", "scrim_tools", "shot", output, *options]
            done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONPATH": PYTHONPATH})
        assert done.returncode == 0, done.stderr
        data = done.stdout if name == "-" else (tmp_path / name).read_bytes()
        with Image.open(io.BytesIO(data)) as image:
            assert image.size == (200, 100) and not {"exif", "xmp", "icc_profile", "comment"} & set(image.info)
            assert secrets_in(image.convert("RGB")) == 0
        assert (b"124 \xc3\x97 64" in done.stderr or b"7936 pixels" in done.stderr + done.stdout) and not [*tmp_path.glob(".scrim-*")]

    @pytest.mark.parametrize(
        ("options", "code", "told"),
        [
            ([], Exit.FAILED, "no scrim-watch publishes the feed 'watch'\n  start it: systemctl --user start scrim-watch"),
            (["--feed", "bank"], Exit.FAILED, "no program publishes the feed 'bank'"),
            (["--feed", ""], Exit.USAGE, "--feed: name must be 1 to 244 bytes of UTF-8 without a NUL (got '')"),
            (["--style", "blur:16"], Exit.USAGE, "--style must be solid, frost or tiles (got 'blur:16')"),
            (["--style", "fog"], Exit.USAGE, "--style must be one of"),
            (["--crop", "1,2,3"], Exit.USAGE, "--crop: must be four whole numbers X,Y,W,H (got '1,2,3')"),
            (["--crop", "0,0,0,5"], Exit.USAGE, "W and H 1 or greater (got '0,0,0,5')"),
            (["--max-latency", "0.6"], Exit.USAGE, "--max-latency: must be a number from 0 to 0.5 (got '0.6')"),
            (["--tries", "0"], Exit.USAGE, "--tries: must be a whole number from 1 to 1000 (got '0')"),
            (["--screen", "sway"], Exit.FAILED, "swaymsg failed: "),
            (["--format", "mp4"], Exit.USAGE, "--format: Pillow cannot write pictures of this format (got 'mp4')"),
        ],
    )
    def test_errors(self, display: str, tmp_path: Path, options: list[str], code: Exit, told: str) -> None:
        if "sway" in options and shutil.which("swaymsg") is None:
            pytest.skip("swaymsg is not installed")
        target = tmp_path / "out.png"
        target.write_bytes(b"as it was")
        ran = scrim_command("shot", target, *options)
        assert ran.code == code and told in ran.err and "Traceback" not in ran.err
        assert target.read_bytes() == b"as it was" and not [*tmp_path.glob(".scrim-*")]

    def test_a_part_that_is_not_on_the_screen(self, display: str, tmp_path: Path) -> None:
        with published():
            ran = scrim_command("shot", tmp_path / "out.png", "--crop", "600,0,41,20")
        assert ran.code == Exit.USAGE and not (tmp_path / "out.png").exists()
        assert "--crop must be inside the screen of 640 × 360 pixels (got 600,0,41,20)" in ran.err

    def test_screens_that_are_not_there(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target = tmp_path / "out.png"
        ran = scrim_command("shot", target)
        assert ran.code == Exit.FAILED and "neither SWAYSOCK nor DISPLAY is set" in ran.err
        monkeypatch.setenv("DISPLAY", ":987654")
        with published():
            ran = scrim_command("shot", target)
        assert ran.code == Exit.FAILED and "the X11 display :987654 cannot be read" in ran.err
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
        ran = scrim_command("shot", target)
        assert ran.code == Exit.FAILED and "this Wayland compositor is not sway" in ran.err
        monkeypatch.setenv("PATH", str(tmp_path))
        ran = scrim_command("shot", target, "--screen", "sway")
        assert ran.code == Exit.MISSING and "swaymsg is not installed\n  apt install sway" in ran.err
        assert not target.exists()

    def test_a_window_whose_secrets_never_rest(self, tmp_path: Path) -> None:
        """Secrets move, jump and open, and are published 60 ms late. The dilation decides whether there is a picture."""
        if shutil.which("Xvfb") is None:
            pytest.skip("Xvfb is not installed")
        target = tmp_path / "out.png"
        with virtual_screen(SIZE) as name, pytest.MonkeyPatch.context() as patch:
            patch.setenv("DISPLAY", name)
            command = [sys.executable, ROOT / "plugins/late_window.py", "bank", "60", "60", "1"]
            environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
            with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
                try:
                    assert process.stdout is not None and process.stdout.readline() == "ready\n"
                    seen = [secrets_in(ImageGrab.grab(xdisplay=name)) for _ in range(10)]
                    assert max(seen) > 100
                    codes = []
                    for dilation in [8, 60, 120, 300, 300, 300]:
                        ran = scrim_command("shot", target, "--feed", "bank", "--dilation", dilation, "--tries", 3)
                        codes.append(ran.code)
                        if ran.code:
                            assert "what is secure changed by more than the dilation" in ran.err and not target.exists()
                        else:
                            assert secrets_in(pixels(target)) == 0
                            target.unlink()
                    assert codes[0] == Exit.FAILED and codes[-1] == 0, codes
                finally:
                    process.send_signal(signal.SIGKILL)


SWAY = """
output HEADLESS-1 resolution 640x360 scale 2 position 100 50
output * background #ff00fe solid_color
"""


@contextmanager
def compositor(folder: Path) -> Iterator[dict[str, str]]:
    """sway, which refuses to run as root. Yields the environment of a program on its screen."""
    (folder / "config").write_text(SWAY)
    user = []
    if os.geteuid() == 0:
        user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        os.chown(folder, 65534, 65534)
    environment = {
        **os.environ,
        **{"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder), "WLR_BACKENDS": "headless"},
        **{"WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"},
    }
    sway = [*user, "sway", "-c", "config"]
    with subprocess.Popen(sway, env=environment, cwd=folder, start_new_session=True, stderr=subprocess.DEVNULL) as process:
        try:
            deadline = time.monotonic() + 20
            names = ("wayland-?", "sway-ipc.*")
            while not all(found := [[*folder.glob(name)] for name in names]):
                assert time.monotonic() < deadline, "sway did not start"
                time.sleep(0.1)
            yield {"WAYLAND_DISPLAY": str(found[0][0]), "SWAYSOCK": str(found[1][0])}
        finally:
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.skipif(not all(map(shutil.which, ("sway", "swaymsg", "grim"))), reason="sway or grim is not installed")
def test_sway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole screen has the color of a secret. It has a scale of 2, and does not begin at 0, 0."""
    target = tmp_path / "out.png"
    with tempfile.TemporaryDirectory(prefix="scrim-") as folder, compositor(Path(folder)) as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        with published((150, 80, 40, 20)):
            deadline = time.monotonic() + 20
            while True:  # sway draws its background later
                ran = scrim_command("shot", target, "--dilation", 0)
                assert ran.code == 0, ran.err
                if secrets_in(pixels(target)) or time.monotonic() > deadline:
                    break
        assert scrim_command("shot", target).code == Exit.FAILED
    shown = pixels(target)
    covered = np.zeros((180, 320), bool)
    covered[30:50, 50:90] = True
    assert shown.shape == (180, 320, 3) and (shown[covered] == 0).all() and secrets_in(shown) == 180 * 320 - 40 * 20
