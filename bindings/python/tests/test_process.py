# SPDX-License-Identifier: MIT
"""What the package and the library do to the process that holds them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import BINDING

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def ran(result: subprocess.CompletedProcess[str]) -> str:
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def test_numpy_is_not_imported(python: Run) -> None:
    program = """
import sys
import scrim
assert "numpy" not in sys.modules
sys.modules["numpy"] = None  # it cannot be imported from here on
with scrim.Scene() as scene, scrim.Gestures(scene) as gestures, scrim.Collector(gestures) as collector:
    window = scene.add_window((0, 0, 10, 10))
    gestures.add(scrim.Tap(view=window))
    events = gestures.feed([(0, 1, scrim.Phase.BEGAN, 1, 1), (1, 1, scrim.Phase.ENDED, 1, 1)])
    assert len(collector.decide(events)) == 1
pixels = bytearray(b"x" * 16)
scrim.redact(pixels, [(0, 0, 1, 4)], format="GRAY8", width=4, height=4)
assert pixels == b"\\0xxx" * 4
try:
    gestures.feed_array([])
except ImportError:
    pass
"""
    ran(python(program))


def test_signals_and_threads_stay_as_they_were(python: Run) -> None:
    program = """
import ctypes, enum, json, struct, weakref, traceback, pickle, dataclasses
def state():
    return [line for line in open("/proc/self/status") if line.startswith(("Sig", "Shd", "Threads"))]
before = state()
import scrim
imported = state()
with scrim.Text() as text, scrim.Keypad() as pad, scrim.Scene() as scene:
    pad.attach(text)
    pad.show()
    text.insert("secret")
assert before == imported == state(), (before, imported, state())
assert len(before) == 7, before
"""
    ran(python(program))


def test_objects_left_open_are_closed_at_exit(python: Run) -> None:
    program = """
import atexit
import ctypes, os
library = ctypes.CDLL(os.environ["SCRIM_LIBRARY"])
@atexit.register  # run after what the package has registered, for that comes later
def left():
    print("left", library.scrim_live_handles(0))
import scrim
text, pad, scene = scrim.Text(), scrim.Keypad(), scrim.Scene()
pad.attach(text)
scene.on_cover(lambda output: scene.close())
collector = scrim.Collector(scrim.Gestures(scene))
print("open", scrim.live_handles())
"""
    assert ran(python(program)) == "open 5\nleft 0\n"


def test_a_library_that_is_not_there(python: Run) -> None:
    result = python("import scrim", SCRIM_LIBRARY="/nowhere/libscrim.so")
    assert result.returncode == 1
    assert "LibraryNotFoundError" in result.stderr and "SCRIM_LIBRARY" in result.stderr


def test_a_library_that_is_another(python: Run) -> None:
    result = python("import scrim", SCRIM_LIBRARY="libm.so.6")
    assert result.returncode == 1
    assert "IncompatibleLibraryError" in result.stderr and "scrim_text_create" in result.stderr


def test_a_library_of_another_version(python: Run, tmp_path: Path) -> None:
    """The library itself, but for the number that is compared."""
    source = (BINDING / "scrim" / "_ffi.py").read_text()
    for old, new, said in [
        ("VERSION = (0, 1, 0)", "VERSION = (0, 1, 1)", "needs version 0.1.1 or later"),
        ("ABI_NUMBER = 0", "ABI_NUMBER = 1", "binary interface 1"),
    ]:
        package = tmp_path / new[0] / "scrim"
        package.parent.mkdir()
        subprocess.run(["cp", "-r", BINDING / "scrim", package], check=True)
        (package / "_ffi.py").write_text(re.sub(f"^{re.escape(old)}$", new, source, flags=re.M))
        result = python("import scrim", PYTHONPATH=str(package.parent))
        assert result.returncode == 1 and "IncompatibleLibraryError" in result.stderr and said in result.stderr


def test_the_library_beside_the_package_is_found(python: Run, tmp_path: Path) -> None:
    subprocess.run(["cp", "-r", BINDING / "scrim", tmp_path], check=True)
    os.symlink(os.path.realpath(os.environ["SCRIM_LIBRARY"]), tmp_path / "scrim" / "libscrim.so.0")
    program = "import scrim; print(scrim._ffi.lib._name)"
    found = ran(python(program, SCRIM_LIBRARY="", PYTHONPATH=str(tmp_path)))
    assert found.strip() == str(tmp_path / "scrim" / "libscrim.so.0")


# ---- Copies of a secret ----

# Makes memfd_secret fail, as it does on many kernels: the secret then stands in memory that the search can see.
DENY_SECRET_MEMORY = """
import ctypes, struct
libc = ctypes.CDLL(None)
rules = [(0x20, 0, 0, 0), (0x15, 0, 1, 447), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
program = struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(code))
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0
"""

# The secret is computed byte by byte, so that neither the program's text nor a constant of it holds it.
HOLD = """
import sys
import scrim
from scrim._buffer import borrow
secret = bytearray(64)
control = bytearray(64)
for n in range(64):
    secret[n] = 97 + (n * n * 7 + n * 3 + 5) % 26
    control[n] = 65 + (n * n * 5 + n * 11 + 3) % 26
text, other, wide = scrim.Text(), scrim.Text(), scrim.Text(8192)
text.insert(secret)
assert text.equals(secret) and not text.equals(b"x") and not text.equals(other)
wide.insert(chr(0xE4) * 4000)
assert wide.equals(chr(0xE4) * 4000)
wide.clear()
for n in range(64):
    secret[n] = 0
assert text.count == 64 and text.mask == chr(0x25CF) * 64
text.read(lambda view: (view[0], len(view)))
def place(view):
    with borrow(view) as buffer:
        return buffer.buf
print(text.read(place), int(text.protection), flush=True)
sys.stdin.read()
"""


@contextmanager
def holding(program: str) -> Iterator[tuple[int, int, int]]:
    """A process that holds the secret: its id, the secret's place, and its protection."""
    holder = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(BINDING)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        place, protection = holder.stdout.readline().split()
        yield holder.pid, int(place), int(protection)
    finally:
        holder.communicate("")
    assert holder.returncode == 0


def occurrences(pid: int, needle: bytes) -> list[int]:
    found = []
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in maps:
            bounds, permissions = line.split()[:2]
            start, end = (int(bound, 16) for bound in bounds.split("-"))
            if "r" not in permissions:
                continue
            try:
                memory.seek(start)
                chunk = memory.read(end - start)
            except (OSError, OverflowError, ValueError):  # [vvar], memfd_secret: the kernel does not read them
                continue
            found += [start + hit.start() for hit in re.finditer(re.escape(needle), chunk)]
    return found


@pytest.mark.parametrize("prelude", ["", DENY_SECRET_MEMORY], ids=["best", "memfd_secret denied"])
def test_the_secret_is_in_protected_memory_alone(prelude: str) -> None:
    secret = bytes(97 + (n * n * 7 + n * 3 + 5) % 26 for n in range(64))
    control = bytes(65 + (n * n * 5 + n * 11 + 3) % 26 for n in range(64))
    with holding(prelude + HOLD) as (pid, place, protection):
        assert occurrences(pid, control), "the search finds nothing, and proves nothing"
        # In memory with Protection.SECRET not even the slot is to be seen.
        seen = not protection & 16
        assert seen or not prelude
        assert occurrences(pid, secret) == ([place] if seen else [])
        # A str is held by Python, as Latin-1; its UTF-8 was made by the package, and is wiped.
        assert occurrences(pid, "ä".encode() * 20) == []
