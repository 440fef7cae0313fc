# SPDX-License-Identifier: MIT
"""What benchmarks/batch runs in build-peers/: redacts the pictures of a folder with Presidio, or finds faces with deface.

    python batch_peers.py presidio FOLDER TARGET
    python batch_peers.py faces FOLDER       # draws pictures with two faces each
    python batch_peers.py find FOLDER        # writes what deface finds next to each picture, as regions for scrim batch
    python batch_peers.py versions
"""

from __future__ import annotations

import importlib.metadata
import json
import sys
from pathlib import Path
from typing import Any

from PIL import Image

ENTITIES = ["CREDIT_CARD", "EMAIL_ADDRESS", "IBAN_CODE", "PHONE_NUMBER"]
#: How much deface enlarges a box, unless it is told otherwise, and how sure it must be that it is a face.
MASK_SCALE, THRESHOLD = 1.3, 0.2


def presidio(folder: Path, target: Path) -> None:
    """Reads each picture with tesseract, finds entities by their patterns, and draws rectangles over them."""
    import tldextract
    from presidio_image_redactor import ImageRedactorEngine
    from text_corpus.presidio_boxes import engine

    tldextract.extract = tldextract.TLDExtract(suffix_list_urls=())  # it asks no server
    redactor = ImageRedactorEngine(engine())
    for path in sorted(folder.glob("*.png")):
        with Image.open(path) as image:
            redactor.redact(image, fill=(0, 0, 0), entities=ENTITIES).save(target / path.name)


def faces(folder: Path) -> None:
    """Draws pictures of 1280 × 800 pixels with two faces: the photo of an astronaut that scikit-image contains, and its mirror image."""
    import skimage

    photo = Image.open(Path(skimage.__file__).parent / "data/astronaut.png").convert("RGB")
    for index in range(24):
        picture = Image.new("RGB", (1280, 800), (200, 205, 210))
        picture.paste(photo, (20 + 5 * index, 10 * index))
        picture.paste(photo.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (640 + 5 * index, 280 - 10 * index))
        picture.save(folder / f"{index:03}.png")


def find(folder: Path) -> None:
    """Finds the faces, and does nothing else."""
    import imageio.v2
    from deface.centerface import CenterFace
    from deface.deface import scale_bb

    detector = CenterFace(in_shape=None, backend="auto")
    for path in sorted(folder.glob("*.png")):
        found, _ = detector(imageio.v2.imread(path), threshold=THRESHOLD)
        boxes = [scale_bb(*face[:4], MASK_SCALE) for face in found]
        regions: list[Any] = [{"rect": [int(x1), int(y1), int(x2 - x1), int(y2 - y1)]} for x1, y1, x2, y2 in boxes]
        path.with_suffix(".json").write_text(json.dumps({"regions": regions}))


def versions() -> None:
    names = ("presidio-image-redactor", "presidio-analyzer", "deface", "opencv-python", "pillow")
    print(json.dumps({name: importlib.metadata.version(name) for name in names}))


if __name__ == "__main__":
    {"presidio": presidio, "faces": faces, "find": find, "versions": versions}[sys.argv[1]](*map(Path, sys.argv[2:]))
