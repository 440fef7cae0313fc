// SPDX-License-Identifier: MIT
import CScrim
