# SPDX-License-Identifier: MIT
"""The names of text patterns, and regular expressions."""

import os
import re
import subprocess
import sys

import pytest

from pattern_texts import found
from scrim_tools.errors import UsageError
from scrim_tools.text import pattern


class TestPatterns:
    def test_digits(self) -> None:
        assert found("digits", "a 4111 1111 x 12345 y 123456") == ["4111 1111", "123456"]

    def test_expressions(self) -> None:
        assert found(r"re:(?i)secret\s+\w+", "a Secret\nplan b") == ["Secret\nplan"]
        assert found(r"re:x*", "abc") == []
        assert found(r"re:^b\w+$", "a bad\nbee\nb c") == ["bee"]
        assert found("re:re:", "re: re") == ["re:"]
        assert found("re:card", "a card 4111111111111111") == ["card"]

    @pytest.mark.parametrize("text", ["re:(", "re:", "re:a{99999999999999999999}", "re:" + "(" * 5000 + ")" * 5000])
    def test_expressions_that_are_none(self, text: str) -> None:
        with pytest.raises(UsageError, match="expression"):
            pattern(text)

    @pytest.mark.parametrize(
        ("text", "meant"),
        [("emial", "email"), ("Card", "card"), ("IBAN", "iban"), ("phones", "phone"), ("digit", "digits"), ("[0-9]", ""),
         ("api_key", "api-key"), ("apikey", "api-key"), ("privatekey", "private-key"), ("JWT", "jwt"), ("ipv4", "ip"), ("macs", "mac")],
    )
    def test_unknown_words(self, text: str, meant: str) -> None:
        with pytest.raises(UsageError, match=re.escape(f"unknown pattern {text!r}")) as caught:
            pattern(text)
        assert str(caught.value).endswith(f"; did you mean {meant!r}?") == bool(meant)
        assert "card, iban, email, phone, ip, mac, api-key, private-key, jwt, digits" in caught.value.hint
        assert repr(f"re:{text}") in caught.value.hint

    def test_the_libraries_are_loaded_when_they_are_needed(self) -> None:
        # Their tables would make every command slower.
        program = "import sys, scrim_tools.text; print([name for name in ('phonenumbers', 'stdnum') if name in sys.modules])"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
        assert done.stdout == "[]\n"
