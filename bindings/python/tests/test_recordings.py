# SPDX-License-Identifier: MIT
"""Recordings of Linux devices as touches: of real devices (script/recordings fetches them), and of made-up ones."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import scrim
from scrim import Phase, Touch, TouchTool
from scrim.recordings import Recording, load_recordings, parse_recordings

REAL = Path(__file__).resolve().parents[3] / ".recordings"
real = pytest.mark.skipif(not REAL.exists(), reason="script/recordings has not been run")
MS = 1_000_000


def sound(touches: list[Touch]) -> Counter[Phase]:
    """Each finger comes down once, goes up once, and is heard of in between only; times rise."""
    down: set[int] = set()
    seen: set[int] = set()
    for before, touch in zip([touches[0], *touches], touches, strict=False):
        assert touch.time_ns >= before.time_ns
        if touch.phase == Phase.BEGAN:
            assert touch.id not in seen
            seen.add(touch.id)
            down.add(touch.id)
        else:
            assert touch.id in down
        if touch.phase in (Phase.ENDED, Phase.CANCELLED):
            down.remove(touch.id)
    return Counter(touch.phase for touch in touches)


# What another program finds in the files: how many tracking ids begin (protocol B), and the most blocks of a frame (A).


def tracking_ids(text: str) -> int:
    return len(re.findall(r"^E: \S+ 0003 0039 0*\d", text, re.MULTILINE))


def most_blocks(text: str) -> int:
    frames = re.split(r"^E: \S+ 0000 0000 .*$", text, flags=re.MULTILINE)
    return max(len(re.findall(r"^E: \S+ 0003 0035 ", frame, re.MULTILINE)) for frame in frames)


def fingers_at_once(touches: list[Touch]) -> int:
    down = most = 0
    for touch in touches:
        down += (touch.phase == Phase.BEGAN) - (touch.phase in (Phase.ENDED, Phase.CANCELLED))
        most = max(most, down)
    return most


@real
@pytest.mark.parametrize("name", ["3m", "wetab"])
def test_real_recordings_of_protocol_b(name: str) -> None:
    (recording,) = load_recordings(REAL / f"{name}.event", REAL / f"{name}.prop")
    assert recording.is_touch
    touches = recording.touches()
    phases = sound(touches)
    text = (REAL / f"{name}.event").read_text()
    assert phases[Phase.BEGAN] == tracking_ids(text) > 0
    assert phases[Phase.BEGAN] - phases[Phase.ENDED] == fingers_at_end(touches)


def fingers_at_end(touches: list[Touch]) -> int:
    return sum((t.phase == Phase.BEGAN) - (t.phase in (Phase.ENDED, Phase.CANCELLED)) for t in touches)


@real
@pytest.mark.parametrize("name", ["bcm5974", "ntrig-dell-xt2"])
def test_real_recordings_of_protocol_a(name: str) -> None:
    (recording,) = load_recordings(REAL / f"{name}.event", REAL / f"{name}.prop")
    touches = recording.touches()
    phases = sound(touches)
    assert phases[Phase.BEGAN] > 0
    assert fingers_at_once(touches) == most_blocks((REAL / f"{name}.event").read_text())


@real
@pytest.mark.parametrize("name", ["3m", "wetab", "bcm5974", "ntrig-dell-xt2"])
def test_real_recordings_have_gestures(name: str) -> None:
    (recording,) = load_recordings(REAL / f"{name}.event", REAL / f"{name}.prop")
    found = []
    for _ in range(2):
        with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
            window = scene.add_window((0, 0, 800, 480))
            for kind in (scrim.Tap, scrim.LongPress, scrim.Pan, scrim.Pinch, scrim.Rotation):
                gestures.add(kind(view=window, simultaneous=kind is not scrim.Tap))
            touches = recording.touches(screen=(0, 0, 800, 480))
            assert all(-1 <= touch.x <= 801 and -1 <= touch.y <= 481 for touch in touches)
            events = gestures.feed_array(touches)
            found.append(events.tobytes())
            # In the recording of ntrig, four fingers do not move.
            assert len(events) > 0 or name == "ntrig-dell-xt2"
    assert found[0] == found[1]


B_AXES = "A: 2f 0 9 0 0\nA: 35 0 1000 0 0\nA: 36 100 300 0 0\nA: 39 0 65535 0 0\n"
A_AXES = "A: 35 0 1000 0 0\nA: 36 0 1000 0 0\n"


def read(axes: str, lines: str) -> list[tuple[int, ...]]:
    """Lines "ms type code value" as a recording, as touches of (ms, id, phase, x, y)."""
    events = []
    for line in lines.strip().split(";"):
        ms, type, code, value = line.split()
        events.append(f"E: {int(ms) / 1000:.6f} {int(type):04x} {code.zfill(4)} {value}")
    (recording,) = parse_recordings("N: made up\n" + axes + "\n".join(events))
    touches = recording.touches()
    sound(touches)
    return [(t.time_ns // MS, t.id, int(t.phase), int(t.x), int(t.y)) for t in touches]


def test_protocol_b() -> None:
    assert read(B_AXES, "0 3 39 7;0 3 35 10;0 3 36 20;0 0 0 0;8 3 35 11;8 0 0 0;9 3 2f 1;9 3 39 8;9 3 35 50;9 3 36 60;9 0 0 0;"
                "16 3 39 -1;16 3 2f 0;16 3 36 21;16 0 0 0;20 3 39 -1;20 0 0 0") == [
        (0, 1, 1, 10, 20), (8, 1, 2, 11, 20), (9, 2, 1, 50, 60), (16, 2, 3, 50, 60), (16, 1, 2, 11, 21), (20, 1, 3, 11, 21)
    ]


def test_protocol_b_changes_a_finger_without_an_end() -> None:
    assert read(B_AXES, "0 3 39 7;0 3 35 10;0 3 36 20;0 0 0 0;8 3 39 9;8 3 35 90;8 0 0 0;9 3 39 -1;9 0 0 0") == [
        (0, 1, 1, 10, 20), (8, 1, 3, 10, 20), (8, 2, 1, 90, 20), (9, 2, 3, 90, 20)
    ]


def test_protocol_b_loses_events() -> None:
    assert read(B_AXES, "0 3 39 7;0 3 35 10;0 3 36 20;0 0 0 0;5 0 3 0;5 3 35 99;5 0 0 0;8 3 35 30;8 0 0 0;"
                "9 3 39 8;9 0 0 0;10 3 2f 77;10 3 39 5;10 0 0 0;11 3 2f -1;11 3 39 5;11 0 0 0") == [
        (0, 1, 1, 10, 20), (5, 1, 4, 10, 20), (9, 2, 1, 30, 20)
    ]


def test_protocol_a_without_ids() -> None:
    assert read(A_AXES, "0 3 35 10;0 3 36 10;0 0 2 0;0 3 35 500;0 3 36 500;0 0 2 0;0 0 0 0;"
                "8 3 35 505;8 3 36 500;8 0 2 0;8 3 35 12;8 3 36 10;8 0 2 0;8 0 0 0;16 3 35 506;16 3 36 500;16 0 2 0;16 0 0 0;"
                "24 0 2 0;24 0 0 0") == [
        (0, 1, 1, 10, 10), (0, 2, 1, 500, 500), (8, 1, 2, 12, 10), (8, 2, 2, 505, 500), (16, 1, 3, 12, 10), (16, 2, 2, 506, 500),
        (24, 2, 3, 506, 500)
    ]


def test_protocol_a_with_ids() -> None:
    axes = A_AXES + "A: 39 0 15 0 0\n"
    assert read(axes, "0 3 39 3;0 3 35 10;0 3 36 10;0 0 2 0;0 0 0 0;8 3 39 4;8 3 35 11;8 3 36 10;0 0 2 0;8 0 0 0;9 0 2 0;9 0 0 0") == [
        (0, 1, 1, 10, 10), (8, 1, 3, 10, 10), (8, 2, 1, 11, 10), (9, 2, 3, 11, 10)
    ]


def test_a_single_finger() -> None:
    axes = "A: 00 0 100 0 0\nA: 01 0 100 0 0\n"
    assert read(axes, "0 3 0 5;0 3 1 6;0 1 14a 1;0 0 0 0;8 3 0 9;8 0 0 0;9 1 14a 0;9 0 0 0;10 3 0 50;10 0 0 0") == [
        (0, 1, 1, 5, 6), (8, 1, 2, 9, 6), (9, 1, 3, 9, 6)
    ]


def test_a_pen_that_leaves_in_a_gap_is_forgotten() -> None:
    axes = "A: 00 0 100 0 0\nA: 01 0 100 0 0\nA: 19 0 9 0 0\n"
    lines = [
        (0, "3 0 5"), (0, "3 1 6"), (0, "1 140 1"), (0, "1 14a 1"), (0, "0 0 0"), (8, "1 14a 0"), (8, "3 19 9"), (8, "0 0 0"),
        (9, "0 3 0"), (9, "1 140 0"), (9, "3 19 0"), (9, "0 0 0"), (20, "1 14a 1"), (20, "0 0 0"), (30, "1 14a 0"), (30, "0 0 0"),
    ]  # fmt: skip
    text = "\n".join(f"E: {ms / 1000:.6f} " + " ".join(each.zfill(4) for each in rest.split()) for ms, rest in lines)
    (recording,) = parse_recordings("N: made up\n" + axes + text)
    found = [(touch.time_ns // MS, touch.phase, touch.tool) for touch in recording.touches()]
    assert found == [
        (0, Phase.BEGAN, TouchTool.STYLUS), (8, Phase.ENDED, TouchTool.STYLUS), (8, Phase.BEGAN, TouchTool.HOVER),
        (9, Phase.CANCELLED, TouchTool.HOVER), (20, Phase.BEGAN, TouchTool.FINGER), (30, Phase.ENDED, TouchTool.FINGER),
    ]  # fmt: skip


LIBINPUT = """\
# libinput record
version: 1
ndevices: 2
libinput:
  version: "1.22.1"
