# SPDX-License-Identifier: MIT
"""Finds where the core can be changed. Each site is an expression or a statement with one or two changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .syntax import Node, arguments, callee, span, token_end

INTEGERS = {f"$es{len(name)}{name}VD": name for name in ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")}
INTEGERS |= {"$eSiD": "Int", "$eSuD": "UInt"}
BOOL, REAL, VOID = "$eSbD", "$eSdD", "$eytD"

# The helper in schemata/Mutants.swift for each operator, and what it may do instead.
COMPARISONS = {"<": ("Less", "<="), "<=": ("LessEqual", "<"), ">": ("Greater", ">="), ">=": ("GreaterEqual", ">")}
LOGIC = {"&&": "And", "||": "Or"}
INTEGER_ARITHMETIC = {
    "+": ("Add", "-"), "-": ("Subtract", "+"), "*": ("Multiply", "+"), "/": ("Divide", "*"),
    "&+": ("WrappingAdd", "&-"), "&-": ("WrappingSubtract", "&+"), "&*": ("WrappingMultiply", "&+"),
    "&": ("Mask", "|"), "|": ("Union", "&"), "&<<": ("Left", "&>>"), "&>>": ("Right", "&<<"),
}  # fmt: skip
REAL_ARITHMETIC = {"+": ("RealAdd", "-"), "-": ("RealSubtract", "+"), "*": ("RealMultiply", "/"), "/": ("RealDivide", "*")}
ASSIGNMENTS = {"+=", "-=", "*=", "/=", "&+=", "&-=", "&*=", "|=", "&=", "^=", "&>>=", "&<<=", "<<=", ">>="}
STEPS = re.compile(r"^\$e5Scrim5StepsV")
CONSTANT = re.compile(rb"(static\s+)?let(\s+\w+\s*)(:[^=\n]*)?=\s*\Z")


@dataclass
class Site:
    """A place in a file, its changes, and the edits that make each of them possible at run time."""

    path: str
    start: int
    end: int
    kind: str
    function: str
    changes: list[str]
    # The text that is inserted before and after, and the replacement in between: position, length, text. `@` is the number.
    before: str
    after: str = ")"
    replaced: list[tuple[int, int, str]] = field(default_factory=list)
    number: int = 0


class Finder:
    """Walks over the tree of a file."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.sites: list[Site] = []
        self.seen: set[tuple[int, int, str]] = set()
        self.functions = [""]
        self.in_initializer = False
        self.late: set[str] = set()  # variables that get their first value after their declaration

    def add(
        self, node: Node, kind: str, before: str, changes: list[str],
        replaced: tuple[tuple[int, int, str], ...] = (), after: str = ")",
    ) -> None:  # fmt: skip
        where = span(self.source, node)
        if where is None or (*where, before) in self.seen:
            return
        self.seen.add((*where, before))
        self.sites.append(
            Site(self.path, *where, kind, "/".join(self.functions[1:]), changes, before, after, list(replaced))
        )

    # -- The walk

    def walk(self, node: object) -> None:
        if isinstance(node, list):
            for one in node:
                self.walk(one)
        elif isinstance(node, dict):
            method: Callable[[Node], None] | None = getattr(self, f"walk_{node.get('_kind')}", None)
            if method:
                method(node)
            else:
                self.children(node)

    def children(self, node: Node, *left_out: str) -> None:
        for key, value in node.items():
            if key not in left_out and isinstance(value, (dict, list)):
                self.walk(value)

    def walk_source_file(self, node: Node) -> None:
        for item in node["items"]:
            if item["_kind"] == "pattern_binding_decl":
                self.constant(item)
            else:
                self.walk(item)

    def members(self, node: Node) -> None:
        for one in node.get("members", ()):
            if one["_kind"] == "pattern_binding_decl":
                start = one.get("range", {}).get("start", 0)
                line = self.source[self.source.rfind(b"\n", 0, start) + 1 : token_end(self.source, start)]
                if re.search(rb"\bstatic\b", line):
                    self.constant(one)
                    continue
            self.walk(one)

    walk_struct_decl = walk_class_decl = walk_enum_decl = walk_extension_decl = members

    def constant(self, node: Node) -> None:
        """A constant of a type or a file becomes a computed one, unless it is a table or computed already."""
        for entry in node.get("pattern_entries", ()):
            literal = entry.get("processed_init") or entry.get("original_init") or {}
            call = self.literal_call(literal)
            where = span(self.source, literal)
            if call is None or where is None:
                continue
            line = max(self.source.rfind(b"\n", 0, where[0]), 0) + 1
            declared = re.search(CONSTANT, self.source[line : where[0]])
            if declared is None:
                continue
            start, (static, name, kind) = line + declared.start(), declared.groups()
            kind = kind or b": " + INTEGERS.get(literal["type"], "Double").encode()
            head = f"{(static or b'').decode()}var{name.decode()}{kind.decode().rstrip()} {{ "
            self.functions.append(name.decode().strip())
            self.add(literal, "constant", call[0], call[1], ((start, where[0] - start, head),), call[2] + " }")
            self.functions.pop()

    def named(self, node: Node) -> None:
        if node.get("implicit"):
            return
        name = node.get("name", {}).get("base_name", {}).get("name") or node["_kind"].removesuffix("_decl")
        outer = self.in_initializer, self.late
        self.in_initializer = node["_kind"] == "constructor_decl"
        self.functions.append({"constructor": "init", "destructor": "deinit"}.get(name, name))
        self.walk(node.get("body"))
        self.functions.pop()
        self.in_initializer, self.late = outer

    walk_func_decl = walk_constructor_decl = walk_destructor_decl = walk_subscript_decl = named

    def walk_accessor_decl(self, node: Node) -> None:
        if not node.get("implicit"):
            self.functions.append(node.get("for", {}).get("base_name", {}).get("name", "subscript"))
            self.walk(node.get("body"))
            self.functions.pop()

    def walk_pattern_binding_decl(self, node: Node) -> None:
        for entry in node["pattern_entries"]:
            value = entry.get("processed_init") or entry.get("original_init")
            if value is None:
                self.late = self.late | set(names_in(entry["pattern"]))
            self.walk(value)

    def nothing(self, node: Node) -> None:
        """Patterns, default arguments and names are left as they are."""

    walk_pattern_expr = walk_parameter_list = walk_enum_element_decl = walk_default_argument_expr = nothing
    walk_string_literal_expr = walk_substitution_map = walk_sequence_expr = walk_case_label_pattern = nothing

    def walk_case_label_item(self, node: Node) -> None:
        self.walk(node.get("where_expr"))

    def walk_for_each_stmt(self, node: Node) -> None:
        self.walk([node["parsed_sequence"], node.get("where"), node["body"]])

    # -- Statements

    def walk_brace_stmt(self, node: Node) -> None:
        for element in node.get("elements", ()):
            statement = element
            if element["_kind"] == "return_stmt" and element.get("implicit"):
                statement = element.get("result", {})
                if statement.get("type") != VOID:
                    statement = {}
            if self.can_be_dropped(statement):
                self.add(statement, "statement", "if mutantKeeps(@) { ", ["dropped"], after=" }")
            self.walk(element)

    def can_be_dropped(self, node: Node) -> bool:
        while node.get("_kind") in ("try_expr", "unsafe_expr", "optional_try_expr"):
            node = node["sub_expr"]
        match node.get("_kind"):
            case "call_expr":
                return node.get("type") != "$es5NeverOD"
            case "assign_expr":
                target = node["dest"]
                is_late = target["_kind"] == "declref_expr" and target["decl"].get("base_name") in self.late
                return not (self.in_initializer or is_late)
            case "binary_expr":
                called = callee(node)
                return called is not None and called[0] in ASSIGNMENTS
        return False

    def conditions(self, node: Node) -> None:
        for condition in node["conditions"]:
            self.flip(condition)
        self.children(node)

    walk_if_stmt = walk_guard_stmt = walk_while_stmt = conditions

    def walk_ternary_expr(self, node: Node) -> None:
        self.flip(node["cond_expr"])
        self.children(node)

    def flip(self, node: Node) -> None:
        """A condition that is not compared, combined or negated."""
        while node.get("_kind") in ("paren_expr", "unsafe_expr", "try_expr", "load_expr"):
            node = node["sub_expr"]
        if node.get("type") == BOOL and node["_kind"] in ("call_expr", "member_ref_expr", "declref_expr", "subscript_expr"):
            self.add(node, "logic", "mutantFlip(@, ", ["negated"])

    # -- Expressions

    def literal_call(self, node: Node) -> tuple[str, list[str], str] | None:
        """How a literal is changed."""
        where = span(self.source, node)
        if where is None:
            return None
        text, kind = self.source[where[0] : where[1]].decode(), node.get("type", "")
        match node.get("_kind"):
            case "integer_literal_expr" if kind in INTEGERS:
                return "mutantInteger(@, ", [f"{text} + 1"], f" as {INTEGERS[kind]})"
            case "integer_literal_expr" | "float_literal_expr" if kind == REAL:
                return "mutantReal(@, ", [f"{text} * 1.5" if text.strip("-0._") else "0 to 1"], ")"
            case "boolean_literal_expr" if kind == BOOL:
                return "mutantFlip(@, ", [f"not {text}"], ")"
        return None

    def literal(self, node: Node) -> None:
        call = self.literal_call(node)
        if call:
            self.add(node, "constant", call[0], call[1], after=call[2])

    walk_integer_literal_expr = walk_float_literal_expr = walk_boolean_literal_expr = literal

    def walk_array_expr(self, node: Node) -> None:
        """Tables of numbers are left as they are: they would be built at each use."""

    def walk_prefix_unary_expr(self, node: Node) -> None:
        called = callee(node)
        if called and called[0] == "!" and node["type"] == BOOL:
            self.add(node, "logic", "mutantNot(@, ", ["! dropped"], ((called[2], 1, ""),))
        if called and called[0] == "-" and arguments(node)[0]["_kind"].endswith("_literal_expr"):
            return
        self.children(node)

    def walk_binary_expr(self, node: Node) -> None:
        called, sides, kind = callee(node), arguments(node), node.get("type", "")
        if called is None or len(sides) != 2:
            return self.children(node)
        name, _, position = called
        comma = ((position, len(name.encode()), ","),)
        if name in COMPARISONS and kind == BOOL:
            helper, other = COMPARISONS[name]
            self.add(node, "comparison", f"mutant{helper}(@, ", [f"{name} to {other}", "negated"], comma)
        elif name in ("==", "!=", "===", "!==") and kind == BOOL:
            self.add(node, "comparison", "mutantFlip(@, ", [f"{name} negated"])
        elif name in LOGIC and kind == BOOL:
            for side in sides:
                self.flip(side.get("single_expr_body", side))
            changes = [f"left side of {name} alone", f"right side of {name} alone"]
            self.add(node, "logic", f"mutant{LOGIC[name]}(@, ", changes, comma)
        elif name in ("..<", "..."):
            if any(kind.endswith(f"Vy{one[2:-1]}GD") for one in INTEGERS):
                helper = "Range" if name == "..<" else "ClosedRange"
                self.add(node, "bound", f"mutant{helper}(@, ", ["end - 1", "start + 1"], comma)
        elif name in INTEGER_ARITHMETIC and kind in INTEGERS:
            if all(one.get("type") == kind for one in sides):
                helper, other = INTEGER_ARITHMETIC[name]
                self.add(node, "arithmetic", f"mutant{helper}(@, ", [f"{name} to {other}"], comma)
        elif name in REAL_ARITHMETIC and kind == REAL:
            helper, other = REAL_ARITHMETIC[name]
            self.add(node, "arithmetic", f"mutant{helper}(@, ", [f"{name} to {other}"], comma)
        self.children(node)

    def walk_call_expr(self, node: Node) -> None:
        called, given = callee(node), arguments(node)
        if called and len(given) == 2 and re.match(r"s:s3(min|max)y", called[1]):
            name, _, position = called
            other = "max" if name == "min" else "min"
            opening = (position, len(name) + 1, "")  # the name and its parenthesis
            self.add(node, "bound", f"mutant{name.title()}(@, ", [f"{name} to {other}"], (opening,), after="")
        elif given and STEPS.match(node.get("type", "")):
            self.add(given[-1], "bound", "mutantBound(@, ", ["bound - 1"])
        self.children(node)


def names_in(pattern: Node) -> Iterator[str]:
    """The names that a pattern gives."""
    if pattern.get("_kind") == "pattern_named":
        yield pattern["name"]["base_name"]["name"]
    for value in pattern.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from names_in(one)


def find_sites(tree: Node, path: str, source: bytes) -> list[Site]:
    """All sites of a file, in its order."""
    finder = Finder(path, source)
    finder.walk(tree)
    return sorted(finder.sites, key=lambda site: (site.start, -site.end))
