# SPDX-License-Identifier: MIT
"""Compares how the plugins read regions and styles with how the command line does."""

import argparse
import json
import os
import random
import shutil
import string
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from scrim_tools.cli import redact as cli_redact
from scrim_tools.errors import UsageError
from scrim_tools.regions import parse_regions
from scrim_tools.style_words import parse_style

from scrim import Region, ScrimError, Shape, Style
from scrim.styles import style_struct

ROOT = Path(__file__).resolve().parents[2]
READER = Path(os.environ.get("SCRIM_BUILD", ROOT / "build")) / "plugins/common/prog_regions"
pytestmark = pytest.mark.skipif(not READER.exists(), reason=f"{READER} has not been built")

Shown = tuple[tuple[object, ...], ...]


class Reader:
    """The program that shows how the plugins read a text."""

    def __init__(self, **environment: str) -> None:
        self.process = subprocess.Popen(
            [READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **environment}
        )

    def ask(self, text: str | bytes, size: tuple[int, int] = (640, 480)) -> list[list[str]]:
        assert self.process.stdin and self.process.stdout
        data = text.encode() if isinstance(text, str) else text
        self.process.stdin.write(b"%d %d %d\n" % (*size, len(data)) + data)
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline().decode(errors="replace").rstrip("\n")) != "end":
            assert line, f"the reader ended at {data!r}"
            lines.append(line.split(" ", 1) if line.startswith("error ") else line.split(" "))
        return lines


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    reader = Reader()
    yield reader
    assert reader.process.stdin
    reader.process.stdin.close()
    assert reader.process.wait() == 0


def style_of(style: Style) -> tuple[object, ...]:
    made = style_struct(style)
    return (made.kind, made.color, made.flags, made.amount, made.saturation, made.seed)


def read_style(line: list[str]) -> tuple[object, ...]:
    kind, color, flags, amount, saturation, seed = line[1:]
    return (int(kind), int(color, 16), int(flags), float.fromhex(amount), float.fromhex(saturation), int(seed))


def region_of(region: Region, styles: list[Style], default: Style, index: int) -> tuple[object, ...]:
    style = styles[region.style] if styles else default
    identity = index if region.id is None else region.id
    box = tuple(map(float, (region.rect if not region.points else (0, 0, 0, 0))))
    return (int(region.shape), style_of(style), identity, *box, region.radius, *(n for point in region.points for n in point))


def read_regions(lines: list[list[str]]) -> Shown | None:
    """The regions that the plugins read, each with its style. None if they refused the text."""
    if lines and lines[0][0] == "error":
        assert lines[0][1]
        return None
    styles = [read_style(line) for line in lines if line[0] == "style"]
    return tuple(
        (int(line[1]), styles[int(line[2])], int(line[3]), *map(float.fromhex, line[4:]))
        for line in lines
        if line[0] == "region"
    )


def by_command_line(options: list[str], size: tuple[int, int]) -> Shown | None:
    """The regions of options of `scrim redact`. None if the command refuses them."""
    parser = argparse.ArgumentParser()
    cli_redact.add_parser(parser.add_subparsers())
    try:
        args = parser.parse_args(["redact", "in.png", "out.png", *options])
        given = cli_redact._job(args).regions[0][1]
    except (UsageError, SystemExit):
        return None
    return tuple(region_of(region, given.styles, Style(), index) for index, region in enumerate(given.still(size)))


def by_file(text: str | bytes, size: tuple[int, int]) -> Shown | None:
    """The regions of a file of `scrim redact`. None if the command refuses it."""
    try:
        given = parse_regions(text)
        still = given.still(size)
        if not still:
            return None  # the command asks for --allow-nothing
        for region in still:
            if region.radius > 2**30:
                return None  # the command says so when it covers
        for style in given.styles:
            if style_struct(style).color & 0xFF != 0xFF and style.kind.name != "EFFECT":
                return None
    except (UsageError, ScrimError):
        return None
    return tuple(region_of(region, given.styles, Style(), index) for index, region in enumerate(still))


# ---- Styles ----

