# SPDX-License-Identifier: MIT
"""Applications of four toolkits, each with a window that has a password field, and one that has none. All take the same commands."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

from .pages import Pages

APPS = Path(__file__).parent / "apps"
CHROMIUM = (
    "--no-sandbox --force-renderer-accessibility --no-first-run --disable-gpu --disable-popup-blocking --disable-sync "
    "--disable-background-networking --disable-component-update --password-store=basic --no-default-browser-check"
)


class Application:
    """A window of kind "login" has the password field, one of kind "clear" has none. Commands return before they are done."""

    def __init__(self, toolkit: str) -> None:
        self.toolkit = toolkit

    def title(self, kind: str) -> str:
        return f"{self.toolkit} {kind}"

    def open(self, kind: str, text: str = "-") -> None: ...
    def close(self, kind: str) -> None: ...
    def scroll(self, position: int, kind: str = "login") -> None: ...
    def busy(self, seconds: float) -> None: ...
    def show(self, shown: bool) -> None: ...
    def reveal(self, revealed: bool) -> None: ...
    def text(self, text: str) -> None: ...
    def focus(self) -> None: ...

    def leave(self) -> None:
        """Goes to a page without a password field, if there are pages."""
        self.show(False)

    def return_to(self, text: str) -> None:
        """Returns to the page with the password field."""
        self.show(True)

    def stop(self) -> None: ...


class Program(Application):
    """One of apps/, which reads commands from standard input."""

    def __init__(self, toolkit: str, environment: dict[str, str], log, **options) -> None:
        super().__init__(toolkit)
        # The binding of GObject is Debian's, so this is not the interpreter of the tests.
        command = ["/usr/bin/python3", "-W", "ignore", APPS / f"{toolkit}.py"]
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, text=True, stdout=log, stderr=log, **options)

    def _say(self, *words: object) -> None:
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    def open(self, kind, text="-"):
        self._say("open", kind, text)

    def close(self, kind):
        self._say("close", kind)

    def scroll(self, position, kind="login"):
        self._say("scroll", kind, position)

    def busy(self, seconds):
        self._say("busy", seconds)

    def show(self, shown):
        self._say("show", int(shown))

    def reveal(self, revealed):
        self._say("reveal", int(revealed))

    def text(self, text):
        self._say("text", text)

    def focus(self):
        self._say("focus")

    def stop(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Browser(Application):
    """Chromium. Its first window is the one without a password field, and opens others as pop-ups."""

    def __init__(
        self, environment: dict[str, str], log, pages: Pages, address: str, profile: Path, size=(500, 330), flags=(), **options
    ) -> None:
        super().__init__("chromium")
        self.pages, self.number = pages, 0
        path = pages.add("main", self.title("clear"))
        command = [shutil.which("chromium") or "chromium", *CHROMIUM.split(), *flags, f"--user-data-dir={profile}"]
        command += [f"--window-size={size[0]},{size[1]}", "--window-position=0,300", address + path]
        # It gets a separate process group, because it starts other processes and may leave them behind.
        self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True, **options)

    def _add(self, path: str, text: str | None) -> str:
        """Adds the next page of the window with the password field. Scripts for earlier pages do not reach it."""
        self.number += 1
        return self.pages.add(path, self.title("login"), text, f"login{self.number}")

    def _run(self, script: str) -> None:
        self.pages.run(f"login{self.number}", script)

    def open(self, kind, text="-"):
        if kind == "clear":
            return  # open from the start
        path = self._add("login", text)
        self.pages.run("main", f"window.login = window.open('{path}', '_blank', 'popup,width=330,height=210,left=500,top=360')")

    def close(self, kind):
        self.pages.run("main", "login.close()")

    def scroll(self, position, kind="login"):
        self.pages.run("main" if kind == "clear" else f"login{self.number}", f"scrollTo(0, {position})")

    def busy(self, seconds):
        self._run(f"for (const start = performance.now(); performance.now() - start < {seconds * 1000};);")

    def show(self, shown):
        self._run(f"field.style.display = '{'block' if shown else 'none'}'")

    def reveal(self, revealed):
        self._run(f"field.type = '{'text' if revealed else 'password'}'")

    def text(self, text):
        self._run(f"field.value = '{text}'")

    def leave(self):
        before = self.number
        self.pages.run(f"login{before}", f"location = '{self._add('other', None)}'")

    def return_to(self, text):
        before = self.number
        self.pages.run(f"login{before}", f"location = '{self._add('login', text)}'")

    def focus(self):
        self._run("field.focus()")

    def stop(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue


def environment_for(base: dict[str, str]) -> dict[str, str]:
    """What applications need to use X11, and to be on the bus."""
    return {
        **base,
        "GDK_BACKEND": "x11",
        "GSK_RENDERER": "cairo",
        "QT_QPA_PLATFORM": "xcb",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
