# SPDX-License-Identifier: MIT
"""The models would draw pictures with the checksums that scrim-selftest and `scrim selftest` expect."""

import zlib
from collections import Counter

import pytest
import selftest_model

from scrim import Format, StyleKind
from scrim_tools import checks
from scrim_tools.selftest_table import FORMATS, REDACTIONS, STYLES


def test_every_style_in_every_format_that_has_it() -> None:
    assert len(REDACTIONS) == 180 and set(FORMATS) == set(Format)
    kinds = Counter((case.format, STYLES[case.style].kind) for case in REDACTIONS)
    for format in Format:
        for kind in (StyleKind.SOLID, StyleKind.FROST, StyleKind.TILES, StyleKind.PIXELATE):
            assert kinds[format, kind] == 1
        assert kinds[format, StyleKind.BLUR] == 2 * format.has_blurs and kinds[format, StyleKind.EFFECT] == format.has_effects
    assert {STYLES[case.style].kind for case in REDACTIONS} == set(StyleKind)
    assert {case.style for case in REDACTIONS} == set(STYLES)


def test_checksums_are_those_of_the_models() -> None:
    exact = 0
    for number, case in enumerate(REDACTIONS):
        pixels = checks.redacted(number, case)
        exact += selftest_model.check(number, case, pixels)
        assert zlib.crc32(pixels) == case.crc, case.name
    assert exact == 97  # the models give every byte of these, and bounds for the others


@pytest.mark.parametrize("number", [0, 30, 71, 100, 112, 130, 140, 160, 179])
def test_a_wrong_byte_is_no_picture_of_the_model(number: int) -> None:
    case = REDACTIONS[number]
    x, y, across, down = case.rect
    row, column = max(y, 0) + min(down, 8) // 2, max(x, 0) + min(across, 8) // 2
    pixels = checks.redacted(number, case)
    rows = checks.planes_of(case, pixels)[0]
    rows[row, column * rows.shape[1] // case.width] ^= 0x80
    with pytest.raises(AssertionError):
        selftest_model.check(number, case, pixels)
