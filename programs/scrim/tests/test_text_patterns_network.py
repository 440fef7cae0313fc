# SPDX-License-Identifier: MIT
"""IP and MAC addresses."""

import ipaddress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pattern_texts import ALPHANUMERIC, found, log_lines, pick


class TestIp:
    # The last ones are examples of RFC 4291 and RFC 5952.
    @pytest.mark.parametrize(
        "text",
        [
            "10.0.0.1",
            "192.168.1.254",
            "203.0.113.0/24",
            "192.168.001.001",
            "255.255.255.255",
            "2001:DB8:0:0:8:800:200C:417A",
            "FF01:0:0:0:0:0:0:101",
            "2001:DB8::8:800:200C:417A",
            "FF01::101",
            "0:0:0:0:0:FFFF:129.144.52.38",
            "2001:0DB8:0000:CD30::/60",
            "2001:db8:0:1:1:1:1:1",
            "2001:db8::1:0:0:1",
            "2001:db8:aaaa:bbbb:cccc:dddd:eeee:1",
            "fe80::1%eth0",
            # These have no decimal digit.
            "::ffff:ffff:fffa",
            "::abcd:ffff",
            "ffff::a",
        ],
    )
    def test_addresses(self, text: str) -> None:
        assert text in found("ip", text)
        assert text in found("ip", f"from {text}, port 80")

    def test_in_addresses_of_pages(self) -> None:
        assert found("ip", "http://10.0.0.1:8080/x") == ["10.0.0.1"]
        assert found("ip", "http://[2001:db8::1]:8080/") == ["2001:db8::1"]
        assert found("ip", "host/10.0.0.1") == ["10.0.0.1"]

    @pytest.mark.parametrize(
        ("line", "addresses"),
        [
            ("2026-11-21 12:00:01,5,203.0.113.7,GET", ["203.0.113.7"]),
            ("allowed: 10.0.0.1,10.0.0.2", ["10.0.0.1", "10.0.0.2"]),
            ("IP 192.168.1.5.51514 > 203.0.113.7.443: Flags [S]", ["192.168.1.5", "203.0.113.7"]),
            ("64 bytes from 2001:db8::8a2e:370:7334: icmp_seq=1", ["2001:db8::8a2e:370:7334"]),
            ("Link-local IPv6 Address . . . : fe80::a00:27ff:fe4e:66a1%11(Preferred)", ["fe80::a00:27ff:fe4e:66a1%11"]),
            ("inet6 addr:fe80::a00:27ff:fe4e:66a1/64 Scope:Link", ["fe80::a00:27ff:fe4e:66a1/64"]),
        ],
    )
    def test_in_tables_and_the_output_of_programs(self, line: str, addresses: list[str]) -> None:
        assert found("ip", line) == addresses

    @given(st.ip_addresses())
    def test_every_address(self, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
        text = str(address)
        if address.version == 4 or len(text.replace(":", "")) >= 8:
            assert text in found("ip", f"to {text} now")

    @pytest.mark.parametrize("text", ["192. 168.1.254", "192.168.l.254", "1O.2O.30.140", "192.168,1.254", "2001: db8::5efe:1", "2OO1:db8::8a2e"])
    def test_as_tesseract_reads_them(self, text: str) -> None:
        assert found("ip", f"host {text} up") == [text]

    @pytest.mark.parametrize(
        "text",
        [
            "v1.2.3.4",
            "version 1.2.3.4",
            "Version: 10.0.0.1",
            "1.2.3",
            "1.3.6.1.4.1.311",
            "300.1.1.1",
            "10.0.19041.1",
            "12:34:56",
            "std::vector",
            "a::b",
            "log::Zoo",
            "also::good",
            "x[::2]",
            "::1",
            "at 7, 8, 9, 10 o'clock",
            "1. 2. 3. 4.",
            "00:1B:44:11:3A:B7",
            "05.11.2026",
            "Add: Bed: Cafe: Dad",
        ],
    )
    def test_what_is_no_address(self, text: str) -> None:
        assert found("ip", text) == []

    def test_few_other_texts(self) -> None:
        random = Random(24)
        assert sum(bool(found("ip", line)) for line in log_lines(random, 1000)) == 0
        assert sum(bool(found("ip", pick(random, "0123456789.:", 20))) for _ in range(1000)) < 10


class TestMac:
    @pytest.mark.parametrize("text", ["00:1b:44:11:3a:b7", "00-1B-44-11-3A-B7", "001b.4411.3ab7", "02:00:5e:10:00:00:00:01"])
    def test_addresses(self, text: str) -> None:
        assert found("mac", f"eth0 {text} up") == [text]

    @pytest.mark.parametrize("line", ["HWaddr:{}", "MAC:{}", "BSSID:{} up", "wlan0:{},x", "{}: beacon", "from {}: 60 bytes"])
    def test_next_to_colons(self, line: str) -> None:
        assert found("mac", line.format("00:1b:44:11:3a:b7")) == ["00:1b:44:11:3a:b7"]

    @pytest.mark.parametrize("text", ["OO:1b:44:11:3a:b7", "00:1b: 44:11:3a:b7", "0O-1B-44-l1-3A-B7"])
    def test_as_tesseract_reads_them(self, text: str) -> None:
        assert found("mac", f"eth0 {text} up") == [text]

    @given(st.binary(min_size=6, max_size=6), st.sampled_from(":-"))
    def test_every_address(self, data: bytes, separator: str) -> None:
        text = data.hex(separator)
        if any(map(str.isdecimal, text)):
            assert found("mac", f"link/ether {text} brd") == [text]

    def test_what_is_no_address(self) -> None:
        random = Random(24)
        fingerprint = random.randbytes(20).hex(":")
        for text in ("12:34:56", "2026-11-21-09-15", "1b:44:11:3a:b7", "9f:00:1b:44:11:3a:b7", fingerprint, "SO-IS-IT-SO-GO-SO"):
            assert found("mac", text) == []
        assert sum(bool(found("mac", line)) for line in log_lines(random, 1000)) == 0
        assert not any(found("mac", pick(random, ALPHANUMERIC + ":-.", 17)) for _ in range(1000))
