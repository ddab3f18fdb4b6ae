"""Unusual letters: HTML alone, no text, too large, unknown charsets, other languages."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from testkit.club import Club, address_of, prose_of, text_of, to_move


def test_html_alone_is_read(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = EmailMessage()
    letter["From"], letter["Message-ID"] = mover, "<html@mail.example>"
    letter.set_content("<div>M14</div><div><br></div>", subtype="html")
    number = club.bring(letter.as_bytes(), address_of(club.last(mover)["Reply-To"]), mover)
    club.work()
    assert club.inbox(number).verdict == "played"


def test_a_letter_without_text_is_answered_with_that_reason(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = EmailMessage()
    letter["From"], letter["Message-ID"] = mover, "<picture@mail.example>"
    letter.set_content(b"\x89PNG", maintype="image", subtype="png")
    number = club.bring(letter.as_bytes(), address_of(club.last(mover)["Reply-To"]), mover)
    club.work()
    assert club.inbox(number).verdict == "refused: no_text"
    assert "plain text" in text_of(club.last(mover))


def test_a_letter_too_large_to_parse_is_answered_with_that_reason(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    number = club.write(mover, address_of(club.last(mover)["Reply-To"]), "M14\n" + "x" * (2 << 20))
    assert club.inbox(number).verdict == "refused: too_long"
    assert "too large" in text_of(club.last(mover))


def test_a_wrong_charset_is_read_all_the_same(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    raw = (
        f"From: {mover}\r\nMessage-ID: <charset@mail.example>\r\nContent-Type: text/plain; charset=x-unheard-of\r\n"
        "Content-Transfer-Encoding: 8bit\r\n\r\nM14\r\n\r\nGrüße"
    ).encode("latin-1")
    number = club.bring(raw, address_of(club.last(mover)["Reply-To"]), mover)
    club.work()
    assert club.inbox(number).verdict == "played"


@pytest.mark.parametrize("order", ["je pose M14", "ich setze M14", "metto M14", "ik leg M14", "m 14."])
def test_an_order_in_another_language_is_understood(club: Club, order: str) -> None:
    club.begin()
    number = club.answer(club.last(to_move(club)), order)
    assert club.inbox(number).verdict == "played"


def test_an_order_in_the_subject_of_an_empty_letter_is_answered_with_where_it_belongs(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    number = club.write(mover, address_of(club.last(mover)["Reply-To"]), "\n", subject="M14")
    assert club.inbox(number).verdict == "refused: nothing_written"
    assert "Subjects are not read." in prose_of(club.last(mover))
    number = club.answer(club.last(mover), "")
    assert club.inbox(number).verdict == "refused: nothing_written"
    assert "Subjects are not read." not in prose_of(club.last(mover))


@pytest.mark.parametrize("kind", ["pkcs7-mime", "x-pkcs7-mime"])
def test_an_encrypted_letter_is_answered_with_the_setting_to_change(club: Club, kind: str) -> None:
    club.begin()
    mover = to_move(club)
    letter = EmailMessage()
    letter["From"], letter["Message-ID"] = mover, "<sealed@mail.example>"
    letter.set_content(b"\x30\x80", maintype="application", subtype=kind, filename="smime.p7m")
    number = club.bring(letter.as_bytes(), address_of(club.last(mover)["Reply-To"]), mover)
    club.work()
    assert club.inbox(number).verdict == "refused: sealed"
    assert "turn encryption off" in prose_of(club.last(mover))
