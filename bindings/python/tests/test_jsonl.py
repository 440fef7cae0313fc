# SPDX-License-Identifier: MIT
"""JSON Lines files: whole after any death of the writer or the machine, and rotated without a loss."""

from __future__ import annotations

import dis
import errno
import fcntl
import functools
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from source_tree import BINDING
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
import scrim.jsonl
from scrim.jsonl import Writer


def lines(path: Path) -> list[int]:
    """The numbers of the records in a file; every line of it is one."""
    text = path.read_bytes()
    assert text == b"" or text.endswith(b"\n")
    return [json.loads(line)["seq"] for line in text.splitlines()]


def record(number: int, padding: int = 0) -> str:
    return json.dumps({"v": 1, "seq": number, "x": "y" * padding})


def test_records_are_appended(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with Writer(path) as writer:
        writer.write('{"seq":1,"s":"\\u00e4ä𝄞\u2028"}')
    with Writer(str(path)) as writer:
        assert writer.write_all(record(n) for n in (2, 3)) == 2
        assert writer.recovered == 0
    assert lines(path) == [1, 2, 3]
    assert json.loads(path.read_text(encoding="utf-8").split("\n")[0])["s"] == "ää𝄞\u2028"
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_is_no_record_in_one_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with Writer(path) as writer:
        for bad in ["", "1", "[]", "{\n}", '{"a":\r1}', '{"\ud800":1}', " {}"]:
            with pytest.raises(scrim.InvalidArgumentError):
                writer.write_all([record(1), bad, record(2)])
    assert lines(path) == [1] * 7
    with pytest.raises(scrim.InvalidStateError):
        writer.write(record(3))
    writer.close()


@given(st.lists(st.integers(0, 200_000), max_size=3), st.integers(0, 2**20), st.booleans())
@settings(max_examples=50)
def test_the_beginning_of_a_line_at_the_end_is_cut_off(paddings: list[int], cut: int, zeros: bool) -> None:
    """As after a machine that failed: the file ends anywhere, or was made longer, with zeros, before it was filled."""
    whole = b"".join(record(n, padding).encode() + b"\n" for n, padding in enumerate(paddings))
    text = whole[: cut % (len(whole) + 1)]
    kept = text[: text.rfind(b"\n") + 1]
    text += b"\0" * (cut % 70_000) if zeros else b""
    added = b""
    if whole.startswith(text + b"\n"):  # all of a line but its end
        kept, added = text, b"\n"
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"scrim-jsonl-{os.getpid()}.jsonl"
    path.write_bytes(text)
    try:
        with Writer(path) as writer:
            assert writer.recovered == len(text) - len(kept)
            assert path.read_bytes() == kept + added
            writer.write(record(99))
        assert path.read_bytes() == kept + added + record(99).encode() + b"\n"
    finally:
        path.unlink()


def test_a_line_that_lacks_its_end_alone_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(record(1) + "\n" + record(2), encoding="utf-8")
    with Writer(path) as writer:
        writer.write(record(3))
        assert writer.recovered == 0
    assert lines(path) == [1, 2, 3]


@pytest.mark.parametrize("length", [blocks * 65536 + more for blocks in (1, 2) for more in (-1, 0, 1)])
def test_a_long_beginning_of_a_line_is_cut_off(tmp_path: Path, length: int) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(record(1).encode() + b"\n" + b"{" * length)
    with Writer(path) as writer:
        assert writer.recovered == length
    assert lines(path) == [1]


@pytest.mark.parametrize("text", [b"a picture", b"line\nline", b'{"seq":1}\n[', b"\xff" * 100_000])
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "picture"
    path.write_bytes(text)
    with pytest.raises(scrim.InvalidArgumentError, match="nothing is appended"):
        Writer(path)
    assert path.read_bytes() == text
    path.write_bytes(b"")
    Writer(path).close()  # the lock is gone too


def test_only_a_regular_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(scrim.InvalidArgumentError, match="regular file"):
        Writer(tmp_path / "pipe")
    with pytest.raises(OSError):
        Writer(tmp_path)
    with pytest.raises(FileNotFoundError):
        Writer(tmp_path / "nowhere" / "a.jsonl")
    for wrong in [{"max_bytes": 0}, {"max_bytes": -1}, {"keep": -1}, {"keep": 1001}]:
        with pytest.raises(scrim.InvalidArgumentError):
            Writer(tmp_path / "a.jsonl", **wrong)


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with Writer(path, max_bytes=30) as first:
        with pytest.raises(BlockingIOError):
            Writer(path)
        first.write_all(record(n) for n in range(3))
        with pytest.raises(BlockingIOError):  # the new file is locked as well
            Writer(path)
    with Writer(path):
        pass


def test_a_file_that_is_put_away_while_it_is_opened_is_not_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    first = Writer(path, max_bytes=1)
    first.write(record(1))
    lock = fcntl.flock

    def late(file: int, operation: int) -> None:
        monkeypatch.undo()
        first.write(record(2))  # the file that was opened is another one's by now, and its lock is free
        lock(file, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(BlockingIOError, match="renamed"):
        Writer(path)
    first.close()
    assert [lines(path), lines(tmp_path / "a.jsonl.1")] == [[2], [1]]


def test_rotation(tmp_path: Path) -> None:
    path, line = tmp_path / "a.jsonl", len(record(0)) + 1
    with Writer(path, max_bytes=2 * line, keep=2) as writer:
        for number in range(9):
            writer.write(record(number))
            assert path.stat().st_size <= 2 * line
    assert [lines(path), lines(tmp_path / "a.jsonl.1"), lines(tmp_path / "a.jsonl.2")] == [[8], [6, 7], [4, 5]]
    assert len(list(tmp_path.iterdir())) == 3
    with Writer(path, max_bytes=2 * line, keep=2) as writer:  # it goes on where it was
        writer.write(record(9))
        writer.write('{"seq":10,"x":"' + "y" * 5 * line + '"}')
        writer.write(record(11))
    assert [lines(path), lines(tmp_path / "a.jsonl.1"), lines(tmp_path / "a.jsonl.2")] == [[11], [10], [8, 9]]


def test_rotation_that_keeps_none(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with Writer(path, max_bytes=1, keep=0) as writer:
        writer.write_all(record(n) for n in range(5))
    assert lines(path) == [4]
    assert list(tmp_path.iterdir()) == [path]


class Died(BaseException):
    pass


@pytest.mark.parametrize("fsync", [False, True])
def test_rotation_that_dies_between_any_two_steps_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fsync: bool
) -> None:
    """Before each call that changes the folder in turn; then another Writer goes on."""
    for step in range(12):
        folder = tmp_path / str(step)
        folder.mkdir()
        path = folder / "a.jsonl"
        writer = Writer(path, max_bytes=1, keep=4, fsync=fsync)
        writer.write_all(record(n) for n in range(3))
        calls = 0

        def dying(function: Callable[..., object]) -> Callable[..., object]:
            def call(*arguments: object, **options: object) -> object:
                nonlocal calls
                calls += 1
                if calls > step:
                    raise Died
                return function(*arguments, **options)

            return call

        with monkeypatch.context() as patch:
            for name in ("replace", "open", "write", "unlink", "fsync", "fdatasync"):
                patch.setattr(os, name, dying(getattr(os, name)))
            died = False
            try:
                writer.write(record(3))
            except Died:
                died = True
        writer.close()
        with Writer(path, max_bytes=1, keep=4) as other:
            other.write(record(4))
        found = sorted(number for file in folder.iterdir() for number in lines(file))
        # At a death in the call itself nobody can say whether its own record is there.
        assert found in ([0, 1, 2, 3, 4], [0, 1, 2, 4]), step
        assert died or 3 in found
    assert not died  # all steps were seen


def run(program: str, *arguments: object) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(BINDING)}
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)


