# SPDX-License-Identifier: MIT
"""Pages with secrets in many places, and browsers, for the tests of scrim_tools.testing.

Everything secret is red, and nothing else is. Two pages that differ in their secrets alone must give the same picture.
"""

from __future__ import annotations

import functools
import http.server
import io
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
SECRETS = ("4111 1111", "5500 0004")
WIDTH, HEIGHT = 400, 300

RED = "background: rgb(255, 0, 0); width: 90px; height: 24px; overflow: hidden; color: rgb(120, 0, 0); font: 16px monospace"
#: Scrolls a frame. On a busy machine, Chromium may ignore the first call in a frame of another origin.
SCROLLING = "(function go() { scrollTo(0, %d); if (scrollY < 9) setTimeout(go, 9) })()"
#: A frame with a secret. It is scrolled.
FRAME = f"""<!doctype html><body style='margin: 0; height: 500px'><p class=framed style='margin: 90px 0 0 9px; {RED}'>%s</p>
<script>{SCROLLING % 60}</script>"""

#: The digits of both secrets are equally wide, so that the boxes are equal.
#: Places of a secret on one page, each with HTML. The class of its element is its name.
PLACES: dict[str, str] = {
    "plain": f"<p class=plain style='left: 20.3px; top: 90.7px; {RED}'>%s</p>",
    "fixed_top": f"<p class=fixed_top style='position: fixed; left: 9px; top: 7px; {RED}'>%s</p>",
    "fixed_bottom": f"<p class=fixed_bottom style='position: fixed; right: 9px; bottom: 7px; {RED}'>%s</p>",
    "sticky": f"<p class=sticky style='position: sticky; margin: 0 0 0 250px; width: 90px; top: 50px; {RED}'>%s</p>",
    "turned": f"<p class=turned style='left: 40px; top: 160px; transform: rotate(30deg) scale(1.2); {RED}'>%s</p>",
    "zoomed": f"<p class=zoomed style='left: 170px; top: 100px; zoom: 1.3; {RED}'>%s</p>",
    "overflowing": "<p class=overflowing style='left: 20px; top: 330px; width: 9px; height: 9px; white-space: nowrap;"
    " color: red; font: bold 40px/.2 monospace'>%s Äj</p>",
    "child": f"<div class=child style='left: 330px; top: 330px; width: 20px; height: 9px'>"
    f"<p style='left: -60px; top: 60px; {RED}'>%s</p></div>",
    "pseudo": "<style>.pseudo::before { content: attr(title); position: absolute; right: 30px; bottom: 40px; width: 90px;"
    " color: red; transform: translate(-25px, 12px) }</style>"
    "<p class=pseudo title='%s' style='left: 190px; top: 530px; width: 40px; height: 9px'></p>",
    "shadow": "<p class=shadow style='left: 60px; top: 420px; width: 30px; height: 9px; color: transparent;"
    " text-shadow: 20px 30px 4px red'>%s</p>",
    "filter": "<div style='left: 240px; top: 790px; width: 120px; height: 9px; filter: drop-shadow(0 40px 2px red)'>"
    "<p class=filter style='color: #333; margin: 0; width: 90px; height: 24px; position: static'>%s</p></div>",
    "shadow_root": "<div id=host style='left: 20px; top: 560px'></div><script>host.attachShadow({ mode: 'open' }).innerHTML ="
    f" \"<p class=shadow_root style='{RED}'>%s</p>\"</script>",
    "slotted": "<div class=slotted style='left: 180px; top: 640px'>%s</div><script>document.querySelector('.slotted').attachShadow("
    f"{{ mode: 'open' }}).innerHTML = \"<p style='margin: 70px; {RED}'><slot></slot></p>\"</script>",
    "framed": "<iframe style='left: 20px; top: 620px; width: 150px; height: 70px; border: 5px solid #888; padding: 3px 9px'"
    f' srcdoc="{FRAME}"></iframe>',
}
#: Frames that would need another server, or that are turned or scaled. The class of the secrets is "framed" too.
FRAMES = f"""<iframe style='left: 20px; top: 730px; width: 150px; height: 70px; transform: scale(.8); zoom: 1.2' srcdoc="{FRAME}"></iframe>
<iframe style='left: 230px; top: 890px; width: 140px; height: 70px; border: 0; transform: rotate(9deg)' srcdoc="{FRAME}"></iframe>
<iframe style='left: 10px; top: 890px; width: 180px; height: 90px' src="ADDRESS/outer.html"></iframe>"""
#: A page of another origin, which is scrolled and has a frame of a third one.
OUTER = """<!doctype html><body style='margin: 0; height: 400px'>
<iframe style='margin: 45px 0 0 15px; width: 140px; height: 70px' src="data:text/html,FRAME"></iframe><script>SCROLLING</script>""".replace("SCROLLING", SCROLLING % 30)

