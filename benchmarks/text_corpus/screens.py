# SPDX-License-Identifier: MIT
"""The screens of shops, banks and offices. Each function returns the body of a page."""

from __future__ import annotations

from collections.abc import Callable

from .maker import Maker
from .technical import editor, log, settings, terminal


def receipt(make: Maker) -> str:
    items = make.rows(
        make.between(5, 9),
        lambda _: (
            f'<div class="row"><span>{make.between(1, 4)} × {make.product()}</span><span>{make.decoy("price")}</span></div>'
        ),
    )
    return f"""<h1>{make.company()}</h1><p class="muted">{make.street()}<br>{make.secret("phone")}<br>{make.secret("email")}</p>
    <p>{make.decoy("date")} {make.decoy("clock")} · {make.label("order")} {make.decoy("order")}</p>{items}
    <div class="row bold"><span>{make.label("total")}</span><span>{make.decoy("price")}</span></div>
    <div class="row"><span>{make.label("tax")} 19.0 %</span><span>{make.decoy("price")}</span></div>
    <p>VISA {make.secret("card")}<br><span class="muted">Terminal {make.between(10000000, 99999999)} · Trace {make.between(100000, 999999)}
    · Auth {make.between(100000, 999999)}</span></p><p>{make.label("thanks")}</p>"""


def account(make: Maker) -> str:
    rows = [
        ("name", make.person()),
        ("address", make.street()),
        ("email", make.secret("email")),
        ("phone", make.secret("phone")),
        ("iban", make.secret("iban")),
        ("card", make.secret("card")),
        ("valid", "09/28"),
        ("customer", make.decoy("order")),
        ("changed", f"{make.decoy('date')} {make.decoy('clock')}"),
    ]
    if make.chance(0.5):
        rows.insert(4, ("phone", make.secret("phone")))
    body = "".join(
        f'<div class="row"><span class="muted">{make.label(name)}</span><span>{text}</span></div>'
        for name, text in rows
    )
    return f"""<div class="bar">{make.company()}</div><h1>{make.label("account")}</h1><div class="panel">{body}</div>
    <p class="muted">{make.label("version")} {make.decoy("version")} · {make.decoy("uuid")}</p>
    <span class="button">{make.label("save")}</span> <span>{make.label("cancel")}</span>"""


def chat(make: Maker) -> str:
    def bubble(index: int) -> str:
        text = make.sentence(plain=make.chance(0.35))
        return f'<div class="bubble {"mine" if make.chance(0.4) else ""}">{text}</div><div class="muted">{make.decoy("clock")[:5]}</div>'

    return f'<div class="bar">{make.person()}</div>{make.rows(make.between(6, 9), bubble)}'


def mail(make: Maker) -> str:
    paragraphs = make.rows(make.between(3, 5), lambda _: f"<p>{make.sentence()} {make.sentence(plain=True)}</p>")
    return f"""<h1>{make.label("invoice")} {make.decoy("order")}</h1><div class="panel">
    <div><span class="muted">{make.label("from")}:</span> {make.person()} &lt;{make.secret("email")}&gt;</div>
    <div><span class="muted">{make.label("to")}:</span> {make.secret("email")}, {make.secret("email")}</div>
    <div><span class="muted">{make.label("date")}:</span> {make.decoy("date")} {make.decoy("clock")}</div></div>
    <p>{make.label("hello")},</p>{paragraphs}<p>--<br>{make.person()}<br>{make.company()} · {make.street()}<br>
    T {make.secret("phone")} · <a>{make.secret("email")}</a></p>"""


def sheet(make: Maker) -> str:
    with_account = make.chance(0.5)
    names = ["#", "name", "phone", "email", "iban" if with_account else "card", "quantity", "amount"]
    head = "".join(f"<th>{name if name == '#' else make.label(name)}</th>" for name in names)

    def row(index: int) -> str:
        cells = (
            str(1001 + index),
            make.person(),
            make.secret("phone"),
            make.secret("email"),
            make.secret("iban" if with_account else "card"),
            f'<span class="right">{make.between(1, 4000)}</span>',
            make.decoy("price"),
        )
        return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

    numbers = make.rows(
        4, lambda _: "<tr>" + make.rows(7, lambda _: f'<td class="right">{make.decoy("number")}</td>') + "</tr>"
    )
    return f'<table class="grid"><tr>{head}</tr>{make.rows(make.between(4, 7), row)}</table><p></p><table class="grid">{numbers}</table>'


def form(make: Maker) -> str:
    def field(name: str, text: str) -> str:
        return f'<div class="muted">{make.label(name)}</div><div class="input">{text}</div>'

    left = field("name", make.person()) + field("email", make.secret("email")) + field("phone", make.secret("phone"))
    right = (
        field("card", make.secret("card", gap=" "))
        + field("valid", "11 / 27")
        + field("iban", make.secret("iban", gap=" "))
    )
    wrong = f'<p class="accent">✗ {make.label("card")}: {make.decoy("wrong_card")}</p>' if make.chance(0.5) else ""
    return f"""<h1>{make.label("payments")}</h1><div class="columns"><div>{left}</div><div>{right}</div></div>{wrong}
    <div class="row"><span>{make.label("order")} {make.decoy("order")}</span><span>{make.decoy("price")}</span></div>
    <p class="right"><span class="button">{make.label("send")}</span></p>"""


