# SPDX-License-Identifier: MIT
import scrim

with scrim.Text(max_clusters=4) as pin, scrim.Keypad() as pad:
    pad.attach(pin)
    pad.show()  # in an order of its own
    pad.presented(0)  # once the keys are on the screen
    keys = [key for key in pad.keys() if key.kind == scrim.KeyKind.INSERT]
    for now, key in enumerate(keys[:4], 1):  # four touches; a program passes on those of its window
        middle = key.rect.x + key.rect.width / 2, key.rect.y + key.rect.height / 2
        pad.touch((now * 200_000_000, 1, scrim.Phase.BEGAN, *middle))
        pad.touch((now * 200_000_000 + 1, 1, scrim.Phase.ENDED, *middle))  # answers, but not which key it was
    print(pin.masked, pin.equals("2468"))
