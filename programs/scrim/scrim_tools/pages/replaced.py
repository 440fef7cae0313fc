# SPDX-License-Identifier: MIT
"""Replaces the methods of Playwright and Selenium that take pictures, so that these are covered or refused.

While replaced, a screenshot has the selectors of ALWAYS covered. If it cannot be covered, it is not taken. Videos, traces and
PDF files cannot be covered, so they are refused unless they were allowed.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..shot import ShotError
from .always import ALWAYS, FOUND

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True

#: Commands of Chromium's DevTools and of WebDriver BiDi that take pictures or copies of a page, with what must be allowed. None cannot be allowed.
DEVTOOLS = {
    "Cast.startDesktopMirroring": "video",
    "Cast.startTabMirroring": "video",
    "HeadlessExperimental.beginFrame": None,
    "LayerTree.loadSnapshot": None,
    "LayerTree.makeSnapshot": None,
    "LayerTree.replaySnapshot": None,
    "Page.captureScreenshot": None,
    "Page.captureSnapshot": "html",
    "Page.printToPDF": "pdf",
    "Page.startScreenRecording": "video",
    "Page.startScreencast": "video",
    "Target.exposeDevToolsProtocol": None,  # scripts of the page could then send every command
    "Tracing.start": "tracing",
    "browsingContext.captureScreenshot": None,
    "browsingContext.print": "pdf",
    "browsingContext.startScreencast": "video",
}
_INHERITED = object()


class CannotReplace(Exception):
    """A library is not as expected, so its methods would take uncovered pictures."""


def installed(name: str) -> Any:
    """Returns a module of a library, or None if the library cannot be used because it is not installed completely."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        if error.name and error.name.startswith(f"{package}."):
            raise CannotReplace(f"scrim_mask: this version of {package} has no module {name}, so nothing would be covered") from error
        return None


class Replacements:
    """The methods that were replaced, until restore()."""

    def __init__(self, selectors: Iterable[str], allowed: Iterable[str]) -> None:
        self._allowed = frozenset(allowed)
        self._originals: list[tuple[type, str, Any]] = []
        #: Why pictures were refused.
        self.refused: list[str] = []
        self.selectors = list(dict.fromkeys(selectors))
        # A run inside of another one, as by pytester, covers the selectors of both.
        self._always, self._found = list(ALWAYS), dict(FOUND)
        ALWAYS[:] = dict.fromkeys([*ALWAYS, *self.selectors])
        FOUND.clear()

    def replace(self, owner: type, name: str, make: Callable[[Any], Any]) -> None:
        """Replaces a method by what `make` returns for it. Raises CannotReplace if there is no such method."""
        original = getattr(owner, name, None)
        if original is None:
            raise CannotReplace(
                f"scrim_mask: this version of {owner.__module__.partition('.')[0]} has no {owner.__name__}.{name}(), so what"
                " it has instead would not be covered"
            )
        self._originals.append((owner, name, vars(owner).get(name, _INHERITED)))
        setattr(owner, name, make(original))

    def restore(self) -> None:
        """Puts back the methods and the selectors of before. If there are several objects, the last one comes first."""
        while self._originals:
            owner, name, original = self._originals.pop()
            if original is _INHERITED:
                delattr(owner, name)
            else:
                setattr(owner, name, original)
        ALWAYS[:] = self._always
        FOUND.clear()
        FOUND.update(self._found)

    def refusal(self, library: type[Exception], call: str, error: Exception) -> Exception:
        """Returns the error of a screenshot that could not be covered. It is also one of `library`, whose errors callers catch."""
        hint = getattr(error, "hint", "")
        message = f"{call}: no screenshot, because it could not be covered: {error}{f' ({hint})' if hint else ''}"
        self.refused.append(message)
        return _error(library, message)

    def check_allowed(self, library: type[Exception], call: str, word: str | None, instead: str) -> None:
        """Raises an error of `library` unless `word` is allowed."""
        if word in self._allowed:
            return
        allow = f", or allow it with scrim_allow_uncovered = {word}" if word else ""
        message = f"{call}: refused, because scrim_mask cannot cover what it saves; {instead}{allow}"
        self.refused.append(message)
        raise _error(library, message)

    def check_devtools(self, library: type[Exception], call: str, command: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Raises an error of `library` if a command, or the one that it carries, takes pictures that are not allowed."""
        call = f"{call} {command}"
        if command in DEVTOOLS:
            instead = "take a screenshot with another method" if DEVTOOLS[command] is None else "do without it"
            self.check_allowed(library, call, DEVTOOLS[command], instead)
        elif command in _CARRIERS:
            try:
                carried = _CARRIERS[command](parameters or {})
                method, inner = carried["method"], carried.get("params")
            except (AttributeError, KeyError, TypeError, ValueError):  # the browser may be able to read it
                self.check_allowed(library, call, None, "pass a command whose method can be read")
            else:
                self.check_devtools(library, call, method, inner)


#: Commands that carry another command, with a function that returns it.
_CARRIERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "Target.sendMessageToTarget": lambda parameters: json.loads(parameters["message"]),
    "cdp.sendCommand": lambda parameters: parameters,
    "goog:cdp.sendCommand": lambda parameters: parameters,
}


def _error(library: type[Exception], message: str) -> Exception:
    error: Exception = type("ScreenshotRefused", (ShotError, library), {})(message)
    return error
