# SPDX-License-Identifier: MIT
"""Which keys a scope moves, and which it refuses, against the rules of scrim/keypad.h written down once more."""

import itertools
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import KeyKind, KeySpec, Layout, Shuffle

Groups = list[list[int]]


def groups_of(keys: list[KeySpec], scope: Shuffle) -> Groups:
    """The numbers of the keys that change places with each other, for one page in reading order."""
    movable = [number for number, key in enumerate(keys) if not key.fixed and key.kind in (KeyKind.INSERT, KeyKind.BLANK)]
    inserting = [number for number in movable if keys[number].kind == KeyKind.INSERT]
    digits = [number for number in inserting if keys[number].label.isdecimal()]
    if scope == Shuffle.NONE:
        return []
    if scope == Shuffle.ROWS:
        rows = defaultdict(list)
        for number in movable:
            rows[keys[number].row].append(number)
        return list(rows.values())
    is_pad = len(digits) >= 2 and len(inserting) - len(digits) <= 2
    if scope == Shuffle.DIGITS or scope == Shuffle.AUTO and is_pad:
        return [[number for number in movable if number in digits or keys[number].kind == KeyKind.BLANK]]
    return [movable]


def is_refused(keys: list[KeySpec], scope: Shuffle) -> bool:
    can_move = [key for key in keys if not key.fixed and key.kind == KeyKind.INSERT]
    exchanged = [
        number
        for group in groups_of(keys, scope)
        for number in group
        if len(group) >= 2 and keys[number].kind == KeyKind.INSERT
    ]
    return scope != Shuffle.NONE and len(can_move) >= 2 and not exchanged


keys_of_a_page = st.lists(
    st.tuples(st.sampled_from(["digit", "digit", "letter", "blank", "done", "hole"]), st.booleans()), min_size=1, max_size=15
)


@settings(max_examples=150)
@given(keys_of_a_page, st.integers(1, 5), st.sampled_from(Shuffle), st.sampled_from("0٠०"), st.booleans())
def test_a_scope_moves_what_its_rule_says(
    drawn: list[tuple[str, bool]], columns: int, scope: Shuffle, zero: str, any_fixed: bool
) -> None:
    digits = (chr(ord(zero) + number) for number in itertools.cycle(range(10)))
    letters = (chr(ord("a") + number) for number in itertools.cycle(range(26)))
    keys = []
    for number, (what, fixed) in enumerate(drawn):
        if what != "hole":
            label = {"digit": next(digits), "letter": next(letters), "blank": "", "done": "ok"}[what]
            kind = {"blank": KeyKind.BLANK, "done": KeyKind.DONE}.get(what, KeyKind.INSERT)
            keys.append(KeySpec(label, number % columns, number // columns, kind, fixed=fixed and any_fixed))
    if not keys:
        return
    if is_refused(keys, scope):
        with pytest.raises(scrim.InvalidArgumentError, match="unshuffled"):
            scrim.Keypad((0, 0, 500, 500), layout=keys, shuffle=scope)
        return
    with scrim.Keypad((0, 0, 500, 500), layout=keys, shuffle=scope) as pad:
        seen = defaultdict(set)
        for _ in range(60):
            pad.show()
            for number, key in enumerate(pad.keys()):
                seen[number].add(key.label)
    expected = {number: {key.label} for number, key in enumerate(keys)}
    for group in groups_of(keys, scope):
        for number in group:
            expected[number] = {keys[other].label for other in group}
    for number, labels in seen.items():
        assert labels <= expected[number]
        # Of k labels, one that never changes in 60 shows has a probability of k^-59.
        assert len(labels) > 1 or len(expected[number]) == 1


@pytest.mark.parametrize(
    ("layout", "count"),
    [
        (Layout.PIN, 10),
        (Layout.PIN_DECIMAL, 10),
        (Layout.PAYMENT, 11),
        (Layout.HEXADECIMAL, 16),
        (Layout.QWERTY, 28),
        (Layout.QWERTZ, 28),
        (Layout.AZERTY, 28),
    ],
)
def test_by_default_every_key_that_moves_is_everywhere_equally_often(layout: Layout, count: int) -> None:
    shows = 1500
    seen: dict[tuple[int, str], int] = defaultdict(int)
    with scrim.Keypad((0, 0, 600, 400), layout=layout) as pad:
        for _ in range(shows):
            pad.show()
            for place, key in enumerate(pad.keys()):
                if key.kind == KeyKind.INSERT:
                    seen[place, key.label] += 1
    always = {place for (place, _), times in seen.items() if times == shows}
    moving = {label for place, label in seen if place not in always}
    places = {place for place, _ in seen} - always
    assert len(places) == len(moving) == count
    expected = shows / count
    chi2 = (count - 1) / count * sum((seen[place, label] - expected) ** 2 / expected for place in places for label in moving)
    freedom = (count - 1) ** 2
    # χ² is nearly normal for so many degrees of freedom: six standard deviations.
    assert abs(chi2 - freedom) < 6 * (2 * freedom) ** 0.5 + 6
