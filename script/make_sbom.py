#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the bill of materials of a release's folder: an SPDX 2.3 document of its files, and of what is compiled into the library.

Usage: script/make_sbom.py FOLDER NAME VERSION LIBSODIUM UTF8PROC SWIFT >FILE, where the last three are versions. The time is that of
SOURCE_DATE_EPOCH.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

#: The foreign code inside of the library: its license and the text of its copyright.
PARTS = {
    "libsodium": ("ISC", "Copyright Frank Denis"),
    "utf8proc": ("MIT AND Unicode-DFS-2015", "Copyright Jan Behrens, Public Software Group, Steven G. Johnson, Jiahao Chen, Tony Kelman, Unicode, Inc."),
    "swift-runtime": ("Apache-2.0 WITH Swift-exception", "Copyright Apple Inc. and the Swift project authors"),
}


def digest(path: Path, algorithm: str) -> str:
    return hashlib.new(algorithm, path.read_bytes()).hexdigest()


def files(folder: Path) -> list[dict[str, object]]:
    """The files of the folder; links lead to some of them."""
    found: list[dict[str, object]] = []
    for number, path in enumerate(sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())):
        found.append({
            "SPDXID": f"SPDXRef-File-{number}",
            "fileName": f"./{path.relative_to(folder)}",
            "checksums": [{"algorithm": name, "checksumValue": digest(path, name.lower())} for name in ("SHA1", "SHA256")],
            "licenseConcluded": "NOASSERTION",
            "licenseInfoInFiles": ["NOASSERTION"],
            "copyrightText": "NOASSERTION",
        })
    return found


def verification_code(listed: list[dict[str, object]]) -> str:
    """SHA-1 of the sorted SHA-1 sums of all files, as the specification wants it."""
    sums = sorted(entry["checksums"][0]["checksumValue"] for entry in listed)  # type: ignore[index]
    return hashlib.sha1("".join(sums).encode()).hexdigest()


def package(name: str, version: str, license_name: str, copyright_text: str) -> dict[str, object]:
    return {
        "SPDXID": f"SPDXRef-Package-{name}",
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": license_name,
        "licenseDeclared": license_name,
        "copyrightText": copyright_text,
    }


def document(folder: Path, name: str, versions: list[str]) -> dict[str, object]:
    listed = files(folder)
    code = verification_code(listed)
    created = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    scrim = package("scrim", versions[0], "MIT", "Copyright The Scrim authors")
    scrim |= {
        "filesAnalyzed": True,
        "packageVerificationCode": {
            "packageVerificationCodeValue": code,
            "packageVerificationCodeExcludedFiles": ["./share/doc/scrim/scrim.spdx.json"],  # this document, which is added to the folder
        },
        "licenseInfoFromFiles": ["NOASSERTION"],
    }
    parts = [package(part, version, *PARTS[part]) for part, version in zip(PARTS, versions[1:], strict=True)]
    relations: list[tuple[object, str, object]] = [("SPDXRef-DOCUMENT", "DESCRIBES", scrim["SPDXID"])]
    relations += [(scrim["SPDXID"], "CONTAINS", entry["SPDXID"]) for entry in listed]
    relations += [(scrim["SPDXID"], "STATIC_LINK", part["SPDXID"]) for part in parts]
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{code}",
        "creationInfo": {"created": f"{created:%Y-%m-%dT%H:%M:%SZ}", "creators": ["Organization: The Scrim maintainers", "Tool: make_sbom.py"]},
        "packages": [scrim, *parts],
        "files": listed,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations
        ],
    }


def main(arguments: list[str]) -> int:
    if len(arguments) != 6:
        print(__doc__, file=sys.stderr)
        return 2
    json.dump(document(Path(arguments[0]), arguments[1], arguments[2:]), sys.stdout, indent=1, ensure_ascii=False)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
