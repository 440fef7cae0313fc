# SPDX-License-Identifier: MIT
"""Where the command `scrim` begins: outside of the package, which cannot be imported without the library."""

import sys
import warnings


def main() -> int:
    if not sys.warnoptions:
        # What decoders warn of, they warn programmers of.
        warnings.simplefilter("ignore")
    try:
        from scrim.cli import main as command
    except ImportError as error:
        print(f"scrim: {error}", file=sys.stderr)
        return 3
    return command()
