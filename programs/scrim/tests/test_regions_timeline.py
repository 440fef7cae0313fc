# SPDX-License-Identifier: MIT
"""Boxes of the frames of a video: what is covered in each frame, also where a detector saw nothing."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from cli_run import scrim_command
from hypothesis import given
from hypothesis import strategies as st
from video_files import HEIGHT, WIDTH, decoded, encode, ffmpeg

from scrim import Region, Style
from scrim_tools.cli.video import tracks_of
from scrim_tools.errors import UsageError
from scrim_tools.regions import Choice, Clip
from scrim_tools.regions.boxes import Boxes, Detection, Rect
from scrim_tools.regions.coco import read_coco
from scrim_tools.regions.cvat import read_cvat
from scrim_tools.regions.timeline import regions_of_video
from scrim_tools.video import VideoInfo, frame_times, probe

SIZE = (WIDTH, HEIGHT)
RATE = 25


def clip(count: int, rate: float = RATE) -> Clip:
    return Clip(tuple(index / rate for index in range(count)), SIZE)


def at(frame: int, x: float, y: float = 50, side: float = 20, **more: object) -> Detection:
    return Detection(Rect(x, y, x + side, y + side), frame=frame, **more)  # type: ignore[arg-type]


def covered(
    boxes: list[Detection], count: int, choice: Choice | None = None, hold: float = 0.0, times: Clip | None = None, complete: bool = False
) -> list[list[tuple[float, ...]]]:
    """The boxes that are covered in each frame, as left, top, right and bottom."""
    whole = times or clip(count)
    found = regions_of_video(Boxes(tuple(boxes), complete=complete), choice or Choice(), whole)
    tracks, _ = tracks_of([found], INFO)
    frames = []
    for time in whole.times:
        regions: list[Region] = [region for track in tracks for region in track.at(time, hold, 0.0)]
        frames.append([(x, y, x + w, y + h) for x, y, w, h in (region.rect for region in regions)])
    return frames


INFO = VideoInfo.__new__(VideoInfo)
object.__setattr__(INFO, "width", WIDTH)
object.__setattr__(INFO, "height", HEIGHT)


def inside(rect: tuple[float, ...], found: list[tuple[float, ...]]) -> bool:
    return any(a <= rect[0] + 1e-6 and b <= rect[1] + 1e-6 and c >= rect[2] - 1e-6 and d >= rect[3] - 1e-6 for a, b, c, d in found)


def present(found: list[list[tuple[float, ...]]]) -> list[int]:
    return [index for index, boxes in enumerate(found) if boxes]


def test_a_lost_box_is_held_and_moves_on() -> None:
    boxes = [at(frame, 50 + 2 * frame, track="1") for frame in range(30, 40)]
    found = covered(boxes, 100)
    assert present(found) == list(range(30 - 25 - 1, 39 + 25 + 1 + 1))
    # It moved by 2 pixels per frame, and may have stopped.
    assert inside((128, 50, 148, 70), found[60]) and inside((128 + 42, 50, 148 + 42, 70), found[60])
    assert inside((110, 50, 130, 70), found[10]) and inside((110 - 40, 50, 130 - 40, 70), found[10])
    assert present(covered(boxes, 100, Choice(lost=0))) == list(range(29, 41))
    assert present(covered(boxes, 100, Choice(lost=0.2), hold=0.2)) == list(range(30 - 11, 40 + 11))


@pytest.mark.parametrize("track", ["1", ""])
def test_a_frame_too_early_or_too_late_covers(track: str) -> None:
    boxes = [at(frame, 9 * frame, track=track) for frame in range(30)]
    found = covered(boxes, 32, Choice(lost=0))
    for box in boxes:
        assert box.frame is not None
        for neighbor in range(max(0, box.frame - 1), box.frame + 2):
            assert inside(box.rect, found[neighbor])


def test_a_gap_is_covered_by_both_boxes_and_the_line() -> None:
    found = covered([at(10, 20, track="1"), at(20, 120, track="1")], 60, Choice(lost=0.2))
    assert inside((20, 50, 40, 70), found[13]) and inside((120, 50, 140, 70), found[17])
    assert inside((70, 50, 90, 70), found[15])
    found = covered([at(10, 20, track="1"), at(50, 220, track="1")], 60, Choice(lost=0.2))
    assert inside((120, 50, 140, 70), found[30]) and not inside((20, 50, 40, 70), found[30])


def test_a_box_that_is_seen_in_each_frame_is_not_enlarged() -> None:
    regions = regions_of_video(Boxes(tuple(at(frame, 50 + frame) for frame in range(50))), Choice(max_speed=400), clip(50))
    (track,), _ = tracks_of([regions], INFO)
    assert max(region.rect[2] for frame in range(50) for region in track.at(frame / RATE, 0.3, 400)) == 22


@given(
    st.lists(st.tuples(st.floats(0, 2 * math.pi), st.floats(0, 1)), min_size=10, max_size=60),
    st.sets(st.integers(0, 59), min_size=1),
    st.floats(10, 400),
    st.booleans(),
    st.booleans(),
)
def test_nothing_within_the_speed_escapes(
    steps: list[tuple[float, float]], seen: set[int], speed: float, tracked: bool, uneven: bool
) -> None:
    """An object walks; a detector sees it in some frames. It is covered in all others within a second of those."""
    times = [index / RATE + (0.01 * (index % 3) if uneven else 0) for index in range(len(steps))]
    x = y = 100.0
    walk = [(x, y)]
    for (angle, pace), (since, until) in zip(steps[1:], pairwise(times), strict=True):
        length = pace * speed * (until - since)
        x, y = x + math.cos(angle) * length, y + math.sin(angle) * length
        walk.append((x, y))
    known = sorted(frame for frame in seen if frame < len(walk)) or [0]
    boxes = [at(frame, *walk[frame], track="7" if tracked else "") for frame in known]
    found = covered(boxes, 0, Choice(lost=1.0, max_speed=speed), times=Clip(tuple(times), SIZE))
    for frame, (x, y) in enumerate(walk):
        near = min(abs(times[frame] - times[each]) for each in known) <= 1.0
        if near or tracked and known[0] <= frame <= known[-1]:
            assert inside((x, y, x + 20, y + 20), found[frame]), frame


def test_when_the_id_changes_the_cover_is_seamless() -> None:
    """A tracker loses an object for half a second and then gives it another number."""
    boxes = [at(frame, 50 + frame, track="1") for frame in range(20)]
    boxes += [at(frame, 50 + frame, track="2") for frame in range(33, 60)]
    found = covered(boxes, 60)
    for frame in range(60):
        assert inside((50 + frame, 50, 70 + frame, 70), found[frame])


def test_boxes_without_tracks_are_linked_by_their_overlap() -> None:
    moving = [at(frame, 10 + 2 * frame) for frame in range(40)]
    still = [at(frame, 200, 100) for frame in range(0, 40, 3)]
    found = regions_of_video(Boxes(tuple(moving + still)), Choice(lost=0.3), clip(40))
    assert len(found.regions) == 2
    # After a gap, it is expected where its speed has taken it.
    gap = [at(frame, 10 + 4 * frame) for frame in (*range(10), *range(20, 30))]
    assert len(regions_of_video(Boxes(tuple(gap)), Choice(), clip(40)).regions) == 1
    # Boxes that overlap too little are two objects, and each is held.
    jumping = regions_of_video(Boxes((at(0, 10), at(1, 25))), Choice(), clip(40))
    assert [region.end for region in jumping.regions] == [26 / RATE, 27 / RATE]
    labels = regions_of_video(Boxes((at(0, 10, label="a"), at(1, 10, label="b"))), Choice(), clip(40))
    assert len(labels.regions) == 2


VIDEO = """<annotations><track label="face">
<box frame="10" outside="0" keyframe="1" xtl="20" ytl="50" xbr="40" ybr="70"/>
<box frame="20" outside="0" keyframe="1" xtl="120" ytl="50" xbr="140" ybr="70"/>
<box frame="25" outside="1" keyframe="1" xtl="120" ytl="50" xbr="140" ybr="70"/>
<box frame="50" outside="0" keyframe="1" xtl="20" ytl="50" xbr="40" ybr="70"/></track></annotations>"""


def test_a_person_says_where_a_track_ends() -> None:
    read = read_cvat(VIDEO.encode())
    found = covered(list(read.boxes), 100, complete=read.complete)
    # Outside since frame 25, and again visible from 50. Nobody said that it left after that.
    assert present(found) == [*range(9, 27), *range(49, 77)]
    assert inside((70, 50, 90, 70), found[15]) and not inside((20, 50, 40, 70), found[15])


@pytest.mark.parametrize("frame", [0, 100])
def test_a_frame_that_does_not_exist_is_an_error(frame: int) -> None:
    boxes = Boxes((at(frame, 50, path="line 9"),), first=1) if frame == 0 else Boxes((at(frame, 50, path="line 9"),))
    with pytest.raises(UsageError, match=f"line 9: the frame must be from . to .*, as the video has 100 frames .got {frame}."):
        regions_of_video(boxes, Choice(), clip(100))
    with pytest.raises(UsageError, match="line 9: the time must be within the video"):
        regions_of_video(Boxes((at(0, 50, path="line 9")._replace(time=4.05),)), Choice(), clip(100))


def test_pictures_of_several_videos_are_an_error() -> None:
    boxes = (at(3, 50, picture="a/3.png"), at(3, 60, picture="b/3.png", path="annotations[1]"))
    with pytest.raises(UsageError, match=r"annotations\[1\]: 'b/3.png' and 'a/3.png' are the same frame"):
        regions_of_video(Boxes(boxes), Choice(), clip(9))
    with pytest.raises(UsageError, match="the pictures have 2 sizes"):
        regions_of_video(Boxes((), pictures={"a": (1, 2), "b": (2, 1)}), Choice(), clip(9))
    with pytest.raises(UsageError, match="made for 64 × 48 pixels"):
        regions_of_video(Boxes((), size=(64, 48)), Choice(), clip(9))
    with pytest.raises(UsageError, match="'one.png' is not a frame of a video"):
        regions_of_video(Boxes((Detection(Rect(0, 0, 9, 9), picture="one.png"),)), Choice(), clip(9))


# ---- In a video with a variable frame rate ----


def ball(count: int) -> np.ndarray:
    """White pictures with a red square that moves by 6 pixels from each frame to the next."""
    frames = np.full((count, HEIGHT, WIDTH, 3), 255, np.uint8)
    for n in range(count):
        frames[n, 60:90, 10 + 6 * n : 40 + 6 * n] = (220, 0, 0)
    return frames


@pytest.fixture(scope="module")
def uneven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A video of 36 frames that lie 20 to 120 ms apart, with B-frames, that begins at 5 s."""
    folder = tmp_path_factory.mktemp("uneven")
    plain = encode(folder / "plain.mkv", ball(36), "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", "-bf", "2")
    filters = "setpts=(5+N*0.02+floor(N/3)*0.1)/TB"
    ffmpeg("-i", plain, "-vf", filters, "-vsync", "passthrough", "-c:v", "libx264", "-qp", "0", "-bf", "2", "-enc_time_base", "1/1000",
           folder / "uneven.mkv")  # fmt: skip
    return folder / "uneven.mkv"


