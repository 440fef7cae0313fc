# SPDX-License-Identifier: MIT
"""Keys and tokens of services, blocks with private keys, and JSON Web Tokens."""

import base64
import json
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pattern_texts import ALPHANUMERIC, LETTERS, covered, digits, found, log_lines, pick
from scrim_tools.text.tokens import KINDS

#: Keys in the documents of the services, or made after them. None was ever valid.
KEYS = (
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "gho_16C7e42F292c6912E7710c838347Ae178B4a",
    "glpat-z_sxgtrfAxKr8q1TPY8Y",
    "xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy",
    "sk_test_4eC39HqLyjWDarjtT1zdp7dc",
    "pk_test_TYooMQauvdEDq54NiTphI7jx",
    "AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe",
    "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",
    "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK",
    "SK0123456789abcdef0123456789abcdef",
)
_ALPHABETS = {"AWS access key id": LETTERS + "234567", "age": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"}
_HEXADECIMAL = "0123456789abcdef"


def made(random: Random, service: str, prefix: str, length: int) -> str:
    from scrim_tools.text.tokens import _HEXADECIMAL as hexadecimal

    alphabet = _HEXADECIMAL if service in hexadecimal else _ALPHABETS.get(service, ALPHANUMERIC)
    return prefix + pick(random, alphabet, length)


class TestApiKeys:
    @pytest.mark.parametrize("key", KEYS)
    def test_examples(self, key: str) -> None:
        assert found("api-key", key) == [key]
        assert found("api-key", f'export TOKEN="{key}", then run it') == [key]
        assert found("api-key", f"The key {key} is old.") == [key]

    @pytest.mark.parametrize(
        ("service", "prefix", "length"),
        [(kind.service, prefix, kind.length) for kind in KINDS for prefix in kind.prefixes.split() if prefix[0] != "<"],
    )
    def test_every_kind(self, service: str, prefix: str, length: int) -> None:
        random = Random(prefix)
        for _ in range(5):
            key = made(random, service, prefix, length)
            assert covered("api-key", f"token {key} is set", key)

    @pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.prefixes[0] != "<"], ids=lambda kind: kind.service)
    def test_a_key_that_tesseract_separated_and_misread(self, kind: object) -> None:
        assert isinstance(kind, type(KINDS[0]))
        random = Random(kind.service)
        for _ in range(5):
            prefix = kind.prefixes.split()[0]
            body = made(random, kind.service, "", kind.length)
            body = "".join({"5": "S", "0": "O", "I": "l", "1": "l"}.get(character, character) for character in body)
            place = kind.length // 2
            key = f"{prefix}{body[:place]} {body[place:]}"
            assert covered("api-key", f"token {key}", key)
            wrapped = f"{prefix}{body[:place]}\n{body[place:]}"
            assert covered("api-key", f"token {wrapped}", wrapped)

    @pytest.mark.parametrize(
        "text",
        [
            # read by tesseract 5 at 9 to 14 pixels
            "Alza7buZFYNBSidvw4Uq4Z6G64-1tbt4kn7SVC4",
            "Al zaZrT281CgDxs91x6nj KERY n_BawzbKb6kLKj",
            "gl pat -JZwDXHW1vLPWwOWUPWE0",
            "gipat-sm7dp9Y VIlpF Whxlwobk",
            "sk live_CKCC sIDOCqgfDiVOnKKYDDHB",
            "sk_Jive_K7w1ezWkNEIILX7lAg8mqZ Kw",
            "x0xb-3805987 24289 -txeSVCoSfjW yoEVtf7 RQ0YAP",
            "ghp_QA5gg0yY96KT CzorkzQV5Wb8BzMf QRDN3Bc5",
            "AKIAYNG 26NTDLCVSVVAV",
            "AKIALWPQUAFLSSWRXBXK",
        ],
    )
    def test_as_tesseract_read_them(self, text: str) -> None:
        assert found("api-key", f"token: {text}") == [text]

    @pytest.mark.parametrize(
        ("line", "key"),
        [
            ("origin https://{}@github.com/an-organization/a-long-name-of-a-repository.git (fetch)", KEYS[1]),
            ("origin https://oauth2:{}@gitlab.example.com/a-group/of-projects/a-project.git (push)", KEYS[3]),
            ("GET /api/v4/projects?private_token={}&order_by=last_activity_at&per_page=100", KEYS[3]),
            ("https://maps.googleapis.com/maps/api/js?key={}&callback=initialize_the_map_of_this_page", KEYS[7]),
            ("https://api.telegram.org/bot{}/getMe", KEYS[9]),
            ("https://api.telegram.org/bot{}/sendMessage?chat_id=7&text=words_of_a_message_that_is_long", KEYS[9]),
            ("Credential={}/20261121/us-east-1/s3/aws4_request, SignedHeaders=host", KEYS[0]),
            ("&X-Amz-Credential={}%2F20261121%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20261121", KEYS[0]),
            ("curl -u {}:0123456789abcdef0123456789abcdef https://api.twilio.com/", KEYS[10]),
        ],
    )
    def test_in_addresses_of_pages(self, line: str, key: str) -> None:
        assert covered("api-key", line.format(key), key)

    @pytest.mark.parametrize("label", ["auth_token: ", "TWILIO_AUTH_TOKEN=", "Auth Token\n", "Auth Token\n\n"])
    def test_a_token_of_twilio_behind_its_name(self, label: str) -> None:
        assert covered("api-key", f"{label}a382d3e83bbe983a3fb19545be334ad9", "a382d3e83bbe983a3fb19545be334ad9")

    @pytest.mark.parametrize(
        "label", ["aws_secret_access_key = ", "AWS_SECRET_ACCESS_KEY=", "SecretAccessKey: ", '"secretAccessKey": "', "Secret access key\n"]
    )
    def test_a_key_without_prefix_behind_its_name(self, label: str) -> None:
        key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
        assert covered("api-key", f"{label}{key}", key)
        assert found("api-key", key) == []

    @pytest.mark.parametrize(
        "text",
        [
            "sk-learn-version-2-something-long-enough-to-be-forty-eight",
            "npm_config_registry_url_default_value_2",
            "hf_hub_download_some_model_name_v2_large",
            "ASIA PACIFIC REGION 2026 SALES",
            "SKU 12345678901234567890123456789012",
            "AC 2026 and SK 2027 are teams of 32 people each",
            "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx",
            "ghp_your_token_goes_right_here_please",
            "Alza 7 buenos días a todos los que vienen",
            "$6.32 to $83.54 in 2025.\nv8.11.2-re.3 7/14/2019 The parcel A-2025-2280 weighs",
            "key-value stores keep 0123456789 keys",
            "https://example.com/key-points/task-list-2026-final-version-of-it",
        ],
    )
    def test_what_is_no_key(self, text: str) -> None:
        assert found("api-key", text) == []

    def test_few_other_texts(self) -> None:
        random = Random(24)
        assert sum(bool(found("api-key", line)) for line in log_lines(random, 2000)) <= 2
        hashes = [pick(random, _HEXADECIMAL, count) for count in (32, 40, 64) for _ in range(500)]
        assert sum(bool(found("api-key", text)) for text in hashes) <= 2
        base64s = [pick(random, ALPHANUMERIC + "+/", 64) for _ in range(1500)]
        assert sum(bool(found("api-key", text)) for text in base64s) <= 2


