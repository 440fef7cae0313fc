# SPDX-License-Identifier: MIT
"""Starts a screen with a bus, a window manager, scrim-watch and applications, and stops all of it again."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

from . import openbox, x
from .applications import Application, Browser, Program, environment_for
from .colors import CLEAR, ROOT, css
from .pages import serving

SIZE = (960, 640)  # the filter of frei0r takes widths that are multiples of 16
FEED = "watch"
#: xterm is not on the bus, so its windows would be covered.
RULES = {"rules": [{"application": "xterm", "cover": "nothing"}]}

#: The bus starts only the one of accessibility, and not the services of the machine.
BUS = """<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=FOLDER</listen>
  <servicedir>FOLDER/services</servicedir>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>"""
ACCESSIBILITY = "/usr/share/dbus-1/services/org.a11y.Bus.service"
TOOLS = ("Xvfb", "dbus-daemon", "openbox", "xterm", "chromium")


def missing() -> list[str]:
    """The programs that are not installed."""
    return [tool for tool in TOOLS if shutil.which(tool) is None] + [ACCESSIBILITY] * (not Path(ACCESSIBILITY).exists())


def processes_with(setting: str) -> list[int]:
    """The processes that have a variable in their environment, so that those are found that others have started."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and setting.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


class Desktop:
    """Everything that runs on one screen. `watch` is the program to test, with its arguments, or None."""

    def __init__(self, folder: Path, stack: ExitStack, window_manager: bool = True) -> None:
        self.folder, self.stack = folder, stack
        self.log = stack.enter_context((folder / "log").open("ab"))
        (folder / "run").mkdir(mode=0o700)
        self.environment = environment_for(
            {
                "PATH": os.environ["PATH"],
                "HOME": str(folder),
                "LANG": "C.UTF-8",
                "XDG_RUNTIME_DIR": str(folder / "run"),
                "XDG_CACHE_HOME": str(folder / "cache"),
                "GSETTINGS_BACKEND": "memory",
                "GTK_THEME": "Adwaita",
            }
        )
        self.applications: dict[str, Application] = {}
        self.watch: subprocess.Popen | None = None
        self.stack.callback(self._stop_all)
        self._start_screen()
        self._start_bus()
        if window_manager:
            ready = folder / "manages"
            self.start(openbox.command(ready))
            openbox.wait_for(ready)
        self.screen = x.Screen(self.environment["DISPLAY"])
        stack.callback(self.screen.close)
        self.screen.paint_root(ROOT)

    def start(self, command: list, **options) -> subprocess.Popen:
        process = subprocess.Popen(command, env=self.environment, stdout=self.log, stderr=self.log, **options)
        self.stack.callback(self.end, process)
        return process

    @staticmethod
    def end(process: subprocess.Popen) -> None:
        for number in (signal.SIGCONT, signal.SIGTERM, signal.SIGKILL):
            if process.poll() is None:
                process.send_signal(number)
                if number != signal.SIGCONT:
                    try:
                        process.wait(5)
                    except subprocess.TimeoutExpired:
                        continue

    def _told(self, command: list, option: str) -> str:
        """Starts a program that writes where it can be reached into a file descriptor."""
        read_end, write_end = os.pipe()
        self.start([*command, option.replace("FD", str(write_end))], pass_fds=[write_end])
        os.close(write_end)
        with os.fdopen(read_end) as told:
            line = told.readline().strip()
        if not line:
            raise RuntimeError(f"{command[0]} did not start: {(self.folder / 'log').read_text()}")
        return line

    def _start_screen(self) -> None:
        command = ["Xvfb", "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-noreset", "-nolisten", "tcp", "-displayfd"]
        self.environment["DISPLAY"] = ":" + self._told(command, "FD")

    def _start_bus(self) -> None:
        services = self.folder / "services"
        services.mkdir()
        shutil.copy(ACCESSIBILITY, services)
        (self.folder / "bus.conf").write_text(BUS.replace("FOLDER", str(self.folder)))
        command = ["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork"]
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._told(command, "--print-address=FD")

    # ---- What runs there ----

    def start_watch(self, program: Path | str, *options: str, rules: dict = RULES, before: tuple[str, ...] = ()) -> subprocess.Popen:
        """Starts scrim-watch, or a program that replaces it."""
        path = self.folder / "rules.json"
        path.write_text(json.dumps(rules))
        self.watch = self.start([*before, str(program), "--feed", FEED, "--rules", str(path), *options])
        feed, deadline = self.folder / "run" / f"scrim-{FEED}.feed", time.monotonic() + 60
        while not (feed.exists() and feed.stat().st_size) and time.monotonic() < deadline and self.watch.poll() is None:
            time.sleep(0.02)
        if self.watch.poll() is not None or not feed.exists():
            raise RuntimeError(f"{program} did not publish anything:\n{(self.folder / 'log').read_text()}")
        return self.watch

    def start_applications(self, toolkits) -> None:
        """Starts applications, and opens their windows without a password field."""
        for toolkit in toolkits:
            if toolkit == "chromium":
                pages, address = self.stack.enter_context(serving())
                profile = self.folder / "chromium"
                self.applications[toolkit] = Browser(self.environment, self.log, pages, address, profile)
            else:
                self.applications[toolkit] = Program(toolkit, self.environment, self.log)
            self.stack.callback(self.applications[toolkit].stop)
            self.applications[toolkit].open("clear")
        for toolkit, application in self.applications.items():
            self.screen.wait_for(application.title("clear"))

    def start_xterm(self) -> None:
        look = ["-bg", css(CLEAR["xterm"]), "-fg", "#000000", "-fa", "DejaVu Sans Mono", "-fs", "9", "-geometry", "44x12"]
        # Its icon has the hue of a secret.
        self.start(["xterm", "-T", "xterm clear", "-xrm", "XTerm*iconHint: none", *look, "-e", "sleep", "100000"])
        self.screen.wait_for("xterm clear")

    def leftovers(self) -> list[int]:
        return processes_with(f"XDG_RUNTIME_DIR={self.folder}/run")

    def _stop_all(self) -> None:
        """Ends what others have started, like the bus of accessibility. They end when their bus does, but not at once."""
        deadline = time.monotonic() + 5
        while (left := self.leftovers()) and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue


@contextmanager
def desktop(**options):
    with tempfile.TemporaryDirectory(prefix="scrim-watch-", ignore_cleanup_errors=True) as name, ExitStack() as stack:
        yield Desktop(Path(name), stack, **options)