WORDS = ["solid", "frost", "tiles", "blur", "pixelate", "effect", "light", "extra-light", "dark", "tint", "none", "Solid", ""]
VALUES = [
    "", "0", "7", "-1", "007", "0x10", "0X1f", "0b101", "0o17", "0xg", "0x", "18446744073709551615",
    "18446744073709551616", "0xffffffffffffffff", "0x10000000000000000", "1.5", "16", "16.0", "256", "256.5", "1", "2", "2.5",
    "4096", "4097", "1e2", "nan", "inf", "1e400", "#102030", "#10203", "#1020300", "#102030ff", "#10203040", "102030", "#FFffFF",
    "#1020g0", "#", ":", "é",
]  # fmt: skip


def style_by_command_line(text: str) -> tuple[object, ...] | None:
    try:
        style = parse_style(text)
    except UsageError:
        return None
    return style_of(style)


@pytest.mark.parametrize("word", WORDS)
def test_styles_are_those_of_the_command_line(reader: Reader, word: str) -> None:
    for value in [None, *VALUES]:
        text = word if value is None else f"{word}:{value}"
        expected = style_by_command_line(text)
        if word in ("solid", "tint") and value == "#10203040":
            assert expected  # the command says only when it covers that such a color would not cover
            expected = None
        lines = reader.ask(f"style {text}")
        got = None if lines[0][0] == "error" else read_style(lines[0])
        assert got == expected, (text, lines)


@pytest.mark.parametrize("text", ["frost:+7", "frost: 7", "frost:7 ", "frost:1_0", "blur: 7", "blur:1_0", "solid:#+12345", "frost:7\0"])
def test_what_only_python_reads_as_a_number_is_refused(reader: Reader, text: str) -> None:
    assert reader.ask(f"style {text}")[0][0] == "error"


def test_an_at_sign_stands_for_the_colon(reader: Reader) -> None:
    for mine, theirs in {
        "frost@7": "frost:7",
        "solid@102030": "solid:#102030",
        "solid@#102030": "solid:#102030",
        "tint@FF0000": "tint:#FF0000",
        "blur@16": "blur:16",
    }.items():
        assert reader.ask(f"style {mine}") == reader.ask(f"style {theirs}")
        assert reader.ask(f"style {mine}")[0][0] == "style"
    for wrong in ("solid@10203", "solid@", "light@", "frost@@7", "frost@:7", "solid:102030", "solid@10203040"):
        assert reader.ask(f"style {wrong}")[0][0] == "error", wrong


# ---- Options of the command line ----


def number_word(rng: random.Random) -> str:
    return rng.choice(
        [
            str(rng.randint(0, 700)),
            str(rng.randint(1, 500)),
            f"{rng.uniform(0, 600):.3f}",
            f"{rng.uniform(-50, 600)!r}",
            rng.choice(["1e2", "-5", "+5", "1.", ".5", "0", "1e-3", "2e9", "1e300", "nan", "1e999", "x", "1073741824", "-0"]),
        ]
    )


def test_options_are_those_of_the_command_line(reader: Reader) -> None:
    rng = random.Random(20)
    accepted = 0
    for round in range(4000):
        size = (rng.randint(1, 3000), rng.randint(1, 3000))
        options: list[str] = []
        for _ in range(rng.randint(1, 4)):
            shape = rng.choice(["rect", "ellipse", "rounded-rect", "polygon", "quad"] if round % 7 == 0 else ["rect", "ellipse"])
            shape = rng.choice([shape, "rounded-rect", "polygon"])
            wanted = {"rounded-rect": 5, "polygon": 2 * rng.randint(3, 6)}.get(shape, 4)
            wanted += rng.choice([0] * 20 + [1, -1])
            easy = rng.random() < 0.9
            numbers = [str(rng.randint(1, 500)) if easy else number_word(rng) for _ in range(wanted)]
            options.append(f"--{shape}={rng.choice([',', ', ', ';', ' '] if easy else [',']).join(numbers)}")
        if rng.random() < 0.3:
            options.insert(rng.randrange(len(options) + 1), f"--boxes={rng.choice(['xywh', 'xyxy', 'normalized', 'yxyx'])}")
        expected = by_command_line(options, size)
        text = " ".join(options)
        if rng.random() < 0.3:
            text = text.replace("=", " ")
        got = read_regions(reader.ask(text, size))
        assert got == expected, (text, got, expected)
        accepted += expected is not None
    assert accepted > 1000


