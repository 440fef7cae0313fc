# SPDX-License-Identifier: MIT
"""What the comments of the headers are written in, for what makes a reference out of them: the filter of Doxygen and
the man pages. Standard library alone: packages are built with it.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "script"))

from headers.declarations import SECTION  # noqa: E402  (the path comes first)

INCLUDE = ROOT / "include"
__all__ = ["ERRORS", "INCLUDE", "LABEL", "ROOT", "SECTION", "SHORT_ERROR", "TITLES", "headers"]

#: The titles of groups and pages, in the order of the umbrella header.
TITLES = {
    "base": "Version, status, geometry",
    "memory": "Memory of secrets",
    "text": "Text",
    "verify": "Hashing, verifying, attempts",
    "transfer": "Sealing and descriptors",
    "keypad": "Keypad",
    "redact": "Redaction",
    "scene": "Scene",
    "capture": "Streams of frames",
    "gesture": "Gestures",
    "collector": "Collector",
}

#: What begins a paragraph of its own, wherever in a line it stands: "Errors: NO_MEMORY. Cost: O(n)."
LABEL = re.compile(r"(?:^|(?<=[.);:] ))(Errors and cost|Errors|Cost|Memory|Threads?|Thread rule): ", re.MULTILINE)

#: The names of errors, which comments write without their prefix.
ERRORS = re.findall(r"^    SCRIM_ERROR_(\w+) =", (INCLUDE / "scrim" / "base.h").read_text(), re.MULTILINE)
SHORT_ERROR = re.compile(rf"(?<![\w#])({'|'.join(ERRORS)})(?!\w)")


def headers() -> list[str]:
    """The headers, as the umbrella includes them: "text" for scrim/text.h."""
    return re.findall(r'^#include "scrim/(\w+)\.h"', (INCLUDE / "scrim.h").read_text(), re.MULTILINE)
