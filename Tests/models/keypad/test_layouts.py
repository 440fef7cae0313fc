# SPDX-License-Identifier: MIT
"""Layouts of keypads: where keys are, and that every order is equally likely."""

import itertools
from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Key, KeyKind


def key(pad: scrim.Keypad, label: str) -> Key:
    return next(key for key in pad.keys() if key.label == label)


def digits(pad: scrim.Keypad) -> str:
    return "".join(key.label for key in pad.keys() if key.kind == KeyKind.INSERT)


sides = st.floats(60, 2000)


@given(st.tuples(st.floats(-500, 500), st.floats(-500, 500), sides, sides), st.floats(0, 20), st.floats(0, 15))
def test_keys_fill_the_bounds_and_do_not_overlap(
    bounds: tuple[float, float, float, float], column_spacing: float, row_spacing: float
) -> None:
    with scrim.Keypad(bounds, column_spacing=column_spacing, row_spacing=row_spacing) as pad:
        pad.show()
        rects = [key.rect for key in pad.keys()]
    x, y, width, height = bounds
    near = partial(pytest.approx, abs=2**-21)  # edges are rounded down to multiples of 2^-22 points
    assert min(r.x for r in rects) == near(x) and min(r.y for r in rects) == near(y)
    assert max(r.x + r.width for r in rects) == near(x + width)
    assert max(r.y + r.height for r in rects) == near(y + height)
    assert all(r.width == near((width - 2 * column_spacing) / 3) for r in rects)
    assert all(r.height == near((height - 3 * row_spacing) / 4) for r in rects)
    for a, b in itertools.combinations(rects, 2):
        assert a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y


def test_every_show_is_a_permutation_and_all_are_as_likely() -> None:
    shows = 4000
    seen: Counter[tuple[int, str]] = Counter()
    with scrim.Keypad() as pad:
        pad.show()
        still = [(key.rect, key.kind) for key in pad.keys()]
        for _ in range(shows):
            pad.show()
            order = digits(pad)
            assert sorted(order) == list("0123456789")
            seen.update(enumerate(order))
        assert [(key.rect, key.kind) for key in pad.keys()] == still
    expected = shows / 10
    # Rows and columns of a table of permutations add up, which leaves 9 · 9 degrees of freedom after this factor.
    chi2 = 9 / 10 * sum((seen[slot, digit] - expected) ** 2 / expected for slot in range(10) for digit in "0123456789")
    # The 10⁻⁷ tails of χ² with 81 degrees of freedom: a table too even is as suspicious as one too uneven.
    assert 29 < chi2 < 163


def test_pairs_of_neighbours_are_as_likely() -> None:
    shows = 4500
    with scrim.Keypad() as pad:
        pairs: Counter[str] = Counter()
        for _ in range(shows):
            pad.show()
            pairs[digits(pad)[:2]] += 1
    expected = shows / 90
    assert len(pairs) == 90
    # The 10⁻⁷ tails of χ² with 89 degrees of freedom.
    assert 34 < sum((count - expected) ** 2 / expected for count in pairs.values()) < 174
