# SPDX-License-Identifier: MIT
"""Text in the headers of codecs that are copied. Decoders do not need it."""

from __future__ import annotations

import errno
import os
import struct
import types
from pathlib import Path

import av
import pytest
from video_files import ffmpeg
from video_fixtures import QUICK

from scrim import Region
from scrim_tools.video import OutputError, Track, redact_video
from scrim_tools.video.codec_headers import without_comments
from scrim_tools.video.muxing import Writing

TRACKS = [Track.still(Region((8, 8, 16, 16)))]
VIDEO = ("-f", "lavfi", "-i", "color=red:s=64x48:r=10:d=0.3")


def copied(source: Path, target: Path, kind: str, change: object) -> None:
    """Copies a file, with another header of its audio or subtitles."""
    with av.open(str(source)) as plain, av.open(str(target), "w") as made:
        copies = {stream.index: made.add_stream_from_template(stream) for stream in plain.streams}
        context = next(copy for copy in copies.values() if copy.type == kind).codec_context
        context.extradata = change(context.extradata or b"")  # type: ignore[operator]
        for packet in [packet for packet in plain.demux() if packet.size]:
            packet.stream = copies[packet.stream.index]
            made.mux(packet)


def sound(path: Path) -> bytes:
    return ffmpeg("-i", path, "-map", "a", "-f", "md5", "-")


@pytest.mark.parametrize("ending", ["mp4", "mkv"])
def test_the_comment_of_aac_is_left_out(ending: str, tmp_path: Path) -> None:
    """A list of channels can end with a comment, in which FFmpeg writes its name. Decoders read what follows the comment."""
    audio = ("-f", "lavfi", "-i", "sine=440:d=0.3", "-af", "aformat=channel_layouts=octagonal", "-c:a", "aac")
    ffmpeg(*VIDEO, *audio, "-c:v", "mpeg4", tmp_path / "plain.mp4")
    copied(tmp_path / "plain.mp4", tmp_path / "in.mp4", "audio", lambda head: head.replace(b"Lavc5", b"41111"))
    redact_video(tmp_path / "in.mp4", tmp_path / f"out.{ending}", TRACKS, QUICK)
    made = (tmp_path / f"out.{ending}").read_bytes()
    assert b"41111" in (tmp_path / "in.mp4").read_bytes() and b"41111" not in made
    # The same sound as of an ordinary copy in this kind of file, which may contain the samples before the beginning.
    ffmpeg("-i", tmp_path / "in.mp4", "-c", "copy", tmp_path / f"copy.{ending}")
    assert sound(tmp_path / f"copy.{ending}") == sound(tmp_path / f"out.{ending}")
    with av.open(str(tmp_path / f"out.{ending}")) as container:
        context = container.streams.audio[0].codec_context
        assert context.layout.nb_channels == 8 and b"9.37" not in (context.extradata or b"")


def test_the_header_of_subrip_is_left_out(tmp_path: Path) -> None:
    """It has none, but Matroska stores what a program writes there."""
    (tmp_path / "in.srt").write_text("1\n00:00:00,100 --> 00:00:00,300\nword\n")
    ffmpeg(*VIDEO, "-i", tmp_path / "in.srt", "-c:v", "mpeg4", "-c:s", "srt", tmp_path / "plain.mkv")
    copied(tmp_path / "plain.mkv", tmp_path / "in.mkv", "subtitle", lambda head: b"Author: 41111")
    redact_video(tmp_path / "in.mkv", tmp_path / "out.mkv", TRACKS, QUICK)
    assert b"41111" in (tmp_path / "in.mkv").read_bytes() and b"41111" not in (tmp_path / "out.mkv").read_bytes()
    assert b"word" in ffmpeg("-i", tmp_path / "out.mkv", "-f", "srt", "-")
    assert without_comments("text", b"41111") == without_comments("subrip", b"41111") == b""


@pytest.mark.parametrize("codec", ["flac", "alac", "libopus"])
@pytest.mark.parametrize("layout", ["stereo", "5.1"])
def test_what_follows_the_headers_of_other_audio_is_left_out(codec: str, layout: str, tmp_path: Path) -> None:
    audio = ("-f", "lavfi", "-i", "sine=440:d=0.3", "-af", f"aformat=channel_layouts={layout}", "-c:a", codec)
    ffmpeg(*VIDEO, *audio, "-c:v", "mpeg4", tmp_path / "in.mkv")
    with av.open(str(tmp_path / "in.mkv")) as container:
        context = container.streams.audio[0].codec_context
        name, head = context.name, context.extradata
    assert head and without_comments(name, head) == without_comments(name, head + b"41111") == head
    redact_video(tmp_path / "in.mkv", tmp_path / "out.mkv", TRACKS, QUICK)
    assert sound(tmp_path / "in.mkv") == sound(tmp_path / "out.mkv")


@pytest.mark.parametrize(("family", "table"), [(1, 4), (2, 4), (3, 2 * 4 * (2 + 1)), (4, 4), (254, 4), (255, 4)])
def test_what_follows_the_header_of_opus_is_left_out_in_each_family(family: int, table: int) -> None:
    """Family 3 is ambisonics with a matrix for four channels of two streams, of which one is coupled. Reserved families are read as 255."""
    head = b"OpusHead\1\4" + struct.pack("<HIh", 312, 48000, 0) + bytes([family, 2, 1]) + bytes(range(table))
    assert without_comments("opus", head) == without_comments("opus", head + b"41111") == head
    assert without_comments("opus", head[:20]) == head[:20]


