# SPDX-License-Identifier: MIT
"""Attempts: arguments."""

import pytest

import scrim


def test_arguments() -> None:
    for limit in (0, 1001, -1):
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.Attempts(limit)
    with pytest.raises(scrim.InvalidArgumentError, match=r"stored must have 24 bytes \(got 23\)"):
        scrim.Attempts.from_bytes(bytes(23))
