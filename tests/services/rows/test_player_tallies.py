"""The sums for the pages of players are those of a slow count, whatever happens to matches and names."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import func, select, text, update

from adjudicator.engines.contract import Level
from adjudicator.services.host.deeds import rewind_match
from adjudicator.services.host.recount import Recount
from adjudicator.services.identity.erasing import erase_player
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.finished.player_pages import count_games, count_opponents
from adjudicator.services.matches.rows.archive_rows import UNCOUNTED, VERSION, archive_match
from adjudicator.services.matches.rows.player_tallies import HOUSE
from adjudicator.services.matches.rows.public_names import choose_public_name
from adjudicator.services.matches.statistics.game_statistics import find_statistics
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.schema import upgrade_schema
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, OpponentTally, Participant, Player, PlayerTally
from adjudicator.texts.language.language import language_for
from testkit.club import START, Club
from testkit.database import make_tables
from testkit.finished_matches import EGYPTOS, Played, finish_matches

SIZES = (("cheops/1", 2), ("cheops/1", 3), ("cheops/1", 5), ("pharao/1", 4))
Sums = dict[tuple[object, ...], tuple[int, ...]]

WITHOUT_LATER_MIGRATIONS = (
    "ALTER TABLE seats DROP COLUMN lent_wishes",
    "DROP TABLE sweep_faults",
    "DELETE FROM sweeps WHERE name = 'stamps of rows'",
    *(f"ALTER TABLE inbox DROP COLUMN {column}" for column in ("player_id", "destination")),
    "ALTER TABLE held_news DROP COLUMN messages",
    *(f"ALTER TABLE outbox DROP COLUMN {column}" for column in ("messages", "first_refused_at", "joined_to")),
)
"""Take back the migrations after 0043 in a database that is in use."""


@pytest.fixture
def club(new_database: str) -> Iterator[Club]:
    make_tables(new_database)
    found = Club.found(new_database)
    yield found
    found.context.store.close()


def count_slowly(club: Club) -> tuple[Sums, Sums]:
    """Go through all matches and their people, one by one."""
    games, opponents = Counter[tuple[object, ...]](), Counter[tuple[object, ...]]()
    with club.context.store.reading() as session:
        matches = session.scalars(select(Match).where(Match.state == MatchState.FINISHED, ~Match.private)).all()
        for match in matches:
            game, end = match.rules.split("/", maxsplit=1)[0], match.end
            assert end is not None
            people: list[tuple[int, int | None, bool]] = []
            for one in session.scalars(select(Participant).where(Participant.match_id == match.id)):
                left = one.until_entry is not None
                people.append((one.player_id, end.places[one.seat] if end.places and not left else None, left))
            house = [(HOUSE[seat.level], seat.number) for seat in match.seats if seat.house]
            people += [(number, end.places[seat] if end.places else None, False) for number, seat in house]
            for place, (player, own, left) in enumerate(people):
                if player <= 0:
                    continue
                games.update((player, game, what) for what in ("all", own == 1 and "1", left and "left") if what)
                for opponent, other, _ in (*people[:place], *people[place + 1 :]):
                    better = None if own is None or other is None else (own > other) - (own < other)
                    opponents.update([(player, opponent, game, "all"), (player, opponent, game, better)])
    return (
        {key[:2]: tuple(games[*key[:2], what] for what in ("all", "1", "left")) for key in games},
        {key[:3]: tuple(opponents[*key[:3], what] for what in ("all", -1, 0, 1)) for key in opponents},
    )


def stored(club: Club) -> tuple[Sums, Sums]:
    games, opponents = PlayerTally, OpponentTally
    with club.context.store.reading() as session:
        rows = session.scalars(select(games)).all(), session.scalars(select(opponents)).all()
    return (
        {(row.player_id, row.game): (row.matches, row.first, row.left) for row in rows[0]},
        {(row.player_id, row.opponent, row.game): (row.matches, row.ahead, row.level, row.behind) for row in rows[1]},
    )


def differences(club: Club) -> list[str]:
    with club.context.store.reading() as session:
        recount = Recount(session)
        for number in recount.list_matches():
            recount.check_match(number)
        recount.check_sums()
        return recount.differences


def draw_people(work: UnitOfWork, match: Match, chance: random.Random) -> None:
    """Let other people have played a match: some left it, and the house player may have had a seat."""
    players = chance.sample(work.session.scalars(select(Player.id)).all(), len(match.seats))
    rows = work.session.scalars(select(Participant).where(Participant.match_id == match.id)).all()
    for row in rows:
        row.player_id, row.until_entry = players[row.seat], chance.choice([None, None, 1])
        match.seats[row.seat].player_id = row.player_id
    if chance.random() < 0.4:
        taken = match.seats[chance.randrange(1, len(match.seats))]
        taken.house, taken.player_id, taken.level = True, None, chance.choice([None, *Level])
        for row in rows:
            if row.seat == taken.number:
                work.session.delete(row)
    work.session.flush()
    work.session.refresh(match)


def test_whatever_happens_the_sums_are_those_of_a_slow_count(club: Club) -> None:
    chance = random.Random()
    ends = [chance.choice([None, 0]) for _ in range(3)]
    played = [Played(drawn=2, seed=bytes([n]), resigns=resigns) for n, resigns in enumerate(ends)]
    played += [Played(rules=rules, seats=seats, resigns=None) for rules, seats in chance.sample(SIZES, 3)]
    codes = finish_matches(club.context, START, played)
    assert stored(club) == count_slowly(club)
    for turn in range(24):
        club.now += timedelta(minutes=1)
        with unit_of_work(club.context, club.now) as work:
            code = chance.choice(codes)
            match = work.session.scalars(select(Match).where(Match.code == code)).one()
            over = match.state is MatchState.FINISHED
            did = chance.choice(["people", "people", "private", "reopen", "name", "erase"])
            if did == "people" and over:
                draw_people(work, match, chance)
                archive_match(work, match)
            elif did == "private" and over:
                match.private = not match.private
                archive_match(work, match)
            elif did == "reopen" and over and match.rules == EGYPTOS and turn > 12:
                rewind_match(work, match, 1, "a reason")
            elif did in ("name", "erase"):
                player = work.session.scalars(select(Player).where(Player.erased_at.is_(None))).first()
                assert player is not None
                if did == "erase" and turn > 20:
                    erase_player(work, player)
                else:
                    choose_public_name(work, player, chance.choice(["Sphinx", "none", "own"]))
        assert stored(club) == count_slowly(club), (did, code)
    run_sweep(club.context, club.now)
    assert stored(club) == count_slowly(club)
    assert differences(club) == []


def test_a_page_tells_the_sums(club: Club) -> None:
    finish_matches(club.context, START, [Played(rules="cheops/1", seats=3, resigns=None), Played(resigns=1), Played()])
    finish_matches(club.context, START, [Played(resigns=1, private=True)])
    with club.context.store.reading() as session:
        anna = session.scalars(select(Player).where(Player.name == "Anna")).one()
        games = [(one.game, one.matches, one.first, one.left) for one in count_games(session, anna)]
        met = [
            (one.name, one.game, one.matches, one.ahead, one.level, one.behind)
            for one in count_opponents(session, anna, language_for("en"))
        ]
    assert games == [("egyptos", 2, 1, 0), ("cheops", 1, 1, 0)]
    assert met == [("Bob", "egyptos", 2, 1, 0, 1), ("Bob", "cheops", 1, 0, 1, 0), ("Carla", "cheops", 1, 0, 1, 0)]


def test_each_level_of_the_house_player_is_an_opponent_of_its_own(club: Club) -> None:
    levels = (Level.EASY, Level.EASY, Level.STRONG)
    finish_matches(club.context, START, [Played(resigns=n % 2, house={1: level}) for n, level in enumerate(levels)])
    two = {1: Level.FAIR, 2: Level.STRONG}
    (code,) = finish_matches(club.context, START, [Played(rules="cheops/1", seats=3, resigns=None, house=two)])
    told = {
        ("Ani (house, easy)", "egyptos"): (2, 1, 0, 1),
        ("Imhotep (house, strong)", "egyptos"): (1, 0, 0, 1),
        ("Nefer (house, fair)", "cheops"): (1, 0, 1, 0),
        ("Imhotep (house, strong)", "cheops"): (1, 0, 1, 0),
    }
    assert opponents_of_anna(club, "en") == told
    assert {name for name, _ in opponents_of_anna(club, "de")} >= {"Ani (Haus, leicht)", "Nefer (Haus, mittel)"}
    assert differences(club) == []
    with unit_of_work(club.context, club.now) as work:  # of a match from before there were levels none is known
        match = work.session.scalars(select(Match).where(Match.code == code)).one()
        match.seats[1].level = match.seats[2].level = None
        archive_match(work, match)
    del told["Nefer (house, fair)", "cheops"], told["Imhotep (house, strong)", "cheops"]
    assert opponents_of_anna(club, "en") == told | {("House", "cheops"): (2, 0, 2, 0)}


def opponents_of_anna(club: Club, language: str) -> dict[tuple[str, str], tuple[int, ...]]:
    with club.context.store.reading() as session:
        anna = session.scalars(select(Player).where(Player.name == "Anna")).one()
        met = count_opponents(session, anna, language_for(language))
    return {(one.name, one.game): (one.matches, one.ahead, one.level, one.behind) for one in met}


def test_matches_from_before_levels_were_counted_get_them_from_the_sweep(club: Club) -> None:
    """The migration leaves out what nobody of the house played; a program of the version before counts none."""
    house = {1: Level.STRONG}
    finish_matches(club.context, START, [Played(resigns=1), Played(resigns=0, house=house), Played(private=True)])
    url = club.context.store.engine.url.render_as_string(hide_password=False)
    with club.context.store.writing() as session:
        for statement in (
            *WITHOUT_LATER_MIGRATIONS,
            "ALTER TABLE archived_people DROP COLUMN level",
            "ALTER TABLE counted_matches DROP COLUMN house",
            "UPDATE opponent_tallies SET opponent = 0 WHERE opponent < 0",
            "DELETE FROM tallies WHERE measure LIKE 'house%'",
            "UPDATE matches SET archive_version = 2",
            "UPDATE alembic_version SET version_num = '0042'",
        ):
            session.execute(text(statement))
    upgrade_schema(url)
    with club.context.store.reading() as session:
        assert sorted(session.scalars(select(Match.archive_version))) == [2, VERSION, VERSION]
    people = [one for one in differences(club) if one.startswith(("players", "opponents"))]
    assert people == [], "what is not written yet is no difference"
    for _ in range(2):
        run_sweep(club.context, club.now)
        assert stored(club) == count_slowly(club)
        assert differences(club) == []
    with club.context.store.reading() as session:
        (told,) = find_statistics(session, "egyptos").by_seats
        assert [(one.level, one.firsts.alone, one.firsts.matches) for one in told.house] == [(Level.STRONG, 1, 1)]


def test_matches_of_earlier_versions_are_counted_by_the_migration_and_by_the_sweep(club: Club) -> None:
    finish_matches(club.context, START, [Played(resigns=1), Played(rules="cheops/1", seats=3), Played(private=True)])
    with club.context.store.writing() as session:
        for statement in (
            *WITHOUT_LATER_MIGRATIONS,
            "DROP TABLE opponent_tallies",
            "DROP TABLE player_tallies",
            "ALTER TABLE archived_people DROP COLUMN level",
            "ALTER TABLE counted_matches DROP COLUMN house",
            f"UPDATE matches SET archive_version = {UNCOUNTED}",
            "UPDATE alembic_version SET version_num = '0041'",
        ):
            session.execute(text(statement))
    upgrade_schema(club.context.store.engine.url.render_as_string(hide_password=False))
    assert stored(club) == count_slowly(club)
    with club.context.store.reading() as session:
        assert set(session.scalars(select(Match.archive_version))) == {VERSION}
    # Now programs of both versions run: the earlier one archives a match without counting, and writes one anew.
    (code,) = finish_matches(club.context, START + timedelta(days=1), [Played(drawn=2, resigns=0)])
    with club.context.store.writing() as session:
        session.execute(text("UPDATE opponent_tallies SET matches = 1, ahead = 1 WHERE game = 'egyptos'"))
        session.execute(text("DELETE FROM player_tallies WHERE game = 'egyptos'"))
        session.execute(update(Match).where(Match.rules == EGYPTOS).values(archive_version=UNCOUNTED))
        anna = session.scalars(select(Player).where(Player.name == "Anna")).one()
    with unit_of_work(club.context, club.now) as work:
        choose_public_name(work, work.session.get_one(Player, anna.id), "Sphinx")
    assert stored(club) != count_slowly(club)
    run_sweep(club.context, club.now)
    assert stored(club) == count_slowly(club)
    with unit_of_work(club.context, club.now) as work:
        rewind_match(work, work.session.scalars(select(Match).where(Match.code == code)).one(), 1, "a reason")
    assert stored(club) == count_slowly(club)
    with club.context.store.reading() as session:
        assert session.scalar(select(func.min(OpponentTally.matches))) == 1
