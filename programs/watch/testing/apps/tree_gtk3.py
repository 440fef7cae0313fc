# SPDX-License-Identifier: MIT
"""Windows of GTK 3 that look alike, menus, and much activity. Commands: see test_watch_tree.py."""

import commands
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


class Windows(commands.Windows):
    def build(self, kind, size):
        window = Gtk.Window(title=f"{self.name} {kind.partition('#')[0]}", decorated="bare" not in kind)
        window.set_default_size(*map(int, size.split("x")))
        window.column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        window.column.add(Gtk.Label(label="Some text"))
        window.add(window.column)
        if "login" in kind:
            window.column.add(Gtk.Entry(visibility=False))
        window.show_all()
        Gdk.Display.get_default().sync()  # so that it is there before the next command
        return window

    def close(self, window):
        window.destroy()

    def add(self, kind):
        entry = Gtk.Entry(visibility=False)
        self.windows[kind].column.add(entry)
        entry.show()

    def unmask(self, kind):
        self.windows[kind].column.get_children()[1].set_visibility(True)

    def hide(self, kind):
        self.windows[kind].hide()

    def unhide(self, kind):
        self.windows[kind].show()

    def give(self, kind, to):
        """Moves the password field to another window."""
        entry = self.windows[kind].column.get_children()[1]
        self.windows[kind].column.remove(entry)
        self.windows[to].column.add(entry)

    def select(self, kind):
        """Shows and selects the text of the password field, so that it can be dragged."""
        entry = self.windows[kind].column.get_children()[1]
        entry.set_text("MMMMMMMMMMMM")
        entry.set_visibility(True)
        entry.grab_focus()
        entry.select_region(0, -1)

    def menu(self, kind):
        self.popup = Gtk.Menu()
        for number in range(5):
            self.popup.append(Gtk.MenuItem(label=f"Item {number}"))
        self.popup.show_all()
        self.popup.popup_at_widget(self.windows[kind], Gdk.Gravity.CENTER, Gdk.Gravity.NORTH_WEST, None)

    def unmenu(self):
        self.popup.popdown()

    def chatter(self, kind, each):
        """Replaces labels all the time."""

        def replace():
            column = self.windows[kind].column
            for label in column.get_children()[1:]:
                label.destroy()
            for number in range(int(each)):
                label = Gtk.Label(label=f"Line {number}")
                column.add(label)
                label.show()
            return True

        GLib.timeout_add(10, replace)


windows = Windows("gtk3")


def read(source, condition):
    if windows.handle_all():
        return True
    Gtk.main_quit()
    return False


GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, read)
Gtk.main()
