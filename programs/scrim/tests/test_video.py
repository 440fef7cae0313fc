# SPDX-License-Identifier: MIT
"""Videos: covered pictures show nothing of what they cover, and all else stays."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import pytest
import video_files as files
from cli_run import scrim_command
from video_files import (
    HEIGHT,
    SECRET,
    WIDTH,
    decoded,
    encode,
    ffmpeg,
    ffprobe,
    packets,
    scene,
    times,
)
from video_fixtures import QUICK, folder, options, pair, secret_track, short  # noqa: F401

from scrim import Region, StyleClass, Style
from scrim_tools.cli.video import warnings_of
from scrim_tools.video import NothingCoveredError, Track, VideoError, VideoOptions, frame_times, probe, redact_video
from scrim_tools.video.rewrite import _Painter
from scrim_tools.video.shown import Shown
from scrim_tools.video.source import first_frame


def test_two_interiors_give_the_same_file(pair: tuple[Path, Path], tmp_path: Path) -> None:
    """The encoder gets the same pictures, so all bytes are the same, the sizes of packets and their kinds included."""
    assert decoded(pair[0]) != decoded(pair[1])
    styles = [Style.solid("#204060"), Style.frost(7), Style.tiles(7)]
    x, y, width, height = SECRET
    tracks = [
        Track.still(Region((x, y, 30, height))),
        Track.still(Region((x + 30, y, 30, height), 1)),
        Track.still(Region((x + 60, y, width - 60, height), 2)),
    ]
    for index, source in enumerate(pair):
        redact_video(source, tmp_path / f"{index}.mkv", tracks, options(styles=styles, preset="veryfast"))
    assert (tmp_path / "0.mkv").read_bytes() == (tmp_path / "1.mkv").read_bytes()


def test_what_is_outside_still_tells_two_videos_apart(pair: tuple[Path, Path], tmp_path: Path) -> None:
    """The comparison above can fail: with a region that is too small it does."""
    x, y, width, height = SECRET
    for index, source in enumerate(pair):
        track = Track.still(Region((x, y, width, height - 2)))
        redact_video(source, tmp_path / f"{index}.mkv", [track], options(codec_block=0, dilation=0))
    assert (tmp_path / "0.mkv").read_bytes() != (tmp_path / "1.mkv").read_bytes()


def test_sound_subtitles_and_times_stay(pair: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "out.mkv"
    report = redact_video(pair[0], target, [secret_track()], QUICK)
    assert len(packets(pair[0], "a:0")) > 400
    for stream in ("a:0", "s:0"):
        assert packets(target, stream) == packets(pair[0], stream)
    assert times(target) == times(pair[0])
    assert (report.frames, report.exact_times) == (250, True)
    assert report.copied == ("audio (aac)", "subtitle (srt)")
    assert ffprobe(target, "-show_streams")["streams"][1]["tags"]["language"] == "deu"


def test_outside_every_number_stays_and_inside_is_the_cover(pair: tuple[Path, Path], tmp_path: Path) -> None:
    """Pictures are made of others: had a cover been drawn into those that the decoder still needs, it would show."""
    target = tmp_path / "out.mkv"
    redact_video(pair[0], target, [secret_track()], options(codec_block=0, dilation=0, crf=0))
    x, y, width, height = SECRET
    before, after = files.yuv_planes(decoded(pair[0])), files.yuv_planes(decoded(target))
    for plane, (original, covered) in enumerate(zip(before, after, strict=True)):
        step = 2 if plane else 1
        inside = np.zeros(original.shape[1:], bool)
        inside[y // step : -(-(y + height) // step), x // step : -(-(x + width) // step)] = True
        assert (original[:, ~inside] == covered[:, ~inside]).all()
        assert (covered[:, inside] == (128 if plane else 16)).all()


def test_block_of_the_source_is_covered_whole(short: Path, tmp_path: Path) -> None:
    redact_video(short, tmp_path / "out.mp4", [secret_track()], options(crf=0))
    luma = files.yuv_planes(decoded(tmp_path / "out.mp4"))[0]
    assert (luma[:, 47:97, 95:193] == 16).all()  # 48 … 96 and 96 … 192, and one more
    assert (luma[:, 46] != 16).any() and (luma[:, :, 193] != 16).any()


# ---- Times ----


def test_variable_rate_stays(short: Path, tmp_path: Path) -> None:
    """Pictures at odd times, in two kinds of container."""
    for suffix in (".mp4", ".mkv"):
        source, target = tmp_path / f"in{suffix}", tmp_path / f"out{suffix}"
        uneven = "setpts='(N*N*7+N*33)/1000/TB'"
        ffmpeg("-i", short, "-vf", uneven, "-vsync", "vfr", "-video_track_timescale", "90000", *files.LOSSLESS, source)
        assert len({float(b) - float(a) for a, b in zip(times(source), times(source)[1:], strict=False)}) > 10
        report = redact_video(source, target, [secret_track()], options(preset="veryfast"))
        assert times(target) == times(source)
        assert report.exact_times
        (before,), (after,) = (ffprobe(path, "-show_entries", "format=duration").values() for path in (source, target))
        assert float(after["duration"]) == pytest.approx(float(before["duration"]), abs=1e-3)


def test_times_that_the_container_cannot_hold_are_told(short: Path, tmp_path: Path) -> None:
    source = tmp_path / "in.mp4"
    ffmpeg("-i", short, "-vf", "setpts=N*1001/30000/TB", "-r", "30000/1001", *files.LOSSLESS, source)
    assert not redact_video(source, tmp_path / "out.mkv", [secret_track()], QUICK).exact_times
    assert redact_video(source, tmp_path / "out.mp4", [secret_track()], QUICK).exact_times


@pytest.mark.parametrize("suffix", [".avi", ".wmv", ".mpg", ".h264"])
def test_containers_without_exact_time_stamps_are_told(suffix: str, short: Path, tmp_path: Path) -> None:
    """FFmpeg leaves out the time stamps there, or changes them."""
    ran = scrim_command("video", short, tmp_path / f"out{suffix}", "--rect=10,10,40,30", "--preset=ultrafast", "--json")
    assert ran.code == 0 and not ran.json["exact_times"]
    assert any("the times of frames may have been rounded" in warning for warning in ran.json["warnings"])


def test_regions_come_and_go(short: Path, tmp_path: Path) -> None:
    """At 25 pictures a second; hold covers two pictures more before, of which one vanishes in this time, and one after."""
    tracks = [Track.still(Region((10, 10, 40, 30)), start=0.4, end=0.6)]
    report = redact_video(short, tmp_path / "out.mp4", tracks, options(hold=0.05, codec_block=0, dilation=0, crf=0))
    black = (files.yuv_planes(decoded(tmp_path / "out.mp4"))[0][:, 10:40, 10:50] == 16).all(axis=(1, 2))
    assert [n for n in range(30) if black[n]] == list(range(8, 17))
    assert report.frames_covered == 9


@pytest.mark.parametrize("suffix", [".mp4", ".mkv"])
def test_a_frame_that_is_on_the_screen_when_a_region_begins_is_covered(suffix: str, short: Path, tmp_path: Path) -> None:
    """The frames come at 0, 4, 6 and 8 seconds. The sound lasts for 12 seconds, so players show the last frame until then."""
    source, target = tmp_path / f"in{suffix}", tmp_path / f"out{suffix}"
    at = "trim=end_frame=4,setpts='(N+gte(N,1)*3+gte(N,2)+gte(N,3))/TB'"
    sound = ["-f", "lavfi", "-i", "sine=440:d=12"]
    ffmpeg("-i", short, *sound, "-vf", at, "-vsync", "vfr", "-video_track_timescale", "1000", *files.LOSSLESS, source)
    assert frame_times(source) == [0, 4, 6, 8]
    where = Region((10, 10, 40, 30))

    def covered(*tracks: Track, **how: object) -> list[int]:
        redact_video(source, target, tracks, options(codec_block=0, dilation=0, crf=0, allow_nothing=True, **how))
        black = (files.yuv_planes(decoded(target))[0][:, 10:40, 10:50] == 16).all(axis=(1, 2))
        return [n for n in range(4) if black[n]]

    assert covered(Track.still(where, 5, 7)) == [1, 2]
    assert covered(Track.still(where, 6, 7), hold=0) == [2]
    assert covered(Track.still(where, 6, 7), hold=0.1) == [1, 2]
    assert covered(Track([(0, Region((90, 90, 9, 9))), (5.5, where)], held=True)) == [1, 2, 3]
    assert covered(Track.still(where, 8.5, 9)) == [3]


@pytest.mark.parametrize("auto_dilate", [False, True])
@pytest.mark.parametrize(("format", "said"), [("flv", 3), ("matroska", None)])
def test_the_last_frame_is_covered_for_all_of_the_sound_whatever_the_header_says(
    format: str, said: int | None, auto_dilate: bool, tmp_path: Path
) -> None:
    """A recording that FFmpeg writes into a pipe. In FLV, it then says how long the video is, and nothing about the sound."""
    source, target, where = tmp_path / "in", tmp_path / "out.mkv", Region((8, 8, 80, 40))
    picture, sound = ("-f", "lavfi", "-i", "testsrc2=s=160x96:r=10:d=3"), ("-f", "lavfi", "-i", "sine=d=12")
    source.write_bytes(ffmpeg(*picture, *sound, "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-f", format, "pipe:1"))
    with av.open(str(source)) as container:
        assert container.duration is None if said is None else round(container.duration / 1e6) == said
    how = options(crf=0, dilation=0, codec_block=0, auto_dilate=auto_dilate)
    report = redact_video(source, target, [Track.still(where, 5, 20)], how)
    luma = files.yuv_planes(decoded(target), 160, 96)[0]
    assert [n for n in range(30) if (luma[n, 8:48, 8:88] == 16).all()] == [29]
    assert (report.dilation > 0) == auto_dilate
    with pytest.raises(NothingCoveredError):
        redact_video(source, target, [Track.still(where, 12.5, 20)], how)


def test_time_begins_with_the_first_picture(short: Path, tmp_path: Path) -> None:
    source = tmp_path / "late.ts"
    ffmpeg("-i", short, "-c", "copy", "-output_ts_offset", "100.00077", source)
    tracks = [Track.still(Region((10, 10, 40, 30)), start=0.4, end=0.6)]
    assert redact_video(source, tmp_path / "out.mkv", tracks, options(hold=0)).frames_covered == 6
    assert redact_video(source, tmp_path / "out.mp4", tracks, options(hold=0)).exact_times
    assert times(tmp_path / "out.mp4") == times(source)


# ---- Colors ----

RED = "#cc3311"


@pytest.mark.parametrize("matrix, scaler", [("bt709", "bt709"), ("smpte170m", "bt601"), ("bt2020nc", "bt2020")])
@pytest.mark.parametrize("range", ["tv", "pc"])
def test_color_is_that_which_was_asked_for(matrix: str, scaler: str, range: str, tmp_path: Path) -> None:
    """ffmpeg turns it back into red, green and blue, by what the file says."""
    convert = f"scale=out_color_matrix={scaler}:out_range={range},format=yuv420p"
    tags = ["-colorspace", matrix, "-color_range", range, "-color_primaries", "bt709", "-color_trc", "bt709"]
    source, target = tmp_path / "in.mp4", tmp_path / "out.mp4"
    encode(source, scene(2, 1), "-vf", convert, *files.LOSSLESS, *tags)
    redact_video(source, target, [secret_track()], options(styles=[Style.solid(RED)], crf=0))
    told = ("color_space", "color_range", "color_primaries", "color_transfer")
    before, after = (ffprobe(path, "-show_streams")["streams"][0] for path in (source, target))
    assert {name: before[name] for name in told} == {name: after[name] for name in told}
    assert after["color_space"] == matrix
    picture = decoded(target, "rgb24", "-vf", f"scale=in_color_matrix={scaler}:in_range={range}")
    inside = np.frombuffer(picture, np.uint8).reshape(-1, HEIGHT, WIDTH, 3)[:, 60:90, 110:180]
    assert abs(inside.astype(int) - (0xCC, 0x33, 0x11)).max() <= 3


# ---- Formats ----


def _first_plane(frame: av.VideoFrame) -> files.Pixels:
    plane = frame.planes[0]
    row = plane.width * {"bgr0": 4, "bgra": 4, "rgb24": 3, "bgr24": 3, "rgb565le": 2}.get(frame.format.name, 1)
    return np.frombuffer(memoryview(plane), np.uint8).reshape(plane.height, plane.line_size)[:, :row]


@pytest.mark.parametrize("format", ["nv12", "gray", "bgr0", "bgra", "rgb24", "yuvj420p", "rgb565le", "bgr24"])
@pytest.mark.parametrize("size", [(WIDTH, HEIGHT), (WIDTH - 3, HEIGHT - 1)])
def test_formats_need_no_conversion(format: str, size: tuple[int, int], tmp_path: Path) -> None:
    """As they come from the decoder: inside one number, outside the very bytes."""
    width, height = size
    codec = {"gray": "ffv1", "bgr0": "ffv1", "bgra": "ffv1", "yuvj420p": "mjpeg", "rgb24": "png"}.get(
        format, "rawvideo"
    )
    source = encode(tmp_path / "in.nut", scene(3, 5)[:, :height, :width], "-c:v", codec, "-pix_fmt", format)
    assert probe(source).pixel_format == format
    frame, info = first_frame(source)
    # The painter alone: no encoder takes all of these.
    painter = _Painter(frame, info, [secret_track()], VideoOptions(styles=[Style.solid("#ffffff")], codec_block=0, dilation=0))
    covered, report = painter.paint(Shown(frame, 0, 0.0, 0.04))
    assert report.pixels == SECRET[2] * SECRET[3]
    x, y, w, h = SECRET
    before, after = (_first_plane(picture) for picture in (frame, covered))
    inside = np.zeros(before.shape[:2], bool)
    pixel = before.shape[1] // width
    inside[y : y + h, x * pixel : (x + w) * pixel] = True
    assert (before[~inside] == after[~inside]).all() and (after[inside] != before[inside]).any()
    assert len(np.unique(after[inside].reshape(-1, pixel), axis=0)) == 1


def test_rgb_is_covered_before_an_encoder_converts_it(tmp_path: Path) -> None:
    """A recording of a screen in RGB: two interiors give one file though H.264 wants it converted."""
    for seed in (1, 2):
        encode(tmp_path / f"{seed}.mkv", scene(4, seed), "-c:v", "ffv1", "-pix_fmt", "bgr0")
        report = redact_video(
            tmp_path / f"{seed}.mkv", tmp_path / f"{seed}.mp4", [secret_track()], options(codec_block=0, dilation=0)
        )
        assert report.converted_after == "yuv420p" and report.converted_before is None
    assert (tmp_path / "1.mp4").read_bytes() == (tmp_path / "2.mp4").read_bytes()
    shown = np.frombuffer(decoded(tmp_path / "1.mp4", "rgb24"), np.uint8).reshape(-1, HEIGHT, WIDTH, 3)
    assert abs(shown.astype(int) - scene(4, 1))[:, 5:40, 5:300].mean() < 8  # the colours are as they were


def test_formats_that_the_library_lacks_are_converted_only_when_asked(tmp_path: Path) -> None:
    """The filter of the conversion carries the interior out; what it reaches is covered too."""
    for seed in (1, 2):
        encode(tmp_path / f"{seed}.mkv", scene(4, seed), "-c:v", "ffv1", "-pix_fmt", "yuv422p12le")
        source, target = tmp_path / f"{seed}.mkv", tmp_path / f"{seed}.mp4"
        with pytest.raises(VideoError, match="yuv422p12le"):
            redact_video(source, target, [secret_track()], QUICK)
        assert not target.exists()
        report = redact_video(source, target, [secret_track()], options(convert=True, codec_block=0, dilation=0))
        assert report.converted_before == "yuv420p"
    assert (tmp_path / "1.mp4").read_bytes() == (tmp_path / "2.mp4").read_bytes()


@pytest.mark.parametrize(("suffix", "changes"), [("webm", {"preset": None}), ("mp4", {}), ("mkv", {"codec": "ffv1", "preset": None})])
def test_rgb_that_the_library_lacks_keeps_its_colors(suffix: str, changes: dict[str, object], tmp_path: Path) -> None:
    """Frames that were converted must not be marked as RGB. VP9's encoder fails for them, and players show wrong colors."""
    source, target = tmp_path / "in.mkv", tmp_path / f"out.{suffix}"
    encode(source, scene(2, 1), "-c:v", "libx264rgb", "-qp", "0", "-pix_fmt", "gbrp")
    report = redact_video(source, target, [secret_track()], options(convert=True, codec_block=0, dilation=0, **changes))
    assert (report.pixel_format, report.converted_before) == ("gbrp", "yuv420p")
    stream = ffprobe(target, "-show_streams", "-select_streams", "v:0")["streams"][0]
    assert (stream["pix_fmt"], stream["color_space"], stream["color_range"]) == ("yuv420p", "bt709", "tv")
    shown = np.frombuffer(decoded(target, "rgb24"), np.uint8).reshape(-1, HEIGHT, WIDTH, 3)
    assert abs(shown.astype(int) - scene(2, 1))[:, 5:40, 5:300].mean() < 8


