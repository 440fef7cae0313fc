# SPDX-License-Identifier: MIT
"""Serves the screen at rtsp://127.0.0.1:PORT/screen, with the secure regions of a feed covered.

Usage: rtsp_server.py FEED PORT
"""

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

PIPELINE = (
    "( ximagesrc use-damage=false ! video/x-raw,framerate=15/1 "
    "! scrimredact feed={feed} "  # directly behind the source
    "! videoconvert ! vp8enc deadline=1 keyframe-max-dist=30 ! rtpvp8pay name=pay0 )"
)


def serve(feed: str, port: str) -> None:
    Gst.init(None)
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(PIPELINE.format(feed=feed))
    factory.set_shared(True)  # all clients see one recording
    server = GstRtspServer.RTSPServer(address="127.0.0.1", service=port)
    server.get_mount_points().add_factory("/screen", factory)
    if not server.attach():
        sys.exit(f"port {port} cannot be opened")
    print(f"rtsp://127.0.0.1:{port}/screen", flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: rtsp_server.py FEED PORT")
    serve(*sys.argv[1:])
