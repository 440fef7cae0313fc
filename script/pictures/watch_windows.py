# SPDX-License-Identifier: MIT
"""One window for docs/gallery/watch.png, of the toolkit that the argument names. Debian's Python runs it, which has the bindings.

SIGUSR1 shows the password of GTK 3, or hides it again.
"""

import signal
import sys

FIELDS = {
    "gtk3": ("Wi-Fi", "The network “Harbor Café” needs a password.", [("Network", "Harbor Café", False), ("Password", "correct horse battery", True)]),
    "gtk4": ("Backup", "Your backups are encrypted with a passphrase.", [("Folder", "/home/mara/Documents", False), ("Passphrase", "lantern-orbit-velvet", True)]),
    "qt": ("Mail account", "Sign in to read your mail.", [("Address", "mara@example.com", False), ("Password", "st4ple-Feather", True)]),
    "notes": ("Notes", "Friday: call the harbor office. Bring the charts of the north coast, and two life vests. Ask Ines about the engine.", []),
}  # fmt: skip
WIDTH = 380


def toggle(entry) -> bool:
    entry.set_visibility(not entry.get_visibility())
    return True


def gtk3(title: str, text: str, fields: list[tuple[str, str, bool]]) -> None:
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import GLib, Gtk

    window = Gtk.Window(title=title, default_width=WIDTH)
    grid = Gtk.Grid(row_spacing=14, column_spacing=14, border_width=22)
    grid.attach(Gtk.Label(label=text, wrap=True, xalign=0, max_width_chars=44), 0, 0, 2, 1)
    for row, (name, value, secret) in enumerate(fields, 1):
        grid.attach(Gtk.Label(label=name, xalign=1), 0, row, 1, 1)
        entry = Gtk.Entry(text=value, visibility=not secret, hexpand=True)
        if secret:
            entry.set_icon_from_icon_name(Gtk.EntryIconPosition.SECONDARY, "view-reveal-symbolic")
            GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, toggle, entry)
        grid.attach(entry, 1, row, 1, 1)
    if fields:
        grid.attach(Gtk.Button(label="Connect", halign=Gtk.Align.END), 1, len(fields) + 1, 1, 1)
    window.add(grid)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    window.set_focus(None)
    Gtk.main()


def gtk4(title: str, text: str, fields: list[tuple[str, str, bool]]) -> None:
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk

    loop = GLib.MainLoop()
    grid = Gtk.Grid(row_spacing=14, column_spacing=14, margin_top=22, margin_bottom=22, margin_start=22, margin_end=22)
    grid.attach(Gtk.Label(label=text, wrap=True, xalign=0), 0, 0, 2, 1)
    for row, (name, value, secret) in enumerate(fields, 1):
        grid.attach(Gtk.Label(label=name, xalign=1), 0, row, 1, 1)
        entry = Gtk.PasswordEntry(show_peek_icon=True, hexpand=True) if secret else Gtk.Entry(hexpand=True)
        entry.set_text(value)
        grid.attach(entry, 1, row, 1, 1)
    window = Gtk.Window(title=title, default_width=WIDTH, child=grid)
    window.connect("close-request", lambda _: loop.quit())
    window.present()
    loop.run()


def qt(title: str, text: str, fields: list[tuple[str, str, bool]]) -> None:
    from PyQt6 import QtWidgets

    application = QtWidgets.QApplication([title])
    application.setStyle("Fusion")
    window = QtWidgets.QWidget(windowTitle=title)
    window.setMinimumWidth(WIDTH)
    form = QtWidgets.QFormLayout(window)
    form.setContentsMargins(22, 22, 22, 22)
    form.setSpacing(14)
    form.addRow(QtWidgets.QLabel(text))
    for name, value, secret in fields:
        line = QtWidgets.QLineEdit(value)
        if secret:
            line.setEchoMode(QtWidgets.QLineEdit.EchoMode.Password)
        form.addRow(name, line)
    form.addRow(QtWidgets.QPushButton("Sign in"))
    window.show()
    application.exec()


if __name__ == "__main__":
    toolkit = sys.argv[1]
    {"gtk3": gtk3, "gtk4": gtk4, "qt": qt, "notes": gtk3}[toolkit](*FIELDS[toolkit])
