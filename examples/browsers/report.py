# SPDX-License-Identifier: MIT
from scrim_tools.testing import masked


def save_report(page):
    masked(page.screenshot(), [page.locator(".iban")]).save("report.png")
