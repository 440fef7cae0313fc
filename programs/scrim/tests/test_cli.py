# SPDX-License-Identifier: MIT
"""The command `scrim`: its commands, what they say, its manual page and its completions."""

import ast
import contextlib
import importlib.util
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import PYTHONPATH, ROOT, pixels, scrim_command

import scrim
from scrim import Unprotected
from scrim_tools import checks
from scrim_tools.cli import COMMANDS, build_parser, selftest
from scrim_tools.errors import EXIT_CODES, Exit
from scrim_tools.regions import parse_regions
from scrim_tools.selftest_table import ADVICE, CHECKS

PROJECT = ROOT / "programs/scrim"


class TestCommands:
    def test_each_has_help(self) -> None:
        for name in COMMANDS:
            ran = scrim_command(name.replace("_", "-"), "--help")
            assert ran.code == 0 and f"usage: scrim {name}" in ran.out and "--json" in ran.out

    def test_the_version(self) -> None:
        assert scrim_command("--version").out == f"scrim {scrim.__version__} (library {scrim.library_version()})\n"

    @pytest.mark.parametrize("arguments", [[], ["nothing"], ["keypad", "--nothing"], ["keypad", "maya"]])
    def test_what_is_not_known(self, arguments: list[str]) -> None:
        ran = scrim_command(*arguments)
        assert ran.code == Exit.USAGE and "usage: scrim" in ran.err and not ran.out

    @pytest.mark.parametrize(
        "arguments", [["nothing"], ["keypad", "maya"], ["redact", "a.png", "b.png", "--rect", "1"]]
    )
    def test_what_is_not_known_in_json(self, arguments: list[str]) -> None:
        ran = scrim_command(*arguments, "--json")
        assert ran.code == Exit.USAGE and not ran.err
        assert ran.json["error"]["kind"] == "usage" and "--help" in ran.json["error"]["hint"]

    def test_all_exit_codes_are_told(self) -> None:
        assert [int(code) for code in re.findall(r"^  (\d+) ", EXIT_CODES, re.MULTILINE)] == list(Exit)

    def test_it_says_which_library_is_missing(self, tmp_path: Path) -> None:
        environment = {**os.environ, "SCRIM_LIBRARY": str(tmp_path / "none.so"), "PYTHONPATH": PYTHONPATH}
        command = [sys.executable, "-m", "scrim_tools", "keypad"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        assert done.returncode == Exit.MISSING and "SCRIM_LIBRARY" in done.stderr and "Traceback" not in done.stderr

    @pytest.mark.parametrize(("line", "stream"), [("keypad --json", 0), ("redact - - --rect 1,1,5,5 --report", 1)])
    def test_it_says_so_in_json(self, tmp_path: Path, line: str, stream: int) -> None:
        environment = {**os.environ, "SCRIM_LIBRARY": str(tmp_path / "none.so"), "PYTHONPATH": PYTHONPATH}
        command = [sys.executable, "-m", "scrim_tools", *line.split()]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL)
        told, other = (done.stdout, done.stderr)[stream], (done.stderr, done.stdout)[stream]
        error = json.loads(told)["error"]
        assert done.returncode == Exit.MISSING == error["code"] and other == ""
        assert error["kind"] == "missing" and "SCRIM_LIBRARY" in error["message"]

    @pytest.mark.parametrize("line", ["redact --help", "video --help", "selftest"])
    def test_a_terminal_without_letters(self, line: str) -> None:
        """In the locale C, standard output is ASCII, and escapes only what was not valid in a file name."""
        environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": PYTHONPATH}
        environment.pop("PYTHONIOENCODING", None)
        done = subprocess.run([sys.executable, "-m", "scrim_tools", *line.split()], capture_output=True, env=environment)
        assert done.returncode == 0 and done.stderr == b"" and done.stdout.isascii() and len(done.stdout) > 500

    def test_the_entry_point_is_declared(self) -> None:
        project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
        module, _, name = project["project"]["scripts"]["scrim"].partition(":")
        assert callable(getattr(importlib.import_module(module), name))
        # Every package of the source is one of the wheel.
        packages = {".".join(path.parent.relative_to(PROJECT).parts) for path in PROJECT.glob("scrim_tools/**/__init__.py")}
        assert packages == set(project["tool"]["setuptools"]["packages"])

    def test_messages_name_extras_that_exist(self) -> None:
        extras = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
        sources = "".join(path.read_text() for path in PROJECT.glob("scrim_tools/**/*.py"))
        named = re.findall(r'need\("[\w.]+", "[^"]+", "(\w+)"\)', sources)
        assert set(named) == set(extras)

    def test_it_uses_public_names_of_the_binding_alone(self) -> None:
        used = set()
        for path in PROJECT.glob("scrim_tools/**/*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith("scrim"):
                    used |= {f"{node.module}.{alias.name}" for alias in node.names}
                if isinstance(node, ast.Import):
                    assert not [alias.name for alias in node.names if alias.name.startswith("scrim")], path
        assert len(used) > 20 and used <= {f"scrim.{name}" for name in [*scrim.__all__, "__version__"]}

    def test_nobody_reads(self) -> None:
        command = f"{sys.executable} -m scrim_tools keypad --json | true; echo ${{PIPESTATUS[0]}}"
        environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment)
        assert done.stdout.strip() in ("0", "1") and done.stderr == ""

    @pytest.mark.parametrize(
        ("error", "code", "told"),
        [
            (KeyboardInterrupt(), Exit.INTERRUPTED, "interrupted"),
            (MemoryError(), Exit.FAILED, "not enough memory"),
            (scrim.LimitError("too many"), Exit.FAILED, "too many (SCRIM_ERROR_LIMIT)"),
            (FileNotFoundError(2, "No such file", "x.png"), Exit.FAILED, "x.png: the file or folder does not exist"),
        ],
    )
    def test_what_can_come_in_between(
        self, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: Exit, told: str
    ) -> None:
        from scrim_tools.cli import keypad

        def fail(_: Any) -> Any:
            raise error

        monkeypatch.setattr(keypad, "made", fail)
        ran = scrim_command("keypad")
        assert ran.code == code and told in ran.err and not ran.out
        assert scrim_command("keypad", "--json").json["error"]["code"] == code

    @pytest.mark.parametrize("missing", ["PIL", "numpy"])
    def test_a_package_that_is_missing(self, tmp_path: Path, missing: str) -> None:
        (tmp_path / f"{missing}.py").write_text("raise ImportError('not here')")
        environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{PYTHONPATH}"}
        source = tmp_path / "in.png"
        source.write_bytes(b"")
        run = [sys.executable, "-m", "scrim_tools"]
        command = [*run, "redact", source, tmp_path / "out.png", "--rect", "0,0,1,1"]
        from PIL import Image

        Image.new("RGB", (4, 4)).save(source)
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        assert done.returncode == Exit.MISSING
        assert "pip install scrim-tools\n" in done.stderr
        # What needs no picture works without.
        assert subprocess.run([*run, "keypad"], capture_output=True, env=environment).returncode == 0


