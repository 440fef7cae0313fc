# SPDX-License-Identifier: MIT
"""Records a desktop on which applications of four toolkits show passwords, and looks for them in every frame.

The text in each password field has a color that nothing else has. So a secret is seen if a frame has a pixel of its hue. Two more checks
need no color: the shape of the revealed password is searched for, and frames of two recordings with different passwords are compared.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from conftest import BUILD, ROOT, WATCH
from testing import desktop as desktops
from testing.colors import CLEAR, COVER, LOGINS, SECRETS, TOOLKITS
from testing.desktop import SIZE, desktop
from testing.pixels import secret_pixels, whose
from testing.recording import RECORDERS, Timing, recording
from testing.story import Story

missing = desktops.missing()
needs_desktop = pytest.mark.skipif(bool(missing), reason=f"there is no {' and no '.join(missing)}")
needs_watch = pytest.mark.skipif(not WATCH.exists(), reason="scrim-watch is not built")
BLIND = ROOT / "programs/watch/testing/apps/blind.py"
PASSWORDS = ("Xk7qWm2", "pH4rTn9")


@pytest.fixture
def world():
    with desktop() as made:
        made.environment |= {"SCRIM_LIBRARY": str(BUILD / "libscrim.so"), "PYTHONPATH": str(ROOT / "bindings/python")}
        yield made


def keep(picture, name):
    """For people who look for the reason."""
    folder = Path("/tmp/scrim-watch-pictures")
    folder.mkdir(exist_ok=True)
    cv2.imwrite(str(folder / name), np.ascontiguousarray(picture[..., :3]))
    return folder / name


def check_for_secrets(made):
    """Fails with the first frames that show a secret."""
    leaks = made.safe.leaks
    paths = [keep(picture, f"{made.name}-{index}.png") for index, picture in enumerate(made.safe.pictures)]
    assert not leaks, f"{len(leaks)} of {made.safe.frames} frames show secrets, the first of them {leaks[:5]}; see {paths[:1]}"


# ---- The tests can fail ----


def test_a_secret_is_found_by_its_hue():
    frame = np.full((20, 40, 4), 255, np.uint8)
    frame[..., 3] = 0
    assert not secret_pixels(frame).any()
    for toolkit, color in SECRETS.items():
        blue, green, red = color & 255, color >> 8 & 255, color >> 16
        frame[5, 7, :3] = blue, green, red
        assert np.argwhere(secret_pixels(frame)).tolist() == [[5, 7]]
        assert whose(frame, secret_pixels(frame)) == [toolkit]
        frame[5, 7, :3] = np.mean([[blue, green, red], [255] * 3, [255] * 3], axis=0)  # the edge of a letter
        assert secret_pixels(frame)[5, 7]
    for color in {*LOGINS.values(), *CLEAR.values(), COVER, 0x000000, 0x808080, 0x3584E4}:
        frame[...] = color & 255, color >> 8 & 255, color >> 16, 0
        assert not secret_pixels(frame).any()


@needs_desktop
@pytest.mark.parametrize("recorder", RECORDERS)
def test_secrets_are_seen_if_nobody_finds_them(recorder, world):
    """The control: a watcher without eyes publishes that nothing is to be covered."""
    world.start_watch(BLIND, before=(sys.executable,))
    world.start_applications(TOOLKITS)
    with recording(world, recorder) as made:
        story = Story(world, made, PASSWORDS[0])
        for step in ("open", "reveal", "close"):
            story.run(step)
    for toolkit in TOOLKITS:
        assert made.raw.with_secret[toolkit] > 20
        assert made.safe.with_secret[toolkit] > 20
    leftovers = world.leftovers()
    assert leftovers, "this is how processes that stay behind are found"


@needs_desktop
def test_no_process_stays_behind():
    with desktop() as made:
        made.start_applications(TOOLKITS)
        assert len(made.leftovers()) > len(TOOLKITS)
    assert made.leftovers() == []