_TEXT = "color: red; font: bold 24px monospace"
_PRIVATE = f"content: '4111 1111'; {_TEXT}"
_IN_FRAME = f"<p class=s style='{_TEXT}; width: 150px'>4111 1111</p>"
_SHIFTED = f"<p class=s style='margin: 0 0 0 9px; font: 16px monospace; transform-origin: 0 0; color: #333; %s'>4111</p><style>body {{ margin: 9px }}</style>"
_DRAWN = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='300' height='60'><text y='40' font-size='40' fill='red'>4111</text></svg>"


def _pseudo(style: str, of: str = "position: relative", before: str = "", after: str = "", tag: str = "p") -> str:
    return f"<style>.s::after {{ {_PRIVATE}; {style} }}</style>{before}<{tag} class=s style='{of}'>x</{tag}>{after}"


def _lines(shapes: str, of: str = "") -> str:
    return f"<svg width=390 height=280 fill=none stroke=red {of}>{shapes}</svg>"


#: Pages with a secret that is painted outside of the boxes of the element with the class "s". All of it must be covered.
PAINTED: dict[str, str] = {
    "option": f"<p class=s>x</p><select style='{_TEXT}'><optgroup class=s><option selected>4111 1111</option></optgroup></select>",
    "area": "<p class=s>x</p><img usemap='#m' width=99 height=50 style='background: red'><map name=m><area class=s></map>",
    "area of a map with another address": "<p class=s>x</p><img usemap='page.html#m' width=99 height=50 style='background: red'>"
    "<map name='#m'><area class=s></map>",
    "absolute in the page": _pseudo("position: absolute; left: 200px; top: 20px", "", "<style>body { margin: 150px 90px }</style>"),
    "absolute in what scrolls": _pseudo("position: absolute; left: 90px; top: 90px", "", "<div style='position: relative; height: 200px;"
    " overflow: auto' id=scrolls>", "<div style='height: 900px'></div></div><script>scrolls.scrollTop = 60</script>"),
    "absolute in a cell": _pseudo("position: absolute; left: 9px; top: 9px", "", "<div style='position: relative; padding: 90px'><table><tr><td>"),
    "absolute in a moved element": _pseudo("position: absolute; left: 20px; top: 60px", "translate: 150px 90px"),
    "absolute in what will move": _pseudo("position: absolute; left: 20px; top: 60px", "will-change: transform; margin: 90px"),
    "absolute in a container": _pseudo("position: absolute; left: 20px; top: 60px", "contain: layout; margin: 90px"),
    "absolute in three dimensions": _pseudo("position: absolute; left: 60px; top: 60px", "", "<div style='transform-style: preserve-3d; margin: 90px'>"),
    "absolute in a foreign object": _pseudo("position: absolute; left: 60px; top: 60px", "", "<svg width=390 height=280>"
    "<foreignObject x=100 y=100 width=200 height=40 style='overflow: visible'>"),
    "absolute, aligned": _pseudo("position: absolute; inset: 0; place-self: end; width: 140px; height: 30px", "width: 20px",
    "<div style='position: relative; width: 390px; height: 280px'>"),
    "absolute, from the right": _pseudo("position: absolute; left: 0; right: 0; top: 60px; width: 140px", "width: 20px",
    "<div style='direction: rtl; position: relative; width: 390px'>"),
    "broken after hyphens": _pseudo("content: '4111-1111-1111-1111'; position: absolute; left: 60px; top: 20px; width: 90px; height: 20px"),
    "broken in a word": _pseudo("content: '4111111111111111'; position: absolute; left: 60px; top: 20px; width: 60px; height: 20px;"
    " overflow-wrap: anywhere"),
    "broken between letters": _pseudo("content: '密碼密碼密碼密碼'; position: absolute; left: 60px; top: 20px; width: 60px; height: 20px"),
    "tabs": _pseudo("content: '4\\9 \\9 1'; white-space: pre; position: absolute; left: 20px; top: 60px; width: 9px"),
    "a box without text": _pseudo("content: ''; position: absolute; left: 100px; top: 90px; width: 90px; height: 30px; background: red"),
    "a border without text": _pseudo("content: ''; position: absolute; left: 100px; top: 90px; width: 90px; border: 9px solid red"),
    "border image of a pseudo-element": _pseudo("content: ''; position: absolute; left: 150px; top: 90px; border: 1px solid;"
    " border-image: linear-gradient(red, red) 30 / 1px / 60px"),
    "absolute, turned holder": _pseudo("position: absolute; left: 150px; top: 0", "rotate: 80deg; width: 99px; height: 9px; margin: 50px 200px"),
    "fixed in a moved element": _pseudo("position: fixed; left: 9px; top: 60px", "", "<div style='transform: translate(90px, 90px)'>"),
    "translate": _pseudo("position: absolute; translate: 150px calc(20px + 100px)"),
    "translate in percent": _pseudo("position: absolute; translate: 100% -50%; left: 20px; top: 150px"),
    "scale": _pseudo("position: absolute; scale: 2; left: 100px; top: 60px"),
    "rotate": _pseudo("position: absolute; rotate: 90deg; transform-origin: 0 0; left: 200px; top: 30px"),
    "translate in a line": _pseudo("display: inline-block; translate: 150px 120px"),
    "zoom": _pseudo("position: absolute; zoom: 2; left: 60px; top: 60px"),
    "longer than its width": _pseudo("position: absolute; width: 10px; white-space: nowrap; left: 90px; top: 60px"),
    "longer than its height": _pseudo("position: absolute; width: 80px; height: 9px; left: 90px; top: 60px"),
    "at the end of a flexbox": _pseudo("flex: none; white-space: nowrap", "display: flex; justify-content: flex-end; width: 20px; margin: 0 200px"),
    "floating in a line": _pseudo("float: right", "", tag="span"),
    "display: contents": _pseudo("display: inline", "display: contents", "<div style='margin: 90px'>"),
    "list marker": f"<style>.s::marker {{ {_PRIVATE} }}</style><ol style='margin-left: 200px'><li class=s>x</ol>",
    "list marker with a shadow": "<style>.s::marker { content: '4111 1111'; font: 24px monospace }</style><ol style='margin-left: 200px'>"
    "<li class=s style='text-shadow: 0 60px red'></ol>",
    "list marker above": f"<ol style='writing-mode: vertical-rl; margin: 200px 99px 0 0; height: 90px'><li class=s style=\"list-style-type:"
    f" '4111 1111'; {_TEXT}\">x</ol>",
    "inside an option": f"<p class=s>x</p><select style='{_TEXT}'><option><span class=s>4111 1111</span></select>",
    "head of a table in columns": f"<div style='columns: 3; height: 120px; column-fill: auto; width: 390px'><table><thead class=s style='break-inside:"
    f" avoid'><tr><td style='color: red; font: 16px monospace'>4111<tbody>{'<tr><td>x' * 15}</table></div>",
    "drawing with a shadow": "<svg viewBox='0 0 40 30' width=390 height=280><g style='filter: drop-shadow(0 10px red)'><text class=s x=1 y=8"
    " font-size=4 fill='#333'>4111</text></g></svg>",
    "drawing that does not clip": "<svg class=s width=50 height=50 style='overflow: clip; overflow-clip-margin: 200px'><text x=10 y=90 fill=red"
    " font-size=50>4111</text></svg>",
    "shadow under scale": _SHIFTED % "transform: scale(3); text-shadow: 0 40px red",
    "shadow under zoom": _SHIFTED % "zoom: 3; text-shadow: 0 40px red",
    "filter under scale": _SHIFTED % "scale: 3; filter: drop-shadow(0 40px red)",
    "filter of a child": "<div class=s style='width: 9px; height: 9px'><div style='filter: drop-shadow(0 90px red)'>"
    "<p style='width: 90px; height: 9px; background: #333'></p></div></div>",
    "image": f'<img class=s style="width: 20px; height: 20px; object-fit: none; overflow: visible; object-position: 0 0" src="{_DRAWN}">',
    "image with a margin for clipping": '<img class=s style="width: 20px; height: 20px; object-fit: none; object-position: 0 0; overflow: clip;'
    ' overflow-clip-margin: 90px"'
    f' src="{_DRAWN}">',
    "list marker of a block of its own": f"<style>.s::marker {{ {_PRIVATE} }}</style><p class=s style='display: flow-root list-item; margin-left: 200px'>x</p>",
    "border image": "<p class=s style='margin: 90px; width: 90px; height: 40px; border: 1px solid; border-image:"
    " linear-gradient(red, red) 30 / 1px / 60px'>x</p>",
    "stroke": "<svg viewBox='0 0 40 30' style='overflow: visible; width: 300px; height: 200px'><path class=s d='M5 25 L20 10 L35 25'"
    " stroke=red stroke-width=6 fill=none></path></svg>",
    "horizontal line": _lines("<line class=s x1=9 y1=50 x2=209 y2=50 stroke-width=60 />"),
    "vertical line": _lines("<polyline class=s points='90,60 90,200' stroke-width=90 />"),
    "line in a group": _lines("<g class=s><text y=10 font-size=8>x</text><path d='M9 90H209' stroke-width=60 /></g>"),
    "dot": _lines("<path class=s d='M90 90h0' stroke-width=80 stroke-linecap=round />"),
    "stroke in percent": _lines("<line class=s x1=90 y1=150 x2=290 y2=160 stroke-linejoin=round stroke-width='60%' />"),
    "stroke that does not scale": _lines("<path class=s d='M1000 5000L9000 5100' stroke-width=80 vector-effect=non-scaling-stroke />",
    "viewBox='0 0 10000 10000'"),
    "stroke that does not scale in a scaled drawing": _lines("<path class=s d='M1000 5000H9000' stroke-width=20 stroke-linejoin=round"
    " vector-effect=non-scaling-stroke />", "viewBox='0 0 10000 10000' style='scale: 5'"),
    "contents that clip": f"<div class=s style='width: 90px; height: 9px'><span style='display: contents; overflow: hidden;"
    f" white-space: nowrap; {_TEXT}'>4111 1111 4111</span></div>",
    "body": f"<body class=s style='overflow: hidden; width: 30px; height: 20px; white-space: nowrap; {_TEXT}'>4111 1111",
    "mirrored frame": f'<iframe style="scale: -1 1; width: 350px; height: 150px; border: 0" srcdoc="{_IN_FRAME}"></iframe>',
    "shadow of a frame": f'<iframe style="width: 250px; height: 60px; border: 0; filter: drop-shadow(0 80px red)" srcdoc="{_IN_FRAME}"></iframe>',
}
def _use(of: str, name: str = "g") -> tuple[str, str]:
    return f"<svg><g id='{name}' class=s><text y=20 fill=red>4111</text></g><use y=90 {of}></use></svg>", "an SVG <use>"


