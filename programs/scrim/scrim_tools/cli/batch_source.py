# SPDX-License-Identifier: MIT
"""What a batch is of: the files below a folder, or those that a list or a Parquet file names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .batch_work import STATE
from .errors import UsageError, need


class Item(NamedTuple):
    """A file to cover."""

    #: Below the source, with slashes; and so below the destination.
    path: str
    source: str


def root_of(source: Path) -> Path:
    """The folder that paths are below."""
    return source if source.is_dir() else source.parent


def items_of(source: Path, destination: Path, column: str) -> list[Item]:
    """All files, each once, in the order of their paths."""
    source = Path(os.path.abspath(source))  # workers may run in other folders
    if source.is_dir():
        found = {item.path: item for item in _walk(source, destination)}
    else:
        parquet = source.suffix.lower() in (".parquet", ".pq")
        names = _parquet(source, column) if parquet else _lines(source)
        found = {}
        for name in names:
            item = _named(name, source.parent)
            if found.setdefault(item.path, item) != item:
                raise UsageError(
                    f"{item.source} and {found[item.path].source} would both become {item.path}",
                    "put the list into a folder that none of its files is in",
                )
    return [found[path] for path in sorted(found)]


def _walk(source: Path, destination: Path) -> Iterator[Item]:
    """The files, and the links to folders: these are not followed, and are to be told of."""

    def fail(error: OSError) -> None:
        raise error  # a folder that cannot be read is not an empty one

    for folder, folders, files in os.walk(source, onerror=fail):
        # The destination may lie inside, and what other batches keep for themselves.
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
    """A file of a list: below the list's folder by its path from there, others by their whole path."""
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
        raise UsageError(f"{source}: it is neither a folder, nor a Parquet file, nor a list in UTF-8") from None
    # str.splitlines() would part names as well.
    yield from (line for line in text.replace("\r\n", "\n").split("\n") if line.strip())


def _parquet(source: Path, column: str) -> Iterator[str]:
    parquet = need("pyarrow.parquet", "pyarrow", "batch")
    try:
        with parquet.ParquetFile(source) as file:
            if column not in file.schema_arrow.names:
                names = ", ".join(file.schema_arrow.names)
                raise UsageError(f"{source}: there is no column {column}", f"say --column with one of {names}")
            for batch in file.iter_batches(columns=[column]):
                for name in batch.column(0).to_pylist():
                    if not isinstance(name, str) or not name:
                        raise UsageError(f"{source}: {name!r} in {column} is no path")
                    yield name
    except need("pyarrow", "pyarrow", "batch").ArrowInvalid as error:
        raise UsageError(f"{source}: {error}") from None
