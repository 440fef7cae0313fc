# SPDX-License-Identifier: MIT
"""Pages for a browser, and how to give them commands: each page asks for the next one, and runs it."""

import http.server
import queue
import threading
from collections import defaultdict
from contextlib import contextmanager

from .colors import CLEAR, LOGINS, SECRETS, css

#: A page that asks for scripts to run until it is closed.
LISTEN = """<script>
const listen = async () => {
  try { (0, eval)(await (await fetch("/script/NAME")).text()) } catch (error) {}
  setTimeout(listen, 5)
}
listen()
</script>"""
STYLE = """<style>
  body {margin: 0; color: #fff; font: 14px sans-serif; background: BACKGROUND}
  input {display: block; box-sizing: border-box; margin: 0 20px; width: 290px; height: 30px; border: none; outline: none;
         font: 16px sans-serif; background: #fff; color: SECRET; caret-color: #000}
  input::selection {color: SECRET; background: #ffffc0}
</style>"""
FIELD = "<div style='height:70px'>Sign in</div><input id=field type=password value='TEXT'><div style='height:1500px'>More</div>"
ARTICLE = "<p>" + "An article without secrets. " * 60


def page(name: str, title: str, text: str | None) -> str:
    """A page with a password field, or one without if the text is None."""
    background, body = (CLEAR, ARTICLE) if text is None else (LOGINS, FIELD.replace("TEXT", text))
    style = STYLE.replace("BACKGROUND", css(background["chromium"])).replace("SECRET", css(SECRETS["chromium"]))
    return f"<!doctype html><title>{title}</title>{style}<body>{body}{LISTEN.replace('NAME', name)}"


class Pages:
    def __init__(self) -> None:
        self.scripts: defaultdict[str, queue.Queue[str]] = defaultdict(queue.Queue)
        self.pages: dict[str, str] = {}
        self.open = True

    def add(self, path: str, title: str, text: str | None = None, name: str | None = None) -> str:
        """Adds a page, and returns its path. It runs the scripts that run() gives its name."""
        self.pages[path] = page(name or path, title, text)
        return f"/page/{path}"

    def run(self, name: str, script: str) -> None:
        """Lets a page run a script."""
        self.scripts[name].put(script)

    def answer(self, path: str) -> str | None:
        kind, _, name = path[1:].partition("/")
        if kind == "page":
            return self.pages.get(name)
        if kind != "script":
            return None
        while self.open:
            try:
                return self.scripts[name].get(timeout=0.5)
            except queue.Empty:
                continue
        return None


@contextmanager
def serving():
    """Serves pages on this machine, and yields them and their address."""
    pages = Pages()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            text = pages.answer(self.path)
            octets = (text or "").encode()
            self.send_response(404 if text is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(octets)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(octets)

        def log_message(self, *arguments):
            pass

        def handle(self):
            try:
                super().handle()
            except OSError:
                pass  # the page was closed

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield pages, f"http://127.0.0.1:{server.server_port}"
    finally:
        pages.open = False
        server.shutdown()
        server.server_close()
