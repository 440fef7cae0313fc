# SPDX-License-Identifier: MIT
"""The command `scrim`. COMMANDS lists its commands, each of which has a module here.

Such a module has `add_parser(subparsers)` and `run(args) -> int`. It imports Pillow, PyAV and other optional packages
through `need()` when the command runs, so that the other commands work without them.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn

from scrim import __version__, library_version

from ..errors import EXIT_CODES, Exit, UsageError, guarded, say, tell_error

#: The modules of the commands, in the order in which the help lists them.
COMMANDS = (
    "redact",
    "video",
    "batch",
    "shot",
    "keypad",
    "selftest",
)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors `main` can report as JSON. Its subcommands use this class too."""

    def error(self, message: str) -> NoReturn:
        if message.endswith("expected one argument"):
            option = message.removeprefix("argument ").partition(":")[0].rpartition("/")[2]
            message += f"; a value that begins with a minus is written {option}=VALUE"
        raise _WrongLine(self, message)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses the command line. An unknown option is an error of the command that it was given to, which knows the valid ones."""
        found, unknown = self.parse_known_args(args, namespace)
        if not unknown:
            return found
        command = self._command(found.command)
        message = f"unrecognized arguments: {' '.join(unknown)}"
        options = [option for option in command._option_string_actions if option.startswith("--")]
        if close := difflib.get_close_matches(unknown[0].partition("=")[0], options, 1):
            message += f"; did you mean {close[0]}?"
        command.error(message)

    def _command(self, name: str) -> argparse.ArgumentParser:
        subparsers = next(action for action in self._actions if isinstance(action, argparse._SubParsersAction))
        found: argparse.ArgumentParser = subparsers.choices[name]
        return found


class _WrongLine(Exception):
    def __init__(self, parser: argparse.ArgumentParser, message: str) -> None:
        super().__init__(message)
        self.parser = parser


def command_modules() -> list[ModuleType]:
    return [importlib.import_module(f"{__name__}.{name}") for name in COMMANDS]


def build_parser() -> argparse.ArgumentParser:
    """Returns the parser of the whole command line. The manual page and the shell completions are generated from it."""
    parser = _Parser(
        prog="scrim",
        description="Covers private content in pictures and videos, and writes new files.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    version = f"scrim {__version__} (library {library_version()})"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, title="commands")
    for module in command_modules():
        module.add_parser(commands)
    return parser


def _end_in_good_order() -> None:
    """Lets SIGTERM and SIGHUP end the command as Ctrl-C does, so that unfinished files are removed.

    A signal that is ignored, as under nohup, stays ignored.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def _open_closed_streams() -> None:
    """Opens standard streams that were closed before the command began, so that no file of ours gets the number of standard error."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # otherwise print() writes messages to standard output, where the picture may be


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code, one of errors.Exit."""
    if arguments is None:
        _end_in_good_order()
        _open_closed_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in ("strict", "surrogateescape"):
        # A file name need not be valid text, and a terminal may lack letters. Neither may fail a command that is done.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        args = build_parser().parse_args(words)
    except OSError as error:  # of --help and --version
        say(f"scrim: standard output cannot be written: {error.strerror}")
        return Exit.FAILED
    except _WrongLine as wrong:
        if not {"--json", "--report"}.intersection(words):
            argparse.ArgumentParser.error(wrong.parser, str(wrong))  # exits
        args = argparse.Namespace(json=True, command=wrong.parser.prog, output="-" if "-" in words else None)
        return tell_error(args, UsageError(str(wrong), f"see {wrong.parser.prog} --help"))
    module = importlib.import_module(f"{__name__}.{args.command.replace('-', '_')}")
    return guarded(module.run, args)
