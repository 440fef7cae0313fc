# SPDX-License-Identifier: MIT
"""Starts sway without a screen, with a bus and applications, and stops all of it again. sway refuses to run as root."""

import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .applications import Application, Browser, Program
from .desktop import ACCESSIBILITY, BUS, FEED, SIZE, Desktop, processes_with
from .pages import serving
from .recording import Reader, Recording, Timing

AGE = 0.6  # seconds
TOOLS = ("sway", "dbus-daemon", "wf-recorder", "chromium")
#: Windows float if their title says so. Then they keep the size that they ask for.
CONFIG = f"""
output * resolution {SIZE[0]}x{SIZE[1]}
output * background #505858 solid_color
xwayland disable
focus_follows_mouse no
for_window [title="."] floating enable
"""


def missing() -> list[str]:
    return [tool for tool in TOOLS if shutil.which(tool) is None] + [ACCESSIBILITY] * (not Path(ACCESSIBILITY).exists())


def qt_has_wayland() -> bool:
    return any(Path("/usr/lib").glob("*/qt6/plugins/platforms/libqwayland-generic.so"))


def user() -> dict:
    """How a process is started that must not be root's."""
    return {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}


class SwappedReader(Reader):
    """wf-recorder 0.3 exchanges red and blue if it has a filter."""

    def _look(self, frame, before):
        frame[..., [0, 2]] = frame[..., [2, 0]]
        super()._look(frame, before)


