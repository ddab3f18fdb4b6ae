"""Headers in their form for SMTP: encoded and folded only if needed."""

import pytest

from adjudicator.mail.outgoing.header_writer import address_header, text_header, token_header


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Your turn", "Subject: Your turn\r\n"),
        ("Züge", "Subject: =?utf-8?b?WsO8Z2U=?=\r\n"),
        ("=?utf-8?q?x?=", "Subject: =?utf-8?b?PT91dGYtOD9xP3g/PQ==?=\r\n"),
    ],
)
def test_text_is_encoded_only_if_needed(text: str, line: str) -> None:
    assert text_header("Subject", text) == line


@pytest.mark.parametrize(
    ("display", "line"),
    [
        ("", "To: bert@example.org\r\n"),
        ("Bert", "To: Bert <bert@example.org>\r\n"),
        ("Beispiel, Bert", 'To: "Beispiel, Bert" <bert@example.org>\r\n'),
        ('The "B" \\', 'To: "The \\"B\\" \\\\" <bert@example.org>\r\n'),
        ("Jürg", "To: =?utf-8?b?SsO8cmc=?= <bert@example.org>\r\n"),
    ],
)
def test_a_name_stands_before_its_address(display: str, line: str) -> None:
    assert address_header("To", "bert@example.org", display) == line


def test_encoded_words_are_as_short_as_they_must_be() -> None:
    words = text_header("Subject", "ü" * 200).removeprefix("Subject:").split()
    assert len(words) > 1
    assert max(map(len, words)) <= 75


def test_a_line_is_broken_between_tokens_only_when_it_is_too_long() -> None:
    short, long = ["<a@x>", "<b@x>"], ["<" + letter * 400 + "@x>" for letter in "abc"]
    assert token_header("References", *short) == "References: <a@x> <b@x>\r\n"
    lines = token_header("References", *long).split("\r\n")
    assert [line.split()[-1] for line in lines[:-1]] == [long[1], long[2]]
    assert all(line.startswith(" ") for line in lines[1:-1])


@pytest.mark.parametrize("token", ["", "a b", "a\r\nBcc: x", "ü", "\0", "a\tb"])
def test_text_with_blanks_is_no_token(token: str) -> None:
    with pytest.raises(ValueError, match="cannot stand"):
        token_header("References", token)
