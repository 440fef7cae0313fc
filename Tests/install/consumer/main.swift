// SPDX-License-Identifier: MIT
import CScrim

print(scrim_version_number())
