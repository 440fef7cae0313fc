# SPDX-License-Identifier: MIT
"""Which characters are digits, against Python's own tables: every code point in a text, and every number on a key."""

import ctypes
import sys
import unicodedata

import pytest

import scrim
from scrim import _abi
from scrim._ffi import lib

SURROGATES = range(0xD800, 0xE000)
REFUSED = scrim.RefusedError.status


def is_excused(point: int, accepted: bool) -> bool:
    """The core knows another version of Unicode than Python does. Characters that only one of them knows may differ."""
    if accepted:
        return unicodedata.category(chr(point)) == "Cn"  # Python's tables are older
    return unicodedata.unidata_version >= "16" and unicodedata.category(chr(point)) == "Nd"  # the core's tables are older


def differing(accepts: dict[int, bool]) -> list[str]:
    return [
        f"U+{point:04X}"
        for point, accepted in accepts.items()
        if accepted != (unicodedata.category(chr(point)) == "Nd") and not is_excused(point, accepted)
    ]


def test_a_text_accepts_exactly_the_decimal_digits_of_unicode() -> None:
    accepts = {}
    with scrim.Text(8, allowed=scrim.Allowed.DIGITS) as text:
        handle = text._handle
        for point in range(sys.maxunicode + 1):
            if point not in SURROGATES:
                new = chr(point).encode()
                status = lib.scrim_text_set(handle, new, len(new))
                assert status in (0, REFUSED)
                accepts[point] = status == 0
    assert differing(accepts) == []
    assert sum(accepts.values()) >= 650  # Unicode 13, which is older than every supported Python


@pytest.mark.parametrize("mixed", ["1٢३", "٠٩", "0٩", "९0", "𝟘𝟡"])
def test_scripts_can_be_mixed_and_stay_as_typed(mixed: str) -> None:
    with scrim.Text(allowed=scrim.Allowed.DIGITS) as text:
        text.insert(mixed)
        assert text.equals(mixed) and text.count == len(mixed)
        ascii_digits = "".join(str(unicodedata.decimal(digit)) for digit in mixed)
        assert not text.equals(ascii_digits)  # texts compare bytes
        for wrong in ["²", "Ⅷ", "½", "一", "1a", "٢ ", "a٢"]:
            with pytest.raises(scrim.RefusedError):
                text.insert(wrong)
        assert text.equals(mixed)


def test_a_key_is_a_digit_exactly_if_a_text_of_digits_accepts_it() -> None:
    """Next to "0", a shuffle of digits has something to exchange only if the other key is a digit, too."""
    numbers = [point for point in range(sys.maxunicode + 1) if unicodedata.category(chr(point))[0] == "N"]
    letters = [ord(letter) for letter in "aZ٪،कяé€"]
    options = _abi.scrim_keypad_options()
    lib.scrim_keypad_options_init(options, ctypes.sizeof(options))
    options.shuffle = scrim.Shuffle.DIGITS
    accepts = {}
    for point in numbers + letters:
        keys = [scrim.KeySpec("0", 0, 0), scrim.KeySpec(chr(point), 1, 0)]
        specs = (_abi.scrim_key_spec * 2)(*(key._struct() for key in keys))
        options.keys, options.key_count = specs, 2
        out = ctypes.c_void_p()
        accepts[point] = lib.scrim_keypad_create(options, out) == 0
        lib.scrim_keypad_destroy(out.value)
    assert differing(accepts) == []
    assert sum(accepts.values()) >= 650
