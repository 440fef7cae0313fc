# SPDX-License-Identifier: MIT
"""Starts a virtual screen and an application on it, and takes a screenshot."""

import json
import os
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import ImageGrab

SIZE = (640, 744)
TIMEOUT_S = 60
APPLICATION = Path(__file__).with_name("bank.py")


@contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen]:
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def virtual_screen(size: tuple[int, int] = SIZE) -> Iterator[str]:
    """Starts an X server without a visible screen, and yields the name of its display."""
    read_end, write_end = os.pipe()
    width, height = size
    # Without -noreset it restarts when its last client disconnects, and refuses connections meanwhile.
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{width}x{height}x24", "-noreset"]
    command += ["-nolisten", "tcp"]
    with running(command, pass_fds=[write_end], stderr=subprocess.DEVNULL):
        os.close(write_end)
        with os.fdopen(read_end) as told:
            number = told.readline().strip()  # written when the server is ready; empty if it could not start
        if not number:
            raise RuntimeError("Xvfb did not start")
        yield f":{number}"


@contextmanager
def application(display: str) -> Iterator[list[dict[str, Any]]]:
    """Starts the application. When it is drawn, yields its windows and widgets with their rectangles."""
    # Without the session bus and the user's settings, the page looks the same everywhere.
    environment = {
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "DISPLAY": display,
        "GDK_BACKEND": "x11",
        "GSETTINGS_BACKEND": "memory",
        "GTK_THEME": "Adwaita",
        "LANG": "C.UTF-8",
        "NO_AT_BRIDGE": "1",
        "PATH": "/usr/bin:/bin",
        "XDG_CONFIG_HOME": "/nonexistent",
    }
    command = ["/usr/bin/python3", str(APPLICATION)]
    with running(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        ready, _, _ = select.select([process.stdout], [], [], TIMEOUT_S)
        told = process.stdout.readline() if ready else ""
        if not told:
            raise RuntimeError("the application did not show its windows")
        yield json.loads(told)


def screenshot(display: str) -> np.ndarray:
    """Returns the pixels of the root window, height × width × RGB, as any program can get them from the X server."""
    return np.array(ImageGrab.grab(xdisplay=display))
