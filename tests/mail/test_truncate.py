"""Truncated letters are refused for their original size, and keep their sender."""

import pytest

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.text.normalize import normalize_letter, split_header_section
from adjudicator.mail.text.size_limits import check_size
from adjudicator.mail.text.truncate import truncate_letter, whole_size

HEAD = b"From: Bert <bert@example.org>\r\nSubject: a photograph\r\nContent-Type: multipart/mixed; boundary=x\r\n"
LIMIT = 20_000


@pytest.mark.parametrize("start", [HEAD + b"\r\n--x\r\n\r\nM16", HEAD, HEAD[:40], b"", b"\r\n\r\nM16", b"\0\0"])
def test_the_size_is_read_as_it_was_written(start: bytes) -> None:
    _, body = split_header_section(normalize_letter(truncate_letter(start, 5_000_000)))
    assert whole_size(body) == 5_000_000


def test_a_truncated_letter_is_too_large_but_its_headers_are_not() -> None:
    kept = truncate_letter(HEAD + b"\r\nM16", LIMIT + 1)
    with pytest.raises(LetterRefused, match=f"too_large: {LIMIT + 1} of at most {LIMIT}"):
        check_size(normalize_letter(kept), LIMIT)
    head, _ = split_header_section(normalize_letter(kept))
    letter = read_letter(head + b"\n\n", limit=LIMIT)
    assert letter.sender is not None
    assert (letter.sender.address, letter.subject) == ("bert@example.org", "a photograph")


@pytest.mark.parametrize(
    "body", [b"", b"M16", b"M16\n[30000 bytes, too many to be kept]", b"[bytes, too many to be kept]"]
)
def test_other_letters_have_no_size_mark(body: bytes) -> None:
    assert whole_size(body) == 0
