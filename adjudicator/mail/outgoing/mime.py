"""Writes the MIME parts of a letter: texts, files, and multiparts around several of them (RFC 2045, RFC 2046)."""

from __future__ import annotations

import binascii
import re
from base64 import encodebytes
from collections.abc import Sequence
from email.utils import encode_rfc2231

from adjudicator.mail.outgoing.header_writer import one_line

MISLEADING_START = re.compile(r"From |>|--")
"""Line starts that mail programs read as an mbox separator, a quotation or a signature."""

_NEEDS_QUOTING = re.compile(r"(?m)[^\x00-\x7f]|[ \t]$|^From |^\.|.{79}")
_FROM = re.compile(rb"(?m)^From ")


def text_part(kind: str, text: str) -> bytes:
    """Write a text part of a subtype, such as ``plain``. It arrives unchanged, including blanks at line ends.

    7bit where that is safe, else quoted-printable.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    encoding, body = ("quoted-printable", _quoted(text)) if _NEEDS_QUOTING.search(text) else ("7bit", text.encode())
    head = f'Content-Type: text/{kind}; charset="utf-8"\nContent-Transfer-Encoding: {encoding}\n\n'
    return _crlf(head.encode() + body)


def file_part(name: str, kind: str, content: bytes) -> bytes:
    """Write an attachment, in base64; its name may be a player's text."""
    clean = re.sub(r'[\\"]', "_", one_line(name, 200))
    filename = f'filename="{clean}"' if clean.isascii() else f"filename*={encode_rfc2231(clean, 'utf-8')}"
    head = f"Content-Type: {kind}\nContent-Disposition: attachment; {filename}\nContent-Transfer-Encoding: base64\n\n"
    return _crlf(head.encode() + encodebytes(content))


def multipart(kind: str, boundary: str, parts: Sequence[bytes]) -> bytes:
    """Join parts into a multipart of a subtype, such as ``mixed``; a single part is returned as it is."""
    if len(parts) == 1:
        return parts[0]
    line = b"--" + boundary.encode()
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'.encode()
    return head + b"".join(line + b"\r\n" + part + b"\r\n" for part in parts) + line + b"--\r\n"


def _quoted(text: str) -> bytes:
    """Encode as quoted-printable, and `From ` at the start of a line too: mbox programs would make it `>From `."""
    quoted = binascii.b2a_qp(text.encode("utf-8", "replace"), istext=True)
    return _FROM.sub(b"=46rom ", quoted)


def _crlf(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
