"""The wording of orders that belongs to no game: hedges, courtesy, numbering, and the comments of our own letters.

`match.rulings.ruling` gets it as a `Wording`, so that the match layer knows no language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations

from adjudicator.engines.contract import HasCompass, Note, OMeans, StepError, UnreadableStep
from adjudicator.mail.commands.arguments.absence_order import is_absence_order
from adjudicator.mail.commands.lines.command_lines import find_commands, read_line, read_o_meaning
from adjudicator.mail.commands.table.command import Argument, GivenCommand
from adjudicator.mail.commands.words.reply_words import ENDS_TURN
from adjudicator.mail.lexicon.courtesy import split_clauses, without_courtesy, without_number
from adjudicator.mail.lexicon.hedges import LONGEST_LINE, Hedge, find_hedge, without_hedges
from adjudicator.mail.lexicon.lookalikes import readings_of
from adjudicator.mail.lexicon.wordlist import Phrases, phrase_of
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings.phrasing import Wording
from adjudicator.match.rulings.table import AnyTable
from adjudicator.texts.games.order_purposes import PURPOSES
from adjudicator.texts.games.step_descriptions import render_descriptions
from adjudicator.texts.language.language import LANGUAGES, language_for

LONGEST_TAKING_BACK = 8
"""Words of a line in which the words of a command are searched."""


@cache
def offer_comments() -> Phrases:
    """List the comments that our letters put behind an offered order, in every language."""
    return frozenset(
        phrase_of(language_for(language).gettext(text)) for language in LANGUAGES for text in PURPOSES.values()
    )


def is_step(table: AnyTable, line: str) -> bool:
    """Is a line a step in the game's notation, legal now or not?"""
    try:
        table.engine.parse(table.position, line)
    except UnreadableStep:
        return False
    except StepError:
        return True
    return True


def _variants(line: str) -> tuple[str, ...]:
    """List other forms of a line, without courtesy and numbering, and with lookalike characters replaced."""
    return tuple(dict.fromkeys(_said_otherwise(line))) if len(line) <= LONGEST_LINE else ()


def _said_otherwise(line: str) -> Iterator[str]:
    for text in filter(None, (line, without_number(line))):
        for plain in readings_of(text):
            yield from filter(None, (plain, without_courtesy(plain, offer_comments())))


def _clauses(line: str) -> tuple[tuple[str, str], ...]:
    return split_clauses(line, offer_comments()) if len(line) <= LONGEST_LINE else ()


def _is_command(text: str) -> bool:
    return read_line(text, "match") is not None


@lru_cache(maxsize=256)
def commands_in(text: str) -> tuple[str, ...]:
    """List the commands at the ends of a line that is none as a whole."""
    return tuple(without_courtesy(given.line) or given.line for given in find_commands(text, "match"))


def _say_descriptions(notes: Sequence[Note]) -> tuple[str, ...]:
    return tuple(render_descriptions(notes, language_for(language)) for language in LANGUAGES)


WORDING = Wording(find_hedge, _variants, _clauses, _is_command, commands_in, _say_descriptions)
"""The wording of orders in all five languages."""


def with_o_meaning(table: AnyTable, text: str) -> tuple[AnyTable, str]:
    """Read an order behind the meaning of O: return a table that reads it so, and the order alone."""
    given, order = read_o_meaning(text, "match") or (None, text)
    if given is None or given.argument not in tuple(OMeans) or not isinstance(table.engine, HasCompass):
        return table, order
    return replace(table, engine=table.engine.reading_o(OMeans(given.argument))), order


def ends_turn(line: str) -> bool:
    """Does a line end the turn, and do nothing else?"""
    return bool({fold_line(line), fold_line(without_courtesy(line))} & ENDS_TURN)


def hedge_of_command(given: GivenCommand) -> Hedge | None:
    """Find a hedge in the argument of a command that expects a day ("absence maybe Friday")."""
    if given.command.argument not in (Argument.DATE, Argument.UNTIL) or is_absence_order(given.argument):
        return None  # "20/12" and "t/m" are dates, and no alternatives
    if given.argument == given.line:
        return None  # a sentence that is no order to us in any case
    return find_hedge(given.argument)


def takes_back_command(line: str) -> Hedge | None:
    """Find a hedge in a line that takes back the commands of its letter: ``oops``, or ``do not resign``."""
    hedge = find_hedge(line)
    if hedge is None or hedge.takes_back:
        return hedge
    words = without_hedges(line).split()[:LONGEST_TAKING_BACK]
    spans = combinations(range(len(words) + 1), 2)
    return hedge if any(_is_command(" ".join(words[start:end])) for start, end in spans) else None
