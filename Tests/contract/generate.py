# SPDX-License-Identifier: MIT
"""Writes the C program that tests the contract of every function: python generate.py OUT.c

For each function it has three helpers: `F_valid` lays out right arguments, `F_call` makes the call, `F_answers` checks
the answer: on an error that outputs are untouched, that nothing was made and that the next right call works. Each
test changes one argument in between.
"""
from __future__ import annotations

import pathlib
import sys
import textwrap
from collections.abc import Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "script"))

import headers as h
from field_ranges import FIELDS
import range_rules as rules
import ranges
import special
from cases import WILD, Case, Maker, Missing
from extra import EXTRA
from special import Test

HEAD = """/* SPDX-License-Identifier: MIT */
/* Written by Tests/contract/generate.py from the headers and ranges.py. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "contract_fixture.h"
"""


def loop(count: str, body: str) -> str:
    return f"for (size_t i = 0; i < {count}; i++) {{\n{textwrap.indent(body, '    ')}}}\n"


def indent(lines: list[str], by: int = 4) -> str:
    return "".join(" " * by + line + "\n" for line in lines)


class Writer:
    def __init__(self, headers: h.Headers) -> None:
        self.headers = headers
        self.maker = Maker(headers)

    # ---- Helpers of a function ----

    def argument(self, f: h.Function, p: h.Parameter) -> Iterator[str]:
        """The statements that give a right value to an argument."""
        path, base, name = f"{f.name}.{p.name}", p.type.base, f"a.{p.name}"
        rule = ranges.PARAMETERS.get(path)
        if path in ranges.VALUES:
            yield f"{name} = {ranges.VALUES[path]};"
            return
        match p.role, rule:
            case "handle", _:
                yield f"{name} = fixture->{base.removeprefix('scrim_')};"
            case "new_handle", _:
                yield f"{name} = OUTPUT({base} *);"
            case "scalar_out", rules.Room():
                yield f"{name} = ROOM({base}, {rule.valid});"
            case "scalar_out", _:
                yield f"{name} = OUTPUT({base});"
            case "struct_in", rules.Array():
                yield f"{name} = INPUT({base}, {rule.valid});"
            case "struct_in", _:
                inits = [m for m, s in self.headers.initializers.items() if s == base]
                value = ranges.STRUCTS.get(base) or (inits[0] if len(inits) == 1 else None)
                if value is None:
                    raise Missing(f"{path}: no valid {base}")
                yield f"{name} = INPUT({base}, {value});"
                yield from self.arrays(name, base)
            case "bytes_in", rules.Bytes():
                yield f"{name} = BYTES({rule.valid});"
            case _, rules.Room():
                yield f"{name} = ROOM({base}, {rule.valid});"
            case _, rules.Results():
                yield f"{name} = ROOM({base}, 1);"
            case _, rules.Length():
                yield f"{name} = {rule.valid};"
            case "scalar", rules.Integer(low=low):
                yield f"{name} = {low};"
            case _:
                raise Missing(f"{path}: no valid value")

    def arrays(self, name: str, struct: str) -> Iterator[str]:
        """Fills the arrays that a struct points to, and the structs in it."""
        for field in self.headers.structs[struct].fields:
            rule = FIELDS.get(f"{struct}.{field.name}")
            if isinstance(rule, rules.Array):
                yield f"{name}->{field.name} = INPUT({field.type.base}, {rule.valid});"
                yield f"{name}->{rule.count} = 1;"

    def helpers(self, f: h.Function) -> str:
        # The arguments can be changed by the tests: what the function takes as const is not const here.
        members = "".join(
            f"    {t.declare(p.name)};\n"
            for p in f.parameters
            for t in [h.Type(p.type.base, p.type.pointers) if p.role != "callback" else p.type]
        )
        valid = [line for p in f.parameters for line in self.argument(f, p)]
        valid += [ranges.SET_UP[path] for p in f.parameters if (path := f"{f.name}.{p.name}") in ranges.SET_UP]
        before = [ranges.BEFORE[f.name]] if f.name in ranges.BEFORE else []
        lines = indent(["contract_release();", *before, *valid])
        passed = ", ".join(f"a->{p.name}" for p in f.parameters)
        closed = ranges.FAILS_CLOSED.get(f.name)
        destroyed = [f"{p.type.base}_destroy(*a->{p.name});" for p in f.parameters if p.role == "new_handle"]
        on_error = []
        if closed:
            on_error.append(f"fixture_failed_closed(fixture, given, {closed[2]});")
            again = [f"assert_int_equal(*{closed[2].replace('a->', 'again.')}, SCRIM_OUTCOME_OK);"]
        else:
            again = [line.replace("a->", "again.") for line in destroyed]
        return f"""
struct {f.name}_args {{
{members}}};

static struct {f.name}_args {f.name}_valid(struct contract_fixture *fixture) {{
    struct {f.name}_args a;
    (void)fixture;
{lines}    return a;
}}

static scrim_status {f.name}_call(const struct {f.name}_args *a) {{
    contract_remember_inputs();
    return {f.name}({passed});
}}

static void {f.name}_answers(struct contract_fixture *fixture, const struct {f.name}_args *a, uint32_t expected\
{", enum fixture_given given" if closed else ""}) {{
    size_t live = scrim_live_handles(SCRIM_HANDLE_ANY);
    scrim_status status = {f.name}_call(a);
    contract_expect("{f.name}", status, expected);
    contract_inputs_unchanged();
    if (status == SCRIM_OK) {{
        contract_outputs_written();
{indent(destroyed, 8)}        return;
    }}
    contract_outputs_untouched();
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), live);
{indent(on_error)}
    struct {f.name}_args again = {f.name}_valid(fixture);
    contract_expect("{f.name}, called again,", {f.name}_call(&again), {ranges.REFUSED.get(f.name, "OK")});
    contract_outputs_written();
{indent(again)}}}
"""

    # ---- Tests ----

    def case(self, f: h.Function, c: Case) -> Test:
        given = ""
        expected = ranges.REFUSED.get(f.name, "OK") if c.expected == "OK" else c.expected
        if f.name in ranges.FAILS_CLOSED:
            frame, report, _ = ranges.FAILS_CLOSED[f.name]
            given = {**dict.fromkeys(frame, "BAD_FRAME"), report: "BAD_REPORT"}.get(c.parameter, "GOOD_FRAME")
            given = f", {given}"
        body = (
            f"struct {f.name}_args a = {f.name}_valid(fixture);\n"
            + (c.change + "\n" if c.change else "")
            + f"{f.name}_answers(fixture, &a, {expected}{given});\n"
            + (c.after + "\n" if c.after else "")
        )
        if c.values == [WILD]:
            values = f"struct fixture_values wild = fixture_wild(fixture, NUMBER({f.name}_valid(fixture).{c.parameter}));\n"
            body = values + loop("wild.count", "uint64_t value = wild.values[i];\n" + body)
        elif c.values:
            declared = h.Type(c.value_type.removesuffix(" *"), c.value_type.count("*"))
            values = f"{declared.declare('values[]')} = {{{', '.join(c.values)}}};\n"
            body = values + loop("COUNT_OF(values)", f"{declared.declare('value')} = values[i];\n" + body)
        return special.test(f.name, c.name, body)

    def function(self, f: h.Function) -> tuple[str, list[Test]]:
        if (tests := special.tests(self.headers, f)) is not None:
            return "", tests
        if str(f.returns) != "scrim_status":
            raise Missing(f"{f.name} returns {f.returns}: no rule says how to test it")
        tests = [self.case(f, c) for c in [Case("right", "", "OK", ""), *self.maker.cases(f)]]
        for p in f.parameters:
            if isinstance(rule := ranges.PARAMETERS.get(f"{f.name}.{p.name}"), rules.Room):
                tests += special.rooms(f, p, rule)
        return self.helpers(f), tests

    def program(self) -> str:
        parts, names = [HEAD], []
        for f in self.headers.functions.values():
            helpers, tests = self.function(f)
            parts += [f"\n/* ---- {f.name} ---- */\n", helpers, *("\n" + text for _, text in tests)]
            names += [name for name, _ in tests]
        self.check_table(names)
        rows = "".join(f"        cmocka_unit_test_setup_teardown({n}, fixture_setup, fixture_teardown),\n" for n in names)
        parts.append(f"\nint main(void) {{\n    const struct CMUnitTest tests[] = {{\n{rows}    }};\n"
                     '    return cmocka_run_group_tests_name("contract", tests, NULL, fixture_end);\n}\n')
        return "".join(parts)

    def check_table(self, names: list[str]) -> None:
        """Entries that nothing uses are mistakes: a name that is not there any more, or never was."""
        unused = sorted({*FIELDS, *ranges.PARAMETERS} - self.maker.used)
        parameters = {f"{f.name}.{p.name}" for f in self.headers.functions.values() for p in f.parameters}
        unused += sorted({*ranges.VALUES, *ranges.SET_UP} - parameters)
        functions = {
            *ranges.BEFORE, *ranges.FAILS_CLOSED, *ranges.NAMES, *ranges.TWINS, *ranges.COUNTERS, *ranges.BY_HAND,
            *ranges.REFUSED, *(e[0] for e in EXTRA),
        }
        unused += sorted(functions - set(self.headers.functions))
        if unused:
            raise Missing("entries of ranges.py that nothing uses: " + ", ".join(unused))
        if len(names) != len(set(names)):
            raise Missing("two tests of one name: " + ", ".join(sorted(n for n in set(names) if names.count(n) > 1)))


def main() -> int:
    try:
        text = Writer(h.load()).program()
    except Missing as missing:
        print(f"generate.py: {missing}", file=sys.stderr)
        return 1
    pathlib.Path(sys.argv[1]).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
