# SPDX-License-Identifier: MIT
"""Draws the curves of redaction beside the curves of other libraries, for benchmarks/compare --plot."""

from __future__ import annotations

import curves
import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
from curves import Curve
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator
from measure import duration

STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#8a94a0",
    "axes.labelcolor": "#3a4450",
    "xtick.color": "#3a4450",
    "ytick.color": "#3a4450",
    "svg.fonttype": "none",
}
COLORS = {
    "Scrim blur": "#0b5fff",
    "Scrim solid": "#0b3d91",
    "Scrim frost": "#0b5fff",
    "Scrim tiles": "#2f9bff",
    "Scrim pixelate": "#00a0a8",
    "Scrim blur σ 2": "#8b5a9f",
    "Scrim blur σ 15": "#c2410c",
    "Scrim light": "#e08a3c",
    "memcpy": "#8a94a0",
    "cv2.GaussianBlur": "#c2410c",
    "cv2.stackBlur": "#e08a3c",
    "Pillow GaussianBlur": "#8b5a9f",
    "libvips gaussblur": "#7a6a52",
    "numpy slices": "#7a6a52",
    "cv2.rectangle": "#c2410c",
    "Pillow rectangle": "#8b5a9f",
}
#: From a name to its curve.
LEADER = {"arrowstyle": "-", "linewidth": 0.6, "shrinkA": 1, "shrinkB": 4, "relpos": (0, 0.5)}
LINE_HEIGHT = 13  # points between two labels


def draw(path: str, caption: str) -> None:
    """Measures and draws: PNG or SVG, as the file's name says."""
    with plt.rc_context(STYLE):
        figure = plt.figure(figsize=(12.4, 11.6), dpi=150)
        grid = figure.add_gridspec(2, 2, left=0.06, right=0.89, top=0.93, bottom=0.1, wspace=0.55, hspace=0.42)
        left, right, below = (figure.add_subplot(grid[place]) for place in ((0, 0), (0, 1), (1, slice(None))))
        panel(left, curves.blurs(), "Blur of a whole 1080p RGBA frame", "σ in pixels")
        left.set_xticks([0.5, 1, 2, 4, 8, 16, 32, 64, 128])
        left.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        squares = f"Squares of {curves.SIDE} × {curves.SIDE} pixels covered in a 4K RGBA frame"
        panel(right, curves.rectangles(), squares, "number of squares, in random order")
        right.xaxis.set_major_locator(LogLocator(10))
        right.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
        sizes(below, curves.frame_sizes())
        figure.text(0.06, 0.015, caption, fontsize=8, color="#5a6470", va="bottom", linespacing=1.5)
        figure.savefig(path)
        plt.close(figure)


def sizes(axes: Axes, found: list[Curve]) -> None:
    """The panel of frame sizes. Its curves are shares of memcpy's speed instead of times."""
    axes.axhline(1, color=COLORS["memcpy"], linewidth=1.4, linestyle=(0, (4, 3)))
    plot_curves(axes, found, 1)
    axes.set(xlabel="frame")
    title_of(axes, "Whole RGBA frames, compared with memcpy", "speed in percent of memcpy's for the same frame; higher is better")
    axes.set_xticks([width * height for width, height in curves.SIZES])
    names = {1920: "1080p", 3840: "4K", 7680: "8K"}
    axes.set_xticklabels([names.get(width, f"{width} × {height}") for width, height in curves.SIZES])
    axes.yaxis.set_major_locator(LogLocator(10, subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{100 * y:g} %"))
    finish(axes, found, 1)


def panel(axes: Axes, found: list[Curve], title: str, x_label: str) -> None:
    plot_curves(axes, found, 1e3)
    axes.set(xlabel=x_label)
    title_of(axes, title, "processor time of a call; lower is better")
    axes.yaxis.set_major_locator(LogLocator(10))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: duration(y / 1e3)))
    finish(axes, found, 1e3)


def title_of(axes: Axes, title: str, what: str) -> None:
    axes.set_title(title, loc="left", fontsize=12, fontweight="bold", color="#1a2430", pad=24)
    axes.text(0, 1.03, what, transform=axes.transAxes, color="#5a6470")


def plot_curves(axes: Axes, found: list[Curve], unit: float) -> None:
    axes.set(xscale="log", yscale="log")
    for curve in found:
        is_line = curve.name == "memcpy"
        axes.plot(
            curve.x,
            [seconds * unit for seconds in curve.seconds],
            color=COLORS[curve.name],
            linewidth=2.4 if curve.ours else 1.4,
            linestyle=(0, (4, 3)) if is_line else "-",
            marker=None if is_line else "o",
            markersize=4 if curve.ours else 3,
            zorder=3 if curve.ours else 2,
        )


def finish(axes: Axes, found: list[Curve], unit: float) -> None:
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.xaxis.set_minor_locator(NullLocator())
    axes.grid(True, which="major", axis="both", color="#e3e7ec", linewidth=0.8)
    axes.set_axisbelow(True)
    label_ends(axes, found, unit)


def label_ends(axes: Axes, found: list[Curve], unit: float) -> None:
    """Writes the name of each curve to the right of its end. Names that would overlap are moved."""
    axes.figure.canvas.draw()
    point = axes.figure.dpi / 72
    right = max(curve.x[-1] for curve in found)
    wanted = sorted(
        (axes.transData.transform((curve.x[-1], curve.seconds[-1] * unit))[1] / point, index)
        for index, curve in enumerate(found)
    )
    heights = spread([height for height, _ in wanted])
    over = max(0, heights[-1] - axes.bbox.y1 / point)
    heights = [height - over for height in heights]
    for (wish, index), height in zip(wanted, heights, strict=True):
        curve = found[index]
        aside = (axes.transData.transform((right, 1))[0] - axes.transData.transform((curve.x[-1], 1))[0]) / point
        axes.annotate(
            curve.name,
            (curve.x[-1], curve.seconds[-1] * unit),
            xytext=(aside + 18, height - wish),
            textcoords="offset points",
            va="center",
            arrowprops=LEADER | {"color": COLORS[curve.name]},
            color=COLORS[curve.name],
            fontweight="bold" if curve.ours else "normal",
            annotation_clip=False,
        )


def spread(heights: list[float]) -> list[float]:
    """Heights in rising order, at least a line apart, each group about where it wanted to be."""
    groups: list[list[float]] = []
    for height in heights:
        groups.append([height])
        while len(groups) > 1 and bottom(groups[-1]) - top(groups[-2]) < LINE_HEIGHT:
            groups[-2:] = [groups[-2] + groups[-1]]
    return [bottom(group) + line * LINE_HEIGHT for group in groups for line in range(len(group))]


def bottom(group: list[float]) -> float:
    return sum(group) / len(group) - (len(group) - 1) * LINE_HEIGHT / 2


def top(group: list[float]) -> float:
    return bottom(group) + (len(group) - 1) * LINE_HEIGHT
