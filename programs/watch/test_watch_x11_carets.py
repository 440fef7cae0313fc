# SPDX-License-Identifier: MIT
"""A caret that blinks is not reported as drawing, whatever its toolkit draws for it."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent / "testing"))
import openbox  # noqa: E402
from x11_fixtures import client, display, environment_of, needs_screen, probe, program, screen, until  # noqa: E402, F401

pytestmark = [
    needs_screen,
    pytest.mark.skipif(None in map(shutil.which, ("openbox", "xdotool")), reason="no field gets the focus"),
]
IMPORTS = {
    "gtk3": """import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
""",
    "gtk4": """import gi
gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk
""",
    "qt": """from PyQt6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
""",
}
WINDOWS = {
    "gtk3": """window = Gtk.Window(title="caret", default_width=300, default_height=120)
window.add(Gtk.Entry(text="letters", valign=Gtk.Align.CENTER))
window.show_all()
Gtk.main()
""",
    "gtk4": """Gtk.init()
window = Gtk.Window(title="caret", default_width=300, default_height=120)
window.set_child(Gtk.Entry(text="letters", valign=Gtk.Align.CENTER))
window.present()
GLib.MainLoop().run()
""",
    "qt": """application = QApplication([])
window = QWidget()
window.resize(300, 120)
window.setWindowTitle("caret")
QVBoxLayout(window).addWidget(QLineEdit("letters"))
window.show()
application.exec()
""",
}


@pytest.mark.parametrize("toolkit", IMPORTS)
def test_does_not_report_a_caret(client, probe, display, toolkit, tmp_path):
    script = IMPORTS[toolkit] + WINDOWS[toolkit]
    if subprocess.run(["/usr/bin/python3", "-c", IMPORTS[toolkit]], capture_output=True).returncode != 0:
        pytest.skip("the toolkit is missing")
    environment = environment_of(display) | {"GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "QT_QPA_PLATFORM": "xcb"}
    environment |= {"NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "HOME": str(tmp_path)}
    ready = tmp_path / "manages"
    with screen.running(openbox.command(ready), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        openbox.wait_for(ready)
        with screen.running(["/usr/bin/python3", "-c", script], env=environment, stderr=subprocess.DEVNULL):
            until(lambda: any(one["title"] == "caret" for one in probe.windows))
            time.sleep(1)  # the window manager places it
            window = next(one for one in probe.windows if one["title"] == "caret")
            x, y, width, height = window["content"]
            click = ["xdotool", "mousemove", str(x + width // 2), str(y + height // 2), "click", "1"]
            subprocess.run(click, env=environment, check=True)
            time.sleep(1)  # the field shows that it has the focus
            # On a busy machine, a caret may be drawn between its report and the look at it. So one quiet period is enough.
            reported = []
            for _ in range(3):
                pictures, since = set(), time.monotonic_ns()
                assert probe.damaged(window["id"], 0)
                while time.monotonic_ns() < since + 2.6e9:
                    pictures.add(screen.screenshot(display).tobytes())
                    time.sleep(0.15)
                assert len(pictures) > 1, "nothing blinks"
                reported.append(probe.damaged(window["id"], since))
                if len(reported[-1]) <= 2:  # a place of its own, and its first look
                    return
            pytest.fail(f"reported: {reported}")
