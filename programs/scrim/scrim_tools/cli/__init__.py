# SPDX-License-Identifier: MIT
"""The command `scrim`: a module for each of its commands, found through COMMANDS.

Such a module has `add_parser(subparsers)` and `run(args) -> int`. It imports Pillow, PyAV or whatever else its command
alone needs when it runs, through `need()`: the other commands work without.
"""

from __future__ import annotations

import argparse
import importlib
import io
import signal
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from scrim import __version__, library_version

from .errors import EXIT_CODES, Exit, UsageError, guarded, tell_error

#: The modules of the commands, in the order in which the help lists them.
COMMANDS = (
    "redact",
    "video",
    "batch",
    "keypad",
    "selftest",
)


class _Parser(argparse.ArgumentParser):
    """Errors in JSON, where a command is asked for that; its subcommands are of this class as well."""

    def error(self, message: str) -> NoReturn:
        raise _WrongLine(self, message)


class _WrongLine(Exception):
    def __init__(self, parser: argparse.ArgumentParser, message: str) -> None:
        super().__init__(message)
        self.parser = parser


def command_modules() -> list[ModuleType]:
    return [importlib.import_module(f"{__name__}.{name}") for name in COMMANDS]


def build_parser() -> argparse.ArgumentParser:
    """The whole command line. The manual page and the completions of shells are made from it as well."""
    parser = _Parser(
        prog="scrim",
        description="Covers what pictures and videos show of private things, so that nothing of it is left.",
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
    """Makes other requests to end what Ctrl-C is: half a file is removed then. One that is ignored (nohup) stays so."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the answer is the exit code (errors.Exit)."""
    if arguments is None:
        _end_in_good_order()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        # A file's name need not be text, and not every terminal has every letter: that is no error after the work.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        args = build_parser().parse_args(words)
    except OSError as error:  # of --help and --version
        print(f"scrim: standard output: {error.strerror}", file=sys.stderr)
        return Exit.FAILED
    except _WrongLine as wrong:
        if not {"--json", "--report"}.intersection(words):
            argparse.ArgumentParser.error(wrong.parser, str(wrong))  # exits
        args = argparse.Namespace(json=True, command=wrong.parser.prog, output="-" if "-" in words else None)
        return tell_error(args, UsageError(str(wrong), f"{wrong.parser.prog} --help"))
    module = importlib.import_module(f"{__name__}.{args.command.replace('-', '_')}")
    return guarded(module.run, args)
