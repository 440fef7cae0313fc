# SPDX-License-Identifier: MIT
"""What the files declare, and where: looked up by name, by type and by what a type inherits from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    """A type as it is written: a name with arguments, a tuple (name "(") or a function (name "->", the result last)."""

    name: str
    arguments: tuple[Type | None, ...] = ()
    # The type in which it is written, where a nested name is looked up.
    scope: str = ""

    def replacing(self, given: dict[str, Type | None]) -> Type | None:
        """The type with its generic parameters replaced."""
        if self.name in given:
            return given[self.name]
        arguments = tuple(one and one.replacing(given) for one in self.arguments)
        return Type(self.name, arguments, self.scope)


@dataclass(frozen=True)
class Parameter:
    label: str
    type: Type | None
    has_default: bool = False


@dataclass(eq=False)
class Declaration:
    kind: str  # type, alias, func, init, subscript, property or case
    name: str
    owner: str  # the qualified name of the type that it is a member of
    path: str
    line: int
    folder: str
    is_private: bool = False
    parameters: tuple[Parameter, ...] = ()
    type: Type | None = None  # of a property or a case; of a function its result; of an alias what it stands for
    generics: tuple[str, ...] = ()

    @property
    def qualified(self) -> str:
        return f"{self.owner}.{self.name}" if self.owner else self.name

    def is_visible(self, path: str) -> bool:
        """Whether a file may refer to it. The core cannot see the exports."""
        if self.is_private:
            return self.path == path
        return not self.path.startswith("Sources/ScrimABI/") or path.startswith("Sources/ScrimABI/")

    def takes(self, labels: list[str], trailing: int) -> bool:
        """Whether it can be called with these labels, and so many closures after the parentheses."""
        at = 0
        for label in labels:
            while at < len(self.parameters) and self.parameters[at].label != label and self.parameters[at].has_default:
                at += 1
            if at == len(self.parameters) or self.parameters[at].label != label:
                return False
            at += 1
        rest = self.parameters[at:]
        return sum(not parameter.has_default for parameter in rest) <= trailing <= len(rest)


@dataclass(frozen=True)
class Reference:
    path: str
    line: int
    caller: str  # the qualified name of what refers
    declaration: Declaration

    @property
    def name(self) -> str:
        return self.declaration.qualified


class Index:
    def __init__(self) -> None:
        self.types: dict[str, list[Declaration]] = defaultdict(list)
        self.members: dict[tuple[str, str], list[Declaration]] = defaultdict(list)
        self.by_name: dict[str, list[Declaration]] = defaultdict(list)
        self.bases: dict[str, list[Type]] = defaultdict(list)

    def add(self, declaration: Declaration) -> None:
        if declaration.kind in ("type", "alias"):
            self.types[declaration.qualified].append(declaration)
            return
        self.members[declaration.owner, declaration.name].append(declaration)
        if declaration.owner:
            self.by_name[declaration.name].append(declaration)

    def find_type(self, name: str, scope: str, path: str) -> Declaration | None:
        """The type that a name stands for inside a type."""
        while True:
            qualified = f"{scope}.{name}" if scope else name
            for one in self.types.get(qualified, ()):
                if one.is_visible(path):
                    return one
            if not scope:
                return None
            scope = scope.rpartition(".")[0]

    def find_parts(self, name: str, scope: str, path: str) -> list[Declaration]:
        """What each part of a name like A.B stands for. It is empty if the name comes from outside."""
        found: list[Declaration] = []
        for part in name.split("."):
            one = self.find_type(part, scope, path)
            if one is None:
                return []
            found.append(one)
            scope = one.qualified
        return found

    def resolve(self, type: Type | None, path: str) -> tuple[str, Type] | None:
        """The qualified name of a type, aliases followed. A type from outside keeps its name; tuples have none."""
        for _ in range(8):
            if type is None or type.name in ("(", "->"):
                return None
            found = self.find_parts(type.name, type.scope, path)
            if not found or found[-1].kind != "alias":
                return (found[-1].qualified if found else type.name), type
            type = found[-1].type
        return None

    def lookup(self, owner: str, name: str, path: str, seen: frozenset[str] = frozenset()) -> list[Declaration]:
        """The members of a type with a name, or those of what it inherits from."""
        found = [one for one in self.members.get((owner, name), ()) if one.is_visible(path)]
        for base in () if found else self.bases.get(owner, ()):
            resolved = self.resolve(base, path)
            if resolved and resolved[0] not in seen:
                found += self.lookup(resolved[0], name, path, seen | {owner})
        return found
