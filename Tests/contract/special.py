# SPDX-License-Identifier: MIT
"""Tests that do not come from one wrong argument: buffers of each size, destruction, and functions that cannot fail."""
from __future__ import annotations

import textwrap
from collections.abc import Iterator

import range_rules as rules
import ranges
from headers import Function, Headers, Parameter

Test = tuple[str, str]  # its name and its text


def test(function: str, case: str, body: str) -> Test:
    name = f"test_{function}__{case}"
    lines = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
    fixture = "    struct contract_fixture *fixture = *state;\n    (void)fixture;\n"
    return name, f"static void {name}(void **state) {{\n{fixture}{lines}\n}}\n"


def rooms(f: Function, p: Parameter, rule: rules.Room) -> Iterator[Test]:
    """Buffers of no element, one element too few, exactly enough and one more, each right before a guard page."""
    call, valid, buffer, produced = f"{f.name}_call(&a)", f"{f.name}_valid(fixture)", f"a.{p.name}", f"*a.{rule.produced}"
    relation = "<=" if rule.bound else "=="
    unconsumed = f"assert_int_equal(*a.{rule.unconsumed}, 0);\n" if rule.unconsumed else ""
    small = f'contract_expect("{f.name}", {call}, ERROR(BUFFER_TOO_SMALL));\n{unconsumed}'
    right = f'contract_expect("{f.name}", {call}, OK);\n'
    ask = (
        f"struct {f.name}_args a = {valid};\n{buffer} = NULL;\na.{rule.capacity} = 0;\n{small}"
        f"size_t needed = {produced};\nassert_true(needed > 0);\n"
    )

    def room(count: str) -> str:
        return f"a = {valid};\n{buffer} = ROOM({p.type.base}, {count});\na.{rule.capacity} = {count};\n"

    again = f"a = {valid};\n{right}assert_true({produced} {relation} needed);\n"
    yield test(f.name, f"{p.name}_of_nothing_tells_the_length", ask + again)
    untouched = f"assert_int_equal({produced}, needed);\ncontract_untouched({buffer});\n"
    yield test(f.name, f"{p.name}_empty", ask + room("0") + small + untouched + again)
    yield test(f.name, f"{p.name}_one_too_small", ask + room("needed - 1") + small + untouched + again)
    written = (
        f"assert_true({produced} {relation} needed);\n"
        f"assert_false(contract_is_filled({buffer}, {produced} * sizeof *{buffer}));\n"
        f"contract_untouched({buffer} + {produced});\n"
    )
    yield test(f.name, f"{p.name}_exact", ask + room("needed") + right + written)
    yield test(f.name, f"{p.name}_one_larger", ask + room("needed + 1") + right + written)


def destroyer(headers: Headers, f: Function) -> Iterator[Test]:
    base = f.parameters[0].type.base
    kind = base.removeprefix("scrim_")
    others = [o.removeprefix("scrim_") for o in headers.handles if o != base]
    live = "size_t live = scrim_live_handles(SCRIM_HANDLE_ANY);\n"
    same = "assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), live);\n"
    yield test(f.name, "null", f"{live}{f.name}(NULL);\n{same}")
    each = "".join(f"{f.name}(({base} *)(void *)fixture->{o});\n{same}" for o in others)
    yield test(f.name, "other_kinds", live + each)
    yield test(f.name, "twice", f"""
        {live.strip()}
        {base} *made = fixture_{kind}(fixture);
        {f.name}(made);
        {same.strip()}
        {f.name}(made);
        {same.strip()}
        {base} *next = fixture_{kind}_in_place_of(fixture, made);
        {f.name}(made);
        assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), live + 1);
        {f.name}(next);
        {same.strip()}
    """)
    yield test(f.name, "wild", f"""
        {live.strip()}
        struct fixture_values wild = fixture_wild(fixture, NUMBER(fixture->{kind}));
        for (size_t i = 0; i < wild.count; i++) {{
            {f.name}(({base} *)(uintptr_t)wild.values[i]);
            {same.strip()}
        }}
    """)


