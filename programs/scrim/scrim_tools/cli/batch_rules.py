# SPDX-License-Identifier: MIT
"""Files of rules, which say what to cover in which files.

    {"rules": [
        {"files": "shots/*.png", "regions": [{"rect": [90, 190, 320, 50]}], "text": ["card", "email"]},
        {"files": ["*.mp4", "*.mkv"], "regions_file": "{folder}/{stem}.json", "hold": 0.5, "audio": false},
        {"files": ["*.json", "*.txt"], "skip": true}]}

The first rule whose `files` match a file applies to it. These patterns match paths below the source: `*` and `?` match
characters of a name, and `**` matches folders too. A pattern without a slash matches names in any folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from string import Formatter
from typing import Any

from scrim import Style, __version__, library_version

from ..errors import CommandError, UsageError
from ..regions import Clip, Regions, load_regions, meant, parse_regions
from ..style_words import parse_style
from ..text import check_language
from ..text import pattern as named_pattern
from .image_job import ImageJob
from .region_options import IN_RULES, check_choice, choice_of_rule

VIDEOS = frozenset(".mp4 .m4v .mov .mkv .webm .avi .ts .mts .m2ts .mpg .mpeg .ogv .flv .wmv".split())

#: The names in a rule and the types of their values: for all files, for pictures, and for videos.
_BOTH: dict[str, type | tuple[type, ...]] = {
    "files": (str, list),
    "skip": bool,
    "format": str,
    "style": str,
    "regions": list,
    "regions_file": str,
    **IN_RULES,
    "sampling_gap": int,
    "dilation": int,
    "size_multiple": int,
    "codec_block": int,
    "auto_dilate": bool,
    "allow_nothing": bool,
    "text": list,
    "language": str,
}
_PICTURES: dict[str, type | tuple[type, ...]] = {
    "quality": int,
    "keep_icc": bool,
    "all_pages": bool,
    "max_pixels": int,
}
_VIDEOS: dict[str, type | tuple[type, ...]] = {
    "hold": (int, float),
    "max_speed": (int, float),
    "codec": str,
    "crf": (int, float),
    "preset": str,
    "audio": bool,
    "subtitles": bool,
    "convert": bool,
}
_VIDEO_TEXT: dict[str, type | tuple[type, ...]] = {"text_every": int}
_KNOWN = {**_BOTH, **_PICTURES, **_VIDEOS, **_VIDEO_TEXT}
#: The ranges of numbers. They equal the ranges of the options with these names.
_RANGES: dict[str, tuple[float, float]] = {
    "sampling_gap": (0, 64),
    **dict.fromkeys(("dilation", "size_multiple"), (0, 4096)),
    **dict.fromkeys(("hold", "max_speed", "crf"), (0, sys.float_info.max)),
    "quality": (1, 100),
    "text_every": (1, 100_000),
    "min_confidence": (-1e6, 1e6),
    "lost": (0, 1e6),
    "max_pixels": (1, 2**40),
}


@lru_cache(maxsize=1024)
def _expression(pattern: str) -> re.Pattern[str]:
    """Returns a pattern of paths as a regular expression."""
    text = "" if "/" in pattern else "(?:.*/)?"
    for part in re.findall(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]]*\]|.", pattern.removeprefix("/"), re.DOTALL):
        if part in ("**/", "**"):
            text += "(?:.*/)?" if part == "**/" else ".*"
        elif part in ("*", "?"):
            text += "[^/]*" if part == "*" else "[^/]"
        elif part.startswith("[") and len(part) > 2:
            inner = part[1:-1].replace("\\", r"\\").replace("[", r"\[")
            text += f"[^/{inner[1:]}]" if inner.startswith("!") else f"(?!/)[{inner}]"
        else:
            text += re.escape(part)
    try:
        return re.compile(text, re.DOTALL)
    except re.error:
        raise UsageError(f"files: invalid pattern {pattern!r}", "check the ranges in […], such as [a-z]") from None


@dataclass(frozen=True)
class Rule:
    """One rule. `said` is the object in the file. It consists of plain values, so that it can be sent to workers."""

    said: dict[str, Any]

    @property
    def skips(self) -> bool:
        return bool(self.said.get("skip", False))

    def matches(self, path: str) -> bool:
        files = self.said["files"]
        patterns = [files] if isinstance(files, str) else files
        return any(_expression(pattern).fullmatch(path) for pattern in patterns)

    def style(self) -> Style:
        return parse_style(self.said.get("style", "solid"))

    def regions_path(self, root: Path, path: str) -> Path | None:
        """Returns the path of the file of regions for a file, or None."""
        name: str | None = self.said.get("regions_file")
        if name is None:
            return None
        pure = PurePosixPath(path)
        parts = {"folder": str(pure.parent), "stem": pure.stem, "name": pure.name, "path": path}
        try:
            # format() alone would also take attributes of these words, and widths such as {name:>999999999}.
            if all(word is None or (word in parts and not width and not kind) for _, word, width, kind in Formatter().parse(name)):
                return root / name.format(**parts)
        except ValueError:  # a brace that is not closed
            pass
        hint = "valid names in braces are {folder}, {stem}, {name} and {path}"
        raise UsageError(f"regions_file: unknown name in braces (got {name!r})", hint)

    def regions(self, root: Path, path: str, clip: Callable[[], Clip] | None = None) -> list[tuple[str, Regions]]:
        """Returns the regions for a file, each with the name of their source for the report. `clip` is for videos."""
        found = []
        if self.said.get("regions"):
            own = {name: self.said[name] for name in ("format", "style", "regions") if name in self.said}
            found.append(("rule", parse_regions(json.dumps(own))))
        beside = self.regions_path(root, path)
        if beside is not None:
            choice = choice_of_rule(self.said, self.style())
            regions = load_regions(beside, choice, picture=root / path, whole_path=True, clip=clip)
            check_choice(choice, [regions])
            found.append((beside.name, regions))
        return found

    def image_job(self, root: Path, path: str) -> ImageJob:
        named = (
            "sampling_gap",
            "dilation",
            "size_multiple",
            "codec_block",
            "auto_dilate",
            "allow_nothing",
            "language",
            *_PICTURES,
        )
        said = {name: self.said[name] for name in named if name in self.said}
        texts = tuple(self.said.get("text", ()))
        return ImageJob(regions=tuple(self.regions(root, path)), texts=texts, style=self.style(), **said)

    def video_options(self) -> dict[str, Any]:
        """Returns the arguments of VideoOptions, except for styles."""
        named = ("sampling_gap", "dilation", "size_multiple", "codec_block", "auto_dilate", "allow_nothing", *_VIDEOS)
        return {name: self.said[name] for name in named if name in self.said}

    def text_options(self) -> dict[str, Any]:
        """Returns the arguments of search_video(), except for the patterns and the style."""
        named = ("language", "size_multiple", "allow_nothing")
        every = {"every": self.said["text_every"]} if "text_every" in self.said else {}
        return {**{name: self.said[name] for name in named if name in self.said}, **every}

    def digest(self, root: Path, path: str) -> str:
        """Returns a digest of the rule, the file of regions and the version of Scrim. It changes when one of them does."""
        text = json.dumps([self.said, __version__, library_version()], sort_keys=True)
        beside = self.regions_path(root, path)
        return hashlib.sha256(text.encode() + (b"\0" + beside.read_bytes() if beside is not None else b"")).hexdigest()


@dataclass(frozen=True)
class Rules:
    """The rules of a file, in their order."""

    rules: tuple[Rule, ...]

    def rule_for(self, path: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.matches(path)), None)


def load_rules(path: str | Path) -> Rules:
    """Reads a file of rules. Raises UsageError or OSError.

    Unknown names are errors, because a mistyped name could leave something uncovered.
    """
    try:
        value = json.loads(Path(path).read_bytes(), object_pairs_hook=_object)
    except CommandError as error:
        raise UsageError(f"{path}: {error}", error.hint) from None
    except RecursionError:
        raise UsageError(f"{path}: lists or objects are nested too deeply") from None
    except ValueError as error:  # also for numbers of too many digits
        raise UsageError(f"{path}: invalid JSON: {error}") from None
    if not isinstance(value, dict) or set(value) != {"rules"} or not isinstance(value["rules"], list):
        raise UsageError(
            f'{path}: must be an object with the name "rules" alone, and a list of rules as its value',
            'write {"rules": [{"files": "*.png", "regions": […]}]}',
        )
    rules = []
    for index, said in enumerate(value["rules"]):
        try:
            rules.append(_checked(said))
        except CommandError as error:
            raise UsageError(f"{path}: rules[{index}]: {error}", error.hint) from None
    return Rules(tuple(rules))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"{twice!r} appears twice in one object")
    return made


def _checked(said: Any) -> Rule:
    if not isinstance(said, dict):
        raise UsageError(f"must be an object {{…}} (got {json.dumps(said)[:40]})")
    for name, value in said.items():
        _check_value(name, value)
    files = said.get("files")
    for pattern in _strings("files", [files] if isinstance(files, str) else files):
        _expression(pattern)
    for text in _strings("text", said.get("text", [])):
        named_pattern(text)
    rule = Rule(said)
    if rule.skips:
        return rule
    if not any(said.get(name) for name in ("regions", "regions_file", "text")):
        raise UsageError("this rule covers nothing", 'add regions, regions_file or text, or "skip": true')
    # Errors in a rule are reported before the first file is read.
    choice_of_rule(said, rule.style())
    check_language(said.get("language", "eng"), "language")
    _check_name(str(rule.regions_path(Path(), "a/b.c") or ""))
    without = Rule({name: value for name, value in said.items() if name not in ("regions_file", *IN_RULES)})
    without.image_job(Path(), "")
    return rule


def _check_name(name: str) -> None:
    """Raises UsageError if no file can have this name."""
    try:
        valid = b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        valid = False
    if not valid:
        raise UsageError(f"regions_file: must not contain NUL or half of a surrogate pair (got {name!r})")


def _check_value(name: str, value: Any) -> None:
    if name not in _KNOWN:
        raise UsageError(f"unknown name {name!r}{meant(name, _KNOWN)}", f"valid names are {', '.join(sorted(_KNOWN))}")
    kind = _KNOWN[name]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise UsageError(f"{name}: must be {_kind(kind)} (got {json.dumps(value)[:40]})")
    low, high = _RANGES.get(name, (0, 0))
    if high and isinstance(value, int | float) and not low <= value <= high:  # NaN too
        wanted = f"from {low:g} to {high:g}" if high < 1e300 else f"{low:g} or greater, and finite"
        raise UsageError(f"{name}: must be {wanted} (got {value})")
    if name == "codec_block" and value not in (0, 8, 16):
        raise UsageError(f"{name}: must be 0, 8 or 16 (got {value})")


def _strings(name: str, value: Iterable[Any] | None) -> list[str]:
    items = list(value or [])
    if (name == "files" and not items) or not all(isinstance(item, str) and item for item in items):
        least = "one or more words" if name == "files" else "words"
        got = "it is missing" if value is None else f"got {json.dumps(value)[:40]}"
        raise UsageError(f"{name}: must be a list of {least}, each in quotes ({got})")
    return items


def _kind(kind: type | tuple[type, ...]) -> str:
    """Names a type of JSON in a message."""
    names: dict[Any, str] = {
        (str, list): "a word in quotes or a list of them",
        (int, float): "a number",
        bool: "true or false",
        str: "a word in quotes",
        list: "a list",
        dict: "an object {…}",
        int: "a whole number",
    }
    return names[kind]