@pytest.mark.parametrize("matrix", ["bt709", "bt2020nc"])
def test_auto_dilate_works_for_frames_that_name_their_colors(matrix: str, short: Path, tmp_path: Path) -> None:
    source = tmp_path / "in.mp4"
    ffmpeg("-i", short, "-colorspace", matrix, "-color_range", "tv", *files.LOSSLESS, source)
    report = redact_video(source, tmp_path / "out.mp4", [secret_track()], options(auto_dilate=True, dilation=0, codec_block=0))
    assert (report.frames, report.dilation > 0) == (30, True)


# ---- Metadata ----


def test_nothing_else_is_copied(short: Path, tmp_path: Path) -> None:
    secret = "Alpenglow 17"
    chapters = tmp_path / "chapters.txt"
    chapters.write_text(f";FFMETADATA1\ntitle={secret}\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle={secret}\n")
    source = tmp_path / "in.mkv"
    more = ["-map", "0", "-map", "0", "-metadata", f"location={secret}", "-metadata:s:v:0", f"title={secret}"]
    more += ["-attach", str(chapters), "-metadata:s:t", "mimetype=text/plain"]
    ffmpeg("-i", short, "-i", chapters, "-map_metadata", "1", "-map_chapters", "1", *more, "-c", "copy", source)
    assert source.read_bytes().count(secret.encode()) >= 4
    target = tmp_path / "out.mkv"
    report = redact_video(source, target, [secret_track()], QUICK)
    assert secret.encode() not in target.read_bytes()
    assert report.dropped == ("video (h264)", "attachment")
    assert len(ffprobe(target, "-show_streams")["streams"]) == 1


