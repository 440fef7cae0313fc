# SPDX-License-Identifier: MIT
"""The class tables: each name is one that the installed toolkit has, and a scene of the toolkit's own classes is recorded as
docs/reference/class-tables.md says.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import toolkits
from toolkits import NotInstalledError, Tree

import scrim
from scrim import Collector, Match, Phase, Reason, Record, Rules, Tap, Touch

MS = 1_000_000
PAGE = Path(__file__).resolve().parents[3] / "docs/reference/class-tables.md"
TABLES = ("gtk4", "qt-widgets", "qt-quick", "android")

#: Names that nothing here can check, so that they rest on their toolkit's documentation alone. Their modules are not installed.
DOCUMENTED = {
    "gtk4": {"WebKitWebView"},
    "qt-widgets": {"QWebEngineView"},
    "qt-quick": {"QQuickWebEngineView"},
    "android": {
        "android.widget.MenuPopupWindow$MenuDropDownListView",
        "android.widget.PopupWindow$PopupDecorView",
        "androidx.navigation.fragment.NavHostFragment",
    },
}


def names_of(rules: Rules) -> list[str]:
    """The classes of the toolkit that a table names, once each."""
    ours = ("Tap", "LongPress", "Control")
    found = [name for name in rules.recognizers if name not in ours]
    for rule in (*rules.gesture_views, *rules.ignored_types, *rules.ignored_screens):
        found.append(rule.name)
    for retarget in rules.retargets:
        found += [retarget.container, retarget.inner, *([retarget.type] if retarget.type else [])]
    found += [rule.class_name for rule in rules.builtin_actions]
    return list(dict.fromkeys(found))


def look(name: str) -> toolkits.Toolkit:
    try:
        return toolkits.look(name, tuple(names_of(Rules.for_toolkit(name))))  # type: ignore[arg-type]
    except NotInstalledError as error:
        pytest.skip(f"{name} is not installed: {error}")


# ---- Names ----


@pytest.mark.parametrize("toolkit", TABLES)
def test_the_toolkit_has_each_class(toolkit: str) -> None:
    rules = Rules.for_toolkit(toolkit)  # type: ignore[arg-type]
    found = look(toolkit)
    missing = {name for name in names_of(rules) if name not in found.classes}
    assert missing == DOCUMENTED[toolkit]
    for name, chain in found.classes.items():
        assert chain[0] == name
    for rule in rules.builtin_actions:
        assert rule.action in found.actions[rule.class_name]
    print(f"{toolkit} {found.version}: {len(names_of(rules)) - len(missing)} names checked, {len(missing)} not")


@pytest.mark.parametrize("toolkit", TABLES)
def test_no_rule_repeats_what_a_base_class_says(toolkit: str) -> None:
    rules = Rules.for_toolkit(toolkit)  # type: ignore[arg-type]
    classes = look(toolkit).classes
    for field in ("gesture_views", "ignored_types", "ignored_screens"):
        kinds = {rule.name for rule in getattr(rules, field) if rule.match == Match.INHERITS}
        for rule in getattr(rules, field):
            assert not kinds & set(classes.get(rule.name, ())[1:]), rule


@pytest.mark.parametrize("toolkit", TABLES)
def test_containers_of_a_real_window_have_what_the_rules_look_for(toolkit: str) -> None:
    """A container whose derived class is in the window counts: QTreeView has the rows of QTreeWidget."""
    tree = look(toolkit).tree
    for container, inner, _ in Rules.for_toolkit(toolkit).retargets:  # type: ignore[arg-type]
        containers = [node for node in tree.all() if container in node.classes]
        assert any(each.classes[:1] == (inner,) for node in containers for each in node.all()), container


def test_the_page_names_each_class_and_marks_what_is_not_checked() -> None:
    text = PAGE.read_text()
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        title, _, body = section.partition("\n")
        toolkit = {"UIKit": "uikit", "GTK 4": "gtk4", "Qt Widgets": "qt-widgets", "Qt Quick": "qt-quick", "Android": "android"}.get(title)
        if toolkit is None:
            continue
        rules = Rules.for_toolkit(toolkit)  # type: ignore[arg-type]
        marked = set(re.findall(r"`([^`]+)`†", body))
        assert marked == DOCUMENTED.get(toolkit, set()), title
        for name in names_of(rules) + [rule.action for rule in rules.builtin_actions]:
            assert f"`{name}`" in body, (title, name)


# ---- What is recorded of a scene with these classes ----


@dataclasses.dataclass
class Case:
    """A tap on a view, found by its classes, that has a recognizer."""

    path: tuple[str, ...]
    #: The type of the record, or why there is none.
    result: str | Reason
    #: Where the tap is, inside the view. Empty: in its middle.
    at: tuple[str, ...] = ()
    actions: tuple[str, ...] = ("pressed",)


CASES = {
    "gtk4": [
        Case(("GtkButton",), "GtkButton"),
        Case(("GtkSwitch",), "GtkSwitch"),
        Case(("GtkSpinButton", "GtkButton"), "GtkButton"),
        Case(("GtkModelButton",), "GtkModelButton"),
        Case(("GtkPopoverMenu",), "GtkPopoverMenu", at=("GtkModelButton",)),
        Case(("GtkPopoverMenuBar",), "GtkPopoverMenuBar", at=("GtkPopoverMenuBarItem",)),
        Case(("GtkMessageDialog",), "GtkMessageDialog", at=("GtkButton",)),
        Case(("GtkMessageDialog",), Reason.NO_INNER_VIEW, at=("GtkBox", "GtkLabel")),
        Case(("GtkPopoverContent",), Reason.GESTURE_VIEW),
        Case(("GtkListView",), "GtkListItem", at=("GtkListItemWidget",)),
        Case(("GtkListItemWidget",), "GtkListItemWidget"),
        Case(("GtkListItemWidget",), Reason.BUILTIN_ACTION, actions=("listitem.select",)),
        Case(("GtkListItemWidget",), "GtkListItemWidget", actions=("listitem.select", "pressed")),
        Case(("GtkListView", "GtkListItemWidget", "GtkBox"), Reason.BUILTIN_ACTION, actions=("listitem.select",)),
        Case(("GtkColumnView", "GtkColumnListView"), "GtkListItem", at=("GtkListItemWidget",)),
        Case(("GtkColumnView",), Reason.TYPE_IGNORED, at=("GtkColumnViewTitle",)),
        Case(("GtkListBox",), "GtkListBoxRow", at=("GtkListBoxRow",)),
        Case(("GtkFlowBox",), "GtkFlowBoxChild", at=("GtkFlowBoxChild",)),
        Case(("GtkNotebook",), Reason.TYPE_IGNORED),
        Case(("GtkEntry",), Reason.GESTURE_VIEW),
        Case(("GtkEntry", "GtkText"), Reason.GESTURE_VIEW),
        Case(("GtkTextView",), Reason.GESTURE_VIEW),
        Case(("GtkPasswordEntry",), Reason.GESTURE_VIEW),
        Case(("GtkPasswordEntry", "GtkText"), Reason.GESTURE_VIEW),
    ],
    "qt-widgets": [
        Case(("QPushButton",), "QPushButton"),
        Case(("QMenu",), "QMenu", at=("QAction",)),
        Case(("QMenu", "QAction"), "QAction"),
        Case(("QMessageBox",), "QMessageBox", at=("QPushButton",)),
        Case(("QMessageBox",), Reason.NO_INNER_VIEW, at=("QLabel",)),
        Case(("QDialogButtonBox",), "QDialogButtonBox", at=("QPushButton",)),
        Case(("QComboBox", "QComboBoxListView"), "QComboBox", at=("QModelIndex",)),
        Case(("QComboBox", "QComboBoxPrivateContainer"), Reason.GESTURE_VIEW),
        Case(("QListWidget",), "QModelIndex", at=("QModelIndex",)),
        Case(("QTableWidget",), "QModelIndex", at=("QModelIndex",)),
        Case(("QHeaderView",), Reason.TYPE_IGNORED),
        Case(("QTabWidget",), Reason.TYPE_IGNORED, at=("QLabel",)),
        Case(("QTabWidget", "QTabBar"), "QTabBar"),
        Case(("QSplitterHandle",), Reason.GESTURE_VIEW),
        Case(("QLineEdit",), Reason.GESTURE_VIEW),
        Case(("QLineEdit", "QLineEditIconButton"), Reason.GESTURE_VIEW),
        Case(("QSpinBox",), Reason.GESTURE_VIEW),
        Case(("QSpinBox", "QLineEdit"), Reason.GESTURE_VIEW),
        Case(("QTextEdit",), Reason.GESTURE_VIEW),
    ],
    "qt-quick": [
        Case(("QQuickButton",), "QQuickButton"),
        Case(("QQuickSlider",), "QQuickSlider"),
        Case(("QQuickMenuItem",), "QQuickMenuItem"),
        Case(("QQuickMenuBar",), "QQuickMenuBar", at=("QQuickMenuBarItem",)),
        Case(("QQuickTabBar",), "QQuickTabBar", at=("QQuickTabButton",)),
        Case(("QQuickDialogButtonBox",), "QQuickDialog", at=("QQuickButton",)),
        Case(("QQuickPopupItem",), Reason.GESTURE_VIEW),
        Case(("QQuickOverlay",), Reason.GESTURE_VIEW),
        Case(("QQuickItemDelegate",), "QQuickItemDelegate"),
        Case(("QQuickGridView",), "QQuickItemDelegate", at=("QQuickItemDelegate",)),
        Case(("QQuickSwipeView",), Reason.TYPE_IGNORED),
        Case(("QQuickPageIndicator",), Reason.GESTURE_VIEW),
        Case(("QQuickTextField",), Reason.GESTURE_VIEW),
        Case(("QQuickTextArea",), Reason.GESTURE_VIEW),
        Case(("QQuickSpinBox",), Reason.GESTURE_VIEW),
        Case(("QQuickSpinBox", "QQuickTextInput"), Reason.GESTURE_VIEW),
    ],
    "android": [
        Case(("android.widget.Button",), "android.widget.Button"),
        Case(("com.android.internal.widget.AlertDialogLayout",), "android.app.AlertDialog", at=("android.widget.Button",)),
        Case(("com.android.internal.widget.AlertDialogLayout",), Reason.NO_INNER_VIEW, at=("android.widget.TextView",)),
        Case(
            ("androidx.appcompat.widget.AlertDialogLayout",),
            "androidx.appcompat.app.AlertDialog",
            at=("androidx.appcompat.widget.AppCompatButton",),
        ),
        Case(
            ("android.widget.MenuPopupWindow$MenuDropDownListView",),
            "android.widget.PopupMenu",
            at=("com.android.internal.view.menu.ListMenuItemView",),
        ),
        Case(("android.widget.ListView",), Reason.TYPE_IGNORED),
        Case(("android.widget.ListView", "android.widget.LinearLayout"), "android.widget.LinearLayout"),
        Case(("androidx.recyclerview.widget.RecyclerView",), Reason.TYPE_IGNORED),
        Case(("androidx.recyclerview.widget.RecyclerView", "android.widget.TextView"), "android.widget.TextView"),
        Case(("android.widget.EditText",), Reason.GESTURE_VIEW),
        Case(("androidx.appcompat.widget.AppCompatEditText",), Reason.GESTURE_VIEW),
        Case(("com.google.android.material.textfield.TextInputEditText",), Reason.GESTURE_VIEW),
        Case(("android.widget.NumberPicker",), Reason.GESTURE_VIEW),
        Case(("android.webkit.WebView",), Reason.GESTURE_VIEW),
    ],
}


#: Classes that text is typed into, written down without the tables.
TEXT_INPUTS = {
    *("GtkEntry", "GtkPasswordEntry", "GtkSearchEntry", "GtkSpinButton", "GtkEditableLabel", "GtkText", "GtkTextView"),
    *("QLineEdit", "QTextEdit", "QPlainTextEdit", "QAbstractSpinBox", "QKeySequenceEdit"),
    *("QQuickTextInput", "QQuickTextEdit", "QQuickSpinBox"),
    *("android.widget.EditText", "android.widget.NumberPicker"),
}


class Page:
    """A scene of a tree of classes. Every view without views inside has a place of its own, and its parents are around it."""

    def __init__(self, tree: Tree) -> None:
        self.scene = scrim.Scene()
        self.widths = {id(node): max(1, sum(not each.children for each in node.all())) for node in tree.all()}
        width = self.widths[id(tree)] * 10
        self.window = self.scene.add_window((0, 0, width, 10), screen="Page")
        self.views: dict[int, tuple[int, float]] = {}
        self.add(tree.children, self.window, 0)
        self.gestures = scrim.Gestures(self.scene)
        self.now = 0
        #: What records had as content.
        self.contents: list[str] = []

    def add(self, nodes: list[Tree], parent: int, left: float) -> None:
        start = 0
        for node in nodes:
            width = self.widths[id(node)] * 10
            # The host forgets to mark anything as secure, and hands out whatever its views contain.
            content = "secret" if set(node.classes) & TEXT_INPUTS else None
            if content is None and not node.children:
                content = node.classes[0]
            view = self.scene.add_view(parent, (start, 0, width, 10), classes=node.classes, content=content)
            self.views[id(node)] = (view, left + start + width / 2 if node.children else left + start + 5)
            self.add(node.children, view, left + start)
            start += width

    def tap(self, collector: Collector, case: Case, tree: Tree) -> str | Reason:
        node = tree.find(*case.path)
        return self.tap_view(collector, node, node.find(*case.at), case.actions)

    def tap_view(
        self, collector: Collector, node: Tree, at: Tree | None = None, actions: tuple[str, ...] = ("pressed",)
    ) -> str | Reason:
        """Adds a recognizer to a view, and taps on a view inside it. Returns the type of the record, or the reason."""
        view, x = self.views[id(node)][0], self.views[id(at or node)][1]
        recognizer = self.gestures.add(Tap(view=view))
        for action in actions:
            self.gestures.add_action(recognizer, 1, action)
        self.now += 1000 * MS
        began = Touch(self.now, 1, Phase.BEGAN, x, 5)
        events = self.gestures.feed([began, began._replace(time_ns=self.now + 50 * MS, phase=Phase.ENDED)])
        (decision,) = collector.decide(events)
        self.gestures.remove(recognizer)
        records = [record for record in collector.records() if isinstance(record, Record)]
        assert len(records) == (decision.reason == Reason.NONE)
        if not records:
            return Reason(decision.reason)
        self.contents.append(records[0].content or "")
        return records[0].type or ""


@pytest.fixture(params=TABLES)
def page(request: pytest.FixtureRequest) -> Iterator[tuple[str, Page, Tree]]:
    tree = look(request.param).tree
    made = Page(tree)
    with made.scene, made.gestures:
        yield request.param, made, tree


@pytest.mark.parametrize("reader", ["C", "Python"])
def test_what_is_recorded_of_a_real_window(page: tuple[str, Page, Tree], reader: str) -> None:
    toolkit, made, tree = page
    with Collector(made.gestures) as collector:
        if reader == "C":
            collector.load_rules(Path(scrim.__file__).with_name("class_tables") / f"{toolkit}.json")
        else:
            collector.set_rules(Rules.for_toolkit(toolkit))  # type: ignore[arg-type]
        for case in CASES[toolkit]:
            assert made.tap(collector, case, tree) == case.result, case


def test_no_record_has_the_content_of_a_text_input(page: tuple[str, Page, Tree]) -> None:
    """Whatever is tapped, each view of the window in turn, and whatever the host hands out as content."""
    toolkit, made, tree = page
    for rules in (Rules.for_toolkit(toolkit), Rules()):  # type: ignore[arg-type]
        made.contents.clear()
        with Collector(made.gestures, rules=rules) as collector:
            for node in list(tree.all())[1:]:
                made.tap_view(collector, node)
        assert len(made.contents) > 10
        # Without the table it is there, so this test would notice.
        assert any("secret" in content for content in made.contents) == (rules == Rules())


def test_without_a_table_the_same_taps_are_recorded(page: tuple[str, Page, Tree]) -> None:
    """So each that is dropped above is dropped by its rule."""
    toolkit, made, tree = page
    with Collector(made.gestures) as collector:
        for case in CASES[toolkit]:
            assert isinstance(made.tap(collector, case, tree), str)
