# SPDX-License-Identifier: MIT
import scrim

with scrim.Text(max_clusters=4) as pin, scrim.Keypad() as pad:
    pad.attach(pin)
    pad.show()  # shuffles the digits
    digits = [key for key in pad.keys() if key.kind == scrim.KeyKind.INSERT]  # draw them here
    pad.presented(0)  # the keys have been on the screen since time 0
    for tap, key in enumerate(digits[:4], 1):  # four taps; a program passes on the touches of its window
        middle = key.rect.x + key.rect.width / 2, key.rect.y + key.rect.height / 2
        began = pad.touch((tap * 200_000_000, 1, scrim.Phase.BEGAN, *middle))
        ended = pad.touch((tap * 200_000_000 + 1, 1, scrim.Phase.ENDED, *middle))
        print(began.name, ended.name)  # NONE INSERTED, for any digit
    print(pin.masked, pin.equals("2468"))
