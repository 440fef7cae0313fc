# SPDX-License-Identifier: MIT
"""Takes pictures of the screen: of X11 with Pillow, of sway with grim."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import CommandError, Exit, need

#: How long another program may take.
_TIMEOUT_S = 10.0


class Screen(NamedTuple):
    """A screen, in the coordinates of scrim-watch."""

    #: The point at the corner of its pictures.
    origin: tuple[int, int]
    #: Takes a picture with one pixel for each unit of the coordinates.
    take: Callable[[], Any]


def open_screen(name: str | None) -> Screen:
    """Returns the screen of this name, or else the one that the environment names, as scrim-watch chooses it."""
    if name is None:
        name = "sway" if os.environ.get("SWAYSOCK") else "x11"
        if name == "x11" and os.environ.get("WAYLAND_DISPLAY"):
            raise CommandError(
                "this Wayland compositor is not sway, which is the only one that scrim-watch supports",
                "--screen x11 takes a picture of X11 programs only, of which many compositors show none",
            )
    return {"x11": _open_x11, "sway": _open_sway}[name]()


def _open_x11() -> Screen:
    display = os.environ.get("DISPLAY")
    if not display:
        raise CommandError("there is no screen: neither SWAYSOCK nor DISPLAY is set", "run the command on the desktop")
    grab = need("PIL.ImageGrab", "Pillow").grab

    def take() -> Any:
        try:
            return grab(xdisplay=display)
        except OSError as error:
            raise CommandError(f"the X11 display {display} cannot be read: {error}") from error

    return Screen((0, 0), take)


def _open_sway() -> Screen:
    pillow = need("PIL.Image", "Pillow")
    box = _outputs()
    x, y, width, height = box

    def take() -> Any:
        # Without -s, a monitor with a scale factor has more pixels. PPM is not compressed, so it is fast.
        data = _run("grim", "-s", "1", "-g", f"{x},{y} {width}x{height}", "-t", "ppm", "-")
        if _outputs() != box:
            raise CommandError("the monitors have changed while the picture was taken", "try again")
        picture = pillow.open(io.BytesIO(data), formats=["PPM"])
        if picture.size != (width, height):
            got = f"{picture.width} × {picture.height}"
            raise CommandError(f"grim must return a picture of {width} × {height} pixels (got {got})")
        return picture

    return Screen((x, y), take)


def _outputs() -> tuple[int, int, int, int]:
    """Returns the box around all monitors of sway: x, y, width and height."""
    told = json.loads(_run("swaymsg", "--raw", "--type", "get_outputs"))
    rects = [output["rect"] for output in told if output.get("active")]
    if not rects:
        raise CommandError("sway has no active monitor")
    left, top = (min(rect[side] for rect in rects) for side in ("x", "y"))
    right, bottom = (max(rect[side] + rect[size] for rect in rects) for side, size in (("x", "width"), ("y", "height")))
    return left, top, right - left, bottom - top


def _run(program: str, *arguments: str) -> bytes:
    """Runs a program and returns what it writes."""
    if shutil.which(program) is None:
        raise CommandError(f"{program} is not installed", f"apt install {'sway' if program == 'swaymsg' else program}", Exit.MISSING)
    try:
        done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        raise CommandError(f"{program} did not end within {_TIMEOUT_S:g} s") from None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip() or f"exit status {done.returncode}"
        raise CommandError(f"{program} failed: {reason}")
    return done.stdout
