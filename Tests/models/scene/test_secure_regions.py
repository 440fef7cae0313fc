# SPDX-License-Identifier: MIT
"""The list of what is private, against a model that maps points instead of polygons."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scene_model import CLEARLY, Model, Node, add, flag_sets, frames, models, outsets, transforms, update

import scrim
from scrim import Activity, Affine, Outcome, Outsets, Policy, SecureRegion, ViewFlags

SIDE = 64


def build(model: Model) -> scrim.Scene:
    scene = scrim.Scene()
    scene.set_policy(model.policy)
    for window in sorted(model.windows, key=lambda window: order(model, window)):
        add(scene, window)
    return scene


def order(model: Model, window: Node) -> int:
    """An owner's window comes before what belongs to it."""
    owner, steps = window.owner, 0
    while owner is not None:
        top = [owner, *owner.ancestors()][-1]
        owner, steps = top.owner, steps + 1
    return steps


def points_of(model: Model, seed: int) -> np.ndarray:
    """Points anywhere, and in and about the views that are secure, however small these are."""
    rng = np.random.default_rng(seed)
    found = [rng.uniform(-60, 160, (60, 2))]
    for node in model.secure():
        own = rng.uniform(-0.3, 1.3, (12, 2)) * np.maximum([node.frame[2], node.frame[3]], 1)
        found.append((node.matrix() @ np.hstack([own, np.ones((12, 1))]).T)[:2].T)
    return np.vstack(found)


def holds(region: SecureRegion, points: np.ndarray, margin: float) -> np.ndarray:
    """Which points lie in a convex polygon that is larger by a margin: on the same side of all its edges."""
    corners = np.array(region.corners)
    edges = np.roll(corners, -1, axis=0) - corners
    distances = np.array(
        [(e[0] * (points[:, 1] - c[1]) - e[1] * (points[:, 0] - c[0])) / max(np.hypot(*e), 1e-12)
         for c, e in zip(corners, edges, strict=True)]
    )
    box = (points >= corners.min(axis=0) - margin).all(axis=1) & (points <= corners.max(axis=0) + margin).all(axis=1)
    return box & ((distances >= -margin).all(axis=0) | (distances <= margin).all(axis=0))


@given(models(), st.integers(0, 2**32))
def test_regions_are_where_the_model_says(model: Model, seed: int) -> None:
    points = points_of(model, seed)
    private, public = model.private(points)
    with build(model) as scene:
        for node in model.everything():
            assert scene.is_secure(node.id) == node.is_secure(model.policy)
        found = np.array([scene.is_secure_at(x, y) for x, y in points])
        assert not (private & ~found).any()
        assert not (public & found).any()
        regions = scene.secure_regions()
        assert {region.view for region in regions} <= {node.id for node in model.secure()}
        listed = np.zeros(len(points), bool)
        for region in regions:
            assert 3 <= len(region.corners) <= 12
            listed |= holds(region, points, CLEARLY)
        assert not (private & ~listed).any()


@given(models())
def test_every_private_point_of_a_frame_is_covered(model: Model) -> None:
    with build(model) as scene:
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready()
        picture = np.full((SIDE, SIDE), 200, np.uint8)
        assert scene.redact(picture).outcome == Outcome.OK
    steps = (np.arange(4 * SIDE) + 0.5) / 4
    points = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    private, _ = model.private(points)
    pixels = np.floor(points[private]).astype(int)
    assert (picture[pixels[:, 1], pixels[:, 0]] == 0).all()


def test_of_what_is_turned_the_frame_loses_what_it_touches_and_no_box() -> None:
    with scrim.Scene() as scene:
        window = scene.add_window((0, 0, SIDE, SIDE))
        # A square on its corner, about 32, 32.
        turned = Affine(0.5**0.5, 0.5**0.5, -(0.5**0.5), 0.5**0.5, 0, 0)
        scene.add_view(window, (32, 2.3, 42, 42), flags=ViewFlags.SECURE, transform=turned)
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready()
        picture = np.full((SIDE, SIDE), 200, np.uint8)
        scene.redact(picture)
    x, y = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    # Of a pixel the point that is nearest to the middle, where |x| + |y| is least.
    nearest = sum(np.maximum(np.maximum(low - middle, middle - low - 1), 0) for low, middle in ((x, 32), (y, 2.3 + 21 * 2**0.5)))
    assert ((picture == 0) == (nearest < 21 * 2**0.5)).all()


def listed(scene: scrim.Scene, model: Model) -> list[tuple[int, tuple[tuple[float, float], ...]]]:
    """The regions, of views by their place in the model."""
    places = {node.id: place for place, node in enumerate(model.everything())}
    return sorted((places[region.view], region.corners) for region in scene.secure_regions())


