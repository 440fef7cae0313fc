# SPDX-License-Identifier: MIT
"""Finds out whether memory of unknown origin can be written, without a signal if it cannot."""

from __future__ import annotations

import ctypes as c
import mmap
import os
from array import array

from .errors import IoError

#: The largest number of pieces of one call (IOV_MAX of Linux). As many bytes fit into every pipe.
_MOST = 1024

_libc = c.CDLL(None)
_readv, _writev = _libc.readv, _libc.writev
for _function in (_readv, _writev):
    _function.restype, _function.argtypes = c.c_ssize_t, [c.c_int, c.c_void_p, c.c_int]


def is_writable(start: int, size: int) -> bool:
    """Whether the process may read and write memory. It contains the same bytes afterwards.

    Writes one byte of each page through a pipe: the system call fails where an ordinary access would end the process.
    Raises IoError if there is no pipe.
    """
    pages = range(start - start % mmap.PAGESIZE + mmap.PAGESIZE, start + size, mmap.PAGESIZE)
    addresses = array("Q", [start, *pages])
    reader, writer = _pipe()
    try:
        return all(_passes(addresses[first : first + _MOST], reader, writer) for first in range(0, len(addresses), _MOST))
    finally:
        os.close(reader)
        os.close(writer)


def _pipe() -> tuple[int, int]:
    try:
        return os.pipe()
    except OSError as error:
        raise IoError(f"the check whether a VideoFrame is writable needs a pipe (got {error.strerror!r})") from error


def _passes(addresses: array[int], reader: int, writer: int) -> bool:
    """Whether the bytes at these addresses can be sent through the pipe and written back."""
    count = len(addresses)
    pieces = array("Q", [1]) * (2 * count)  # pairs of an address and a size: struct iovec
    pieces[::2] = addresses
    start, _ = pieces.buffer_info()
    return bool(_writev(writer, start, count) == count == _readv(reader, start, count))
