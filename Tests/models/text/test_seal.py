# SPDX-License-Identifier: MIT
"""Sealed texts, opened by PyNaCl."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.public import PrivateKey, SealedBox

import scrim

KEY = PrivateKey(bytes(range(32)))
secrets = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=15)


@given(secrets, st.binary(max_size=100))
def test_pynacl_opens_it(secret: str, context: bytes) -> None:
    with scrim.Text(64) as text:
        text.insert(secret)
        sealed = text.seal(bytes(KEY.public_key), context)
    assert len(sealed) == 64 + 64 + len(context)
    message = SealedBox(KEY).decrypt(sealed)
    octets = secret.encode()
    assert message == struct.pack("<3sBIII", b"SCR", 1, len(context), len(octets), 64) + context + octets.ljust(64, b"\0")


@pytest.mark.parametrize("key", [bytes(32), bytes(31), bytes(33), b""])
def test_bad_keys_are_refused(key: bytes) -> None:
    with scrim.Text() as text, pytest.raises(scrim.InvalidArgumentError):
        text.seal(key)


def test_context_has_a_limit() -> None:
    with scrim.Text() as text:
        assert text.seal(bytes(KEY.public_key), bytes(4096))
        with pytest.raises(scrim.InvalidArgumentError):
            text.seal(bytes(KEY.public_key), bytes(4097))