@pytest.mark.parametrize(
    "text",
    ["--", "--rect", "--rect=", "--rect=1,2,3", "--rect 1,2,3,4 5", "--rect 1 2 3 4 -- 5", "--boxes xyxy", "--rect=1,2,3,4 --boxes",
     "--rect=1,2,3,4 x", "--rects=1,2,3,4", "--rect=1,2,3,0x4", "--rect=1,2,3,1_0",
     "--rect=1,2,3,4 --style=frost", "--rect=1,2,3,4 --regions=x.json", "---rect=1,2,3,4", "--rect=1,2,3,4--rect=1,2,3,4"],
)  # fmt: skip
def test_wrong_options_are_refused(reader: Reader, text: str) -> None:
    assert reader.ask(text)[0][0] == "error"


# ---- Shapes with slashes between them ----


def as_options(items: list[str]) -> list[str]:
    """What a list of shapes says, as options of the command line."""
    options = []
    for item in items:
        name, at, rest = item.partition("@")
        if not at:
            name, rest = "rect", name
        if name == "polygon":
            options.append(f"--polygon={rest.replace('+', ',')}")
            continue
        size, *place = rest.split("+")
        width, height = size.split("x")
        options.append(f"--{name}={','.join([*place[:2], width, height, *place[2:]])}")
    return options


def slash_number(rng: random.Random, low: int = 0) -> str:
    return rng.choice([str(rng.randint(low, 800)), f"{rng.uniform(low, 800):.4f}"])


def slash_items(rng: random.Random) -> list[str]:
    items = []
    for _ in range(rng.randint(1, 5)):
        shape = rng.choice(["", "rect@", "ellipse@", "rounded-rect@", "polygon@"])
        if shape == "polygon@":
            items.append(shape + "+".join(slash_number(rng, -90) for _ in range(2 * rng.randint(3, 7))))
            continue
        sides = f"{slash_number(rng, 1)}x{slash_number(rng, 1)}"
        place = f"+{slash_number(rng, -90)}+{slash_number(rng, -90)}"
        items.append(shape + sides + place + (f"+{slash_number(rng)}" if shape == "rounded-rect@" else ""))
    return items


def test_shapes_with_slashes_say_what_options_say(reader: Reader) -> None:
    rng = random.Random(21)
    for _ in range(2000):
        items = slash_items(rng)
        expected = by_command_line(as_options(items), (640, 480))
        assert expected is not None
        text = rng.choice(["/", " / ", "/ "]).join(items)
        assert read_regions(reader.ask(rng.choice(["", " "]) + text)) == expected, text


