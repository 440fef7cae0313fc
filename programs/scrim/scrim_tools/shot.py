# SPDX-License-Identifier: MIT
"""Takes screenshots in which secure regions are covered, also if they move while the picture is taken. Needs Pillow and numpy.

    def save_shot(path):
        with Subscriber("watch") as subscriber:
            shot = covered_shot(FeedReader(subscriber).read, ImageGrab.grab)
        shot.picture.save(path)

covered_shot() reads which regions are secure, takes the picture, and reads again. It covers the regions of both readings. If
they differ by more than the dilation, nobody knows where the regions were in between, so it takes another picture. It raises
ShotError after the last try.

FeedReader reads the secure regions from a feed, for example from scrim-watch. A test that asks a browser returns a Reading
with the boxes of its elements.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from scrim import Capture, FeedState, Outcome, Region, Report, Snapshot, Style, Subscriber, redact_in_place

__all__ = ["FeedReader", "Reading", "Shot", "ShotError", "Unsettled", "covered_shot", "picture_of"]

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True

Size = tuple[int, int]

#: How long the publisher of a feed may be silent, and thus how old its newest snapshot can be.
MAX_SILENCE_NS = 150_000_000
#: The longest `max_latency_ns` of a FeedReader. A scene remembers one second, and the picture takes a part of it.
MOST_LATENCY_NS = 500_000_000
_LARGEST_LATENCY_NS = 1_000_000_000
#: scrim-watch marks its feed with a secure pixel at this x and y, far outside of its screen. Another one is at twice this number plus the
#: right and the bottom end of the screen.
_MARK = 1 << 19
_POLL_S = 0.005


class ShotError(Exception):
    """No picture may be shown. The message says why, and `hint` what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Unsettled(ShotError):
    """There is no picture at the moment, but another try can succeed."""


class Shot(NamedTuple):
    """A screenshot in which all secure regions are covered."""

    #: A Pillow image.
    picture: Any
    #: What was covered.
    report: Report
    #: The number of tries that it took.
    tries: int
    #: The regions that were covered, without their dilation.
    regions: Sequence[Region] = ()


class Reading:
    """What was secure when somebody asked. This one has a list of regions, and knows no history."""

    def __init__(self, regions: Iterable[Region] = ()) -> None:
        self._regions = list(regions)

    def now(self, size: Size) -> Sequence[Region]:
        """Returns what was secure at the end of this reading, for a picture of the width and height `size`."""
        return self._regions

    def since(self, earlier: Reading, size: Size) -> Sequence[Region]:
        """Returns what is known to have been secure in between: after an earlier reading, and before this one."""
        return ()


def covered_shot(
    read: Callable[[], Reading],
    take: Callable[[], Any],
    *,
    style: Style = Style(),
    dilation: int = 8,
    size_multiple: int = 0,
    scale: float = 1.0,
    tries: int = 5,
    pause: float = 0.2,
    sleep: Callable[[float], object] = time.sleep,
) -> Shot:
    """Takes a picture and covers everything that was secure while it was taken.

    `read` returns a Reading. `take` returns the picture, in any form that picture_of() accepts. `scale` is the number of pixels per
    unit of the regions. All regions are enlarged by `dilation` pixels to each side. `size_multiple` is as in redact().

    A try fails if the regions before and after the picture differ by more than `dilation` pixels, or if `read` or `take` raises
    Unsettled. There are at most `tries` tries, with `pause` seconds in between.

    Raises ShotError if all of them fail, and ValueError if the style is reversible. Other errors of `read` and `take` are raised at once.
    """
    if style.kind.is_reversible:
        raise ValueError(f"style must be irreversible (got {style.kind.name.lower()}): its content could be read back")
    if tries < 1:
        raise ValueError(f"tries must be 1 or greater (got {tries})")
    for number in range(1, tries + 1):
        try:
            picture, report, regions = _try(read, take, style, dilation, size_multiple, scale)
            return Shot(picture, report, number, regions)
        except Unsettled as error:
            if number == tries:
                times = "once" if tries == 1 else f"{tries} times"
                raise ShotError(f"{error} (tried {times})", error.hint) from error
        sleep(pause)
    raise AssertionError("unreachable")


def _try(
    read: Callable[[], Reading], take: Callable[[], Any], style: Style, dilation: int, size_multiple: int, scale: float
) -> tuple[Any, Report, list[Region]]:
    before = read()
    picture = picture_of(take())
    after = read()
    size = picture.size
    one, other = before.now(size), after.now(size)
    if _differ(one, other, size, dilation, scale):
        raise Unsettled(
            f"the secure regions changed by more than the dilation, {dilation} pixels, while the picture was taken",
            "wait until nothing moves",
        )
    regions = [*one, *other, *after.since(before, size)]
    report = redact_in_place(
        picture, regions, style=style, dilation=dilation, size_multiple=size_multiple, scale=scale, allow_nothing=True
    )
    return picture, report, regions


