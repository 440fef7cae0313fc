#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the pages of the site into a folder, for Sphinx: `python3 stage.py FOLDER`.

The documents are written for GitHub, and stay as they are there. For the site they are copied, and in the copies
 - links lead to the pages of the site: of a header to its page in the C reference, of any other file to a page that shows it;
 - names of the C interface and of the Python package in code font link to the reference;
 - a C program that is followed by the same one in Python becomes a set of tabs;
 - a diagram of states, which only GitHub draws, becomes a table;
 - the first page gets the table of contents, in the order in which it links to the pages.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(ROOT / "bindings" / "python")]

import c_pages  # noqa: E402  (the path comes first)
import cpp_pages  # noqa: E402
import python_pages  # noqa: E402
import scrim  # noqa: E402

#: The folders of docs/ and the captions of their pages in the table of contents.
FOLDERS = {
    "tutorial": "Tutorial",
    "how-to": "How-to guides",
    "explanation": "Explanation",
    "reference": "Reference",
    "coming-from": "Coming from",
    "gallery": "Gallery",
    "contributing": "Contributing",
}
CODE_BLOCK = re.compile(r"^( *)(`{3,}|~{3,}).*?^\1\2`*[ \t]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?P<before>!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()(?P<target>[^()\s]+)(?P<after>(?: \"[^\"]*\")?\))")
NAME = re.compile(r"(?<![`\w])`(?:(?P<c>(?:scrim|SCRIM)_\w+)(?:\(\))?|scrim\.(?P<python>[A-Z]\w*(?:\.\w+)?))`(?!`)")
COMMENTS = r"(?:\s*<!--(?:(?!-->).)*-->)?\s*"
TABS = re.compile(rf"^```c\n(?P<c>.*?)^```\n(?P<comments>{COMMENTS})^```python\n(?P<python>.*?)^```$", re.MULTILINE | re.DOTALL)
MERMAID = re.compile(r"^```mermaid\nstateDiagram-v2\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^ *(\S+) --> (\S+?)(?:: (.*))?$", re.MULTILINE)
LANGUAGES = {".c": "c", ".h": "c", ".py": "python", ".swift": "swift", ".json": "json", ".sh": "sh", ".toml": "toml", ".md": "md"}


def tabs(text: str) -> str:
    """C and Python that follow each other as tabs, all of which a reader switches at once."""
    return TABS.sub(
        lambda match: (
            f"::::{{tab-set}}\n:::{{tab-item}} C\n:sync: c\n\n```c\n{match['c']}```\n:::\n"
            f":::{{tab-item}} Python\n:sync: python\n\n```python\n{match['python']}```\n:::\n::::\n"
        ),
        text,
    )


def states(text: str) -> str:
    """Diagrams of states as tables."""

    def table(diagram: re.Match[str]) -> str:
        rows = ["| State | Event | Next state |", "|---|---|---|"]
        for before, after, event in STEP.findall(diagram[1]):
            names = ("start" if before == "[*]" else before), ("end" if after == "[*]" else after)
            rows.append(f"| {names[0]} | {event} | {names[1]} |")
        return "\n".join(rows)

    return MERMAID.sub(table, text)


def _outside_code(text: str, change) -> str:
    """Changes a document, except in its code blocks."""
    done, end = [], 0
    for block in CODE_BLOCK.finditer(text):
        done += [change(text[end : block.start()]), block[0]]
        end = block.end()
    return "".join([*done, change(text[end:])])


