# SPDX-License-Identifier: MIT
"""Boxes of the text that a pattern finds among the words of a picture."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scrim_tools.text import Box, PictureText, Word, pattern, snapped
from scrim_tools.text.unsure import mended
from scrim_tools.text.words import with_agreed


def word(text: str, x: float, y: float, line: int, height: float = 10) -> Word:
    return Word(text, Box(x, y, x + 10 * len(text), y + height), (line,))


class TestBoxes:
    def test_first_to_last_word_over_lines(self) -> None:
        words = [word("pay", 0, 0, 1), word("4111", 40, 0, 1), word("1111", 90, 2, 1), word("1111", 5, 20, 2)]
        words += [word("1111", 55, 20, 2), word("now", 105, 20, 2)]
        assert PictureText([words]).find(pattern("card")) == [(5, 20, 95, 30), (40, 0, 130, 12)]

    @given(st.lists(st.tuples(st.sampled_from(["mara", "4111", "@", "x.org", "#"]), st.booleans()), min_size=1, max_size=8))
    def test_words_that_touch_a_match_are_covered(self, parts: list[tuple[str, bool]]) -> None:
        words, x = [], 0.0
        for text, touches in parts:
            words.append(word(text, x, 0, 1))
            x = words[-1].box.right + (0.5 if touches else 6)
        boxes = PictureText([words]).find(pattern("re:4111"))
        for index, one in enumerate(words):
            covered = any(box.left <= one.box.left and one.box.right <= box.right for box in boxes)
            first, last = index, index
            while first > 0 and parts[first - 1][1]:
                first -= 1
            while last < len(parts) - 1 and parts[last][1]:
                last += 1
            assert covered == any(text == "4111" for text, _ in parts[first : last + 1])

    def test_what_the_other_readings_agree_on_replaces_a_word(self) -> None:
        time = word("04:03:16", 0, 0, 1)
        torn = [word("04", 0, 0, 1), word("03", 30, 0, 1), word("16", 60, 0, 1)]
        assert with_agreed([*torn, word("Kim", 100, 0, 1)], [[time], [time]]) == [word("Kim", 100, 0, 1), time]
        assert with_agreed(torn, [[time], [word("04103:16", 0, 0, 1)]]) == torn
        assert with_agreed(torn, []) == torn

    def test_small_words_without_a_visible_gap_are_words(self) -> None:
        # The IBAN is the example of the registry of IBANs.
        small = [word("auf", 0, 0, 1), word("DE89370400440532013000", 30, 0, 1)]
        assert PictureText([small]).find(pattern("iban")) == [(0, 0, 250, 10)]
        large = [word("auf", 0, 0, 1, 30), word("DE89370400440532013000", 30, 0, 1, 30)]
        assert PictureText([large]).find(pattern("iban")) == []

    def test_a_small_number_that_was_read_in_two_ways_is_found_with_wrong_check_digits(self) -> None:
        for name, one, other in (
            ("card", "4111 1111 1111 1117", "4111 1171 1111 1117"),
            ("iban", "DE89 3704 0044 0532 0137 00", "DE89 3704 0044 0532 0178 00"),
            ("iban", "DE89370400440532013700", "DE89370400440532017700"),
        ):

            def words(text: str, height: float) -> list[Word]:
                return [word(part, 48 * index, 0, 1, height) for index, part in enumerate(text.split())]

            assert len(PictureText(mended([words(one, 10), words(other, 10)])).find(pattern(name))) == 1
            assert len(PictureText(mended([words(one, 10), words(other, 10)])).find(pattern("re:" + one))) == 1
            assert PictureText(mended([words(one, 10), words(one, 10)])).find(pattern(name)) == []
            assert PictureText(mended([words(one, 20), words(other, 20)])).find(pattern(name)) == []

    def test_an_at_sign_in_small_letters_can_be_misread(self) -> None:
        for text, found in (
            ("user=r.martingexample.net", True), ("<moreno-jonasqnorth.example.com>", True), ("mariefipostal.de", True),
            ("north.example.com", False), ("www.example.org", False), ("https://staging.example.com", False),
        ):  # fmt: skip
            for height in (10, 20):
                read = mended([[word(text, 0, 0, 1, height)]])
                assert bool(PictureText(read).find(pattern("email"))) == (found and height == 10), (text, height)

    def test_a_part_of_a_word_covers_the_word(self) -> None:
        assert PictureText([[word("mail:m@ex.com,", 7, 3, 1)]]).find(pattern("email")) == [(7, 3, 147, 13)]

    def test_what_two_ways_of_reading_found_is_one_box(self) -> None:
        one, other = word("4111111111111111", 0, 0, 1), word("4111111111111111", 2, 1, 1)
        assert PictureText([[one], [other]]).find(pattern("card")) == [(0, 0, 162, 11)]

    def test_nothing_spans_two_ways_of_reading(self) -> None:
        assert PictureText([[word("41111111", 0, 0, 1)], [word("11111111", 0, 0, 1)]]).find(pattern("card")) == []

    def test_boxes_are_as_high_as_their_line(self) -> None:
        words = [word("Typ", 0, 0, 1, 12), word("123456", 40, 2, 1, 8), word("|", 130, -30, 2, 90)]
        assert PictureText([words]).find(pattern("digits")) == [(40, 0, 100, 12)]
        # If a tall stroke in the line is read as a letter, the lines above and below are still not covered.
        words[2] = word("|", 130, -30, 1, 90)
        assert PictureText([words]).find(pattern("digits")) == [(40, 0, 100, 12)]

    @given(
        st.tuples(st.integers(0, 90), st.integers(0, 40), st.integers(1, 110), st.integers(1, 30)),
        st.sampled_from([0, 8, 32]),
    )
    def test_snapped_boxes_hold_their_words_and_stay_inside(self, box: Any, size_multiple: int) -> None:
        left, top, width, height = box
        right, bottom = min(100, left + width), min(50, top + height)
        x, y, w, h = snapped(Box(left, top, right, bottom), (100, 50), size_multiple)
        assert 0 <= x <= left and 0 <= y <= top and right <= x + w <= 100 and bottom <= y + h <= 50
        assert not size_multiple or w % size_multiple == 0 or w == 100
