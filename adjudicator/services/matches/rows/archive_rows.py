"""Search index of the archive: written when a match ends, and deleted when a ruling reopens it.

Statistics, openings and positions follow with it (`counted_rows`), and the sums for the pages of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import CompoundSelect, delete, select, union, update
from sqlalchemy.orm import Session

from adjudicator.engines.contract import Level
from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.words.match_words import HOUSE
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.match_result import ending_of
from adjudicator.services.context import Context
from adjudicator.services.matches.rows.counted_rows import count_match, uncount_match
from adjudicator.services.matches.rows.player_tallies import change_tallies, list_counted, recount_players
from adjudicator.services.players.players import draw_page_key
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.archive_tables import HOUSE_WORD
from adjudicator.store.operation_tables import NAMES_TAKEN_BACK, is_put_off, record_job_run
from adjudicator.store.states import MatchState, PublicName, SweepTask
from adjudicator.store.tables import (
    ArchivedMatch,
    ArchivedName,
    ArchivedOption,
    ArchivedPerson,
    Comment,
    DiaryEntry,
    Match,
    Participant,
    Player,
    Seat,
)

AT_A_TIME = 500
LONGEST_WORD = 80
VERSION = 3
"""Of the rows that are written; matches with older ones get new ones from the periodic sweep."""
UNCOUNTED = 1
"""The version whose program wrote rows and did not count them for the pages of players (`player_tallies`)."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who had a seat. Neither the house player nor old guests are a `player`."""

    player: Player | None
    name: str
    place: int | None
    left: bool = False
    house: bool = False
    level: Level | None = None
    """Of the house player, if it has one."""


def archive_match(work: UnitOfWork, match: Match) -> None:
    """Write the rows of a finished match, in place of those that it has."""
    before = list_counted(work.session, match.id)
    _delete_rows(work, match)
    end, ended_at = match.end, match.finished_at
    if match.state is not MatchState.FINISHED or end is None or ended_at is None:
        change_tallies(work.session, before, ())
        return
    uncounted = match.archive_version == UNCOUNTED
    match.archived, match.archive_version = True, VERSION
    common = {"match_id": match.id, "private": match.private, "game": game_of(match.rules), "ended_at": ended_at}
    work.session.add(
        ArchivedMatch(
            **common,
            seats=len(match.seats),
            kind=ending_of(end.kind),
            shared=end.places.count(1) > 1,
            annotated=is_annotated(work, match),
        )
    )
    people = []
    for number, one in enumerate(list_people(work.session, match, end.places)):
        named = [ArchivedName(**common, person=number, word=word, place=one.place) for word in _words_of(match, one)]
        who = one.player.id if one.player else None
        row = ArchivedPerson(**common, person=number, player_id=who, place=one.place, left=one.left, level=one.level)
        people.append(row)
        work.session.add_all(named)
        if one.player is not None and not one.player.page_key:
            one.player.page_key = draw_page_key()
    work.session.add_all(people)
    if uncounted:
        work.session.flush()
        recount_players(work.session, {one.player_id for one in people if one.player_id is not None})
    else:
        change_tallies(work.session, before, people)
    chosen = chosen_options(match)
    work.session.add_all(ArchivedOption(**common, name=name, value=value) for name, value in chosen.items())
    count_finished_match(work, match)


def count_finished_match(work: UnitOfWork, match: Match) -> None:
    """Let statistics, openings and positions know of a match; one that goes on leaves the archive."""
    if match.state is not MatchState.FINISHED:
        withdraw_match(work, match)
        return
    count_match(work, match, [f"{name}={value}" for name, value in sorted(chosen_options(match).items())])


def chosen_options(match: Match) -> dict[str, str]:
    """List the options of a match that are not the usual ones."""
    usual = usual_options(match.rules)
    return {name: str(value) for name, value in match.options.items() if usual.get(name) != value}


def is_annotated(work: UnitOfWork, match: Match) -> bool:
    """Tell whether a match has diaries or comments that are not hidden; when they are published is another question."""
    noted = select(DiaryEntry.id).where(DiaryEntry.match_id == match.id, DiaryEntry.hidden_because == "")
    said = select(Comment.id).where(
        Comment.match_id == match.id, Comment.struck_at.is_(None), Comment.hidden_because == ""
    )
    return any(work.session.scalar(query.limit(1)) is not None for query in (noted, said))


def refresh_annotated(work: UnitOfWork, match: Match) -> None:
    """Let the archive know whether a match has diaries or comments, after one was written, taken back or hidden."""
    if match.archived:
        found = update(ArchivedMatch).where(ArchivedMatch.match_id == match.id)
        work.session.execute(found.values(annotated=is_annotated(work, match)))


