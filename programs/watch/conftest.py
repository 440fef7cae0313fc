# SPDX-License-Identifier: MIT
"""Where the tests find what was built: SCRIM_BUILD names another build folder than build/."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("SCRIM_BUILD", ROOT / "build")).resolve()
WATCH = BUILD / "programs/watch/scrim-watch"

os.environ["SCRIM_LIBRARY"] = str(BUILD / "libscrim.so")
os.environ["GST_PLUGIN_PATH"] = str(BUILD / "plugins/gstreamer")
os.environ["FREI0R_PATH"] = str(BUILD / "plugins/frei0r")

sys.path[:0] = [str(Path(__file__).parent), str(ROOT / "bindings/python")]

from testing import desktop as desktops  # noqa: E402

needs_desktop = pytest.mark.skipif(bool(desktops.missing()), reason=f"there is no {' and no '.join(desktops.missing())}")
needs_watch = pytest.mark.skipif(not WATCH.exists(), reason="scrim-watch is not built")
