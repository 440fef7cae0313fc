# SPDX-License-Identifier: MIT
"""The cases of a function: ways to make right arguments wrong, by rule, from the headers and the table of ranges."""
from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from field_ranges import FIELDS
import range_rules as rules
import ranges
from extra import EXTRA
from headers import Field, Function, Headers, Parameter, Type

# Lengths that no object has: a library that multiplies or adds before it compares goes wrong on one of them.
NOT_FINITE = ["(double)NAN", "-(double)NAN", "(double)INFINITY", "-(double)INFINITY"]
IMPOSSIBLE = ["SIZE_MAX", "SIZE_MAX / 2", "SIZE_MAX / 2 + 1", "SIZE_MAX - 1"]
WILD = "fixture_wild"  # stands for the values that the function of that name returns
LARGE = ["(size_t)1 << 31", "(size_t)1 << 32"]
HUGE = [*IMPOSSIBLE, *LARGE]


class Missing(Exception):
    """Something in the headers that neither the table nor a default rule covers."""


@dataclasses.dataclass
class Case:
    name: str
    change: str  # C that changes the arguments `a`; `value` in it stands for each of `values`
    expected: str
    parameter: str  # whose argument is changed
    values: list[str] = dataclasses.field(default_factory=list)
    value_type: str = ""
    after: str = ""  # C that runs when the answer has been checked


@dataclasses.dataclass(frozen=True)
class Place:
    """Somewhere in the arguments: the C that names it, its name in a test, and its paths in the table."""

    lvalue: str
    label: str
    paths: tuple[str, ...]
    parameter: str

    def member(self, struct: str, name: str, arrow: bool) -> Place:
        lvalue = f"{self.lvalue}{'->' if arrow else '.'}{name}"
        paths = tuple(f"{path}.{name}" for path in (*self.paths, struct))
        return Place(lvalue, f"{self.label}_{name}", paths, self.parameter)


def integer(value: int, base: str) -> str:
    """A number as C of a type."""
    if base == "uint64_t" or value > 2**32 - 1:
        return f"UINT64_C({value})"
    if base in ("uint32_t", "size_t"):
        return f"{value:#x}u" if value > 0xFFFF else f"{value}u"
    return str(value)


def numbers(candidates: list[int], wrong: callable, base: str) -> list[str]:
    bits = {"uint32_t": 32, "uint64_t": 64, "size_t": 64}.get(base)
    low, high = (0, 2**bits - 1) if bits else (-(2**31) + 1, 2**31 - 1)
    return [integer(v, base) for v in sorted(set(candidates)) if low <= v <= high and wrong(v)]


