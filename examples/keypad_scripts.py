# SPDX-License-Identifier: MIT
import scrim
from scrim import KeyKind, KeySpec, Phase

CYRILLIC = ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"]


def pad(digits):
    """A PIN pad: 1 2 3, 4 5 6, 7 8 9, delete 0 done."""
    places = [(number % 3, number // 3) for number in range(9)] + [(1, 3)]
    keys = [KeySpec(digit, column, row) for digit, (column, row) in zip(digits, places, strict=True)]
    return [*keys, KeySpec("⌫", 0, 3, KeyKind.DELETE, name="delete"), KeySpec("✓", 2, 3, KeyKind.DONE, name="done")]


def keyboard(rows):
    """A letter is two cells wide, so that each row is half a letter further to the right."""
    keys = [KeySpec(letter, 2 * n + row, row, columns=2) for row, letters in enumerate(rows) for n, letter in enumerate(letters)]
    keys += [KeySpec(" ", 4, 3, columns=16, fixed=True, name="пробел")]  # what a screen reader says for the space bar
    keys += [KeySpec("⌫", 20, 2, KeyKind.DELETE, columns=4, name="удалить")]
    return [*keys, KeySpec("Готово", 20, 3, KeyKind.DONE, columns=4)]


def types(layout, word):
    """Whether taps on the keys of a word type this word."""
    with scrim.Text() as text, scrim.Keypad((0, 0, 480, 320), layout=layout) as keypad:
        keypad.attach(text)
        keypad.show()  # shuffles the digits of a pad, and the letters of a keyboard
        keypad.presented(0)
        keys = {key.label: key.rect for key in keypad.keys()}
        for tap, letter in enumerate(word, 1):
            middle = keys[letter].x + keys[letter].width / 2, keys[letter].y + keys[letter].height / 2
            keypad.touch((tap * 200_000_000, 1, Phase.BEGAN, *middle))
            keypad.touch((tap * 200_000_000 + 1, 1, Phase.ENDED, *middle))
        return text.equals(word)


tables = {
    "Arabic-Indic": (pad("١٢٣٤٥٦٧٨٩٠"), "٤٧١١"),
    "Devanagari": (pad("१२३४५६७८९०"), "४७११"),
    "Cyrillic": (keyboard(CYRILLIC), "тайный шифр"),
}
for script, (layout, word) in tables.items():
    assert types(layout, word)
    print(f"{script}: typed {word}")
