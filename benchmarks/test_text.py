# SPDX-License-Identifier: MIT
"""benchmarks/text: its secrets are valid, its truth is the letters, and its scoring counts what it says."""

import sys
from pathlib import Path
from random import Random

import numpy as np
import phonenumbers
import pytest
from stdnum import iban, isbn, luhn
from stdnum.exceptions import ValidationError

sys.path.insert(0, str(Path(__file__).resolve().parent))

from text_corpus import report, values  # noqa: E402
from text_corpus.draw import Picture, Secret, draw, missing_fonts  # noqa: E402
from text_corpus.maker import Maker  # noqa: E402
from text_corpus.plan import FONTS, HALVES, MONOSPACED, PER_HALF, THEMES, plans  # noqa: E402
from text_corpus.score import Box, score, size_class  # noqa: E402
from text_corpus.screens import SCREENS, WIDTHS  # noqa: E402

COUNTRIES = {"en": ("US", "GB"), "de": ("DE",), "fr": ("FR",), "es": ("ES",), "pl": ("PL",), "it": ("IT",)}


@pytest.fixture
def random():
    return Random(24)


# The values.


def test_card_numbers_and_ibans_are_valid_for_stdnum(random):
    for language in values.LANGUAGES * 40:
        luhn.validate(values.card(random, language).replace(" ", "").replace("-", ""))
        iban.validate(values.iban(random, language), check_country=True)


def test_telephone_numbers_are_valid_for_phonenumbers(random):
    for language, templates in values._NATIONAL.items():
        for template in templates:
            text = values.filled(random, template)
            assert any(
                phonenumbers.is_valid_number(phonenumbers.parse(text, country)) for country in COUNTRIES[language]
            ), text
    for template in values._INTERNATIONAL:
        text = values.filled(random, template)
        assert phonenumbers.is_valid_number(phonenumbers.parse(text, "DE")), text


def test_decoys_are_not_valid(random):
    for _ in range(50):
        with pytest.raises(ValidationError):
            luhn.validate(values.wrong_card(random).replace(" ", ""))
        with pytest.raises(ValidationError):
            iban.validate(values.wrong_iban(random))
        isbn.validate(values.isbn(random))


# The plan.


def test_the_halves_share_no_font_and_no_theme():
    first, second = ({*FONTS[half], MONOSPACED[half]} for half in HALVES)
    assert not first & second and len(first | second) == 10
    first, second = ({theme.page for theme in THEMES[half]} for half in HALVES)
    assert not first & second


@pytest.mark.parametrize("half", HALVES)
def test_a_half_has_every_screen_in_several_fonts_themes_and_languages(half):
    made = plans(half)
    assert len(made) == PER_HALF
    assert {plan.screen for plan in made} == set(SCREENS) == set(WIDTHS)
    assert {plan.size for plan in made} >= {*range(8, 17), 18, 20, 22}
    for screen in SCREENS:
        some = [plan for plan in made if plan.screen == screen]
        assert min(len({plan.theme for plan in some}), len({plan.language for plan in some})) >= 3, screen


def test_a_picture_depends_on_its_seed_only():
    first, second = (SCREENS[plan.screen](Maker(plan)) for plan in [plans("tuning")[4]] * 2)
    assert first == second
    assert first != SCREENS["mail"](Maker(plans("tuning")[18]))


# The truth.


@pytest.fixture(scope="module")
def mail():
    if fonts := missing_fonts():
        pytest.fail(f"script/bootstrap installs these fonts: {fonts}")
    plan = next(plan for plan in plans("tuning") if plan.screen == "mail")
    return next(iter(draw([plan])))


def test_the_ink_is_all_that_distinguishes_a_secret_from_its_background(mail):
    assert {"email", "phone"} <= {secret.kind for secret in mail.secrets}
    for secret in mail.secrets:
        rows, columns = secret.ink
        left, top, right, bottom = (
            f(column) for f, column in zip((min, min, max, max), zip(*secret.rects, strict=True), strict=True)
        )
        assert (
            left - 3 <= columns.min()
            and columns.max() <= right + 3
            and top - 3 <= rows.min()
            and rows.max() <= bottom + 3
        )
        # Each character has ink; the letters of a line fill a part of its box.
        assert len(rows) >= 3 * len(secret.text.replace(" ", ""))
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in secret.rects)
        assert 0.05 < len(rows) / area < 0.7


# The scoring.


def _picture(*secrets):
    return Picture(plans("tuning")[0], np.zeros((100, 200, 3), np.uint8), list(secrets))


def _secret(kind="card", left=20, top=20, right=120, bottom=40, size=12.0):
    rows, columns = (part.ravel() for part in np.mgrid[top:bottom, left:right])
    return Secret(kind, "4111", size, [(left, top, right, bottom)], (rows, columns), np.full(len(rows), 200))


