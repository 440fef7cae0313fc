# SPDX-License-Identifier: MIT
"""Feeds: a scene in one process, and the frames that it protects in another.

The program with the scene has a `Publisher`, and publishes a snapshot after every change and at least every 50 milliseconds. A
program that records frames has a `Subscriber`, and redacts each frame with the newest snapshot. If there is none, whole frames
are covered.
"""

from __future__ import annotations

import ctypes as c
import enum
import os
import time
from typing import SupportsIndex

from . import _abi as s
from ._convert import integer, uint64
from ._explain_scene import NOT_FOUND, error_of
from ._ffi import lib
from ._handle import Handle, handle_of
from .errors import BusyError, InvalidArgumentError, IoError, RefusedError, _check
from .snapshot import Snapshot

__all__ = ["FEED_MAX_NAME", "FEED_MAX_SILENCE_NS", "FeedState", "Publisher", "Subscriber"]

FEED_MAX_NAME = 1024
FEED_MAX_SILENCE_NS = 1_000_000_000


class FeedState(enum.IntEnum):
    """The state of a feed, as a subscriber found it."""

    #: The publisher is alive, and the snapshot is its newest one.
    LIVE = 1
    #: The feed does not exist, or its publisher has closed it.
    MISSING = 2
    #: The publisher has not published anything yet, or nothing since an error.
    EMPTY = 3
    #: The newest snapshot is too old. The publisher may have ended, or may hang.
    SILENT = 4
    #: The content of the file is damaged, or comes from another version of Scrim.
    DAMAGED = 5
    #: The file belongs to another user, others may open it, it is not an ordinary file, or it is on FUSE or a network file system.
    REFUSED = 6


class Publisher(Handle):
    """Hands the snapshots of one scene to other processes. Only the same user can open its file."""

    def __init__(self, name: str | os.PathLike[str] | None = None) -> None:
        """Creates a publisher, and its file if there is none.

        `name` is the name of the feed. The file is then `scrim-NAME.feed` in the folder `$XDG_RUNTIME_DIR`. A name with a slash is
        the path of the file. If the name is None, fd() returns the file.

        Raises BusyError if another publisher has this feed, NotFoundError if the folder of its file does not exist, and IoError if it
        cannot be written. Raises RefusedError if the file belongs to another user, if others may open it, if it is not an ordinary
        file, if it contains something other than a feed, or if it is on FUSE or a network file system.
        """
        octets = _octets(name)
        options = s.scrim_publisher_options(
            c.sizeof(s.scrim_publisher_options), 0, octets, 0 if octets is None else len(octets)
        )

        def create(out: c.c_void_p) -> int:
            if status := int(lib.scrim_publisher_create(options, out)):
                shown = name if name is None else os.fspath(name)
                reasons = {
                    BusyError.status: [f"another publisher has the feed {shown!r}"],
                    RefusedError.status: [
                        f"the file of the feed {shown!r} must be empty or a feed, local, ordinary, and only this user may open it"
                    ],
                    NOT_FOUND: [_no_folder(shown)],
                    IoError.status: [f"the file of the feed {shown!r} cannot be created, locked or written"],
                }
                raise error_of(status, lambda: reasons)
            return 0

        super().__init__(create, lib.scrim_publisher_destroy)

    def publish(self, snapshot: Snapshot) -> None:
        """Publishes a snapshot. Subscribers get it from then on, and no older one.

        Raises LimitError if the encoded snapshot is too large, and IoError if the file cannot be written. Subscribers then cover whole
        frames until a snapshot has been published.
        """
        _check(lib.scrim_publisher_publish(self._handle, handle_of(snapshot, Snapshot, "snapshot")))

    def fd(self) -> int:
        """Returns a new file descriptor of the feed, with which other processes can subscribe. You must close it.

        The file can only be read with it. Pass it on over a Unix socket, or with the `pass_fds` of `subprocess.Popen`.
        """
        number = c.c_int32()
        _check(lib.scrim_publisher_fd(self._handle, number))
        return number.value


class Subscriber(Handle):
    """Reads the newest snapshot of a feed. The feed need not exist yet."""

    def __init__(
        self,
        name: str | os.PathLike[str] | None = None,
        *,
        fd: SupportsIndex | None = None,
        max_silence_ns: SupportsIndex = 150_000_000,
    ) -> None:
        """Creates a subscriber, by the name or path of the feed, or by a file descriptor that Publisher.fd() has returned.

        You may close the file descriptor afterwards. If the publisher is silent for longer than `max_silence_ns`, whole frames are
        covered: 1 to 1,000,000,000.
        """
        if (name is None) == (fd is None):
            raise InvalidArgumentError("exactly one of name and fd must be given (got " + ("none)" if name is None else "both)"))
        octets = _octets(name)
        options = s.scrim_subscriber_options(
            c.sizeof(s.scrim_subscriber_options),
            -1 if fd is None else integer(fd, "fd", 0, 2**31 - 1),
            octets,
            0 if octets is None else len(octets),
            integer(max_silence_ns, "max_silence_ns", 1, FEED_MAX_SILENCE_NS),
        )

        def create(out: c.c_void_p) -> int:
            if status := int(lib.scrim_subscriber_create(options, out)):
                reasons = {
                    NOT_FOUND: [_no_folder(name)],
                    IoError.status: [f"fd must be an open file descriptor (got {options.fd})"],
                }
                raise error_of(status, lambda: reasons)
            return 0

        super().__init__(create, lib.scrim_subscriber_destroy)
        self._state = FeedState.EMPTY if name is None else FeedState.MISSING

    def snapshot(self, now_ns: SupportsIndex | None = None) -> Snapshot:
        """Returns the newest snapshot of the feed, or else one that covers whole frames. It never waits.

        `now_ns` is the time now on the clock that times the frames, which the publisher must use as well. None stands for
        `time.monotonic_ns()`. `state` tells what was found.
        """
        now = time.monotonic_ns() if now_ns is None else uint64(now_ns, "now_ns")
        state = c.c_uint32()
        snapshot = Snapshot(lambda out: int(lib.scrim_subscriber_snapshot(self._handle, now, out, state)))
        self._state = FeedState(state.value)
        return snapshot

    @property
    def state(self) -> FeedState:
        """What the last call of snapshot() found."""
        return self._state


def _octets(name: str | os.PathLike[str] | None) -> bytes | None:
    """The name as UTF-8, or None."""
    if name is None:
        return None
    path = os.fspath(name)
    if not isinstance(path, str):
        raise TypeError(f"name must be a string or a path (got {type(name).__name__})")
    octets = path.encode("utf-8", "surrogatepass")
    longest = FEED_MAX_NAME if "/" in path else 244
    if not 1 <= len(octets) <= longest or b"\0" in octets or path != octets.decode(errors="replace"):
        raise InvalidArgumentError(f"name must be 1 to {longest} bytes of UTF-8 without a NUL (got {path!r})")
    return octets


def _no_folder(name: object) -> str:
    if "/" in str(name):
        return f"the folder of {str(name)!r} does not exist"
    return "the environment variable XDG_RUNTIME_DIR must be the path of a folder (got {!r})".format(os.environ.get("XDG_RUNTIME_DIR"))
