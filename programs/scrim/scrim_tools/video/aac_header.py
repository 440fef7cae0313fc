# SPDX-License-Identifier: MIT
"""The header of AAC, which can contain a comment, and after which anything can follow (ISO/IEC 14496-3, 1.6.2.1 and 4.4.1)."""

from __future__ import annotations

from .errors import OutputError

#: The object types whose header is read: all that code AAC or similar spectra.
_GENERAL = frozenset({1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23})
#: Those among them that resist errors, and BSAC.
_RESILIENT, _BSAC = frozenset({17, 19, 20, 21, 22, 23}), 22
#: Scalable ones, whose header has the number of a layer.
_SCALABLE = frozenset({6, 20})
#: The object types that wrap another one: SBR, and SBR with parametric stereo.
_SBR = 5
_WRAPPED = frozenset({_SBR, 29})
#: The object types whose header is copied as it is: AAC-ELD and xHE-AAC.
_COPIED = frozenset({39, 42})
#: The 11 bits with which the extensions for SBR and for parametric stereo begin.
_EXTENSION, _STEREO_EXTENSION = 0x2B7, 0x548


def _damaged() -> OutputError:
    return OutputError("the header of the audio (aac) is damaged", "leave it out with --no-audio")


class _Bits:
    """Reads numbers bit by bit, and writes a copy of what was read."""

    def __init__(self, data: bytes) -> None:
        self._bits = "".join(f"{byte:08b}" for byte in data)
        self._at = 0
        self._copy = ""

    def take(self, count: int) -> int:
        part = self._bits[self._at : self._at + count]
        if len(part) < count:
            raise _damaged()
        self._at += count
        self._copy += part
        return int(part or "0", 2)

    def begins_with(self, number: int) -> bool:
        """Whether the next 11 bits are a number."""
        return self._bits[self._at : self._at + 11] == f"{number:011b}"

    def object_type(self) -> int:
        kind = self.take(5)
        return 32 + self.take(6) if kind == 31 else kind

    def skip_rate(self) -> None:
        if self.take(4) == 15:
            self.take(24)

    def align(self) -> None:
        """Skips bits up to the next byte, and writes zeros."""
        padding = -self._at % 8
        self._at += padding
        self._copy += "0" * padding

    def leave_out_bytes(self) -> None:
        """Skips bytes after their number, and writes that there are none."""
        count = self.take(8)
        self._copy = self._copy[:-8] + "0" * 8
        self._at += 8 * count

    def copy(self) -> bytes:
        self.align()
        return bytes(int(self._copy[at : at + 8], 2) for at in range(0, len(self._copy), 8))


def without_aac_comment(head: bytes) -> bytes:
    """Returns the header of AAC without a comment, and without what follows. Raises OutputError if it cannot be read."""
    bits = _Bits(head)
    kind = bits.object_type()
    bits.skip_rate()
    channels = bits.take(4)
    is_wrapped = kind in _WRAPPED
    if is_wrapped:
        bits.skip_rate()
        kind = bits.object_type()
        if kind == _BSAC:
            bits.take(4)  # channels with SBR
    if kind in _COPIED:
        return head
    if kind not in _GENERAL:
        raise _damaged()
    _skip_settings(bits, kind, channels)
    if not is_wrapped:
        _skip_extension(bits)
    return bits.copy()


def _skip_settings(bits: _Bits, kind: int, channels: int) -> None:
    bits.take(1)  # the length of a frame
    if bits.take(1):
        bits.take(14)  # the delay of a core coder
    is_extended = bits.take(1)
    if not channels:
        _skip_channels(bits)
        bits.align()
        bits.leave_out_bytes()
    if kind in _SCALABLE:
        bits.take(3)
    if is_extended:
        if kind == _BSAC:
            bits.take(5 + 11)
        elif kind in _RESILIENT - {21}:
            bits.take(3)
        bits.take(1)
    if kind in _RESILIENT and bits.take(2) > 1:
        raise _damaged()  # error protection, which no player of files knows


def _skip_channels(bits: _Bits) -> None:
    """Reads a program config element up to its comment."""
    bits.take(4 + 2 + 4)
    front, side, back, low, data, coupling = (bits.take(count) for count in (4, 4, 4, 2, 3, 4))
    for count in (4, 4, 3):  # how channels are mixed
        if bits.take(1):
            bits.take(count)
    bits.take(5 * (front + side + back + coupling) + 4 * (low + data))


def _skip_extension(bits: _Bits) -> None:
    """Reads what says whether the sound has SBR and parametric stereo, if it is there."""
    if not bits.begins_with(_EXTENSION):
        return
    bits.take(11)
    kind = bits.object_type()
    if kind in (_SBR, _BSAC) and bits.take(1):
        bits.skip_rate()
    if kind == _BSAC:
        bits.take(4)
    elif bits.begins_with(_STEREO_EXTENSION):
        bits.take(11 + 1)
