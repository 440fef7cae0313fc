# SPDX-License-Identifier: MIT
import sys

import scrim

try:
    scrim.harden_process()  # before the first secret exists
except scrim.ProtectionError as error:
    sys.exit(f"core dumps and debuggers are not forbidden: {error}")
print("core dumps and debuggers are forbidden")
