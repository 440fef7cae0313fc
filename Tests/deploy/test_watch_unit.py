# SPDX-License-Identifier: MIT
"""The unit of scrim-watch: with its restrictions, the program reaches the screen and the bus, and it is started again if it ends."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from probing import ROOT, needs_root
from test_systemd import SCRIPT, STUBS, SYSTEMD, group_of

sys.path.insert(0, str(ROOT / "programs/watch"))
from testing import desktop as desktops  # noqa: E402  (the path comes first)

UNIT = ROOT / "programs/watch/scrim-watch.service"
PROGRAM = Path(os.environ.get("SCRIM_BUILD", ROOT / "build")).resolve() / "programs/watch/scrim-watch"
VARIABLES = ("DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "HOME")
pytestmark = [
    needs_root,
    pytest.mark.skipif(not PROGRAM.exists(), reason="scrim-watch was not built"),
    pytest.mark.skipif(not SYSTEMD.exists() or shutil.which("unshare") is None, reason="systemd or unshare is not installed"),
    pytest.mark.skipif(bool(desktops.missing()), reason=f"not installed: {', '.join(desktops.missing())}"),
]


def write_units(folder: Path, environment: dict[str, str]) -> None:
    """The unit as it is, but for the program of the build, its output, and the targets of a session."""
    folder.mkdir()
    for name in (*STUBS, "graphical-session", "all"):
        wants = "Wants=scrim-watch.service\n" if name == "all" else ""
        (folder / f"{name}.target").write_text(f"[Unit]\nDefaultDependencies=no\n{wants}")
    variables = "".join(f'Environment="{name}={environment[name]}"\n' for name in VARIABLES)
    output = f"StandardOutput=append:{folder}/output\nStandardError=append:{folder}/output\n"
    text = UNIT.read_text().replace("ExecStart=scrim-watch", f"ExecStart={PROGRAM}\n{variables}{output}")
    (folder / UNIT.name).write_text(text.replace("[Unit]\n", "[Unit]\nDefaultDependencies=no\n"))


def wait_for(find: Callable[[], Any], seconds: float = 60) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := find()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


@pytest.fixture
def desktop() -> Iterator[desktops.Desktop]:
    """A desktop whose scrim-watch is started by systemd, which runs in namespaces."""
    group = group_of(Path("/sys/fs/cgroup"))
    if group is None:
        pytest.skip("this process may create no control group of version 2")
    with desktops.desktop() as found:
        folder = found.folder / "systemd"
        folder.mkdir()
        write_units(folder / "units", found.environment)
        join = 'echo $$ > "$0/cgroup.procs"; exec unshare --mount --pid --fork --uts --ipc --net --cgroup --kill-child=KILL sh -c "$@"'
        command = ["sh", "-c", join, group, SCRIPT, "sh", folder, SYSTEMD]
        manager = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=found.log, stderr=found.log, start_new_session=True)
        try:
            yield found
        finally:
            manager.kill()
            manager.wait()
            wait_for(lambda: remove(group), 5)


def remove(group: Path) -> bool:
    """Succeeds once the kernel has taken down the namespace."""
    try:
        for path in (*sorted((path for path in group.rglob("*") if path.is_dir()), reverse=True), group):
            path.rmdir()
    except OSError:
        return False
    return True


def test_the_restrictions_leave_what_the_program_needs(desktop: desktops.Desktop) -> None:
    feed = desktop.folder / "run/scrim-watch.feed"

    def running() -> list[int]:
        ours = desktops.processes_with(f"XDG_RUNTIME_DIR={desktop.folder}/run")
        return [pid for pid in ours if feed.exists() and Path(f"/proc/{pid}/exe").resolve() == PROGRAM]

    output = desktop.folder / "systemd/units/output"
    [pid] = wait_for(running) or pytest.fail(f"it did not start: {output.read_text() if output.exists() else 'no output'}")
    status = dict(re.findall(r"^(\w+):\s+(\S+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE))
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    os.kill(pid, signal.SIGKILL)
    assert wait_for(lambda: [other for other in running() if other != pid]), "it was not started again"
    assert output.read_text() == ""


def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("ExecStart=scrim-watch", f"ExecStart={PROGRAM}"))
    command = ["systemd-analyze", "--user", "verify", "--man=no", unit]
    verified = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)})
    assert (verified.returncode, verified.stderr) == (0, "")
