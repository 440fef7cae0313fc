# SPDX-License-Identifier: MIT
"""Where the tests of the plugins find what was built: SCRIM_BUILD names another build folder than build/."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = Path(os.environ.get("SCRIM_BUILD", ROOT / "build")).resolve()

os.environ["SCRIM_LIBRARY"] = str(BUILD / "libscrim.so")
os.environ["GST_PLUGIN_PATH"] = str(BUILD / "plugins/gstreamer")
os.environ["FREI0R_PATH"] = str(BUILD / "plugins/frei0r")
# Several processes test at a time, and each writes the list of plugins.
worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
os.environ["GST_REGISTRY"] = str(BUILD / f"plugins/registry-{worker}.bin")

sys.path.insert(0, str(ROOT / "bindings/python"))
sys.path.insert(0, str(ROOT / "programs/scrim"))
# Debian's binding of GObject libraries. At the end, so that everything else comes from .venv.
sys.path.append("/usr/lib/python3/dist-packages")
