# SPDX-License-Identifier: MIT
import scrim
from scrim import KeyKind, Phase

times = iter(range(0, 60_000_000_000, 200_000_000))


def draw(pad):
    pad.keys()  # draw them here
    pad.presented(next(times))


def tap(pad, wanted):
    """Taps a key of this label or kind, and returns the result."""
    x, y, _, _ = next(key.rect for key in pad.keys() if wanted in (key.label, key.kind))
    pad.touch((next(times), 1, Phase.BEGAN, x, y))
    return pad.touch((next(times), 1, Phase.ENDED, x, y))


amount = scrim.Text(visible=True, max_clusters=6)  # everybody may see it
pin = scrim.Text(max_clusters=4)
with amount, pin, scrim.Keypad(keep_on_done=True) as pad:
    pad.attach(amount)
    pad.show()
    draw(pad)
    for digit in "25":
        tap(pad, digit)
    if tap(pad, KeyKind.DONE) == scrim.KeypadResult.DONE:
        pad.attach(pin)  # the keypad is shown again already
        draw(pad)  # no key types before these keys were presented
    for _ in range(4):
        tap(pad, KeyKind.INSERT)
    if tap(pad, KeyKind.DONE) == scrim.KeypadResult.DONE:
        pad.hide()  # that was the last entry
    print(amount.masked, pin.masked, len(pad.keys()))
