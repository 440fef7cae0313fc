# SPDX-License-Identifier: MIT
"""Files of regions."""

from __future__ import annotations

from pathlib import Path

from .model import FORMATS, FileRegion, Place, Regions, RegionsError, meant, wrong_place
from .scrim_json import parse_regions

__all__ = ["FORMATS", "FileRegion", "Place", "Regions", "RegionsError", "load_regions", "meant", "parse_regions", "wrong_place"]


def load_regions(path: str | Path) -> Regions:
    """Reads a file of regions. Raises RegionsError or OSError."""
    try:
        return parse_regions(Path(path).read_bytes())
    except RegionsError as error:
        raise RegionsError(f"{path}: {error}", error.hint) from None
