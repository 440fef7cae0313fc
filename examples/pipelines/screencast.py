# SPDX-License-Identifier: MIT
"""Records what the user shares in the dialog of the desktop, with the secure regions of a feed covered.

It asks the ScreenCast portal, so it works on Wayland too. Usage: screencast.py FEED RECORDING.webm [SECONDS]
"""

import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gio, GLib, Gst  # noqa: E402

PORTAL, OBJECT = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
MONITOR, EMBEDDED_CURSOR = 1, 2
PIPELINE = (
    "pipewiresrc fd={fd} path={node} always-copy=true do-timestamp=true "
    "! scrimredact feed={feed} "  # directly behind the source
    "! videoconvert ! vp8enc deadline=1 ! webmmux ! filesink location={target}"
)


class Portal:
    """The calls of one session. The portal returns a request at once, and its result in a signal."""

    def __init__(self) -> None:
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.loop = GLib.MainLoop()
        self.requests = 0

    def call(self, method: str, signature: str, arguments: list, options: dict) -> dict:
        """Calls a method of the portal, and waits until the user has answered."""
        self.requests += 1
        token = f"scrim{self.requests}"
        sender = self.bus.get_unique_name()[1:].replace(".", "_")
        answers: list[tuple[int, dict]] = []

        def answered(*signal: object) -> None:
            answers.append(signal[5].unpack())
            self.loop.quit()

        path = f"{OBJECT}/request/{sender}/{token}"
        request = (None, "org.freedesktop.portal.Request", "Response", path, None, Gio.DBusSignalFlags.NONE, answered)
        subscription = self.bus.signal_subscribe(*request)
        options = {**options, "handle_token": GLib.Variant("s", token)}
        self.send(method, GLib.Variant(signature, (*arguments, options)))
        while not answers:
            self.loop.run()
        self.bus.signal_unsubscribe(subscription)
        code, results = answers[0]
        if code:
            sys.exit(f"the portal refused {method}, or the user did")
        return results

    def send(self, method: str, arguments: GLib.Variant) -> GLib.Variant:
        name = (PORTAL, OBJECT, "org.freedesktop.portal.ScreenCast", method)
        return self.bus.call_sync(*name, arguments, None, Gio.DBusCallFlags.NONE, -1)

    def share(self) -> tuple[int, int]:
        """Lets the user choose a screen. Returns a connection to PipeWire, and the number of the stream."""
        session = self.call("CreateSession", "(a{sv})", [], {"session_handle_token": GLib.Variant("s", "scrim")})["session_handle"]
        chosen = {"types": GLib.Variant("u", MONITOR), "cursor_mode": GLib.Variant("u", EMBEDDED_CURSOR)}
        self.call("SelectSources", "(oa{sv})", [session], chosen)
        streams = self.call("Start", "(osa{sv})", [session, ""], {})["streams"]
        name = (PORTAL, OBJECT, "org.freedesktop.portal.ScreenCast", "OpenPipeWireRemote")
        arguments = GLib.Variant("(oa{sv})", (session, {}))
        _, fds = self.bus.call_with_unix_fd_list_sync(*name, arguments, None, Gio.DBusCallFlags.NONE, -1, None)
        return fds.get(0), streams[0][0]


def record(feed: str, target: str, seconds: float) -> None:
    Gst.init(None)
    fd, node = Portal().share()
    pipeline = Gst.parse_launch(PIPELINE.format(fd=fd, node=node, feed=feed, target=target))
    pipeline.set_state(Gst.State.PLAYING)
    bus = pipeline.get_bus()
    ended = Gst.MessageType.ERROR | Gst.MessageType.EOS
    message = bus.timed_pop_filtered(int(seconds * Gst.SECOND), ended)
    if message is None:
        pipeline.send_event(Gst.Event.new_eos())  # so that the file gets its end
        message = bus.timed_pop_filtered(5 * Gst.SECOND, ended)
    pipeline.set_state(Gst.State.NULL)
    if message and message.type == Gst.MessageType.ERROR:
        sys.exit(message.parse_error().gerror.message)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: screencast.py FEED RECORDING.webm [SECONDS]")
    record(sys.argv[1], sys.argv[2], float(sys.argv[3]) if len(sys.argv) == 4 else 10)
