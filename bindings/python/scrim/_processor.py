# SPDX-License-Identifier: MIT
"""Asks the C library which instructions the processor has.

The answers are those by which its loader chooses among builds of a library, so they include what the operating system supports.
"""

from __future__ import annotations

import ctypes as c

# What the psABI requires of x86-64-v3 and of the level below: for each leaf, the register and its bits. The leaves are
# numbered as in <sys/platform/x86.h>: 0 is leaf 1, 1 is leaf 7, and 2 is leaf 0x80000001.
EBX, ECX = 1, 2
V3 = {
    # SSE3, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT, AVX and F16C
    (0, ECX): (0, 9, 12, 13, 19, 20, 22, 23, 28, 29),
    # BMI1, AVX2 and BMI2
    (1, EBX): (3, 5, 8),
    # LAHF and LZCNT
    (2, ECX): (0, 5),
}


class _Leaf(c.Structure):
    _fields_ = [("present", c.c_uint32 * 4), ("active", c.c_uint32 * 4)]


def has_v3() -> bool:
    """Whether the processor has all instructions of x86-64-v3. False if the C library does not say it."""
    try:
        leaf_of = c.CDLL(None).__x86_get_cpuid_feature_leaf  # glibc 2.33 and newer, on x86
    except (AttributeError, OSError):
        return False
    leaf_of.restype, leaf_of.argtypes = c.POINTER(_Leaf), [c.c_uint]
    for (number, register), bits in V3.items():
        active = leaf_of(number).contents.active[register]
        if any(not active >> bit & 1 for bit in bits):
            return False
    return True
