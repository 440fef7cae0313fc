# SPDX-License-Identifier: MIT
"""Part 1: takes a picture of an application's window and covers the private widgets in it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import screen
import scrim
from compare_picture import before_and_after
from PIL import Image

#: The names of the widgets that are private, with everything inside them.
PRIVATE = {"avatar", "holder", "balance", "iban", "card", "password"} | {
    f"{kind}-{number}" for kind in ("payee", "amount") for number in range(1, 5)
}
COVER = scrim.Style(color=0x24343BFF)


def mirror(windows: Iterable[dict[str, Any]]) -> tuple[scrim.Scene, list[list[int]]]:
    """Returns a scene of the application's windows and widgets, and the rectangles of its secure views."""
    scene = scrim.Scene()
    private: list[list[int]] = []

    def add(parent: int, left: int, top: int, views: Iterable[dict[str, Any]]) -> None:
        for view in views:
            x, y, width, height = view["rect"]
            flags = scrim.ViewFlags.INTERACTIVE
            if view["name"] in PRIVATE:
                flags |= scrim.ViewFlags.SECURE
                private.append(view["rect"])
            id = scene.add_view(parent, (x - left, y - top, width, height), flags=flags, classes=view["classes"])
            add(id, x, y, view["views"])

    for window in windows:
        id = scene.add_window(window["rect"], title=window["title"])
        add(id, *window["rect"][:2], window["views"])
    return scene, private


def differs_only_inside(before: np.ndarray, after: np.ndarray, rectangles: Iterable[list[int]]) -> bool:
    """Whether each rectangle has the color of the cover, and all other pixels are unchanged."""
    inside = np.zeros(before.shape[:2], dtype=bool)
    for x, y, width, height in rectangles:
        inside[y : y + height, x : x + width] = True
    color = np.array(list(COVER.color.to_bytes(4, "big")[:3]), dtype=np.uint8)
    return bool((after[inside] == color).all() and (after[~inside] == before[~inside]).all())


def run(folder: Path) -> bool:
    with screen.virtual_screen() as display, screen.application(display) as windows:
        before = screen.screenshot(display)
    height, width = before.shape[:2]
    titles = ", ".join(f"“{window['title']}”" for window in windows if window["title"])
    print(f"This takes a screenshot of {width} × {height} pixels, which shows the window {titles} of a GTK program.")

    scene, private = mirror(windows)
    print(f"The program reports the rectangles of its widgets. {len(private)} of them are marked secure in a scene.")

    asleep = before.copy()
    report = scene.redact(asleep, style=COVER)
    hidden = report.outcome is scrim.Outcome.COVERED and not asleep.any()
    word = "the whole frame is black." if hidden else "THAT IS WRONG."
    print(f"While the scene considers the application inactive, {word}")

    scene.set_activity(scrim.Activity.ACTIVE)
    scene.frame_ready()
    after = before.copy()
    report = scene.redact(after, style=COVER)
    right = report.outcome is scrim.Outcome.OK and differs_only_inside(before, after, private)
    word = "all other pixels are unchanged." if right else "THAT IS WRONG."
    print(f"When the application is active, {report.pixels:,} of {width * height:,} pixels are covered, and {word}")
    print("The picture no longer contains the covered content. It still shows the places and sizes of the covers.")

    Image.fromarray(before).save(folder / "before.png")
    Image.fromarray(after).save(folder / "after.png")
    before_and_after(before, after).save(folder / "before-after.png")
    return hidden and right
