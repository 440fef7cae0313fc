# SPDX-License-Identifier: MIT
"""What commands say: results, warnings and errors, as text or as JSON, and the exit code."""

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
    #: It could not be done. No output was left.
    FAILED = 1
    #: The command line, or a file of regions or rules, says nothing that can be done.
    USAGE = 2
    #: A program, a Python package or a language that the command needs is not installed.
    MISSING = 3
    #: Nothing was found to cover, or nothing for one of the patterns of text. No output was left.
    NOTHING = 4
    #: Of several files some could not be done; the others are.
    PARTLY = 5
    INTERRUPTED = 130


EXIT_CODES = """\
exit codes:
  0    done
  1    it could not be done, and no output was left
  2    the command line, or a file that it names for regions or rules, is wrong
  3    something that the command needs is not installed
  4    nothing was found to cover, or nothing for one of the patterns; no output was left
  5    of several files some could not be done
  130  interrupted"""


class CommandError(Exception):
    """An error to be told in a sentence; `hint` says what to do about it."""

    def __init__(self, message: str, hint: str = "", exit: Exit = Exit.FAILED) -> None:
        super().__init__(message)
        self.hint = hint
        self.exit = exit


class UsageError(CommandError):
    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint, Exit.USAGE)


def need(module: str, package: str, extra: str = "") -> Any:
    """Imports a module that not every command needs. `extra` is the extra of scrim-tools that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        how = f"pip install 'scrim-tools[{extra}]'" if extra else "pip install scrim-tools"
        raise CommandError(f"{package} is not installed ({error})", how, Exit.MISSING) from error


def add_json_option(parser: argparse._ActionsContainer, *aliases: str) -> None:
    """--json, as every command has it: see `tell`, `warn` and `guarded`."""
    parser.add_argument(
        "--json", *aliases, action="store_true", dest="json", help="print one JSON object, of errors too, and no text"
    )


def warn(args: argparse.Namespace, message: str) -> None:
    """A warning: on standard error, or one of the "warnings" of the JSON object."""
    if args.json:
        args.warnings = [*getattr(args, "warnings", ()), message]
    else:
        print(f"scrim {args.command}: warning: {message}", file=sys.stderr)


def tell(args: argparse.Namespace, result: dict[str, Any], text: str = "", to: TextIO | None = None) -> None:
    """The result, once: a text, or a JSON object with "ok", the result and "warnings". `to` is standard output."""
    if args.json:
        text = json.dumps({"ok": True, **result, "warnings": getattr(args, "warnings", [])})
    if text:
        with _told():
            print(text, file=to or sys.stdout)


def guarded(run: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    """Runs a command, and tells an error of it.

    In JSON it is {"ok": false, "error": {"code", "kind", "message", "hint"}, "warnings"}, where the result would
    have been.
    """
    try:
        done = run(args)
        _flush()
        return done
    except BrokenPipeError:
        _abandon_output()
        return Exit.FAILED
    except KeyboardInterrupt:
        return _failed(args, "interrupted", "", Exit.INTERRUPTED)
    except CommandError as error:
        args.json = args.json and not isinstance(error, _OutputError)
        return tell_error(args, error)
    except ScrimError as error:
        code = Exit.USAGE if isinstance(error, InvalidArgumentError) else Exit.FAILED
        return _failed(args, f"{error} ({error.name})", "", code)
    except MemoryError:
        return _failed(args, "there is not enough memory", "", Exit.FAILED)
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        return _failed(args, f"{what}{error.strerror or error}", "", Exit.FAILED)


class _OutputError(CommandError):
    """Standard output takes nothing."""


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        _abandon_output()
        raise _OutputError(f"standard output: {error.strerror}") from error


def _flush() -> None:
    # None where it was closed before the command began.
    if sys.stdout is not None:
        with _told():
            sys.stdout.flush()


def _abandon_output() -> None:
    """Nobody reads any more. Python would complain once more on closing standard output."""
    with suppress(OSError, AttributeError):  # it may be no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def tell_error(args: argparse.Namespace, error: CommandError) -> int:
    """Tells an error as `guarded` does; the answer is its exit code."""
    return _failed(args, str(error), error.hint, error.exit)


def _failed(args: argparse.Namespace, message: str, hint: str, code: Exit) -> int:
    if args.json:
        error = {"code": int(code), "kind": code.name.lower(), "message": message, "hint": hint}
        report = {"ok": False, "error": error, "warnings": getattr(args, "warnings", [])}
        with suppress(_OutputError, BrokenPipeError):
            # Standard output may be the picture's.
            with _told():
                print(json.dumps(report), file=sys.stderr if getattr(args, "output", None) == "-" else sys.stdout)
            _flush()
            return code
        _abandon_output()
    print(f"scrim {args.command}: {message}", file=sys.stderr)
    if hint:
        print(f"  {hint}", file=sys.stderr)
    return code
