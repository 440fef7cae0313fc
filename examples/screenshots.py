# SPDX-License-Identifier: MIT
import tempfile
from pathlib import Path

from PIL import Image
from scrim_tools.testing import ScreenshotMismatch, assert_screenshot

reference = Path(tempfile.mkdtemp()) / "account.png"
page = Image.new("RGB", (320, 200), "#f6f8f8")  # or the PNG that page.screenshot() of Playwright returns
page.paste("#b5523f", (40, 60, 200, 84))  # a name
mask = [(36, 56, 170, 32)]  # or page.locator(".name"), which needs no viewport=

try:
    assert_screenshot(page, reference, mask, viewport=(320, 200))  # the first run writes the reference, and fails
except ScreenshotMismatch as first:
    print(first)
page.paste("#1f7a6b", (50, 62, 180, 80))  # another name
assert_screenshot(page, reference, mask, viewport=(320, 200))
