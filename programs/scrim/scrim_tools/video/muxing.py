# SPDX-License-Identifier: MIT
"""Writes packets to a file, and says whose fault an error is."""

from __future__ import annotations

from types import TracebackType
from typing import Literal

import av
from av.container import OutputContainer
from av.packet import Packet
from av.stream import Stream

from .errors import OutputError

#: PyAV's name of what Matroska adds to a block.
_ADDITION: Literal["matroska_block_additional"] = "matroska_block_additional"


class Writing:
    """Lets errors of FFmpeg inside the block be errors of the output: of its file system, or of what this kind of file can contain."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if not isinstance(error, av.error.FFmpegError):
            return
        if isinstance(error, OSError) and (error.errno or 0) > 0:
            # No name: `fresh_file` adds the one that the user wrote.
            raise OSError(error.errno, error.strerror) from error
        raise OutputError(
            f"FFmpeg cannot write this video: {error.strerror or error}", "choose another suffix for OUT, or another --format or --codec"
        ) from error


def mux(container: OutputContainer, packet: Packet[Stream]) -> None:
    """Writes a packet."""
    with Writing():
        container.mux(packet)


def plain(packet: Packet[Stream]) -> Packet[Stream]:
    """Returns the packet without what Matroska adds to blocks. Decoders of audio and subtitles do not use it, and it may contain comments."""
    if not packet.has_sidedata(_ADDITION):
        return packet
    plain: Packet[Stream] = Packet(bytes(packet))
    plain.time_base, plain.pts, plain.dts, plain.duration = packet.time_base, packet.pts, packet.dts, packet.duration
    plain.is_keyframe = packet.is_keyframe
    for side in packet.iter_sidedata():
        if side.data_type != _ADDITION:
            plain.set_sidedata(side)
    return plain
