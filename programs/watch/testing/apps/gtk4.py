# SPDX-License-Identifier: MIT
"""Windows of GTK 4 with and without a password field. Reads commands from standard input: see applications.py."""

import commands
import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


class Windows(commands.Windows):
    def build(self, kind, text):
        window = Gtk.Window(title=f"{self.name} {kind}", name=kind)
        window.set_default_size(*self.SIZES[kind])
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        label = Gtk.Label(label="Sign in" if kind == "login" else "An article. " * 30, wrap=True)
        label.set_size_request(-1, self.FIELD_TOP)
        column.append(label)
        if kind == "login":
            self.entry = Gtk.PasswordEntry(text=text, margin_start=self.MARGIN, margin_end=self.MARGIN)
            column.append(self.entry)
        rest = Gtk.Label(label="More")
        rest.set_size_request(-1, self.REST)
        column.append(rest)
        view = Gtk.ScrolledWindow(child=column)
        window.set_child(view)
        self.adjustments[kind] = view.get_vadjustment()
        window.present()
        return window

    def close(self, window):
        window.destroy()

    def scroll(self, kind, position):
        self.adjustments[kind].set_value(position)

    def show(self, shown):
        self.entry.set_visible(shown)

    def reveal(self, revealed):
        self.entry.get_delegate().set_visibility(revealed)

    def text(self, text):
        self.entry.set_text(text)

    def focus(self):
        self.entry.grab_focus()


Gtk.init()
windows = Windows("gtk4")
css = Gtk.CssProvider()
css.load_from_data(windows.css("entry").encode() + windows.css("entry > text").encode())
Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), css, 900)
loop = GLib.MainLoop()


def read(source, condition):
    if not windows.handle_all():
        loop.quit()
        return False
    return True


GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, read)
loop.run()
