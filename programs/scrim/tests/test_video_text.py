# SPDX-License-Identifier: MIT
"""--text in videos: in every frame, all ink of the secrets is covered. The tests draw the videos, so they know the ink."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from cli_run import Ran, scrim_command
from text_readings import kept_readings  # noqa: F401
from text_videos import CARD, EMAIL, SCENES, SIMILAR, Shown, cuts, page, score, typing, write
from video_files import decoded, ffmpeg

from scrim_tools.video import text as video_text
from scrim_tools.video.text_frames import FrameVideo

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")

#: Nothing is enlarged for the codec, so that only the place of the text decides.
PLAIN = ("--dilation", 0, "--codec-block", 0, "--crf", 0, "--preset", "ultrafast", "--style", "solid:#ff00ff", "--json")
#: The largest shares of all pixels that may be covered. --hold covers text that moves at several places.
SHARES = {"scroll": 0.2, "lines": 0.5, "drag": 0.15, "typing": 0.05, "cuts": 0.05, "fade": 0.05, "newline": 0.05}


def frames(shown: list[Shown]) -> list[np.ndarray]:
    return [one.frame for one in shown]


def cover(source: Path, target: Path, *more: object) -> Ran:
    return scrim_command("video", source, target, *more, *PLAIN)


#: Text moves and appears in other scenes too. script/test long runs these.
REPEATED = ("lines", "drag", "fade", "tooltip", "typing", "alike")


def marked(names: Iterable[str]) -> list[object]:
    return [pytest.param(name, marks=[pytest.mark.long] * (name in REPEATED)) for name in names]


@pytest.mark.parametrize("name", marked(SCENES))
def test_every_frame_is_covered(name: str, tmp_path: Path) -> None:
    shown = SCENES[name]()
    source = write(tmp_path / "in.mp4", frames(shown))
    patterns = [word for word, secret in (("email", EMAIL), ("card", CARD)) if holds(name, secret)]
    ran = cover(source, tmp_path / "out.mp4", *(option for word in patterns for option in ("--text", word)))
    assert ran.code == 0, ran
    scored = score(tmp_path / "out.mp4", shown)
    assert scored.frames > 5 and scored.left == [] and scored.covered == scored.frames
    assert 0 < scored.share <= SHARES[name]
    assert ran.json["words_read"] > 0 and 0 < ran.json["frames_read"] < len(shown) / 5
    assert ran.json["frames_missed"] == 0
    assert not any(secret[:4] in ran.out for secret in (EMAIL, CARD))


def holds(name: str, secret: str) -> bool:
    return name in ("scroll", "lines") or (secret == EMAIL) == (name in ("typing", "cuts", "newline"))


@pytest.mark.parametrize("name", marked(SIMILAR))
def test_similar_secrets_are_told_apart(name: str, tmp_path: Path) -> None:
    """Each frame shows several addresses that differ in a digit, or one that is hard to see."""
    shown = SIMILAR[name]()
    source = write(tmp_path / "in.mp4", frames(shown), crf="18", preset="veryfast")
    ran = cover(source, tmp_path / "out.mp4", "--text", "email", "--text-every", 60 if name == "tooltip" else 30)
    assert ran.code == 0, ran
    scored = score(tmp_path / "out.mp4", shown)
    assert scored.frames > 5 and scored.left == [] and scored.covered == scored.frames
    assert ran.json["frames_missed"] == 0 and ran.json["missed_at"] == []


def test_the_times_of_missed_frames_are_named(tmp_path: Path) -> None:
    shown = [page(index, EMAIL if index == 12 else "").shown() for index in range(14)]
    source = write(tmp_path / "in.mp4", frames(shown))
    ran = cover(source, tmp_path / "out.mp4", "--text", "email", "--text-every", 100, "--allow-nothing", "--rect", "0,0,16,16")
    assert ran.code == 0 and ran.json["frames_missed"] == len(ran.json["missed_at"]) > 5
    assert round(12 / 30, 3) in ran.json["missed_at"]
    (warning,) = [told for told in ran.json["warnings"] if "before it was read" in told]
    assert f"{ran.json['missed_at'][0]:.2f}, {ran.json['missed_at'][1]:.2f}" in warning


def test_without_the_option_the_secret_stays(tmp_path: Path) -> None:
    shown = cuts()
    source = write(tmp_path / "in.mp4", frames(shown))
    assert cover(source, tmp_path / "out.mp4", "--rect", "0,0,16,16").code == 0
    scored = score(tmp_path / "out.mp4", shown)
    assert (scored.frames, scored.covered) == (8, 0)
    luma = np.frombuffer(decoded(tmp_path / "out.mp4", "gray"), np.uint8).reshape(-1, *shown[0].frame.shape)
    assert (np.abs(luma[44].astype(int) - shown[44].frame)[shown[44].ink] < 60).mean() > 0.95


def test_a_single_frame_is_read(tmp_path: Path) -> None:
    shown = cuts(length=1, count=50)
    source = write(tmp_path / "in.mp4", frames(shown))
    assert cover(source, tmp_path / "out.mp4", "--text", "email", "--hold", 0).code == 0
    scored = score(tmp_path / "out.mp4", shown)
    assert (scored.frames, scored.covered) == (1, 1)


def test_frames_that_are_no_longer_in_memory_are_decoded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = typing(every=3)
    source = write(tmp_path / "in.mp4", frames(shown), crf="20", g="12")
    height, width = shown[0].frame.shape
    monkeypatch.setattr(video_text, "_MEMORY", 9 * width * height)
    assert cover(source, tmp_path / "out.mp4", "--text", "email").code == 0
    scored = score(tmp_path / "out.mp4", shown)
    assert scored.frames > 80 and scored.left == []


def test_all_frames_can_be_read(tmp_path: Path) -> None:
    shown = [page(1, EMAIL).shown()] * 3 + [page(2).shown()] * 2
    source = write(tmp_path / "in.mp4", frames(shown))
    ran = cover(source, tmp_path / "out.mp4", "--text", "email", "--text-every", 1)
    assert ran.code == 0 and ran.json["frames_read"] == 5
    assert score(tmp_path / "out.mp4", shown).covered == 3


def test_a_still_video_is_read_once(tmp_path: Path) -> None:
    shown = [page(1, EMAIL).shown()] * 70
    source = write(tmp_path / "in.mp4", frames(shown))
    ran = cover(source, tmp_path / "out.mp4", "--text", "email")
    assert ran.json["frames_read"] == 1
    assert score(tmp_path / "out.mp4", shown).covered == 70


@pytest.mark.parametrize("pixel_format", ["rgba", "rgb24"])
def test_transparency_leads_to_a_warning(pixel_format: str, tmp_path: Path) -> None:
    """Frames are read without it, so text may show only in front of some backgrounds."""
    source = write(tmp_path / "in.mp4", frames([page(1, EMAIL).shown()] * 2))
    ffmpeg("-i", source, "-c:v", "png", "-pix_fmt", pixel_format, tmp_path / "in.mov")
    ran = scrim_command("video", tmp_path / "in.mov", tmp_path / "out.mov", "--codec", "png", "--text", "email", "--json")
    assert ran.code == 0
    assert any("transparency" in warning for warning in ran.json["warnings"]) == (pixel_format == "rgba")


def test_a_pattern_that_finds_nothing(tmp_path: Path) -> None:
    source = write(tmp_path / "in.mp4", [page(1, EMAIL).shown().frame] * 3)
    target = tmp_path / "out.mp4"
    ran = cover(source, target, "--text", "email", "--text", "iban")
    assert ran.code == 4 and ran.json["error"]["message"] == f"{source}: no text was found for iban"
    assert not target.exists()
    ran = cover(source, target, "--text", "email", "--text", "iban", "--allow-nothing")
    assert ran.code == 0 and ran.json["warnings"][0] == "no text was found for iban"
    assert score(target, [page(1, EMAIL).shown()] * 3).covered == 3


@pytest.mark.parametrize("wrong", [["--text", "emial"], ["--text", "email", "--language", "../eng"], ["--text", "re:("]])
def test_wrong_words_are_errors_before_the_video_is_read(wrong: list[str], tmp_path: Path) -> None:
    assert cover(tmp_path / "missing.mp4", tmp_path / "out.mp4", *wrong).code == 2


def test_without_opencv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write(tmp_path / "in.mp4", [page(1, EMAIL).shown().frame])
    monkeypatch.setitem(__import__("sys").modules, "cv2", None)
    ran = cover(source, tmp_path / "out.mp4", "--text", "email")
    assert ran.code == 3 and "OpenCV" in ran.json["error"]["message"]
    assert ran.json["error"]["hint"] == "pip install 'scrim-tools[video]'"
    assert cover(source, tmp_path / "out.mp4", "--rect", "0,0,20,20").code == 0


@pytest.mark.parametrize("degrees", ["90", "180", "270"])
def test_turned_videos_are_read_upright(degrees: str, tmp_path: Path) -> None:
    """As the program ffmpeg turns them."""
    ffmpeg("-i", write(tmp_path / "in.mp4", [page(1).shown().frame] * 2), "-c", "copy", "-metadata:s:v:0", f"rotate={degrees}", tmp_path / "turned.mp4")
    video = FrameVideo(tmp_path / "turned.mp4")
    made = np.stack(list(video.frames()))
    width, height = video.size
    expected = np.frombuffer(decoded(tmp_path / "turned.mp4", "rgb24"), np.uint8).reshape(len(made), height, width, 3)
    assert made.shape == expected.shape and np.abs(made.astype(int) - expected).max() <= 2
    assert (video.span(1, 1)[0] == made[1]).all()


def test_batches(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    write(tmp_path / "src" / "a.mp4", [page(1, EMAIL).shown().frame] * 4)
    write(tmp_path / "src" / "b.mp4", [page(1).shown().frame] * 4)
    rules = tmp_path / "rules.json"
    rules.write_text(
        '{"rules": [{"files": "*.mp4", "text": ["email"], "language": "eng", "text_every": 10, "style": "solid:#ff00ff"}]}'
    )
    ran = scrim_command("batch", tmp_path / "src", tmp_path / "dst", "--rules", rules, "--workers", 0, "--json")
    assert (ran.code, ran.json["done"], ran.json["failed"]) == (5, 1, 1)
    (failure,) = ran.json["failures"]
    assert (failure["path"], failure["error"], failure["code"]) == ("b.mp4", "no text was found for email", 4)
    assert score(tmp_path / "dst" / "a.mp4", [page(1, EMAIL).shown()] * 4).covered == 4
    assert [path.name for path in (tmp_path / "dst").glob("*.mp4")] == ["a.mp4"]
