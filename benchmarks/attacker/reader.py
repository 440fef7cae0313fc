# SPDX-License-Identifier: MIT
"""A reader that learns: it sees whole redacted pictures with their numbers, then reads the numbers of pictures it has not seen.

It finds out by itself which pixels depend on a digit. So it needs no idea of how a shadow falls or what a codec does.
"""

from __future__ import annotations

import warnings

import numpy as np
from sklearn.decomposition import PCA
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_ridge import KernelRidge
from sklearn.neural_network import MLPClassifier
from threadpoolctl import threadpool_limits

CHANCE = 0.1
LIMIT = 0.175  # of 400 readings: five standard errors above chance
FOLDS = 4
ENOUGH = 0.9
RIDGE = 0.01
COMPONENTS = 100
NEURONS = 100


def features(pictures: np.ndarray) -> np.ndarray:
    """Pictures (n, …) as vectors of the bytes that differ anywhere, each in units of its standard deviation."""
    flat = pictures.reshape(len(pictures), -1)
    differs = (flat != flat[0]).any(axis=0)
    vectors = flat[:, differs].astype(np.float32)
    vectors -= vectors.mean(axis=0)
    vectors /= vectors.std(axis=0) + 0.3  # a swing of one level in few pictures must not outweigh all else
    return vectors.clip(-4, 4)


def one_hot(numbers: np.ndarray) -> np.ndarray:
    """Numbers (n, places) as rows of zeros and ones, ten for each place."""
    return (numbers[..., None] == np.arange(10)).reshape(len(numbers), -1).astype(np.float32)


def folds(count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """What is learned from, and what is then read; each picture is read once."""
    fold = np.arange(count) % FOLDS
    return [(np.flatnonzero(fold != each), np.flatnonzero(fold == each)) for each in range(FOLDS)]


def share(scores: np.ndarray, numbers: np.ndarray) -> float:
    """The share of the digit that is read best: an attacker would be glad of any of them."""
    found = scores.reshape(*numbers.shape, 10).argmax(axis=-1)
    return float((found == numbers).mean(axis=0).max())


def by_kernel(kernel: np.ndarray, numbers: np.ndarray) -> float:
    kernel = kernel.astype(np.float64) / (np.trace(kernel) / len(kernel) + 1e-9)
    scores = np.empty((len(numbers), 10 * numbers.shape[1]))
    for learned, read in folds(len(numbers)):
        model = KernelRidge(alpha=RIDGE, kernel="precomputed")
        model.fit(kernel[np.ix_(learned, learned)] + 1, one_hot(numbers[learned]))
        scores[read] = model.predict(kernel[np.ix_(read, learned)] + 1)
    return share(scores, numbers)


def by_network(vectors: np.ndarray, numbers: np.ndarray) -> float:
    scores = np.empty((len(numbers), 10 * numbers.shape[1]))
    for learned, read in folds(len(numbers)):
        components = min(COMPONENTS, vectors.shape[1], len(learned) - 1)
        axes = PCA(components, svd_solver="randomized", random_state=0).fit(vectors[learned])
        seen = axes.transform(vectors)
        seen /= seen[learned, 0].std() + 1e-9
        model = MLPClassifier((NEURONS,), alpha=RIDGE, learning_rate_init=3e-3, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(seen[learned], one_hot(numbers[learned]))
        scores[read] = model.predict_proba(seen[read])
    return share(scores, numbers)


@threadpool_limits.wrap(limits=1)  # the matrices are small: more threads only wait for each other
def readable(pictures: np.ndarray, numbers: np.ndarray, network: bool = True) -> float:
    """The share of numbers (n, places) of which a digit is read; chance where all pictures are the same.

    Two kernels are quick. A neural network is slower, and sometimes reads a little more. `network` adds it where the kernels
    do not read nearly everything.
    """
    vectors = features(pictures)
    if not vectors.shape[1]:
        return CHANCE
    products = vectors @ vectors.T
    squares = np.diag(products)
    apart = np.maximum(squares[:, None] + squares - 2 * products, 0)
    found = max(by_kernel(products, numbers), by_kernel(np.exp(-apart / (np.median(apart[apart > 0]) + 1e-6)), numbers))
    return max(found, by_network(vectors, numbers)) if network and found < ENOUGH else found
