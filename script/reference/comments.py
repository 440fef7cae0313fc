# SPDX-License-Identifier: MIT
"""The headers that the man pages and the site are written from. Standard library alone: packages are built with it."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
sys.path.insert(0, str(ROOT / "script"))

from headers.comments import Comment, blocks, items, parse  # noqa: E402  (the path comes first)

__all__ = ["INCLUDE", "ROOT", "TITLES", "Comment", "blocks", "headers", "items", "parse"]

#: The title of each header's page, in the order of the umbrella header.
TITLES = {
    "base": "Basics",
    "memory": "Memory of secrets",
    "text": "Text",
    "verify": "Hashing and verifying",
    "transfer": "Sealing and file descriptors",
    "keypad": "Keypads",
    "redact": "Redaction",
    "scene": "Scenes",
    "capture": "Captures",
    "feed": "Feeds",
    "gesture": "Gestures",
    "scroll": "Wheels and touchpads",
    "collector": "Collectors",
}

def headers() -> list[str]:
    """The headers, as the umbrella includes them: "text" for scrim/text.h."""
    return re.findall(r'^#include "scrim/(\w+)\.h"', (INCLUDE / "scrim.h").read_text(), re.MULTILINE)
