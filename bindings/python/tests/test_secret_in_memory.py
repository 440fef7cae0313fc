# SPDX-License-Identifier: MIT
"""Where a secret is while Python holds it: in its slot, in what the caller keeps of it, and nowhere else in the process."""

from __future__ import annotations

import inspect
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator

import pytest
from source_tree import BINDING

from scrim import Protection

DIGITS = 32
#: So many in a row are taken for a part of the secret; any 15 of its digits hold one of the parts that are looked for.
FRAGMENT = 8
#: Bytes from one digit to the next, as in UTF-8, UTF-16, UTF-32, and an array of numbers.
STRIDES = (1, 2, 4, 8)


def digit(seed: int, place: int) -> int:
    """The ASCII code of a digit of the secret, one by one: whoever holds the seed has no copy."""
    word = (seed + (place + 1) * 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    return 48 + (word ^ word >> 27) % 10


# ---- The process that is searched ----

# Makes memfd_secret fail, as it does on many kernels. The secret is then in memory that the search can see.
DENY_SECRET_MEMORY = """
import ctypes, struct
libc = ctypes.CDLL(None)
rules = [(0x20, 0, 0, 0), (0x15, 0, 1, 447), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
program = struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(code))
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0
"""

# Makes mlock fail too: no locked bytes, and no capability to lock more.
DENY_LOCKING = """
import resource
header, data = struct.pack("II", 0x20080522, 0), ctypes.create_string_buffer(24)
assert libc.capget(header, data) == 0
sets = [word & ~(1 << 14) if place < 3 else word for place, word in enumerate(struct.unpack("6I", data.raw))]
assert libc.capset(header, struct.pack("6I", *sets)) == 0
resource.setrlimit(resource.RLIMIT_MEMLOCK, (0, 0))
"""

# What a level denies, and what its memory must lack then.
LEVELS = {
    "best": ("", Protection(0)),
    "memfd_secret denied": (DENY_SECRET_MEMORY, Protection.SECRETMEM),
    "mlock denied too": (DENY_SECRET_MEMORY + DENY_LOCKING, Protection.SECRETMEM | Protection.LOCKED),
}

SUBJECT = """
import sys
import scrim
from scrim._buffer import borrow

seed = int(sys.argv[1])
secret = bytearray(DIGITS)
text, neighbour, pad = scrim.Text(), scrim.Text(), scrim.Keypad()  # the neighbour keeps the memory mapped

def fill():
    for place in range(DIGITS):
        secret[place] = digit(seed, place)

def wipe():
    for place in range(DIGITS):
        secret[place] = 0

def address(view):
    with borrow(view) as buffer:
        return buffer.buf

def after(step, expected):
    print(expected, step, flush=True)
    sys.stdin.readline()

now = 0

def press(wanted):
    global now
    for key in pad.keys():
        if key.kind == scrim.KeyKind.INSERT and ord(key.label[0]) == wanted:
            x, y = key.rect.x + 1, key.rect.y + 1
            now += 10**9  # long after the layout was presented, and the press before
            pad.touch((now, 1, scrim.Phase.BEGAN, x, y))
            return pad.touch((now + 1, 1, scrim.Phase.ENDED, x, y))

slot = text.with_bytes(address)
print(slot, int(text.protection), flush=True)
"""

STEPS = """
fill()
text.insert(secret)
wipe()
after("insert", "held")
fill()
with scrim.Text() as other:
    other.insert(secret)
    assert text.equals(secret) and text.equals(other)
    wipe()
    assert not text.equals(secret)
assert text.count == DIGITS and text.masked == chr(0x25CF) * DIGITS
after("compare, count, mask", "held")
assert text.with_bytes(lambda view: sum(view[place] for place in range(len(view)))) > 48 * DIGITS
after("read each byte", "held")
for _ in range(DIGITS):
    text.delete_backward()
after("delete all", "gone")
fill()
text.insert(secret)
wipe()
text.clear()
after("clear", "gone")
pad.attach(text)
pad.show()
pad.presented(now)
for place in range(DIGITS):
    assert press(digit(seed, place)) == scrim.KeypadResult.INSERTED
after("type on a keypad", "held")
text.wipe()
after("wipe", "gone")
for place in range(DIGITS):
    assert press(digit(seed, place)) == scrim.KeypadResult.INSERTED
pad.close()
text.close()
after("close", "gone")
neighbour.close()
"""

# A string's UTF-8 is made by the package, which has to wipe it; the string itself is Python's, with two bytes for each character.
STRING = """
string = chr(0x20AC)
for place in range(DIGITS):
    string += chr(digit(seed, place))
text.insert(string)
text.equals(string)
after("insert a string", "string")
"""

LEAKS = {
    "bytes": "leak = bytes(secret)",
    "str": "leak = secret.decode()",
    "UTF-16": "leak = secret.decode().encode('utf-16-le')",
    "numbers": "leak = (ctypes.c_uint64 * DIGITS)(*secret)",
    "lent bytes": "leak = text.with_bytes(bytes)",
}


def play(level: str, program: str) -> Iterator[tuple[str, str, set[tuple[int, int]], int, bool]]:
    """Runs a program, and searches it at each of its steps: what is expected, the step, what was found, the slot, whether it is hidden."""
    seed = secrets.randbits(64)
    denied, lacking = LEVELS[level]
    source = denied + f"DIGITS = {DIGITS}\n" + inspect.getsource(digit) + SUBJECT + program
    subject = subprocess.Popen(
        [sys.executable, "-c", source, str(seed)],
        env={**os.environ, "PYTHONPATH": str(BINDING)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert subject.stdin is not None and subject.stdout is not None
    try:
        slot, protection = map(int, subject.stdout.readline().split())
        assert not protection & lacking
        for line in subject.stdout:
            expected, step = line.rstrip().split(maxsplit=1)
            yield expected, step, search(subject.pid, seed), slot, bool(protection & Protection.SECRETMEM)
            subject.stdin.write("\n")
            subject.stdin.flush()
    finally:
        subject.communicate()
    assert subject.returncode == 0


# ---- The search ----


def search(pid: int, seed: int) -> set[tuple[int, int]]:
    """The parts of the secret in all that a process holds: where each is, less its place in the secret, and its stride."""
    secret = bytes(digit(seed, place) for place in range(DIGITS))
    found = set()
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in maps:
            bounds, permissions = line.split()[:2]
            start, end = (int(bound, 16) for bound in bounds.split("-"))
            if "r" not in permissions:
                continue
            try:
                memory.seek(start)
                chunk = memory.read(end - start)
            except (OSError, OverflowError, ValueError):  # [vvar], memfd_secret: the kernel does not read them
                continue
            for stride in STRIDES:
                for place in range(0, DIGITS, FRAGMENT):
                    part = bytes((0,) * (stride - 1)).join(secret[i : i + 1] for i in range(place, place + FRAGMENT))
                    at = chunk.find(part)
                    while at >= 0:
                        found.add((start + at - place * stride, stride))
                        at = chunk.find(part, at + 1)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_the_secret_is_in_its_slot_alone(level: str) -> None:
    steps = 0
    for expected, step, found, slot, hidden in play(level, STEPS):
        # Where the kernel hides the slot, not even that is to be seen.
        assert found == ({(slot, 1)} if expected == "held" and not hidden else set()), step
        steps += 1
    assert steps == 8


@pytest.mark.parametrize("level", LEVELS)
def test_the_utf8_of_a_string_is_wiped(level: str) -> None:
    for _, step, found, slot, hidden in play(level, STRING):
        assert found - {(slot + 3, 1)} and {stride for _, stride in found - {(slot + 3, 1)}} == {2}, step
        assert ((slot + 3, 1) in found) == (not hidden)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_copy_is_found(leak: str) -> None:
    program = f"import ctypes\nfill()\ntext.insert(secret)\n{LEAKS[leak]}\nwipe()\nafter('leak', 'leaked')\n"
    for _, _, found, slot, _ in play("best", program):
        assert found - {(slot, 1)}, "the search finds nothing, and proves nothing"
