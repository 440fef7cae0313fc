# SPDX-License-Identifier: MIT
"""Adds up what recordings show, and says what is wrong with them."""

from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from .colors import CLEAR, COVER, LOGINS
from .pixels import gray, likeness, packed, shapes
from .recording import Recording
from .story import Story

LIKE = 0.85  # parts of covered frames are less like a password than this
VISIBLE = 0.9  # of the windows without a password field


def covered(frame: np.ndarray) -> np.ndarray:
    """Which pixels of a frame are covered. Recorders cover whole frames in black if something is wrong."""
    return (packed(frame) == COVER) | (not packed(frame).any())


class Totals:
    """`step` is how the names of the steps end in which areas count."""

    def __init__(self, pictures: Path, step: str = "") -> None:
        self.step = step
        self.frames = self.changed = self.covered_frames = self.compared = self.searched = 0
        self.on_screen, self.raw, self.safe = Counter(), Counter(), Counter()
        self.faults: list[str] = []
        self.pictures = pictures

    def keep(self, frame: np.ndarray, name: str) -> Path:
        self.pictures.mkdir(exist_ok=True, parents=True)
        cv2.imwrite(str(self.pictures / name), np.ascontiguousarray(frame[..., :3]))
        return self.pictures / name

    def add(self, made: Recording, name: str) -> None:
        self.frames += made.safe.frames
        self.changed += made.safe.changed
        self.covered_frames += made.safe.covered_frames
        self.on_screen += made.raw.with_secret
        for color in (*CLEAR.values(), *LOGINS.values()):
            self.raw[color] += made.raw.area(color, self.step)
            self.safe[color] += made.safe.area(color, self.step)
        if made.safe.leaks:
            for index, picture in enumerate(made.safe.pictures):
                self.keep(picture, f"{name}-{index}.png")
            steps = Counter((leak.step, *leak.toolkits) for leak in made.safe.leaks)
            self.faults.append(f"{name}: {len(made.safe.leaks)} frames show secrets: {dict(steps)}")

    def search(self, made: Recording, story: Story, name: str) -> None:
        """Looks for the shape of the revealed password, in whatever color."""
        if story.revealed is None:
            return
        frames = [*map(gray, story.settled.values()), *made.safe.samples]
        for toolkit, shape in shapes(story.revealed).items():
            for index, picture in enumerate(frames):
                self.searched += 1
                if (found := likeness(picture, shape)) > LIKE:
                    path = self.keep(picture[..., None], f"{name}-{index}-{toolkit}.png")
                    self.faults.append(f"{name}: {path} looks like the password of {toolkit}: {found:.2f}")

    def compare(self, stories: list[Story], name: str) -> None:
        """Frames of two recordings with different passwords must be the same, except that more may be covered in one of them."""
        for step, frame in stories[0].settled.items():
            other = stories[1].settled[step]
            self.compared += 1
            different = (frame != other).any(axis=-1)
            if count := int((different & ~(covered(frame) | covered(other))).sum()):
                paths = [self.keep(each, f"{name}-{step}-{index}.png") for index, each in enumerate((frame, other))]
                self.faults.append(f"{name}: after {step}, {count} pixels differ: {paths}")

    def visible(self, colors: dict[str, int]) -> dict[str, float]:
        return {name: self.safe[color] / self.raw[color] for name, color in colors.items() if self.raw[color]}

    def report(self, visible: float = VISIBLE) -> bool:
        """Prints the sums and the faults. `visible` is the least share of the windows without a password that must be visible."""
        print(f"{self.frames} frames, {self.changed} of them different from the one before; {self.covered_frames} covered completely")
        print(f"{self.searched} searches for the shape of a password, {self.compared} comparisons of two passwords")
        print(f"{'':10s} {'frames with a':>15s} {'visible of windows':>20s} {'visible of':>12s}")
        print(f"{'toolkit':10s} {'secret on screen':>15s} {'without password':>20s} {'others':>12s}")
        clear, logins = self.visible(CLEAR), self.visible(LOGINS)
        for toolkit in clear:
            print(f"{toolkit:10s} {self.on_screen[toolkit]:15d} {clear[toolkit]:20.1%} {logins.get(toolkit, float('nan')):12.1%}")
        share = sum(self.safe[color] for color in CLEAR.values()) / max(1, sum(self.raw[color] for color in CLEAR.values()))
        print(f"windows without password: {share:.1%} of their area is visible, all toolkits together")
        self.faults += [f"no pixel of the window of {name} was seen on the screen" for name in CLEAR if name not in clear]
        if share < visible:
            self.faults.append(f"{share:.1%} of the windows without password are visible, which must be {visible:.0%}")
        print("\n".join(self.faults) or "no frame shows a secret", flush=True)
        return not self.faults
