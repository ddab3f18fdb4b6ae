"""How people word orders in any game: politely, with doubt, with look-alike letters.

The words themselves come from the caller, as functions of a line (`Wording`), so that this package needs no lexicon.
Two rules: polite words are removed only if the engine cannot read the line with them, and a doubtful order is never
played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Protocol

from adjudicator.engines.abilities import offers
from adjudicator.engines.contract import (
    AmbiguousStep,
    HasOrderWords,
    Note,
    P,
    Parsed,
    S,
    StepError,
    UnreadableStep,
)
from adjudicator.engines.order_text import OrderWords, tokens_of
from adjudicator.match.rulings.descriptions import SayDescriptions
from adjudicator.match.rulings.small_talk import PROSE_WORDS, might_be_order, names_step
from adjudicator.match.rulings.table import Table

LONGEST_PROSE = 15
"""Words of a line in which a hedge may be about an order."""
SHORTEST_END = 3
"""Words at the end of a longer clause that could be an order; fewer are a date or a count ("on the 1st")."""
_MAY_MEAN_MORE = ("negation", "alternative", "condition")
_CELL = re.compile(r"(?<![^\W_])[^\W\d_]\d{1,2}(?![^\W_])")
_DIGIT = re.compile(r"\d")
_LETTERED = re.compile(r"[^\W\d_]{2}|[^\W\d_]\d")


class Hedge(Protocol):
    """Sign that a line is unsure, as it was found by its words alone."""

    @property
    def doubt(self) -> str:
        """Name the kind of doubt."""
        ...

    @property
    def word(self) -> str:
        """Quote the word that says it."""
        ...

    @property
    def about(self) -> str:
        """Quote its scope: the words that it is said about."""
        ...

    @property
    def sides(self) -> Sequence[tuple[str, str]]:
        """List the text before and behind a word that hedges only between two orders."""
        ...

    @property
    def takes_back(self) -> bool:
        """Tell whether it makes the lines above it unsure though it names no order."""
        ...

    @property
    def asked(self) -> str:
        """Quote the part whose outcome the line asks for; empty if it asks for none."""
        ...

    @property
    def before(self) -> str | None:
        """Quote the part that must name an order for the word to hedge, unless a line above does; None if none must."""
        ...


@dataclass(frozen=True, slots=True)
class Wording:
    """The language-dependent words that belong to no game, as functions of a line."""

    find_hedge: Callable[[str], Hedge | None] = lambda _: None
    variants: Callable[[str], Sequence[str]] = lambda _: ()
    """Other wordings of the line: without polite words, without the number of a list."""
    clauses: Callable[[str], Sequence[tuple[str, str]]] = lambda _: ()
    """The clauses of a line that are not mere politeness, each with the action that it announces (``then I``)."""
    is_command: Callable[[str], bool] = lambda _: False
    commands_in: Callable[[str], Sequence[str]] = lambda _: ()
    """The commands among the clauses of a line that is no command as a whole."""
    say_descriptions: SayDescriptions = lambda _: ()
    """Descriptions of these steps that our letters write beside an order, in each language."""


PLAIN = Wording()


def read_step(table: Table[P, S], text: str, wording: Wording) -> tuple[Parsed[S], str]:
    """Parse an order; return the step and the variant of the text that the engine could read.

    Raises `StepError` as the engine does.
    """
    try:
        return table.engine.parse(table.position, text), text
    except StepError as error:
        otherwise = _read_otherwise(table, text, wording, error)
        if otherwise is None:
            raise
        return otherwise


def is_order(table: Table[P, S], text: str, wording: Wording) -> bool:
    """Tell whether a text is an order of the game, even one that is not legal now."""
    try:
        read_step(table, text, wording)
    except UnreadableStep:
        return False
    except StepError:
        return True
    return True


def names_order(table: Table[P, S], text: str, wording: Wording) -> bool:
    """Tell whether an order is named anywhere in a text."""
    words = text.split()
    if len(words) > LONGEST_PROSE:
        return False
    if _CELL.search(text):
        return True
    if len(words) >= PROSE_WORDS:
        return False
    windows = (" ".join(words[start:end]) for start, end in combinations(range(len(words) + 1), 2))
    return any(_LETTERED.search(window) and is_order(table, window, PLAIN) for window in windows) or any(
        is_order(table, clause, PLAIN) for clause, _ in wording.clauses(text)
    )


def leaves_open(table: Table[P, S], text: str, hedge: Hedge, wording: Wording, *, above: bool) -> bool:
    """Tell whether a hedge makes an order unclear; `above` says whether there is an order above its line.

    A "no" or an "if" does not count in a line that the engine reads completely as one step: the French `pas` ("not")
    is also the Dutch word for a pass.
    """
    if above and any(not left and is_order(table, right, wording) for left, right in hedge.sides):
        return True
    if hedge.doubt in _MAY_MEAN_MORE and _is_understood(table, text):
        return False
    if hedge.sides:
        return any(
            _is_whole(table, left, wording) and is_order(table, right, wording) for left, right in hedge.sides if left
        )
    if not names_order(table, hedge.about, wording):
        return hedge.takes_back and above
    return hedge.before is None or above or names_order(table, hedge.before, wording)


def is_chatter(table: Table[P, S], text: str, error: StepError, wording: Wording = PLAIN) -> bool:
    """Tell whether a line that cannot be played was meant neither as an order nor as a command."""
    if not isinstance(error, UnreadableStep) or tells_what_to_do(table, text, wording):
        return False
    return not might_be_order(text, table.words)


def tells_what_to_do(table: Table[P, S], text: str, wording: Wording) -> bool:
    """Tell whether a line that cannot be read names a step, or a command beside other words."""
    known = order_words(table)
    return any(names_step(one, known) for one in (text, *wording.variants(text))) or bool(wording.commands_in(text))


def order_words(table: Table[P, S]) -> OrderWords:
    """Return the words of the orders of a game; none of a game that does not tell them."""
    engine = table.engine
    return engine.order_words if offers(engine, HasOrderWords) else OrderWords()


def _is_understood(table: Table[P, S], text: str) -> bool:
    """Tell whether the engine reads a text completely as one step, or as a step that is illegal or ambiguous."""
    try:
        return not table.engine.parse(table.position, text).rest
    except UnreadableStep:
        return False
    except StepError:
        return True


def _is_whole(table: Table[P, S], text: str, wording: Wording) -> bool:
    try:
        parsed, _ = read_step(table, text, wording)
    except StepError:
        return False
    return not parsed.rest


# An error that is raised where it was handed to is in a cycle with the frame there, which holds the whole letter until
# the garbage collector comes. A line of prose has dozens of them.
def _read_otherwise(table: Table[P, S], text: str, wording: Wording, error: StepError) -> tuple[Parsed[S], str] | None:
    """Parse the variants of a text; None if they mean no step. Raises `AmbiguousStep` if they mean several."""
    said = _distinct(table, wording.variants(text))
    if not isinstance(error, UnreadableStep):
        # The engine understood the text as an illegal or ambiguous step: only a variant in canonical form overrides it.
        said = [one for one in said if _is_canonical(table, *one)]
    if len(said) == 1:
        return said[0]
    if said:
        nearest = [table.engine.format(parsed.step) for parsed, _ in said]
        raise AmbiguousStep(text, Note.of("refusal.ambiguous", order=text), nearest)
    if not isinstance(error, UnreadableStep):
        return None
    for variant in wording.variants(text):
        if is_order(table, variant, PLAIN):
            return table.engine.parse(table.position, variant), variant
    return _read_clause(table, text, wording)


def _read_clause(table: Table[P, S], text: str, wording: Wording) -> tuple[Parsed[S], str] | None:
    """Parse a line of several clauses, if one is an order, and others only where they announce the next step."""
    first, then = "", list[str]()
    for clause, follows in wording.clauses(text):
        if first and follows and is_order(table, follows, PLAIN):
            then.append(follows)
        elif not first and is_order(table, clause, PLAIN):
            first = clause
        elif _might_hold_order(table, clause, wording):
            return None
    if not first:
        return None
    parsed = table.engine.parse(table.position, first)
    if not then:
        return parsed, first
    rest = ", ".join(filter(None, (parsed.rest, *then)))
    return replace(parsed, rest=rest), ", ".join((first, *then))


def _might_hold_order(table: Table[P, S], clause: str, wording: Wording) -> bool:
    """Tell whether a clause beside an order could be a second one. If so, the line is not read in part."""
    if might_be_order(clause, table.words) or wording.is_command(clause) or is_order(table, clause, PLAIN):
        return True
    known = order_words(table)
    if names_step(clause, known) or any(token.text in known.details for token in tokens_of(clause)):
        return True
    words = clause.split()
    ends = (words[start:] for start in range(1, len(words) - SHORTEST_END + 1)) if len(words) <= LONGEST_PROSE else ()
    return any(_DIGIT.search(end[-1]) and is_order(table, " ".join(end), PLAIN) for end in ends)


def _distinct(table: Table[P, S], variants: Iterable[str]) -> list[tuple[Parsed[S], str]]:
    found: dict[tuple[S, str], tuple[Parsed[S], str]] = {}
    for variant in variants:
        try:
            parsed = table.engine.parse(table.position, variant)
        except StepError:
            continue
        found.setdefault((parsed.step, parsed.rest), (parsed, variant))
    return list(found.values())


def _is_canonical(table: Table[P, S], parsed: Parsed[S], text: str) -> bool:
    said = " ".join(text.split()).rstrip(".!,").casefold()
    return said == table.engine.format(parsed.step).casefold()
