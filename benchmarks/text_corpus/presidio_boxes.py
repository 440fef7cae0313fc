# SPDX-License-Identifier: MIT
"""A process that finds personal data with Presidio's image redactor. It runs in build-peers/, not in .venv.

The first line that it writes has its versions. Each line of its input has a language of tesseract and the path of a
picture. For each, it writes a line of JSON: the boxes, as kind, left, top, right and bottom, and the processor seconds.

The pipeline of spaCy is blank, because its models are not on PyPI. So Presidio finds no names of people or places
here. Its recognizers of cards, IBANs, e-mail addresses, telephone numbers, IP addresses and MAC addresses need no model.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import sys

import spacy
import tldextract
from PIL import Image
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from presidio_image_redactor import ImageAnalyzerEngine

KINDS = {
    "CREDIT_CARD": "card", "IBAN_CODE": "iban", "EMAIL_ADDRESS": "email", "PHONE_NUMBER": "phone", "IP_ADDRESS": "ip",
    "MAC_ADDRESS": "mac",
}  # fmt: skip


class Blank(SpacyNlpEngine):
    """spaCy's tokenizer alone."""

    def __init__(self) -> None:
        super().__init__()
        self.nlp = {"en": spacy.blank("en")}

    def load(self) -> None:
        pass


def engine() -> ImageAnalyzerEngine:
    nlp = Blank()
    registry = RecognizerRegistry(supported_languages=["en"])
    registry.load_predefined_recognizers(languages=["en"], nlp_engine=nlp)
    analyzer = AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=["en"])
    return ImageAnalyzerEngine(analyzer_engine=analyzer)


def main() -> None:
    names = ("presidio-image-redactor", "presidio-analyzer")
    # The package's own list of top-level domains: the process has no network, or should not need one.
    tldextract.extract = tldextract.TLDExtract(suffix_list_urls=())
    analyzer = engine()
    print(json.dumps({name: importlib.metadata.version(name) for name in names}), flush=True)
    for line in sys.stdin:
        start = sum(os.times()[:4])
        language, path = line.rstrip("\n").split(" ", 1)
        with Image.open(path) as image:
            found = analyzer.analyze(image, ocr_kwargs={"lang": language})
        # The redactor's rectangles include the pixels at their right and bottom.
        edges = [(box.left, box.top, box.left + box.width + 1, box.top + box.height + 1) for box in found]
        kinds = [KINDS.get(box.entity_type, box.entity_type) for box in found]
        boxes = [(kind, *rect) for kind, rect in zip(kinds, edges, strict=True)]
        print(json.dumps({"boxes": boxes, "seconds": sum(os.times()[:4]) - start}), flush=True)


if __name__ == "__main__":
    main()
