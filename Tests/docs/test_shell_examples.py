# SPDX-License-Identifier: MIT
"""Runs the shell commands of the documents in a temporary folder, which has the files that they name.

The comment in front of a block says more about it:

- `<!-- not run: script/wheel builds for minutes -->`: The commands cannot run here. They must exist, with their options.
- `<!-- saved as: rules.json -->`: The commands find this block in a file with this name.
- `<!-- output -->`: The block is what the commands before it print.
- `<!-- output: examples/taps.py -->`: The block is what this program prints. `…` stands for the omitted part.
- `<!-- not output: a drawing of two threads -->`: The block is not the output of a program.
"""

import configparser
import itertools
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from samples import ROOT, Block, all_blocks, documents

sys.path[:0] = [str(ROOT / "programs/scrim"), str(ROOT / "bindings/python")]

LIBRARY = Path(os.environ.get("SCRIM_LIBRARY", ROOT / "build/libscrim.so")).absolute()
PACKAGES = f"{ROOT / 'bindings/python'}:{ROOT / 'programs/scrim'}"
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
BLOCKS = all_blocks()
SHELL = [block for block in BLOCKS if block.language == "sh"]
RUN = [block for block in SHELL if block.how != "not run"]
NOT_RUN = [block for block in SHELL if block.how == "not run"]
SAVED = {block.what: block for block in BLOCKS if block.how == "saved as"}
#: These variables are set by the documents themselves.
OWN_LIBRARY = ("docs/tutorial/index.md", "programs/scrim/README.md")
#: What holds in the shell after the commands of a document.
AFTER = {
    "docs/tutorial/index.md": 'python3 -c "import scrim; assert scrim.__file__.startswith(\'$PWD\')"',
    "docs/how-to/pinentry.md": 'grep -qx "pinentry-program /usr/bin/pinentry-scrim" ~/.gnupg/gpg-agent.conf',
    "docs/how-to/ffmpeg.md": "test -s safe.mp4 -a -s frost.mp4",
    "docs/how-to/gstreamer.md": "test -s safe.webm -a -s frost.webm",
    "docs/how-to/test-screenshots.md": "test -s screenshots/account.png",
}
#: A test with a screenshot, for the command that updates the references.
SCREENSHOT_TEST = """
from PIL import Image
from scrim_tools.testing import assert_screenshot

def test_account_page():
    assert_screenshot(Image.new("RGB", (40, 30)), "screenshots/account.png", [(4, 4, 8, 8)], viewport=(40, 30))
"""
RECEIPT = ["Paid with 4111 1111 1111 1111", "Refund to GB29 NWBK 6016 1331 9268 19", "Sent to mara.okafor@example.com"]


# ---- The files that the commands name ----


