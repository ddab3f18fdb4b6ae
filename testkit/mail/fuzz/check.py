"""Reads a letter with every parser, and checks the properties that each outcome must have."""

from __future__ import annotations

import re
from time import thread_time

from adjudicator.listen.recipients import read_recipients
from adjudicator.mail.address import AddressBook
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.fingerprint import fingerprint
from adjudicator.mail.incoming.headers import read_headers
from adjudicator.mail.incoming.letter import Letter, read_letter
from adjudicator.mail.incoming.openpgp import find_key, read_signed, strip_armour
from adjudicator.mail.outgoing.header_writer import address_header, one_line, text_header
from adjudicator.mail.reply.reply import Reply, read_reply
from adjudicator.mail.text.normalize import normalize_letter, split_header_section
from adjudicator.mail.text.size_limits import COLUMNS, LINES, TEXT
from adjudicator.mail.trust.dkim_verify import needed_keys
from adjudicator.mail.trust.from_header import check_address
from testkit.cpu_cost import prose
from testkit.mail.fuzz.letter import letter
from testkit.mail.fuzz.replies import SEAT, TURN_LETTER

BOOK = AddressBook("club.example", secret=b"a secret for tests only")

_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\u202a-\u202e\u2066-\u2069\u200b\ufeff]")
_HEADER = re.compile(r"(?:[^\r\n]{1,998}\r\n)(?:[ \t][^\r\n]{0,997}\r\n)*")


def try_letter(raw: bytes) -> None:
    """Read a letter as the services do. Raises `AssertionError` for a wrong outcome, and any error of a parser."""
    fingerprint(raw, SEAT)
    read_recipients(read_headers(raw), BOOK.read)
    read = _open(raw)
    _check_letter(read)
    name, address = (read.sender.name, read.sender.address) if read.sender else ("", "")
    reply = read_reply(read.text, BOOK.is_ours, name, (TURN_LETTER,), address)
    _check_reply(reply, read)
    _look_for_proofs(raw, read)


def try_prose(size: int) -> None:
    """Try a harmless letter of this many bytes, as the standard of comparison."""
    try_letter(b"From: Bert <bert@example.org>\n\n" + prose(size))


def time_letter(seed: int) -> float:
    """Try the letter of a seed, and return the CPU seconds."""
    raw = letter(seed)
    began = thread_time()
    try_letter(raw)
    return thread_time() - began


def _open(raw: bytes) -> Letter:
    # With a null sender, flufl.bounce tries dozens of patterns on every line; one letter in eight is enough for that.
    envelope_from = "" if len(raw) % 8 == 0 else "bert@example.org"
    try:
        return read_letter(raw, envelope_from)
    except LetterRefused:
        head, _ = split_header_section(normalize_letter(raw))
    try:
        return read_letter(head + b"\n\n", envelope_from)
    except LetterRefused:
        return read_letter(b"\n", "")


def _look_for_proofs(raw: bytes, read: Letter) -> None:
    """Search a letter for OpenPGP keys, OpenPGP signatures and DKIM signatures."""
    strip_armour(read.text)
    find_key(read.text)
    needed_keys(raw, "example.org")
    assert read_signed(raw, "no key").fault, "a signature without a key"


def _check_letter(read: Letter) -> None:
    assert not _UNSAFE.search(read.text), "the text holds what does not print"
    assert len(read.text) <= 2 * TEXT, "the text is longer than what is looked at"
    for line in (read.subject, read.list_id, read.message_id, *read.references, *read.recipients):
        assert "\n" not in line, "a header is more than one line"
        assert "\r" not in line, "a header is more than one line"
    assert _HEADER.fullmatch(text_header("Subject", one_line(read.subject, 200))), "a subject is no header"
    if read.sender is not None:
        assert check_address(read.sender.address) == read.sender.address, "the sender is no address"
        assert _HEADER.fullmatch(address_header("To", read.sender.address, one_line(read.sender.name, 40)))
    for recipient in read.recipients:
        BOOK.is_ours(recipient)
    BOOK.route(read.references)


def _check_reply(reply: Reply, read: Letter) -> None:
    assert len(reply.lines) <= LINES * 2, "more lines than are looked at"
    assert all(len(line) <= COLUMNS for line in reply.lines), "a line longer than what is looked at"
    assert not any("\n" in line for line in (*reply.lines, *reply.signature)), "a line is more than one"
    if not read.text.strip():
        assert not any(line.strip() for line in reply.lines), "words out of nothing"
    for line in reply.lines:
        for where in ("match", "service"):
            read_line(line, where)
