# SPDX-License-Identifier: MIT
"""The pytest plugin in processes of its own, with pytest-playwright, pytest-selenium, pytest-html and hooks as projects write them.

Everything secret on the pages is red. Without the mask, the pictures of failed tests have red pixels.

The blocks of docs/how-to/failure-screenshots.md are run by these tests.
"""

from __future__ import annotations

import base64
import html
import io
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from browser_pages import CHROMIUM, DRIVER, MOST, SECRETS, covered, document, red, server
from PIL import Image

import scrim
import scrim_tools
from scrim_tools.pytest_plugin import file_name, pytest_configure, pytest_unconfigure

ROOT = Path(__file__).resolve().parents[3]
#: script/bootstrap unpacks the plugins there, where the other tests do not load them.
PLUGINS = ROOT / ".venv/pytest-plugins"
#: The folders of the packages that are tested: of the source tree, or of the wheels.
FOLDERS = [Path(package.__file__).parents[1] for package in (scrim_tools, scrim) if package.__file__]
NEEDED = {"playwright": "pytest_playwright", "selenium": "pytest_selenium"}
MASK = [*MOST, ".card"]
HOW_TO = ROOT / "docs/how-to/failure-screenshots.md"


def block(index: int) -> str:
    """Returns a block of the document. The wheels are tested without it, and without the other plugins."""
    return re.findall(r"(?ms)^```\w+\n(.*?)^```$", HOW_TO.read_text())[index]


