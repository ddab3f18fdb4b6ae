"""Habits: how turns are ended, tiles drawn, laws carried out and treasures disposed of. None chooses where to lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engines.cheops.notation.notation import (
    DiscardLaw,
    Draw,
    EndTurn,
    HoldLaw,
    PayForJoker,
    Step,
    translate_order,
)
from adjudicator.engines.cheops.notation.words import FAMILY_WORDS, HABIT_FILLERS, HABIT_WORDS, LAW_WORDS, MEANINGS
from adjudicator.engines.cheops.position.laws import HELD_LAWS, Law
from adjudicator.engines.cheops.position.pieces import COLOURS, FAMILIES, TILE_KINDS, read_colour
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_BY_NAME
from adjudicator.engines.cheops.steps.legal import drawable_stacks, legal_steps
from adjudicator.engines.order_text import tokens_of
from adjudicator.engines.planning import HelpEntry

HABIT_KINDS = (
    HelpEntry("cheops.habit_end", "end"),
    HelpEntry("cheops.habit_draw_stack", "draw stack 2, 1, 3"),
    HelpEntry("cheops.habit_draw_family", "draw family 3, 1"),
    HelpEntry("cheops.habit_hold", "hold"),
    HelpEntry("cheops.habit_law9", "law9 pay"),
    HelpEntry("cheops.habit_sell", "sell R"),
    HelpEntry("cheops.habit_keep", "keep R"),
)
_STACKS = ("1", "2", "3")


def read_habit(text: str) -> str | None:
    """Read a habit by its words, in any order."""
    tokens = tokens_of(text)
    numbers = [str(int(token.text)) for token in tokens if token.is_number]
    words = [token.text for token in tokens if not token.is_number and token.text not in HABIT_FILLERS]
    words = ["law" if word in LAW_WORDS else word for word in words]
    if any(word not in MEANINGS and word not in FAMILY_WORDS for word in words):
        return None
    said = {MEANINGS.get(word, "") for word in words if word not in FAMILY_WORDS} - {""}
    colours = [colour for colour in COLOURS if colour in said]
    if any(word in FAMILY_WORDS for word in words):
        return _list_habit("draw family", numbers, FAMILIES) if said == {"draw"} else None
    return _read_other(said, numbers, colours)


def _read_other(said: set[str], numbers: Sequence[str], colours: Sequence[str]) -> str | None:
    if said == {"draw", "stack"}:
        return _list_habit("draw stack", numbers, _STACKS)
    if said in ({"hold"}, {"hold", "law"}, {"keep", "law"}) and not numbers:
        return "hold"
    if said == {"end"} and not numbers:
        return "end"
    if numbers == ["9"] and said in ({"law", "pay"}, {"law", "discard"}):
        return "law9 pay" if "pay" in said else "law9 discard"
    verbs = said - set(colours)
    if not numbers and len(colours) == 1 and verbs in ({"sell"}, {"keep"}):
        return f"{verbs.pop()} {colours[0]}"
    return None


def _list_habit(head: str, numbers: Sequence[str], known: Sequence[str]) -> str | None:
    listed = list(dict.fromkeys(numbers))
    return f"{head} {' '.join(listed)}" if listed and set(listed) <= set(known) else None


def format_habit(habit: str, language: str) -> str:
    """Write a habit in the words of a language."""
    words = HABIT_WORDS.get(language, {})
    return " ".join(words.get(word) or translate_order(word, language) for word in habit.split(" "))


def replaces(habit: str, other: str) -> bool:
    """Compare their subjects: drawing, law 9, or a colour."""
    return _subject(habit) == _subject(other)


def _subject(habit: str) -> str:
    words = habit.split(" ")
    return words[1] if words[0] in ("sell", "keep") else words[0]


def complete(position: Position, step: str, chosen: Sequence[str]) -> str | None:
    """Sell or keep the treasure of a cell where a tile is to be laid, if that was left open."""
    words = step.removeprefix("law11 ").split(" ")
    cell = CELL_BY_NAME.get(words[-1])
    colour = read_colour(position.board[cell]) if cell is not None else None
    if colour is None or len(words) != len(("tile", "cell")) or words[0] not in TILE_KINDS:
        return None
    return next((f"{step} {verb}" for verb in ("sell", "keep") if f"{verb} {colour}" in chosen), None)


def habit_step(position: Position, habits: Sequence[str], *, peeked: bool) -> Step | None:
    """Carry out a law, draw, or end the turn, as the habits have it."""
    legal = legal_steps(position)
    if position.stage == "law":
        wanted = list(_law_steps(position, habits))
    elif position.stage != "after" or (peeked and any(not isinstance(step, Draw | EndTurn) for step in legal)):
        return None
    else:
        wanted = list(_closing_steps(position, habits))
    return next((step for step in wanted if step in legal), None)


def _law_steps(position: Position, habits: Sequence[str]) -> Iterator[Step]:
    if position.turn.law == Law.JOKER:
        if "law9 pay" in habits:
            yield PayForJoker()
        if "law9 discard" in habits:
            yield DiscardLaw()
    elif position.turn.law in HELD_LAWS and "hold" in habits:
        yield HoldLaw()


def _closing_steps(position: Position, habits: Sequence[str]) -> Iterator[Step]:
    stacks = drawable_stacks(position)
    for habit in habits:
        if habit.startswith("draw stack "):
            yield from (Draw(int(number)) for number in habit.split(" ")[2:] if int(number) in stacks)
        if habit.startswith("draw family "):
            for family in habit.split(" ")[2:]:
                yield from (Draw(number) for number in stacks if position.stacks[number - 1][0] == family)
    if "end" in habits and not stacks:
        yield EndTurn()
