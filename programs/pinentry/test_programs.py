# SPDX-License-Identifier: MIT
"""Uses pinentry-scrim and scrim-askpass as a person does, with the real gpg, gpg-agent and ssh-add."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "programs/pad"))
import eyes  # noqa: E402
import screen  # noqa: E402

BUILT = ROOT / "build/programs/pinentry"
PINENTRY, LEAKY, ASKPASS = (BUILT / name for name in ("pinentry-scrim", "pinentry-leaky", "scrim-askpass"))
PIN, WRONG = "27091438", "27091439"
LETTERS = "qwertyuiopasdfghjklzxcvbnm"
GALLERY = os.environ.get("SCRIM_GALLERY")
#: GPG_ERR_… of libgpg-error, and the number of the source "Pinentry", which is in the bits above the code.
CANCELED, NOT_CONFIRMED, TIMEOUT, NO_PIN_ENTRY = 99, 114, 62, 85
UNKNOWN_OPTION, UNKNOWN_COMMAND, SYNTAX = 174, 275, 276
SOURCE = 5 << 24

missing = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
missing += [path.name for path in (PINENTRY, ASKPASS) if not path.exists()]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"to tap a prompt there is no {' and no '.join(missing)}")
needs_gpg = pytest.mark.skipif(None in map(shutil.which, ("gpg", "gpg-agent")), reason="there is no gpg")
needs_ssh = pytest.mark.skipif(shutil.which("ssh-add") is None, reason="there is no ssh-add")


@pytest.fixture(scope="module")
def hand():
    with screen.virtual_screen((736, 720)) as display:
        yield eyes.Hand(display)


def environment(display, **more):
    return {
        **{"DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "LANG": "C.UTF-8"},
        **{"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "XDG_CONFIG_HOME": "/nonexistent"},
        **more,
    }


def keep(picture, name):
    """For docs/gallery: the window without the screen around it."""
    if GALLERY:
        (top, left), (bottom, right) = (edge(np.argwhere(picture.any(axis=2)), axis=0) for edge in (np.min, np.max))
        Image.fromarray(picture[top : bottom + 1, left : right + 1]).save(Path(GALLERY) / name, optimize=True)


def gone(hand):
    hand.wait_for(lambda picture: not picture.any(), "a screen without a window")


# ---- The protocol ----


class Pinentry:
    """A pinentry, spoken to as gpg-agent does."""

    def __init__(self, display, *options, program=PINENTRY, **more):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([program, *options], env=environment(display, **more), **pipes)
        self.answer()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def answer(self):
        """What comes before OK or ERR, and the code of the error, None for OK."""
        lines = []
        with eyes.patience(self.process):
            while line := self.process.stdout.readline().rstrip(b"\n"):
                if line.split()[0] in (b"OK", b"ERR"):
                    return lines, int(line.split()[1]) if line.startswith(b"ERR") else None
                lines.append(line)
        raise AssertionError("it has gone")

    def ask(self, *lines):
        for line in lines:
            self.send(line)
            answer = self.answer()
        return answer


def focus(hand, title="Passphrase"):
    hand.wait_for(lambda picture: picture.any(), "the window")
    hand.xdotool("search", "--sync", "--onlyvisible", "--name", title, "windowfocus")
    time.sleep(0.2)


@pytest.fixture
def pinentry(hand):
    with Pinentry(hand.display, "--keys", "digits") as pinentry:
        yield pinentry


def test_what_it_says_of_itself(pinentry):
    assert pinentry.ask("GETINFO flavor") == ([b"D scrim"], None)
    assert pinentry.ask("GETINFO pid") == ([b"D %d" % pinentry.process.pid], None)
    assert re.fullmatch(rb"D \d+\.\d+\.\d+", pinentry.ask("GETINFO version")[0][0])
    assert pinentry.ask("GETINFO ttyinfo")[0][0].startswith(b"D - - :")
    assert pinentry.ask("GETINFO color")[1] is not None


@pytest.mark.parametrize(
    "line, code",
    [
        ("OPTION grab", None),
        ("OPTION lc-ctype=de_DE.UTF-8", None),
        ("OPTION default-ok=_Fine", None),
        ("OPTION keys=keyboard", None),
        ("OPTION shuffle=all", None),
        ("OPTION shuffle=auto", None),
        ("OPTION shuffle=digits", UNKNOWN_OPTION),
        ("OPTION keys=piano", UNKNOWN_OPTION),
        ("OPTION beep", UNKNOWN_OPTION),
        ("SETTIMEOUT 20", None),
        ("SETTIMEOUT soon", SYNTAX),
        ("SETTIMEOUT -1", SYNTAX),
        ("SETKEYINFO u/1234", None),
        ("CLEARPASSPHRASE u/1234", None),
        ("SETQUALITYBAR_TT long", None),
        ("RESET", None),
        ("NOP", None),
        ("SETGENPIN Make one up", UNKNOWN_COMMAND),
    ],
)
def test_lines_without_a_window(pinentry, line, code):
    answered = pinentry.ask(line)[1]
    assert (answered and answered & 0xFFFF) == code


@pytest.mark.parametrize("seconds", ["soon", "-1", "5s", "", "4294967296"])
def test_a_wrong_time_out_is_not_no_time_out(seconds):
    done = subprocess.run([PINENTRY, "--timeout", seconds], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 2 and f"--timeout must be a number of seconds (got '{seconds}')" in done.stderr


def test_bye_ends_it(pinentry):
    pinentry.ask("BYE")
    assert pinentry.process.wait(60) == 0


def test_a_pin_by_taps(hand, pinentry):
    pinentry.ask("SETDESC Please unlock the card%0Ano. 4711", "SETPROMPT PIN:", "SETOK _Unlock", "SETERROR Once more")
    pinentry.send("GETPIN")
    hand.enter(PIN, done=False)
    keep(hand.shows(len(PIN)), "pinentry.png")
    hand.tap(hand.done())
    assert pinentry.answer() == ([b"D " + PIN.encode()], None)
    gone(hand)


def test_taps_of_one_key_count_even_if_they_waited_together(hand, pinentry):
    pinentry.send("GETPIN")
    key = hand.keys()["2"]
    pinentry.process.send_signal(signal.SIGSTOP)
    hand.tap(*[key] * 3)
    pinentry.process.send_signal(signal.SIGCONT)
    hand.shows(3)
    hand.tap(hand.done())
    assert pinentry.answer() == ([b"D 222"], None)


def test_a_passphrase_on_the_keyboard_on_the_screen(hand, pinentry):
    pinentry.ask("OPTION keys=keyboard", "SETDESC Please enter the passphrase", "SETQUALITYBAR")
    pinentry.send("GETPIN")
    picture = hand.wait_for(lambda picture: len(eyes.read_keys(picture, LETTERS)) == 26, "a keyboard")
    time.sleep(0.25)
    keys = eyes.read_keys(picture, LETTERS)
    assert "".join(sorted(keys, key=lambda letter: keys[letter][::-1])) != LETTERS  # it is shuffled by default
    hand.type("velvetcurtain", keys)
    keep(hand.shows(13), "pinentry_keyboard.png")
    hand.tap(hand.done())
    assert pinentry.answer() == ([b"D velvetcurtain"], None)


def test_what_a_real_keyboard_types_is_escaped(hand, pinentry):
    pinentry.send("GETPIN")
    focus(hand)
    hand.xdotool("type", "--delay", "40", "100% übel€")
    hand.shows(10)
    hand.xdotool("key", "BackSpace")
    hand.shows(9)
    hand.xdotool("key", "Return")
    assert pinentry.answer() == (["D 100%25 übel".encode()], None)


def test_keys_of_control_characters_type_nothing(hand, pinentry):
    pinentry.send("GETPIN")
    focus(hand)
    hand.xdotool("key", "--delay", "40", "a", "Delete", "Linefeed", "Clear", "b", "Return")
    assert pinentry.answer() == ([b"D ab"], None)


def test_an_empty_passphrase_needs_no_data(hand, pinentry):
    pinentry.send("GETPIN")
    hand.keys()
    hand.tap(hand.done())
    assert pinentry.answer() == ([], None)


def test_a_repetition_that_differs_starts_anew(hand, pinentry):
    pinentry.ask("SETREPEAT Repeat:", "SETREPEATERROR They differ")
    pinentry.send("GETPIN")
    before = hand.enter(PIN)
    before = hand.enter(WRONG, before=before)
    before = hand.enter(PIN, before=before)
    hand.enter(PIN, before=before)
    assert pinentry.answer() == ([b"S PIN_REPEATED", b"D " + PIN.encode()], None)
    # The next one is not to be repeated, unless the agent says so once more.
    pinentry.send("GETPIN")
    hand.enter(PIN)
    assert pinentry.answer() == ([b"D " + PIN.encode()], None)


def test_cancel_and_the_escape_key(hand, pinentry):
    pinentry.send("GETPIN")
    hand.enter(PIN, done=False)
    hand.tap(hand.button(eyes.FUNCTION))
    assert pinentry.answer() == ([], SOURCE | CANCELED)
    pinentry.send("GETPIN")
    hand.keys()
    focus(hand)
    hand.xdotool("key", "Escape")
    assert pinentry.answer() == ([], SOURCE | CANCELED)


def test_the_time_out(hand, pinentry):
    pinentry.ask("SETTIMEOUT 1")
    pinentry.send("GETPIN")
    assert pinentry.answer() == ([], SOURCE | TIMEOUT)
    gone(hand)


@pytest.mark.parametrize("lines, color, number, code", [
    (["CONFIRM"], eyes.ACCENT, 0, None),
    (["CONFIRM"], eyes.FUNCTION, 0, CANCELED),
    (["SETNOTOK _No", "CONFIRM"], eyes.FUNCTION, 1, NOT_CONFIRMED),
    (["CONFIRM --one-button"], eyes.ACCENT, 0, None),
    (["MESSAGE"], eyes.ACCENT, 0, None),
])  # fmt: skip
def test_questions(hand, pinentry, lines, color, number, code):
    pinentry.ask("SETDESC Trust this key?%0A“Jürgen” – 100 %25", "SETOK _Yes", *lines[:-1])
    pinentry.send(lines[-1])
    hand.wait_for(lambda picture: eyes.boxes(picture, color), "the buttons")
    if number:
        keep(hand.look(), "pinentry_confirm.png")
    assert len(eyes.boxes(hand.look(), eyes.ACCENT)) == 1
    hand.tap(hand.button(color, number))
    assert pinentry.answer() == ([], code and SOURCE | code)
    gone(hand)


def test_settings_from_the_environment(hand):
    with Pinentry(hand.display, PINENTRY_USER_DATA="keys=digits,shuffle=none") as pinentry:
        pinentry.send("GETPIN")
        keys = hand.keys()
        places = [keys[digit][::-1] for digit in "1234567890"]
        assert places == sorted(places)


def test_without_a_display(hand):
    with Pinentry(":nowhere") as pinentry:
        assert pinentry.ask("GETPIN") == ([], SOURCE | NO_PIN_ENTRY)
        assert pinentry.ask("CONFIRM") == ([], SOURCE | NO_PIN_ENTRY)
        assert pinentry.ask("NOP") == ([], None)


def test_when_who_asked_goes_so_does_the_window(hand, pinentry):
    pinentry.send("GETPIN")
    hand.enter(PIN, done=False)
    pinentry.process.stdin.close()
    assert pinentry.process.wait(60) == 0
    gone(hand)
    assert PIN.encode() not in pinentry.process.stdout.read()


# ---- What is left in memory ----


def readable_memory(pid):
    """What a process can have written to: not the pages of files that it maps read-only."""
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            begin, end, access, name = re.match(r"(\w+)-(\w+) (\S+) \S+ \S+ \S+ *(.*)", line).groups()
            if access[0] == "r" and (access[1] == "w" or not name.startswith(("/", "[v"))):
                for at in range(int(begin, 16), int(end, 16), 1 << 16):
                    try:
                        memory.seek(at)
                        block = memory.read(min((1 << 16) + 256, int(end, 16) - at))
                    except OSError:
                        continue  # memory that even the kernel does not read: where the secrets are
                    if block.count(0) < len(block):
                        yield name, block


def copies(pid, secret, fragment=8):
    """Where eight digits of a secret in a row stand: one byte, two, four or eight apart."""
    parts = {secret[start : start + fragment] for start in range(len(secret) - fragment + 1)}
    found = []
    for name, block in readable_memory(pid):
        for stride in (1, 2, 4, 8):
            for offset in range(stride):
                for run in re.findall(rb"[0-9]{%d,}" % fragment, block[offset::stride]):
                    found += [(name, stride)] * any(part in run for part in parts)
    return found


def marker():
    """What stands nowhere by chance."""
    return "".join(random.SystemRandom().choice("0123456789") for _ in range(16))


@pytest.mark.parametrize("program, leaks", [(PINENTRY, False), (LEAKY, True)])
def test_what_was_tapped_is_nowhere_in_memory_but_where_nobody_reads(hand, program, leaks):
    if not program.exists():
        pytest.skip(f"{program.name} was not built")
    secret = marker()
    with Pinentry(hand.display, "--keys", "digits", program=program) as pinentry:
        pid = pinentry.process.pid
        try:
            open(f"/proc/{pid}/mem", "rb").close()
        except PermissionError:
            pytest.skip("another process's memory is not to be read here, once it is hardened")
        pinentry.send("GETPIN")
        hand.enter(secret, done=False)
        hand.shows(len(secret))
        assert copies(pid, secret.encode()) == []
        hand.tap(hand.done())
        assert pinentry.answer() == ([b"D " + secret.encode()], None)
        found = copies(pid, secret.encode())
        print(program.name, found)
        assert bool(found) == leaks


def test_what_a_real_keyboard_typed_is_nowhere_in_memory_either(hand):
    secret = marker()
    with Pinentry(hand.display, "--keys", "digits") as pinentry:
        try:
            open(f"/proc/{pinentry.process.pid}/mem", "rb").close()
        except PermissionError:
            pytest.skip("another process's memory is not to be read here, once it is hardened")
        pinentry.send("GETPIN")
        hand.keys()
        focus(hand)
        hand.xdotool("type", "--delay", "40", secret)
        hand.shows(len(secret))
        hand.xdotool("key", "Return")
        assert pinentry.answer() == ([b"D " + secret.encode()], None)
        assert copies(pinentry.process.pid, secret.encode()) == []


# ---- gpg ----


class Gpg:
    """A home for gpg with an agent of its own."""

    def __init__(self, home, display):
        self.home, self.display = home, display

    def environment(self):
        return environment(self.display, GNUPGHOME=self.home, PINENTRY_USER_DATA="keys=digits", HOME=self.home)

    def start(self, *arguments):
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(["gpg", "--batch", "--yes", *arguments], env=self.environment(), **pipes)

    def run(self, *arguments):
        process = self.start(*arguments)
        out, err = process.communicate(timeout=eyes.PATIENCE_S)
        assert process.returncode == 0, err
        return out

    def connect(self, *lines):
        command = ["gpg-connect-agent", *lines, "/bye"]
        return subprocess.run(command, env=self.environment(), capture_output=True, text=True, timeout=60).stdout

    def configure(self, *lines):
        conf = [f"pinentry-program {PINENTRY}", "disable-scdaemon", *lines]
        (Path(self.home) / "gpg-agent.conf").write_text("\n".join(conf) + "\n")

    def stop(self):
        subprocess.run(["gpgconf", "--kill", "all"], env=self.environment(), capture_output=True, timeout=60)


@contextmanager
def gpg_home():
    # Not in pytest's folders: the path of a socket must be short.
    home = tempfile.mkdtemp(prefix="scrim-gpg-")
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def ended(process):
    out, err = process.communicate(timeout=eyes.PATIENCE_S)
    return process.returncode, out, err.decode()


@pytest.fixture(scope="module")
def gpg(hand):
    """With a key, made by taps, and a file that is encrypted to it."""
    with gpg_home() as home:
        gpg = Gpg(home, hand.display)
        gpg.configure()
        try:
            making = gpg.start("--quick-gen-key", "Scrim Test <test@example.org>", "future-default")
            before = hand.enter(PIN)
            before = hand.enter(WRONG, before=before)  # a repetition that differs
            before = hand.enter(PIN, before=before)
            keep(hand.wait_for(lambda picture: eyes.read_keys(picture), "the repetition"), "pinentry_gpg.png")
            hand.enter(PIN, before=before)
            assert ended(making)[0] == 0
            (Path(home) / "plain").write_text("what only a PIN opens\n")
            gpg.run("--trust-model", "always", "-r", "test@example.org", "-e", f"{home}/plain")
            yield gpg
        finally:
            gpg.stop()


@pytest.fixture
def decrypting(gpg):
    """gpg, waiting for the PIN of a key that its agent has forgotten."""
    gpg.connect("reloadagent")
    process = gpg.start("-d", f"{gpg.home}/plain.gpg")
    yield process
    process.kill()
    process.communicate()


@needs_gpg
def test_a_file_is_decrypted_after_a_wrong_pin(hand, decrypting):
    before = hand.enter(WRONG)
    hand.enter(PIN, before=before)
    returned, out, _ = ended(decrypting)
    assert (returned, out) == (0, b"what only a PIN opens\n")


@needs_gpg
def test_gpg_is_told_of_a_cancel(hand, decrypting):
    hand.enter(PIN, done=False)
    hand.tap(hand.button(eyes.FUNCTION))
    returned, out, err = ended(decrypting)
    assert returned != 0 and out == b""
    assert "cancel" in err.lower()


@needs_gpg
def test_gpg_is_told_of_a_time_out(hand, gpg):
    gpg.configure("pinentry-timeout 1")
    gpg.connect("reloadagent")
    try:
        returned, out, err = ended(gpg.start("-d", f"{gpg.home}/plain.gpg"))
    finally:
        gpg.configure()
        gpg.connect("reloadagent")
    assert returned != 0 and out == b""
    assert "timeout" in err.lower() or "timed out" in err.lower() or "cancel" in err.lower(), err
    gone(hand)


@needs_gpg
def test_when_the_agent_is_killed_the_window_goes(hand, gpg, decrypting):
    hand.enter(PIN, done=False)
    agent = int(re.search(r"^D (\d+)", gpg.connect("GETINFO pid"), re.M).group(1))
    os.kill(agent, signal.SIGKILL)
    gone(hand)
    returned, out, _ = ended(decrypting)
    assert returned != 0 and out == b""


@needs_gpg
def test_when_the_display_goes_the_agent_stays(hand, gpg):
    gpg.connect("reloadagent")
    with screen.virtual_screen((736, 720)) as display:
        elsewhere = Gpg(gpg.home, display)
        process = elsewhere.start("-d", f"{gpg.home}/plain.gpg")
        eyes.Hand(display).enter(PIN, done=False)
    returned, out, _ = ended(process)
    assert returned != 0 and out == b""
    # The same agent asks on another display.
    process = gpg.start("-d", f"{gpg.home}/plain.gpg")
    hand.enter(PIN)
    assert ended(process)[:2] == (0, b"what only a PIN opens\n")


# ---- ssh ----


@pytest.fixture(scope="module")
def ssh(tmp_path_factory):
    """A key with a passphrase, and an agent to add it to."""
    folder = tmp_path_factory.mktemp("ssh")
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-a", "4", "-N", PIN, "-C", "scrim", "-f", folder / "id_ed25519"]
    subprocess.run(command, check=True)
    with tempfile.TemporaryDirectory(prefix="scrim-ssh-") as home:
        with screen.running(["ssh-agent", "-D", "-a", f"{home}/agent"], stdout=subprocess.DEVNULL):
            deadline = time.monotonic() + 60
            while not Path(home, "agent").exists():
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield folder / "id_ed25519", f"{home}/agent"


@contextmanager
def adding(hand, ssh):
    key, agent = ssh
    variables = {"SSH_ASKPASS": ASKPASS, "SSH_ASKPASS_REQUIRE": "force", "SSH_AUTH_SOCK": agent}
    variables["SCRIM_ASKPASS"] = "keys=digits"
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    options = {"env": environment(hand.display, **variables), "cwd": key.parent, **pipes}
    process = subprocess.Popen(["ssh-add", key.name], **options)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def identities(ssh):
    variables = {"SSH_AUTH_SOCK": ssh[1], "PATH": "/usr/bin"}
    return subprocess.run(["ssh-add", "-l"], env=variables, capture_output=True, text=True).stdout


@needs_ssh
def test_ssh_add_is_cancelled(hand, ssh):
    with adding(hand, ssh) as process:
        hand.enter(PIN, done=False)
        hand.tap(hand.button(eyes.FUNCTION))
        assert ended(process)[0] != 0
    assert "scrim" not in identities(ssh)


@needs_ssh
def test_ssh_add_asks_again_after_a_wrong_passphrase(hand, ssh):
    with adding(hand, ssh) as process:
        before = hand.enter(WRONG)
        hand.enter(PIN, done=False, before=before)
        keep(hand.shows(len(PIN)), "askpass.png")
        hand.tap(hand.done())
        returned, out, err = ended(process)
    assert returned == 0, err
    assert PIN.encode() not in out and PIN not in err
    assert "scrim" in identities(ssh)


@needs_ssh
@pytest.mark.parametrize("color, returned", [(eyes.ACCENT, 0), (eyes.FUNCTION, 1)])
def test_askpass_asks_yes_or_no(hand, color, returned):
    variables = environment(hand.display, SSH_ASKPASS_PROMPT="confirm")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([ASKPASS, "Allow use of key?"], env=variables, **pipes)
    hand.wait_for(lambda picture: eyes.boxes(picture, color), "the buttons")
    hand.tap(hand.button(color))
    assert ended(process)[:2] == (returned, b"")


def test_askpass_without_a_display(hand):
    done = subprocess.run([ASKPASS, "Passphrase:"], env=environment(":nowhere"), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert "no display" in done.stderr
