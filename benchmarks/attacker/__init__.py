# SPDX-License-Identifier: MIT
"""Reads redacted digits back: the program behind benchmarks/attack and docs/explanation/attacks.md."""
