# SPDX-License-Identifier: MIT
"""What script/prose knows about words and sentences. Each rule names what to write instead."""

import re
from typing import NamedTuple

#: The longest sentence, in words. Code counts as one word. Aim at 25.
LONGEST = 30

#: The files that users read, as arguments of `git ls-files`.
FILES = [
    "*.md", "include/*.h", "include/*.hpp", "bindings/python/scrim/*.py", "programs/**/*.py", "programs/**/*.c", "programs/**/*.h",
    "programs/**/*.1", "docs/man/*.1", "plugins/**/*.c", "plugins/**/*.h", "examples/**/*.c", "examples/**/*.h", "examples/**/*.py", "Sources/**/*.swift",
    "bindings/rust/*.rs", "bindings/rust/src/*.rs", "bindings/rust/examples/*.rs",
]  # fmt: skip
#: Files among them that no person writes, or that only the tests read.
LEFT_OUT = r"(^|/)tests?/|/test_|_abi\.py$|Initializers\.swift$|^bindings/rust/src/(sys|enums)\.rs$|^bindings/python/.*/tests/"


class Rule(NamedTuple):
    pattern: re.Pattern[str]
    advice: str
    only: str = ""

    def applies(self, path: str) -> bool:
        return re.search(self.only, path) is not None


def _rule(pattern: str, advice: str, only: str = "") -> Rule:
    return Rule(re.compile(pattern, re.IGNORECASE), advice, only)


# A user reads all but the comments of Sources/.
_MANUAL = r"^(?!Sources/)"

RULES = [
    # ---- Turns of phrase that make a reader stop ----
    _rule(r"\bwhere (it|they|there|nothing|none|that|this|one) (is|are|has|does|was)\b", "say the condition with 'if' or 'when', and first"),
    _rule(r"(?<!there )\b(is|are|was|were) no (?!longer\b|more\b|\w+er\b|need\b|way\b|such\b)(?=\w)", "'is not a …' instead of 'is no …'", _MANUAL),
    _rule(r"\bof the \w+ the\b|\bof \w+ the (first|last|only|one)\b", "say 'the … of the …'"),
    _rule(r"\bbesides?\b", "'next to', 'with', 'also', 'apart from'"),
    _rule(r"\b(stands|stand|stood)\b(?! alone| for| out| in for|ard)", "'is', 'are'"),
    _rule(r"\bby (itself|themselves)\b", "'alone', 'on its own', or who does it"),
    _rule(r"\bso (it is|they are|is it) with\b|\bso (is|are|does|do) (the|a|an|it|its)\b", "name the subject again"),
    _rule(r"^What .{1,60}\b(is|are|has|does|was)\b \w+ (?!.*\?$)", "begin with a noun, not with 'what … is'", _MANUAL),
    _rule(r"\b(is|are|was|were|be|been) told\b|\btells?\b|\btold\b", "'reports', 'returns', 'shows', 'is passed'", _MANUAL),
    _rule(r"\bhas them\b|\bhave them\b", "name what it contains"),
    _rule(r"\bgo(es)? on\b", "'continues'"),
    _rule(r"\bas of\b", "name what it is like, or from when"),
    _rule(r"\bat hand\b", "'available'"),
    _rule(r"\ball the same\b", "'anyway', 'still'"),
    _rule(r"\bit is that of\b|\bthat of\b|\bthose of\b", "repeat the noun, or use an apostrophe", _MANUAL),
    _rule(r"\bTotal[;.]|\bis total\b", "'Never fails.'"),
    _rule(r"\b(may|can) be called from any thread\b", "'Thread-safe.'"),
    _rule(r"\bmay be had\b|\b(can|could|to) be had\b|\bcannot be had\b", "'is available', 'succeeds'"),
    _rule(r"\bwhatever (it|they|the|there|becomes|is|are)\b", "say what does not matter in a sentence of its own", _MANUAL),
    _rule(r"\b(whoever|whichever|wherever|whence|thereof|therein|thereby|hitherto|anew|lest|save for|nor is|nor are|nor does)\b", "plain words"),
    _rule(r"\bof (its|their) own\b(?= *([.,;:)]|$|and\b|or\b|in\b|for\b|that\b))", "'separate', 'its own …'"),
    _rule(r"\bfor (who|whom|what) (is|are|has|does|want|work)", "name the people or the thing"),
    _rule(r"\b(is|are) such\b|\bsuch (a|an) one\b", "name it"),
    _rule(r"\bas long as it is\b", "'while'"),
    _rule(r"; (so|and so|nor|else|or else) ", "a full stop, and a new sentence", _MANUAL),
    _rule(r"^(?=(\S+ ){12}).*;.*;", "at most one semicolon; end the sentence instead", _MANUAL),
    _rule(r"\([^()]{90,}\)", "a parenthesis this long is a sentence", _MANUAL),
    # ---- Vocabulary ----
    _rule(r"\bcosmetic\b", "'reversible'"),
    _rule(r"\blateness\b", "'latency'"),
    _rule(r"\beasing\b", "'smoothing'"),
    _rule(r"\b(test )?doors?\b", "'test hooks'", r"^(docs/contributing|CONTRIBUTING|Tests|Sources|include)"),
    _rule(r"\bhidden touch(es)?\b", "'private touches'"),
    _rule(r"\b(secret|private) views?\b", "'secure view'"),
    _rule(r"\btouch regions?\b", "'input region'"),
    _rule(r"\bmosaic\b", "'tiles' (irreversible) or 'pixelation' (reversible)"),
    _rule(r"\b(call|function|it|which|that|method|library|scrim) answers\b|\banswers? (with|all|the)\b|\bis answered\b", "'returns'"),
    _rule(r"\bprotect(s|ed|ing)? (a |the |each |every )?(frame|picture|image|video|screenshot)s?\b", "'redact'"),
    _rule(r"\b(grown|growth)\b", "'dilation' (of regions)", r"(redact|region|style|scene|capture)"),
    _rule(r"\bthe keys\b.{0,30}\bfocus\b", "'focus'"),
    # ---- American spelling ----
    _rule(r"\b\w*(colour|behaviour|favour|honour|neighbour|labour|armour)\w*", "American: -or"),
    _rule(r"\b(recognis|organis|normalis|initialis|serialis|optimis|minimis|maximis|summaris|synchronis|randomis|emphasis(e|es|ed|ing)\b|categoris|finalis|generalis|tokenis|quantis|rasteris)\w*", "American: -ize", ""),
    _rule(r"\b(centre|centred|centres|metre|metres|grey|greys|licence|licences|defence|programme|artefact|artefacts|catalogue|dialogue|judgement)\b", "American spelling"),
    _rule(r"\b(labell|modell|signall|travell|unravell|channell)(ed|ing)\b(?!_)", "American: one l"),
    # ---- Puffery ----
    _rule(r"\b(simply|just|easily|obviously|of course|powerful|seamless|robust|blazing|leverage|utilize)\b", "leave the word out", r"\.md$|\.h$|\.py$|\.1$"),
]

# The word before a full stop that ends no sentence.
SENTENCE_END = r"(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!cf\.)(?<=[\w)\]\"”’`*…][.!?:])[)\"”’]?\s+(?=\S)|\s+[-–—]{1,2}\s+(?=[A-Z])"

#: Sentences that must break a rule: file, a part of the sentence, and why.
EXCEPTIONS: dict[str, dict[str, str]] = {
    "examples/pipelines/rtsp_server.py": {"ximagesrc use-damage": "is a pipeline, and no sentence"},
}