def test_shapes_can_be_counted_in_a_picture_of_another_size(reader: Reader) -> None:
    rng = random.Random(22)
    for _ in range(500):
        items = slash_items(rng)
        whole, size = [(rng.randint(1, 4000), rng.randint(1, 4000)) for _ in range(2)]
        if rng.random() < 0.2:
            size = whole
        plain = read_regions(reader.ask("/".join(items)))
        scaled = read_regions(reader.ask(f"{whole[0]}x{whole[1]}/{'/'.join(items)}", size))
        assert plain is not None and scaled is not None
        if size == whole:
            assert scaled == plain  # to the last bit: an edge of a pixel must not become the next one
        for a, b in zip(plain, scaled, strict=True):
            assert a[:3] == b[:3]
            box, radius, points = a[3:7], a[7], a[8:]
            expected = [n * size[i % 2] / whole[i % 2] for i, n in enumerate(box)]  # type: ignore[operator]
            expected.append(radius * size[0] / whole[0])  # type: ignore[operator]
            expected += [n * size[i % 2] / whole[i % 2] for i, n in enumerate(points)]  # type: ignore[operator]
            assert list(b[3:]) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "320x50", "320x50+90", "320x50+90+190+1", "320x50+90+190/", "/", "320x50+90+190//320x50+90+190", "320+50+90+190",
     "-320x50+90+190", "320x-50+90+190", "0x50+90+190", "320x0+90+190", "320x50-90+190", "320x50+90-190", "320x50++90+190",
     "320X50+90+190", "3 20x50+90+190", "320x50+90+190x", "320x50+1e3+190", "nanx50+90+190", "infx50+1+1", "0x10x50+90+190",
     "ellipse320x50+90+190", "ellipse@320x50", "circle@320x50+90+190", "@320x50+90+190", "rect@", "rounded-rect@10x10+1+1",
     "rounded_rect@10x10+1+1+2", "rounded-rect@10x10+1+1+-2", "polygon@0+0+1+1", "polygon@0+0+1+1+2", "polygon@0x0+1+1+2+2",
     "640x480/", "640x480/640x480/1x1+0+0", "1x1+0+0/640x480", "0x480/1x1+0+0", "640x65537/1x1+0+0", "rect@640x480/1x1+0+0",
     "2000000000x1+0+0", "1x1+1073741824+0", "None", "none/1x1+0+0", "none none", "1x1+0+0 1x1+2+2", "regions.json", "..", ".",
     "320x50+90+190,", "320x50+90+190;", "320x50+90+190|frost", "320x50+90+190\0", "\0", "{", "{}", "[]", "320x50+9０+190"],
)  # fmt: skip
def test_wrong_lists_are_refused(reader: Reader, text: str) -> None:
    assert reader.ask(text)[0][0] == "error"


def test_none_covers_nothing(reader: Reader) -> None:
    assert read_regions(reader.ask("none")) == ()
    assert read_regions(reader.ask(" none\n")) == ()


# ---- Files ----

SHAPES = ["rect", "rounded_rect", "ellipse", "polygon"]


def file_number(rng: random.Random, easy: bool) -> object:
    if easy:
        return rng.choice([rng.randint(-20, 600), rng.uniform(-20, 600)])
    return rng.choice([0, -0.0, 1e300, 1e301, 2**31, 2**30, -(2**30), True, None, "1", [], {}, 10**45, 1e-320, 5e-324])


def file_region(rng: random.Random, easy: bool, format: object) -> object:
    if not easy and rng.random() < 0.1:
        return rng.choice([None, 3, "x", [], [[1, 2]], {}, True])
    shape = rng.choice(SHAPES)
    high = 1.0 if format == "normalized" else 600.0

    def number() -> object:
        if not easy and rng.random() < 0.05:
            return file_number(rng, False)
        return rng.choice([rng.uniform(0, high), rng.uniform(0, high), rng.randint(0, int(high))])

    item: dict[str, object] = {}
    if shape == "polygon":
        item[shape] = [[number(), number()] for _ in range(rng.randint(3 if easy else 2, 6))]
    elif format in ("xyxy", "normalized"):
        x, y = rng.uniform(0, high / 2), rng.uniform(0, high / 2)
        item[shape] = [x, y, rng.uniform(x, high), rng.uniform(y, high)]
    else:
        item[shape] = [number(), number(), number(), number()]
    if shape == "rounded_rect" and rng.random() < 0.8:
        item["radius"] = rng.choice([0, 8, 2.5, 1e9, 2**30])
    if rng.random() < 0.4:
        item["style"] = rng.choice(["frost:7", "tiles", "solid:#102030", "blur:16", "light", "frost:0x1F"])
    if rng.random() < 0.4:
        item["id"] = rng.choice([0, 5, 2**64 - 1, 2**63])
    if not easy:
        for _ in range(rng.choice([0, 0, 1])):
            name = rng.choice(["radius", "id", "style", "from", "to", "keyframes", "held", "reckt", "rect", "polygon", "time"])
            item[name] = rng.choice([0, 8, -1, 2**64, 1.5, "frost:7", "frost:-1", [], True, None, {"rect": [1, 1, 2, 2]}])
    pairs = list(item.items())
    rng.shuffle(pairs)
    return dict(pairs)


