# SPDX-License-Identifier: MIT
"""Many threads over the binding, switched between as often as the interpreter can; and the lock that takes the place of
the interpreter's where that has none, which no Python here can show: the tests make it be taken."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import scrim
from scrim._one_at_a_time import OneAtATime, interpreter_locks, lock_for_forks

THREADS = 8


@pytest.fixture
def restless() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(work: Callable[[int], None], count: int = THREADS) -> None:
    """Runs it on so many threads, all of which begin at once, and raises what one of them raises."""
    failures: list[BaseException] = []
    ready = threading.Barrier(count)

    def run(number: int) -> None:
        try:
            ready.wait()
            work(number)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def live_and_die(number: int, rounds: int) -> None:
    """Objects of each kind that one thread makes, joins, uses and leaves: half of them to the garbage collector."""
    for n in range(rounds):
        told: list[int] = []
        pad, text = scrim.Keypad(), scrim.Text(64)
        text.set_callbacks(scrim.TextCallbacks(display_changed=lambda told=told: told.append(1)))  # type: ignore[misc]
        pad.attach(text)
        pad.show()
        text.insert(f"{number}-{n}")
        assert told and text.equals(f"{number}-{n}") and text.with_bytes(bytes) == f"{number}-{n}".encode()
        with pytest.raises(scrim.InvalidArgumentError):
            text.select(1000, 1000)
        scene = scrim.Scene()
        scene.on_cover(told.append)
        gestures = scrim.Gestures(scene)
        collector = scrim.Collector(gestures)
        with pytest.raises(scrim.NotFoundError):
            scene.remove(10_000 + n)
        if n % 2:
            for each in (text, scene, pad, gestures, collector):
                each.close()
            with pytest.raises(scrim.InvalidHandleError):
                text.insert("x")
        else:
            ring = [pad, text, scene, gestures, collector]
            ring.append(ring)  # type: ignore[arg-type]
        if n % 10 == 0:
            gc.collect()


@pytest.mark.usefixtures("restless")
def test_each_thread_with_its_own() -> None:
    """Errors, callbacks and closing included; the garbage of one is collected by another."""
    together(lambda number: live_and_die(number, 20))


@pytest.mark.usefixtures("restless")
def test_pictures_of_many_threads_with_the_same_styles_and_regions() -> None:
    styles = [scrim.Style.frost(7), scrim.Style.tiles(3), scrim.Style.solid("#204060")]
    regions = [scrim.Region((3, 4, 20, 10), n, n) for n in range(3)]
    picture = np.random.default_rng(1).integers(0, 256, (40, 60, 3), np.uint8)
    expected = picture.copy()
    scrim.redact_in_place(expected, regions, styles=styles)

    def work(_: int) -> None:
        for _ in range(20):
            mine = picture.copy()
            scrim.redact_in_place(mine, regions, styles=styles)
            assert (mine == expected).all()
            with pytest.raises(scrim.InvalidArgumentError):
                scrim.redact_in_place(picture.copy(), regions, styles=styles, sampling_gap=10**9)

    together(work)


@pytest.mark.usefixtures("restless")
def test_one_object_is_closed_by_all() -> None:
    for _ in range(20):
        text = scrim.Text(64)
        together(lambda _, text=text: text.close())  # type: ignore[misc]
        assert text.closed and scrim.live_handles() == 0


# ---- Where the interpreter has no lock ----


class Inside:
    """A library that tells how many threads are in it."""

    def __init__(self) -> None:
        self.now = self.most = 0

    def work(self) -> None:
        self.now += 1
        self.most = max(self.most, self.now)
        time.sleep(0.001)
        self.now -= 1

    def call_back(self, callback: Callable[[], object]) -> object:
        return callback()


def test_calls_wait_for_each_other() -> None:
    bare, inner = Inside(), Inside()
    alone = OneAtATime(inner, ["work"])
    together(lambda _: bare.work())
    assert bare.most > 1, "what follows would hold without a lock"
    together(lambda _: [alone.work() for _ in range(5)])  # type: ignore[attr-defined]
    assert inner.most == 1


def test_a_finaliser_may_run_where_its_thread_is_about_to_call() -> None:
    inner = Inside()
    alone = OneAtATime(inner, ["call_back", "work"])
    alone.call_back(alone.work)  # type: ignore[attr-defined]
    assert inner.most == 1


def test_a_callback_may_wait_for_another_thread_that_calls() -> None:
    inner = Inside()
    alone = OneAtATime(inner, ["call_back", "work"])

    def wait() -> bool:
        other = threading.Thread(target=alone.work, daemon=True)  # type: ignore[attr-defined]
        other.start()
        other.join(10)
        return other.is_alive()

    assert alone.call_back(alone.outside(wait)) is False  # type: ignore[attr-defined]
    # The lock is this thread's again, and then nobody's.
    together(lambda _: alone.work())  # type: ignore[attr-defined]
    assert inner.most == 1


def can_call_in_a_child(alone: OneAtATime) -> bool:
    child = os.fork()
    if child == 0:
        signal.alarm(5)  # ends a child that waits
        alone.work()  # type: ignore[attr-defined]
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def test_a_forked_child_does_not_wait_for_threads_of_its_parent() -> None:
    alone = OneAtATime(Inside(), ["work"], lock_for_forks())
    begun, over = threading.Event(), threading.Event()

    def hold() -> None:
        with alone._lock:
            begun.set()
            over.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait()
    try:
        assert can_call_in_a_child(alone)
    finally:
        over.set()
        thread.join()
    with alone._lock:
        assert can_call_in_a_child(alone)


def test_the_lock_is_taken_where_the_interpreter_has_none(
    python: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    """The whole binding over it: each call, its callbacks, and threads."""
    program = f"""
import sys
sys._is_gil_enabled = lambda: False
sys.path.insert(0, {str(Path(__file__).parent)!r})
import scrim, threading
from scrim import _ffi
assert type(_ffi.lib).__name__ == "OneAtATime" and _ffi.redact is not _ffi.lib.scrim_redact
import test_threads
sys.setswitchinterval(1e-6)
test_threads.together(lambda number: test_threads.live_and_die(number, 5))
with scrim.Text(64) as text:
    text.insert("abc")
    def other():
        with scrim.Text(64) as mine:
            mine.insert("x")
    def lend(view):
        thread = threading.Thread(target=other, daemon=True)
        thread.start()
        thread.join(10)
        return not thread.is_alive()
    assert text.with_bytes(lend), "a callback keeps the library to itself"
import gc
gc.collect()
assert scrim.live_handles() == 0
print("well")
"""
    done = python(program)
    assert done.stdout == "well\n", done.stderr


def test_an_interpreter_with_its_lock_needs_no_other() -> None:
    assert interpreter_locks() is (type(scrim._ffi.lib) is not OneAtATime)
