# SPDX-License-Identifier: MIT
"""Replays touches to examples/photos on a virtual screen, and compares what it shows.

With SCRIM_GALLERY=FOLDER, writes the picture of docs/how-to/photos.md to the folder. With SCRIM_UPDATE_SHOTS=1, replaces the
pictures that are compared.
"""

import json
import math
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
import scrim
from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "examples/demo"))
import screen  # noqa: E402

PROGRAM = ROOT / "build/examples/photos/photos"
RECORDINGS, SHOTS = HERE / "recordings", HERE / "shots"
REAL = ROOT / ".recordings/3m.event"
GALLERY, UPDATE = os.environ.get("SCRIM_GALLERY"), os.environ.get("SCRIM_UPDATE_SHOTS")
WIDTH, HEIGHT = 320, 480
LIST_END = 6 * 136 - HEIGHT
#: Constants of scroller.c, which docs/how-to/photos.md repeats, and the slop of the profile.
FLING_S, SLOWEST, SLOP = 0.5, 10, 10
#: Compared pictures, and the few pixels at edges that another processor or SDL may round to another side.
PICTURES = {"scroll": ("dragged",), "zoom": ("zoomed", "paging", "leaving"), "pinch": ("turned",)}
ROUNDED = 0.005

pytestmark = [
    pytest.mark.skipif(not PROGRAM.exists(), reason="photos was not built: no SDL 2"),
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="there is no Xvfb"),
]


@pytest.fixture(scope="module")
def display():
    with screen.virtual_screen((WIDTH, HEIGHT)) as name:
        yield name


def environment(display):
    return {"DISPLAY": display, "PATH": "/usr/bin:/bin", "SDL_VIDEODRIVER": "x11", "LANG": "C.UTF-8"}