def _differ(one: Sequence[Region], other: Sequence[Region], size: Size, dilation: int, scale: float) -> bool:
    """Whether a pixel of one side is farther than the dilation from the other side."""
    pairs = ((one, other), (other, one))
    return any(bool((mask_of(this, size, scale) & ~mask_of(that, size, scale, dilation)).any()) for this, that in pairs)


def mask_of(regions: Sequence[Region], size: Size, scale: float, dilation: int = 0, size_multiple: int = 0) -> Any:
    """Returns which pixels of a picture the regions cover, as the library computes it."""
    import numpy

    canvas = numpy.full((size[1], size[0]), 255, numpy.uint8)
    black = Style.solid("#000000")
    redact_in_place(
        canvas, regions, style=black, dilation=dilation, size_multiple=size_multiple, scale=scale, allow_nothing=True
    )
    return canvas == 0


class FeedReader:
    """Reads the secure regions of a feed, for covered_shot()."""

    def __init__(
        self,
        subscriber: Subscriber,
        name: str = "watch",
        *,
        origin: tuple[float, float] = (0, 0),
        max_latency_ns: int = 100_000_000,
        whole_screen: bool = False,
        clock: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """`name` is the feed's name for messages. `origin` is the point of the screen at the corner of the pictures.

        `max_latency_ns` is the longest time from a change on the screen until the feed reports it. `clock` must be that of the
        publisher, which is CLOCK_MONOTONIC. `whole_screen` says that the pictures show all of the screen. Those of another size than the
        screen that scrim-watch watches are refused then.
        """
        if not 0 <= max_latency_ns <= MOST_LATENCY_NS:
            raise ValueError(f"max_latency_ns must be from 0 to {MOST_LATENCY_NS} (got {max_latency_ns})")
        self._subscriber = subscriber
        self._name = name
        self._origin = origin
        self._max_latency_ns = max_latency_ns
        self._whole_screen = whole_screen
        self._clock = clock
        self._sleep = sleep

    def read(self) -> Reading:
        """Waits until the feed knows of everything that the screen shows now.

        Raises ShotError if nobody publishes the feed, or if it may not be used. Raises Unsettled if the publisher is silent, or if
        it covers the whole screen.
        """
        asked = self._clock()
        # Its next snapshot after the latency comes within the time that it may be silent.
        deadline = asked + self._max_latency_ns + 2 * MAX_SILENCE_NS
        while True:
            now = self._clock()
            snapshot = self._subscriber.snapshot(now)
            if (state := self._subscriber.state) is not FeedState.LIVE:
                raise self._not_live(state)
            if self._covered(snapshot, (1, 1), asked, asked, 0) is not None:
                return _FeedReading(self, snapshot, asked, self._clock())
            if now > deadline:
                raise self._all_covered(f"the feed {self._name!r} covers the whole screen")
            self._sleep(_POLL_S)

    def _covered(self, snapshot: Snapshot, size: Size, start: int, end: int, hold_ns: int, delayed: bool = True) -> Any:
        """Returns which pixels were secure at a time from `start` − `hold_ns` until the snapshot. None if all must be covered."""
        import numpy

        canvas = numpy.full((size[1], size[0]), 255, numpy.uint8)
        latency = self._max_latency_ns if delayed else _LARGEST_LATENCY_NS
        with Capture(origin=self._origin, max_latency_ns=latency, hold_ns=hold_ns, delayed=delayed) as capture:
            outcome = capture.redact(canvas, snapshot, start, end).outcome
        return canvas == 0 if outcome is Outcome.OK else None

    def _check_screen(self, snapshot: Snapshot, size: Size, now: int) -> None:
        """Raises Unsettled if scrim-watch publishes the feed, and watches a screen of another size.

        If the screen has only just changed its size, another try succeeds.
        """
        import numpy

        def is_marked(x: float, y: float) -> bool:
            with Capture(origin=(x, y), max_latency_ns=_LARGEST_LATENCY_NS, delayed=False) as capture:
                canvas = numpy.full((1, 1), 255, numpy.uint8)
                capture.redact(canvas, snapshot, now, now)
                return bool(canvas[0, 0] == 0)

        (x, y), (width, height) = self._origin, size
        if is_marked(_MARK, _MARK) and not is_marked(2 * _MARK + x + width, 2 * _MARK + y + height):
            told = "start a scrim-watch for this screen with another --feed, and name that feed"
            raise Unsettled(f"the feed {self._name!r} is of another screen, because this one has {width} × {height} pixels", told)

    def _all_covered(self, message: str) -> Unsettled:
        watch = "scrim-watch covers everything while it does not know the windows; run scrim-watch --once to see them"
        return Unsettled(message, watch if self._name == "watch" else "")

    def _not_live(self, state: FeedState) -> ShotError:
        feed = f"the feed {self._name!r}"
        watch = self._name == "watch"
        start = "start it: systemctl --user start scrim-watch" if watch else "start the program that publishes it"
        match state:
            case FeedState.MISSING:
                return ShotError(f"no scrim-watch publishes {feed}" if watch else f"no program publishes {feed}", start)
            case FeedState.EMPTY:
                return Unsettled(f"{feed} has not published a snapshot yet")
            case FeedState.SILENT:
                silence = MAX_SILENCE_NS // 1_000_000
                return Unsettled(f"{feed} has been silent for more than {silence} ms: its publisher has ended or hangs", start)
            case FeedState.DAMAGED:
                return ShotError(f"{feed} is damaged, or comes from another version of Scrim", "use the same version for both programs")
            case _:
                return ShotError(
                    f"the file of {feed} may not be used: it must be local and ordinary, belong to you, and be closed to others"
                )


class _FeedReading(Reading):
    """A reading of a feed. It began at `asked`, and knows what the screen showed then. It ended at `done`."""

    def __init__(self, reader: FeedReader, snapshot: Snapshot, asked: int, done: int) -> None:
        super().__init__()
        self._reader, self._snapshot, self._asked, self._done = reader, snapshot, asked, done

    def now(self, size: Size) -> Sequence[Region]:
        # Later than the snapshot, so that its past does not count.
        later = self._done + 1
        covered = self._reader._covered(self._snapshot, size, later, later, 0, delayed=False)
        if self._reader._whole_screen:
            self._reader._check_screen(self._snapshot, size, later)
        return self._boxes(covered, "the whole screen must be covered")

    def since(self, earlier: Reading, size: Size) -> Sequence[Region]:
        assert isinstance(earlier, _FeedReading)
        start, end = earlier._done, self._asked
        hold_ns = MAX_SILENCE_NS
        covered = self._reader._covered(self._snapshot, size, start, end, hold_ns)
        took = (end - start) // 1_000_000
        return self._boxes(covered, f"the whole screen was covered while the picture was taken, or {took} ms were too long")

    def _boxes(self, covered: Any, message: str) -> list[Region]:
        if covered is None:
            raise self._reader._all_covered(message)
        return _boxes_of(covered)


def _boxes_of(mask: Any) -> list[Region]:
    """Returns rectangles that cover exactly the pixels of a mask. A rectangle that touches no other pixels stays whole."""
    import numpy

    # An empty column on both sides, and an empty row below, so that every run begins and ends.
    steps = numpy.diff(numpy.pad(mask, ((0, 1), (1, 1))).astype(numpy.int8), axis=1)
    boxes: list[Region] = []
    growing: dict[tuple[int, int], int] = {}  # the left and right side of each rectangle, and its top
    for top in [0, *(numpy.flatnonzero((steps[1:] != steps[:-1]).any(axis=1)) + 1).tolist()]:
        lefts, rights = (numpy.flatnonzero(steps[top] == step).tolist() for step in (1, -1))
        runs = set(zip(lefts, rights, strict=True))
        for left, right in growing.keys() - runs:
            first = growing.pop((left, right))
            boxes.append(Region((left, first, right - left, top - first)))
        for run in runs:
            growing.setdefault(run, top)
    return boxes


def picture_of(image: Any) -> Any:
    """Returns a new Pillow image in RGB or RGBA, without metadata. Transparent pixels keep their colors until they are covered.

    `image` is a Pillow image, the bytes of a file, a path, or a numpy array in RGB or RGBA.
    """
    from PIL import Image, UnidentifiedImageError

    if isinstance(image, bytes | bytearray | memoryview):
        try:
            image = Image.open(io.BytesIO(image))
        except UnidentifiedImageError:
            raise ValueError(f"image must be the bytes of a picture that Pillow can read (got {len(image)} other bytes)") from None
    elif isinstance(image, str | os.PathLike):
        with Image.open(image) as opened:
            opened.load()
            image = opened
    elif not isinstance(image, Image.Image):
        try:
            image = Image.fromarray(image)
        except (AttributeError, TypeError) as error:
            wanted = "a Pillow image, the bytes of a file, a path, or a numpy array in RGB or RGBA"
            raise TypeError(f"image must be {wanted} (got {type(image).__name__}: {error})") from error
    if image.mode not in ("RGB", "RGBA"):
        image = image.convert("RGBA" if image.mode in ("LA", "PA") or "transparency" in image.info else "RGB")
    plain = image.copy()
    plain.info = {}
    return plain
