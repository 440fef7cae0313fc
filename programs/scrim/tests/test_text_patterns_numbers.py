# SPDX-License-Identifier: MIT
"""Card numbers and IBANs, as they are and as tesseract misreads them."""

from random import Random

import pytest
import stdnum.iban
import stdnum.luhn
from hypothesis import given
from hypothesis import strategies as st

from pattern_texts import ALPHANUMERIC, covered, digits, found, log_lines, pick
from scrim_tools.text.patterns import luhn, mod97

# Numbers that payment networks and their processors publish for tests.
CARDS = (
    "4111111111111111",
    "5555 5555 5555 4444",
    "5105-1051-0510-5100",
    "2223 0031 2200 3222",
    "3782-822463-10005",
    "371449635398431",
    "6011 1111\n1111 1117",
    "6011000990139424",
    "3056 930902 5904",
    "38520000023237",
    "3530 1113 3330 0000",
    "6200 0000 0000 0005",
    "2204 1201 0000 0005",
    "4222222222222",
    "6304 0000 0000 0000 00",
    "6759 6498 2643 8453",
)
# Examples of the IBAN Registry.
IBANS = (
    "GB29 NWBK 6016 1331 9268 19",
    "DE89370400440532013000",
    "FR14 2004 1010 0505\n0001 3M02 606",
    "NO93 8601 1117 947",
    "MT84MALT011000012345MTLCAST001S",
    "CH93 0076 2011 6238 5295 7",
    "NL91 ABNA 0417 1643 00",
    "AD12 0001 2030 2003 5910 0100",
    "AT61 1904 3002 3457 3201",
    "AZ21 NABZ 0000 0000 1370 1000 1944",
    "BE68 5390 0754 7034",
    "BG80 BNBG 9661 1020 3456 78",
    "BR97 0036 0305 0000 1000 9795 493P 1",
    "CZ65 0800 0000 1920 0014 5399",
    "ES91 2100 0418 4502 0005 1332",
    "IE29 AIBK 9311 5212 3456 78",
    "IT60 X054 2811 1010 0000 0123 456",
    "KW81 CBKU 0000 0000 0000 1234 5601 01",
    "LC55 HEMM 0001 0001 0012 0012 0002 3015",
    "PL61 1090 1014 0000 0712 1981 2874",
    "SE45 5000 0000 0583 9825 7466",
    "TR33 0006 1005 1978 6457 8413 26",
)
#: What tesseract read for the digits of numbers, of which it read one in fifty wrongly.
READ_FOR_DIGITS = {"5": "S$s", "0": "OoQ", "1": "Il|i", "8": "B&", "2": "Zz", "9": "gq"}


class TestCards:
    @pytest.mark.parametrize("number", CARDS)
    def test_numbers_of_the_networks(self, number: str) -> None:
        assert found("card", number) == [number]
        assert found("card", f"Paid by {number}, thank you 2026") == [number]

    @pytest.mark.parametrize(
        "text",
        [
            "4111111111111112",
            "0000 0000 0000 0000",
            "4111 1111 1111",
            "12345678901234567890123456789012",
            "1732012345678",  # a time in milliseconds, whose last digit is a correct check digit
            "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
            "411 111 1111 1 11 1111 1",
        ],
    )
    def test_what_is_no_card(self, text: str) -> None:
        assert found("card", text) == []

    def test_a_time_in_milliseconds_is_no_card(self) -> None:
        assert found("card", next(str(time) for time in range(1_790_000_000_000, 1_790_000_000_010) if luhn(str(time)))) == []

    @pytest.mark.parametrize("text", ["41 11 1111 1111 1111", "4111 11111111 1111", "41111111 11111111", "4111 - 1111 - 1111 - 1111"])
    def test_groups_as_tesseract_separates_and_joins_them(self, text: str) -> None:
        assert found("card", f"card {text} ok") == [text]

    @given(
        st.lists(st.text("0123456789", min_size=1, max_size=6), max_size=4), st.sampled_from(CARDS), st.integers(0, 4)
    )
    def test_no_number_next_to_a_card_hides_it(self, groups: list[str], card: str, place: int) -> None:
        assert covered("card", " ".join([*groups[:place], "x", card, "x", *groups[place:]]), card)
        text = " ".join([*groups[:place], card, *groups[place:]])
        start = len(" ".join([*groups[:place], ""])) if groups[:place] else 0
        assert covered("card", " " * start + text[start:], card)

    @given(st.sampled_from(CARDS), st.data())
    def test_misread_digits(self, card: str, data: st.DataObject) -> None:
        places = [index for index, character in enumerate(card) if character in READ_FOR_DIGITS]
        text = list(card)
        for place in data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=2)) if places else []:
            text[place] = data.draw(st.sampled_from(READ_FOR_DIGITS[card[place]]))
        read = "".join(text)
        assert covered("card", f"Card: {read}.", read)

    @given(st.text("0123456789", min_size=1, max_size=18))
    def test_luhn_by_its_definition(self, text: str) -> None:
        # Exactly one check digit is correct, and changing any single digit makes it wrong.
        right = [check for check in "0123456789" if luhn(text + check)]
        assert right == [stdnum.luhn.calc_check_digit(text)]
        whole = text + right[0]
        for index, digit in enumerate(whole):
            for other in set("0123456789") - {digit}:
                assert not luhn(whole[:index] + other + whole[index + 1 :])

    def test_few_other_numbers_are_taken_for_cards(self) -> None:
        random = Random(24)
        # One check digit of ten is correct by chance, and less than half of the numbers begin like a card.
        numbers = [digits(random, random.randint(12, 19)) for _ in range(1000)]
        assert sum(bool(found("card", number)) for number in numbers) < 40
        assert sum(bool(found("card", pick(random, "0123456789abcdef", 16))) for _ in range(1000)) < 3
        assert sum(bool(found("card", pick(random, ALPHANUMERIC, 16))) for _ in range(1000)) < 3
        assert sum(bool(found("card", line)) for line in log_lines(random, 1000)) < 5
        table = "\n".join(" ".join(digits(random, random.randint(1, 5)) for _ in range(8)) for _ in range(100))
        assert len(found("card", table)) < 10


