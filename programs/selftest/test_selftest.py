# SPDX-License-Identifier: MIT
"""scrim-selftest: on damaged libraries, with less protection, with wrong options, and compared with `scrim selftest`."""

import ctypes
import json
import os
import platform
import re
import resource
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bindings/python"), str(ROOT / "programs/scrim")]
LIBRARY = Path(os.environ.setdefault("SCRIM_LIBRARY", str(ROOT / "build/libscrim.so"))).resolve()

from scrim_tools.selftest_table import ADVICE, CHECKS, FORMATS, REDACTIONS  # noqa: E402  (it opens the library)

PROGRAM = Path(os.environ.get("SCRIM_SELFTEST", ROOT / "build/programs/selftest/scrim-selftest"))
PYTHON = [sys.executable, "-m", "scrim_tools", "selftest"]
pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM} is not built")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder in which the loader finds the library that Python uses too."""
    path = tmp_path_factory.mktemp("library")
    (path / "libscrim.so.0").symlink_to(LIBRARY)
    return path


def run(*command, library, limits=None, **environment):
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library), "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    return subprocess.run([*map(str, command)], capture_output=True, text=True, env=environment, timeout=60, preexec_fn=limits)


def test_it_passes(folder):
    done = run(PROGRAM, "--json", library=folder)
    found = json.loads(done.stdout)
    assert done.returncode == 0 and not done.stderr and found["passed"] and list(found["checks"]) == list(CHECKS.values())
    assert found["redactions"] == {"count": 180, "wrong": []} and found["formats"] == [format.name for format in FORMATS]
    assert found["library"]["file"] == str(LIBRARY)
    done = run(PROGRAM, library=folder)
    assert done.returncode == 0 and done.stdout.count("ok    ") == len(CHECKS) and "FAIL" not in done.stdout


# ---- A library that does something else ----

#: A function of each part that draws, as the compiler names it, and a style that shows its work.
KERNELS = {
    "7SurfaceV5write": "frost", "12FrostTextureV4draw": "frost", "10TilesCoverV4draw": "tiles", "14PixelateStreamV3run": "pixelate",
    "10DirectBlurV7makeRow": "blur_0_75", "12HalfGridBlurV10makePixels": "blur_5", "12WideGridBlurV3run": "blur_30",
    "11BlurReducerV7addRows": "blur_9", "7BoxPassV7makeRow": "effect", "11BoxGridRowsV7makeRow": "light",
}  # fmt: skip


def functions(part):
    """The addresses of functions whose names contain this, the largest first."""
    names = subprocess.run(["nm", "-S", "--defined-only", LIBRARY], capture_output=True, text=True).stdout
    if not names:
        pytest.skip("the library has no names of functions")
    rows = [line.split() for line in names.splitlines()]
    found = [(int(row[1], 16), int(row[0], 16)) for row in rows if len(row) == 4 and row[2] in "tT" and part in row[3]]
    return [address for _, address in sorted(found, reverse=True)]


def offset_of(address):
    segments = subprocess.run(["readelf", "-lW", LIBRARY], capture_output=True, text=True, check=True).stdout
    for line in segments.splitlines():
        if line.split()[:1] == ["LOAD"]:
            offset, start, _, size = (int(word, 16) for word in line.split()[1:5])
            if start <= address < start + size:
                return offset + address - start
    raise AssertionError(f"{address:x} is in no segment")


@pytest.mark.skipif(platform.machine() != "x86_64", reason="it writes an instruction of x86-64")
@pytest.mark.parametrize("part", KERNELS)
def test_a_kernel_that_does_nothing_is_found(tmp_path, part):
    code = bytearray(LIBRARY.read_bytes())
    code[offset_of(functions(part)[0])] = 0xC3  # ret
    (tmp_path / "libscrim.so.0").write_bytes(code)
    done = run(PROGRAM, "--json", library=tmp_path)
    wrong = json.loads(done.stdout)["redactions"]["wrong"]
    assert done.returncode == 1 and any(name.split()[1] == KERNELS[part] for name in wrong)


def compiled(name, folder):
    """A library for LD_PRELOAD."""
    source, library = Path(__file__).parent / "testing" / f"{name}.c", folder / f"{name}.so"
    subprocess.run(["cc", "-shared", "-fPIC", f"-I{ROOT}/include", source, "-o", library], check=True)
    return str(library)


def test_one_wrong_bit_is_named(folder, tmp_path):
    shim = compiled("wrong_bit", tmp_path)
    name = next(case.name for case in REDACTIONS if case.name.startswith("NV12 frost"))
    found = json.loads(run(PROGRAM, "--json", library=folder, LD_PRELOAD=shim).stdout)
    assert not found["passed"] and found["redactions"]["wrong"] == [name]
    assert found["formats"] == [format.name for format in FORMATS if format.name != "NV12"]
    done = run(PROGRAM, library=folder, LD_PRELOAD=shim)
    assert done.returncode == 1 and f"FAIL  {CHECKS['redacts']}\n      wrong: {name}\nok" in done.stdout
    assert [line for line in done.stdout.splitlines() if line.startswith("FAIL")] == [f"FAIL  {CHECKS['redacts']}"]


