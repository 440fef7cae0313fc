# SPDX-License-Identifier: MIT
"""Sends the screen over WebRTC, with the secure regions of a feed covered, and receives it in the same program.

A real application sends the descriptions and the ICE candidates to another machine. Here both ends are in one process, so they are
handed over by calls. The last of FRAMES frames is saved. Usage: webrtc.py FEED FRAMES PICTURE.ppm
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstSdp", "1.0")
gi.require_version("GstWebRTC", "1.0")
from gi.repository import GLib, Gst, GstSdp, GstWebRTC  # noqa: E402, F401

PIPELINE = (
    "ximagesrc use-damage=false ! video/x-raw,framerate=15/1 "
    "! scrimredact feed={feed} "  # directly behind the source
    "! videoconvert ! vp8enc deadline=1 keyframe-max-dist=30 ! rtpvp8pay "
    "! application/x-rtp,media=video,encoding-name=VP8,payload=96 ! webrtcbin name=sender "
    "webrtcbin name=receiver"
)
SHOWN = "rtpvp8depay ! vp8dec ! videoconvert ! video/x-raw,format=RGB ! fakesink name=shown signal-handoffs=true"


class Call:
    def __init__(self, feed: str, frames: int, picture: Path) -> None:
        self.frames, self.picture, self.error = frames, picture, ""
        self.loop = GLib.MainLoop()
        self.pipeline = Gst.parse_launch(PIPELINE.format(feed=feed))
        self.sender, self.receiver = (self.pipeline.get_by_name(name) for name in ("sender", "receiver"))
        self.sender.connect("on-negotiation-needed", self.offer)
        self.sender.connect("on-ice-candidate", lambda _, line, text: self.receiver.emit("add-ice-candidate", line, text))
        self.receiver.connect("on-ice-candidate", lambda _, line, text: self.sender.emit("add-ice-candidate", line, text))
        self.receiver.connect("pad-added", self.show)
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message::error", self.fail)

    def offer(self, _: Gst.Element) -> None:
        self.sender.emit("create-offer", None, Gst.Promise.new_with_change_func(self.offered))

    def offered(self, promise: Gst.Promise) -> None:
        reply = promise.get_reply()  # offer is valid as long as this is
        offer = reply.get_value("offer")
        self.sender.emit("set-local-description", offer, None)
        self.receiver.emit("set-remote-description", offer, None)
        self.receiver.emit("create-answer", None, Gst.Promise.new_with_change_func(self.answered))

    def answered(self, promise: Gst.Promise) -> None:
        reply = promise.get_reply()  # answer is valid as long as this is
        answer = reply.get_value("answer")
        self.receiver.emit("set-local-description", answer, None)
        self.sender.emit("set-remote-description", answer, None)

    def show(self, _: Gst.Element, pad: Gst.Pad) -> None:
        shown = Gst.parse_bin_from_description(SHOWN, True)
        shown.get_by_name("shown").connect("handoff", self.count)
        self.pipeline.add(shown)
        pad.link(shown.get_static_pad("sink"))
        shown.sync_state_with_parent()

    def count(self, _: Gst.Element, buffer: Gst.Buffer, pad: Gst.Pad) -> None:
        self.frames -= 1
        if self.frames == 0:
            caps = pad.get_current_caps().get_structure(0)
            header = f"P6 {caps.get_value('width')} {caps.get_value('height')} 255\n"
            self.picture.write_bytes(header.encode() + buffer.extract_dup(0, buffer.get_size()))
            self.loop.quit()

    def fail(self, _: Gst.Bus, message: Gst.Message) -> None:
        self.error = message.parse_error().gerror.message
        self.loop.quit()

    def run(self) -> None:
        self.pipeline.set_state(Gst.State.PLAYING)
        self.loop.run()
        self.pipeline.set_state(Gst.State.NULL)
        if self.error:
            sys.exit(self.error)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: webrtc.py FEED FRAMES PICTURE.ppm")
    Gst.init(None)
    Call(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])).run()