def namer(headers: Headers, f: Function) -> Iterator[Test]:
    group, unknown = ranges.NAMES[f.name]
    constants = headers.group(group)
    base = headers.resolve(f.parameters[0].type.base)
    known = "".join(f'            {{{n}, "{n}"}},\n' for n in constants)
    # A name is the constant's; a message only has to be there, and to be this constant's alone.
    told = "assert_string_equal(text, known[i].name);" if unknown else "assert_true(text[0] != '\\0');"
    yield test(f.name, "known", f"""
        const struct {{ int64_t value; const char *name; }} known[] = {{
{known}        }};
        for (size_t i = 0; i < COUNT_OF(known); i++) {{
            const char *text = {f.name}(({base})known[i].value);
            assert_non_null(text);
            {told}
            for (size_t j = 0; j < i; j++) {{
                assert_string_not_equal(text, {f.name}(({base})known[j].value));
            }}
        }}
    """)
    told = f'assert_string_equal(text, "{unknown}");' if unknown else "assert_true(text[0] != '\\0');"
    low, high = min(constants.values()), max(constants.values())
    yield test(f.name, "unknown", f"""
        const int32_t samples[] = {{{low - 1}, {high + 1}, {low - 1000}, {high + 1000}, INT32_MIN, INT32_MAX}};
        for (size_t i = 0; i < COUNT_OF(samples); i++) {{
            const char *text = {f.name}(({base})samples[i]);
            assert_non_null(text);
            {told}
        }}
    """)


def counter(headers: Headers, f: Function) -> Iterator[Test]:
    group = headers.group(ranges.COUNTERS[f.name])
    kinds = [n for n in group if not n.endswith("_ANY")]
    (any_kind,) = group.keys() - kinds
    unknown = max(group.values()) + 1
    each = "".join(f"assert_true({f.name}({k}) > 0);\nsum += {f.name}({k});\n" for k in kinds)
    yield test(f.name, "sum", f"size_t sum = 0;\n{each}assert_int_equal({f.name}({any_kind}), sum);\n")
    yield test(f.name, "unknown", f"""
        const uint32_t samples[] = {{{unknown}u, 15u, 16u, 255u, 256u, INT32_MAX, UINT32_MAX}};
        for (size_t i = 0; i < COUNT_OF(samples); i++) {{
            assert_int_equal({f.name}(samples[i]), 0);
        }}
    """)


def twin(f: Function) -> Iterator[Test]:
    check = "assert_string_equal" if f.returns.pointers else "assert_int_equal"
    yield test(f.name, "is_the_macro", f"{check}({f.name}(), {ranges.TWINS[f.name]});")


def initializer(headers: Headers, f: Function) -> Iterator[Test]:
    macro, struct = f.name.upper(), f.parameters[0].type.base
    yield test(f.name, "is_the_macro", f"""
        const {struct} expected = {macro};
        {struct} *written = ROOM({struct}, 1);
        assert_int_equal({f.name}(written, sizeof *written), SCRIM_OK);
        assert_memory_equal(written, &expected, sizeof expected);
    """)
    impossible = ["0", f"sizeof({struct}) - 1", "SCRIM_MAX_STRUCT_SIZE + 1", "SIZE_MAX / 2 + 1", "SIZE_MAX"]
    if headers.structs[struct].sized:
        yield test(f.name, "of_a_later_version", f"""
            const {struct} expected = {macro};
            const size_t sizes[] = {{sizeof expected + 1, sizeof expected + 8, SCRIM_MAX_STRUCT_SIZE}};
            for (size_t i = 0; i < COUNT_OF(sizes); i++) {{
                unsigned char *written = ROOM(unsigned char, sizes[i]);
                assert_int_equal({f.name}(({struct} *)(void *)written, sizes[i]), SCRIM_OK);
                assert_int_equal((({struct} *)(void *)written)->struct_size, sizes[i]);
                assert_memory_equal(written + 4, (const unsigned char *)&expected + 4, sizeof expected - 4);
                for (size_t j = sizeof expected; j < sizes[i]; j++) {{
                    assert_int_equal(written[j], 0);
                }}
            }}
        """)
    else:
        impossible.append(f"sizeof({struct}) + 1")
    yield test(f.name, "impossible", f"""
        const size_t sizes[] = {{{", ".join(impossible)}}};
        {struct} *written = ROOM({struct}, 1);
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {{
            assert_int_equal({f.name}(written, sizes[i]), SCRIM_ERROR_INVALID_ARGUMENT);
            contract_untouched(written);
        }}
        contract_expect("{f.name}(NULL, sizeof *written)", {f.name}(NULL, sizeof *written), ERROR(INVALID_ARGUMENT));
    """)


def tests(headers: Headers, f: Function) -> list[Test] | None:
    """The tests of a function that no rule of arguments fits; None: it is not such a function."""
    if f.name in ranges.BY_HAND:
        return []
    if f.name in ranges.TWINS:
        return list(twin(f))
    if f.name in ranges.NAMES:
        return list(namer(headers, f))
    if f.name in ranges.COUNTERS:
        return list(counter(headers, f))
    if f.name.upper() in headers.initializers and f.parameters[-1].name == "size":
        return list(initializer(headers, f))
    if f.name.endswith("_destroy") and str(f.returns) == "void":
        return list(destroyer(headers, f))
    return None
