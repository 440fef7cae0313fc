# SPDX-License-Identifier: MIT
"""Scenes from nested dicts, and pictures of them."""

import numpy as np
import pytest

import scrim
from scrim import ViewFlags

TREE = [
    {
        "frame": (10, 10, 100, 80),
        "title": "Bank",
        "views": [
            {"frame": (0, 0, 100, 20)},
            {
                "frame": (0, 20, 100, 60),
                "views": [{"name": "PIN", "frame": (10, 10, 40, 20), "flags": ViewFlags.SECURE}],
            },
        ],
    },
    {"name": "menu", "frame": (150, 20, 30, 30), "level": 3, "owner": "PIN"},
]


def test_nested_dicts_are_windows_and_views() -> None:
    with scrim.Scene() as scene:
        ids = scene.build(TREE)
        assert set(ids) == {"PIN", "menu"}
        assert {region.view: region.corners[0] for region in scene.secure_regions()} == {
            ids["PIN"]: (20, 40),
            ids["menu"]: (150, 20),
        }
        assert len(scene.responders(ids["PIN"])) == 3
        assert TREE[1]["owner"] == "PIN"


@pytest.mark.parametrize(
    "wrong",
    [
        {"frame": (0, 0, 1, 1), "owner": "nobody"},
        {"frame": (0, 0, 1, -1)},
        {"frame": (0, 0, 1, 1), "views": [{"frame": (0, 0, 1, 1), "alpha": 2}]},
        {"frame": (0, 0, 1, 1), "name": "menu"},
    ],
)
def test_what_is_wrong_adds_nothing(wrong: dict) -> None:
    with scrim.Scene() as scene:
        with pytest.raises(scrim.InvalidArgumentError):
            scene.build([*TREE, wrong])
        assert scene.secure_regions() == [] and scene.hit_test(20, 20) == (0, 0)
        assert (np.asarray(scene.preview((20, 20))) == np.asarray(scene.preview((20, 20)))[0, 0]).all()


def test_the_preview_shows_regions_levels_and_owners() -> None:
    with scrim.Scene() as scene:
        ids = scene.build(TREE)
        picture = np.asarray(scene.preview((200, 120))).astype(int)
        red = (picture[..., 0] - picture[..., 1] > 60) & (picture[..., 0] > picture[..., 2] + 60)
        assert red[41:59, 21:59].mean() > 0.8 and red[35:49, 170:179].all()
        assert not red[12:38, 12:108].any() and not red[65:, :].any()
        blue = picture[..., 2] - picture[..., 0] > 100
        # From the menu's corner to the middle of its owner.
        assert blue[18:23, 145:150].any() and blue[45:55, 38:48].any() and not blue[60:, :].any()
        labels = (picture.max(axis=2) < 120)
        assert labels[20:34, 152:198].any()
        twice = np.asarray(scene.preview((200, 120), origin=(10, 10), scale=2)).astype(int)
        assert tuple(twice[80, 30]) == tuple(picture[50, 25])
        scene.remove(ids["menu"])
        assert (np.asarray(scene.preview((200, 120)))[:, 140:] == (232, 232, 236)).all()
