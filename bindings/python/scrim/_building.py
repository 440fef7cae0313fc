# SPDX-License-Identifier: MIT
"""Builds scenes from nested dicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from .errors import InvalidArgumentError

#: A method of a scene that adds a window or a view and returns its id.
Add: TypeAlias = Callable[..., int]


def build(
    windows: Iterable[Mapping[str, Any]], add_window: Add, add_view: Add, remove: Callable[[int], None]
) -> dict[str, int]:
    """Implements Scene.build() with the methods of the scene. If an error occurs, removes the windows that it added."""
    ids: dict[str, int] = {}
    added: list[int] = []
    if isinstance(windows, Mapping):
        raise TypeError("windows must be a list of dicts (got one dict)")
    try:
        for window in windows:
            arguments, views, name = _arguments(window, ids)
            owner = arguments.get("owner", 0)
            if isinstance(owner, str):
                if owner not in ids:
                    raise InvalidArgumentError(f"owner must be the name of an earlier window or view (got {owner!r})")
                arguments["owner"] = ids[owner]
            added.append(add_window(**arguments))
            if name is not None:
                ids[name] = added[-1]
            _add_views(added[-1], views, ids, add_view)
    except BaseException:
        for id in added:
            remove(id)
        raise
    return ids


def _add_views(parent: int, views: Iterable[Mapping[str, Any]], ids: dict[str, int], add_view: Add) -> None:
    if isinstance(views, Mapping):
        raise TypeError("views must be a list of dicts (got one dict)")
    for view in views:
        arguments, inside, name = _arguments(view, ids)
        id = add_view(parent, **arguments)
        if name is not None:
            ids[name] = id
        _add_views(id, inside, ids, add_view)


def _arguments(
    given: Mapping[str, Any], ids: Mapping[str, int]
) -> tuple[dict[str, Any], Iterable[Mapping[str, Any]], str | None]:
    """Splits a dict into the arguments of the call, the views inside, and the name."""
    if not isinstance(given, Mapping):
        raise TypeError(f"each window and view must be a dict with its arguments (got {given!r})")
    if "frame" not in given:
        raise TypeError(f"each window and view must have a frame (got {given!r})")
    arguments = dict(given)
    views, name = arguments.pop("views", ()), arguments.pop("name", None)
    if name in ids:
        raise InvalidArgumentError(f"name must be different for each window and view (got {name!r} twice)")
    return arguments, views, name