_SELECT = f"<style>select, ::picker(select) {{ appearance: base-select }} %s {{ {_PRIVATE} }}</style><select class=s><option>x</select>"

#: Pages that cannot be measured, and what the error says.
REFUSED: dict[str, tuple[str, str]] = {
    "offset-path": (_pseudo("position: absolute; offset-path: path('M0 0 L 200 150'); offset-distance: 90%"), "offset-path"),
    "reflection of a child": (f"<div class=s><p style='-webkit-box-reflect: below 60px; {_TEXT}'>4111</p></div>", "-webkit-box-reflect"),
    "reflection of a frame": (f'<div style="-webkit-box-reflect: below 9px"><iframe style="height: 60px" srcdoc="{_IN_FRAME}"></iframe></div>',
    "a frame with an element of the mask is painted with"),
    "use": _use("href='#g'"),
    "use with an address": _use("href='about:blank#g'"),
    "use with spaces": _use("href=' #g\n'"),
    "use with percent signs": _use("href='#%C3%A9%20%67%zz'", "é g%zz"),
    "use of what only looks encoded": _use("href='#100%'", "100%"),
    "use that an animation changes": _use("href='#x'><set attributeName=href to='#g' /"),
    "marker": ("<svg><marker id=m markerWidth=90 markerHeight=60 refY=20><text y=20 fill=red>4111</text></marker><path class=s"
    " d='M50 50 L90 90' stroke=black marker-end='url(#m)'></path></svg>", "an SVG marker"),
    "position anchor": ("<style>.s { anchor-name: --a; margin: 150px 0 400px } .s::after { content: '4111'; color: red; position: fixed;"
    " position-anchor: --a; top: anchor(bottom) } div { height: 280px; overflow: auto }</style><div><p class=s>x</p></div>", "position-anchor"),
    "area of a grid": (_pseudo("position: absolute; grid-area: 2 / 2", "position: relative; display: grid; width: 9px; height: 9px;"
    " grid-template: 90px 90px / 90px 90px"), "in an area of a grid"),
    "columns": ("<div style='columns: 3; height: 100px; column-fill: auto'>" + _pseudo("position: absolute; top: 210px", "position: relative;"
    " height: 130px") + "</div>", "in columns"),
    "perspective": (f"<div style='perspective: 40px'><p class=s style='transform: rotateY(40deg); {_TEXT}'>4111</p></div>", "a strong perspective"),
    "position area": ("<style>#a { anchor-name: --a } .s::after { content: '4111'; color: red; position: absolute; position-anchor: --a;"
    " position-area: bottom right }</style><p id=a style='margin: 90px'>x</p><p class=s>x</p>", "a pseudo-element with position-area"),
    "scroll marker": ("<style>div { height: 60px; overflow: auto; scroll-marker-group: after } .s { height: 90px }"
    " .s::scroll-marker { content: '4111'; color: red }</style><div><p class=s>x</p></div>", "a scroll marker"),
    "marker of a pseudo-element": (_pseudo("display: list-item; list-style: '4111'; margin-left: 90px"), "a pseudo-element with display: list-item"),
    "object-view-box": (f'<img class=s style="width: 90px; height: 60px; overflow: visible; object-view-box: inset(30%)" src="{_DRAWN}">', "object-view-box"),
    "scroll button": ("<style>.s { height: 60px; overflow: auto } .s::scroll-button(down) { content: attr(title); color: red; position: fixed;"
    " left: 9px; top: 90px }</style><div class=s title=4111><p style='height: 400px'></div>", "a scroll button with text"),
    "picker icon": (_SELECT % "::picker-icon", "a ::picker-icon with text"),
    "check mark": (_SELECT % "::checkmark", "a ::checkmark with text"),
    "scroll markers of columns": ("<style>.s { height: 60px; overflow: auto; columns: 1; scroll-marker-group: after } .s::column::scroll-marker"
    " { content: '4111'; color: red }</style><div class=s><p style='height: 400px'></div>", "scroll markers of columns"),
    "view transition": (f"<style>::view-transition-group(*) {{ animation-duration: 20s }}</style><p class=s style='{_TEXT}'>4111</p>"
    "<script>addEventListener('load', () => document.startViewTransition(() => { document.body.style.background = '#eee' }))</script>",
    "a view transition"),
    "view transition in a shadow root": ("<p>x</p><div id=host></div><script>host.attachShadow({ mode: 'open' }).innerHTML = `<style>"
    f"::view-transition-group(*) {{ animation-duration: 20s }} p {{ view-transition-name: q; {_TEXT} }}</style><section><p class=s>4111</p>"
    "</section>`; addEventListener('load', () => host.shadowRoot.querySelector('section').startViewTransition(() => 0))</script>",
    "a view transition"),
}

