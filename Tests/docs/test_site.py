# SPDX-License-Identifier: MIT
"""The site: its links lead somewhere, it loads nothing from elsewhere, and it can be read and searched in a browser, offline."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "script" / "reference" / "site"
CHROMIUM = shutil.which("chromium")
sys.path.insert(0, str(SITE))


# ---- Links ----


class Page(HTMLParser):
    """The anchors of a page, what it links to, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = {"", "top"}
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attributes}
        self.anchors |= {has[name] for name in ("id", "name") if name in has}
        if tag == "a" and "href" in has:
            self.links.append(has["href"])
        elif "src" in has or (tag == "link" and "href" in has):
            self.loads.append(has.get("src", has.get("href", "")))


def dead_links(site: Path) -> list[str]:
    """Links to files and anchors that do not exist, and addresses of the net that are not well formed."""
    read = cache(Page)
    found = []
    for path in sorted(site.glob("**/*.html")):
        for target in (*read(path).links, *read(path).loads):
            parts = urlsplit(target)
            if parts.scheme in ("data", "mailto"):
                continue
            if parts.scheme or parts.netloc:
                if parts.scheme not in ("http", "https") or "." not in parts.netloc:
                    found.append(f"{path.relative_to(site)}: {target}")
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            file = file / "index.html" if file.is_dir() else file
            exists = file.is_file() and file.is_relative_to(site)
            # The search page is opened with an anchor only by its own program.
            if not exists or (parts.fragment and file.suffix == ".html" and unquote(parts.fragment) not in read(file).anchors):
                found.append(f"{path.relative_to(site)}: {target}")
    return found


def loaded_from_elsewhere(site: Path) -> list[str]:
    """Scripts, styles, fonts and pictures that are not files of the site."""
    found = []
    for path in sorted(site.glob("**/*.html")):
        found += [f"{path.relative_to(site)}: {target}" for target in Page(path).loads if re.match(r"(?!data:)\w+:|//", target)]
    for path in sorted(site.glob("**/*.css")):
        targets = re.findall(r"(?:url\(|@import)\s*[\"']?([^\"')\s]+)", path.read_text())
        found += [f"{path.relative_to(site)}: {target}" for target in targets if re.match(r"(?!data:)\w+:|//", target)]
    return found


def test_no_link_is_dead(docs):
    assert len(list(docs.glob("**/*.html"))) > 50
    assert dead_links(docs) == []


def test_nothing_is_loaded_from_elsewhere(docs):
    assert loaded_from_elsewhere(docs) == []


def test_mistakes_are_found(tmp_path):
    (tmp_path / "there.html").write_text('<h1 id="head">A head</h1><img src="http://example.org/a.png">')
    good = '<a href="there.html"></a><a href="there.html#head"></a><a href="#"></a><a href="https://example.org/x"></a>'
    bad = '<a href="gone.html"></a><a href="there.html#gone"></a><img src="gone.png"><a href="http:nowhere"></a>'
    (tmp_path / "page.html").write_text(good + bad)
    (tmp_path / "style.css").write_text("@import 'https://example.org/a.css'; body { background: url(data:abc) }")
    found = {"gone.html", "there.html#gone", "gone.png", "http:nowhere"}
    assert dead_links(tmp_path) == [f"page.html: {target}" for target in ["gone.html", "there.html#gone", "http:nowhere", "gone.png"]] and found
    assert loaded_from_elsewhere(tmp_path) == ["there.html: http://example.org/a.png", "style.css: https://example.org/a.css"]


WRONG = {
    "link": ("[a](/gone.md)", "cross-reference target not found"),
    "c": ("{c:func}`scrim_nowhere`", "reference target not found"),
    "python": ("{py:obj}`scrim.Nowhere`", "reference target not found"),
    "picture": ("![a](gone.png)", "image file not readable"),
}


