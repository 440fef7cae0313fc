# SPDX-License-Identifier: MIT
"""One file of a batch, from its source to its place: what runs on a worker."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import socket
import time
from pathlib import Path
from typing import Any, NamedTuple

from .. import _fresh_file
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
        result.update(status="failed", error=str(error), hint=error.hint)
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
    try:
        wanted = _wanted(job)
        # Another worker may have done it, and have died before it could tell.
        kept = _kept(job, wanted)
        if kept is not None:
            return kept
        # What older rules covered, or what was of another source, shall not stand there if this fails.
        _remove(marker, target)
        told = _make(job, target)
        if _looks(source) != wanted["source"]:
            raise CommandError("it changed while it was read", "run the batch again")
    except Exception:
        # A source that is gone, with its disk perhaps, is no reason to take its output away.
        if source.exists():
            _remove(marker, target)
        raise
    marker.parent.mkdir(parents=True, exist_ok=True)
    with _fresh_file.fresh_file(marker, _temporary(job)) as file:
        file.write_text(json.dumps({**wanted, "output": _looks_of(target), "pixels": told["pixels"]}))
    return {"status": "done", **told}


def _make(job: Job, target: Path) -> dict[str, Any]:
    """Writes the output, and tells of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    _temporary(job).mkdir(parents=True, exist_ok=True)
    make = _video if target.suffix.lower() in VIDEOS else _picture
    return make(job, Rule(job.rule), target, _temporary(job))


def _temporary(job: Job) -> Path:
    """Where files grow: in one place, so that what a worker leaves that is killed can be found."""
    return Path(job.destination, STATE, "tmp")


def _remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _picture(job: Job, rule: Rule, target: Path, temporary: Path) -> dict[str, Any]:
    done = cover_picture(Path(job.source).read_bytes(), rule.image_job(Path(job.root), job.path), str(target))
    with _fresh_file.fresh_file(target, temporary) as file:
        file.write_bytes(done.data)
    return {"pixels": done.report["pixels"], "strength": done.report["strength"], "warnings": done.warnings}


def _video(job: Job, rule: Rule, target: Path, temporary: Path) -> dict[str, Any]:
    video = need("scrim.video", "PyAV", "video")
    from .video import tracks_of, warnings_of

    if rule.said.get("text"):
        raise CommandError("text is not looked for in videos", "give this file a rule of its own, with regions")
    tracks, styles = tracks_of(
        [regions for _, regions in rule.regions(Path(job.root), job.path)], video.probe(job.source)
    )
    options = video.VideoOptions(styles=styles, **rule.video_options())
    whole = temporary / f"{secrets.token_hex(8)}{target.suffix}"
    report = video.redact_video(job.source, whole, tracks, options)
    os.replace(whole, target)
    told = report.as_dict()
    return {"pixels": told["pixels"], "strength": told["strength"], "warnings": warnings_of(report)}


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
