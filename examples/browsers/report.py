# SPDX-License-Identifier: MIT
from scrim_tools.testing import screenshot


def save_report(page):
    screenshot(page, [".iban", ".name"], full_page=True).save("report.png")
