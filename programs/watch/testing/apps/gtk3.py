# SPDX-License-Identifier: MIT
"""Windows of GTK 3 with and without a password field. Reads commands from standard input: see applications.py."""

import commands
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


class Windows(commands.Windows):
    def build(self, kind, text):
        window = Gtk.Window(title=f"{self.name} {kind}", name=kind)
        window.set_default_size(*self.SIZES[kind])
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        label = Gtk.Label(label="Sign in" if kind == "login" else "An article. " * 30, wrap=True)
        label.set_size_request(-1, self.FIELD_TOP)
        column.pack_start(label, False, False, 0)
        if kind == "login":
            self.entry = Gtk.Entry(visibility=False, text=text, margin_start=self.MARGIN, margin_end=self.MARGIN)
            column.pack_start(self.entry, False, False, 0)
        rest = Gtk.Label(label="More")
        rest.set_size_request(-1, self.REST)
        column.pack_start(rest, False, False, 0)
        view = Gtk.ScrolledWindow()
        view.add(column)
        window.add(view)
        self.adjustments[kind] = view.get_vadjustment()
        window.show_all()
        return window

    def close(self, window):
        window.destroy()

    def scroll(self, kind, position):
        self.adjustments[kind].set_value(position)

    def show(self, shown):
        self.entry.set_visible(shown)

    def reveal(self, revealed):
        self.entry.set_visibility(revealed)

    def text(self, text):
        self.entry.set_text(text)

    def focus(self):
        self.entry.grab_focus()


windows = Windows("gtk3")
css = Gtk.CssProvider()
css.load_from_data(windows.css("entry").encode())
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), css, 900)


def read(source, condition):
    if not windows.handle_all():
        Gtk.main_quit()
        return False
    return True


GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, read)
Gtk.main()