def test_headers_of_aac() -> None:
    stereo, listed = bytes.fromhex("121056e500"), bytes.fromhex("1200050848002008c8200d") + b"Lavc59.37.100" + bytes.fromhex("56e500")
    assert without_comments("aac", stereo) == stereo
    for head in ("1210", "121056e500", "139056e5a0", "139056e5a54880", "eb8a0800", "2b920800", "1390", "b11000", "8a1000"):
        plain = bytes.fromhex(head)
        assert without_comments("aac", plain + b"PIN of the author 41111") == plain
        assert without_comments("aac", plain) == plain
    assert without_comments("aac", listed) == listed[:10] + bytes.fromhex("0056e500")
    assert without_comments("aac", listed[:-3] + b"41111") == listed[:10] + b"\0"
    # SBR, at a rate that is written out, around the same list of 59 bits.
    listed_bits = f"{int.from_bytes(listed[:10]):080b}"[16:75]
    bits = "00101" "1111" + f"{44100:024b}" + "0000" "0011" "00010" "000" + listed_bits
    wrapped = int(bits.ljust(112, "0"), 2).to_bytes(14)
    assert without_comments("aac", wrapped + b"\x0541111") == wrapped + b"\0"
    for length in range(11):
        with pytest.raises(OutputError, match="header of the audio .aac. is damaged"):
            without_comments("aac", listed[:length])
    # Error protection, and an object type without sound.
    for other in ("8a1080", "01100000"):
        with pytest.raises(OutputError, match="header of the audio .aac. is damaged"):
            without_comments("aac", bytes.fromhex(other))
    for copied_type in ("f8e82000", "f94a2000"):
        assert without_comments("aac", bytes.fromhex(copied_type)) == bytes.fromhex(copied_type)


#: A header of AAC: one channel at 44100 Hz, in a list of channels that ends with a comment.
LISTED = int("0001001000000000" "0000" "01" "0100" "0001" "0000" "0000" "00" "000" "0000" "000" "00000" "0", 2)


def with_later_header(data: bytes, header: bytes) -> bytes:
    """An FLV file with one more header of AAC, before the fifth packet of audio."""
    made, at, packets = data[:13], 13, 0
    while at < len(data):
        tag = data[at : at + 15 + int.from_bytes(data[at + 1 : at + 4])]
        at += len(tag)
        packets += tag[0] == 8 and tag[12] == 1
        if packets == 5:
            body = tag[11:12] + b"\0" + header
            made += b"\x08" + len(body).to_bytes(3) + tag[4:8] + bytes(3) + body + (11 + len(body)).to_bytes(4)
            packets += 1
        made += tag
    return made


@pytest.mark.parametrize("ending", ["mp4", "mov", "flv", "nut"])
def test_comments_in_a_later_header_are_left_out(ending: str, tmp_path: Path) -> None:
    """A stream can get a new header in the middle. FFmpeg attaches it to a packet."""
    header = LISTED.to_bytes(7) + b"\x0541111"
    assert without_comments("aac", header) == LISTED.to_bytes(7) + b"\0"
    ffmpeg(*VIDEO, "-f", "lavfi", "-i", "sine=440:d=0.3:sample_rate=44100", "-c:a", "aac", "-c:v", "flv1", tmp_path / "plain.flv")
    (tmp_path / "in.flv").write_bytes(with_later_header((tmp_path / "plain.flv").read_bytes(), header))
    with av.open(str(tmp_path / "in.flv")) as container:
        assert sum(packet.has_sidedata("new_extradata") for packet in container.demux(audio=0)) == 1
    redact_video(tmp_path / "in.flv", tmp_path / f"out.{ending}", TRACKS, QUICK)
    assert b"41111" in (tmp_path / "in.flv").read_bytes() and b"41111" not in (tmp_path / f"out.{ending}").read_bytes()
    ffmpeg("-i", tmp_path / f"out.{ending}", "-map", "a", "-f", "md5", "-")


def test_a_later_header_that_is_wrong_or_has_no_room_is_an_error(tmp_path: Path) -> None:
    ffmpeg(*VIDEO, "-f", "lavfi", "-i", "sine=440:d=0.3:sample_rate=44100", "-c:a", "aac", "-c:v", "flv1", tmp_path / "plain.flv")
    (tmp_path / "in.flv").write_bytes(with_later_header((tmp_path / "plain.flv").read_bytes(), LISTED.to_bytes(7)[:4]))
    with pytest.raises(OutputError, match="header of the audio"):
        redact_video(tmp_path / "in.flv", tmp_path / "out.mp4", TRACKS, QUICK)
    (tmp_path / "in.flv").write_bytes(with_later_header((tmp_path / "plain.flv").read_bytes(), LISTED.to_bytes(7) + b"\0"))
    with pytest.raises(OutputError, match="FFmpeg finds no room"):
        redact_video(tmp_path / "in.flv", tmp_path / "out.mkv", TRACKS, QUICK)


def test_a_disk_with_space_is_not_called_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write() -> None:
        with Writing(tmp_path / "out.mkv"):
            raise av.error.OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    disk = types.SimpleNamespace(f_bavail=1 << 20, f_frsize=4096)
    monkeypatch.setattr(os, "statvfs", lambda path: disk)
    with pytest.raises(OutputError, match="FFmpeg finds no room"):
        write()
    disk.f_bavail = 100
    with pytest.raises(OSError, match="No space left on device"):
        write()
