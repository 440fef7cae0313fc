# SPDX-License-Identifier: MIT
"""Part 3: types a PIN on a shuffled keypad into protected memory."""

from pathlib import Path

import scrim
from keypad_picture import keypad_picture

PIN = "270914"
PROTECTIONS = {
    scrim.Protection.GUARDED: "between guard pages, with guard bytes next to it",
    scrim.Protection.LOCKED: "never written to swap",
    scrim.Protection.NO_DUMP: "left out of core dumps",
    scrim.Protection.NO_FORK: "not inherited by child processes",
    scrim.Protection.SECRETMEM: "not mapped in the kernel (memfd_secret)",
}


class Finger:
    """Presses keys at their drawn places, one every fifth of a second."""

    def __init__(self, keypad: scrim.Keypad) -> None:
        self.keypad = keypad
        keypad.presented(0)
        self.time_ns = 200_000_000  # touches are rejected until the keys have been visible for 100 ms

    def press(self, label: str) -> scrim.KeypadResult:
        key = next(key for key in self.keypad.keys() if key.label == label)
        x, y = key.rect.x + 0.6 * key.rect.width, key.rect.y + 0.4 * key.rect.height
        self.keypad.touch(scrim.Touch(self.time_ns, 1, scrim.Phase.BEGAN, x, y))
        answer = self.keypad.touch(scrim.Touch(self.time_ns + 80_000_000, 1, scrim.Phase.ENDED, x, y))
        self.time_ns += 200_000_000
        return answer


def digits(keypad: scrim.Keypad) -> str:
    return " ".join(key.label for key in keypad.keys() if key.kind is scrim.KeyKind.INSERT)


def run(folder: Path) -> bool:
    text = scrim.Text(capacity=64)
    keypad = scrim.Keypad((0, 0, 300, 384), column_spacing=12, row_spacing=12)
    keypad.attach(text)

    keypad.show()
    first, first_digits = keypad.keys(), digits(keypad)
    keypad.show()
    print(f"A PIN pad is shown twice. The order of the digits is first {first_digits}, then {digits(keypad)}.")

    finger = Finger(keypad)
    delete, done = (
        next(key.label for key in keypad.keys() if key.kind is kind)
        for kind in (scrim.KeyKind.DELETE, scrim.KeyKind.DONE)
    )
    answers = [finger.press(label) for label in (*PIN[:3], "5", delete, *PIN[3:])]
    mask = text.masked
    panels = [("Shown once", first, ""), ("Shown again, and typed on", keypad.keys(), mask)]
    keypad_picture(panels).save(folder / "keypad.png")
    answers.append(finger.press(done))

    print("Touches on the drawn keys type a PIN and correct one mistake. Scrim returns:")
    print("   " + ", ".join(answer.name.lower() for answer in answers))
    print(f"The program may show this mask: {mask}")

    right, wrong = text.equals(PIN), text.equals("000000")
    right_word, wrong_word = "equal" if right else "NOT equal", "EQUAL" if wrong else "not equal"
    print(f"The library compares it: the correct PIN is {right_word}, and another PIN is {wrong_word}.")

    protection = text.protection
    print("Its memory is " + "; ".join(words for bit, words in PROTECTIONS.items() if bit in protection) + ".")
    lacking = [words for bit, words in PROTECTIONS.items() if bit not in protection]
    if lacking:
        print("This machine does not offer: " + "; ".join(lacking) + ".")

    keypad.hide()
    text.wipe()
    expected = [scrim.KeypadResult.INSERTED] * 4 + [scrim.KeypadResult.DELETED] + [scrim.KeypadResult.INSERTED] * 3 + [scrim.KeypadResult.DONE]
    return answers == expected and mask == "●" * len(PIN) and right and not wrong and len(text) == 0