def test_after_a_writer_that_was_killed_all_lines_are_whole(tmp_path: Path) -> None:
    program = """
import sys
from scrim.jsonl import Writer
with Writer(sys.argv[1], max_bytes=200_000, keep=100) as writer:
    print(flush=True)
    for number in range(10**9):
        writer.write('{"seq":%d,"x":"%s"}' % (number, "y" * (number % 50_000)))
"""
    seen = 0
    for attempt in range(4):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        with run(program, folder / "a.jsonl") as process:
            assert process.stdout is not None
            process.stdout.readline()
            while sum(1 for _ in folder.iterdir()) < 3 + attempt:
                assert process.poll() is None
            process.send_signal(signal.SIGKILL)
        # The kernel may end even a write() in the middle then.
        Writer(folder / "a.jsonl").close()
        found = sorted(number for file in folder.iterdir() for number in lines(file))
        assert found == list(range(len(found)))
        seen += len(found)
    assert seen > 100


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    program = """
import resource, sys
from scrim.jsonl import Writer
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
with Writer(sys.argv[1]) as writer:
    for number in range(3):
        writer.write('{"seq":%d}' % number)
    for length in (990, 2000, 100_000):
        try:
            writer.write('{"seq":3,"x":"' + "y" * length + '"}')
        except OSError as error:
            print(error.errno, len(writer.unwritten or "") == length + 16, flush=True)
    writer.write('{"seq":4}')
    print(writer.unwritten)
"""
    path = tmp_path / "a.jsonl"
    with run(program, path) as process:
        told, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert told.split() == [b"27", b"True"] * 3 + [b"None"]  # EFBIG
    assert lines(path) == [0, 1, 2, 4]


