# SPDX-License-Identifier: MIT
"""Part 2: redacts the same picture with the command line, which covers text that it reads and regions from a file."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

#: The password field and the name, which no text pattern finds.
REGIONS = {
    "regions": [{"rect": [66, 635, 398, 42]}, {"rounded_rect": [116, 132, 130, 30], "radius": 6, "style": "frost:7"}]
}


def run(folder: Path) -> bool:
    source, target, regions = folder / "before.png", folder / "command.png", folder / "regions.json"
    regions.write_text(json.dumps(REGIONS))
    arguments = ["redact", source, target, "--text", "card", "--text", "iban", "--regions", regions]
    words = ("scrim", *(getattr(word, "name", word) for word in arguments))
    print("$ " + " ".join(words) + " --report")
    command = [sys.executable, "-m", "scrim_tools", *arguments, "--report"]
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    for region in report["regions"]:
        origin = region["from"].replace(f"{folder}/", "")
        x, y, width, height = region["box"]
        print(f"   {origin}: {region['style']} at {x:g}, {y:g}, {width:g} × {height:g} pixels")
    before, after = (np.asarray(Image.open(path).convert("RGB")) for path in (source, target))
    changed = int((before != after).any(axis=2).sum())
    print(f"tesseract read {report['words_read']} words. The command covered these regions, and {changed:,} pixels changed.")
    return report["outcome"] == "ok" and 0 < changed <= report["pixels"]
