# SPDX-License-Identifier: MIT
"""What scrim_process_harden keeps out, what it breaks in the process itself, and what it leaves open."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from probing import AS_NOBODY, LIBRARY, NOBODY, ROOT, needs_root

pytestmark = needs_root

#: A process of the same user. It prints what it could do to the process and the address that are its arguments.
ATTACKER = """
import ctypes, os, sys
pid, address = int(sys.argv[1]), int(sys.argv[2], 16)
libc = ctypes.CDLL(None, use_errno=True)

def read_mem():
    with open(f"/proc/{pid}/mem", "rb") as memory:
        memory.seek(address)
        assert memory.read(15) == b"ordinary memory"

def read_by_call():
    class Part(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
    here = ctypes.create_string_buffer(15)
    local, remote = Part(ctypes.addressof(here), 15), Part(address, 15)
    if libc.process_vm_readv(pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) != 15:
        raise PermissionError
    assert here.raw == b"ordinary memory"

def attach_debugger():
    if libc.ptrace(0x4206, pid, None, None) != 0:  # PTRACE_SEIZE
        raise PermissionError

tries = {
    "mem": read_mem,
    "process_vm_readv": read_by_call,
    "ptrace": attach_debugger,
    "environ": lambda: open(f"/proc/{pid}/environ", "rb").read(),
    "maps": lambda: open(f"/proc/{pid}/maps", "rb").read(),
    "descriptors": lambda: os.listdir(f"/proc/{pid}/fd"),
    "program": lambda: os.readlink(f"/proc/{pid}/exe"),
    "cmdline": lambda: open(f"/proc/{pid}/cmdline", "rb").read(),
    "status": lambda: open(f"/proc/{pid}/status", "rb").read(),
}
for name, attempt in tries.items():
    try:
        attempt()
    except PermissionError:
        continue
    print(name)
"""
FOR_ALL = {"cmdline", "status"}
EVERYTHING = {"mem", "process_vm_readv", "ptrace", "environ", "maps", "descriptors", "program", *FOR_ALL}


class Victim:
    """The probe, which waits at each word "wait"."""

    def __init__(self, folder: Path, user: list[str], words: tuple[str, ...]) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([*user, folder / "probe", *words], **pipes)
        self.pid = self.process.pid

    def wait(self) -> str:
        """Continues until the probe waits, and returns the address of its ordinary memory."""
        while not (line := self.process.stdout.readline()).startswith("waits "):
            assert line, "the probe has ended"
        return line.split()[1]

    def go_on(self) -> None:
        self.process.stdin.write("\n")
        self.process.stdin.flush()


@contextmanager
def victim(folder: Path, *words: str, user: list[str] = AS_NOBODY) -> Iterator[Victim]:
    found = Victim(folder, user, words)
    try:
        yield found
    finally:
        found.process.kill()
        found.process.communicate()


def attack(pid: int, address: str, user: list[str] = AS_NOBODY) -> set[str]:
    command = [*user, "/usr/bin/python3", "-c", ATTACKER, str(pid), address]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def restricts_debuggers() -> bool:
    scope = Path("/proc/sys/kernel/yama/ptrace_scope")
    return scope.exists() and scope.read_text().strip() != "0"


@pytest.mark.skipif(restricts_debuggers(), reason="Yama forbids debuggers here for every process")
def test_another_process_of_the_user_is_kept_out(folder: Path) -> None:
    with victim(folder, "texts=1", "wait") as open_one:
        assert attack(open_one.pid, open_one.wait()) == EVERYTHING
    with victim(folder, "harden", "texts=1", "wait") as hardened:
        assert attack(hardened.pid, hardened.wait()) == FOR_ALL


def test_root_is_not_kept_out(folder: Path) -> None:
    with victim(folder, "harden", "texts=1", "wait") as hardened:
        assert {"mem", "ptrace", "maps"} <= attack(hardened.pid, hardened.wait(), user=[])


@pytest.mark.skipif(restricts_debuggers(), reason="Yama forbids debuggers here for every process")
def test_who_opened_the_memory_before_can_still_read_it(folder: Path) -> None:
    """So a program calls it first."""
    reader = """
import sys
with open(f"/proc/{sys.argv[1]}/mem", "rb", buffering=0) as memory:
    print("open", flush=True)
    sys.stdin.readline()
    memory.seek(int(sys.argv[2], 16))
    print(memory.read(15).decode())
"""
    with victim(folder, "wait", "harden", "wait") as late:
        address = late.wait()
        command = [*AS_NOBODY, "/usr/bin/python3", "-c", reader, str(late.pid), address]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as early:
            assert early.stdout.readline() == "open\n"
            late.go_on()
            late.wait()
            assert attack(late.pid, address) == FOR_ALL
            assert early.communicate("\n")[0] == "ordinary memory\n"


def core_files(folder: Path, directory: Path, *words: str) -> tuple[bool, int]:
    """Aborts in a folder of its own. Returns what the kernel says of a core file, and how many there are."""
    directory.mkdir()
    os.chown(directory, NOBODY, NOBODY)
    command = ["prlimit", "--core=unlimited", *AS_NOBODY, folder / "probe", *words, "abort"]
    with subprocess.Popen(command, cwd=directory, stdout=subprocess.PIPE) as process:
        process.stdout.read()
        _, status = os.waitpid(process.pid, 0)
        process.returncode = status
    assert os.WIFSIGNALED(status), status
    return os.WCOREDUMP(status), len(list(directory.iterdir()))


def test_no_core_file_is_written(folder: Path) -> None:
    pattern = Path("/proc/sys/kernel/core_pattern").read_text().strip()
    if pattern.startswith(("|", "/", "@")):
        pytest.skip(f"the kernel writes core files elsewhere: {pattern}")
    if resource.getrlimit(resource.RLIMIT_CORE)[1] != resource.RLIM_INFINITY:
        pytest.skip("core files are forbidden here for every process")
    place = folder / "cores"
    place.mkdir(mode=0o755)
    assert core_files(folder, place / "open", "texts=1") == (True, 1)
    assert core_files(folder, place / "hardened", "harden", "texts=1") == (False, 0)


def test_exec_allows_debuggers_again_but_no_core(folder: Path) -> None:
    command = [*AS_NOBODY, folder / "probe", "harden", "process", "exec", "process"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert [line.split()[1:3] for line in said if line.startswith("process")] == [["dumpable=0", "core=0/0"], ["dumpable=1", "core=0/0"]]


def test_a_change_of_the_user_sets_what_the_system_says(folder: Path) -> None:
    expected = Path("/proc/sys/fs/suid_dumpable").read_text().strip()
    said = subprocess.run([folder / "probe", "harden", f"setuid={NOBODY}", "process"], check=True, capture_output=True, text=True).stdout
    assert f"dumpable={expected} core=0/0 uid={NOBODY}" in said


IN_PYTHON = """
import ctypes, os, resource, sys, threading
import scrim
libc = ctypes.CDLL(None, use_errno=True)
os.setgroups([])
os.setresgid(65534, 65534, 65534)
os.setresuid(65534, 65534, 65534)
libc.prctl(4, 1, 0, 0, 0)  # PR_SET_DUMPABLE: as after exec

def can(attempt):
    try:
        attempt()
    except PermissionError:
        return False
    return True

def map_users():
    child = os.fork()
    if child == 0:
        if libc.unshare(0x10000000) != 0:  # CLONE_NEWUSER
            os._exit(2)
        os._exit(0 if can(lambda: open("/proc/self/uid_map", "w").write("0 65534 1")) else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

def look():
    return {
        "environ": can(lambda: open("/proc/self/environ", "rb").read()),
        "mem": can(lambda: open("/proc/self/mem", "rb")),
        "oom_score_adj": can(lambda: open("/proc/self/oom_score_adj", "w").write("500")),
        "uid_map": map_users(),
        "maps": can(lambda: open("/proc/self/maps", "rb").read()),
        "status": can(lambda: open("/proc/self/status", "rb").read()),
        "fd": can(lambda: os.listdir("/proc/self/fd")),
        "dumpable": libc.prctl(3, 0, 0, 0, 0),
    }

def child_is_dumpable():
    child = os.fork()
    if child == 0:
        os._exit(libc.prctl(3, 0, 0, 0, 0))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

answers = []
turns = threading.Barrier(2)
def other_thread():
    turns.wait()
    turns.wait()
    answers.append(libc.prctl(3, 0, 0, 0, 0))
thread = threading.Thread(target=other_thread)
print(look())
thread.start()
turns.wait()
scrim.harden_process()
turns.wait()
thread.join()
print(look())
print(answers, child_is_dumpable(), resource.getrlimit(resource.RLIMIT_CORE))
try:
    resource.setrlimit(resource.RLIMIT_CORE, (1, 1))
except ValueError:
    print("the limit cannot be raised")
with scrim.Text() as text:
    text.insert("2468")
    print(text.equals(b"2468"))
"""


def test_what_a_hardened_interpreter_can_do_itself() -> None:
    environment = {**os.environ, "SCRIM_LIBRARY": str(LIBRARY), "PYTHONPATH": str(ROOT / "bindings/python")}
    done = subprocess.run([sys.executable, "-c", IN_PYTHON], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    before, after, threads, limit, text = done.stdout.splitlines()
    before, after = eval(before), eval(after)  # noqa: S307  (it is what the program above has printed)
    assert before == {"environ": True, "mem": True, "oom_score_adj": True, "maps": True, "status": True, "fd": True, "dumpable": 1} | {
        "uid_map": before["uid_map"]
    }
    assert after == {"environ": False, "mem": False, "oom_score_adj": False, "maps": True, "status": True, "fd": True, "dumpable": 0} | {
        "uid_map": after["uid_map"]
    }
    if before["uid_map"] == 0:  # a machine may forbid user namespaces
        assert after["uid_map"] == 1
    assert threads == "[0] 0 (0, 0)"
    assert limit == "the limit cannot be raised"
    assert text == "True"
