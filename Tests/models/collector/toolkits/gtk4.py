# SPDX-License-Identifier: MIT
"""Prints what GTK 4 itself says of its classes, as JSON. It runs in the system's Python, which has the bindings, and needs a
display. Standard input has the names of the classes that are asked for.

Some classes are private: GTK registers them when the first widget uses them. So the widgets of a real window are looked at.
"""

import ctypes
import json
import sys
import time

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, GObject, Gtk  # noqa: E402  (the version comes first)

if not Gtk.init_check():
    sys.exit("GTK cannot open a display")
KEPT = []


def names(gtype):
    """A class and its base classes, without those of GObject."""
    found = []
    while gtype.name not in ("GObject", "GInitiallyUnowned", "invalid"):
        found.append(gtype.name)
        gtype = GObject.type_parent(gtype)
    return found


def tree(widget):
    children, child = [], widget.get_first_child()
    while child:
        children.append(tree(child))
        child = child.get_next_sibling()
    return {"classes": names(widget.__gtype__), "children": children}


def actions():
    """The actions that classes of GTK install, by the name of the class."""
    gtk, gobject = ctypes.CDLL("libgtk-4.so.1"), ctypes.CDLL("libgobject-2.0.so.0")
    gobject.g_type_class_ref.restype = ctypes.c_void_p
    gobject.g_type_class_ref.argtypes = [ctypes.c_size_t]
    gobject.g_type_from_name.restype = ctypes.c_size_t
    gobject.g_type_name.restype = ctypes.c_char_p
    gobject.g_type_name.argtypes = [ctypes.c_size_t]
    query = gtk.gtk_widget_class_query_action
    query.argtypes = [ctypes.c_void_p, ctypes.c_uint, *[ctypes.c_void_p] * 4]
    found = {}
    for name in sys_names:
        owner, action = ctypes.c_size_t(), ctypes.c_char_p()
        parameter, property = ctypes.c_void_p(), ctypes.c_char_p()
        number = gobject.g_type_from_name(name.encode())
        if not number or "GtkWidget" not in classes.get(name, ()):
            continue
        kind, index = gobject.g_type_class_ref(number), 0
        while query(kind, index, *map(ctypes.byref, (owner, action, parameter, property))):
            if gobject.g_type_name(owner.value) == name.encode():
                found.setdefault(name, []).append(action.value.decode())
            index += 1
    return found


def factory():
    made = Gtk.SignalListItemFactory()
    made.connect("setup", lambda _, item: item.set_child(Gtk.Label()))
    made.connect("bind", lambda _, item: item.get_child().set_label("row"))
    return made


def selection():
    return Gtk.SingleSelection(model=Gtk.StringList.new(["one", "two"]))


def menu():
    inner, outer = Gio.Menu(), Gio.Menu()
    inner.append("Copy", "app.copy")
    inner.append("Paste", "app.paste")
    outer.append_submenu("Edit", inner)
    return inner, outer


def window():
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    columns = Gtk.ColumnView(model=selection())
    columns.append_column(Gtk.ColumnViewColumn(title="Name", factory=factory()))
    rows, flow, stack, notebook = Gtk.ListBox(), Gtk.FlowBox(), Gtk.Stack(), Gtk.Notebook()
    rows.append(Gtk.Label(label="row"))
    flow.append(Gtk.Label(label="child"))
    stack.add_titled(Gtk.Label(), "a", "A")
    notebook.append_page(Gtk.Label(), Gtk.Label(label="Tab"))
    inner, outer = menu()
    for widget in (
        Gtk.Button(label="Pay"),
        Gtk.Entry(text="entry"),
        Gtk.PasswordEntry(show_peek_icon=True),
        Gtk.SearchEntry(),
        Gtk.SpinButton(),
        Gtk.EditableLabel(text="name"),
        Gtk.TextView(),
        Gtk.Switch(),
        Gtk.MenuButton(menu_model=inner),
        Gtk.PopoverMenuBar.new_from_model(outer),
        Gtk.DropDown.new_from_strings(["a", "b"]),
        Gtk.ListView(model=selection(), factory=factory()),
        Gtk.GridView(model=selection(), factory=factory()),
        Gtk.StackSwitcher(stack=stack),
        *(columns, rows, flow, stack, notebook),
    ):
        box.append(widget)
    return Gtk.Window(child=box)


def run(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        GLib.MainContext.default().iteration(False)
        time.sleep(0.001)


sys_names = json.load(sys.stdin)
top, dialog = window(), Gtk.MessageDialog(text="Pay?", buttons=Gtk.ButtonsType.OK_CANCEL)
top.present()
dialog.present()
Gtk.Window.set_interactive_debugging(True)  # for the class of the inspector's window
run(0.5)
Gtk.Window.set_interactive_debugging(False)
trees = [tree(top), tree(dialog)]
classes = {}
for name in sys_names:
    known = getattr(Gtk, name.removeprefix("Gtk"), None)
    try:
        gtype = known.__gtype__ if known else GObject.type_from_name(name)
    except (AttributeError, RuntimeError):
        continue
    classes[name] = names(gtype)
version = f"{Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}"
json.dump({"version": version, "classes": classes, "actions": actions(), "trees": trees}, sys.stdout)
