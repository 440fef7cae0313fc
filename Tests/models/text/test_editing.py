# SPDX-License-Identifier: MIT
"""Editing a text: every line of Unicode's own test of grapheme clusters, and random edits against a plain string."""

import ctypes
import ctypes.util
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
import regex
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import scrim
from scrim import Allowed, Motion

UNICODE_DATA = Path("/usr/share/unicode/auxiliary/GraphemeBreakTest.txt")

# ---- Unicode's test ----


def lines() -> list[tuple[str, list[str]]]:
    """The comment of each line and the clusters it names."""
    found = []
    for line in UNICODE_DATA.read_text(encoding="utf-8").splitlines():
        marks, _, comment = line.partition("#")
        if marks.strip():
            clusters = marks.strip(" \t÷").split("÷")
            found.append((comment.strip(), ["".join(chr(int(code, 16)) for code in c.split() if code != "×")
                                            for c in clusters]))
    return found


def versions() -> tuple[str, str]:
    """Unicode's version in the test file, and in the library that finds clusters."""
    utf8proc = ctypes.CDLL(ctypes.util.find_library("utf8proc"))
    utf8proc.utf8proc_unicode_version.restype = ctypes.c_char_p
    said = regex.search(r"GraphemeBreakTest-([\d.]+)\.txt", UNICODE_DATA.read_text(encoding="utf-8"))
    assert said
    return said[1], utf8proc.utf8proc_unicode_version().decode()


@pytest.fixture(scope="module")
def breaks() -> list[tuple[str, list[str]]]:
    of_file, of_library = versions()
    if of_file != of_library:
        # Between two versions clusters may differ and nobody is wrong, so no line could tell.
        reason = f"GraphemeBreakTest.txt is of Unicode {of_file}, utf8proc of {of_library}: no line is tested"
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    found = lines()
    assert len(found) > 500
    return found


def test_unicode_lines_are_counted(breaks: list[tuple[str, list[str]]]) -> None:
    with scrim.Text() as text:
        for comment, clusters in breaks:
            text.set("".join(clusters))
            assert text.count == len(clusters), comment


def test_unicode_lines_are_typed_by_code_point(breaks: list[tuple[str, list[str]]]) -> None:
    with scrim.Text() as text:
        for comment, clusters in breaks:
            text.clear()
            for character in "".join(clusters):
                text.insert(character)
            assert (text.count, text.selection) == (len(clusters), (len(clusters),) * 2), comment


def test_unicode_lines_are_deleted_from_either_end(breaks: list[tuple[str, list[str]]]) -> None:
    with scrim.Text() as text:
        for comment, clusters in breaks:
            text.set("".join(clusters))
            for left in range(len(clusters) - 1, -1, -1):
                text.delete_backward()
                assert text.equals("".join(clusters[:left])), comment
            text.set("".join(clusters))
            text.move(Motion.START)
            for first in range(1, len(clusters) + 1):
                text.delete_forward()
                assert text.equals("".join(clusters[first:])), comment


def test_unicode_lines_are_cut_at_every_place(breaks: list[tuple[str, list[str]]]) -> None:
    with scrim.Text() as text:
        for comment, clusters in breaks:
            for place in range(len(clusters) + 1):
                for forward in (True, False):
                    text.set("".join(clusters))
                    if forward:
                        text.move(Motion.START)
                    for _ in range(place if forward else len(clusters) - place):
                        text.move(Motion.FORWARD if forward else Motion.BACKWARD)
                    assert text.selection == (place, place)
                    text.delete_to_end()
                    assert text.equals("".join(clusters[:place])), comment


# ---- Random edits ----

# Characters that join in every way there is, and that every version of Unicode since 9 treats alike.
PIECES = [*"ab19 ", "\r", "\n", "\u200d", "\ufe0f", "\u0301", "\u0903", "\u0600", "🏽", *"👩❤🇩🇪🇫", *"각ᄀ가각", "\u1161", "\u11a8",
          "ü", "漢", "👩‍💻", "e\u0301"]
pieces = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
CAPACITY = 60


class Model:
    """A text as a Python string: positions are offsets in it, always at a boundary of clusters."""

    def __init__(self) -> None:
        self.text, self.anchor, self.caret = "", 0, 0

    @property
    def boundaries(self) -> list[int]:
        ends = [match.end() for match in regex.finditer(r"\X", self.text)]
        return [0, *ends]

    @property
    def selected(self) -> tuple[int, int]:
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    def replace(self, start: int, end: int, new: str) -> None:
        if start == end and not new:
            return  # nothing changes, the selection neither
        self.text = self.text[:start] + new + self.text[end:]
        self.anchor = self.caret = next(b for b in self.boundaries if b >= start + len(new))

    def target(self, motion: Motion) -> int:
        places = self.boundaries
        at = places.index(self.caret)
        return {Motion.START: 0, Motion.END: places[-1], Motion.BACKWARD: places[max(at - 1, 0)],
                Motion.FORWARD: places[min(at + 1, len(places) - 1)]}[motion]


