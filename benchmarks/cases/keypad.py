# SPDX-License-Identifier: MIT
"""A shuffle of a PIN pad against one random number of libsodium, which both take from the kernel."""

import secrets_program
from measure import Measure, Row


def run(measure: Measure) -> list[Row]:
    times, _ = secrets_program.run(measure)
    ours, peer = times["shuffle"], times["randombytes_buf"]
    note = f"{ours}; randombytes_buf(8): {peer}"
    return [Row("keypad: shuffle of 10 keys", round(ours.best / peer.best, 3), "× randombytes_buf(8)", 3.0, note)]
