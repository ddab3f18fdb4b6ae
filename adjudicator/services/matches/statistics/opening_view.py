"""A position of the openings in the words of a language, as its page shows it, on the site and in a static copy.

Addresses come from the caller, as those of a copy differ: `address` returns that of a position behind some moves, empty
for one without a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from adjudicator.engines.registry import engine_for
from adjudicator.engines.rules import Rules
from adjudicator.match.course.opening_keys import OpeningBook
from adjudicator.services.matches.statistics.opening_tree import Node, list_trees
from adjudicator.services.matches.view.match_summary import MatchSummary
from adjudicator.texts.facts.archive_facts import OpeningResults
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.language.language import Language
from adjudicator.texts.language.written_orders import write_order
from adjudicator.texts.statistics.said_openings import say_opening
from adjudicator.texts.statistics.statistics_words import name_place

Address: TypeAlias = Callable[[OpeningBook, tuple[str, ...]], str]


@dataclass(frozen=True, slots=True)
class Crumb:
    """A move, and the address of the position behind it."""

    order: str
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    """A continuation: the moves, the address of the position behind the first of them, and the counts."""

    orders: tuple[str, ...]
    url: str
    share: float
    """The part of all matches that went on like this."""
    results: OpeningResults
    wins: tuple[int, ...]
    """By the columns of the table."""
    last: str
    """The day when the position last stood, as an ISO date."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The openings under other options."""

    said: str
    url: str
    played: int | None
    """None if it is not told."""
    current: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in which the position stood, behind entry `n`."""

    summary: MatchSummary
    n: int
    url: str


@dataclass(frozen=True, slots=True)
class ToldNode:
    """A position of the openings in words."""

    rules: Rules
    node: Node
    said: str
    """How the matches ended that went through it."""
    crumbs: tuple[Crumb, ...]
    root: str
    rows: tuple[Row, ...]
    sides: tuple[str, ...]
    trees: tuple[Tree, ...]
    apart: tuple[str, ...]
    """The options that have openings of their own."""


def tell_node(
    session: Session, node: Node, language: Language, address: Address, *, counts_trees: bool = True
) -> ToldNode:
    """Tell a position of the openings in a language; `counts_trees`: how many matches had which options, too."""
    book, rules = node.book, node.book.engine.rules
    trees = ((one, played if counts_trees else None) for one, played in list_trees(session, book))
    return ToldNode(
        rules=rules,
        node=node,
        said=say_opening(node.results, language),
        crumbs=_crumbs(node, language, address),
        root=address(book, ()),
        rows=tuple(_row(node, at, language, address) for at in range(len(node.branches))),
        sides=rules.sides,
        trees=tuple(_tree(one, played, book, language, address) for one, played in trees),
        apart=tuple(OptionLabels(rules, language).label(key) for key in book.openings.opening_options),
    )


def list_games_with_openings(all_rules: Iterable[Rules]) -> list[tuple[Rules, bool]]:
    """Tell of each game whether its openings can be compared."""
    return [(rules, OpeningBook.of(engine_for(rules.key), {}, rules.seats[0]) is not None) for rules in all_rules]


def name_seats(seats: int, language: Language, first: int = 0) -> tuple[str, ...]:
    """Name the seats by the order in which they play; `first` began."""
    return tuple(name_place((seat - first) % seats, language) for seat in range(seats))


def opening_query(variant: str, moves: tuple[str, ...]) -> str:
    """Write the query of the page of an opening."""
    given = {"options": variant, "moves": " ".join(moves)}
    query = urlencode({name: value for name, value in given.items() if value})
    return f"?{query}" if query else ""


def _row(node: Node, at: int, language: Language, address: Address) -> Row:
    branch, rules = node.branches[at], node.book.engine.rules
    results = branch.results
    return Row(
        orders=tuple(write_order(rules.key, step, language.language) for step in branch.steps),
        url=address(node.book, (*node.chosen, branch.steps[0])),
        share=results.played / node.results.played if node.results.played else 0.0,
        results=results,
        wins=tuple(dict(results.sides).get(side, 0) for side in rules.sides) or (results.began, results.followed),
        last=branch.last.date().isoformat() if branch.last else "",
    )


def _crumbs(node: Node, language: Language, address: Address) -> tuple[Crumb, ...]:
    rules = node.book.engine.rules
    return tuple(
        Crumb(write_order(rules.key, step, language.language), address(node.book, node.chosen[: at + 1]))
        for at, step in enumerate(node.chosen)
    )


def _tree(one: OpeningBook, played: int | None, current: OpeningBook, language: Language, address: Address) -> Tree:
    terms = OptionLabels(one.engine.rules, language).lines(one.options)
    said = "; ".join(terms) or language.gettext("the usual options")
    return Tree(said, address(one, ()), played, one.variant == current.variant)
