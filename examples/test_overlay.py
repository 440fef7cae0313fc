# SPDX-License-Identifier: MIT
"""The output of the floating assistant of examples/overlay.c: what it does at which time, and where its button is."""

import subprocess
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent / "build/examples/overlay"

# A press ends at its last up, but one tap or two must wait for another.
PRINTED = """\
         the overlay takes touches at 100 … 163
  1000   a touch at 100, 400 goes to the application
  2060   1 tap: the menu
  3210   2 taps: the login
  4360   3 taps: the choice of a shop
  5510   4 taps: the choice of a server
  7500   picked up
         the overlay takes touches at 300 … 363
         the overlay takes touches at 715 … 778
  7700   put down at 715
  9000   a touch at 330, 130 goes to the application
 10060   1 tap: the menu
 14500   picked up
         the overlay takes touches at 44 … 107
 14650   put down at 44
"""


def test_the_assistant_opens_tools_moves_and_lets_through_what_is_not_its_own():
    done = subprocess.run([PROGRAM], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (PRINTED, "")
