# SPDX-License-Identifier: MIT
"""Replaces the methods of Selenium that take pictures. See replaced.py."""

from __future__ import annotations

import base64
import functools
import importlib
import io
from typing import Any

from .always import TAKING
from .capture import capture
from .replaced import Replacements


def replace_selenium(replacements: Replacements) -> None:
    try:
        driver: Any = importlib.import_module("selenium.webdriver.remote.webdriver").WebDriver
        library: Any = importlib.import_module("selenium.common.exceptions").WebDriverException
    except ImportError:
        return

    def covered(driver: Any, target: Any, call: str, full_page: bool) -> Any:
        try:
            return {"value": _screenshot(target, full_page)}
        except library:
            raise
        except Exception as error:
            raise replacements.refusal(library, call, error) from error

    def make(original: Any) -> Any:
        # All methods of drivers and elements that take pictures execute one of these commands.
        @functools.wraps(original)
        def execute(self: Any, driver_command: Any, params: Any = None) -> Any:
            if not TAKING.get():
                match driver_command:
                    case "screenshot":
                        return covered(self, self, "WebDriver's screenshot", False)
                    case "FULL_PAGE_SCREENSHOT":
                        return covered(self, self, "WebDriver's screenshot of the page", True)
                    case "elementScreenshot":
                        return covered(self, self.create_web_element(params["id"]), "WebElement's screenshot", False)
                    case "printPage":
                        replacements.check_allowed(library, "WebDriver.print_page()", "pdf", "print no PDF")
                    case "executeCdpCommand":
                        replacements.check_devtools(library, "WebDriver.execute_cdp_cmd():", params["cmd"])
            return original(self, driver_command, params)

        return execute

    def refused(call: str, word: str | None, instead: str) -> Any:
        def make(original: Any) -> Any:
            @functools.wraps(original)
            def method(*arguments: Any, **options: Any) -> Any:
                replacements.check_allowed(library, call, word, instead)
                return original(*arguments, **options)

            return method

        return make

    replacements.replace(driver, "execute", make)
    try:
        bidi: Any = importlib.import_module("selenium.webdriver.common.bidi.browsing_context").BrowsingContext
    except (ImportError, AttributeError):  # older versions of Selenium
        return
    replacements.replace(
        bidi, "capture_screenshot", refused("BrowsingContext.capture_screenshot()", None, "use driver.save_screenshot()")
    )
    replacements.replace(bidi, "print", refused("BrowsingContext.print()", "pdf", "print no PDF"))


def _screenshot(target: Any, full_page: bool) -> str:
    """Returns a covered picture as a driver does, a PNG file in Base64."""
    shot = capture(
        target,
        [],
        str,
        full_page=full_page,
        mask_color="#ff00ff",
        dilation=8,
        size_multiple=0,
        allow_missing=True,
        tries=5,
        options={},
    )
    file = io.BytesIO()
    shot.picture.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode("ascii")
