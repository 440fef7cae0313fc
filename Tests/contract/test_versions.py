# SPDX-License-Identifier: MIT
"""include/scrim/base.h is the one place of the version and of the ABI number; whatever else states them agrees."""

import ctypes
import re
import tomllib
from importlib import import_module

import pytest


@pytest.fixture(scope="module")
def version(model) -> str:
    return model.constants["SCRIM_VERSION_STRING"].value


@pytest.fixture(scope="module")
def abi(model) -> int:
    return model.constants["SCRIM_ABI_NUMBER"].value


def test_macros_agree(model, version):
    major, minor, patch = (model.constants[f"SCRIM_VERSION_{part}"].value for part in ("MAJOR", "MINOR", "PATCH"))
    assert version == f"{major}.{minor}.{patch}"
    assert model.constants["SCRIM_VERSION_NUMBER"].value == major * 1_000_000 + minor * 1_000 + patch
    assert 0 <= minor < 1000 and 0 <= patch < 1000


def test_library_agrees(model, library, version, abi):
    loaded = ctypes.CDLL(str(library))
    loaded.scrim_version_number.restype = loaded.scrim_abi_number.restype = ctypes.c_uint32
    loaded.scrim_version_string.restype = ctypes.c_char_p
    assert loaded.scrim_version_number() == model.constants["SCRIM_VERSION_NUMBER"].value
    assert loaded.scrim_version_string().decode() == version
    assert loaded.scrim_abi_number() == abi


def test_build_agrees(build_dir, library, version, abi):
    assert f"CMAKE_PROJECT_VERSION:STATIC={version}\n" in (build_dir / "CMakeCache.txt").read_text()
    assert library.resolve().name == f"libscrim.so.{abi}.{version}"


def test_binding_agrees(root, binding, version, abi):
    assert tomllib.loads((root / "bindings/python/pyproject.toml").read_text())["project"]["version"] == version
    abi_module = import_module("scrim._abi")
    assert ".".join(map(str, abi_module.VERSION)) == version
    assert abi == abi_module.ABI_NUMBER


def test_tools_agree(root, version):
    project = tomllib.loads((root / "programs/scrim/pyproject.toml").read_text())["project"]
    assert project["version"] == version and f"libscrim=={version}" in project["dependencies"]


def test_crate_agrees(root, version):
    cargo = tomllib.loads((root / "bindings/rust/Cargo.toml").read_text())
    locked = tomllib.loads((root / "bindings/rust/Cargo.lock").read_text())
    assert cargo["package"]["version"] == version
    assert [package["version"] for package in locked["package"] if package["name"] == "scrim"] == [version]


def test_package_of_the_crate_agrees(root, version):
    control = root / "debian/control"
    if not control.exists():
        pytest.skip("no Debian package here")
    major, minor, _ = version.split(".")
    provided = set(re.findall(r"librust-scrim-([0-9.]+)-dev", control.read_text()))
    assert provided == {major, f"{major}.{minor}", version}
    assert f'scrim = "{major}.{minor}"' in (root / "debian/tests/rust").read_text()


def test_changelog_begins_with_the_version(root, version):
    assert re.search(r"^## \[?(\d+\.\d+\.\d+)", (root / "CHANGELOG.md").read_text(), re.M)[1] == version


def test_debian_changelog_begins_with_the_version(root, version):
    changelog = root / "debian/changelog"
    if not changelog.exists():
        pytest.skip("no Debian package here")
    assert re.match(r"scrim \((?:\d+:)?([^-)]+)", changelog.read_text())[1] == version


def test_no_symbol_is_of_a_version_to_come(root, version):
    nodes = re.findall(r"^SCRIM_(\d+)\.(\d+) \{", (root / "Sources/ScrimABI/scrim.map").read_text(), re.M)
    assert nodes
    assert max(tuple(map(int, node)) for node in nodes) <= tuple(map(int, version.split(".")[:2]))
