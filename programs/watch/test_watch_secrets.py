# SPDX-License-Identifier: MIT
"""Compares the boxes of read_secrets, which reads windows as scrim-watch does, with the pixels of fields of real toolkits."""

import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import needs_desktop
from testing.applications import APPS
from testing.colors import LOGINS
from testing.desktop import desktop
from testing.pixels import packed, secret_pixels

HERE = Path(__file__).resolve().parent
PARTS = ("ask", "walk", "place", "secret_objects", "memory", "spots", "successors", "view_rules", "browser", "secrets", "rules", "rules_file", "json_text")
MODULES = ("atspi-2", "gio-2.0", "json-glib-1.0")
COLORS = (0xFF00FE, 0x00FE01, 0x0102FE)
#: What may be covered around a field: the margin, and what GTK 4 leaves out of its places.
AROUND = 20
#: How many seconds a test waits for what must come. A machine may be busy.
PATIENCE = 30.0
NEW_PAGE = "a page that is not read yet"

pytestmark = needs_desktop


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    out = tmp_path_factory.mktemp("secrets") / "read_secrets"
    flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", *MODULES], text=True).split()
    sources = [HERE / "testing/read_secrets.c", *(HERE / f"{part}.c" for part in PARTS)]
    options = ["-std=c11", "-D_GNU_SOURCE", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", f"-I{HERE}"]
    subprocess.run(["cc", *options, *sources, *flags, "-lm", "-o", out], check=True)
    return out


@pytest.fixture(scope="module")
def world():
    with desktop() as made:
        # The launcher of the bus does this for a screen reader, and so does scrim-watch.
        command = "gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method org.freedesktop.DBus.Properties.Set"
        subprocess.run([*command.split(), "org.a11y.Status", "IsEnabled", "<true>"], env=made.environment, check=True, stdout=made.log)
        yield made


class Reading:
    def __init__(self, line):
        verdict, prompt, again, took, count, boxes, self.toolkit, self.reason = line.rstrip("\n").split("\t")
        self.verdict, self.prompt, self.again_ms, self.took_us = verdict, prompt == "1", int(again), int(took)
        self.boxes = [tuple(map(int, box.split(","))) for box in boxes.split()]
        assert len(self.boxes) == int(count)


class Reader:
    """Reads one window."""

    def __init__(self, program, world, title, pid, rules=None):
        command = [program] if rules is None else [program, rules]
        # Leaks are found when it ends. Memory that libatspi and D-Bus keep until then is still reachable, so it does not count as a leak.
        environment = world.environment | {"ASAN_OPTIONS": "detect_leaks=1"}
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, stderr=world.log)
        self.world, self.title, self.pid = world, title, pid

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def numbers(self, name):
        octets = self.world.screen._property(self.window, name)
        return np.frombuffer(octets, np.uint64).tolist() if len(octets) == 32 else [0] * 4

    def find(self):
        """Looks where the window is, and for its accessible."""
        self.window = self.world.screen.wait_for(self.title)
        x, y, width, height = self.content = self.world.screen.geometry(self.window)
        left, right, top, bottom = self.numbers("_NET_FRAME_EXTENTS")
        frame = (x - left, y - top, width + left + right, height + top + bottom)
        line = " ".join(map(str, (self.pid, *self.content, *frame, *self.numbers("_GTK_FRAME_EXTENTS"), self.title)))
        deadline = time.monotonic() + PATIENCE
        while self.tell(line) != "found\n":
            assert time.monotonic() < deadline, f"{self.title} is not on the bus"
            time.sleep(0.05)
        return self

    def read(self):
        return Reading(self.tell("read"))

    def read_well(self):
        """Reads until the application answers in time. It may be late on a busy machine."""
        deadline = time.monotonic() + PATIENCE
        while (reading := self.read()).verdict == "unknown" and time.monotonic() < deadline:
            time.sleep(0.1)
        return reading

    def places(self):
        """None if the tree must be read."""
        line = self.tell("places")
        return None if line == "no\n" else Reading(line)

    def places_well(self):
        """Asks for places until the application answers in time."""
        deadline = time.monotonic() + PATIENCE
        while (reading := self.places()) is None:
            assert time.monotonic() < deadline, "asking for places is not enough"
            self.read_well()
        return reading

    def pixels(self):
        """The content of the window."""
        self.content = self.world.screen.geometry(self.window)
        return self.world.screen.pixels(self.content)

    def stop(self):
        self.process.stdin.close()
        assert self.process.wait(60) == 0, (self.world.folder / 'log').read_text()[-6000:]


