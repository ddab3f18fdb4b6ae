"""A host who does something in a match of a `Club`, and matches played at random until something has happened."""

from __future__ import annotations

import random
from collections.abc import Callable

from adjudicator.match.rulings.table import play_forced, play_step
from adjudicator.services.matches.rows.match_rows import load_match, lock_match, save_steps
from adjudicator.services.matches.rows.record_rows import Arrival
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.tables import Match
from testkit.agreed_match import PEOPLE, agree
from testkit.club import Club

THREE = PEOPLE[:3]
Deed = Callable[[UnitOfWork, Match], None]


def do(club: Club, deed: Deed) -> None:
    """Let the host do something in the newest match."""
    with unit_of_work(club.context, club.now) as work:
        match = lock_match(work.session, club.match().code)
        assert match is not None
        deed(work, match)
    club.work()


def play_until(club: Club, enough: Callable[[Match], bool]) -> None:
    """Play at random until something has happened."""
    chance = random.Random(8)

    def play(work: UnitOfWork, match: Match) -> None:
        for _ in range(400):
            work.session.flush()
            work.session.refresh(match, ["entries"])
            if enough(match) or match.end is not None:
                return
            table, played = play_step(
                (now := load_match(match).table), now.engine.parse(now.position, chance.choice(now.legal_orders)).step
            )
            table, forced = play_forced(table)
            save_steps(work, match, table, (played, *forced), Arrival("letter", work.now))
        raise AssertionError("it has never happened")

    do(club, play)


def play_to_a_law(club: Club) -> Match:
    """Play until a law has been turned over; few matches end before that."""
    for _ in range(9):
        agree(club, "cheops", THREE, "days=2 grace=0")
        play_until(club, lambda match: any(row.revealed == "great" for row in match.entries[-1:]))
        if club.match().end is None:
            break
    return club.match()
