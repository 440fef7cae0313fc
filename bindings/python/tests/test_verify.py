# SPDX-License-Identifier: MIT
"""Hashes and sealed texts, from Python. Tests/models/text compares them with other implementations."""

from collections.abc import Callable

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


def said(call: Callable[[], object], error: type[scrim.ScrimError]) -> str:
    with pytest.raises(error) as caught:
        call()
    return str(caught.value)


def test_a_message_says_what_was_expected_and_shows_no_secret() -> None:
    salt, tag = "A" * 22, "A" * 43
    costly = f"$argon2id$v=19$m=1048576,t=4,p=1${salt}${tag}"
    other = f"$argon2i$v=19$m=65536,t=3,p=1${salt}${tag}"
    with scrim.Text() as text:
        for call in (text.verify, scrim.needs_rehash):
            message = said(lambda call=call: call("letmein"), scrim.InvalidArgumentError)
            assert message.startswith("hash must be a string of Argon2") and message.endswith("(got 7 other characters)")
        assert "262144 KiB" in said(lambda: text.verify(costly), scrim.LimitError)
        assert "Argon2id version 19" in said(lambda: text.verify(other), scrim.UnsupportedError)
        assert said(lambda: text.hash(9), scrim.InvalidArgumentError) == (  # type: ignore[arg-type]
            "preset must be one of HashPreset.LOW_MEMORY, HashPreset.INTERACTIVE, HashPreset.MODERATE (got 9)"
        )
        # A pepper in the place of the preset is not shown.
        for key in (KEY, bytearray(KEY), memoryview(KEY)):
            message = said(lambda key=key: text.hash(key), scrim.InvalidArgumentError)  # type: ignore[misc]
            assert message.endswith(f"(got {type(key).__name__})")
        assert said(lambda: text.hash(pepper=b"abc"), scrim.InvalidArgumentError) == "pepper must have 32 bytes (got 3)"
        assert said(lambda: text.seal(b"abc"), scrim.InvalidArgumentError) == "public_key must have 32 bytes (got 3)"
        assert said(lambda: text.seal(bytes(32)), scrim.InvalidArgumentError) == "public_key must not be a point of low order"
        long = said(lambda: text.seal(KEY, bytes(4097)), scrim.InvalidArgumentError)
        assert long == "context must have at most 4096 bytes (got 4097)"
