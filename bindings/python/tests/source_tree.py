# SPDX-License-Identifier: MIT
"""Where the binding and the whole source tree are."""

from pathlib import Path

BINDING = Path(__file__).resolve().parents[1]
ROOT = BINDING.parents[1]
