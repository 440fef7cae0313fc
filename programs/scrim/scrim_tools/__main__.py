# SPDX-License-Identifier: MIT
"""`python -m scrim` is the command `scrim`."""

import sys

from .cli import main

sys.exit(main())
