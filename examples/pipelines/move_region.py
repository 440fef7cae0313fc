# SPDX-License-Identifier: MIT
import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

Gst.init(None)
pipeline = Gst.parse_launch(
    "videotestsrc is-live=true ! video/x-raw,width=320,height=240 ! scrimredact name=cover regions=80x40+20+20 ! fakesink"
)
cover = pipeline.get_by_name("cover")
loop = GLib.MainLoop()
pipeline.set_state(Gst.State.PLAYING)
GLib.timeout_add(500, lambda: cover.set_property("regions", "80x40+200+120/ellipse@60x60+20+20"))
GLib.timeout_add(1000, loop.quit)
loop.run()
print("The last regions were", cover.get_property("regions"))
pipeline.set_state(Gst.State.NULL)
