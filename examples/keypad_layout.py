# SPDX-License-Identifier: MIT
import scrim

rows = ["12345", "67890"]
layout = [scrim.KeySpec(digit, column, row) for row, digits in enumerate(rows) for column, digit in enumerate(digits)]
layout += [
    scrim.KeySpec("⌫", column=0, row=2, columns=2, kind=scrim.KeyKind.DELETE, name="delete"),
    scrim.KeySpec("-", column=2, row=2, fixed=True, name="hyphen"),  # inserts a hyphen, and is never shuffled
    scrim.KeySpec("OK", column=3, row=2, columns=2, kind=scrim.KeyKind.DONE),
]
with scrim.Keypad((0, 0, 500, 300), layout=layout) as pad:
    pad.show()
    for key in pad.keys():
        x, y, width, _ = key.rect
        print(f"{key.label:2} at {x:3.0f}, {y:3.0f}, {width:3.0f} points wide; say {key.name or key.label}")
