# SPDX-License-Identifier: MIT
"""Draws the pictures in Chromium, and takes the truth about their secrets from the page.

Each page is drawn twice: as it is, and with its secrets transparent, which moves nothing. The pixels that differ are
the ink of the secrets. A pixel weighs as much as it differs, so that the faint edge of a letter weighs little.
"""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from .maker import MARK, Maker, page
from .plan import FONTS, HALVES, MONOSPACED, Plan
from .screens import SCREENS, WIDTHS

CHROMIUM = "/usr/bin/chromium"
_LEAST_WIDTH = 420
#: How far letters may reach out of the boxes of their lines, in pixels of the picture.
_OVERHANG = 3

_TRUTH = f"""() => ({{
  overflow: document.documentElement.scrollWidth - innerWidth,
  secrets: [...document.querySelectorAll("{MARK}")].map(element => {{
    const range = document.createRange();
    range.selectNodeContents(element);
    const rects = [...range.getClientRects()].filter(rect => rect.width > 0.5)
      .map(rect => [rect.left + scrollX, rect.top + scrollY, rect.right + scrollX, rect.bottom + scrollY]);
    const size = parseFloat(getComputedStyle(element).fontSize);
    return {{kind: element.dataset.kind, text: element.textContent, rects, size}};
  }}),
}})"""

Rect = tuple[float, float, float, float]


@dataclass(frozen=True)
class Secret:
    kind: str
    text: str
    #: Font size in pixels of the picture.
    size: float
    #: One box for each line, in pixels of the picture.
    rects: list[Rect]
    #: The rows and the columns of the pixels that the secret's letters change, and how much they change each (1 to 255).
    ink: tuple[Any, Any]
    weights: Any


@dataclass(frozen=True)
class Picture:
    plan: Plan
    #: RGB, rows × columns × 3.
    pixels: Any
    secrets: list[Secret]


def missing_fonts() -> list[str]:
    """The fonts that fontconfig does not have. Chromium would draw others in their place."""
    listed = subprocess.run(("fc-list", ":", "family"), capture_output=True, text=True, check=True).stdout
    found = set(listed.replace(",", "\n").split("\n"))
    return [font for half in HALVES for font in (*FONTS[half], MONOSPACED[half]) if font not in found]


def draw(plans: Sequence[Plan]) -> Iterator[Picture]:
    """Draws one picture after the other, in the order of the plans."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--force-color-profile=srgb"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        scales = {plan.scale for plan in plans}
        tabs = {scale: browser.new_context(device_scale_factor=scale).new_page() for scale in scales}
        for plan in plans:
            yield _picture(tabs[plan.scale], plan)
        browser.close()


def _picture(tab: Any, plan: Plan) -> Picture:
    width = max(_LEAST_WIDTH, plan.size * WIDTHS[plan.screen])
    tab.set_viewport_size({"width": width, "height": 300})
    tab.set_content(page(plan, SCREENS[plan.screen](Maker(plan))))
    told = tab.evaluate(f"async () => {{ await document.fonts.ready; return ({_TRUTH})(); }}")
    if told["overflow"] > 0:
        raise ValueError(f"{plan.name} is {told['overflow']} pixels wider than its window")
    whole = _pixels(tab)
    tab.evaluate("document.documentElement.classList.add('without')")
    change = np.abs(whole.astype(np.int16) - _pixels(tab)).max(axis=2)
    differs = change > 0
    secrets = []
    for secret in told["secrets"]:
        rects = [tuple(edge * plan.scale for edge in rect) for rect in secret["rects"]]
        mask = np.zeros(differs.shape, bool)
        for left, top, right, bottom in rects:
            rows = slice(max(0, int(top) - _OVERHANG), int(bottom) + _OVERHANG)
            mask[rows, max(0, int(left) - _OVERHANG) : int(right) + _OVERHANG] = True
        ink: Any = np.nonzero(differs & mask)
        if not len(ink[0]):
            raise ValueError(f"{plan.name} does not show {secret['text']!r}")
        differs[ink] = False
        secrets.append(Secret(secret["kind"], secret["text"], secret["size"] * plan.scale, rects, ink, change[ink]))
    if differs.any():
        raise ValueError(f"{plan.name} has {differs.sum()} pixels that change with its secrets and are in none of them")
    return Picture(plan, whole, secrets)


def _pixels(tab: Any) -> Any:
    return np.array(Image.open(io.BytesIO(tab.screenshot(full_page=True, animations="disabled"))).convert("RGB"))