#: Pages with signs that are not private. They are not refused.
SIGNS = """<style>.s { overflow: auto; width: 99px; height: 60px } select, ::picker(select) { appearance: base-select }
.s::scroll-button(left) { content: '⬅' / 'Left' } .s::scroll-button(right) { content: '➡️' } .s::scroll-button(down) { content: url('a.svg') }
</style><div class=s><p style='width: 900px'>x</p></div><select class=s><option>x<option>y</select>"""

STYLE = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; height: 1100px; position: relative; font: 16px monospace; background: #eef2f4 }
body > *, p { position: absolute; margin: 0 }
</style><section id=card style="left: 30.4px; top: 1000px; width: 250.5px; height: 60.2px; background: #cdd8dc"></section>"""
#: Waits until the page has shown two frames.
FRAMES_SHOWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
MOST = [f".{name}" for name in PLACES]


def document(secret: str, places: dict[str, str] = PLACES, address: str = "") -> str:
    """Returns a page. `address` is that of a server with the frames of other origins."""
    parts = [*places.values(), *([FRAMES.replace("ADDRESS", address)] if address else [])]
    html = "".join(part.replace("%s", secret) for part in parts)
    card = f"<p class=card style='left: 12px; top: 13px; {RED}'>{secret}</p></section>"
    return STYLE.replace("</section>", card) + html.replace("outer.html", f"{SECRETS.index(secret)}.html")


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Serves the pages of FRAMES. Yields an address of another site than that of the tests' pages."""
    for index, secret in enumerate(SECRETS):
        inner = (FRAME % secret.replace(" ", "%20")).replace("\n", "").replace("#", "%23").replace('"', "'")
        (folder / "empty.html").write_text("<title>empty</title>")
        (folder / f"{index}.html").write_text(OUTER.replace("FRAME", inner))

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://localhost:{running.server_port}"
        running.shutdown()


