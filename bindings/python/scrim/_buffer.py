# SPDX-License-Identifier: MIT
"""The address of the memory of objects with the buffer protocol, such as bytes, mmap and numpy arrays. Nothing is copied."""

from __future__ import annotations

import ctypes as c
import gc
import itertools
import mmap
import operator
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pickle import PickleBuffer
from typing import Any

PyBUF_SIMPLE = 0
PyBUF_FORMAT = 0x4
PyBUF_STRIDES = 0x18
PyBUF_READ = 0x100
#: MAP_NORESERVE, which Python does not name before 3.13: the value on all 64-bit architectures that the library runs on.
_NORESERVE = 0x4000


class Py_buffer(c.Structure):
    """CPython's struct, part of its stable interface since 3.11."""

    _fields_ = [
        ("buf", c.c_void_p),
        ("obj", c.c_void_p),
        ("len", c.c_ssize_t),
        ("itemsize", c.c_ssize_t),
        ("readonly", c.c_int),
        ("ndim", c.c_int),
        ("format", c.c_char_p),
        ("shape", c.POINTER(c.c_ssize_t)),
        ("strides", c.POINTER(c.c_ssize_t)),
        ("suboffsets", c.POINTER(c.c_ssize_t)),
        ("internal", c.c_void_p),
    ]


_get = c.PYFUNCTYPE(c.c_int, c.py_object, c.POINTER(Py_buffer), c.c_int)(("PyObject_GetBuffer", c.pythonapi))
_release = c.PYFUNCTYPE(None, c.POINTER(Py_buffer))(("PyBuffer_Release", c.pythonapi))
_view = c.PYFUNCTYPE(c.py_object, c.c_void_p, c.c_ssize_t, c.c_int)(("PyMemoryView_FromMemory", c.pythonapi))

# An empty view needs an address too.
_nowhere = c.c_char()


@contextmanager
def borrow(owner: Any, flags: int = PyBUF_SIMPLE) -> Iterator[Py_buffer]:
    """Holds the memory of an object. It cannot be moved or freed until the block ends."""
    view = Py_buffer()
    # A signal handler may raise right after the call. If the call failed, there is nothing to release.
    try:
        _get(owner, view, flags)
        yield _with_strides(view) if flags & PyBUF_STRIDES and not view.strides and view.ndim > 0 else view
    finally:
        del owner  # a traceback must not show a secret that was passed
        _release(view)


def _with_strides(view: Py_buffer) -> Py_buffer:
    """Returns a copy that has a shape and strides. Arrays of ctypes give none, because they are contiguous."""
    copy = Py_buffer.from_buffer_copy(view)
    shape = view.shape[: view.ndim] if view.shape else [view.len // max(1, view.itemsize)]
    steps = itertools.accumulate(reversed(shape[1:]), operator.mul, initial=view.itemsize)
    numbers = c.c_ssize_t * len(shape)
    copy.ndim = len(shape)
    copy.shape = c.cast(numbers(*shape), c.POINTER(c.c_ssize_t))
    copy.strides = c.cast(numbers(*reversed(list(steps))), c.POINTER(c.c_ssize_t))
    return copy


def held(owners: Iterable[Any]) -> ExitStack:
    """Holds the memory of objects until the stack is closed, except for objects without the buffer protocol."""
    stack = ExitStack()
    for owner in owners:
        with suppress(TypeError, BufferError):
            stack.enter_context(borrow(owner, PyBUF_STRIDES))
    return stack


@contextmanager
def zeros(size: int) -> Iterator[c.c_char]:
    """Lends memory that contains zeros, by its first byte. The system provides it page by page, when it is touched.

    Raises OSError if the process may not have that much.
    """
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NORESERVE)
    start = c.c_char.from_buffer(memory)
    try:
        yield start
    finally:
        del start
        with suppress(BufferError):  # whoever still holds it frees it
            memory.close()


class Loan:
    """Lends memory as a read-only memoryview, and takes it back."""

    def __init__(self, address: int | None, length: int) -> None:
        self._memory: memoryview = _view(address or c.addressof(_nowhere), length, PyBUF_READ)
        self._uses = self._count_uses()
        # The detour makes every slice of the view count as an export of the memory, so that a kept one is noticed.
        self._buffer = PickleBuffer(self._memory)
        self.view = memoryview(self._buffer)

    def _count_uses(self) -> int:
        """Counts the views of the memory itself. The lent view's `obj` makes more of them, and they do not count as exports."""
        [shared] = gc.get_referents(self._memory)
        return sys.getrefcount(shared)

    def end(self) -> None:
        """Releases the view. Raises BufferError if a slice of it, or an array made from it, was kept."""
        try:
            self.view.release()
            self._buffer.release()
            is_kept = self._count_uses() > self._uses
            self._memory.release()
        except BufferError:
            is_kept = True
        if is_kept:
            kept = "a slice of the view, or an array made from it, was kept: copy what you need, and do not keep the view"
            raise BufferError(kept)
