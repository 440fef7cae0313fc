# SPDX-License-Identifier: MIT
import os
import time

import scrim

pepper = os.urandom(32)  # keep it on another machine, in a TPM or on a smart card
with scrim.Text(max_clusters=6, allowed=scrim.Allowed.DIGITS) as pin:
    pin.insert("246810")  # when the user chooses the PIN
    stored_hash = pin.hash(scrim.HashPreset.LOW_MEMORY, pepper=pepper)
stored_attempts = bytes(scrim.Attempts(limit=10))

with scrim.Text(max_clusters=6, allowed=scrim.Allowed.DIGITS) as pin:
    pin.insert("246810")  # when the user enters it
    attempts = scrim.Attempts.from_bytes(stored_attempts)
    begun = attempts.begin(time.clock_gettime_ns(time.CLOCK_BOOTTIME))
    stored_attempts = bytes(attempts)  # store this before verifying
    if begun.result == scrim.Attempt.ALLOWED and pin.verify(stored_hash, pepper=pepper):
        attempts.succeed()
        stored_attempts = bytes(attempts)
        if scrim.needs_rehash(stored_hash, scrim.HashPreset.LOW_MEMORY):
            stored_hash = pin.hash(scrim.HashPreset.LOW_MEMORY, pepper=pepper)
        print("welcome")
    elif begun.result == scrim.Attempt.WAIT:
        print("try again at", begun.retry_at_ns)
    else:
        print("wrong PIN, or locked")
