"""The feeds of the static site. An entry needs the full address of its page, so the copy has feeds if that is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.context import Context
from adjudicator.services.matches.view.feed_view import ARCHIVE, MOST_MATCHES, FeedTeller
from adjudicator.store.tables import Match, Player
from adjudicator.texts.formats.atom import Feed, FeedEntry, write_feed
from adjudicator.texts.language.language import language_for


@dataclass(frozen=True, slots=True)
class CopiedPlaces:
    """Where the pages of the copy are that feeds lead to."""

    frame: SiteFrame
    language: str

    def page(self, path: str) -> str:
        """Return the address of a page."""
        return f"{self.frame.address}/{self.frame.folder(path, self.language)}/"

    def feed(self, path: str) -> str:
        """Return the address of the feed that belongs to a page."""
        return f"{self.frame.address}/{self.frame.feed_path(path, self.language)}"

    def turn(self, code: str, turn: int, _n: int) -> str:
        """Return where a turn is told: not each has a page of its position."""
        return f"{self.page(f'm/{code}')}#turn-{turn}"

    def comment(self, code: str, n: int, mark: str) -> str:
        """Return where a comment stands: on the page of its position, which is in the main language."""
        return f"{self.frame.address}/m/{code}/{n}/#c{mark}"


@dataclass(frozen=True, slots=True)
class SiteFeeds:
    """Writes the feeds; how a match ended is told once in every language, as several feeds have it."""

    context: Context
    frame: SiteFrame
    now: datetime
    _ends: dict[tuple[int, str], FeedEntry] = field(default_factory=dict)

    def write_match(self, session: Session, match: Match) -> Iterator[SitePage]:
        """Write the feeds of a match."""
        for language, teller in self._tellers(session):
            yield self._write(f"m/{match.code}", language, teller.tell_match(match))

    def write_archive(self, session: Session, numbers: Sequence[int]) -> Iterator[SitePage]:
        """Write the feeds of the archive; it has some matches, by their rows, the oldest first."""
        for language, teller in self._tellers(session):
            yield self._write(ARCHIVE, language, teller.tell_archive(self._list_ends(session, numbers, language)))

    def write_player(self, session: Session, player: Player, page: str, numbers: Sequence[int]) -> Iterator[SitePage]:
        """Write the feeds of a player with some matches, by their rows, the oldest first."""
        for language, teller in self._tellers(session):
            ends = self._list_ends(session, numbers, language)
            yield self._write(f"players/{page}", language, teller.tell_player(player, page, ends))

    def _tellers(self, session: Session) -> Iterator[tuple[str, FeedTeller]]:
        if self.frame.address:
            for code in self.frame.languages:
                yield code, self._teller(session, code)

    def _teller(self, session: Session, code: str) -> FeedTeller:
        return FeedTeller(self.context, session, language_for(code), self.now, CopiedPlaces(self.frame, code))

    def _list_ends(self, session: Session, numbers: Sequence[int], language: str) -> list[FeedEntry]:
        """List how the newest of some matches ended, the newest first."""
        newest = numbers[-MOST_MATCHES:][::-1]
        missing = [number for number in newest if (number, language) not in self._ends]
        for match in session.scalars(select(Match).where(Match.id.in_(missing))) if missing else ():
            for code in self.frame.languages:
                self._ends[match.id, code] = self._teller(session, code).tell_end(match)
        return [self._ends[number, language] for number in newest]

    def _write(self, path: str, language: str, feed: Feed) -> SitePage:
        return SitePage(self.frame.feed_path(path, language), write_feed(feed))
