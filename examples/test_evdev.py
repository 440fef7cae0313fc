# SPDX-License-Identifier: MIT
"""Compares examples/evdev.c with the Python reader of recordings on real devices. The two readers share no code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/examples/evdev"
RECORDINGS = ROOT / ".recordings"
sys.path.insert(0, str(ROOT / "bindings/python"))


@pytest.mark.skipif(not PROGRAM.exists(), reason="it is not built: libevdev is missing")
@pytest.mark.skipif(not RECORDINGS.exists(), reason="script/recordings has not been run")
@pytest.mark.parametrize("name", ["3m", "wetab", "bcm5974", "ntrig-dell-xt2"])
def test_both_readers_find_the_same_gestures(name, monkeypatch):
    monkeypatch.setenv("SCRIM_LIBRARY", str(ROOT / "build/libscrim.so"))
    import scrim

    paths = RECORDINGS / f"{name}.event", RECORDINGS / f"{name}.prop"
    done = subprocess.run([PROGRAM, *paths], capture_output=True, text=True, check=True)
    line = re.compile(r"^ *[\d.]+ s  (tap|long press|pan|pinch|rotation|swipe) +(\w+)")
    found = [line.match(text).groups() for text in done.stdout.splitlines()]
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((-1, -1, 802, 482))
        for kind in (scrim.Tap, scrim.LongPress, scrim.Pan, scrim.Pinch, scrim.Rotation, scrim.Swipe):
            together = kind in (scrim.Pan, scrim.Pinch, scrim.Rotation)
            gestures.add(kind(view=window, profile=scrim.Profile.ANDROID, simultaneous=together))
        (recording,) = scrim.load_recordings(*paths)
        events = gestures.feed(recording.touches(screen=(0, 0, 800, 480)))
    wanted = [e for e in events if e.state != scrim.GestureState.CHANGED]
    assert found == [(e.kind.name.lower().replace("_", " "), e.state.name.lower()) for e in wanted]
