# SPDX-License-Identifier: MIT
"""Reads frames: which pixels show a secret, and whose."""

import numpy as np

from .colors import SECRETS


def packed(frame: np.ndarray) -> np.ndarray:
    """The pixels of a frame in BGRx as numbers 0xRRGGBB."""
    return frame.view("<u4")[..., 0] & 0xFFFFFF


def secret_pixels(frame: np.ndarray) -> np.ndarray:
    """Which pixels of a frame in BGRx have the hue of a secret, also where its edges are blended with a light background."""
    blue, green, red = (frame[..., channel] for channel in range(3))
    return np.minimum(blue, red) > np.minimum(green, 231) + 24


def whose(frame: np.ndarray, mask: np.ndarray) -> list[str]:
    """The toolkits whose secrets are among the pixels of a mask, or "?" if only blended pixels are."""
    seen = set(np.unique(packed(frame)[mask]).tolist())
    return [name for name, color in SECRETS.items() if color in seen] or ["?"]
