# SPDX-License-Identifier: MIT
"""What ends scrim-watch, and how: signals, and the loss of its feed."""

import re
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
from conftest import WATCH, needs_desktop, needs_watch
from testing.desktop import desktop
from testing.tree_fixtures import start, until

pytestmark = [needs_desktop, needs_watch]


@pytest.fixture
def world():
    with desktop() as made:
        yield made


def running(world, *command):
    """Starts scrim-watch, and waits for its feed."""
    watch = subprocess.Popen(command, env=world.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    world.stack.callback(watch.communicate)
    world.stack.callback(world.end, watch)
    until(feed_of(world).exists)
    return watch


def feed_of(world):
    return world.folder / "run/scrim-watch.feed"


def blocked_by(pid):
    """The signals that wait until the process looks for them, as bits."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"SigBlk:\s*(\w+)", status)[1], 16)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it(world, number):
    watch = running(world, "env", "--default-signal=INT,HUP", WATCH)
    watch.send_signal(number)
    assert watch.wait(60) == 0
    assert not feed_of(world).exists()


@pytest.mark.parametrize(
    ("command", "number"),
    [(["nohup"], signal.SIGHUP), (["sh", "-c", "trap '' INT; exec \"$0\""], signal.SIGINT)],
    ids=["nohup", "trap"],
)
def test_a_signal_that_is_ignored_does_not(world, command, number):
    watch = running(world, *command, WATCH)
    watch.send_signal(number)
    time.sleep(1)
    assert watch.poll() is None and feed_of(world).exists()
    watch.terminate()
    assert watch.wait(60) == 0


def test_a_table_that_is_not_complete_is_not_printed(world):
    """The program waits for an application that has stopped."""
    application = start(world, "gtk3")
    application._say("open", "clear", "300x200")
    world.screen.wait_for("gtk3 clear")
    application.process.send_signal(signal.SIGSTOP)
    watch = subprocess.Popen([WATCH, "--once"], env=world.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(lambda: blocked_by(watch.pid) & 1 << signal.SIGTERM - 1)
    watch.terminate()
    out, error = watch.communicate(timeout=60)
    application.process.send_signal(signal.SIGCONT)
    assert (watch.returncode, out, error) == (1, "", "scrim-watch: a signal ended it before all windows were read\n")


@pytest.fixture
def silent():
    """A socket that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        yield server


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [([], 0, ""), (["--once"], 1, "scrim-watch: a signal ended it before all windows were read\n")],
    ids=["watch", "once"],
)
@pytest.mark.parametrize("part", ["session", "accessibility", "screen"])
def test_a_signal_ends_it_while_it_connects(world, silent, part, options, code, message):
    port = silent.getsockname()[1]
    bus = f"tcp:host=127.0.0.1,port={port}"
    variables = {
        "session": {"DBUS_SESSION_BUS_ADDRESS": bus},
        "accessibility": {"AT_SPI_BUS_ADDRESS": bus},
        "screen": {"DISPLAY": f"127.0.0.1:{port - 6000}"},
    }
    command = ["env", "--default-signal=INT,HUP", WATCH, "--screen", "x11", *options]
    watch = subprocess.Popen(command, env={**world.environment, **variables[part]}, stderr=subprocess.PIPE, text=True)
    world.stack.callback(watch.communicate)
    world.stack.callback(watch.kill)
    connection, _ = silent.accept()
    with connection:
        watch.terminate()
        assert watch.wait(60) == code
    assert watch.stderr.read() == message and not feed_of(world).exists()


def test_a_feed_that_was_removed_is_an_error(world):
    watch = running(world, WATCH)
    feed_of(world).unlink()
    assert watch.wait(60) == 1
    assert watch.stderr.read() == "scrim-watch: the file of the feed was removed or replaced, so recorders do not find it\n"
    running(world, WATCH)
