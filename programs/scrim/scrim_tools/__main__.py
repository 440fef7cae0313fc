# SPDX-License-Identifier: MIT
"""The command `scrim`, also available as `python -m scrim_tools`."""

import json
import sys
import warnings


def _tell(message: str) -> None:
    """Reports that something is not installed, as scrim_tools.errors does, which needs the library too."""
    words = sys.argv[1:]
    if not {"--json", "--report"}.intersection(words):
        print(f"scrim: {message}", file=sys.stderr)
        return
    error = {"code": 3, "kind": "missing", "message": message, "hint": ""}
    # The picture would have been written to standard output.
    takes_output = any(word == "-" or word.endswith("=-") for word in words)
    print(json.dumps({"ok": False, "error": error, "warnings": []}), file=sys.stderr if takes_output else sys.stdout)


def main() -> int:
    if not sys.warnoptions:
        # Warnings of decoders address programmers, not users of the command.
        warnings.simplefilter("ignore")
    try:
        from .cli import main as command
    except ImportError as error:
        _tell(str(error))
        return 3
    return command()


if __name__ == "__main__":
    sys.exit(main())
