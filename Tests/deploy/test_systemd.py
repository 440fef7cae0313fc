# SPDX-License-Identifier: MIT
"""Services of systemd: its settings, and what Scrim does under them.

Systemd runs here as the first process of namespaces of its own. It starts the probe in many services at a time, one for each setting
that docs/how-to/deploy.md names, and the example's own unit.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from probing import ROOT, needs_root, usage

UNIT = ROOT / "examples/pinpad/pinpad.service"
SYSTEMD = Path("/lib/systemd/systemd")
FILTER = "SystemCallFilter=@system-service memfd_secret"
WITHOUT = "SystemCallFilter=@system-service"
#: The reasons of scrim/memory.h.
NONE, UNAVAILABLE, DENIED, LIMIT, PRIVILEGE, DESCRIPTORS, FILE_SIZE, DISABLED = 0, 1, 2, 3, 4, 5, 7, 8
ALL = "texts=1 keypad verify=1024 descriptors usage harden process"

PAGE = (ROOT / "docs/how-to/deploy.md").read_text()
#: The calls of Scrim, as the page lists them, and what a C program does before main and for its output.
ITS_CALLS = re.findall(r"`(\w+)`", re.search(r"^\*\*A filter of your own\*\*(.*?)\. ", PAGE, re.MULTILINE | re.DOTALL)[1])
START = "arch_prctl access execve exit_group fstat newfstatat openat pread64 readlink rseq set_robust_list set_tid_address".split()

#: For each service: its settings, what the probe does, and what it says.
SERVICES = {
    "allowed": ([FILTER], ALL, ["texts OK 31", "keypad OK", "verify OK", "descriptors OK", "harden OK", "dumpable=0 core=0/0"]),
    "killed": ([WITHOUT], ALL, ["result core-dump|signal dumped|killed SYS"]),
    "disabled": ([WITHOUT, "Environment=SCRIM_DISABLE_MEMFD_SECRET=1"], ALL, ["texts OK 15", f"secretmem={DISABLED}"]),
    "refused": ([WITHOUT, "SystemCallErrorNumber=EPERM"], ALL, ["texts OK 15", f"secretmem={DENIED} locked={NONE}"]),
    "hidden": ([WITHOUT, "SystemCallErrorNumber=ENOSYS"], ALL, ["texts OK 15", f"secretmem={UNAVAILABLE} locked={NONE}"]),
    "own_list": (["SystemCallFilter=" + " ".join([*ITS_CALLS, *START])], ALL, ["texts OK 31", "descriptors OK", "core=0/0"]),
    "no_memlock_group": ([FILTER, "SystemCallFilter=~@memlock"], "texts=1 usage", ["texts OK 31"]),
    "no_mlock": (
        [FILTER, "SystemCallFilter=~@memlock", "SystemCallErrorNumber=EPERM"],
        "disable texts=1 usage",
        ["texts OK 13", f"secretmem={DISABLED} locked={DENIED}"],
    ),
    # The groups that many units exclude. Limits are read and set by a call that is always allowed.
    "no_resources": ([FILTER, "SystemCallFilter=~@privileged @resources"], ALL, ["texts OK 31", "harden OK", "core=0/0"]),
    "limit_of_0": (["LimitMEMLOCK=0"], ALL, ["texts OK 13", f"secretmem={PRIVILEGE} locked={PRIVILEGE}", "verify OK"]),
    "limit_of_64k": (
        ["LimitMEMLOCK=64K"],
        "require=2 capacity=12 texts=1 usage capacity=200 texts=1 usage",
        ["texts OK 31", "texts PROTECTION", f"secretmem={LIMIT} locked={LIMIT}"],
    ),
    "limit_of_files": (["LimitFSIZE=32K"], "texts=1 usage", ["texts OK 15", f"secretmem={FILE_SIZE}"]),
    "limit_of_descriptors": (["LimitNOFILE=4"], "texts=1 usage", ["texts OK 15", f"secretmem={DESCRIPTORS}"]),
    "three_descriptors": (["LimitNOFILE=6"], "texts=1 usage", ["texts OK 31"]),
    "capability": (["LimitMEMLOCK=4K", "AmbientCapabilities=CAP_IPC_LOCK"], "texts=1 usage", ["texts OK 31"]),
    # In a user namespace, the capability lifts no limit.
    "capability_in_namespace": (
        ["LimitMEMLOCK=4K", "AmbientCapabilities=CAP_IPC_LOCK", "PrivateUsers=yes"],
        "texts=1 usage",
        ["texts OK 13", f"secretmem={LIMIT} locked={LIMIT}"],
    ),
    "no_code": (["MemoryDenyWriteExecute=yes", "ProcSubset=pid", "ProtectProc=invisible"], ALL, ["texts OK 31", "verify OK"]),
    "no_core": (["LimitCORE=0"], "process", ["dumpable=1 core=0/0"]),
}
STUBS = ("sysinit", "basic", "shutdown", "multi-user")
#: It runs after each service, outside of its filter, and says how the service ended.
LAST = "ExecStopPost=+/bin/sh -c 'echo result $SERVICE_RESULT $EXIT_CODE $EXIT_STATUS'\n"

#: What makes the namespaces a machine of its own. Nothing that systemd writes reaches the real one.
SCRIPT = """
set -e
mount --make-rprivate /
mount -t proc proc /proc
mount --bind /proc/sys /proc/sys
mount -o remount,ro,bind /proc/sys
mount --bind "$1" /mnt
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/lib
mkdir /run/scrim
mount --bind /mnt /run/scrim
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
exec env container=scrim SYSTEMD_UNIT_PATH=/run/scrim/units SYSTEMD_LOG_TARGET=null "$2" --system --unit=all.target --show-status=no
"""


def write_units(folder: Path) -> None:
    units = folder / "units"
    units.mkdir()
    for name in STUBS:
        (units / f"{name}.target").write_text("[Unit]\nDefaultDependencies=no\n")
    for name, (settings, words, _) in SERVICES.items():
        lines = [*settings, "User=nobody", f"ExecStart=/run/scrim/probe {words}", f"StandardOutput=append:/run/scrim/{name}"]
        (units / f"{name}.service").write_text("[Service]\n" + "\n".join(lines) + "\n" + LAST)
    # The example as it is, except for its program. The second one has the program too, and the folders, which belong to one service.
    drop_in = "[Service]\nExecStart=\nExecStart=/run/scrim/{}\nStandardOutput=append:/run/scrim/{}\nStandardError=inherit\n" + LAST
    programs = {"pinpad": f"probe require=30 capacity=12 {ALL}\nRuntimeDirectory=\nStateDirectory="}
    program = ROOT / "build/examples/pinpad_rgb565"
    if program.exists():
        shutil.copy(program, folder)
        arguments = re.search(r"^ExecStart=\S+ (.*)$", UNIT.read_text(), re.MULTILINE)[1]
        programs["kiosk"] = f"pinpad_rgb565 {arguments}\nEnvironment=LD_LIBRARY_PATH=/run/scrim"
    for name, program in programs.items():
        shutil.copy(UNIT, units / f"{name}.service")
        (units / f"{name}.service.d").mkdir()
        (units / f"{name}.service.d/program.conf").write_text(drop_in.format(program, name))
    names = [*SERVICES, *programs]
    wants = " ".join(f"{name}.service" for name in names)
    (units / "all.target").write_text(f"[Unit]\nDefaultDependencies=no\nWants={wants}\n")
    for name in names:
        (folder / name).touch(0o666)


def group_of(root: Path) -> Path | None:
    """A new control group for systemd, or None if there may be none."""
    group = next((path for path in (root / "unified", root) if (path / "cgroup.procs").exists()), root) / f"scrim-{os.getpid()}"
    try:
        group.mkdir()
    except OSError:
        return None
    return group


@pytest.fixture(scope="module")
def said(folder: Path, has_secretmem: bool) -> Iterator[dict[str, str]]:
    """What each service said, and how it ended."""
    if os.geteuid() != 0 or not SYSTEMD.exists() or shutil.which("unshare") is None:
        pytest.skip("root can start systemd in namespaces, if systemd and unshare are installed")
    group = group_of(Path("/sys/fs/cgroup"))
    if group is None:
        pytest.skip("this process may create no control group of version 2")
    write_units(folder)
    join = 'echo $$ > "$0/cgroup.procs"; exec unshare --mount --pid --fork --uts --ipc --net --cgroup --kill-child=KILL sh -c "$@"'
    with (folder / "errors").open("w") as errors:
        command = ["sh", "-c", join, group, SCRIPT, "sh", folder, SYSTEMD]
        manager = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors, start_new_session=True)
    try:
        files = [path for path in folder.iterdir() if (folder / "units" / f"{path.name}.service").exists()]
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and manager.poll() is None:
            if all("\nresult " in f"\n{path.read_text()}" for path in files):
                break
            time.sleep(0.05)
        if manager.poll() is not None:
            pytest.skip(f"systemd does not start in namespaces here: {(folder / 'errors').read_text()}")
        yield {path.name: path.read_text() for path in files}
    finally:
        manager.kill()
        manager.wait()
        for _ in range(100):  # until the kernel has taken down the namespace
            left = sorted((path for path in group.rglob("*") if path.is_dir()), reverse=True)
            try:
                for path in (*left, group):
                    path.rmdir()
                break
            except OSError:
                time.sleep(0.05)


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_gets_what_its_settings_allow(said: dict[str, str], secretmem: None, name: str) -> None:
    for expected in SERVICES[name][2]:
        words = [word.split("|") for word in expected.split()]
        pattern = " ".join(f"(?:{'|'.join(map(re.escape, word))})" for word in words)
        assert re.search(pattern, said[name]), said[name]
    if name != "killed":
        assert "result success exited 0" in said[name]


def test_the_capability_lifts_the_limit_except_in_a_user_namespace(said: dict[str, str]) -> None:
    assert usage(said["capability"])["limit"] == -1
    assert usage(said["capability_in_namespace"])["limit"] == 4096


def test_the_unit_of_the_example_gets_the_best_memory(said: dict[str, str], secretmem: None) -> None:
    lines = said["pinpad"]
    for expected in ("texts OK 31", "keypad OK", "verify OK", "descriptors OK", "harden OK", "dumpable=0 core=0/0", "no_new_privs=1"):
        assert expected in lines, lines
    assert "result success exited 0" in lines


def test_the_example_starts_in_its_unit(said: dict[str, str], secretmem: None) -> None:
    """It has no PIN, so it is locked, and ends because no driver writes touches."""
    if "kiosk" not in said:
        pytest.skip("the PIN pad for panels was not built")
    assert said["kiosk"].splitlines() == ["no PIN is set: run with --set first", "locked", "result exit-code exited 1"]


def calls(group: str) -> set[str]:
    """The system calls of a group, with the groups in it."""
    listed = subprocess.run(["systemd-analyze", "syscall-filter", group], check=True, capture_output=True, text=True).stdout
    names = {line.strip() for line in listed.splitlines() if line.startswith("    ") and not line.strip().startswith("#")}
    return {call for name in names for call in (calls(name) if name.startswith("@") else [name])}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_group_for_services_lacks_only_memfd_secret() -> None:
    assert len(ITS_CALLS) > 20
    assert set(ITS_CALLS) - calls("@system-service") == {"memfd_secret"}
    assert set(ITS_CALLS) & calls("@memlock") == {"mlock"}
    assert "memfd_secret" in calls("@known")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_finds_no_fault_in_the_example(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/usr/local/bin/pinpad_rgb565", "/bin/true"))
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert verified.returncode == 0
    assert [line for line in verified.stderr.splitlines() if UNIT.name in line] == []
    judged = subprocess.run(["systemd-analyze", "security", "--offline=yes", unit], capture_output=True, text=True).stdout
    exposure = float(re.search(r"Overall exposure level for \S+: ([0-9.]+)", judged)[1])
    assert exposure <= 1.0, judged


def test_every_setting_of_the_example_is_in_the_page() -> None:
    assert UNIT.read_text().split("\n", 1)[1] in PAGE


@needs_root
def test_the_probe_gets_less_where_the_test_says_so(said: dict[str, str], secretmem: None) -> None:
    """The services are told apart: the same words say something else in another service."""
    levels = {name: match[1] for name, lines in said.items() if (match := re.search(r"^texts OK (\d+)$", lines, re.MULTILINE))}
    assert set(levels.values()) == {"31", "15", "13"}
