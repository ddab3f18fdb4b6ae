"""What the archive is searched by: written when a match ends, and taken out again when a ruling reopens it.

Statistics, openings and positions follow with it (`counted_rows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sqlalchemy import delete, select

from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.vocabulary import HOUSE
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.match_result import ending_of
from adjudicator.services.context import Context
from adjudicator.services.matches.rows.counted_rows import count_match, uncount_match
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.archive_tables import HOUSE_WORD
from adjudicator.store.states import MatchState
from adjudicator.store.tables import ArchivedMatch, ArchivedName, ArchivedOption, Match, Participant

AT_A_TIME = 500
LONGEST_WORD = 80


def archive_match(work: UnitOfWork, match: Match) -> None:
    """Write the rows of a finished match, in place of those that it has."""
    withdraw_match(work, match)
    end, ended_at = match.end, match.finished_at
    if match.state is not MatchState.FINISHED or end is None or ended_at is None:
        return
    match.archived = True
    common = {"match_id": match.id, "private": match.private, "game": game_of(match.rules), "ended_at": ended_at}
    work.session.add(
        ArchivedMatch(
            **common,
            seats=len(match.seats),
            kind=ending_of(end.kind),
            shared=end.places.count(1) > 1,
        )
    )
    for number, (name, place) in enumerate(_people(work, match, end.places)):
        words = {HOUSE_WORD} if name is None else set(name_words(name))
        work.session.add_all(ArchivedName(**common, person=number, word=word, place=place) for word in sorted(words))
    chosen = chosen_options(match)
    work.session.add_all(ArchivedOption(**common, name=name, value=value) for name, value in chosen.items())
    count_finished_match(work, match)


def count_finished_match(work: UnitOfWork, match: Match) -> None:
    """Let statistics, openings and positions know of a match, or forget one that goes on."""
    count_match(work, match, [f"{name}={value}" for name, value in sorted(chosen_options(match).items())])


def chosen_options(match: Match) -> dict[str, str]:
    """List the options of a match that are not the usual ones."""
    usual = usual_options(match.rules)
    return {name: str(value) for name, value in match.options.items() if usual.get(name) != value}


def withdraw_match(work: UnitOfWork, match: Match) -> None:
    """Delete the rows of a match."""
    uncount_match(work, match)
    if match.archived:
        for table in (ArchivedMatch, ArchivedName, ArchivedOption):
            work.session.execute(delete(table).where(table.match_id == match.id))
        match.archived = False


def matches_to_archive(context: Context) -> list[int]:
    """List finished matches without rows: those that ended under a version that wrote none."""
    query = select(Match.id).where(~Match.archived, Match.state == MatchState.FINISHED).order_by(Match.id)
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
    """Split a name, or what somebody looks for, into the words that the archive compares.

    The words for the house player are one and the same in all languages, also in the name of a person.
    """
    return [HOUSE_WORD if word in HOUSE else word[:LONGEST_WORD] for word in map(fold_line, name.split()) if word]


def _people(work: UnitOfWork, match: Match, places: tuple[int, ...]) -> Iterator[tuple[str | None, int | None]]:
    """Name everybody who had a seat, each once, with the place of the seat if they kept it; None is the house."""
    query = select(Participant).where(Participant.match_id == match.id)
    rows = work.session.scalars(query.order_by(Participant.since_entry, Participant.id)).all()
    last = {row.player_id: row for row in rows}  # who came back stands with the seat where they sat last
    for row in last.values():
        yield row.name, _place(places, row.seat) if row.until_entry is None else None
    seated = {row.seat for row in rows}
    for seat in match.seats:
        if seat.number not in seated:
            yield None if seat.house else seat.own_name, _place(places, seat.number)


def _place(places: tuple[int, ...], seat: int) -> int | None:
    return places[seat] if places else None
