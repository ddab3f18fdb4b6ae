"""A draw by agreement: who may offer it, what ends an offer, and what comes of it (C3.1)."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import select

from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.match.record.record import EndEntry, dump_record
from adjudicator.store.tables import ProposalRow
from testkit.agreed_match import PEOPLE, agree
from testkit.automatic_mail import sweep
from testkit.cases import check_cases
from testkit.club import ANNA, Club, other, prose_of, text_of, to_move
from testkit.seats_at_table import begin_table, checked_record, play_turn, resign, seat_of
from testkit.verifiers import RIGHT, run_node, run_python
from tests.services.seats.test_seats_taken_over import take_over

XAVER = "Xaver <xaver@xaver.example>"
HOUSE = "The house player agrees to no draw"
LANGUAGES = ("de", "en", "fr", "it", "nl")


def subject(letter: EmailMessage) -> str:
    return " ".join(str(letter["Subject"]).split())


def end_of(club: Club) -> EndEntry:
    """Read the end of the record, which must be without a fault."""
    end = checked_record(club).entries[-1]
    assert isinstance(end, EndEntry)
    return end


def offered(club: Club, letter: EmailMessage, line: str = "offer draw") -> str:
    """Answer a letter with an offer; return the receipt."""
    person = str(letter["To"])
    club.answer(letter, line)
    return prose_of(club.last(person))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_draw_beside_a_move_is_in_the_subject_and_a_bare_yes_agrees(club: Club, language: str) -> None:
    club.begin()
    asker = to_move(club)
    asked = other(asker)
    club.answer(club.last(asked), f"language {language}")
    club.answer(club.last(asker), f"language {language}")
    club.answer(club.last(asker), f"M14\n{command_named('offer draw').word(language)}")
    letter = club.last(asked)
    name = asker.partition(" ")[0]
    assert name in subject(letter)
    assert len(club.letters(asked, name)) == len([one for one in club.letters(asked) if name in subject(one)])
    yes = {"de": "ja", "en": "agreed", "fr": "oui", "it": "sì", "nl": "ja"}[language]
    club.answer(letter, yes)
    end = end_of(club)
    assert (end.by, end.values.cause, end.values.agreed, end.values.places) == ("server", "agreed", (0, 1), (1, 1))
    assert club.match().to_move is None
    assert command_named("rematch").word(language) in text_of(club.last(asker))


def test_an_offer_alone_waits_and_is_told_again_with_the_turn(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    waiter = other(mover)
    assert "The others are asked" in offered(club, club.last(mover))
    assert "offers a draw: do you agree?" in subject(club.last(waiter))
    asked = prose_of(club.last(waiter))
    assert "stands until you answer it or move" in asked
    assert "It lapses" not in asked
    club.pass_time(days=1)
    club.answer(club.last(mover), "M14")
    assert f"{mover.partition(' ')[0]} offers a draw; your turn in Egyptos, until" in subject(club.last(waiter))
    assert "offers a draw. The offer stands" in prose_of(club.last(waiter))
    club.answer(club.last(waiter), "no")
    assert club.match().end is None
    assert "does not agree to a draw" in prose_of(club.last(mover))


def test_a_move_refuses_a_draw_and_the_next_letter_says_so(club: Club) -> None:
    club.begin()
    asker = to_move(club)
    asked = other(asker)
    club.answer(club.last(asker), "M14\noffer draw")
    question = club.last(asked)
    club.answer(question, "M15")
    assert "You have moved, and so refuse the draw" in prose_of(club.last(asked))
    assert "The other player has moved, and so refuses the draw" in prose_of(club.last(asker))
    club.answer(question, "yes")
    assert club.match().end is None
    club.answer(club.last(asker), "N14")
    assert "refuse" not in prose_of(club.last(asked))


def test_the_askers_own_move_leaves_the_offer(club: Club) -> None:
    club.begin()
    asker = to_move(club)
    offered(club, club.last(asker))
    club.answer(club.last(asker), "M14")
    club.answer(club.last(other(asker)), "agree")
    assert end_of(club).values.cause == "agreed"


def test_a_plan_that_moves_at_once_refuses_a_draw(club: Club) -> None:
    club.begin()
    asker = to_move(club)
    asked = other(asker)
    club.answer(club.last(asked), "if M14 then M15")
    before = len(club.letters(asked))
    receipt = offered(club, club.last(asker), "M14\noffer draw")
    assert "The other player has moved, and so refuses the draw that you offered." in receipt
    assert not [one for one in club.letters(asked)[before:] if "do you agree" in subject(one)]
    assert club.match().end is None


def test_who_offers_a_draw_back_agrees_to_it(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    offered(club, club.last(mover))
    offered(club, club.last(other(mover)))
    assert end_of(club).values.agreed == (0, 1)


def test_an_agreement_beside_a_move_is_asked_back(club: Club) -> None:
    club.begin()
    asker = to_move(club)
    asked = other(asker)
    club.answer(club.last(asker), "M14\noffer draw")
    for line in ("M15\nagree", "agree\nM15", "M15\nagree 1"):
        club.answer(club.last(asked), line)
        assert club.match().end is None
        assert club.match().to_move == seat_of(club, asked)
    club.answer(club.last(asked), "M15\noffer draw")
    assert to_move(club) == asker
    assert f"{asked.partition(' ')[0]} offers a draw" in subject(club.last(asker))


def test_a_second_offer_waits_for_the_others_or_for_ten_turns(club: Club) -> None:
    club.begin()
    first = to_move(club)
    second = other(first)
    offered(club, club.last(first))
    with check_cases() as case:
        with case("while it stands"):
            assert "The draw that you offered still stands" in offered(club, club.last(first))
        club.answer(club.last(first), "withdraw")
        with case("withdrawn"):
            assert "from turn 12 on" in offered(club, club.last(first))
        assert "do you agree" in subject(club.last(second, "do you agree"))
        club.answer(club.last(first), "M14")
        offered(club, club.last(second))
        with case("refused, and the other one asks"):
            club.answer(club.last(first), "refuse")
            assert "The others are asked" in offered(club, club.last(first))
        club.answer(club.last(first), "withdraw")
        for turns, answer in ((9, "You have offered a draw already"), (10, "The others are asked")):
            with club.context.store.writing() as session:
                last = session.scalars(select(ProposalRow).order_by(ProposalRow.number.desc()).limit(1)).one()
                last.values = {"turn": club.match().turn - turns}
            with case(f"{turns} turns later"):
                assert answer in offered(club, club.last(first))


def test_three_agree_in_secret_and_share_the_first_place(club: Club) -> None:
    mover, second, third = begin_table(club)
    offered(club, club.last(mover))
    assert "It counts if everybody agrees by" in prose_of(club.last(second))
    club.answer(club.last(second), "yes")
    assert "You agree. Others have not answered yet." in prose_of(club.last(second))
    play_turn(club, mover)
    assert club.match().end is None, "a move of three refuses nothing"
    assert f"{second.partition(' ')[0]} agree" not in prose_of(club.last(mover))
    club.answer(club.last(third, "do you agree"), "agree")
    end = end_of(club)
    assert (end.values.agreed, end.values.places) == ((0, 1, 2), (1, 1, 1))
    assert all(club.letters(person, "draw")[-1] for person in (mover, second, third))


def test_a_no_of_one_of_three_ends_it_and_nobody_learns_whose(club: Club) -> None:
    mover, second, third = begin_table(club)
    offered(club, club.last(mover))
    club.answer(club.last(second), "no")
    for person in (mover, third):
        told = prose_of(club.last(person))
        assert "Not everybody agrees" in told
        assert second.partition(" ")[0] not in told.partition("Not everybody")[2].partition(".")[0]
    assert club.match().end is None


def test_a_vote_of_three_lapses_after_fourteen_days(club: Club) -> None:
    mover, second, _ = begin_table(club, days=30)
    offered(club, club.last(mover))
    club.answer(club.last(second), "yes")
    club.pass_time(days=13, hours=23)
    sweep(club)
    assert not club.letters(mover, "nothing comes")
    club.pass_time(hours=2)
    sweep(club)
    assert "nothing comes of it" in prose_of(club.last(mover))
    assert club.match().end is None


def test_the_last_one_who_has_not_answered_leaves_and_the_others_have_their_draw(club: Club) -> None:
    mover, second, third = begin_table(club)
    offered(club, club.last(mover))
    club.answer(club.last(second), "yes")
    resign(club, third)
    assert club.match().end is None
    sweep(club)
    end = end_of(club)
    places = {person: end.values.places[seat_of(club, person)] for person in (mover, second, third)}
    assert places == {mover: 1, second: 1, third: 3}
    assert "draw" in prose_of(club.last(mover))


def test_an_offer_ends_with_who_made_it_and_with_a_stand_in(club: Club) -> None:
    mover, second, third = begin_table(club)
    offered(club, club.last(second))
    resign(club, second)
    assert "Things have changed meanwhile" in prose_of(club.last(third, "meanwhile"))
    take_over(club, second)
    assert "The others are asked" in offered(club, club.last(second))
    club.answer(club.last(mover), "substitute until 20 December by xaver@xaver.example")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    club.pass_time(days=3, minutes=1)
    sweep(club)
    assert "Things have changed meanwhile" in prose_of(club.last(third, "meanwhile"))
    assert "No draw can be agreed on" in offered(club, club.last(third))
    club.answer(club.last(second), "agree")
    assert club.match().end is None


def test_the_house_agrees_to_no_draw_and_shares_one(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house house=easy")
    club.answer(club.last(ANNA), "yes")
    assert HOUSE in offered(club, club.last(ANNA))
    assert HOUSE in offered(club, club.last(ANNA), "How about a draw?")


def test_a_house_that_was_invited_shares_the_first_place(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, f"new cheops with {PEOPLE[1].split()[-1].strip('<>')} and house")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(PEOPLE[1]), "yes", sender=PEOPLE[1])
    assert "would share the first place" in offered(club, club.last(ANNA), "offer draw\nstatus")
    club.answer(club.last(PEOPLE[1], "do you agree"), "yes")
    assert end_of(club).values.places == (1, 1, 1)


def test_an_old_answer_counts_for_its_own_question_only(club: Club) -> None:
    agree(club, "egyptos", PEOPLE[:2])
    asker = to_move(club)
    asked = other(asker)
    offered(club, club.last(asker))
    old = club.last(asked, "do you agree")
    club.answer(club.last(asker), "withdraw")
    club.answer(club.last(asked), "offer draw")
    club.answer(club.last(asker), "refuse")
    offered(club, club.last(asker))
    club.answer(old, "agree")
    assert club.match().end is None
    club.answer(club.last(asked, "do you agree"), "agree")
    assert end_of(club).values.cause == "agreed"


def test_both_verifiers_find_a_draw_right(club: Club, tmp_path: Path) -> None:
    club.begin()
    offered(club, club.last(to_move(club)), "M14\noffer draw")
    club.answer(club.last(to_move(club)), "yes")
    path = tmp_path / "record.json"
    path.write_bytes(dump_record(checked_record(club)))
    assert run_python(path)[0] == RIGHT
    assert run_node([path])[path]
