# SPDX-License-Identifier: MIT
"""Reads the declarations of a file: types, their members, and the types in their signatures."""

from __future__ import annotations

import re

from .index import Declaration, Index, Parameter, Type

# Comments and the text of literals are not references.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
TOKEN = re.compile(r"`?[A-Za-z_]\w*`?|\$\d+|[#@]\w+|\d[\w.]*(?<!\.)|->|[-+*/%&|^~<>=!?.]+|\S")
# `>>` may close two lists of generic arguments. Types are read without their `?`, so `?.` is read as a dot.
PARTS = re.compile(r"(?:\?(?=\.))?(&>>|&<<|<<|\.\.[.<]|&&|\?\?|[<>!=]=|&[-+*]|.)")
OPERATOR = re.compile(r"[-+*/%&|^<>=?:.]+")
OPENING = {"(": ")", "[": "]", "{": "}"}
TYPE_KEYWORDS = frozenset("struct class enum protocol extension".split())
TYPE_MODIFIERS = frozenset("inout borrowing consuming any some sending ~".split())
KEYWORDS = frozenset(
    "as await break case catch continue default defer do else false for get guard if import in init inout is let nil"
    " repeat return set some any switch throw throws true try unsafe var where while willSet didSet consume copy _".split()
)


def tokens_of(text: str) -> list[tuple[str, int]]:
    """The tokens of a file with their lines."""
    text = NO_CODE.sub(lambda match: (" 0 " if match[0].startswith('"') else "") + "\n" * match[0].count("\n"), text)
    tokens = []
    for number, line in enumerate(text.split("\n"), 1):
        # Both branches of a conditional compilation are read.
        if not line.lstrip().startswith(("#if", "#else", "#endif")):
            for token in TOKEN.findall(line):
                parts = PARTS.findall(token) if set(token) <= set("<>?!.&=") else [token.strip("`")]
                tokens += [(part, number) for part in parts if part]
    return tokens


