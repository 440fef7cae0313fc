# SPDX-License-Identifier: MIT
import tempfile
from pathlib import Path

from PIL import Image
from scrim_tools.testing import ScreenshotMismatch, assert_screenshot

reference = Path(tempfile.mkdtemp()) / "account.png"
screenshot = Image.new("RGB", (320, 200), "#f6f8f8")
screenshot.paste("#b5523f", (40, 60, 200, 84))  # a name, which is private
mask = [(36, 56, 170, 32)]  # x, y, width and height of a box around the name

try:
    assert_screenshot(screenshot, reference, mask, viewport=(320, 200))
except ScreenshotMismatch as first_run:
    print(first_run)  # there was no reference; now there is one, in which the name is covered
screenshot.paste("#1f7a6b", (50, 62, 180, 80))  # another name
assert_screenshot(screenshot, reference, mask, viewport=(320, 200))  # passes
