# SPDX-License-Identifier: MIT
"""Errors of the redaction of videos."""

from __future__ import annotations


class VideoError(Exception):
    """The video could not be redacted, and no output was written. `hint` says what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class NothingCoveredError(VideoError):
    """No region covered a pixel of any frame."""


class OutputError(VideoError):
    """The output cannot be written in this place, format or encoding."""
