# SPDX-License-Identifier: MIT
"""Runs frames through scrimredact, for the tests of its Python side."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scrim

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstApp", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import Gst, GstApp, GstVideo  # noqa: E402, F401  (the versions come first)

Gst.init(None)

#: The formats of GStreamer that scrimredact takes, and the format of Scrim that each of them is.
FORMATS = {
    "RGBA": "RGBA",
    "BGRA": "BGRA",
    "RGBx": "RGBX",
    "BGRx": "BGRX",
    "ARGB": "ARGB",
    "ABGR": "ABGR",
    "xRGB": "ARGB",
    "xBGR": "ABGR",
    "RGB": "RGB",
    "BGR": "BGR",
    "RGB16": "RGB565",
    "GRAY8": "GRAY8",
    "GRAY16_LE": "GRAY16",
    "NV12": "NV12",
    "I420": "I420",
    "YV12": "I420",
    "Y42B": "I422",
    "Y444": "I444",
    "P010_10LE": "P010",
    "I420_10LE": "I010",
    "I422_10LE": "I210",
    "Y444_10LE": "I410",
    "BGR10A2_LE": "ARGB2101010",
    "RGB10A2_LE": "ABGR2101010",
    "RGBA64_LE": "RGBA16",
}
SECOND = Gst.SECOND


class Plane(NamedTuple):
    """A plane of a frame in a flat buffer."""

    offset: int
    stride: int
    rows: int
    row_bytes: int


class Kind:
    """Frames of one description."""

    def __init__(self, format: str, width: int, height: int, **fields: Any) -> None:
        more = "".join(f",{name.replace('_', '-')}={value}" for name, value in fields.items())
        self.caps = Gst.Caps.from_string(f"video/x-raw,format={format},width={width},height={height},framerate=25/1{more}")
        self.info = GstVideo.VideoInfo.new_from_caps(self.caps)
        self.format, self.width, self.height = format, width, height
        self.size = self.info.size

    def planes(self, offsets: list[int] | None = None, strides: list[int] | None = None) -> list[Plane]:
        """The planes in Scrim's order: luma, Cb, Cr. In a YV12 frame Cr comes first."""
        form = self.info.finfo
        found = []
        for index in range(form.n_planes):
            place = form.plane[index]
            rows = -((-self.height) >> form.h_sub[index])
            columns = -((-self.width) >> form.w_sub[index])
            offset = (offsets or self.info.offset)[place]
            found.append(Plane(offset, (strides or self.info.stride)[place], rows, columns * form.pixel_stride[index]))
        return found

    def noise(self, seed: int) -> bytes:
        """Bytes that are a frame with different content everywhere, padding included."""
        return np.random.default_rng(seed).integers(0, 256, self.size, np.uint8).tobytes()

    def redacted(self, frame: bytes, regions: Any, planes: list[Plane] | None = None, **options: Any) -> bytes:
        """The frame as scrim.redact_in_place() leaves it."""
        out = bytearray(frame)
        places = planes or self.planes()
        options = {"allow_nothing": True, "dilation": 0, "codec_block": 0, "pixel_format": FORMATS[self.format], **options}
        deep = self.format.endswith("10LE")
        if len(places) == 1:
            offset, stride, rows, _ = places[0]
            view = memoryview(out)[offset : offset + rows * stride]
            scrim.redact_in_place(view, regions, width=self.width, height=self.height, stride=stride, **options)
        else:
            kind = np.uint16 if deep else np.uint8
            views = tuple(
                np.ndarray(
                    (plane.rows, plane.row_bytes // kind().itemsize),
                    kind,
                    out,
                    plane.offset,
                    (plane.stride, kind().itemsize),
                )
                for plane in places
            )
            if len(places) == 2:
                views = (views[0], views[1].reshape(views[1].shape[0], -1, 2))
            scrim.redact_in_place(views, regions, **options)
        return bytes(out)


class Host:
    """A pipeline appsrc ! scrimredact ! appsink."""

    def __init__(self, kind: Kind, **properties: Any) -> None:
        self.pipeline = Gst.parse_launch("appsrc name=in format=time ! scrimredact name=redact ! appsink name=out sync=false")
        self.source, self.redact, self.sink = (self.pipeline.get_by_name(name) for name in ("in", "redact", "out"))
        self.source.set_property("caps", kind.caps)
        for name, value in properties.items():
            Gst.util_set_object_arg(self.redact, name.replace("_", "-"), str(value))
        self.count = 0

    def __enter__(self) -> Host:
        self.pipeline.set_state(Gst.State.PLAYING)
        return self

    def __exit__(self, *error: object) -> None:
        self.pipeline.set_state(Gst.State.NULL)

    def push(self, frame: bytes | Gst.Buffer) -> None:
        buffer = frame
        if isinstance(frame, bytes):
            buffer = Gst.Buffer.new_allocate(None, len(frame), None)
            buffer.fill(0, frame)
        if buffer.pts == Gst.CLOCK_TIME_NONE:
            buffer.pts = self.count * SECOND // 25
        self.count += 1
        assert self.source.push_buffer(buffer) == Gst.FlowReturn.OK

    def pull(self, timeout: float = 60.0) -> bytes | None:
        sample = self.sink.try_pull_sample(int(timeout * SECOND))
        if sample is None:
            return None
        buffer = sample.get_buffer()
        return buffer.extract_dup(0, buffer.get_size())

    def run(self, frame: bytes | Gst.Buffer) -> bytes | None:
        self.push(frame)
        return self.pull()

    def messages(self, kind: Gst.MessageType = Gst.MessageType.WARNING | Gst.MessageType.ERROR) -> list[str]:
        """The texts of the warnings and errors since the last call."""
        bus, found = self.pipeline.get_bus(), []
        while message := bus.pop_filtered(kind):
            parse = message.parse_error if message.type == Gst.MessageType.ERROR else message.parse_warning
            found.append(parse()[0].message)
        return found
