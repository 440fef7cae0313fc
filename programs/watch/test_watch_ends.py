# SPDX-License-Identifier: MIT
"""What ends scrim-watch, and how."""

import subprocess

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


def test_a_feed_that_was_removed_is_an_error(world):
    watch = running(world, WATCH)
    feed_of(world).unlink()
    assert watch.wait(60) == 1
    assert watch.stderr.read() == "scrim-watch: the file of the feed was removed or replaced, so recorders do not find it\n"
    running(world, WATCH)
