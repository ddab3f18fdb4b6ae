"""Names, subjects, ids, orders and press of players stay text, in headers and both parts of letters."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from testkit.club import Club, address_of, to_move
from testkit.hostile_text import MARK, WORDS, check_letter, check_markup, encoded

PEOPLE = {"anna@anna.example", "bob@bob.example", "host@club.example"}


def bring(club: Club, sender: str, word: str, to: str, text: str) -> int:
    """Bring a letter that has a word wherever its writer can put one."""
    club.written += 1
    safe = encoded(word)
    bare = "".join(c for c in word if c.isprintable())
    head = (
        f"From: {safe} <{sender}>\nTo: {bare} <{to}>\nSubject: {safe} {bare}\nReply-To: {bare}\nSender: {safe}\n"
        f"Message-ID: <{club.written}.{bare}@mail.example>\nReferences: <{bare}> <{club.written}@x> {safe}\n"
        f"MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
    )
    number = club.bring((head + text).encode("utf-8", "replace"), to, sender)
    club.work()
    return number


def reply_to(club: Club, person: str) -> str:
    return address_of(club.last(person)["Reply-To"])


def played(club: Club, name: str, others: str, order: str, press: str) -> None:
    """Let two people with such names agree on a match, write such press to each other and try such orders."""
    anna, bob = "anna@anna.example", "bob@bob.example"
    bring(club, anna, name, club.context.addresses.service, "new egyptos with bob@bob.example")
    bring(club, anna, name, reply_to(club, anna), "yes")
    bring(club, bob, others, reply_to(club, bob), "join")
    bring(club, anna, press, reply_to(club, anna), f"press {press}")
    bring(club, bob, order, reply_to(club, bob), order)
    bring(club, anna, order, club.context.addresses.service, f"{order}\nnew {press} with {name}\nlanguage {others}")
    mover = address_of(to_move(club))
    bring(club, mover, press, reply_to(club, mover), "M14")
    bring(club, "eve@evil.example", name, reply_to(club, bob), order)
    bring(club, bob, others, reply_to(club, bob), f"resign {order}")


@pytest.mark.parametrize("first", range(0, len(WORDS), 4))
def test_no_word_of_a_player_becomes_a_header_a_tag_or_an_addressee(club: Club, first: int) -> None:
    played(club, *islice(cycle(WORDS), first, first + 4))
    assert {recipient for _, recipient in club.transport.envelopes} <= {*PEOPLE, "eve@evil.example"}
    assert len(club.transport.letters) >= 8
    for raw, letter in zip(club.transport.raws, club.transport.letters, strict=True):
        check_letter(raw)
        html = letter.get_body(("html",))
        if html is not None:
            check_markup(html.get_content())
        plain = letter.get_body(("plain",))
        assert plain is not None
        assert "1009003027" not in plain.get_content()


def test_a_players_text_is_reproduced_literally(club: Club) -> None:
    played(club, "zqx <b>", "Bob", "{{ 1009 * 1000003 }}zqx", "<script>zqx()</script>")
    texts = [part.get_content() for letter in club.transport.letters if (part := letter.get_body(("plain",)))]
    assert any("<script>zqx()</script>" in text for text in texts)
    assert any("{{ 1009 * 1000003 }}zqx" in text for text in texts)
    assert any(MARK in str(letter["Subject"]) or MARK in str(letter["To"]) for letter in club.transport.letters)


@pytest.mark.parametrize(
    "raw",
    [
        b"Subject: a\r\nBcc: zqx\r\n\r\n",
        b"Subject: a\r\nSubject: b\r\n\r\n",
        b"Subject: a\nTo: b\r\n\r\n",
        b"Subject: \xc3\xbc\r\n\r\n",
        b"Subject: a\r\n\r\n" + b"x" * 999,
    ],
)
def test_a_letter_with_a_strange_head_would_be_seen(raw: bytes) -> None:
    with pytest.raises(AssertionError):
        check_letter(raw)


@pytest.mark.parametrize(
    "html",
    [
        "<p><script>zqx()</script>",
        "<p onclick='zqx()'>a",
        "<zqx>a",
        "<a href='javascript:zqx()'>a</a>",
        "<p>a<!-- zqx --></p>",
        "<p>1009003027",
    ],
)
def test_markup_that_somebody_wrote_would_be_seen(html: str) -> None:
    with pytest.raises(AssertionError):
        check_markup(html)
