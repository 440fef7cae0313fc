# SPDX-License-Identifier: MIT
"""Wrong command lines of scrim-watch: a message that says what was expected and given, exit status 1 or 2, and no file."""

import os
import subprocess

import pytest
from conftest import WATCH

WRONG = [
    (["--nothing"], 2, "expected an option that scrim-watch --help lists (got '--nothing')"),
    (["watch"], 2, "expected an option that scrim-watch --help lists (got 'watch')"),
    (["-h"], 2, "expected an option that scrim-watch --help lists (got '-h')"),
    (["--feeds", "bank"], 2, "expected an option that scrim-watch --help lists (got '--feeds')"),
    (["--feed"], 2, "--feed: expected the name of a feed (got nothing)"),
    (["--feed="], 2, "--feed: expected the name of a feed (got nothing)"),
    (["--rules"], 2, "--rules: expected a file (got nothing)"),
    (["--screen", "wayland"], 2, "--screen: expected x11 or sway (got 'wayland')"),
    (["--screen=X11"], 2, "--screen: expected x11 or sway (got 'X11')"),
    (["--once=now"], 2, "--once: expected no value (got 'now')"),
    (["--json"], 2, "--json: expected together with --once (got no --once)"),
    (["--preview", "--once"], 2, "--preview: expected without --once (got both)"),
    (["--rules", "nowhere/rules.json"], 1, "nowhere/rules.json: "),
    (["--screen", "sway", "--preview", "--feed", "x/y"], 1, "--preview: expected an X11 session (got another one)"),
]


@pytest.mark.parametrize(("options", "code", "message"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_wrong_command_lines(tmp_path, options, code, message):
    folders = {name: str(tmp_path / name) for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME")}
    for folder in folders.values():
        os.mkdir(folder, 0o700)
    done = subprocess.run([WATCH, *options], cwd=tmp_path, env={"PATH": os.environ["PATH"], **folders}, capture_output=True, text=True, timeout=60)
    assert done.returncode == code and not done.stdout
    assert done.stderr.startswith("scrim-watch: ") and message in done.stderr and done.stderr.count("\n") == 1
    assert not [path for path in tmp_path.rglob("*") if not path.is_dir()]


def test_a_message_if_the_help_cannot_be_written():
    with open("/dev/full", "w") as full:
        done = subprocess.run([WATCH, "--help"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, "scrim-watch: standard output cannot be written\n")