@pytest.mark.parametrize(
    ("boxes", "found", "covered"),
    [
        ([Box("card", (20, 20, 120, 40))], True, True),
        ([Box("card", (20, 20, 119, 40))], True, True),  # 99 of 100 columns
        ([Box("card", (20, 20, 118, 40))], False, False),
        ([Box("card", (20, 20, 70, 40)), Box("card", (70, 20, 120, 40))], True, True),
        ([Box("phone", (20, 20, 120, 40))], False, True),
        ([Box("card", (20, 20, 70, 40)), Box("phone", (70, 20, 120, 40))], False, True),
        ([], False, False),
        ([Box("card", (-50, -50, 500, 500))], True, True),
    ],
)
def test_a_secret_is_found_if_boxes_of_its_kind_cover_its_ink(boxes, found, covered):
    (outcome,) = score(_picture(_secret()), boxes, values.COMPARED).outcomes
    assert (outcome.found, outcome.covered) == (found, covered)


def test_faint_pixels_weigh_little():
    secret = _secret()
    secret.weights[secret.ink[1] >= 110] = 1  # a tenth of the pixels
    (outcome,) = score(_picture(secret), [Box("card", (20, 20, 110, 40))], values.COMPARED).outcomes
    assert outcome.found


@pytest.mark.parametrize(
    ("rect", "right"),
    [
        ((20, 20, 120, 40), True),
        ((15, 15, 125, 45), True),  # the dilated line
        ((20, 15, 120, 75), True),  # half of its area on the dilated line
        ((20, 15, 120, 77), False),
        ((126, 20, 190, 40), False),
        ((-20, 60, -10, 70), False),  # outside of the picture
    ],
)
def test_a_box_is_right_if_half_of_it_is_on_a_secret(rect, right):
    scored = score(_picture(_secret()), [Box("phone", rect)], values.COMPARED)
    assert (len(scored.right), len(scored.wrong)) == ((1, 0) if right else (0, 1))


def test_kinds_that_are_not_compared_count_apart():
    picture = _picture(_secret("ip"), _secret("card", top=50, bottom=70))
    boxes = [Box("ip", (20, 20, 120, 40)), Box("URL", (130, 0, 200, 100))]
    compared, others = score(picture, boxes, values.COMPARED), score(picture, boxes, values.OTHERS)
    assert [outcome.found for outcome in compared.outcomes] == [False] and not compared.right and not compared.wrong
    assert [outcome.found for outcome in others.outcomes] == [True] and len(others.right) == 1


def test_the_figures_count_each_secret_once_in_its_class():
    picture = _picture(
        _secret(size=8), _secret(size=10), _secret(top=60, bottom=80, size=22), _secret("phone", size=24)
    )
    boxes = [Box("card", (20, 20, 120, 40)), Box("card", (150, 60, 190, 80))]
    result = report.Result(
        "scrim", picture, boxes, *(score(picture, boxes, kinds) for kinds in (values.COMPARED, values.OTHERS)), 1.5
    )
    figures = {figure.get("kind", "time"): figure for figure in report.as_json([result, result])}
    # Boxes count in the class of the picture's text, which is 12 pixels high.
    assert figures["compared"]["8-10"] == {"secrets": 4, "found": 4, "covered": 4, "right": 0, "wrong": 0}
    assert figures["card"]["11-22"] == {"secrets": 2, "found": 0, "covered": 0, "right": 2, "wrong": 2}
    assert figures["phone"]["23 up"] == {"secrets": 2, "found": 0, "covered": 2, "right": 0, "wrong": 0}
    assert figures["compared"]["all"] == {"secrets": 8, "found": 4, "covered": 6, "right": 2, "wrong": 2}
    assert "iban" not in figures
    assert figures["time"]["seconds"] == 3
    assert "scrim, tuning half" in report.table(report.as_json([result]))


def test_limits_are_of_scrim_in_the_reporting_half():
    def figure(found, right, **change):
        counts = {"secrets": 100, "found": found, "covered": found, "right": right, "wrong": 100 - right}
        sizes = {"8-10": counts, "11-22": counts}
        return {"tool": "scrim", "half": "reporting", "kind": "compared", **sizes, **change}

    assert report.missed_limits([figure(98, 95)]) == []
    assert report.missed_limits([figure(89, 94)]) == [
        "recall at 8-10 px is 89.0%, at least 90% is required",
        "recall at 11-22 px is 89.0%, at least 98% is required",
        "precision at 11-22 px is 94.0%, at least 95% is required",
    ]
    assert report.missed_limits([figure(0, 0, tool="presidio"), figure(0, 0, half="tuning")]) == []


@pytest.mark.parametrize(("size", "name"), [(8, "8-10"), (10, "8-10"), (11, "11-22"), (22, "11-22"), (22.8, "23 up")])
def test_classes_of_sizes(size, name):
    assert size_class(size) == name
