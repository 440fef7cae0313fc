# SPDX-License-Identifier: MIT
"""What ends scrim-watch, and how: signals, and the loss of its feed."""

import signal
import subprocess
import time

import pytest
from conftest import WATCH
from testing import desktop as desktops
from testing.desktop import desktop
from testing.tree_fixtures import until

missing = desktops.missing()
pytestmark = [
    pytest.mark.skipif(bool(missing), reason=f"there is no {' and no '.join(missing)}"),
    pytest.mark.skipif(not WATCH.exists(), reason="scrim-watch is not built"),
]


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


def test_a_feed_that_was_removed_is_an_error(world):
    watch = running(world, WATCH)
    feed_of(world).unlink()
    assert watch.wait(60) == 1
    assert watch.stderr.read() == "scrim-watch: the file of the feed was removed or replaced, so recorders do not find it\n"
    running(world, WATCH)
