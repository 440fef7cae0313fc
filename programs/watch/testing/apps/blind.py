# SPDX-License-Identifier: MIT
"""Replaces scrim-watch, and never finds a secret. Usage: blind.py --feed NAME …, as scrim-watch is started."""

import sys
import time

from scrim import Activity, Scene
from scrim.feed import Publisher

SIZE = (960, 640)

scene = Scene()
scene.add_window((0, 0, *SIZE))
scene.set_activity(Activity.ACTIVE)
scene.frame_ready()
publisher = Publisher(sys.argv[sys.argv.index("--feed") + 1])
while True:
    with scene.snapshot(time.monotonic_ns()) as snapshot:
        publisher.publish(snapshot)
    time.sleep(0.02)
