# SPDX-License-Identifier: MIT
"""Records thousands of frames while scrim-watch runs, and reports what they show: see script/watch."""

import argparse
import os
import time
from pathlib import Path

from .colors import TOOLKITS
from .desktop import RULES, Desktop, desktop
from .recording import RECORDERS, Timing, recording
from .story import Story
from .totals import Totals

PASSWORDS = ("Xk7qWm2", "pH4rTn9")


def run(made: Desktop, options: argparse.Namespace, totals: Totals, seed: int) -> None:
    timing, stories = Timing(options.max_latency, options.max_latency + 50), []
    made.start_watch(options.watch, rules=RULES | {"browsers": options.browsers})
    made.start_applications(options.toolkit or TOOLKITS)
    made.start_xterm()
    for recorder, password in zip(RECORDERS, PASSWORDS, strict=True):
        name, began = f"{seed}-{recorder}", time.monotonic()
        with recording(made, recorder, timing) as each:
            stories.append(story := Story(made, each, password, seed))
            story.to_places()
            story.long(options.cycles, options.pause)
        totals.add(each, name)
        totals.search(each, story, name)
        rate = each.safe.frames / (time.monotonic() - began)
        print(f"{name}: {each.safe.frames} frames, {rate:.1f} a second, {len(each.safe.leaks)} with secrets", flush=True)
    totals.compare(stories, str(seed))


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/watch", description=__doc__)
    parser.add_argument("--frames", type=int, default=10000, help="how many are recorded at least (default 10000)")
    parser.add_argument("--max-latency", type=int, default=100, help="in milliseconds, as the recorders get it (default 100)")
    parser.add_argument("--browsers", choices=["document", "settled"], default="document", help="as in the rules file")
    parser.add_argument("--toolkit", action="append", choices=TOOLKITS, help="use only this one; may be repeated")
    parser.add_argument("--cycles", type=int, default=2, help="how often windows open and close in one recording (default 2)")
    parser.add_argument("--pause", type=float, default=4.0, help="the longest pause between two steps, in seconds (default 4)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default 1)")
    parser.add_argument("--watch", type=Path, default=Path(os.environ.get("SCRIM_BUILD", "build")) / "programs/watch/scrim-watch")
    parser.add_argument("--pictures", type=Path, default=Path("build/watch"), help="a folder for frames that show secrets")
    options = parser.parse_args()
    options.watch = options.watch.resolve()
    totals, seed = Totals(options.pictures), options.seed
    while totals.frames < options.frames:
        with desktop() as made:
            run(made, options, totals, seed)
        seed += 1
    return 0 if totals.report() else 1


if __name__ == "__main__":
    raise SystemExit(main())
