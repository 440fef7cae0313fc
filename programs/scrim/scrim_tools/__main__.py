# SPDX-License-Identifier: MIT
"""The command `scrim`, also as `python -m scrim_tools`. It says in one line if the shared library cannot be opened."""

import sys
import warnings


def main() -> int:
    if not sys.warnoptions:
        # Warnings of decoders are for programmers, not for users of the command.
        warnings.simplefilter("ignore")
    try:
        from .cli import main as command
    except ImportError as error:
        print(f"scrim: {error}", file=sys.stderr)
        return 3
    return command()


if __name__ == "__main__":
    sys.exit(main())
