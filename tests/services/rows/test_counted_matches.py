"""Statistics, openings and positions are what the records say, whatever happens to matches, and tell no secret."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from sqlalchemy import func, select, text, update

from adjudicator.engines.contract import Level
from adjudicator.engines.registry import engine_for
from adjudicator.match.course.opening_keys import OpeningBook
from adjudicator.services.host.deeds import rewind_match
from adjudicator.services.host.recount import Recount
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.rows.counted_rows import BATCH, line_of_match
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.matches.statistics.game_statistics import find_statistics
from adjudicator.services.matches.statistics.opening_tree import find_node, matches_with
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import ArchivedPosition, CountedMatch, Match, OpeningTally, Tally
from testkit.club import START, Club
from testkit.database import make_tables
from testkit.finished_matches import Played, finish_matches

SWAP = {"opening": "swap", "contact": "side"}
PUBLIC = (
    Played(("M14", "N15"), drawn=9, resigns=0),
    Played(("M14", "L15"), drawn=6, resigns=1),
    Played(("N14", "N13", "swap"), drawn=4, resigns=None, options={"opening": "swap"}),
    Played((), drawn=60, options=SWAP),
    Played((), resigns=1),
    Played((), drawn=20, rules="cheops/1", seats=3, resigns=None, house={1: Level.EASY, 2: Level.EASY}),
)
PRIVATE = Played(("N13",), drawn=3, resigns=1, private=True, house={1: Level.STRONG})


def differences(club: Club) -> list[str]:
    with club.context.store.reading() as session:
        recount = Recount(session)
        for number in recount.list_matches():
            recount.check_match(number)
        recount.check_sums()
        assert not recount.not_counted
        return recount.differences


def counted(club: Club) -> tuple[int, int]:
    """Count what statistics say of Egyptos, and the private matches among them."""
    with club.context.store.reading() as session:
        said = find_statistics(session, "egyptos").matches
        batched = session.scalar(select(func.count()).where(CountedMatch.batch.is_not(None)))
    return said, batched or 0


def reopen(club: Club, code: str) -> None:
    with unit_of_work(club.context, club.now) as work:
        rewind_match(work, work.session.scalars(select(Match).where(Match.code == code)).one(), 1, "a reason")


@pytest.fixture
def club(empty_database: Path, tmp_path: Path) -> Iterator[Club]:
    """A club whose whole tables may be read: a recount does."""
    found = Club.found(f"sqlite:///{shutil.copy(empty_database, tmp_path)}")
    yield found
    found.context.store.close()


@pytest.fixture
def both(new_database: str) -> Iterator[Club]:
    make_tables(new_database)
    found = Club.found(new_database)
    yield found
    found.context.store.close()


def test_sums_are_those_of_the_records_when_matches_end_are_opened_again_and_end_anew(both: Club) -> None:
    club = both
    codes = finish_matches(club.context, START, PUBLIC)
    assert differences(club) == []
    assert counted(club) == (5, 0)
    for code in (codes[0], codes[2]):
        reopen(club, code)
        assert differences(club) == []
    assert counted(club) == (3, 0)
    with club.context.store.reading() as session:
        assert not session.scalars(select(Tally).where(Tally.count < 1)).all()
        assert not session.scalars(select(OpeningTally).where(OpeningTally.count < 1)).all()
        rows = session.scalars(select(ArchivedPosition.match_id).distinct()).all()
        assert len(rows) == counted(club)[0]


def test_what_was_played_next_adds_up_to_the_matches_that_went_on(club: Club) -> None:
    rest = [Played((), drawn=n % 7, seed=bytes([n]), resigns=n % 2) for n in range(24)]
    finish_matches(club.context, START, [*PUBLIC[:2], *rest])
    with club.context.store.reading() as session:
        root = OpeningBook.of(engine_for("egyptos/1"), {}, 2)
        assert root is not None
        moves = [""]
        for line in moves:
            node = find_node(session, root, line)
            went_on = sum(branch.results.played for branch in node.branches)
            stood = [find_match(session, one.code) for one in matches_with(session, node.digest, 99)]
            ended_here = sum(len(line_of_match(match).steps) == len(node.steps) for match in stood if match)
            assert went_on + ended_here == node.results.played
            assert node.results.began + node.results.followed + node.results.shared == node.results.played
            if len(node.steps) < 6:
                moves += [" ".join((*node.chosen, branch.steps[0])) for branch in node.branches]
    assert len(moves) > 10


def test_private_matches_are_counted_in_batches_alone(club: Club) -> None:
    finish_matches(club.context, START, PUBLIC[:2])
    with club.context.store.reading() as session:
        before = find_statistics(session, "egyptos")
        positions = session.scalar(select(func.count()).select_from(ArchivedPosition))
    alike = [replace(PRIVATE, seed=bytes([n])) for n in range(BATCH)]
    codes = finish_matches(club.context, START, alike[:-1])
    finish_matches(club.context, START, [replace(PRIVATE, options=SWAP), replace(PRIVATE, options=SWAP)])
    with club.context.store.reading() as session:
        assert find_statistics(session, "egyptos") == before
    finish_matches(club.context, START, alike[-1:])
    assert counted(club) == (2 + BATCH, BATCH)
    assert differences(club) == []
    reopen(club, codes[0])
    assert counted(club) == (2, 0)
    finish_matches(club.context, START, [replace(PRIVATE, seed=b"x"), replace(PRIVATE, seed=b"y")])
    assert counted(club) == (2 + BATCH, BATCH)
    assert differences(club) == []
    with club.context.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(ArchivedPosition)) == positions


def test_matches_of_earlier_versions_are_counted_by_the_sweep_once(club: Club) -> None:
    codes = finish_matches(club.context, START, PUBLIC[:3])
    with club.context.store.writing() as session:
        for table in (Tally, OpeningTally, ArchivedPosition, CountedMatch):
            session.execute(text(f"DELETE FROM {table.__tablename__}"))
        session.execute(update(Match).values(counted=False))
    run_sweep(club.context, club.now)
    assert differences(club) == []
    assert counted(club) == (3, 0)
    with club.context.store.writing() as session:  # as a program of an earlier version opens a match again
        session.execute(update(Match).where(Match.code == codes[0]).values(state="running", end=None))
    for _ in range(2):
        run_sweep(club.context, club.now)
        assert counted(club) == (2, 0)
        assert differences(club) == []


SPOILT = (
    "UPDATE tallies SET count = count + 1 WHERE measure = 'first0' AND item = '1' AND subject = ''",
    "DELETE FROM tallies WHERE measure = 'turns'",
    "INSERT INTO tallies VALUES ('egyptos/1', 2, '', 'houseeasy', '1', 1)",
    "INSERT INTO tallies VALUES ('pharao/1', 2, '', 'kind', 'rules', 1)",
    "UPDATE opening_tallies SET count = count + 1",
    "DELETE FROM opening_tallies WHERE began",
    "UPDATE player_tallies SET first = first + 1 WHERE player_id = 1",
    "DELETE FROM opponent_tallies WHERE player_id = 1",
    *(
        f"UPDATE counted_matches SET {change} WHERE opening > 0"
        for change in (
            "turns = turns + 1",
            "house = 'easy:1'",
            "pace = 1",
            "kind = 'time'",
            "firsts = '2,2'",
            "winner = 'gold'",
            "opening = 2",
            "options = 'x=y'",
            "seats = 3",
            "batch = 1",
            "private = 1",
        )
    ),
    "DELETE FROM archived_positions WHERE n = 3",
    "UPDATE archived_positions SET position = 1 WHERE n = 2",
    "UPDATE matches SET state = 'running'",
    "UPDATE entries SET step = 'N14' WHERE n = 2 AND step = 'M14'",
    "UPDATE entries SET step = 'Z9' WHERE n = 2",
)


def test_the_recount_finds_everything_that_is_not_as_the_records_say(club: Club) -> None:
    finish_matches(club.context, START, PUBLIC[:2])
    assert differences(club) == []
    missed = []
    for spoilt in SPOILT:
        with club.context.store.writing() as session:
            session.execute(text(spoilt))
            recount = Recount(session)
            for number in recount.list_matches():
                recount.check_match(number)
            recount.check_sums()
            if not recount.differences:
                missed.append(spoilt)
            session.rollback()
    assert missed == []


def test_the_usual_value_of_an_option_is_all_that_no_other_value_has(club: Club) -> None:
    kinds = [
        Played(("M14",), drawn=n, resigns=n % 2, options=options) for n, options in product(range(1, 6), ({}, SWAP))
    ]
    finish_matches(club.context, START, kinds)
    with club.context.store.reading() as session:
        (told,) = find_statistics(session, "egyptos").by_seats
    assert told.matches == 10
    assert {one.option for one in told.options} == {"opening", "contact"}
    for option in told.options:
        usual, other = option.values
        assert (usual.usual, other.usual) == (True, False)
        assert usual.matches == other.matches == 5
        assert usual.turns == other.turns
        assert usual.began == other.began