def run(folder: Path, *arguments: str, plugins: bool = False) -> tuple[int, str]:
    """Runs pytest in a folder. Returns its exit code and output."""
    paths = [*([PLUGINS] if plugins and PLUGINS.is_dir() else []), *map(Path, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    paths += FOLDERS
    own = [] if entry_points(group="pytest11", name="scrim") else ["-p", "scrim_tools.pytest_plugin"]
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *own, *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if "Unable to capture screenshot" not in done.stdout:
            break  # on a busy machine, Chromium sometimes cannot capture the first one
    return done.returncode, done.stdout


def needs(name: str) -> None:
    if not (PLUGINS / NEEDED[name]).is_dir() and find_spec(NEEDED[name]) is None:
        pytest.skip(f"pytest-{name} is not installed; script/bootstrap does it")


def pictures(folder: Path) -> dict[str, Any]:
    """Returns all pictures below a folder, also those in reports, by their names."""
    found: dict[str, Any] = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if path.suffix == ".html":
            # In the report, pictures are in JSON in an attribute.
            text = html.unescape(path.read_text())
            for index, match in enumerate(re.findall(r"data:image/png;base64,([A-Za-z0-9+/=]+)", text)):
                found[f"{path.name}-{index}"] = Image.open(io.BytesIO(base64.b64decode(match)))
        elif path.suffix in (".png", ".webp"):
            found[path.relative_to(folder).as_posix()] = Image.open(path)
    return found


def project(folder: Path, conftest: str, tests: str) -> Path:
    folder.mkdir()
    (folder / "page.html").write_text(document(SECRETS[0]))
    (folder / "conftest.py").write_text(conftest)
    (folder / "test_page.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\n")
    return folder


def with_mask(folder: Path, *lines: str) -> None:
    (folder / "pytest.ini").write_text("\n".join(["[pytest]", *lines, "scrim_mask =", *(f"  {item}" for item in MASK), ""]))


OF_PLAYWRIGHT = f"""
@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {{**browser_type_launch_args, "executable_path": {CHROMIUM!r}, "args": ["--no-sandbox"]}}

@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {{**browser_context_args, "viewport": {{"width": 400, "height": 300}}, "device_scale_factor": 2}}
"""
RESULTS = "test-results/test-page-py-test"
ACCOUNT = "<p class=date>1 May</p><p id=total>12.00 <b class=plain style='background: red'>mara</b></p>"
TESTS_OF_PLAYWRIGHT = """
import pathlib

def show(page):
    page.set_content(pathlib.Path("page.html").read_text())
    page.evaluate("scrollTo(0, 373)")

def test_scrolled(page):
    show(page)
    assert 0

def test_saves(page):
    show(page)
    page.locator("#card").screenshot(path="locator.png")
    page.query_selector("#card").screenshot(path="handle.png")
    page.screenshot(path="page.webp", full_page=True)

def test_cannot_be_measured(page):
    show(page)
    page.evaluate("Element.prototype.getBoundingClientRect = () => { throw 'no' }")
    assert 0
"""


def test_playwright(tmp_path: Path) -> None:
    needs("playwright")
    folder = project(tmp_path / "project", block(1) + OF_PLAYWRIGHT, TESTS_OF_PLAYWRIGHT)
    (folder / "tests").mkdir()
    (folder / "tests/test_account.py").write_text(block(3))
    code, output = run(folder, "--screenshot=only-on-failure", "-k", "scrolled", plugins=True)
    bare = pictures(folder)
    failed = {"failures/test_scrolled[chromium].png", f"{RESULTS}-scrolled-chromium/test-failed-1.png"}
    assert code == 1 and bare.keys() == failed, output
    assert all(red(picture) > 500 for picture in bare.values())
    for name in bare:
        (folder / name).unlink()

    with_mask(folder)
    with server(folder) as address:
        (folder / "account.html").write_text(ACCOUNT)
        options = ("-pno:selenium_safety", "--override-ini=scrim_mask=" + "\n".join([*MASK, ".mistyped"]), "--screenshot=on", "--scrim-update", f"--base-url={address}")
        code, output = run(folder, *options, plugins=True)
    assert code == 1 and "2 failed, 2 passed" in output, output
    found = pictures(folder)
    account = "tests/__screenshots__/test_account/test_account_page-chromium"
    assert found.keys() == {
        *failed,
        *(f"{RESULTS}-saves-chromium/test-finished-1.png", "locator.png", "handle.png", "page.webp"),
        "test-results/tests-test-account-py-test-account-page-chromium/test-finished-1.png",
        *(f"{account}-1.png", f"{account}-total.png"),
    }
    for name, picture in found.items():
        assert red(picture) == 0 and covered(picture) > 100, name
    assert found["page.webp"].height == 2200
    reason = "Page.screenshot(): no screenshot, because it could not be covered: the page could not be measured"
    assert re.findall("scrim_mask: '(.*)' found nothing in any screenshot of this run", output) == [".mistyped"], output
    assert output.count(f"test_page.py::test_cannot_be_measured[chromium]: {reason}") == 2, output


OF_SELENIUM = f"""
import pytest

@pytest.fixture
def chrome_options(chrome_options, tmp_path):
    chrome_options.binary_location = {CHROMIUM!r}
    for option in ("--headless=new", "--no-sandbox", "--window-size=500,500", "--force-device-scale-factor=2"):
        chrome_options.add_argument(option)
    chrome_options.add_argument(f"--user-data-dir={{tmp_path}}/profile")
    return chrome_options
"""
TESTS_OF_SELENIUM = """
import pathlib

def test_saves(selenium):
    selenium.get(f"file://{pathlib.Path('page.html').resolve()}")
    selenium.execute_script("scrollTo(0, 373)")
    selenium.save_screenshot("driver.png")
    element = selenium.find_element("id", "card")
    element.screenshot("element.png")
    pathlib.Path("bytes.png").write_bytes(element.screenshot_as_png)
    assert 0
"""


def test_selenium(tmp_path: Path) -> None:
    needs("selenium")
    folder = project(tmp_path / "project", OF_SELENIUM, TESTS_OF_SELENIUM)
    options = ("--driver=Chrome", f"--driver-path={DRIVER}", "--html=report.html", "--self-contained-html")
    with_mask(folder)
    code, output = run(folder, *options, plugins=True)
    assert code == 4 and "add selenium_exclude_debug = html, or allow it with scrim_allow_uncovered = html" in output
    with_mask(folder, "selenium_exclude_debug = html")
    code, output = run(folder, *options, plugins=True)
    found = pictures(folder)
    assert code == 1 and found.keys() == {"driver.png", "element.png", "bytes.png", "report.html-0"}, output
    for name, picture in found.items():
        assert red(picture) == 0 and covered(picture) > 500, name
    assert "class=card" not in html.unescape((folder / "report.html").read_text())


class Options:
    """The configuration of a run, for what is checked at its start. The plugins are not there."""

    def __init__(self, ini: dict[str, list[str]], **options: str) -> None:
        self.getini, self._options, self.pluginmanager = ini.__getitem__, options, self

    def getoption(self, name: str, default: str) -> str:
        return self._options.get(name, default)

    def hasplugin(self, name: str) -> bool:
        return False


@pytest.mark.parametrize("name", ["tracing", "video"])
def test_what_records_pictures_is_refused(name: str) -> None:
    for value in ("on", "retain-on-failure"):
        config: Any = Options({"scrim_mask": [".iban"], "scrim_allow_uncovered": ["pdf"]}, **{name: value})
        with pytest.raises(pytest.UsageError, match=f"remove --{name}, or allow it with scrim_allow_uncovered = {name}"):
            pytest_configure(config)
        pytest_configure(Options({"scrim_mask": [], "scrim_allow_uncovered": []}, **{name: value}))  # type: ignore[arg-type]
        config = Options({"scrim_mask": [".iban"], "scrim_allow_uncovered": [name]}, **{name: value})
        pytest_configure(config)
        pytest_unconfigure(config)
    config = Options({"scrim_mask": [], "scrim_allow_uncovered": ["vidio"]})
    with pytest.raises(pytest.UsageError, match=r"each word must be one of html, pdf, tracing, video \(got 'vidio'\)"):
        pytest_configure(config)


def test_options_of_the_document(tmp_path: Path) -> None:
    needs("playwright")
    folder = project(tmp_path / "project", "", "def test_nothing():\n    pass\n")
    (folder / "pytest.ini").write_text(block(0) + block(2).replace("[pytest]\n", ""))
    code, output = run(folder, "--video=on", "--tracing=on", plugins=True)
    assert code == 4 and "remove --video, or allow it with scrim_allow_uncovered = video" in output


PICTURE = """
import pytest
from PIL import Image

@pytest.mark.parametrize("path", ["a/b", "a:b"])
def test_picture(scrim_screenshot, path):
    picture = Image.new("RGB", (32, 32), COLOR)
    scrim_screenshot(picture)
    scrim_screenshot(picture, "named.png", mask=[(0, 0, 32, 32)], viewport=(32, 32))
"""


def test_the_fixture(tmp_path: Path) -> None:
    folder = project(tmp_path / "project", "", PICTURE.replace("COLOR", "'#ff0000'"))
    assert run(folder, "--scrim-update")[0] == 0
    references = pictures(folder)
    assert len(references) == 4 and {Path(name).parts[:2] for name in references} == {("__screenshots__", "test_page")}
    assert sorted(covered(picture) for picture in references.values()) == [0, 0, 1024, 1024]
    (folder / "test_page.py").write_text(PICTURE.replace("COLOR", "'#ff0090'"))
    code, output = run(folder)
    # The second picture is equal, because it is covered.
    assert code == 1 and "2 failed" in output and "1024 pixels differ" in output
    assert len(pictures(folder)) == 8  # with -actual.png and -diff.png of both failures


def test_names_of_references() -> None:
    assert file_name("TestPage::test_page[chromium-2x]-1") == "TestPage-test_page-chromium-2x-1"
    names = ["t[a/b]-1", "t[a:b]-1", "t[a b]-1", "t[a-b]-1", "t[\udc80]-1", "ä" * 300, "ä" * 301, ".." + "/" * 9 + "x"]
    files = [file_name(name) for name in names]
    assert len(set(files)) == len(names)
    assert all(re.fullmatch(r"[\w.-]+", name) and len(name.encode()) <= 200 for name in files)


def test_loading_is_light() -> None:
    """Every run of pytest loads the plugin, also those without pictures or a browser."""
    names = ("PIL", "numpy", "playwright", "scrim", "selenium")
    code = f"import sys, scrim_tools.pytest_plugin; assert not [n for n in {names} if n in sys.modules]"
    path = os.pathsep.join([str(FOLDERS[0]), os.environ.get("PYTHONPATH", "")])
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, check=True)


def test_pytest_finds_the_plugin() -> None:
    """The wheel and the Debian package have the entry point, or what they are made from does."""
    try:
        distribution("scrim-tools")
    except PackageNotFoundError:
        groups = tomllib.loads((ROOT / "programs/scrim/pyproject.toml").read_text())["project"]["entry-points"]
        assert groups == {"pytest11": {"scrim": "scrim_tools.pytest_plugin"}}
    else:
        (found,) = entry_points(group="pytest11", name="scrim")
        assert found.load().__name__ == "scrim_tools.pytest_plugin"


@pytest.mark.parametrize(
    "name, section",
    [("pytest.ini", "pytest"), pytest.param("tox.ini", "pytest", marks=pytest.mark.long), pytest.param("setup.cfg", "tool:pytest", marks=pytest.mark.long)],
)
def test_a_selector_that_is_a_comment_is_refused(tmp_path: Path, name: str, section: str) -> None:
    """Otherwise the element would not be covered."""
    (tmp_path / "test_nothing.py").write_text("def test_nothing():\n    pass\n")
    for lines, is_refused in (
        ("scrim_mask =\n    .card\n    #iban", True),
        ("scrim_mask =\n#iban", True),
        ("scrim_mask =\n    # the card\n    ;of the user\n    *#iban\n#of pytest\n", True),
        ("scrim_mask =\n    # the card\n    ;of the user\n    *#iban\n", False),
        ("addopts = -q\n#iban\n", False),
    ):
        (tmp_path / name).write_text(f"[{section}]\n{lines}\n")
        code, output = run(tmp_path)
        assert (code == 4) == is_refused, output
        assert ("pytest ignores '#" in output) == is_refused