def file_text(rng: random.Random) -> str:
    easy = rng.random() < 0.5
    format = rng.choice([None, "xywh", "xyxy", "normalized"])
    top: dict[str, object] = {"regions": [file_region(rng, easy, format) for _ in range(rng.randint(1, 4))]}
    if format:
        top["format"] = format
    if rng.random() < 0.4:
        top["style"] = rng.choice(["frost:7", "solid", "tint:#FF0000"])
    if not easy and rng.random() < 0.2:
        top[rng.choice(["format", "style", "regions", "region"])] = rng.choice([None, "xyxy", "frost", [], {}, 3, "yxyx"])
    pairs = list(top.items())
    rng.shuffle(pairs)
    return json.dumps(dict(pairs), indent=rng.choice([None, None, 2]), separators=rng.choice([None, (",", ":")]))


#: Characters that change what JSON says.
MARKS = '[]{}",:0123456789.eE+- \n\ttruefalsenull\\u"/*NaInfity' + string.ascii_lowercase


def damaged(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text))
    match rng.randrange(4):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + rng.choice(MARKS) + text[at:]
        case 2:
            return text[:at] + rng.choice(MARKS) + text[at + 1 :]
    end = min(len(text), at + rng.randint(1, 30))
    return text[:at] + text[at:end] * 2 + text[end:]


def test_files_are_read_as_the_command_line_reads_them(reader: Reader) -> None:
    rng = random.Random(23)
    counts = {True: 0, False: 0}
    for round in range(6000):
        text = file_text(rng)
        if round % 2:
            text = damaged(rng, text)
        size = (rng.randint(1, 3000), rng.randint(1, 3000))
        if not text.startswith("{"):
            continue
        expected = by_file(text, size)
        if '"held"' in text or '"keyframes"' in text:
            expected = None  # false and null have no effect there; here, what is for videos is refused
        lines = reader.ask(text, size)
        assert read_regions(lines) == expected, f"{text} was read as {lines}"
        counts[expected is not None] += 1
    assert min(counts.values()) > 1000, counts


@pytest.mark.parametrize(
    "text",
    ['{"regions": [{"rect": [1, 2, 3, 4], "from": 1}]}', '{"regions": [{"keyframes": [{"time": 0, "rect": [1, 2, 3, 4]}]}]}',
     '{"regions": []}', '{"regions": [{"rect": [1, 2, 3, 4]}]} x', '{"regions": [{"rect": [1, 2, 3, 4]}, ]}',
     '{"regions": [{"rect": [1, 2, 3, 4,]}]}', '{"regions": [{"rect": [1, 2, 3, 4],}]}', '{"regions": [{"rect": [1, 2, 3, 4, 5]}]}',
     '{"regions": [{"rect": [1, 2, 3, 4], "rect": [1, 2, 3, 4]}]}', '{"regions": [{"rect": [1, 2, 3, 4]}], "regions": []}',
     '{"regions": [{"rect": [1, 2, 3, 04]}]}', '{"regions": [{"rect": [1, 2, 3, 4.]}]}', '{"regions": [{"rect": [1, 2, 3, .4]}]}',
     '{"regions": [{"rect": [1, 2, 3, +4]}]}', '{"regions": [{"rect": [1, 2, 3, NaN]}]}', "{'regions': [{'rect': [1, 2, 3, 4]}]}",
     '{"regions": [{"rect": [1, 2, 3, 4], "id": 0x10}]}', '{"regions": [{"rect": [1, 2, 3, 4], "id": 1.0}]}',
     '{"regions": [{"rect": [1, 2, 3, 4], "style": "frost@7"}]}', '{"regions": [{"rect": [1, 2, 3, 4]}]}\0', "{" * 100000,
     '{"regions": ' + "[" * 100000, '{"regions": [{"rect": [' + "1," * 100000, '{"' + "x" * 100000],
)  # fmt: skip
def test_wrong_files_are_refused(reader: Reader, text: str) -> None:
    assert reader.ask(text)[0][0] == "error"


