# SPDX-License-Identifier: MIT
"""Makes the parts of a page: secrets, which are marked, and all other text."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from html import escape
from random import Random

from . import phrases, values
from .plan import Plan

#: The element around a secret. draw.py measures it and makes it invisible.
MARK = "x-secret"

_DECOYS: dict[str, Callable[[Random, str], str]] = {
    "date": values.date,
    "price": values.price,
    "order": lambda random, _: values.order(random),
    "version": lambda random, _: values.version(random),
    "isbn": lambda random, _: values.isbn(random),
    "clock": lambda random, _: values.clock(random),
    "digest": lambda random, _: values.digest(random),
    "uuid": lambda random, _: values.uuid(random),
    "number": lambda random, _: values.number(random),
    "coordinates": lambda random, _: values.coordinates(random),
    "wrong_card": lambda random, _: values.wrong_card(random),
    "wrong_iban": lambda random, _: values.wrong_iban(random),
}


class Maker:
    """Makes text in the language of a plan. All methods return HTML."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.language = plan.language
        self.random = Random(plan.seed)

    def secret(self, kind: str, **options: str) -> str:
        return (
            f'<{MARK} data-kind="{kind}">{escape(values.MAKERS[kind](self.random, self.language, **options))}</{MARK}>'
        )

    def decoy(self, name: str) -> str:
        return escape(_DECOYS[name](self.random, self.language))

    def label(self, name: str) -> str:
        return escape(phrases.LABELS[name][self.language])

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def between(self, least: int, most: int) -> int:
        return self.random.randint(least, most)

    def choice(self, texts: tuple[str, ...]) -> str:
        return escape(self.random.choice(texts))

    def person(self) -> str:
        return self.choice(phrases.PEOPLE)

    def company(self) -> str:
        return self.choice(phrases.COMPANIES)

    def street(self) -> str:
        return self.choice(phrases.STREETS)

    def product(self) -> str:
        return self.choice(phrases.PRODUCTS[self.language])

    def sentence(self, *, plain: bool = False) -> str:
        table = phrases.PLAIN if plain else phrases.SENTENCES
        return self.filled(self.random.choice(table[self.language]))

    def filled(self, text: str) -> str:
        """Replaces {name} by a secret of this kind or by a decoy, and escapes the rest."""

        def replacement(match: re.Match[str]) -> str:
            return self.secret(match[1]) if match[1] in values.KINDS else self.decoy(match[1])

        return re.sub(r"\{([\w-]+)\}", replacement, escape(text, quote=False))

    def rows(self, count: int, make: Callable[[int], str]) -> str:
        return "".join(make(index) for index in range(count))


_STYLE = """
* { box-sizing: border-box; }
html { background: var(--page); }
body { margin: 0; padding: 1em; color: var(--text); background: var(--page); }
html.without MARK { color: transparent !important; }
h1 { font-size: 1.4em; margin: 0 0 .6em; }
h2 { font-size: 1.15em; margin: 0 0 .5em; }
p { margin: .4em 0; }
a { color: var(--accent); text-decoration: underline; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: .25em .6em; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; }
.muted { color: var(--muted); }
.accent { color: var(--accent); }
.right { text-align: right; }
.bold { font-weight: bold; }
.big { font-size: 1.9em; }
.wrap, .line { overflow-wrap: anywhere; }
.line { white-space: pre-wrap; }
.number { color: var(--muted); display: inline-block; width: 2.4em; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .8em 1em; margin: 0 0 .9em; }
.row { display: flex; justify-content: space-between; gap: 1em; border-bottom: 1px solid var(--line); padding: .35em 0; }
.row:last-child { border-bottom: 0; }
.columns { display: flex; gap: 1em; }
.columns > * { flex: 1; }
.bar { background: var(--accent); color: var(--on-accent); padding: .5em 1em; margin: -1em -1em 1em; font-weight: bold; }
.button { display: inline-block; background: var(--accent); color: var(--on-accent); border-radius: 4px; padding: .3em .9em; }
.input { border: 1px solid var(--muted); border-radius: 4px; padding: .35em .6em; margin: .15em 0 .7em; }
.grid td, .grid th { border: 1px solid var(--line); white-space: nowrap; }
.bubble { background: var(--panel); border-radius: 1em; padding: .5em .9em; margin: .45em 0; max-width: 70%; width: fit-content; }
.mine { background: var(--accent); color: var(--on-accent); margin-left: auto; }
""".replace("MARK", MARK)


def page(plan: Plan, body: str) -> str:
    """A whole document."""
    colors = dataclasses.asdict(plan.theme)
    variables = "".join(f"--{name.replace('_', '-')}: {color}; " for name, color in colors.items() if name != "name")
    return (
        f'<!doctype html><html lang="{plan.language}"><head><meta charset="utf-8"><style>:root {{ {variables}}}\n'
        f'body {{ font: {plan.size}px/1.45 "{plan.font}"; }}{_STYLE}</style></head><body>{body}</body></html>'
    )
