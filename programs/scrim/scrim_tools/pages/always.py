# SPDX-License-Identifier: MIT
"""What the pytest plugin sets for all screenshots of a process."""

from __future__ import annotations

from contextvars import ContextVar

#: Selectors that every screenshot covers. They may find nothing.
ALWAYS: list[str] = []

#: Whether each selector of ALWAYS found something in a screenshot. Empty until the first screenshot.
FOUND: dict[str, bool] = {}

#: Whether a screenshot is being taken that will be covered. Replaced methods then take the picture as it is.
TAKING: ContextVar[bool] = ContextVar("TAKING", default=False)
