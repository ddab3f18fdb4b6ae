"""To a stranger, a private match is as if there were none: each command answers both codes alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select

from adjudicator.mail.commands.table.command import Argument, Command
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.services.digest.digest_letter import find_own_matches, last_number, open_digest
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player
from testkit.club import BOB, Club, address_of, prose_of
from testkit.private_matches import EVE, NONE, STATES, Scene, begin_private, prepare

BY_CODE = frozenset({Argument.CODE, Argument.PROPOSAL, Argument.FILE, Argument.PAST, Argument.CHAIN_LINE})
"""Arguments that name a match."""
NAMING = [one for one in COMMANDS if one.argument in BY_CODE]
OTHERS = [one for one in COMMANDS if one.argument not in BY_CODE]


@pytest.fixture(params=STATES)
def scene(request: pytest.FixtureRequest, club: Club) -> Scene:
    return prepare(club, request.param)


@pytest.fixture
def running(club: Club) -> Scene:
    return prepare(club, MatchState.RUNNING)


def service(club: Club) -> str:
    return club.context.addresses.service


def seat(club: Club) -> str:
    with club.context.store.reading() as session:
        own = session.scalars(select(Match).order_by(Match.id.desc())).first()
        assert own is not None
        number = next(seat.number for seat in own.seats if seat.player_id is not None)
        return club.context.addresses.seat(own.code, number, own.turn, own.seats[number].epoch)


def digest(club: Club) -> str:
    with unit_of_work(club.context, club.now) as work:
        player = work.session.scalars(select(Player).where(Player.address == address_of(EVE))).one()
        made = open_digest(work, player, last_number(work, player) + 1, find_own_matches(work, player))
        return club.context.addresses.digest(made.id, made.created_at)


def ask(club: Club, to: str, line: str) -> tuple[str, list[str]]:
    """Write a line; return the verdict and the letters that came of it."""
    club.pass_time(hours=1)  # else there are too many answers in an hour
    before = len(club.transport.letters)
    verdict = club.inbox(club.write(EVE, to, line)).verdict
    letters = [f"{letter['To']}\n{letter['Subject']}\n{prose_of(letter)}" for letter in club.transport.letters[before:]]
    return verdict, [_unsigned(letter) for letter in letters]


def _unsigned(text: str) -> str:
    """Leave out what differs in any two letters: numbers of rows, signatures, and the time that is left."""
    return re.sub(r"(confirm|digest)-\d+-\w+|/(r|never|l)/\S+|\d{1,2}:\d{2}|\d+ days?( and \d+ hours?)?", "…", text)


def ask_twice(club: Club, to: Callable[[Club], str], line: str, private: Match) -> tuple[object, object]:
    """Write a line while there is a private match with the code, and again when there is none."""
    there = ask(club, to(club), line)
    _rename(club, private, NONE)
    none = ask(club, to(club), line)
    _rename(club, private, private.code)
    return there, none


def _rename(club: Club, match: Match, code: str) -> None:
    with club.context.store.writing() as session:
        session.get_one(Match, match.id).code = code


def lines(command: Command) -> Iterator[str]:
    word = command.word("en")
    yield f"{word} CODE"
    yield f"CODE {word}"
    yield f"{word} CODE txt"


@pytest.mark.parametrize("to", [service, seat, digest])
def test_a_command_that_names_a_match_answers_alike(club: Club, scene: Scene, to: Callable[[Club], str]) -> None:
    for command in NAMING:
        for line in lines(command):
            there, none = ask_twice(club, to, line.replace("CODE", scene.private.code), scene.private)
            assert there == none


def test_every_other_command_answers_alike(club: Club, running: Scene) -> None:
    for command in OTHERS:
        line = f"{running.private.code} {command.word('en')} 1 hello"
        there, none = ask_twice(club, service, line, running.private)
        assert there == none


def test_a_guest_of_a_private_match_joins_it_by_its_code(club: Club) -> None:
    code = begin_private(club).code
    club.write(BOB, club.context.addresses.service, f"join {code}")
    assert club.inbox(club.answer(club.last(BOB), "yes")).verdict == "confirmed"
    assert club.match().state is MatchState.RUNNING
