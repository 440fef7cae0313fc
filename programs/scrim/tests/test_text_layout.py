# SPDX-License-Identifier: MIT
"""The lines of text in pictures, against where Pillow drew them, and the columns that patterns see."""

from collections import deque
from typing import Any

import numpy as np
import pytest
from cli_run import FONTS
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageFont

from scrim_tools.text.boxes import Box, Word
from scrim_tools.text.components import components, painted
from scrim_tools.text.layout import text_lines
from scrim_tools.text.paragraphs import columns
from scrim_tools.text.words import on_ink


def flooded(mask: Any, diagonal: bool) -> set[frozenset[tuple[int, int]]]:
    """The connected components of a mask, found by flooding."""
    left = {(int(y), int(x)) for y, x in zip(*np.nonzero(mask), strict=True)}
    near = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (diagonal or not (y and x)) and (y or x)]
    found = set()
    while left:
        queue = deque([left.pop()])
        one = set(queue)
        while queue:
            y, x = queue.popleft()
            for other in ((y + dy, x + dx) for dy, dx in near):
                if other in left:
                    left.remove(other)
                    one.add(other)
                    queue.append(other)
        found.add(frozenset(one))
    return found


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0), st.booleans())
def test_components_are_what_flooding_reaches(height: int, width: int, bits: int, diagonal: bool) -> None:
    mask = np.array([bits >> index & 1 for index in range(height * width)], bool).reshape(height, width)
    found = components(mask, diagonal)
    numbers = painted(found, np.arange(len(found.areas)), mask.shape, -1)
    assert ((numbers >= 0) == mask).all()
    sets = [np.argwhere(numbers == number) for number in range(len(found.areas))]
    assert {frozenset(map(tuple, pixels.tolist())) for pixels in sets} == flooded(mask, diagonal)
    for pixels, box, area in zip(sets, found.boxes.tolist(), found.areas, strict=True):
        assert box == [*pixels.min(0)[::-1], *(pixels.max(0)[::-1] + 1)] and area == len(pixels)


class Screen:
    """A picture, and the boxes of the text on it."""

    def __init__(self, paper: str = "#ffffff", size: tuple[int, int] = (640, 300)) -> None:
        self.image = Image.new("RGB", size, paper)
        self.boxes: list[tuple[int, int, int, int]] = []

    def text(self, place: tuple[int, int], text: str, ink: str, size: int = 14) -> None:
        before = self.image.copy()
        ImageDraw.Draw(self.image).text(place, text, ink, ImageFont.truetype(FONTS, size))
        difference = ImageChops.difference(self.image, before).convert("L").point(lambda value: 255 * (value > 40))
        box = difference.getbbox()
        assert box
        self.boxes.append(box)

    def lines(self) -> list[Any]:
        return text_lines(np.asarray(self.image))

    def assert_found(self) -> None:
        """Every text is a line, and there are no others."""
        found = [tuple(line.box) for line in self.lines()]
        assert len(found) == len(self.boxes), found
        for truth in self.boxes:
            assert any(max(abs(one - other) for one, other in zip(box, truth, strict=True)) <= 1 for box in found), truth


@pytest.mark.parametrize("size", [8, 10, 14, 22, 44])
@pytest.mark.parametrize(("ink", "paper"), [("#222222", "#fbfaf6"), ("#e8eef2", "#151b22"), ("#8a8f98", "#ffffff")])
def test_lines(size: int, ink: str, paper: str) -> None:
    screen = Screen(paper)
    for index, text in enumerate(["Jig, Typ. 4111 1111", "io@example.org;", "gypsy (ij) BAND"]):
        screen.text((20, 10 + index * round(1.5 * size)), text, ink, size)
    screen.assert_found()