def pixels(picture: Any) -> Any:
    """Returns a picture, or the bytes of one, as numbers."""
    if isinstance(picture, bytes):
        picture = Image.open(io.BytesIO(picture))
    return np.asarray(picture.convert("RGB")).astype(np.int16)


def red(picture: Any) -> int:
    """Returns the number of pixels that show something secret. The color of the mask is not red."""
    values = pixels(picture)
    return int((values[..., 0] - values[..., 1:].max(axis=2) > 12).sum())


def same_with_each_secret(take: Callable[[str], list[Any]]) -> list[Any]:
    """Returns the pictures that are taken of a page with a secret, and fails if they always depend on it.

    Pictures that differ are taken again. On a busy machine, Chromium leaves out of a large picture what it has not drawn yet.
    It also seems to shrink the viewport for a moment, and elements are covered in their places of that moment too.
    """
    for _ in range(5):
        one, other = map(take, SECRETS)
        if len(one) == len(other) and all(map(np.array_equal, one, other)):
            return one
    raise AssertionError("the pictures depend on the secret")


def covered(picture: Any) -> int:
    return int((pixels(picture) == (255, 0, 255)).all(axis=2).sum())


def options_of_selenium(webdriver: Any, profile: Path, *arguments: str) -> Any:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in ("--headless=new", "--no-sandbox", "--window-size=500,500", f"--user-data-dir={profile}", *arguments):
        options.add_argument(option)
    return options
