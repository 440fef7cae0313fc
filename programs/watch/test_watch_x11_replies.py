# SPDX-License-Identifier: MIT
"""The X11 screen goes on if the server draws the pointer in software, and ends if it misreads what the server sends."""

import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "testing"))
from x11_fixtures import client, display, needs_screen, probe, probing, program, same, until  # noqa: E402, F401

pytestmark = needs_screen
CONFIGURE_NOTIFY = 22
SOCKETS = Path("/tmp/.X11-unix")


def test_goes_on_after_pictures_of_what_is_under_the_pointer(client, probe):
    """If the server has to take the pointer away for an image, it sends an event within the reply."""
    window = client.window((200, 150, 300, 200))
    client.map(window)
    client.point(window, 150, 100)
    until(lambda: probe.window(window))
    for color in (0xFFD000, 0x00D0FF) * 4:
        time.sleep(0.25)  # what is drawn so slowly may be a caret
        since = time.monotonic_ns()
        client.draw_boxes(window, [(0, 0, 300, 200), (20, 20, 9, 9)], color)  # the server sends the event if these have other corners
        until(lambda since=since: probe.damaged(window, since))
    later = client.window((10, 20, 300, 200))
    client.set(later, "WM_NAME", b"later")
    client.map(later)
    until(lambda: probe.window(later).get("title") == "later")
    same(client, probe)
    assert not probe.lost


class Relay:
    """Passes on what an X server and one client send to each other."""

    def __init__(self, display: str) -> None:
        number = 10_000 + os.getpid() % 10_000
        self.display, self.path = f":{number}", SOCKETS / f"X{number}"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        self.server = socket.socket(socket.AF_UNIX)
        self.server.connect(str(SOCKETS / f"X{display[1:]}"))
        self.old_event = threading.Event()  # asks for an event that seems to come before everything that came
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        self.client, _ = self.listener.accept()
        self.listener.close()
        threading.Thread(target=self.to_server, daemon=True).start()
        with suppress(ConnectionError):
            self.to_client()

    def to_client(self) -> None:
        while received := self.server.recv(1 << 16):
            self.client.sendall(received)
            if self.old_event.is_set() and len(received) == 32 and received[0] == 1:  # a whole reply, so the event is between packets
                self.old_event.clear()
                sequence = struct.unpack_from("<H", received, 2)[0]
                self.client.sendall(struct.pack("<BxH28x", CONFIGURE_NOTIFY, sequence - 1))

    def to_server(self) -> None:
        with suppress(ConnectionError):
            while received := self.client.recv(1 << 16):
                self.server.sendall(received)
        self.server.shutdown(socket.SHUT_RDWR)


@contextmanager
def relayed(display: str) -> Iterator[Relay]:
    relay = Relay(display)
    try:
        yield relay
    finally:
        relay.path.unlink()


def test_ends_if_replies_are_lost(program, client, display):
    """libxcb takes an event that seems old for one that is 65,536 requests ahead, and all replies until then for lost."""
    with relayed(display) as relay, probing(program, relay.display, leaves=1) as probe:
        until(lambda: probe.lists)
        window = client.window((10, 20, 300, 200))
        client.map(window)
        until(lambda: probe.window(window))
        assert not probe.lost
        relay.old_event.set()
        for step in range(100):
            client.draw(window, 0, 0, 10 + step, 10)
            time.sleep(0.02)
            if probe.lost:
                break
        until(lambda: probe.lost)
