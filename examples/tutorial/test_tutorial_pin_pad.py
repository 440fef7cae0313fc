# SPDX-License-Identifier: MIT
"""Builds pin_pad.c, and uses it and pin_pad.py as a person does: the keys are read off the screen and tapped."""

import importlib.util
import os
import re
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
from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LIBRARY = Path(os.environ.get("SCRIM_LIBRARY", ROOT / "build/libscrim.so")).resolve()
#: Where to put the pictures of docs/tutorial/, if they are wanted.
PICTURES = os.environ.get("SCRIM_TUTORIAL_PICTURES")
#: What the program prints for four wrong PINs and the right one, from docs/tutorial/pin-pad.md. There, a comment with "run by" marks it.
SHOWN = re.search(
    r"^<!-- run by: .*test_tutorial_pin_pad.py -->\n```text\n(.*?)^```",
    (ROOT / "docs/tutorial/pin-pad.md").read_text(),
    re.DOTALL | re.MULTILINE,
)[1].splitlines()
PIN, WRONG = "2709", "2708"
#: The shapes of the digits in pin_pad.c.
SHAPES = re.findall(r'"([#.]{15})"', (HERE / "pin_pad.c").read_text())[:10]

sys.path[:0] = [str(ROOT / "programs/pad"), str(ROOT / "bindings/python")]
import eyes  # noqa: E402
import screen  # noqa: E402

missing = [tool for tool in ("Xvfb", "xdotool", "pkg-config") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"to tap a window, {' and '.join(missing)} is missing")


@pytest.fixture(scope="module")
def hand():
    with screen.virtual_screen((400, 520)) as display:
        yield eyes.Hand(display)


@pytest.fixture(scope="module")
def commands(tmp_path_factory):
    """How each of the two programs is called. The C one is built first."""
    if importlib.util.find_spec("tkinter") is None:
        pytest.skip("tkinter is missing")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "sdl2"], capture_output=True, text=True)
    if flags.returncode:
        pytest.skip("SDL 2 is missing")
    program = tmp_path_factory.mktemp("build") / "pin_pad"
    strict = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT / 'include'}"]
    link = [f"-L{LIBRARY.parent}", "-lscrim", f"-Wl,-rpath,{LIBRARY.parent}", *flags.stdout.split()]
    subprocess.run(["cc", *strict, str(HERE / "pin_pad.c"), "-o", str(program), *link], check=True)
    return {"c": [str(program)], "python": [sys.executable, str(HERE / "pin_pad.py")]}


@pytest.fixture(params=["c", "python"])
def language(request):
    return request.param


