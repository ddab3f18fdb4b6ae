"""A bare yes or no answers the question that is open to its writer; if none is, they are told so in a line."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudicator.match.consent import ProposalOutcome
from adjudicator.store.tables import ProposalRow
from testkit.cases import check_cases
from testkit.club import Club, other, prose_of, to_move

NO = ("no", "Nein.", "non merci", "nee", "No, grazie", "nö", "Nee, dank je", "Nein, vielen Dank!", "no thanks")
YES = ("yes", "Ja!", "oui", "sì", "OK", "ja graag", "Oui, volontiers", "sì, grazie", "ja, gern")
NOTHING = "Nothing waits for your answer here."
BOARD = "black X"


def outcomes(club: Club) -> Sequence[ProposalOutcome]:
    with club.context.store.reading() as session:
        return [row.outcome for row in session.query(ProposalRow).order_by(ProposalRow.id)]


def test_who_is_asked_nothing_is_told_so_without_the_board(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    with check_cases() as case:
        for person in (mover, other(mover)):
            letter = club.last(person)
            for line in (*NO, *YES):
                with case(line, person == mover):
                    club.pass_time(minutes=10)
                    number = club.answer(letter, line)
                    assert club.inbox(number).verdict == "refused: nothing_proposed"
                    told = prose_of(club.last(person))
                    assert NOTHING in told
                    assert BOARD not in told


@pytest.mark.parametrize("line", [*NO[:3], *YES[:3]])
def test_it_answers_the_open_question(club: Club, line: str) -> None:
    club.begin()
    asker, asked = to_move(club), other(to_move(club))
    club.answer(club.last(asker), "pause 2 weeks")
    club.write(asked, str(club.last(asked)["Reply-To"]), line)  # it is no answer to any letter
    assert outcomes(club) == [ProposalOutcome.AGREED if line in YES else ProposalOutcome.REFUSED]


def test_an_answer_to_a_letter_that_shows_the_question_answers_that(club: Club) -> None:
    club.begin()
    asker, asked = to_move(club), other(to_move(club))
    club.answer(club.last(asker), "pause 2 weeks")
    club.pass_time(hours=1)
    club.answer(club.last(asker), "M14")
    assert "asks for a pause" in prose_of(club.last(asked, "Your turn"))
    club.answer(club.last(asked, "Your turn"), "no")
    assert outcomes(club) == [ProposalOutcome.REFUSED]


@pytest.mark.parametrize("line", ["no", "yes"])
def test_who_answers_a_letter_that_did_not_show_the_question_is_asked(club: Club, line: str) -> None:
    club.begin()
    asker, asked = to_move(club), other(to_move(club))
    before = club.last(asked)
    club.pass_time(hours=1)
    club.answer(club.last(asker), "pause 2 weeks")
    club.answer(club.last(asker), "press Did you see that coming?")
    with check_cases() as case:
        for letter in (before, club.last(asked)):
            with case(letter["Subject"]):
                club.pass_time(minutes=10)
                number = club.answer(letter, line)
                assert club.inbox(number).verdict == "refused: which_proposal"
                assert outcomes(club) == [ProposalOutcome.OPEN]
                assert BOARD not in prose_of(club.last(asked))


def test_lines_that_say_more_than_yes_or_no_are_read_as_before(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    with check_cases() as case:
        for line in ("no\nM14", "no way out of this one", "annuler", "cancel", "never"):
            with case(line):
                club.pass_time(minutes=10)
                club.answer(club.last(mover), line)
                assert NOTHING not in prose_of(club.last(mover))


@pytest.mark.parametrize(
    ("line", "begins"), [("yes", True), ("einverstanden", True), ("no", False), ("Nein danke", False)]
)
def test_it_answers_who_would_like_a_rematch(club: Club, line: str, begins: bool) -> None:
    over = club.begin().code
    asker, asked = to_move(club), other(to_move(club))
    club.answer(club.last(asker), "resign")
    club.answer(club.last(asker), "rematch")
    club.answer(club.last(asked, "rematch"), line)
    assert (club.match().code != over) == begins
    if not begins:
        assert "Then there is nothing more to do" in prose_of(club.last(asked))
