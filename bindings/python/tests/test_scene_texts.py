# SPDX-License-Identifier: MIT
"""Texts that views show: what raises on the way, and whom the scene keeps."""

from __future__ import annotations

import gc

import pytest

import scrim
from scrim import Activity, Policy, Scene, Text, TextCallbacks, ViewFlags


def shown(**callbacks: object) -> tuple[Scene, int, Text]:
    scene = Scene()
    scene.set_activity(Activity.ACTIVE)
    window = scene.add_window((0, 0, 10, 10))
    view = scene.add_view(window, (0, 0, 5, 5), flags=ViewFlags.PUBLIC)
    text = Text()
    text.set("rose")
    scene.attach_text(view, text)
    text.set_callbacks(TextCallbacks(**callbacks))
    return scene, view, text


def revealed(text: Text) -> bool:
    parts: list[bool] = []
    text.display(1, lambda _bytes, _count, is_secret: parts.append(is_secret))
    return any(parts)


def test_attached_it_is_secure_and_reveals_only_to_its_user() -> None:
    scene, view, text = shown()
    scene.set_policy(Policy.EXPLICIT)
    assert scene.is_secure(view)
    text.reveal(1)
    assert revealed(text)
    scene.set_captured(True)
    assert not revealed(text)
    with pytest.raises(scrim.RefusedError):
        text.reveal(1)
    scene.set_captured(False)
    text.reveal(1)
    scene.snapshot(1).close()
    assert not revealed(text)
    scene.detach_text(view)
    assert not scene.is_secure(view)
    with pytest.raises(scrim.NotFoundError):
        scene.attach_text(view + 1000, text)
    with pytest.raises(scrim.InvalidArgumentError):
        scene.attach_text(-1, text)
    scene.close()
    text.close()


def test_what_a_callback_raises_the_call_on_the_scene_raises() -> None:
    def fail() -> None:
        if armed:
            raise KeyError("told")

    armed: list[int] = []
    scene, view, text = shown(display_changed=fail)
    armed.append(1)
    for call in (
        lambda: scene.set_captured(True),
        lambda: scene.snapshot(1),
        lambda: scene.set_transition(True),
        lambda: scene.set_activity(Activity.INACTIVE),
        lambda: scene.detach_text(view),
    ):
        armed.clear()
        scene.set_captured(False)
        scene.set_transition(False)
        scene.set_activity(Activity.ACTIVE)
        text.reveal(1)
        armed.append(1)
        with pytest.raises(KeyError, match="told"):
            call()
        assert not revealed(text)
    armed.clear()
    # Detached in spite of it: nobody forbids anything any more.
    scene.set_captured(True)
    text.reveal(1)
    gc.collect()
    assert scrim.live_handles() == 2
    scene.close()
    text.close()


def test_a_scene_keeps_its_texts_and_lets_them_go() -> None:
    scene, view, text = shown()
    del text
    gc.collect()
    assert scrim.live_handles() == 2
    scene.remove(view)
    gc.collect()
    assert scrim.live_handles() == 1
    other = scene.add_window((0, 0, 1, 1))
    scene.attach_text(other, Text())
    scene.close()
    gc.collect()
    assert scrim.live_handles() == 0


class Number:
    """An integer of another library, which may be no key of a dict."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_a_view_may_be_any_integer() -> None:
    scene = Scene()
    window = scene.add_window((0, 0, 10, 10))
    view, other = (scene.add_view(window, (0, 0, 5, 5)) for _ in range(2))
    before = scrim.live_handles(scrim.HandleKind.TEXT)
    scene.attach_text(Number(view), Text())  # type: ignore[arg-type]
    scene.attach_text(Number(other), Text())  # type: ignore[arg-type]
    gc.collect()
    assert scrim.live_handles(scrim.HandleKind.TEXT) == before + 2
    scene.detach_text(view)
    scene.remove(Number(other))  # type: ignore[arg-type]
    gc.collect()
    assert scrim.live_handles(scrim.HandleKind.TEXT) == before
    scene.update_window(Number(window), (0, 0, 20, 20), title="Bank")  # type: ignore[arg-type]
    assert list(scene._windows) == [window]
    scene.remove(Number(window))  # type: ignore[arg-type]
    assert not scene._windows
