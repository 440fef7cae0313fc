# SPDX-License-Identifier: MIT
"""The command `scrim`: a module for each of its commands, found through COMMANDS.

Such a module has `add_parser(subparsers)` and `run(args) -> int`. It imports Pillow, PyAV or whatever else its command
alone needs when it runs, through `need()`: the other commands work without.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from types import ModuleType

from .. import __version__, library_version
from .errors import EXIT_CODES, guarded

#: The modules of the commands, in the order in which the help lists them.
COMMANDS = (
    "redact",
    "keypad",
    "selftest",
)


def command_modules() -> list[ModuleType]:
    return [importlib.import_module(f"{__name__}.{name}") for name in COMMANDS]


def build_parser() -> argparse.ArgumentParser:
    """The whole command line. The manual page and the completions of shells are made from it as well."""
    parser = argparse.ArgumentParser(
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the answer is the exit code (errors.Exit)."""
    args = build_parser().parse_args(arguments)
    module = importlib.import_module(f"{__name__}.{args.command.replace('-', '_')}")
    return guarded(module.run, args)
