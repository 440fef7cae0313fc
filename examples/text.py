# SPDX-License-Identifier: MIT
import scrim

SECOND = 1_000_000_000


def draw(pin: scrim.Text, now_ns: int) -> None:
    parts = []
    pin.display(now_ns, lambda octets, count, revealed: parts.append(f"{count} {'shown' if revealed else 'masked'}"))
    print(", ".join(parts) or "empty")


with scrim.Text(max_clusters=6, allowed=scrim.Allowed.DIGITS, mask_delay_ns=SECOND, idle_timeout_ns=60 * SECOND) as pin:
    pin.set_callbacks(scrim.TextCallbacks(display_changed=lambda: print("redraw")))  # prints "redraw" at once
    pin.advance(100 * SECOND)  # pass the time before the input
    pin.insert("2")
    pin.insert("4")
    draw(pin, 100 * SECOND)  # 1 masked, 1 shown
    draw(pin, 101 * SECOND)  # 2 masked: the delay of one second is over
    try:
        pin.insert("x")
    except scrim.RefusedError:
        print("only digits")
    pin.advance(160 * SECOND)  # a minute after the last edit: the text is wiped
    draw(pin, 160 * SECOND)  # empty
