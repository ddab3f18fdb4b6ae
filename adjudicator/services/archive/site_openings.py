"""The openings of a game on the static site: a page for each position that stood often, and one with its matches.

The live site shows any position of the openings. The copy has those in which at least `FEWEST` matches met, the most
played first, at most `MOST_POSITIONS`. Each has one page, at the moves by which most matches came there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from heapq import heapify, heappop, heappush

from markupsafe import Markup
from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from adjudicator.engines.registry import newest_engine
from adjudicator.match.course.opening_keys import OpeningBook
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.archive.site_lists import SiteLists, split_list
from adjudicator.services.archive.site_pieces import A_PAGE, SitePiece
from adjudicator.services.matches.statistics.opening_tree import (
    MOST_COUNTED,
    Node,
    count_matches_with,
    entries_with,
    find_node,
    list_trees,
)
from adjudicator.services.matches.statistics.opening_view import Listed, name_seats, opening_query, tell_node
from adjudicator.store.tables import EntryRow
from adjudicator.texts.games.boards import PICTURE, draw_board
from adjudicator.texts.language.language import language_for

FEWEST = 2
MOST_POSITIONS = 200
NEWEST = 10
LONGEST_NAME = 150
"""Characters of the name of a folder."""
_PLAIN = re.compile(r"[A-Za-z0-9=+-]+")

Line = tuple[str, tuple[str, ...]]
"""The options and the moves of a position, as `OpeningBook.variant` and `Node.chosen`."""


@dataclass(frozen=True, slots=True)
class _Tree:
    """The positions of a game that have pages."""

    game: str
    nodes: Mapping[str, Node]
    """By digest."""
    digests: Mapping[Line, str]
    """Where lines of moves lead, if that has a page."""

    def path(self, node: Node) -> str:
        """Return the path of the page of a position."""
        words = (*node.book.variant.split(), *node.chosen)
        return f"openings/{self.game}" + (f"/{_name_folder(words)}" if words else "")

    def path_behind(self, book: OpeningBook, moves: tuple[str, ...]) -> str | None:
        """Return the path of the page to which a line of moves leads; None if there is none."""
        digest = self.digests.get((book.variant, moves))
        return None if digest is None else self.path(self.nodes[digest])


@dataclass(frozen=True, slots=True)
class _Stood:
    """The matches of the site in which a position stood, the newest first."""

    entries: Sequence[tuple[int, int]]
    """Each by its row, and the entry behind which it stood."""
    turns: Mapping[tuple[int, int], int]
    """The turns of these entries."""


def write_opening_pages(session: Session, lists: SiteLists, piece: SitePiece) -> Iterator[SitePage]:
    """Write the pages of the openings of a game."""
    writer, there = _Writer(session, lists, _grow(session, piece.subject)), frozenset(piece.numbers)
    for node in writer.tree.nodes.values():
        found = [one for one in entries_with(session, node.digest) if one[0] in there]
        stood = _Stood(found, _find_turns(session, found))
        yield writer.draw(node)
        yield from writer.write_node(node, stood)
        yield from writer.write_stood(node, stood)


@dataclass(frozen=True, slots=True)
class _Writer:
    session: Session
    lists: SiteLists
    tree: _Tree

    @property
    def frame(self) -> SiteFrame:
        return self.lists.frame

    def draw(self, node: Node) -> SitePage:
        """Draw a position, once for all languages."""
        main = language_for(self.frame.main)
        view, names = node.book.engine.view(node.position, None), name_seats(node.book.seats, main)
        return SitePage(_picture(node), draw_board(view, PICTURE, main, names=names).encode() + b"\n")

    def write_node(self, node: Node, stood: _Stood) -> Iterator[SitePage]:
        """Write the page of a position: what was played next."""
        path = self.tree.path(node)
        for language in self.frame.languages:
            yield self.frame.render(
                "web/opening",
                path,
                language,
                live=f"openings/{self.tree.game}{opening_query(node.book.variant, node.chosen)}",
                told=tell_node(self.session, node, language_for(language), partial(self._lead, path, language)),
                picture=self._show_picture(path, language, node),
                drawn=None,
                newest=self._list(path, language, stood.entries[:NEWEST], stood),
                stood_url=self.frame.lead(path, language, f"positions/{node.digest}"),
                asked=False,
            )

    def write_stood(self, node: Node, stood: _Stood) -> Iterator[SitePage]:
        """Write the pages with all matches in which a position stood."""
        path, count = f"positions/{node.digest}", count_matches_with(self.session, node.digest)
        for language in self.frame.languages:
            for part in split_list(path, stood.entries[::-1], A_PAGE):
                yield self.frame.render(
                    "web/stood",
                    part.path,
                    language,
                    live=path,
                    count=min(count, MOST_COUNTED),
                    more=count > MOST_COUNTED,
                    listed=self._list(part.path, language, part.items, stood),
                    picture=self._show_picture(part.path, language, node),
                    drawn=None,
                    newest=self.frame.lead(part.path, language, part.newest) if part.newest else "",
                    older=self.frame.lead(part.path, language, part.older) if part.older else "",
                )

    def _lead(self, path: str, language: str, book: OpeningBook, moves: tuple[str, ...]) -> str:
        there = self.tree.path_behind(book, moves)
        return "" if there is None else self.frame.lead(path, language, there)

    def _show_picture(self, path: str, language: str, node: Node) -> Markup:
        words = language_for(language)
        said = words.gettext("The board after turn %(turn)s") % {"turn": len(node.steps)}
        alt = said if node.steps else words.gettext("The opening position")
        return Markup('<img src="{}" alt="{}">').format(self.frame.lead_to_file(path, language, _picture(node)), alt)

    def _list(self, path: str, language: str, found: Sequence[tuple[int, int]], stood: _Stood) -> list[Listed]:
        """List matches with links to the turn of each in which the position stood."""
        told = self.lists.tell(self.session, [number for number, _ in found], language)
        return [
            Listed(one, place[1], self.frame.lead(path, language, f"m/{one.code}") + _anchor(stood.turns.get(place)))
            for one, place in zip(told, found, strict=True)
        ]


def _picture(node: Node) -> str:
    return f"positions/{node.digest}.svg"


def _anchor(turn: int | None) -> str:
    return "" if turn is None else f"#turn-{turn}"


def _grow(session: Session, game: str) -> _Tree:
    """Find the positions that have pages, those that were played most before the others."""
    engine = newest_engine(game)
    first = OpeningBook.of(engine, engine.rules.complete({}), engine.rules.seats[0])
    trees = list_trees(session, first) if first else []
    books = {book.variant: book for book, _ in trees}
    waiting: list[tuple[int, Line]] = [
        (-played, (book.variant, ())) for book, played in trees if played or not book.variant
    ]
    heapify(waiting)
    nodes, digests = dict[str, Node](), dict[Line, str]()
    while waiting:
        _, (variant, moves) = heappop(waiting)
        node = find_node(session, books[variant], " ".join(moves))
        if node.digest not in nodes:
            if len(nodes) >= MOST_POSITIONS:
                continue
            nodes[node.digest] = node
            for branch in node.branches:
                if branch.results.played >= FEWEST:
                    line = variant, (*node.chosen, branch.steps[0])
                    heappush(waiting, (-branch.results.played, line))
        digests[variant, moves] = digests[variant, node.chosen] = node.digest
    return _Tree(game, nodes, digests)


def _find_turns(session: Session, stood: Sequence[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Find the turns of entries of matches; the opening position belongs to none."""
    found: dict[tuple[int, int], int] = {}
    place = tuple_(EntryRow.match_id, EntryRow.n)
    for at in range(0, len(stood), A_PAGE):
        query = select(EntryRow.match_id, EntryRow.n, EntryRow.turn).where(place.in_(stood[at : at + A_PAGE]))
        found |= {(match, n): turn for match, n, turn in session.execute(query)}
    return found


def _name_folder(words: Sequence[str]) -> str:
    """Name the folder of a position as its moves are written; engines of others may have any."""
    name = "+".join(word.replace(" ", "-") for word in words)
    return name if _PLAIN.fullmatch(name) and len(name) <= LONGEST_NAME else sha256(name.encode()).hexdigest()[:16]
