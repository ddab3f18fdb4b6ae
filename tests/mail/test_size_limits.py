"""Letters that are short and simple enough to be parsed outside of the sandbox."""

from __future__ import annotations

import pytest

from adjudicator.mail.text.normalize import normalize_letter
from adjudicator.mail.text.size_limits import SIMPLE_LETTER, is_short_and_plain

HEAD = b"From: Bert <bert@example.org>\nTo: play@club.example\n"


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        (HEAD + b"\nM16\n", True),
        (HEAD + b"Content-Type: text/plain\n\nM16\n", True),
        (HEAD + b"Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: base64\n\n", True),
        (HEAD + b"content-type:\n TEXT/PLAIN\n\nM16\n", True),
        (HEAD + b"\n" + b"x" * (SIMPLE_LETTER - len(HEAD) - 1), True),
        (HEAD + b"\n" + b"x" * (SIMPLE_LETTER - len(HEAD)), False),
        (HEAD + b"Content-Type: text/html\n\nM16\n", False),
        (HEAD + b"Content-Type: text/plain-or-nearly\n\nM16\n", False),
        (HEAD + b"Content-Type: multipart/alternative; boundary=b\n\n--b\n\nM16\n--b--\n", False),
        (HEAD + b"CONTENT-TYPE : message/rfc822\n\nSubject: M16\n", False),
        (HEAD + b"Content-Type:\n application/ms-tnef\n\nM16\n", False),
        (HEAD.replace(b"\n", b"\r") + b"Content-Type: text/html\r\rM16\r", False),
        (HEAD + b"Content-Type: text/plain\nContent-Type: text/html\n\nM16\n", False),
    ],
)
def test_a_letter_is_plain_only_if_it_has_one_text_part(raw: bytes, plain: bool) -> None:
    assert is_short_and_plain(normalize_letter(raw)) is plain