def bounds(mask):
    """The smallest box around what is set. None if nothing is."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return None if not len(rows) else (columns[0], rows[0], columns[-1] + 1 - columns[0], rows[-1] + 1 - rows[0])


def covered(shape, boxes):
    mask = np.zeros(shape[:2], bool)
    for x, y, width, height in boxes:
        assert x >= 0 and y >= 0 and x + width <= shape[1] and y + height <= shape[0]
        mask[y : y + height, x : x + width] = True
    return mask


def settle(reader, condition):
    """Waits until the pixels of the window are as they should be, and have come to rest."""
    deadline, before = time.monotonic() + PATIENCE, None
    while time.monotonic() < deadline:
        now = reader.pixels()
        if before is not None and np.array_equal(before, now) and condition(now):
            return now
        before = now
        time.sleep(0.05)
    raise TimeoutError("the window does not show what it should")


def colored(pixels, color):
    return packed(pixels) == color


def check_fields(reading, pixels, colors, around=AROUND):
    """All pixels of the fields are covered, and not much more."""
    assert reading.verdict == "secrets" and reading.prompt, vars(reading)
    mask, allowed = covered(pixels.shape, reading.boxes), np.zeros(pixels.shape[:2], bool)
    for color in colors:
        box = bounds(colored(pixels, color))
        if box is not None:
            x, y, width, height = box
            allowed[max(y - around, 0) : y + height + around, max(x - around, 0) : x + width + around] = True
            assert not (colored(pixels, color) & ~mask).any(), (hex(color), box, vars(reading))
    assert not (mask & ~allowed).any(), (bounds(mask & ~allowed), vars(reading))


# ---- Toolkits ----

#: Which colors of fields are found. GTK 4 reports an entry that hides its text like any other.
FOUND = {"gtk3": COLORS[:2], "gtk4": COLORS[:1], "qt": COLORS, "qml": COLORS[:1]}
if Path("/usr/lib/python3/dist-packages/PyQt5").exists():
    FOUND["qt5"] = COLORS


class Fields:
    """fields.py, with a reader of its window."""

    def __init__(self, program, world, toolkit, *arguments, environment=None):
        command = ["/usr/bin/python3", "-W", "ignore", APPS / "fields.py", toolkit, *arguments]
        self.process = subprocess.Popen(
            command, env=world.environment | (environment or {}), stdin=subprocess.PIPE, text=True, stdout=world.log, stderr=world.log
        )
        self.world, self.toolkit, self.found = world, toolkit, FOUND[toolkit]
        self.reader = Reader(program, world, "fields", self.process.pid).find()
        self.see(COLORS[0])

    def say(self, *commands):
        for command in commands:
            self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        time.sleep(0.1)

    def see(self, *colors, gone=()):
        """Waits until the window shows fields of these colors, and none of those that are gone."""
        shows = {color: True for color in colors} | {color: False for color in gone}
        return settle(self.reader, lambda pixels: all(colored(pixels, color).any() == shown for color, shown in shows.items()))

    def check(self, pixels, colors=None, **options):
        while True:
            try:
                check_fields(self.reader.read_well(), pixels, colors or self.found, **options)
                if (places := self.reader.places()) is not None:
                    check_fields(places, pixels, colors or self.found, **options)
                return
            except AssertionError:
                # The picture may have been taken before a slow application followed a command.
                time.sleep(0.5)
                before, pixels = pixels, self.see()
                if np.array_equal(before, pixels):
                    raise

    def stop(self):
        self.reader.stop()
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.world.screen.wait_for("fields", gone=True)


@pytest.fixture
def start(program, world):
    """Starts fields.py for one test. These tests come first, because the window of the others would be in the way."""
    started = []

    def start(toolkit, *arguments, environment=None):
        started.append(Fields(program, world, toolkit, *arguments, environment=environment))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_windows_may_have_other_frames(start, toolkit):
    made = start(toolkit, "header")
    made.check(made.see(*made.found))


@pytest.mark.parametrize(
    ("toolkit", "environment"),
    [("gtk3", {"GDK_SCALE": "2"}), ("gtk4", {"GDK_SCALE": "2"}), ("qt", {"QT_SCALE_FACTOR": "1.5"}), ("qml", {"QT_SCALE_FACTOR": "2"})],
)
def test_windows_may_be_scaled(start, toolkit, environment):
    made = start(toolkit, environment=environment)
    made.check(made.see(*made.found), around=2 * AROUND)


def test_an_entry_of_gtk_4_that_hides_its_text_is_not_found(start):
    """The page of promises says so. If this test fails, a newer GTK reports it, and the page can promise more."""
    made = start("gtk4")
    pixels = made.see(*COLORS[:2])
    mask = covered(pixels.shape, made.reader.read_well().boxes)
    assert (colored(pixels, COLORS[1]) & ~mask).any()


@pytest.fixture(scope="module", params=FOUND)
def running(program, world, request):
    made = Fields(program, world, request.param)
    yield made
    made.stop()


@pytest.fixture
def fields(running):
    """fields.py as it was started, and with nothing remembered."""
    running.say("reveal 0", "swap 0", "show 1", "scroll 0", "tab 0")
    running.reader.tell("forget")
    running.see(*running.found)
    return running


def test_boxes_contain_the_fields_and_little_else(fields):
    first, found = COLORS[0], fields.found
    fields.check(fields.see(*found))
    check_fields(fields.reader.places_well(), fields.see(*found), found)
    for command in ("reveal 1", "scroll 30", "reveal 0", "scroll 0"):
        fields.say(command)
        fields.check(fields.see(*found))
    x, y = (230, 170) if fields.reader.content[0] < 200 else (50, 60)
    fields.world.screen.move(fields.reader.window, x, y)
    time.sleep(0.2)
    fields.reader.find()
    fields.check(fields.see(*found))
    fields.say("show 0")
    time.sleep(0.2)
    fields.check(fields.see(gone=[first]))
    fields.say("show 1")
    fields.check(fields.see(*found))


def test_places_follow_the_wheel(fields):
    x, y, width, height = fields.reader.content
    fields.world.screen.point(x + width // 2, y + height - 40)
    before = bounds(colored(fields.see(COLORS[0]), COLORS[0]))
    fields.check(fields.see(COLORS[0]))
    fields.world.screen.wheel(1)
    fields.check(settle(fields.reader, lambda pixels: bounds(colored(pixels, COLORS[0])) != before))


def test_what_takes_the_place_of_a_password_field_is_covered(fields):
    fields.check(fields.see(*fields.found))
    fields.say("swap 1")
    time.sleep(0.2)
    other = COLORS[2] if fields.toolkit in ("gtk3", "gtk4") else COLORS[0]
    fields.check(fields.see(other), {other, *fields.found})
    fields.say("swap 0")
    time.sleep(0.2)
    fields.check(fields.see(COLORS[0]))


def test_a_hidden_field_covers_a_window_without_a_place(fields):
    assert fields.reader.read_well().verdict == "secrets"
    fields.say("show 0")
    fields.see(gone=[COLORS[0]])
    fields.reader.tell("wayland")
    reading = fields.reader.read_well()
    fields.reader.find()
    fields.say("show 1")
    assert (reading.verdict, reading.boxes, reading.reason) == ("secrets", [(0, 0, *fields.reader.content[2:])], "password field")


def test_what_is_in_a_hidden_tab_is_no_box(fields):
    fields.say("tab 1")
    fields.see(gone=[COLORS[0]])
    reading = fields.reader.read_well()
    assert reading.verdict == "secrets"
    assert reading.boxes == [] or fields.toolkit == "gtk4"  # which reports it as before


# ---- Browsers ----


FORM = "<div style='height:70px'>Sign in</div><input id=field type=password value=hunter2><div style='height:1500px'>More</div>"


class Page:
    """The pop-up of Chromium with a password field. Each test uses another reader."""

    def __init__(self, world):
        if "chromium" not in world.applications:
            world.start_applications(["chromium"])
        self.world, self.application = world, world.applications["chromium"]
        self.application.open("login", "hunter2")
        world.screen.wait_for("chromium login")

    def read_with(self, program, rules=None):
        self.run(f"scrollTo(0, 0); document.body.innerHTML = `{FORM}`")
        self.reader = Reader(program, self.world, "chromium login", self.application.process.pid, rules).find()
        self.until(lambda reading: reading.verdict != "clear")
        return self

    def run(self, script):
        self.application._run(script)

    def until(self, condition):
        """Reads until a reading is as it should be."""
        deadline = time.monotonic() + PATIENCE
        while not condition(reading := self.reader.read()):
            assert time.monotonic() < deadline, vars(reading)
            time.sleep(0.05)
        return reading

    def forget(self, is_forgotten=lambda reading: reading.verdict != "unknown" and reading.reason not in ("password field", NEW_PAGE)):
        """Makes the reader forget the field that was removed, until a reading shows that. Chromium reports it for a moment longer."""
        deadline, seconds = time.monotonic() + PATIENCE, 1.5
        while True:
            self.reader.tell("forget")
            again = time.monotonic() + seconds
            while time.monotonic() < again:
                reading = self.reader.read()
                if is_forgotten(reading):
                    return reading
                time.sleep(0.05)
            assert time.monotonic() < deadline, vars(reading)
            seconds *= 1.5

    def check_covered(self, reading=None):
        """The page is covered, and its window's own user interface is not."""
        reading = reading or self.reader.read_well()
        pixels = self.reader.pixels()
        page = packed(pixels) == LOGINS["chromium"]
        mask = covered(pixels.shape, reading.boxes)
        # Otherwise damage would not cover the whole window.
        assert reading.verdict == "secrets" and not reading.prompt, vars(reading)
        assert page.any() and not ((page | secret_pixels(pixels)) & ~mask).any(), vars(reading)
        assert not mask.all()

    def stop(self):
        self.application.close("login")
        self.world.screen.wait_for("chromium login", gone=True)