def withdraw_match(work: UnitOfWork, match: Match) -> None:
    """Delete the rows of a match."""
    if match.archived:
        change_tallies(work.session, list_counted(work.session, match.id), ())
        _delete_rows(work, match)
        match.archived, match.archive_version = False, 0
    uncount_match(work, match)


def _delete_rows(work: UnitOfWork, match: Match) -> None:
    # Also those that a program of an earlier version wrote, or that only wait for being written anew.
    for table in (ArchivedMatch, ArchivedName, ArchivedOption, ArchivedPerson):
        work.session.execute(delete(table).where(table.match_id == match.id))


def rename_in_archive(work: UnitOfWork, player: Player) -> None:
    """Let nobody find a player's matches by a name that they have given up; the sweep writes the new one.

    An export that has the name is not offered any more (`archive.export_state`).

    All at once in three statements, as they may have played some thousand matches.
    """
    theirs = select(matches_of(player.id).subquery().c.match_id)
    work.session.execute(delete(ArchivedName).where(ArchivedName.match_id.in_(theirs)))
    anew = update(Match).where(Match.id.in_(theirs), Match.archive_version > UNCOUNTED).values(archive_version=0)
    work.session.execute(anew.execution_options(synchronize_session="fetch"))
    published = Match.id.in_(theirs), Match.state == MatchState.FINISHED, ~Match.private
    if work.session.scalar(select(Match.id).where(*published).limit(1)) is not None:
        record_job_run(work.session, NAMES_TAKEN_BACK, work.now)


def matches_of(player: int) -> CompoundSelect[int]:
    """Select the matches at which a player sits or sat; those of version 1 have seats alone."""
    sat = select(Participant.match_id).where(Participant.player_id == player)
    return union(sat, select(Seat.match_id).where(Seat.player_id == player))


def matches_to_archive(context: Context, now: datetime) -> list[int]:
    """List finished matches without rows, or with those of a version before this one."""
    versions = range(VERSION)  # an index answers this, but not ``<`` together with an order
    query = select(Match.id).where(Match.archive_version.in_(versions), Match.state == MatchState.FINISHED)
    query = query.where(~is_put_off(SweepTask.ARCHIVE, Match.id, now)).order_by(Match.id)
    with context.store.reading() as session:
        return list(session.scalars(query.limit(AT_A_TIME)))


def game_of(rules: str) -> str:
    """Name the game of a rules key, also where the package with its engine is not installed any more."""
    return rules.partition("/")[0]


@cache
def usual_options(rules: str) -> dict[str, str | int]:
    """Return the values that the options of rules have when nobody chooses others; none without their engine."""
    try:
        return engine_for(rules).rules.complete({})
    except KeyError:
        return {}


def name_words(name: str) -> list[str]:
    """Split a name, or the words of a search, into the words that the archive compares.

    The words for the house player are one and the same in all languages, also in the name of a person.
    """
    return [HOUSE_WORD if word in HOUSE else word[:LONGEST_WORD] for word in map(fold_line, name.split()) if word]


def _words_of(match: Match, one: Person) -> list[str]:
    """List the words by which somebody is found: those of the name that everybody may see, if there is any.

    A private match is found by those alone who have or had a seat in it: they know each other.
    """
    if one.house:
        return sorted({HOUSE_WORD, *name_words(one.name)})
    name = one.name
    if one.player is not None:
        if one.player.erased_at is not None:
            return []
        if not match.private and one.player.shown is not PublicName.NAME:
            name = one.player.alias if one.player.shown is PublicName.ALIAS else ""
    return sorted(set(name_words(name)))


def list_people(session: Session, match: Match, places: tuple[int, ...]) -> Iterator[Person]:
    """List everybody who had a seat, each once, with the place of the seat if they kept it."""
    query = select(Participant, Player).join(Player, Player.id == Participant.player_id)
    query = query.where(Participant.match_id == match.id).order_by(Participant.since_entry, Participant.id)
    rows = session.execute(query).all()
    last = {player.id: (row, player) for row, player in rows}  # who came back stands with the seat where they sat last
    for row, player in last.values():
        kept = row.until_entry is None
        yield Person(player, row.name, _place(places, row.seat) if kept else None, left=not kept)
    seated = {row.seat for row, _ in rows}
    for seat in match.seats:
        if seat.number not in seated:
            own, level = (None, seat.level) if seat.house else (seat.player, None)
            yield Person(own, seat.own_name, _place(places, seat.number), house=seat.house, level=level)


def _place(places: tuple[int, ...], seat: int) -> int | None:
    return places[seat] if places else None
