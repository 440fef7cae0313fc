# SPDX-License-Identifier: MIT
"""What can go wrong with a video."""

from __future__ import annotations


class VideoError(Exception):
    """It could not be done, and no output was left. `hint` says what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class NothingCoveredError(VideoError):
    """No region touched a pixel of any picture."""
