# SPDX-License-Identifier: MIT
import scrim

with scrim.Text(max_clusters=4) as pin, scrim.Keypad((0, 200, 300, 400)) as pad:
    pad.attach(pin)
    pad.set_callbacks(
        scrim.KeypadCallbacks(
            will_show=lambda bounds: print(f"move the content above {bounds.y:.0f}"),
            did_hide=lambda bounds: print(f"the content may reach {bounds.y + bounds.height:.0f} again"),
        )
    )
    pad.show()  # move the content above 200
    pad.presented(0)
    done = next(key.rect for key in pad.keys() if key.kind == scrim.KeyKind.DONE)
    pad.touch((200_000_000, 1, scrim.Phase.BEGAN, done.x + 1, done.y + 1))
    result = pad.touch((300_000_000, 1, scrim.Phase.ENDED, done.x + 1, done.y + 1))  # the content may reach 600 again
    print(result.name, "and", len(pad.keys()), "keys")  # DONE and 0 keys
