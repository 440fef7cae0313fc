# SPDX-License-Identifier: MIT
"""What happens to a collector while next() copies the strings of a record, which the library only lends."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest
from gesture_world import MS, World, tap, verdicts

import scrim
from scrim import Collector, HandleKind, PrivateRecord, Record, Rules


def interrupted(monkeypatch: pytest.MonkeyPatch, inside: Callable[[], object]) -> None:
    """Calls a function, as a signal handler would be called, before the first string is copied."""
    copy = scrim.collector.lent_string
    calls = iter([inside])

    def interrupted_copy(field: object) -> str | None:
        next(calls, lambda: None)()
        return copy(field)  # type: ignore[arg-type]

    monkeypatch.setattr(scrim.collector, "lent_string", interrupted_copy)


def collector_of_two(world: World) -> Collector:
    world.tapped(world.button)
    collector = world.collector()
    verdicts(world, collector, tap(0) + tap(1000 * MS))
    return collector


def is_whole(record: Record | PrivateRecord | None) -> bool:
    return isinstance(record, Record) and (record.screen, record.type, record.content) == ("Accounts", "Button", "Transfer")


CHANGES: dict[str, Callable[[Collector], object]] = {
    "next": Collector.next,
    "next_json": Collector.next_json,
    "decide": lambda collector: collector.decide([]),
    "advance": lambda collector: collector.advance(1),
    "note_response": Collector.note_response,
    "set_rules": lambda collector: collector.set_rules(Rules()),
    "load_rules": lambda collector: collector.load_rules(b'{"version": 1}'),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_signal_handler_cannot_change_the_collector(world: World, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    refused = []

    def change() -> None:
        with pytest.raises(scrim.BusyError, match="the collector is returning a record"):
            CHANGES[name](collector)
        refused.append(name)
        assert collector.next_deadline is None  # reading works

    with collector_of_two(world) as collector:
        interrupted(monkeypatch, change)
        assert is_whole(collector.next())
        assert refused == [name]
        assert is_whole(collector.next())
        CHANGES[name](collector)


def test_a_signal_handler_may_close_the_collector(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    before = scrim.live_handles(HandleKind.COLLECTOR)
    collector = collector_of_two(world)
    counts = []

    def close() -> None:
        collector.close()
        counts.append(scrim.live_handles(HandleKind.COLLECTOR))

    interrupted(monkeypatch, close)
    assert is_whole(collector.next())
    assert (counts, collector.closed) == ([before + 1], True)
    assert scrim.live_handles(HandleKind.COLLECTOR) == before
    with pytest.raises(scrim.InvalidHandleError):
        collector.next()


def test_a_signal_handler_that_raises_ends_the_loan(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with collector_of_two(world) as collector:
        interrupted(monkeypatch, interrupt)
        with pytest.raises(KeyboardInterrupt):
            collector.next()
        assert is_whole(collector.next())


@pytest.mark.parametrize("name", [*CHANGES, "close"])
def test_other_threads_wait(world: World, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    change = (CHANGES | {"close": Collector.close})[name]
    collector = collector_of_two(world)
    thread = threading.Thread(target=lambda: change(collector))
    waited = []

    def begin() -> None:
        thread.start()
        thread.join(0.1)
        waited.append(thread.is_alive())

    interrupted(monkeypatch, begin)
    record = collector.next()
    thread.join()
    assert is_whole(record)
    assert waited == [True]
    collector.close()


def test_a_child_of_another_thread_has_no_loan(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that copies the strings does not exist in the child."""
    collector = collector_of_two(world)
    codes = []

    def in_child() -> int:
        destroyed: list[int | None] = []
        monkeypatch.setattr(scrim.collector.lib, "scrim_collector_destroy", destroyed.append)
        with pytest.raises(scrim.ForkedError):
            collector.advance(1)
        collector.close()
        return 0 if destroyed == [collector._number] else 1

    def fork() -> None:
        if child := os.fork():
            codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            return
        code = 2
        try:
            code = in_child()
        finally:
            os._exit(code)

    def begin() -> None:
        thread = threading.Thread(target=fork)
        thread.start()
        thread.join()

    interrupted(monkeypatch, begin)
    assert is_whole(collector.next())
    assert codes == [0]
    collector.close()
