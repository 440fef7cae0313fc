# SPDX-License-Identifier: MIT
"""The code blocks of the documents, each with the comment that says how it is checked."""

import re
import subprocess
import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
MARK = r"(?:^ *<!-- ([a-z ]+?)(?:: ([^\n]+?))? -->\n)?"
FENCE = re.compile(MARK + r"^ *```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    document: str
    line: int
    #: The word of the comment in front of the block, such as "not run", and what follows the colon.
    how: str
    what: str
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def documents() -> list[str]:
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*.md"], capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def blocks(document: str) -> list[Block]:
    text = (ROOT / document).read_text()
    return [
        Block(document, text.count("\n", 0, match.start(3)) + 1, match[1] or "", match[2] or "", match[3], textwrap.dedent(match[4]))
        for match in FENCE.finditer(text)
    ]


def all_blocks() -> list[Block]:
    return [block for document in documents() for block in blocks(document)]
