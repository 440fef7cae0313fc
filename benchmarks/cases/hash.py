# SPDX-License-Identifier: MIT
"""One Argon2id of 64 MiB and two passes against libsodium's, which uses vector instructions and ordinary memory."""

import subprocess
from pathlib import Path

from measure import Measure, Row, Times

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"


def run(measure: Measure) -> list[Row]:
    measure = measure.fewer(9)
    program = measure.folder / "hash"
    folder = measure.library.resolve().parent
    command = ["gcc", "-O2", "-Wall", "-Werror", f"-I{INCLUDE}", "-o", program, HERE / "hash.c", measure.library]
    subprocess.run([*command, "-lsodium", f"-Wl,-rpath,{folder}"], check=True)
    turns = measure.warm_up + measure.repetitions
    told = subprocess.run([program, str(turns)], check=True, capture_output=True, text=True).stdout.splitlines()
    rows = [[float(number) / 1e9 for number in line.split()] for line in told[measure.warm_up :]]
    ours, theirs = (Times(list(column)) for column in zip(*rows, strict=True))
    note = f"{ours}; crypto_pwhash: {theirs}"
    return [Row("hash: verify, 64 MiB, 2 passes", round(ours.best / theirs.best, 3), "× crypto_pwhash", None, note)]
