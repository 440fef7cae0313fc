# SPDX-License-Identifier: MIT
"""Containers: the defaults of Podman and Docker, and what Scrim does under them.

crun starts them, which is a runtime of Podman and Docker. Its settings are theirs: their capabilities, and the default filter that
Debian's packages of Podman install. Docker's own list is compiled into its daemon. In what matters here, it differs from Podman's
only in the error number for calls that it does not allow, and in memfd_secret, which it allows from version 23.0 on. The tests make
these changes to Podman's list.
"""

from __future__ import annotations

import copy
import json
import os
import platform
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from probing import needs_root, usage

PROFILE = Path("/usr/share/containers/seccomp.json")
pytestmark = [
    needs_root,
    pytest.mark.skipif(shutil.which("crun") is None, reason="there is no crun to start containers with"),
    pytest.mark.skipif(not PROFILE.exists(), reason="golang-github-containers-common is not installed: no default filter"),
]

ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
#: What both give root in a container, and processes that become other users do not have.
CAPABILITIES = """CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER CAP_FSETID CAP_KILL CAP_NET_BIND_SERVICE CAP_SETFCAP CAP_SETGID CAP_SETPCAP
CAP_SETUID CAP_SYS_CHROOT""".split()
ALL = "texts=1 keypad hash=1 descriptors usage harden process"
NONE, UNAVAILABLE, DENIED, LIMIT, PRIVILEGE = range(5)
EPERM, ENOSYS = 1, 38
#: The user outside of a rootless container that is root in it.
FIRST_ID = 100000


def default_filter(capabilities: list[str]) -> dict[str, Any]:
    """The list as a runtime gets it: the rules for this processor and these capabilities."""
    listed = json.loads(PROFILE.read_text())

    def applies(rule: dict[str, Any]) -> bool:
        needs, excludes = rule.get("includes") or {}, rule.get("excludes") or {}
        return (
            set(needs.get("caps", [])) <= set(capabilities)
            and ARCHITECTURE in needs.get("arches", [ARCHITECTURE])
            and not set(excludes.get("caps", [])) & set(capabilities)
            and ARCHITECTURE not in excludes.get("arches", [])
        )

    kept = {"names", "action", "args", "errnoRet"}
    rules = [{key: rule[key] for key in kept & set(rule) if rule[key] != []} for rule in listed["syscalls"] if applies(rule)]
    return {"defaultAction": listed["defaultAction"], "defaultErrnoRet": listed["defaultErrnoRet"], "syscalls": rules}


def changed(error: int, allows_memfd_secret: bool) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def change(listed: dict[str, Any]) -> dict[str, Any]:
        listed = copy.deepcopy(listed)
        listed["defaultErrnoRet"] = error
        for rule in listed["syscalls"]:
            if not allows_memfd_secret:
                rule["names"] = [name for name in rule["names"] if name != "memfd_secret"]
        return listed

    return change


def config(folder: Path, words: str, *, user: int, memlock: int, capabilities: list[str], rootless: bool) -> dict[str, Any]:
    libraries = [name for name in ("bin", "lib", "lib64", "usr") if Path("/", name).exists()]
    binds = [(f"/{name}", f"/{name}") for name in libraries] + [(str(folder), "/scrim")]
    sets = ("bounding", "effective", "permitted") if user == 0 else ("bounding",)
    namespaces = ["pid", "ipc", "uts", "mount", "network", *(["user"] if rootless else [])]
    linux: dict[str, Any] = {"namespaces": [{"type": name} for name in namespaces]}
    if rootless:
        linux |= {f"{kind}Mappings": [{"containerID": 0, "hostID": FIRST_ID, "size": 65536}] for kind in ("uid", "gid")}
    return {
        "ociVersion": "1.0.2",
        "process": {
            "user": {"uid": user, "gid": user},
            "args": ["/scrim/probe", *words.split()],
            "env": ["PATH=/usr/bin"],
            "cwd": "/",
            "capabilities": {name: capabilities for name in sets},
            "rlimits": [{"type": "RLIMIT_MEMLOCK", "soft": memlock, "hard": memlock}],
        },
        "root": {"path": "root", "readonly": True},
        "mounts": [
            {"destination": "/proc", "type": "proc", "source": "proc"},
            *({"destination": there, "type": "bind", "source": here, "options": ["rbind", "ro"]} for here, there in binds),
        ],
        "linux": linux,
    }


