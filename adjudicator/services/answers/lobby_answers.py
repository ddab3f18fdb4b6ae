"""The answers to `lobby` and `archive`: free seats with the line that takes one, and matches that are over.

Letters to the service and letters to a seat ask for the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from sqlalchemy import select

from adjudicator.engines.registry import engines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.timekeeping.zone_offsets import find_zone
from adjudicator.services.answers import archive_words, search_terms
from adjudicator.services.answers.club_answers import find_rules
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.finished.archive import select_finished
from adjudicator.services.matches.finished.archive_search import find_finished
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.rows.match_rows import find_match, seat_of
from adjudicator.services.matches.seats.seat_takers import seat_offered
from adjudicator.services.matches.view.chance import short_seed_digest
from adjudicator.services.matches.view.open_seats import select_joinable, select_vacant
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState, SeatState
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.facts import archive_facts, lobby_facts
from adjudicator.texts.language.language import Language
from adjudicator.texts.statistics.said_search import say_search

MOST_SEATS = 20
MOST_PAST = 15


def list_free_seats(
    work: UnitOfWork, player: Player | None, given: GivenCommand, language: Language
) -> lobby_facts.LobbyAnswer:
    """List the seats that a person may take. Raises `RefusedError` for a game that is not played here."""
    rules, reader = _rules_of(given), MatchReader()
    waiting = reader.fetch(work.session, select_joinable(rules).limit(MOST_SEATS))
    waiting = [match for match in waiting if not _sits(match, player)]
    left = reader.fetch(work.session, select_vacant(rules).limit(MOST_SEATS))
    left = [match for match in left if any(reader.read(match, partial(seat_offered, work.session, match, player)))]
    lines = (
        *reader.read_each(waiting, lambda match: _seat_line(work, match, language, "join")),
        *reader.read_each(left, lambda match: _seat_line(work, match, language, "takeover")),
    )
    reader.note(work)
    return lobby_facts.LobbyAnswer(order=given.line, seats=lines[:MOST_SEATS], faulty=reader.say(language))


def list_past_matches(
    work: UnitOfWork, player: Player | None, given: GivenCommand, language: Language
) -> archive_facts.ArchiveAnswer:
    """List matches that are over, the newest first: the player's own, and those that everybody may see.

    With words behind the command only those that they describe, and with a code that match. Raises `RefusedError` for
    words that cannot be read.
    """
    if (match := _past_match(work, player, given.argument)) is not None:
        return _answer(_Asker(work, player, language), given, [match], MatchReader())
    terms = archive_words.read_words(given.argument)
    zone = find_zone(player.zone if player else "UTC")
    try:
        search = search_terms.read_terms(terms, zone, work.now)
    except search_terms.UnreadableSearch as fault:
        raise archive_words.refuse_terms(fault, terms) from fault
    reader = MatchReader()
    if search.any:
        numbers = find_finished(work.session, search, MOST_PAST, player.id if player else None)
        found = reader.fetch_numbered(work.session, numbers)
    else:
        own = list(_own_past(work, player, reader)) if player else []
        public = reader.fetch(work.session, select_finished().limit(MOST_PAST + len(own)))
        found = own + [match for match in public if match not in own][:MOST_PAST]
    if not found and not reader.faulty and (refused := archive_words.refuse_game(terms)):
        raise refused
    answer = _answer(_Asker(work, player, language), given, found, reader)
    query = terms.query()
    if not query:
        return answer
    return replace(answer, searched=say_search(terms.named(), language), more=f"{answer.more}?{query}")


def _past_match(work: UnitOfWork, player: Player | None, code: str) -> Match | None:
    """Find a match that is over by its code, if the reader may see it."""
    match = find_match(work.session, code) if code and " " not in code else None
    if match is None or match.state is not MatchState.FINISHED:
        return None
    return match if may_see(work.session, match, player) else None


@dataclass(frozen=True, slots=True)
class _Asker:
    """Who asked, in which language."""

    work: UnitOfWork
    player: Player | None
    language: Language


def _answer(
    asker: _Asker, given: GivenCommand, found: Sequence[Match], reader: MatchReader
) -> archive_facts.ArchiveAnswer:
    work, player, language = asker.work, asker.player, asker.language
    own, others = _divide(found, player)
    told_own = reader.read_each(own, lambda match: _past_line(work, match, player, language))
    told_others = reader.read_each(others, lambda match: _past_line(work, match, None, language))
    reader.note(work)
    return archive_facts.ArchiveAnswer(
        order=given.line,
        searched="",
        own=tuple(told_own),
        others=tuple(told_others),
        more=f"{work.context.site}/archive",
        record=word_for("record", language.language),
        faulty=reader.say(language),
    )


def _divide(found: Sequence[Match], player: Player | None) -> tuple[list[Match], list[Match]]:
    own = [match for match in found if _sits(match, player)]
    return own, [match for match in found if match not in own]


def _rules_of(given: GivenCommand) -> tuple[str, ...]:
    """Find all versions of the rules of a game that was named; none if none was."""
    if not given.argument:
        return ()
    name = find_rules(given.argument, "lobby").name
    return tuple(key for key, engine in engines().items() if engine.rules.name == name)


def _sits(match: Match, player: Player | None) -> bool:
    return player is not None and seat_of(match, player.id) is not None


def _seat_line(work: UnitOfWork, match: Match, language: Language, command: str) -> lobby_facts.SeatLine:
    free = [
        seat
        for seat in match.seats
        if seat.vacant_at is not None or (seat.state is SeatState.INVITED and not seat.guest)
    ]
    return lobby_facts.SeatLine(
        match=MatchPresenter(work.context, match, language, "wide").facts(),
        free=len(free),
        line=f"{word_for(command, language.language)} {match.code}",
        seed=short_seed_digest(match),
    )


def _own_past(work: UnitOfWork, player: Player, reader: MatchReader) -> Sequence[Match]:
    query = (
        select(Match)
        .join(Seat)
        .where(Seat.player_id == player.id, Match.state == MatchState.FINISHED)
        .order_by(Match.finished_at.desc(), Match.id.desc())
    )
    return reader.fetch(work.session, query.limit(MOST_PAST))


def _past_line(work: UnitOfWork, match: Match, player: Player | None, language: Language) -> archive_facts.PastMatch:
    seat = seat_of(match, player.id) if player else None
    number = seat.number if seat else None
    presenter = MatchPresenter(work.context, match, language, "wide", number, public=seat is None)
    return archive_facts.PastMatch(
        match=presenter.facts(),
        seat=presenter.seat,
        ended=match.finished_at,
        places=match.end.places if match.end else (),
    )
