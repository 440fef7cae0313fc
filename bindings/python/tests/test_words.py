# SPDX-License-Identifier: MIT
"""Words in place of styles and of the constants of a keypad: those of the command line."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import scrim
from scrim import InvalidArgumentError, Layout, Reshuffle, Shuffle, Style

STYLES = [
    ("solid", Style.solid()),
    ("solid:#102030", Style.solid("#102030")),
    ("frost", Style.frost()),
    ("frost:7", Style.frost(7)),
    ("frost:0x10", Style.frost(16)),
    ("tiles", Style.tiles()),
    ("tiles:18446744073709551615", Style.tiles(2**64 - 1)),
    ("blur:8.5", Style.blur(8.5)),
    ("pixelate:16", Style.pixelate(16)),
    ("effect:16", Style.effect(16)),
    ("light", Style.light()),
    ("extra-light", Style.extra_light()),
    ("dark", Style.dark()),
    ("tint:#aabbcc", Style.tint("#aabbcc")),
]
KEYPADS = [
    ("layout", "pin", Layout.PIN),
    ("layout", "pin-decimal", Layout.PIN_DECIMAL),
    ("layout", "payment", Layout.PAYMENT),
    ("layout", "hexadecimal", Layout.HEXADECIMAL),
    ("layout", "qwerty", Layout.QWERTY),
    ("layout", "qwertz", Layout.QWERTZ),
    ("layout", "azerty", Layout.AZERTY),
    ("shuffle", "auto", Shuffle.AUTO),
    ("shuffle", "none", Shuffle.NONE),
    ("shuffle", "rows", Shuffle.ROWS),
    ("shuffle", "all", Shuffle.ALL),
    ("shuffle", "digits", Shuffle.DIGITS),
    ("reshuffle", "on-show", Reshuffle.ON_SHOW),
    ("reshuffle", "on-press", Reshuffle.ON_PRESS),
    ("reshuffle", "manual", Reshuffle.MANUAL),
]
BOX = (10, 6, 20, 9)


def picture() -> np.ndarray:
    return np.random.default_rng(3).integers(0, 256, (33, 48, 3), np.uint8)


def test_each_constant_has_a_word() -> None:
    assert {style.kind for _, style in STYLES} == set(scrim.StyleKind)
    for kind in (Layout, Shuffle, Reshuffle):
        assert {constant for _, _, constant in KEYPADS if isinstance(constant, kind)} == set(kind)


@pytest.mark.parametrize(("word", "style"), STYLES)
def test_a_word_is_the_style(word: str, style: Style) -> None:
    assert Style.parse(word) == style
    wanted = scrim.redact(picture(), [BOX], style=style)
    assert (scrim.redact(picture(), [BOX], style=word) == wanted).all()
    assert (scrim.redact(picture(), [BOX], styles=[word]) == wanted).all()
    target = picture()
    scrim.redact_in_place(target, [BOX], style=word)
    assert (target == wanted).all() and (wanted != picture()).any()


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("", "must be one of solid, frost, tiles, blur, pixelate, effect, light, extra-light, dark, tint, some with a value"),
        ("fog", r"must be one of solid, .* such as frost:7 or solid:#102030 \(got 'fog'\)"),
        ("Solid", "must be one of "),
        ("solid:red", r"the value of solid must be a color, #RRGGBB, such as solid:#102030 \(got 'solid:red'\)"),
        ("solid:", "the value of solid "),
        ("blur", r"blur needs a standard deviation in pixels, .* such as blur:16 \(got 'blur'\)"),
        ("blur:", "the value of blur "),
        ("blur:-1", "the value of blur "),
        ("blur:nan", "the value of blur "),
        ("blur:257", "the value of blur "),
        ("pixelate:2.5", "the value of pixelate must be the side of a block, a whole number from 2 to 4096"),
        ("frost:-1", "the value of frost must be a seed, "),
        ("frost:18446744073709551616", "the value of frost "),
        ("light:3", r"light takes no value \(got 'light:3'\)"),
        ("frost:" + "1" * 80, r"\(got 'frost:1{31}\.\.\.'\)"),
    ],
)
def test_a_word_of_no_style(word: str, message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=f"^style.*{message}"):
        Style.parse(word)
    # Nobody knows how to cover, so everything is covered.
    target = picture()
    with pytest.raises(InvalidArgumentError, match=f"^style.*{message}"):
        scrim.redact_in_place(target, [BOX], style=word)
    assert not target.any()


def test_messages_name_the_argument() -> None:
    with pytest.raises(InvalidArgumentError, match=r"^styles\[1\] must be one of solid, "):
        scrim.redact(picture(), [BOX], styles=["solid", "fog"])
    with pytest.raises(InvalidArgumentError, match="^--style must be one of solid, "):
        Style.parse("fog", "--style")
    with pytest.raises(TypeError, match=r"^style must be a string \(got 7\)"):
        Style.parse(7)  # type: ignore[arg-type]


def test_captures_and_scenes_take_words() -> None:
    scrim.Capture(style="frost:7").close()
    with scrim.Scene() as scene:
        scene.redact(picture(), style="tiles")
        with pytest.raises(InvalidArgumentError, match="^style must be one of solid, "):
            scene.redact(picture(), style="fog")
    with pytest.raises(InvalidArgumentError, match="^style must be one of solid, "):
        scrim.Capture(style="fog")


@pytest.mark.parametrize(("argument", "word", "constant"), KEYPADS)
def test_a_word_is_the_constant(argument: str, word: str, constant: int, monkeypatch: pytest.MonkeyPatch) -> None:
    passed = []
    library: Any = scrim.keypad.lib
    create: Callable[..., int] = library.scrim_keypad_create

    class Noting:
        def __getattr__(self, name: str) -> Any:
            return getattr(library, name)

        def scrim_keypad_create(self, options: Any, out: Any) -> int:
            passed.append(getattr(options, argument))
            return create(options, out)

    monkeypatch.setattr(scrim.keypad, "lib", Noting())
    # Digits cannot be shuffled alone on a keyboard, but on a pad.
    options: dict[str, Any] = {argument: word}
    scrim.Keypad(**options).close()
    assert passed == [constant]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layout": "pim"}, r"layout must be one of 'pin', 'pin-decimal', .*, 'azerty' or a list of KeySpecs \(got 'pim'\)"),
        ({"layout": "PIN"}, r"layout must be one of 'pin', .* \(got 'PIN'\)"),
        ({"shuffle": "some"}, r"shuffle must be one of 'auto', 'none', 'rows', 'all', 'digits' \(got 'some'\)"),
        ({"reshuffle": "never"}, r"reshuffle must be one of 'on-show', 'on-press', 'manual' \(got 'never'\)"),
    ],
)
def test_a_word_of_no_constant(options: Any, message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=f"^{message}$"):
        scrim.Keypad(**options)
