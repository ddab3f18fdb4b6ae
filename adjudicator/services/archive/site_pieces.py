"""What a static site is made of: pieces that are written one by one, in any order and by several processes.

Each piece has files of its own, and a key: a digest of all that they depend on. It is written when its key has changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from hashlib import sha256
from pathlib import Path

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

import adjudicator
from adjudicator.engines.registry import engines, list_rules
from adjudicator.services.archive.published_digests import digest_published
from adjudicator.services.archive.site_frame import SiteFrame
from adjudicator.services.matches.finished.archive import may_be_mended
from adjudicator.services.matches.finished.player_pages import page_of
from adjudicator.services.matches.statistics.opening_view import list_games_with_openings
from adjudicator.services.matches.view.feed_view import MOST_MATCHES
from adjudicator.store.session import Store
from adjudicator.store.states import MatchState
from adjudicator.store.tables import ArchivedPerson, Match, Player, Seat
from adjudicator.texts.language.language import templates_folder

A_PAGE = 40
BLOCK = 500
TEMPLATES = ("html", "txt", "svg")


class PieceKind(StrEnum):
    """What a piece is about; also the folder of its pages."""

    OPENINGS = "openings"
    PLAYER = "players"
    MATCH = "m"
    ARCHIVE = "archive"
    FEED = "archive.atom"


@dataclass(frozen=True, slots=True)
class SitePiece:
    """A piece of a site. `subject` is the code of a match, the page of a player, the name of a game, or a number."""

    kind: PieceKind
    subject: str
    key: str
    numbers: tuple[int, ...]
    """The rows of the matches that it lists or is about, those that ended first before the others."""
    newer: str = ""
    older: str = ""
    """The paths of the pages before and behind it, if it is a page of the archive."""

    @property
    def name(self) -> str:
        """The name of the piece, which no other has."""
        return f"{self.kind}/{self.subject}"


@dataclass(frozen=True, slots=True)
class _Listed:
    number: int
    code: str
    rules: str
    key: str


def list_pieces(store: Store, frame: SiteFrame, now: datetime, since: datetime | None) -> list[SitePiece]:
    """List the pieces of a site: what takes longest before the matches, and what is quick behind them."""
    made = _digest(digest_program(), frame.site, frame.main, frame.address)
    with store.reading() as session:
        matches = list(_list_matches(session, made, now, since))
        return [
            *_list_openings(session, made, matches),
            *_list_players(session, made, matches),
            *(SitePiece(PieceKind.MATCH, match.code, match.key, (match.number,)) for match in matches),
            *_list_archive(made, matches),
            *([_list_feed(made, matches)] if frame.address else ()),
        ]


def _list_matches(session: Session, made: str, now: datetime, since: datetime | None) -> Iterator[_Listed]:
    """List what belongs on the site, in the order in which the matches ended."""
    query = select(Match.id, Match.code, Match.rules, Match.record_version, Match.end).where(*_public(since))
    rows = session.execute(query.order_by(Match.finished_at, Match.id)).all()
    rows = [row for row in rows if row.end and not may_be_mended(row.end, row.record_version, now)]
    for at in range(0, len(rows), BLOCK):
        block = rows[at : at + BLOCK]
        digests = digest_published(session, [row.id for row in block])
        for row in block:
            yield _Listed(row.id, row.code, row.rules, _digest(made, digests[row.id]))


def _list_archive(made: str, matches: Sequence[_Listed]) -> Iterator[SitePiece]:
    """List the pages of the archive, forty matches each. Page 1 has the oldest, the newest page has no number."""
    pages = max(1, -(-len(matches) // A_PAGE))
    for page in range(1, pages + 1):
        found = matches[(page - 1) * A_PAGE : page * A_PAGE]
        newer = "" if page == pages else _archive_path(page + 1, pages)
        older = "" if page == 1 else _archive_path(page - 1, pages)
        key = _digest(made, str(page), newer, *(match.key for match in found))
        subject = "" if page == pages else str(page)
        yield SitePiece(PieceKind.ARCHIVE, subject, key, tuple(match.number for match in found), newer, older)


def _list_feed(made: str, matches: Sequence[_Listed]) -> SitePiece:
    """List the feed of the archive: the matches that ended last, also those of the page before."""
    found = matches[-MOST_MATCHES:]
    key = _digest(made, *(match.key for match in found))
    return SitePiece(PieceKind.FEED, "", key, tuple(match.number for match in found))


def _archive_path(page: int, pages: int) -> str:
    """Return the path of a page of the archive."""
    return "archive" if page == pages else f"archive/{page}"


def _list_openings(session: Session, made: str, matches: Sequence[_Listed]) -> Iterator[SitePiece]:
    known = engines()
    for rules, compared in list_games_with_openings(list_rules()):
        if not compared:
            continue
        versions = [key for key, engine in known.items() if engine.rules.name == rules.name]
        found = [match for match in matches if match.rules in versions]
        counted = select(Match.id, Match.chain, Match.counted).where(*_public(None), Match.rules.in_(versions))
        all_counted = (repr(tuple(row)) for row in session.execute(counted.order_by(Match.id)))
        key = _digest(made, *(match.key for match in found), *all_counted)
        yield SitePiece(PieceKind.OPENINGS, rules.name, key, tuple(match.number for match in found))


def _list_players(session: Session, made: str, matches: Sequence[_Listed]) -> Iterator[SitePiece]:
    """List the players to whose pages something leads: who sat at a match of the site, or was somebody's opponent."""
    keys = {match.number: match.key for match in matches}
    row = ArchivedPerson
    query = select(row, Player).outerjoin(Player, Player.id == row.player_id).where(~row.private)
    tables, own = defaultdict[int, list[str]](list), defaultdict[Player, list[int]](list)
    for person, player in session.execute(query.order_by(row.ended_at, row.match_id, row.person)):
        facts = person.player_id, person.game, person.place, person.left, *_public_facts(player)
        tables[person.match_id].append(repr(facts))
        if player is not None:
            own[player].append(person.match_id)
    seated = select(Player).join(Seat, Seat.player_id == Player.id).join(Match).where(*_public(None))
    for player in session.scalars(seated.distinct()):  # the sweep may not have entered a match yet
        own.setdefault(player, [])
    for player, numbers in sorted(own.items(), key=lambda one: one[0].id):
        if page := page_of(player):
            told = (part for number in numbers for part in (*tables[number], keys.get(number, "")))
            key = _digest(made, page, repr(_public_facts(player)), *told)
            yield SitePiece(PieceKind.PLAYER, page, key, tuple(number for number in numbers if number in keys))
    session.expunge_all()


def _public_facts(player: Player | None) -> tuple[object, ...]:
    if player is None:  # the house player
        return ()
    return player.shown, player.alias, player.erased_at, player.name, player.page_key


def _public(since: datetime | None) -> tuple[ColumnElement[bool], ...]:
    conditions = (Match.state == MatchState.FINISHED, ~Match.private)
    return conditions if since is None else (*conditions, Match.finished_at >= since)


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()


@cache
def digest_program() -> str:
    """Digest everything that writes pages: with another program all of them are written anew."""
    digest, program, templates = sha256(), Path(adjudicator.__file__).parent, templates_folder()
    for folder, ending in (*((program, one) for one in ("py", "mo")), *((templates, one) for one in TEMPLATES)):
        for path in sorted(folder.rglob(f"*.{ending}")):
            digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return digest.hexdigest()