devices:
- node: /dev/input/event4
  evdev:
    # Name: Keys
    name: "Keys"
    codes:
      1: [1, 2] # EV_KEY
  events:
  - evdev:
    - [  0, 100, 1, 30, 1] # EV_KEY / KEY_A 1
    - [  0, 100, 0, 0, 0] # SYN_REPORT
- node: /dev/input/event5
  evdev:
    name: "A panel"
    id: [3, 1, 2, 273]
    codes:
      3: [47, 53, 54, 57] # EV_ABS
    absinfo:
      47: [0, 9, 0, 0, 0]
      53: [0, 1000, 0, 0, 10]
      54: [0, 500, 0, 0, 10]
      57: [0, 65535, 0, 0, 0]
  events:
  # Current time is 12:00:00
  - evdev:
    - [  1,      8, 3, 57,       4] # EV_ABS / ABS_MT_TRACKING_ID   4
    - [  1,      8, 3, 53,     500]
    - [  1,      8, 3, 54,     250]
    - [  1,      8, 0,  0,       0] # ------------ SYN_REPORT (0) ----------
  - evdev:
    - [  1, 250008, 3, 57,      -1]
    - [  1, 250008, 0,  0,       0]
"""


def test_libinput_record() -> None:
    keys, panel = parse_recordings(LIBINPUT)
    assert (keys.name, keys.is_touch, len(keys.events)) == ("Keys", False, 2)
    assert keys.touches() == []
    assert (panel.name, panel.is_touch, panel.axes[0x36]) == ("A panel", True, (0, 500))
    assert panel.touches(screen=(10, 20, 100, 100)) == [
        Touch(1_000_008_000, 1, Phase.BEGAN, 60, 70),
        Touch(1_250_008_000, 1, Phase.ENDED, 60, 70),
    ]


@pytest.mark.parametrize("text", ["", "hello", "version: 1\n", "\x00\xff"])
def test_what_is_no_recording(text: str, tmp_path: Path) -> None:
    path = tmp_path / "some.yml"
    path.write_text(text)
    with pytest.raises(scrim.InvalidArgumentError, match=r"some\.yml is not a recording"):
        scrim.load_recordings(path)
    with pytest.raises(scrim.InvalidArgumentError, match="the text is not a recording"):
        parse_recordings(text)


@pytest.mark.parametrize("digits", ["9" * 11, "9" * 400, "9" * 5000])
def test_numbers_that_no_kernel_reports(digits: str) -> None:
    lines = [f"E: 1.0 0003 0035 {digits}", f"E: {digits}.0 0003 0035 1", f"E: 1.0 {digits} 0035 1", f"A: 35 0 {digits} 0 0"]
    (evemu,) = parse_recordings("\n".join(["N: A panel", "A: 36 0 500 0 0", *lines]))
    assert (evemu.axes, evemu.events) == ({0x36: (0, 500)}, [])
    lines = [f"  - [{digits}, 0, 3, 53, 1]", f"  - [1, 0, 3, 53, {digits}]", f"  53: [0, {digits}, 0, 0, 0]", f"  {digits}: [0, 1, 0, 0, 0]"]
    (libinput,) = parse_recordings("\n".join(["devices:", "- node: /dev/input/event4", "  54: [0, 500, 0, 0, 0]", *lines]))
    assert (libinput.axes, libinput.events) == ({0x36: (0, 500)}, [])


def test_a_recording_without_axes_has_no_touches() -> None:
    recording = Recording("", {}, [])
    assert not recording.is_touch
    assert recording.touches((0, 0, 1, 1)) == []
    with pytest.raises(scrim.InvalidArgumentError, match="screen must be x, y, width and height"):
        recording.touches((0, 0, 1))
