# SPDX-License-Identifier: MIT
"""Reads frames: which pixels show a secret, and whose."""

import cv2
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


def gray(frame: np.ndarray) -> np.ndarray:
    """The green channel: it is the one in which secrets differ most from what is around them."""
    return np.ascontiguousarray(frame[..., 1])


def shapes(frame: np.ndarray) -> dict[str, np.ndarray]:
    """How each toolkit draws its secret, cut out of a frame that shows all of them."""
    found = {}
    for toolkit, color in SECRETS.items():
        rows, columns = np.nonzero(packed(frame) == color)
        if len(rows) > 5:  # most pixels of thin letters are blended with the background
            top, left = max(0, rows.min() - 2), max(0, columns.min() - 2)
            found[toolkit] = gray(frame)[top : rows.max() + 3, left : columns.max() + 3]
    return found


def likeness(picture: np.ndarray, shape: np.ndarray) -> float:
    """How much the part of a picture that is most like a shape is like it, whatever their colors are. 1: it is the same."""
    if picture.std() < 1 or shape.std() < 1:
        return 0.0
    scores = cv2.matchTemplate(picture, shape, cv2.TM_CCOEFF_NORMED)
    return float(np.abs(np.nan_to_num(scores, posinf=0, neginf=0)).max())
