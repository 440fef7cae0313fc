# SPDX-License-Identifier: MIT
"""How commands report results, warnings and errors: as text or as JSON, and by their exit code."""

from __future__ import annotations

import argparse
import enum
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from scrim import InvalidArgumentError, ScrimError


class Exit(enum.IntEnum):
    """The exit codes of every command."""

    DONE = 0
    #: The work failed, and no output was written.
    FAILED = 1
    #: The command line, a file of regions or a file of rules is wrong.
    USAGE = 2
    #: A program, a Python package or a language that the command needs is not installed.
    MISSING = 3
    #: Nothing was found to cover, or one of the text patterns found nothing. No output was written.
    NOTHING = 4
    #: Some of several files failed. The others are done.
    PARTLY = 5
    INTERRUPTED = 130


EXIT_CODES = """\
exit codes:
  0    The work is done.
  1    The work failed, and no output was written.
  2    The command line, a file of regions or a file of rules is wrong.
  3    A program or package that the command needs is not installed.
  4    Nothing was found to cover, or a text pattern found nothing; no output was written.
  5    Some of several files failed, and the others are done.
  130  The command was interrupted."""


class CommandError(Exception):
    """An error that is reported in one sentence. `hint` says what to do about it."""

    def __init__(self, message: str, hint: str = "", exit: Exit = Exit.FAILED) -> None:
        super().__init__(message)
        self.hint = hint
        self.exit = exit


class UsageError(CommandError):
    """An error in the command line, or in a file of regions or rules."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint, Exit.USAGE)


class FileError(CommandError):
    """An error in the content of a file. Its message does not name the file: see `naming`."""


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Puts the name of a file before the message of a FileError."""
    try:
        yield
    except FileError as error:
        raise CommandError(f"{name}: {error}", error.hint, error.exit) from error


def need(module: str, package: str, extra: str = "") -> Any:
    """Imports a module that only some commands need. `extra` is the extra of scrim-tools that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        how = f"pip install 'scrim-tools[{extra}]'" if extra else "pip install scrim-tools"
        raise CommandError(f"{package} is not installed ({error})", how, Exit.MISSING) from error


def shown(word: str) -> str:
    """A word as errors quote it. Long words are cut."""
    return repr(word if len(word) <= 40 else f"{word[:37]}...")


def printable(text: str) -> str:
    """Escapes control characters. Names of files may come from strangers, and must not control the terminal."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def add_json_option(parser: argparse._ActionsContainer, *aliases: str) -> None:
    """Adds the option --json, which every command has. See `tell`, `warn` and `guarded`."""
    parser.add_argument(
        "--json", *aliases, action="store_true", dest="json", help="print one JSON object instead of text, also for errors"
    )


def warn(args: argparse.Namespace, message: str) -> None:
    """Prints a warning to standard error, or adds it to the "warnings" of the JSON object."""
    if args.json:
        args.warnings = [*getattr(args, "warnings", ()), message]
    else:
        say(printable(f"scrim {args.command}: warning: {message}"))


def say(text: str) -> None:
    """Prints a line to standard error. An error of standard error is ignored, because the work may be done and must not count as failed."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        abandon(sys.stderr)


def tell(args: argparse.Namespace, result: dict[str, Any], text: str = "", to: TextIO | None = None) -> None:
    """Prints the result as text, or as a JSON object with "ok", the result and "warnings".

    `to` is the stream; without it, the result goes to standard output.
    """
    if args.json:
        text = json.dumps({"ok": True, **result, "warnings": getattr(args, "warnings", [])})
    if text:
        _print(text, to or sys.stdout)


def _print(text: str, to: TextIO) -> None:
    if to is sys.stderr:
        say(text)
        return
    with _told():
        print(text, file=to)


def guarded(run: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    """Runs a command, reports its error if it has one, and returns the exit code.

    With --json an error is {"ok": false, "error": {"code", "kind", "message", "hint"}, "warnings"}, and is printed in
    place of the result.
    """
    try:
        done = run(args)
        _flush()
        return done
    except BrokenPipeError:
        abandon(sys.stdout)
        return Exit.FAILED
    except KeyboardInterrupt:
        return _failed(args, "interrupted", "", Exit.INTERRUPTED)
    except CommandError as error:
        args.json = args.json and not isinstance(error, _OutputError)
        return tell_error(args, error)
    except ScrimError as error:
        code = Exit.USAGE if isinstance(error, InvalidArgumentError) else Exit.FAILED
        # The message of a wrong argument is complete; other errors have names to search for.
        name = "" if isinstance(error, InvalidArgumentError) else f" ({error.name})"
        return _failed(args, f"{error}{name}", "", code)
    except MemoryError:
        return _failed(args, "not enough memory is available", "", Exit.FAILED)
    except OSError as error:
        return _failed(args, io_message(error), "", Exit.FAILED)


def io_message(error: OSError, name: str | None = None) -> str:
    """A sentence about an error of the file system: the file's name as the user wrote it, and what is wrong.

    `name` is the name to show instead of the error's own.
    """
    reasons: dict[type[OSError], str] = {
        FileNotFoundError: "the file or folder does not exist",
        IsADirectoryError: "a file is expected, but this is a folder",
        NotADirectoryError: "a part of this path is not a folder",
        PermissionError: "permission denied",
    }
    reason = reasons.get(type(error)) or error.strerror or str(error)
    name = error.filename if name is None else name
    return f"{os.fsdecode(name)}: {reason}" if isinstance(name, str | bytes) and name else reason


class _OutputError(CommandError):
    """Standard output cannot be written."""


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon(sys.stdout)
        raise _OutputError(f"standard output cannot be written: {error.strerror}") from error


def _flush() -> None:
    # None if it was closed before the command began.
    if sys.stdout is not None:
        with _told():
            sys.stdout.flush()


@contextmanager
def writing_to_standard_output() -> Iterator[None]:
    """Lets errors of standard output inside the block be a CommandError: a picture or a video that is cut off must not look whole."""
    try:
        yield
    except BrokenPipeError as error:
        abandon(sys.stdout)
        raise CommandError("standard output was closed before everything was written") from error
    except OSError as error:
        abandon(sys.stdout)
        raise CommandError(f"standard output cannot be written: {error.strerror}") from error


def abandon(stream: TextIO) -> None:
    """Redirects a standard stream to nowhere, because it cannot be written. Otherwise Python reports a second error at its end."""
    with suppress(OSError, AttributeError):  # it may not be a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell_error(args: argparse.Namespace, error: CommandError) -> int:
    """Reports an error as `guarded` does, and returns its exit code."""
    return _failed(args, str(error), error.hint, error.exit)


def _failed(args: argparse.Namespace, message: str, hint: str, code: Exit) -> int:
    if args.json:
        error = {"code": int(code), "kind": code.name.lower(), "message": message, "hint": hint}
        report = {"ok": False, "error": error, "warnings": getattr(args, "warnings", [])}
        with suppress(_OutputError, BrokenPipeError):
            # The picture may have been written to standard output.
            _print(json.dumps(report), sys.stderr if getattr(args, "output", None) == "-" else sys.stdout)
            _flush()
            return code
        abandon(sys.stdout)
    say(printable(f"scrim {args.command}: {message}"))
    if hint:
        say(printable(f"  {hint}"))
    return code
