# SPDX-License-Identifier: MIT
"""Doxygen's INPUT_FILTER: writes a header's comments, which are plain text, as Doxygen wants them. The headers
themselves stay readable. `python3 doxygen_filter.py include/scrim/text.h` prints the result.

A header becomes a group, a section ("---- Editing ----") a named part of it, prose between declarations a paragraph
of the group's text, "Errors:" and its like paragraphs with a heading, and the short names of errors links.
"""

import re
import sys
from pathlib import Path

from comments import LABEL, SECTION, SHORT_ERROR, TITLES

PROSE = re.compile(r"^/\*\n((?: \*.*\n)+?) \*/\n", re.MULTILINE)
FILE = re.compile(r"/\*\*\n \* @file\n(.*?) \*/\n", re.DOTALL)
PARAMETER = re.compile(r"(?m)^(@param.*\n(?: .*\n)*)(?=[^\s@*/])")
DOCUMENTED = re.compile(r"/\*\*.*?\*/", re.DOTALL)


# What needs no comment in a header, and gets one here.
SIZE = re.compile(r"(?m)^(    uint32_t struct_size;)$")
COUNT = re.compile(r"(?m)^(    size_t (\w+)_count;)$")
VALUE = re.compile(r"    SCRIM_\w+ = (-?\d+),?")
# Of #defines in a row under one comment the first has it.
SHARED = re.compile(r"(?m)^(/\*\*(?:(?!\*/)[\s\S])*\*/\n)((?:#define (?:.*\\\n)*.*\n){2,})")


def _values(text: str) -> str:
    """The constants of enums, each with a comment, for one without has no entry: where the name says all, the value."""
    lines = text.split("\n")
    before = [""] + [line.strip() for line in lines]
    for number, line in enumerate(lines):
        has_comment = before[number].endswith("*/") and before[number].startswith(("/**", "*"))
        if not has_comment and (found := VALUE.fullmatch(line)):
            lines[number] = f"{line} /**< {found[1]} */"
    return "\n".join(lines)


def _share(match: re.Match[str]) -> str:
    return "".join(match[1] + define for define in re.findall(r"#define (?:.*\\\n)*.*\n", match[2]))


def _comment(match: re.Match[str]) -> str:
    text = re.sub(r"(?m)^ \*(?!/) ?", "", match[0])  # a star would keep a label from being first in its line
    text = PARAMETER.sub(r"\1\n", text)  # what is not indented after a parameter is about the whole again
    text = LABEL.sub(lambda label: f"\n@par {label[1]}\n", text)
    return SHORT_ERROR.sub(r"#SCRIM_ERROR_\1", text)


def _take_prose(text: str) -> tuple[str, str]:
    """The header without the prose between declarations, and that prose, each piece under the name of its section.
    Prose before the first section is about how the header is written, and does not go into the reference."""
    taken = ""
    for match in PROSE.finditer(text):
        if sections := [found[1] for found in SECTION.finditer(text, 0, match.start())]:
            taken += f"\n@par {sections[-1]}\n{match[1]}"
    return PROSE.sub(lambda match: "\n" * match[0].count("\n"), text), taken


def translate(name: str, text: str) -> str:
    text, prose = _take_prose(text)
    about = FILE.search(text)
    assert about, f"{name}.h does not begin with a comment on the file"
    group = f"/** @defgroup {name} {TITLES[name]}: scrim/{name}.h\n{about[1]}{prose} */\n"
    text = text[: about.end()] + group + f"/** @addtogroup {name}\n * @{{ */\n" + text[about.end() :]
    text = SIZE.sub(r"\1 /**< bytes of this struct: its _INIT macro sets it */", text)
    text = _values(text)
    text = COUNT.sub(r"\1 /**< how many there are in the list before it */", text)
    text = SHARED.sub(_share, text)
    text = DOCUMENTED.sub(_comment, text)
    titles = iter(SECTION.findall(text))
    text = SECTION.sub(lambda _: f"/** @}} */ /** @name {next(titles)}\n@{{ */", text)
    text = text.replace("/** @} */ ", "", 1)  # before the first there is none to end
    return text + "/** @} */\n" * (2 if "@name" in text else 1)


if __name__ == "__main__":
    header = Path(sys.argv[1])
    source = header.read_text()
    sys.stdout.write(translate(header.stem, source) if header.stem in TITLES else source)
