# SPDX-License-Identifier: MIT
"""Prints what Qt Quick itself says of the classes of its items, as JSON. It runs in the system's Python, which has PyQt 6.

QML's own types have names such as Button_QMLTYPE_12. The number differs from run to run, so they are left out, as a host must do.
"""

import json
import sys
import time

from PyQt6 import QtCore, QtGui, QtQml, QtQuick  # noqa: F401  (QtQuick: windows have items)

PAGE = b"""
import QtQuick
import QtQuick.Controls

ApplicationWindow {
  visible: true; width: 600; height: 600
  menuBar: MenuBar { Menu { title: "Edit"; MenuItem { text: "Copy" } } }
  Column {
    Button { text: "Pay" }
    TextField { text: "entry" }
    TextField { echoMode: TextInput.Password; text: "password" }
    TextArea { }
    SpinBox { }
    ComboBox { id: combo; model: ["a", "b"] }
    Slider { }
    PageIndicator { count: 2 }
    ScrollBar { }
    ScrollIndicator { }
    TabBar { TabButton { text: "Tab" } }
    ListView { width: 100; height: 60; model: 2; delegate: ItemDelegate { text: "row" } }
    GridView { width: 100; height: 60; model: 1; delegate: ItemDelegate { text: "cell" } }
    TableView { id: table; width: 100; height: 60; delegate: ItemDelegate { text: "cell" } }
    TreeView { id: branches; width: 100; height: 60; delegate: TreeViewDelegate { } }
    SwipeView { Item { } }
    StackView { }
  }
  Dialog { id: dialog; standardButtons: Dialog.Ok | Dialog.Cancel }
  Menu { id: menu; MenuItem { text: "Copy" } }
  Component.onCompleted: { table.model = rows; branches.model = rows; dialog.open(); menu.popup(); combo.popup.open() }
}
"""
OTHERS = {
    "QtQuick": ("TapHandler",),
    "QtQuick.Dialogs": ("FileDialog", "FolderDialog", "ColorDialog", "FontDialog"),
    "QtQuick.Dialogs.quickimpl": ("FileDialogImpl", "ColorDialogImpl", "FontDialogImpl"),
}


def names(item):
    found, meta = [], item.metaObject()
    while meta:
        if "_QMLTYPE_" not in meta.className() and "_QML_" not in meta.className():
            found.append(meta.className())
        meta = meta.superClass()
    return found


def tree(item):
    return {"classes": names(item), "children": [tree(child) for child in item.childItems()]}


def make(engine, source):
    component = QtQml.QQmlComponent(engine)
    component.setData(source, QtCore.QUrl("file:///"))
    made = component.create()
    if made is None:
        sys.exit("\n".join(error.toString() for error in component.errors()))
    return made


json.load(sys.stdin)
application = QtGui.QGuiApplication(["scrim"])
engine = QtQml.QQmlEngine()
rows = QtGui.QStandardItemModel()
rows.appendRow(QtGui.QStandardItem("one"))
engine.rootContext().setContextProperty("rows", rows)
window = make(engine, PAGE)
end = time.monotonic() + 0.5
while time.monotonic() < end:
    application.processEvents()
trees = [tree(window.contentItem().parentItem() or window.contentItem())]
classes = {}


def note(found):
    for index, name in enumerate(found):
        classes.setdefault(name, found[index:])


def walk(node):
    note(node["classes"])
    for child in node["children"]:
        walk(child)


for node in trees:
    walk(node)
made = [make(engine, f"import {module}\n{name} {{ }}".encode()) for module, all in OTHERS.items() for name in all]
for item in made:
    note(names(item))
json.dump({"version": QtCore.QT_VERSION_STR, "classes": classes, "actions": {}, "trees": trees}, sys.stdout)
