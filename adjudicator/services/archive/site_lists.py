"""The pages of the static site that list matches: the archive, and the players.

What has more than forty matches has several pages. They are numbered from the oldest match on, and the newest page has
no number: so those that are full never change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from sqlalchemy.orm import Session

from adjudicator.services.archive.site_feeds import SiteFeeds
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.archive.site_pieces import A_PAGE, SitePiece
from adjudicator.services.context import Context
from adjudicator.services.matches.finished.player_pages import find_public_player, tell_player
from adjudicator.services.matches.names.listed_matches import ListedMatch, read_listed
from adjudicator.services.matches.view.feed_view import ARCHIVE
from adjudicator.services.matches.view.match_summary import MatchSummary, summarize_listed, summarize_match
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import Language, language_for

WIDE = "wide"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SiteLists:
    """The matches of a site as lines of lists; each is told once in every language, as several pages list it."""

    context: Context
    feeds: SiteFeeds
    _told: dict[tuple[int, str], MatchSummary] = field(default_factory=dict)

    @property
    def frame(self) -> SiteFrame:
        """The site."""
        return self.feeds.frame

    def tell(self, session: Session, numbers: Sequence[int], language: str) -> list[MatchSummary]:
        """Tell some matches in a language."""
        missing = [number for number in numbers if (number, language) not in self._told]
        if missing:
            for number, match in read_listed(session, missing).items():
                for code in self.frame.languages:
                    self._told[number, code] = self._summarize(match, language_for(code))
        return [self._told[number, language] for number in numbers]

    def _summarize(self, match: Match | ListedMatch, language: Language) -> MatchSummary:
        if isinstance(match, ListedMatch):
            return summarize_listed(match, language, None)
        return summarize_match(MatchPresenter(self.context, match, language, WIDE))


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """A page of a long list: its path, what is on it, the newest first, and the pages before and behind it."""

    path: str
    items: Sequence[T]
    newest: str
    """The path of the first page; empty on it."""
    older: str
    """The path of the next page; empty on the last one."""


def split_list(path: str, items: Sequence[T], at_a_time: int) -> Iterator[Part[T]]:
    """Split a list, which begins with the oldest, into pages of which the newest has the path itself."""
    pages = max(1, -(-len(items) // at_a_time))

    def path_of(page: int) -> str:
        return path if page == pages else f"{path}/{page}"

    for page in range(1, pages + 1):
        found = items[(page - 1) * at_a_time : page * at_a_time][::-1]
        yield Part(path_of(page), found, "" if page == pages else path, path_of(page - 1) if page > 1 else "")


def write_archive_page(session: Session, lists: SiteLists, piece: SitePiece) -> Iterator[SitePage]:
    """Write a page of the archive."""
    path = f"archive/{piece.subject}" if piece.subject else "archive"
    for language in lists.frame.languages:
        yield lists.frame.render(
            "site/archive",
            path,
            language,
            live="archive",
            matches=lists.tell(session, piece.numbers[::-1], language),
            newer=piece.newer,
            older=piece.older,
            feed=lists.frame.lead_to_feed(path, language, ARCHIVE),
        )


def write_player_pages(session: Session, lists: SiteLists, piece: SitePiece) -> Iterator[SitePage]:
    """Write the pages of a player: the public facts about them, and their matches of the site."""
    player, frame, path = find_public_player(session, piece.subject), lists.frame, f"players/{piece.subject}"
    if player is None:  # they have changed their name since the pieces were listed
        return
    for language in frame.languages:
        told = tell_player(session, player, language_for(language))
        for part in split_list(path, piece.numbers, A_PAGE):
            yield frame.render(
                "web/player",
                part.path,
                language,
                live=path,
                told=told,
                feed=frame.lead_to_feed(part.path, language, path),
                files=False,
                matches=lists.tell(session, part.items, language),
                newest=frame.lead(part.path, language, part.newest) if part.newest else "",
                older=frame.lead(part.path, language, part.older) if part.older else "",
            )
    yield from lists.feeds.write_player(session, player, piece.subject, piece.numbers)