class TestIbans:
    @pytest.mark.parametrize("number", IBANS)
    def test_examples_of_the_registry(self, number: str) -> None:
        assert found("iban", number) == [number]
        assert found("iban", f"to {number} THE END") == [number]
        assert found("iban", f"IBAN:{number}.") == [number]

    def test_most_wrong_check_digits_are_no_iban(self) -> None:
        # Some are, because tesseract takes some digits for others.
        wrong = [f"{number[:2]}{check:02}{number[4:]}" for number in IBANS for check in range(2, 99) if number[2:4] != f"{check:02}"]
        assert sum(bool(found("iban", text)) for text in wrong) < 0.16 * len(wrong)

    @given(st.sampled_from(IBANS), st.data())
    def test_misread_digits(self, iban: str, data: st.DataObject) -> None:
        kinds = [index for index, character in enumerate(iban) if character in READ_FOR_DIGITS]
        text = list(iban)
        for place in data.draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=1)):
            text[place] = data.draw(st.sampled_from(READ_FOR_DIGITS[iban[place]].replace("o", "O")))
        read = "".join(text)
        assert covered("iban", f"IBAN {read} ok", read)

    @pytest.mark.parametrize(
        "text",
        [  # read by tesseract 5 at 9 to 14 pixels
            "1T3706441296502009873494594",
            "NL47 KDM) 0643 5579 98",
            "CHS9 6291 1646 4225 0842 4",
            "GB660WSF45611564155125",
            "GB34BWN03 8045491705243",
            "GBO2FETI47023411518152",
            "IT096Y2638801972083225345254",
            "1T78 S308 3947 6233 9428 7479 772",
            "GB6SAZGF61319505 763234",
            "DE89 37O4 OO44 O532 O13O OO",
        ],
    )
    def test_as_tesseract_read_them(self, text: str) -> None:
        assert found("iban", f"IBAN {text} ok") == [text]

    def test_a_country_that_is_not_in_the_registry(self) -> None:
        number = stdnum.iban.calc_check_digits("QQ00ABCD1234567890")
        text = f"QQ{number}ABCD1234567890"
        assert mod97(text) and found("iban", f"to {text} now") == [text]

    def test_few_other_texts_are_taken_for_ibans(self) -> None:
        random = Random(24)
        assert sum(bool(found("iban", line)) for line in log_lines(random, 1000)) < 3
        assert sum(bool(found("iban", pick(random, ALPHANUMERIC.upper(), 22))) for _ in range(2000)) < 3
        words = "de en es it se no si al ad at be is me do fi total from 12 345 2026 14 7 19,90 1.234 DE ES PL FR 20 100".split()
        assert sum(bool(found("iban", " ".join(random.choices(words, k=12)))) for _ in range(1000)) < 3
        assert found("iban", "\n".join(" ".join(random.choices(words, k=9)) for _ in range(100))) == []
