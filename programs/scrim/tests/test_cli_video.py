# SPDX-License-Identifier: MIT
"""scrim video: what is said, and what is left."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from cli_run import PYTHONPATH
from video_files import HEIGHT, WIDTH, decoded, ffmpeg, ffprobe, lossless, yuv_planes

from scrim_tools.cli import main
from scrim_tools.cli.progress_bar import ProgressBar, clock


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lossless(tmp_path_factory.mktemp("cli") / "in.mp4", 26, 1)


def regions(path: Path, **value: object) -> str:
    path.write_text(json.dumps(value))
    return str(path)


def test_regions_move_as_the_file_says(clip: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frames = [{"time": 0.2, "rect": [10, 10, 30, 20]}, {"time": 0.8, "rect": [130, 70, 30, 20]}]
    name = regions(tmp_path / "r.json", regions=[{"from": 0.2, "to": 0.8, "keyframes": frames}])
    out = str(tmp_path / "out.mp4")
    command = ["video", str(clip), out, "--regions", name, "--hold", "0", "--codec-block", "0", "--dilation", "0", "--crf", "0", "--json"]
    assert main([*command, "--preset", "ultrafast"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] and (report["frames"], report["frames_covered"]) == (26, 16)
    assert report["weakest_class"] == "solid" and report["frames_per_second"] > 0
    luma = yuv_planes(decoded(Path(out)))[0]
    for index in (5, 10, 15, 20):
        x, y = 10 + (index - 5) * 8, 10 + (index - 5) * 4
        assert (luma[index, y : y + 20, x : x + 30] == 16).all()
        # A pixel more, where a sum is not exact.
        assert (luma[index, y : y + 20, x - 2] != 16).any() and (luma[index, y : y + 20, x + 31] != 16).any()
    assert (luma[21] == yuv_planes(decoded(clip))[0][21]).all()


def test_held_region_jumps_and_hold_covers_both_places(clip: Path, tmp_path: Path) -> None:
    frames = [{"time": 0, "rect": [10, 10, 30, 20]}, {"time": 0.4, "rect": [130, 70, 30, 20]}]
    name = regions(tmp_path / "r.json", regions=[{"held": True, "keyframes": frames}])
    out = tmp_path / "out.mp4"
    command = ["video", str(clip), str(out), "--regions", name, "--hold", "0.05", "--codec-block", "0", "--dilation", "0", "--crf", "0"]
    assert main([*command, "--preset", "ultrafast"]) == 0
    luma = yuv_planes(decoded(out))[0]
    first, second = (luma[:, 10:30, 10:40] == 16), (luma[:, 70:90, 130:160] == 16)
    assert [n for n in range(26) if first[n].all()] == list(range(12))
    assert [n for n in range(26) if second[n].all()] == list(range(8, 26))
    for wrong in ({"rect": [0, 0, 5, 5], "held": True}, {"keyframes": frames, "held": 1}):
        assert main([*command[:4], regions(tmp_path / "wrong.json", regions=[wrong])]) == 2


def test_turned_video_stays_turned(clip: Path, tmp_path: Path) -> None:
    """A telephone's: the region is where a viewer saw it, and the output is shown as the input was."""
    source, target = tmp_path / "in.mp4", tmp_path / "out.mp4"
    ffmpeg("-i", clip, "-c", "copy", "-metadata:s:v:0", "rotate=90", source)
    assert main(["video", str(source), str(target), "--rect=20,200,60,80", "--crf", "0", "--codec-block", "0", "--dilation", "0"]) == 0
    matrices = [ffprobe(path, "-show_streams")["streams"][0]["side_data_list"] for path in (source, target)]
    assert matrices[0] == matrices[1]
    shown = np.frombuffer(decoded(target, "gray"), np.uint8).reshape(-1, WIDTH, HEIGHT)
    before = np.frombuffer(decoded(source, "gray"), np.uint8).reshape(-1, WIDTH, HEIGHT)
    inside = np.zeros((WIDTH, HEIGHT), bool)
    inside[200:280, 20:80] = True
    assert (shown[:, inside] <= 16).all() and (shown[:, ~inside] == before[:, ~inside]).all()


def test_exit_codes(clip: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out.mp4")
    assert main(["video", str(clip), out]) == 2
    assert "no region is given" in capsys.readouterr().err
    assert main(["video", str(clip), str(tmp_path / "out"), "--rect", "1,1,5,5"]) == 2
    assert main(["video", str(clip), str(tmp_path / "no" / "out.mp4"), "--rect", "1,1,5,5"]) == 2
    assert main(["video", str(tmp_path / "no.mp4"), out, "--rect", "1,1,5,5"]) == 1
    assert "no.mp4: the file or folder does not exist" in capsys.readouterr().err
    assert main(["video", str(clip), out, "--rect", "4000,1,5,5", "--json"]) == 4
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "nothing"
    assert main(["video", str(clip), out, "--rect", "1,1,5,5", "--codec", "ffv2"]) == 1
    assert "ffmpeg -encoders lists the encoders" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["video", str(clip), out, "--rect", "1,1,5,-5"])
    assert list(tmp_path.iterdir()) == []


def test_reversible_style_and_what_is_left_out_are_warned_of(
    clip: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.mkv"
    ffmpeg("-i", clip, "-map", "0", "-map", "0", "-c", "copy", source)
    assert main(["video", str(source), str(tmp_path / "out.mkv"), "--rect", "1,1,50,50", "--style", "blur:8"]) == 0
    said = capsys.readouterr().err
    assert "blur 8 does not hide" in said and "left out: video (h264)" in said


def test_bar() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    with ProgressBar("frames", 200, stream=terminal) as bar:
        bar.update(50)
    assert terminal.getvalue().startswith("\r 25% [######..................] 50/200 frames, ")
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert (
        ProgressBar("files", 200).line(50, 10.0)
        == " 25% [######..................] 50/200 files, 5.0 files/s, 0:30 left"
    )
    assert ProgressBar("files", None).line(50, 10.0) == "50 files, 5.0 files/s, 0:10"
    assert ProgressBar("files", 10).line(12, 1.0).endswith("12.0 files/s, 0:00 left")
    assert ProgressBar("files", 10).line(0, 0.0).endswith("0.0 files/s, …")
    plain = io.StringIO()
    with ProgressBar("frames", 200, stream=plain) as bar:
        bar.update(50)
    assert plain.getvalue() == ""
    assert [clock(seconds) for seconds in (7, 205, 3723)] == ["0:07", "3:25", "1:02:03"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupted_it_leaves_nothing(number: signal.Signals, clip: Path, tmp_path: Path) -> None:
    source, folder = tmp_path / "in.mp4", tmp_path / "out"
    folder.mkdir()
    ffmpeg("-stream_loop", "40", "-i", clip, "-c", "copy", source)
    # The signal may be ignored in the tests: nohup does this, and shells do it for background programs.
    command = ["env", f"--default-signal={number.name.removeprefix('SIG')}"]
    command += [sys.executable, "-m", "scrim_tools", "video", source, folder / "out.mp4", "--rect=9,9,50,50"]
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
    with subprocess.Popen(
        [*map(str, command), "--preset=placebo"], env=environment, stderr=subprocess.PIPE, text=True
    ) as done:
        end = time.monotonic() + 60
        while not any(path.stat().st_size for path in folder.iterdir()) and time.monotonic() < end:
            assert done.poll() is None
            time.sleep(0.01)
        done.send_signal(number)
        said = done.communicate(timeout=60)[1]
    assert (done.returncode, said) == (130, "scrim video: interrupted\n")
    assert list(folder.iterdir()) == []
