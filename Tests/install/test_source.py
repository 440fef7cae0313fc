# SPDX-License-Identifier: MIT
"""The address of the project, which script/source writes into the sources, as the tools of each kind of package read it. What a release copies."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("SCRIM_BUILD", "build")
HOMEPAGE = "https://scrim.test/team/scrim"
MAIL = "packages@scrim.test"

#: Names that are reserved for examples, and words for what is still missing. None may be in the metadata.
PLACEHOLDER = re.compile(r"[\w.@-]+\.(?:example|invalid|test|localhost)\b|[\w.@-]*\bexample\.(?:com|org|net)\b|\b(?:TODO|FIXME|XXX)\b|<>")
#: Documents show these as data of a user: a site in a rule, a picture's text, and a word that was read wrongly.
SHOWN = {"bank.example", "maria@example.com", "annagexample.org"}


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    result = subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


def make_source(folder: Path, **variables: str) -> Path:
    """A copy of the sources, made as on a machine on which no other variable is set."""
    outside = {name: value for name, value in os.environ.items() if name not in ("SCRIM_HOMEPAGE", "DEBEMAIL")}
    subprocess.run([ROOT / "script/source", folder], env=outside | variables, check=True)
    return folder


@pytest.fixture(scope="module")
def homeless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_source(tmp_path_factory.mktemp("without") / "scrim-0")


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_source(tmp_path_factory.mktemp("with") / "scrim-0", SCRIM_HOMEPAGE=f"{HOMEPAGE}/", DEBEMAIL=MAIL)


def python_metadata(source: Path, folder: str, out: Path) -> str:
    """PKG-INFO of a source distribution."""
    build = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    run(sys.executable, "-c", build, out, cwd=source / folder, SCRIM_BUNDLE="no")
    [archive] = out.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        return opened.extractfile(f"{archive.name.removesuffix('.tar.gz')}/PKG-INFO").read().decode()


def debian_metadata(source: Path, out: Path) -> tuple[str, str]:
    """The .dsc file, and the control file of a package."""
    (out / "scrim").mkdir()
    run("cp", "-r", source / "debian", out / "scrim", cwd=out)
    version = run("dpkg-parsechangelog", "-S", "Version", cwd=source).partition("-")[0]
    with tarfile.open(out / f"scrim_{version}.orig.tar.gz", "w:gz") as archive:
        archive.add(source / "LICENSE", "scrim/LICENSE")
    run("cp", source / "LICENSE", out / "scrim", cwd=out)
    run("dpkg-source", "--build", "scrim", cwd=out)
    (out / "package/DEBIAN").mkdir(parents=True)
    run("dpkg-gencontrol", "-plibscrim0", f"-P{out / 'package'}", cwd=out / "scrim")
    return next(out.glob("*.dsc")).read_text(), (out / "package/DEBIAN/control").read_text()


def crate_metadata(source: Path) -> dict[str, str | None]:
    manifest = source / "bindings/rust/Cargo.toml"
    shown = run("cargo", "metadata", "--offline", "--no-deps", "--format-version=1", "--manifest-path", manifest, cwd=source)
    return json.loads(shown)["packages"][0]


@pytest.mark.parametrize("folder", ["bindings/python", "programs/scrim"])
def test_python_distributions_name_it(named: Path, homeless: Path, tmp_path: Path, folder: str) -> None:
    (tmp_path / "named").mkdir()
    assert f"\nProject-URL: Homepage, {HOMEPAGE}\n" in python_metadata(named, folder, tmp_path / "named")
    (tmp_path / "homeless").mkdir()
    metadata = python_metadata(homeless, folder, tmp_path / "homeless").partition("\n\n")[0]
    assert metadata.startswith("Metadata-Version") and "://" not in metadata and not PLACEHOLDER.search(metadata)


def test_the_crate_names_it(named: Path, homeless: Path) -> None:
    assert crate_metadata(named)["repository"] == HOMEPAGE
    metadata = crate_metadata(homeless)
    assert metadata["repository"] is metadata["homepage"] is metadata["documentation"] is None and metadata["authors"] == []


def test_cmake_and_pkg_config_name_it(named: Path, tmp_path: Path) -> None:
    parts = [f"-DSCRIM_BUILD_{part}=OFF" for part in ("TESTS", "PROGRAMS", "PLUGINS", "V3")]
    run("cmake", "-G", "Ninja", "-S", named, "-B", tmp_path, *parts, cwd=tmp_path)
    cache, pc = (tmp_path / "CMakeCache.txt").read_text(), (tmp_path / "scrim.pc").read_text()
    assert f"CMAKE_PROJECT_HOMEPAGE_URL:STATIC={HOMEPAGE}\n" in cache and f"\nURL: {HOMEPAGE}\n" in pc
    # The checkout, whose files are the same as without an address.
    cache, pc = (BUILD / "CMakeCache.txt").read_text(), (BUILD / "scrim.pc").read_text()
    assert "CMAKE_PROJECT_HOMEPAGE_URL:STATIC=\n" in cache and "://" not in pc and "URL" not in pc


def test_debian_packages_name_it(named: Path, homeless: Path, tmp_path: Path) -> None:
    (tmp_path / "named").mkdir()
    source, package = debian_metadata(named, tmp_path / "named")
    for field in "Homepage", "Vcs-Browser", "Vcs-Git":
        assert f"\n{field}: {HOMEPAGE}\n" in source
    assert f"\nHomepage: {HOMEPAGE}\n" in package
    assert all(f"\nMaintainer: The Scrim maintainers <{MAIL}>\n" in text for text in (source, package))
    assert f" -- The Scrim maintainers <{MAIL}>  " in (named / "debian/changelog").read_text()
    assert f"\nSource: {HOMEPAGE}\n" in (named / "debian/copyright").read_text()
    (tmp_path / "homeless").mkdir()
    for text in debian_metadata(homeless, tmp_path / "homeless"):
        assert "\nMaintainer: The Scrim maintainers\n" in text
        assert "Homepage" not in text and "Vcs-" not in text and "://" not in text and not PLACEHOLDER.search(text)


def test_debian_looks_for_tags_of_the_repository(named: Path, homeless: Path) -> None:
    """What uscan reads: the address, and a pattern with the version of a tag."""
    watch = (named / "debian/watch").read_text()
    assert watch == f'version=4\nopts="mode=git, pgpmode=none" {HOMEPAGE} refs/tags/v@ANY_VERSION@\n'
    assert not (homeless / "debian/watch").exists()


def test_documents_and_the_plugin_name_it(named: Path, homeless: Path) -> None:
    for name in "README.md", "SECURITY.md", "plugins/gstreamer/plugin.c":
        assert HOMEPAGE in (named / name).read_text()
        assert (homeless / name).read_bytes() == (ROOT / name).read_bytes()


def files_of(folder: Path) -> set[Path]:
    """The files of a copy, without those that building a source distribution leaves there."""
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and ".egg-info/" not in str(path)}


def test_no_other_file_is_changed(named: Path, homeless: Path) -> None:
    files = files_of(homeless)
    assert files_of(named) - files == {Path("debian/watch")}
    changed = {str(path) for path in files if (named / path).read_bytes() != (homeless / path).read_bytes()}
    python = {"bindings/python/pyproject.toml", "programs/scrim/pyproject.toml"}
    debian = {f"debian/{name}" for name in ("changelog", "control", "copyright")}
    others = {"README.md", "SECURITY.md", "CMakeLists.txt", "cmake/scrim.pc.in", "bindings/rust/Cargo.toml", "plugins/gstreamer/plugin.c"}
    assert changed == python | debian | others


def test_no_placeholder_is_in_what_ships(homeless: Path) -> None:
    """Documents, the files of packages, and manual pages. The trailer of Debian's changelog needs <>, which names nobody."""
    found = {}
    for path in [*homeless.rglob("*.md"), *homeless.rglob("*.toml"), *homeless.rglob("*.[135]"), *homeless.glob("debian/**/*")]:
        if path.is_file() and not path.is_symlink():
            text = path.read_text(errors="replace").replace("rules.example.json", "").replace("Rules.example()", "")
            wrong = set(PLACEHOLDER.findall(text)) - SHOWN - ({"<>"} if path.name == "changelog" else set())
            if wrong:
                found[str(path.relative_to(homeless))] = wrong
    assert found == {}


