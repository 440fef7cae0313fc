# SPDX-License-Identifier: MIT
"""The decision tables of a collector once more, in plain Python on plain trees: what include/scrim/collector.h says."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from scrim import BuiltinActionScope, CheckOutcome, ClassRule, EventTypes, Match, Reason, Rules

PASSED, FAILED, SKIPPED = CheckOutcome


@dataclasses.dataclass(eq=False)
class View:
    """A view, or at the top a window; its frame counts from what it is in."""

    frame: tuple[int, int, int, int]
    classes: tuple[str, ...] = ()
    content: str | None = None
    hidden: bool = False
    ignored: bool = False
    secure: bool = False
    tool: bool = False
    interactive: bool = True
    screen: str = ""
    screen_classes: tuple[str, ...] = ()
    indices: tuple[int, ...] = ()
    views: list[View] = dataclasses.field(default_factory=list)
    parent: View | None = None
    id: int = 0

    @property
    def screen_name(self) -> str:
        """A screen that is given by its classes alone is called as the first of them."""
        return self.screen or (self.screen_classes[0] if self.screen_classes else "")

    @property
    def around(self) -> Iterator[View]:
        """It, what it is in, and so on up to the window."""
        view: View | None = self
        while view:
            yield view
            view = view.parent

    def contains(self, x: float, y: float) -> bool:
        """Half-open, in the coordinates of the screen."""
        places = list(self.around)
        left, top = sum(view.frame[0] for view in places), sum(view.frame[1] for view in places)
        return left <= x < left + self.frame[2] and top <= y < top + self.frame[3]


@dataclasses.dataclass
class Gesture:
    view: View
    x: float
    y: float
    #: The recogniser's own class, and whether it is there.
    type: str
    is_there: bool
    #: The actions of its live pairs.
    actions: set[str]
    #: Whether what shows at the point is private.
    is_private: bool


def matches(rules: tuple[ClassRule, ...], classes: tuple[str, ...]) -> bool:
    return any(name in (classes if match == Match.INHERITS else classes[:1]) for name, match in rules)


def inner_view(container: View, name: str, x: float, y: float) -> View | None:
    for view in container.views:
        if view.classes[:1] == (name,):
            if view.contains(x, y):
                return view
        elif found := inner_view(view, name, x, y):
            return found
    return None


def target_of(gesture: Gesture, rules: Rules) -> tuple[View | None, str | None]:
    """What the record is about, and its type."""
    view = gesture.view
    own = view.classes[0] if view.classes else None
    for container, inner, type in rules.retargets:
        if container == own:
            return inner_view(view, inner, gesture.x, gesture.y), type or inner
    return view, own


def is_cell(gesture: Gesture, rules: Rules) -> bool:
    """Whether all live pairs are the toolkit's, on a view for which these are not enough."""
    view = gesture.view
    parent = view.parent.classes if view.parent else ()
    toolkit = {
        action
        for name, action, where in rules.builtin_actions
        if name in (parent if where == BuiltinActionScope.PARENT else view.classes[:1])
    }
    return bool(toolkit) and gesture.actions <= toolkit


def screen_of(view: View) -> View | None:
    return next((each for each in view.around if each.screen_name), None)


def explain(gesture: Gesture, rules: Rules) -> list[tuple[Reason, CheckOutcome]]:
    target, _ = target_of(gesture, rules)
    private = [gesture.view, *([target] if target else [])]
    if gesture.is_private or any(each.secure for view in private for each in view.around):
        return [(Reason.PRIVATE, FAILED)]
    found = dict.fromkeys(list(Reason)[1:], PASSED)

    def fail(reason: Reason, fails: bool) -> None:
        found[reason] = FAILED if fails else PASSED

    def skip(first: Reason, last: Reason) -> None:
        found.update({Reason(number): SKIPPED for number in range(first, last + 1)})

    wanted = rules.event_types if rules.server_event_types is None else rules.server_event_types
    fail(Reason.OFF, rules.off or not wanted & EventTypes.CLICK)
    if not gesture.is_there:
        fail(Reason.GONE, True)
        skip(Reason.TOOL_WINDOW, Reason.DUPLICATE)
        return list(found.items())
    fail(Reason.TOOL_WINDOW, [*gesture.view.around][-1].tool)
    fail(Reason.CLASS, gesture.type not in (rules.recognizers or ("Tap", "LongPress", "Control")))
    fail(Reason.GESTURE_VIEW, matches(rules.gesture_views, gesture.view.classes))
    fail(Reason.NO_ACTION, not gesture.actions)
    if gesture.actions:
        fail(Reason.BUILTIN_ACTION, is_cell(gesture, rules))
    else:
        skip(Reason.BUILTIN_ACTION, Reason.BUILTIN_ACTION)
    fail(Reason.NO_INNER_VIEW, target is None)
    if target is None:
        skip(Reason.VIEW_HIDDEN, Reason.SCREEN_IGNORED)
        return list(found.items())
    fail(Reason.VIEW_HIDDEN, any(each.hidden for each in target.around))
    fail(Reason.VIEW_IGNORED, target.ignored)
    fail(Reason.TYPE_IGNORED, matches(rules.ignored_types, target.classes))
    screen = screen_of(target)
    chain = (screen.screen_classes or (screen.screen_name,)) if screen else ()
    fail(Reason.SCREEN_IGNORED, matches(rules.ignored_screens, chain))
    return list(found.items())


# ---- What a record says ----


def content_of(view: View, rules: Rules) -> str | None:
    if view.content is not None:
        return view.content
    shown = [each for each in view.views if not (each.hidden or each.ignored or each.secure)]
    inside = [each for each in shown if not matches(rules.ignored_types, each.classes)]
    parts = [part for part in (content_of(each, rules) for each in inside) if part]
    return "-".join(parts) or None


def repeated_around(view: View) -> View | None:
    return next((each for each in view.around if each.indices), None)


def position_of(view: View) -> str | None:
    found = repeated_around(view)
    return ":".join(map(str, found.indices)) if found else None


def path_of(view: View) -> str | None:
    if view.parent is None:
        return None
    *steps, _ = view.around
    repeated = repeated_around(view)
    words = []
    for step in reversed(steps):
        name = step.classes[0] if step.classes else ""
        assert step.parent
        if step.parent.parent is None:
            words.append(name)
        elif step.indices:
            *section, row = map(str, step.indices)
            places = [*section, "-" if step is repeated else row]
            words.append(name + "".join(f"[{place}]" for place in places))
        else:
            before = step.parent.views[: step.parent.views.index(step)]
            rank = sum(not other.secure and other.classes[:1] == step.classes[:1] for other in before)
            words.append(f"{name}[{rank}]")
    return "/".join(words)
