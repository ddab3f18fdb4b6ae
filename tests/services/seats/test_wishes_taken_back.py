"""A wish for a seat is taken back by who asked for it, by each letter and in each language; the seat is as before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.services.digest.digest_letter import find_own_matches, last_number, open_digest
from adjudicator.services.players.players import find_player
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.texts.language.language import LANGUAGES
from testkit.agreed_match import PEOPLE
from testkit.automatic_mail import sweep
from testkit.cases import check_cases
from testkit.club import Club, address_of, prose_of
from testkit.seats_at_table import begin_table, resign

XAVER = "Xaver <xaver@xaver.example>"


@pytest.fixture
def left(club: Club) -> str:
    """A match among three invited people of whom one has left; the code of it. Xaver plays a match of his own."""
    _, second, _ = begin_table(club, PEOPLE[:3])
    code = club.match().code
    resign(club, second)
    club.write(XAVER, club.context.addresses.service, "new egyptos with house")
    club.answer(club.last(XAVER), "yes")
    return code


def ask(club: Club, code: str) -> None:
    club.pass_time(hours=1)
    club.write(XAVER, club.context.addresses.service, f"takeover {code}")
    club.answer(club.last(XAVER), "yes")
    assert f"withdraw {code}" in prose_of(club.last(XAVER))


def write_to_the_service(club: Club, line: str) -> None:
    club.write(XAVER, club.context.addresses.service, line)
    club.answer(club.last(XAVER), "yes")


def answer_a_digest(club: Club, line: str) -> None:
    with unit_of_work(club.context, club.now) as work:
        player = find_player(work.session, address_of(XAVER))
        assert player is not None
        made = open_digest(work, player, last_number(work, player) + 1, find_own_matches(work, player))
        to = club.context.addresses.digest(made.id, made.created_at)
    club.write(XAVER, to, line)


def answer_another_match(club: Club, line: str) -> None:
    own = club.match()
    seat = own.seats[0]
    club.write(XAVER, club.context.addresses.seat(own.code, seat.number, own.turn, seat.epoch), line)


def test_each_letter_takes_it_back_in_each_language(club: Club, left: str) -> None:
    doors: tuple[Callable[[Club, str], None], ...] = (write_to_the_service, answer_a_digest, answer_another_match)
    with check_cases() as case:
        for at, language in enumerate(LANGUAGES):
            for door in doors if language == "en" else (doors[at % len(doors)],):
                with case(language, door.__name__):
                    ask(club, left)
                    others = {person: len(club.letters(person)) for person in PEOPLE[:3]}
                    door(club, translate_command(f"withdraw {left}", language))
                    assert f"You do not want the seat at match {left} any more" in prose_of(club.last(XAVER))
                    told = [person for person, before in others.items() if len(club.letters(person)) > before]
                    assert len(told) > 1
                    assert all("Xaver does not want the seat any more" in prose_of(club.last(one)) for one in told)
    # Nothing is open any more: nobody sits down, and the seat can be asked for again.
    club.pass_time(days=4)
    sweep(club)
    assert not club.letters(XAVER, "Welcome")
    ask(club, left)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("withdraw {code}", "nothing here that is still open"),
        ("withdraw ZZZ9", "no match"),
        ("withdraw 2", "withdraw K7Q2"),
        ("withdraw", "withdraw K7Q2"),
    ],
)
def test_what_was_not_asked_for_is_not_taken_back(club: Club, left: str, line: str, reason: str) -> None:
    club.write(XAVER, club.context.addresses.service, line.format(code=left))
    assert reason in prose_of(club.last(XAVER))