class TestKeypad:
    @pytest.mark.parametrize(
        ("options", "code", "told"),
        [
            (["--blank-keys-per-row", "5"], 2, "argument --blank-keys-per-row: must be a whole number from 0 to 4 (got '5')"),
            (["--blank-keys-per-row", "-1"], 2, "argument --blank-keys-per-row: must be a whole number from 0 to 4 (got '-1')"),
            (["--output", "out.png", "--scale", "1e-9"], 2, "argument --scale: must be a number from 0.1 to 20"),
            (["--output", "out.png", "--scale", "nan"], 2, "argument --scale: must be a number from 0.1 to 20"),
            (["--output", "out.blp"], 1, "BLP cannot contain this picture"),
            (["--output", "out.xbm"], 1, "XBM cannot contain this picture"),
            (["--output", ""], 2, "'': the output must be a file"),
            (["qwerty", "--shuffle", "digits"], 2, "--shuffle digits: the first page of qwerty has no digits"),
            (["azerty", "--shuffle", "digits", "--blank-keys-per-row", "1"], 2, "use --shuffle auto"),
        ],
    )
    def test_what_cannot_be_drawn(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], code: int, told: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        ran = scrim_command("keypad", *options)
        assert ran.code == code and told in ran.err and "SCRIM_ERROR" not in ran.err and not list(tmp_path.iterdir())

    @pytest.mark.parametrize("layout", [layout.name.lower().replace("_", "-") for layout in scrim.Layout])
    def test_every_key_is_drawn(self, layout: str) -> None:
        keys = scrim_command("keypad", layout, "--json").json["keys"]
        assert sum(key["kind"] == "insert" for key in keys) >= 10
        assert {"done": "done", "delete": "delete"}.items() <= {key["kind"]: key["name"] for key in keys}.items()
        text = scrim_command("keypad", layout, "--shuffle", "none").out
        told = sorted(re.findall(r"[^\s|+<^-]", text))
        expected = scrim_command("keypad", layout, "--shuffle", "none", "--json").json["keys"]
        for key in expected:
            if key["kind"] == "insert" and key["label"] not in " -+|<^":
                assert key["label"] in told

    def test_it_is_shuffled(self) -> None:
        assert len({scrim_command("keypad").out for _ in range(5)}) > 1
        assert len({scrim_command("keypad", "--shuffle", "none").out for _ in range(5)}) == 1

    def test_a_picture(self, tmp_path: Path) -> None:
        ran = scrim_command("keypad", "--output", tmp_path / "pad.png", "--scale", "1", "--shuffle", "none")
        assert ran.code == 0
        made = pixels(tmp_path / "pad.png")
        assert made.shape == (424, 324, 3)
        # Every key has ink in its middle, and its own.
        shown = {
            made[12 + 100 * row : 112 + 100 * row, 12 + 100 * column : 112 + 100 * column].tobytes()
            for row in range(4)
            for column in range(3)
        }
        assert len(shown) == 12

    @pytest.mark.parametrize("more", [[], ["--json"]])
    def test_a_picture_on_standard_output(self, more: list[str]) -> None:
        command = [sys.executable, "-m", "scrim_tools", "keypad", "--output", "-", *more]
        done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONPATH": PYTHONPATH}, check=True)
        assert done.stdout.startswith(b"\x89PNG") and done.stdout.endswith(b"IEND\xaeB`\x82")
        if not more:
            assert done.stderr == b""
            return
        told = json.loads(done.stderr)
        assert told["ok"] and told["layout"] == "pin" and len(told["keys"]) == 12

    @pytest.mark.parametrize("arguments", [["--scale", "0"], ["--scale", "nan"], ["--blank-keys-per-row", "-1"]])
    def test_errors(self, tmp_path: Path, arguments: list[str]) -> None:
        ran = scrim_command("keypad", "--output", tmp_path / "pad.png", *arguments)
        assert ran.code == Exit.USAGE and not list(tmp_path.iterdir())


