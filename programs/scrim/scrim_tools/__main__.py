# SPDX-License-Identifier: MIT
"""The command `scrim`, also available as `python -m scrim_tools`."""

import sys
import warnings


def main() -> int:
    if not sys.warnoptions:
        # Warnings of decoders address programmers, not users of the command.
        warnings.simplefilter("ignore")
    try:
        from .cli import main as command
    except ImportError as error:
        print(f"scrim: {error}", file=sys.stderr)
        return 3
    return command()


if __name__ == "__main__":
    sys.exit(main())
