# SPDX-License-Identifier: MIT
"""Programs of someone else's, each built the way its makers would, against Scrim installed in a folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("SCRIM_BUILD", "build")
CONSUMER = Path(__file__).with_name("consumer")
WARNINGS = "-Wall", "-Wextra", "-Wpedantic", "-Werror"


def run(*command: str | Path, **environment: str) -> str:
    result = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


def macro(name: str) -> str:
    header = (ROOT / "include/scrim/base.h").read_text()
    return re.search(rf'^#define {name} "?([^"\n]+)"?$', header, re.MULTILINE)[1]


VERSION = macro("SCRIM_VERSION_STRING")
NUMBER = macro("SCRIM_VERSION_NUMBER")


@pytest.fixture(scope="session")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation that was moved after it was made: nothing in it may remember where it was."""
    made = tmp_path_factory.mktemp("made") / "prefix"
    run("cmake", "--install", BUILD, "--prefix", made)
    return made.rename(made.with_name("moved"))


@pytest.fixture(scope="session")
def libdir(prefix: Path) -> Path:
    return next(prefix.glob("**/libscrim.so")).parent


def pkg_config(libdir: Path, *options: str) -> list[str]:
    return run("pkg-config", *options, "scrim", PKG_CONFIG_PATH=str(libdir / "pkgconfig")).split()


def plugins(lib: Path) -> dict[Path, Path]:
    """Where the plugins are installed, and the file that was built. Hosts of frei0r look in lib only."""
    return {
        lib / "gstreamer-1.0/libgstscrim.so": BUILD / "plugins/gstreamer/libgstscrim.so",
        Path("lib/frei0r-1/scrim.so"): BUILD / "plugins/frei0r/scrim.so",
    }


def build_with_cmake(folder: Path, *options: str) -> None:
    run("cmake", "-G", "Ninja", "-S", CONSUMER, "-B", folder, *options)
    run("cmake", "--build", folder)


def test_what_is_installed(prefix: Path, libdir: Path) -> None:
    abi = macro("SCRIM_ABI_NUMBER")
    lib = libdir.relative_to(prefix)
    headers = {str(path.relative_to(ROOT)) for path in ROOT.glob("include/**/*.h*")}
    library = {f"{lib}/libscrim.so", f"{lib}/libscrim.so.{abi}", f"{lib}/libscrim.so.{abi}.{VERSION}", f"{lib}/libscrim.a"}
    cmake = {
        f"{lib}/cmake/scrim/scrim-{part}.cmake"
        for part in ("config", "config-version", "static", "targets", "targets-relwithdebinfo")
    }
    others = {"include/scrim/module.modulemap", f"{lib}/pkgconfig/scrim.pc"}
    tables = (ROOT / "bindings/python/scrim/class_tables").iterdir()
    others |= {f"share/scrim/rules/{path.name}" for path in tables}
    others |= {"share/scrim/rules.schema.json", "share/scrim/scrim-api.json"}
    built = [name for name in ("pinentry-scrim", "scrim-askpass") if (BUILD / "programs/pinentry" / name).exists()]
    programs = {f"bin/{name}" for name in built} | {f"share/man/man1/{name}.1" for name in built}
    if (BUILD / "programs/watch/scrim-watch").exists():
        programs |= {"bin/scrim-watch", "share/man/man1/scrim-watch.1", "lib/systemd/user/scrim-watch.service"}
    programs |= {"bin/scrim-selftest", "share/man/man1/scrim-selftest.1"}
    programs |= {str(place) for place, module in plugins(lib).items() if module.exists()}
    installed = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if not path.is_dir()}
    manual = {name for name in installed if name.startswith("share/man/man3/")}
    assert installed - manual == headers | library | cmake | others | programs
    assert {"share/man/man3/libscrim.3", "share/man/man3/scrim_text.3", "share/man/man3/scrim_text_insert.3"} <= manual


@pytest.fixture(params=["gstreamer-1.0", "frei0r-1"])
def plugin(request: pytest.FixtureRequest, prefix: Path, libdir: Path) -> Path:
    [place] = (place for place in plugins(libdir.relative_to(prefix)) if place.parent.name == request.param)
    if not (prefix / place).exists():
        pytest.skip(f"no plugin for {request.param} was built")
    return prefix / place


def test_a_plugin_loads_the_systems_library_and_shows_only_its_entries(plugin: Path) -> None:
    dynamic = run("readelf", "--dynamic", "--wide", plugin)
    assert f"[libscrim.so.{macro('SCRIM_ABI_NUMBER')}]" in dynamic
    assert "RUNPATH" not in dynamic and "RPATH" not in dynamic
    assert {"NOW", "NODELETE"} <= set(re.search(r"\(FLAGS_1\)\s+Flags:\s+(.*)", dynamic)[1].split())
    shown = {line.split()[-1] for line in run("nm", "--dynamic", "--defined-only", plugin).splitlines()}
    assert shown and all(name.startswith(("f0r_", "gst_plugin_scrim_")) for name in shown), shown


