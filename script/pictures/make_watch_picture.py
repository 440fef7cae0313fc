#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/gallery/watch.png: a desktop of real applications with the outlines of scrim-watch --preview, and its recording by ffmpeg.
Needs scrim-watch, the filter of frei0r, and what the tests of programs/watch need.

PYTHONPATH=bindings/python SCRIM_LIBRARY=build/libscrim.so script/pictures/make_watch_picture.py [FILE]
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "programs/watch"))

from testing import desktop as desktops  # noqa: E402  (the path comes first)
from testing.applications import CHROMIUM  # noqa: E402

FONTS = Path("/usr/share/fonts/opentype/inter")
PAPER, INK, FAINT, LINE = "#f6f8f8", "#1c2b33", "#6d7d84", "#d3dcdf"
MARGIN, GAP, HEAD = 40, 24, 54
SIZE, SHOWN = (1280, 800), (768, 480)
ROOT_COLOR = 0x2F5D62
RULES = {"rules": [{"application": "xterm", "cover": "nothing"}]}
#: The windows and their positions. The last one is in front.
WINDOWS = {"Northgate Bank": (30, 40, 640, 470), "Mail account": (60, 560, None, None), "Notes": (470, 560, None, None), "Terminal": (700, 60, None, None), "Wi-Fi": (800, 315, None, None), "Backup": (840, 545, None, None)}  # fmt: skip
PAGE = """<!doctype html><meta charset=utf-8><title>Northgate Bank</title><style>
  body {font: 16px Inter, sans-serif; margin: 0; background: #eef3f4; color: #1c2b33}
  header {background: #17454a; color: #fff; padding: 18px 32px; font-size: 20px; font-weight: 600}
  main {margin: 28px 32px; padding: 24px 28px; background: #fff; border-radius: 10px}
  label {display: block; margin: 14px 0 6px; color: #6d7d84; font-size: 14px}
  input {width: 100%; box-sizing: border-box; font: 17px Inter, sans-serif; padding: 9px 12px; border: 1px solid #c3ccd5; border-radius: 6px}
</style><header>Northgate Bank</header><main>Sign in to see your accounts.
<label>Customer number</label><input value="4471 902 118"><label>Password</label><input type=password value="harbor-7-lanterns"></main>"""
SHELL = "printf '$ ls ~/charts\\nbearings.txt  north-coast.pdf  tides.csv\\n$ tail -n 3 ~/charts/tides.csv\\n06:12;4.8\\n12:31;1.1\\n18:40;4.9\\n$ '; exec sleep 1000"


def inter(size: float, weight: str = "Regular") -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"Inter-{weight}.otf", size)


def start_windows(desktop: desktops.Desktop) -> subprocess.Popen:
    """Returns the one that can show its password."""
    window = ["/usr/bin/python3", "-W", "ignore", ROOT / "script/pictures/watch_windows.py"]
    started = [desktop.start([*window, toolkit]) for toolkit in ("gtk3", "gtk4", "qt", "notes")]
    desktop.start(["xterm", "-T", "Terminal", "-fa", "DejaVu Sans Mono", "-fs", "11", "-bg", "#14262b", "-fg", "#d7e3e4", "-geometry", "58x11", "-e", "sh", "-c", SHELL])  # fmt: skip
    page = desktop.folder / "bank.html"
    page.write_text(PAGE)
    profile = desktop.folder / "chromium"
    desktop.start(["chromium", *CHROMIUM.split(), "--test-type", f"--user-data-dir={profile}", page.as_uri()])
    for title, (x, y, width, height) in WINDOWS.items():
        window = desktop.screen.wait_for(title)
        if width is None:
            desktop.screen.move(window, x, y)
        else:
            desktop.screen.resize(window, x, y, width, height)
        desktop.screen.restack(window, above=True)
    return started[0]


def screenshot(desktop: desktops.Desktop) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(desktop.screen.pixels((0, 0, *SIZE))[..., 2::-1]))


def recorded(desktop: desktops.Desktop) -> Image.Image:
    """The last frame of a recording."""
    target = desktop.folder / "frames.rgb"
    command = f"ffmpeg -nostdin -v error -f x11grab -draw_mouse 0 -framerate 20 -video_size {SIZE[0]}x{SIZE[1]} -i {desktop.environment['DISPLAY']}"
    command += f" -t 3 -vf frei0r=scrim:||||{desktops.FEED} -f rawvideo -pix_fmt rgb24 -y {target}"
    subprocess.run(command.split(), env=desktop.environment, check=True)
    return Image.fromarray(np.fromfile(target, np.uint8).reshape(-1, SIZE[1], SIZE[0], 3)[-1])


def pictures(build: Path) -> list[Image.Image]:
    """The desktop with outlines, and its recording."""
    desktops.SIZE = SIZE
    with desktops.desktop() as desktop:
        desktop.environment["FREI0R_PATH"] = str(build / "plugins/frei0r")
        desktop.screen.paint_root(ROOT_COLOR)
        watch = build / "programs/watch/scrim-watch"
        desktop.start_watch(watch, rules=RULES)
        revealing = start_windows(desktop)

        def reveal() -> None:
            time.sleep(3)
            revealing.send_signal(signal.SIGUSR1)
            time.sleep(1)

        reveal()
        after = recorded(desktop)
        reveal()  # that is, hide it: scrim-watch must see it as a password field first
        desktop.end(desktop.watch)
        desktop.start_watch(watch, "--preview", rules=RULES)
        reveal()
        return [screenshot(desktop), after]


def main(target: Path) -> None:
    shown = pictures(Path(os.environ["SCRIM_LIBRARY"]).resolve().parent)
    image = Image.new("RGB", (2 * MARGIN + 2 * SHOWN[0] + GAP, 2 * MARGIN + HEAD + SHOWN[1] - 10), PAPER)
    draw = ImageDraw.Draw(image)
    titles = ("The desktop, with the outlines of scrim-watch --preview", "Its recording by ffmpeg, with the filter frei0r=scrim:||||watch")
    for column, (title, picture) in enumerate(zip(titles, shown, strict=True)):
        x, y = MARGIN + column * (SHOWN[0] + GAP), MARGIN + HEAD - 10
        draw.text((x, MARGIN + 22), title, INK, inter(19, "Bold"), anchor="ls")
        image.paste(picture.resize(SHOWN, Image.Resampling.LANCZOS), (x, y))
        draw.rectangle((x - 1, y - 1, x + SHOWN[0], y + SHOWN[1]), outline=LINE)
    image.save(target, optimize=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/gallery/watch.png")
