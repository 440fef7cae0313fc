# SPDX-License-Identifier: MIT
"""Shows what Scrim does with real input: a picture of a window, a PIN, and recorded touches. Usage: demo FOLDER"""

import sys
import traceback
from pathlib import Path

import command
import pin
import scrim
import touches
import window

PARTS = (
    ("1. A window without its secrets", window.run, ("before.png", "after.png", "before-after.png")),
    ("2. The same picture by the command line", command.run, ("command.png",)),
    ("3. A PIN on a shuffled keypad", pin.run, ("keypad.png",)),
    ("4. Which gestures may be collected", touches.run, ()),
)


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    print(f"Scrim {scrim.library_version()}")
    failed = []
    for title, run, files in PARTS:
        print(f"\n{title}")
        for name in files:
            (folder / name).unlink(missing_ok=True)  # if this part fails, no picture of an earlier run may remain
        try:
            worked = run(folder)
        except Exception:
            traceback.print_exc()
            worked = False
        if not worked:
            failed.append(title)
            print("   THIS PART DID NOT WORK.")
        elif files:
            print("See " + ", ".join(str(folder / name) for name in files))
    print()
    print("All parts worked." if not failed else "These parts did not work: " + "; ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
