# SPDX-License-Identifier: MIT
"""Where and with what the figures were measured."""

from __future__ import annotations

import ctypes
import datetime
import os
import platform
from pathlib import Path

from measure import Measure


def processor() -> str:
    """The name of the CPU; on arm64 the kernel tells only its architecture."""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def version_list(measure: Measure) -> str:
    library = ctypes.CDLL(str(measure.library))
    library.scrim_version_string.restype = ctypes.c_char_p
    versions = {
        "scrim": library.scrim_version_string().decode(),
        "glibc": os.confstr("CS_GNU_LIBC_VERSION").split()[-1],
        "Python": platform.python_version(),
        **measure.versions,
    }
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def caption(measure: Measure) -> str:
    """Two lines to stand below a picture."""
    return (
        f"{processor()}, {platform.system()} {platform.release()}, {datetime.datetime.now(datetime.UTC):%Y-%m-%d}\n"
        f"{version_list(measure)}"
    )


_COUNTED = "of the processor; the best count, beside memcpy and memset the lower quartiles"


def describe(measure: Measure, used: str = "one", times: str = _COUNTED) -> str:
    """Several lines that stand above the figures. `used` says how many processors are used, `times` what counts."""
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    return "\n".join(
        (
            f"machine      {processor()}, {os.cpu_count()} CPUs, {used} of them used; load {load}",
            f"kernel       {platform.system()} {platform.release()} {platform.machine()}",
            f"date         {datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC",
            f"versions     {version_list(measure)}",
            f"repetitions  {measure.repetitions} by turns, after {measure.warm_up} to warm up",
            f"times        {times}",
        )
    )
