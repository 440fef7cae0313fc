# SPDX-License-Identifier: MIT
"""Windows of GTK 4, and pop-overs, which are windows without accessibles. Commands: see test_watch_tree.py."""

import commands
import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402


class Windows(commands.Windows):
    def build(self, kind, size):
        window = Gtk.Window(title=f"{self.name} {kind.partition('#')[0]}", decorated="bare" not in kind)
        window.set_default_size(*map(int, size.split("x")))
        window.column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        window.label = Gtk.Label(label="Some text")
        window.column.append(window.label)
        window.set_child(window.column)
        if "login" in kind:
            window.column.append(Gtk.PasswordEntry())
        window.present()
        return window

    def close(self, window):
        window.destroy()

    def add(self, kind):
        self.windows[kind].column.append(Gtk.PasswordEntry())

    def menu(self, kind):
        if "tall" in kind:
            child = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
            child.append(Gtk.Label(label="Some more text", height_request=120))
            child.append(Gtk.PasswordEntry())
        else:
            child = Gtk.PasswordEntry() if "secret" in kind else Gtk.Label(label="Some more text")
        self.popup = Gtk.Popover(child=child)
        self.popup.set_parent(self.windows[kind].label)
        self.popup.popup()

    def write(self, kind, text):
        self.windows[kind].label.set_label(text)

    def unmenu(self):
        self.popup.popdown()


Gtk.init()
windows = Windows("gtk4")
loop = GLib.MainLoop()


def read(source, condition):
    if windows.handle_all():
        return True
    loop.quit()
    return False


GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, read)
loop.run()
