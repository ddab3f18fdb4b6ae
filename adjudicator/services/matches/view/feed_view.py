"""Contents of Atom feeds: of the archive, of a player, and of a match as a spectator sees it.

The live site and its static copy tell the same. They differ in the addresses to which entries lead (`FeedPlaces`). Both
have the ids of the live site, so that a program knows an entry again wherever it finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Protocol
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from adjudicator.engines.registry import engine_for
from adjudicator.services.context import Context
from adjudicator.services.match_reader import FaultyMatch, MatchReader
from adjudicator.services.matches.annotations.comments import ShownComment, list_comments
from adjudicator.services.matches.names.author_names import AnnotationReader
from adjudicator.services.matches.names.shown_names import name_in_public
from adjudicator.services.matches.view.match_summary import say_result
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.store.states import MatchState
from adjudicator.store.tables import EntryRow, Match, Player
from adjudicator.texts.formats.atom import Feed, FeedEntry, make_tag
from adjudicator.texts.games.event_text import write_event
from adjudicator.texts.language.language import Language
from adjudicator.texts.letters.faulty_match import say_faulty

MOST_MATCHES = 40
MOST_ENTRIES = 100
NAME = "Adjudicator"
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
"""The day in the id of the archive's feed; an empty archive has not changed since."""
ARCHIVE = "archive"
_WIDE = "wide"


class FeedPlaces(Protocol):
    """The addresses of the entries of feeds, in full. A path is that of a page of the live site, without a slash."""

    def page(self, path: str) -> str:
        """Return the address of a page."""
        ...

    def feed(self, path: str) -> str:
        """Return the address of the feed that belongs to a page."""
        ...

    def turn(self, code: str, turn: int, n: int) -> str:
        """Return where a turn of a match is told, whose last entry is `n`."""
        ...

    def comment(self, code: str, n: int, mark: str) -> str:
        """Return where a comment on a position stands."""
        ...