def block(random: Random, kind: str, size: int = 600) -> str:
    content = base64.b64encode(random.randbytes(size)).decode()
    lines = [content[start : start + 64] for start in range(0, len(content), 64)]
    return "\n".join([f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----"])


BLOCKS = (
    "PRIVATE KEY",
    "RSA PRIVATE KEY",
    "EC PRIVATE KEY",
    "DSA PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
)


class TestPrivateKeys:
    @pytest.mark.parametrize("kind", BLOCKS)
    def test_whole_blocks(self, kind: str) -> None:
        random = Random(kind)
        for size in (48, 110, 600, 1200, 2400):
            key = block(random, kind, size)
            assert found("private-key", f"$ cat key.pem\n{key}\n$ ls -la") == [key]
            assert found("private-key", f'key = "{key}"')[0] in (key, f'{key}"')

    @pytest.mark.parametrize("kind", BLOCKS)
    @pytest.mark.parametrize("cut", ["END", "BEGIN"])
    def test_a_line_was_cut_off_or_misread(self, kind: str, cut: str) -> None:
        random = Random(kind + cut)
        for size in (48, 110, 600, 1200):
            lines = block(random, kind, size).split("\n")
            rest, marked = (lines[:-1], "eee END RSA PRMATEKEY") if cut == "END" else (lines[1:], "=e=BE6lN RSA PRWATE")
            for text in ("\n".join(rest), "\n".join([*rest, marked] if cut == "END" else [marked, *rest])):
                assert covered("private-key", f"$ cat key.pem please\n{text}\n$ ls -la in here", "\n".join(rest))

    @pytest.mark.parametrize(
        ("begin", "end"),
        [
            ("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"),
            ("— BEGIN RSA PRIVATE KEY —", "— END RSA PRIVATE KEY —"),
            ("----BEGIN RSA PR1VATE KEY----", "----END RSA PRlVATE KEY----"),
            ("-—BEG1N OPENSSH PRIVATEKEY---", "--END OPENSSH PRIVATEKEY-"),
            ("-----BEGlN PRIVATE KEY-----", "-----END PRlVATE KEY-----"),
        ],
    )
    def test_as_tesseract_reads_the_lines(self, begin: str, end: str) -> None:
        lines = block(Random(begin), "RSA PRIVATE KEY").split("\n")
        key = "\n".join([begin, *lines[1:-1], end])
        assert covered("private-key", f"x\n{key}\ny", key)
        # With numbers of lines, as in an editor.
        key = "\n".join(f"{number} {line}" for number, line in enumerate([begin, *lines[1:-1], end], 10))
        assert covered("private-key", key, key[3:])

    def test_without_both_lines(self) -> None:
        for begin in ("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB"):
            lines = block(Random(begin), "PRIVATE KEY").split("\n")[1:-1]
            key = "\n".join([begin + lines[0][: 64 - len(begin)], *lines[1:]])
            assert covered("private-key", f"some text\n{key}\nmore words of text", key)

    def test_in_one_line_of_json(self) -> None:
        key = block(Random(3), "PRIVATE KEY").replace("\n", "\\n")
        assert covered("private-key", json.dumps({"private_key": key.replace("\\n", "\n")}), key)

    def test_two_blocks(self) -> None:
        first, second = (block(Random(seed), "PRIVATE KEY") for seed in (1, 2))
        text = f"{first}\nand then another one\n{second}"
        assert found("private-key", text) == [first, second]

    @pytest.mark.parametrize(
        "text",
        [
            "Please begin. The private key is safe.",
            "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----",
            "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEVs/o5+uQbTjL3chynL4wXgUg2R9\n-----END PUBLIC KEY-----",
        ],
    )
    def test_what_is_no_private_key(self, text: str) -> None:
        assert found("private-key", text) == []

    def test_few_other_texts(self) -> None:
        assert found("private-key", "\n".join(log_lines(Random(24), 2000))) == []

    @given(st.text("-BEGINEDPRVATKY \nabcXYZ019+/=", max_size=300))
    def test_any_text(self, text: str) -> None:
        spans = found("private-key", text)
        assert all(span and span == span.strip() for span in spans)


#: The example of RFC 7519, section 3.1, and one without a signature, of section 6.1.
RFC_7519 = (
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)
UNSIGNED = "eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."


def jwt(random: Random) -> str:
    def part(content: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")

    claims: dict[str, object] = {"sub": digits(random, 8), "name": pick(random, ALPHANUMERIC, 12)}
    header: dict[str, object] = {"alg": random.choice(("HS256", "RS256", "ES512")), "typ": "JWT", "kid": pick(random, ALPHANUMERIC, 6)}
    return f"{part(header)}.{part(claims)}.{pick(random, ALPHANUMERIC + '-_', 43)}"


class TestJwt:
    def test_the_examples_of_the_standard(self) -> None:
        assert found("jwt", f"Bearer {RFC_7519}") == [RFC_7519]
        assert covered("jwt", f"Bearer {UNSIGNED}", UNSIGNED)

    def test_encrypted(self) -> None:
        # Section A.1 of RFC 7519, with shorter parts.
        token = "eyJhbGciOiJSU0ExXzUiLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0.QR1Owv2ug2WyPBnb.AxY8DCtDaGlsbGljb3RoZQ.MKOle7UQrG6nSxTLX6Mqwt0orbHvAKe.rbHvAKeWnDYvpIAe"
        assert found("jwt", f"Bearer {token} ok") == [token]

    def test_any(self) -> None:
        random = Random(7519)
        for _ in range(200):
            token = jwt(random)
            assert found("jwt", f"token: {token}, and then some words.") == [token]
            assert found("jwt", f"The token {token} is old") == [token]

    @pytest.mark.parametrize("width", [40, 64, 80])
    def test_wrapped(self, width: int) -> None:
        random = Random(width)
        for _ in range(50):
            token = jwt(random)
            wrapped = re.sub(rf"(.{{{width}}})(?=.)", r"\1\n", token)
            assert covered("jwt", f"$ curl\n{wrapped}\n$ ls", wrapped)

    def test_cut_off(self) -> None:
        assert found("jwt", f"token {RFC_7519[:70]}") == [RFC_7519[:70]]
        assert covered("jwt", f"token {RFC_7519[:70]}…", RFC_7519[:70])

    @pytest.mark.parametrize("change", [(".", " . "), (".", ". "), ("eyJ", "eyl"), ("eyJ", "ey)"), ("I", "l"), ("0", "O"), ("IsDQ", "Is DQ")])
    def test_as_tesseract_reads_them(self, change: tuple[str, str]) -> None:
        token = RFC_7519.replace(*change)
        assert covered("jwt", f"Bearer {token} ok", token)

    @pytest.mark.parametrize(
        "text", ["eyJwYWdlIjoxfQ== is a page", "eyJwYWdlIjoxfQ.next", "eyes.on.you", "eyJust.some.words", "example.com.org", "a.b.c"]
    )
    def test_what_is_no_token(self, text: str) -> None:
        assert found("jwt", text) == []

    def test_few_other_texts(self) -> None:
        assert found("jwt", "\n".join(log_lines(Random(24), 2000))) == []
