# SPDX-License-Identifier: MIT
"""Hashes, against argon2-cffi and hashlib."""

import hashlib

import argon2
import nacl.pwhash
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim

# The same in each process, so that parts of the suite can run side by side.
SALT = bytes(range(16))
KEY = bytes(range(32))
SECRETS = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20)
hasher = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, hash_len=32, salt_len=16)


def right(hash: str, secret: str | bytes) -> bool:
    try:
        return hasher.verify(hash, secret)
    except argon2.exceptions.VerifyMismatchError:
        return False


@settings(max_examples=25, deadline=None)
@given(SECRETS, SECRETS)
def test_their_hashes_verify_here(secret: str, other: str) -> None:
    with scrim.Text() as text:
        text.insert(secret)
        assert text.verify(hasher.hash(secret))
        assert text.verify(hasher.hash(other)) == (secret == other)


@pytest.mark.parametrize("preset", [scrim.HashPreset.LOW_MEMORY, scrim.HashPreset.INTERACTIVE])
def test_our_hashes_verify_there(preset: scrim.HashPreset) -> None:
    with scrim.Text() as text:
        text.insert("grün 🟩")
        hash = text.hash(preset)
        assert right(hash, "grün 🟩") and not right(hash, "gruen")
        assert text.verify(hash)
        cost = argon2.extract_parameters(hash)
        assert (cost.type, cost.version, cost.parallelism) == (argon2.Type.ID, 19, 1)
        assert (cost.memory_cost, cost.time_cost) == {1: (19456, 2), 2: (65536, 2)}[preset]
        text.insert("x")
        assert not text.verify(hash)


@pytest.mark.parametrize("secret", ["", "1234", "grün 🟩", "x" * 128, "y" * 129, "z" * 200])
def test_libsodium_and_we_verify_each_other_s(secret: str) -> None:
    octets = secret.encode()
    with scrim.Text() as text:
        text.insert(secret)
        ours = text.hash(scrim.HashPreset.LOW_MEMORY)
        assert nacl.pwhash.verify(ours.encode(), octets)
        with pytest.raises(nacl.exceptions.InvalidkeyError):
            nacl.pwhash.verify(ours.encode(), octets + b"x")
        assert right(ours, secret) and not right(ours, secret + "x")
        for passes, memory in (1, 8192), (3, 1 << 20), (2, 19456 << 10):
            theirs = nacl.pwhash.argon2id.str(octets, opslimit=passes, memlimit=memory).decode()
            assert text.verify(theirs)
        text.insert("x")
        assert not text.verify(theirs)


@settings(max_examples=60, deadline=None)
@given(SECRETS, st.integers(8, 600), st.integers(1, 6))
def test_any_cost_is_computed_as_argon2_cffi_does(secret: str, kib: int, passes: int) -> None:
    theirs = argon2.PasswordHasher(passes, kib, 1, hash_len=32, salt_len=16).hash(secret)
    with scrim.Text() as text:
        text.insert(secret)
        assert text.verify(theirs)


def test_the_moderate_preset() -> None:
    with scrim.Text() as text:
        text.insert("2468")
        hash = text.hash(scrim.HashPreset.MODERATE)
        cost = argon2.extract_parameters(hash)
        assert (cost.memory_cost, cost.time_cost) == (262144, 3)
        assert right(hash, "2468") and not right(hash, "2469") and text.verify(hash)


def test_hashes_that_need_a_new_one() -> None:
    with scrim.Text() as text:
        text.insert("1234")
        hash = text.hash(scrim.HashPreset.LOW_MEMORY)
    assert not scrim.needs_rehash(hash, scrim.HashPreset.LOW_MEMORY)
    assert scrim.needs_rehash(hash) and scrim.needs_rehash(hash, scrim.HashPreset.MODERATE)
    for preset, (kib, passes) in {1: (19456, 2), 2: (65536, 2), 3: (262144, 3)}.items():
        same = argon2.PasswordHasher(passes, kib, 1, hash_len=32, salt_len=16)
        # argon2-cffi says the same, in both directions.
        assert same.check_needs_rehash(hash) == scrim.needs_rehash(hash, preset)
    assert scrim.needs_rehash(hasher.hash("1234"))
    assert scrim.needs_rehash(argon2.PasswordHasher(2, 19456, 4).hash("1"), scrim.HashPreset.LOW_MEMORY)
    assert scrim.needs_rehash(argon2.PasswordHasher(2, 19456, 1, type=argon2.Type.I).hash("1"), scrim.HashPreset.LOW_MEMORY)


def test_what_is_no_hash_needs_none() -> None:
    for string in "", "1234", "$2b$12$R9h/cIPz0gi.URNNX3kh2O", "$argon2id$v=19$m=65536,t=2,p=1$", "ä\ud800":
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.needs_rehash(string)
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.needs_rehash(hasher.hash("1"), 4)


def test_a_pepper_goes_into_blake2b_first() -> None:
    digest = hashlib.blake2b(b"1234", key=KEY, digest_size=32).digest()
    with scrim.Text() as text:
        text.insert("1234")
        hash = text.hash(scrim.HashPreset.LOW_MEMORY, pepper=KEY)
        assert right(hash, digest) and not right(hash, "1234")
        assert text.verify(hasher.hash(digest), pepper=bytearray(KEY))
        assert not text.verify(hasher.hash(digest))
        assert not text.verify(hasher.hash(digest), pepper=KEY[::-1])


@pytest.mark.parametrize("size", [0, 1, 31, 33])
def test_a_pepper_of_another_size_is_refused(size: int) -> None:
    with scrim.Text() as text, pytest.raises(scrim.InvalidArgumentError):
        text.hash(scrim.HashPreset.LOW_MEMORY, pepper=bytes(size))


@pytest.mark.parametrize(
    "hash, error",
    [
        ("", scrim.InvalidArgumentError),
        ("1234", scrim.InvalidArgumentError),
        ("$argon2id$v=19$m=8,t=1,p=1$ä$ö", scrim.InvalidArgumentError),
        (argon2.PasswordHasher(1, 8, 1, type=argon2.Type.I).hash("1", salt=SALT), scrim.UnsupportedError),
        (argon2.PasswordHasher(1, 8, 1, hash_len=16).hash("1", salt=SALT), scrim.UnsupportedError),
        (argon2.PasswordHasher(1, 8, 1, salt_len=8).hash("1", salt=SALT[:8]), scrim.UnsupportedError),
        (argon2.PasswordHasher(1, 64, 4).hash("1", salt=SALT), scrim.LimitError),
        (argon2.PasswordHasher(7, 8, 1).hash("1", salt=SALT), scrim.LimitError),
        (hasher.hash("1", salt=SALT).replace("m=8,", "m=262145,"), scrim.LimitError),
    ],
)
def test_what_cannot_be_verified_is_an_error(hash: str, error: type[Exception]) -> None:
    with scrim.Text() as text:
        text.insert("1")
        with pytest.raises(error):
            text.verify(hash)