def test_bold_letters_are_filled() -> None:
    screen = Screen()
    ImageDraw.Draw(screen.image).text((20, 20), "BOLD 86", "#101010", ImageFont.truetype(FONTS, 44), stroke_width=2)
    (line,) = screen.lines()
    # In the middle of the B's stem.
    assert line.contrast[line.contrast.shape[0] // 2, 9] > 200


def test_badges_columns_and_frames_are_kept_apart() -> None:
    screen = Screen("#f4f1ea")
    draw = ImageDraw.Draw(screen.image)
    for left, right, color in ((20, 130, "#2d6a4f"), (134, 230, "#c1121f")):
        draw.rounded_rectangle((left, 20, right, 44), 12, color)
    screen.text((32, 24), "+49 30 1234", "#ffffff")
    screen.text((146, 24), "Overdue 3", "#ffffff")
    draw.rounded_rectangle((20, 60, 300, 92), 4, "#f4f1ea", "#998f80")
    screen.text((30, 68), "in a frame", "#444444")
    for index in range(3):
        draw.line((20, 122 + 30 * index, 600, 122 + 30 * index), "#ccc5b5")
        screen.text((30, 100 + 30 * index), "12:04:55", "#444444")
        screen.text((140, 100 + 30 * index), "030 123", "#444444")
    # A picture as high as the two lines of text next to it.
    draw.rectangle((20, 220, 60, 260), "#3355aa")
    screen.text((70, 222), "Mara Okafor", "#444444")
    screen.text((70, 242), "030 1234567", "#444444")
    found = [tuple(line.box) for line in screen.lines()]
    screen.boxes.append((20, 220, 61, 261))
    assert len(found) == len(screen.boxes)
    screen.assert_found()


def test_a_dark_twin_has_the_same_lines() -> None:
    screen = Screen()
    screen.text((20, 20), "4111 1111 1111 1111", "#303030", 9)
    ImageDraw.Draw(screen.image).rounded_rectangle((20, 60, 200, 90), 9, "#2d6a4f")
    screen.text((30, 66), "mara@example.org", "#ffffff", 12)
    twin = text_lines(255 - np.asarray(screen.image))
    for one, other in zip(screen.lines(), twin, strict=True):
        assert one.box == other.box and one.clumps == other.clumps and (one.contrast == other.contrast).all()


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (200, 1), (1, 200), (40, 40)])
def test_pictures_without_text(size: tuple[int, int]) -> None:
    noise = np.random.default_rng(7).integers(0, 256, (size[1], size[0], 3)).astype(np.uint8)
    assert text_lines(np.zeros_like(noise)) == []
    text_lines(noise)


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(1, 60)), min_size=1, max_size=6),
    st.lists(st.tuples(st.integers(0, 300), st.integers(1, 60)), max_size=8),
)
def test_all_ink_belongs_to_a_word(spans: list[tuple[int, int]], clumps: list[tuple[int, int]]) -> None:
    ends = on_ink([(left, left + width) for left, width in spans], [(left, left + width) for left, width in clumps])
    assert len(ends) == len(spans)
    for left, width in clumps:
        assert any(first <= left and left + width <= last for first, last in ends)


def words(*rows: tuple[float, float, str], height: float = 10) -> list[Word]:
    """Words of characters that are 6 wide, with gaps of 4, each row on a line of its own."""
    made = []
    for index, (x, y, text) in enumerate(rows):
        for word in text.split():
            made.append(Word(word, Box(x, y, x + 6 * len(word), y + height), (index,)))
            x += 6 * len(word) + 4
    return made


class TestColumns:
    def texts(self, made: list[Word]) -> set[str]:
        return {column.text for column in columns(made)}

    def test_rows_of_a_table_are_not_wrapped(self) -> None:
        made = words((0, 0, "12:04"), (60, 0, "030 12"), (0, 18, "12:09"), (60, 18, "345 67"))
        assert self.texts(made) == {"12:04\n\n12:09", "030 12\n\n345 67"}

    def test_wrapped_text(self) -> None:
        made = words((0, 0, "Pay to GB29 NWBK 6016"), (0, 15, "1331 9268 19 now"), (0, 30, "Bye"))
        assert self.texts(made) == {"Pay to GB29 NWBK 6016\n1331 9268 19 now\n\nBye"}

    def test_a_line_over_two_columns_is_divided(self) -> None:
        line = [word._replace(line=(1,)) for word in words((0, 0, "12:04"), (60, 0, "030 12"))]
        assert self.texts(line) == {"12:04", "030 12"}

    def test_lines_without_a_wide_gap_are_one_row(self) -> None:
        assert self.texts(words((0, 0, "4111 1111"), (62, 1, "1111 1111"))) == {"4111 1111 1111 1111"}

    def test_words_that_touch_are_one(self) -> None:
        made = words((0, 0, "mara@exam"), (54.5, 0, "ple.com"))
        assert self.texts(made) == {"mara@example.com"}

    @given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 6), st.integers(1, 5)), max_size=12))
    def test_every_word_is_in_one_column(self, places: list[tuple[int, int, int]]) -> None:
        made = words(*((x * 10, y * 14, "7" * count) for x, y, count in places))
        found = columns(made)
        assert sorted(word for column in found for word in column.words) == sorted(made)
        for column in found:
            for word, start in zip(column.words, column.starts, strict=True):
                assert column.text[start : start + len(word.text)] == word.text
