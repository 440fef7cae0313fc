# SPDX-License-Identifier: MIT
"""The boxes of AVIF, MP4 and their relatives (ISO 14496-12, 4.2)."""

from __future__ import annotations

import struct
from collections.abc import Iterator


def boxes(data: bytes | bytearray, first: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yields the boxes that follow each other from `first` to `end`: the kind of each, and where its content begins and ends."""
    while first + 8 <= end:
        length, kind = struct.unpack_from(">I4s", data, first)
        content = first + 8
        if length == 1 and first + 16 <= end:
            (length,) = struct.unpack_from(">Q", data, content)
            content += 8
        after = first + max(length, 8) if length else end
        yield kind, content, min(after, end)
        first = after
