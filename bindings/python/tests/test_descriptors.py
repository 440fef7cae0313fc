# SPDX-License-Identifier: MIT
"""Secrets through pipes."""

import errno
import os
import subprocess
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim

secrets = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40)


def through(text: scrim.Text, octets: bytes, *, line: bool) -> bytes:
    """Fills a text from a pipe; what is left in the pipe."""
    end, start = os.pipe()
    os.write(start, octets)
    os.close(start)
    try:
        text.read_fd(end, line=line)
        return os.read(end, 1000)
    finally:
        os.close(end)


@given(secrets, st.booleans())
def test_fill_is_insert(secret: str, line: bool) -> None:
    with scrim.Text(200) as text:
        rest = through(text, secret.encode(), line=line)
        taken, _, left = secret.partition("\n") if line else (secret, "", "")
        assert text.with_bytes(bytes) == taken.encode()
        assert rest == left.encode()


@given(secrets, st.booleans())
def test_write_gives_the_bytes(secret: str, line: bool) -> None:
    end, start = os.pipe()
    with scrim.Text(200) as text:
        text.insert(secret)
        text.write_fd(start, line=line)
    os.close(start)
    assert os.read(end, 1000) == secret.encode() + b"\n" * line
    os.close(end)


def test_other_threads_run_while_it_waits() -> None:
    end, start = os.pipe()
    # Another process writes: once the first byte is there, no thread of this one gets to.
    with subprocess.Popen(["sh", "-c", "read go; printf late"], stdin=subprocess.PIPE, stdout=start) as process:
        os.close(start)
        assert process.stdin is not None
        go = threading.Timer(0.1, process.stdin.close)
        with scrim.Text() as text:
            go.start()
            text.read_fd(end)
            assert text.equals("late")
        go.join()
    os.close(end)


def test_errors() -> None:
    with scrim.Text(4) as text:
        text.insert("1")
        refused: list[tuple[bytes, type[Exception]]] = [(b"\xff", scrim.InvalidUTF8Error), (b"2345", scrim.FullError)]
        for octets, error in refused:
            with pytest.raises(error):
                through(text, octets, line=False)
        with pytest.raises(OSError):
            text.read_fd(10**6)
        with pytest.raises(scrim.IoError):
            text.write_fd(-1)
        assert text.equals("1")


def test_errors_say_why() -> None:
    end, start = os.pipe()
    os.close(end)
    full = os.open("/dev/full", os.O_WRONLY)
    with scrim.Text() as text:
        text.insert("secret")
        for call, fd, reason in [
            (text.read_fd, -1, errno.EBADF),
            (text.read_fd, 10**6, errno.EBADF),
            (text.write_fd, -1, errno.EBADF),
            (text.write_fd, start, errno.EPIPE),
            (text.write_fd, full, errno.ENOSPC),
        ]:
            with pytest.raises(scrim.IoError, match=os.strerror(reason)) as raised:
                call(fd)
            assert raised.value.errno == reason
    os.close(start)
    os.close(full)


def test_a_closed_text_does_not_wait() -> None:
    end, start = os.pipe()
    late = threading.Timer(10, os.close, [start])  # so that this test ends if the call waits
    text = scrim.Text()
    text.close()
    late.start()
    with pytest.raises(scrim.InvalidHandleError):
        text.read_fd(end)
    assert late.is_alive()
    late.cancel()
    late.join()
    os.close(end)
    os.close(start)