class Pad:
    """A PIN pad that runs in a folder, and the hand that uses it."""

    def __init__(self, hand, commands, language, folder, *options):
        environment = {
            **os.environ,
            **{"DISPLAY": hand.display, "SDL_VIDEODRIVER": "x11", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
            **{"SCRIM_LIBRARY": str(LIBRARY), "PYTHONPATH": str(ROOT / "bindings/python")},
        }
        self.hand, self.language = hand, language
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([*commands[language], *options], cwd=folder, env=environment, **pipes)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.hand.wait_for(lambda picture: not picture.any(), "an empty screen")

    def end(self):
        """The lines that are left, the errors, and the exit code."""
        with eyes.patience(self.process):
            out, errors = self.process.communicate()
        return out.split("\n")[:-1], errors, self.process.returncode

    def line(self):
        with eyes.patience(self.process):
            return self.process.stdout.readline().strip()

    # ---- What is on the screen ----

    def digit(self, ink):
        """The digit that a key shows; None for another label."""
        if self.language == "python":
            seen = eyes.glyph(ink)
            scores = {} if seen is None else {d: eyes.likeness(seen, eyes.template(d, 30)) for d in "0123456789"}
            best = max(scores, key=scores.get, default=None)
            return best if best and scores[best] >= eyes.LIKENESS else None
        ys, xs = np.nonzero(ink > 96)
        if not len(xs):
            return None
        cut = cv2.resize(ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], (3, 5), interpolation=cv2.INTER_AREA)
        shape = "".join("#" if cell > 96 else "." for cell in cut.ravel())
        return str(SHAPES.index(shape)) if shape in SHAPES else None

    def read(self, picture):
        """The middle of each digit's key, and of delete and done, if a whole keypad is shown."""
        keys = eyes.boxes(picture, eyes.KEY, narrowest=80, widest=95, lowest=80)
        if len(keys) != 12:
            return {}
        found = {}
        for number, (x, y, width, height) in enumerate(keys):
            digit = self.digit(255 - picture[y + 4 : y + height - 4, x + 4 : x + width - 4].min(axis=2))
            found[{9: "delete", 11: "done"}.get(number, digit)] = (x + width // 2, y + height // 2)
        return found if len(found) == 12 and None not in found else {}

    def keys(self, before=None):
        """Waits for a keypad, other than one from before, and for the time in which its keys take no touch yet."""
        picture = self.hand.wait_for(lambda seen: self.read(seen) not in ({}, before), "a keypad")
        time.sleep(0.25)
        return self.read(picture)

    def dots(self, keys):
        """The number of dots in the field, which is above the keys."""
        (left, top) = np.min(list(keys.values()), axis=0)
        field = self.hand.look()[top - 95 : top - 50, left - 45 : left + 245]
        return cv2.connectedComponents((field.max(axis=2) < 128).astype(np.uint8))[0] - 1

    def shows(self, dots, keys):
        self.hand.wait_for(lambda _: self.dots(keys) == dots, f"a field with {dots} dots")

    # ---- What a finger does ----

    def type(self, pin, keys):
        """Taps a PIN, each digit when the field shows the one before."""
        for typed, digit in enumerate(pin, 1):
            self.hand.tap(keys[digit])
            self.shows(typed, keys)

    def enter(self, pin, before=None):
        """Types a PIN and taps done. Returns the keypad that it was typed on."""
        keys = self.keys(before)
        self.type(pin, keys)
        self.hand.tap(keys["done"])
        return keys


def begun(folder):
    """The number of attempts since the last success, as the file has it."""
    return struct.unpack_from("<QII", (folder / "attempts").read_bytes())[1]


@pytest.fixture(scope="module")
def stored(hand, commands, tmp_path_factory):
    """A folder with a PIN for each program. It is the other program that has stored it."""
    folders = {}
    for language, other in (("c", "python"), ("python", "c")):
        folders[language] = tmp_path_factory.mktemp(language)
        with Pad(hand, commands, other, folders[language], "--set") as pad:
            pad.enter(PIN)
            assert pad.end() == (["set"], "", 0)
    return folders


@pytest.fixture
def folder(stored, language, tmp_path):
    shutil.copytree(stored[language], tmp_path / "pad")
    return tmp_path / "pad"


def test_what_is_stored_is_a_hash_and_a_count(stored, language):
    folder = stored[language]
    assert sorted(path.name for path in folder.iterdir()) == ["attempts", "hash"]
    assert (folder / "hash").read_text().startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert begun(folder) == 0
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in folder.iterdir())


def test_the_right_pin_is_shown_as_dots_and_accepted(hand, commands, language, folder):
    with Pad(hand, commands, language, folder) as pad:
        keys = pad.keys()
        pad.type(PIN, keys)
        if PICTURES:
            picture = hand.look()
            ys, xs = np.nonzero(picture.any(axis=2))
            window = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
            Image.fromarray(window).save(Path(PICTURES) / f"pin-pad-{language}.png", optimize=True)
        hand.tap(keys["done"])
        assert pad.end() == (["right"], "", 0)
    assert begun(folder) == 0


