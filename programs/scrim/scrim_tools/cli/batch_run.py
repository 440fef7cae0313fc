# SPDX-License-Identifier: MIT
"""Runs the jobs of a batch in this process or on a Dask cluster, and keeps the journal."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import CommandError, Exit, UsageError, need
from .batch_state import STATE, open_state_file, state_folder
from .batch_work import Job, begin_run, cover_file

#: Jobs that are submitted ahead for each thread of a worker. More would delay the end after an interruption.
_AHEAD = 8
#: How long to wait for a scheduler.
_CONNECT = "10s"


def run_here(jobs: Iterable[Job]) -> Iterator[dict[str, Any]]:
    """Runs the jobs one after the other in this process."""
    return map(cover_file, jobs)


def run_on_dask(jobs: Iterable[Job], scheduler: str) -> Iterator[dict[str, Any]]:
    """Runs the jobs on the workers of a scheduler. Yields results when they are ready."""
    distributed = need("distributed", "Dask's distributed", "dask")
    with _client(distributed, scheduler) as client:
        yield from _results(distributed, client, iter(jobs))


def _client_class(distributed: Any) -> Any:
    """Returns a class of clients that limit the whole time of connecting, and that end their thread if it fails."""

    class Client(distributed.Client):  # type: ignore[misc]
        def start(self, **options: Any) -> None:
            try:
                # The option `timeout` alone does not limit the time in which a server must answer.
                super().start(**options, callback_timeout=_CONNECT)
            except BaseException:
                self.status = "closed"  # otherwise Dask tries to close the connection when the program ends
                self._loop_runner.stop(timeout=1)
                raise

    return Client


@contextmanager
def _client(distributed: Any, scheduler: str) -> Iterator[Any]:
    # Errors are reported for each file. Dask's own log messages are of no use to the user of the command.
    for name in ("distributed", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if "://" not in scheduler and not scheduler.rpartition(":")[2].isdecimal():
        raise UsageError(f"--scheduler: must be an address with a port (got {scheduler!r})", "write tcp://HOST:PORT")
    try:
        client = _client_class(distributed)(scheduler, timeout=_CONNECT, set_as_default=False)
    # TypeError: TLS is not configured. MemoryError: the server is not Dask, and its answer was read as the length of a message.
    except (OSError, ValueError, TypeError, MemoryError) as error:
        raise CommandError(
            f"--scheduler: cannot connect to {scheduler}: {error}",
            "check the address; dask scheduler starts a scheduler",
        ) from error
    with client:
        if not client.scheduler_info(n_workers=-1)["workers"]:
            raise CommandError(f"--scheduler: {scheduler} has no workers", f"start one with dask worker {scheduler}")
        yield client


def _results(distributed: Any, client: Any, jobs: Iterator[Job]) -> Iterator[dict[str, Any]]:
    # Only a window of the jobs is submitted, so that a million of them need no more memory than these.
    window = max(16, _AHEAD * sum(client.nthreads().values()))
    paths: dict[str, str] = {}
    running = distributed.as_completed(loop=client.loop)

    def submit() -> bool:
        job = next(jobs, None)
        if job is None:
            return False
        future = client.submit(cover_file, job, pure=False)
        paths[future.key] = job.path
        running.add(future)
        return True

    while len(paths) < window and submit():
        pass
    while paths:
        future = next(running)
        path = paths.pop(future.key)
        try:
            result = future.result()
        except Exception as error:
            if client.status != "running":
                raise CommandError("the connection to the scheduler was lost", "run the batch again; it will continue") from error
            # The worker sent no result: this file crashed it repeatedly, or a package is missing there.
            result = {"path": path, "status": "failed", "error": f"no worker returned a result: {type(error).__name__}: {error}"}
            result["hint"] = "look at the output of the worker"
        del future
        yield result
        submit()


@dataclass
class Summary:
    """The counts of a batch."""

    done: int = 0
    kept: int = 0
    failed: int = 0
    skipped: int = 0
    unmatched: int = 0
    pixels: int = 0
    failures: list[dict[str, Any]] = field(default_factory=list)
    warnings: dict[str, int] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    @property
    def files(self) -> int:
        return self.done + self.kept + self.failed + self.skipped + self.unmatched

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def add(self, result: dict[str, Any]) -> None:
        status = str(result["status"])
        setattr(self, status, getattr(self, status) + 1)
        self.pixels += int(result.get("pixels", 0))
        if status in ("failed", "unmatched"):
            told = {name: str(result.get(name, "")) for name in ("path", "error", "hint")}
            # The exit code of a batch that consists of this file alone.
            self.failures.append({**told, "code": int(result.get("code", Exit.FAILED))})
        for warning in result.get("warnings", ()):
            self.warnings[warning] = self.warnings.get(warning, 0) + 1

    def as_dict(self) -> dict[str, Any]:
        counts = {
            name: getattr(self, name) for name in ("files", "done", "kept", "failed", "skipped", "unmatched", "pixels")
        }
        rate = round(self.done / max(self.seconds, 1e-9), 2)
        return {**counts, "seconds": round(self.seconds, 3), "files_per_second": rate, "failures": self.failures}

    def exit(self) -> Exit:
        if not self.failed and not self.unmatched:
            return Exit.DONE if self.files else Exit.NOTHING
        if self.done or self.kept:
            return Exit.PARTLY
        return Exit.NOTHING if all(failure["code"] == Exit.NOTHING for failure in self.failures) else Exit.FAILED


class Journal:
    """The journal DEST/.scrim-batch/journal.jsonl, which has one line for each result.

    It also locks the destination, because two batches at the same time would remove each other's outputs.
    """

    def __init__(self, destination: Path) -> None:
        self.destination = destination
        self.path = destination / STATE / "journal.jsonl"

    def __enter__(self) -> Journal:
        with self._named():
            return self._begun()

    def _begun(self) -> Journal:
        self.destination.mkdir(parents=True, exist_ok=True)
        with state_folder(self.destination, create=True) as folder, ExitStack() as stack:
            self._lock = open_state_file(self.path.with_name("lock"), folder, os.O_CREAT | os.O_RDWR)
            stack.callback(os.close, self._lock)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise UsageError(f"another batch is writing to {self.destination}", "wait until it ends") from None
            # Everything is checked before anything changes.
            journal = open_state_file(self.path, folder, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
            self._file = stack.enter_context(open(journal, "a", encoding="utf-8"))
            for name in ("done", "tmp"):
                with state_folder(self.destination, name, create=True):
                    pass
            self.run = begin_run(self.destination)
            # Removes unfinished files of workers that were killed.
            self._clean()
            stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        try:
            with self._named(), self._file:
                self._file.flush()
                os.fsync(self._file.fileno())
        finally:
            # If the destination has vanished, each file has failed and said so.
            try:
                with suppress(OSError, UsageError):
                    self._clean()
            finally:
                os.close(self._lock)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Lets errors that name no file, such as a full disk, name the journal."""
        try:
            yield
        except OSError as error:
            if error.filename is not None or error.errno is None:
                raise
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def _clean(self) -> None:
        with state_folder(self.destination, "tmp", create=True) as folder:
            for name in os.listdir(folder):
                with suppress(OSError):
                    os.unlink(name, dir_fd=folder)

    def add(self, result: dict[str, Any]) -> None:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"time": now, **result}, ensure_ascii=False)
        if not line.isprintable():
            # A name that is not UTF-8 would make the journal a file that is not UTF-8.
            line = json.dumps({"time": now, **result})
        with self._named():
            self._file.write(line + "\n")
            self._file.flush()