def test_names_may_be_escaped(reader: Reader) -> None:
    plain = reader.ask('{"regions": [{"rect": [1, 2, 3, 4]}]}')
    assert reader.ask('{"reg\\u0069ons": [{"\\u0072ect": [1, 2, 3, 4]}]}') == plain
    assert plain[-1][0] == "region"


def test_messages_say_where(reader: Reader) -> None:
    assert reader.ask('{"regions": [{"rect": [1, 2, 3, 4]},\n{"rect": [1, 2, -3, 4]}]}')[0][1].startswith("regions[1].rect: width must be")
    assert reader.ask('{"regions": [\n{"reckt": [1, 2, 3, 4]}]}')[0][1] == "regions[0]: line 2: unknown name 'reckt'"
    assert reader.ask("320x50+90+190/x")[0][1].endswith("(got 'x')")
    assert reader.ask("/nowhere/regions.json")[0][1] == "/nowhere/regions.json: No such file or directory"


def test_files_are_read_from_paths(reader: Reader, tmp_path: Path) -> None:
    text = '{"style": "frost:7", "regions": [{"rect": [1, 2, 3, 4]}]}'
    path = tmp_path / "regions.json"
    path.write_text(text)
    expected = reader.ask(text)
    assert expected[-1][0] == "region"
    assert reader.ask(str(path)) == expected
    assert reader.ask(f"./{os.path.relpath(path)}") == expected
    path.write_text("\ufeff" + text)
    assert reader.ask(str(path)) == expected
    path.write_text('{"regions": 3}')
    assert reader.ask(str(path))[0][1].startswith(f"{path}: regions: line 1: must be a list")
    for wrong in (tmp_path, tmp_path / "none.json", "/dev/zero", "/dev/null"):
        assert reader.ask(str(wrong))[0][0] == "error"
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    assert "ordinary file" in reader.ask(str(fifo))[0][1]
    path.write_text(text + " " * 4194304)
    assert "at most 4194304 bytes" in reader.ask(str(path))[0][1]


def test_many_regions(reader: Reader) -> None:
    text = json.dumps({"regions": [{"rect": [n % 500, n // 500, 1, 1]} for n in range(100_000)]}, separators=(",", ":"))
    regions = read_regions(reader.ask(text))
    assert regions is not None and len(regions) == 100_000
    assert all(a[2] + 1 == b[2] for a, b in pairwise(regions))  # type: ignore[operator]


def test_many_styles_are_refused(reader: Reader) -> None:
    def text(count: int) -> str:
        return json.dumps({"regions": [{"rect": [0, 0, 1, 1], "style": f"frost:{seed}"} for seed in range(count)]})

    assert reader.ask(text(255))[-1][0] == "region"
    assert "at most 255 styles" in reader.ask(text(256))[0][1]


def test_random_bytes_are_refused(reader: Reader) -> None:
    rng = random.Random(24)
    starts = [b"", b"{", b'{"regions":', b"--rect=", b"1x1+", b"polygon@", b"style "]
    for _ in range(3000):
        data = rng.choice(starts) + bytes(rng.choices(MARKS.encode() + bytes([0, 200]), k=rng.randint(0, 30)))
        if not data.startswith((b"/", b"./", b"../")):
            reader.ask(data)


def test_the_locale_has_no_influence(reader: Reader, tmp_path: Path) -> None:
    """In German, a comma is the decimal point."""
    made = ["localedef", "-i", "de_DE", "-f", "UTF-8", str(tmp_path / "de_DE.UTF-8")]
    if shutil.which("localedef") is None or subprocess.run(made, capture_output=True).returncode != 0:
        pytest.skip("localedef or its sources are missing")
    german = Reader(LC_ALL="de_DE.UTF-8", LOCPATH=str(tmp_path))
    shown = [[word.replace(",", ".") for word in line] for line in german.ask("1.5x2+3+4")]
    assert shown == reader.ask("1.5x2+3+4") != german.ask("1.5x2+3+4")  # the program does write a comma
    assert german.ask("1,5x2+3+4")[0][0] == "error"
    assert german.ask("style blur:1.5") != german.ask("style blur:1")
