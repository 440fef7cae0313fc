# SPDX-License-Identifier: MIT
import re

import scrim


def should_change(change: scrim.Change) -> object:
    old = amount.masked  # methods that edit raise BusyError here
    new = old[: change.location] + change.replacement + old[change.location + change.length :]
    return re.fullmatch(r"[0-9,]*(\.[0-9]{0,2})?", new)


def grouped(text: str) -> str:
    whole, point, cents = text.replace(",", "").partition(".")
    return (f"{int(whole):,}" if whole else "") + point + cents


with scrim.Text(visible=True) as amount:  # not secret, so should_change gets the replacement
    amount.set_callbacks(scrim.TextCallbacks(should_change=should_change))
    for key in "1234x567.8.95":
        try:
            amount.insert(key)
            amount.set(grouped(amount.masked))  # after the edit, not in a callback
        except scrim.RefusedError:
            print("refused", key)  # x, the second point and the 5
    print(amount.masked)  # 1,234,567.89
