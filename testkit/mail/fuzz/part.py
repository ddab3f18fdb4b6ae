"""A letter as a tree of MIME parts, for mutations."""

from __future__ import annotations

import base64
import binascii
import codecs
import quopri
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

Header = tuple[bytes, bytes]


@dataclass(slots=True)
class Part:
    """A part: headers in order, and its content: bytes, or further parts between boundaries."""

    headers: list[Header]
    content: bytes = b""
    parts: list[Part] = field(default_factory=list)
    boundary: bytes = b""

    def walk(self) -> Iterator[Part]:
        """Yield this part and all parts inside it."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def set(self, name: bytes, value: bytes) -> None:
        """Replace all headers of a name by one."""
        self.headers = [header for header in self.headers if header[0].lower() != name.lower()]
        self.headers.append((name, value))

    def written(self) -> bytes:
        """Write the part as bytes, with LF as newline."""
        head = b"".join(b"%s: %s\n" % header for header in self.headers)
        if not self.parts:
            return head + b"\n" + self.content
        line = b"--" + self.boundary
        inner = b"".join(line + b"\n" + part.written() + b"\n" for part in self.parts)
        return head + b"\n" + self.content + inner + line + b"--\n"


def text(kind: str, words: str, chance: Random, charset: str = "") -> Part:
    """Make a text part with a random character set and transfer encoding."""
    charset = charset or chance.choice(["utf-8", "utf-8", "utf-8", "iso-8859-1", "windows-1252", "us-ascii", "utf-7"])
    encoding = chance.choice(["quoted-printable", "base64", "8bit", "7bit", ""])
    flowed = chance.choice(["", "; format=flowed", "; format=flowed; delsp=yes"]) if kind == "plain" else ""
    name = charset if _known(charset) else "utf-8"
    raw = words.encode(name, "replace")
    headers = [(b"Content-Type", f'text/{kind}; charset="{charset}"{flowed}'.encode())]
    if encoding:
        headers.append((b"Content-Transfer-Encoding", encoding.encode()))
    return Part(headers, encoded(raw, encoding))


def encoded(raw: bytes, encoding: str) -> bytes:
    """Apply a transfer encoding."""
    if encoding == "base64":
        return base64.encodebytes(raw)
    if encoding == "quoted-printable":
        return quopri.encodestring(raw)
    if encoding == "x-uuencode":
        lines = (binascii.b2a_uu(raw[at : at + 45]) for at in range(0, len(raw), 45))
        return b"begin 644 a\n" + b"".join(lines) + b" \nend\n"
    return raw


def several(kind: str, parts: list[Part], chance: Random) -> Part:
    """Join parts into a multipart."""
    boundary = b"=_%d_%d" % (chance.randrange(10**9), chance.randrange(10**9))
    return Part([(b"Content-Type", b'multipart/%s; boundary="%s"' % (kind.encode(), boundary))], b"", parts, boundary)


def _known(charset: str) -> bool:
    try:
        codecs.lookup(charset)
    except LookupError:
        return False
    return True
