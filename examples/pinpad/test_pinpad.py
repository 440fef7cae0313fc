# SPDX-License-Identifier: MIT
"""Uses the PIN pads as a person in front of a kiosk does: the keys are read off the screen."""

import contextlib
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from argon2 import PasswordHasher
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "programs/pad"))
import eyes  # noqa: E402
import screen  # noqa: E402

BUILT = ROOT / os.environ.get("SCRIM_BUILD", "build") / "examples"
PIN, WRONG = "270914", "270915"
GALLERY = os.environ.get("SCRIM_GALLERY")

missing = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"to tap a window there is no {' and no '.join(missing)}")


def front_end(name):
    built = pytest.mark.skipif(not (BUILT / name).exists(), reason=f"{name} was not built: no toolkit")
    return pytest.param(name, marks=built)


FRONT_ENDS = [front_end("pinpad_gtk"), front_end("pinpad_sdl")]


@pytest.fixture(scope="module")
def hand():
    with screen.virtual_screen((728, 720)) as display:
        yield eyes.Hand(display)


def environment(display):
    return {
        **{"DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "LANG": "C.UTF-8"},
        **{"PATH": "/usr/bin:/bin", "SDL_VIDEODRIVER": "x11", "XDG_CONFIG_HOME": "/nonexistent"},
    }


class Kiosk:
    """A PIN pad that runs, and what it tells."""

    def __init__(self, program, folder, display, *options):
        command = [BUILT / program, *options, folder]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(display), text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def told(self):
        with eyes.patience(self.process):
            return self.process.stdout.readline().strip()

    def end(self):
        return self.process.wait(eyes.PATIENCE_S)


def set_pin(hand, folder, *options):
    """Sets a PIN by whichever front end there is."""
    program = next((p.values[0] for p in reversed(FRONT_ENDS) if (BUILT / p.values[0]).exists()), None)
    if program is None:
        pytest.skip("no front end was built")
    with Kiosk(program, folder, hand.display, "--set", *options) as kiosk:
        hand.enter(PIN)
        hand.shows(0)
        hand.enter(PIN)
        assert kiosk.told() == "set"
        assert kiosk.end() == 0


@pytest.fixture(scope="module")
def locked(hand, tmp_path_factory):
    """A folder with a PIN."""
    folder = tmp_path_factory.mktemp("kiosk")
    set_pin(hand, folder)
    return folder


@pytest.fixture
def folder(locked, tmp_path):
    shutil.copytree(locked, tmp_path / "kiosk")
    return tmp_path / "kiosk"


def picture_for_gallery(picture, name):
    if GALLERY:
        ink = np.argwhere(picture.any(axis=2))
        (top, left), (bottom, right) = ink.min(axis=0), ink.max(axis=0)
        Image.fromarray(picture[top : bottom + 1, left : right + 1]).save(Path(GALLERY) / name, optimize=True)


def focus(hand, title="PIN"):
    hand.xdotool("search", "--sync", "--onlyvisible", "--name", title, "windowfocus", "--sync")


def test_the_hash_is_one_that_another_program_verifies(locked):
    stored = (locked / "hash").read_text()
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert PasswordHasher().verify(stored, PIN)
    for secret in locked.iterdir():
        assert PIN.encode() not in secret.read_bytes()


def test_two_entries_that_differ_set_nothing(hand, tmp_path):
    program = "pinpad_sdl" if (BUILT / "pinpad_sdl").exists() else "pinpad_gtk"
    if not (BUILT / program).exists():
        pytest.skip("no front end was built")
    with Kiosk(program, tmp_path, hand.display, "--set"):
        hand.enter(PIN)
        hand.shows(0)
        hand.enter(WRONG)
        hand.shows(0)
        hand.keys()
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("program", FRONT_ENDS)
def test_the_right_pin_opens(hand, folder, program):
    with Kiosk(program, folder, hand.display) as kiosk:
        hand.enter(PIN, done=False)
        hand.shows(len(PIN))
        picture_for_gallery(hand.look(), f"{program}.png")
        hand.tap(hand.done())
        assert kiosk.told() == "right"
        assert kiosk.end() == 0


@pytest.mark.parametrize("program", FRONT_ENDS)
def test_wrong_pins_wait_and_then_lock(hand, tmp_path, program):
    set_pin(hand, tmp_path, "--limit", "4")
    with Kiosk(program, tmp_path, hand.display) as kiosk:
        for _ in range(3):
            hand.enter(WRONG)
            assert kiosk.told() == "wrong"
            hand.shows(0)
        charged = (tmp_path / "attempts").read_bytes()
        assert kiosk.told() == "wait"
        # Taps on the screen during the wait use no attempt.
        hand.tap(*((x, y) for x in (200, 360, 500) for y in (300, 400, 500)))
        assert (tmp_path / "attempts").read_bytes() == charged
        hand.enter(WRONG)
        assert [kiosk.told(), kiosk.told()] == ["wrong", "locked"]
        hand.wait_for(lambda picture: not eyes.read_keys(picture), "a pad without keys")
        # Cancel works on it, after a finger that was still down on the last key when it locked.
        hand.tap(hand.button(eyes.FUNCTION))
        assert kiosk.end() == 1
    with Kiosk(program, tmp_path, hand.display) as kiosk:
        assert kiosk.told() == "locked"
        hand.wait_for(lambda picture: picture.any(), "the window")
        assert not eyes.read_keys(hand.look())
        picture_for_gallery(hand.look(), "pinpad_locked.png")
    assert (tmp_path / "attempts").read_bytes() != charged


def test_a_count_that_is_deleted_locks(hand, folder):
    (folder / "attempts").unlink()
    program = "pinpad_sdl" if (BUILT / "pinpad_sdl").exists() else "pinpad_gtk"
    with Kiosk(program, folder, hand.display) as kiosk:
        assert kiosk.told() == "locked"


@pytest.mark.parametrize("program", FRONT_ENDS)
def test_what_nobody_finishes_is_wiped(hand, folder, program):
    with Kiosk(program, folder, hand.display, "--timeout", "2") as kiosk:
        before = hand.keys()
        hand.tap(*(before[digit] for digit in "270"))
        assert "timeout" in {kiosk.told(), kiosk.told()}
        hand.shows(0)
        after = hand.keys()
        assert after != before
        # The three digits are gone: with them in front, these would be another PIN.
        hand.tap(*(after[digit] for digit in PIN), hand.done())
        while (answer := kiosk.told()) == "timeout":
            pass
        assert answer == "right"


@pytest.mark.parametrize("program", FRONT_ENDS)
def test_its_own_screenshot_shows_neither_keys_nor_dots(hand, folder, program, tmp_path):
    shots = []
    with Kiosk(program, folder, hand.display, "--screenshot", tmp_path / "shot.png"):
        hand.keys()
        focus(hand)
        for digits in ("", "279"):
            hand.type(digits, hand.keys())
            hand.shows(len(digits))
            (tmp_path / "shot.png").unlink(missing_ok=True)
            hand.xdotool("key", "F12")
            hand.wait_for(lambda picture: (tmp_path / "shot.png").exists(), "the screenshot")
            time.sleep(0.2)
            shots.append(np.asarray(Image.open(tmp_path / "shot.png").convert("RGB")))
        shown = hand.look()
        if GALLERY and program == "pinpad_gtk":
            shutil.copy(tmp_path / "shot.png", Path(GALLERY) / f"{program}_protected.png")
    assert len(eyes.read_keys(shown)) == 10
    assert not eyes.read_keys(shots[0])
    assert (shots[0] == shots[1]).all()  # not even how many dots there are is in it
    ys, xs = np.nonzero((shown == eyes.FUNCTION).all(axis=2))
    cancel = slice(ys.max() - 30, ys.max()), slice(xs.min(), xs.max())
    top, left = np.argwhere(shown.any(axis=2)).min(axis=0)
    moved = slice(cancel[0].start - top, cancel[0].stop - top), slice(cancel[1].start - left, cancel[1].stop - left)
    assert len(np.unique(shown[cancel].reshape(-1, 3), axis=0)) > 10  # the word on the button
    assert (shots[1][moved] == shown[cancel]).all()


@pytest.mark.parametrize("program", FRONT_ENDS)
def test_the_switch_puts_the_digits_in_order_for_one_entry(hand, folder, program):
    with Kiosk(program, folder, hand.display) as kiosk:
        hand.keys()
        wide = [box for box in eyes.boxes(hand.look(), eyes.FUNCTION) if box[2] > 250]
        x, y, width, height = wide[0]
        hand.tap((x + width // 2, y + height // 2))

        def in_order(picture):
            keys = eyes.read_keys(picture)
            places = [keys[digit][::-1] for digit in "1234567890" if digit in keys]
            return len(places) == 10 and places == sorted(places)

        hand.wait_for(in_order, "the digits in order")
        hand.enter(WRONG)
        assert kiosk.told() == "wrong"
        hand.wait_for(lambda picture: not in_order(picture) and len(eyes.read_keys(picture)) == 10, "another order")


def window_title(hand):
    command = ["xdotool", "getwindowfocus", "getwindowname"]
    options = {"env": environment(hand.display), "capture_output": True, "text": True}
    return subprocess.run(command, check=True, **options).stdout.strip()


@pytest.mark.parametrize("program", [front_end("pinpad_sdl")])
def test_a_keyboard_walks_through_the_keys_as_they_stand_unshuffled(hand, folder, program):
    with Kiosk(program, folder, hand.display) as kiosk:
        hand.keys()
        focus(hand)
        spoken = []
        while len(spoken) < 14:
            hand.xdotool("key", "Tab")
            before = spoken[-1] if spoken else "PIN"
            hand.wait_for(lambda picture: window_title(hand) != before, "the next key")  # noqa: B023
            spoken.append(window_title(hand))
        assert spoken == [*"123456789", "delete", "0", "confirm the PIN", "digits in order", "Cancel"]
        steps = {name: 1 + place for place, name in enumerate(spoken)}
        place = len(spoken)
        for name in [*PIN, "confirm the PIN"]:
            hand.xdotool("key", "--delay", "20", *["Tab"] * ((steps[name] - place) % len(spoken)), "Return")
            place = steps[name]
        assert kiosk.told() == "right"


@pytest.mark.parametrize("program", FRONT_ENDS)
def test_without_a_display_it_says_so(folder, program):
    command = [BUILT / program, folder]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(":nowhere"), timeout=60)
    assert done.returncode == 1
    assert "there is no display" in done.stderr


@pytest.mark.parametrize("program", FRONT_ENDS)
def test_a_display_that_goes_ends_it(folder, program):
    with screen.virtual_screen((728, 720)) as display:
        kiosk = Kiosk(program, folder, display)
        eyes.Hand(display).keys()
    with kiosk:
        assert kiosk.end() != 0
        assert kiosk.told() == ""


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
def test_it_does_not_start_with_less_protection_than_required(tmp_path, _):
    pad, environment = BUILT / "pinpad_rgb565", {"SCRIM_PANEL": str(tmp_path / "panel")}
    run = lambda *command: subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)  # noqa: E731
    disabled = run("env", "SCRIM_DISABLE_MEMFD_SECRET=1", pad, "--require", "secretmem", tmp_path)
    assert disabled.returncode == 1 and "SECRETMEM is missing: " in disabled.stderr and "SCRIM_DISABLE_MEMFD_SECRET" in disabled.stderr
    unlocked = ["prlimit", "--memlock=0:0", "setpriv", "--bounding-set=-ipc_lock", "--no-new-privs"]
    if os.geteuid() == 0:
        limited = run(*unlocked, pad, "--require", "locked", tmp_path)
        assert limited.returncode == 1 and "LOCKED is missing: " in limited.stderr and "LimitMEMLOCK=" in limited.stderr
    assert not (tmp_path / "panel").exists()
    assert run(pad, "--require", "everything", tmp_path).returncode == 2


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
def test_a_pad_without_a_pin_says_how_to_set_one(tmp_path, _):
    def run():
        environment = {"SCRIM_PANEL": str(tmp_path / "panel")}
        command = [BUILT / "pinpad_rgb565", tmp_path]
        return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    never_set = run()
    assert (never_set.returncode, never_set.stdout) == (1, "locked\n")
    assert never_set.stderr == "no PIN is set: run with --set first\n"
    (tmp_path / "hash").write_text(PasswordHasher().hash(PIN))  # the count is missing, so the pad is locked for another reason
    assert (run().stdout, run().stderr) == ("locked\n", "")


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
def test_an_amount_that_is_too_long(tmp_path, _):
    for length in (64, 65):
        command = [BUILT / "pinpad_rgb565", "--amount", "9" * length, tmp_path]
        environment = {"SCRIM_PANEL": str(tmp_path / f"panel{length}")}
        ran = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert ran.returncode == 1
        assert ("amount: must have at most 64 bytes of UTF-8 (got 65)\n" in ran.stderr) == (length == 65)
        assert (tmp_path / f"panel{length}").exists() == (length == 64)


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
@pytest.mark.parametrize("options", [[], ["--harden"]])
def test_a_hardened_pad_writes_no_core_file(tmp_path, options, _):
    command, panel = [BUILT / "pinpad_rgb565", *options, tmp_path], tmp_path / "panel"
    with subprocess.Popen(command, env={"SCRIM_PANEL": str(panel)}, stdin=subprocess.PIPE) as pad:
        while not panel.exists():
            assert pad.poll() is None
            time.sleep(0.02)
        assert resource.prlimit(pad.pid, resource.RLIMIT_CORE) == ((0, 0) if options else resource.getrlimit(resource.RLIMIT_CORE))
        pad.communicate()


class Panel:
    """A PIN pad without a window, and the buffer that it draws into."""

    WIDTH = 360

    def __init__(self, folder, tmp_path, *options):
        self.path, self.shot = tmp_path / "panel", tmp_path / "shot"
        command = [BUILT / "pinpad_rgb565", *options, "--screenshot", self.shot, folder]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, env={"SCRIM_PANEL": str(self.path)}, text=True, **pipes)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(BrokenPipeError):  # a line was not read
            self.process.stdin.close()
        self.process.stdout.close()

    def picture(self, path):
        words = np.fromfile(path, "<u2").reshape(-1, self.WIDTH)
        red, green, blue = words >> 11, words >> 5 & 63, words & 31
        # The highest bits once more below: so white is white.
        wide = [red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2]
        return np.stack(wide, axis=2).astype(np.uint8)

    def keys(self, before=None):
        """Waits until a keypad, other than the one from before, accepts touches."""
        self.wait_for(lambda keys: len(keys) == 10 and keys != before)
        time.sleep(0.25)
        return eyes.read_keys(self.picture(self.path))

    def wait_for(self, seen):
        """Waits until the panel shows such keys."""
        deadline = time.monotonic() + eyes.PATIENCE_S
        while not self.path.exists() or not self.path.stat().st_size or not seen(eyes.read_keys(self.picture(self.path))):
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def enter(self, pin, before=None):
        """Types a PIN, and then the done key. Returns the keys."""
        keys = self.keys(before)
        for digit in pin:
            self.tap(*keys[digit])
        self.tap(*(max(places) for places in zip(*keys.values(), strict=True)))
        return keys

    def told(self):
        with eyes.patience(self.process):
            return self.process.stdout.readline().strip()

    def end(self):
        return self.process.wait(eyes.PATIENCE_S)

    def screenshot(self):
        """The bytes of one, once all are written."""
        self.shot.unlink(missing_ok=True)
        self.send("screenshot")
        deadline = time.monotonic() + eyes.PATIENCE_S
        while not self.shot.exists() or self.shot.stat().st_size < self.path.stat().st_size:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        return self.shot.read_bytes()

    def tap(self, x, y):
        for line in (f"down {x} {y}", f"up {x} {y}"):
            self.send(line)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        time.sleep(0.05)


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
def test_a_panel_of_16_bits_without_a_window_system(folder, tmp_path, _):
    with Panel(folder, tmp_path) as panel:
        keys = panel.keys()
        shots = []
        for digit in PIN:
            shots.append(panel.screenshot())
            panel.tap(*keys[digit])
        assert len(set(shots)) == 1
        assert not eyes.read_keys(panel.picture(panel.shot))
        # The cover while it is inactive: frost, which is neither black nor what is on the panel.
        panel.send("inactive")
        cover = panel.screenshot()
        picture = panel.picture(panel.shot).astype(int)
        assert cover != shots[0] and picture.min() > 100 and picture.std() > 1
        assert not eyes.read_keys(panel.picture(panel.shot))
        panel.send("active")
        assert panel.screenshot() == shots[0]
        panel.enter("")
        assert panel.told() == "right"
        assert panel.end() == 0
        assert not any(panel.path.read_bytes())


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
def test_the_amount_is_in_the_screenshot_and_the_pin_is_not(folder, tmp_path, _):
    shown, shots = [], []
    for amount in ("EUR 1,234.50", "EUR 9.80"):
        with Panel(folder, tmp_path, "--amount", amount) as panel:
            panel.tap(*panel.keys()[PIN[0]])
            panel.screenshot()
            shown.append(panel.picture(panel.path))
            shots.append(panel.picture(panel.shot))
    amount = (shots[0] != shots[1]).any(axis=2)
    rows = np.nonzero(amount.any(axis=1))[0]
    assert amount.sum() > 100 and rows.max() - rows.min() < 34  # nothing else differs, although the keys are shuffled
    for picture, shot in zip(shown, shots, strict=True):
        assert (picture[rows.min() : rows.max() + 1] == shot[rows.min() : rows.max() + 1]).all()
        assert eyes.read_keys(picture) and not eyes.read_keys(shot)


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
@pytest.mark.parametrize("file", ["hash", "attempts"])
def test_a_pin_that_cannot_be_stored_gives_no_new_attempts(folder, tmp_path, file, _):
    kept = {name: (folder / name).read_bytes() for name in (file, "attempts")}
    (folder / f"{file}.new").mkdir()
    with Panel(folder, tmp_path, "--set", "--limit", "99") as panel:
        panel.enter(WRONG, panel.enter(WRONG))
        assert panel.told() == "failed"
        panel.wait_for(lambda keys: not keys)
        panel.send("cancel")
        assert (panel.told(), panel.end()) == ("", 1)
    assert {name: (folder / name).read_bytes() for name in kept} == kept


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
@pytest.mark.parametrize("damage", [lambda folder: (folder / "hash").write_text("garbage\n"), lambda folder: (folder / "attempts.new").mkdir()])
def test_a_pin_that_cannot_be_checked_puts_the_pad_out_of_order(folder, tmp_path, damage, _):
    damage(folder)
    with Panel(folder, tmp_path) as panel:
        panel.enter(PIN)
        assert panel.told() == "failed"
        panel.wait_for(lambda keys: not keys)
        panel.send("cancel")
        assert (panel.told(), panel.end()) == ("", 1)


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
@pytest.mark.parametrize("options", [[], ["--set"]])
def test_closing_the_pad_after_a_success_does_not_undo_it(folder, tmp_path, options, _):
    for close in (lambda panel: panel.send("cancel"), lambda panel: panel.process.stdin.close()):
        with Panel(folder, tmp_path, *options) as panel:
            keys = panel.enter(PIN)
            if options:
                panel.enter(PIN, keys)
            assert panel.told() == ("set" if options else "right")
            with contextlib.suppress(BrokenPipeError):  # on a busy machine, the pad has ended already
                close(panel)
            assert panel.end() == 0


@pytest.mark.parametrize("_", [front_end("pinpad_rgb565")])
def test_an_empty_pin_is_not_set(tmp_path, _):
    folder = tmp_path / "kiosk"
    folder.mkdir()
    with Panel(folder, tmp_path, "--set") as panel:
        keys = panel.enter("", panel.enter(""))
        keys = panel.enter(PIN, keys)
        assert not list(folder.iterdir())
        panel.enter(PIN, keys)
        assert (panel.told(), panel.end()) == ("set", 0)