def test_sphinx_would_complain(tmp_path):
    (tmp_path / "index.md").write_text("# Pages\n\n```{toctree}\n" + "\n".join(WRONG) + "\n```\n")
    for name, (text, _) in WRONG.items():
        (tmp_path / f"{name}.md").write_text(f"# A page\n\n{text}\n")
    command = [ROOT / ".venv/bin/sphinx-build", "-q", "-W", "--keep-going", "-c", SITE, tmp_path, tmp_path / "out"]
    done = subprocess.run(command, env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}, capture_output=True, text=True)
    assert done.returncode != 0
    told = done.stderr.splitlines()
    for name, (_, warning) in WRONG.items():
        assert any(f"/{name}.md:" in line and warning in line for line in told), done.stderr
    assert not any("index.md" in line for line in told), done.stderr


# ---- What becomes of the documents ----


def test_c_and_python_become_tabs():
    import stage

    text = "a\n\n```c\nf();\n```\n<!-- excerpt: examples/x.py -->\n```python\nf()\n```\nb\n"
    made = stage.tabs(text)
    assert made.count(":::{tab-item}") == 2 and "```c\nf();\n```" in made and "```python\nf()\n```" in made
    assert stage.tabs(alone := "```c\nf();\n```\nand\n```python\nf()\n```\n") == alone


def test_diagrams_of_states_become_tables():
    import stage

    text = "```mermaid\nstateDiagram-v2\n    [*] --> one: DOWN\n    one --> [*]: UP: ended\n```\n"
    assert "| start | DOWN | one |\n| one | UP: ended | end |" in stage.states(text)


# ---- In a browser ----


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not CHROMIUM:
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def opened(browser: Any, width: int, **settings: Any) -> tuple[Any, list[str]]:
    """An empty page without a network, and the list that receives what goes wrong on it."""
    page = browser.new_context(viewport={"width": width, "height": 800}, offline=True, **settings).new_page()
    wrong: list[str] = []
    page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else wrong.append(request.url))
    page.on("requestfailed", lambda request: wrong.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    return page, wrong


# The widest content of the page's text and of everything that it is in, of which the theme lets some scroll.
WIDEST = """(() => {
  let widest = 0;
  for (let box = document.querySelector("article"); box; box = box.parentElement) widest = Math.max(widest, box.scrollWidth);
  return widest;
})()"""


@pytest.mark.long
def test_no_page_scrolls_sideways_on_a_phone(docs, browser):
    page, wrong = opened(browser, 400)
    wide = {}
    for path in sorted(docs.glob("**/*.html")):
        page.goto(path.as_uri(), wait_until="domcontentloaded")
        width = page.evaluate(WIDEST)
        if width > 400:
            wide[str(path.relative_to(docs))] = width
    assert (wide, wrong) == ({}, [])


@pytest.mark.parametrize("words", ["scrim_text_create", "screenshot", "pepper"])
def test_the_search_finds_pages_of_a_folder_that_no_server_serves(docs, browser, words):
    page, wrong = opened(browser, 1280)
    page.goto(f"{(docs / 'search.html').as_uri()}?q={words}")
    page.wait_for_selector("#search-results ul.search li a")
    page.wait_for_function("document.querySelector('#search-results').innerText.includes('found')")
    targets = page.eval_on_selector_all("#search-results li a", "links => links.map(link => link.href)")
    assert targets and all(Path(urlsplit(target).path).is_file() for target in targets)
    assert wrong == []


def test_dark_and_light(docs, browser):
    background = "getComputedStyle(document.body).backgroundColor"
    shades = {}
    for scheme in ("light", "dark"):
        page, _ = opened(browser, 1280, color_scheme=scheme)
        page.goto((docs / "index.html").as_uri())
        followed = page.evaluate(background)
        page.click(".theme-toggle:visible")
        shades[scheme] = followed, page.evaluate(background)
    assert shades["light"] == shades["dark"][::-1] and len(set(shades["light"])) == 2


def test_tabs_switch_together(docs, browser):
    page, _ = opened(browser, 1280)
    with_tabs = [path for path in sorted(docs.glob("**/*.html")) if 'class="sd-tab-set' in path.read_text()]
    page.goto(with_tabs[0].as_uri())
    page.click("label.sd-tab-label:has-text('Python')")
    chosen = page.eval_on_selector_all(".sd-tab-set > input:checked + label", "labels => labels.map(label => label.innerText)")
    assert chosen and set(chosen) == {"Python"}
