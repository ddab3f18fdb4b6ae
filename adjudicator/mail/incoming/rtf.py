"""Reads Outlook's RTF: decompresses it (MS-OXRTFCP), and extracts its text, or the HTML inside it (MS-OXRTFEX).

Text that is struck out or tiny is marked as doubtful; hidden text is left out. Broken input is read as far as it goes.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field, replace

from adjudicator.mail.text.charset import decode_bytes

_PACKED, _PLAIN = b"LZFu", b"MELA"
_DICTIONARY_SIZE = 4096
_INITIAL = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor "
    rb"MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0" + b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
"""Initial contents of the dictionary."""
_MOST = 256 << 10

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?[0-9]{1,9})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)"
)
_DESTINATIONS = frozenset(b"fonttbl colortbl stylesheet info pict object header footer listtable".split())
_BREAKS = {b"par": "\n", b"line": "\n", b"tab": "\t", b"cell": "\t", b"row": "\n", b"page": "\n"}
_LOOKS = frozenset(b"strike striked strikedl deleted fs v plain".split())
_TINY = 6
"""Largest font size, in half points, that nobody can read."""
_SIGNS = {
    b"lquote": "\u2018", b"rquote": "\u2019", b"ldblquote": "\u201c", b"rdblquote": "\u201d",
    b"endash": "\u2013", b"emdash": "\u2014", b"bullet": "\u2022",
}  # fmt: skip


def decompress_rtf(packed: bytes) -> bytes:
    """Decompress RTF; broken data is decompressed up to the break, and at most `_MOST` bytes."""
    if len(packed) < 16:
        return b""
    _, size, kind, _ = struct.unpack("<II4sI", packed[:16])
    content, limit = packed[16:], min(size, _MOST)
    if kind == _PLAIN:
        return content[:limit]
    return _unpack(content, limit) if kind == _PACKED else b""


def _unpack(content: bytes, limit: int) -> bytes:
    dictionary = bytearray(_INITIAL.ljust(_DICTIONARY_SIZE, b"\0"))
    place, at, out = len(_INITIAL), 0, bytearray()
    while at < len(content) and len(out) < limit:
        control, at = content[at], at + 1
        for bit in range(8):
            if not control & 1 << bit:
                run = content[at : at + 1]
                at += 1
            else:
                pair = int.from_bytes(content[at : at + 2], "big")
                at += 2
                start, length = pair >> 4, (pair & 0xF) + 2
                if start == place:
                    return bytes(out)
                run = _copied(dictionary, start, place, length)
            for byte in run:
                dictionary[place] = byte
                place = (place + 1) % _DICTIONARY_SIZE
            out += run
            if at >= len(content):
                break
    return bytes(out[:limit])


def _copied(dictionary: bytearray, start: int, place: int, length: int) -> bytes:
    """Copy a run from the dictionary. It may overlap its own output (`start + length > place`), and then repeats."""
    span = (place - start) % _DICTIONARY_SIZE or _DICTIONARY_SIZE
    return bytes(dictionary[(start + step % span) % _DICTIONARY_SIZE] for step in range(length))


@dataclass(slots=True)
class _Group:
    """Formatting state inside a pair of braces."""

    silent: bool = False
    tag: bool = False
    """Inside a piece of HTML markup (`htmltag`)."""
    fallback: bool = False
    """RTF beside the HTML, for programs that show no HTML (`htmlrtf`)."""
    skip: int = 1
    """Number of fallback characters behind a Unicode one (`uc`)."""
    hidden: bool = False
    doubts: frozenset[bytes] = frozenset()
    """Control words in force that strike the text out or make it tiny."""

    def look(self, word: bytes, number: bytes | None) -> None:
        """Apply a control word of `_LOOKS` to the text that follows."""
        if word == b"plain":
            self.hidden, self.doubts = False, frozenset()
        elif word == b"v":
            self.hidden = number != b"0"
        else:
            on = int(number or 1) <= _TINY if word == b"fs" else number != b"0"
            self.doubts = self.doubts | {word} if on else self.doubts - {word}


@dataclass(slots=True)
class _RtfReader:
    html: bool
    codepage: str = "windows-1252"
    text: list[str] = field(default_factory=list)
    groups: list[_Group] = field(default_factory=lambda: [_Group()])
    skipping: int = 0

    def token(self, token: re.Match[bytes]) -> None:
        word, number, byte, sign, brace, run = token.groups()
        if brace == b"{":
            top = self.groups[-1]
            self.groups.append(replace(top))
        elif brace == b"}":
            if len(self.groups) > 1:
                self.groups.pop()
        elif word is not None:
            self._word(word, number)
        elif byte is not None:
            self._append(decode_bytes(bytes.fromhex(byte.decode()), self.codepage))
        elif sign is not None:
            self._sign(sign)
        elif run is not None:
            self._append(decode_bytes(run, self.codepage))

    def _word(self, word: bytes, number: bytes | None) -> None:
        group, value = self.groups[-1], int(number or 1)
        if word in _DESTINATIONS:
            group.silent = True
        elif word == b"htmltag":
            group.silent, group.tag = not self.html, True
        elif word == b"htmlrtf":
            group.fallback = value != 0
        elif word in _LOOKS:
            group.look(word, number)
        elif word == b"ansicpg":
            self.codepage = f"cp{value}"
        elif word == b"uc":
            group.skip = max(0, min(value, 8))
        elif word == b"u" and number:
            self._append(chr(value % 0x10000))
            self.skipping = group.skip
        elif word in _SIGNS:
            self._append(_SIGNS[word])
        elif word in _BREAKS and not (self.html and not group.tag):
            self._append(_BREAKS[word])

    def _sign(self, sign: bytes) -> None:
        if sign == b"*":
            self.groups[-1].silent = True  # an optional destination; `htmltag` behind it unsets this
        elif sign in b"\\{}":
            self._append(sign.decode())
        elif sign == b"~":
            self._append(" ")
        elif sign in b"\r\n":
            self._append("\n")

    def _append(self, text: str) -> None:
        if self.skipping and len(text) <= self.skipping:
            self.skipping -= len(text)
            return
        text, self.skipping = text[self.skipping :], 0
        group = self.groups[-1]
        if not group.silent and not group.fallback and (self.html or not group.hidden):
            # `tidy_text` turns this control character into a `DOUBT`.
            self.text.append(f"\x1a{text}" if group.doubts and text.strip() and not self.html else text)


def rtf_to_text(raw: bytes) -> tuple[str, str]:
    """Read RTF as (plain text, HTML); HTML if the RTF was made from it. One of both is empty."""
    reading = _RtfReader(html=b"\\fromhtml1" in raw[:_MOST])
    for token in _TOKEN.finditer(raw[:_MOST]):
        reading.token(token)
    text = "".join(reading.text)
    return ("", text) if reading.html else (text, "")
