# SPDX-License-Identifier: MIT
"""Hashes and sealed texts, from Python. Tests/models/text compares them with other implementations."""

import pytest

import scrim

KEY = bytes(range(32))


def test_a_hash_verifies_the_same_text_alone() -> None:
    with scrim.Text() as text:
        text.insert("1234")
        plain, keyed = text.hash(scrim.HashPreset.LOW_MEMORY), text.hash(scrim.HashPreset.LOW_MEMORY, pepper=bytearray(KEY))
        assert text.verify(plain) and text.verify(keyed, pepper=KEY) and not text.verify(keyed)
        text.insert("5")
        assert not text.verify(plain) and not text.verify(keyed, pepper=KEY)
    assert not scrim.needs_rehash(plain, scrim.HashPreset.LOW_MEMORY)
    assert scrim.needs_rehash(plain, scrim.HashPreset.MODERATE)


def test_a_sealed_text_is_bytes_of_a_fixed_length() -> None:
    with scrim.Text(64) as text:
        sealed = [text.seal(bytes([9] + [0] * 31), b"context")]
        text.insert("1234")
        sealed.append(text.seal(bytearray([9] + [0] * 31), memoryview(b"context")))
    assert [type(each) for each in sealed] == [bytes, bytes] and len(sealed[0]) == len(sealed[1])


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_keys_of_another_size_are_refused(key: bytes) -> None:
    with scrim.Text() as text:
        with pytest.raises(scrim.InvalidArgumentError):
            text.hash(scrim.HashPreset.LOW_MEMORY, pepper=key)
        with pytest.raises(scrim.InvalidArgumentError):
            text.seal(key)
