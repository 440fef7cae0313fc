# SPDX-License-Identifier: MIT
"""Videos that players show in another way than they are stored, and comments in headers that are copied."""

from __future__ import annotations

import os
from pathlib import Path

import av
import numpy as np
import pytest
from cli_run import scrim_command
from PIL import Image
from video_files import ffmpeg, ffprobe
from video_fixtures import QUICK, refused  # noqa: F401

from scrim import Region
from scrim_tools.video import OutputError, Track, VideoError, frame_times, probe, redact_video
from scrim_tools.video.codec_headers import without_comments

TRACKS = [Track.still(Region((8, 8, 16, 16)))]
#: Elements of Matroska: the header of a stream, its part for video, and the list of both.
_NESTED = {b"\x16\x54\xae\x6b", b"\xae", b"\xe0"}


def colors(path: Path, *names: str, arguments: tuple[str | Path, ...] = ()) -> Path:
    """A video of half a second with a stream for each color."""
    inputs = [word for name in names for word in ("-f", "lavfi", "-i", f"color={name}:s=64x48:r=10:d=0.5")]
    maps = [word for index in range(len(names)) for word in ("-map", str(index))]
    ffmpeg(*inputs, *maps, "-c:v", "ffv1", *arguments, path)
    return path


def element(name: bytes, content: bytes) -> bytes:
    return name + (len(content) | 1 << 56).to_bytes(8, "big") + content


def with_element(data: bytes, more: bytes) -> bytes:
    """A live Matroska file, to whose video an element is added. Its index and its checksums are left out."""
    made, at = b"", 0
    while at < len(data):
        begin = at
        for part in ("name", "size"):
            length = 9 - data[at].bit_length()
            at += length
            if part == "name":
                name = data[begin:at]
            else:
                size = int.from_bytes(data[at - length : at], "big") & ((1 << 7 * length) - 1)
        if name == b"\x18\x53\x80\x67":  # the segment, which is a list of all that follows
            made += data[begin:at]
            continue
        content = data[at : at + size] if size + 1 < 1 << 7 * length else data[at:]
        at += len(content)
        if name in _NESTED:
            made += element(name, with_element(content, more) + (more if name == b"\xe0" else b""))
        elif name not in (b"\xbf", b"\x11\x4d\x9b\x74"):
            made += data[begin:at]
    return made


