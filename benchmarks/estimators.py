# SPDX-License-Identifier: MIT
"""Estimators of a finger's velocity, for benchmarks/velocity.py and Tests/models/gestures/test_velocity.py.

An estimator gets the ages of the samples in seconds, the newest first, and their positions. It returns the velocity in points per second.
LIBRARY has the estimators of the library, written a second time.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Estimator = Callable[[Array, Array], Array]

PAUSE = 0.040
NO_TIME = 1e-10  # what rounding may add to a duration


def zero() -> Array:
    return np.zeros(2)


def recent(ages: Array, horizon: float, most: int = 10**6) -> int:
    """How many of the newest samples lie within the horizon, without a pause between them."""
    count = 1
    while (
        count < min(len(ages), most)
        and ages[count] <= horizon + NO_TIME
        and ages[count] - ages[count - 1] <= PAUSE + NO_TIME
    ):
        count += 1
    return count


def fit(ages: Array, points: Array, degree: int, weights: Array) -> tuple[Array, Array, Array]:
    """Weighted least squares. Returns the coefficients of the powers of the age, the inverse of the normal matrix, and the residuals."""
    powers = np.vander(ages, degree + 1, increasing=True)
    inverse = np.linalg.pinv((powers * weights[:, None]).T @ powers, rcond=1e-14)
    found = inverse @ (powers * weights[:, None]).T @ points
    return found, inverse, points - powers @ found


def polynomial(degree: int, horizon: float, power: int = 0, most: int = 10**6) -> Estimator:
    """The slope of a polynomial. Weights: (1 − age / horizon) to a power."""

    def estimate(ages: Array, points: Array) -> Array:
        count = recent(ages, horizon, most)
        shares = ages[:count] / horizon
        weights = np.clip(1 - shares, 1e-9, None) ** power
        lowered = min(degree, count - 1)
        if lowered < 1:
            return zero()
        return -fit(shares, points[:count] - points[0], lowered, weights)[0][1] / horizon

    return estimate


def impulse(ages: Array, points: Array) -> Array:
    """Android's impulse strategy: the velocity of a body that has the energy of the finger's work."""
    count = recent(ages, 0.1, 20)
    energy = zero()
    for index in range(count - 1, 0, -1):
        speed = (points[index - 1] - points[index]) / (ages[index] - ages[index - 1])
        energy = energy + (speed - np.sign(energy) * np.sqrt(2 * abs(energy))) * abs(speed)
        if index == count - 1:
            energy = energy / 2
    return np.sign(energy) * np.sqrt(2 * abs(energy))


def differences(*weights: float) -> Estimator:
    """A weighted sum of the newest differences, the newest first."""

    def estimate(ages: Array, points: Array) -> Array:
        count = min(len(weights), len(ages) - 1)
        speeds = [(points[i] - points[i + 1]) / (ages[i + 1] - ages[i]) for i in range(count)]
        return sum((weight * speed for weight, speed in zip(weights, speeds)), zero())

    return estimate


def mean(horizon: float = 0.150) -> Estimator:
    """The mean velocity since the last sample before the horizon."""

    def estimate(ages: Array, points: Array) -> Array:
        older = np.flatnonzero(ages > horizon + NO_TIME)
        start = older[0] if len(older) else len(ages) - 1
        return (points[0] - points[start]) / ages[start] if start else zero()

    return estimate


def weighted_parabola(horizon: float = 0.100, power: int = 3, doubt: float = 4, limited: bool = True) -> Estimator:
    """Scrim's own: a weighted parabola, shortened by its variance, with limits to what the samples show."""

    def estimate(ages: Array, points: Array) -> Array:
        within = recent(ages, horizon)
        if within < 2 or limited and rests(ages, points):
            return zero()
        weights = np.clip(1 - ages[:within] / horizon, 0, None) ** power
        count = int((weights > 1e-6).sum())
        weights, shares, ways = weights[:count], ages[:count] / horizon, points[:count] - points[0]
        found, inverse, residuals = fit(shares, ways, min(2, count - 1), weights)
        slope = found[1]
        if count > 3 and doubt and slope @ slope > 0:
            variance = inverse[1, 1] * (weights[:, None] * residuals**2).sum() / (count - 3)
            slope = slope * max(0, 1 - doubt * variance / (slope @ slope))
        velocity = -slope / horizon
        return within_reason(velocity, ages[:within], points) if limited else velocity

    return estimate


def rests(ages: Array, points: Array) -> bool:
    """Whether the finger has stayed within 2 points for 40 ms."""
    count = recent(ages, 0.100)
    for age, point in zip(ages[:count], points):
        if np.hypot(*(point - points[0])) > 2:
            return False
        if age >= 0.040 - NO_TIME:
            return True
    return False


def within_reason(velocity: Array, ages: Array, points: Array) -> Array:
    """At most twice the mean velocity of the last 20 ms, and at most 60° from it."""
    start = next((i for i in range(1, len(ages)) if ages[i] >= 0.020 - NO_TIME), len(ages) - 1)
    lately = (points[0] - points[start]) / ages[start]
    forward = velocity @ lately
    if forward <= 0:
        return zero()
    along = lately * (forward / (lately @ lately))
    across = velocity - along
    if across @ across > 3 * (along @ along):
        across = across * np.sqrt(3 * (along @ along) / (across @ across))
    velocity = along + across
    if velocity @ velocity > 4 * (lately @ lately):
        velocity = velocity * np.sqrt(4 * (lately @ lately) / (velocity @ velocity))
    return velocity


