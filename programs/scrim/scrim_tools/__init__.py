# SPDX-License-Identifier: MIT
"""Tools that use Scrim through the package `scrim`.

`scrim_tools.cli` is the command `scrim`, `scrim_tools.video` redacts videos, and `scrim_tools.testing` compares
screenshots in tests.
"""
