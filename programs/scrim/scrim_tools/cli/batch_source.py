# SPDX-License-Identifier: MIT
"""Finds the files of a batch: those below a folder, or those named in a list or a Parquet file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError, need
from .batch_state import STATE


class Item(NamedTuple):
    """A file of a batch."""

    #: The path below the source, with slashes. The output has the same path below the destination.
    path: str
    #: The absolute path of the file.
    source: str


def root_of(source: Path) -> Path:
    """Returns the folder to which the paths of a source are relative."""
    return source if source.is_dir() else source.parent


def items_of(source: Path, destination: Path, column: str) -> list[Item]:
    """Returns all files, each once, in the order of their paths."""
    whole = Path(os.path.abspath(source))  # workers may run in other folders
    if whole.is_dir():
        found = {item.path: item for item in _walk(whole, destination)}
    else:
        parquet = source.suffix.lower() in (".parquet", ".pq")
        names = _parquet(source, column) if parquet else _lines(source)
        found = {}
        for name in names:
            if "\0" in name:
                raise UsageError(f"{source}: a path must not contain the character NUL (got {name!r})")
            item = _named(name, whole.parent)
            if found.setdefault(item.path, item) != item:
                raise UsageError(
                    f"{source}: {item.source} and {found[item.path].source} would have the same output {item.path}",
                    "move the list into a folder that contains none of its files",
                )
    return [found[path] for path in sorted(found)]


def _walk(source: Path, destination: Path) -> Iterator[Item]:
    """Yields the files, and also links to folders, which are reported because they are not followed."""

    def fail(error: OSError) -> None:
        raise error  # a folder that cannot be read must not count as empty

    for folder, folders, files in os.walk(source, onerror=fail):
        # The destination may be inside the source, and so may the state of other batches.
        folders[:] = [
            name
            for name in folders
            if name != STATE and not (destination.exists() and os.path.samefile(f"{folder}/{name}", destination))
        ]
        links = [name for name in folders if os.path.islink(f"{folder}/{name}")]
        for name in [*files, *links]:
            whole = Path(folder, name)
            yield Item(whole.relative_to(source).as_posix(), str(whole))


def _named(name: str, folder: Path) -> Item:
    """Returns a file of a list. Its path is relative to the list's folder, or complete if it is elsewhere."""
    whole = Path(os.path.normpath(Path(os.path.abspath(folder), name)))
    try:
        path = whole.relative_to(os.path.abspath(folder))
    except ValueError:
        path = whole.relative_to("/")
    return Item(path.as_posix(), str(whole))


def _lines(source: Path) -> Iterator[str]:
    try:
        text = source.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(
            f"{source}: SOURCE must be a folder, a Parquet file or a list of paths, but this is not UTF-8 text",
            "the name of a Parquet file must end with .parquet or .pq",
        ) from None
    # str.splitlines() would also split names that contain other line separators.
    yield from (line for line in text.replace("\r\n", "\n").split("\n") if line.strip())


def _values(source: Path, column: str, values: Any) -> list[Any]:
    try:
        return list(values.to_pylist())
    except ValueError as error:  # text that is not UTF-8, or times that Python cannot represent
        raise UsageError(f"{source}: the column {column!r} must contain paths in UTF-8, but contains {values.type}: {error}") from None


def _parquet(source: Path, column: str) -> Iterator[str]:
    parquet = need("pyarrow.parquet", "pyarrow", "batch")
    try:
        with parquet.ParquetFile(source) as file:
            if column not in file.schema_arrow.names:
                names = ", ".join(file.schema_arrow.names)
                raise UsageError(f"--column: {source} has no column {column!r}", f"its columns are {names}")
            for batch in file.iter_batches(columns=[column]):
                for name in _values(source, column, batch.column(0)):
                    if not isinstance(name, str) or not name:
                        raise UsageError(f"{source}: the column {column!r} must contain paths (got {name!r})")
                    yield name
    except need("pyarrow", "pyarrow", "batch").ArrowInvalid as error:
        raise UsageError(f"{source}: this is not a valid Parquet file: {error}") from None
