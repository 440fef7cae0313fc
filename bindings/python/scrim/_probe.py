# SPDX-License-Identifier: MIT
"""Finds out whether memory of unknown origin can be written, without a signal if it cannot."""

from __future__ import annotations

import ctypes as c
import errno
import mmap

from .errors import IoError

#: MADV_POPULATE_WRITE, which Python does not name: since Linux 5.14.
_POPULATE_WRITE = 23
#: How the kernel refuses advice that it does not know, or pages that the process may not write.
_UNDECIDED = (errno.EINVAL, errno.ENOSYS, errno.EPERM)

_madvise = c.CDLL(None, use_errno=True).madvise
_madvise.argtypes = [c.c_void_p, c.c_size_t, c.c_int]


def is_writable(start: int, size: int) -> bool:
    """Whether the process may write memory. It is not changed, because other threads may be writing there.

    Raises IoError if the kernel does not say so and its list of mappings cannot be read.
    """
    first, end = start - start % mmap.PAGESIZE, start + size
    if _madvise(first, end - first, _POPULATE_WRITE) == 0:
        return True
    return c.get_errno() in _UNDECIDED and _is_mapped_for_writing(first, end)


def _is_mapped_for_writing(start: int, end: int) -> bool:
    try:
        with open("/proc/self/maps", "rb") as lines:
            for line in lines:
                bounds, permissions = line.split(maxsplit=2)[:2]
                low, high = (int(bound, 16) for bound in bounds.split(b"-"))
                # The mappings are sorted, so each must continue the one before.
                if high <= start:
                    continue
                if low > start or b"w" not in permissions:
                    return False
                if high >= end:
                    return True
                start = high
    except OSError as error:
        raise IoError(f"the check whether a VideoFrame is writable needs /proc/self/maps (got {error.strerror!r})") from error
    return False
