# SPDX-License-Identifier: MIT
"""Writes the pages of the Python reference from `scrim.__all__`, so that every public name is on one of them. Sphinx's
autodoc fills them: it reads the `#:` comments that say what an attribute is.
"""

import collections
import re
import sys
from pathlib import Path

import scrim

TITLES = {
    "text": "Text",
    "keypad": "Keypads",
    "verify": "Hashing and verifying",
    "attempts": "Attempts",
    "memory": "Memory of secrets",
    "redact": "Redaction",
    "report": "Reports",
    "regions": "Regions",
    "styles": "Styles",
    "_frame": "Frames",
    "_layout": "Layouts of frames",
    "_geometry": "Geometry and touches",
    "scene": "Scenes",
    "capture": "Captures",
    "gestures": "Gestures",
    "recognizers": "Recognizers",
    "scroll": "Wheels and touchpads",
    "recordings": "Recordings of devices",
    "collector": "Collectors",
    "errors": "Errors",
    "": "The library",
}
DATA = {  # values know no module
    "TOUCH_DTYPE": "_geometry",
    "EVENT_DTYPE": "gestures",
    "SCROLL_DTYPE": "scroll",
    "PYAV_FORMATS": "_frame",
    "BoxFormat": "regions",
    "Color": "styles",
    "AUTO_DILATE_STEPS": "margins",
}
ELSEWHERE = {"LibraryNotFoundError": "errors", "IncompatibleLibraryError": "errors"}

INDEX = """\
Python reference
================

.. automodule:: scrim
   :no-members:
   :no-index:

The classes and functions promise what the C interface promises, and the :doc:`C reference </reference/c/index>` describes it in full.
In Python, an error is an exception (see :doc:`errors`). Objects are closed by `close()`, by `with`, or when they are garbage-collected.
Frames and long records are numpy arrays, or any other buffer.

.. toctree::
   :maxdepth: 1

"""


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


def _is_helper(name: str) -> bool:
    """Enums and records come after the functions and the classes with a handle, which a reader looks for first."""
    value = getattr(scrim, name)
    return name in DATA or (isinstance(value, type) and not issubclass(value, scrim._handle.Handle))


def _about(module: str) -> str:
    return (sys.modules[f"scrim.{module}"].__doc__ or "") if module else "The version of the library, and the handles that are open."


def write(folder: Path) -> None:
    """A page for each module that has something public, the known ones first, and the list of them."""
    found = _names()
    folder.mkdir(parents=True)
    pages = []
    for module in [*(known for known in TITLES if known in found), *sorted(set(found) - set(TITLES))]:
        title = f"{TITLES.get(module) or re.split(r'[:.,]', _about(module))[0]} (Python)"
        text = f"{title}\n{'=' * len(title)}\n\n{_about(module)}\n\n" + "\n".join(map(_entry, sorted(found[module], key=_is_helper)))
        pages.append(module.strip("_").replace(".", "-") or "library")
        (folder / f"{pages[-1]}.rst").write_text(text)
    (folder / "index.rst").write_text(INDEX + "".join(f"   {page}\n" for page in pages))
