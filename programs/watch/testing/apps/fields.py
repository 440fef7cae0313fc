# SPDX-License-Identifier: MIT
"""Windows with password fields of all kinds, for test_watch_secrets.py. Usage: fields.py TOOLKIT [header]

Each field is painted in one of COLORS. Commands come from standard input, a line each: "reveal 0|1", "show 0|1", "scroll N", "tab 0|1",
"swap 0|1" and "busy SECONDS". `show` hides and shows the first field. `swap` shows an entry with text in place of it.
"""

import sys
import time

COLORS = ("#ff00fe", "#00fe01", "#0102fe")
SIZE = (400, 300)
TALL = 900
TEXT = "hunter2"


def listen(program):
    """Follows a command. False at the end of the input."""
    command, _, argument = sys.stdin.readline().strip().partition(" ")
    if command == "busy":
        time.sleep(float(argument))
    elif command == "scroll":
        program["scroll"](int(argument))
    elif command:
        program[command](argument == "1")
    return bool(command)


def gtk3(header):
    import gi

    gi.require_version("Gtk", "3.0")
    gi.require_version("Gdk", "3.0")
    from gi.repository import Gdk, GLib, Gtk

    css = Gtk.CssProvider()
    rules = "".join(f"#field{index} {{background: {color}}}" for index, color in enumerate(COLORS))
    css.load_from_data(f"entry {{border: none; border-radius: 0; box-shadow: none; color: #000}} {rules}".encode())
    Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), css, 900)
    window = Gtk.Window(title="fields")
    window.set_default_size(*SIZE)
    if header:
        window.set_titlebar(Gtk.HeaderBar(title="fields"))
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    label = Gtk.Label(label="Sign in")
    label.set_size_request(-1, 60)
    plain = Gtk.Entry(visibility=False, text=TEXT, name="field0")
    icon = Gtk.Entry(visibility=False, text=TEXT, name="field1", secondary_icon_name="view-reveal-symbolic")
    swapped = Gtk.Entry(text=TEXT, name="field2", no_show_all=True)
    rest = Gtk.Label(label="More")
    rest.set_size_request(-1, TALL)
    for child in (label, plain, swapped, icon, rest):
        column.pack_start(child, False, False, 0)
    view, tabs = Gtk.ScrolledWindow(), Gtk.Notebook()
    view.add(column)
    tabs.append_page(view, Gtk.Label(label="one"))
    tabs.append_page(Gtk.Label(label="nothing"), Gtk.Label(label="two"))
    window.add(tabs)
    window.show_all()
    tabs.grab_focus()
    program = {
        "reveal": lambda on: [entry.set_visibility(on) for entry in (plain, icon)],
        "show": plain.set_visible,
        "swap": lambda on: (plain.set_visible(not on), swapped.set_visible(on)),
        "scroll": view.get_vadjustment().set_value,
        "tab": tabs.set_current_page,
    }
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, lambda *_: listen(program) or Gtk.main_quit())
    Gtk.main()


def gtk4(header):
    import gi

    gi.require_version("Gtk", "4.0")
    gi.require_version("Gdk", "4.0")
    from gi.repository import Gdk, GLib, Gtk

    Gtk.init()
    css = Gtk.CssProvider()
    rules = "".join(f"#field{index} {{background: {color}}}" for index, color in enumerate(COLORS))
    css.load_from_data(f"entry, text {{border: none; border-radius: 0; box-shadow: none; outline: none; color: #000;}} {rules}".encode())
    Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), css, 900)
    window = Gtk.Window(title="fields")
    window.set_default_size(*SIZE)
    if header:
        window.set_titlebar(Gtk.HeaderBar())
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    label = Gtk.Label(label="Sign in")
    label.set_size_request(-1, 60)
    entry = Gtk.PasswordEntry(text=TEXT, show_peek_icon=True, name="field0")
    swapped = Gtk.Entry(text=TEXT, name="field2", visible=False)
    unknown = Gtk.Entry(text=TEXT, visibility=False, name="field1")
    rest = Gtk.Label(label="More")
    rest.set_size_request(-1, TALL)
    for child in (label, entry, swapped, unknown, rest):
        column.append(child)
    view, tabs = Gtk.ScrolledWindow(child=column), Gtk.Notebook()
    tabs.append_page(view, Gtk.Label(label="one"))
    tabs.append_page(Gtk.Label(label="nothing"), Gtk.Label(label="two"))
    window.set_child(tabs)
    window.present()
    tabs.grab_focus()
    program = {
        "reveal": lambda on: entry.get_delegate().set_visibility(on),
        "show": entry.set_visible,
        "swap": lambda on: (entry.set_visible(not on), swapped.set_visible(on)),
        "scroll": view.get_vadjustment().set_value,
        "tab": tabs.set_current_page,
    }
    loop = GLib.MainLoop()
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, lambda *_: listen(program) or loop.quit())
    loop.run()


