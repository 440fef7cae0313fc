# SPDX-License-Identifier: MIT
"""Uses the PIN pad in Qt Quick as a person does. The keys are recognized by their pictures, which no one has to read."""

import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "programs/pad"))
import eyes  # noqa: E402

sys.path.insert(0, str(ROOT / "examples/demo"))
import screen  # noqa: E402

PROGRAM = ROOT / os.environ.get("SCRIM_BUILD", "build") / "examples/qt_pin_pad"
GALLERY = os.environ.get("SCRIM_GALLERY")
SIZE = (360, 600)
#: The middles of the keys in three columns and four rows of pin_pad.qml.
PLACES = [(30 + 48 + 103 * column, 150 + 49 + 107 * row) for row in range(4) for column in range(3)]
IDLE_TIMEOUT_S = 30  # after which pin_pad.cpp empties the field in any case
KEYS, DONE = PLACES[:9] + PLACES[10:11], PLACES[11]

missing = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = [
    pytest.mark.skipif(bool(missing), reason=f"to press keys there is no {' and no '.join(missing)}"),
    pytest.mark.skipif(not PROGRAM.exists(), reason="the example was not built: no Qt 6"),
]


class Pad:
    """The program in a window, and what it prints."""

    def __init__(self, hand, file):
        self.hand = hand
        environment = {
            **{"DISPLAY": hand.display, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "xcb"},
            **{"QT_QUICK_BACKEND": "software", "XDG_RUNTIME_DIR": str(file.parent)},
        }
        environment |= {name: value for name, value in os.environ.items() if name == "ASAN_OPTIONS"}
        self.process = subprocess.Popen([PROGRAM, file], stdout=subprocess.PIPE, env=environment, text=True)
        #: The pictures of the digits, numbered by the first order of their keys, and the order in which they are shown.
        self.faces = self.before = None
        self.faces = self.glyphs(self.shuffled())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    @staticmethod
    def glyphs(picture):
        """The digits in the order of their keys. None for a key without one."""
        return [eyes.glyph(255 - picture[y - 30 : y + 30, x - 30 : x + 30].min(axis=2)) for x, y in KEYS]

    def order(self, picture):
        """The numbers of the faces in the order of the keys. None unless each of the ten is shown."""
        glyphs = self.glyphs(picture)
        if any(glyph is None for glyph in glyphs):
            return None
        faces = self.faces or glyphs
        order = [int(np.argmax([eyes.likeness(glyph, face) for face in faces])) for glyph in glyphs]
        return order if sorted(order) == list(range(10)) else None

    def shuffled(self):
        """Waits for the keys in another order than before, and until they accept touches. Returns the picture."""
        picture = self.hand.wait_for(lambda picture: self.order(picture) not in (None, self.before), "the keys")
        time.sleep(0.25)  # keys accept touches 100 ms after they are shown
        self.before = self.order(picture)
        return picture

    def shows(self, dots):
        """Waits for a number of dots in the field above the keys, and returns the picture."""

        def seen(picture):
            ink = (picture[74:118, 40:320].max(axis=2) < 128).astype(np.uint8)
            return cv2.connectedComponents(ink)[0] - 1 == dots

        return self.hand.wait_for(seen, f"a field with {dots} dots")

    def press(self, key):
        self.hand.xdotool("mousemove", *map(str, key), "click", "1")

    def type(self, faces):
        """Presses the keys with the faces of these numbers, and returns the picture with all dots."""
        for typed, face in enumerate(faces, 1):
            self.press(KEYS[self.before.index(face)])
            picture = self.shows(typed)
        return picture

    def enter(self, faces):
        """Types a PIN, then presses done. Returns what the program prints, as soon as it shows the keys for the next PIN."""
        self.type(faces)
        self.press(DONE)
        with eyes.patience(self.process):
            said = self.process.stdout.readline().strip()
        self.shuffled()
        self.shows(0)
        return said


@pytest.fixture(scope="module")
def hand():
    with screen.virtual_screen(SIZE) as display:
        yield eyes.Hand(display)


def test_the_pin_that_was_chosen_is_right_and_another_is_wrong(hand, tmp_path):
    file = tmp_path / "hash"
    with Pad(hand, file) as pad:
        assert pad.enter([0, 1, 2, 3]) == "set"
        with pytest.raises(VerifyMismatchError):
            PasswordHasher().verify(file.read_text(), "none")
        assert pad.enter([1, 2, 3, 4]) == "wrong"
        assert pad.enter([0, 1, 2, 3]) == "right"
        if GALLERY:
            Image.fromarray(pad.type([0, 1, 2, 3])).save(Path(GALLERY) / "pinpad_qt.png", optimize=True)


def begun(file):
    """The attempts since the last success, of a scrim_attempts."""
    return struct.unpack("<QIIQ", file.with_name("hash.attempts").read_bytes())[1]


def test_attempts_are_counted_in_a_file(hand, tmp_path):
    file = tmp_path / "hash"
    with Pad(hand, file) as pad:
        assert pad.enter([0, 1, 2, 3]) == "set"
        assert pad.enter([1, 2, 3, 4]) == "wrong"
        assert begun(file) == 1
    with Pad(hand, file) as pad:
        assert pad.enter([0]) == "wrong"
        assert begun(file) == 2
        file.with_name("hash.attempts").unlink()
        assert pad.enter([0]) == "locked"


def test_a_pin_that_cannot_be_stored_is_not_set(hand, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir(mode=0o700)
    with Pad(hand, folder / "hash") as pad:
        shutil.rmtree(folder)
        started = time.monotonic()
        assert pad.enter([0, 1, 2, 3]) == "failed"
        assert time.monotonic() - started < IDLE_TIMEOUT_S  # the field was empty at once


def test_an_empty_pin_is_not_chosen(hand, tmp_path):
    with Pad(hand, tmp_path / "hash") as pad:
        pad.press(DONE)
        pad.shuffled()
        assert not (tmp_path / "hash").exists()
        assert pad.enter([0, 1, 2, 3]) == "set"


def test_a_file_that_cannot_be_read_lets_nobody_choose_a_pin(tmp_path):
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}
    ended = subprocess.run([PROGRAM, tmp_path], env=environment, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert f"qt_pin_pad: {tmp_path}: " in ended.stderr


def test_touches_of_one_key_count_even_if_they_waited_together(hand, tmp_path):
    with Pad(hand, tmp_path / "hash") as pad:
        pad.process.send_signal(signal.SIGSTOP)
        hand.tap(*[KEYS[0]] * 3)
        pad.process.send_signal(signal.SIGCONT)
        pad.shows(3)