def test_a_beginning_that_cannot_be_removed_closes_the_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full, and the file cannot be made shorter: it fails, or may only be appended to (chattr +a)."""
    path, write = tmp_path / "a.jsonl", os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:5]))
    with Writer(path) as writer:
        writer.write(record(1))

        def half(file: int, data: bytes) -> int:
            if len(data) < 10:
                raise OSError(errno.ENOSPC, "full")
            return write(file, data[:-9])

        def fail(file: int, length: int) -> None:
            raise PermissionError(errno.EPERM, "may only be appended to")

        monkeypatch.setattr(os, "write", half)
        monkeypatch.setattr(os, "ftruncate", fail)
        with pytest.raises(PermissionError):
            writer.write(record(2))
        monkeypatch.undo()
        with pytest.raises(scrim.InvalidStateError):
            writer.write(record(3))
    with Writer(path) as writer:
        assert writer.recovered > 0
        writer.write(record(2))
    assert lines(path) == [1, 2]


@pytest.mark.parametrize("is_removed", [True, False])
def test_a_line_that_did_not_reach_the_disk_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_removed: bool
) -> None:
    path = tmp_path / "a.jsonl"
    with Writer(path, fsync=True) as writer:
        writer.write(record(0))
        sync = os.fdatasync

        def fail(file: int) -> None:
            if b'"seq": 2' in path.read_bytes():
                raise OSError(errno.ENOSPC, "full")
            sync(file)

        monkeypatch.setattr(os, "fdatasync", fail)
        if not is_removed:
            monkeypatch.setattr(os, "ftruncate", lambda file, length: os.truncate(path.parent, 0))
        with pytest.raises(OSError):
            writer.write_all(map(record, (1, 2, 3)))
        monkeypatch.undo()
        assert writer.unwritten == record(2)
        assert lines(path) == [0, 1] if is_removed else [0, 1, 2]
        with pytest.raises((scrim.InvalidArgumentError, scrim.InvalidStateError)):
            writer.write("[1]")
        assert writer.unwritten == record(2)
        if is_removed:
            writer.write(writer.unwritten)
            assert writer.unwritten is None
            assert lines(path) == [0, 1, 2]
        else:
            with pytest.raises(scrim.InvalidStateError):
                writer.write(record(3))


@functools.cache
def places_of_signals(code: CodeType) -> set[int]:
    """Where Python handles a signal: after a call, at the beginning of a function, and at a jump back."""
    pairs = itertools.pairwise(dis.get_instructions(code))
    return {after.offset for before, after in pairs if before.opname.startswith(("CALL", "RESUME", "JUMP_BACKWARD"))}


class Interruption:
    """Traces scrim.jsonl, and raises KeyboardInterrupt as Ctrl-C does, at the place with this number."""

    def __init__(self, number: int) -> None:
        self.left, self.has_returned = number, False

    def __call__(self, frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != scrim.jsonl.__file__:
            return None
        frame.f_trace_opcodes = True
        # Python handles no signal after a call of a function that is written in Python.
        if event == "opcode" and not self.has_returned and frame.f_lasti in places_of_signals(frame.f_code):
            self.left -= 1
            if self.left == -1:
                raise KeyboardInterrupt
        self.has_returned = event == "return"
        return self


@pytest.mark.parametrize("options", [{}, {"fsync": True}, {"max_bytes": 1, "keep": 3}], ids=["plain", "fsync", "rotated"])
def test_ctrl_c_neither_loses_nor_repeats_a_record(tmp_path: Path, options: dict[str, Any]) -> None:
    """At each place in turn."""
    for place in itertools.count():
        folder = tmp_path / str(place)
        folder.mkdir()
        left = list(range(4))

        def records() -> Iterator[str]:
            while left:
                yield record(left.pop(0))

        writer, interruption = Writer(folder / "a.jsonl", **options), Interruption(place)
        tracing = sys.gettrace()
        sys._getframe().f_trace_opcodes = True  # Python 3.12 traces instructions only if the first frame does
        sys.settrace(interruption)
        try:
            writer.write_all(records())
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(tracing)
        again = [*filter(None, [writer.unwritten]), *records()]
        try:
            writer.write_all(again)
        except scrim.InvalidStateError:  # no new file could be made
            with Writer(folder / "a.jsonl", **options) as other:
                other.write_all(again)
        writer.close()
        files = sorted(folder.iterdir(), reverse=True)
        assert [number for file in files for number in lines(file)] == [0, 1, 2, 3], place
        if interruption.left >= 0:
            break
    assert place > 20


def test_fsync_is_asked_for_and_only_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []

    def seen(file: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{file}"))

    for name in ("fsync", "fdatasync"):
        monkeypatch.setattr(os, name, seen)
    with Writer(tmp_path / "a.jsonl") as writer:
        writer.write(record(1))
    assert synced == []
    with Writer(tmp_path / "b.jsonl", fsync=True, max_bytes=1) as writer:
        assert synced == [str(tmp_path)]
        writer.write_all([record(1)])
        assert synced[1:] == [str(tmp_path / "b.jsonl")]
        writer.write_all([])
        assert len(synced) == 2
        writer.write(record(2))
        # The old file before it is put away, the folder with the new one, and the new one.
        assert synced[2:] == [str(tmp_path / "b.jsonl"), str(tmp_path), str(tmp_path / "b.jsonl")]


def test_nothing_is_left_open(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for number in range(20):
        with Writer(tmp_path / "a.jsonl", max_bytes=1, keep=1, fsync=True) as writer:
            writer.write(record(number))
        forgotten = Writer(tmp_path / "b.jsonl")
        with pytest.raises(BlockingIOError):
            Writer(tmp_path / "b.jsonl")
        del forgotten
    assert len(os.listdir("/proc/self/fd")) == before
