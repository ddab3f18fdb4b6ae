"""Words of other people are never carried out, and weighty commands only if all lines are the writer's."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from adjudicator.store.states import Letters, MatchState
from adjudicator.store.tables import Player, Request
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of, to_move
from testkit.pharao_match import begin_pharao
from tests.services.play.test_pharao_by_letters import explored
from tests.services.play.test_quotes_and_orders import laid_out, send

ZOE = "From: Zoe <zoe@zoe.example>\nSent: Monday, November 30, 2026 9:20 AM\nTo: Anna\nSubject: your game\n\n"
ON_ZOE = "On Mon, Nov 30, 2026 at 9:20 AM Zoe <zoe@zoe.example> wrote:\n\n"
WORDS = ("M14", "resign", "stop", "language fr", "revoke", "address zoe@zoe.example", "grant 60", "M14\n\nresign")


def state(club: Club) -> tuple[Any, ...]:
    with club.context.store.reading() as session:
        players = [(one.language, one.letters) for one in session.scalars(select(Player).order_by(Player.id))]
        requests = len(session.scalars(select(Request)).all())
    match = club.match()
    return match.state, match.entry_count, [seat.epoch for seat in match.seats], players, requests


def test_another_persons_words_are_never_carried_out(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter, before = club.last(mover), state(club)
    for number, words in enumerate(WORDS):
        above, head = ("FYI", "", "Thanks!")[number % 3], (ZOE, ON_ZOE)[number % 2]
        row = send(club, letter, laid_out(letter, f"{above}\n\n{head}{words}"))
        assert club.inbox(row).verdict.startswith("refused: "), words
        assert state(club) == before, words
    assert "Somebody else wrote what you sent on" in prose_of(club.last(mover))
    assert "M14 resign" in prose_of(club.last(mover))


def test_an_order_above_another_persons_letter_is_played(club: Club) -> None:
    club.begin()
    letter = club.last(to_move(club))
    assert club.inbox(send(club, letter, laid_out(letter, f"M14\n\n{ZOE}P9\n\nresign"))).verdict == "played"
    assert club.match().state is MatchState.RUNNING


def test_an_order_below_another_persons_quoted_letter_is_asked_about(club: Club) -> None:
    club.begin()
    letter, before = club.last(to_move(club)), state(club)
    number = send(
        club, letter, laid_out(letter, f"FYI\n\n{ZOE}On Mon, Adjudicator <play@club.example> wrote:\n> Hi\n\nM14")
    )
    assert club.inbox(number).verdict.startswith("refused: ")
    assert state(club) == before


def test_a_command_below_an_unmarked_quote_of_ours_is_asked_about(club: Club) -> None:
    club.begin()
    letter, before = club.last(mover := to_move(club)), state(club)
    for command in ("resign", "stop", "language fr", "revoke"):
        assert club.inbox(send(club, letter, laid_out(letter, "", command))).verdict == "refused: unclear"
        assert state(club) == before
        assert command in text_of(club.last(mover))


def test_a_weighty_command_is_not_carried_out_beside_another_persons_words(club: Club) -> None:
    club.begin()
    letter, before = club.last(mover := to_move(club)), state(club)
    for command in ("resign", "stop", "revoke", "address zoe@zoe.example", "grant 3", "absence 2026-12-20"):
        number = send(club, letter, laid_out(letter, f"{command}\n\n{ZOE}Hello Anna,\nwhat a game"))
        assert club.inbox(number).verdict == "refused: weighty"
        assert state(club) == before
        assert f'We do not do "{command}" while other lines' in prose_of(club.last(mover))


def test_a_weighty_command_above_our_letter_is_carried_out(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = club.last(mover)
    send(club, letter, laid_out(letter, "stop"))
    with club.context.store.reading() as session:
        player = session.scalars(select(Player).where(Player.address == address_of(mover))).one()
        assert player.letters is not Letters.ALL
    send(club, letter, laid_out(letter, "resign"))
    assert club.match().state is MatchState.FINISHED


def test_another_persons_words_do_not_answer_a_request(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(BOB)}")
    question = club.last(ANNA)
    marked = "> On Mon, Nov 30, 2026, Zoe <zoe@zoe.example> wrote:\n> "
    for theirs, above, head in (("yes", "", ZOE), ("no", "FYI", ON_ZOE), ("OK", "", marked), ("never", "FYI", marked)):
        number = send(club, question, laid_out(question, f"{above}\n\n{head}{theirs}"))
        assert club.inbox(number).verdict == "refused: unclear"
        assert not club.letters(BOB)
    send(club, question, laid_out(question, f"yes\n\n{ZOE}no"))
    assert club.letters(BOB)


def test_a_yes_below_our_unmarked_question_is_a_yes(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(BOB)}")
    question = club.last(ANNA)
    send(club, question, laid_out(question, "", "yes"))
    assert club.letters(BOB)


def test_the_subject_of_a_letter_that_was_sent_on_is_no_command(club: Club) -> None:
    club.begin()
    before, mover = state(club), to_move(club)
    number = club.write(mover, club.context.addresses.service, f"{ZOE}Shall we?\n", subject="stop")
    assert club.inbox(number).verdict == "answered"
    assert state(club) == before


def test_a_signature_alone_plays_nothing(club: Club) -> None:
    club.begin()
    letter = club.last(mover := to_move(club))
    assert club.inbox(club.answer(letter, "-- \nBob Bauer\nBern")).verdict == "refused: nothing_written"
    assert 'Treated as your signature: "-- / Bob Bauer / Bern"' in prose_of(club.last(mover))
    assert club.inbox(club.answer(letter, "-- \nM14")).verdict == "refused: unclear"


def test_a_mail_servers_warning_is_reported_as_such(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), "CAUTION: This email came from outside.\nM14")
    receipt = next(one for one in club.letters(mover) if "You laid" in str(one["Subject"]))
    warning = 'Treated as a warning that a mail server added: "CAUTION: This email came from outside."'
    assert warning in prose_of(receipt)
    assert "signature" not in prose_of(receipt)


NOTICE = "Guten Tag,\nich bin derzeit nicht im Büro.\n\nAnna Muster\nM14\n"


def test_an_automatic_answer_is_never_played(club: Club) -> None:
    club.begin()
    letter, before = club.last(mover := to_move(club)), state(club)
    assert club.inbox(send(club, letter, NOTICE)).verdict == "refused: notice"
    assert state(club) == before
    assert "reads like an automatic answer" in prose_of(club.last(mover))
    assert club.inbox(send(club, letter, f"M14\n\n{NOTICE.replace('M14', '')}")).verdict == "played"


def test_an_automatic_answer_to_a_question_is_no_yes(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(BOB)}")
    send(club, club.last(ANNA), NOTICE)
    assert not club.letters(BOB)


def test_contact_lines_below_an_order_do_not_hinder_it(club: Club) -> None:
    begin_pharao(club, explored(lying="B2=2"))
    below = "Anna\nTel. 12\nGalaxy A15\n\nZimmer 12\nBahnhofstr. 12\n8001 Zürich\nMo-Fr 9-12\n\nhttps://aka.ms/AAb9ysg"
    number = club.answer(club.last(ANNA), f"A B2; take 2\n\n{below}\n\nGesendet von meinem Galaxy A15")
    assert club.inbox(number).verdict == "played"
    assert 'Treated as your signature: "Gesendet von meinem Galaxy A15 / Anna / Tel. 12' in prose_of(club.last(ANNA))


def test_a_second_order_with_a_typo_is_still_asked_about(club: Club) -> None:
    begin_pharao(club, explored(lying="B2=2"))
    for slip in ("A Z9", "flp B3 NEW", "P B12", "Tel 12 B3"):
        number = club.answer(club.last(ANNA), f"A B2; take 2\n{slip}\n\nAnna\nTel. 12")
        assert club.inbox(number).verdict.startswith("refused: "), slip