def dashboard(make: Maker) -> str:
    def tile(name: str) -> str:
        return (
            f'<div class="panel"><div class="muted">{make.label(name)}</div><div class="big">{make.decoy("number")}</div>'
            f"<div>{make.between(1, 99)}.{make.between(0, 9)} % · {make.decoy('price')}</div></div>"
        )

    def bar(index: int) -> str:
        top = make.between(5, 50)
        return f'<rect x="{index * 20}" y="{top}" width="14" height="{60 - top}" fill="{make.plan.theme.accent}"/>'

    def row(_: int) -> str:
        kind = make.random.choice(("iban", "card", "iban"))
        return (
            f"<tr><td>{make.decoy('date')}</td><td>{make.person()}</td><td>{make.secret(kind)}</td>"
            f'<td class="right">{make.decoy("price")}</td><td>{make.label("paid" if make.chance(0.6) else "open")}</td></tr>'
        )

    return f"""<div class="columns">{tile("visits")}{tile("payments")}{tile("total")}</div>
    <svg width="240" height="60">{make.rows(12, bar)}</svg><p class="muted">{make.decoy("clock")} · {make.decoy("coordinates")}</p>
    <table>{make.rows(make.between(4, 7), row)}</table><p>{make.secret("email")} · {make.secret("phone")}</p>"""


def invoice(make: Maker) -> str:
    items = make.rows(
        make.between(4, 6),
        lambda index: (
            f'<tr><td>{index + 1}</td><td>{make.product()}</td><td class="right">{make.between(1, 50)}</td>'
            f'<td class="right">{make.decoy("price")}</td><td class="right">{make.decoy("price")}</td></tr>'
        ),
    )
    return f"""<div class="columns"><div><h1>{make.label("invoice")}</h1><p>{make.person()}<br>{make.street()}</p></div>
    <div class="right"><b>{make.company()}</b><br>{make.street()}<br>{make.secret("phone")}<br>{make.secret("email")}</div></div>
    <p>{make.label("order")} {make.decoy("order")} · {make.label("date")} {make.decoy("date")}</p>
    <table><tr><th>#</th><th></th><th>{make.label("quantity")}</th><th>{make.label("price")}</th><th>{make.label("total")}</th></tr>{items}</table>
    <p>{make.sentence()}</p><p class="muted">{make.label("iban")} {make.secret("iban")} · BIC NOLADE21XXX · {make.label("tax")} DE811907980</p>"""


def contacts(make: Maker) -> str:
    def card(_: int) -> str:
        return (
            f'<div class="panel"><h2>{make.person()}</h2><div>{make.label("phone")}: {make.secret("phone")}</div>'
            f'<div>{make.secret("email")}</div><div class="muted">{make.street()}</div></div>'
        )

    columns = make.rows(2, lambda _: f"<div>{make.rows(make.between(2, 4), card)}</div>")
    return f'<div class="bar">{make.label("contacts")}</div><div class="columns">{columns}</div>'


def plain(make: Maker) -> str:
    """A page of decoys only."""
    notes = make.rows(
        make.between(4, 6),
        lambda _: (
            f"<p><b>{make.decoy('version')}</b> <span class='muted'>{make.decoy('date')}</span> {make.sentence(plain=True)}</p>"
        ),
    )
    table = make.rows(
        make.between(5, 8),
        lambda _: (
            f"<tr><td>{make.decoy('date')} {make.decoy('clock')}</td><td>{make.decoy('order')}</td>"
            + make.rows(4, lambda _: f'<td class="right">{make.decoy("number")}</td>')
            + f"<td>{make.decoy('coordinates')}</td></tr>"
        ),
    )
    return f"""<h1>{make.label("notes")}</h1>{notes}<table>{table}</table>
    <p>{make.decoy("isbn")}<br>{make.decoy("wrong_card")}<br>{make.decoy("wrong_iban")}<br><span class="wrap">SHA-1 {make.decoy("digest")}</span></p>"""


SCREENS: dict[str, Callable[[Maker], str]] = {
    "receipt": receipt, "account": account, "log": log, "chat": chat, "mail": mail, "sheet": sheet, "form": form,
    "terminal": terminal, "settings": settings, "dashboard": dashboard, "editor": editor, "invoice": invoice,
    "contacts": contacts, "plain": plain,
}  # fmt: skip

#: The width of a screen in multiples of the font size.
WIDTHS = {
    "receipt": 30, "account": 46, "log": 70, "chat": 42, "mail": 58, "sheet": 84, "form": 50, "terminal": 62, "settings": 58,
    "dashboard": 62, "editor": 66, "invoice": 54, "contacts": 50, "plain": 58,
}  # fmt: skip