class Signatures:
    """Reads a file, and adds what it declares to an index. Each method reads from token i, and returns where it ended."""

    def __init__(self, index: Index, path: str, folder: str, text: str) -> None:
        self.index, self.path, self.folder = index, path, folder
        self.tokens = tokens_of(text)
        self.closings = self.find_closings()
        self.owner = ""  # the qualified name of the type that is being read
        self.generics: tuple[str, ...] = ()

    def read_file(self) -> None:
        try:
            self.read_members(0, len(self.tokens))
        except (KeyError, IndexError) as error:
            message = f"{self.path}: script/swift_reader, which knows only the Swift that is used so far, cannot read this"
            raise SyntaxError(message) from error

    # What the reader of bodies does otherwise

    def declare(self, i: int, kind: str, name: str, is_private: bool, **values: object) -> Declaration:
        declaration = Declaration(kind, name, self.owner, self.path, self.line(i), self.folder, is_private, **values)
        self.index.add(declaration)
        return declaration

    def note(self, i: int, declaration: Declaration | None) -> None:
        """Notes a reference to a declaration."""

    def read_body(self, i: int, names: dict[str, Type | None], result: Type | None, caller: str) -> int:
        return self.closings[i] + 1

    def read_value(self, i: int, end: int, expected: Type | None) -> Type | None:
        """The type of a value, as far as its first words say it: `T(…)`, `T<U>(…)`, `T.make(…)` or a literal."""
        while self.at(i) in ("try", "unsafe"):
            i += 1
        if self.at(i) in ("true", "false"):
            return Type("Bool")
        if re.match(r"\d", self.at(i)):
            return Type("Double" if "." in self.at(i) else "Int")
        if not self.at(i)[:1].isupper():
            return None
        type, j = self.read_type(i)
        head, _, last = type.name.rpartition(".")
        if not last[:1].islower():
            return type if self.at(j) == "(" else None
        return Type(head, scope=type.scope) if last == "make" or self.at(j) != "(" else None

    # Tokens

    def at(self, i: int) -> str:
        return self.tokens[i][0] if 0 <= i < len(self.tokens) else ""

    def line(self, i: int) -> int:
        return self.tokens[min(i, len(self.tokens) - 1)][1]

    def is_joined(self, i: int) -> bool:
        """Whether a token stands on the line of the one before it, so that `(` or `{` can belong to that."""
        return self.line(i) == self.line(i - 1)

    def is_name(self, i: int) -> bool:
        token = self.at(i)
        # After a dot any word is a name: `regions.copy(other)`.
        return bool(re.match(r"[A-Za-z_]", token)) and (token not in KEYWORDS or self.at(i - 1) == ".")

    def is_label(self, i: int) -> bool:
        return self.at(i + 1) == ":" and bool(re.match(r"[A-Za-z_]", self.at(i)))

    def find_closings(self) -> dict[int, int]:
        """The bracket that closes each bracket, those of generic arguments included."""
        found, opened = {}, []
        for i, (token, _) in enumerate(self.tokens):
            if token in OPENING or (token == "<" and self.at(i - 1)[:1].isupper()):
                opened.append(i)
            elif token == ">" and opened and self.at(opened[-1]) == "<":
                found[opened.pop()] = i
            elif token in OPENING.values():
                while opened and OPENING.get(self.at(opened[-1])) != token:
                    opened.pop()  # it was the operator <
                if opened:
                    found[opened.pop()] = i
        return found

    def skip_to(self, i: int, end: int, *wanted: str) -> int:
        """The next of some tokens outside of brackets."""
        while i < end and self.at(i) not in wanted:
            i = self.closings.get(i, i) + 1
        return min(i, end)

    def split(self, i: int) -> list[tuple[int, int]]:
        """Where each part between commas begins and ends, in the brackets that open at i."""
        end, parts, start = self.closings[i], [], i + 1
        while start < end:
            comma = self.skip_to(start, end, ",")
            parts.append((start, comma))
            start = comma + 1
        return parts

    def after_attribute(self, i: int) -> int:
        return self.closings[i + 1] + 1 if self.at(i + 1) == "(" and self.is_joined(i + 1) else i + 1

    # Types

    def read_type(self, i: int) -> tuple[Type | None, int]:
        while self.at(i).startswith("@") or self.at(i) in TYPE_MODIFIERS:
            i = self.after_attribute(i)
        type: Type | None
        if self.at(i) == "(":
            parts = tuple(self.read_element(start) for start, _ in self.split(i))
            i = self.closings[i] + 1
            type = parts[0] if len(parts) == 1 else Type("(", parts)
            if self.at(i) in ("throws", "->"):
                result, i = self.read_result(i)
                type = Type("->", (*parts, result))
        elif self.at(i) == "[":
            element, _ = self.read_type(i + 1)
            type, i = Type("Array", (element,)), self.closings[i] + 1
        elif self.is_name(i):
            type, i = self.read_named_type(i)
        else:
            return None, i + 1
        while self.at(i) in ("?", "!"):
            i += 1
        if self.at(i) == "&":
            return type, self.read_type(i + 1)[1]
        return type, i

    def read_element(self, i: int) -> Type | None:
        """Reads an element of a tuple, or a parameter of a function's type, with its label."""
        colon = i + 2 if self.at(i + 2) == ":" else i + 1
        return self.read_type(colon + 1 if self.at(colon) == ":" else i)[0]

    def read_named_type(self, i: int) -> tuple[Type, int]:
        first, name = i, self.at(i)
        arguments: tuple[Type | None, ...] = ()
        i += 1
        while True:
            if self.at(i) == "<":
                arguments, i = self.read_arguments(i)
            elif self.at(i) == "." and self.is_name(i + 1):
                name, i = f"{name}.{self.at(i + 1)}", i + 2
            else:
                break
        if name.partition(".")[0] == "Self":
            name = self.owner.rpartition(".")[2] + name[4:]
        if name in self.generics:
            return Type(name), i
        for found in self.index.find_parts(name, self.owner, self.path):
            self.note(first, found)
        return Type(name, arguments, self.owner), i

    def read_arguments(self, i: int) -> tuple[tuple[Type | None, ...], int]:
        """Reads generic arguments."""
        arguments, i = [], i + 1
        while self.at(i) not in (">", ""):
            argument, i = self.read_type(i)
            arguments.append(argument)
            while self.at(i) not in (",", ">", ""):
                i += 1
            i += self.at(i) == ","
        return tuple(arguments), i + 1

    def read_result(self, i: int) -> tuple[Type | None, int]:
        """Reads `throws(Failure) -> Int`."""
        if self.at(i) == "throws":
            i += 1
            if self.at(i) == "(":
                self.read_type(i + 1)
                i = self.closings[i] + 1
        return self.read_type(i + 1) if self.at(i) == "->" else (Type("Void"), i)

    def read_generics(self, i: int) -> tuple[tuple[str, ...], int]:
        """Reads generic parameters, if there are any, and notes the types that constrain them."""
        names, depth = [], 0
        while self.at(i) == "<" or depth:
            depth += (self.at(i) == "<") - (self.at(i) == ">")
            if self.at(i) == ":":
                self.read_type(i + 1)
            elif self.at(i) in ("<", ",") and depth == 1:
                names.append(self.at(i + 2) if self.at(i + 1) == "let" else self.at(i + 1))
            i += 1
            if not depth:
                break
        return tuple(names), i

    def read_constraints(self, i: int) -> int:
        """Reads a where clause, if there is one, up to the body."""
        if self.at(i) == "where":
            while self.at(i) not in ("{", ""):
                if self.is_name(i) and self.at(i) not in self.generics:
                    self.note(i, self.index.find_type(self.at(i), self.owner, self.path))
                i += 1
        return i

    # Declarations

    def read_members(self, i: int, end: int) -> None:
        """Reads what stands at top level, or directly in a type."""
        private = False
        while i < end:
            token = self.at(i)
            if token in ("private", "fileprivate") and self.at(i + 1) != "(":
                private, i = True, i + 1
                continue
            if token.startswith("@"):
                i = self.after_attribute(i)
                continue
            if token in TYPE_KEYWORDS and not (token == "class" and self.at(i + 1) in ("func", "var")):
                i = self.read_type_declaration(i, private)
            elif token in ("func", "init", "subscript", "deinit"):
                i = self.read_function(i, private)
            elif token in ("var", "let"):
                i = self.read_property(i, end, private)
            elif token == "case":
                i = self.read_cases(i)
            elif token == "typealias":
                type, j = self.read_type(self.skip_to(i, end, "=") + 1)
                self.declare(i, "alias", self.at(i + 1), private, type=type)
                i = j
            else:  # import, and modifiers that change nothing here
                i += 1
                continue
            private = False

    def read_type_declaration(self, i: int, private: bool) -> int:
        brace = self.skip_to(i, len(self.tokens), "{")
        outer = self.owner, self.generics
        name, j = self.at(i + 1), i + 2
        if self.at(i) == "extension":
            while self.at(j) == ".":
                name, j = f"{name}.{self.at(j + 1)}", j + 2
            found = self.index.find_parts(name, "", self.path)
            for one in found:
                self.note(i + 1, one)
            generics = found[-1].generics if found else ()
        else:
            generics, j = self.read_generics(j)
            self.declare(i + 1, "type", name, private, generics=generics)
            name = f"{self.owner}.{name}" if self.owner else name
        self.owner, self.generics = name, (*self.generics, *generics)
        if self.at(j) == ":":
            bases = []
            while self.at(j) in (":", ","):
                base, j = self.read_type(j + 1)
                bases.append(base)
            self.add_bases([base for base in bases if base])
        self.read_constraints(j)
        self.read_members(brace + 1, self.closings[brace])
        self.owner, self.generics = outer
        return self.closings[brace] + 1

    def add_bases(self, bases: list[Type]) -> None:
        self.index.bases[self.owner] += bases

    def read_function(self, i: int, private: bool) -> int:
        keyword, start = self.at(i), i
        if keyword == "deinit":
            return self.read_body(i + 1, {}, None, "deinit")
        name = self.at(i + 1) if keyword == "func" else keyword
        i += 2 if keyword == "func" else 1
        while self.at(i) not in ("(", "<"):  # the rest of an operator, or the `?` of `init?`
            i += 1
        outer = self.generics
        generics, i = self.read_generics(i)
        self.generics = (*outer, *generics)
        parameters, names = self.read_parameters(i)
        result, i = self.read_result(self.closings[i] + 1)
        if keyword == "init":
            result = self.own_type()
        i = self.read_constraints(i)
        self.declare(start, keyword, name, private, parameters=parameters, type=result, generics=generics)
        if self.at(i) == "{":
            i = self.read_body(i, names, result, name)
        self.generics = outer
        return i

    def own_type(self) -> Type:
        scope, _, name = self.owner.rpartition(".")
        return Type(name, scope=scope)

    def read_parameters(self, i: int) -> tuple[tuple[Parameter, ...], dict[str, Type | None]]:
        parameters, names = [], {}
        for start, end in self.split(i):
            while self.at(start).startswith("@"):
                start = self.after_attribute(start)
            colon = self.skip_to(start, end, ":")
            type, j = self.read_type(colon + 1)
            if self.at(j) == "=":
                self.read_value(j + 1, end, type)
            parameters.append(Parameter(self.at(start), type, self.at(j) == "="))
            names[self.at(colon - 1)] = type
        return tuple(parameters), names

    def read_property(self, i: int, end: int, private: bool) -> int:
        """Reads `var a: T = x, b = y`, `let (a, b) = x` and `var a: T { … }`."""
        start, names, i = i, *self.read_names(i + 1)
        type: Type | None = None
        if self.at(i) == ":":
            type, i = self.read_type(i + 1)
        if self.at(i) == "=":
            last = self.statement_end(i + 1, end)
            value = self.read_value(i + 1, last, type)
            type, i = type or value, last
        for name in names:
            self.declare(start, "property", name, private, type=type if len(names) == 1 else None)
        if self.at(i) == "{":
            i = self.read_body(i, {"newValue": type, "oldValue": type}, type, names[0])
        return self.read_property(i, end, private) if self.at(i) == "," else i

    def read_names(self, i: int) -> tuple[list[str], int]:
        """Reads `a` or `(a, b)`."""
        if self.at(i) != "(":
            return [self.at(i)], i + 1
        stop = self.closings[i]
        return [self.at(j) for j in range(i + 1, stop) if self.at(j) != ","], stop + 1

    def statement_end(self, i: int, end: int) -> int:
        """Where the expression at i ends: at a comma, or at a line's end that no operator continues."""
        while i < end:
            if self.at(i) in (",", ";") or (self.at(i) == "{" and self.at(i + 1) in ("get", "willSet", "didSet")):
                return i
            i = self.closings.get(i, i) + 1
            if not self.is_joined(i) and not OPERATOR.fullmatch(self.at(i)) and not OPERATOR.fullmatch(self.at(i - 1)):
                return min(i, end)
        return end

    def read_cases(self, i: int) -> int:
        """Reads `case a, b(x: T), c = 1`."""
        while True:
            start, parameters = i + 1, []
            i += 2
            if self.at(i) == "(":
                for first, _ in self.split(i):
                    label = self.at(first) if self.is_label(first) else "_"
                    parameters.append(Parameter(label, self.read_element(first)))
                i = self.closings[i] + 1
            if self.at(i) == "=":
                i += 2 + (self.at(i + 1) == "-")
            self.declare(start, "case", self.at(start), False, parameters=tuple(parameters), type=self.own_type())
            if self.at(i) != ",":
                return i
