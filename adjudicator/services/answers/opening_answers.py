"""The answer to `openings`, and the terms of the page of openings: ``openings egyptos opening=swap M14 L13``."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from adjudicator.engines.contract import BadOption, Note
from adjudicator.engines.registry import engines, newest_engine
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.match.course.opening_keys import OpeningBook
from adjudicator.match.rulings import refusals
from adjudicator.services.answers.archive_words import split_game
from adjudicator.services.answers.club_answers import find_rules
from adjudicator.services.matches.opening.chosen_options import bad_option, read_options
from adjudicator.services.matches.statistics.opening_tree import BadMove, Branch, Node, find_node, matches_with
from adjudicator.services.matches.statistics.opening_view import opening_query
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Player
from adjudicator.texts.facts import archive_facts
from adjudicator.texts.language.language import Language
from adjudicator.texts.language.written_orders import write_order
from adjudicator.texts.statistics.said_openings import say_opening, say_results

LONGEST_LINE = 200
"""Characters of the moves of an opening."""
MOST_BRANCHES = 12
MOST_DIGITS = 10
MOST_MATCHES = 5


@dataclass(frozen=True, slots=True)
class OpeningTerms:
    """A request to see openings, as its writer words it."""

    game: str
    options: str = ""
    moves: str = ""


def read_opening_words(text: str, game: str = "") -> OpeningTerms:
    """Sort the words of a letter into game, options and moves; `game` is the one that is meant if none is named."""
    named, rest = split_game(text.split())
    options = " ".join(word for word in rest if "=" in word)
    moves = " ".join(word for word in rest if "=" not in word)
    return OpeningTerms(named or game, options, moves)


def find_opening(session: Session, terms: OpeningTerms) -> Node | None:
    """Find a position of the openings of a game; None for a game whose openings cannot be compared.

    Raises `RefusedError` for terms that cannot be read or played.
    """
    rules = find_rules(terms.game, "openings")
    book = _read_book(rules.name, terms.options)
    if book is None:
        return None
    try:
        return find_node(session, book, terms.moves[:LONGEST_LINE])
    except BadMove as fault:
        line = " ".join((f"openings {rules.name}", *terms.options.split(), *fault.behind))
        found = refusals.from_error(fault.word, fault.cause, ())
        nearest = tuple(f"{line} {order}" for order in found.nearest)
        reason = found.reason if found.reason and not _names_seat(found.reason) else None
        raise RefusedError(refusals.Refusal(found.key, found.values, nearest, reason)) from fault


def _names_seat(reason: Note) -> bool:
    """Tell whether a reason names a player: nobody sits at the seats of an opening."""
    return any(name == "seat" or name.endswith("_seat") for name, _ in reason.values)


def _read_book(game: str, options: str) -> OpeningBook | None:
    engine = newest_engine(game)
    rules = engine.rules
    given: dict[str, str | int] = {}
    for word in options.split():
        key, _, value = word.casefold().partition("=")
        given[key.replace("-", "_")] = int(value) if value.isdecimal() and len(value) < MOST_DIGITS else value
    try:
        chosen = rules.complete(read_options(rules, given))
    except BadOption as fault:
        raise bad_option(rules, fault) from fault
    book = OpeningBook.of(engine, chosen, rules.seats[0])
    for key, chosen_value in given.items():
        if book is not None and key not in book.openings.opening_options:
            right = tuple(f"openings {game} {one}={_other_value(book, one)}" for one in book.openings.opening_options)
            raise RefusedError(refusals.bad_argument("openings", f"{key}={chosen_value}", right))
    return book


def _other_value(book: OpeningBook, key: str) -> str | int:
    option = next(option for option in book.engine.rules.options if option.key == key)
    return next((value for value in option.values if value != option.default), option.default)


def openings_answer(
    work: UnitOfWork, player: Player | None, given: GivenCommand, language: Language, game: str = ""
) -> archive_facts.OpeningsAnswer:
    """Tell the moves that were played in an opening. Raises `RefusedError`."""
    del player  # the openings are the same for everybody
    terms = read_opening_words(given.argument, game)
    compared = tuple(
        engine.rules.name for engine in engines().values() if OpeningBook.of(engine, {}, engine.rules.seats[0])
    )
    if not terms.game and not terms.moves and not terms.options:
        return archive_facts.OpeningsAnswer(order=given.line, compared=compared, url=f"{work.context.site}/openings")
    if not terms.game:
        right = tuple(f"openings {name}" for name in compared)
        raise RefusedError(refusals.bad_argument("openings", given.argument, right))
    node = find_opening(work.session, terms)
    rules = find_rules(terms.game, "openings")
    url = f"{work.context.site}/openings/{rules.name}"
    if node is None:
        return archive_facts.OpeningsAnswer(order=given.line, title=rules.title, compared=compared, url=url)
    return _tell(work, node, given, language, url)


def _tell(
    work: UnitOfWork, node: Node, given: GivenCommand, language: Language, url: str
) -> archive_facts.OpeningsAnswer:
    rules = node.book.engine.rules

    def write(order: str) -> str:
        return write_order(rules.key, order, language.language)

    def line(branch: Branch) -> archive_facts.OpeningLine:
        moves = tuple(map(write, branch.steps))
        said, last = say_results(branch.results, language), branch.last.date() if branch.last else None
        return archive_facts.OpeningLine(moves, said, last)

    line_down = " ".join((rules.name, *node.book.variant.split(), *node.chosen))
    return archive_facts.OpeningsAnswer(
        order=given.line,
        title=rules.title,
        url=url + opening_query(node.book.variant, node.chosen),
        told=archive_facts.OpeningLine(
            tuple(map(write, node.steps)), say_opening(node.results, language), node.last.date() if node.last else None
        ),
        variant=node.book.variant,
        apart=node.book.openings.opening_options,
        branches=tuple(map(line, node.branches[:MOST_BRANCHES])),
        more=max(0, len(node.branches) - MOST_BRANCHES),
        ends=node.ends,
        matches=tuple(stood.code for stood in matches_with(work.session, node.digest, MOST_MATCHES)),
        matches_url=f"{work.context.site}/positions/{node.digest}",
        next=f"openings {line_down} {node.branches[0].steps[0]}" if node.branches else "",
    )
