# SPDX-License-Identifier: MIT
"""Part 1: a picture of an application's window, in which what is private does not appear."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import screen
import scrim
from compare_picture import before_and_after
from PIL import Image

#: The application's names of what nobody else is to see. Whatever stands inside is private with it.
PRIVATE = {"avatar", "holder", "balance", "iban", "card", "password"} | {
    f"{kind}-{number}" for kind in ("payee", "amount") for number in range(1, 5)
}
COVER = scrim.Style(color=0x24343BFF)


def mirror(windows: Iterable[dict[str, Any]]) -> tuple[scrim.Scene, list[list[int]]]:
    """A scene of the application's windows and widgets, and the rectangles of what is private in it."""
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
    """Whether each rectangle has the one colour of the cover, and everything else is as it was."""
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
    print(f"A screenshot is taken of a screen of {width} × {height} pixels with a GTK program's window, {titles}.")

    scene, private = mirror(windows)
    print(f"The program told where its widgets stand. {len(private)} of them are marked secure in a scene.")

    asleep = before.copy()
    report = scene.redact(asleep, style=COVER)
    hidden = report.outcome is scrim.Outcome.COVERED and not asleep.any()
    word = "black as a whole." if hidden else "WRONG."
    print(f"Before the scene is told that the application is active, a frame comes out {word}")

    scene.set_activity(scrim.Activity.ACTIVE)
    scene.frame_ready()
    after = before.copy()
    report = scene.redact(after, style=COVER)
    right = report.outcome is scrim.Outcome.OK and differs_only_inside(before, after, private)
    word = "every other pixel is as it was." if right else "THAT IS WRONG."
    print(f"Then {report.pixels:,} of {width * height:,} pixels are covered, and {word}")
    print("What a cover hides is not in the picture any more; its place and size still are.")

    Image.fromarray(before).save(folder / "before.png")
    Image.fromarray(after).save(folder / "after.png")
    before_and_after(before, after).save(folder / "before-after.png")
    return hidden and right
