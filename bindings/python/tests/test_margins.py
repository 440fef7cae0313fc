# SPDX-License-Identifier: MIT
"""How far regions must be extended for a source."""

import pytest

import scrim
from scrim import Margin, Source


def test_each_source_has_a_margin() -> None:
    margins = {source: scrim.margin_for_source(source) for source in Source}
    assert margins[Source.LOSSLESS] == Margin(0, 0)
    assert margins[Source.JPEG_SUBSAMPLED] == Margin(dilation=0, codec_block=16)
    assert margins[Source.PREDICTED] == Margin(32, 16)
    assert all(margin.dilation <= 32 and margin.codec_block in (0, 8, 16) for margin in margins.values())


def test_a_number_is_a_source_too() -> None:
    assert scrim.margin_for_source(6) == (0, 8)


@pytest.mark.parametrize("source", [10, 255, 2**32 - 1])
def test_an_unknown_source_is_named(source: int) -> None:
    with pytest.raises(scrim.InvalidArgumentError, match=rf"source must be one of scrim.Source: UNKNOWN, .* \(got {source}\)"):
        scrim.margin_for_source(source)


def test_an_impossible_source_is_rejected() -> None:
    for source in (-1, 2**32, 2**32 + 1):
        with pytest.raises(scrim.InvalidArgumentError, match=rf"source must be one of scrim.Source: .*PREDICTED \(got {source}\)"):
            scrim.margin_for_source(source)
    with pytest.raises(TypeError, match=r"source must be one of scrim.Source: UNKNOWN, .* \(got 'JPEG_444'\)"):
        scrim.margin_for_source("JPEG_444")  # type: ignore[arg-type]
