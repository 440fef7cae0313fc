# SPDX-License-Identifier: MIT
"""Chooses the encoder and the kind of file of a video."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import av

from .errors import OutputError

#: The encoders that keep a codec, the best first. FFmpeg may have been built without them.
_ENCODERS = {
    "h264": ("libx264",),
    "hevc": ("libx265",),
    "av1": ("libsvtav1", "libaom-av1"),
    "vp9": ("libvpx-vp9",),
    "vp8": ("libvpx",),
}
#: The codecs of _ENCODERS that players expect in each kind of file. Videos of other codecs get H.264 there, or VP9 in WebM.
_EXPECTED = {
    ".mp4": ("h264", "hevc", "av1", "vp9"),
    ".mov": ("h264", "hevc"),
    ".mkv": ("h264", "hevc", "av1", "vp9", "vp8"),
    ".nut": ("h264", "hevc", "av1", "vp9", "vp8"),
    ".webm": ("av1", "vp9", "vp8"),
    **dict.fromkeys((".ts", ".mts", ".m2ts"), ("h264", "hevc")),
}
#: The kinds of files that can be asked for by name, as FFmpeg names them.
FORMATS = {"mkv": "matroska", "webm": "webm", "mp4": "mp4", "mov": "mov", "ts": "mpegts", "avi": "avi", "nut": "nut"}


def suffix_for(target: Path | None, format: str | None, container: str) -> str:
    """Returns the suffix that stands for the kind of file: of the format asked for, of the target, or of the input.

    `target` is None if the output has no name. `container` is the kind of the input, as FFmpeg names it. Without a name, an
    MP4 or an MPEG transport stream stays one, and everything else becomes Matroska, which can contain all streams.
    """
    if format is not None:
        if format not in FORMATS:
            raise OutputError(f"format must be one of {', '.join(FORMATS)} (got {format!r})")
        return f".{format}"
    if target is not None:
        return target.suffix.lower()
    kinds = container.split(",")
    return ".mp4" if "mp4" in kinds else ".ts" if "mpegts" in kinds else ".mkv"


def encoder_for(codec: str, suffix: str) -> str:
    """Returns the encoder for a video of this codec: one that keeps the codec if there is one and files of this kind contain it."""
    if codec in _EXPECTED.get(suffix, ("h264",)):
        for name in _ENCODERS[codec]:
            if codec_of(name) is not None:
                return name
    return "libvpx-vp9" if suffix == ".webm" else "libx264"


def codec_of(encoder: str) -> str | None:
    """Returns the codec that an encoder writes, as FFmpeg names it, or None if FFmpeg has no such encoder."""
    try:
        return str(av.Codec(encoder, "w").canonical_name)
    except av.codec.codec.UnknownCodecError:
        return None


@contextmanager
def only_errors_on_standard_error() -> Iterator[None]:
    """Keeps SVT-AV1 from describing itself on standard error while an encoder is opened in the block. It still prints errors."""
    before = os.environ.get("SVT_LOG")
    os.environ.setdefault("SVT_LOG", "1")
    try:
        yield
    finally:
        if before is None:
            del os.environ["SVT_LOG"]


def _scheduling(thread: int) -> tuple[int, int]:
    return os.sched_getscheduler(thread), os.sched_getparam(thread).sched_priority


@contextmanager
def same_scheduling() -> Iterator[None]:
    """Restores the scheduling of this thread after the block, and gives it to the threads that were started in the block.

    If SVT-AV1 is opened as root, it makes its threads and the calling thread real-time threads of the highest priority. Hardly
    anything else runs then, and programs that this process starts inherit the priority.
    """
    others = set(os.listdir("/proc/self/task")) - {str(threading.get_native_id())}
    try:
        before = _scheduling(0)
    except OSError:  # musl does not have this call, and a seccomp filter may forbid it
        yield
        return
    try:
        yield
    finally:
        if _scheduling(0) != before:
            for thread in map(int, set(os.listdir("/proc/self/task")) - others):
                with suppress(OSError):  # it has ended
                    os.sched_setscheduler(thread, before[0], os.sched_param(before[1]))