class Replay:
    """What the program printed and showed."""

    def __init__(self, display, recording, folder):
        command = [PROGRAM, "--size", f"{WIDTH}x{HEIGHT}", "--replay", recording, "--shots", folder]
        done = subprocess.run(command, env=environment(display), capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        self.folder = folder
        self.lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.states = {line["shot"]: line for line in self.lines if "shot" in line}
        #: Where the fingers are at each screenshot, and where those came down that are on the screen.
        self.held, self.began = {}, {}
        held, began = {}, {}
        for line in map(json.loads, Path(recording).read_text().splitlines()):
            if "shot" in line:
                self.held[line["shot"]], self.began[line["shot"]] = dict(held), dict(began)
            elif "id" not in line:
                continue
            elif line["phase"] in ("began", "moved"):
                held[line["id"]] = complex(line["x"], line["y"])
                if line["phase"] == "began":
                    began[line["id"]] = held[line["id"]]
            else:
                del held[line["id"]], began[line["id"]]

    def events(self, name, state="ended"):
        return [line for line in self.lines if line.get("gesture") == name and line["state"] == state]

    def picture(self, shot):
        return np.asarray(Image.open(self.folder / f"{shot}.bmp").convert("RGB"))


@pytest.fixture(scope="module")
def replays(display, tmp_path_factory):
    return {name: Replay(display, RECORDINGS / f"{name}.jsonl", tmp_path_factory.mktemp(name)) for name in PICTURES}


@pytest.fixture(scope="module")
def scroll(replays):
    return replays["scroll"]


@pytest.fixture(scope="module")
def zoom(replays):
    return replays["zoom"]


@pytest.fixture(scope="module")
def pinch(replays):
    return replays["pinch"]


def in_photo(state, place):
    """The point of the open photo that is at a place of the window, from the middle of the photo."""
    pose = state["open"]
    turned = complex(math.cos(pose["angle"]), math.sin(pose["angle"]))
    return (place - complex(pose["x"], pose["y"])) / (pose["scale"] * turned)


def fling_distance(velocity):
    return math.copysign(FLING_S * max(abs(velocity) - SLOWEST, 0), velocity)


# ---- The pictures ----


@pytest.mark.parametrize(("recording", "shot"), [(recording, shot) for recording, shots in PICTURES.items() for shot in shots])
def test_the_screen_looks_as_it_did(replays, recording, shot):
    picture = replays[recording].picture(shot)
    path = SHOTS / f"{shot}.png"
    if UPDATE:
        SHOTS.mkdir(exist_ok=True)
        Image.fromarray(picture).save(path, optimize=True)
    expected = np.asarray(Image.open(path).convert("RGB")).astype(int)
    differs = np.abs(picture - expected).max(axis=2) > 8
    assert differs.mean() <= ROUNDED, f"{differs.sum()} pixels differ"


def test_a_replay_gives_the_same_pixels_each_time(display, scroll, tmp_path):
    again = Replay(display, RECORDINGS / "scroll.jsonl", tmp_path)
    assert again.lines == scroll.lines
    for shot in scroll.states:
        assert np.array_equal(again.picture(shot), scroll.picture(shot)), shot


def test_the_picture_of_the_documents(replays):
    if not GALLERY:
        pytest.skip("SCRIM_GALLERY is not set")
    shots = [("scroll", "dragged"), ("zoom", "paging"), ("pinch", "turned"), ("zoom", "leaving")]
    page = Image.new("RGB", (len(shots) * (WIDTH + 16) - 16, HEIGHT), "#f6f8f8")
    for i, (recording, shot) in enumerate(shots):
        page.paste(Image.fromarray(replays[recording].picture(shot)), (i * (WIDTH + 16), 0))
    page.save(Path(GALLERY) / "photos.png", optimize=True)


# ---- The row and the list ----


def test_a_sideways_drag_moves_the_row_alone(scroll):
    dropped = scroll.states["dropped"]
    moved = (scroll.began["dragged"][1] - scroll.held["dragged"][1]).real
    assert dropped["list"] == 0 and [row for i, row in enumerate(dropped["rows"]) if i != 1] == [0] * 5
    # Without the slop, which is at most 10 points long, the row is behind the finger by a part of it.
    assert moved - SLOP <= dropped["rows"][1] <= moved - SLOP * 0.9
    (ended, *_) = scroll.events("row")
    assert ended["translation"] == [pytest.approx(-dropped["rows"][1], abs=0.002), 0] and ended["velocity"] == [0, 0]


def test_a_row_begins_without_a_jump(scroll):
    (began, *_) = scroll.events("row", "began")
    assert 0 < -began["translation"][0] < 4


def test_a_fling_goes_as_far_as_its_velocity_says(scroll):
    before, after = (scroll.states[shot]["rows"][1] for shot in ("dropped", "row_flung"))
    _, ended = scroll.events("row")
    # A stroke of minimum jerk over 160 points in 0.4 s, of which 0.6 had passed.
    true = -160 / 0.4 * 30 * 0.6**2 * 0.4**2
    assert ended["velocity"] == [pytest.approx(true, rel=0.05), 0]
    assert after - before == pytest.approx(-ended["translation"][0] - fling_distance(ended["velocity"][0]), abs=0.01)
    assert not scroll.states["row_flung"]["moves"]


def test_an_upward_fling_moves_the_list_alone(scroll):
    before, flung = scroll.states["row_flung"], scroll.states["list_flung"]
    assert flung["moves"] and flung["list"] > 110 and flung["rows"] == before["rows"]


def test_a_tap_catches_a_fling_and_opens_nothing(scroll):
    flung, caught = scroll.states["list_flung"], scroll.states["caught"]
    assert caught["list"] == pytest.approx(flung["list"]) and not caught["moves"]
    assert not scroll.events("open") and caught["open"] is None


def test_a_fling_beyond_the_end_springs_back(scroll):
    (*_, ended) = scroll.events("list")
    before, overshot = scroll.states["caught"]["list"], scroll.states["overshot"]["list"]
    assert before - ended["translation"][1] < LIST_END < before - ended["translation"][1] - fling_distance(ended["velocity"][1])
    assert LIST_END + 10 < overshot < LIST_END + 40
    assert scroll.states["end"]["list"] == LIST_END and not scroll.states["end"]["moves"]


# ---- The open photo ----


def test_a_tap_opens_the_photo_under_the_finger(zoom):
    opening, opened = zoom.states["opening"]["open"], zoom.states["opened"]["open"]
    assert (opened["album"], opened["number"]) == (1, 1)
    assert (opened["x"], opened["y"], opened["scale"]) == (WIDTH / 2, HEIGHT / 2, 1)
    assert 132 / 320 < opening["scale"] < 1


def test_a_double_tap_enlarges_around_the_finger(zoom):
    opened, zoomed = zoom.states["opened"], zoom.states["zoomed"]
    event = zoom.events("double tap")[0]
    finger = complex(event["x"], event["y"])
    assert zoomed["open"]["scale"] == 3
    assert abs(in_photo(zoomed, finger) - in_photo(opened, finger)) < 0.01
    assert zoom.states["whole"]["open"] == opened["open"]


def test_one_finger_flings_an_enlarged_photo(zoom):
    before, after = zoom.states["zoomed"]["open"], zoom.states["photo_flung"]["open"]
    (event,) = zoom.events("move")
    wanted = before["x"] + event["translation"][0] + fling_distance(event["velocity"][0])
    assert event["velocity"][0] < -300 and not zoom.events("page", "began")[0]["t"] < event["t"]
    assert after["x"] == pytest.approx(max(wanted, WIDTH - 3 * WIDTH / 2), abs=0.01) and after["scale"] == 3


def test_a_drag_after_a_tap_enlarges(zoom):
    whole, dragged = zoom.states["whole"], zoom.states["tap_dragged"]
    (event,) = zoom.events("zoom")
    anchor = complex(event["x"] - event["translation"][0], event["y"] - event["translation"][1])
    assert 80 < event["translation"][1] < 100
    assert dragged["open"]["scale"] == pytest.approx(2 ** (event["translation"][1] / 80), rel=1e-3)
    assert abs(in_photo(dragged, anchor) - in_photo(whole, anchor)) < 1


def test_a_flung_photo_that_fits_makes_room_for_the_next(zoom):
    paging, paged = zoom.states["paging"], zoom.states["paged"]
    assert 1 * (WIDTH + 16) < paging["open"]["page"] < 2 * (WIDTH + 16)
    assert paged["open"]["number"] == 2 and paged["open"]["page"] == 2 * (WIDTH + 16) and not paged["moves"]
    # handlers.c refused the recognizer that moves enlarged photos, and the one that turns pages took over.
    assert len(zoom.events("move", "began")) == 1 and len(zoom.events("page", "began")) == 1


def test_a_drag_downwards_closes_the_photo(zoom):
    leaving, closed = zoom.states["leaving"], zoom.states["closed"]
    assert leaving["open"]["y"] > HEIGHT / 2 + 110 and leaving["open"]["x"] == WIDTH / 2
    assert closed["open"] is None and not closed["moves"]
    # The row has followed the page, so that the photo shrank into a place that is shown.
    assert closed["rows"][1] > 0


# ---- Two fingers ----


def similarity(before, after):
    """The map that takes two points to two others: a factor, which turns too, and an addend."""
    factor = (after[1] - after[0]) / (before[1] - before[0])
    return factor, after[0] - factor * before[0]


def test_a_pinch_keeps_the_photo_under_the_fingers(pinch):
    opened, pinched = pinch.states["opened"], pinch.states["pinched"]
    held, began = pinch.held["pinched"], pinch.began["pinched"]
    assert len(held) == 2 and pinched["open"]["angle"] == 0
    for finger in held:
        assert abs(in_photo(pinched, held[finger]) - in_photo(opened, began[finger])) < 1


def test_the_pixels_follow_the_fingers_too(pinch):
    """Moves the first screenshot as the fingers moved, by another program, and expects the second one."""
    held, began = ([places["pinched"][finger] for finger in (1, 2)] for places in (pinch.held, pinch.began))
    factor, addend = similarity(began, held)
    matrix = np.array([[factor.real, -factor.imag, addend.real], [factor.imag, factor.real, addend.imag]])
    before, after = (pinch.picture(shot).astype(float) for shot in ("opened", "pinched"))

    def difference(shift):
        moved = cv2.warpAffine(before, matrix + [[0, 0, shift], [0, 0, shift]], (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
        y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
        free = np.all([np.hypot(x - place.real, y - place.imag) > 24 for place in held], axis=0)  # of the discs
        return np.abs(moved - after).max(axis=2)[free].mean()

    assert difference(0) < 3 and difference(0) < 0.6 * min(difference(-4), difference(4))


def test_fingers_that_turn_turn_the_photo(pinch):
    before, turned, after = (pinch.states[shot] for shot in ("pinch_ended", "turned", "turn_ended"))
    (event,) = pinch.events("turn")
    degrees = math.degrees(turned["open"]["angle"])
    assert turned["open"]["angle"] == pytest.approx(event["rotation"], abs=1e-4)
    # The fingers turned by 66°, and the first 10° are left out.
    assert 53 < degrees < 59 and before["open"]["angle"] == 0
    assert after["open"]["angle"] == pytest.approx(math.pi / 2, abs=1e-5) and not after["moves"]


def recorded(path, start_s, end_s):
    """A part of a recording, as lines of the program's format."""
    (recording,) = scrim.load_recordings(path)
    touches = recording.touches(screen=(0, 0, WIDTH, HEIGHT))
    first = touches[0].time_ns
    return [
        {"t": touch.time_ns - first + 10**9, "id": touch.id, "phase": touch.phase.name.lower(), "x": touch.x, "y": touch.y}
        for touch in touches
        if start_s <= (touch.time_ns - first) / 1e9 < end_s
    ]


@pytest.mark.skipif(not REAL.exists(), reason="script/recordings has not downloaded the recordings of evemu")
def test_a_real_hand_holds_the_photo_too(display, tmp_path):
    """A person with a 3M touch screen taps, then moves two fingers in circles for 2.5 s."""
    lines = recorded(REAL, 0, 1) + recorded(REAL, 3.5, 6.8)
    times = {"early": 5_800_000_000, "middle": 6_400_000_000, "late": 7_200_000_000}
    lines += [{"t": time_ns, "shot": shot} for shot, time_ns in times.items()]
    lines += [{"t": 9_000_000_000, "shot": "end"}]
    lines.sort(key=lambda line: line["t"])
    path = tmp_path / "real.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    replay = Replay(display, path, tmp_path)
    early = replay.states["early"]
    for shot in ("middle", "late"):
        state = replay.states[shot]
        assert len(replay.held[shot]) == 2
        for finger, place in replay.held[shot].items():
            assert abs(in_photo(state, place) - in_photo(early, replay.held["early"][finger])) < 0.05, shot
    end = replay.states["end"]
    assert end["open"]["scale"] >= 1 and not end["moves"]
    assert math.remainder(end["open"]["angle"], math.pi / 2) == pytest.approx(0, abs=1e-4)


# ---- Wheel and touchpad ----


def test_a_wheel_scrolls_the_list_also_on_a_row(display, tmp_path):
    replay = Replay(display, RECORDINGS / "wheel.jsonl", tmp_path)
    turning, wheeled, flung, end = (replay.states[shot] for shot in ("turning", "wheeled", "pad_flung", "end"))
    assert turning["list"] == wheeled["list"] == 3 * 40 and wheeled["rows"] == [0] * 6
    (ended,) = replay.events("row")
    assert ended["velocity"][0] < -500 and flung["list"] == wheeled["list"] and not flung["moves"]
    assert flung["rows"][2] == pytest.approx(-ended["translation"][0] - fling_distance(ended["velocity"][0]), abs=0.01)
    assert end["list"] == LIST_END
    assert all(event["velocity"] == [0, 0] for event in replay.events("list"))


# ---- Live, and wrong use ----


class Live:
    """The program without a recording, and the mouse of its display."""

    def __init__(self, display):
        self.display = display

    def xdotool(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], check=True, env=environment(self.display))

    def look(self):
        return screen.screenshot(self.display)

    def wait_for(self, is_right):
        deadline = time.monotonic() + 60
        while not is_right(picture := self.look()):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        return picture

    def rest(self):
        """Waits until nothing moves any more."""
        before = None
        while before is None or not np.array_equal(before, self.look()):
            before = self.look()
            time.sleep(0.5)
        return before


@pytest.fixture
def live(display):
    if shutil.which("xdotool") is None:
        pytest.skip("there is no xdotool")
    live = Live(display)
    first_row = np.asarray(Image.open(SHOTS / "dragged.png").convert("RGB"))[:122].astype(int)
    with screen.running([PROGRAM, "--size", f"{WIDTH}x{HEIGHT}"], env=environment(display)):
        live.wait_for(lambda picture: np.abs(picture[:122] - first_row).max() <= 8)
        yield live


def test_the_mouse_drags_a_row_of_the_live_program(live):
    before = live.look()
    live.xdotool("mousemove", 250, 80, "mousedown", 1)
    for x in range(245, 145, -5):
        live.xdotool("mousemove", x, 82)
    time.sleep(0.3)
    live.xdotool("mouseup", 1)
    live.wait_for(lambda picture: not np.array_equal(picture[34:122], before[34:122]))
    after = live.rest()
    assert np.array_equal(after[170:], before[170:])
    found = cv2.matchTemplate(after[34:122], before[34:122, 200:260], cv2.TM_SQDIFF)[0]
    assert 85 <= 200 - int(found.argmin()) <= 100


def test_the_wheel_scrolls_the_list_of_the_live_program(live):
    before = live.look()
    live.xdotool("mousemove", 100, 80, "click", "--repeat", 2, 5)
    live.wait_for(lambda picture: np.array_equal(picture[: HEIGHT - 80], before[80:]))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"t": 1, "id": 1, "phase": "hovered", "x": 1, "y": 1}', "not a touch, a screenshot or a comment: "),
        ('{"t": 1, "id": 1, "phase": "began", "x": nan, "y": 1}', "feed: "),
        ("nonsense", "not a touch, a screenshot or a comment: nonsense"),
    ],
)
def test_a_wrong_recording_is_refused(display, tmp_path, line, message):
    path = tmp_path / "wrong.jsonl"
    path.write_text(line + "\n")
    done = subprocess.run([PROGRAM, "--replay", path], env=environment(display), capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and done.stderr.startswith(message)


def test_the_recordings_are_what_the_script_writes(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(HERE)
    import touches

    for make in (touches.scroll, touches.zoom, touches.pinch, touches.wheel):
        lines = [json.dumps(line, ensure_ascii=False) for line in make().lines]
        assert (RECORDINGS / f"{make.__name__}.jsonl").read_text().splitlines() == lines
