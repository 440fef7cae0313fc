# SPDX-License-Identifier: MIT
"""JSON documents for a strict parser, each with the first mistake in it and its offset. The names begin with y_ if the document
is right, and with n_ if it is not."""

from __future__ import annotations

from scrim import RulesMistake as M

VECTORS: dict[str, tuple[bytes, M, int]] = {}


def right(name: str, document: bytes) -> None:
    VECTORS[f"y_{name}"] = (document, M.NONE, 0)


def wrong(name: str, document: bytes, mistake: M = M.SYNTAX) -> None:
    """The offset is where "@" is, which is taken out."""
    VECTORS[f"n_{name}"] = (document.replace(b"@", b"", 1), mistake, document.index(b"@"))


def text(name: str, string: bytes, mistake: M | None = None) -> None:
    """A string that a comment is."""
    document = b'{"version":1,"description":' + string + b"}"
    right(f"string_{name}", document) if mistake is None else wrong(f"string_{name}", document, mistake)


def number(name: str, digits: bytes, mistake: M | None = None, member: bytes = b"control_interval_ns") -> None:
    document = b'{"version":1,"' + member + b'":' + digits + b"}"
    right(f"number_{name}", document) if mistake is None else wrong(f"number_{name}", document, mistake)


# ---- Structure ----

right("least", b'{"version":1}')
right("space", b' \t\r\n{ "version" :\n1\t} \r\n')
right("empty_lists", b'{"version":1,"recognizers":[ ],"retargets":[],"event_types":[\n]}')
wrong("nothing", b"@")
wrong("space_alone", b"  @")
wrong("not_an_object", b"@[]", M.TYPE)
wrong("null", b"@null", M.TYPE)
wrong("open_object", b"{@")
wrong("open_array", b'{"version":1,"recognizers":[@')
wrong("open_array_of_one", b'{"version":1,"recognizers":["a"@')
wrong("second_value", b'{"version":1}@{}')
wrong("closed_twice", b'{"version":1}@}')
wrong("nul_after", b'{"version":1}@\0')
wrong("comma_first", b'{@,"version":1}')
wrong("comma_last", b'{"version":1,@}')
wrong("comma_twice", b'{"version":1,@,"off":true}')
wrong("comma_missing", b'{"version":1 @"off":true}')
wrong("comma_last_in_array", b'{"version":1,"recognizers":["a",@]}')
wrong("comma_first_in_array", b'{"version":1,"recognizers":[@,"a"]}')
wrong("colon_missing", b'{"version"@ 1}'.replace(b"@ ", b" @"))
wrong("colon_twice", b'{"version":@:1}')
wrong("value_missing", b'{"version":@}')
wrong("wrong_bracket", b'{"version":1,"recognizers":["a"@}')
wrong("key_without_quotes", b"{@version:1}")
wrong("key_in_single_quotes", b"{@'version':1}")
wrong("key_a_number", b"{@1:1}")
wrong("comment", b'{"version":1}@//x')
wrong("comment_inside", b'{@/**/"version":1}')
wrong("byte_order_mark", b'@\xef\xbb\xbf{"version":1}')
wrong("no_break_space", b'{@\xc2\xa0"version":1}')
wrong("form_feed", b'{@\x0c"version":1}')
wrong("utf16", b'{@\0"\0v\0')
wrong("invalid_byte_outside", b'{"version":1}@\xff', M.ENCODING)

# ---- Literals ----

right("literals", b'{"version":1,"off":true,"deduplicate":false}')
wrong("true_cut", b'{"version":1,"off":@tru}')
wrong("true_capital", b'{"version":1,"off":@True}')
wrong("true_long", b'{"version":1,"off":true@x}')
wrong("nul", b'{"version":1,"off":@nul}')
wrong("null_as_boolean", b'{"version":1,"off":@null}', M.TYPE)
wrong("number_as_boolean", b'{"version":1,"off":@1}', M.TYPE)
wrong("nan", b'{"version":1,"max_content":@NaN}')
wrong("infinity", b'{"version":1,"max_content":@Infinity}')
wrong("minus_infinity", b'{"version":1,"max_content":@-Infinity}')

# ---- Numbers ----

