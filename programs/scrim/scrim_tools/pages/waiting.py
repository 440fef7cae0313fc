# SPDX-License-Identifier: MIT
"""Recognizes the objects of Playwright and Selenium, and waits for the results of Playwright's asynchronous API."""

from __future__ import annotations

import asyncio
import inspect
from contextvars import ContextVar
from typing import Any

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True

#: The event loop of the asynchronous API, while another thread takes a screenshot.
LOOP: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("LOOP", default=None)


def result(value: Any) -> Any:
    """Returns a value, or the result of an awaitable, which the event loop runs."""
    if not hasattr(value, "__await__"):
        return value
    loop = LOOP.get()
    if loop is None:
        value.close()
        raise TypeError(
            "target and mask must be of Playwright's sync API; with its async API, await the functions whose names end in _async"
        )
    return asyncio.run_coroutine_threadsafe(value, loop).result()


async def in_thread(function: Any, *arguments: Any, **options: Any) -> Any:
    """Calls a function in another thread. What it passes to result() runs in the event loop of the caller."""
    # The thread waits for the loop, which runs what the API returns.
    token = LOOP.set(asyncio.get_running_loop())

    def call() -> Any:
        return function(*arguments, **options)

    try:
        return await asyncio.to_thread(call)  # without the arguments, which pytest would print
    finally:
        LOOP.reset(token)


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
