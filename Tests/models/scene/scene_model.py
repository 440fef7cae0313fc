# SPDX-License-Identifier: MIT
"""What is private in a scene, said again in plain Python: trees of objects, and points mapped by numpy's matrices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

import scrim
from scrim import Affine, Outsets, Policy, ViewFlags

#: How far, in points of its own, a point must be from an edge to be clearly on one side of it.
CLEARLY = 1e-4


@dataclass(eq=False)
class Node:
    frame: tuple[float, float, float, float]
    flags: int
    alpha: float = 1.0
    offset: tuple[float, float] = (0.0, 0.0)
    transform: Affine = Affine()
    overflow: Outsets = Outsets()
    children: list[Node] = field(default_factory=list)
    parent: Node | None = None
    owner: Node | None = None
    gone: bool = False
    id: int = 0

    def everything(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.everything()

    def ancestors(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def matrix(self) -> np.ndarray:
        """From its own coordinates to those of the screen."""
        a = self.transform
        own = np.array([[1, 0, self.frame[0]], [0, 1, self.frame[1]], [0, 0, 1]]) @ np.array(
            [[a.xx, a.xy, a.x0], [a.yx, a.yy, a.y0], [0, 0, 1]]
        )
        if self.parent is None:
            return own
        scrolled = np.array([[1, 0, -self.parent.offset[0]], [0, 1, -self.parent.offset[1]], [0, 0, 1]])
        return self.parent.matrix() @ scrolled @ own

    def is_marked(self, policy: Policy) -> bool:
        if self.flags & ViewFlags.SECURE:
            return True
        public = bool(self.flags & ViewFlags.PUBLIC)
        if policy == Policy.ALLOW_LIST:
            return not public
        typed = bool(self.flags & (ViewFlags.TEXT_INPUT | ViewFlags.KEYPAD))
        return policy == Policy.DEFAULT and typed and not public

    def is_secure(self, policy: Policy, chain: int = 0) -> bool:
        if self.gone or chain > 16:
            return True
        line = [self, *self.ancestors()]
        owner = line[-1].owner
        return any(node.is_marked(policy) for node in line) or owner is not None and owner.is_secure(policy, chain + 1)

    def is_visible(self) -> bool:
        return not any(node.flags & ViewFlags.HIDDEN for node in [self, *self.ancestors()])

    def inside(self, points: np.ndarray, overflow: Outsets) -> tuple[np.ndarray, np.ndarray]:
        """Which points of the screen are clearly inside, and which clearly outside."""
        x, y, _ = np.linalg.solve(self.matrix(), np.vstack([points.T, np.ones(len(points))]))
        depth = np.minimum.reduce(
            [x + overflow.left, y + overflow.top, self.frame[2] + overflow.right - x, self.frame[3] + overflow.bottom - y]
        )
        if self.frame[2] + overflow.left + overflow.right <= 0 or self.frame[3] + overflow.top + overflow.bottom <= 0:
            return np.zeros(len(points), bool), np.ones(len(points), bool)
        return depth > CLEARLY, depth < -CLEARLY

    def shows(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        inside, outside = self.inside(points, self.overflow)
        for ancestor in self.ancestors():
            if ancestor.flags & ViewFlags.CLIPS:
                within, without = ancestor.inside(points, Outsets())
                inside, outside = inside & within, outside | without
        return inside, outside

    def need_be_exact(self) -> bool:
        """Whether nothing excuses a region that is larger: more turned clips than corners are kept for, or a thin one."""
        clips = [node for node in self.ancestors() if node.flags & ViewFlags.CLIPS]
        turned = sum(node.matrix()[0, 1] != 0 or node.matrix()[1, 0] != 0 for node in clips)
        return turned <= 2 and all(min(node.frame[2:]) == 0 or min(node.frame[2:]) > 1e-6 for node in [self, *clips])


@dataclass
class Model:
    windows: list[Node]
    policy: Policy = Policy.DEFAULT

    def everything(self) -> list[Node]:
        return [node for window in self.windows for node in window.everything()]

    def secure(self) -> list[Node]:
        return [node for node in self.everything() if node.is_visible() and node.is_secure(self.policy)]

    def private(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Which points are clearly private, and which are clearly not, as far as regions need be exact."""
        inside, outside = np.zeros(len(points), bool), np.ones(len(points), bool)
        for node in self.secure():
            shown, not_shown = node.shows(points)
            inside |= shown
            outside &= not_shown & node.need_be_exact()
        return inside, outside


