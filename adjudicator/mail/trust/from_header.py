"""Reads the From header as exactly one sender, or refuses it.

The standard library picks the wrong address out of `alice@ok.example <bob@evil.example>` (CVE-2023-27043), so this is
our own small rule: take the single `<address>`, and refuse if a different address stands unquoted beside it. A display
name, quoted or encoded, is never read as an address.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.mail.domain import ascii_domain
from adjudicator.mail.errors import SenderFault
from adjudicator.mail.text.charset import decode_bytes
from adjudicator.mail.text.mailbox_tokens import MailboxTokens, read_mailbox_tokens
from adjudicator.mail.text.rfc2047 import decode_words, printable_text

_ADDRESS = re.compile(r"""([^\s"(),:;<>@\[\\\]\x00-\x1f\x7f]+)@([^\s"(),:;<>@\[\\\]\x00-\x1f\x7f]+)""")
_DOMAIN = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_LONGEST = 254
_ESCAPE = b"\x1b"
_LETTER = re.compile(rb"\x1b\$[@AB(][^\x1b]*(?:\x1b\([BJ]|$)|\x1b\([BJ]|[\x80-\xff][@\[\\\]^`{|}~]?|\x1b")
"""A character, or a run of ISO-2022 characters, that is not in UTF-8."""
_MASK = "\ufffd"
"""Replaces such a character; no address can contain it."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The one person in a From header; the domain is in ASCII form."""

    address: str
    name: str = ""


def read_sender(lines: Sequence[bytes]) -> Sender:
    """Read the From headers of a letter as its one sender.

    Raises `SenderFault` with the reason `none`, `several`, `group`, `ambiguous` or `unreadable`.
    """
    if not lines:
        raise SenderFault("none")
    if len(lines) > 1:
        raise SenderFault("several", " / ".join(line.decode("utf-8", "replace") for line in lines[:3]))
    text = _decode(lines[0])
    tokens = read_mailbox_tokens(text)
    address = _one_address(tokens, text)
    return Sender(address, _name(lines[0], tokens) if tokens.angles else "")


def normalize_address(address: str) -> str:
    """Reduce an address to a canonical form for comparison: lower case, and the domain in ASCII form."""
    local, at, domain = address.strip().rpartition("@")
    if not at:
        return address.strip().lower()
    # Only ASCII is folded: Unicode folding would merge different mailboxes (the Kelvin sign folds to k).
    return f"{local.lower() if local.isascii() else local}@{ascii_domain(domain)}"


def same_mailbox(one: str, other: str) -> bool:
    """Are two addresses one mailbox?"""
    return normalize_address(one) == normalize_address(other)


def check_address(text: str) -> str:
    """Read text as one bare address, and convert its domain to ASCII form. Raises `SenderFault` (`unreadable`)."""
    found = _ADDRESS.fullmatch(text.strip())
    # A local part outside of ASCII needs SMTPUTF8 (RFC 6531) on every hop of our reply, which relays rarely offer.
    if not found or len(text) > _LONGEST or len(found[1]) > 64 or not found[1].isascii():
        raise SenderFault("unreadable", text[:_LONGEST])
    domain = ascii_domain(found[2])
    if not _DOMAIN.fullmatch(domain):
        raise SenderFault("unreadable", text)
    return f"{found[1]}@{domain}"


def _name(line: bytes, tokens: MailboxTokens) -> str:
    """Read the display name in any character set; where its end is ambiguous, only its ASCII characters."""
    name = tokens.name
    if _MASK in name:
        named = read_mailbox_tokens(decode_bytes(line).strip())
        name = named.name if len(named.angles) == 1 and not named.broken else name.replace(_MASK, "")
    return printable_text(decode_words(name))


def _decode(line: bytes) -> str:
    """Decode a From header as UTF-8; if it is in another character set, mask everything outside of ASCII.

    Addresses are ASCII, so masking loses only parts of the name. It is needed because in some character sets the second
    byte of a character looks like `@` or a backslash, and in ISO-2022 every byte between two escapes looks like ASCII.
    """
    try:
        text = line.decode("utf-8").strip() if _ESCAPE not in line else ""
    except UnicodeDecodeError:
        text = ""
    if not text:
        text = _LETTER.sub(_MASK.encode(), line).decode("utf-8").strip()
    if "\0" in text:
        raise SenderFault("unreadable", text.replace("\0", ""))
    return text


def _one_address(tokens: MailboxTokens, text: str) -> str:
    if ":" in tokens.bare or ";" in tokens.bare:
        raise SenderFault("group", text)
    if tokens.broken:
        raise SenderFault("unreadable", text)
    if len(tokens.angles) > 1:
        raise SenderFault("several", text)
    if not tokens.angles:
        if len(_ADDRESS.findall(tokens.bare)) > 1:
            raise SenderFault("several", text)
        return check_address(tokens.bare)
    address = check_address(tokens.angles[0])
    beside = ["@".join(pair) for pair in _ADDRESS.findall(tokens.bare)]
    if not all(same_mailbox(other, address) for other in beside):
        raise SenderFault("ambiguous", text)
    return address
