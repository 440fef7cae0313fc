# SPDX-License-Identifier: MIT
"""A plugin for pytest: the fixture `scrim_screenshot`, and covered screenshots of failed tests.

With the option `scrim_mask` in pytest's configuration, every screenshot that Playwright or Selenium takes in the test process is
covered, or it is refused. Without it, the plugin only offers the fixture.
"""

# Every run of pytest imports this file, so it imports pictures and browsers only when they are needed.
from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest

if TYPE_CHECKING:
    from .pages.replaced import Replacements

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True

#: The folder of the references, next to the file with the test.
REFERENCES = "__screenshots__"

_ALLOWED = {
    "html": "copies of the page's source",
    "pdf": "PDF files",
    "tracing": "traces of Playwright",
    "video": "videos of Playwright",
}
#: What was replaced for a run. Old versions of pytest, which load this file too, have no stash for this.
_REPLACEMENTS: WeakKeyDictionary[pytest.Config, Replacements] = WeakKeyDictionary()
_SECTION = "Screenshots that Scrim refused"
#: The longest name of a reference in bytes, without a counter and the endings of assert_screenshot().
_LONGEST = 200


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("scrim_mask", "CSS selectors that all screenshots of Playwright and Selenium cover, one per line", "linelist", [])
    allowed = ", ".join(_ALLOWED)
    parser.addini("scrim_allow_uncovered", f"what may be saved although scrim_mask cannot cover it: {allowed}", "args", [])
    group = parser.getgroup("scrim", "Scrim")
    group.addoption("--scrim-update", action="store_true", help="Replace the references of scrim_screenshot.")


def pytest_configure(config: pytest.Config) -> None:
    mask, allowed = config.getini("scrim_mask"), config.getini("scrim_allow_uncovered")
    for word in allowed:
        if word not in _ALLOWED:
            raise pytest.UsageError(f"scrim_allow_uncovered: each word must be one of {', '.join(_ALLOWED)} (got {word!r})")
    _check_comments(config)
    if not mask:
        return
    _check_options(config, allowed)
    from .pages.replaced import CannotReplace, Replacements
    from .pages.replaced_playwright import replace_playwright
    from .pages.replaced_selenium import replace_selenium

    replacements = _REPLACEMENTS[config] = Replacements(mask, allowed)
    try:
        replace_playwright(replacements)
        replace_selenium(replacements)
    except CannotReplace as error:
        raise pytest.UsageError(str(error)) from error


def pytest_unconfigure(config: pytest.Config) -> None:
    if config in _REPLACEMENTS:
        _REPLACEMENTS.pop(config).restore()


def _check_comments(config: pytest.Config) -> None:
    """Raises UsageError if a selector of an identifier would be ignored: in a file that is not TOML, lines that begin with # are comments."""
    path = getattr(config, "inipath", None)
    if path is None or path.suffix == ".toml":
        return
    is_mask = False
    for line in path.read_text("utf-8", "replace").splitlines():
        if line[:1].strip() not in ("", "#", ";"):  # not indented, and no comment
            is_mask = re.match(r"scrim_mask\s*[=:]", line) is not None
        elif is_mask and (found := re.match(r"\s*(#[^\s#].*)", line)):
            text = found[1].strip()
            raise pytest.UsageError(
                f"scrim_mask: pytest ignores {text!r}, because lines that begin with # are comments; write '*{text}' for a selector,"
                " or a space behind the # of a comment"
            )


