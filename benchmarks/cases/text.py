# SPDX-License-Identifier: MIT
"""Texts of 64 bytes against sodium_malloc: time to make and destroy one, and memory for each; and time to insert."""

import secrets_program
from measure import Measure, Row


def run(measure: Measure) -> list[Row]:
    times, (mapped, locked, peer_mapped, peer_locked) = secrets_program.run(measure)
    text, peer, insert = times["text"], times["sodium_malloc"], times["insert"]
    note = f"{text}; sodium_malloc + sodium_free: {peer}"
    return [
        Row("text: create + destroy", round(text.best / peer.best, 4), "× sodium_malloc + free", 0.02, note),
        Row("text: insert a character", round(insert.best * 1e6, 3), "µs", 0.3, str(insert)),
        Row("text: memory for 64 bytes", round(mapped / 1024, 2), "KiB", None, f"sodium_malloc: {peer_mapped / 1024:.2f}"),
        Row("text: 10,000 of 64 bytes, locked", round(locked * 10_000 / 2**20, 3), "MiB", 8.0, "the usual lock limit"),
        Row("text: locked for 64 bytes", round(locked / 1024, 2), "KiB", None, f"sodium_malloc: {peer_locked / 1024:.2f}"),
    ]