def test_cropping_by_the_container_is_not_written(tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    """Players count pixels from another corner, and would show what was cut off if the output did not say so."""
    whole = colors(tmp_path / "whole.mkv", "red", arguments=("-live", "1")).read_bytes()
    (tmp_path / "in.mkv").write_bytes(with_element(whole, element(b"\x54\xcc", b"\x10")))
    refused(tmp_path / "in.mkv", r"cut off borders of the frames .left/right/top/bottom: 16/0/0/0", tracks=TRACKS)


@pytest.mark.parametrize(("codec", "mode"), [
    ("ffv1", "left_right"),
    ("ffv1", "top_bottom"),
    ("ffv1", "checkerboard_lr"),
    ("ffv1", "row_interleaved_lr"),
    ("ffv1", "col_interleaved_lr"),
    ("ffv1", "block_lr"),
    ("libx264", "left_right"),
    ("libvpx-vp9", "left_right"),
    ("libaom-av1", "left_right"),
])  # fmt: skip
def test_several_views_in_a_frame_are_not_written(codec: str, mode: str, tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    """A region covers a secret in one view of a stereo video only."""
    stereo = ("-c:v", codec, "-frames:v", "2", "-metadata:s:v:0")
    source = colors(tmp_path / "in.mkv", "red", arguments=(*stereo, f"stereo_mode={mode}"))
    refused(source, "the frames contain several views", tracks=TRACKS)
    with pytest.raises(VideoError, match="several views"):
        probe(source)
    assert probe(colors(tmp_path / "mono.mkv", "red", arguments=(*stereo, "stereo_mode=mono"))).width == 64


@pytest.mark.parametrize("packing", range(6))
def test_views_that_only_the_frames_name_are_not_written(packing: int, tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    """A message inside H.264 (SEI). Players follow it, and the container does not say so."""
    message = ("-c:v", "libx264", "-x264-params", f"frame-packing={packing}")
    source = colors(tmp_path / "in.mp4", "red", arguments=message)
    refused(source, "the frames contain several views", tracks=TRACKS)
    # As the hint says.
    ways = ("-vf", "stereo3d=sbsl:ml,sidedata=delete:STEREO3D", "-metadata:s:v:0", "stereo_mode=mono")
    for name in ("one.mp4", "one.mkv"):
        ffmpeg("-i", source, *ways, "-crf", "10", "-c:a", "copy", tmp_path / name)
        assert redact_video(tmp_path / name, tmp_path / f"out-{name}", TRACKS, QUICK).width == 32


def test_views_that_come_later_are_not_written(tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    for name, more in (("flat", ()), ("packed", ("-x264-params", "frame-packing=3"))):
        colors(tmp_path / f"{name}.ts", "red", arguments=("-c:v", "libx264", *more))
    (tmp_path / "list").write_text("file flat.ts\nfile packed.ts\n")
    ffmpeg("-f", "concat", "-i", tmp_path / "list", "-c", "copy", tmp_path / "in.ts")
    with pytest.raises(VideoError, match="several views"):
        frame_times(tmp_path / "in.ts")
    refused(tmp_path / "in.ts", "the frames contain several views", tracks=TRACKS)


@pytest.mark.parametrize(("projection", "spherical"), [(0, False), (1, True), (2, True)])
def test_a_video_on_a_sphere_is_reported(projection: int, spherical: bool, tmp_path: Path) -> None:
    """Players bend its frames, so that a region that was measured in a player is at another place."""
    whole = colors(tmp_path / "whole.mkv", "red", arguments=("-live", "1")).read_bytes()
    more = element(b"\x76\x71", bytes([projection])) + (element(b"\x76\x72", bytes(12)) if projection == 2 else b"")
    (tmp_path / "in.mkv").write_bytes(with_element(whole, element(b"\x76\x70", more)))
    ran = scrim_command("video", tmp_path / "in.mkv", tmp_path / "out.mkv", "--rect", "8,8,16,16")
    assert ran.code == 0 and ("players show this video on a sphere" in ran.err) == spherical


def test_the_default_stream_is_the_one_that_is_shown(tmp_path: Path) -> None:
    chosen = ("-disposition:v:0", "0", "-disposition:v:1", "default")
    source = colors(tmp_path / "in.mkv", "red", "lime", arguments=chosen)
    report = redact_video(source, tmp_path / "out.mkv", TRACKS, QUICK)
    with av.open(str(tmp_path / "out.mkv")) as container:
        red, green, _ = next(container.decode(video=0)).to_ndarray(format="rgb24")[40, 60]
    assert green > 200 > 50 > red and report.dropped == ("video (ffv1)",)


@pytest.mark.parametrize("ending", ["ts", "avi", "nut"])
def test_a_rotation_is_never_lost(ending: str, tmp_path: Path) -> None:
    colors(tmp_path / "in.mp4", "red", arguments=("-c:v", "libx264"))
    ffmpeg("-i", tmp_path / "in.mp4", "-c", "copy", "-metadata:s:v", "rotate=90", tmp_path / "turned.mp4")
    redact_video(tmp_path / "in.mp4", tmp_path / f"out.{ending}", TRACKS, QUICK)
    with pytest.raises(OutputError, match="cannot store that players rotate"):
        redact_video(tmp_path / "turned.mp4", tmp_path / f"turned.{ending}", TRACKS, QUICK)
    assert not (tmp_path / f"turned.{ending}").exists()


def test_frames_whose_rotation_is_unknown_are_not_written(tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    """Motion JPEG with Exif data. PyAV 18 does not know their type, and cannot list any data of such a frame."""
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (64, 48), "red").save(tmp_path / "in.jpg", exif=exif)
    ffmpeg("-i", tmp_path / "in.jpg", "-c", "copy", tmp_path / "in.mkv")
    with av.open(str(tmp_path / "in.mkv")) as container:
        frame = next(container.decode(video=0))
        try:
            assert frame.side_data
        except ValueError:
            refused(tmp_path / "in.mkv", "rotation is unknown", tracks=TRACKS)


def test_a_rotation_that_players_disagree_about_is_not_written(tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    """A message inside H.264 can rotate frames. FFmpeg follows it, and Chromium ignores it."""
    told = "the frames and the container disagree whether the video is rotated"
    message = ("-c", "copy", "-bsf:v", "h264_metadata=display_orientation=insert:rotate=90")
    colors(tmp_path / "plain.mp4", "red", arguments=("-c:v", "libx264", "-frames:v", "1"))
    ffmpeg("-i", tmp_path / "plain.mp4", *message, tmp_path / "in.mp4")
    refused(tmp_path / "in.mp4", told, tracks=TRACKS)
    # FFmpeg's description of a file has its tags too. They must not look like what the container says.
    tag = "\n      Display Matrix: rotation of 270.00 degrees\n"
    for name in ("title", "Display Matrix: rotation of 270.00 degrees"):
        ffmpeg("-i", tmp_path / "in.mp4", "-c", "copy", "-metadata", f"{name}={tag}", "-metadata:s:v", f"{name}={tag}", tmp_path / "in.mkv")
        refused(tmp_path / "in.mkv", told, tracks=TRACKS)
    ffmpeg("-i", tmp_path / "plain.mp4", *message, "-metadata:s:v", "rotate=180", tmp_path / "both.mp4")
    refused(tmp_path / "both.mp4", told, tracks=TRACKS)
    # Without the message, as the hint says, only the container counts.
    for name, degrees in (("in", 0), ("both", 180)):
        source, target = tmp_path / f"{name}-straight.mp4", tmp_path / f"{name}-out.mp4"
        ffmpeg("-i", tmp_path / f"{name}.mp4", "-c", "copy", "-bsf:v", "h264_metadata=display_orientation=remove", source)
        assert redact_video(source, target, TRACKS, QUICK).rotation == degrees


def test_a_video_that_is_still_recorded_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames that come after the search for text would not be covered."""
    source = colors(tmp_path / "in.mkv", "red")
    redact = redact_video

    def grown(*arguments):  # type: ignore[no-untyped-def]
        with open(source, "ab") as file:
            file.write(bytes(10))
        return redact(*arguments)

    monkeypatch.setattr("scrim_tools.video.redact_video", grown)
    ran = scrim_command("video", source, tmp_path / "out.mkv", "--rect", "8,8,16,16")
    assert ran.code == 1 and "changed while it was read" in ran.err and os.listdir(tmp_path) == ["in.mkv"]


def test_comments_of_audio_are_left_out(tmp_path: Path) -> None:
    """Vorbis stores titles and pictures in the headers that decoders need, where no player of Matroska looks for them."""
    colors(tmp_path / "mute.mkv", "red")
    sound = ("-f", "lavfi", "-i", "sine=440:d=0.5", "-c:v", "copy", "-c:a", "libvorbis")
    ffmpeg("-i", tmp_path / "mute.mkv", *sound, tmp_path / "in.mkv")
    data = (tmp_path / "in.mkv").read_bytes()
    at = data.index(b"encoder=", data.index(b"\x03vorbis"))
    (tmp_path / "in.mkv").write_bytes(data[:at] + b"TITLE=41111" + data[at + 11 :])
    redact_video(tmp_path / "in.mkv", tmp_path / "out.mkv", TRACKS, QUICK)
    assert b"41111" in (tmp_path / "in.mkv").read_bytes() and b"41111" not in (tmp_path / "out.mkv").read_bytes()
    heard = [ffmpeg("-i", tmp_path / name, "-map", "a", "-f", "md5", "-") for name in ("in.mkv", "out.mkv")]
    assert heard[0] == heard[1]


def test_what_matroska_adds_to_blocks_is_left_out(tmp_path: Path) -> None:
    """Such bytes may be anything. FFmpeg copies them from one file to the other."""
    sound = ("-f", "lavfi", "-i", "sine=440:d=0.5", "-c:v", "copy", "-c:a", "libopus")
    colors(tmp_path / "mute.mkv", "red")
    ffmpeg("-i", tmp_path / "mute.mkv", *sound, tmp_path / "plain.mkv")
    # Only a demuxer makes the additions. In this video they are the transparency.
    ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x48:r=10:d=0.2,format=yuva420p", "-c:v", "libvpx-vp9", tmp_path / "clear.webm")
    with av.open(str(tmp_path / "clear.webm")) as clear:
        addition = next(packet.get_sidedata("matroska_block_additional") for packet in clear.demux() if packet.size)
    addition.update((1).to_bytes(8, "big") + b"41111".ljust(addition.data_size - 8, b"."))
    with av.open(str(tmp_path / "plain.mkv")) as plain, av.open(str(tmp_path / "in.mkv"), "w") as made:
        copies = [made.add_stream_from_template(stream) for stream in plain.streams]
        for packet in [packet for packet in plain.demux() if packet.size]:
            if isinstance(packet.stream, av.AudioStream):
                packet.set_sidedata(addition)
            packet.stream = copies[packet.stream.index]
            made.mux(packet)
    redact_video(tmp_path / "in.mkv", tmp_path / "out.mkv", TRACKS, QUICK)
    assert b"41111" in (tmp_path / "in.mkv").read_bytes() and b"41111" not in (tmp_path / "out.mkv").read_bytes()
    heard = [ffmpeg("-i", tmp_path / name, "-map", "a", "-f", "md5", "-") for name in ("in.mkv", "out.mkv")]
    assert heard[0] == heard[1]
    shown = ("-select_streams", "a", "-show_entries", "packet=pts,dts,duration,flags:packet_side_data=")
    times = [ffprobe(tmp_path / name, *shown)["packets"] for name in ("plain.mkv", "out.mkv")]
    assert times[0] == times[1]


@pytest.mark.parametrize("ending", ["mp4", "mkv"])
def test_audio_that_was_cut_off_is_not_copied(ending: str, tmp_path: Path) -> None:
    """A cut without encoding keeps what is before it in the file, and an edit list hides it."""
    sound = ("-f", "lavfi", "-i", "aevalsrc=if(lt(t\\,2.9)\\,sin(3000*t)\\,0):d=4", "-c:a", "aac")
    ffmpeg("-f", "lavfi", "-i", "color=red:s=64x48:r=10:d=4", *sound, "-c:v", "libx264", "-g", "100", tmp_path / "whole.mp4")
    ffmpeg("-ss", "3", "-i", tmp_path / "whole.mp4", "-c", "copy", tmp_path / "in.mp4")
    redact_video(tmp_path / "in.mp4", tmp_path / f"out.{ending}", TRACKS, QUICK)
    with av.open(str(tmp_path / "in.mp4")) as container:
        assert sum(packet.is_discard for packet in container.demux(audio=0)) > 20
    with av.open(str(tmp_path / f"out.{ending}")) as container:
        heard = [packet for packet in container.demux(audio=0) if packet.size]
        assert sum(packet.is_discard for packet in heard) <= 1
    loud = ffmpeg("-i", tmp_path / f"out.{ending}", "-map", "a", "-f", "f32le", "-ac", "1", "-")
    assert np.abs(np.frombuffer(loud, np.float32)).max() < 0.05 and 40 < len(heard) < 50


def test_headers_that_cannot_be_read_are_not_copied() -> None:
    noise = np.random.default_rng(5)
    for size in (0, 1, 2, 3, 40, 600):
        for begin in (b"", b"\x02\x1e", b"\x00\x1e", b"\x02" + b"\xff" * 40):
            with pytest.raises(OutputError, match="damaged"):
                without_comments("vorbis", begin + noise.bytes(size))
    assert without_comments("opus", b"OpusHead") == b"OpusHead"


def test_comments_in_headers_of_subtitles_are_left_out() -> None:
    assert without_comments("dvdsub", b"size: 720x576\n# by me\nid: en, index: 0\nalt: Title\n") == b"size: 720x576\n"
    vtt = b"WEBVTT - Title\r\n\r\nNOTE by me\r\n\r\nSTYLE\r\n::cue { /* mine */color: red }\r\n\r\nNOTE\r\nSTYLE\r\nmine\r\n"
    assert without_comments("webvtt", vtt) == b"WEBVTT\n\nSTYLE\n::cue { color: red }"


@pytest.mark.parametrize("ending", ["mp4", "mov"])
def test_boxes_and_fonts_in_headers_of_timed_text_are_left_out(ending: str, tmp_path: Path) -> None:
    """FFmpeg reads everything behind the first style, and would write it again."""
    colors(tmp_path / "mute.mkv", "red")
    (tmp_path / "in.srt").write_text("1\n00:00:00,100 --> 00:00:00,300\n<b>bold</b> word\n")
    ffmpeg("-i", tmp_path / "mute.mkv", "-i", tmp_path / "in.srt", "-c:v", "mpeg4", "-c:s", "mov_text", tmp_path / "plain.mp4")
    data = (tmp_path / "plain.mp4").read_bytes()
    # The last box of the header is about the bit rate, which no decoder needs. It and the font become private.
    at = data.index(b"btrt", data.index(b"tx3g"))
    data = data[:at] + b"free41111 boxes." + data[at + 16 :]
    (tmp_path / "in.mp4").write_bytes(data.replace(b"Arial", b"41112", 1))
    redact_video(tmp_path / "in.mp4", tmp_path / f"out.{ending}", TRACKS, QUICK)
    made = (tmp_path / f"out.{ending}").read_bytes()
    assert b"4111" in (tmp_path / "in.mp4").read_bytes() and b"4111" not in made and b"Sans-Serif" in made
    read = [ffmpeg("-i", tmp_path / name, "-map", "s", "-f", "srt", "-") for name in ("in.mp4", f"out.{ending}")]
    assert read[0].replace(b"41112", b"Sans-Serif") == read[1] and b"<b>bold</b>" in read[0]


def test_headers_of_timed_text_are_rebuilt() -> None:
    style = bytes(range(1, 31))
    head = style + b"\0\0\0\x0cfree4111" + b"\0\0\0\x1fftab\0\3\0\1\0041111\0\7\5Serif\0\2\x09cut"
    made = style + b"\0\0\0\x2cftab\0\3\0\1\x0aSans-Serif\0\7\5Serif\0\2\x0aSans-Serif"
    assert without_comments("mov_text", head) == made
    assert without_comments("mov_text", made + b"\0\0\0\x0cfree4111" + b"4111") == made
    assert without_comments("mov_text", style) == style + b"\0\0\0\x0aftab\0\0"
    quicktime = bytes(range(1, 44))
    plain = quicktime[:22] + bytes(8) + quicktime[30:34] + bytes(3) + quicktime[37:] + b"\0"
    assert without_comments("mov_text", quicktime + b"\x044111" + b"4111") == plain
    with pytest.raises(OutputError, match="damaged"):
        without_comments("mov_text", style[:-1])


@pytest.mark.parametrize(
    ("language", "kept"),
    [("ger", True), ("pt-BR", True), ("zh-cmn-Hans-CN", True), ("und", True), ("Call with Jane", False), ("jane_doe", False),
     ("4111", False), ("en-" + "a" * 9, False), ("en" + "-41111111" * 4, False), ("en\n", False)],
)  # fmt: skip
def test_language_that_is_free_text_is_left_out(language: str, kept: bool, tmp_path: Path) -> None:
    """Matroska stores it as text of any length."""
    colors(tmp_path / "mute.mkv", "red")
    (tmp_path / "in.srt").write_text("1\n00:00:00,100 --> 00:00:00,300\nword\n")
    told = ("-metadata:s:s:0", f"language={language}")
    ffmpeg("-i", tmp_path / "mute.mkv", "-i", tmp_path / "in.srt", "-c:v", "copy", *told, tmp_path / "in.mkv")
    redact_video(tmp_path / "in.mkv", tmp_path / "out.mkv", TRACKS, QUICK)
    assert language.encode() in (tmp_path / "in.mkv").read_bytes()
    made = (tmp_path / "out.mkv").read_bytes()
    if len(language) > 3:
        assert (language.encode() in made) is kept
    with av.open(str(tmp_path / "out.mkv")) as container:
        assert container.streams.subtitles[0].language == (language if kept and language != "und" else None)
