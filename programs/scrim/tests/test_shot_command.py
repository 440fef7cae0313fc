# SPDX-License-Identifier: MIT
"""The command `scrim shot` on real screens: an X server, and sway without a monitor."""

from __future__ import annotations

import io
import itertools
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
from scrim_tools.errors import Exit

sys.path.append(str(ROOT / "examples/demo"))
from screen import virtual_screen  # noqa: E402

SIZE = (640, 360)
SECRET = (255, 0, 254)
BOX = (200, 100, 120, 60)
Box = tuple[int, int, int, int]
#: A busy machine may need more than the default.
PATIENCE = ("--tries", "50")


def secrets_in(picture: Any) -> int:
    return int((np.abs(np.asarray(picture)[..., :3].astype(int) - SECRET).max(axis=2) < 60).sum())


class Window:
    """It fills the screen, and shows a secret."""

    def __init__(self, display: str) -> None:
        self.display, self.root = display, tkinter.Tk(screenName=display)
        self.root.overrideredirect(True)
        self.root.geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
        self.canvas = tkinter.Canvas(self.root, background="#e8ecd8", highlightthickness=0)
        self.canvas.pack(fill="both", expand=True)
        self.secret = self.canvas.create_rectangle(0, 0, 1, 1, fill="#ff00fe", width=0)
        self.show(BOX)

    def show(self, box: Box) -> None:
        x, y, width, height = box
        self.canvas.coords(self.secret, x, y, x + width, y + height)
        self.root.update()


@pytest.fixture(scope="module")
def window() -> Iterator[Window]:
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    with virtual_screen(SIZE) as name:
        made = Window(name)
        deadline = time.monotonic() + 60
        while not secrets_in(ImageGrab.grab(xdisplay=name)) and time.monotonic() < deadline:
            made.root.update()
        yield made
        made.root.destroy()


