# SPDX-License-Identifier: MIT
"""What Android says of its classes: the public ones from the type stubs that chaquopy-stubs generates from the SDK and from the
archives of AndroidX and Material Components, the private ones from the layouts and the manifest of Debian's framework-res.apk.
"""

from __future__ import annotations

import ast
import functools
import importlib.metadata
import re
import zipfile
from pathlib import Path
from typing import Any

STUBS = {
    "android.": "chaquopy-stubs-android",
    "androidx.appcompat.": "chaquopy-stubs-androidx-appcompat-appcompat",
    "androidx.recyclerview.": "chaquopy-stubs-androidx-recyclerview-recyclerview",
    "androidx.viewpager.": "chaquopy-stubs-androidx-viewpager-viewpager",
    "androidx.viewpager2.": "chaquopy-stubs-androidx-viewpager2-viewpager2",
    "com.google.android.material.": "chaquopy-stubs-com-google-android-material-material",
}
FRAMEWORK = Path("/usr/share/android-framework-res/framework-res.apk")
#: A chain ends here. What leads to none of them is an interface.
ROOTS = ("android.view.View", "android.app.Activity", "android.app.Dialog")


@functools.cache
def folder(package: str) -> Path:
    try:
        found = importlib.metadata.distribution(package)
    except importlib.metadata.PackageNotFoundError:
        raise LookupError(f"script/bootstrap installs {package} into .venv") from None
    return Path(str(found.locate_file("")))


@functools.cache
def module(name: str) -> dict[str, ast.ClassDef]:
    """The classes of a Java package, by their names without it. Nested ones have a dollar sign, as in Java."""
    package = next((each for prefix, each in STUBS.items() if f"{name}.".startswith(prefix)), None)
    first, *rest = name.split(".")
    path = (folder(package) / f"{first}-stubs").joinpath(*rest, "__init__.pyi") if package else None
    if path is None or not path.exists():
        return {}
    found = {}

    def walk(nodes: list[ast.stmt], outer: str) -> None:
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                found[outer + node.name] = node
                walk(node.body, f"{outer}{node.name}$")

    walk(ast.parse(path.read_text()).body, "")
    return found


def split(name: str) -> tuple[str, str]:
    package, _, simple = name.rpartition(".")
    return package, simple


def named(expression: ast.expr, package: str) -> str:
    """The Java name of a base class. In the stubs, names are relative to the package, or full, with points for nested classes."""
    while isinstance(expression, ast.Subscript):
        expression = expression.value
    parts = ast.unparse(expression).split(".")
    for length in range(len(parts) - 1, 0, -1):
        if "$".join(parts[length:]) in module(".".join(parts[:length])):
            return ".".join(parts[:length]) + "." + "$".join(parts[length:])
    return f"{package}." + "$".join(parts)


def chain(name: str) -> tuple[str, ...] | None:
    """A class and its base classes, down to one of ROOTS. None if the stubs do not have it, or it is an interface."""
    if name in ROOTS:
        return (name,)
    package, simple = split(name)
    node = module(package).get(simple)
    if node is None:
        return None
    chains = [chain(named(base, package)) for base in node.bases]
    return next(((name, *found) for found in chains if found), None)


@functools.cache
def private_names() -> frozenset[str]:
    """What layouts and the manifest of the platform name. Their strings are UTF-8 or UTF-16."""
    if not FRAMEWORK.exists():
        raise LookupError("script/bootstrap installs android-framework-res")
    found: set[str] = set()
    with zipfile.ZipFile(FRAMEWORK) as archive:
        for name in archive.namelist():
            if name == "AndroidManifest.xml" or name.startswith("res/layout"):
                data = archive.read(name)
                texts = data.decode("latin-1"), data.decode("utf-16-le", "ignore"), data[1:].decode("utf-16-le", "ignore")
                for text in texts:
                    found.update(re.findall(r"(?:com\.)?android\.[\w.$]+", text))
    return frozenset(found)


def view(*names: str, inside: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """A view of a class, with the chain of the stubs. Of private classes only the name is known, and the base that is given."""
    own, *bases = names
    known = chain(own) or (own, *(chain(bases[0]) or () if bases else ()))
    return {"classes": known, "children": list(inside)}


def tree() -> dict[str, Any]:
    """A page as an application has it. Nothing here can run Android, so the nesting is that of its documents and layouts."""
    group, button, text = "android.widget.LinearLayout", "android.widget.Button", "android.widget.TextView"
    material = "com.google.android.material."
    popup = "widget.MenuPopupWindow$MenuDropDownListView"
    items = "com.android.internal.view.menu.ListMenuItemView"
    return view(
        group,
        inside=(
            view(button),
            view("android.widget.EditText"),
            view("androidx.appcompat.widget.AppCompatEditText"),
            view(f"{material}textfield.TextInputLayout", inside=(view(f"{material}textfield.TextInputEditText"),)),
            view("android.widget.NumberPicker", inside=(view("android.widget.EditText"),)),
            view("android.webkit.WebView"),
            view("android.widget.ListView", inside=(view(group, inside=(view(text),)),)),
            view("androidx.recyclerview.widget.RecyclerView", inside=(view(group, inside=(view(text),)),)),
            view("com.android.internal.widget.AlertDialogLayout", group, inside=(view(text), view(button), view(button))),
            view(
                "androidx.appcompat.widget.AlertDialogLayout",
                inside=(view(text), view("androidx.appcompat.widget.AppCompatButton")),
            ),
            view(f"android.{popup}", "android.widget.ListView", inside=(view(items, group), view(items, group))),
            view(f"androidx.appcompat.{popup}", inside=(view("androidx.appcompat.view.menu.ListMenuItemView"),)),
            view(f"{material}tabs.TabLayout", inside=(view(f"{material}tabs.TabLayout$TabView"),)),
            view(
                f"{material}bottomnavigation.BottomNavigationView",
                inside=(view(f"{material}bottomnavigation.BottomNavigationItemView"),),
            ),
        ),
    )


def look(wanted: tuple[str, ...]) -> dict[str, Any]:
    """Raises LookupError if the stubs or the framework's resources are missing."""
    classes: dict[str, tuple[str, ...]] = {}
    for name in wanted:
        package, simple = split(name)
        if found := chain(name):
            classes[name] = found
        elif simple in module(package) or name in private_names():
            classes[name] = (name,)
    version = importlib.metadata.version(STUBS["android."])
    return {"version": version, "classes": classes, "actions": {}, "trees": [tree()]}
