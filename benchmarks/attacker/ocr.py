# SPDX-License-Identifier: MIT
"""An illustration: a reader for everybody, tesseract, where it is installed. That it fails proves nothing."""

from __future__ import annotations

import io
import os
import shutil
import subprocess

import numpy as np
from PIL import Image

LARGER = 4  # times: tesseract wants letters of some 30 px or more
OPTIONS = ("--psm", "7", "-c", "tessedit_char_whitelist=0123456789")


def installed() -> bool:
    return shutil.which("tesseract") is not None


def read(picture: np.ndarray, light_on_dark: bool) -> str:
    """The digits that it sees in a picture of one line."""
    gray = Image.fromarray(255 - picture if light_on_dark else picture).convert("L")
    gray = gray.resize((gray.width * LARGER, gray.height * LARGER), Image.Resampling.BICUBIC)
    page = Image.new("L", (gray.width + 80, gray.height + 80), int(np.median(np.asarray(gray)[0])))
    page.paste(gray, (40, 40))
    command = ["tesseract", "-", "-", *OPTIONS]
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    done = subprocess.run(command, input=png(page), capture_output=True, env=environment, check=True)
    return done.stdout.decode().strip()


def png(image: Image.Image) -> bytes:
    with io.BytesIO() as file:
        image.save(file, "PNG")
        return file.getvalue()


def share_right(pictures: np.ndarray, truth: np.ndarray, light_on_dark: bool) -> float:
    """The share of digits that it reads, each in its place."""
    right = 0
    for picture, string in zip(pictures, truth, strict=True):
        found = read(picture, light_on_dark)
        right += sum(one == str(other) for one, other in zip(found, string, strict=False))
    return right / truth.size
