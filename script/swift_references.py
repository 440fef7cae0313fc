# SPDX-License-Identifier: MIT
"""Finds which declarations each Swift file refers to.

This is a small reader of the Swift that Scrim is written in, not a compiler. It reads every file twice. The first reading
notes what is declared: types, functions, properties, cases and type aliases, with their types. The second follows each
expression from its head (a local, a member of the enclosing type, a type, a top-level function) along its members, and notes
the declarations that it meets. Where the type of an expression is unknown, a member counts only if every declaration with
that name, and with those argument labels, is in the same folder.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

# Comments and the text of literals are not references.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
TOKEN = re.compile(r"`?[A-Za-z_]\w*`?|\$\d+|#\w+|@\w+|\d[\w.]*(?<!\.)|->|[-+*/%&|^~<>=!?.]+|\S")
OPENING = {"(": ")", "[": "]", "{": "}"}
MODIFIERS = frozenset(
    "public package internal private fileprivate static class final mutating nonmutating consuming borrowing override lazy"
    " weak unowned required convenience indirect nonisolated unsafe safe open dynamic optional prefix postfix infix".split()
)
TYPE_KEYWORDS = frozenset(("struct", "class", "enum", "protocol", "extension", "actor"))
TYPE_MODIFIERS = frozenset("inout borrowing consuming any some sending isolated".split())
KEYWORDS = frozenset(
    "as async await break case catch continue default defer discard do else fallthrough false for get if import in init"
    " inout is let nil operator repeat return set some switch throw throws true try try? try! unsafe var where while"
    " willSet didSet consume copy borrow any precedencegroup yield _ guard".split()
)
# Members of the standard library. They say nothing of a type that is unknown.
STANDARD = frozenset(
    "append baseAddress bitPattern bitWidth byteSwapped bytes contains copyMemory count description deinitialize distance"
    " dropFirst dropLast endIndex first forEach formIntersection formSymmetricDifference formUnion hash index indices"
    " init initialize insert intersection isDisjoint isEmpty isFinite isNaN isSubset isSuperset isZero last"
    " leadingZeroBitCount load magnitude map max min move moveInitialize none nonzeroBitCount pi pointee prefix"
    " rawValue remove removeAll removeFirst removeLast reserveCapacity reversed rounded self significandBitPattern some span"
    " squareRoot startIndex storeBytes subscript subtract subtracting suffix swapAt symmetricDifference"
    " trailingZeroBitCount truncatingRemainder union update utf8Start utf8CodeUnitCount withMemoryRebound"
    " withUnsafeBytes withUnsafeBufferPointer withUnsafeMutableBytes zero infinity stride size alignment".split()
)


@dataclass(frozen=True)
class Type:
    """A type as it is written: a name with arguments, a tuple (name "(") or a function (name "->", the result last)."""

    name: str
    arguments: tuple[Type | None, ...] = ()
    labels: tuple[str | None, ...] = ()
    # The type in which it is written, where a nested name is looked up.
    scope: str = ""


@dataclass(frozen=True)
class Parameter:
    label: str
    type: Type | None
    has_default: bool


@dataclass(eq=False)
class Declaration:
    kind: str  # type, alias, func, init, subscript, property, case
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
        left = list(self.parameters)
        for label in labels:
            while at < len(left) and left[at].label != label and left[at].has_default:
                at += 1
            if at == len(left) or left[at].label != label:
                return False
            at += 1
        rest = left[at:]
        return sum(not parameter.has_default for parameter in rest) <= trailing <= len(rest)


@dataclass(frozen=True)
class Reference:
    path: str
    line: int
    declaration: Declaration

    @property
    def name(self) -> str:
        return self.declaration.qualified


class Index:
    """What is declared, and where."""

    def __init__(self) -> None:
        self.types: dict[str, list[Declaration]] = defaultdict(list)
        self.members: dict[str, dict[str, list[Declaration]]] = defaultdict(lambda: defaultdict(list))
        self.by_name: dict[str, list[Declaration]] = defaultdict(list)
        self.bases: dict[str, list[Type]] = defaultdict(list)

    def add(self, declaration: Declaration) -> None:
        if declaration.kind in ("type", "alias"):
            self.types[declaration.qualified].append(declaration)
        else:
            self.members[declaration.owner][declaration.name].append(declaration)
            if declaration.owner:
                self.by_name[declaration.name].append(declaration)

    def find_type(self, name: str, scope: str, path: str) -> Declaration | None:
        """The type that a name stands for inside a type."""
        while True:
            qualified = f"{scope}.{name}" if scope else name
            seen = [one for one in self.types.get(qualified, ()) if one.is_visible(path)]
            if seen:
                return seen[0]
            if not scope:
                return None
            scope = scope.rpartition(".")[0]

    def resolve(self, type: Type | None, path: str) -> tuple[str, Type] | None:
        """The qualified name of a type, aliases followed. A type from outside keeps its name."""
        for _ in range(8):
            if type is None or type.name in ("(", "->"):
                return None
            found, scope = None, type.scope
            for part in type.name.split("."):
                found = self.find_type(part, scope, path)
                if found is None:
                    return (type.name, type)
                scope = found.qualified
            if found.kind != "alias":
                return (found.qualified, type)
            type = found.type
        return None

    def lookup(self, owner: str, name: str, path: str, seen: frozenset[str] = frozenset()) -> list[Declaration]:
        """The members of a type with a name, those of what it inherits from too."""
        found = [one for one in self.members.get(owner, {}).get(name, ()) if one.is_visible(path)]
        if not found:
            for base in self.bases.get(owner, ()):
                resolved = self.resolve(base, path)
                if resolved and resolved[0] not in seen:
                    found += self.lookup(resolved[0], name, path, seen | {owner})
        return found


def tokens_of(text: str) -> list[tuple[str, int]]:
    text = NO_CODE.sub(lambda match: ('""' if match[0].startswith('"') else "") + "\n" * match[0].count("\n"), text)
    tokens = []
    for number, line in enumerate(text.split("\n"), 1):
        # Both branches of a conditional compilation are read.
        if line.lstrip().startswith(("#if", "#else", "#elseif", "#endif")):
            continue
        for token in TOKEN.findall(line.replace('""', " 0 ")):
            # `>>` may close two lists of generic arguments; `?.`, `!.` and the like are two tokens.
            if set(token) <= set("<>?!.&") and token not in ("<<", "&<<", "...", "..", ".", "&&", "<", ">"):
                tokens += [(part, number) for part in re.findall(r"&>>|&<<|\.\.[.<]|&&|\?\?|.", token)]
            else:
                tokens.append((token.strip("`"), number))
    return tokens


class Reader:
    """Reads one file. Without a list of references it notes declarations, else it notes references."""

    def __init__(self, index: Index, path: str, folder: str, text: str, references: list[Reference] | None) -> None:
        self.index, self.path, self.folder = index, path, folder
        self.tokens = tokens_of(text)
        self.references = references
        self.owner = ""
        self.generics: list[str] = []
        self.scopes: list[dict[str, Type | None]] = []
        self.result: Type | None = None

    # -- Tokens

    def at(self, i: int) -> str:
        return self.tokens[i][0] if 0 <= i < len(self.tokens) else ""

    def line(self, i: int) -> int:
        return self.tokens[min(i, len(self.tokens) - 1)][1]

    def is_name(self, i: int) -> bool:
        token = self.at(i)
        return bool(re.match(r"[A-Za-z_]", token)) and token not in KEYWORDS

    def closing(self, i: int) -> int:
        """The index of the bracket that closes the one at i."""
        depth = 0
        for j in range(i, len(self.tokens)):
            token = self.at(j)
            if token in OPENING:
                depth += 1
            elif token in OPENING.values():
                depth -= 1
                if depth == 0:
                    return j
        return len(self.tokens)

    def note(self, i: int, declaration: Declaration | None) -> None:
        if self.references is not None and declaration is not None:
            self.references.append(Reference(self.path, self.line(i), declaration))

    # -- Types

    def read_type(self, i: int) -> tuple[Type | None, int]:
        while self.at(i).startswith("@") or self.at(i) in TYPE_MODIFIERS or self.at(i) == "~":
            i = self.after_attribute(i) if self.at(i).startswith("@") else i + 1
        type: Type | None
        if self.at(i) == "(":
            end = self.closing(i)
            parts, labels, j = [], [], i + 1
            while j < end:
                k, label = j, None
                while k < end and (self.is_name(k) or self.at(k) == "_") and self.at(k) not in TYPE_MODIFIERS:
                    k += 1
                if self.at(k) == ":" and k > j:
                    label, j = self.at(j), k + 1
                part, j = self.read_type(j)
                parts.append(part)
                labels.append(label)
                j = self.skip_to(j, end, ",") + 1
            i = end + 1
            type = parts[0] if len(parts) == 1 else Type("(", tuple(parts), tuple(labels))
            if self.at(i) in ("throws", "async", "rethrows", "->"):
                i, result = self.read_result(i)
                type = Type("->", (*parts, result))
        elif self.at(i) == "[":
            end = self.closing(i)
            element, _ = self.read_type(i + 1)
            type, i = Type("Array", (element,)), end + 1
        elif self.is_name(i) or self.at(i) in ("Self", "Any"):
            first, name, arguments = i, self.at(i), ()
            i += 1
            while True:
                if self.at(i) == "<":
                    arguments, i = self.read_arguments(i)
                elif self.at(i) == "." and self.is_name(i + 1):
                    name, i = f"{name}.{self.at(i + 1)}", i + 2
                else:
                    break
            if name == "Self" or name.startswith("Self."):
                name = (self.owner.rpartition(".")[2] or "Self") + name[4:]
            if name in self.generics:
                type = Type(name, scope=f"<{self.owner}")
            else:
                type = Type(name, arguments, scope=self.owner)
                self.note_type(first, name)
        else:
            return None, i + 1
        while self.at(i) in ("?", "!", "&"):
            i = self.read_type(i + 1)[1] if self.at(i) == "&" else i + 1
        return type, i

    def note_type(self, i: int, name: str) -> None:
        scope = self.owner
        for part in name.split("."):
            found = self.index.find_type(part, scope, self.path)
            if found is None:
                return
            self.note(i, found)
            scope = found.qualified

    def read_arguments(self, i: int) -> tuple[tuple[Type | None, ...], int]:
        arguments, i = [], i + 1
        while self.at(i) not in (">", ""):
            argument, i = self.read_type(i)
            arguments.append(argument)
            while self.at(i) not in (",", ">", ""):
                i += 1
            if self.at(i) == ",":
                i += 1
        return tuple(arguments), i + 1

    def read_result(self, i: int) -> tuple[int, Type | None]:
        """Reads `throws(Failure) -> Int`."""
        result: Type | None = Type("Void")
        while self.at(i) in ("throws", "async", "rethrows"):
            i += 1
            if self.at(i) == "(":
                self.read_type(i + 1)
                i = self.closing(i) + 1
        if self.at(i) == "->":
            result, i = self.read_type(i + 1)
        return i, result

    def read_generics(self, i: int) -> tuple[tuple[str, ...], int]:
        names = []
        if self.at(i) != "<":
            return (), i
        depth, expected = 0, False
        while True:
            token = self.at(i)
            depth += (token == "<") - (token == ">")
            if expected and self.is_name(i) and token != "let":
                names.append(token)
                expected = False
            elif token == ":":
                self.read_type(i + 1)
            expected = expected or (token in ("<", ",") and depth == 1)
            i += 1
            if depth == 0 or not token:
                return tuple(names), i

    # -- Declarations

    def after_attribute(self, i: int) -> int:
        i += 1
        return self.closing(i) + 1 if self.at(i) == "(" and self.line(i) == self.line(i - 1) else i

    def skip_to(self, i: int, end: int, *wanted: str) -> int:
        """The next of some tokens outside of brackets."""
        while i < end and self.at(i) not in wanted:
            i = self.closing(i) + 1 if self.at(i) in OPENING else i + 1
        return min(i, end)

    def declare(self, i: int, kind: str, name: str, **values: object) -> Declaration:
        declaration = Declaration(kind, name, self.owner, self.path, self.line(i), self.folder, **values)
        if self.references is None:
            self.index.add(declaration)
        return declaration

    def read_members(self, i: int, end: int) -> None:
        """Reads what stands at top level or directly in a type."""
        private = False
        while i < end:
            token = self.at(i)
            if token.startswith("@"):
                i = self.after_attribute(i)
                continue
            if token in MODIFIERS and not (token == "class" and self.is_name(i + 1) and self.at(i + 1) not in MODIFIERS | {"func", "var", "let"}):
                if self.at(i + 1) == "(":  # private(set) and package(set) restrict nothing here
                    i = self.closing(i + 1) + 1
                    continue
                private = private or token in ("private", "fileprivate")
                i += 1
                continue
            if token == "import":
                i = i + 2
                while self.at(i) == ".":
                    i += 2
            elif token in TYPE_KEYWORDS:
                i = self.read_type_declaration(i, private)
            elif token == "func" or token in ("init", "subscript", "deinit"):
                i = self.read_function(i, private)
            elif token in ("var", "let"):
                i = self.read_property(i, end, private)
            elif token == "case":
                i = self.read_cases(i)
            elif token in ("typealias", "associatedtype"):
                _, j = self.read_generics(i + 2)
                type = None
                if self.at(j) == "=":
                    type, j = self.read_type(j + 1)
                elif self.at(j) == ":":
                    _, j = self.read_type(j + 1)
                if token == "typealias":
                    self.declare(i, "alias", self.at(i + 1), is_private=private, type=type)
                i = j
            else:
                i += 1
            private = False

    def read_type_declaration(self, i: int, private: bool) -> int:
        keyword = self.at(i)
        start = self.skip_to(i, len(self.tokens), "{")
        name, bases = self.at(i + 1), []
        j = i + 2
        outer, generics = self.owner, self.generics
        if keyword == "extension":
            while self.at(j) == ".":
                name, j = f"{name}.{self.at(j + 1)}", j + 2
            self.note_type(i + 1, name)
            found = self.index.find_type(name.split(".")[0], "", self.path) if "." not in name else None
            inside = found.generics if found else ()
            if not found:
                resolved = self.index.types.get(name)
                inside = resolved[0].generics if resolved else ()
            qualified = name
        else:
            inside, j = self.read_generics(j)
            qualified = f"{outer}.{name}" if outer else name
        self.generics = [*generics, *inside]
        if keyword != "extension":
            self.declare(i + 1, "type", name, is_private=private, generics=tuple(inside))
        self.owner = qualified
        if self.at(j) == ":":
            j += 1
            while j < start and self.at(j) != "where":
                base, j = self.read_type(j)
                if base is not None and base.name not in ("Copyable", "Escapable"):
                    bases.append(base)
                j = self.skip_to(j, start, ",", "where") + (self.at(j) == ",")
        for k in range(j, start):  # the types that a where clause names
            if self.is_name(k) and self.at(k) not in self.generics:
                self.note_type(k, self.at(k))
        if self.references is None:
            self.index.bases[qualified] += bases
        end = self.closing(start)
        self.read_members(start + 1, end)
        self.owner, self.generics = outer, generics
        return end + 1

    def read_function(self, i: int, private: bool) -> int:
        keyword, start = self.at(i), i
        if keyword == "deinit":
            return self.read_body(i + 1, [], None)
        i += 1
        name = keyword
        if keyword == "func":
            name, i = self.at(i), i + 1
            while self.at(i) not in ("(", "<", ""):  # an operator
                i += 1
        elif self.at(i) in ("?", "!"):
            i += 1
        outer = self.generics
        generics, i = self.read_generics(i)
        self.generics = [*outer, *generics]
        parameters, names, i = self.read_parameters(i)
        i, result = self.read_result(i)
        if keyword == "init":
            result = Type(self.owner.rpartition(".")[2], scope=self.owner.rpartition(".")[0])
        if self.at(i) == "where":
            j = i
            while self.at(j) not in ("{", ""):
                if self.is_name(j) and self.at(j) not in self.generics:
                    self.note_type(j, self.at(j))
                j += 1
            i = j
        self.declare(
            start, {"func": "func"}.get(keyword, keyword), name, is_private=private, parameters=parameters, type=result,
            generics=generics,
        )
        if self.at(i) == "{":
            i = self.read_body(i, names, result)
        self.generics = outer
        return i

    def read_parameters(self, i: int) -> tuple[tuple[Parameter, ...], list[tuple[str, Type | None]], int]:
        end = self.closing(i)
        parameters, names = [], []
        i += 1
        while i < end:
            label, name = self.at(i), self.at(i)
            while self.at(i).startswith("@"):
                i = self.after_attribute(i)
                label, name = self.at(i), self.at(i)
            i += 1
            if self.at(i) != ":":
                name, i = self.at(i), i + 1
            type, i = self.read_type(i + 1)
            has_default = self.at(i) == "="
            stop = self.skip_to(i, end, ",")
            if has_default:
                self.expression(i + 1, stop, type)
            parameters.append(Parameter(label, type, has_default))
            names.append((name, type))
            i = stop + 1
        return tuple(parameters), names, end + 1

    def read_property(self, i: int, end: int, private: bool) -> int:
        """Reads `var a: T = x, b = y`, `let (a, b) = x` and `var a: T { … }`."""
        i += 1
        while True:
            start, names = i, []
            if self.at(i) == "(":
                stop = self.closing(i)
                names = [self.at(j) for j in range(i + 1, stop) if self.is_name(j)]
                i = stop + 1
            else:
                names, i = [self.at(i)], i + 1
            type: Type | None = None
            if self.at(i) == ":":
                type, i = self.read_type(i + 1)
            if self.at(i) == "=":
                value, i = self.initial_value(i + 1, end, type)
                type = type or value
            for name in names:
                self.declare(start, "property", name, is_private=private, type=type if len(names) == 1 else None)
            if self.at(i) == "{":
                i = self.read_body(i, [], type)
            if self.at(i) != ",":
                return i
            i += 1

    def initial_value(self, i: int, end: int, type: Type | None) -> tuple[Type | None, int]:
        """Reads the value of a property up to the next member."""
        self.scopes.append({})
        last = self.statement_end(i, end)
        value = self.expression(i, last, type)
        self.scopes.pop()
        return value, last

    def statement_end(self, i: int, end: int) -> int:
        """Where the expression at i ends: at a comma, or at a line's end that an operator does not continue."""
        while i < end:
            token = self.at(i)
            if token == "," or token == ";":
                return i
            if token == "{" and self.at(i - 1) not in ("(", ",", "=", ")") and self.at(i + 1) in ("get", "willSet", "didSet", "set"):
                return i
            i = self.closing(i) + 1 if token in OPENING else i + 1
            if i < end and self.line(i) > self.line(i - 1) and self.at(i) != ".":
                operator = re.compile(r"[-+*/%&|^<>=?:.]+")
                if not operator.fullmatch(self.at(i)) and not operator.fullmatch(self.at(i - 1)):
                    return i
        return end

    def read_cases(self, i: int) -> int:
        i += 1
        while True:
            start, name, parameters = i, self.at(i), ()
            i += 1
            if self.at(i) == "(":
                parameters, i = self.read_payload(i)
            if self.at(i) == "=":
                i += 2 if self.at(i + 1) != "-" else 3
            self.declare(
                start, "case", name, parameters=parameters,
                type=Type(self.owner.rpartition(".")[2], scope=self.owner.rpartition(".")[0]),
            )
            if self.at(i) != ",":
                return i
            i += 1

    def read_payload(self, i: int) -> tuple[tuple[Parameter, ...], int]:
        end = self.closing(i)
        parameters = []
        i += 1
        while i < end:
            label = "_"
            if self.at(i + 1) == ":":
                label, i = self.at(i), i + 2
            type, i = self.read_type(i)
            parameters.append(Parameter(label, type, False))
            i = self.skip_to(i, end, ",") + 1
        return tuple(parameters), end + 1

    # -- Bodies

    def read_body(self, i: int, names: list[tuple[str, Type | None]], result: Type | None) -> int:
        """Reads the body of a function or an accessor."""
        end = self.closing(i)
        if self.references is not None:
            outer, self.result = self.result, result
            self.scopes.append({**dict(names), "newValue": result, "oldValue": result})
            self.statements(i + 1, end)
            self.scopes.pop()
            self.result = outer
        return end + 1

    def local(self, name: str) -> tuple[bool, Type | None]:
        for scope in reversed(self.scopes):
            if name in scope:
                return True, scope[name]
        return False, None

    def statements(self, i: int, end: int) -> None:
        """Reads statements, in which `{` opens a scope."""
        condition = False  # between `if` and its `{`, a brace is no closure
        subject: Type | None = None
        while i < end:
            token = self.at(i)
            if token.startswith("@"):
                i = self.after_attribute(i)
            elif token in ("let", "var"):
                i = self.read_local(i, end, condition)
            elif token == "func" and self.is_name(i + 1):
                i = self.read_local_function(i)
            elif token in ("struct", "enum", "class", "extension"):
                i = self.read_type_declaration(i, True)
            elif token in ("if", "while", "guard", "switch"):
                condition, i = True, i + 1
                if token == "switch":
                    brace = self.skip_to(i, end, "{")
                    subject = self.expression(i, brace, None, condition=True)
                    condition = False
                    self.scopes.append({})
                    self.cases(brace + 1, self.closing(brace), subject)
                    self.scopes.pop()
                    i = self.closing(brace) + 1
            elif token == "for":
                i = self.read_for(i, end)
            elif token == "case":
                i = self.read_pattern(i + 1, end, None)
            elif token == "{":
                condition = False
                stop = self.closing(i)
                self.scopes.append({"error": Type("Failure")} if self.at(i - 1) == "catch" else {})
                self.statements(i + 1, stop)
                self.scopes.pop()
                i = stop + 1
            elif token == "throw":
                i = self.chain(i + 1, end, Type("Failure"), condition)[1]
            elif token == "return":
                i += 1
                if self.at(i) == ".":
                    i = self.chain(i, end, self.result, condition)[1]
            else:
                i = self.term(i, end, condition)

    def cases(self, i: int, end: int, subject: Type | None) -> None:
        """Reads the cases of a switch."""
        while i < end:
            if self.at(i) == "case":
                stop = self.skip_to(i, end, ":")
                self.scopes.append({})
                self.read_pattern(i + 1, stop, subject)
                following = self.next_case(stop + 1, end)
                self.statements(stop + 1, following)
                self.scopes.pop()
                i = following
            elif self.at(i) == "default":
                following = self.next_case(i + 2, end)
                self.scopes.append({})
                self.statements(i + 2, following)
                self.scopes.pop()
                i = following
            else:
                i += 1

    def next_case(self, i: int, end: int) -> int:
        while i < end:
            # A `case` after a condition or a comma is a pattern of it.
            if self.at(i) in ("case", "default") and self.at(i - 1) not in ("if", "guard", "while", "for", ","):
                return i
            i = self.closing(i) + 1 if self.at(i) in OPENING else i + 1
        return end

    def read_pattern(self, i: int, end: int, subject: Type | None) -> int:
        """Reads `.frost(let base, let seed), .tiles` up to its end, or to the `=` of `if case`."""
        if subject is None:  # if case .x(let y) = value
            stop = self.skip_to(i, end, "=", "{", "in")
            if self.at(stop) == "=":
                subject = self.chain(stop + 1, end, None, True)[0]
            end = stop
        while i < end:
            token = self.at(i)
            if token in ("let", "var"):
                i += 1
                if self.is_name(i):
                    self.scopes[-1][self.at(i)] = None
                    i += 1
                continue
            if token == "where":
                self.expression(i + 1, end, None)
                return end
            if token == "." and self.is_name(i + 1):
                payload = self.member(i + 1, subject, None)
                i += 2
                if self.at(i) == "(":
                    self.bind_payload(i, payload)
                continue
            if self.is_name(i) and not self.local(self.at(i))[0] and self.at(i + 1) != ":":
                i = self.chain(i, end, None, True)[1]
                continue
            i += 1
        return end

    def bind_payload(self, i: int, payload: Declaration | None) -> None:
        """Gives the names in `.case(let a, b: let b)` the types of the payload."""
        end, number = self.closing(i), 0
        j = i + 1
        while j < end:
            stop = self.skip_to(j, end, ",")
            for k in range(j, stop):
                if self.at(k) in ("let", "var") and self.is_name(k + 1):
                    type = None
                    if payload and number < len(payload.parameters):
                        type = payload.parameters[number].type
                    self.scopes[-1][self.at(k + 1)] = type
                    self.tokens[k] = ("", self.line(k))
                    self.tokens[k + 1] = ("", self.line(k))
            j, number = stop + 1, number + 1

    def read_for(self, i: int, end: int) -> int:
        middle = self.skip_to(i, end, "in")
        brace = self.skip_to(middle, end, "{")
        type = self.expression(middle + 1, brace, None, condition=True)
        element = None
        resolved = self.index.resolve(type, self.path)
        if type and type.arguments and type.name != "(":
            element = type.arguments[0]
        if resolved:
            for name in ("next",):
                for found in self.index.lookup(resolved[0], name, self.path):
                    element = self.substitute(found.type, found, resolved[1])
            for found in self.index.lookup(resolved[0], "makeIterator", self.path):
                inner = self.index.resolve(found.type, self.path)
                for nexts in self.index.lookup(inner[0], "next", self.path) if inner else ():
                    element = self.substitute(nexts.type, nexts, inner[1])
        self.scopes.append({})
        if self.at(i + 1) == "case":
            self.read_pattern(i + 2, middle, None)
        else:
            names = [self.at(j) for j in range(i + 1, middle) if self.is_name(j)]
            self.bind(names, element)
        stop = self.closing(brace)
        self.statements(brace + 1, stop)
        self.scopes.pop()
        return stop + 1

    def bind(self, names: list[str], type: Type | None) -> None:
        for number, name in enumerate(names):
            one = type
            if len(names) > 1:
                one = type.arguments[number] if type and type.name == "(" and number < len(type.arguments) else None
            self.scopes[-1][name] = one

    def read_local(self, i: int, end: int, condition: bool) -> int:
        """Reads `let a: T = x`, `let (a, b) = x`, `if let a`, and the like."""
        i += 1
        if self.at(i) == "(":
            stop = self.closing(i)
            names = [self.at(j) for j in range(i + 1, stop) if self.is_name(j)]
            i = stop + 1
        else:
            names, i = [self.at(i)], i + 1
        type: Type | None = None
        if self.at(i) == ":":
            type, i = self.read_type(i + 1)
        if self.at(i) == "=":
            if condition:
                stop = self.skip_to(i, end, ",", "{", "else") if self.at(i + 1) != "{" else i + 1
            else:
                stop = self.statement_end(i + 1, end)
            value = self.expression(i + 1, stop, type, condition)
            type, i = type or value, stop
        elif condition and len(names) == 1 and type is None:
            i = self.chain(i - 1, end, None, True)[1]  # if let a
            known, type = self.local(names[0])
            if not known:
                type = self.member_type(names[0])
        elif self.at(i) == "{" and not condition:
            i = self.read_body(i, [], type)
        self.bind(names, type)
        if self.at(i) == "," and not condition and self.is_name(i + 1):
            return self.read_local(i, end, condition)
        return i

    def member_type(self, name: str) -> Type | None:
        found = self.index.lookup(self.owner, name, self.path)
        return found[0].type if found else None

    def read_local_function(self, i: int) -> int:
        name, start = self.at(i + 1), i
        generics, i = self.read_generics(i + 2)
        outer = self.generics
        self.generics = [*outer, *generics]
        parameters, names, i = self.read_parameters(i)
        i, result = self.read_result(i)
        self.scopes[-1][name] = Type("->", (*(one.type for one in parameters), result))
        end = self.read_body(self.skip_to(i, len(self.tokens), "{"), names, result)
        self.generics = outer
        del start
        return end

    # -- Expressions

    def expression(self, i: int, end: int, expected: Type | None, condition: bool = False) -> Type | None:
        """Reads an expression. Returns the type of its first term, which is that of most expressions here."""
        if self.references is None:
            return self.declared_value(i)
        first, type, known = True, None, False
        while i < end:
            token = self.at(i)
            if token in ("try", "unsafe", "await", "consume", "copy", "&", "-", "~"):
                i += 1
                while token == "try" and self.at(i) in ("?", "!"):
                    i += 1
                continue
            if token in ("if", "switch") and first:
                stop = self.skip_to(i, end, "{")
                while self.at(self.closing(stop) + 1) == "else":
                    stop = self.skip_to(self.closing(stop) + 1, end, "{")
                self.statements(i, min(self.closing(stop) + 1, end))
                i, first = self.closing(stop) + 1, False
                continue
            if token in ("==", "!=", "<", "<=", ">=", "&&", "||", "is") or (token == ">" and not known):
                other, i = self.chain(i + 1, end, type, condition) if self.at(i + 1) == "." else (None, i + 1)
                type, known = Type("Bool"), True
                continue
            if token == "?" and not first:  # of `a ? b : c`
                type, first, i = None, True, i + 1
                continue
            if token in ("as",):
                i += 1 + (self.at(i + 1) in ("?", "!"))
                type, i = self.read_type(i)
                known = True
                continue
            if first:
                before = i
                if self.is_name(i) or token in ("(", ".", "{", "$0", "$1", "$2", "[") or token.startswith("$"):
                    type, i = self.chain(i, end, expected, condition)
                elif re.match(r"\d", token):
                    type, i = Type("Double" if "." in token and "x" not in token else "Int"), i + 1
                else:
                    i = self.term(i, end, condition)
                first = False
                i = max(i, before + 1)
            elif token == ":" or token == "??":
                i += 1
                if self.at(i) == ".":
                    i = self.chain(i, end, expected or type, condition)[1]
            else:
                i = self.term(i, end, condition)
        return type

    def declared_value(self, i: int) -> Type | None:
        """The type of a property's value, as far as its first words say it: `T(…)`, `T<U>(…)`, `T.make(…)` or a literal."""
        while self.at(i) in ("try", "unsafe"):
            i += 1
        if re.match(r"[A-Z]", self.at(i)):
            type, j = self.read_type(i)
            if self.at(j) == "(":
                head, _, last = type.name.rpartition(".")
                if last[:1].islower():
                    return Type(head, scope=type.scope) if last in ("make", "create") else None
                return type
            head, _, last = type.name.rpartition(".")
            return Type(head, scope=type.scope) if head and last[:1].islower() else None
        if self.at(i) in ("true", "false"):
            return Type("Bool")
        if re.match(r"\d", self.at(i)):
            return Type("Double" if "." in self.at(i) else "Int")
        return None

    def term(self, i: int, end: int, condition: bool) -> int:
        """Reads one term or steps over one token."""
        token = self.at(i)
        if not (self.is_name(i) or token in ("(", "[", "{", "self", "Self") or token.startswith("$")):
            if token != "." or not self.is_name(i + 1):
                return i + 1
        type, after = self.chain(i, end, None, condition)
        # `a == .b` and `a = .b` say which type the member after them is of.
        if self.at(after) in ("=", "==", "!=", "??") and self.at(after + 1) == "." and after + 1 < end:
            after = self.chain(after + 1, end, type, condition)[1]
        return max(after, i + 1)

    def chain(self, i: int, end: int, expected: Type | None, condition: bool) -> tuple[Type | None, int]:
        """Reads a term with its members, calls and subscripts. Returns its type and where it ends."""
        while self.at(i) in ("try", "unsafe", "&", "-", "!", "~", "consume", "copy"):
            i += 1
            while self.at(i - 1) == "try" and self.at(i) in ("?", "!"):
                i += 1
        token = self.at(i)
        type: Type | None = None
        meta = False  # whether the chain stands for a type so far
        declared: list[Declaration] = []
        if token == "(":
            stop = self.closing(i)
            type, i = self.tuple(i, stop, expected), stop + 1
        elif token == "[":
            stop = self.closing(i)
            self.expression(i + 1, stop, None)
            type, i = Type("Array"), stop + 1
        elif token == "{":
            return None, self.closure(i, expected)
        elif token == ".":
            if not self.is_name(i + 1) and self.at(i + 1) != "init":
                return None, i + 1
            declared = self.candidates(i + 1, expected, known=expected is not None)
            type, i = self.finish(i + 1, declared, expected, end, condition)
        elif token == "self":
            type, i = Type(self.owner, scope=""), i + 1
        elif token == "Self":
            type, meta, i = Type(self.owner, scope=""), True, i + 1
        elif token.startswith("$"):
            type, i = self.local(token)[1], i + 1
        elif self.is_name(i):
            known, type = self.local(token)
            if known:
                i += 1
                if self.at(i) == "(" and type and type.name == "->":
                    stop = self.closing(i)
                    self.arguments(i, stop, [])
                    type, i = type.arguments[-1], stop + 1
            elif self.index.find_type(token, self.owner, self.path) or token in self.generics or token[0].isupper():
                type, i, meta = self.type_head(i)
                if self.at(i) == "(":
                    stop = self.closing(i)
                    resolved = self.index.resolve(type, self.path)
                    inits = self.index.lookup(resolved[0], "init", self.path) if resolved else []
                    labels, trailing = self.labels(i, condition)
                    chosen = [one for one in inits if one.takes(labels, trailing)]
                    folders = {one.folder for one in chosen}
                    if len(folders) == 1:
                        self.note(i - 1, chosen[0])
                    self.arguments(i, stop, chosen)
                    i, meta = stop + 1, False
                    i = self.trailing(i, end, condition, chosen, None)
            else:
                declared = self.bare(i)
                type, i = self.finish(i, declared, None, end, condition)
        else:
            return None, i + 1
        while i < end:
            token = self.at(i)
            if token in ("?", "!") and self.at(i + 1) in (".", "[", "(") and self.line(i) == self.line(i - 1):
                if token == "?" and self.at(i + 1) == "." and not self.is_name(i + 2):
                    break
                if token == "?" and self.at(i + 1) in ("[", "("):
                    break
                i += 1
                continue
            if token == "." and (self.is_name(i + 1) or self.at(i + 1) == "init"):
                receiver = type
                nested = None
                if meta:
                    resolved = self.index.resolve(type, self.path)
                    nested = self.index.find_type(self.at(i + 1), resolved[0], self.path) if resolved else None
                    if nested and nested.owner != resolved[0]:
                        nested = None
                if nested:
                    self.note(i + 1, nested)
                    type, i = Type(nested.qualified), i + 2
                    if self.at(i) == "(":
                        stop = self.closing(i)
                        self.arguments(i, stop, self.index.lookup(nested.qualified, "init", self.path))
                        i, meta = stop + 1, False
                    continue
                if self.at(i + 1) == "self":
                    i += 2
                    continue
                declared = self.candidates(i + 1, receiver, known=receiver is not None)
                type, i = self.finish(i + 1, declared, receiver, end, condition)
                meta = False
                continue
            if token == "." and re.match(r"\d+$", self.at(i + 1)):
                number = int(self.at(i + 1))
                known = type and type.name == "(" and number < len(type.arguments)
                type, i = type.arguments[number] if known else None, i + 2
                continue
            if token == "(" and self.line(i) == self.line(i - 1):
                stop = self.closing(i)
                self.arguments(i, stop, [])
                type = type.arguments[-1] if type and type.name == "->" else None
                i = stop + 1
                continue
            if token == "[" and self.line(i) == self.line(i - 1):
                stop = self.closing(i)
                self.arguments(i, stop, [])
                type, i = self.subscript(i, type), stop + 1
                continue
            break
        return type, i

    def type_head(self, i: int) -> tuple[Type | None, int, bool]:
        """Reads the name of a type at the head of an expression: no more of `A.B.c` than `A`."""
        found = self.index.find_type(self.at(i), self.owner, self.path)
        if self.at(i) not in self.generics:
            self.note(i, found)
        type = Type(found.qualified if found else self.at(i))
        j = i + 1
        if self.at(j) == "<" and self.line(j) == self.line(i):
            arguments, after = self.read_arguments(j)
            if self.at(after) in ("(", ".", ")", ","):
                return Type(type.name, arguments), after, True
        return type, j, True

    def tuple(self, i: int, stop: int, expected: Type | None) -> Type | None:
        parts, labels, j = [], [], i + 1
        while j < stop:
            comma = self.skip_to(j, stop, ",")
            label = None
            if self.is_name(j) and self.at(j + 1) == ":":
                label, j = self.at(j), j + 2
            one = expected
            if expected and expected.name == "(" and len(parts) < len(expected.arguments):
                one = expected.arguments[len(parts)]
            parts.append(self.expression(j, comma, one))
            labels.append(label)
            j = comma + 1
        return parts[0] if len(parts) == 1 else Type("(", tuple(parts), tuple(labels))

    def labels(self, i: int, condition: bool) -> tuple[list[str], int]:
        """The labels of the call whose parenthesis is at i, and how many closures follow it."""
        labels, trailing = [], 0
        if self.at(i) == "(":
            stop, j = self.closing(i), i + 1
            while j < stop:
                named = self.at(j + 1) == ":" and re.match(r"[A-Za-z_]", self.at(j))
                labels.append(self.at(j) if named else "_")
                j = self.skip_to(j, stop, ",") + 1
            i = stop + 1
        if self.at(i) == "{" and not condition and self.line(i) == self.line(i - 1):
            trailing, i = 1, self.closing(i) + 1
            while self.is_name(i) and self.at(i + 1) == ":" and self.at(i + 2) == "{":
                trailing, i = trailing + 1, self.closing(i + 2) + 1
        return labels, trailing

    def is_call(self, i: int, condition: bool) -> bool:
        """Whether the name before i is called."""
        if self.at(i) == "(":
            return self.line(i) == self.line(i - 1)
        return self.at(i) == "{" and not condition and self.line(i) == self.line(i - 1)

    def bare(self, i: int) -> list[Declaration]:
        """What a name without a receiver stands for: a member of an enclosing type, or something at top level."""
        owner = self.owner
        while True:
            found = self.index.lookup(owner, self.at(i), self.path)
            if found or not owner:
                return found
            owner = owner.rpartition(".")[0]

    def candidates(self, i: int, receiver: Type | None, known: bool) -> list[Declaration]:
        """The members that the name at i can stand for, after a receiver."""
        name = self.at(i)
        resolved = self.index.resolve(receiver, self.path)
        if receiver is not None and resolved is None:  # a tuple or a function
            return []
        if resolved:
            found = self.index.lookup(resolved[0], name, self.path)
            if found:
                return found
            if resolved[0] in self.index.types:
                return []
            # A type from outside may have members by extensions of another name: Int those of FixedWidthInteger.
            named = self.index.by_name.get(name, ())
            return [one for one in named if one.owner not in self.index.types and one.is_visible(self.path)]
        if name in STANDARD:
            return []
        return [one for one in self.index.by_name.get(name, ()) if one.is_visible(self.path)]

    def member(self, i: int, receiver: Type | None, expected: Type | None) -> Declaration | None:
        """Notes the case that a pattern names."""
        del expected
        found = [one for one in self.candidates(i, receiver, receiver is not None) if one.kind in ("case", "property")]
        if found and len({one.folder for one in found}) == 1:
            self.note(i, found[0])
            return found[0]
        return None

    def finish(
        self, i: int, declared: list[Declaration], receiver: Type | None, end: int, condition: bool
    ) -> tuple[Type | None, int]:
        """Chooses among what the name at i may stand for, notes it, and reads the call that follows."""
        name, following = i, i + 1
        if self.at(following) == "<" and any(one.kind == "func" for one in declared):
            _, after = self.read_arguments(following)
            if self.at(after) == "(":
                following = after
        called = self.is_call(following, condition)
        chosen = declared
        if called:
            labels, trailing = self.labels(following, condition)
            matching = [
                one for one in declared if one.kind in ("func", "init", "case") and one.takes(labels, trailing)
            ]
            # A property may hold a function.
            chosen = matching or [one for one in declared if one.kind == "property"]
            if not matching and self.at(following) == "{" and chosen:
                called = False
        else:
            plain = [one for one in declared if one.kind in ("property", "case")]
            chosen = plain or [one for one in declared if one.kind == "func"]
        if len({one.folder for one in chosen}) == 1:
            self.note(name, chosen[0])
        i = following
        types = {one.type for one in chosen}
        type = chosen[0].type if len(types) == 1 and chosen else None
        if type is not None:
            type = self.substitute(type, chosen[0], receiver)
        if called:
            if self.at(i) == "(":
                stop = self.closing(i)
                self.arguments(i, stop, chosen, receiver)
                i = stop + 1
            i = self.trailing(i, end, condition, chosen, receiver)
            if chosen and chosen[0].kind == "property":
                type = type.arguments[-1] if type and type.name == "->" else None
        elif chosen and chosen[0].kind == "func":
            type = None
        return type, i

    def substitute(self, type: Type | None, declaration: Declaration, receiver: Type | None) -> Type | None:
        """Replaces the generic parameters of a member's owner by the receiver's arguments."""
        if type is None:
            return None
        owners = self.index.types.get(declaration.owner)
        names = owners[0].generics if owners else ()
        resolved = self.index.resolve(receiver, self.path) if receiver else None
        given = resolved[1].arguments if resolved and len(resolved[1].arguments) == len(names) else ()
        if receiver is None and self.owner == declaration.owner:
            return type
        return self.replace(type, dict(zip(names, given, strict=False)), frozenset(declaration.generics) | frozenset(names))

    def replace(self, type: Type | None, given: dict[str, Type | None], unknown: frozenset[str]) -> Type | None:
        if type is None:
            return None
        if type.name in given and not type.arguments:
            return given[type.name]
        if type.name in unknown:
            return None
        arguments = tuple(self.replace(one, given, unknown) for one in type.arguments)
        return Type(type.name, arguments, type.labels, type.scope)

    def subscript(self, i: int, receiver: Type | None) -> Type | None:
        if receiver is None:
            return None
        resolved = self.index.resolve(receiver, self.path)
        found = self.index.lookup(resolved[0], "subscript", self.path) if resolved else []
        if found:
            labels, _ = self.labels_in_brackets(i)
            matching = [one for one in found if self.takes_subscript(one, labels)] or found
            self.note(i, matching[0])
            return self.substitute(matching[0].type, matching[0], receiver)
        return receiver.arguments[0] if receiver.arguments and receiver.name not in ("(", "->") else None

    def labels_in_brackets(self, i: int) -> tuple[list[str], int]:
        stop, j, labels = self.closing(i), i + 1, []
        while j < stop:
            labels.append(self.at(j) if self.at(j + 1) == ":" else "_")
            j = self.skip_to(j, stop, ",") + 1
        return labels, stop

    @staticmethod
    def takes_subscript(declaration: Declaration, labels: list[str]) -> bool:
        return len(declaration.parameters) == len(labels)

    def arguments(
        self, i: int, stop: int, chosen: list[Declaration], receiver: Type | None = None
    ) -> None:
        """Reads the arguments of a call. Their types are expected to be those of the parameters."""
        parameters = list(chosen[0].parameters) if chosen else []
        outside = None if chosen else Type("(outside)")
        j, at = i + 1, 0
        while j < stop:
            comma = self.skip_to(j, stop, ",")
            label = "_"
            if self.at(j + 1) == ":" and re.match(r"[A-Za-z_]", self.at(j)):
                label, j = self.at(j), j + 2
            while at < len(parameters) and parameters[at].label != label:
                at += 1
            expected = outside
            if at < len(parameters) and len(chosen) == 1:
                expected = self.substitute(parameters[at].type, chosen[0], receiver)
                at += 1
            self.expression(j, comma, expected)
            j = comma + 1

    def trailing(
        self, i: int, end: int, condition: bool, chosen: list[Declaration], receiver: Type | None
    ) -> int:
        """Reads the closures after a call."""
        if self.at(i) != "{" or condition or self.line(i) != self.line(i - 1) or i >= end:
            return i
        types = [self.substitute(one.parameters[-1].type, one, receiver) for one in chosen if one.parameters]
        # Overloads mostly differ in what the closure returns.
        taken = {type.arguments[:-1] for type in types if type and type.name == "->"}
        i = self.closure(i, types[0] if len(taken) == 1 else None)
        while self.is_name(i) and self.at(i + 1) == ":" and self.at(i + 2) == "{":
            i = self.closure(i + 2, None)
        return i

    def closure(self, i: int, expected: Type | None) -> int:
        """Reads a closure. Its parameters have the types that it is expected to take."""
        stop, j = self.closing(i), i + 1
        given = expected.arguments[:-1] if expected and expected.name == "->" else ()
        scope: dict[str, Type | None] = {f"${number}": type for number, type in enumerate(given)}
        for number in range(len(given), 4):
            scope[f"${number}"] = None
        if self.at(j) == "[":  # a capture list
            k = self.closing(j) + 1
            if self.at(k) == "in" or self.is_name(k) or self.at(k) == "(":
                j = k
        header = self.closure_header(j, stop)
        if header is not None:
            names, j = header
            for number, (name, type) in enumerate(names):
                scope[name] = type or (given[number] if number < len(given) else None)
        outer = self.result
        self.result = expected.arguments[-1] if expected and expected.name == "->" else None
        self.scopes.append(scope)
        self.statements(j, stop)
        self.scopes.pop()
        self.result = outer
        return stop + 1

    def closure_header(self, i: int, stop: int) -> tuple[list[tuple[str, Type | None]], int] | None:
        """Reads `(a: T, b) throws(Failure) -> U in` or `a, b in`."""
        names: list[tuple[str, Type | None]] = []
        j = i
        if self.at(i) == "(":
            end, j = self.closing(i), i + 1
            k = end + 1
            while k < stop and (self.at(k) in ("throws", "->", "(", "async") or self.is_name(k)) and self.at(k) != "in":
                k = self.closing(k) + 1 if self.at(k) == "(" else k + 1
            while k < stop and self.at(k) in ("<", ">", ",", "?", ".") or self.is_name(k):
                k += 1
            if self.at(k) != "in":
                return None
            while j < end:
                name, j = self.at(j), j + 1
                if self.is_name(j):
                    name, j = self.at(j), j + 1
                type = None
                if self.at(j) == ":":
                    type, j = self.read_type(j + 1)
                names.append((name, type))
                j = self.skip_to(j, end, ",") + 1
            self.read_result(end + 1)
            return names, k + 1
        while self.is_name(j) or self.at(j) in ("_", ","):
            if self.at(j) != ",":
                names.append((self.at(j), None))
            j += 1
        while j < stop and self.at(j) in ("throws", "(", ")", "Failure", "->") or (names and self.at(j) in ("throws",)):
            j += 1
        if self.at(j) == "in" and names:
            return names, j + 1
        return None


def read(files: Iterable[tuple[str, str, str]]) -> tuple[Index, list[Reference]]:
    """Reads files, each given as its path, its folder and its text."""
    files = list(files)
    index = Index()
    for path, folder, text in files:
        reader = Reader(index, path, folder, text, None)
        reader.read_members(0, len(reader.tokens))
    references: list[Reference] = []
    for path, folder, text in files:
        reader = Reader(index, path, folder, text, references)
        reader.read_members(0, len(reader.tokens))
    return index, references


def swift_files(root: Path) -> Iterator[Path]:
    yield from sorted((root / "Sources").glob("**/*.swift"))
