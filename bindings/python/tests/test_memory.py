# SPDX-License-Identifier: MIT
"""The report on the memory of secrets."""

import resource
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

import scrim

PROGRAM = """
import resource, scrim
resource.setrlimit(resource.RLIMIT_MEMLOCK, (70000, 70000))
usage = scrim.memory_usage()
assert (usage.arenas, usage.mapped, usage.used) == (0, 0, 0), usage
texts = [scrim.Text(capacity) for capacity in (10, 100, 1000)]
usage = scrim.memory_usage()
assert usage.arenas == 3 and usage.used == 64 + 256 + 2048, usage
print(usage.lock_limit, usage.locked, usage.locked_unprotected.name, usage.locked_unprotected.message, sep="|")
"""


def test_usage_follows_the_texts() -> None:
    before = scrim.memory_usage()
    with scrim.Text(64):
        during = scrim.memory_usage()
        assert during.used - before.used == 128
        assert during.secret <= during.locked <= during.mapped
    assert scrim.memory_usage().used == before.used


def test_the_limit_and_why_memory_is_not_locked(python: Callable[..., CompletedProcess[str]]) -> None:
    done = python(PROGRAM)
    assert done.returncode == 0, done.stderr
    limit, locked, name, message = done.stdout.strip().split("|")
    if limit == "None":
        pytest.skip("this process may lock without a limit")
    assert (limit, locked, name) == ("70000", "65536", "LIMIT")
    assert "RLIMIT_MEMLOCK" in message and "LimitMEMLOCK=" in message


def test_the_limit_is_the_kernel_s() -> None:
    soft = resource.getrlimit(resource.RLIMIT_MEMLOCK)[0]
    assert scrim.memory_usage().lock_limit in {None, None if soft == resource.RLIM_INFINITY else soft}


IN_A_NAMESPACE = """
import ctypes, os, resource, scrim
resource.setrlimit(resource.RLIMIT_MEMLOCK, (4096, 4096))
if ctypes.CDLL(None).unshare(0x10000000) != 0:  # CLONE_NEWUSER
    raise SystemExit("no user namespace")
assert any(line.startswith("CapEff:") and int(line.split()[1], 16) >> 14 & 1 for line in open("/proc/self/status"))
with scrim.Text():
    usage = scrim.memory_usage()
print(usage.lock_limit, usage.locked, usage.locked_unprotected.name)
"""


def test_the_capability_of_a_user_namespace_lifts_no_limit(python: Callable[..., CompletedProcess[str]]) -> None:
    """As for root of a rootless container. The reason is the limit, and not that memory is short."""
    done = python(IN_A_NAMESPACE)
    if done.stderr.strip() == "no user namespace":
        pytest.skip("this process may create no user namespace")
    assert (done.returncode, done.stdout.strip()) == (0, "4096 0 LIMIT"), done.stderr


@pytest.mark.parametrize("shortfall", scrim.Unprotected)
def test_every_shortfall_has_words(shortfall: scrim.Unprotected) -> None:
    assert " " in shortfall.message
    assert shortfall.message != "unknown reason"


REQUIRED = """
import scrim
scrim.configure_memory(disable_memfd_secret=True)
try:
    scrim.Text(required_protection=scrim.Protection.SECRETMEM | scrim.Protection.GUARDED)
except scrim.ProtectionError as error:
    print(error)
"""


def test_a_message_names_the_missing_protection(python: Callable[..., CompletedProcess[str]]) -> None:
    said = python(REQUIRED).stdout
    assert said.startswith("required_protection is unavailable (SECRETMEM: scrim_memory_configure or "), said


CONFIGURED = """
import os, scrim
scrim.configure_memory(disable_memfd_secret=True)
scrim.configure_memory()
scrim.configure_memory(disable_memfd_secret=os.environ["DISABLE"] == "1")
text = scrim.Text()
try:
    scrim.configure_memory()
except scrim.InvalidStateError:
    print(scrim.Protection.SECRETMEM in text.protection, scrim.memory_usage().secretmem_unprotected.name)
"""
HAS_SECRET_MEMORY = """
import scrim
print(scrim.Protection.SECRETMEM in scrim.Text().protection)
"""


@pytest.mark.parametrize("disabled", [False, True])
def test_memfd_secret_can_be_disabled(python: Callable[..., CompletedProcess[str]], disabled: bool) -> None:
    if python(HAS_SECRET_MEMORY).stdout.strip() != "True":
        pytest.skip("no memfd_secret here")
    done = python(CONFIGURED, DISABLE=str(int(disabled)))
    assert (done.returncode, done.stdout.strip()) == (0, "False DISABLED" if disabled else "True NONE"), done.stderr


def test_the_environment_disables_memfd_secret(python: Callable[..., CompletedProcess[str]]) -> None:
    program = "import scrim; t = scrim.Text(); print(t.protection.name, scrim.memory_usage().secretmem_unprotected.name)"
    done = python(program, SCRIM_DISABLE_MEMFD_SECRET="1")
    assert done.returncode == 0, done.stderr
    assert "SECRET" not in done.stdout.split()[0] and done.stdout.split()[-1] == "DISABLED"


def test_reasons_agree_with_the_protection() -> None:
    with scrim.Text() as text:
        usage = scrim.memory_usage()
        for flag, shortfall in (
            (scrim.Protection.SECRETMEM, usage.secretmem_unprotected),
            (scrim.Protection.LOCKED, usage.locked_unprotected),
            (scrim.Protection.NO_DUMP, usage.no_dump_unprotected),
            (scrim.Protection.NO_FORK, usage.no_fork_unprotected),
        ):
            assert (flag in text.protection) == (shortfall == scrim.Unprotected.NONE), flag


def test_a_hardened_process_leaves_no_core(python: Callable[..., CompletedProcess[str]]) -> None:
    program = "import os, resource, scrim; scrim.harden_process(); print(resource.getrlimit(resource.RLIMIT_CORE))"
    done = python(program)
    assert (done.returncode, done.stdout.strip()) == (0, "(0, 0)"), done.stderr