@pytest.fixture(scope="module")
def popup(world):
    made = Page(world)
    yield made
    made.stop()


@pytest.fixture
def page(program, popup):
    readers = []

    def start(rules=None):
        popup.read_with(program, rules)
        readers.append(popup.reader)
        return popup

    yield start
    for reader in readers:
        reader.stop()


def test_a_page_with_a_password_field_is_covered_whatever_happens(page):
    made = page()
    made.until(lambda reading: reading.again_ms == 0 and reading.verdict == "secrets")
    made.check_covered()
    assert made.reader.places_well().boxes == made.reader.read_well().boxes
    made.run("field.type = 'text'")
    for _ in range(10):
        made.check_covered()
        time.sleep(0.05)
    x, y, width, height = made.reader.content
    made.world.screen.point(x + width // 2, y + height - 30)
    made.world.screen.wheel(2)
    for _ in range(10):
        made.check_covered()
        time.sleep(0.05)
    made.run("scrollTo(0, 1000)")
    time.sleep(0.3)
    made.check_covered()


def test_a_page_is_covered_before_it_is_read_and_after_its_field_is_gone(page):
    made = page()
    made.check_covered()  # it has just been opened
    made.until(lambda reading: reading.again_ms == 0 and reading.verdict == "secrets")
    made.run("field.remove()")
    for _ in range(30):  # longer than a field that is gone counts
        made.check_covered()
        time.sleep(0.05)
    made.run("document.body.insertAdjacentHTML('beforeend', '<input id=field type=text value=hunter2>')")
    for _ in range(10):
        made.check_covered()
        time.sleep(0.05)
    made.run("field.remove()")
    clear = made.forget()
    assert clear.verdict == "clear" and not clear.boxes
    made.run("document.body.insertAdjacentHTML('beforeend', '<input id=field type=password>')")
    made.until(lambda reading: reading.verdict == "secrets")
    made.run("field.outerHTML = '<input id=field type=text value=hunter2>'")
    for _ in range(30):  # longer than a field that is gone counts
        made.check_covered()
        time.sleep(0.05)


@pytest.mark.parametrize(
    "html",
    [
        "<iframe srcdoc='<input type=password>'></iframe>",
        "<div id=host></div>",  # and a shadow root that scripts of the page cannot look into
        "<div style='height: 3000px'></div><input type=password>",
    ],
)
def test_password_fields_are_found_everywhere_in_a_page(page, html):
    made = page()
    made.run("field.remove()")
    assert made.forget().verdict == "clear"
    made.run(f'document.body.insertAdjacentHTML("beforeend", "{html}")')
    if "host" in html:
        made.run("host.attachShadow({mode: 'closed'}).innerHTML = '<input type=password>'")
    made.until(lambda reading: reading.verdict == "secrets" and reading.again_ms == 0)
    made.check_covered()


def test_a_settled_page_shows_all_but_its_fields(page, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text('{"browsers": "settled"}')
    made = page(rules)
    shape = made.reader.pixels().shape

    def is_settled(reading):
        return reading.verdict == "secrets" and covered(shape, reading.boxes).mean() < 0.4

    def waits(reading):
        if is_settled(reading):
            made.reader.tell("drawn")  # it has settled meanwhile
        return 0 < reading.again_ms < 500 and reading.verdict == "secrets"

    made.reader.tell("drawn")
    made.until(waits)
    made.check_covered()
    settled = made.until(is_settled)
    pixels = made.reader.pixels()
    assert not settled.prompt and secret_pixels(pixels).any()
    assert not (secret_pixels(pixels) & ~covered(pixels.shape, settled.boxes)).any(), vars(settled)
    made.reader.tell("drawn")
    made.check_covered()


@pytest.mark.parametrize(
    ("rule", "verdict", "reason"),
    [
        ('"role": "push button", "name": "Pay*", "cover": "view"', "secrets", "rule 1"),
        ('"role": "push button", "name": "Pay*", "cover": "window"', "covered", "rule 1"),
        ('"origin": "http://127.0.0.1:*", "cover": "view"', "secrets", "rule 1"),
        ('"origin": "http://127.0.0.1:*", "cover": "window"', "covered", "rule 1"),
        ('"origin": "https://bank.example", "cover": "window"', "clear", "no secret"),
        ('"application": "Chromium", "role": "push button", "name": "Sell", "cover": "window"', "clear", "no secret"),
    ],
)
def test_rules_name_views_and_origins(page, tmp_path, rule, verdict, reason):
    rules = tmp_path / "rules.json"
    rules.write_text(f'{{"rules": [{{{rule}}}]}}')
    made = page(rules)
    made.run("field.outerHTML = '<button>Pay now</button>'")
    reading = made.forget(lambda reading: (reading.verdict, reading.reason, reading.again_ms) == (verdict, reason, 0))
    if verdict == "secrets":
        made.check_covered(reading)


def opens_a_new_page(until, go):
    """Lets a window go to pages until the moment in which one is new is seen, and returns that reading.

    A reading that fails can take up this moment, as it covers the window itself. So it is seen later only if none has failed.
    """
    for number in range(20):
        failed = False

        def has_come(reading):
            nonlocal failed
            failed = failed or reading.verdict == "unknown"
            return reading.reason == NEW_PAGE or (failed and reading.verdict == "clear")

        go(number)
        if (reading := until(has_come)).reason == NEW_PAGE:
            return reading
    raise TimeoutError("the application is always late")


def test_a_page_is_covered_for_a_moment_if_it_is_new(page):
    """Comes last, because the page is another one afterwards."""
    made = page()
    made.run("field.remove()")
    assert made.forget().verdict == "clear"
    pages, shown = made.application.pages, f"login{made.application.number}"

    def go(number):
        nonlocal shown
        address, before = pages.add(f"article{number}", "an article"), shown
        shown = f"article{number}"
        pages.run(before, f"location.href = '{address}'")

    moved = opens_a_new_page(made.until, go)
    assert moved.verdict == "secrets" and 0 < moved.again_ms <= 500
    assert covered(made.reader.pixels().shape, moved.boxes).mean() > 0.5
    made.until(lambda reading: reading.verdict == "clear")


# ---- Applications that lie ----

FIELD_BOX, WHOLE = (12, 22, 116, 36), (0, 0, 200, 100)
UNKNOWN: tuple[str, list] = ("unknown", [])
METHODS = ("GetRole", "GetChildren", "GetExtents", "GetState")
LIES = {
    "none": ("secrets", [FIELD_BOX]),
    # What is not known covers the window.
    **{f"{kind} {method}": UNKNOWN for kind in ("error", "type", "shape") for method in METHODS[:2]},
    **{f"{kind} {method}": ("secrets", [WHOLE]) for kind in ("error", "type", "shape") for method in METHODS[2:]},
    **{f"silent {method}": UNKNOWN for method in METHODS},
    "late": UNKNOWN,
    "cycle": UNKNOWN,
    "deep": UNKNOWN,
    "wide": UNKNOWN,
    "tree": UNKNOWN,
    "null": UNKNOWN,
    "name": UNKNOWN,
    "gone": UNKNOWN,
    "long": UNKNOWN,
    "many": ("secrets", [WHOLE]),
    "far": ("secrets", [WHOLE]),
    "negative": ("secrets", [WHOLE]),
    "empty": ("secrets", [WHOLE]),
    "overflow": ("secrets", [WHOLE]),
    "huge": ("secrets", [WHOLE]),
    "window": ("secrets", [WHOLE]),
    "no window": ("secrets", [WHOLE]),
    "minus": ("secrets", [WHOLE]),
    "toolkit": ("secrets", [WHOLE]),
    "roles": ("clear", []),  # the number may be a role of the future
    "nameless": ("secrets", [FIELD_BOX]),
    "table": ("secrets", [FIELD_BOX]),  # a table that manages its cells is not walked
}
REASONS = {"wide": "its tree is too large", "deep": "its tree is too deep", "cycle": "its tree is too deep"}


@pytest.fixture(scope="module")
def liar(world):
    command = ["/usr/bin/python3", "-W", "ignore", APPS / "liar.py"]
    process = subprocess.Popen(command, env=world.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, stderr=world.log)
    yield process
    process.kill()
    process.communicate()


def tell_lies(liar, lie):
    liar.stdin.write(lie + "\n")
    liar.stdin.flush()
    assert liar.stdout.readline() == "ready\n"


def listen_to(liar, program, world, rules=None):
    """Reads the window of the liar."""
    reader = Reader(program, world, "liar", liar.pid, rules)
    assert reader.tell(f"{liar.pid} 0 0 200 100 0 0 200 100 0 0 0 0 liar") == "found\n"
    return reader


@pytest.fixture(scope="module")
def listener(program, world, liar):
    tell_lies(liar, "none")
    reader = listen_to(liar, program, world)
    yield reader
    reader.stop()


@pytest.mark.parametrize("lie", LIES)
def test_applications_that_lie_are_covered(liar, listener, lie):
    tell_lies(liar, lie)
    verdict, boxes = LIES[lie]
    for _ in range(2):
        listener.tell("forget")
        deadline = time.monotonic() + PATIENCE
        while True:  # a busy machine is a reason too why it does not answer
            reading = listener.read()
            if (reading.verdict, reading.boxes) == (verdict, boxes) and reading.reason == REASONS.get(lie, reading.reason):
                break
            assert reading.verdict == "unknown" and time.monotonic() < deadline, vars(reading)


def test_a_page_is_new_if_its_address_differs_at_the_end(liar, listener):
    def until(condition):
        deadline = time.monotonic() + PATIENCE
        while not condition(reading := listener.read()):
            assert time.monotonic() < deadline, vars(reading)
            time.sleep(0.02)
        return reading

    address = "https://accounts.example/" + 300 * "x"
    tell_lies(liar, f"page {address}")
    listener.tell("forget")
    until(lambda reading: reading.verdict == "clear")
    assert opens_a_new_page(until, lambda number: tell_lies(liar, f"page {address}{number}")).verdict == "secrets"
    until(lambda reading: reading.verdict == "clear")


@pytest.mark.parametrize(("filler", "verdict", "boxes"), [(4000, "secrets", [FIELD_BOX]), (5000, "clear", [])])
def test_rules_fit_long_names(program, world, liar, tmp_path, filler, verdict, boxes):
    rules = tmp_path / "rules.json"
    rules.write_text('{"rules": [{"role": "push button", "name": "*card number", "cover": "view"}]}')
    tell_lies(liar, "button " + filler * "x" + "card number")
    reader = listen_to(liar, program, world, rules)
    reading = reader.read_well()
    reader.stop()
    assert (reading.verdict, reading.boxes) == (verdict, boxes)


def test_an_application_that_stops_is_covered(liar, listener):
    """Comes last, because the liar is gone afterwards."""
    tell_lies(liar, "none")
    assert listener.read_well().boxes == [FIELD_BOX]
    assert listener.places_well().boxes == [FIELD_BOX]
    liar.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, liar.pid, os.WSTOPPED | os.WNOWAIT)
    assert listener.places() is None
    assert listener.read().verdict == "unknown"
    liar.kill()
    assert listener.read().verdict == "unknown"