@pytest.fixture
def contain(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Runs the probe in a container, and returns its lines."""

    def contain(
        words: str,
        change: Callable[[dict[str, Any]], dict[str, Any]] = dict,
        *,
        user: int = 1000,
        memlock: int = 8 << 20,
        extra: tuple[str, ...] = (),
        rootless: bool = False,
    ) -> str:
        bundle = folder / f"bundle-{len(list(folder.glob('bundle-*')))}"
        for name in ("bin", "lib", "lib64", "usr", "scrim", "proc", "dev"):
            (bundle / "root" / name).mkdir(parents=True)
        if rootless:  # root of the container creates devices there
            os.chown(bundle / "root/dev", FIRST_ID, FIRST_ID)
        capabilities = [*CAPABILITIES, *extra]
        settings = config(folder, words, user=user, memlock=memlock, capabilities=capabilities, rootless=rootless)
        settings["linux"]["seccomp"] = change(default_filter(capabilities))
        (bundle / "config.json").write_text(json.dumps(settings))
        # This version of crun refuses a mixture of both versions of control groups, so it gets the second one alone.
        groups = "umount -R /sys/fs/cgroup; mount -t cgroup2 cgroup2 /sys/fs/cgroup"
        start = f'{groups}; exec crun --root "$0/state" --cgroup-manager=disabled run -b "$0" "$1"'
        command = ["unshare", "--mount", "sh", "-c", start, bundle, f"scrim-{os.getpid()}-{bundle.name}"]
        # crun gives standard input to root of the container, so it must not be the machine's /dev/null.
        done = subprocess.run(command, input="", capture_output=True, text=True, timeout=60)
        if "texts" not in done.stdout:
            pytest.skip(f"no container starts here: {done.stderr.strip()}")
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return contain


def test_podman_s_defaults_allow_the_best_memory(contain: Callable[..., str], secretmem: None) -> None:
    said = contain(ALL, memlock=128 << 10)
    for expected in ("texts OK 31", "keypad OK", "hash OK 1", "descriptors OK", "harden OK", "dumpable=0 core=0/0 uid=1000"):
        assert expected in said, said


#: For each filter: the error of a call that it does not allow, whether it allows memfd_secret, and what a text gets.
FILTERS = {
    "Docker from 23.0 on": (EPERM, True, "texts OK 31", NONE),
    "Docker before 23.0": (EPERM, False, "texts OK 15", DENIED),
    "Podman before it allowed memfd_secret": (ENOSYS, False, "texts OK 15", UNAVAILABLE),
}


@pytest.mark.parametrize("name", FILTERS)
def test_other_default_filters(contain: Callable[..., str], secretmem: None, name: str) -> None:
    error, allows, expected, reason = FILTERS[name]
    said = contain(ALL, changed(error, allows))
    assert expected in said and f"secretmem={reason} locked={NONE}" in said, said
    assert "hash OK 1" in said and "harden OK" in said


def test_a_low_limit_of_locked_memory(contain: Callable[..., str], secretmem: None) -> None:
    """64 KiB: the default of Docker on kernels before 5.16. A PIN pad needs twice as much."""
    said = contain("capacity=12 texts=1 keypad usage", memlock=64 << 10)
    assert "texts OK 31" in said and f"secretmem={LIMIT} locked={LIMIT}" in said
    assert usage(said) == {"mapped": 131072, "locked": 65536, "secretmem": 65536, "limit": 65536}


def test_the_capability_helps_root_only(contain: Callable[..., str], secretmem: None) -> None:
    words = "texts=1 usage"
    as_root = contain(words, user=0, memlock=0, extra=("CAP_IPC_LOCK",))
    assert "texts OK 31" in as_root and usage(as_root)["limit"] == -1
    as_user = contain(words, memlock=0, extra=("CAP_IPC_LOCK",))
    assert "texts OK 13" in as_user and f"locked={PRIVILEGE}" in as_user
    # Root of a rootless container has the capability in its own user namespace, where it lifts no limit.
    rootless = contain(words, user=0, memlock=4096, extra=("CAP_IPC_LOCK",), rootless=True)
    assert "texts OK 13" in rootless and f"secretmem={LIMIT} locked={LIMIT}" in rootless
    assert usage(rootless)["limit"] == 4096
