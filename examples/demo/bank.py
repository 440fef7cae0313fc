# SPDX-License-Identifier: MIT
"""A GTK program with the page of a bank account, of which the demo takes a picture.

It does not use Scrim. When its windows are drawn, it prints one line of JSON, as a test driver of an application would.
The line has the rectangles of its windows and named widgets on the screen. The program runs with Debian's Python, for
which python3-gi is packaged.
"""

import json
from pathlib import Path

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GObject, Gtk  # noqa: E402

PAYMENTS = [
    ("Café Morgenstern", "Today, 09:12", "− 4.80 €"),
    ("Harmonia Records", "Yesterday", "− 31.00 €"),
    ("Dr Adeyemi, cardiology", "17 November", "− 184.50 €"),
    ("Rent, Lindenstrasse 4", "15 November", "− 1,120.00 €"),
]


def named(widget, name, *classes):
    """Gives a widget style classes and a name, under which it appears in the JSON."""
    widget.set_name(name)
    for style_class in classes:
        widget.get_style_context().add_class(style_class)
    return widget


def label(text, *classes, name="", width=-1, align=0.0):
    """Makes a line of text. Private lines have a fixed width, so that the size of a cover does not reveal their length."""
    widget = Gtk.Label(label=text, xalign=align)
    widget.set_size_request(width, -1)
    widget.set_halign(Gtk.Align.START if align == 0 else Gtk.Align.END)
    return named(widget, name, *classes)


def box(*children, vertical=False, spacing=0, name="", classes=()):
    orientation = Gtk.Orientation.VERTICAL if vertical else Gtk.Orientation.HORIZONTAL
    widget = named(Gtk.Box(orientation=orientation, spacing=spacing), name, *classes)
    for child in children:
        widget.pack_start(child, isinstance(child, Spring), True, 0)
    return widget


class Spring(Gtk.Box):
    """Fills the remaining space in its box."""


def greeting():
    avatar = label("MO", "avatar", name="avatar", align=0.5)
    avatar.set_size_request(44, 44)
    avatar.set_valign(Gtk.Align.CENTER)
    lines = box(label("Good afternoon", "muted"), label("Mara Okafor", "holder", name="holder", width=190),
                vertical=True, spacing=4)
    return box(avatar, lines, Spring(), label("Saturday, 21 November", "muted", align=1.0), spacing=14)


def account():
    field = [
        box(label(title, "caption"), label(text, "digits", name=name, width=width), vertical=True, spacing=3)
        for title, text, name, width in (
            ("IBAN", "DE89 3704 0044 0532 0130 00", "iban", 244),
            ("CARD", "4539 1488 0343 6467", "card", 178),
        )
    ]
    top = box(label("Everyday account", "account"), Spring(), label("LINDEN", "brand", align=1.0))
    balance = label("12,480.52 €", "balance", name="balance", width=244)
    bottom = box(field[0], Spring(), field[1])
    return box(top, balance, bottom, vertical=True, spacing=14, name="account", classes=("card",))


def payment(number, payee, date, amount):
    sign = label("↗", "icon", align=0.5)
    sign.set_size_request(34, 34)
    sign.set_valign(Gtk.Align.CENTER)
    lines = box(
        label(payee, "payee", name=f"payee-{number}", width=210), label(date, "muted"), vertical=True, spacing=4
    )
    sum_label = label(amount, "digits", "payee", name=f"amount-{number}", width=104, align=1.0)
    sum_label.set_valign(Gtk.Align.CENTER)
    return box(sign, lines, Spring(), sum_label, spacing=12, name=f"payment-{number}", classes=("row",))


def sign_in():
    password = named(Gtk.Entry(text="correct horse", visibility=False, hexpand=True), "password")
    password.set_icon_from_icon_name(Gtk.EntryIconPosition.PRIMARY, "dialog-password-symbolic")
    button = named(Gtk.Button(label="Transfer"), "transfer", "primary")
    line = box(spacing=12)
    line.pack_start(password, True, True, 0)
    line.pack_start(button, False, True, 0)
    return box(label("Confirm with your password", "section"), line, vertical=True, spacing=8)


def page():
    rows = [payment(number, *row) for number, row in enumerate(PAYMENTS, 1)]
    payments = box(*rows, vertical=True, name="payments", classes=("list",))
    latest = box(label("Recent payments", "section"), payments, vertical=True, spacing=8)
    whole = box(greeting(), account(), latest, sign_in(), vertical=True, spacing=18, name="page", classes=("page",))
    whole.set_size_request(560, -1)
    return whole


def windows():
    """Returns the desktop in the background and the bank's window."""
    monitor = Gdk.Display.get_default().get_monitor(0).get_geometry()
    desktop = named(Gtk.Window(type=Gtk.WindowType.POPUP), "desktop")
    desktop.resize(monitor.width, monitor.height)
    desktop.show_all()  # first, because without a window manager later windows are in front
    bank = named(Gtk.Window(title="Linden Bank", resizable=False), "bank")
    header = Gtk.HeaderBar(title="Linden Bank", subtitle="Accounts", show_close_button=True)
    bank.set_titlebar(header)
    bank.add(page())
    bank.set_position(Gtk.WindowPosition.CENTER)
    bank.show_all()
    return [desktop, bank]


def class_chain(widget):
    """Returns the names of a widget's types, the most derived first: GtkEntry, GtkWidget, …"""
    chain = []
    kind = widget.__gtype__
    while kind != GObject.TYPE_INVALID and kind.name != "GInitiallyUnowned":
        if "+" not in kind.name:  # a class of this file
            chain.append(kind.name)
        kind = kind.parent
    return chain


def describe(widget, window):
    """Returns the named widgets inside a widget, with their rectangles on the screen."""
    inside = []
    if isinstance(widget, Gtk.Container):
        children = []
        widget.forall(children.append)
        inside = [found for child in children if child.get_visible() for found in describe(child, window)]
    if widget is window or widget.get_name() in ("", widget.__gtype__.name):
        return inside
    left, top = window.get_window().get_origin()[1:]
    x, y = widget.translate_coordinates(window, 0, 0)
    size = widget.get_allocation()
    rect = [left + x, top + y, size.width, size.height]
    return [{"name": widget.get_name(), "classes": class_chain(widget), "rect": rect, "views": inside}]


def describe_window(window):
    surface = window.get_window()
    rect = [*surface.get_origin()[1:], surface.get_width(), surface.get_height()]
    title = window.get_title() or ""
    return {"name": window.get_name(), "title": title, "rect": rect, "views": describe(window, window)}


def tell_when_drawn(shown):
    """Prints the JSON when every window has been painted and the X server has received all of it."""
    waiting = set(shown)

    def tell():
        shown[0].get_display().sync()
        print(json.dumps([describe_window(window) for window in shown]), flush=True)

    def drawn(_, window):
        if window in waiting:
            waiting.remove(window)
            if not waiting:
                tell()

    def mapped(window, _):
        window.queue_draw()
        window.get_frame_clock().connect("after-paint", drawn, window)

    for window in shown:
        window.connect("map-event", mapped)


def main():
    settings = Gtk.Settings.get_default()
    settings.set_properties(gtk_enable_animations=False, gtk_cursor_blink=False, gtk_entry_select_on_focus=False)
    settings.set_property("gtk-font-name", "Inter 10")
    style = Gtk.CssProvider()
    style.load_from_path(str(Path(__file__).with_name("bank.css")))
    Gtk.StyleContext.add_provider_for_screen(
        Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
    )
    tell_when_drawn(windows())
    Gtk.main()


if __name__ == "__main__":
    main()