@pytest.mark.parametrize("number", [0, 57, 112, 179])
def test_another_checksum_in_the_program_is_found(folder, tmp_path, number):
    code = PROGRAM.read_bytes()
    expected = struct.pack("<I", REDACTIONS[number].crc)
    assert code.count(expected) == 1
    (tmp_path / "changed").write_bytes(code.replace(expected, bytes([expected[0] ^ 1]) + expected[1:]))
    (tmp_path / "changed").chmod(0o755)
    done = run(tmp_path / "changed", "--json", library=folder)
    assert done.returncode == 1 and json.loads(done.stdout)["redactions"]["wrong"] == [REDACTIONS[number].name]


def test_eight_of_many_wrong_ones_are_listed(folder, tmp_path):
    code = PROGRAM.read_bytes()
    for case in REDACTIONS[:20]:
        code = code.replace(struct.pack("<I", case.crc), bytes(4))
    (tmp_path / "changed").write_bytes(code)
    (tmp_path / "changed").chmod(0o755)
    done = run(tmp_path / "changed", library=folder)
    assert done.returncode == 1 and done.stdout.count("      wrong: ") == 8 and "\n      and 12 more\n" in done.stdout


# ---- Less protection ----


class _Instruction(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32)]


class _Filter(ctypes.Structure):
    _fields_ = [("count", ctypes.c_ushort), ("instructions", ctypes.POINTER(_Instruction))]


def answer(number, action):
    """Makes a filter answer a system call from now on."""
    code = (_Instruction * 4)((0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, action), (0x06, 0, 0, 0x7FFF0000))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(38, 1, 0, 0, 0) == 0  # PR_SET_NO_NEW_PRIVS
    assert libc.prctl(22, 2, ctypes.byref(_Filter(4, code)), 0, 0) == 0  # PR_SET_SECCOMP


def few_locked_bytes(count):
    """Lowers RLIMIT_MEMLOCK for good: without privileges, and for root without the capability that lifts it."""
    libc = ctypes.CDLL(None, use_errno=True)
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (count, count))
    libc.prctl(24, 14, 0, 0, 0)  # PR_CAPBSET_DROP, CAP_IPC_LOCK
    libc.prctl(47, 4, 0, 0, 0)  # PR_CAP_AMBIENT_CLEAR_ALL