def test_times_of_frames(uneven: Path) -> None:
    assert frame_times(uneven) == pytest.approx([n * 0.02 + n // 3 * 0.1 for n in range(36)], abs=0.0015)
    assert probe(uneven).width == WIDTH


@pytest.mark.parametrize("kind", ["mot", "mot0", "coco", "deface", "cvat"])
def test_an_object_of_an_uneven_video_is_covered(kind: str, uneven: Path, tmp_path: Path) -> None:
    """A detector saw the square in two of three frames, and nothing of it remains in any frame."""
    seen = [n for n in range(36) if n % 3]
    rows = [(n, 10 + 6 * n, 60, 30, 30) for n in seen]
    if kind.startswith("mot"):
        first = 0 if kind == "mot0" else 1
        text = "".join(f"{n + first},-1,{x + first},{y + first},{w},{h},0.9\n" for n, x, y, w, h in rows)
        # The square is not seen in frame 0, so nothing says that this file counts from 0.
    elif kind == "coco":
        images = [{"id": n, "file_name": f"f{n + 1:04}.png"} for n in seen]
        text = json.dumps({"images": images, "annotations": [{"image_id": n, "bbox": [x, y, w, h]} for n, x, y, w, h in rows]})
    elif kind == "deface":
        times = frame_times(uneven)
        text = "time,x1,y1,x2,y2,score\n" + "".join(f"{times[n]:.3f},{x},{y},{x + w},{y + h},0.9\n" for n, x, y, w, h in rows)
    else:
        box = '<box frame="{}" outside="{}" xtl="{}" ytl="{}" xbr="{}" ybr="{}"/>'
        shapes = "".join(box.format(n, 0, x, y, x + w, y + h) for n, x, y, w, h in [(0, 10, 60, 30, 30), *rows])
        text = f'<annotations><track label="ball">{shapes}</track></annotations>'
    (tmp_path / "boxes").write_text(text)
    command = ["video", uneven, tmp_path / "out.mkv", "--regions", tmp_path / "boxes", "--hold", "0", "--dilation", "0"]
    done = scrim_command(*command, "--codec-block", "0", "--crf", "0", "--preset", "ultrafast", "--json")
    assert done.code == 0, done
    assert done.json["frames_covered"] == 36
    frames = np.frombuffer(decoded(tmp_path / "out.mkv", "rgb24"), np.uint8).reshape(-1, HEIGHT, WIDTH, 3).astype(int)
    red = (frames[..., 0] - frames[..., 1] > 60).sum((1, 2))
    assert red.tolist() == [0] * 36


def test_styles_of_classes_in_a_video(uneven: Path, tmp_path: Path) -> None:
    (tmp_path / "gt.txt").write_text("1,1,11,61,30,30,1,1,1\n36,2,100,100,30,30,1,2,1\n")
    command = ["video", uneven, tmp_path / "out.mkv", "--regions", tmp_path / "gt.txt", "--preset", "ultrafast", "--json"]
    done = scrim_command(*command, "--class-style", "1=frost:7", "--style", "tiles", "--lost", "0.1")
    assert done.code == 0 and done.json["weakest_class"] == "synthetic"
    assert 0 < done.json["frames_covered"] < 36
    assert scrim_command(*command, "--class", "3").code == 2
    assert scrim_command(*command, "--class-style", "1=fog").code == 2
    assert scrim_command(*command, "--min-confidence", "2").code == 2  # nothing remains to cover
    done = scrim_command("video", uneven, tmp_path / "out.mkv", "--rect", "1,1,9,9", "--class", "1")
    assert done.code == 2 and "need --regions FILE" in done.err


def test_boxes_and_a_video_from_a_pipe(uneven: Path, tmp_path: Path) -> None:
    (tmp_path / "det.txt").write_text("1,-1,11,61,30,30,1\n")
    more = ["--regions", tmp_path / "det.txt", "--preset", "ultrafast"]
    packages = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-m", "scrim_tools", "video", "-", tmp_path / "out.mkv", *more]
    environment = {**os.environ, "PYTHONPATH": packages}
    done = subprocess.run(command, input=uneven.read_bytes(), capture_output=True, env=environment)
    assert done.returncode == 0, done.stderr
    (tmp_path / "broken.mkv").write_bytes(b"no video" * 99)
    failed = scrim_command("video", tmp_path / "broken.mkv", tmp_path / "out.mkv", *more)
    assert failed.code == 1 and "broken.mkv: FFmpeg cannot read this file" in failed.err


def test_the_style_of_a_class_is_in_the_regions() -> None:
    choice = Choice(class_styles=(("b", Style.tiles()),), style=Style.frost(1))
    found = regions_of_video(Boxes((at(0, 10, label="a"), at(0, 90, label="b")), classes=("a", "b")), choice, clip(3))
    assert [region.style for region in found.regions] == [Style.frost(1), Style.tiles()]


@pytest.mark.parametrize(("listed", "ends"), [(10, True), (44, True), (45, False), (50, False)])
def test_pictures_that_end_before_the_video(listed: int, ends: bool) -> None:
    """As those of every fifth frame do, whose numbers are no frames of the video."""
    images = [{"id": number, "file_name": f"f_{number:04}.png"} for number in range(1, listed + 1)]
    boxes = read_coco({"images": images, "annotations": [{"image_id": 1, "category_id": 1, "bbox": [1, 1, 9, 9]}]})
    if not ends:
        assert regions_of_video(boxes, Choice(), clip(50)).regions
        return
    with pytest.raises(UsageError, match=f"the last picture is frame {listed}, but the video has 50 frames"):
        regions_of_video(boxes, Choice(), clip(50))
