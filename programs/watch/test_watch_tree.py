# SPDX-License-Identifier: MIT
"""scrim-watch reads the windows of real applications: the right accessible for each, also if applications hang, die or chatter."""

import itertools
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import WATCH, needs_desktop, needs_watch
from testing.desktop import desktop
from testing.tree_fixtures import PARTS, build_hostile, build_probe, pids_of, probing, start, until

pytestmark = [needs_desktop, needs_watch, pytest.mark.skipif(not PARTS.exists(), reason="scrim-watch is not built")]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_probe(tmp_path_factory.mktemp("probe"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_hostile(tmp_path_factory.mktemp("hostile"))


@pytest.fixture
def world():
    with desktop() as made:
        yield made


@pytest.fixture
def probe(program, world):
    with probing(program, world) as probe:
        yield probe


def once(world, *options: str) -> dict[str, dict]:
    """What `scrim-watch --once --json` says, by title."""
    out = subprocess.run([WATCH, "--once", "--json", *options], env=world.environment, check=True, capture_output=True, text=True)
    return {window["title"]: window for window in json.loads(out.stdout)["windows"]}


def accessibility(world, *arguments: str) -> str:
    """Calls the properties of the switch for accessibility."""
    command = ["gdbus", "call", "--session", "-d", "org.a11y.Bus", "-o", "/org/a11y/bus", "-m"]
    command += [f"org.freedesktop.DBus.Properties.{arguments[0]}", "org.a11y.Status", "IsEnabled", *arguments[1:]]
    return subprocess.check_output(command, env=world.environment, text=True)


# ---- Which window is which ----


@pytest.mark.parametrize("manager", [True, False])
def test_each_window_has_the_state_of_its_accessible(manager):
    with desktop(window_manager=manager) as world:
        accessibility(world, "Set", "<true>")  # applications of Qt look at it when they start
        programs = [start(world, toolkit) for toolkit in ("gtk3", "gtk4", "qt")]
        for one in programs:
            one._say("open", "clear", "250x150")
            one._say("open", "login", "300x200")
        if manager:  # it lists windows, and the functions that start these wait for that
            world.start_applications(["chromium"])
            world.start_xterm()
            until(lambda: once(world).get("chromium clear - Chromium", {}).get("state") == "no secret")
        until(lambda: {f"{name} {kind}" for name in ("gtk3", "gtk4", "qt") for kind in ("clear", "login")} <= {*once(world)})
        found = once(world)
        states = {title: (window["state"], window["reason"], window["toolkit"].split(" ")[0]) for title, window in found.items()}
        for name, toolkit in (("gtk3", "gtk"), ("gtk4", "GTK"), ("qt", "Qt")):
            assert states[f"{name} clear"][::2] == ("no secret", toolkit), states
            assert states[f"{name} login"][::2] == ("secrets", toolkit), states
            assert len(found[f"{name} login"]["boxes"]) == 1, found
        if manager:
            assert states["chromium clear - Chromium"][::2] == ("no secret", "Chromium"), states
            assert states["xterm clear"] == ("covered", "not on the bus", ""), states


def test_windows_that_look_the_same_are_covered_if_one_has_a_secret(world, probe):
    program = start(world, "gtk3")
    for number in (1, 2, 3):
        program._say("open", f"same#{number}", "300x200")
    probe.wait_for("gtk3 same", *["no secret"] * 3)
    program._say("add", "same#2")
    probe.wait_for("gtk3 same", *["covered"] * 3)
    program._say("close", "same#2")
    probe.wait_for("gtk3 same", "no secret", "no secret")


def test_titles_tell_windows_of_one_size_apart(world, probe):
    for toolkit in ("gtk3", "gtk4", "qt"):
        program = start(world, toolkit)
        for kind in ("first", "login", "last"):
            program._say("open", kind, "300x200")
        probe.wait_for(f"{toolkit} first", "no secret")
        probe.wait_for(f"{toolkit} login", "secrets")
        probe.wait_for(f"{toolkit} last", "no secret")
        program._say("add", "last")
        probe.wait_for(f"{toolkit} last", "secrets")
        assert probe.now(f"{toolkit} first") == ["no secret"]


@pytest.mark.parametrize(
    ("toolkit", "setting", "scale"),
    [("gtk3", "GDK_SCALE", 2), ("gtk4", "GDK_SCALE", 2), ("qt", "QT_SCALE_FACTOR", 2), ("qt", "QT_SCALE_FACTOR", 1.5)],
)
def test_windows_of_a_scaled_application_are_not_swapped(toolkit, setting, scale, world, probe):
    """One window has as many pixels as the other is reported to have."""
    world.environment[setting] = str(scale)
    program = start(world, toolkit)
    program._say("open", "bare-clear", f"{200 * scale:.0f}x{150 * scale:.0f}")
    program._say("open", "bare-login", "200x150")
    probe.wait_for(f"{toolkit} bare-clear", "no secret")
    probe.wait_for(f"{toolkit} bare-login", "secrets")
    time.sleep(0.5)
    states = probe.states(f"{toolkit} bare-login")
    assert "no secret" not in [one["state"] for one in states], states


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_menus_of_windows_without_secrets_are_shown(toolkit, world, probe):
    program = start(world, toolkit)
    program._say("open", "clear", "300x200")
    probe.wait_for(f"{toolkit} clear", "no secret")
    program._say("menu", "clear")
    until(lambda: probe.now("popup")[-1:] == ["no secret"], lambda: probe.states("popup"))
    states = probe.states("popup")
    assert "covered" not in [one["state"] for one in states], states


def test_menus_that_can_be_read_are_shown_beside_a_secret(world, probe):
    program = start(world, "gtk3")
    program._say("open", "login", "300x200")
    probe.wait_for("gtk3 login", "secrets")
    program._say("menu", "login")
    until(lambda: probe.now("popup")[-1:] == ["no secret"], lambda: probe.states("popup"))


@pytest.mark.parametrize("toolkit", ["gtk4", "qt"])
def test_popups_that_may_contain_a_secret_are_covered(toolkit, world, probe):
    """Their places are not known: GTK 4 reports them in another window, and Qt does not report them."""
    program = start(world, toolkit)
    program._say("open", "secret", "300x200")
    probe.wait_for(f"{toolkit} secret", "no secret")
    opened = time.monotonic()
    program._say("menu", "secret")
    until(lambda: "covered" in probe.now("popup", opened), lambda: probe.states("popup"))
    states = probe.states("popup", opened)
    assert {one["state"] for one in states} <= {"unknown", "covered"}, states


def test_a_popup_that_reaches_beyond_its_window_stays_covered(world, probe):
    """GTK 4 reports its field in the tree of the window, at a place that is outside of it."""
    program = start(world, "gtk4")
    program._say("open", "tall", "300x60")
    probe.wait_for("gtk4 tall", "no secret")
    opened = time.monotonic()
    program._say("menu", "tall")
    until(lambda: "covered" in probe.now("popup", opened), lambda: probe.states("popup"))
    for number in range(25):  # each time, the window itself is read
        program._say("write", "tall", f"Line{number}")
        time.sleep(0.1)
    states = probe.states("popup", opened)
    assert {one["state"] for one in states} <= {"unknown", "covered"}, states


def test_a_password_that_is_dragged_is_covered(world, probe):
    """GTK 3 draws it in a window of its own, which says nothing of what it shows."""
    program = start(world, "gtk3")
    program._say("open", "login", "300x200")
    probe.wait_for("gtk3 login", "secrets")
    program._say("select", "login")
    time.sleep(0.5)
    x, y, _, _ = world.screen.geometry(world.screen.find("gtk3 login"))
    world.screen.point(x + 40, y + 35)
    world.screen.press(1)
    for step in range(20):
        world.screen.point(x + 40 + 10 * step, y + 35 + 10 * step)
        time.sleep(0.05)
    until(lambda: "covered" in probe.now("popup"), lambda: probe.states("popup"))
    time.sleep(1)
    states = probe.states("popup")
    assert {one["state"] for one in states} <= {"unknown", "covered"}, states
    world.screen.press(1, pressed=False)


# ---- Fields that are revealed ----


def reveal_in_one_of_two(world, probe):
    """Starts a program with a window without secrets and one whose password is then revealed."""
    program = start(world, "gtk3")
    program._say("open", "clear", "250x150")
    program._say("open", "login", "300x200")
    probe.wait_for("gtk3 clear", "no secret")
    probe.wait_for("gtk3 login", "secrets")
    program._say("unmask", "login")
    time.sleep(0.5)
    return program


def resize_until_read(world, probe, title):
    """Resizes a window without secrets until it has been read once more. The probe looks every 2 ms, and misses a reading that is shorter."""
    window, begun, widths = world.screen.find(title), time.monotonic(), itertools.cycle((260, 280))

    def is_read():
        world.screen.resize(window, 400, 300, next(widths), 150)
        time.sleep(0.1)
        return probe.now(title, begun) == ["no secret"]

    until(is_read, lambda: probe.states(title))


def test_a_revealed_password_is_known_in_a_window_that_was_hidden(world, probe):
    """GTK 3 does not list windows that are hidden."""
    program = reveal_in_one_of_two(world, probe)
    for pause in (0.3, 2.5):
        program._say("hide", "login")
        probe.wait_for("gtk3 login")
        resize_until_read(world, probe, "gtk3 clear")  # the application was asked for its windows
        time.sleep(pause)
        program._say("unhide", "login")
        probe.wait_for("gtk3 login", "secrets")
        time.sleep(1)
        assert probe.now("gtk3 login") == ["secrets"]
    assert "no secret" not in [one["state"] for one in probe.states("gtk3 login")]


def test_a_revealed_password_is_known_in_another_window(world, probe):
    program = reveal_in_one_of_two(world, probe)
    program._say("give", "login", "clear")
    probe.wait_for("gtk3 clear", "secrets")
    time.sleep(1)
    assert probe.now("gtk3 clear") == ["secrets"]


# ---- What is not on the bus ----


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_a_window_in_which_another_program_draws_is_covered(toolkit, world, probe):
    """No tree says what a terminal shows in the window of another program."""
    host = start(world, toolkit)
    host._say("open", "host", "300x200")
    probe.wait_for(f"{toolkit} host", "no secret")
    terminal = world.start(["xterm", "-into", str(world.screen.wait_for(f"{toolkit} host"))])
    probe.wait_for(f"{toolkit} host", "covered")
    world.end(terminal)
    probe.wait_for(f"{toolkit} host", "no secret")


def test_a_rule_that_shows_what_is_embedded_does_not_show_the_password_of_its_host(program, world, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({"rules": [{"title": "*", "cover": "nothing"}]}))
    with probing(program, world, str(rules)) as probe:
        host = start(world, "gtk3")
        for kind in ("login", "clear"):
            host._say("open", kind, "300x200")
            world.start(["xterm", "-into", str(world.screen.wait_for(f"gtk3 {kind}"))])
        probe.wait_for("gtk3 login", "secrets")
        probe.wait_for("gtk3 clear", "no secret")


def test_the_rules_decide_about_windows_that_cannot_be_read(program, world, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({"rules": [{"title": "*login", "cover": "window"}], "not_on_the_bus": "show"}))
    with probing(program, world, str(rules)) as probe:
        gtk = start(world, "gtk3")
        gtk._say("open", "login", "300x200")
        world.start_xterm()
        probe.wait_for("gtk3 login", "covered")
        probe.wait_for("xterm clear", "shown")
        assert {one["reason"] for one in probe.states("gtk3 login") if one["state"] == "covered"} == {"rule 1"}
        states = probe.states("xterm clear")
        shown = next(one["t"] for one in states if one["state"] == "shown")
        assert shown - states[0]["t"] > 0.9, "it may still have come to the bus"


def test_a_rule_does_not_show_a_password_field_that_can_be_read(program, world, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({"rules": [{"title": "*", "cover": "nothing"}]}))
    with probing(program, world, str(rules)) as probe:
        gtk = start(world, "gtk3")
        gtk._say("open", "login", "300x200")
        world.start_xterm()
        probe.wait_for("gtk3 login", "secrets")
        probe.wait_for("xterm clear", "shown")
        assert "shown" not in [one["state"] for one in probe.states("gtk3 login")]


# ---- Applications that misbehave ----


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_a_stopped_application_is_covered_until_it_answers(toolkit, world, probe):
    program, other = start(world, toolkit), start(world, "gtk3")
    program._say("open", "login", "300x200")
    other._say("open", "other", "260x160")
    probe.wait_for(f"{toolkit} login", "secrets")
    probe.wait_for("gtk3 other", "no secret")
    program.process.send_signal(signal.SIGSTOP)
    world.screen.resize(world.screen.find(f"{toolkit} login"), 20, 20, 340, 240)
    probe.wait_for(f"{toolkit} login", "unknown")
    stopped = time.monotonic()
    other._say("add", "other")
    probe.wait_for("gtk3 other", "secrets", since=stopped)
    time.sleep(1)
    assert probe.now(f"{toolkit} login") == ["unknown"]
    program.process.send_signal(signal.SIGCONT)
    probe.wait_for(f"{toolkit} login", "secrets")


def test_a_revealed_password_is_known_after_an_answer_that_was_late(world, probe):
    """GTK 3 calls a revealed field an ordinary one, so scrim-watch has to remember it."""
    program = start(world, "gtk3")
    program._say("open", "login", "300x200")
    probe.wait_for("gtk3 login", "secrets")
    program._say("unmask", "login")
    time.sleep(1)
    program.process.send_signal(signal.SIGSTOP)
    world.screen.move(world.screen.find("gtk3 login"), 40, 40)
    probe.wait_for("gtk3 login", "unknown")
    time.sleep(0.5)
    program.process.send_signal(signal.SIGCONT)
    probe.wait_for("gtk3 login", "secrets")
    time.sleep(1)
    assert "no secret" not in [one["state"] for one in probe.states("gtk3 login")]
    assert probe.now("gtk3 login") == ["secrets"]


def test_a_new_window_of_a_stopped_application_is_covered(world, probe):
    """It has been mapped, but its application stops before anybody can ask about it."""
    program = start(world, "gtk3")
    program._say("open", "clear", "300x200")
    probe.wait_for("gtk3 clear", "no secret")
    program._say("open", "login", "300x200\nbusy 1.5")
    probe.wait_for("gtk3 login", "unknown")
    probe.wait_for("gtk3 login", "secrets")
    assert "no secret" not in [one["state"] for one in probe.states("gtk3 login")]


def test_killed_applications_are_gone_and_may_come_back(world, probe):
    for _ in range(3):
        program = start(world, "gtk3")
        program._say("open", "login", "300x200")
        probe.wait_for("gtk3 login", "secrets")
        program.process.kill()
        probe.wait_for("gtk3 login")


def test_a_chattering_application_does_not_keep_others_waiting(world, probe):
    noisy, other = start(world, "gtk3"), start(world, "gtk4")
    noisy._say("open", "noisy", "300x200")
    other._say("open", "other", "260x160")
    probe.wait_for("gtk3 noisy", "no secret")
    probe.wait_for("gtk4 other", "no secret")
    noisy._say("chatter", "noisy", "30")
    time.sleep(1)
    other._say("add", "other")
    probe.wait_for("gtk4 other", "secrets")
    started = time.monotonic()
    noisy._say("open", "login", "280x180")
    probe.wait_for("gtk3 login", "secrets")
    time.sleep(1)
    states = [one["state"] for one in probe.states("gtk4 other", started)]
    assert set(states) <= {"secrets"}, states


LIES = ("many", "negative", "null", "self", "deep", "wide", "types", "error", "empty", "strange", "silent", "leaves")
TRUTHS = ("wild", "slow", "events")  # no password field, but names, numbers, times and events that nobody expects


def test_applications_that_lie_are_covered_and_harm_nobody(hostile, world, probe):
    other = start(world, "gtk3")
    other._say("open", "other", "260x160")
    probe.wait_for("gtk3 other", "no secret")
    processes = {mode: world.start([hostile, mode]) for mode in (*LIES, *TRUTHS)}
    for mode in processes:
        until(lambda mode=mode: probe.states(mode), lambda mode=mode: f"no window of {mode}")
    time.sleep(3)
    other._say("add", "other")
    probe.wait_for("gtk3 other", "secrets")
    for mode, process in processes.items():
        states = {one["state"] for one in probe.states(mode)}
        may_be = {"unknown", "covered", "secrets", "gone"} | ({"no secret"} if mode in TRUTHS else set())
        assert states <= may_be, probe.states(mode)
        assert (process.poll() is not None) == (mode == "leaves"), mode
    assert probe.process.poll() is None


# ---- The bus ----


def test_nothing_is_lost_when_the_registry_restarts(world, probe):
    program = start(world, "gtk3")
    program._say("open", "clear", "300x200")
    probe.wait_for("gtk3 clear", "no secret")

    def is_read_again():
        ended = time.monotonic()
        for pid in pids_of(world, "at-spi2-registryd"):
            os.kill(pid, signal.SIGTERM)
        time.sleep(0.5)  # it may be unknown for too short a time to be seen
        return [one["state"] for one in probe.states("gtk3 clear", ended)][-2:] == ["unknown", "no secret"]

    until(is_read_again)
    program._say("add", "clear")
    probe.wait_for("gtk3 clear", "secrets")
    program._say("open", "login", "280x180")
    probe.wait_for("gtk3 login", "secrets")


def test_the_program_ends_with_an_error_if_the_bus_is_gone(world):
    watch = subprocess.Popen([WATCH, "--feed", "watch"], env=world.environment, stderr=subprocess.PIPE, text=True)
    feed = world.folder / "run/scrim-watch.feed"
    until(feed.exists)
    for pid in pids_of(world, "dbus-daemon"):
        if Path(f"/proc/{pid}/cmdline").read_bytes().find(b"accessibility") >= 0:
            os.kill(pid, signal.SIGKILL)
    assert watch.wait(60) == 1
    assert "the accessibility bus is gone" in watch.stderr.read()
    watch.stderr.close()
    assert not feed.exists(), "recorders cover everything then"


@pytest.mark.parametrize("enabled", ["false", "true"])
def test_the_switch_for_accessibility_is_left_as_it_was(enabled, world):
    accessibility(world, "Set", f"<{enabled}>")
    watch = subprocess.Popen([WATCH, "--feed", "watch"], env=world.environment)
    until(lambda: "true" in accessibility(world, "Get"))
    until((world.folder / "run/scrim-watch.feed").exists)
    watch.terminate()
    assert watch.wait(60) == 0
    assert enabled in accessibility(world, "Get")


def test_the_switch_for_accessibility_stays_on_after_another_program(world):
    """A second scrim-watch that was started first leaves it as it found it, although the first one still runs."""
    first = subprocess.Popen([WATCH, "--feed", "preview"], env=world.environment)
    until((world.folder / "run/scrim-preview.feed").exists)
    watch = subprocess.Popen([WATCH, "--feed", "watch"], env=world.environment)
    until((world.folder / "run/scrim-watch.feed").exists)
    first.terminate()
    assert first.wait(60) == 0
    until(lambda: "true" in accessibility(world, "Get"))
    accessibility(world, "Set", "<false>")
    until(lambda: "true" in accessibility(world, "Get"))
    watch.terminate()
    assert watch.wait(60) == 0
    assert "false" in accessibility(world, "Get"), "as it was before both"


def test_there_must_be_a_bus(world):
    environment = {**world.environment, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
    out = subprocess.run([WATCH, "--once"], env=environment, capture_output=True, text=True)
    assert out.returncode == 1
    assert "D-Bus session: cannot connect: " in out.stderr
