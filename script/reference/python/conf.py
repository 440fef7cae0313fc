# SPDX-License-Identifier: MIT
"""The Python reference, by Sphinx. `script/docs` runs it.

Sphinx and not pdoc: the package says what an attribute is in `#:` comments, which Sphinx reads and pdoc does not. Its
own theme, which needs nothing beside it. A page for each module is written here from `scrim.__all__`, so that
whatever is public has its place.
"""

import collections
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bindings" / "python"))

import scrim  # noqa: E402  (the path comes first)

project = "scrim"
version = release = scrim.__version__
copyright = "the Scrim maintainers"
extensions = ["sphinx.ext.autodoc"]
html_theme = "alabaster"
html_theme_options = {"description": "Keeps what a screen shows and what a finger types private", "fixed_sidebar": True}
html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}
html_show_sourcelink = False
html_copy_source = False
default_role = "literal"
autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True

TITLES = {
    "text": "Text",
    "keypad": "Keypad",
    "verify": "Hashing and verifying",
    "attempts": "Attempts",
    "memory": "Memory of secrets",
    "redact": "Redaction",
    "report": "Reports",
    "regions": "Regions",
    "styles": "Styles",
    "_frame": "Frames",
    "_layout": "Frames",
    "_geometry": "Geometry and touches",
    "scene": "Scene",
    "capture": "Streams of frames",
    "gestures": "Gestures",
    "recognizers": "Recognisers",
    "recordings": "Recordings of devices",
    "collector": "Collector",
    "errors": "Errors",
    "": "The library",
}
DATA = {  # values know no module
    "TOUCH_DTYPE": "_geometry",
    "EVENT_DTYPE": "gestures",
    "PYAV_FORMATS": "_frame",
    "BoxFormat": "regions",
    "Color": "styles",
}
ELSEWHERE = {"LibraryNotFoundError": "errors", "IncompatibleLibraryError": "errors"}


def _names() -> dict[str, list[str]]:
    found = collections.defaultdict(list)
    for name in scrim.__all__:
        module = (DATA | ELSEWHERE).get(name) or getattr(scrim, name).__module__.removeprefix("scrim").removeprefix(".")
        found[module].append(name)
    return found


def _entry(name: str) -> str:
    value = getattr(scrim, name)
    kind = "autodata" if name in DATA else "autofunction" if not isinstance(value, type) else "autoclass"
    if isinstance(value, type) and issubclass(value, BaseException):
        kind = "autoexception"
    if name in DATA:  # its value is found out at run time, and long
        return f".. autodata:: scrim.{name}\n   :no-value:\n"
    inherited = isinstance(value, type) and issubclass(value, scrim._handle.Handle)
    return f".. {kind}:: scrim.{name}\n" + "   :inherited-members: object\n" * inherited


def _about(module: str) -> str:
    return (sys.modules[f"scrim.{module}"].__doc__ or "") if module else "Versions, and what is still open."


def _write(app: object) -> None:
    """A page for each module that has something public, the known ones first, and the list of them."""
    found = _names()
    folder = Path(app.srcdir)
    pages = []
    for module in [*(known for known in TITLES if known in found), *sorted(set(found) - set(TITLES))]:
        title = TITLES.get(module) or re.split(r"[:.,]", _about(module))[0]
        text = f"{title}\n{'=' * len(title)}\n\n{_about(module)}\n\n" + "\n".join(map(_entry, found[module]))
        pages.append(module.strip("_").replace(".", "-") or "library")
        (folder / f"{pages[-1]}.rst").write_text(text)
    (folder / "pages.txt").write_text("\n   ".join([".. toctree::", ":maxdepth: 1", "", *pages]) + "\n")


def setup(app: object) -> None:
    app.connect("config-inited", lambda app, config: _write(app))
