# SPDX-License-Identifier: MIT
import scrim
from scrim import KeyKind, KeyLabel, Phase

german = [
    KeyLabel(KeyKind.DELETE, name="Löschen"),  # keeps the label ⌫
    KeyLabel(KeyKind.SHIFT, name="Umschalttaste"),
    KeyLabel(KeyKind.DONE, "Fertig"),  # a screen reader says the label
    KeyLabel(KeyKind.PAGE, "?123", "Ziffern und Zeichen", target=2),  # the keys that show page 2
    KeyLabel(KeyKind.PAGE, "=<", "Weitere Zeichen", target=3),
    KeyLabel(KeyKind.PAGE, "ABC", "Buchstaben", target=0),
]
with scrim.Keypad((0, 0, 600, 220), layout=scrim.Layout.QWERTZ, labels=german) as pad:
    pad.show()
    for number, page in enumerate([1, 2, 3, 0]):  # on each page, tap the key that shows the next one
        keys = [key for key in pad.keys() if key.kind not in (KeyKind.INSERT, KeyKind.BLANK)]
        print(*(f"{key.label}: say {key.name or key.label}" for key in keys), sep="; ")
        x, y, _, _ = next(key.rect for key in keys if key.target == page and key.kind in (KeyKind.SHIFT, KeyKind.PAGE))
        pad.presented(number * 400_000_000)
        pad.touch((number * 400_000_000 + 200_000_000, 1, Phase.BEGAN, x, y))
        pad.touch((number * 400_000_000 + 300_000_000, 1, Phase.ENDED, x, y))
