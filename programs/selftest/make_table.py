#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the rows of REDACTION in selftest.inc. Each redaction must agree with the models of Tests/models/redaction first.

Usage: PYTHONPATH=bindings/python:programs/scrim SCRIM_LIBRARY=build/libscrim.so .venv/bin/python programs/selftest/make_table.py
"""

import re
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/models/redaction")]

import selftest_model  # noqa: E402

from scrim_tools import checks, selftest_table  # noqa: E402
from scrim_tools.selftest_table import Redaction  # noqa: E402

#: Sizes of regions: on either side of where frost, tiles and blurs change their ways, and no multiples of a vector.
SIZES = [(100, 24), (37, 7), (121, 61), (62, 88), (231, 149), (163, 155), (45, 39), (301, 171), (18, 133), (77, 52)]
BLURS = ["blur_0_75", "blur_1_75", "blur_2_5", "blur_5", "blur_9", "blur_30"]
#: A narrow and a wide blur for each format, so that each way of blurring meets each number of channels.
PAIRS = [(0, 4), (1, 5), (2, 4), (3, 5), (0, 5), (3, 4), (1, 4), (2, 5), (2, 4), (3, 4), (0, 4), (2, 5), (1, 4)]
PRESETS = ["light", "extra_light", "dark", "tint"]


def cases() -> list[Redaction]:
    found: list[Redaction] = []

    def add(format: selftest_table.Format, style: str) -> None:
        number = len(found)
        across, down = SIZES[(number * 3 + number // 10) % len(SIZES)]
        left, top = 5 + number % 7, 6 + number % 5
        width, height = left + across + 9 + number % 4, top + down + 8 + number % 3
        if number % 6 == 1:  # the frame cuts the region off
            left, top = -(across // 3), -(down // 4)
        elif number % 6 == 4:
            width, height = left + across * 2 // 3 + 1, top + down * 3 // 4 + 1
        found.append(Redaction(format, style, width, height, (left, top, across, down), 0))

    formats = list(selftest_table.FORMATS)
    for style in ("solid", "frost", "tiles", "pixelate"):
        for format in formats:
            add(format, style)
    for which in range(2):
        for format, pair in zip((format for format in formats if format.has_blurs), PAIRS, strict=True):
            add(format, BLURS[pair[which]])
    for index, format in enumerate(format for format in formats if format.has_effects):
        for style in ("effect", PRESETS[index % 4], PRESETS[(index + 1) % 4]):
            add(format, style)
    return found


def main() -> None:
    rows, exact = [], 0
    for number, case in enumerate(cases()):
        pixels = checks.redacted(number, case)
        exact += selftest_model.check(number, case, pixels)
        size = f"{case.width}, {case.height}, {', '.join(map(str, case.rect))}"
        rows.append(f"REDACTION({case.format.name}, {case.style}, {size}, 0x{zlib.crc32(pixels):08X})\n")
    text = re.sub(r"^REDACTION\(.*\n", "", selftest_table.PATH.read_text(), flags=re.MULTILINE)
    before, mark, after = text.partition("\n#undef CHECK\n")
    selftest_table.PATH.write_text(before + "".join(rows) + mark + after)
    print(f"{len(rows)} redactions, {exact} of them equal to a model in every byte")


if __name__ == "__main__":
    main()
