# SPDX-License-Identifier: MIT
"""An application on the accessibility bus that makes mistakes on purpose.

It has one window with the title "liar" of 200 × 100 pixels, and a password field at 20, 30 in it. Each line of standard input names what it
does wrong from then on. After "page ADDRESS" it shows a web page without a password field, and after "button NAME" a button.
"""

import sys
import threading

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

LIE = "none"
ROOT = "/org/a11y/atspi/accessible/root"
WINDOW = "/org/a11y/atspi/accessible/1"
FIELD = "/org/a11y/atspi/accessible/2"
FRAME_ROLE, PASSWORD_ROLE, PANEL_ROLE, APPLICATION_ROLE, TABLE_ROLE, PAGE_ROLE, BUTTON_ROLE = 23, 40, 39, 75, 55, 95, 43
SHOWING = 1 << 25 | 1 << 30  # and visible
MANAGES_DESCENDANTS = 1 << 31


def call(bus, name, path, interface, method, arguments):
    return bus.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 5000, None)


session = Gio.bus_get_sync(Gio.BusType.SESSION)
address = call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None)[0]
flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
NAME = bus.get_unique_name()


def children(path):
    """The children of an object: pairs of a bus name and a path."""
    if path == ROOT:
        return [(NAME, WINDOW)]
    if path == WINDOW and LIE.startswith(("page ", "button ")):
        return [(NAME, "/page" if LIE.startswith("page ") else "/button")]
    if path == "/page":
        return [(NAME, "/paragraph")]
    if path == WINDOW:
        more = {
            "cycle": [(NAME, WINDOW)],
            "deep": [(NAME, "/deep/1")],
            "wide": [],
            "many": [(NAME, f"/field/{index}") for index in range(300)],
            "null": [(NAME, "/org/a11y/atspi/null")],
            "name": [("not a name", "/other")],
            "gone": [(":1.999999", "/other")],
            "long": [(NAME, "/long" + "g" * 5000)],
            "nameless": [("", "/other")],
            "table": [(NAME, "/table")],
            "tree": [(NAME, "/tree/1")],
        }
        return [(NAME, FIELD), *more.get(LIE, [])]
    if path.startswith("/deep/"):
        return [(NAME, f"/deep/{int(path[6:]) + 1}")]
    if path.startswith("/tree/"):
        return [(NAME, f"{path}/{index}") for index in range(10)]
    if path == "/table":
        return [(NAME, f"/cell/{index}") for index in range(100000)]
    return []


def role(path):
    if LIE == "roles" and path == FIELD:
        return 4000000000
    if path == FIELD or path.startswith("/field/"):
        return PASSWORD_ROLE
    return {ROOT: APPLICATION_ROLE, WINDOW: FRAME_ROLE, "/table": TABLE_ROLE, "/page": PAGE_ROLE, "/button": BUTTON_ROLE}.get(path, PANEL_ROLE)


#: Made before it is asked for, because that takes longer than a caller waits.
WIDE = GLib.Variant("(a(so))", ([(NAME, FIELD), *((NAME, f"/{index}") for index in range(20000))],))
PLACES = {
    "far": (2000000000, 2000000000, 100, 20),
    "negative": (20, 30, -100, -20),
    "empty": (20, 30, 0, 0),
    "huge": (-1000000, -1000000, 2000000, 2000000),
    "overflow": (2147483647, 2147483647, 2147483647, 2147483647),
}


def place(path):
    if path == WINDOW:
        return {"window": (0, 0, 700, 5), "no window": (0, 0, 0, 0), "minus": (0, 0, -5, -5)}.get(LIE, (0, 0, 200, 100))
    return PLACES.get(LIE, (20, 30, 100, 20))


def answer(path, interface, method, arguments):
    """Returns the answer as a variant, None for an error, or False for no answer at all."""
    if LIE == "silent " + method or (LIE == "late" and path == FIELD):
        return False
    if LIE == "error " + method and path != ROOT:
        return None
    if LIE == "type " + method and path != ROOT:
        return GLib.Variant("(sd)", ("text", 1.5))
    if LIE == "shape " + method and path != ROOT:
        return GLib.Variant("(av)", ([GLib.Variant("s", "text")],)) if method != "GetState" else GLib.Variant("(au)", ([1],))
    if method == "GetRole":
        return GLib.Variant("(u)", (role(path),))
    if method == "GetState":
        manages = MANAGES_DESCENDANTS if path == "/table" else 0
        return GLib.Variant("(au)", ([SHOWING | manages, 0],))
    if method == "GetChildren" and LIE == "wide" and path == WINDOW:
        return WIDE
    if method == "GetChildren":
        return GLib.Variant("(a(so))", (children(path),))
    if method == "GetChildAtIndex":
        return GLib.Variant("((so))", (children(path)[arguments[0]],))
    if method == "GetExtents":
        return GLib.Variant("((iiii))", (place(path),))
    if method == "GetAttributeValue":
        return GLib.Variant("(s)", (LIE.removeprefix("page "),))
    if method == "GetApplication":
        return GLib.Variant("((so))", ((NAME, ROOT),))
    if method == "GetInterfaces":
        return GLib.Variant("(as)", (["org.a11y.atspi.Accessible", "org.a11y.atspi.Component"],))
    if method == "Get":
        values = {
            "Name": GLib.Variant("s", LIE.removeprefix("button ") if path == "/button" else "liar"),
            "ChildCount": GLib.Variant("i", len(children(path))),
            "ToolkitName": GLib.Variant("s", "x" * 5000 if LIE == "toolkit" else "GTK"),
            "Version": GLib.Variant("s", "4.8.3"),
            "Parent": GLib.Variant("(so)", (NAME, ROOT)),
        }
        return GLib.Variant("(v)", (values[arguments[1]],)) if arguments[1] in values else None
    return None


def handle(connection, message, incoming):
    if not incoming or message.get_message_type() != Gio.DBusMessageType.METHOD_CALL:
        return message
    body = message.get_body()
    found = answer(message.get_path(), message.get_interface(), message.get_member(), body.unpack() if body else ())
    if found is not False:
        reply = Gio.DBusMessage.new_method_reply(message)
        if found is None:
            reply = Gio.DBusMessage.new_method_error_literal(message, "org.freedesktop.DBus.Error.UnknownMethod", "no")
        else:
            reply.set_body(found)
        connection.send_message(reply, Gio.DBusSendMessageFlags.NONE)
    return None


bus.add_filter(handle)
call(bus, "org.a11y.atspi.Registry", ROOT, "org.a11y.atspi.Socket", "Embed", GLib.Variant("((so))", ((NAME, ROOT),)))
loop = GLib.MainLoop()


def listen():
    global LIE
    for line in sys.stdin:
        LIE = line.strip()
        print("ready", flush=True)
    loop.quit()


threading.Thread(target=listen).start()
loop.run()
