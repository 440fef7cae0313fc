# SPDX-License-Identifier: MIT
"""Windows of Qt 6, and pop-ups, which the application does not list. Commands: see test_watch_tree.py."""

import commands
from PyQt6.QtCore import QPoint, QSocketNotifier, Qt
from PyQt6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QVBoxLayout, QWidget


class Windows(commands.Windows):
    def build(self, kind, size):
        window = QWidget(windowTitle=f"{self.name} {kind.partition('#')[0]}")
        window.setWindowFlag(Qt.WindowType.FramelessWindowHint, "bare" in kind)
        window.resize(*map(int, size.split("x")))
        QVBoxLayout(window).addWidget(QLabel("Some text"))
        if "login" in kind:
            self.add_to(window)
        window.show()
        return window

    def add_to(self, window):
        window.layout().addWidget(QLineEdit(echoMode=QLineEdit.EchoMode.Password))

    def close(self, window):
        window.close()
        window.deleteLater()

    def add(self, kind):
        self.add_to(self.windows[kind])

    def menu(self, kind):
        window = self.windows[kind]
        if "secret" in kind:
            self.popup = QWidget(None, Qt.WindowType.Popup)
            QVBoxLayout(self.popup)
            self.add_to(self.popup)
            self.popup.move(window.mapToGlobal(QPoint(20, 20)))
            self.popup.show()
        else:
            self.popup = QMenu(window)
            for number in range(5):
                self.popup.addAction(f"Item {number}")
            self.popup.popup(window.mapToGlobal(QPoint(20, 20)))

    def unmenu(self):
        self.popup.close()


application = QApplication(["qt"])
application.setQuitOnLastWindowClosed(False)
windows = Windows("qt")


def read():
    if not windows.handle_all():
        application.quit()


notifier = QSocketNotifier(0, QSocketNotifier.Type.Read)
notifier.activated.connect(read)
application.exec()