def test_gstreamer_finds_its_element(libdir: Path, tmp_path: Path) -> None:
    folder = libdir / "gstreamer-1.0"
    if not folder.exists():
        pytest.skip("no plugin for GStreamer was built")
    own = {"GST_PLUGIN_PATH": str(folder), "GST_REGISTRY": str(tmp_path / "registry"), "LD_LIBRARY_PATH": str(libdir)}
    shown = run("gst-inspect-1.0", "--plugin", "scrim", **own)
    assert "scrimredact" in shown and VERSION in shown and str(folder) in shown


def test_ffmpeg_finds_its_filter(prefix: Path, libdir: Path) -> None:
    folder = prefix / "lib/frei0r-1"
    if not folder.exists():
        pytest.skip("no filter of frei0r was built")
    source = "color=white:size=64x48:rate=1:duration=1"
    own = {"FREI0R_PATH": str(folder), "LD_LIBRARY_PATH": str(libdir)}
    run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-vf", "frei0r=scrim:16x16+8+8", "-f", "null", "-", **own)


def test_c_with_pkg_config(libdir: Path, tmp_path: Path) -> None:
    flags = pkg_config(libdir, "--cflags", "--libs")
    run("gcc", "-std=c99", *WARNINGS, CONSUMER / "main.c", "-o", tmp_path / "consumer", *flags)
    assert run(tmp_path / "consumer", LD_LIBRARY_PATH=str(libdir)) == f"{NUMBER}\n"


def test_cpp_with_pkg_config(libdir: Path, tmp_path: Path) -> None:
    flags = pkg_config(libdir, "--cflags", "--libs")
    run("g++", "-std=c++17", *WARNINGS, CONSUMER / "main.cpp", "-o", tmp_path / "consumer", *flags)
    assert run(tmp_path / "consumer", LD_LIBRARY_PATH=str(libdir)) == f"{NUMBER}\n"


def test_swift_with_the_module_map(libdir: Path, tmp_path: Path) -> None:
    flags = pkg_config(libdir, "--cflags", "--libs")
    run("swiftc", CONSUMER / "main.swift", "-o", tmp_path / "consumer", *flags)
    assert run(tmp_path / "consumer", LD_LIBRARY_PATH=str(libdir)) == f"{NUMBER}\n"


@pytest.mark.long
def test_swift_with_the_package() -> None:
    # Source that is compiled with the program: there is no binary interface here. What was compiled is kept for next time.
    scratch = ROOT / ".build-consumer"
    package = Path(__file__).with_name("swift-package")
    run("swift", "build", "--package-path", package, "--scratch-path", scratch)
    assert run(scratch / "debug/consumer") == f"{NUMBER}\n"


def test_pkg_config_knows_the_version(libdir: Path) -> None:
    assert pkg_config(libdir, "--modversion") == [VERSION]


def test_pkg_config_knows_where_the_rules_of_toolkits_are(libdir: Path) -> None:
    [folder] = pkg_config(libdir, "--variable=rulesdir")
    tables = ROOT / "bindings/python/scrim/class_tables"
    assert {path.name: path.read_text() for path in Path(folder).iterdir()} == {path.name: path.read_text() for path in tables.iterdir()}


def test_cmake_find_package(prefix: Path, tmp_path: Path) -> None:
    build_with_cmake(tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DSCRIM_WANTED={VERSION}")
    assert run(tmp_path / "consumer") == run(tmp_path / "consumer_cpp") == f"{NUMBER}\n"


def test_cmake_refuses_another_minor_version(prefix: Path, tmp_path: Path) -> None:
    major, minor, _ = map(int, VERSION.split("."))
    wanted = f"-DSCRIM_WANTED={major}.{minor + 1}"
    command = "cmake", "-G", "Ninja", "-S", CONSUMER, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}", wanted
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode != 0 and f"version: {VERSION}" in result.stderr


@pytest.fixture(scope="session")
def subproject(tmp_path_factory: pytest.TempPathFactory, clone: Path) -> Path:
    folder = tmp_path_factory.mktemp("subproject")
    before = {path: path.stat().st_mtime_ns for path in clone.rglob("*")}
    build_with_cmake(folder, f"-DSCRIM_SOURCE={clone}")
    # A packager's build may not be able to write to its source.
    assert {path: path.stat().st_mtime_ns for path in clone.rglob("*")} == before
    return folder


@pytest.mark.long
def test_cmake_add_subdirectory(subproject: Path) -> None:
    assert run(subproject / "consumer") == run(subproject / "consumer_cpp") == f"{NUMBER}\n"


@pytest.mark.long
def test_a_subproject_keeps_to_itself(subproject: Path, tmp_path: Path) -> None:
    cache = (subproject / "CMakeCache.txt").read_text()
    assert "CMAKE_BUILD_TYPE:STRING=\n" in cache
    assert list(subproject.rglob("libscrim-testhooks.so*")) == []
    run("cmake", "--install", subproject, "--prefix", tmp_path)
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {"consumer", "consumer_cpp"}