class TestSelftest:
    """programs/selftest/test_selftest.py compares it with the program in C, which makes the same checks."""

    def test_it_passes(self) -> None:
        ran = scrim_command("selftest", "--json")
        told = ran.json
        assert ran.code == 0 and told["ok"] and told["passed"] and "error" not in told and all(told["checks"].values()) and len(told["checks"]) == 8
        assert told["redactions"] == {"count": 180, "wrong": []} and len(told["formats"]) == len(scrim.Format)
        assert all(speed["megapixels_per_second"] > 0 for speed in told["speeds"]) and len(told["speeds"]) == 5
        assert told["library"]["version"] == scrim.library_version()
        assert Path(told["library"]["file"]).samefile(scrim.library_path())
        text = scrim_command("selftest", "--no-speed").out
        assert text.count("ok  ") == 8 and told["protection"]["level"] in text and "megapixels" not in text

    @pytest.mark.parametrize("check", list(CHECKS))
    def test_each_check_can_fail(self, check: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """What each leans on does something else."""

        def nothing(*arguments: Any, **options: Any) -> Any:
            return arguments[0]

        monkeypatch.setattr(checks, "redact", nothing)
        monkeypatch.setattr(checks, "redact_in_place", nothing)
        monkeypatch.setattr(checks, "_status_of_child", lambda _: signal.SIGKILL)
        monkeypatch.setattr(scrim.Keypad, "keys", lambda *_: [])
        monkeypatch.setattr(scrim.Text, "equals", lambda *_: True)
        told = scrim_command("selftest", "--json", "--no-speed")
        assert told.code == Exit.FAILED and told.json["checks"][CHECKS[check]] is False
        assert not told.json["ok"] and told.json["error"] == {"code": 1, "kind": "failed", "message": "a check failed", "hint": ""}

    def test_another_checksum_is_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        case = checks.REDACTIONS[70]
        changed = [*checks.REDACTIONS[:70], case._replace(crc=case.crc ^ 1), *checks.REDACTIONS[71:]]
        monkeypatch.setattr(checks, "REDACTIONS", changed)
        ran = scrim_command("selftest", "--no-speed")
        assert ran.code == Exit.FAILED and f"FAIL  {CHECKS['redacts']}\n      wrong: {case.name}\nok" in ran.out
        told = scrim_command("selftest", "--no-speed", "--json").json
        assert told["redactions"]["wrong"] == [case.name] and case.format.name not in told["formats"]

    def test_a_level_can_be_required(self) -> None:
        level = scrim_command("selftest", "--json", "--no-speed").json["protection"]["level"]
        assert scrim_command("selftest", "--no-speed", "--require", level).code == 0

    def test_less_protection_says_what_helps(self) -> None:
        deny = ROOT / "build" / "Tests" / "C" / "deny"
        if not deny.exists():
            pytest.skip("build/Tests/C/deny is not built")
        command = [deny, "memfd_secret", "--", sys.executable, "-m", "scrim_tools", "selftest", "--no-speed"]
        environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
        done = subprocess.run([*command, "--require", "secret"], capture_output=True, text=True, env=environment)
        assert done.returncode == Exit.FAILED and "--require: protection is locked, but secret is required" in done.stderr
        assert "no memfd_secret: " in done.stdout and "protection of secrets: locked" in done.stdout
        done = subprocess.run([*command, "--require", "secret", "--json"], capture_output=True, text=True, env=environment)
        told = json.loads(done.stdout)
        assert done.returncode == Exit.FAILED and not told["ok"] and not told["passed"] and all(told["checks"].values())
        assert told["error"]["message"] == "--require: protection is locked, but secret is required" and done.stderr == ""

    def test_what_was_disabled_is_named(self) -> None:
        environment = {**os.environ, "PYTHONPATH": PYTHONPATH, "SCRIM_DISABLE_MEMFD_SECRET": "1"}
        command = [sys.executable, "-m", "scrim_tools", "selftest", "--no-speed"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        assert done.returncode == Exit.DONE
        assert "no memfd_secret: scrim_memory_configure or the environment variable" in done.stdout
        assert "unset SCRIM_DISABLE_MEMFD_SECRET" in done.stdout

    def test_there_is_advice_for_every_shortfall(self) -> None:
        assert {Unprotected[name] for name in ADVICE} == set(Unprotected) - {Unprotected.NONE, Unprotected.UNAVAILABLE}


class TestManual:
    """docs/man and docs/completion are made by script/make_manual.py from the parser."""

    @staticmethod
    def maker() -> Any:
        spec = importlib.util.spec_from_file_location("make_manual", ROOT / "script" / "make_manual.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def test_it_is_made_of_this_parser(self) -> None:
        for path, text in self.maker().files().items():
            assert path.read_text() == text, f"{path.name} is old: run script/make_manual.py"

    def test_it_names_every_option(self) -> None:
        text = (ROOT / "docs" / "man" / "scrim.1").read_text().replace("\\-", "-")
        subparsers = build_parser()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
        for name, parser in dict(subparsers).items():  # type: ignore[arg-type]
            assert f"scrim {name}" in text
            for action in parser._actions:
                assert all(option in text for option in action.option_strings)

    def test_groff_finds_nothing_wrong(self) -> None:
        if shutil.which("groff") is None:
            pytest.skip("groff is not installed")
        page = ROOT / "docs" / "man" / "scrim.1"
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True)
        assert done.returncode == 0 and done.stderr == ""

    @pytest.mark.parametrize(("shell", "name"), [("bash", "scrim.bash"), ("zsh", "_scrim"), ("fish", "scrim.fish")])
    def test_shells_can_read_their_completions(self, shell: str, name: str) -> None:
        if shutil.which(shell) is None:
            pytest.skip(f"{shell} is not installed")
        subprocess.run([shell, "-n", ROOT / "docs" / "completion" / name], check=True)

    def test_bash_quotes_the_names_of_files(self, tmp_path: Path) -> None:
        """A file from somebody else may have the name of a command."""
        (tmp_path / "in $(touch run).png").touch()
        typed = f"cd {tmp_path}; PS1=; scrim() {{ printf '%s\\n' \"$@\" > told; }}; . {ROOT}/docs/completion/scrim.bash\nscrim redact in\t\nexit\n"
        main, other = pty.openpty()
        shell = subprocess.Popen(["bash", "--norc", "--noprofile", "-i"], stdin=other, stdout=other, stderr=other, start_new_session=True)
        os.close(other)
        os.write(main, typed.encode())
        with contextlib.suppress(OSError):  # the shell has ended
            while os.read(main, 4096):
                pass
        assert shell.wait(30) == 0
        os.close(main)
        assert not (tmp_path / "run").exists()
        assert (tmp_path / "told").read_text() == "redact\nin $(touch run).png\n"

    def test_bash_completes(self) -> None:
        script = f"""
            source {ROOT}/docs/completion/scrim.bash
            complete_words() {{
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
                local by; by=$(complete -p scrim | sed -E 's/.*-F ([^ ]+).*/\\1/')
                "$by" scrim "${{!#}}" ""; printf '%s ' "${{COMPREPLY[@]}}"; echo
            }}
            complete_words scrim red
            complete_words scrim redact in out --ov
            complete_words scrim keypad qw
            cd {ROOT}/docs/reference && complete_words scrim redact comm
        """
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
        assert [line.split() for line in done.stdout.splitlines()] == [
            ["redact"],
            ["--overwrite-input"],
            ["qwerty", "qwertz"],
            ["command.md"],
        ], done


def test_the_documents_show_files_that_are_right() -> None:
    blocks = re.findall(r"```json\n(.*?)```", (ROOT / "docs/reference/command.md").read_text(), re.DOTALL)
    assert len(blocks) == 1
    page = TestManual.maker().FILES
    for text in (blocks[0], page[page.index("{") : page.rindex("]}]}") + 4]):
        assert len(parse_regions(text).regions) == 5


def test_numbers_are_finite() -> None:
    assert np.isfinite([speed["ms"] for speed in selftest.speeds()]).all()