@pytest.mark.parametrize("value", ["scrim.test", "http://scrim.test", "https://scrim.test/a b", 'https://scrim.test/"', "https://"])
def test_other_addresses_are_refused(tmp_path: Path, value: str) -> None:
    result = subprocess.run([ROOT / "script/source", tmp_path / "to"], env=os.environ | {"SCRIM_HOMEPAGE": value}, capture_output=True)
    assert result.returncode == 1 and b"SCRIM_HOMEPAGE must match" in result.stderr and not (tmp_path / "to").exists()


def test_a_folder_with_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = subprocess.run([ROOT / "script/source", tmp_path], capture_output=True)
    assert result.returncode == 1 and b"is not empty" in result.stderr and os.listdir(tmp_path) == ["file"]


def script_with(name: str, end: str) -> str:
    """The functions of a script, and another end."""
    return (ROOT / "script" / name).read_text().partition('case "${1:-}" in\n')[0] + end


def make_checkout(folder: Path, **scripts: str) -> Path:
    """A small checkout with these scripts, and with the real script/source."""
    (folder / "script").mkdir(parents=True)
    (folder / "debian").mkdir()
    for name, text in {**scripts, "source": (ROOT / "script/source").read_text()}.items():
        (folder / "script" / name).write_text(text)
        (folder / "script" / name).chmod(0o755)
    (folder / "debian/changelog").write_bytes((ROOT / "debian/changelog").read_bytes())
    (folder / "file").write_text("committed\n")
    (folder / ".gitignore").write_text("/build-*/\n")
    for command in (["init", "--quiet"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "--message=t"]):
        run("git", *command, cwd=folder, GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null")
    return folder


def test_a_release_refuses_changes(tmp_path: Path) -> None:
    """The first thing that a release makes is the system of arm64."""
    release = (ROOT / "script/release").read_text()
    checkout = make_checkout(tmp_path / "checkout", release=release, arm64="#!/bin/sh\necho began >&2; exit 3\n")
    (tmp_path / "dpkg").write_text("#!/bin/sh\necho amd64\n")
    (tmp_path / "dpkg").chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}

    def start() -> tuple[int, str]:
        done = subprocess.run([checkout / "script/release"], env=environment, capture_output=True, text=True)
        return done.returncode, done.stderr

    assert start() == (3, "began\n")
    (checkout / "new").touch()
    assert start() == (1, "release: the checkout has changes: commit or remove them first\nrelease: ?? new\n")
    (checkout / "new").unlink()
    (checkout / "file").write_text("edited\n")
    assert start() == (1, "release: the checkout has changes: commit or remove them first\nrelease:  M file\n")


