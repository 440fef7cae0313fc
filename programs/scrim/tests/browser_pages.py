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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
SECRETS = ("4111 1111", "5500 0004")
WIDTH, HEIGHT = 400, 300

RED = "background: rgb(255, 0, 0); width: 90px; height: 24px; overflow: hidden; color: rgb(120, 0, 0); font: 16px monospace"
#: A frame with a secret. It is scrolled.
FRAME = f"""<!doctype html><body style='margin: 0; height: 500px'><p class=framed style='margin: 90px 0 0 9px; {RED}'>%s</p>
<script>scrollTo(0, 60)</script>"""

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
<iframe style='margin: 45px 0 0 15px; width: 140px; height: 70px' src="data:text/html,FRAME"></iframe><script>scrollTo(0, 30)</script>"""

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


def covered(picture: Any) -> int:
    return int((pixels(picture) == (255, 0, 255)).all(axis=2).sum())


def options_of_selenium(webdriver: Any, profile: Path, *arguments: str) -> Any:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in ("--headless=new", "--no-sandbox", "--window-size=500,500", f"--user-data-dir={profile}", *arguments):
        options.add_argument(option)
    return options