class Maker:
    def __init__(self, headers: Headers) -> None:
        self.headers = headers
        self.used: set[str] = set()

    def rule(self, place: Place, name: str, type_: Type, table: dict[str, object]) -> object:
        # A field of a struct passed by value in two places may have a rule for each: the longest path goes first.
        for path in (*place.paths, type_.base):
            if path in table:
                self.used.add(path)
                return table[path]
        found = rules.default_rule(name, self.headers.resolve(type_.base)) if not type_.pointers else None
        if found is None:
            raise Missing(f"{place.paths[0]} ({type_}) has no entry in ranges.py")
        return found

    # ---- Values ----

    def value(self, place: Place, rule: object, type_: Type) -> Iterator[Case]:
        base = self.headers.resolve(type_.base)

        def case(name: str, values: list[str], expected: str) -> Case:
            return Case(f"{place.label}_{name}", f"{place.lvalue} = value;", expected, place.parameter, values,
                        f"{base} *" if type_.pointers else base)

        match rule:
            case rules.Free():
                return
            case rules.Integer(low, high, refused, ends, also):
                wrong = numbers([low - 1, high + 1, 0, 2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1],
                                lambda v: not low <= v <= high and v != also, base)
                yield case("out_of_range", wrong, refused)
                if ends:
                    good = [low, high, *([] if also is None else [also])]
                    yield case("ends_of_range", numbers(good, lambda v: True, base), "OK")
            case rules.Real(low, high, above, refused):
                yield case("not_finite", NOT_FINITE, rules.INVALID)
                below = [low, f"{low} - 1e-9"] if above else [f"nextafter({low}, -DBL_MAX)", f"{low} - 1.0"]
                yield case("out_of_range", [*below, f"nextafter({high}, DBL_MAX)", "-DBL_MAX", "DBL_MAX"], refused)
            case rules.Constant(group, refused):
                known = set(self.headers.group(group).values())
                near = [0, min(known) - 1, max(known) + 1, 255, 256, 2**31 - 1, 2**31, 2**32 - 1]
                yield case("unknown", numbers(near, lambda v: v not in known, base), refused)
            case rules.Flags(group, refused):
                known = 0
                for bit in self.headers.group(group).values():
                    known |= bit
                bits = [1 << n for n in range(32)] + [2**32 - 1]
                yield case("unknown", numbers(bits, lambda v: v & ~known, base), refused)
            case rules.Reserved():
                if type_.pointers:
                    yield case("not_null", [f"({base} *)(void *)&fixture->window", f"({base} *)1"], rules.INVALID)
                elif base == "double":
                    yield case("not_zero", ["1.0", "-1.0", "DBL_MIN", "(double)NAN", "(double)INFINITY"], rules.INVALID)
                else:
                    yield case("not_zero", numbers([1, 2**31, 2**32 - 1, 2**64 - 1], bool, base), rules.INVALID)
            case rules.Id(others, zero):
                never = ["UINT64_MAX", "UINT64_C(1) << 63", "UINT64_C(123456789)", *(["0"] if zero else [])]
                yield case("unknown", [*never, *others], rules.NOT_FOUND)
            case _:
                raise Missing(f"{place.paths[0]}: {rule} is no rule for a value")

    def fields(self, place: Place, struct: str, arrow: bool) -> Iterator[Case]:
        for field in self.headers.structs[struct].fields:
            if field.name != "struct_size":
                yield from self.field(place.member(struct, field.name, arrow), field, struct)

    def field(self, place: Place, field: Field, struct: str) -> Iterator[Case]:
        nested = field.type.base in self.headers.structs and not field.type.pointers and not field.type.array
        if nested and not any(p in FIELDS for p in (*place.paths, field.type.base)):
            yield from self.fields(place, field.type.base, arrow=False)
            return
        rule = self.rule(place, field.name, field.type, FIELDS)
        match rule:
            case rules.String():
                yield from self.string(place, rule)
            case rules.Array(count=count):
                owner = place.lvalue[: -len(field.name)]
                count_type = next(f.type.base for f in self.headers.structs[struct].fields if f.name == count)
                yield from self.array(place, rule, field.type.base, owner + count, count_type)
            case rules.Length():
                return
            case _:
                yield from self.value(place, rule, field.type)

    def string(self, place: Place, rule: rules.String) -> Iterator[Case]:
        yield Case(f"{place.label}_without_bytes", f"{place.lvalue} = (scrim_string){{NULL, 1}};", rules.INVALID,
                   place.parameter)
        yield Case(f"{place.label}_too_long", f'{place.lvalue} = (scrim_string){{BYTES("x"), value}};', rules.INVALID,
                   place.parameter, [f"{rule.longest} + 1", *HUGE], "size_t")
        if isinstance(rule, rules.Name):
            yield Case(f"{place.label}_empty", f'{place.lvalue} = (scrim_string){{BYTES(""), 0}};', rules.INVALID,
                       place.parameter)

    def array(self, place: Place, rule: rules.Array, element: str, count: str, count_type: str) -> Iterator[Case]:
        size = f"sizeof({element})"
        yield Case(f"{place.label}_null", f"{place.lvalue} = NULL;", rules.INVALID, place.parameter)
        if rule.null_at_zero:
            yield Case(f"{place.label}_null_and_empty", f"{place.lvalue} = NULL;\n{count} = 0;", "OK", place.parameter)
        nothing = f"{place.lvalue} = ROOM({element}, 0);\n{count} = 0;"
        yield Case(f"{place.label}_empty", nothing, rule.empty, place.parameter)
        # Counts below 2^32 are checked against a documented cap only; without one the caller may have that much memory.
        most = [f"{rule.most} + 1", "(1u << 31)", "UINT32_MAX"] if rule.most else []
        if count_type == "size_t":
            most += [*IMPOSSIBLE, f"SIZE_MAX / {size} + 1", f"SIZE_MAX / 2 / {size} + 1"]
        yield Case(f"{place.label}_too_many", f"{count} = value;", rule.too_many, place.parameter, most, count_type)
        first = Place(f"(({element} *){place.lvalue})[0]", place.label, (), place.parameter)
        if element in FIELDS:
            self.used.add(element)
            yield from self.string(first, FIELDS[element])
        else:
            yield from self.fields(first, element, arrow=False)

    # ---- Parameters ----

    def sizes(self, place: Place, struct: str, written: bool) -> Iterator[Case]:
        """Wrong values of struct_size, each on a struct of which no byte more is there than that size says."""
        name, known = place.lvalue, self.headers.structs[struct].size

        def resized(size: str, declared: str, use: str = "CONTRACT_INPUT") -> str:
            return f"{name} = contract_resized({name}, sizeof *{name}, {size}, {declared}, {use});"

        # Of a size that is wrong nothing but the size may be read.
        wrong = ["0u", "1u", "3u", "4u", f"{known - 4}u", "SCRIM_MAX_STRUCT_SIZE + 1u", "INT32_MAX", "UINT32_MAX"]
        yield Case(f"{place.label}_size_wrong", resized("sizeof(uint32_t)", "value"), rules.INVALID, place.parameter,
                   wrong, "uint32_t")
        yield Case(f"{place.label}_size_one_less", resized(f"{known - 1}", f"{known - 1}"), rules.INVALID,
                       place.parameter)
        for grown, what in ((f"{known + 8}", "size_grown"), ("SCRIM_MAX_STRUCT_SIZE", "size_largest")):
            use = "CONTRACT_BOTH" if written else "CONTRACT_INPUT"
            yield Case(f"{place.label}_{what}", resized(grown, grown, use), "OK", place.parameter)
            for at, where in ((str(known), "first"), (f"{grown} - 1", "last")):
                change = resized(grown, grown) + f"\n((unsigned char *){name})[{at}] = 1;"
                yield Case(f"{place.label}_{what}_{where}_byte_unknown", change, rules.INVALID, place.parameter)

    def handle(self, place: Place, p: Parameter) -> Iterator[Case]:
        kind = p.type.base.removeprefix("scrim_")
        yield Case(f"{place.label}_null", f"{place.lvalue} = NULL;", rules.INVALID, p.name)
        wrong = "ERROR(INVALID_HANDLE)"
        for other in self.headers.handles:
            if other != p.type.base:
                field = other.removeprefix("scrim_")
                change = f"{place.lvalue} = ({p.type.base} *)(void *)fixture->{field};"
                yield Case(f"{place.label}_is_a_{field}", change, wrong, p.name)
        stale = f"{place.lvalue} = fixture_{kind}(fixture);\n{p.type.base}_destroy({place.lvalue});"
        yield Case(f"{place.label}_destroyed", stale, wrong, p.name)
        reused = f"{stale}\n{p.type.base} *next = fixture_{kind}_in_place_of(fixture, {place.lvalue});"
        yield Case(f"{place.label}_destroyed_and_its_slot_reused", reused, wrong, p.name,
                   after=f"{p.type.base}_destroy(next);")
        yield Case(f"{place.label}_wild", f"{place.lvalue} = ({p.type.base} *)(uintptr_t)value;", wrong, p.name,
                   [WILD], "uint64_t")

    def parameter(self, f: Function, p: Parameter) -> Iterator[Case]:
        path = f"{f.name}.{p.name}"
        place = Place(f"a.{p.name}", p.name, (path,), p.name)
        leave_out = f"contract_leave_out(a.{p.name});\n" if p.nullable and p.role == "scalar_out" else ""
        null = Case(f"{p.name}_null", f"{leave_out}a.{p.name} = NULL;", "OK" if p.nullable else rules.INVALID, p.name)
        rule = ranges.PARAMETERS.get(path)
        if rule is not None:
            self.used.add(path)
        match p.role, rule:
            case "handle", None:
                yield from self.handle(place, p)
            case ("new_handle" | "scalar_out" | "callback" | "user_data" | "pixels"), None:
                yield null
            case ("struct_in" | "struct_out"), None:
                yield null
                struct = self.headers.structs[p.type.base]
                if struct.sized:
                    yield from self.sizes(place, struct.name, p.role == "struct_out")
                elif p.role == "struct_out":
                    return
                yield from self.fields(Place(place.lvalue, p.name, (), p.name), struct.name, arrow=True)
            case "struct_out", rules.Written():
                yield null
                yield from self.sizes(place, p.type.base, written=True)
            case "struct_in", rules.Array():
                yield from self.array(place, rule, p.type.base, f"a.{rule.count}", "size_t")
            case "bytes_in", rules.Bytes():
                yield from self.bytes(place, rule)
            case "struct_out", rules.Results():
                yield null
            case ("struct_out" | "bytes_out" | "scalar_out"), rules.Room():
                yield null
                change = f"a.{rule.capacity} = value;"
                yield Case(f"{p.name}_of_any_size", change, f"OK | {rules.INVALID}", p.name, IMPOSSIBLE, "size_t")
                yield Case(f"{p.name}_very_large", change, "OK", p.name, LARGE, "size_t")
            case "scalar", rules.Length():
                return
            case "scalar", _:
                yield from self.value(place, self.rule(place, p.name, p.type, ranges.PARAMETERS), p.type)
            case _:
                raise Missing(f"{path} ({p.type}, {p.role}) has no entry in ranges.py")

    def bytes(self, place: Place, rule: rules.Bytes) -> Iterator[Case]:
        length = f"a.{rule.length}"
        yield Case(f"{place.label}_null", f"{place.lvalue} = NULL;", rules.INVALID, place.parameter)
        yield Case(f"{place.label}_null_and_empty", f"{place.lvalue} = NULL;\n{length} = 0;", rule.null_at_zero,
                   place.parameter)
        yield Case(f"{place.label}_empty", f'{place.lvalue} = BYTES("");\n{length} = 0;', rule.empty, place.parameter)
        # Where a long length may be right, only one that no object has is known to be a lie.
        lengths = IMPOSSIBLE if "OK" in rule.huge else HUGE
        yield Case(f"{place.label}_too_long", f"{length} = value;", rule.huge, place.parameter, lengths, "size_t")

    def cases(self, f: Function) -> Iterator[Case]:
        for p in f.parameters:
            yield from self.parameter(f, p)
        for function, name, change, expected in EXTRA:
            if function == f.name:
                yield Case(name, change, expected, name.split("_")[0])
