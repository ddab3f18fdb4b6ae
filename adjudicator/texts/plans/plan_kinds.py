"""Meanings of the kinds of examples, facts and habits: a sentence for each key that an engine lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from adjudicator.engines.contract import AnyEngine, View
from adjudicator.engines.planning import HasFacts, HasHabits, HelpEntry
from adjudicator.mail.commands.words.reply_words import ALWAYS_WORDS
from adjudicator.texts.facts.plan_facts import KindLine
from adjudicator.texts.language.language import N_
from adjudicator.texts.language.plan_examples import EXAMPLES, FORMS, SOMEBODY, write_plan_line

EXAMPLE_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "if": N_("your answer to a move"),
        "two": N_("and your answer to what comes after it"),
        "short": N_("the same in short: theirs, yours, theirs, yours"),
        "named": N_("your answer to the move of one player; without a name it may be anybody's"),
        "either": N_("one answer to either of two moves"),
        "fact": N_("if this is so when your turn begins"),
        "anyway": N_("even if something important came to light meanwhile"),
        "otherwise": N_("if no other line fits"),
        "next": N_("if no other line fits: the first of these moves that is legal"),
    }
)
"""By the kinds of `plan_examples.EXAMPLES`."""

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "egyptos.fact_free": N_("no pyramid lies there"),
        "egyptos.fact_taken": N_("a pyramid lies there"),
        "egyptos.fact_black": N_("a black pyramid lies there"),
        "egyptos.fact_gold": N_("a golden pyramid lies there"),
        "cheops.fact_free": N_("no tile lies there"),
        "cheops.fact_taken": N_("a tile lies there"),
        "cheops.fact_treasure": N_("this treasure lies there"),
        "cheops.fact_market": N_("the market price is this"),
        "cheops.fact_full": N_("the price table of this colour is full"),
        "cheops.fact_law": N_("this law lies face up"),
        "cheops.fact_hand": N_("you have a tile of this family"),
        "cheops.habit_end": N_("end the turn when there is nothing left to draw"),
        "cheops.habit_draw_stack": N_("draw from the first of these stacks that is not empty"),
        "cheops.habit_draw_family": N_("draw the first of these families that lies on a stack"),
        "cheops.habit_hold": N_("keep the laws 10, 11 and 12 for later"),
        "cheops.habit_law9": N_("pay for the joker of law 9, or discard it"),
        "cheops.habit_sell": N_("sell this treasure where your move does not say it"),
        "cheops.habit_keep": N_("keep this treasure where your move does not say it"),
        "pharao.fact_open": N_("the card lies face up"),
        "pharao.fact_hidden": N_("the card lies face down"),
        "pharao.fact_fallen": N_("the card has fallen"),
        "pharao.fact_treasure": N_("a treasure lies there"),
        "pharao.fact_bust": N_("the bust has been found"),
        "pharao.fact_figure": N_("this figure stands there"),
        "pharao.fact_carry": N_("your archaeologist carries a treasure"),
        "pharao.habit_end": N_("end the turn when no action is left"),
    }
)
"""By the keys of an engine's `fact_kinds` and `habit_kinds`."""


FOR_ALWAYS = N_("so in this match and in all of this game that begin later")


def list_examples(game: str, language: str, name: str = SOMEBODY, *, several: bool = True) -> tuple[KindLine, ...]:
    """Give examples of the lines of a plan in a game; `name` is another player of the match, perhaps of several."""
    return tuple(
        KindLine(example=write_plan_line(line, game, language, name, several=several), summary=EXAMPLE_KINDS[kind])
        for kind, line in EXAMPLES.get(game, FORMS).items()
        if several or kind != "named"
    )


def list_facts(engine: AnyEngine, language: str) -> tuple[KindLine, ...]:
    """List the facts of the board that a condition may name."""
    return tuple(_facts(engine, language)) if isinstance(engine, HasFacts) else ()


def list_habits(engine: AnyEngine, language: str, word: str) -> tuple[KindLine, ...]:
    """List the habits of a game as lines that set them; `word` is the command."""
    if not isinstance(engine, HasHabits):
        return ()
    read = ((kind, engine.read_habit(kind.example)) for kind in engine.habit_kinds)
    kinds = [(kind, engine.format_habit(habit, language)) for kind, habit in read if habit is not None]
    lines = [KindLine(example=f"{word} {said}", summary=_say_kind(kind)) for kind, said in kinds]
    always = [f"{word} {ALWAYS_WORDS[language][0]} {said}" for _, said in kinds[:1]]
    return (*lines, *(KindLine(example=line, summary=FOR_ALWAYS) for line in always))


def _say_kind(kind: HelpEntry) -> str:
    """Return the msgid of a kind; a game of another package may have it in its own catalog."""
    return KINDS.get(kind.key, kind.key)


def _facts(engine: HasFacts[View], language: str) -> Iterator[KindLine]:
    for kind in engine.fact_kinds:
        fact = engine.read_fact(kind.example)
        if fact is not None:
            yield KindLine(example=engine.format_fact(fact, language)[0], summary=_say_kind(kind))