# ---- In a scene ----


def add(scene: scrim.Scene, node: Node) -> None:
    """Adds a view or window, and what is inside it."""
    if node.parent is None:
        owner = node.owner.id if node.owner else 0
        node.id = scene.add_window(node.frame, flags=node.flags, owner=owner)
    else:
        node.id = scene.add_view(node.parent.id, node.frame, **look(node))
    for child in node.children:
        add(scene, child)


def look(node: Node) -> dict[str, object]:
    return {
        "flags": node.flags,
        "alpha": node.alpha,
        "content_offset": node.offset,
        "transform": node.transform,
        "overflow": node.overflow,
    }


def update(scene: scrim.Scene, node: Node) -> None:
    if node.parent is None:
        scene.update_window(node.id, node.frame, flags=node.flags, owner=node.owner.id if node.owner else 0)
    else:
        scene.update_view(node.id, node.frame, **look(node))


# ---- At random ----

coordinates = st.one_of(st.integers(-20, 100).map(float), st.floats(-20, 100))
sides = st.one_of(st.integers(0, 80).map(float), st.floats(0, 80), st.sampled_from([1e-9, 0.001]))
frames = st.tuples(coordinates, coordinates, sides, sides)
flag_sets = st.lists(
    st.sampled_from(
        [ViewFlags.INTERACTIVE] * 4
        + [ViewFlags.CLIPS] * 3
        + [ViewFlags.HIDDEN, ViewFlags.SECURE, ViewFlags.PUBLIC, ViewFlags.TEXT_INPUT, ViewFlags.KEYPAD]
    ),
    max_size=3,
).map(lambda found: sum(set(found), ViewFlags(0)))


def turned(degrees: float, x: float, y: float, moved: float) -> Affine:
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return Affine(x * cosine, x * sine, -y * sine, y * cosine, moved, -moved)


scales = st.sampled_from([1.0, 1.0, 2.0, 0.5, -1.0, 1.7])
transforms = st.one_of(
    st.just(Affine()),
    st.builds(turned, st.floats(-180, 180), scales, scales, st.sampled_from([0.0, 10.0])),
    st.builds(lambda x, y: Affine(xx=x, yy=y), scales, scales),
    st.sampled_from([Affine(0, 1, -1, 0, 0, 0), Affine(0, -1, 1, 0, 0, 5), Affine(1, 0.3, 0.5, 1, 0, 0)]),
)
outsets = st.one_of(st.just(Outsets()), st.builds(Outsets, *[st.sampled_from([0.0, 3.0, 7.5])] * 4))
offsets = st.sampled_from([(0.0, 0.0), (0.0, 0.0), (10.0, -5.0), (0.5, 30.25)])


@st.composite
def models(draw: st.DrawFn, size: int = 14) -> Model:
    """Windows and views, each in one that came before; windows may belong to what came before."""
    nodes: list[Node] = []
    for _ in range(draw(st.integers(1, size))):
        is_window = not nodes or draw(st.integers(0, 5)) == 0
        node = Node(draw(frames), draw(flag_sets))
        if is_window:
            node.owner = draw(st.sampled_from([None, *nodes]))
        else:
            node.parent = draw(st.sampled_from(nodes[-4:]))
            node.parent.children.append(node)
            node.alpha = draw(st.sampled_from([1.0, 0.0]))
            node.offset, node.transform, node.overflow = draw(offsets), draw(transforms), draw(outsets)
        nodes.append(node)
    return Model([node for node in nodes if node.parent is None], draw(st.sampled_from(Policy)))