class Site:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
        self.files = [name for name in files.stdout.split("\n") if name and (ROOT / name).is_file()]
        #: The page of each document: {"docs/how-to/text.md": "how-to/text.md"}.
        self.pages = {name: self._page(name) for name in self.files if self._is_document(name)}
        self.shown: set[str] = set()  # files of which a page shows the text

    @staticmethod
    def _is_document(name: str) -> bool:
        return name.endswith(".md") and (name.startswith("docs/") or "/" not in name or name.endswith("/README.md"))

    @staticmethod
    def _page(name: str) -> str:
        path = Path(name)
        if name.startswith("docs/"):
            return str(path.relative_to("docs")).replace("README.md", "index.md")
        return f"project/{'-'.join(path.parent.parts) if path.name == 'README.md' and len(path.parts) > 1 else path.stem.lower()}.md"

    def write(self) -> None:
        self.roles = c_pages.write(self.folder / "reference" / "c")
        cpp_pages.write(self.folder / "reference" / "cpp", self.roles)
        python_pages.write(self.folder / "reference" / "python")
        for name in self.files:
            if name.startswith("docs/") and name.endswith((".png", ".svg", ".jpg", ".gif")):
                self._make(name.removeprefix("docs/"), (ROOT / name).read_bytes())
        written: set[str] = set()
        # Only documents of docs/, and what they lead to.
        waiting = [name for name in self.pages if name.startswith("docs/")]
        while waiting:
            name = waiting.pop()
            if name in written:
                continue
            written.add(name)
            text = states(tabs((ROOT / name).read_text()))
            text = _outside_code(text, lambda part: self._names(self._links(part, name, waiting)))
            if name == "docs/index.md":
                index, text = text, ""
            else:
                self._make(self.pages[name], text.encode())
        for name in sorted(self.shown):
            self._show(name)
        self._make("index.md", f"{index}\n{self._contents(index, written)}".encode())

    def _make(self, name: str, text: bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)

    def _links(self, text: str, document: str, waiting: list[str]) -> str:
        def replace(match: re.Match[str]) -> str:
            target, mark, anchor = match["target"].partition("#")
            if re.match(r"\w+:", target) or not target:
                return match[0]
            path = os.path.normpath(os.path.join(os.path.dirname(document), target))
            return f"{match['before']}{self._target(path, waiting)}{mark}{anchor}{match['after']}"

        return LINK.sub(replace, text)

    def _target(self, path: str, waiting: list[str]) -> str:
        """Where a link to a file of the repository leads on the site."""
        if path in self.pages:
            waiting.append(path)
            return f"/{self.pages[path]}"
        if path.startswith("docs/") and (ROOT / path).is_file() and path.endswith((".png", ".svg", ".jpg", ".gif")):
            return f"/{path.removeprefix('docs/')}"
        if path in ("include", "include/scrim", "include/scrim.h"):
            return "/reference/c/index.md"
        if path == "include/scrim.h" or re.fullmatch(r"include/scrim/\w+\.h", path):
            return f"/reference/c/{Path(path).stem}.md"
        if path in ("include/scrim.hpp", "include/scrim/cpp"):
            return "/reference/cpp/index.md"
        if re.fullmatch(r"include/scrim/cpp/\w+\.hpp", path):
            return f"/reference/cpp/{Path(path).stem}.md"
        if (ROOT / path).exists():
            self.shown.add(path)
        return f"/source/{path}.md"  # of a file that does not exist Sphinx warns

    def _names(self, text: str) -> str:
        """Names in code font as links to the reference, but not in headings and in what is a link already."""

        def replace(match: re.Match[str]) -> str:
            if match["c"]:
                return self.roles.link(match["c"]) if match["c"] in self.roles else match[0]
            first, _, member = match["python"].partition(".")
            value = getattr(scrim, first, None)
            if first not in scrim.__all__ or (member and not hasattr(value, member)):
                return match[0]
            return f"{{py:obj}}`{match[0].strip('`')} <scrim.{match['python']}>`"

        lines = []
        for line in text.split("\n"):
            parts = re.split(r"(\[[^\]]*\]\([^)]*\))", line)
            lines.append(line if line.startswith("#") else "".join([part if n % 2 else NAME.sub(replace, part) for n, part in enumerate(parts)]))
        return "\n".join(lines)

    def _show(self, name: str) -> None:
        """A page with the text of a file, or the list of a folder's files. It is not searched."""
        path = ROOT / name
        head = f"---\norphan: true\nnosearch: true\n---\n\n# {name}\n\n"
        if path.is_dir():
            inside = sorted({file.removeprefix(f"{name}/").split("/")[0] for file in self.files if file.startswith(f"{name}/")})
            body = "\n".join(f"- `{file}{'/' * (path / file).is_dir()}`" for file in inside)
        else:
            text = path.read_text()
            language = LANGUAGES.get(path.suffix) or ("sh" if text.startswith("#!/bin") or "bash" in text.split("\n")[0] else "text")
            body = f"``````{language}\n{text.rstrip()}\n``````"
        self._make(f"source/{name}.md", f"{head}{body}\n".encode())

    def _contents(self, index: str, written: set[str]) -> str:
        """The table of contents: of each folder the pages in the order in which the first page links to them."""
        linked = [match["target"].partition("#")[0].lstrip("/") for match in LINK.finditer(index)]
        order = {page: number for number, page in reversed(list(enumerate(linked)))}
        pages = sorted((self.pages[name] for name in written), key=lambda page: (order.get(page, len(order)), page))
        trees = []
        for folder, caption in (FOLDERS | {"project": "Project"}).items():
            found = [page for page in pages if page.startswith(f"{folder}/")]
            found += ["reference/c/index", "reference/cpp/index", "reference/python/index"] * (folder == "reference")
            if found:
                trees.append(f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(found) + "\n```\n")
        return "\n".join(trees)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    shutil.rmtree(target, ignore_errors=True)
    Site(target).write()
