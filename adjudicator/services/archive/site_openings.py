"""The openings of a game on the static site: a page for each position that stood often, and those with its matches.

The live site shows any position of the openings. The copy has those in which at least `FEWEST` matches met, the most
played first, at most `MOST_POSITIONS`. Each has one page, at the moves by which most matches came there.

Each page is a piece of its own, and its key is made of what it shows. So a match that ends renews the pages of the
positions that stood in it, and of a long list of matches the newest page alone.
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
from adjudicator.services.archive.site_pieces import (
    A_PAGE,
    Line,
    OpeningPlace,
    PieceKind,
    PublishedMatch,
    SitePiece,
    digest_parts,
)
from adjudicator.services.matches.statistics.opening_tree import (
    MOST_COUNTED,
    Node,
    count_matches_with,
    entries_with,
    find_node,
    list_trees,
)
from adjudicator.services.matches.statistics.opening_view import Listed, name_seats, opening_query, tell_node
from adjudicator.store.tables import ArchivedPosition, EntryRow
from adjudicator.texts.games.boards import PICTURE, draw_board
from adjudicator.texts.language.language import language_for

FEWEST = 2
MOST_POSITIONS = 200
NEWEST = 10
LONGEST_NAME = 150
"""Characters of the name of a folder."""
_PLAIN = re.compile(r"[A-Za-z0-9=+-]+")


@dataclass(frozen=True, slots=True)
class _Tree:
    """The positions of a game that have pages."""

    game: str
    nodes: Mapping[str, Node]
    """By digest."""
    digests: Mapping[Line, str]
    """Where lines of moves lead, if that has a page."""
    played: Sequence[tuple[str, int]]
    """The choices of options, as `OpeningBook.variant`, and how many matches had each."""

    def place(self, node: Node) -> OpeningPlace:
        """Say where a position has its page, and where that leads."""
        line, path = (node.book.variant, node.chosen), self._path(node)
        return OpeningPlace(self.game, line, node.digest, path, tuple(self._links(node)))

    def _links(self, node: Node) -> Iterator[tuple[Line, str]]:
        variant, chosen = node.book.variant, node.chosen
        lines: list[Line] = [(one, ()) for one, _ in self.played]
        lines += [(variant, chosen[:at]) for at in range(len(chosen) + 1)]
        lines += [(variant, (*chosen, branch.steps[0])) for branch in node.branches]
        for line in dict.fromkeys(lines):
            if line in self.digests:
                yield line, self._path(self.nodes[self.digests[line]])

    def _path(self, node: Node) -> str:
        words = (*node.book.variant.split(), *node.chosen)
        return f"openings/{self.game}" + (f"/{_name_folder(words)}" if words else "")


def list_openings(session: Session, made: str, game: str, matches: Sequence[PublishedMatch]) -> Iterator[SitePiece]:
    """List the pieces of the openings of a game; `made` stands for the program and the site that write them."""
    tree, keys = _grow(session, game), {match.number: match.key for match in matches}
    for node in tree.nodes.values():
        place, everywhere = tree.place(node), entries_with(session, node.digest)
        stood = [one for one in everywhere if one[0] in keys]
        yield _list_position(made, tree, node, place, [(*one, keys[one[0]]) for one in stood[:NEWEST]])
        path, count = _stood_path(place), min(len(everywhere), MOST_COUNTED + 1)
        for part in split_list(path, stood[::-1], A_PAGE):
            told = [f"{n} {keys[number]}" for number, n in part.items]
            counted = "" if part.newest else str(count)  # an older page does not tell it
            key = digest_parts(made, part.path, part.newest, part.older, str(len(node.steps)), counted, *told)
            numbers = tuple(number for number, _ in reversed(part.items))
            subject = part.path.removeprefix(f"{PieceKind.STOOD}/")
            yield SitePiece(PieceKind.STOOD, subject, key, numbers, part.newest, part.older, place)


def _list_position(
    made: str, tree: _Tree, node: Node, place: OpeningPlace, newest: Sequence[tuple[int, int, str]]
) -> SitePiece:
    shown = node.results, node.last, [(branch.steps, branch.results, branch.last) for branch in node.branches]
    trees = () if node.chosen else tree.played
    told = (f"{n} {key}" for _, n, key in newest)
    key = digest_parts(made, repr(place), repr(shown), repr(trees), *told)
    numbers = tuple(number for number, _, _ in reversed(newest))
    return SitePiece(PieceKind.OPENINGS, f"{tree.game}/{node.digest}", key, numbers, opening=place)


def write_position(session: Session, lists: SiteLists, piece: SitePiece) -> Iterator[SitePage]:
    """Write the page of a position, the next moves, and its picture, which all languages share."""
    writer = _Writer.of(session, lists, piece)
    return writer.write_position()


def write_stood(session: Session, lists: SiteLists, piece: SitePiece) -> Iterator[SitePage]:
    """Write a page of the matches in which a position stood."""
    writer = _Writer.of(session, lists, piece)
    return writer.write_stood()


@dataclass(frozen=True, slots=True)
class _Writer:
    session: Session
    lists: SiteLists
    piece: SitePiece
    place: OpeningPlace
    node: Node
    entries: Sequence[tuple[int, int]]
    """The matches to list, the newest first: each by its row, and the entry behind which the position stood."""
    turns: Mapping[tuple[int, int], int]
    """The turns of these entries."""

    @classmethod
    def of(cls, session: Session, lists: SiteLists, piece: SitePiece) -> _Writer:
        place = piece.opening
        if place is None:
            raise ValueError(f"{piece.name} is no piece of openings")
        first = _first_book(place.game)
        variant, moves = place.line
        book = next(book for book, _ in list_trees(session, first) if book.variant == variant)
        node = find_node(session, book, " ".join(moves))
        entries = _find_entries(session, piece.numbers, node.digest)
        return cls(session, lists, piece, place, node, entries, _find_turns(session, entries))

    @property
    def frame(self) -> SiteFrame:
        return self.lists.frame

    def write_position(self) -> Iterator[SitePage]:
        node, place, main = self.node, self.place, language_for(self.frame.main)
        view, names = node.book.engine.view(node.position, None), name_seats(node.book.seats, main)
        yield SitePage(_picture(place), draw_board(view, PICTURE, main, names=names).encode() + b"\n")
        for language in self.frame.languages:
            lead = partial(self._lead, language)
            yield self.frame.render(
                "web/opening",
                place.path,
                language,
                live=f"openings/{place.game}{opening_query(*place.line)}",
                # Only the first page counts the matches with other options: each that ends would renew all pages.
                told=tell_node(self.session, node, language_for(language), lead, counts_trees=not node.chosen),
                picture=self._show_picture(place.path, language),
                drawn=None,
                newest=self._list(place.path, language),
                stood_url=self.frame.lead(place.path, language, _stood_path(place)),
                asked=False,
            )

    def write_stood(self) -> Iterator[SitePage]:
        piece, place, lead = self.piece, self.place, self.frame.lead
        path = f"{PieceKind.STOOD}/{piece.subject}"
        count = None if piece.newer else count_matches_with(self.session, place.digest)
        for language in self.frame.languages:
            yield self.frame.render(
                "web/stood",
                path,
                language,
                live=_stood_path(place),
                count=None if count is None else min(count, MOST_COUNTED),
                more=count is not None and count > MOST_COUNTED,
                listed=self._list(path, language),
                picture=self._show_picture(path, language),
                drawn=None,
                newest=lead(path, language, piece.newer) if piece.newer else "",
                older=lead(path, language, piece.older) if piece.older else "",
            )

    def _lead(self, language: str, book: OpeningBook, moves: tuple[str, ...]) -> str:
        there = dict(self.place.links).get((book.variant, moves))
        return "" if there is None else self.frame.lead(self.place.path, language, there)

    def _show_picture(self, path: str, language: str) -> Markup:
        words, turns = language_for(language), len(self.node.steps)
        said = words.gettext("The board after turn %(turn)s") % {"turn": turns}
        alt = said if turns else words.gettext("The opening position")
        return Markup('<img src="{}" alt="{}">').format(
            self.frame.lead_to_file(path, language, _picture(self.place)), alt
        )

    def _list(self, path: str, language: str) -> list[Listed]:
        """List matches with links to the turn of each in which the position stood."""
        told = self.lists.tell(self.session, [number for number, _ in self.entries], language)
        return [
            Listed(one, entry[1], self.frame.lead(path, language, f"m/{one.code}") + _anchor(self.turns.get(entry)))
            for one, entry in zip(told, self.entries, strict=True)
        ]


def _picture(place: OpeningPlace) -> str:
    return f"{_stood_path(place)}.svg"


def _stood_path(place: OpeningPlace) -> str:
    return f"{PieceKind.STOOD}/{place.digest}"


def _anchor(turn: int | None) -> str:
    return "" if turn is None else f"#turn-{turn}"


def _first_book(game: str) -> OpeningBook:
    """Return the openings of a game under its usual options. Raises `ValueError` if it has none to compare."""
    engine = newest_engine(game)
    book = OpeningBook.of(engine, engine.rules.complete({}), engine.rules.seats[0])
    if book is None:
        raise ValueError(f"{game} has no openings")
    return book


def _grow(session: Session, game: str) -> _Tree:
    """Find the positions that have pages, those that were played most before the others."""
    trees = list_trees(session, _first_book(game))
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
    return _Tree(game, nodes, digests, [(book.variant, played) for book, played in trees])


def _find_entries(session: Session, numbers: Sequence[int], digest: str) -> list[tuple[int, int]]:
    """Find the entries behind which a position stood in some matches, the newest match first."""
    table = ArchivedPosition
    query = select(table.match_id, table.n).where(table.position == digest, table.match_id.in_(numbers))
    entries: dict[int, int] = dict(session.execute(query).all())
    return [(number, entries[number]) for number in reversed(numbers) if number in entries]


def _find_turns(session: Session, entries: Sequence[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Find the turns of entries of matches; the opening position belongs to none."""
    place = tuple_(EntryRow.match_id, EntryRow.n)
    query = select(EntryRow.match_id, EntryRow.n, EntryRow.turn).where(place.in_(entries))
    return {(match, n): turn for match, n, turn in session.execute(query)}


def _name_folder(words: Sequence[str]) -> str:
    """Name the folder of a position as its moves are written; engines of others may have any."""
    name = "+".join(word.replace(" ", "-") for word in words)
    return name if _PLAIN.fullmatch(name) and len(name) <= LONGEST_NAME else sha256(name.encode()).hexdigest()[:16]