LIBRARY: dict[str, Estimator] = {
    "DEFAULT": weighted_parabola(),
    "LINE": polynomial(1, 0.1),
    "QUADRATIC": polynomial(2, 0.1, most=20),
    "IMPULSE": impulse,
    "WEIGHTED_DIFFERENCES": differences(0.05, 0.35, 0.6),
    "MEAN": mean(),
}


# ---- Other candidates ----


def filtered(gain: float) -> Estimator:
    """Differences, smoothed by an exponential filter with this time constant in seconds."""

    def estimate(ages: Array, points: Array) -> Array:
        count = recent(ages, 0.2)
        velocity = zero()
        for index in range(count - 1, 0, -1):
            step = ages[index] - ages[index - 1]
            speed = (points[index - 1] - points[index]) / step
            velocity = speed if index == count - 1 else velocity + (speed - velocity) * (step / (gain + step))
        return velocity

    return estimate


def alpha_beta(alpha: float, beta: float) -> Estimator:
    """A filter that predicts the next position and corrects itself by the error."""

    def estimate(ages: Array, points: Array) -> Array:
        count = recent(ages, 0.2)
        position, velocity = points[count - 1], zero()
        for index in range(count - 2, -1, -1):
            step = ages[index + 1] - ages[index]
            expected = position + velocity * step
            error = points[index] - expected
            position, velocity = expected + alpha * error, velocity + beta / step * error
        return velocity

    return estimate


def last_samples(degree: int, count: int) -> Estimator:
    """A polynomial through a fixed number of samples, as Savitzky and Golay smooth."""
    return polynomial(degree, 0.1, most=count)


def blend(ages: Array, points: Array) -> Array:
    """A parabola through 60 ms, as far as its bend is larger than its variance; the rest is a line."""
    count = recent(ages, 0.060)
    ways, even = points[:count] - points[0], np.ones(count)
    if count < 4:
        return polynomial(2, 0.060)(ages, points)
    found, inverse, residuals = fit(ages[:count] / 0.060, ways, 2, even)
    straight = fit(ages[:count] / 0.060, ways, 1, even)[0]
    variance = inverse[2, 2] * (residuals**2).sum() / (count - 3)
    bend = found[2] @ found[2]
    share = bend / (bend + variance) if bend > 0 else 0.0
    return -(straight[1] + (found[1] - straight[1]) * share) / 0.060


CANDIDATES: dict[str, Estimator] = {
    "line, 100 ms": LIBRARY["LINE"],
    "degree 2, 100 ms (Android, Chromium, Flutter)": LIBRARY["QUADRATIC"],
    "impulse (Android)": impulse,
    "weighted differences (Flutter's iOS)": LIBRARY["WEIGHTED_DIFFERENCES"],
    "weighted differences (Flutter's macOS)": differences(0.2, 0.65, 0.15),
    "mean of 150 ms (GTK)": LIBRARY["MEAN"],
    "last difference": differences(1),
    "filtered differences, 10 ms": filtered(0.010),
    "filtered differences, 20 ms": filtered(0.020),
    "alpha-beta filter, 0.6 and 0.3": alpha_beta(0.6, 0.3),
    "alpha-beta filter, 0.8 and 0.6": alpha_beta(0.8, 0.6),
    "line, 30 ms": polynomial(1, 0.030),
    "line, 50 ms": polynomial(1, 0.050),
    "weighted line, 80 ms": polynomial(1, 0.080, 2),
    "degree 2, 40 ms": polynomial(2, 0.040),
    "degree 2, 60 ms": polynomial(2, 0.060),
    "degree 2, 80 ms": polynomial(2, 0.080),
    "degree 2, last 5 samples (Savitzky-Golay)": last_samples(2, 5),
    "degree 3, 80 ms": polynomial(3, 0.080),
    "degree 3, 100 ms": polynomial(3, 0.100),
    "blend of line and degree 2, 60 ms": blend,
    "weighted degree 2, 70 ms, power 1": polynomial(2, 0.070, 1),
    "weighted degree 2, 80 ms, power 1": polynomial(2, 0.080, 1),
    "weighted degree 2, 80 ms, power 2": polynomial(2, 0.080, 2),
    "weighted degree 2, 90 ms, power 2": polynomial(2, 0.090, 2),
    "weighted degree 2, 100 ms, power 3": polynomial(2, 0.100, 3),
    "the same as Scrim's, 80 ms, power 2": weighted_parabola(0.080, 2),
    "the same as Scrim's, 90 ms, power 2": weighted_parabola(0.090, 2),
    "the same as Scrim's, with half the doubt": weighted_parabola(doubt=2),
    "Scrim's, without limits": weighted_parabola(limited=False),
    "**Scrim's: 100 ms, power 3, doubt, limits**": LIBRARY["DEFAULT"],
}
