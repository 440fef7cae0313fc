# SPDX-License-Identifier: MIT
"""Windows of Qt 6 with and without a password field. Reads commands from standard input: see applications.py."""

import commands
from PyQt6.QtCore import QSocketNotifier
from PyQt6.QtWidgets import QApplication, QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget


class Windows(commands.Windows):
    def build(self, kind, text):
        area = QScrollArea(widgetResizable=True)
        area.setWindowTitle(f"{self.name} {kind}")
        area.resize(*self.SIZES[kind])
        column = QWidget(objectName=kind)
        layout = QVBoxLayout(column)
        layout.setContentsMargins(self.MARGIN, 0, self.MARGIN, 0)
        layout.setSpacing(0)
        label = QLabel("Sign in" if kind == "login" else "An article. " * 30, wordWrap=True)
        label.setFixedHeight(self.FIELD_TOP)
        layout.addWidget(label)
        if kind == "login":
            self.entry = QLineEdit(text, echoMode=QLineEdit.EchoMode.Password)
            layout.addWidget(self.entry)
        rest = QLabel("More")
        rest.setFixedHeight(self.REST)
        layout.addWidget(rest)
        layout.addStretch()
        background, entry = self.colors(kind)
        area.setStyleSheet(
            f"QScrollArea, QWidget#{kind}, QLabel {{background: {background}; border: none; color: #ffffff}}"
            f"QLineEdit {{background: #ffffff; color: {entry}; selection-color: {entry}; selection-background-color: #ffffc0}}"
        )
        area.setWidget(column)
        area.show()
        return area

    def close(self, window):
        window.close()
        window.deleteLater()

    def scroll(self, kind, position):
        self.windows[kind].verticalScrollBar().setValue(position)

    def show(self, shown):
        self.entry.setVisible(shown)

    def reveal(self, revealed):
        self.entry.setEchoMode(QLineEdit.EchoMode.Normal if revealed else QLineEdit.EchoMode.Password)

    def text(self, text):
        self.entry.setText(text)

    def focus(self):
        self.entry.setFocus()


application = QApplication(["qt"])
application.setQuitOnLastWindowClosed(False)
windows = Windows("qt")


def read():
    if not windows.handle_all():
        application.quit()


notifier = QSocketNotifier(0, QSocketNotifier.Type.Read)
notifier.activated.connect(read)
application.exec()
