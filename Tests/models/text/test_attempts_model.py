# SPDX-License-Identifier: MIT
"""Attempts, against a model in plain Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim

SECOND = 10**9
steps = st.lists(
    st.tuples(st.integers(0, 70 * SECOND), st.sampled_from(["wrong", "wrong", "wrong", "right"])), max_size=40
)


@given(steps, st.integers(1, 12))
def test_attempts_agree_with_a_model(steps: list[tuple[int, str]], limit: int) -> None:
    attempts, wrong, last, now = scrim.Attempts(limit), 0, 0, 0
    for pause, what in steps:
        now += pause
        earliest = last + [0, 0, 0, 1, 5, 30, *[60] * 10][wrong] * SECOND if wrong else 0
        attempts = scrim.Attempts.from_bytes(bytes(attempts))  # as after a restart
        result, retry_at = attempts.begin(now)
        if wrong >= limit:
            assert result is scrim.Attempt.LOCKED
            with pytest.raises(scrim.InvalidStateError):
                attempts.succeed()
        elif now < earliest:
            assert (result, retry_at) == (scrim.Attempt.WAIT, earliest)
        else:
            assert result is scrim.Attempt.ALLOWED
            wrong, last = wrong + 1, now
            if what == "right":
                attempts.succeed()
                wrong = 0


@given(st.binary(min_size=24, max_size=24))
def test_bytes_that_it_did_not_make_are_locked(stored: bytes) -> None:
    assert scrim.Attempts.from_bytes(stored).begin(0).result is scrim.Attempt.LOCKED
