# SPDX-License-Identifier: MIT
"""Replaces the methods of Selenium that take pictures. See replaced.py."""

from __future__ import annotations

import base64
import functools
import importlib
import io
from typing import Any

from .always import TAKING
from .capture import ShotOptions, capture
from .replaced import Replacements, installed

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True


def replace_selenium(replacements: Replacements) -> None:
    remote, exceptions = installed("selenium.webdriver.remote.webdriver"), installed("selenium.common.exceptions")
    if not remote or not exceptions:
        return
    library: Any = exceptions.WebDriverException

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
                        replacements.check_devtools(library, "WebDriver.execute_cdp_cmd():", params["cmd"], params.get("params"))
                    case "startDesktopMirroring" | "startTabMirroring":
                        replacements.check_allowed(library, f"WebDriver's {driver_command}", "video", "do without it")
            return original(self, driver_command, params)

        return execute

    def checked_execute(original: Any) -> Any:
        @functools.wraps(original)
        def execute(self: Any, command: Any) -> Any:
            message = next(command)
            replacements.check_devtools(library, "WebSocketConnection.execute():", message["method"], message.get("params"))
            return original(self, _resumed(message, command))

        return execute

    def checked_send(original: Any) -> Any:
        @functools.wraps(original)
        def send_cmd(self: Any, method: str, *arguments: Any, **options: Any) -> Any:
            parameters = arguments[0] if arguments else options.get("params")
            replacements.check_devtools(library, "WebSocketConnection.send_cmd():", method, parameters)
            return original(self, method, *arguments, **options)

        return send_cmd

    replacements.replace(remote.WebDriver, "execute", make)
    try:
        sockets = importlib.import_module("selenium.webdriver.remote.websocket_connection").WebSocketConnection
    except ModuleNotFoundError:  # older versions of Selenium
        return
    # All commands of BiDi, and the commands of DevTools after start_devtools().
    replacements.replace(sockets, "execute", checked_execute)
    if hasattr(sockets, "send_cmd"):
        replacements.replace(sockets, "send_cmd", checked_send)


def _resumed(message: Any, command: Any) -> Any:
    """Yields a command's message, which was already read, and then does what the command does with the reply."""
    reply = yield message
    try:
        command.send(reply)
    except StopIteration as end:
        return end.value


def _screenshot(target: Any, full_page: bool) -> str:
    """Returns a covered picture as a driver does, a PNG file in Base64."""
    shot = capture(target, [], ShotOptions(full_page=full_page, allow_missing=True), {})
    file = io.BytesIO()
    shot.picture.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode("ascii")
