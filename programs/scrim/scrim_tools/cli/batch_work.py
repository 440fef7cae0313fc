# SPDX-License-Identifier: MIT
"""Redacts one file of a batch. This part runs on a worker."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..errors import CommandError, io_message, need
from ..fresh_file import give_permissions, named, permissions_of
from .batch_rules import VIDEOS, Rule
from .batch_state import STATE, open_state_file, state_folder
from .image_job import cover_picture
from .region_options import clip_of

#: The warning about regions whose border content crosses. It is the same for all files, so that a summary can count it.
_CROSSED = 'content crosses the border of regions, which the journal lists: if it belongs to what they hide, enlarge them with\
 "dilation", or with "auto_dilate": true in the rule'


class Job(NamedTuple):
    """One file to redact. It consists of plain values, because it is sent to other machines."""

    path: str
    source: str
    #: The folder to which files of regions and patterns are relative.
    root: str
    destination: str
    rule: dict[str, Any]
    #: The run to which the job belongs: see `begin_run`.
    run: str = ""
    #: Other files of the run whose paths differ only in case. On some file systems they have the same output.
    alike: tuple[str, ...] = ()


def begin_run(destination: Path) -> str:
    """Begins a run, which becomes the only one that may write to the destination. Returns its name.

    A worker may still work on a file of an earlier run whose client has ended. The earlier run may have older rules, so
    its results must not replace newer ones. Each worker therefore compares the name of its run, under a lock,
    before it writes.
    """
    name = secrets.token_hex(16)
    with _run_file(destination, os.O_CREAT | os.O_RDWR, "r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.truncate(0)
        file.write(name.encode())
        file.flush()
    return name


@contextmanager
def _run_file(destination: Path, flags: int, mode: str) -> Iterator[IO[bytes]]:
    with state_folder(destination) as folder:
        descriptor = open_state_file(destination / STATE / "run", folder, flags)
    with open(descriptor, mode) as file:
        yield file


@contextmanager
def _our_turn(job: Job, alone: bool = False) -> Iterator[None]:
    """Keeps other runs from beginning while the block runs. Raises CommandError if one has begun already.

    If `alone` is true, other workers of this run wait too.
    """
    # NFS gives an exclusive lock only for a file that is open for writing.
    flags, mode = (os.O_RDWR, "r+b") if alone else (os.O_RDONLY, "rb")
    with _run_file(Path(job.destination), flags, mode) as file:
        fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        if file.read() != job.run.encode():
            raise _OtherRunError("another batch has begun to write to this destination", "see the results of that batch")
        yield


class _OtherRunError(CommandError):
    """A later run owns the destination, so this one must not change it."""


class _SameOutputError(CommandError):
    """The output of this file is the output of another file, and must stay."""


def marker_of(destination: Path, path: str) -> Path:
    """Returns the path of the marker that says that a file is done."""
    name = hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()
    return destination / STATE / "done" / name[:2] / f"{name}.json"


def _folders_of(marker: Path) -> tuple[str, str]:
    return marker.parts[-3], marker.parts[-2]


def cover_file(job: Job) -> dict[str, Any]:
    """Redacts a file unless that is done already. Returns the result, which also reports errors of every kind.

    When the output is complete, the marker is written, and after that the output gets its name. A later run, here or on
    another worker, keeps the output if it finds both. Otherwise it repeats the file.
    """
    began = time.monotonic()
    result: dict[str, Any] = {"path": job.path, "worker": f"{socket.gethostname()}:{os.getpid()}"}
    try:
        result.update(_cover(job))
    except Exception as error:  # decoders raise nearly anything, and the other files are still to be done
        told = _failure(job, error)
        told["error"] = "; ".join([told["error"], *getattr(error, "__notes__", ())])
        result.update(status="failed", **told)
    return {**result, "seconds": round(time.monotonic() - began, 4)}


def _failure(job: Job, error: Exception) -> dict[str, Any]:
    """Returns the message of an error with its hint."""
    if isinstance(error, CommandError):
        return {"error": str(error), "hint": error.hint, "code": int(error.exit)}
    if not isinstance(error, OSError):
        return {"error": f"unexpected error: {type(error).__name__}: {error}", "hint": getattr(error, "hint", "")}
    # The path of the file itself is part of the report already.
    own = error.filename is None or os.fspath(error.filename) == job.source
    # An unfinished file has a name that means nothing to the user. It would have become the output.
    unfinished = not own and Path(job.destination, STATE) in Path(os.fsdecode(error.filename)).parents
    name = "" if own else os.path.join(job.destination, job.path) if unfinished else None
    return {"error": io_message(error, name), "hint": ""}


def done_before(job: Job) -> dict[str, Any] | None:
    """Returns the result of a file whose output exists already, from the same source and rule. None for all others."""
    try:
        kept = _kept(job, _wanted(job))
    except (CommandError, OSError):
        return None
    return {"path": job.path, **kept} if kept is not None else None


def _wanted(job: Job) -> dict[str, Any]:
    """Returns the content of a marker that is up to date."""
    if not Path(job.source).is_file() and Path(job.source).exists():
        raise CommandError("this is not a regular file")  # reading a pipe might never end
    rule = Rule(job.rule).digest(Path(job.root), job.path)
    return {"path": job.path, "source": _looks(Path(job.source)), "rule": rule}


def _kept(job: Job, wanted: dict[str, Any]) -> dict[str, Any] | None:
    destination = Path(job.destination)
    done = _read(destination, job.path)
    if done is None or {name: done.get(name) for name in wanted} != wanted:
        return None
    if done.get("output") != _looks_of(destination / job.path):
        return None
    return {"status": "kept", "pixels": done.get("pixels", 0)}


def _cover(job: Job) -> dict[str, Any]:
    source, target = Path(job.source), Path(job.destination, job.path)
    if target.exists() and source.exists() and target.samefile(source):
        raise CommandError("the output would replace the input", "choose another destination")
    if Path(os.path.realpath(target.parent)) != Path(os.path.realpath(job.destination), job.path).parent:
        raise CommandError("a folder below the destination is a symbolic link", "remove the link, or choose another destination")
    whole = _temporary(job) / f"{secrets.token_hex(8)}{target.suffix}"
    try:
        wanted = _wanted(job)
        with _our_turn(job):
            # Another worker may have done it and ended before it could report that.
            kept = _kept(job, wanted)
            if kept is not None:
                return kept
            _check_alike(job)
            permissions = permissions_of(target)
            # An output of older rules or of another source must not remain if this fails.
            take_away(Path(job.destination), job.path)
        _create(job, whole, 0o666 if permissions is None else 0o600)
        told = _make(job, whole)
        if permissions is not None:
            give_permissions(whole, permissions)
        if _looks(source) != wanted["source"]:
            raise CommandError("the file changed while it was read", "run the batch again")
        with _our_turn(job, alone=bool(job.alike)):
            _check_alike(job)
            target.parent.mkdir(parents=True, exist_ok=True)
            # Before the output has its name: a worker may end between both, and a later run must know that a batch wrote it.
            _mark(job, {**wanted, "output": _looks(whole), "pixels": told["pixels"]})
            os.replace(whole, target)
            _sync_folder(target.parent)
    except (_OtherRunError, _SameOutputError):
        raise
    except Exception as error:
        # If the source is gone, perhaps because its disk was removed, the output stays.
        if source.exists():
            with _our_turn(job):
                take_away(Path(job.destination), job.path)
            if os.path.lexists(target):
                error.add_note(f"{target} is from elsewhere or was changed, so it was not removed")
        raise
    finally:
        _remove(whole)
    return {"status": "done", **told}


def _check_alike(job: Job) -> None:
    """Raises CommandError if another file of this run has the same output, because the file system ignores case."""
    destination = Path(job.destination)
    target = destination / job.path
    for path in job.alike:
        done, other = _read(destination, path), destination / path
        # Without a marker, the file is from elsewhere.
        if done is None or not target.exists() or not other.exists() or not target.samefile(other):
            continue
        if done.get("output") == _looks_of(target):
            raise _SameOutputError(
                f"the output would replace the output of {path}, because DEST treats both names as the same",
                "rename one of the two files, or choose a destination that distinguishes upper and lower case",
            )


def take_away(destination: Path, path: str) -> None:
    """Removes the output of an earlier run, and its marker. Files from elsewhere and files that were changed since stay."""
    marker, target = marker_of(destination, path), destination / path
    done = _read(destination, path)
    if done is not None:
        # The marker last: without it, a later run would take the output for a file from elsewhere.
        _remove(*([target] if done.get("output") == _looks_of(target) else []), marker)


def _create(job: Job, whole: Path, mode: int) -> None:
    """Creates an empty file that will become the output."""
    with state_folder(Path(job.destination), "tmp", create=True):
        os.close(os.open(whole, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, mode))


def _make(job: Job, whole: Path) -> dict[str, Any]:
    """Writes the file that will become the output, and returns its report."""
    make = _video if whole.suffix.lower() in VIDEOS else _picture
    return make(job, Rule(job.rule), whole)


def _temporary(job: Job) -> Path:
    """Returns the folder for unfinished files, from which the remains of killed workers are removed."""
    return Path(job.destination, STATE, "tmp")


def _sync_folder(folder: Path) -> None:
    """Writes the names in a folder to the disk. Some file systems do not support that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _mark(job: Job, content: dict[str, Any]) -> None:
    """Writes the marker of a file, by way of an unfinished file.

    It is on the disk before the output gets its name. Otherwise, if power failed in between, the output would look like a
    file from elsewhere. A later run believes only a marker that describes the source and the output that it finds.
    """
    marker = marker_of(Path(job.destination), job.path)
    whole = _temporary(job) / f"{secrets.token_hex(8)}.json"
    with state_folder(Path(job.destination), *_folders_of(marker), create=True) as folder:
        try:
            with open(whole, "x") as file:
                file.write(json.dumps(content))
                file.flush()
                os.fsync(file.fileno())
            os.replace(whole, marker.name, dst_dir_fd=folder)
            _sync_folder(marker.parent)
        finally:
            _remove(whole)