@dataclass(frozen=True, slots=True)
class FeedTeller:
    """Tells feeds in one language, to somebody who plays in none of the matches."""

    context: Context
    session: Session
    language: Language
    now: datetime
    places: FeedPlaces

    def tell_ends(self, matches: Iterable[Match], reader: MatchReader) -> list[FeedEntry]:
        """Tell how matches ended; the entry of a faulty one says that it is one."""
        told = reader.read_each(matches, self.tell_end)
        return [*told, *(self._tell_faulty(one) for one in reader.faulty.values())]

    def tell_archive(self, ends: Iterable[FeedEntry]) -> Feed:
        """Tell how the matches ended that are the newest of the archive, each as `tell_end` tells it."""
        return self._tell_list(ARCHIVE, self.language.gettext("Archive"), ends, (ARCHIVE,))

    def tell_player(self, player: Player, page: str, ends: Iterable[FeedEntry]) -> Feed:
        """Tell how matches of a player ended; `page` is the last part of the address of their page."""
        name = name_in_public(player, player.name, self.language)
        # The key of the page is another one as soon as its player is called otherwise: it is another feed then.
        return self._tell_list(f"players/{page}", name, ends, ("player", page.rpartition("-")[2]))

    def tell_match(self, match: Match, scene: MatchPresenter | None = None, *, talked: bool = True) -> Feed:
        """Tell the turns of a match that are over, its end, and its annotations.

        `scene` is a spectator who has told the match already, if there is one. Nobody looks for comments where nobody
        has `talked`.
        """
        scene, path = scene or self._spectate(match), f"m/{match.code}"
        title = _title(scene)
        entries = [*self._list_entries(scene, title), *(self._list_comments(match, title) if talked else ())]
        entries.sort(key=lambda one: one.at, reverse=True)
        return Feed(
            id=self._tag(match, "feed"),
            title=title,
            url=self.places.page(path),
            own_url=self.places.feed(path),
            author=NAME,
            language=self.language.language,
            since=match.started_at or match.created_at,
            entries=tuple(entries[:MOST_ENTRIES]),
        )

    def tell_end(self, match: Match) -> FeedEntry:
        """Tell how a match ended."""
        scene = self._spectate(match)
        return self._tell_end(scene, _title(scene))

    def _tell_list(self, path: str, title: str, ends: Iterable[FeedEntry], tag: tuple[str, ...]) -> Feed:
        return Feed(
            id=make_tag(self._host, FIRST_DAY, *tag),
            title=f"{NAME}{self.language.colon}{title}",
            url=self.places.page(path),
            own_url=self.places.feed(path),
            author=NAME,
            language=self.language.language,
            since=FIRST_DAY,
            entries=tuple(ends),
        )

    def _spectate(self, match: Match) -> MatchPresenter:
        return MatchPresenter(self.context, match, self.language, _WIDE, now=self.now)

    def _list_entries(self, scene: MatchPresenter, title: str) -> Iterator[FeedEntry]:
        match = scene.match
        over = match.state is not MatchState.RUNNING
        for turn, found in groupby(match.entries, key=lambda row: row.turn):
            if over or turn < match.turn:
                told = self._tell_turn(scene, title, turn, list(found))
                if told.text:  # not so if it has nothing but the end of the match
                    yield told
        if match.end is not None:
            yield self._tell_end(scene, title)

    def _list_comments(self, match: Match, title: str) -> Iterator[FeedEntry]:
        reader = AnnotationReader(self.session, self.context.secret, match, self.now, self.language)
        for thread in list_comments(reader):
            said = (one for one in (thread, *thread.answers) if one.text or one.line)
            yield from (self._tell_comment(match, title, one) for one in said)

    def _tell_turn(self, scene: MatchPresenter, title: str, turn: int, rows: list[EntryRow]) -> FeedEntry:
        match, language = scene.match, self.language
        said = filter(None, (write_event(event, None, language) for event in scene.events(rows)))
        return FeedEntry(
            id=self._tag(match, "turn", str(turn)),
            title=f"{title}, {language.gettext('Turn %(turn)s') % {'turn': turn}}",
            url=self.places.turn(match.code, turn, rows[-1].n),
            at=max(row.at for row in rows),
            text="\n".join(said),
        )

    def _tell_end(self, scene: MatchPresenter, title: str) -> FeedEntry:
        match, end = scene.match, scene.match.end
        result = "" if end is None else say_result(scene.names(), end.places, self.language, None)
        return FeedEntry(
            id=self._tag(match, "end"),
            title=f"{title}{self.language.colon}{result}",
            url=self.places.page(f"m/{match.code}"),
            at=match.finished_at or match.created_at,
            text=f"{result}. {scene.ending(self.session)}",
        )

    def _tell_faulty(self, faulty: FaultyMatch) -> FeedEntry:
        said = say_faulty(faulty.code, self.language)
        return FeedEntry(
            id=make_tag(self._host, FIRST_DAY, "match", faulty.code, "faulty"),
            title=said,
            url=self.places.page(f"m/{faulty.code}"),
            at=self.now,
            text=said,
        )

    def _tell_comment(self, match: Match, title: str, one: ShownComment) -> FeedEntry:
        moves = "; ".join(one.line)
        return FeedEntry(
            id=self._tag(match, "comment", one.mark),
            title=f"{title}, {self.language.gettext('comment %(mark)s') % {'mark': one.mark}}",
            url=self.places.comment(match.code, one.n, one.mark),
            at=one.at,
            text="\n".join(filter(None, (moves, one.text))),
            author=one.author,
        )

    def _tag(self, match: Match, *path: str) -> str:
        return make_tag(self._host, match.created_at, "match", match.code, *path)

    @property
    def _host(self) -> str:
        return urlsplit(self.context.site).hostname or "localhost"


def _title(scene: MatchPresenter) -> str:
    game = engine_for(scene.match.rules).rules.title
    names = " \N{EN DASH} ".join(scene.names())
    return f"{game} {scene.match.code} ({names})"