def picture(path: Path) -> None:
    """A picture of 640 × 480 pixels with a card number, an IBAN and an e-mail address, which tesseract reads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.linear_gradient("L").resize((640, 480)).point(lambda level: 200 + level // 5).convert("RGB")
    draw = ImageDraw.Draw(image)
    for index, line in enumerate(RECEIPT):
        draw.text((30, 30 + 50 * index), line, "#222222", ImageFont.truetype(FONT, 22))
    draw.ellipse((100, 200, 400, 400), "#3366aa")
    image.save(path)


def video(path: Path, seconds: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    sources = ["-f", "lavfi", "-i", f"testsrc=size=480x320:rate=2:duration={seconds}", "-f", "lavfi", "-i", f"sine=duration={seconds}"]
    encode = ["-pix_fmt", "yuv420p", "-preset", "ultrafast", path]
    subprocess.run(["ffmpeg", "-v", "error", *sources, *encode], check=True, stdin=subprocess.DEVNULL)


def recording(path: Path, shown: Path) -> None:
    """A recording of a screen that shows a picture for two seconds."""
    command = ["ffmpeg", "-v", "error", "-loop", "1", "-t", "2", "-r", "5", "-i", shown, "-pix_fmt", "yuv420p", path]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    for name in ("shot.png", "photo.jpg", "receipt.png", "receipt.jpg", "screenshots/shots/one.png"):
        picture(folder / name)
    recording(folder / "screen.mp4", folder / "receipt.png")
    video(folder / "call.mp4", 20)  # the regions on the page are present until 19 s
    for name in ("street.mp4", "screenshots/clips/clip.mp4", "videos/clip.mp4"):
        video(folder / name, 2)
    moves = [{"time": 0, "rect": [40, 200, 90, 24]}, {"time": 2, "rect": [300, 180, 90, 24]}]
    for name in ("plates.json", "screenshots/clips/clip.json", "videos/clip.json"):
        (folder / name).write_text(json.dumps({"regions": [{"keyframes": moves, "to": 2}]}))
    (folder / "panel.json").write_text(json.dumps({"regions": [{"ellipse": [300, 190, 110, 50]}]}))
    (folder / "screenshots/notes.txt").write_text("Skipped.\n")
    for name, block in SAVED.items():
        (folder / name).write_text(block.text)
    for path in [ROOT / "docs/tutorial/screen-before.png", *ROOT.glob("examples/tutorial/*")]:
        if not path.name.startswith(("test_", "__")):
            shutil.copy(path, folder)
    (folder / "test_account.py").write_text(SCREENSHOT_TEST)
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Finds `scrim`, `grim` and pkg-config's scrim as on a machine on which Scrim is installed."""
    folder = tmp_path_factory.mktemp("installed")
    program(folder / "scrim", f'SCRIM_LIBRARY={LIBRARY} PYTHONPATH={PACKAGES} exec {sys.executable} -m scrim_tools "$@"')
    program(folder / "scrim-watch", f'exec {LIBRARY.parent}/programs/watch/scrim-watch "$@"')
    program(folder / "scrim-selftest", f'exec {LIBRARY.parent}/programs/selftest/scrim-selftest "$@"')
    program(folder / "grim", "exec cat shot.png")  # a screenshot of a Wayland desktop
    flags = f"Libs: -L{LIBRARY.parent} -lscrim\nCflags: -I{ROOT / 'include'}\n"
    (folder / "scrim.pc").write_text(f"Name: scrim\nDescription: Scrim\nVersion: 0\n{flags}")
    (folder / ".gnupg").mkdir(mode=0o700)
    return {
        **{name: value for name, value in os.environ.items() if name not in ("SCRIM_UPDATE_SCREENSHOTS", "GNUPGHOME")},
        "PATH": f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(folder),
        "PKG_CONFIG_PATH": f"{folder}:{os.environ.get('PKG_CONFIG_PATH', '')}",
        "LD_LIBRARY_PATH": str(LIBRARY.parent),
        "SCRIM_LIBRARY": str(LIBRARY),
        "GST_PLUGIN_PATH": str(LIBRARY.parent / "plugins/gstreamer"),
        "GST_REGISTRY": str(folder / "registry.bin"),
        "FREI0R_PATH": str(LIBRARY.parent / "plugins/frei0r"),
        "XDG_RUNTIME_DIR": str(folder),  # it has no feeds
        "PYTHONPATH": PACKAGES,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_ADDOPTS": "-p no:cacheprovider",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }


@pytest.fixture(scope="module")
def display():
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    sys.path.insert(0, str(ROOT / "examples/demo"))
    import screen

    with screen.virtual_screen((640, 480)) as name:
        yield name


# ---- Commands in a text ----


def commands(text: str) -> list[list[str]]:
    """The simple commands of a text, as words. Those inside $(…) come last."""
    text = text.replace("\\\n", " ")
    inner = re.findall(r"\$\(([^()]*)\)", text)
    found = []
    for line in [*re.sub(r"\$\([^()]*\)", "", text).splitlines(), *inner]:
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.wordchars += "{}[]*$,:@+^%!"
        words: list[str] = []
        for word in [*lexer, ";"]:
            if word in ("&&", "||", ";", "|"):
                found.append(words)
                words = []
            else:
                words.append(word)
    assignment = re.compile(r"[A-Z_]+=")
    found = [list(itertools.dropwhile(assignment.match, words)) for words in found]
    return [words for words in found if words]


def outputs(text: str) -> dict[str, tuple[str, str]]:
    """The files and folders that `scrim` writes: the command, and what it reads."""
    found = {}
    for words in commands(text):
        if words[0] == "scrim" and words[1] in ("redact", "video", "batch"):
            target = words[words.index(">") + 1] if ">" in words else words[3]
            found[target] = (words[1], words[2])
    return found


# ---- The tests ----


def run(block: Block, folder: Path, environment: dict[str, str]) -> str:
    text = block.text + AFTER.get(block.document, "")
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", text], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{block} ends with {done.returncode}:\n{block.text}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def check_output(name: str, command: str, source: str, folder: Path) -> None:
    if command == "redact":
        before, after = (Image.open(folder / each).convert("RGB") for each in ("shot.png" if source == "-" else source, name))
        assert before.size == after.size and before.tobytes() != after.tobytes()
    elif command == "video":
        probe = "ffprobe -v error -count_packets -select_streams v -of csv -show_entries stream=nb_read_packets".split()
        before, after = (subprocess.check_output([*probe, folder / each], text=True) for each in (source, name))
        assert before == after and (folder / source).read_bytes() != (folder / name).read_bytes()
    else:
        redacted = {path.relative_to(folder / source) for path in (folder / source).rglob("*") if path.suffix in (".png", ".mp4")}
        assert redacted and all((folder / name / path).is_file() for path in redacted)


@pytest.mark.parametrize("document", dict.fromkeys(block.document for block in RUN))
def test_commands_run(document, inputs, environment, tmp_path, request):
    """The blocks of a page run one after the other, in the same folder."""
    folder = tmp_path / "folder"
    shutil.copytree(inputs, folder)
    wanted = [block for block in BLOCKS if block.document == document and (block in RUN or block.how == "output")]
    if any(re.search(r"\b(script|bindings|build)/", block.text) for block in wanted):  # they are meant for a clone of Scrim
        for name in ("script", "bindings", "programs", ".venv"):
            (folder / name).symlink_to(ROOT / name)
        (folder / "build").symlink_to(LIBRARY.parent)
    environment = dict(environment)
    if document in OWN_LIBRARY:
        del environment["SCRIM_LIBRARY"], environment["PYTHONPATH"]
    if any(re.search("x11|ximagesrc", block.text) for block in wanted):
        environment["DISPLAY"] = request.getfixturevalue("display")
    printed = ""
    for block in wanted:
        if block.language == "sh":
            printed = run(block, folder, environment)
            for name, (command, source) in outputs(block.text).items():
                check_output(name, command, source, folder)
            if re.search(r"--(json|report)\b", block.text):
                assert json.loads(printed[printed.index("{") :])["ok"] is True
        elif not block.what:
            assert block.text == printed, f"{block}: the commands print this:\n{printed}"


PROGRAM_OUTPUTS = [block for block in BLOCKS if block.how == "output" and block.what]


@pytest.mark.parametrize("block", PROGRAM_OUTPUTS, ids=str)
def test_output_of_a_program_is_as_shown(block, environment, tmp_path):
    done = subprocess.run([sys.executable, ROOT / block.what], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    expected = ".*".join(map(re.escape, block.text.split("…")))
    assert re.fullmatch(expected, done.stdout), done.stdout


# ---- Commands that cannot run ----


HELP = {
    "ffmpeg": ["ffmpeg -h full"],
    "gst-launch-1.0": ["gst-launch-1.0 --help"],
    "wf-recorder": ["wf-recorder --help"],
    "cargo": ["/usr/bin/cargo add -h", "/usr/bin/cargo run -h"],  # one of rustup would look for itself in HOME
    "cmake": ["cmake --help", "cmake --install"],
    "command": ["bash -c 'help command'"],
    "ln": ["ln --help"],
    "ninja": ["ninja --help"],
    "pip": ["pip install --help"],
    "cc": ["cc -v --help"],
    "python3": ["python3 --help"],
    "sha256sum": ["sha256sum --help"],
    "ssh-keygen": ["ssh-keygen -?"],
    "pkg-config": ["pkg-config --help"],
    "scrim-selftest": ["scrim-selftest --help"],
    "scrim-watch": ["scrim-watch --help"],
    "systemctl": ["systemctl --help"],
}

#: Programs of systems and engines that are not here. Their options are not checked.
ELSEWHERE = ("dnf", "docker", "pacman", "podman")


def options_of(words: list[str], environment: dict[str, str]) -> str:
    """A text that contains a program's options. Fails if there is no such program."""
    name = words[0]
    if name == "scrim":
        return subprocess.run(["scrim", words[1], "--help"], env=environment, capture_output=True, text=True, check=True).stdout
    if name.startswith(("script/", "benchmarks/")):
        assert os.access(ROOT / name, os.X_OK), f"{name} is not a program"
        if name in ("benchmarks/compare", "benchmarks/text"):
            return subprocess.check_output([ROOT / name, "--help"], text=True)
        return (ROOT / name).read_text()
    if name == "build/examples/photos/photos":
        return (ROOT / "examples/photos/main.c").read_text()
    if name == "build/examples/qt_pin_pad":
        return (ROOT / "examples/qt/pin_pad.cpp").read_text()
    if name.startswith("build/examples/pinpad"):
        toolkit = Path(name).name.removeprefix("pinpad_")
        assert f"add_pinpad({toolkit} " in (ROOT / "examples/pinpad/CMakeLists.txt").read_text(), name
        return "".join(path.read_text() for path in ROOT.glob("examples/pinpad/*.c"))
    if name.startswith("./") or name.startswith("python") and words[1].endswith(".py"):
        stem = Path(name if name.startswith("./") else words[1]).stem
        sources = [path for folder in (".", "tutorial", "pipelines") for path in ROOT.glob(f"examples/{folder}/{stem}.*")]
        assert sources, f"{stem} is not an example"
        return "".join(path.read_text() for path in sources)
    if name in ELSEWHERE:
        return " ".join(words)
    path = f"{environment['PATH']}:/usr/sbin:/sbin"
    assert shutil.which(name, path=path) or name in ("export", "cd", "command", "."), f"there is no program {name}"
    texts = [subprocess.run(shlex.split(line), env=environment, capture_output=True, text=True) for line in HELP.get(name, [])]
    return "".join(done.stdout + done.stderr for done in texts)


@pytest.mark.parametrize("block", NOT_RUN, ids=str)
def test_commands_that_are_not_run_exist(block, environment):
    assert len(block.what.split()) >= 4, f"{block}: {block.what!r} is not a reason"
    for path in re.findall(r"[\w.-]+(?:/[\w.-]+)+", block.what):
        assert (ROOT / path).is_file(), f"{block}: there is no {path}"
    for words in commands(block.text):
        known = options_of(words, environment)
        for word in words[1:]:
            if re.match(r"--?[a-zA-Z]", word) and not re.match(r"-([ILl]\w|Wl,)", word):  # names follow at once
                assert re.search(rf"(?<![\w-]){re.escape(word.split('=')[0])}(?![\w-])", known), f"{block}: {words[0]} has no {word}"


def test_extras_and_distributions_that_are_installed_exist():
    folders = ("bindings/python", "programs/scrim")
    projects = [tomllib.loads((ROOT / folder / "pyproject.toml").read_text())["project"] for folder in folders]
    extras = {project["name"]: project["optional-dependencies"] for project in projects}
    for block in SHELL:
        for words in commands(block.text):
            if words[:2] == ["pip", "install"]:
                for name, extra in (re.fullmatch(r"([\w-]+)(?:\[(\w+)\])?", word).groups() for word in words[2:] if "/" not in word):
                    assert name in extras and (not extra or extra in extras[name]), f"{block}: {name} {extra}"


# ---- Other languages ----


def test_each_block_says_what_it_is():
    languages = {"c", "cpp", "go", "java", "javascript", "lua", "python", "rust", "sh", "json", "ini", "text", "mermaid"}
    assert [str(block) for block in BLOCKS if block.language not in languages] == []
    fences = sum(len(re.findall(r"(?m)^[ >]*(?:```|~~~)", (ROOT / document).read_text())) for document in documents())
    assert fences == 2 * len(BLOCKS), "a block has a form that the tests do not find"
    checked = {
        "text": {"output", "not output", "run by"},
        "json": {"output", "saved as"},
        "sh": {"", "not run"},
    }
    assert [str(block) for block in BLOCKS if block.how not in checked.get(block.language, {block.how})] == []


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.what and block.how in ("run by", "not output")], ids=str)
def test_what_a_text_says_of_itself(block):
    if block.how == "not output":
        assert len(block.what.split()) >= 4
    else:
        text = (ROOT / block.what).read_text()
        assert Path(block.what).name.startswith("test_") and Path(block.document).name in text and "run by" in text