class Sway:
    """Everything that runs on one compositor."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        self.log = stack.enter_context((folder / "log").open("ab"))
        (folder / "run").mkdir(mode=0o700)
        (folder / "services").mkdir()
        shutil.copy(ACCESSIBILITY, folder / "services")
        (folder / "bus.conf").write_text(BUS.replace("FOLDER", str(folder)))
        (folder / "config").write_text(CONFIG)
        if os.geteuid() == 0:
            for path in (folder, *folder.iterdir()):
                os.chown(path, 65534, 65534)
        self.environment = {
            **{"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder / "run")},
            **{"XDG_CACHE_HOME": str(folder / "cache"), "GSETTINGS_BACKEND": "memory", "GTK_THEME": "Adwaita"},
            **{"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"},
            **{"GDK_BACKEND": "wayland", "GSK_RENDERER": "cairo", "QT_QPA_PLATFORM": "wayland", "PYTHONDONTWRITEBYTECODE": "1"},
        }
        self.applications: dict[str, Application] = {}
        stack.callback(self._stop_all)
        self._start_bus()
        self.sway = self.start(["sway", "-c", str(folder / "config")])
        self.environment["WAYLAND_DISPLAY"] = self._wait_for("wayland-[0-9]").name
        self.environment["SWAYSOCK"] = str(self._wait_for("sway-ipc.*"))
        self.ipc = socket.socket(socket.AF_UNIX)
        stack.callback(self.ipc.close)
        self.ipc.connect(self.environment["SWAYSOCK"])

    def start(self, command: list, **options) -> subprocess.Popen:
        process = subprocess.Popen(command, env=self.environment, stdout=self.log, stderr=self.log, **user(), **options)
        self.stack.callback(Desktop.end, process)
        return process

    def _start_bus(self) -> None:
        read_end, write_end = os.pipe()
        command = ["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork", f"--print-address={write_end}"]
        self.start(command, pass_fds=[write_end])
        os.close(write_end)
        with os.fdopen(read_end) as told:
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = told.readline().strip()

    def _wait_for(self, pattern: str) -> Path:
        deadline = time.monotonic() + 60
        while not (found := sorted((self.folder / "run").glob(pattern))) and time.monotonic() < deadline:
            time.sleep(0.05)
        if not found:
            raise RuntimeError(f"sway did not start: {(self.folder / 'log').read_text()}")
        return found[0]

    # ---- What sway says ----

    def ask(self, kind: int, text: str = ""):
        """Sends a message of i3's protocol, and returns the answer."""
        self.ipc.sendall(b"i3-ipc" + struct.pack("=II", len(text), kind) + text.encode())
        length, _ = struct.unpack("=II", self.ipc.recv(14, socket.MSG_WAITALL)[6:])
        return json.loads(self.ipc.recv(length, socket.MSG_WAITALL))

    def run(self, *commands: str) -> None:
        for command in commands:
            for result in self.ask(0, command):
                assert result["success"], (command, result)

    def windows(self) -> dict[int, dict]:
        """The visible windows in sway's tree by their number."""

        def walk(node):
            if node.get("visible"):
                yield node["id"], node
            for child in node["nodes"] + node["floating_nodes"]:
                yield from walk(child)

        return dict(walk(self.ask(4)))

    def wait_for(self, title: str, timeout: float = 60) -> int:
        """The number of the window with this title, or one that begins with it."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            for number, node in self.windows().items():
                if (node["name"] or "").startswith(title):
                    return number
            time.sleep(0.05)
        raise RuntimeError(f"there is no window {title!r}: {self.windows()}\n{(self.folder / 'log').read_text()[-3000:]}")

    # ---- What runs there ----

    def start_watch(self, program: Path | str, *options: str, rules: dict | None = None, before: tuple[str, ...] = ()) -> subprocess.Popen:
        path = self.folder / "rules.json"
        path.write_text(json.dumps(rules or {}))
        watch = self.start([*before, str(program), "--feed", FEED, "--rules", str(path), *options])
        feed, deadline = self.folder / "run" / f"scrim-{FEED}.feed", time.monotonic() + 60
        while not (feed.exists() and feed.stat().st_size) and time.monotonic() < deadline and watch.poll() is None:
            time.sleep(0.02)
        if watch.poll() is not None or not feed.exists():
            raise RuntimeError(f"{program} did not publish anything:\n{(self.folder / 'log').read_text()}")
        return watch

    def start_application(self, toolkit: str) -> Application:
        """Starts an application, and opens its window without a password field."""
        if toolkit == "chromium":
            pages, address = self.stack.enter_context(serving())
            flags = ["--ozone-platform=wayland"]
            application = Browser(self.environment, self.log, pages, address, self.folder / "chromium", flags=flags, **user())
        else:
            application = Program(toolkit, self.environment, self.log, **user())
        self.applications[toolkit] = application
        self.stack.callback(application.stop)
        application.open("clear")
        self.wait_for(application.title("clear"))
        return application

    @contextmanager
    def recording(self, timing: Timing = Timing()):
        """Records the screen as it is, and as the plugin covers it, until the block ends."""
        made = Recording("wf-recorder", timing)
        # On a busy machine, frames wait in wf-recorder before the filter gets them.
        covered = f"frei0r=scrim:|solid@10c0f0|||{FEED}|{timing.delay / 1e3}|{timing.max_latency / 1e3}|{AGE}"
        readers, processes = [], []
        for kind, options in ((Reader, []), (SwappedReader, ["-F", covered])):
            read_end, write_end = os.pipe()
            command = ["wf-recorder", "-D", "-c", "rawvideo", "-m", "rawvideo", "-x", "bgr0", *options, "-f", f"pipe:{write_end}"]
            environment = {**self.environment, "FREI0R_PATH": os.environ["FREI0R_PATH"]}
            processes.append(subprocess.Popen(command, env=environment, pass_fds=[write_end], stdout=self.log, stderr=self.log, **user()))
            os.close(write_end)
            readers.append(kind(read_end, made))
            readers[-1].start()
        made.raw, made.safe = (reader.stream for reader in readers)
        try:
            if not all(reader.first.wait(60) for reader in readers):
                raise RuntimeError(f"wf-recorder recorded nothing:\n{(self.folder / 'log').read_text()[-3000:]}")
            time.sleep(timing.delay / 1e3 + 0.3)
            yield made
        finally:
            for process in processes:
                process.send_signal(signal.SIGINT)
            for process in processes:
                Desktop.end(process)
            for reader in readers:
                reader.join(60)
                if reader.error:
                    raise reader.error

    def _stop_all(self) -> None:
        deadline = time.monotonic() + 5
        while (left := processes_with(f"XDG_RUNTIME_DIR={self.folder}/run")) and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue


@contextmanager
def sway():
    with tempfile.TemporaryDirectory(prefix="scrim-sway-", ignore_cleanup_errors=True) as name, ExitStack() as stack:
        yield Sway(Path(name), stack)
