# SPDX-License-Identifier: MIT
"""Whether a codec cuts off borders at the left or at the top. Its blocks then do not begin at the corner of the frame."""

from __future__ import annotations

import re
from threading import Lock

import av
from av.bitstream import BitStreamFilterContext
from av.container import InputContainer
from av.video.stream import VideoStream

#: What FFmpeg prints of the headers of H.264 and HEVC.
_OFFSET = re.compile(r"\b(?:frame_crop|conf_win)_(?:left|top)_offset\s+[01]+ = ([0-9]+)")
_FLAG = re.compile(r"\b(?:frame_cropping|conformance_window)_flag\b")
#: The beginning of Theora's first header, and its length.
_THEORA, _THEORA_HEADER = b"\x80theora", 22

#: Held while the level of FFmpeg's messages, which the whole process shares, is changed.
_LOGGING = Lock()


def shifts_blocks(container: InputContainer, stream: VideoStream) -> bool:
    """Whether the first header cuts off a border at the left or at the top, or does not say so.

    No packet of the stream has been read yet.
    """
    codec = stream.codec_context.codec.canonical_name
    if codec == "theora":
        return _theora(stream.codec_context.extradata or b"")
    if codec not in ("h264", "hevc"):
        return False
    headers = _headers(container, stream)
    return _FLAG.search(headers) is None or any(int(offset) for offset in _OFFSET.findall(headers))


def _headers(container: InputContainer, stream: VideoStream) -> str:
    """Returns the headers of the first packet, as FFmpeg prints them. Returns "" if it cannot read them."""
    with _LOGGING, av.logging.Capture() as printed:
        level = av.logging.get_level()
        av.logging.set_level(av.logging.INFO)
        try:
            reader = BitStreamFilterContext("trace_headers", stream)
            reader.filter(next(container.demux(stream)))
        except av.error.FFmpegError:
            pass  # the decoder reports damage
        finally:
            av.logging.set_level(level)
    return "".join(message for _, _, message in printed)


def _theora(headers: bytes) -> bool:
    """Reads the place of the picture in the stored frame (Theora specification, 6.2). It is counted from the bottom."""
    at = headers.find(_THEORA)
    first = headers[at : at + _THEORA_HEADER]
    if at < 0 or len(first) < _THEORA_HEADER:
        return False
    rows, height = 16 * int.from_bytes(first[12:14]), int.from_bytes(first[17:20])
    return first[20] > 0 or rows - height - first[21] > 0
