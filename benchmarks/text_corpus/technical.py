# SPDX-License-Identifier: MIT
"""The screens of programmers and administrators. Each function returns the body of a page."""

from __future__ import annotations

from .maker import Maker

_EVENTS = (
    "login ok user={email} from {ip} in {number} ms",
    "login failed user={email} from {ip} attempt 3",
    "payment accepted card={card} amount={price} order={order}",
    "payment declined card {card} code 51",
    "mail to {email} queued as {digest}",
    "sms to {phone} delivered, {number} bytes",
    "transfer to {iban} booked, reference {order}",
    "dhcp lease {ip} to {mac} until {clock}",
    "association from {mac} signal -62 dBm",
    "callback number={phone} queue=7 wait={number}s",
)
_PLAIN_EVENTS = (
    "GET /api/v2/orders/{number} 200 {number} {number} 0.0{number}",
    "worker 7 finished job {uuid} in 0.482 s",
    "commit {digest} deployed as {version}",
    "cache hits 120455 misses 3388 ratio 0.9726",
    "card check failed: {wrong_card}",
    "position {coordinates} accuracy 12 m",
    "heap 1048576 4194304 2097152 gc 12 34 56 78",
    "backup of {date} took 00:14:52, 18446744 blocks",
)


def log(make: Maker) -> str:
    when = make.decoy("date")

    def line(_: int) -> str:
        level = make.random.choice(("INFO ", "WARN ", "DEBUG", "ERROR"))
        event = make.filled(make.random.choice(_PLAIN_EVENTS if make.chance(0.45) else _EVENTS))
        stamp = f"{when} {make.decoy('clock')}.{make.between(0, 999):03}"
        return f'<div class="line"><span class="muted">{stamp}</span> <span class="accent">{level}</span> {event}</div>'

    return make.rows(make.between(12, 18), line)


def terminal(make: Maker) -> str:
    prompt = '<span class="accent">anna@web01</span>:<span class="muted">~/src</span>$ '
    address, network = make.secret("ip"), make.secret("mac")
    parts = [
        f"{prompt}curl -H 'Authorization: Bearer {make.secret('jwt')}' https://api.example.com/v1/me\n"
        f'{{"id": {make.between(100, 99999)}, "email": "{make.secret("email")}", "phone": "{make.secret("phone")}"}}',
        f"{prompt}ip addr show eth0\n2: eth0: &lt;BROADCAST,MULTICAST,UP&gt; mtu 1500 qdisc mq state UP\n"
        f"    link/ether {network} brd\n    inet {address}/24 scope global",
        f"{prompt}cat id_key\n{make.secret('private-key')}",
        f"{prompt}export API_TOKEN={make.secret('api-key')}",
        f"{prompt}git log --oneline -3\n"
        + make.rows(
            3, lambda _: f"{make.decoy('digest')[:7]} Release {make.decoy('version')} ({make.decoy('date')})\n"
        ).rstrip(),
        f"{prompt}ls -l\n"
        + make.rows(
            4,
            lambda index: (
                f"-rw-r--r-- 1 anna anna {make.between(100, 9999999):>8} {make.decoy('date')} {make.decoy('clock')[:5]} part{index}.csv\n"
            ),
        ).rstrip(),
        f"{prompt}grep -n owner config.ini\n12:owner = {make.secret('email')}\n"
        f"13:pager = {make.secret('phone')}\n14:account = {make.secret('iban')}",
        f"{prompt}psql -c 'select * from cards limit 2'\n {make.between(1, 999)} | {make.secret('card', gap='')} | 11/27\n"
        f" {make.between(1, 999)} | {make.secret('card', gap='')} | 04/28\n(2 rows)",
    ]
    make.random.shuffle(parts)
    return "".join(f'<div class="line">{part}</div>' for part in parts[:5])


def settings(make: Maker) -> str:
    def row(name: str, text: str) -> str:
        return f'<div class="row"><span>{name}</span><span class="wrap right">{text}</span></div>'

    tokens = make.rows(
        2, lambda index: row(f"{('CI', 'Deploy')[index]} · {make.decoy('date')}", make.secret("api-key"))
    )
    devices = make.rows(3, lambda index: row(f"Laptop {index + 1}", f"{make.secret('ip')} · {make.secret('mac')}"))
    return f"""<div class="bar">{make.label("settings")}</div>
    <div class="panel"><h2>{make.label("security")}</h2>{row(make.label("email"), make.secret("email"))}
    {row("2FA", make.secret("phone"))}{row(make.label("iban"), make.secret("iban"))}</div>
    <div class="panel"><h2>{make.label("tokens")}</h2>{tokens}<div class="wrap">{make.secret("jwt") if make.chance(0.5) else ""}</div></div>
    <div class="panel"><h2>{make.label("devices")}</h2>{devices}{row(make.label("version"), make.decoy("version"))}</div>"""


def editor(make: Maker) -> str:
    lines = [
        '<span class="accent">import</span> os, requests',
        "",
        f'VERSION = "{make.decoy("version")}"  <span class="muted"># {make.decoy("date")}</span>',
        f'API_KEY = "{make.secret("api-key")}"',
        f'SUPPORT = "{make.secret("email")}"  <span class="muted"># {make.secret("phone")}</span>',
        f'HOSTS = ["{make.secret("ip")}", "{make.secret("ip")}"]',
        f"COLORS = [0x{make.decoy('digest')[:6]}, 0x{make.decoy('digest')[:6]}]",
        f'TEST_CARD = "{make.secret("card")}"',
        f'ACCOUNT = "{make.secret("iban")}"',
        f'CHECKSUM = "{make.decoy("digest")}"',
        f"LIMITS = ({make.decoy('number')}, {make.decoy('number')}, {make.decoy('number')}, 86400, 65536)",
        "",
        '<span class="accent">def</span> charge(amount):',
        f'    <span class="accent">return</span> requests.post(URL, timeout={make.between(1, 60)}, data={{"amount": amount}})',
        "",
        f'TOKEN = "{make.secret("jwt")}"',
        f'NOTIFY = ["{make.secret("email")}", "{make.secret("email")}"]',
    ]
    return "".join(
        f'<div class="line"><span class="number">{index + 1}</span>{line}</div>' for index, line in enumerate(lines)
    )
