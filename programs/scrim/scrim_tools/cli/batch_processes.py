# SPDX-License-Identifier: MIT
"""Runs the jobs of a batch in processes of this machine, and replaces processes that end."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from types import FrameType
from typing import Any

from ..errors import CommandError
from .batch_work import Job, cover_file

#: How many processes a file may end before it counts as failed.
_DEATHS = 2
#: How many processes may end before they are ready. More than that means that none can work.
_FAILED_STARTS = 2
#: How many seconds a process has to remove its unfinished file when the batch is interrupted.
_PATIENCE = 5.0
#: The program of a process. It gets the path of this one, so that it finds the same packages.
_PROGRAM = "import sys; sys.path[:] = {path!r}; from {module} import work; work({descriptor}, {parent})"
#: Environment variables of the processes. Those that the user sets take precedence.
_ENVIRONMENT = {
    # Threads for computations that no picture needs.
    "OPENBLAS_NUM_THREADS": "1",
    # glibc returns each buffer of a picture to the kernel, which clears it again for the next one. That took an eighth of
    # the time. Buffers of up to 32 MiB, the largest value that glibc accepts, are kept instead.
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(128 << 20),
}
_PR_SET_PDEATHSIG = 1


@dataclass(eq=False)
class _Process:
    """A process that works on one job at a time."""

    popen: subprocess.Popen[bytes]
    pipe: Connection
    #: Whether it has loaded what it needs.
    is_ready: bool = False
    job: Job | None = None


def run_in_processes(jobs: Iterable[Job], count: int) -> Iterator[dict[str, Any]]:
    """Runs the jobs in at most `count` processes. Yields results when they are ready.

    If a process ends, another one takes its place, and its file is tried again after all others. No other file is
    worked on at that time, because the machine may have been short of memory. If that ends a process too, the file
    counts as failed.
    """
    pool = _Pool(iter(jobs), count)
    try:
        yield from pool.results()
    finally:
        pool.end()


class _Pool:
    def __init__(self, jobs: Iterator[Job], count: int) -> None:
        self._jobs = jobs
        self._count = count
        self._idle: list[_Process] = []
        self._busy: dict[Connection, _Process] = {}
        self._deaths: Counter[str] = Counter()
        self._failed_starts = 0
        #: The jobs that are tried again.
        self._again: deque[Job] = deque()

    def results(self) -> Iterator[dict[str, Any]]:
        self._hand_out()
        while self._busy:
            answers = [self._answer(self._busy[pipe]) for pipe in wait(list(self._busy)) if isinstance(pipe, Connection)]
            # The processes get their next jobs before the caller deals with the results.
            self._hand_out()
            yield from (answer for answer in answers if answer is not None)

    def end(self) -> None:
        """Ends all processes. Those that still work remove their unfinished files first."""
        every = [*self._idle, *self._busy.values()]
        for process in self._busy.values():
            _signal(process, signal.SIGTERM)
        for process in every:
            process.pipe.close()  # an idle process ends when it reads that
        end = time.monotonic() + _PATIENCE
        for process in every:
            try:
                process.popen.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                _signal(process, signal.SIGKILL)
                process.popen.wait()

    def _hand_out(self) -> None:
        """Gives jobs to idle processes. Starts one if none is idle and their number allows that."""
        while len(self._busy) < self._count:
            job = self._next()
            if job is None:
                return
            process = self._idle.pop() if self._idle else _started()
            process.job = job
            self._busy[process.pipe] = process
            with suppress(OSError):  # if the process has ended, `_answer` will see that
                process.pipe.send(job)

    def _next(self) -> Job | None:
        job = next(self._jobs, None)
        if job is None and self._again and not self._busy:
            return self._again.popleft()
        return job

    def _answer(self, process: _Process) -> dict[str, Any] | None:
        """Reads what a process has sent. Returns a result, or None if there is none yet."""
        try:
            answer: dict[str, Any] | None = process.pipe.recv()
        except (EOFError, OSError):
            del self._busy[process.pipe]
            return self._ended(process)
        if answer is None:
            process.is_ready = True
            return None
        del self._busy[process.pipe]
        self._idle.append(process)
        return answer

    def _ended(self, process: _Process) -> dict[str, Any] | None:
        """Decides what becomes of the job of a process that has ended."""
        job = process.job
        assert job is not None
        process.pipe.close()
        how = _how(_status(process))
        if not process.is_ready:
            self._failed_starts += 1
            if self._failed_starts > _FAILED_STARTS:
                raise CommandError(f"the processes of the batch cannot start: the last one ended {how}", "try --workers 0")
        else:
            self._deaths[job.path] += 1
            if self._deaths[job.path] == _DEATHS:
                error = f"two processes that worked on this file ended, the second one {how}"
                hint = "if memory was short, try again with more of it" if how.endswith("SIGKILL") else ""
                return {"path": job.path, "status": "failed", "error": error, "hint": hint}
        self._again.append(job)
        return None


def _status(process: _Process) -> int:
    """Waits until a process that has closed its pipe ends, and returns its status. Ends the programs that it ran."""
    end = time.monotonic() + _PATIENCE
    # It is reaped after that, because until then no other process group can have its number.
    options = os.WEXITED | os.WNOWAIT | os.WNOHANG
    with suppress(ChildProcessError):  # where SIGCHLD is ignored, the system reaps it
        while os.waitid(os.P_PID, process.popen.pid, options) is None and time.monotonic() < end:
            time.sleep(0.01)
    _signal(process, signal.SIGKILL)
    return process.popen.wait()


def _how(status: int) -> str:
    """Returns how a process ended, for a message."""
    if status >= 0:
        return f"with exit status {status}"
    try:
        return f"by {signal.Signals(-status).name}"
    except ValueError:
        return f"by signal {-status}"


def _signal(process: _Process, number: int) -> None:
    """Sends a signal to a process and to the programs that it runs."""
    with suppress(ProcessLookupError):
        os.killpg(process.popen.pid, number)


def _started() -> _Process:
    """Starts a process. It is in a separate group, so that Ctrl-C in a terminal reaches only this process."""
    ours, theirs = Pipe()
    with theirs:
        descriptor = theirs.fileno()
        program = _PROGRAM.format(path=sys.path, module=__name__, descriptor=descriptor, parent=os.getpid())
        popen = subprocess.Popen(
            [sys.executable, "-Wignore", "-c", program],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # standard output belongs to the result of the command
            env={**_ENVIRONMENT, **os.environ},
            pass_fds=(descriptor,),
            process_group=0,
        )
    return _Process(popen, ours)


def work(descriptor: int, parent: int) -> None:
    """Works on the jobs that come through a pipe until it is closed. This is the main function of a process."""
    os.set_inheritable(descriptor, False)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        # Not even a job that takes hours outlives the command. The call fails only for an invalid signal.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            return
        pipe = Connection(descriptor)
        pipe.send(None)
        while True:
            pipe.send(cover_file(pipe.recv()))
    except (EOFError, ConnectionError):
        pass
    except KeyboardInterrupt:
        # The signal may have come while a program was being started, which is then not ended.
        os.killpg(os.getpid(), signal.SIGTERM)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Interrupts the work as Ctrl-C does, so that the unfinished file is removed. This process ignores a second signal."""
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt
