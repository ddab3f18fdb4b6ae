"""The pages of the static site that are about more than one match. A kind of page is a line in `SITE_PAGES`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session, load_only, selectinload

from adjudicator.engines.registry import engines
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.matches.view.shown_names import seat_names
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.language import language_for

A_PAGE = 40


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match as one line of the archive."""

    code: str
    game: str
    names: tuple[str, ...]
    won: str
    """Who has the first place alone; empty if nobody has."""
    shared: tuple[str, ...]
    """Those who share the first place."""
    ended: datetime


@dataclass(frozen=True, slots=True)
class Listing:
    """The matches of a site: a session that reads them, and which they are."""

    session: Session
    numbers: Sequence[int]
    """The numbers of the matches, those that ended first before the others."""


def write_front(frame: SiteFrame, listing: Listing) -> Iterator[SitePage]:
    """Write the first page."""
    for language in frame.languages:
        yield frame.render("front", "", language, count=len(listing.numbers))


def write_archive(frame: SiteFrame, listing: Listing) -> Iterator[SitePage]:
    """Write the archive, forty matches a page. `archive/1` has the oldest; the newest page is `archive` itself."""
    pages = max(1, -(-len(listing.numbers) // A_PAGE))
    for page in range(1, pages + 1):
        found = list(_load(listing, listing.numbers[(page - 1) * A_PAGE : page * A_PAGE]))
        for language in frame.languages:
            yield frame.render(
                "archive",
                _path(page, pages),
                language,
                matches=[_list(match, language) for match in reversed(found)],
                newer=_path(page + 1, pages) if page < pages else "",
                older=_path(page - 1, pages) if page > 1 else "",
            )
        listing.session.expunge_all()


def _path(page: int, pages: int) -> str:
    return "archive" if page == pages else f"archive/{page}"


def _load(listing: Listing, numbers: Sequence[int]) -> Iterator[Match]:
    columns = load_only(Match.code, Match.rules, Match.finished_at, Match.end)
    seats = selectinload(Match.seats).load_only(
        Seat.number, Seat.called, Seat.house, Seat.level, Seat.player_id, Seat.owner_id
    )
    query = select(Match).where(Match.id.in_(numbers)).options(columns, seats)
    found = {match.id: match for match in listing.session.scalars(query)}
    yield from (found[number] for number in numbers)


def _list(match: Match, language: str) -> ListedMatch:
    names = seat_names(match, language_for(language), public=True)
    first = [name for name, place in zip(names, match.end.places if match.end else (), strict=False) if place == 1]
    engine = engines().get(match.rules)
    return ListedMatch(
        code=match.code,
        game=engine.rules.title if engine else match.rules,
        names=names,
        won=first[0] if len(first) == 1 else "",
        shared=tuple(first) if len(first) > 1 else (),
        ended=match.finished_at or match.created_at,
    )


Writer = Callable[[SiteFrame, Listing], Iterator[SitePage]]
SITE_PAGES: Final[tuple[Writer, ...]] = (write_front, write_archive)
