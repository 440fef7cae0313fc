# SPDX-License-Identifier: MIT
"""Finds text in pictures: patterns, and the words that tesseract reads."""

from .boxes import Box, Word
from .patterns import NAMED, Pattern, pattern
from .tesseract import check_language, read_words
from .words import PictureText, snapped

__all__ = ["NAMED", "Box", "Pattern", "PictureText", "Word", "check_language", "pattern", "read_words", "snapped"]
