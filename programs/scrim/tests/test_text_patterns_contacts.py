# SPDX-License-Identifier: MIT
"""E-mail addresses and telephone numbers."""

from random import Random

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pattern_texts import covered, digits, found, log_lines


class TestEmail:
    @pytest.mark.parametrize(
        "text",
        [
            "mara@example.com",
            "m.o+x_1@mail.example.co.uk",
            "mara@ example.com",
            "mara\n@example.com",
            "mara@müller.example",
            "MARA@EXAMPLE.COM",
            "mara@example.xn--p1ai",
            "a1@b-c.d-e.org",
            "mara©example.com",
            "mara®example.com",
            "maraQexample.com",
            "jonas(Ashop.example.org",
            "ben.kowalski(Wexample.com",
            "marie+x(Vpost.example.net",
            "mara@example. com",
            "mara@example,com",
        ],
    )
    def test_addresses(self, text: str) -> None:
        assert found("email", f"write to {text} now" if "\n" not in text else f"to {text} now") == [text]
        assert found("email", f"<{text}>.") == [text]

    @pytest.mark.parametrize(
        "text", ["mara", "@home", "a @ b", "3 @ 4.50 each", "icon@2x.png", "lodash@4.17.21", "© 2026 example.com", "Q&A example.com", "10@5.99"]
    )
    def test_what_is_no_address(self, text: str) -> None:
        assert found("email", text) == []

    def test_the_end_of_a_sentence(self) -> None:
        assert found("email", "Ask mara@example.com. Then call.") == ["mara@example.com"]


class TestPhone:
    @pytest.mark.parametrize(
        "text",
        [
            "+44 20 7946 0958",
            "+1 (415) 555-0132",
            "+1-415-555-0132",
            "+49 (0)89 99998-123",
            "0049 30 901820",
            "+33 6 39 98 12 34",
            "020 7946 0958",
            "07700 900123",
            "0171-5550186",
            "01.23.45.67.89",
            "06 39 98 12 34",
            "022.345.67.89",
            "(030) 901 820",
            "(212) 555-0123",
            "(11) 91234-5678",
            "415-555-0132",
            "415.555.0132",
            "1-800-555-0199",
            "8 (912) 345-67-89",
            "612 34 12 34",
            "601 212 123",
            "O171 5550186",
            "+49 30\n901820",
        ],
    )
    def test_numbers(self, text: str) -> None:
        assert found("phone", f"write {text} now") == [text]

    @pytest.mark.parametrize(
        "text",
        [
            "12:04:31 345 678",
            "2026-11-21 09:15:32.123",
            "09:15:32,123 456 789",
            "05.11.2026",
            "before 04/12/2023.",
            "2022-08-03 04 03 16 639 DEBUG",
            "04 03 16 639",
            "4/5/2023 08 08 05 426 DEBUG",
            "(14.62.2625)",
            "2022-83-25 81:46",
            "2026-11-21",
            "01/02/03",
            "11/05/2026 10:30",
            "30.50",
            "12 50",
            "100382",
            "$1,234,567.89",
            "1 234 567,89 €",
            "654 321 123 zł",
            "1.2.3.4",
            "203.0.113.100",
            "10.0.19041.1234",
            "48.137154, 11.576124",
            "Order no. 0123456789",
            "Bestellnr. 0301234567",
            "ORD-0123456789",
            "978-3-16-148410-0",
            "550e8400-e29b-41d4-a716-446655440000",
            "100 200 300 400",
            "2019 2020 2021",
            "1732012345678",
            "DE89 3704 0044 0532 0130 00",
            "4111 1111 1111 1111",
            "0000000000",
        ],
    )
    def test_what_is_no_number(self, text: str) -> None:
        assert found("phone", text) == []

    @pytest.mark.parametrize("region", sorted(phonenumbers.SUPPORTED_REGIONS))
    def test_the_examples_of_every_region(self, region: str) -> None:
        number = phonenumbers.example_number(region)
        assert number is not None
        for form in (phonenumbers.PhoneNumberFormat.INTERNATIONAL, phonenumbers.PhoneNumberFormat.E164):
            text = phonenumbers.format_number(number, form)
            assert covered("phone", f"Call {text} now", text)
        # After a word for telephones, a national number of a large country needs no country code.
        if region in ("US", "DE", "GB", "FR", "IT", "ES", "PL", "NL", "BR", "JP", "IN", "CN"):
            text = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
            assert covered("phone", f"Tel. {text} now", text)

    @pytest.mark.parametrize(
        ("language", "region"),
        [("deu", "DE"), ("fra", "FR"), ("spa", "ES"), ("ita", "IT"), ("pol", "PL"), ("nor", "NO"), ("por", "PT"), ("jpn", "JP"), ("eng+dan", "DK")],
    )
    def test_examples_of_the_language(self, language: str, region: str) -> None:
        for kind in (phonenumbers.PhoneNumberType.FIXED_LINE, phonenumbers.PhoneNumberType.MOBILE):
            number = phonenumbers.example_number_for_type(region, kind)
            assert number is not None
            text = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
            assert covered("phone", f"Ich bin {text} da", text, language)

    @given(st.integers(0, 999), st.sampled_from(["12:04:31", "2026-11-21", "", "x"]))
    def test_a_number_is_found_behind_a_time(self, number: int, time: str) -> None:
        text = f"+44 20 7946 0{number:03}"
        assert covered("phone", f"{time} {text}", text)

    def test_few_other_texts(self) -> None:
        random = Random(24)
        lines = log_lines(random, 2000)
        assert sum(bool(found("phone", line)) for line in lines) < 10
        assert len(found("phone", "\n".join(lines))) < 10
        orders = [digits(random, random.randint(6, 12)) for _ in range(1000)]
        assert sum(bool(found("phone", order)) for order in orders) < 60
        table = "\n".join(" ".join(str(random.randint(1, 9999)) for _ in range(8)) for _ in range(200))
        assert len(found("phone", table)) < 20


@pytest.mark.parametrize("start", ["+4915112", "+4366412", "004915112"])
def test_phones_with_the_check_digit_of_a_card(start: str) -> None:
    """One in ten numbers with 12 or more digits has it. A country code decides."""
    numbers = [f"{start}{index:06}" for index in range(0, 300_000, 7919)]
    assert [number for number in numbers if found("phone", f"Mobile: {number}.") != [number]] == []