def test_the_packages_of_a_release_have_its_source(tmp_path: Path) -> None:
    """Although the checkout is edited after the release has copied it, and the other builds write into the copy."""
    package = 'mkdir "$out"\nmake_source "$out"\ntouch "$out"/scrim.{deb,dsc,changes,buildinfo}\n'
    release = """
        pack_with_materials() { :; }
        wheel() { :; }
        version=1.2.3
        mkdir -p "$top/out" "build-musl/scrim-$version-linux-musl-amd64"
        script/source "$top/source"
        pack_source "$top"
        echo edited >file
        touch "$top/source/built"
        others "$top"
    """
    scripts = {"package": script_with("package", package), "release": script_with("release", release), "musl": "#!/bin/sh\n"}
    checkout = make_checkout(tmp_path / "checkout", **scripts)
    run(checkout / "script/release", cwd=tmp_path, SOURCE_DATE_EPOCH="1700000000")
    contents = []
    for archive in "scrim-1.2.3.tar.xz", "scrim_*.orig.tar.xz":
        [path] = (checkout / "build-release/out").glob(archive)
        with tarfile.open(path) as opened:
            files = {entry.name.partition("/")[2]: opened.extractfile(entry).read() for entry in opened if entry.isfile()}
        contents.append({name: data for name, data in files.items() if not name.startswith("debian/")})
    assert contents[0] == contents[1] and contents[0]["file"] == b"committed\n"
