# SPDX-License-Identifier: MIT
import scrim

required = scrim.Protection.LOCKED | scrim.Protection.NO_DUMP | scrim.Protection.NO_FORK
try:
    with scrim.Text(required_protection=required) as password:
        print("protected by:", password.protection)
except scrim.ProtectionError:
    usage = scrim.memory_usage()
    for reason in (usage.locked_unprotected, usage.no_dump_unprotected, usage.no_fork_unprotected):
        if reason != scrim.Unprotected.NONE:
            print("not protected:", reason.message)
