# SPDX-License-Identifier: MIT
"""Screenshots of pages in a browser, for scrim_tools.testing. Playwright and Selenium are not imported. Their objects are
recognized by their methods."""

from .capture import PageShot, ShotOptions, capture
from .waiting import CALLER, check_waiting, in_thread, is_asynchronous, is_element, is_page, item_name

__all__ = [
    "CALLER",
    "PageShot",
    "ShotOptions",
    "capture",
    "check_waiting",
    "in_thread",
    "is_asynchronous",
    "is_element",
    "is_page",
    "item_name",
]
