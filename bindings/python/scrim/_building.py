# SPDX-License-Identifier: MIT
"""Scenes from nested dicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .errors import InvalidArgumentError

if TYPE_CHECKING:
    from .scene import Scene


def build(scene: Scene, windows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Scene.build()."""
    ids: dict[str, int] = {}
    added: list[int] = []
    try:
        for window in windows:
            arguments, views, name = _arguments(window, ids)
            owner = arguments.get("owner", 0)
            if isinstance(owner, str):
                if owner not in ids:
                    raise InvalidArgumentError(f"no window or view before it has the name of its owner, {owner!r}")
                arguments["owner"] = ids[owner]
            added.append(scene.add_window(**arguments))
            if name is not None:
                ids[name] = added[-1]
            _build(scene, added[-1], views, ids)
    except BaseException:
        for id in added:
            scene.remove(id)
        raise
    return ids


def _build(scene: Scene, parent: int, views: Iterable[Mapping[str, Any]], ids: dict[str, int]) -> None:
    for view in views:
        arguments, inside, name = _arguments(view, ids)
        id = scene.add_view(parent, **arguments)
        if name is not None:
            ids[name] = id
        _build(scene, id, inside, ids)


def _arguments(
    given: Mapping[str, Any], ids: Mapping[str, int]
) -> tuple[dict[str, Any], Iterable[Mapping[str, Any]], str | None]:
    """Of one dict: the arguments of the call, the views inside, and the name."""
    arguments = dict(given)
    views, name = arguments.pop("views", ()), arguments.pop("name", None)
    if name in ids:
        raise InvalidArgumentError(f"two have the name {name!r}")
    return arguments, views, name
