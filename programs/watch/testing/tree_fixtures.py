# SPDX-License-Identifier: MIT
"""Programs that show what scrim-watch knows of each window at every moment."""

import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conftest import BUILD, ROOT

from .applications import Program

HERE = Path(__file__).parent
MODULES = ("atspi-2", "gio-2.0", "json-glib-1.0", "xcb", "xcb-damage", "xcb-res", "xcb-shape", "xcb-xfixes")
TIMEOUT_S = 60
PARTS = BUILD / "programs/watch/libscrim_watch_parts.a"


def build_probe(folder: Path) -> Path:
    """Compiles the probe from all that scrim-watch is made of but its main()."""
    flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", *MODULES], text=True).split()
    out = folder / "tree_probe"
    places = [f"-I{ROOT / 'include'}", f"-I{HERE.parent}", f"-L{BUILD}", f"-Wl,-rpath,{BUILD}"]
    sources = [HERE / "tree_probe.c", PARTS]
    subprocess.run(["cc", "-std=c11", "-D_GNU_SOURCE", *places, *sources, *flags, "-lscrim", "-lpthread", "-o", out], check=True)
    return out


def build_hostile(folder: Path) -> Path:
    """Compiles an application whose tree lies."""
    flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", "dbus-1", "xcb"], text=True).split()
    out = folder / "hostile"
    subprocess.run(["cc", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", HERE / "tree_hostile.c", *flags, "-o", out], check=True)
    return out


class Probe:
    """The states that each window had, the newest last."""

    def __init__(self, program: Path, world: Any, *arguments: str) -> None:
        self.log = world.folder / "log"
        self.process = subprocess.Popen([program, *arguments], env=world.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: list[dict[str, Any]] = []
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(json.loads(line))

    def states(self, title: str, since: float = 0) -> list[dict[str, Any]]:
        """What was known of windows that have had this title. "popup" stands for those that no window manager has seen."""
        lines = [*self.lines]
        manager = {one["id"] for one in lines if one["title"] == "Openbox"}
        found = {one["id"] for one in lines if (one["popup"] if title == "popup" else one["title"] == title)} - manager
        return [one for one in lines if one["id"] in found and one["t"] >= since]

    def now(self, title: str, since: float = 0) -> list[str]:
        """The state of each window that has had this title, if it is still there."""
        newest = {one["id"]: one["state"] for one in self.states(title, since)}
        return sorted(state for state in newest.values() if state != "gone")

    def wait_for(self, title: str, *states: str, since: float = 0) -> None:
        until(
            lambda: self.now(title, since) == sorted(states),
            lambda: f"{title}: {self.states(title)[-5:]}, expected {states}; of all windows {self.lines[-10:]}; the log ends with {self.log.read_text()[-2000:]}",
        )

    def stop(self) -> int:
        self.process.terminate()
        status = self.process.wait(TIMEOUT_S)
        self.reader.join()
        return status


def until(holds: Callable[[], Any], what: Callable[[], Any] = lambda: "") -> None:
    end = time.monotonic() + TIMEOUT_S
    while not holds():
        assert time.monotonic() < end, what()
        time.sleep(0.01)


@contextmanager
def probing(program: Path, world: Any, *arguments: str) -> Iterator[Probe]:
    probe = Probe(program, world, *arguments)
    try:
        yield probe
    finally:
        if probe.process.poll() is None:
            probe.stop()


def start(world: Any, toolkit: str) -> Program:
    """Starts one of apps/tree_*.py. It opens windows on command."""
    program = Program(f"tree_{toolkit}", world.environment, world.log)
    world.stack.callback(program.stop)
    return program


def pids_of(world: Any, name: str) -> list[int]:
    """Processes of this desktop, by the name of their program."""
    return [pid for pid in world.leftovers() if name in os.path.basename(os.readlink(f"/proc/{pid}/exe"))]