def test_notes_of_subtitles_are_left_behind(short: Path, tmp_path: Path) -> None:
    """Editors write titles and the paths of files there. How the words look stays."""
    head = "[Script Info]\n; Alpenglow\n!: Alpenglow\nTitle: Alpenglow\nVideo File: /home/Alpenglow.mp4\n"
    head += "ScriptType: v4.00+\nPlayResX: 320\nPlayResY: 180\n\n[Aegisub Project Garbage]\nAudio File: Alpenglow\n\n"
    head += "[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,16\n\n"
    head += "[Fonts]\nfontname: Alpenglow.ttf\n\n"
    events = "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    events += "Dialogue: 0,0:00:00.10,0:00:01.00,Default,,0,0,0,,stays\n"
    # FFmpeg and other programs move these lines into the header.
    events += "Comment: 0,0:00:00.10,0:00:01.00,Default,,0,0,0,,Alpenglow\n"
    events += "Picture: 0,0:00:00.10,0:00:01.00,Default,,0,0,0,,Alpenglow.bmp\n"
    (tmp_path / "words.ass").write_text(head + events)
    source, target = tmp_path / "in.mkv", tmp_path / "out.mkv"
    ffmpeg("-i", short, "-i", tmp_path / "words.ass", "-map", "0:v", "-map", "1", "-c", "copy", source)
    assert source.read_bytes().count(b"Alpenglow") >= 6
    redact_video(source, target, [secret_track()], QUICK)
    assert b"Alpenglow" not in target.read_bytes()
    assert packets(target, "s:0") == packets(source, "s:0")
    said = ffmpeg("-i", target, "-f", "ass", "-").decode()
    for line in ("ScriptType: v4.00+", "PlayResX: 320", "Style: Default,Arial,16", events.splitlines()[1]):
        assert line in said


