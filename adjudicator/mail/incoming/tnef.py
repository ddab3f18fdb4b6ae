"""Reads the body text from Outlook's TNEF attachments (`winmail.dat`, MS-OXTNEF): plain text, HTML or compressed RTF.

All other properties and attachments are skipped.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.mail.incoming.rtf import decompress_rtf, rtf_to_text
from adjudicator.mail.text.charset import decode_bytes

_SIGNATURE = 0x223E9F78
_BODY = 0x0002800C
_PROPERTIES = 0x00069003
_PLAIN, _HTML, _RTF = 0x1000, 0x1013, 0x1009
_UNICODE = 0x1F
_TEXT_TYPES = frozenset({0x1E, _UNICODE, 0x102})
_OBJECT = 0x0D
_SIZES = {
    0x02: 4, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0A: 4, 0x0B: 4, 0x14: 8, 0x40: 8, 0x48: 16,
}  # fmt: skip
"""Size of a fixed-size value by property type, padded to four bytes (MS-OXCDATA, 2.11.1)."""
_MULTIPLE = 0x1000
_NAMED = 0x8000
_MOST = 10_000


@dataclass(frozen=True, slots=True)
class TnefBody:
    """The body of a TNEF attachment; at most one of both is set."""

    plain: str = ""
    html: str = ""


class _Truncated(ValueError):
    """The data is shorter than a length in it."""


def unwrap_tnef(raw: bytes) -> TnefBody:
    """Read the body from a TNEF attachment; empty if there is none, or the data is broken before it."""
    found: dict[int, tuple[int, bytes]] = {}
    try:
        for attribute, content in _attributes(raw):
            if attribute == _BODY:
                found.setdefault(_PLAIN, (0x1E, content))
            elif attribute == _PROPERTIES:
                for name, kind, value in _properties(content):
                    found[name] = (kind, value)
    except _Truncated:
        pass  # everything before the break is good
    plain, html = _text(found.get(_PLAIN)), _text(found.get(_HTML))
    if plain.strip() or html.strip() or _RTF not in found:
        return TnefBody(plain, "" if plain.strip() else html)
    return TnefBody(*rtf_to_text(decompress_rtf(found[_RTF][1])))


def _text(value: tuple[int, bytes] | None) -> str:
    if value is None:
        return ""
    kind, raw = value
    # The format itself says that this is UTF-16, so `decode_bytes`, which reads ASCII bytes as ASCII, is wrong here.
    text = raw.decode("utf-16-le", "replace") if kind == _UNICODE else decode_bytes(raw)
    return text.rstrip("\0")


class _Source:
    """Bytes that are read from the front."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw, 0

    def __bool__(self) -> bool:
        return self._at < len(self._raw)

    def take(self, count: int) -> bytes:
        taken = self._raw[self._at : self._at + count]
        if len(taken) < count:
            raise _Truncated
        self._at += count
        return taken

    def take_padded(self, count: int) -> bytes:
        """Take bytes that are padded to a multiple of four."""
        taken = self.take(count)
        self._at += -count % 4
        return taken

    def number(self, layout: str = "<I") -> int:
        (number,) = struct.unpack(layout, self.take(struct.calcsize(layout)))
        return int(number)


def _attributes(raw: bytes) -> Iterator[tuple[int, bytes]]:
    source = _Source(raw)
    if source.number() != _SIGNATURE:
        return
    source.take(2)
    while source:
        source.take(1)
        attribute, length = source.number(), source.number()
        yield attribute, source.take(length)
        source.take(2)


def _properties(content: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the text properties as (property id, type, bytes)."""
    source = _Source(content)
    for _ in range(min(source.number(), _MOST)):
        kind, name = source.number("<H"), source.number("<H")
        if name >= _NAMED:
            _skip_name(source)
        single = kind & ~_MULTIPLE
        varies = single in _TEXT_TYPES or single == _OBJECT
        for _ in range(min(source.number(), _MOST) if varies or kind & _MULTIPLE else 1):
            if not varies:
                source.take(_size(single))
                continue
            value = source.take_padded(source.number())
            if single != _OBJECT:
                yield name, single, value


def _skip_name(source: _Source) -> None:
    source.take(16)
    if source.number():
        source.take_padded(source.number())
    else:
        source.take(4)


def _size(kind: int) -> int:
    if kind not in _SIZES:
        raise _Truncated  # of an unknown type, the size is unknown too
    return _SIZES[kind]