@pytest.fixture(autouse=True)
def environment(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for name in ("SWAYSOCK", "WAYLAND_DISPLAY", "DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if "window" in request.fixturenames:
        monkeypatch.setenv("DISPLAY", request.getfixturevalue("window").display)


class Scene:
    """What is secure, and its feed."""

    def __init__(self, *boxes: Box, name: str = "watch") -> None:
        self.scene, self.publisher = scrim.Scene(), Publisher(name)
        self.corner = -1000  # of the window, in which everything is
        self.window = self.scene.add_window((self.corner, self.corner, 3000, 3000))
        self.views = [self.scene.add_view(self.window, self.inside(box), flags=ViewFlags.SECURE) for box in boxes]
        self.scene.set_activity(Activity.ACTIVE)
        self.scene.frame_ready()

    def inside(self, box: Box) -> Box:
        return box[0] - self.corner, box[1] - self.corner, box[2], box[3]

    def learn(self, box: Box) -> None:
        while self.views:
            self.scene.remove(self.views.pop())
        self.views.append(self.scene.add_view(self.window, self.inside(box), flags=ViewFlags.SECURE))

    def publish(self) -> None:
        with self.scene.snapshot(time.monotonic_ns()) as snapshot:
            self.publisher.publish(snapshot)

    def __enter__(self) -> Scene:
        return self

    def __exit__(self, *_: object) -> None:
        self.scene.close()
        self.publisher.close()


@contextmanager
def published(*boxes: Box, name: str = "watch") -> Iterator[None]:
    """Publishes these boxes as secure, as scrim-watch does."""
    with Scene(*boxes, name=name) as scene:
        ended = threading.Event()

        def publish() -> None:
            while not ended.wait(0.03):
                scene.publish()

        thread = threading.Thread(target=publish)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


class TestX11:
    def test_a_screenshot(self, window: Window, tmp_path: Path) -> None:
        target = tmp_path / "out.png"
        with published(BOX):
            ran = scrim_command("shot", target, *PATIENCE)
        assert ran.code == 0 and ran.err == "" and ran.out == f"{target}: 640 × 360 pixels; {136 * 76} pixels of the screen covered\n"
        seen, shown = np.asarray(ImageGrab.grab(xdisplay=window.display)), pixels(target)
        assert secrets_in(seen) == 120 * 60 and secrets_in(shown) == 0
        x, y, width, height = BOX
        covered = np.zeros(seen.shape[:2], bool)
        covered[y - 8 : y + height + 8, x - 8 : x + width + 8] = True
        assert (shown[covered] == 0).all() and (shown[~covered] == seen[~covered]).all()

    def test_nothing_is_secure(self, window: Window, tmp_path: Path) -> None:
        with published(name="bank"):
            ran = scrim_command("shot", tmp_path / "out.png", "--feed", "bank", "--json", *PATIENCE)
        assert ran.code == 0 and secrets_in(pixels(tmp_path / "out.png")) == 120 * 60
        told = {name: ran.json[name] for name in ("ok", "format", "width", "height", "feed", "pixels", "dilation", "warnings")}
        assert told == {"ok": True, "format": "PNG", "width": 640, "height": 360, "feed": "bank", "pixels": 0, "dilation": 8, "warnings": []}

    @pytest.mark.parametrize(("size", "code"), [(SIZE, Exit.DONE), ((1920, 1080), Exit.FAILED), ((640, 480), Exit.FAILED)])
    def test_a_feed_of_another_screen(self, window: Window, tmp_path: Path, size: tuple[int, int], code: Exit) -> None:
        """The feed says which screen it is of, as that of scrim-watch does."""
        mark = 1 << 19
        with published((mark, mark, 1, 1), (2 * mark + size[0], 2 * mark + size[1], 1, 1)):
            ran = scrim_command("shot", tmp_path / "out.png", *(PATIENCE if code is Exit.DONE else ()))
        assert ran.code == code and (tmp_path / "out.png").exists() == (code is Exit.DONE), ran.err
        told = "the feed 'watch' is of another screen, because this one has 640 × 360 pixels (tried 5 times)\n  start a scrim-watch for this screen"
        assert code is Exit.DONE or told in ran.err

    @pytest.mark.parametrize("name", ["out.jpg", "out.webp", "out.bmp", "-"])
    def test_formats_and_parts(self, window: Window, tmp_path: Path, name: str) -> None:
        with published(BOX):
            options = ["--crop", "150,90,200,100", "--style", "frost:3", "--dilation", "2", *PATIENCE]
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
            (["--tries", "many"], Exit.USAGE, "--tries: must be a whole number from 1 to 1000 (got 'many')"),
            (["--dilation", "-1"], Exit.USAGE, "--dilation: must be a whole number from 0 to 4096 (got '-1')"),
            (["--quality", "101"], Exit.USAGE, "--quality: must be a whole number from 1 to 100 (got '101')"),
            (["--screen", "wayland"], Exit.USAGE, "--screen: invalid choice: 'wayland' (choose from"),
            (["--screen", "sway"], Exit.FAILED, "swaymsg failed: "),
            (["--format", "mp4"], Exit.USAGE, "--format: Pillow cannot write pictures of this format (got 'mp4')"),
        ],
    )
    def test_errors(self, window: Window, tmp_path: Path, options: list[str], code: Exit, told: str) -> None:
        if "sway" in options and shutil.which("swaymsg") is None:
            pytest.skip("swaymsg is not installed")
        target = tmp_path / "out.png"
        target.write_bytes(b"as it was")
        ran = scrim_command("shot", target, *options)
        assert ran.code == code and told in ran.err and "Traceback" not in ran.err
        assert target.read_bytes() == b"as it was" and not [*tmp_path.glob(".scrim-*")]

    def test_a_part_that_is_not_on_the_screen(self, window: Window, tmp_path: Path) -> None:
        with published():
            ran = scrim_command("shot", tmp_path / "out.png", "--crop", "600,0,41,20", *PATIENCE)
        assert ran.code == Exit.USAGE and not (tmp_path / "out.png").exists()
        assert "--crop must be inside the screen of 640 × 360 pixels (got 600,0,41,20)" in ran.err

    def test_screens_that_are_not_there(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target = tmp_path / "out.png"
        ran = scrim_command("shot", target)
        assert ran.code == Exit.FAILED and "neither SWAYSOCK nor DISPLAY is set" in ran.err
        monkeypatch.setenv("DISPLAY", ":987654")
        with published():
            ran = scrim_command("shot", target, *PATIENCE)
        assert ran.code == Exit.FAILED and "the X11 display :987654 cannot be read" in ran.err
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
        ran = scrim_command("shot", target)
        assert ran.code == Exit.FAILED and "this Wayland compositor is not sway" in ran.err
        monkeypatch.setenv("PATH", str(tmp_path))
        ran = scrim_command("shot", target, "--screen", "sway")
        assert ran.code == Exit.MISSING and "swaymsg is not installed\n  apt install sway" in ran.err
        assert not target.exists()

    @pytest.mark.parametrize(("dilation", "code"), [(8, Exit.FAILED), (90, Exit.DONE)])
    def test_a_secret_that_never_rests(self, window: Window, tmp_path: Path, dilation: int, code: Exit) -> None:
        """It moves by 150 pixels per second, and is published 60 ms late. On a busy machine it jumps."""
        ran: list[int] = []

        def take() -> None:
            for number in range(6):
                target = tmp_path / f"{number}.png"
                ran.append(scrim_command("shot", target, "--dilation", dilation, "--tries", 3).code)
                assert (ran[-1] == 0) == target.exists()

        with Scene() as scene:
            thread = threading.Thread(target=take)
            thread.start()
            moves: list[tuple[float, Box]] = []
            try:
                for step in itertools.count():
                    x = abs(step * 3 % 800 - 400)
                    moves.append((time.monotonic(), (100 + x, 100, 60, 30)))
                    window.show(moves[-1][1])
                    while moves and moves[0][0] + 0.06 < time.monotonic():
                        scene.learn(moves.pop(0)[1])
                    scene.publish()
                    if not thread.is_alive():
                        break
                    time.sleep(0.02)
            finally:
                thread.join()
                window.show(BOX)
        assert len(ran) == 6 and code in ran
        shown = [pixels(path) for path in tmp_path.glob("*.png")]
        assert [secrets_in(picture) for picture in shown] == [0] * len(shown)
        assert all((picture[300:] != 0).any(axis=2).all() for picture in shown)  # what is not near the secret is visible


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
            deadline = time.monotonic() + 60
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
            deadline = time.monotonic() + 60
            while True:  # sway draws its background later
                ran = scrim_command("shot", target, "--dilation", 0, *PATIENCE)
                assert ran.code == 0, ran.err
                if secrets_in(pixels(target)) or time.monotonic() > deadline:
                    break
        assert scrim_command("shot", target).code == Exit.FAILED
    shown = pixels(target)
    covered = np.zeros((180, 320), bool)
    covered[30:50, 50:90] = True
    assert shown.shape == (180, 320, 3) and (shown[covered] == 0).all() and secrets_in(shown) == 180 * 320 - 40 * 20
