# SPDX-License-Identifier: MIT
"""Scene: covers, callbacks, errors and arguments."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from interruptions import Interruption

import scrim
from scrim import Activity, Outcome, Style, ViewFlags


def active_scene(outputs: int = 1) -> scrim.Scene:
    scene = scrim.Scene(outputs)
    scene.set_activity(Activity.ACTIVE)
    for output in range(outputs):
        scene.frame_ready(output)
    return scene


def test_protect_takes_origin_scale_format_and_colour() -> None:
    with active_scene() as scene:
        window = scene.add_window((0, 0, 100, 100))
        scene.add_view(window, (20, 30, 10, 5), flags=ViewFlags.SECURE)
        picture = np.full((40, 60, 4), 9, np.uint8)
        expected = picture.copy()
        expected[(30 - 25) * 2 : (35 - 25) * 2, (20 - 10) * 2 : (30 - 10) * 2] = [3, 2, 1, 255]
        scene.redact(picture, pixel_format="BGRA", origin=(10, 25), scale=2, style=Style(0x010203FF))
        assert (picture == expected).all()


def test_a_scene_is_covered_until_it_is_active_and_drawn() -> None:
    with scrim.Scene(outputs=2) as scene:

        def shown(output: int) -> bool:
            picture = np.full((4, 4, 4), 9, np.uint8)
            report = scene.redact(picture, output=output)
            assert report.outcome == (Outcome.COVERED if scene.is_covered(output) else Outcome.OK)
            assert (picture == (9 if report.outcome == Outcome.OK else [0, 0, 0, 255])).all()
            return report.outcome == Outcome.OK

        assert [shown(0), shown(1)] == [False, False]
        scene.frame_ready(0)
        scene.set_activity(Activity.ACTIVE)
        assert [shown(0), shown(1)] == [False, False]
        scene.frame_ready(0)
        assert [shown(0), shown(1)] == [True, False]
        scene.frame_ready(1)
        window = scene.add_window((0, 0, 1, 1))
        assert [shown(0), shown(1)] == [True, True]
        scene.set_activity(Activity.INACTIVE, window)
        scene.frame_ready(0)
        assert [shown(0), shown(1)] == [False, False]


def test_on_cover_is_told_of_each_output_once() -> None:
    told: list[int] = []
    with active_scene(outputs=3) as scene:
        scene.set_activity(Activity.INACTIVE)
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready(0)
        scene.frame_ready(2)
        scene.on_cover(told.append)
        scene.set_activity(Activity.BACKGROUND)
        assert sorted(told) == [0, 2]
        scene.set_activity(Activity.INACTIVE)
        assert sorted(told) == [0, 2]
        scene.on_cover(None)
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready(1)
        scene.set_activity(Activity.INACTIVE)
        assert sorted(told) == [0, 2]


def test_what_on_cover_raises_comes_out_and_the_cover_stands() -> None:
    told: list[int] = []

    def callback(output: int) -> None:
        told.append(output)
        raise KeyError(output)

    with active_scene(outputs=2) as scene:
        scene.on_cover(callback)
        with pytest.raises(KeyError):
            scene.set_activity(Activity.INACTIVE)
        assert sorted(told) == [0, 1] and scene.is_covered(0) and scene.is_covered(1)
        scene.frame_ready(0)  # what was raised is raised once


def test_on_cover_may_ask_but_not_change() -> None:
    seen: list[Any] = []

    def callback(output: int) -> None:
        seen.append((scene.is_covered(output), scene.hit_test(1, 1)))
        for change in [
            lambda: scene.add_window((0, 0, 1, 1)),
            lambda: scene.set_activity(Activity.ACTIVE),
            lambda: scene.on_cover(None),
            lambda: scene.remove(window),
        ]:
            with pytest.raises(scrim.BusyError):
                change()

    with active_scene() as scene:
        window = scene.add_window((0, 0, 10, 10))
        scene.on_cover(callback)
        scene.set_activity(Activity.INACTIVE)
        assert seen == [(True, (window, 0))]


def test_a_scene_can_be_closed_by_its_callback() -> None:
    scene = active_scene()
    scene.on_cover(lambda output: scene.close())
    scene.set_activity(Activity.INACTIVE)
    assert scene.closed
    with pytest.raises(scrim.InvalidHandleError):
        scene.is_covered()


@pytest.mark.parametrize(
    "arguments",
    [dict(output=7), dict(style=Style(0x00000000)), dict(scale=0.0), dict(output=-1), dict(origin=(float("nan"), 0))],
)
def test_an_error_of_protect_covers_the_picture(arguments: dict[str, Any]) -> None:
    picture = np.full((4, 4, 3), 9, np.uint8)
    with active_scene() as scene, pytest.raises(scrim.ScrimError) as caught:
        scene.redact(picture, **arguments)
    assert caught.value.report.outcome == Outcome.COVERED and not picture.any()


def test_a_closed_scene_covers_the_picture() -> None:
    picture = np.full((4, 4, 3), 9, np.uint8)
    scene = active_scene()
    scene.close()
    with pytest.raises(scrim.InvalidHandleError) as caught:
        scene.redact(picture)
    assert caught.value.report.outcome == Outcome.COVERED and not picture.any()


def test_arguments() -> None:
    for outputs in (0, 33, -1, 2**32 + 1):
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.Scene(outputs)
    with scrim.Scene() as scene:
        window = scene.add_window((0, 0, 10, 10), level=-(2**31))
        for call in [
            lambda: scene.add_window((0, 0, -1, 1)),
            lambda: scene.add_window((0, 0, 1, 1), level=2**31),
            lambda: scene.add_window((0, 0, 1, 1), flags=1 << 30),
            lambda: scene.add_window((0, 0, 1, 1), flags=1 << 32 | 2),
            lambda: scene.add_view(window, (0, 0, 1, float("nan"))),
            lambda: scene.add_view(window, (0, 0, 1, 1), alpha=1.5),
            lambda: scene.hit_test(float("inf"), 0),
            lambda: scene.set_activity(9),  # type: ignore[arg-type]
        ]:
            with pytest.raises(scrim.InvalidArgumentError):
                call()
        with pytest.raises(scrim.InvalidUTF8Error):
            scene.add_window((0, 0, 1, 1), title="\ud800")
        with pytest.raises(TypeError):
            scene.add_view(window, (0, 0, 1, 1), classes="Button")
        for parent in (0, window + 1000):
            with pytest.raises(scrim.NotFoundError):
                scene.add_view(parent, (0, 0, 1, 1))
        with pytest.raises(scrim.InvalidArgumentError):
            scene.add_view(2**64 + window, (0, 0, 1, 1))
        assert scene.hit_test(1, 1) == (window, 0)


def test_ctrl_c_at_any_place_ends_a_change() -> None:
    files = [*map(str, Path(scrim.__file__).parent.glob("*.py")), contextlib.__file__]
    with scrim.Scene() as scene:

        def change() -> None:
            with scene.change():
                scene.add_window((0, 0, 10, 10))

        for place in range(1000):
            interruption = Interruption(place, files)
            if not interruption.during(change):
                break
            with scene.change():
                pass
        assert interruption.left >= 0 and 20 < place < 999