class Editing(RuleBasedStateMachine):
    visible = False

    def __init__(self) -> None:
        super().__init__()
        self.real, self.model = scrim.Text(CAPACITY, visible=self.visible), Model()

    def teardown(self) -> None:
        self.real.close()

    def edit(self, start: int, end: int, new: str, change: Callable[[], None]) -> None:
        """Makes an edit in both; where it does not fit, it must leave all as it was."""
        text = self.model.text
        if len((text[:start] + new + text[end:]).encode()) > CAPACITY:
            with pytest.raises(scrim.FullError):
                change()
        else:
            change()
            self.model.replace(start, end, new)

    @rule(new=pieces)
    def insert(self, new: str) -> None:
        self.edit(*self.model.selected, new, lambda: self.real.insert(new))

    @rule(new=pieces)
    def set(self, new: str) -> None:
        self.edit(0, len(self.model.text), new, lambda: self.real.set(new))

    @rule(data=st.data(), new=pieces)
    def replace(self, data: st.DataObject, new: str) -> None:
        places = self.model.boundaries
        start = data.draw(st.integers(0, len(places) - 1))
        end = data.draw(st.integers(start, len(places) - 1))
        self.edit(places[start], places[end], new, lambda: self.real.replace(start, end - start, new))

    @rule(motion=st.sampled_from(Motion))
    def delete(self, motion: Motion) -> None:
        start, end = self.model.selected
        if start == end:
            start, end = sorted((start, self.model.target(motion)))
        {Motion.BACKWARD: self.real.delete_backward, Motion.FORWARD: self.real.delete_forward,
         Motion.START: self.real.delete_to_start, Motion.END: self.real.delete_to_end}[motion]()
        self.model.replace(start, end, "")

    @rule(motion=st.sampled_from(Motion), extend=st.booleans())
    def move(self, motion: Motion, extend: bool) -> None:
        self.real.move(motion, extend=extend)
        start, end = self.model.selected
        if start != end and not extend and motion in (Motion.BACKWARD, Motion.FORWARD):
            self.model.caret = start if motion == Motion.BACKWARD else end
        else:
            self.model.caret = self.model.target(motion)
        if not extend:
            self.model.anchor = self.model.caret

    @rule(data=st.data())
    def select(self, data: st.DataObject) -> None:
        places = self.model.boundaries
        anchor, caret = (data.draw(st.integers(0, len(places) - 1)) for _ in range(2))
        self.real.select(anchor, caret)
        self.model.anchor, self.model.caret = places[anchor], places[caret]

    @rule(beyond=st.integers(1, 3), data=st.data())
    def select_beyond_the_end(self, beyond: int, data: st.DataObject) -> None:
        count = len(self.model.boundaries) - 1
        with pytest.raises(scrim.InvalidArgumentError):
            self.real.select(count + beyond, 0)
        with pytest.raises(scrim.InvalidArgumentError):
            self.real.replace(count, beyond, "x")

    @rule()
    def clear(self) -> None:
        self.real.clear()
        self.model = Model()

    @invariant()
    def same(self) -> None:
        places = self.model.boundaries
        assert self.real.with_bytes(bytes) == self.model.text.encode()
        assert self.real.count == len(places) - 1
        assert self.real.selection == (places.index(self.model.anchor), places.index(self.model.caret))


class EditingVisible(Editing):
    """A text that is not secret. A host follows its contents by what `should_change` lends alone."""

    visible = True

    def __init__(self) -> None:
        super().__init__()
        self.followed, self.change = "", None
        self.real.set_callbacks(scrim.TextCallbacks(should_change=self.ask, did_change=self.follow))

    def ask(self, change: scrim.Change) -> bool:
        self.change = change
        return True

    def follow(self) -> None:
        change, self.change = self.change, None
        if change is None:  # set or cleared
            self.followed = self.real.masked
            return
        clusters = regex.findall(r"\X", self.followed)
        clusters[change.location : change.location + change.length] = [change.replacement]
        self.followed = "".join(clusters)

    @invariant()
    def shows_itself(self) -> None:
        parts = []
        self.real.display(0, lambda octets, count, revealed: parts.append((bytes(octets), count, revealed)))
        text = self.model.text
        assert self.real.masked == self.followed == text
        assert parts == ([(text.encode(), 1, False)] if text else [])


TestEditing = Editing.TestCase
TestEditingVisible = EditingVisible.TestCase
TestEditing.settings = settings(max_examples=150, stateful_step_count=30, deadline=None)
TestEditingVisible.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)


# ---- Rules ----


def test_the_most_clusters() -> None:
    with scrim.Text(max_clusters=3) as text:
        text.insert("ab👩‍💻")
        with pytest.raises(scrim.FullError):
            text.insert("c")
        text.insert("\u0301")  # joins the last one
        text.select(0, 2)
        with pytest.raises(scrim.FullError):
            text.insert("xyz")
        text.insert("xy")
        assert text.equals("xy👩‍💻\u0301") and text.selection == (2, 2)


@pytest.mark.parametrize("allowed, good, bad", [(Allowed.ANY, "\0aü\n", ""), (Allowed.DIGITS, "0123456789٣७", "/:aⅣ² ü"),
                                                (Allowed.ASCII, "".join(map(chr, range(32, 127))), "\x1f\x7f\nü")])
def test_allowed_characters(allowed: Allowed, good: str, bad: str) -> None:
    with scrim.Text(allowed=allowed) as text:
        text.insert(good)
        for character in bad:
            for refused in (character, "1" + character):
                with pytest.raises(scrim.RefusedError):
                    text.insert(refused)
        assert text.equals(good)
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.Text(allowed=3)  # type: ignore[arg-type]