def qt5(header):
    from PyQt5 import QtCore, QtWidgets

    show_qt(QtCore.QSocketNotifier, QtWidgets, header)


def qt(header):
    from PyQt6 import QtCore, QtWidgets

    show_qt(QtCore.QSocketNotifier, QtWidgets, header)


def show_qt(QSocketNotifier, widgets, header):
    QApplication, QLabel, QLineEdit, QMainWindow = widgets.QApplication, widgets.QLabel, widgets.QLineEdit, widgets.QMainWindow
    QScrollArea, QTabWidget, QVBoxLayout, QWidget = widgets.QScrollArea, widgets.QTabWidget, widgets.QVBoxLayout, widgets.QWidget
    application = QApplication(["fields"])
    modes = (QLineEdit.EchoMode.Password, QLineEdit.EchoMode.PasswordEchoOnEdit, QLineEdit.EchoMode.NoEcho)
    column = QWidget()
    layout = QVBoxLayout(column)
    label = QLabel("Sign in")
    label.setFixedHeight(60)
    layout.addWidget(label)
    fields = [QLineEdit(TEXT, echoMode=mode) for mode in modes]
    swapped = QLineEdit(TEXT, visible=False)
    for field, color in zip(fields, COLORS, strict=True):
        field.setStyleSheet(f"background: {color}; border: none")
    swapped.setStyleSheet(f"background: {COLORS[0]}; border: none")
    rest = QLabel("More")
    rest.setFixedHeight(TALL)
    for child in (fields[0], swapped, *fields[1:], rest):
        layout.addWidget(child)
    view, tabs = QScrollArea(widgetResizable=True), QTabWidget()
    view.setWidget(column)
    tabs.addTab(view, "one")
    tabs.addTab(QLabel("nothing"), "two")
    # The toolkit reports the places in a main window from another corner than those in any other widget.
    window = QMainWindow() if header else tabs
    if header:
        window.setCentralWidget(tabs)
        window.menuBar().addMenu("File")
    window.setWindowTitle("fields")
    window.resize(*SIZE)
    window.show()
    tabs.setFocus()
    program = {
        "reveal": lambda on: [field.setEchoMode(QLineEdit.EchoMode.Normal if on else mode) for field, mode in zip(fields, modes, strict=True)],
        "show": fields[0].setVisible,
        "swap": lambda on: (fields[0].setVisible(not on), swapped.setVisible(on)),
        "scroll": view.verticalScrollBar().setValue,
        "tab": tabs.setCurrentIndex,
    }
    notifier = QSocketNotifier(0, QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda: listen(program) or application.quit())
    application.exec()


QML = f"""
import QtQuick
import QtQuick.Controls.Basic
ApplicationWindow {{
  visible: true; title: "fields"; width: {SIZE[0]}; height: {SIZE[1]}
  function reveal(on) {{ field.echoMode = on ? TextInput.Normal : TextInput.Password }}
  function show(on) {{ field.visible = on }}
  function swap(on) {{ field.visible = !on; other.visible = on }}
  function scroll(to) {{ view.contentY = to }}
  function tab(on) {{ view.visible = !on }}
  Flickable {{
    id: view; anchors.fill: parent; contentHeight: {TALL + 200}; clip: true
    Column {{
      width: parent.width
      Label {{ text: "Sign in"; height: 60 }}
      TextField {{ id: field; text: "{TEXT}"; echoMode: TextInput.Password; width: parent.width; background: Rectangle {{ color: "{COLORS[0]}" }} }}
      TextField {{ id: other; text: "{TEXT}"; visible: false; width: parent.width; background: Rectangle {{ color: "{COLORS[0]}" }} }}
      Button {{ text: "More"; height: {TALL}; width: parent.width; focus: true }}
    }}
  }}
}}
"""


def qml(header):
    from PyQt6.QtCore import Q_ARG, QMetaObject, QSocketNotifier
    from PyQt6.QtGui import QGuiApplication
    from PyQt6.QtQml import QQmlApplicationEngine

    application, engine = QGuiApplication(["fields"]), QQmlApplicationEngine()
    engine.loadData(QML.encode())
    window = engine.rootObjects()[0]
    names = ("reveal", "show", "swap", "scroll", "tab")
    program = {name: (lambda value, name=name: QMetaObject.invokeMethod(window, name, Q_ARG("QVariant", value))) for name in names}
    notifier = QSocketNotifier(0, QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda: listen(program) or application.quit())
    application.exec()


{"gtk3": gtk3, "gtk4": gtk4, "qt": qt, "qt5": qt5, "qml": qml}[sys.argv[1]]("header" in sys.argv)
