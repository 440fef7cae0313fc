# SPDX-License-Identifier: MIT
"""scrim_tools.shot: which pictures it takes, what it covers in them, and when there is none."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image
from scipy import ndimage

import scrim
from scrim import Activity, Publisher, Region, Style, Subscriber, ViewFlags
from scrim_tools.shot import FeedReader, Reading, ShotError, Unsettled, _boxes_of, covered_shot, picture_of

Box = tuple[int, int, int, int]
SIZE = (64, 48)
MS = 1_000_000
CONTENT = np.random.default_rng(1).integers(1, 256, (SIZE[1], SIZE[0], 3), np.uint8)  # nothing of it is black
BOXES = st.tuples(st.integers(-10, 70), st.integers(-10, 50), st.integers(1, 30), st.integers(1, 30))


def area(*boxes: Box | None) -> Any:
    """The pixels of boxes, as this test computes them."""
    mask = np.zeros((SIZE[1], SIZE[0]), bool)
    for x, y, width, height in filter(None, boxes):
        mask[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)] = True
    return mask


def enlarged(mask: Any, pixels: int) -> Any:
    return ndimage.maximum_filter(mask, 2 * pixels + 1, mode="constant") if pixels else mask


def differ(one: Any, other: Any, pixels: int) -> bool:
    return bool((one & ~enlarged(other, pixels)).any() or (other & ~enlarged(one, pixels)).any())


def black(picture: Any) -> Any:
    return (np.asarray(picture) == 0).all(axis=2)


def readings(*found: list[Box]) -> Callable[[], Reading]:
    """A source without a history, which finds other boxes each time."""
    waiting = [Reading([Region(box) for box in boxes]) for boxes in found]
    return lambda: waiting.pop(0)


def take() -> Any:
    return Image.fromarray(CONTENT)


class TestBeforeAndAfter:
    """A source of which only two moments are known."""

    @given(st.lists(BOXES, max_size=4), st.lists(BOXES, max_size=4), st.integers(0, 12))
    @example([(0, 0, 9, 9)], [(8, 0, 9, 9)], 8)
    @example([(0, 0, 9, 9)], [(9, 0, 9, 9)], 8)
    @example([(20, 20, 9, 9)], [], 8)
    @example([], [(70, 20, 9, 9)], 8)
    def test_what_moved_too_far_is_refused(self, one: list[Box], other: list[Box], dilation: int) -> None:
        # A box that is not in the picture may still reach into it with its dilation.
        inside = [[box for box in boxes if area(box).any()] for boxes in (one, other)]
        try:
            shot = covered_shot(readings(*inside), take, dilation=dilation, tries=1)
        except ShotError as error:
            assert differ(area(*one), area(*other), dilation), error
            return
        assert not differ(area(*one), area(*other), dilation)
        covered = enlarged(area(*one, *other), dilation)
        assert black(shot.picture)[covered].all()
        assert (np.asarray(shot.picture)[~covered] == CONTENT[~covered]).all()
        assert shot.report.pixels == covered.sum() and shot.tries == 1

    def test_it_tries_again(self) -> None:
        waited: list[float] = []
        found: list[list[Box]] = [[(0, 0, 9, 9)], [], [(0, 0, 9, 9)], [(20, 0, 9, 9)], [(20, 0, 9, 9)], [(21, 0, 9, 9)]]
        shot = covered_shot(readings(*found), take, tries=3, pause=0.7, sleep=waited.append)
        assert shot.tries == 3 and waited == [0.7, 0.7]
        with pytest.raises(ShotError, match=r"by more than the dilation, 8 pixels, while the picture was taken \(tried 2 times\)"):
            covered_shot(readings(*found), take, tries=2, sleep=waited.append)

    def test_a_source_that_is_not_ready(self) -> None:
        tries = iter([Unsettled("not yet", "wait"), Reading(), Reading()])

        def read() -> Reading:
            found = next(tries)
            if isinstance(found, Exception):
                raise found
            return found

        assert covered_shot(read, take, tries=2, sleep=lambda _: None).tries == 2
        tries = iter([Unsettled("not yet", "wait")])
        with pytest.raises(ShotError, match=r"^not yet \(tried once\)$") as caught:
            covered_shot(read, take, tries=1)
        assert caught.value.hint == "wait" and not isinstance(caught.value, Unsettled)

    @pytest.mark.parametrize("error", [ShotError("never"), OSError("no screen")])
    def test_other_errors_end_it(self, error: Exception) -> None:
        def fail() -> Any:
            raise error

        for read, taking in ((fail, take), (Reading, fail)):
            with pytest.raises(type(error), match=str(error)):
                covered_shot(read, taking, sleep=lambda _: pytest.fail("it waited"))

    def test_wrong_arguments(self) -> None:
        with pytest.raises(ValueError, match=r"style must be irreversible \(got blur\)"):
            covered_shot(Reading, take, style=Style.blur(16))
        with pytest.raises(ValueError, match=r"tries must be 1 or greater \(got 0\)"):
            covered_shot(Reading, take, tries=0)
        with pytest.raises(ValueError, match="max_latency_ns must be from 0 to 500000000 .got 500000001"):
            with Subscriber("./x") as subscriber:
                FeedReader(subscriber, max_latency_ns=500_000_001)

    def test_scale(self) -> None:
        shot = covered_shot(readings([(5, 5, 10, 10)], [(6, 5, 10, 10)]), take, scale=2, dilation=2)
        assert (black(shot.picture) == area((8, 8, 26, 24))).all()
        with pytest.raises(ShotError):
            covered_shot(readings([(5, 5, 10, 10)], [(6, 5, 10, 10)]), take, scale=2, dilation=1, tries=1)

    @pytest.mark.parametrize("style", [Style.frost(3), Style.tiles(3), Style.solid("#a0b0c0")])
    def test_styles_hide_the_content(self, style: Style) -> None:
        other = CONTENT.copy()
        box = (20, 10, 16, 12)
        other[area(box)] = 77
        one, two = (
            covered_shot(readings([box], [box]), lambda content=content: content, style=style) for content in (CONTENT, other)
        )
        assert (np.asarray(one.picture) == np.asarray(two.picture)).all()


@given(st.lists(BOXES, max_size=8))
def test_rectangles_cover_a_mask_exactly(boxes: list[Box]) -> None:
    mask = area(*boxes)
    found = [tuple(map(int, region.rect)) for region in _boxes_of(mask)]
    assert (area(*found) == mask).all()
    assert sum(width * height for _, _, width, height in found) == mask.sum()  # each pixel once
    if len(boxes) == 1:
        assert len(found) == mask.any()


def test_forms_of_pictures(tmp_path: Path) -> None:
    take().save(tmp_path / "a.png")
    comment = io.BytesIO()
    take().save(comment, "PNG", dpi=(72, 72))
    for form in (take(), CONTENT, tmp_path / "a.png", str(tmp_path / "a.png"), comment.getvalue(), bytearray(comment.getvalue())):
        picture = picture_of(form)
        assert picture.info == {} and (np.asarray(picture) == CONTENT).all()
    assert picture_of(Image.new("LA", (2, 2))).mode == "RGBA" and picture_of(Image.new("1", (2, 2))).mode == "RGB"
    with pytest.raises(ValueError, match="bytes of a picture that Pillow can read .got 4 other bytes"):
        picture_of(b"text")


class World:
    """A screen on which a box moves, a program that learns and publishes it, and the clock of both.

    The screen shows the boxes of `moves` from these times on. The program learns of each `late` later. It publishes at once, and
    every 50 ms. Nothing but this class makes time pass.
    """

    def __init__(self, publisher: Publisher, moves: dict[int, Box | None], late: int) -> None:
        self.now, self.moves, self.publisher = 0, moves, publisher
        self.scene = scrim.Scene()
        self.scene.set_activity(Activity.ACTIVE)
        self.scene.frame_ready()
        self.window = self.scene.add_window((0, 0, *SIZE))
        self.view: int | None = None
        self.learned = sorted((max(time + late, 0), time) for time in moves)
        self.heartbeat = 0
        self.pass_until(0)

    def pass_until(self, end: int) -> None:
        while True:
            at = min(self.heartbeat, self.learned[0][0] if self.learned else self.heartbeat)
            if at > end:
                break
            while self.learned and self.learned[0][0] == at:
                self.learn(self.moves[self.learned.pop(0)[1]])
            self.heartbeat = at + 50 * MS
            with self.scene.snapshot(at) as snapshot:
                self.publisher.publish(snapshot)
        self.now = max(self.now, end)

    def learn(self, box: Box | None) -> None:
        if self.view is not None:
            self.scene.remove(self.view)
            self.view = None
        if box is not None:
            self.view = self.scene.add_view(self.window, box, flags=ViewFlags.SECURE)

    def clock(self) -> int:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pass_until(self.now + round(seconds * 1e9))

    def shown(self, start: int, end: int) -> list[Box | None]:
        """The boxes that the screen showed at any time of these."""
        times = sorted(self.moves)
        until = [*times[1:], 2**63]
        return [self.moves[time] for time, stop in zip(times, until, strict=True) if time <= end and stop >= start]


@contextmanager
def world(moves: dict[int, Box | None], late: int = 0) -> Iterator[tuple[World, FeedReader]]:
    with Publisher() as publisher:
        fd = publisher.fd()
        try:
            subscriber = Subscriber(fd=fd)
        finally:
            os.close(fd)
        made = World(publisher, moves, late)
        with subscriber, made.scene:
            yield made, FeedReader(subscriber, clock=made.clock, sleep=made.sleep)


#: When the pictures of TestFeed are taken.
TAKEN = 1500 * MS
MOVES = st.dictionaries(st.integers(-500, 700).map(lambda ms: TAKEN + ms * MS), st.none() | BOXES, max_size=6)


class TestFeed:
    @given(MOVES, BOXES, st.integers(-100, 100), st.integers(0, 300), st.sampled_from([0, 3, 8, 40]))
    def test_no_moment_of_the_picture_is_shown(
        self, moves: dict[int, Box | None], first: Box, late: int, duration: int, dilation: int
    ) -> None:
        moves = {0: first, **moves}
        with world(moves, late * MS) as (made, reader):
            made.pass_until(TAKEN)
            secure, found = area(), []

            def read() -> Reading:
                found.append(reader.read())
                return found[-1]

            def taking() -> Any:
                nonlocal secure
                start = made.now
                made.sleep(duration / 1000)
                secure = area(*made.shown(start, made.now))
                return take()

            shot, refused = None, None
            try:
                shot = covered_shot(read, taking, dilation=dilation, tries=1)
            except ShotError as error:
                refused = error
            one, other = (area(*(tuple(map(int, region.rect)) for region in reading.now(SIZE))) for reading in found)
            assert (refused is not None) == differ(one, other, dilation), refused
            if shot is not None:
                assert black(shot.picture)[secure].all()
                public = ~enlarged(area(*moves.values()), dilation)
                assert (np.asarray(shot.picture)[public] == CONTENT[public]).all()
            del found

    @pytest.mark.parametrize("late", [-100, 0, 100])
    def test_what_opens_during_the_picture_and_closes_at_once_is_covered(self, late: int) -> None:
        box = (5, 5, 20, 20)
        opens = TAKEN + 220 * MS  # while the picture is taken, which begins when the first reading has ended
        with world({opens: box, opens + 10 * MS: None}, late * MS) as (made, reader):
            made.pass_until(TAKEN)
            shown = []

            def taking() -> Any:
                start = made.now
                made.sleep(0.3)
                shown.extend(made.shown(start, made.now))
                return take()

            shot = covered_shot(reader.read, taking, tries=1, dilation=0)
            assert box in shown and (black(shot.picture) == area(box)).all()

    def test_it_waits_until_the_feed_knows(self) -> None:
        """A window that the screen has shown for a moment is found before the picture is taken."""
        box = (5, 5, 20, 20)
        with world({TAKEN - MS: box}, 100 * MS) as (made, reader):
            made.pass_until(TAKEN)
            shot = covered_shot(reader.read, take, tries=1, dilation=0)
            assert (black(shot.picture) == area(box)).all()
            assert 100 * MS <= made.now - TAKEN <= 400 * MS

    def test_what_moves_before_the_picture_is_covered_twice_and_not_refused(self) -> None:
        one, other = (5, 5, 10, 10), (40, 25, 10, 10)
        with world({0: one, TAKEN + 50 * MS: other}) as (made, reader):
            made.pass_until(TAKEN)  # and it moves while the first reading waits
            shot = covered_shot(reader.read, take, tries=1, dilation=0)
            assert (black(shot.picture) == area(one, other)).all()

    def test_a_picture_that_took_too_long(self) -> None:
        with world({0: (5, 5, 20, 20)}) as (made, reader):
            made.pass_until(TAKEN)
            with pytest.raises(ShotError, match="or 900 ms were too long"):
                covered_shot(reader.read, lambda: (made.sleep(0.9), take())[1], tries=1)

    def test_a_screen_that_is_covered(self) -> None:
        with world({}) as (made, reader):
            made.scene.set_activity(Activity.INACTIVE)
            made.pass_until(TAKEN)
            with pytest.raises(ShotError, match=r"the feed 'watch' covers the whole screen \(tried 2 times\)") as caught:
                covered_shot(reader.read, take, tries=2, sleep=made.sleep)
            assert "scrim-watch --once" in caught.value.hint
            made.scene.set_activity(Activity.ACTIVE)
            made.scene.frame_ready()
            made.sleep(1)
            assert not black(covered_shot(reader.read, take, tries=1).picture).any()

    def test_the_origin_of_the_pictures(self) -> None:
        with world({0: (5, 5, 20, 20)}) as (made, reader):
            made.pass_until(TAKEN)
            left = FeedReader(reader._subscriber, origin=(-10, -7), clock=made.clock, sleep=made.sleep)
            assert (black(covered_shot(left.read, take, dilation=0).picture) == area((15, 12, 20, 20))).all()

    def test_states(self, tmp_path: Path) -> None:
        path = tmp_path / "scrim.feed"
        waited: list[float] = []

        def refused(name: str = "watch") -> tuple[str, bool]:
            waited.clear()
            with Subscriber(path) as subscriber, pytest.raises(ShotError) as caught:
                covered_shot(FeedReader(subscriber, name).read, lambda: pytest.fail("it took a picture"), tries=2, sleep=waited.append)
            return str(caught.value), bool(waited)

        assert refused() == ("no scrim-watch publishes the feed 'watch'", False)
        assert refused("bank") == ("no program publishes the feed 'bank'", False)
        with Publisher(path) as publisher:
            assert refused() == ("the feed 'watch' has not published a snapshot yet (tried 2 times)", True)
            with scrim.Scene() as scene, scene.snapshot(1) as snapshot:
                publisher.publish(snapshot)
            silent = "the feed 'watch' has been silent for more than 150 ms: its publisher has ended or hangs (tried 2 times)"
            assert refused() == (silent, True)
            with path.open("r+b") as file:
                file.seek(0)
                file.write(os.urandom(64))
            assert refused() == ("the feed 'watch' is damaged, or comes from another version of Scrim", False)
            path.chmod(0o644)
            assert refused()[0].startswith("the file of the feed 'watch' may not be used: it must be local")