for name, digits in {
    "zero": b"0", "minus_zero": b"-0", "minus_zero_point": b"-0.0", "zero_power": b"0e99999999999999999999", "largest": b"18446744073709551615",
    "largest_point": b"18446744073709551615.000", "largest_power": b"1844674407370955161500e-2", "power": b"1e8", "power_plus": b"1E+8",
    "power_minus": b"100e-2", "power_zeros": b"1e0000000000000000000000000001", "point": b"12.50e1", "small_times_large": b"0." + b"0" * 300 + b"1e301",
    "large_times_small": b"1" + b"0" * 300 + b"e-300", "exact_beyond_double": b"9007199254740993.0",
}.items():
    number(name, digits)
for name, digits in {
    "too_large": b"@18446744073709551616", "rounded_up": b"@18446744073709551615.1", "twenty_digits": b"@99999999999999999999", "huge": b"@1e20", "huge_in_decimal": b"@1e99999999999", "tiny_in_decimal": b"@1e-99999999999",
    "huge_power": b"@1e99999999999999999999", "tiny": b"@1e-99999999999999999999", "minus": b"@-1", "minus_tiny": b"@-1e-400", "half": b"@0.5",
    "nearly_one": b"@0.99999999999999999999999", "nearly_whole": b"@1.00000000000000000000001", "many_digits": b"@" + b"9" * 4000,
}.items():
    number(name, digits, M.VALUE)
for name, digits in {
    "plus": b"@+1", "minus_alone": b"@-", "point_first": b"@.5", "point_last": b"1@.", "power_empty": b"1@e", "power_sign": b"1@e+", "hexadecimal": b"0@x10",
    "leading_zero": b"0@1", "minus_leading_zero": b"-0@1", "two_points": b"1.0@.0", "power_point": b"1e1@.0", "underscore": b"1@_000",
    "full_width": b"@\xef\xbc\x91", "space_inside": b"1 @0",
}.items():
    number(name, digits, M.SYNTAX)
number("most_content", b"4096", member=b"max_content")
number("too_much_content", b"@4097", M.VALUE, member=b"max_content")
number("string", b'@"1"', M.TYPE)
right("version_point", b'{"version":1.0}')
right("version_power", b'{"version":10e-1}')
wrong("version_nearly", b'{"version":@1.00000000000000000000001}', M.VERSION)
wrong("version_two", b'{"version":@2}', M.VERSION)
wrong("version_string", b'{"version":@"1"}', M.TYPE)
wrong("version_true", b'{"version":@true}', M.TYPE)

# ---- Strings ----

for name, string in {
    "empty": b'""', "escapes": rb'"\"\\\/\b\f\n\r\t"', "code_points": rb'"\u0000\u001f\u00e9\uFFFF\uffff"', "pair": rb'"\ud83d\ude00\uDBFF\uDFFF"',
    "raw": "\"é€\U0001f600\u2028\x7f\U0010ffff\"".encode(), "long": b'"' + b"x" * 5000 + b'"', "nul_escaped": rb'"a\u0000b"',
}.items():
    text(name, string)
for name, string in {
    "open": b'@"abc', "open_escape": rb'@"abc\"', "newline": b'"a@\nb"', "tab": b'"@\t"', "nul": b'"@\0"', "control": b'"@\x1f"', "escape_x": rb'"@\x41"',
    "escape_quote": rb'''"@\'"''', "escape_capital": rb'"@\U0041"', "escape_zero": rb'"@\0"', "unit_short": rb'"@\u004"', "unit_letters": rb'"@\u00g0"',
    "unit_sign": rb'"@\u+041"', "unit_space": rb'"@\u 041"', "pair_cut": rb'"\ud83d@\u"'.replace(b"\\ud83d", b"x"),
}.items():
    text(name, string, M.SYNTAX)
for name, string in {
    "high_alone": rb'"a@\ud83d"', "high_and_text": rb'"@\ud83dx"', "low_alone": rb'"@\ude00"', "pair_backwards": rb'"@\ude00\ud83d"',
    "two_high": rb'"@\ud83d\ud83d\ude00"', "high_and_other": rb'"@\ud83d\u0041"', "invalid": b'"@\xff"', "cut": b'"@\xc3"', "overlong": b'"@\xc0\xaf"',
    "overlong_three": b'"@\xe0\x80\xaf"', "surrogate": b'"@\xed\xa0\x80"', "beyond": b'"@\xf4\x90\x80\x80"', "continuation": b'"@\x80"', "latin1": b'"caf@\xe9"',
    "five_bytes": b'"@\xf8\x88\x80\x80\x80"',
}.items():
    text(name, string, M.ENCODING)