def test_captions_inside_of_pictures_are_left_behind(short: Path, tmp_path: Path) -> None:
    """A message in the stream that the decoder attaches to a picture."""
    source, target = tmp_path / "in.mp4", tmp_path / "out.mp4"
    message = "086f3693-b7b3-4f2c-9653-21492feee5b8+Alpenglow"
    ffmpeg("-i", short, "-c", "copy", "-bsf:v", f"h264_metadata=sei_user_data={message}", source)
    assert b"Alpenglow" in source.read_bytes()
    redact_video(source, target, [secret_track()], options(encoder={"udu_sei": "1"}))
    assert b"Alpenglow" not in target.read_bytes()


def test_reversible_style_is_told(short: Path, tmp_path: Path) -> None:
    report = redact_video(short, tmp_path / "out.mp4", [secret_track()], options(styles=[Style.blur(8)]))
    assert report.weakest_class is StyleClass.REVERSIBLE


def test_webm(short: Path, tmp_path: Path) -> None:
    report = redact_video(
        short, tmp_path / "out.webm", [secret_track()], VideoOptions(encoder={"deadline": "realtime"})
    )
    assert report.codec == "libvpx-vp9"
    assert times(tmp_path / "out.webm") == times(short)


# ---- Warnings and reports ----


def test_file_that_was_cut_off_is_told(pair: tuple[Path, Path], tmp_path: Path) -> None:
    """Its head says how long it was. What is left of it is whole, and written."""
    whole, source = tmp_path / "whole.mkv", tmp_path / "in.mkv"
    ffmpeg("-i", pair[0], "-map", "0:v", "-map", "0:a", "-c", "copy", whole)
    assert redact_video(whole, tmp_path / "out.mkv", [secret_track()], QUICK).missing == 0
    source.write_bytes(whole.read_bytes()[: whole.stat().st_size * 6 // 10])
    report = redact_video(source, tmp_path / "out.mkv", [secret_track()], QUICK)
    assert report.missing == pytest.approx(10 - report.duration, abs=0.2) and 2 < report.missing < 6
    assert any("cut off" in warning for warning in warnings_of(report))


@pytest.mark.parametrize("kind", ["vp9", "rgba", "none"])
def test_transparency_that_is_lost_is_told(kind: str, short: Path, tmp_path: Path) -> None:
    """The colours under what cannot be seen through it are seen then."""
    more = {
        "vp9": ["-vf", "format=yuva420p", "-c:v", "libvpx-vp9", "-deadline", "realtime", tmp_path / "in.webm"],
        "rgba": ["-vf", "format=rgba", "-c:v", "png", tmp_path / "in.mov"],
        "none": ["-c", "copy", tmp_path / "in.mp4"],
    }[kind]
    ffmpeg("-i", short, *more)
    source = Path(str(more[-1]))
    report = redact_video(source, tmp_path / "out.mp4", [secret_track()], VideoOptions(crf=40))
    assert report.alpha_dropped is (kind != "none")
    assert any("transparen" in warning for warning in warnings_of(report)) is report.alpha_dropped
    if kind == "rgba":
        kept = redact_video(source, tmp_path / "kept.mov", [secret_track()], VideoOptions(codec="png"))
        assert not kept.alpha_dropped
