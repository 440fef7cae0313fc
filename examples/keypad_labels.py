# SPDX-License-Identifier: MIT
import scrim
from scrim import KeyKind, KeyLabel

german = [
    KeyLabel(KeyKind.DELETE, name="Löschen"),  # keeps the label ⌫
    KeyLabel(KeyKind.SHIFT, name="Umschalttaste"),
    KeyLabel(KeyKind.DONE, "Fertig"),  # a screen reader says the label
    KeyLabel(KeyKind.PAGE, "?123", "Ziffern und Zeichen"),
    KeyLabel(KeyKind.PAGE, "ABC", "Buchstaben", target=0),  # those that show page 0
]
with scrim.Keypad((0, 0, 600, 220), layout=scrim.Layout.QWERTZ, labels=german) as pad:
    pad.show()
    for key in pad.keys():
        if key.kind != KeyKind.INSERT:
            print(f"{key.label}: say {key.name or key.label}")
