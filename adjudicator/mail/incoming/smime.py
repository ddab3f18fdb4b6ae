"""Extracts the content of an opaque S/MIME signature (application/pkcs7-mime, RFC 8551, 3.5.2).

The signature is not verified: the sender is authenticated as in every other letter. This reader of BER (X.690) is our
own, because the one maintained library (rsmime) has no wheels for small machines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_SIGNED = bytes.fromhex("2a864886f70d010702")
"""1.2.840.113549.1.7.2, id-signedData (RFC 5652, 5.1)."""
_SEQUENCE, _SET, _OID, _OCTETS, _OCTETS_IN_PIECES, _FIRST = 0x30, 0x31, 0x06, 0x04, 0x24, 0xA0
_END = b"\0\0"
_INDEFINITE = 0x80
_DEEPEST = 8


class _Broken(ValueError):
    """The bytes are no BER, or no CMS structure that we read."""


class _Element(NamedTuple):
    tag: int
    content: bytes


def signed_content(raw: bytes) -> bytes | None:
    """Extract the content of a CMS SignedData (RFC 5652, 5); None if it is encrypted, broken or detached."""
    try:
        kind, body = _first(raw, _SEQUENCE, _OID, _FIRST)
        if kind != _SIGNED:
            return None
        signed = [element for element in _elements(_inner(body, _SEQUENCE)) if element.tag == _SEQUENCE]
        _, content = _first(signed[0].content if signed else b"", None, _OID, _FIRST)
        return b"".join(_octets(next(_elements(content), None)))
    except _Broken:
        return None


def _first(raw: bytes, around: int | None, *tags: int) -> tuple[bytes, bytes]:
    inner = raw if around is None else _inner(raw, around)
    found = [element for element in _elements(inner) if element.tag in tags]
    if [element.tag for element in found[:2]] != list(tags):
        raise _Broken
    return found[0].content, found[1].content


def _inner(raw: bytes, tag: int) -> bytes:
    element = next(_elements(raw), None)
    if element is None or element.tag != tag:
        raise _Broken
    return element.content


def _octets(element: _Element | None, depth: int = 0) -> Iterator[bytes]:
    """Yield the pieces of an octet string, which may be nested."""
    if element is None or depth > _DEEPEST:
        raise _Broken
    if element.tag == _OCTETS:
        yield element.content
    elif element.tag == _OCTETS_IN_PIECES:
        for piece in _elements(element.content):
            yield from _octets(piece, depth + 1)
    else:
        raise _Broken


def _elements(raw: bytes) -> Iterator[_Element]:
    """Yield consecutive elements, up to an end-of-contents mark."""
    at = 0
    while at < len(raw) and raw[at : at + 2] != _END:
        tag, start, length = _head(raw, at)
        end = _end_of_indefinite(raw, start) if length is None else start + length
        if end > len(raw):
            raise _Broken
        yield _Element(tag, raw[start:end])
        at = end + (len(_END) if length is None else 0)


def _head(raw: bytes, at: int) -> tuple[int, int, int | None]:
    """Read a header as (tag, offset of the contents, length); the length is None in the indefinite form."""
    if at + 2 > len(raw) or raw[at] & 0x1F == 0x1F:
        raise _Broken
    tag, length = raw[at], raw[at + 1]
    if length < _INDEFINITE:
        return tag, at + 2, length
    if length == _INDEFINITE:
        return tag, at + 2, None
    count = length - _INDEFINITE
    if count > 4 or at + 2 + count > len(raw):
        raise _Broken
    return tag, at + 2 + count, int.from_bytes(raw[at + 2 : at + 2 + count])


def _end_of_indefinite(raw: bytes, start: int) -> int:
    """Find the end-of-contents mark of an element of indefinite length, in linear time at any nesting."""
    at, depth = start, 1
    while True:
        if raw[at : at + 2] == _END:
            depth -= 1
            if not depth:
                return at
            at += 2
            continue
        _, inside, length = _head(raw, at)
        depth += length is None
        at = inside if length is None else inside + length
