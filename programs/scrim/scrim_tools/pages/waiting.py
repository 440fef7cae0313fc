# SPDX-License-Identifier: MIT
"""Recognizes the objects of Playwright and Selenium, and waits for the results of Playwright's asynchronous API."""

from __future__ import annotations

import asyncio
import inspect
import threading
from concurrent.futures import CancelledError, Future
from contextvars import ContextVar
from typing import Any

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True


class Caller:
    """A task of an event loop that waits while another thread takes a screenshot. After a time-out it no longer waits."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._has_left = False
        self._pending: Future[Any] | None = None

    def leave(self) -> None:
        """Called by the task. The thread must not wait for the event loop then, which may never run again."""
        with self._lock:
            self._has_left = True
            if self._pending is not None:
                self._pending.cancel()

    def check(self) -> None:
        if self._has_left:
            raise CancelledError

    def result(self, value: Any, is_cleanup: bool) -> Any:
        with self._lock:
            try:
                if not is_cleanup:
                    self.check()
                self._pending = asyncio.run_coroutine_threadsafe(value, self._loop)
            except BaseException:
                value.close()
                raise
            if self._has_left:
                return None
        return self._pending.result()


#: The caller of the asynchronous API, while another thread takes a screenshot.
CALLER: ContextVar[Caller | None] = ContextVar("CALLER", default=None)


def result(value: Any, *, is_cleanup: bool = False) -> Any:
    """Returns a value, or the result of an awaitable, which the event loop runs.

    Raises CancelledError if the caller no longer waits. The event loop still runs what is a clean-up, and nobody waits for it.
    """
    if not hasattr(value, "__await__"):
        return value
    caller = CALLER.get()
    if caller is None:
        value.close()
        raise TypeError(
            "target and mask must be of Playwright's sync API; with its async API, await the functions whose names end in _async"
        )
    return caller.result(value, is_cleanup)


def check_waiting() -> None:
    """Raises CancelledError if the caller no longer waits, so that no file is written after an error."""
    caller = CALLER.get()
    if caller is not None:
        caller.check()


async def in_thread(function: Any, *arguments: Any, **options: Any) -> Any:
    """Calls a function in another thread. What it passes to result() runs in the event loop of the caller."""
    # The thread waits for the loop, which runs what the API returns.
    caller = Caller()
    token = CALLER.set(caller)

    def call() -> Any:
        return function(*arguments, **options)

    try:
        return await asyncio.to_thread(call)  # without the arguments, which pytest would print
    finally:
        caller.leave()
        CALLER.reset(token)


def is_playwright_page(thing: Any) -> bool:
    return hasattr(thing, "main_frame") and hasattr(thing, "frames") and hasattr(thing, "screenshot")


def is_locator(thing: Any) -> bool:
    return hasattr(thing, "element_handles") and hasattr(thing, "page")


def is_handle(thing: Any) -> bool:
    return hasattr(thing, "owner_frame") and hasattr(thing, "scroll_into_view_if_needed")


def is_driver(thing: Any) -> bool:
    return hasattr(thing, "execute_script") and hasattr(thing, "get_screenshot_as_png")


def is_web_element(thing: Any) -> bool:
    # Asking the element itself would take a screenshot.
    return hasattr(type(thing), "screenshot_as_png") and is_driver(getattr(thing, "parent", None))


def is_element(thing: Any) -> bool:
    """Whether an object is an element, or a locator of elements."""
    return is_locator(thing) or is_handle(thing) or is_web_element(thing)


def item_name(position: int, item: Any) -> str:
    """Returns how messages call an item of a mask. The repr() of an element contains its HTML, and the repr() of a locator an address."""
    if isinstance(item, str):
        return repr(item)
    if is_locator(item):
        selector = getattr(getattr(item, "_impl_obj", None), "_selector", None)
        return f"the locator {selector!r}" if isinstance(selector, str) else f"the locator mask[{position}]"
    return f"the element mask[{position}]"


def is_page(thing: Any) -> bool:
    """Whether a screenshot of the object can be taken."""
    return is_playwright_page(thing) or is_driver(thing) or is_element(thing)


def is_asynchronous(thing: Any) -> bool:
    """Whether an object is of Playwright's asynchronous API."""
    return inspect.iscoroutinefunction(getattr(type(thing), "screenshot", None))