# Rules of scrim-watch are read in programs/watch/test_watch_page.py.
@pytest.mark.parametrize("block", [block for name, block in SAVED.items() if name != "watch.json"], ids=str)
def test_json_is_read_by_its_reader(block, tmp_path):
    from scrim_tools.cli.batch_rules import load_rules
    from scrim_tools.regions import load_regions

    path = tmp_path / block.what
    path.write_text(block.text)
    said = json.loads(block.text)
    if "rules" in said:
        assert len(load_rules(path).rules) == len(said["rules"])
    else:
        assert len(load_regions(path).regions) == len(said["regions"])


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language == "ini" and block.how != "run by"], ids=str)
def test_systemd_accepts_the_unit(block, tmp_path):
    unit = configparser.ConfigParser(strict=True)
    unit.optionxform = str
    unit.read_string(block.text)
    if block.how == "example":  # Tests/deploy/test_systemd.py starts it
        assert unit.sections() == ["Unit", "Service", "Install"]
        assert block.text in (ROOT / block.what).read_text()
        return
    assert unit.sections() == ["Service"]
    assert set(unit["Service"]) <= {"SystemCallFilter", "LimitMEMLOCK", "Environment"}
    if shutil.which("systemd-analyze") is None:
        return
    path = tmp_path / "sample.service"
    path.write_text(block.text + "ExecStart=/bin/true\n")
    done = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if "sample.service" in line and "memfd_secret" not in line]
    assert done.returncode == 0 and complaints == [], done.stderr