# ---- Members ----

right("key_escaped", rb'{"\u0076ersion":1,"o\u0066f":true}')
right("order", b'{"retargets":[{"type":"","inner":"B","container":"A"}],"version":1}')
right("types_repeated", b'{"version":1,"event_types":["click","click"]}')
wrong("unknown", b'{"version":1,@"of":true}', M.UNKNOWN_MEMBER)
wrong("unknown_empty", b'{"version":1,@"":true}', M.UNKNOWN_MEMBER)
wrong("unknown_case", b'{"version":1,@"Off":true}', M.UNKNOWN_MEMBER)
wrong("unknown_nul", b'{"version":1,@"off\\u0000":true}', M.UNKNOWN_MEMBER)
wrong("unknown_long", b'{"version":1,@"off' + b" " * 300 + b'":true}', M.UNKNOWN_MEMBER)
wrong("of_another_object", b'{"version":1,@"name":"a"}', M.UNKNOWN_MEMBER)
wrong("of_the_document", b'{"version":1,"gesture_views":[{@"off":true,"name":"a","match":"exact"}]}', M.UNKNOWN_MEMBER)
wrong("twice", b'{"version":1,@"version":1}', M.DUPLICATE_MEMBER)
wrong("twice_escaped", rb'{"version":1,"off":true,@"\u006fff":true}', M.DUPLICATE_MEMBER)
wrong("twice_inside", b'{"version":1,"gesture_views":[{"name":"a",@"name":"a","match":"exact"}]}', M.DUPLICATE_MEMBER)
wrong("no_version", b'@{}', M.MISSING_MEMBER)
wrong("no_version_with_others", b' @{"off":true}', M.MISSING_MEMBER)
wrong("no_match", b'{"version":1,"gesture_views":[{"name":"a","match":"exact"}, @{"name":"a"}]}', M.MISSING_MEMBER)
wrong("no_inner", b'{"version":1,"retargets":[@{"container":"a"}]}', M.MISSING_MEMBER)
wrong("no_scope", b'{"version":1,"builtin_actions":[@{"class":"a","action":"b"}]}', M.MISSING_MEMBER)
wrong("object_as_list", b'{"version":1,"gesture_views":@{}}', M.TYPE)
wrong("string_as_entry", b'{"version":1,"gesture_views":[@"a"]}', M.TYPE)
wrong("object_as_name", b'{"version":1,"recognizers":["a", @{}]}', M.TYPE)
wrong("number_as_word", b'{"version":1,"event_types":[@4]}', M.TYPE)
wrong("unknown_word", b'{"version":1,"event_types":[@"tap"]}', M.VALUE)
wrong("unknown_match", b'{"version":1,"gesture_views":[{"name":"a","match":@"Exact"}]}', M.VALUE)
wrong("scope_as_match", b'{"version":1,"gesture_views":[{"name":"a","match":@"view"}]}', M.VALUE)
wrong("match_as_scope", b'{"version":1,"builtin_actions":[{"class":"a","action":"b","scope":@"exact"}]}', M.VALUE)
wrong("empty_name", b'{"version":1,"recognizers":[@""]}', M.VALUE)
wrong("five_types", b'{"version":1,"event_types":["click","click","click","click",@"click"]}', M.TOO_MANY)
right("names", b'{"version":1,"recognizers":["' + b"x" * 256 + b'","' + b"\\u00e9" * 128 + b'"]}')
wrong("long_name", b'{"version":1,"recognizers":[@"' + b"x" * 257 + b'"]}', M.TOO_LONG)
wrong("long_name_of_escapes", b'{"version":1,"recognizers":[@"' + b"\\u00e9" * 129 + b'"]}', M.TOO_LONG)
wrong("too_many", b'{"version":1,"recognizers":[' + b'"a",' * 1024 + b'@"a"]}', M.TOO_MANY)
