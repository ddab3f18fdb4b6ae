"""Interpretation: the lines that count where quotes and orders are mixed, and the receipt's report on every line."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from adjudicator.mail.incoming.letter import read_letter
from adjudicator.services.inbound.quotable_letters import texts_answered
from testkit.club import ANNA, BOB, Club, address_of, offered, other, prose_of, text_of, to_move

HEAD = "From: Adjudicator <{address}>\nSent: Friday, 27 November 2026 20:00\nTo: Bob\nSubject: {subject}\n\n"


def laid_out(letter: EmailMessage, above: str, below: str = "", cut: int | None = None) -> str:
    """Quote a letter as Outlook does: its head, and its text without any mark."""
    head = HEAD.format(address=address_of(letter["Reply-To"]), subject=letter["Subject"])
    text = "\n".join(text_of(letter).splitlines()[:cut])
    return f"{above}\n\n{head}{text}\n\n{below}\n"


def send(club: Club, letter: EmailMessage, text: str) -> int:
    return club.write(
        str(letter["To"]), address_of(letter["Reply-To"]), text, In_Reply_To=str(letter["Message-ID"]),
        References=str(letter["Message-ID"]),
    )  # fmt: skip


def test_an_order_above_an_unmarked_quote_is_played(club: Club) -> None:
    club.begin()
    number = send(club, letter := club.last(to_move(club)), laid_out(letter, "M14"))
    assert club.inbox(number).verdict == "played"


def test_an_order_below_an_unmarked_quote_is_played_when_the_letter_is_known(club: Club) -> None:
    club.begin()
    number = send(club, letter := club.last(to_move(club)), laid_out(letter, "", "M14"))
    assert club.inbox(number).verdict == "played"


def test_the_receipt_counts_quoted_lines_without_marks(club: Club) -> None:
    club.begin()
    letter = club.last(to_move(club))
    lines = [line for line in laid_out(letter, "").splitlines() if line.strip()]
    above, below = (
        club.inbox(send(club, letter, laid_out(letter, *orders))).account for orders in (("M14",), ("", "N15"))
    )
    assert above is not None
    assert below is not None
    assert above["quoted"] == len(lines)
    assert below["quoted"] == len(lines)


def test_an_order_below_a_quote_that_is_not_known_is_asked_about(club: Club) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    number = send(club, letter := club.last(mover), laid_out(letter, "", "M14", cut=0))
    assert club.inbox(number).verdict == "refused: unclear"
    assert club.match().entry_count == steps
    assert "M14" in text_of(club.last(mover))


def test_orders_above_and_below_are_both_shown_and_none_is_played(club: Club) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    number = send(club, letter := club.last(mover), laid_out(letter, "M14", "N15"))
    assert club.inbox(number).verdict == "refused: unclear"
    assert club.match().entry_count == steps
    receipt = prose_of(club.last(mover))
    assert "Perhaps you meant this: M14 Or this: N15" in receipt
    assert "Nothing was changed." in receipt


def test_an_order_that_our_letter_offers_is_not_played_from_below_an_unmarked_quote(club: Club) -> None:
    club.begin()
    club.answer(club.last(to_move(club)), "M13")
    mover = to_move(club)
    letter = club.last(mover)
    offer = offered(letter)[0]
    steps = club.match().entry_count
    assert club.inbox(send(club, letter, laid_out(letter, "", offer))).verdict == "refused: unclear"
    assert club.match().entry_count == steps
    assert club.inbox(send(club, letter, laid_out(letter, offer))).verdict == "played"


def test_our_letter_sent_back_without_a_word_plays_nothing(club: Club) -> None:
    club.begin()
    number = send(club, letter := club.last(to_move(club)), laid_out(letter, ""))
    assert club.inbox(number).verdict == "refused: nothing_written"


def test_the_letter_is_found_without_its_message_id(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = club.last(mover)
    number = club.write(mover, address_of(letter["Reply-To"]), laid_out(letter, "", "M14"))
    assert club.inbox(number).verdict == "played"


def test_an_answer_reveals_nothing_of_another_players_letter(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    mine, theirs = club.last(mover), club.last(other(mover))
    raw = f"From: {mover}\r\nReferences: {theirs['Message-ID']}\r\n\r\nM14\r\n".encode()
    with club.context.store.connect_readonly() as connection:
        texts = texts_answered(club.context, connection, read_letter(raw), address_of(mine["Reply-To"]))
    kept = [" ".join(text.split()) for text in texts]
    assert not any(prose_of(theirs) in text for text in kept)
    assert any(text.startswith(prose_of(mine)) for text in kept)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("M14\nend\nN15", 'Your letter ended with the line "end". Below it, and not read: 1 line ("N15").'),
        ("M14\nthanks\nN15\nhello", "Below it, and not read: 2 lines"),
        ("M14\nstop", "To stop our letters, send that line alone."),
        ("# as we said\nM14", 'Treated as a comment: "# as we said"'),
        ("M14\n\nBob", 'Treated as your signature: "Bob"'),
        ("Hello Anna\nM14", 'Ignored: "Hello Anna"'),
    ],
)
def test_the_receipt_accounts_for_every_line(club: Club, text: str, told: str) -> None:
    club.begin(first=ANNA, second=BOB)
    mover = to_move(club)
    number = club.answer(club.last(mover), text.replace("Bob", mover.partition(" ")[0]))
    assert club.inbox(number).verdict == "played"
    receipt = next(one for one in reversed(club.letters(mover)) if "You laid" in str(one["Subject"]))
    assert told.replace("Bob", mover.partition(" ")[0]) in prose_of(receipt)


def test_press_of_several_lines_reaches_the_other_one(club: Club) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    club.answer(club.last(mover), "press\nWell seen!\n\nI did not expect that.\nend\nM14")
    letter = text_of(club.last(other(mover), "writes"))
    assert "Well seen!" in letter
    assert "I did not expect that." in letter
    assert club.match().entry_count == steps + 1


def test_below_too_many_lines_of_chatter_nothing_is_tried(club: Club) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    number = club.answer(club.last(mover), "\n".join(f"so much to say {chr(97 + n)}" for n in range(20)) + "\nM14")
    assert club.inbox(number).verdict == "refused: unreadable"
    assert club.match().entry_count == steps
    assert 'Not tried, because too many lines could not be read: 1 line, from "M14" on.' in prose_of(club.last(mover))


def test_a_letter_to_the_service_without_commands_is_not_answered_line_by_line(club: Club) -> None:
    club.begin()
    number = club.write(ANNA, club.context.addresses.service, "\n".join(f"nonsense {n}" for n in range(12)))
    assert club.inbox(number).verdict == "answered"
    assert "Not tried, because too many lines could not be read: 7 lines" in prose_of(club.last(ANNA))


def test_a_no_below_an_unmarked_quote_is_a_no(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(BOB)}")
    send(club, letter := club.last(ANNA), laid_out(letter, "", "no"))
    assert not club.letters(BOB)
