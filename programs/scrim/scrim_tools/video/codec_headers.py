# SPDX-License-Identifier: MIT
"""The headers of codecs that are copied. Some contain comments, titles, names of files and even pictures."""

from __future__ import annotations

import re
import struct

from ..iso_boxes import boxes
from .aac_header import without_aac_comment
from .errors import OutputError

#: Sections in the header of ASS subtitles that are kept. Fonts, pictures and data of editors are left out.
_SECTIONS = frozenset({b"[script info]", b"[v4 styles]", b"[v4+ styles]", b"[v4++ styles]", b"[events]"})
#: Lines of the first section that control how subtitles look. The others are notes, titles and paths of files.
_LOOKS = re.compile(
    rb"(ScriptType|PlayRes[XY]|LayoutRes[XY]|WrapStyle|ScaledBorderAndShadow|YCbCr Matrix|Collisions|Timer)\s*:",
    re.IGNORECASE,
)
#: Lines of the other sections that decoders need. In the last section, others are comments, and paths of pictures and sounds.
_NEEDED = re.compile(rb"(Format|Style)\s*:", re.IGNORECASE)
#: Blocks in the header of WebVTT that say how subtitles look, and the comments inside them.
_VTT_LOOKS = re.compile(rb"(STYLE|REGION)[ \t]*\n")
_CSS_COMMENT = re.compile(rb"/\*.*?(\*/|$)", re.DOTALL)


def without_notes(head: bytes) -> bytes:
    """Returns the header of ASS subtitles with settings, styles and the format of events, and nothing else."""
    kept, section = [], b""
    for line in head.splitlines():
        if line.startswith(b"["):
            section = line.strip().lower()
        looks = _LOOKS if section == b"[script info]" else _NEEDED
        if (line.startswith(b"[") or looks.match(line)) and section in _SECTIONS:
            kept.append(line)
    return b"\n".join([*kept, b""])


def without_vtt_notes(head: bytes) -> bytes:
    """Returns the header of WebVTT subtitles with styles and regions, and without a title and comments."""
    blocks = re.split(rb"\n{2,}", b"\n".join(head.splitlines()))
    return b"\n\n".join([b"WEBVTT", *(_CSS_COMMENT.sub(b"", block) for block in blocks if _VTT_LOOKS.match(block))])


#: The length of Vorbis's first header, which begins a list of headers with their lengths.
_FIRST = 30
#: A header of Vorbis without a vendor and without comments.
_NO_COMMENTS = b"\x03vorbis" + bytes(8) + b"\x01"


def _vorbis(data: bytes) -> list[bytes]:
    """Returns the three headers of Vorbis. Raises ValueError, IndexError or struct.error if there are none."""
    if data[:2] == struct.pack(">H", _FIRST):
        headers = []
        while data:
            (length,) = struct.unpack_from(">H", data)
            headers.append(data[2 : 2 + length])
            data = data[2 + length :]
    else:
        if data[0] != 2:
            raise ValueError
        lengths, at = [], 1
        for _ in range(2):
            length = 0
            while data[at] == 255:
                length, at = length + 255, at + 1
            lengths.append(length + data[at])
            at += 1
        ends = at + lengths[0], at + sum(lengths)
        headers = [data[at : ends[0]], data[ends[0] : ends[1]], data[ends[1] :]]
    if [header[:7] for header in headers] != [b"\x01vorbis", b"\x03vorbis", b"\x05vorbis"]:
        raise ValueError
    return headers


def without_vorbis_comments(data: bytes) -> bytes:
    """Returns the headers of Vorbis without titles, pictures and other comments. Raises OutputError if they cannot be read."""
    try:
        first, _, setup = _vorbis(data)
    except (ValueError, IndexError, struct.error):
        raise OutputError("the headers of the audio (vorbis) are damaged", "leave it out with --no-audio") from None
    if len(first) != _FIRST:
        raise OutputError("the headers of the audio (vorbis) are damaged", "leave it out with --no-audio")
    return bytes([2, len(first), len(_NO_COMMENTS)]) + first + _NO_COMMENTS + setup