def _check_options(config: pytest.Config, allowed: list[str]) -> None:
    """Raises UsageError if another plugin would save what cannot be covered."""
    for name in ("tracing", "video"):
        value = config.getoption(name, default="off")
        if value in ("on", "retain-on-failure") and name not in allowed:
            raise pytest.UsageError(
                f"--{name}={value}: scrim_mask cannot cover {_ALLOWED[name]}; remove --{name},"
                f" or allow it with scrim_allow_uncovered = {name}"
            )
    if config.pluginmanager.hasplugin("selenium") and config.getoption("driver", default=None) and "html" not in allowed:
        try:
            never = config.getini("selenium_capture_debug").lower() == "never"
            excluded = "html" in config.getini("selenium_exclude_debug").lower()
        except (AttributeError, KeyError, ValueError):  # another plugin of this name
            return
        if not never and not excluded:
            raise pytest.UsageError(
                f"pytest-selenium saves {_ALLOWED['html']}, which scrim_mask cannot cover; add selenium_exclude_debug = html,"
                " or allow it with scrim_allow_uncovered = html"
            )


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    outcome = yield
    if item.config in _REPLACEMENTS and (refused := _REPLACEMENTS[item.config].refused):
        outcome.get_result().sections.append((_SECTION, "\n".join(refused)))
        refused.clear()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    lines = [
        f"{report.nodeid}: {line}"
        for reports in terminalreporter.stats.values()
        for report in reports
        for title, content in getattr(report, "sections", ())
        if title == _SECTION
        for line in content.splitlines()
    ]
    if config in _REPLACEMENTS:
        lines += _REPLACEMENTS[config].refused
    if lines:
        terminalreporter.section(_SECTION)
        terminalreporter.write("".join(f"{line}\n" for line in lines))
    if config in _REPLACEMENTS:
        from .pages.always import FOUND

        # FOUND also has the selectors of a run around this one.
        for selector in (one for one in _REPLACEMENTS[config].selectors if FOUND.get(one) is False):
            terminalreporter.write_line(f"Scrim: scrim_mask: {selector!r} found nothing in any screenshot of this run", yellow=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    # pytest-xdist sends this from its workers.
    if session.config in _REPLACEMENTS and hasattr(session.config, "workeroutput"):
        from .pages.always import FOUND

        session.config.workeroutput["scrim_found"] = dict(FOUND)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    if node.config in _REPLACEMENTS:
        from .pages.always import FOUND

        for selector, found in getattr(node, "workeroutput", {}).get("scrim_found", {}).items():
            FOUND[selector] = FOUND.get(selector, False) or found


@pytest.fixture
def scrim_screenshot(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Compares a covered screenshot with its reference: scrim_screenshot(page, mask=[".iban"]).

    The reference is __screenshots__/TEST_FILE/TEST-NAME.png next to the file with the test. Without a name, the screenshots of
    a test are counted from 1. The options are the same as for scrim_tools.testing.assert_screenshot(). Await the result if the page is
    of Playwright's asynchronous API.
    """
    test = request.node.nodeid.partition("::")[2] or request.node.name
    folder = Path(request.node.path).parent / REFERENCES / Path(request.node.path).stem
    count = 0

    def compare(target: Any, name: str | None = None, mask: Iterable[Any] = (), **options: Any) -> Any:
        from .pages import is_asynchronous
        from .testing import assert_screenshot, assert_screenshot_async

        nonlocal count
        if name is None:
            count += 1
        elif not isinstance(name, str) or not name.removesuffix(".png"):
            raise ValueError(f"name must be a string that is not empty (got {name!r})")
        ending = str(count) if name is None else name.removesuffix(".png")
        reference = folder / f"{file_name(f'{test}-{ending}')}.png"
        if request.config.getoption("scrim_update"):
            options.setdefault("update", True)
        function = assert_screenshot_async if is_asynchronous(target) else assert_screenshot
        return function(target, reference, mask, **options)

    return compare


def file_name(name: str) -> str:
    """Returns a name for a file without characters that some file systems refuse. Different names stay different."""
    plain = re.sub(r"::|\[", "-", name).replace("]", "")
    safe = re.sub(r"[^\w.-]+", "-", plain)
    if safe == plain and len(safe.encode()) <= _LONGEST:
        return safe
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    short = safe.encode("utf-8", "replace")[: _LONGEST - 9].decode("utf-8", "ignore")
    return f"{short}-{digest}"
