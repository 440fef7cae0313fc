# SPDX-License-Identifier: MIT
"""What the package and the library do to the process that holds them."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from scrim import _ffi
from source_tree import BINDING

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
scrim.redact_in_place(pixels, [(0, 0, 1, 4)], pixel_format="GRAY8", width=4, height=4)
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
    names = ("SigPnd", "ShdPnd", "SigBlk", "SigIgn", "SigCgt", "Threads")  # SigQ counts signals of the user's other processes too
    return [line for line in open("/proc/self/status") if line.startswith(names)]
before = state()
import scrim
imported = state()
with scrim.Text() as text, scrim.Keypad() as pad, scrim.Scene() as scene:
    pad.attach(text)
    pad.show()
    text.insert("secret")
assert before == imported == state(), (before, imported, state())
assert len(before) == 6, before
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
    source = (BINDING / "scrim" / "_abi.py").read_text()
    major, minor, patch = _ffi.VERSION
    for old, new, said in [
        (
            f"VERSION = ({major}, {minor}, {patch})",
            f"VERSION = ({major}, {minor}, {patch + 1})",
            f"needs version {major}.{minor}.{patch + 1} or later",
        ),
        ("ABI_NUMBER = 0", "ABI_NUMBER = 1", "binary interface 1"),
    ]:
        package = tmp_path / new[0] / "scrim"
        package.parent.mkdir()
        subprocess.run(["cp", "-r", BINDING / "scrim", package], check=True)
        (package / "_abi.py").write_text(re.sub(f"^{re.escape(old)}$", new, source, flags=re.M))
        result = python("import scrim", PYTHONPATH=str(package.parent))
        assert result.returncode == 1 and "IncompatibleLibraryError" in result.stderr and said in result.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of the package, and the library for all processors in it."""
    subprocess.run(["cp", "-r", BINDING / "scrim", tmp_path], check=True)
    subprocess.run(["cp", os.path.realpath(os.environ["SCRIM_LIBRARY"]), tmp_path / "scrim/libscrim.so.0"], check=True)
    return tmp_path


LOADED = "print(*{line.split()[-1] for line in open('/proc/self/maps') if 'libscrim' in line})"


def test_the_library_beside_the_package_is_found(python: Run, copy: Path) -> None:
    found = ran(python(f"import scrim; {LOADED}", SCRIM_LIBRARY="", PYTHONPATH=str(copy)))
    assert found.strip() == str(copy / "scrim/libscrim.so.0")


@pytest.mark.parametrize("has_v3", [True, False])
def test_the_build_for_the_processor_is_found(python: Run, copy: Path, has_v3: bool) -> None:
    """Both are the same build here, because only the choice is tested."""
    usual, fast = copy / "scrim/libscrim.so.0", copy / "scrim/glibc-hwcaps/x86-64-v3/libscrim.so.0"
    fast.parent.mkdir(parents=True)
    subprocess.run(["cp", usual, fast], check=True)
    program = f"import sys, types; sys.modules['scrim._processor'] = types.SimpleNamespace(has_v3=lambda: {has_v3}); import scrim; {LOADED}"
    found = ran(python(program, SCRIM_LIBRARY="", PYTHONPATH=str(copy)))
    assert found.strip() == str(fast if has_v3 else usual)
    named = os.environ["SCRIM_LIBRARY"]
    assert ran(python(program, PYTHONPATH=str(copy))).strip() == os.path.realpath(named)


def test_the_processor_is_known_as_to_the_loader(python: Run) -> None:
    """The kernel's list of the processor's features, and the help of the loader, which lists the levels that it searches."""
    has_v3 = ran(python("import scrim._processor; print(scrim._processor.has_v3())")).strip() == "True"
    flags = set(re.search(r"^(?:flags|Features)\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)[1].split())
    needed = "pni ssse3 fma cx16 sse4_1 sse4_2 movbe popcnt avx f16c bmi1 avx2 bmi2 lahf_lm abm".split()
    assert has_v3 == (flags >= set(needed))
    if platform.machine() == "x86_64":
        levels = subprocess.run(["/lib64/ld-linux-x86-64.so.2", "--help"], check=True, capture_output=True, text=True).stdout
        assert has_v3 == ("x86-64-v3 (supported, searched)" in levels)