def without_names(head: bytes) -> bytes:
    """Returns the header of DVD subtitles without comments, and without names of the track."""
    lines = [line for line in head.splitlines() if not line.lstrip().lower().startswith((b"#", b"alt:", b"id:"))]
    return b"\n".join([*lines, b""])


#: The length of what begins the header of timed text in MP4: flags, places, colors and the first style (3GPP TS 26.245, 5.16).
_TEXT_HEADER = 30
#: The length of what begins the header of text in QuickTime, and the places of its reserved bytes. The name of the font follows.
_QUICKTIME_HEADER, _QUICKTIME_RESERVED = 43, (slice(22, 30), slice(34, 37))
#: Names of fonts that every player of timed text knows, and the one that FFmpeg writes. The last one replaces all others.
_FONTS = (b"Serif", b"Monospace", b"Arial", b"Sans-Serif")


def without_text_boxes(head: bytes) -> bytes:
    """Returns the header of timed text with its first style and a list of common fonts. Raises OutputError if it is too short.

    FFmpeg reads everything that follows the first style, which may be boxes of any kind.
    """
    lists = [head[first:end] for kind, first, end in boxes(head, _TEXT_HEADER, len(head)) if kind == b"ftab"]
    if not lists and len(head) > _QUICKTIME_HEADER:
        made = bytearray(head[:_QUICKTIME_HEADER])
        for part in _QUICKTIME_RESERVED:
            made[part] = bytes(part.stop - part.start)
        return bytes(made) + b"\0"
    if len(head) < _TEXT_HEADER:
        raise OutputError("the header of the subtitles (mov_text) is damaged", "leave them out with --no-subtitles")
    fonts = _fonts(lists[0]) if lists else {}
    table = b"".join(struct.pack(">HB", number, len(name)) + name for number, name in fonts.items())
    return head[:_TEXT_HEADER] + struct.pack(">I4sH", 10 + len(table), b"ftab", len(fonts)) + table


def _fonts(table: bytes) -> dict[int, bytes]:
    """Returns the numbers of fonts, which subtitles use, with names that are common."""
    fonts: dict[int, bytes] = {}
    at = 2
    for _ in range(int.from_bytes(table[:2])):
        if at + 3 > len(table):
            break
        number, length = struct.unpack_from(">HB", table, at)
        name = table[at + 3 : at + 3 + length]
        fonts[number] = name if name in _FONTS else _FONTS[-1]
        at += 3 + length
    return fonts


def without_comments(codec: str, head: bytes) -> bytes:
    """Returns the header of a copied codec with what a decoder needs, and nothing else. Headers of other codecs are returned unchanged."""
    strip = {
        "ass": without_notes,
        "ssa": without_notes,
        "webvtt": without_vtt_notes,
        "vorbis": without_vorbis_comments,
        "dvdsub": without_names,
        "mov_text": without_text_boxes,
        # Subtitles without a header. Matroska stores one if a program writes it.
        "srt": _nothing,
        "subrip": _nothing,
        "text": _nothing,
        "aac": without_aac_comment,
        "flac": lambda head: head[8 : 8 + _FLAC_HEADER] if head[:4] == b"fLaC" else head[:_FLAC_HEADER],
        "alac": lambda head: head[:_ALAC_HEADER],
        "opus": _opus_header,
    }.get(codec)
    return head if strip is None else strip(head)


def _nothing(head: bytes) -> bytes:
    return b""


#: The lengths of FLAC's STREAMINFO, and of the box with the settings of ALAC.
_FLAC_HEADER, _ALAC_HEADER = 34, 36


def _opus_header(head: bytes) -> bytes:
    """Returns OpusHead without what follows (RFC 7845, 5.1). Its length depends on how channels are mapped."""
    family = head[18:19]
    if family in (b"", b"\0"):
        return head[:19]
    channels, streams = head[9], sum(head[19:21])
    # Family 3 has a matrix of numbers of 16 bits (RFC 8486, 3.2). RFC 7845 says that decoders treat families that they do not know as 255.
    return head[: 21 + (2 * channels * streams if family == b"\3" else channels)]
