# SPDX-License-Identifier: MIT
"""Prints what Qt itself says of the classes of its widgets, as JSON. It runs in the system's Python, which has PyQt 6. Standard
input has the names of the classes that are asked for.

Some classes are private: they have no names in PyQt, so the widgets of a real window are looked at. Rows of lists and
tables are no widgets. As a host does, the tree has a view of the class QModelIndex for each of them.
"""

import json
import sys

from PyQt6 import QtCore, QtGui, QtPrintSupport, QtWidgets
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenuBar,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QScrollBar,
    QSpinBox,
    QSplitter,
    QTableWidget,
    QTabWidget,
    QTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)


def names(meta):
    found = []
    while meta:
        found.append(meta.className())
        meta = meta.superClass()
    return found


def rows(view):
    count = view.model().rowCount(view.rootIndex()) if view.model() else 0
    return [{"classes": [QtCore.QModelIndex.__name__], "children": []} for _ in range(count)]


def tree(item):
    children = [tree(child) for child in item.children() if isinstance(child, (QWidget, QtGui.QAction))]
    return {
        "classes": names(item.metaObject()),
        "children": children + (rows(item) if isinstance(item, QAbstractItemView) else []),
    }


def window():
    top = QWidget()
    layout = QVBoxLayout(top)
    combo, password, entry, splitter = QComboBox(), QLineEdit(), QLineEdit(), QSplitter()
    combo.addItems(["a", "b"])
    password.setEchoMode(QLineEdit.EchoMode.Password)
    password.setClearButtonEnabled(True)
    for _ in range(2):
        splitter.addWidget(QLabel())
    bar, tabs, items, branches, cells = QMenuBar(), QTabWidget(), QListWidget(), QTreeWidget(), QTableWidget(2, 1)
    menu = bar.addMenu("Edit")
    menu.addAction("Copy")
    menu.addAction("Paste")
    tabs.addTab(QLabel(), "Tab")
    items.addItems(["one", "two"])
    branches.addTopLevelItem(QTreeWidgetItem(["one"]))
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    texts = (entry, password, QTextEdit(), QPlainTextEdit(), QSpinBox(), QKeySequenceEdit())
    for widget in (QPushButton("Pay"), *texts, combo, bar, tabs, items, branches, cells, splitter, QScrollBar(), buttons):
        layout.addWidget(widget)
    top.show()
    combo.showPopup()
    return top


wanted = json.load(sys.stdin)
application = QApplication(["scrim"])
top = window()
box = QMessageBox(
    QMessageBox.Icon.Question, "Pay", "Pay?", QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No
)
box.show()
application.processEvents()
trees = [tree(top), tree(box)]
classes = {}


def note(node):
    classes[node["classes"][0]] = node["classes"]
    for child in node["children"]:
        note(child)


for node in trees:
    note(node)
for name in wanted:
    for module in (QtWidgets, QtGui, QtPrintSupport, QtCore):
        if found := getattr(module, name, None):
            classes.setdefault(name, names(found.staticMetaObject) if hasattr(found, "staticMetaObject") else [name])
json.dump({"version": QtCore.QT_VERSION_STR, "classes": classes, "actions": {}, "trees": trees}, sys.stdout)
