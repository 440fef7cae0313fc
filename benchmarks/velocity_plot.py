# SPDX-License-Identifier: MIT
"""Draws the picture of docs/explanation/velocity.md, for benchmarks/velocity.py --plot."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import velocity
from estimators import LIBRARY
from matplotlib.axes import Axes

mpl.use("agg")

import matplotlib.pyplot as plt  # noqa: E402  (after the backend)

STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#8a94a0",
    "axes.labelcolor": "#3a4450",
    "xtick.color": "#3a4450",
    "ytick.color": "#3a4450",
}
SHOWN = {
    "DEFAULT": ("Scrim's own", "#0b5fff", 2.4),
    "QUADRATIC": ("degree 2 (Android)", "#c2410c", 1.4),
    "IMPULSE": ("impulse (Android)", "#e08a3c", 1.4),
    "WEIGHTED_DIFFERENCES": ("weighted differences (Flutter's iOS)", "#8b5a9f", 1.4),
    "LINE": ("line, 100 ms", "#3a4450", 1.4),
    "MEAN": ("mean (GTK)", "#8a94a0", 1.4),
}


def draw(path: str, count: int) -> None:
    with plt.rc_context(STYLE):
        figure, (left, right) = plt.subplots(1, 2, figsize=(12.4, 5.2), dpi=110, gridspec_kw={"wspace": 0.2})
        phases(left, count)
        flick(right)
        handles, labels = left.get_legend_handles_labels()
        figure.legend(handles, labels, loc="lower center", ncols=6, frameon=False, fontsize=9)
        figure.subplots_adjust(left=0.06, right=0.985, top=0.91, bottom=0.2)
        figure.savefig(path)


def phases(axes: Axes, count: int) -> None:
    drawn = velocity.strokes(velocity.KINDS["all"], count)
    for key, (label, color, width) in SHOWN.items():
        errors = velocity.by_phase(LIBRARY[key], drawn)
        axes.plot(velocity.PHASES, errors, color=color, linewidth=width, label=label, marker="o", markersize=4)
    axes.set_yscale("log")
    axes.set_yticks([10, 20, 50, 100, 200, 400], ["10 %", "20 %", "50 %", "100 %", "200 %", "400 %"])
    axes.minorticks_off()
    axes.set_xticks(velocity.PHASES)
    axes.set_xlabel("share of the stroke's duration at which the finger is lifted")
    axes.set_title("RMS error of the velocity", loc="left", fontsize=11)
    axes.grid(axis="y", color="#e3e7eb", linewidth=0.8)


def flick(axes: Axes) -> None:
    """A finger is pulled back to the right for 200 ms, and then flicked to the left in 120 ms."""
    rate, back, length, duration = 120, 150.0, 250.0, 0.12
    times = np.arange(int(0.32 * rate) + 1) / rate
    way = back * velocity.position(times / 0.2) - length * velocity.position((times - 0.2) / duration)
    points = np.stack([way, 0 * way], axis=1)
    fine = np.linspace(0, 0.32, 400)
    truth = np.gradient(back * velocity.position(fine / 0.2) - length * velocity.position((fine - 0.2) / duration), fine)
    axes.fill_between(1000 * fine, truth, color="#dfe6ee", label="the true velocity", zorder=0)
    for key, (_, color, width) in SHOWN.items():
        found = [LIBRARY[key](times[i] - times[: i + 1][::-1], points[: i + 1][::-1])[0] for i in range(len(times))]
        axes.plot(1000 * times, found, color=color, linewidth=width)
    axes.axhline(0, color="#8a94a0", linewidth=0.8)
    axes.set_xlim(0, 320)
    axes.set_xlabel("milliseconds; the gray area is the true velocity")
    axes.set_title("Pulled back and flicked, points per second", loc="left", fontsize=11)
    axes.grid(axis="y", color="#e3e7eb", linewidth=0.8)
