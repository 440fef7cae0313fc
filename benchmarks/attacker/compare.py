# SPDX-License-Identifier: MIT
"""How far two pictures of a field are apart, apart from what the attacker cannot know of the ground."""

from __future__ import annotations

from functools import cache

import numpy as np

from .picture import Field

# Slow waves across and down a field on a photo, which its surroundings do not tell; a panel has one colour.
UNKNOWN = (6, 2)


def wave(length: int, count: int) -> np.ndarray:
    """The first waves of the discrete cosine transform: orthonormal rows."""
    angle = np.pi * np.arange(count)[:, None] * (np.arange(length) + 0.5) / length
    rows = np.cos(angle)
    return rows / np.sqrt((rows**2).sum(axis=1, keepdims=True))


@cache
def unknown(height: int, width: int) -> np.ndarray:
    """An orthonormal basis (height · width, count) of what is unknown of a photo below a field."""
    across, down = UNKNOWN
    rows = np.einsum("iy,jx->ijyx", wave(height, down), wave(width, min(across, width)))
    return np.float32(rows.reshape(-1, height * width).T)


def known(pictures: np.ndarray, field: Field) -> np.ndarray:
    """Pictures (n, height, width, 3), or their differences, as vectors without what is unknown of the ground."""
    n, height, width, channels = pictures.shape
    vectors = np.float32(pictures)
    if field.paper is None:
        basis = unknown(height, width)
        planes = np.moveaxis(vectors, -1, 1).reshape(n * channels, height * width)
        vectors = planes - (planes @ basis) @ basis.T
    return vectors.reshape(n, -1)


def distances(vectors: np.ndarray, target: np.ndarray) -> np.ndarray:
    """The squared distances of vectors (n, …) from one."""
    apart = vectors - target
    return np.einsum("ij,ij->i", apart, apart)
