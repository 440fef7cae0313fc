# SPDX-License-Identifier: MIT
"""What toolkits say of their own classes, for the tests of the class tables. Each toolkit runs in a process of its own."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import android

HERE = Path(__file__).parent
#: The system's Python: Debian's bindings of GTK and Qt are for it alone.
PYTHON = "/usr/bin/python3"
PACKAGES = {
    "gtk4": "gir1.2-gtk-4.0 python3-gi xvfb",
    "qt-widgets": "python3-pyqt6",
    "qt-quick": "python3-pyqt6.qtquick qml6-module-qtquick-controls qml6-module-qtquick-dialogs",
}
IMPORTS = {
    "gtk4": "import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gtk",
    "qt-widgets": "from PyQt6 import QtWidgets, QtPrintSupport",
    "qt-quick": "from PyQt6 import QtQml, QtQuick",
}
ENVIRONMENT = {
    "QT_QPA_PLATFORM": "offscreen",
    "QT_QUICK_BACKEND": "software",
    "QT_QUICK_CONTROLS_STYLE": "Basic",
    "GDK_BACKEND": "x11",
    "GSK_RENDERER": "cairo",
}


class NotInstalledError(Exception):
    """A toolkit is missing. The message names the packages of Debian, or of PyPI, that have it."""


@dataclasses.dataclass
class Tree:
    """A widget, item or view of the toolkit, with its class chain."""

    classes: tuple[str, ...]
    children: list[Tree]

    @classmethod
    def of(cls, node: dict[str, Any]) -> Tree:
        return cls(tuple(node["classes"]), [cls.of(child) for child in node["children"]])

    def all(self) -> Iterator[Tree]:
        yield self
        for child in self.children:
            yield from child.all()

    def matches(self, *classes: str) -> Iterator[Tree]:
        """Each one of the last class that is inside one of the class before it, and so on."""
        if not classes:
            yield self
            return
        for child in self.children:
            for node in child.all():
                if node.classes[:1] == classes[:1]:
                    yield from node.matches(*classes[1:])

    def find(self, *classes: str) -> Tree:
        return next(self.matches(*classes))


@dataclasses.dataclass
class Toolkit:
    version: str
    #: The chain of each class, the class itself first.
    classes: dict[str, tuple[str, ...]]
    #: The actions that a class adds to its own views.
    actions: dict[str, list[str]]
    #: A window with one of each.
    tree: Tree


@contextlib.contextmanager
def display() -> Iterator[str]:
    """The name of the display of an X server without a screen."""
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "800x600x24", "-noreset", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as told:
            yield ":" + told.readline().strip()
    finally:
        server.terminate()
        server.wait()


@functools.cache
def look(toolkit: str, wanted: tuple[str, ...]) -> Toolkit:
    """What a toolkit says of its classes.

    Raises NotInstalledError if it is missing.
    """
    if toolkit == "android":
        try:
            found = android.look(wanted)
        except LookupError as error:
            raise NotInstalledError(str(error)) from None
    else:
        missing = subprocess.run([PYTHON, "-c", IMPORTS[toolkit]], capture_output=True, check=False).returncode != 0
        if missing or toolkit == "gtk4" and shutil.which("Xvfb") is None:
            raise NotInstalledError(f"script/bootstrap installs {PACKAGES[toolkit]}")
        program = HERE / f"{toolkit.replace('-', '_')}.py"
        with display() if toolkit == "gtk4" else contextlib.nullcontext(":none") as screen:
            done = subprocess.run(
                [PYTHON, program],
                input=json.dumps(wanted),
                env={**os.environ, **ENVIRONMENT, "DISPLAY": screen},
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
            )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
    classes = {name: tuple(chain) for name, chain in found["classes"].items()}
    top = Tree(("Window",), [Tree.of(node) for node in found["trees"]])
    return Toolkit(found["version"], classes, found["actions"], top)