KILL, DENIED, UNKNOWN, INVALID = 0x80000000, 0x00050001, 0x00050026, 0x00050016
MADVISE = {"x86_64": 28}.get(platform.machine(), 233)
MEMFD_SECRET = 447
#: What takes protection away, the level that is left, and words that say why and what helps.
CIRCUMSTANCES = {
    "nothing": (None, {}, "secret", []),
    "switched off": (None, {"SCRIM_DISABLE_MEMFD_SECRET": "1"}, "locked", ["no memfd_secret: ", "unset SCRIM_DISABLE_MEMFD_SECRET"]),
    "unknown": (lambda: answer(MEMFD_SECRET, UNKNOWN), {}, "locked", ["no memfd_secret: ", "use Linux 5.14 or later"]),
    "denied": (lambda: answer(MEMFD_SECRET, DENIED), {}, "locked", ["no memfd_secret: ", "allow memfd_secret (447), mlock"]),
    "no advice on memory": (
        lambda: answer(MADVISE, INVALID), {}, "locked", ["no protection from core dumps: ", "use Linux 3.4", "use Linux 4.14"],
    ),
    "killed": (lambda: answer(MEMFD_SECRET, KILL), {}, "locked", ["ends each process", "add memfd_secret to SystemCallFilter="]),
    "no locked bytes": (lambda: few_locked_bytes(0), {}, "guarded", ["no locked memory: ", "is 0", "128 KiB are enough for a PIN pad"]),
    "few locked bytes": (lambda: few_locked_bytes(4096), {}, "guarded", ["no locked memory: ", "RLIMIT_MEMLOCK", "128 KiB are enough"]),
    "few descriptors": (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4)), {}, "locked", ["no memfd_secret: ", "RLIMIT_NOFILE"]),
    "small files": (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)), {}, "locked", ["no memfd_secret: ", "RLIMIT_FSIZE"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def has_secretmem(folder):
    return json.loads(run(PROGRAM, "--json", library=folder).stdout)["protection"]["level"] == "secret"


@pytest.mark.parametrize("name", CIRCUMSTANCES)
def test_what_is_missing_and_why(folder, has_secretmem, name):
    if not has_secretmem:
        pytest.skip("this kernel has no memfd_secret")
    limits, environment, level, words = CIRCUMSTANCES[name]
    done = run(PROGRAM, library=folder, limits=limits, **environment)
    assert done.returncode == (name == "killed")
    assert f"\nprotection of secrets: {level} (guarded" in done.stdout
    assert all(word in done.stdout for word in words) and ("  no " in done.stdout) == bool(words)
    assert ("FAIL  creating a secret" in done.stdout) == (name == "killed") and done.stdout.count("FAIL") == done.returncode
    for required, code in (("guarded", 0), ("locked", int(level == "guarded")), ("secret", int(level != "secret"))):
        done = run(PROGRAM, "--require", required, library=folder, limits=limits, **environment)
        assert done.returncode == max(code, name == "killed")
        assert (f"--require: protection is {level}, but {required} is required" in done.stderr) == bool(code)


@pytest.mark.parametrize("name", [name for name in CIRCUMSTANCES if name != "few descriptors"])  # Python itself needs some
def test_python_prints_the_same(folder, name):
    limits, environment, _, _ = CIRCUMSTANCES[name]
    text, json_text = (run(PROGRAM, *words, library=folder, limits=limits, **environment) for words in ([], ["--json"]))
    python = run(*PYTHON, "--no-speed", library=folder, limits=limits, **environment)
    assert python.stdout.startswith(text.stdout + "\n") and python.returncode == text.returncode
    python = json.loads(run(*PYTHON, "--no-speed", "--json", library=folder, limits=limits, **environment).stdout)
    found = json.loads(json_text.stdout)
    assert {name: python[name] for name in found} == found


def test_there_is_advice_for_every_reason():
    header = (ROOT / "include/scrim/memory.h").read_text()
    assert {"UNAVAILABLE", *ADVICE} == set(re.findall(r"SCRIM_UNPROTECTED_(\w+) = [1-9]", header))


def test_no_secret_at_all(folder, tmp_path):
    shim = compiled("no_text", tmp_path)
    done = run(PROGRAM, "--require", "guarded", library=folder, LD_PRELOAD=shim)
    assert done.returncode == 1 and "\nprotection of secrets: none\n" in done.stdout
    assert f"FAIL  {CHECKS['keeps_secrets']}" in done.stdout and "protection is none, but guarded is required" in done.stderr


# ---- The command line ----

WRONG = [
    (["--nothing"], "expected an option that scrim-selftest --help lists (got '--nothing')"),
    (["secret"], "expected an option that scrim-selftest --help lists (got 'secret')"),
    ([""], "expected an option that scrim-selftest --help lists (got '')"),
    (["-h"], "(got '-h')"),
    (["--jsonx"], "(got '--jsonx')"),
    (["--json=yes"], "--json: expected no value (got 'yes')"),
    (["--help=selftest"], "--help: expected no value (got 'selftest')"),
    (["--require"], "--require: expected guarded, locked or secret (got nothing)"),
    (["--require="], "--require: expected guarded, locked or secret (got '')"),
    (["--require", "none"], "--require: expected guarded, locked or secret (got 'none')"),
    (["--require=Secret"], "--require: expected guarded, locked or secret (got 'Secret')"),
    (["--json", "--require", "--json"], "--require: expected guarded, locked or secret (got '--json')"),
    (["--json", "out.json"], "(got 'out.json')"),
]


@pytest.mark.parametrize(("options", "message"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_wrong_options(folder, tmp_path, options, message):
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder)}
    done = subprocess.run([PROGRAM, *options], capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 2 and not done.stdout and not [*tmp_path.iterdir()]
    assert done.stderr.startswith("scrim-selftest: ") and message in done.stderr and done.stderr.count("\n") == 1


def test_help_and_version_and_manual(folder):
    told = run(PROGRAM, "--help", library=folder)
    version = run(PROGRAM, "--version", library=folder)
    assert told.returncode == version.returncode == 0 and re.fullmatch(r"scrim-selftest \d+\.\d+\.\d+\n", version.stdout)
    manual = (Path(__file__).parent / "scrim-selftest.1").read_text().replace("\\-", "-")
    for option in re.findall(r"^  (--\w+)", told.stdout, re.MULTILINE):
        assert option in manual
    if shutil.which("man"):
        man = run("man", "--warnings", "-l", Path(__file__).parent / "scrim-selftest.1", library="", MANWIDTH="80", LC_ALL="C.UTF-8")
        assert "180 redactions" in man.stdout and not man.stderr


@pytest.mark.parametrize("options", [[], ["--json"], ["--help"]])
def test_output_that_cannot_be_written(folder, options):
    with open("/dev/full", "w") as full:
        environment = {**os.environ, "LD_LIBRARY_PATH": str(folder)}
        done = subprocess.run([PROGRAM, *options], stdout=full, stderr=subprocess.PIPE, text=True, env=environment)
    assert done.returncode == 1 and "standard output cannot be written" in done.stderr
