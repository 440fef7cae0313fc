# SPDX-License-Identifier: MIT
"""Finds e-mail addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .spans import Span

_LABEL = r"[^\W_](?:[\w\-]*[^\W_])?"
_TOP = r"(?:[^\W\d_]{2,24}|xn--[a-z0-9\-]+)"
#: Where a dot was read as a comma or is followed by a space, the address must end in one of these.
USUAL_TOP = r"(?:com|org|net|edu|gov|info|biz|dev|app|io|example|test|de|at|ch|fr|es|it|pl|nl|be|uk|ie|eu|se|no|dk|fi|cz|pt|us|ca|au|jp|cn|in|br)"
_DOMAIN = rf"{_LABEL}(?:(?:\.{_LABEL})*\.{_TOP}(?![\w\-])|(?:\.{_LABEL})*(?: ?[.,] ?){USUAL_TOP}\b)"
#: An address may be wrapped after a hyphen.
_EMAIL = re.compile(rf"(?:[^\W_][\w.%+\-]*-\n)?[\w.%+\-]*[^\W](?:\s?@[)]?\s?|[©®]|\(@\)){_DOMAIN}")
#: tesseract reads @ as one of these too, with some languages as a parenthesis and a letter. Then the domain must be a usual one.
_WITHOUT_AT = re.compile(
    rf"(?<![\w.%+\-])(?:[a-z0-9][a-z0-9._%+\-]*Q|[\w.%+\-]*[^\W]\([AaWVQOD®]\)?)(?:[a-z0-9\-]+\.)+{USUAL_TOP}\b"
)
_FILE_NAME = re.compile(r"@\d+x\.[a-z]+$")


def emails(text: str) -> Iterator[Span]:
    for expression in (_EMAIL, _WITHOUT_AT):
        for match in expression.finditer(text):
            # Pictures for screens with many pixels have names such as icon@2x.png.
            if not _FILE_NAME.search(match[0]):
                yield match.span()