def _remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _picture(job: Job, rule: Rule, whole: Path) -> dict[str, Any]:
    # Messages name the output that the user knows. Its suffix says the format.
    done = cover_picture(Path(job.source).read_bytes(), rule.image_job(Path(job.root), job.path), os.path.join(job.destination, job.path))
    # On the disk before the output gets its name.
    with named(whole), open(whole, "wb") as file:
        file.write(done.data)
        file.flush()
        os.fsync(file.fileno())
    warnings = [*done.warnings, _CROSSED] if done.crossed else done.warnings
    told = {name: done.report[name] for name in ("pixels", "weakest_class", "dilation")}
    return {**told, "warnings": warnings, "crossed": done.crossed}


def _video(job: Job, rule: Rule, whole: Path) -> dict[str, Any]:
    video = need("scrim_tools.video", "PyAV", "video")
    from .video import crossed_tracks, tracks_of, warnings_of
    from .video_text import search_video

    tracks, styles = tracks_of(
        [regions for _, regions in rule.regions(Path(job.root), job.path, clip_of(lambda: job.source))], video.probe(job.source)
    )
    text = search_video(job.source, rule.said.get("text", ()), styles, style=rule.style(), **rule.text_options())
    tracks += text.tracks
    options = video.VideoOptions(styles=styles, **rule.video_options())
    report = video.redact_video(job.source, whole, tracks, options)
    told = report.as_dict()
    crossed = crossed_tracks(report, tracks)
    warnings = [*text.warnings, *warnings_of(report), *([_CROSSED] if crossed else [])]
    told = {name: told[name] for name in ("pixels", "weakest_class", "dilation")}
    return {**told, **text.report, "warnings": warnings, "crossed": crossed}


def _looks(path: Path) -> list[int]:
    """Returns size and time of the last change."""
    state = path.stat()
    return [state.st_size, state.st_mtime_ns]


def _looks_of(path: Path) -> list[int] | None:
    try:
        return _looks(path)
    except FileNotFoundError:
        return None


def _read(destination: Path, path: str) -> dict[str, Any] | None:
    """Returns the content of the marker of a file, or None if there is none or it is damaged."""
    marker = marker_of(destination, path)
    try:
        with (
            state_folder(destination, *_folders_of(marker)) as folder,
            open(open_state_file(marker, folder, os.O_RDONLY), "rb") as file,
        ):
            value = json.loads(file.read())
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
