# SPDX-License-Identifier: MIT
"""Screenshots of pages in a browser, for scrim_tools.testing. Playwright and Selenium are not imported. Their objects are
recognized by their methods."""

from .capture import PageShot, ShotOptions, capture
from .waiting import LOOP, in_thread, is_asynchronous, is_element, is_page, item_name

__all__ = ["LOOP", "PageShot", "ShotOptions", "capture", "in_thread", "is_asynchronous", "is_element", "is_page", "item_name"]
