# SPDX-License-Identifier: MIT
"""Reads the bodies of functions, and notes the declarations that their expressions refer to."""

from __future__ import annotations

import re

from .index import Declaration, Index, Reference, Type
from .signatures import Signatures

# Members of the standard library. They say nothing about a type that is unknown.
STANDARD = frozenset(
    "append baseAddress bitPattern bitWidth bytes contains count description distance down dropFirst dropLast endIndex"
    " first forEach formIntersection formSymmetricDifference formUnion hash index indices init insert intersection"
    " isDisjoint isEmpty isFinite isNaN isSubset isSuperset isZero last load magnitude map max min move none pi pointee"
    " prefix rawValue remove removeAll removeFirst removeLast reversed rounded self size some span squareRoot startIndex"
    " storeBytes stride subscript subtract subtracting suffix swapAt symmetricDifference union up update zero infinity"
    " withUnsafeBytes withUnsafeBufferPointer withUnsafeMutableBytes alignment relaxed w x y z".split()
)
OUTSIDE = Type("(outside)")  # the type of something that no file declares
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "&&", "||")
Scope = dict[str, Type | None]


class Bodies(Signatures):
    def __init__(self, index: Index, references: list[Reference], path: str, folder: str, text: str) -> None:
        super().__init__(index, path, folder, text)
        self.references = references
        self.scopes: list[Scope] = [{}]
        self.result: Type | None = None
        self.caller = ""

    # What the reader of signatures leaves open

    def declare(self, i: int, kind: str, name: str, is_private: bool, **values: object) -> Declaration:
        return Declaration(kind, name, self.owner, self.path, self.line(i), self.folder, is_private)

    def add_bases(self, bases: list[Type]) -> None:
        """They were added by the first reading."""

    def note(self, i: int, declaration: Declaration | None) -> None:
        if declaration is not None:
            self.references.append(Reference(self.path, self.line(i), self.caller, declaration))

    def read_body(self, i: int, names: Scope, result: Type | None, caller: str) -> int:
        outer = self.result, self.caller
        self.result = result
        if not self.caller:
            self.caller = f"{self.owner}.{caller}" if self.owner else caller
        self.block(i, names)
        self.result, self.caller = outer
        return self.closings[i] + 1

    def read_value(self, i: int, end: int, expected: Type | None) -> Type | None:
        return self.expression(i, end, expected)

    # Statements

    def block(self, i: int, names: Scope) -> int:
        """Reads what is between braces, in a scope of its own."""
        self.scopes.append(names)
        self.statements(i + 1, self.closings[i])
        self.scopes.pop()
        return self.closings[i] + 1

    def statements(self, i: int, end: int) -> None:
        condition = False  # between `if` and its `{`, a brace opens no closure
        while i < end:
            token = self.at(i)
            if token.startswith("@"):
                i = self.after_attribute(i)
            elif token in ("let", "var"):
                i = self.read_local(i, end, condition)
            elif token == "func":
                i = self.read_local_function(i)
            elif token in ("struct", "enum", "class"):
                i = self.read_type_declaration(i, True)
            elif token in ("if", "while", "guard"):
                condition, i = True, i + 1
            elif token == "switch":
                brace = self.skip_to(i, end, "{")
                self.cases(brace, self.expression(i + 1, brace, None, condition=True))
                i = self.closings[brace] + 1
            elif token == "for":
                i = self.read_for(i, end)
            elif token == "case":
                i = self.read_pattern(i + 1, end, None)
            elif token == "{":
                condition = False
                i = self.block(i, {"error": Type("Failure")} if self.at(i - 1) == "catch" else {})
            elif token == "throw":
                i = self.chain(i + 1, end, Type("Failure"), condition)[1]
            elif token == "return" and self.at(i + 1) == ".":
                i = self.chain(i + 1, end, self.result, condition)[1]
            else:
                i = self.term(i, end, condition)

    def cases(self, brace: int, subject: Type | None) -> None:
        """Reads the cases of a switch."""
        i, end = brace + 1, self.closings[brace]
        while i < end:
            colon = self.skip_to(i, end, ":")
            following = self.next_case(colon + 1, end)
            self.scopes.append({})
            if self.at(i) == "case":
                self.read_pattern(i + 1, colon, subject)
            self.statements(colon + 1, following)
            self.scopes.pop()
            i = following

    def next_case(self, i: int, end: int) -> int:
        while i < end:
            # A `case` after a condition or a comma is a pattern of it.
            if self.at(i) in ("case", "default") and self.at(i - 1) not in ("if", "guard", "while", "for", ","):
                return i
            i = self.closings.get(i, i) + 1
        return end

    def read_pattern(self, i: int, end: int, subject: Type | None) -> int:
        """Reads `.frost(let base, let seed), .tiles` of a switch, or `case .frost(let base) = style` of a condition."""
        if subject is None:
            end = self.skip_to(i, end, "=", "{", "in", ":")
            if self.at(end) == "=":
                subject = self.chain(end + 1, len(self.tokens), None, True)[0]
        while i < end:
            if self.at(i) in ("let", "var"):
                self.scopes[-1].setdefault(self.at(i + 1), None)
                i += 2
            elif self.at(i) == "where":
                self.expression(i + 1, end, None)
                return end
            elif self.at(i) == "." and self.is_name(i + 1):
                found = [one for one in self.candidates(i + 1, subject) if one.kind in ("case", "property")]
                if len({one.folder for one in found}) == 1:
                    self.note(i + 1, found[0])
                    self.bind_payload(i + 2, found[0])
                i += 2
            elif self.is_name(i) and not self.is_label(i):
                i = max(self.chain(i, end, None, True)[1], i + 1)
            else:
                i += 1
        return end

    def bind_payload(self, i: int, declaration: Declaration) -> None:
        """Gives the names in `.case(let a, b: let b)` the types of the payload."""
        if self.at(i) == "(":
            for (start, end), parameter in zip(self.split(i), declaration.parameters, strict=False):
                self.scopes[-1].update({self.at(j + 1): parameter.type for j in range(start, end) if self.at(j) == "let"})

    def read_for(self, i: int, end: int) -> int:
        middle = self.skip_to(i, end, "in")
        brace = self.skip_to(middle, end, "{")
        type = self.expression(middle + 1, brace, None, condition=True)
        element = self.element_of(type)
        self.scopes.append({})
        if self.at(i + 1) == "case":
            self.read_pattern(i + 2, middle, element)
        else:
            self.bind([self.at(j) for j in range(i + 1, middle) if self.is_name(j)], element)
        after = self.block(brace, {})
        self.scopes.pop()
        return after

    def element_of(self, type: Type | None) -> Type | None:
        """What a loop over something of this type goes through."""
        for name in ("makeIterator", "next"):
            resolved = self.index.resolve(type, self.path)
            found = self.index.lookup(resolved[0], name, self.path) if resolved else []
            if found:
                type = self.given(found[0].type, found[0], type)
                if name == "next":
                    return type
        return type.arguments[0] if type and type.arguments and type.name != "(" else None

    def bind(self, names: list[str], type: Type | None) -> None:
        if len(names) == 1:
            self.scopes[-1][names[0]] = type
        else:
            parts = type.arguments if type and type.name == "(" else ()
            self.scopes[-1].update(zip(names, (*parts, *[None] * len(names)), strict=False))

    def read_local(self, i: int, end: int, condition: bool) -> int:
        """Reads `let a: T = x`, `let (a, b) = x`, `if let a`, and the like."""
        start, names, i = i, *self.read_names(i + 1)
        type: Type | None = None
        if self.at(i) == ":":
            type, i = self.read_type(i + 1)
        if self.at(i) == "=":
            stop = self.skip_to(i, end, ",", "{", "else") if condition else self.statement_end(i + 1, end)
            value = self.expression(i + 1, stop, type, condition)
            type, i = type or value, stop
        elif condition:  # if let a
            type = self.chain(start + 1, end, None, True)[0]
        elif self.at(i) == "{":
            i = self.read_body(i, {}, type, names[0])
        self.bind(names, type)
        return self.read_local(i, end, condition) if self.at(i) == "," and not condition else i

    def read_local_function(self, i: int) -> int:
        name, outer = self.at(i + 1), self.generics
        generics, i = self.read_generics(i + 2)
        self.generics = (*outer, *generics)
        parameters, names = self.read_parameters(i)
        result, i = self.read_result(self.closings[i] + 1)
        self.scopes[-1][name] = Type("->", (*(one.type for one in parameters), result))
        i = self.read_body(self.read_constraints(i), names, result, name)
        self.generics = outer
        return i

    # Expressions

    def expression(self, i: int, end: int, expected: Type | None, condition: bool = False) -> Type | None:
        """Reads an expression. Its type is taken to be that of its first term, or Bool if it compares."""
        type, first = expected, True
        while i < end:
            token = self.at(i)
            if token in ("if", "switch") and first:
                # Each branch is an expression, but what is in it may be read as statements.
                outer, self.result = self.result, expected
                self.statements(i, end)
                self.result = outer
                return expected
            if token == "?" and not first:  # of `a ? b : c`
                type, first, i = expected, True, i + 1
            elif token == "as":
                type, i = self.read_type(i + 1 + (self.at(i + 1) in ("?", "!")))
            elif token in COMPARISONS and not first:
                i = self.chain(i + 1, end, type, condition)[1] if self.at(i + 1) == "." else i + 1
                type = Type("Bool")
            elif token in (":", "??") and self.at(i + 1) == ".":
                i = self.chain(i + 1, end, expected or type, condition)[1]
            elif not first:
                i = self.term(i, end, condition)
            elif self.starts_term(i) or token in ("{", "."):
                type, after = self.chain(i, end, expected, condition)
                i, first = max(after, i + 1), False
            elif re.match(r"\d", token):
                type, i, first = Type("Double" if "." in token else "Int"), i + 1, False
            else:  # `try`, `&`, `-` and the like
                i += 1
        return type

    def starts_term(self, i: int) -> bool:
        token = self.at(i)
        return self.is_name(i) or token in ("(", "[") or token.startswith("$")

    def term(self, i: int, end: int, condition: bool) -> int:
        """Reads one term, or steps over one token."""
        if not self.starts_term(i) and self.at(i) != "{" and not (self.at(i) == "." and self.is_name(i + 1)):
            return i + 1
        type, after = self.chain(i, end, None, condition)
        # `a == .b` and `a = .b` say which type the member after them is of.
        if self.at(after) in ("=", "==", "!=", "??") and self.at(after + 1) == "." and after + 1 < end:
            after = self.chain(after + 1, end, type, condition)[1]
        return max(after, i + 1)

    def chain(self, i: int, end: int, expected: Type | None, condition: bool) -> tuple[Type | None, int]:
        """Reads a term with its members, calls and subscripts. Returns its type and where it ends."""
        type, i, is_type = self.head(i, end, expected, condition)
        while i < end:
            token, following = self.at(i), self.at(i + 1)
            if token == "." and following == "self":
                i += 2
            elif token == "." and following.isdigit():
                parts = type.arguments if type and type.name == "(" else ()
                type, i = parts[int(following)] if int(following) < len(parts) else None, i + 2
            elif token == "." and (self.is_name(i + 1) or following == "init"):
                resolved = self.index.resolve(type, self.path) if is_type else None
                nested = self.index.types.get(f"{resolved[0]}.{following}") if resolved else None
                if nested:
                    self.note(i + 1, nested[0])
                    type, i, is_type = self.construct(Type(nested[0].qualified), i + 2, end, condition)
                else:
                    declared = self.candidates(i + 1, type)
                    type, i = self.member(i + 1, declared, type, end, condition)
                    is_type = False
            elif token == "(" and self.is_joined(i):
                self.arguments(i, [], None)
                type, i = type.arguments[-1] if type and type.name == "->" else None, self.closings[i] + 1
            elif token == "[" and self.is_joined(i):
                type, i = self.subscript(i, type), self.closings[i] + 1
            else:
                break
        return type, i

    def head(self, i: int, end: int, expected: Type | None, condition: bool) -> tuple[Type | None, int, bool]:
        """Reads the first part of a term. Returns its type, where it ends, and whether it is the type itself."""
        token = self.at(i)
        if token == "(":
            return self.parenthesized(i, expected), self.closings[i] + 1, False
        if token == "[":
            element = expected.arguments[0] if expected and expected.name == "Array" else expected
            for start, stop in self.split(i):
                self.expression(start, stop, element)
            return Type("Array", (None,)), self.closings[i] + 1, False
        if token == "{":
            return None, self.closure(i, expected), False
        if token == ".":
            return *self.member(i + 1, self.candidates(i + 1, expected), expected, end, condition), False
        if token == "self":
            return self.own_type(), i + 1, False
        for scope in reversed(self.scopes):
            if token in scope:
                return scope[token], i + 1, False
        if token == "Self":
            return self.construct(self.own_type(), i + 1, end, condition)
        if not self.is_name(i):
            return None, i + 1, False
        found = self.index.find_type(token, self.owner, self.path)
        if found or token[0].isupper():
            self.note(i, found if token not in self.generics else None)
            type, j = Type(found.qualified if found else token), i + 1
            if self.at(j) == "<" and self.is_joined(j):
                arguments, after = self.read_arguments(j)
                if self.at(after) in ("(", ".", ")", ","):
                    type, j = Type(type.name, arguments), after
            return self.construct(type, j, end, condition)
        return *self.member(i, self.bare(token), None, end, condition), False

    def construct(self, type: Type, i: int, end: int, condition: bool) -> tuple[Type | None, int, bool]:
        """Reads `(…)` after a type, if it is there: a call of an initializer."""
        if not self.is_call(i, condition):
            return type, i, True
        resolved = self.index.resolve(type, self.path)
        declared = self.index.lookup(resolved[0], "init", self.path) if resolved else []
        return type, self.call(i, self.matching(i, declared, condition), None, end, condition), False

    def parenthesized(self, i: int, expected: Type | None) -> Type | None:
        parts, split = [], self.split(i)
        for number, (start, stop) in enumerate(split):
            one = expected if len(split) == 1 else None
            if expected and expected.name == "(" and number < len(expected.arguments):
                one = expected.arguments[number]
            parts.append(self.expression(start + 2 if self.is_label(start) else start, stop, one))
        return parts[0] if len(parts) == 1 else Type("(", tuple(parts))

    # Members

    def bare(self, name: str) -> list[Declaration]:
        """What a name without a receiver stands for: a member of an enclosing type, or something at top level."""
        owner = self.owner
        while owner and not self.index.lookup(owner, name, self.path):
            owner = owner.rpartition(".")[0]
        return self.index.lookup(owner, name, self.path)

    def candidates(self, i: int, receiver: Type | None) -> list[Declaration]:
        """The members that the name at i can stand for, after a receiver."""
        name = self.at(i)
        named = [one for one in self.index.by_name.get(name, ()) if one.is_visible(self.path)]
        if receiver is None:
            return [] if name in STANDARD else named
        resolved = self.index.resolve(receiver, self.path)
        if resolved is None or resolved[0] in self.index.types:
            return self.index.lookup(resolved[0], name, self.path) if resolved else []
        # A type from outside may have members from extensions of another name. For example, Int has the members of FixedWidthInteger.
        return self.index.lookup(resolved[0], name, self.path) or [
            one for one in named if one.owner not in self.index.types
        ]

    def member(
        self, i: int, declared: list[Declaration], receiver: Type | None, end: int, condition: bool
    ) -> tuple[Type | None, int]:
        """Chooses among what the name at i may stand for, notes it, and reads the call that may follow."""
        following = i + 1
        if self.at(following) == "<" and any(one.kind == "func" for one in declared):
            _, after = self.read_arguments(following)
            following = after if self.at(after) == "(" else following
        is_call = self.is_call(following, condition)
        chosen = self.matching(following, declared, condition) if is_call else []
        if not chosen:  # a property that is called holds a function
            chosen = [one for one in declared if one.kind == "property" or (one.kind == "case" and not is_call)]
            is_call = is_call and (not chosen or self.at(following) == "(")
        if not chosen and not is_call:
            chosen = declared
        if len({one.folder for one in chosen}) == 1:
            self.note(i, chosen[0])
        type = None
        if len({one.type for one in chosen}) == 1:
            type = self.given(chosen[0].type, chosen[0], receiver)
            if chosen[0].kind == "func" and not is_call:
                type = None
            if chosen[0].kind == "property" and is_call:
                type = type.arguments[-1] if type and type.name == "->" else None
        return type, self.call(following, chosen, receiver, end, condition) if is_call else following

    def given(self, type: Type | None, declaration: Declaration, receiver: Type | None) -> Type | None:
        """Replaces the generic parameters in a member's type by the receiver's arguments, or by None."""
        if type is None or (receiver is None and self.owner == declaration.owner):
            return type
        owners = self.index.types.get(declaration.owner)
        names = owners[0].generics if owners else ()
        resolved = self.index.resolve(receiver, self.path)
        arguments = resolved[1].arguments if resolved and len(resolved[1].arguments) == len(names) else [None] * len(names)
        return type.replacing({**dict.fromkeys(declaration.generics), **dict(zip(names, arguments, strict=True))})

    def subscript(self, i: int, receiver: Type | None) -> Type | None:
        parts = self.split(i)
        for start, stop in parts:
            self.expression(start + 2 if self.is_label(start) else start, stop, None)
        resolved = self.index.resolve(receiver, self.path)
        found = self.index.lookup(resolved[0], "subscript", self.path) if resolved else []
        for one in [one for one in found if len(one.parameters) == len(parts)] or found:
            self.note(i, one)
            return self.given(one.type, one, receiver)
        is_row = receiver and receiver.arguments and receiver.name not in ("(", "->")
        return receiver.arguments[-1] if is_row else None

    # Calls

    def is_call(self, i: int, condition: bool) -> bool:
        """Whether the name before i is called."""
        return (self.at(i) == "(" or (self.at(i) == "{" and not condition)) and self.is_joined(i)

    def matching(self, i: int, declared: list[Declaration], condition: bool) -> list[Declaration]:
        """Those that the call at i can call, by its labels and by the closures after it."""
        labels, trailing = [], 0
        if self.at(i) == "(":
            labels = [self.at(start) if self.is_label(start) else "_" for start, _ in self.split(i)]
            i = self.closings[i] + 1
        while self.is_call(i, condition) and self.at(i) == "{":
            trailing, i = trailing + 1, self.closings[i] + 1
            i += 2 if self.is_name(i) and self.at(i + 1) == ":" and self.at(i + 2) == "{" else 0
        return [one for one in declared if one.kind in ("func", "init", "case") and one.takes(labels, trailing)]

    def call(self, i: int, chosen: list[Declaration], receiver: Type | None, end: int, condition: bool) -> int:
        """Reads the arguments of a call and the closures after it."""
        if self.at(i) == "(":
            self.arguments(i, chosen, receiver)
            i = self.closings[i] + 1
        types = [self.given(one.parameters[-1].type, one, receiver) for one in chosen if one.parameters]
        # Overloads mostly differ in what the closure returns.
        same = len({type.arguments[:-1] for type in types if type and type.name == "->"}) == 1
        while i < end and self.is_call(i, condition) and self.at(i) == "{":
            i = self.closure(i, types[-1] if same else None)
            if self.is_name(i) and self.at(i + 1) == ":" and self.at(i + 2) == "{":
                i, same = i + 2, False
        return i

    def arguments(self, i: int, chosen: list[Declaration], receiver: Type | None) -> None:
        """Reads the arguments of a call. Their types are expected to be those of the parameters."""
        parameters, at = chosen[0].parameters if chosen else (), 0
        for start, stop in self.split(i):
            label = self.at(start) if self.is_label(start) else "_"
            while at < len(parameters) and parameters[at].label != label:
                at += 1
            # An option set of the standard library takes its own members: `flags.contains(.hidden)`.
            expected = None if chosen else receiver or OUTSIDE
            if at < len(parameters):
                expected = self.given(parameters[at].type, chosen[0], receiver)
                at += 1
            self.expression(start + 2 if label != "_" else start, stop, expected)

    def closure(self, i: int, expected: Type | None) -> int:
        """Reads a closure. Its parameters have the types that it is expected to take."""
        given = expected.arguments[:-1] if expected and expected.name == "->" else ()
        scope: Scope = dict.fromkeys(("$0", "$1", "$2", "$3"))
        scope.update((f"${number}", type) for number, type in enumerate(given))
        header = self.skip_to(i + 1, self.closings[i], "in")
        start = i
        if self.is_header(i + 1, header):
            start, names = header, self.read_header(i + 1, header)
            for number, (name, type) in enumerate(names):
                scope[name] = type or (given[number] if number < len(given) else None)
        outer = self.result
        self.result = expected.arguments[-1] if given and expected else None
        self.scopes.append(scope)
        self.statements(start + 1, self.closings[i])
        self.scopes.pop()
        self.result = outer
        return self.closings[i] + 1

    def is_header(self, i: int, end: int) -> bool:
        """Whether the tokens up to `in` are the parameters of a closure: on its first lines, without a statement."""
        if self.at(end) != "in" or self.at(i) in ("for", "if", "let", "var", "guard", "while", "return", "switch"):
            return False
        return self.at(i) == "[" or all(
            self.is_name(j) or self.at(j) in ("_", ",", "(", "throws", "->", "<", ">", "?", ".", ")", ":", "inout", "borrowing")
            or self.closings.get(i, i) > j
            for j in range(i, end)
        )

    def read_header(self, i: int, end: int) -> list[tuple[str, Type | None]]:
        """Reads `(a: T, b) throws(Failure) -> U` or `a, b`."""
        if self.at(i) == "[":
            i = self.closings[i] + 1
        if self.at(i) != "(":
            return [(self.at(j), None) for j in range(i, self.skip_to(i, end, "throws", "->")) if self.at(j) != ","]
        names: list[tuple[str, Type | None]] = []
        for start, stop in self.split(i):
            colon = self.skip_to(start, stop, ":")
            names.append((self.at(colon - 1), self.read_type(colon + 1)[0] if colon < stop else None))
        self.read_result(self.closings[i] + 1)
        return names