@given(models(), st.data())
def test_whatever_changes_the_list_is_that_of_a_new_scene(model: Model, data: st.DataObject) -> None:
    with build(model) as scene:
        for _ in range(data.draw(st.integers(1, 6))):
            everything = model.everything()
            if not everything:
                break
            node = data.draw(st.sampled_from(everything))
            match data.draw(st.integers(0, 5)):
                case 0:
                    scene.remove(node.id)
                    for lost in node.everything():
                        lost.gone = True
                    (node.parent.children if node.parent else model.windows).remove(node)
                case 1:
                    child = Node(data.draw(frames), data.draw(flag_sets), parent=node)
                    node.children.append(child)
                    add(scene, child)
                case 2:
                    model.policy = data.draw(st.sampled_from(Policy))
                    scene.set_policy(model.policy)
                case 3 if node.parent is not None:
                    node.transform, node.overflow = data.draw(transforms), data.draw(outsets)
                    node.offset = data.draw(st.sampled_from([(0.0, 0.0), (3.0, 4.0)]))
                    update(scene, node)
                case _:
                    node.flags = data.draw(flag_sets)
                    node.frame = data.draw(frames)
                    update(scene, node)
            for each in model.everything():
                assert scene.is_secure(each.id) == each.is_secure(model.policy)
        changed = listed(scene, model)
        for window in model.windows:
            # What is gone cannot be given to a new scene; it makes the window secure, and so does that flag.
            if window.owner is not None and window.owner.gone:
                window.owner, window.flags = None, window.flags | ViewFlags.SECURE
        with build(model) as fresh:
            assert changed == listed(fresh, model)


@given(models(8), models(8))
def test_between_begin_and_commit_both_states_are_private(before: Model, after: Model) -> None:
    points = np.vstack([points_of(before, 1), points_of(after, 2)])
    with build(before) as scene:
        with scene.change():
            scene.set_policy(after.policy)
            for window in before.windows:
                scene.remove(window.id)
            for window in sorted(after.windows, key=lambda window: order(after, window)):
                add(scene, window)
            found = np.array([scene.is_secure_at(x, y) for x, y in points])
            assert not ((before.private(points)[0] | after.private(points)[0]) & ~found).any()
        found = np.array([scene.is_secure_at(x, y) for x, y in points])
        assert not (after.private(points)[0] & ~found).any()
        assert not (after.private(points)[1] & found).any()


def test_a_quad_cut_by_many_is_never_too_small() -> None:
    """A square in squares that each are turned a little further: more corners than are kept."""
    model = Model([Node((0, 0, 200, 200), 0)])
    node = model.windows[0]
    for number in range(6):
        angle = np.radians(17.0)
        turn = Affine(np.cos(angle), np.sin(angle), -np.sin(angle), np.cos(angle), 0, 0)
        middle = 100.0 if number == 0 else 50.0
        # About its middle: the corner of a square of 100 about the origin.
        corner = (-50 * (turn.xx + turn.xy), -50 * (turn.yx + turn.yy))
        turn = turn._replace(x0=corner[0], y0=corner[1])
        child = Node((middle, middle, 100, 100), ViewFlags.CLIPS, transform=turn, parent=node)
        node.children.append(child)
        node = child
    node.children.append(Node((0, 0, 100, 100), ViewFlags.SECURE, parent=node))
    steps = np.linspace(20, 180, 200)
    points = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    private, _ = model.private(points)
    with build(model) as scene:
        found = np.array([scene.is_secure_at(x, y) for x, y in points])
        assert private.any() and not (private & ~found).any()
        (region,) = scene.secure_regions()
        assert len(region.corners) <= 12  # it became the box around it on the way, and was cut again
        assert found.sum() < len(points) / 2  # and no more


def test_numbers_that_overflow_cover_everything() -> None:
    huge = Affine(xx=2.0**30, yy=2.0**30)
    with scrim.Scene() as scene:
        parent = scene.add_window((0, 0, 10, 10))
        for _ in range(60):
            parent = scene.add_view(parent, (1, 1, 10, 10), transform=huge)
        assert not scene.is_secure_at(-1e9, 3)
        scene.add_view(parent, (0, 0, 1, 1), flags=ViewFlags.SECURE)
        assert scene.is_secure_at(-1e9, 3) and scene.is_secure_at(5, 5)
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready()
        picture = np.full((SIDE, SIDE), 200, np.uint8)
        assert scene.redact(picture).outcome == Outcome.OK and not picture.any()


def test_outsets_are_private_but_not_hit() -> None:
    with scrim.Scene() as scene:
        window = scene.add_window((0, 0, 100, 100))
        view = scene.add_view(window, (20, 20, 10, 10), flags=ViewFlags.SECURE | 2, overflow=Outsets(1, 2, 3, 4))
        (region,) = scene.secure_regions()
        assert region == (view, ((19, 18), (33, 18), (33, 34), (19, 34)))
        assert scene.is_secure_at(19, 18) and not scene.is_secure_at(33, 20)
        assert scene.hit_test(19, 19) == (window, 0) and scene.hit_test(20, 20) == (window, view)
