# SPDX-License-Identifier: MIT
"""Writes packets to a file, and says whose fault an error is."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

import av
from av.container import OutputContainer
from av.packet import Packet, PacketSideData, packet_sidedata_type_from_literal
from av.stream import Stream

from .codec_headers import without_comments
from .errors import OutputError

#: PyAV's name for what Matroska adds to a block.
_ADDITION: Literal["matroska_block_additional"] = "matroska_block_additional"
#: PyAV's name for a header of the codec that replaces the one before.
_HEADER: Literal["new_extradata"] = "new_extradata"
#: If a disk has less space than this, it may be full.
_LITTLE_SPACE = 64 << 20


class Writing:
    """Lets errors of FFmpeg inside the block be errors of the output: of its file system, or of what this kind of file can contain."""

    def __init__(self, path: str | Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if not isinstance(error, av.error.FFmpegError):
            return
        if error.errno == errno.ENOSPC and self._has_space():
            raise OutputError(
                "FFmpeg finds no room in this kind of file for the header of a stream that changes",
                "choose another suffix for OUT or another --format, or add --no-audio",
            ) from error
        if isinstance(error, OSError) and (error.errno or 0) > 0:
            # No name: `fresh_file` adds the one that the user wrote.
            raise OSError(error.errno, error.strerror) from error
        raise OutputError(
            f"FFmpeg cannot write this video: {error.strerror or error}", "choose another suffix for OUT, or another --format or --codec"
        ) from error

    def _has_space(self) -> bool:
        """Whether the disk has space. FFmpeg reports a full disk also if a file has no room for a longer header."""
        disk = os.statvfs(Path(self._path).parent)
        return disk.f_bavail * disk.f_frsize >= _LITTLE_SPACE


def mux(container: OutputContainer, packet: Packet[Stream]) -> None:
    """Writes a packet."""
    with Writing(container.name):
        container.mux(packet)


def plain(packet: Packet[Stream]) -> Packet[Stream]:
    """Returns the packet without comments in what is attached to it.

    Decoders of audio and subtitles do not use what Matroska adds to blocks. A header of the codec that applies from this packet on can contain the same as the
    first header. Raises OutputError if that header cannot be read.
    """
    if not packet.has_sidedata(_ADDITION) and not packet.has_sidedata(_HEADER):
        return packet
    plain: Packet[Stream] = Packet(bytes(packet))
    plain.time_base, plain.pts, plain.dts, plain.duration = packet.time_base, packet.pts, packet.dts, packet.duration
    plain.is_keyframe = packet.is_keyframe
    for side in packet.iter_sidedata():
        if side.data_type == _HEADER:
            side = _header(without_comments(packet.stream.codec_context.name, bytes(side)))
        if side.data_type != _ADDITION:
            plain.set_sidedata(side)
    return plain


def _header(content: bytes) -> PacketSideData:
    make: Any = PacketSideData  # its stub lacks the constructor
    header: PacketSideData = make(packet_sidedata_type_from_literal(_HEADER), len(content))
    if content:
        header.update(content)
    return header
