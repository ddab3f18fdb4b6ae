"""Contents of a static site: its pieces, each with the key of the data that its pages show now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import ColumnElement, Row, select
from sqlalchemy.orm import Session

from adjudicator.engines.registry import engines, list_rules
from adjudicator.match.match_result import MatchResult
from adjudicator.services.archive.published_digests import digest_published
from adjudicator.services.archive.site_frame import SiteFrame
from adjudicator.services.archive.site_openings import list_openings
from adjudicator.services.archive.site_pieces import (
    A_PAGE,
    PieceKind,
    PublishedMatch,
    SitePiece,
    digest_parts,
    digest_program,
)
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.finished.archive import may_be_mended
from adjudicator.services.matches.finished.player_pages import page_of
from adjudicator.services.matches.statistics.opening_view import list_games_with_openings
from adjudicator.services.matches.view.feed_view import MOST_MATCHES
from adjudicator.store.session import Store
from adjudicator.store.states import MatchState
from adjudicator.store.tables import ArchivedPerson, Match, Player, Seat

BLOCK = 500


def list_pieces(
    store: Store, frame: SiteFrame, now: datetime, since: datetime | None, reader: MatchReader
) -> list[SitePiece]:
    """List the pieces of a site: what takes longest before the matches, and what is quick behind them.

    Matches that `reader` knows to be faulty, and those that it finds here, are in no list.
    """
    made = digest_parts(digest_program(), frame.site, frame.main, frame.address)
    with store.reading() as session:
        found = list(_list_matches(session, made, now, since, reader))
        matches = [match for match in found if match.number not in reader.faulty]
        return [
            *_list_openings(session, made, matches),
            *_list_players(session, made, matches),
            *(SitePiece(PieceKind.MATCH, match.code, match.key, (match.number,)) for match in found),
            *_list_archive(made, matches),
            *([_list_feed(made, matches)] if frame.address else ()),
        ]


def _list_matches(
    session: Session, made: str, now: datetime, since: datetime | None, reader: MatchReader
) -> Iterator[PublishedMatch]:
    """List the matches that belong on the site, in the order in which they ended."""
    numbers = session.scalars(select(Match.id).where(*_public(since)).order_by(Match.finished_at, Match.id)).all()
    for at in range(0, len(numbers), BLOCK):
        block = numbers[at : at + BLOCK]
        rows = reader.load(session, block, partial(_load_rows, session))
        over = [row for number in block if (row := rows.get(number)) is not None and _is_over(row, now)]
        digests = reader.load(session, [row.id for row in over], partial(digest_published, session))
        for row in (row for row in over if row.id in digests):
            yield PublishedMatch(row.id, row.code, row.rules, digest_parts(made, digests[row.id]))


_Listed = Row[int, str, str, int, MatchResult | None]


def _load_rows(session: Session, numbers: Sequence[int]) -> dict[int, _Listed]:
    query = select(Match.id, Match.code, Match.rules, Match.record_version, Match.end).where(Match.id.in_(numbers))
    return {row.id: row for row in session.execute(query)}


def _is_over(row: _Listed, now: datetime) -> bool:
    return row.end is not None and not may_be_mended(row.end, row.record_version, now)


def _list_archive(made: str, matches: Sequence[PublishedMatch]) -> Iterator[SitePiece]:
    """List the pages of the archive, forty matches each. Page 1 has the oldest, the newest page has no number."""
    pages = max(1, -(-len(matches) // A_PAGE))
    for page in range(1, pages + 1):
        found = matches[(page - 1) * A_PAGE : page * A_PAGE]
        newer = "" if page == pages else _archive_path(page + 1, pages)
        older = "" if page == 1 else _archive_path(page - 1, pages)
        key = digest_parts(made, str(page), newer, *(match.key for match in found))
        subject = "" if page == pages else str(page)
        yield SitePiece(PieceKind.ARCHIVE, subject, key, tuple(match.number for match in found), newer, older)


def _list_feed(made: str, matches: Sequence[PublishedMatch]) -> SitePiece:
    """List the feed of the archive: the matches that ended last, also those of the page before."""
    found = matches[-MOST_MATCHES:]
    key = digest_parts(made, *(match.key for match in found))
    return SitePiece(PieceKind.FEED, "", key, tuple(match.number for match in found))


def _archive_path(page: int, pages: int) -> str:
    """Return the path of a page of the archive."""
    return "archive" if page == pages else f"archive/{page}"


def _list_openings(session: Session, made: str, matches: Sequence[PublishedMatch]) -> Iterator[SitePiece]:
    known = engines()
    for rules, compared in list_games_with_openings(list_rules()):
        if compared:
            versions = [key for key, engine in known.items() if engine.rules.name == rules.name]
            found = [match for match in matches if match.rules in versions]
            yield from list_openings(session, made, rules.name, found)


def _list_players(session: Session, made: str, matches: Sequence[PublishedMatch]) -> Iterator[SitePiece]:
    """List the players to whose pages something leads: who sat at a match of the site, or was somebody's opponent."""
    keys = {match.number: match.key for match in matches}
    row = ArchivedPerson
    query = select(row, Player).outerjoin(Player, Player.id == row.player_id).where(~row.private)
    tables, own = defaultdict[int, list[str]](list), defaultdict[Player, list[int]](list)
    for person, player in session.execute(query.order_by(row.ended_at, row.match_id, row.person)):
        facts = person.player_id, person.level, person.game, person.place, person.left, *_public_facts(player)
        tables[person.match_id].append(repr(facts))
        if player is not None:
            own[player].append(person.match_id)
    seated = select(Player).join(Seat, Seat.player_id == Player.id).join(Match).where(*_public(None))
    for player in session.scalars(seated.distinct()):  # the sweep may not have entered a match yet
        own.setdefault(player, [])
    for player, numbers in sorted(own.items(), key=lambda one: one[0].id):
        if page := page_of(player):
            told = (part for number in numbers for part in (*tables[number], keys.get(number, "")))
            key = digest_parts(made, page, repr(_public_facts(player)), *told)
            yield SitePiece(PieceKind.PLAYER, page, key, tuple(number for number in numbers if number in keys))
    session.expunge_all()


def _public_facts(player: Player | None) -> tuple[object, ...]:
    if player is None:  # the house player
        return ()
    return player.shown, player.alias, player.erased_at, player.name, player.page_key


def _public(since: datetime | None) -> tuple[ColumnElement[bool], ...]:
    conditions = (Match.state == MatchState.FINISHED, ~Match.private)
    return conditions if since is None else (*conditions, Match.finished_at >= since)
