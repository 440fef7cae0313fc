# SPDX-License-Identifier: MIT
"""The tools of Scrim: the command `scrim` (`cli`), redaction of videos (`video`), and comparison of screenshots in tests
(`testing`). They use the library through the package `scrim`.
"""
