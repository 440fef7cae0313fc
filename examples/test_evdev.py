# SPDX-License-Identifier: MIT
"""Compares examples/evdev.c with the Python reader of recordings, on real devices and on made-up taps. The two readers share no code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/examples/evdev"
RECORDINGS = ROOT / ".recordings"
sys.path.insert(0, str(ROOT / "bindings/python"))
built = pytest.mark.skipif(not PROGRAM.exists(), reason="it is not built: libevdev is missing")


def gestures_in_c(*paths):
    done = subprocess.run([PROGRAM, *paths], capture_output=True, text=True, check=True)
    line = re.compile(r"^ *([\d.]+) s  (tap|long press|pan|pinch|rotation|swipe) +(\w+) +(\d+)")
    return [line.match(text).groups() for text in done.stdout.splitlines()]


def gestures_in_python(scrim, recording):
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((-1, -1, 802, 482))
        for kind in (scrim.Tap, scrim.LongPress, scrim.Pan, scrim.Pinch, scrim.Rotation, scrim.Swipe):
            together = kind in (scrim.Pan, scrim.Pinch, scrim.Rotation)
            gestures.add(kind(view=window, profile=scrim.Profile.ANDROID, simultaneous=together))
        events = gestures.feed(recording.touches(screen=(0, 0, 800, 480)))
    wanted = [e for e in events if e.state != scrim.GestureState.CHANGED]
    return [
        (f"{e.time_ns / 1e9:.3f}", e.kind.name.lower().replace("_", " "), e.state.name.lower(), str(e.fingers)) for e in wanted
    ]


@pytest.fixture
def scrim(monkeypatch):
    monkeypatch.setenv("SCRIM_LIBRARY", str(ROOT / "build/libscrim.so"))
    import scrim

    return scrim


@built
@pytest.mark.skipif(not RECORDINGS.exists(), reason="script/recordings has not been run")
@pytest.mark.parametrize("name", ["3m", "wetab", "bcm5974", "ntrig-dell-xt2"])
def test_both_readers_find_the_same_gestures(name, scrim):
    paths = RECORDINGS / f"{name}.event", RECORDINGS / f"{name}.prop"
    (recording,) = scrim.load_recordings(*paths)
    found = gestures_in_c(*paths)
    assert found == gestures_in_python(scrim, recording)
    if name == "bcm5974":  # its driver reports five times that a first finger came down
        assert sum(kind == "pan" and state == "began" for _, kind, state, _ in found) == 5


# Made-up taps: the axes, and the events of a tap as "type code value", with "|" between frames. Numbers are hexadecimal.
A = "35 36"
B = "2f 35 36 37 39 3b"
DOWN_A = "3 35 100; 3 36 100"
DOWN_B = "3 39 7; 3 35 100; 3 36 100; 3 37 0"
DOWN_ONE = "3 0 100; 3 1 100"
BIG = "3 35 40; 3 36 40"
TAPS = {
    "A": (A, f"{DOWN_A}; 0 2 0 | 0 2 0", 1),
    "A without the last report": (A, f"1 14a 1; {DOWN_A} | 1 14a 0", 1),
    "A with ids": (A + " 39", f"{DOWN_A}; 3 39 5; 0 2 0 | 0 2 0", 1),
    "A with BTN_TOUCH": (A, f"1 14a 1; {DOWN_A}; 0 2 0 | 1 14a 0", 1),
    "A with BTN_TOUCH and a lifted finger": (A, f"1 14a 1; {DOWN_A}; 0 2 0 | 1 14a 0; {DOWN_A}; 0 2 0", 1),
    "A with pressure": (A + " 18", f"3 18 30; {DOWN_A}; 0 2 0 | 3 18 0", 1),
    "A with an empty frame": (A, f"{DOWN_A}; 0 2 0 |", 1),
    "A with sizes": (A + " 30", f"3 30 9; {DOWN_A}; 0 2 0 | 3 30 0; {DOWN_A}; 0 2 0", 1),
    "A with pressures of fingers": (A + " 3a", f"3 3a 9; {DOWN_A}; 0 2 0 | 3 3a 0; {DOWN_A}; 0 2 0", 1),
    "A and a button": (A, f"{DOWN_A}; 0 2 0 | 1 110 1 | 0 2 0", 1),
    "A with two fingers": (A + " 30", f"3 30 9; {DOWN_A}; 0 2 0; 3 30 9; {BIG}; 0 2 0 | 3 30 9; {BIG}; 0 2 0; 3 30 0; {DOWN_A}; 0 2 0 | 0 2 0", 0),
    "A with a palm": (A + " 37", f"{DOWN_A}; 3 37 2; 0 2 0 | 0 2 0", 0),
    "A with a late palm": (A + " 37", f"{DOWN_A}; 3 37 0; 0 2 0 | {DOWN_A}; 3 37 2; 0 2 0 | 0 2 0", 0),
    "A that hovers": (A + " 3b", f"{DOWN_A}; 3 3b 9; 0 2 0 | {DOWN_A}; 3 3b 0; 0 2 0 | {DOWN_A}; 3 3b 9; 0 2 0 | 0 2 0", 1),
    "B": (B, f"{DOWN_B} | 3 39 ffffffff", 1),
    "B with a palm": (B, f"{DOWN_B}; 3 37 2 | 3 39 ffffffff", 0),
    "B with a late palm": (B, f"{DOWN_B} | 3 37 2 | 3 39 ffffffff", 0),
    "B with a pen": (B, f"{DOWN_B}; 3 37 1 | 3 39 ffffffff", 1),
    "B that hovers": (B, f"{DOWN_B}; 3 3b 9 | 3 3b 0 | 3 3b 9 | 3 39 ffffffff", 1),
    "B that only hovers": (B, f"{DOWN_B}; 3 3b 9 | 3 39 ffffffff", 0),
    "a single finger": ("0 1", f"{DOWN_ONE}; 1 14a 1 | 1 14a 0", 1),
    "a single finger with pressure": ("0 1 18", f"{DOWN_ONE}; 3 18 9 | 3 18 0", 1),
    "a pen": ("0 1 18 19", f"{DOWN_ONE}; 1 140 1; 3 19 9 | 1 14a 1; 3 19 0 | 1 14a 0; 3 19 9 | 3 0 0; 3 1 0; 3 19 0; 1 140 0", 1),
    "a pen that leaves at once": ("0 1", f"{DOWN_ONE}; 1 140 1; 1 14a 1 | 3 0 0; 3 1 0; 1 14a 0; 1 140 0", 1),
    "a pen that hovers": ("0 1 19", f"{DOWN_ONE}; 1 140 1; 3 19 9 | 3 0 120 | 1 140 0", 0),
    "B after a gap in which a pen left": (
        "2f 35 36 39",
        f"1 140 1 | 0 3 0; 1 140 0 | 3 39 7; {DOWN_A} | 3 39 ffffffff",
        1,
    ),
    "a finger after a gap in which a pen left": (
        "0 1 19",
        f"{DOWN_ONE}; 1 140 1; 3 19 9 | 0 3 0; 1 140 0; 3 19 0 | {DOWN_ONE}; 1 14a 1 | 1 14a 0",
        1,
    ),
    "an eraser": ("0 1", f"{DOWN_ONE}; 1 141 1; 1 14a 1 | 1 14a 0; 1 141 0", 1),
}


def recording_of(axes, tap):
    lines = ["N: made up"] + [f"A: {int(axis, 16):02x} 0 1000 0 0" for axis in axes.split()]
    time = 1000
    for _ in range(3):
        for frame in tap.split("|"):
            events = [event.split() for event in (*frame.split(";"), "0 0 0") if event.strip()]
            for type, code, value in events:
                number = int(value, 16)
                number = number - 2**32 if number >= 2**31 else number
                lines.append(f"E: {time // 1000}.{time % 1000 * 1000:06d} {int(type, 16):04x} {int(code, 16):04x} {number}")
            time += 20
        time += 1000
    return "\n".join(lines) + "\n"


@built
def test_both_readers_match_the_nearest_fingers_first(scrim, tmp_path):
    """The first block at 200 is nearer to the finger at 240, which the other block continues. If they were exchanged, they would turn."""
    frames = [" ; ".join(f"3 35 {x}; 3 36 100; 0 2 0" for x in places) for places in (("100", "240"), ("200", "250"), ("100", "300"))]
    path = tmp_path / "pair.event"
    path.write_text(recording_of(A, " | ".join([*frames, "0 2 0"])))
    (recording,) = scrim.load_recordings(path)
    found = gestures_in_c(path)
    assert found == gestures_in_python(scrim, recording)
    assert {kind for _, kind, _, _ in found} == {"pan", "pinch"}


@built
@pytest.mark.parametrize("name", TAPS)
def test_both_readers_find_three_taps(name, scrim, tmp_path):
    axes, tap, count = TAPS[name]
    path = tmp_path / "taps.event"
    path.write_text(recording_of(axes, tap))
    (recording,) = scrim.load_recordings(path)
    found = gestures_in_c(path)
    assert found == gestures_in_python(scrim, recording)
    assert [kind for _, kind, _, _ in found] == ["tap"] * 3 * count
