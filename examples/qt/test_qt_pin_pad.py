# SPDX-License-Identifier: MIT
"""Uses the PIN pad in Qt Quick as a person does. The keys are recognized by their pictures, which no one has to read."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

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
#: The middles of the keys: three columns and four rows of pin_pad.qml.
KEYS = [(30 + 48 + 103 * column, 150 + 49 + 107 * row) for row in range(4) for column in range(3)]
DONE = KEYS[11]

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
        self.process = subprocess.Popen([PROGRAM, file], stdout=subprocess.PIPE, env=environment, text=True)
        self.settled()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def settled(self):
        """The picture as soon as it shows keys and remains the same."""
        until = time.monotonic() + eyes.PATIENCE_S
        last = None
        while time.monotonic() < until:
            picture = self.hand.look()
            keys = picture[0, 0].any() and all((cell < 128).any() for cell in self.digits(picture).values())
            if keys and last is not None and np.array_equal(picture, last):
                time.sleep(0.15)  # keys accept touches 100 ms after they are shown
                return picture
            last = picture
            time.sleep(0.1)
        raise AssertionError("the pad is not shown")

    @staticmethod
    def cell(picture, key):
        x, y = key
        return picture[y - 30 : y + 30, x - 30 : x + 30]

    def digits(self, picture):
        """The pictures of the digits, by the place of their keys."""
        return {key: self.cell(picture, key) for key in KEYS[:9] + KEYS[10:11]}

    def press(self, key):
        self.hand.xdotool("mousemove", *map(str, key), "click", "1")
        time.sleep(0.1)

    def enter(self, faces):
        """Presses the keys that look like these, then done, and returns what the program prints."""
        for face in faces:
            shown = self.digits(self.settled())
            self.press(min(shown, key=lambda key: np.abs(shown[key].astype(int) - face).sum()))
        self.settled()
        self.press(DONE)
        with eyes.patience(self.process):
            return self.process.stdout.readline().strip()


@pytest.fixture(scope="module")
def hand():
    with screen.virtual_screen(SIZE) as display:
        yield eyes.Hand(display)


def test_the_pin_that_was_chosen_is_right_and_another_is_wrong(hand, tmp_path):
    file = tmp_path / "hash"
    with Pad(hand, file) as pad:
        before = pad.settled()
        faces = list(pad.digits(before).values())
        assert len({face.tobytes() for face in faces}) == 10
        assert pad.enter(faces[:4]) == "set"
        with pytest.raises(VerifyMismatchError):
            PasswordHasher().verify(file.read_text(), "none")
        after = pad.digits(pad.settled())
        assert [face.tobytes() for face in after.values()] != [face.tobytes() for face in faces]  # shuffled
        assert pad.enter(faces[1:5]) == "wrong"
        assert pad.enter(faces[:4]) == "right"
        if GALLERY:
            for face in faces[:4]:
                shown = pad.digits(pad.settled())
                pad.press(min(shown, key=lambda key: np.abs(shown[key].astype(int) - face).sum()))
            Image.fromarray(pad.settled()).save(Path(GALLERY) / "pinpad_qt.png", optimize=True)
