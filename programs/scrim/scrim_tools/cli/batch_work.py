# SPDX-License-Identifier: MIT
"""One file of a batch, from its source to its place: what runs on a worker."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ..fresh_file import fresh_file
from .batch_rules import VIDEOS, Rule
from .errors import CommandError, need
from .image_job import cover_picture

#: Below the destination: what a batch keeps for itself.
STATE = ".scrim-batch"


class Job(NamedTuple):
    """Plain values: they travel to other machines, which see the same files under the same names."""

    path: str
    source: str
    #: What files of regions and patterns are relative to.
    root: str
    destination: str
    rule: dict[str, Any]
    #: Whose it is: see `begin_run`.
    run: str = ""


def begin_run(destination: Path) -> str:
    """Makes a run the one that writes to a destination, and gives its name.

    A worker may still be at a file of a run whose client is gone. Its rules may be older, so it must not put anything
    where the new run has been: it looks for the name first, under a lock that this one takes alone.
    """
    name = secrets.token_hex(16)
    with open(destination / STATE / "run", "a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.truncate(0)
        file.write(name.encode())
        file.flush()
    return name


@contextmanager
def _our_turn(job: Job) -> Iterator[None]:
    """Within, no other run begins. CommandError where one has."""
    with open(Path(job.destination, STATE, "run"), "rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        if file.read() != job.run.encode():
            raise _OtherRunError("another batch has begun to write here", "look at what that one tells")
        yield


class _OtherRunError(CommandError):
    """What is there now is not this run's to change."""


def marker_of(destination: Path, path: str) -> Path:
    """Where it is written that a file is done."""
    name = hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()
    return destination / STATE / "done" / name[:2] / f"{name}.json"


def cover_file(job: Job) -> dict[str, Any]:
    """Covers a file, unless that has been done already. The answer tells how it went, of every kind of error too.

    The output gets its name when it is whole; a marker that it is done is written after that. Who begins again, here
    or on another worker, finds both or does it anew.
    """
    began = time.monotonic()
    result: dict[str, Any] = {"path": job.path, "worker": f"{socket.gethostname()}:{os.getpid()}"}
    try:
        result.update(_cover(job))
    except CommandError as error:
        result.update(status="failed", error=str(error), hint=error.hint, code=int(error.exit))
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        result.update(status="failed", error=f"{what}{error.strerror or error}", hint="")
    except Exception as error:  # whatever a decoder may think of: the other files are still to be done
        result.update(status="failed", error=f"{type(error).__name__}: {error}", hint=getattr(error, "hint", ""))
    return {**result, "seconds": round(time.monotonic() - began, 4)}


def done_before(job: Job) -> dict[str, Any] | None:
    """The answer for a file whose output is there, of this source and by these rules; None for all others, those too
    that will fail."""
    try:
        kept = _kept(job, _wanted(job))
    except (CommandError, OSError):
        return None
    return {"path": job.path, **kept} if kept is not None else None


def _wanted(job: Job) -> dict[str, Any]:
    """What the marker of a file says that need not be done again."""
    if not Path(job.source).is_file() and Path(job.source).exists():
        raise CommandError("it is no file")  # reading a pipe might never end
    rule = Rule(job.rule).digest(Path(job.root), job.path)
    return {"path": job.path, "source": _looks(Path(job.source)), "rule": rule}


def _kept(job: Job, wanted: dict[str, Any]) -> dict[str, Any] | None:
    destination = Path(job.destination)
    done = _read(marker_of(destination, job.path))
    if done is None or {name: done.get(name) for name in wanted} != wanted:
        return None
    if done.get("output") != _looks_of(destination / job.path):
        return None
    return {"status": "kept", "pixels": done.get("pixels", 0)}


def _cover(job: Job) -> dict[str, Any]:
    source, target = Path(job.source), Path(job.destination, job.path)
    marker = marker_of(Path(job.destination), job.path)
    if target.exists() and source.exists() and target.samefile(source):
        raise CommandError("the output would take the place of the input", "choose another destination")
    if Path(os.path.realpath(target.parent)) != Path(os.path.realpath(job.destination), job.path).parent:
        raise CommandError("a folder of the destination is a link", "choose another destination, or remove the link")
    whole = _temporary(job) / f"{secrets.token_hex(8)}{target.suffix}"
    try:
        wanted = _wanted(job)
        with _our_turn(job):
            # Another worker may have done it, and have died before it could tell.
            kept = _kept(job, wanted)
            if kept is not None:
                return kept
            # What older rules covered, or what was of another source, shall not stand there if this fails.
            _remove(marker, target)
        told = _make(job, whole)
        if _looks(source) != wanted["source"]:
            raise CommandError("it changed while it was read", "run the batch again")
        with _our_turn(job):
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(whole, target)
            marker.parent.mkdir(parents=True, exist_ok=True)
            with fresh_file(marker, _temporary(job)) as file:
                file.write_text(json.dumps({**wanted, "output": _looks_of(target), "pixels": told["pixels"]}))
    except _OtherRunError:
        raise
    except Exception:
        # A source that is gone, with its disk perhaps, is no reason to take its output away.
        if source.exists():
            with _our_turn(job):
                _remove(marker, target)
        raise
    finally:
        _remove(whole)
    return {"status": "done", **told}


def take_away(destination: Path, path: str) -> None:
    """Removes what an earlier run made of a file that no rule covers now. What somebody else put there stays."""
    marker, target = marker_of(destination, path), destination / path
    done = _read(marker)
    if done is not None:
        _remove(marker, *([target] if done.get("output") == _looks_of(target) else []))


def _make(job: Job, whole: Path) -> dict[str, Any]:
    """Writes what is to become the output, and tells of it."""
    whole.parent.mkdir(parents=True, exist_ok=True)
    make = _video if whole.suffix.lower() in VIDEOS else _picture
    return make(job, Rule(job.rule), whole)


def _temporary(job: Job) -> Path:
    """Where files grow: in one place, so that what a worker leaves that is killed can be found."""
    return Path(job.destination, STATE, "tmp")


def _remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _picture(job: Job, rule: Rule, whole: Path) -> dict[str, Any]:
    done = cover_picture(Path(job.source).read_bytes(), rule.image_job(Path(job.root), job.path), str(whole))
    with fresh_file(whole) as file:
        file.write_bytes(done.data)
    return {"pixels": done.report["pixels"], "weakest_class": done.report["weakest_class"], "warnings": done.warnings}


def _video(job: Job, rule: Rule, whole: Path) -> dict[str, Any]:
    video = need("scrim_tools.video", "PyAV", "video")
    from .video import tracks_of, warnings_of

    if rule.said.get("text"):
        raise CommandError("text is not looked for in videos", "give this file a rule of its own, with regions")
    tracks, styles = tracks_of(
        [regions for _, regions in rule.regions(Path(job.root), job.path)], video.probe(job.source)
    )
    options = video.VideoOptions(styles=styles, **rule.video_options())
    report = video.redact_video(job.source, whole, tracks, options)
    told = report.as_dict()
    return {"pixels": told["pixels"], "weakest_class": told["weakest_class"], "warnings": warnings_of(report)}


def _looks(path: Path) -> list[int]:
    """What changes when a file does."""
    state = path.stat()
    return [state.st_size, state.st_mtime_ns]


def _looks_of(path: Path) -> list[int] | None:
    try:
        return _looks(path)
    except FileNotFoundError:
        return None


def _read(marker: Path) -> dict[str, Any] | None:
    try:
        value = json.loads(marker.read_bytes())
    except (FileNotFoundError, ValueError):
        return None
    return value if isinstance(value, dict) else None