def test_wrong_pins_lock_it_even_for_the_right_one(hand, commands, language, folder):
    with Pad(hand, commands, language, folder) as pad:
        said, keys = [], None
        while said.count("wrong") < 4:
            keys = pad.enter(WRONG, keys)  # waits for keys in another order
            said.append(pad.line())
            assert begun(folder) == said.count("wrong")
        assert [line for line in said if line != "wait"] == ["wrong"] * 4
        assert "wait" not in said[:3]
        pad.enter(PIN, keys)
        last, errors, code = pad.end()
        assert (last, errors, code) == (["locked"], "", 1)
    # How often the program prints "wait" depends on how fast the keys are tapped.
    assert [line for line in said + last if line != "wait"] == [line for line in SHOWN if line != "wait"]
    with Pad(hand, commands, language, folder) as pad:
        pad.enter(PIN)
        assert pad.end() == (["locked"], "", 1)


def test_it_waits_after_three_wrong_pins(hand, commands, language, folder):
    import scrim

    attempts = scrim.Attempts(limit=4)
    for _ in range(3):
        # In the future: a clock that goes back starts the wait again, so the next attempt is too early however slow the test is.
        attempts.begin(time.clock_gettime_ns(time.CLOCK_BOOTTIME) + 3600 * 10**9)
    (folder / "attempts").write_bytes(bytes(attempts))
    with Pad(hand, commands, language, folder) as pad:
        keys = pad.enter(PIN)
        assert pad.line() == "wait"
        assert begun(folder) == 3
        time.sleep(1.1)
        pad.enter(PIN, keys)
        assert pad.end() == (["right"], "", 0)


def test_the_attempt_is_stored_before_the_pin_is_verified(hand, commands, language, folder):
    (folder / "hash").write_text("no hash")
    with Pad(hand, commands, language, folder) as pad:
        pad.enter(PIN)
        said, errors, code = pad.end()
    assert (said, code) == ([], 1) and errors.startswith("pin_pad: ")
    assert begun(folder) == 1


@pytest.mark.parametrize("damage", [None, bytes(24)], ids=["deleted", "damaged"])
def test_without_its_count_of_attempts_nobody_comes_in(hand, commands, language, folder, damage):
    (folder / "attempts").unlink()
    if damage:
        (folder / "attempts").write_bytes(damage)
    with Pad(hand, commands, language, folder) as pad:
        pad.enter(PIN)
        said, errors, code = pad.end()
    assert code == 1
    assert said == ["locked"] if damage else (said == [] and "attempts" in errors)


def test_a_delete_key_that_is_held_deletes_until_nothing_is_left(hand, commands, language, folder):
    with Pad(hand, commands, language, folder) as pad:
        keys = pad.keys()
        pad.type("9999", keys)
        hand.tap(keys["delete"])
        pad.shows(3, keys)
        time.sleep(0.5)  # SDL 2 dates events when it reads them. A release that is read late makes the next press a bounce.
        hand.xdotool("mousemove", *keys["delete"], "mousedown", "1")
        try:
            pad.shows(0, keys)
        finally:
            hand.xdotool("mouseup", "1")
        pad.type(PIN, keys)
        hand.tap(keys["done"])
        assert pad.end() == (["right"], "", 0)


@pytest.mark.parametrize("language", ["python"])  # SDL 2 dates events when it reads them
def test_taps_of_one_key_count_even_if_they_waited_together(hand, commands, language, folder):
    with Pad(hand, commands, language, folder) as pad:
        keys = pad.keys()
        pad.process.send_signal(signal.SIGSTOP)
        hand.tap(*[keys["9"]] * 3)
        pad.process.send_signal(signal.SIGCONT)
        pad.shows(3, keys)


def test_a_new_pin_has_at_least_four_digits(hand, commands, language, tmp_path):
    with Pad(hand, commands, language, tmp_path, "--set") as pad:
        keys = pad.enter("270")
        assert pad.line() == "at least 4 digits"
        assert not list(tmp_path.iterdir())
        pad.enter(PIN, keys)
        assert pad.end() == (["set"], "", 0)
