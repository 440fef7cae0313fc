# SPDX-License-Identifier: MIT
"""A screen of X, a client of libX11 on it, and a probe that prints what scrim-watch sees of it."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parents[1]
sys.path.append(str(HERE.parents[1] / "examples/demo"))
import screen  # noqa: E402
import xlib  # noqa: E402

PARTS = ("screen", "windows", "events", "properties", "list", "foreign", "damage", "caret", "preview", "redraw")
MODULES = ("glib-2.0", "xcb", "xcb-damage", "xcb-res", "xcb-shape", "xcb-xfixes")
TIMEOUT_S = 60

missing = [tool for tool in ("Xvfb", "cc", "pkg-config") if shutil.which(tool) is None]
needs_screen = pytest.mark.skipif(bool(missing), reason=f"there is no {' and no '.join(missing)}")


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("probe") / "probe"
    flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", *MODULES], text=True).split()
    sources = [HERE / "testing/x11_probe.c", HERE / "box.c", HERE / "process.c", *(HERE / f"{part}_x11.c" for part in PARTS)]
    options = ["-std=c11", "-D_GNU_SOURCE", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", f"-I{HERE}"]
    subprocess.run(["cc", *options, *sources, *flags, "-o", out], check=True)
    return out


class Probe:
    """What the screen reports: the newest list of windows, all damage, and what was drawn of it."""

    def __init__(self, program: Path, display: str) -> None:
        self.process = subprocess.Popen(
            [program], env=environment_of(display), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lists: list[dict[str, Any]] = []
        self.damage: list[dict[str, Any]] = []
        self.drawings: list[dict[str, Any]] = []
        self.earlier: list[dict[str, Any]] = []  # what was drawn before moves
        self.lost = False
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            told = json.loads(line)
            if "windows" in told:
                self.lists.append(told)
            elif "damage" in told:
                self.damage.append(told)
            elif "drawn" in told:
                self.drawings.append(told)
            elif "drawing" in told:
                self.earlier.append(told)
            else:
                self.lost = True

    def say(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")

    @property
    def windows(self) -> list[dict[str, Any]]:
        return self.lists[-1]["windows"] if self.lists else []

    def window(self, window: int) -> dict[str, Any]:
        return next((one for one in self.windows if one["id"] == window), {})

    def damaged(self, window: int, since: int) -> list[list[int]]:
        return [one["box"] for one in self.damage if one["damage"] == window and one["t"] >= since]

    def drawn(self, window: int) -> list[list[int]]:
        return [one["box"] for one in self.drawings if one["drawn"] == window]


@contextmanager
def probing(program: Path, display: str, leaves: int = 0) -> Iterator[Probe]:
    """Runs the probe, which has to leave with the given status."""
    probe = Probe(program, display)
    try:
        yield probe
        if leaves == 0:
            probe.say("close")
        assert probe.process.wait(TIMEOUT_S) == leaves
    finally:
        probe.process.kill()
        probe.process.wait()
        probe.reader.join()


def environment_of(display: str) -> dict[str, str]:
    return {**os.environ, "DISPLAY": display}


def until(holds: Callable[[], Any], what: Callable[[], Any] = lambda: "") -> None:
    end = time.monotonic() + TIMEOUT_S
    while not holds():
        assert time.monotonic() < end, what()
        time.sleep(0.005)


@contextmanager
def x_server(*options: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Starts an X server, and yields its display and its process."""
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "800x600x24", "-noreset", "-nolisten", "tcp", *options]
    with screen.running(command, pass_fds=[write_end], stderr=subprocess.DEVNULL) as process:
        os.close(write_end)
        with os.fdopen(read_end) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}", process


@pytest.fixture
def display() -> Iterator[str]:
    with x_server() as (name, _):
        yield name


@pytest.fixture
def client(display: str) -> Iterator[xlib.Client]:
    client = xlib.Client(display)
    yield client
    client.close()


@pytest.fixture
def probe(program: Path, client: xlib.Client, display: str) -> Iterator[Probe]:
    with probing(program, display) as probe:
        until(lambda: probe.lists)
        yield probe


def same(client: xlib.Client, probe: Probe) -> None:
    """Waits until both see the same windows."""

    def told() -> list[Any]:
        return [(one["id"], one["frame"], one["content"]) for one in probe.windows]

    until(lambda: told() == client.windows(), lambda: f"reported {told()}, libX11 sees {client.windows()}")
