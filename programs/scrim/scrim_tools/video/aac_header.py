# SPDX-License-Identifier: MIT
"""The header of AAC, which can contain a comment if it lists the channels (ISO/IEC 14496-3, 1.6.2.1 and 4.4.1)."""

from __future__ import annotations

from .errors import OutputError

#: The object types whose header has a place for a list of channels: all that code AAC or similar spectra.
_GENERAL = frozenset({1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23})
#: The object types that wrap another one: SBR, and SBR with parametric stereo.
_WRAPPED = frozenset({5, 29})
#: The most bytes of a header without a list, and of the extension that can follow the list.
_LONGEST, _LONGEST_EXTENSION = 24, 8
#: The first 11 bits of that extension.
_EXTENSION = 0x2B7


class _Bits:
    """Reads numbers bit by bit."""

    def __init__(self, data: bytes) -> None:
        self._value, self._left = int.from_bytes(data), 8 * len(data)
        self._size = self._left

    def take(self, count: int) -> int:
        if count > self._left:
            raise OutputError("the header of the audio (aac) is damaged", "leave it out with --no-audio")
        self._left -= count
        return self._value >> self._left & ((1 << count) - 1)

    def object_type(self) -> int:
        kind = self.take(5)
        return 32 + self.take(6) if kind == 31 else kind

    def skip_rate(self) -> None:
        if self.take(4) == 15:
            self.take(24)

    @property
    def next_byte(self) -> int:
        """The index of the first byte from which no bit was taken."""
        return -(-(self._size - self._left) // 8)


def without_aac_comment(head: bytes) -> bytes:
    """Returns the header of AAC without the comment of its list of channels. Raises OutputError if it is too short."""
    bits = _Bits(head)
    kind = bits.object_type()
    bits.skip_rate()
    channels = bits.take(4)
    if kind in _WRAPPED:
        bits.skip_rate()
        kind = bits.object_type()
    if kind not in _GENERAL:
        return head
    bits.take(1)  # the length of a frame
    if bits.take(1):
        bits.take(14)  # the delay of a core coder
    bits.take(1)  # whether there are extensions
    if channels:
        return head[:_LONGEST]
    _skip_channels(bits)
    at = bits.next_byte
    if at >= len(head):
        raise OutputError("the header of the audio (aac) is damaged", "leave it out with --no-audio")
    after = head[at + 1 + head[at] :]
    extension = after[:_LONGEST_EXTENSION] if int.from_bytes(after[:2]) >> 5 == _EXTENSION else b""
    return head[:at] + b"\0" + extension


def _skip_channels(bits: _Bits) -> None:
    """Reads a program config element up to its comment."""
    bits.take(4 + 2 + 4)
    front, side, back, low, data, coupling = (bits.take(count) for count in (4, 4, 4, 2, 3, 4))
    for count in (4, 4, 3):  # how channels are mixed
        if bits.take(1):
            bits.take(count)
    bits.take(5 * (front + side + back + coupling) + 4 * (low + data))
