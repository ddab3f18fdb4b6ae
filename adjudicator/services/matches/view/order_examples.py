"""The orders that letters and pages offer: which steps they show, how these are written, and their effects.

Examples are chosen by the knowledge of the seat to move: no choice depends on a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import cast

from adjudicator.engines.abilities import offers
from adjudicator.engines.contract import AnyPosition, AnyStep, Describer, HasCompass, HasKinds, Note, OMeans
from adjudicator.mail.commands.table.command_words import o_word
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import AnyTable, play_forced
from adjudicator.texts.games.step_descriptions import render_descriptions
from adjudicator.texts.language.language import Language
from adjudicator.texts.language.written_orders import write_order

EXAMPLES = 3
LONGEST_LINE = 68
"""Columns of an order that a letter shows on a line of its own, which must not be broken."""
LONGEST_TURN = 4
"""Steps of a turn that is shown whole."""
IMAGINED = 3
"""Samples of the hidden information; a step that reveals some ends a turn only if it does in all of them."""


@dataclass(frozen=True, slots=True)
class Example:
    """One step, or the steps of a whole turn, as a reader may write them, and their effect; empty if nobody says it."""

    order: str
    said: str = ""


def example_orders(table: AnyTable, language: Language, most: int = EXAMPLES) -> tuple[Example, ...]:
    """Show legal steps of different kinds, and a whole turn if a turn has several steps.

    A list with only one step more is shown whole, and nothing else.
    """
    steps = choose_steps(table, most)
    turn = _find_whole_turn(table, steps, language) if len(steps) < len(table.legal_steps) else []
    if turn:
        steps = choose_steps(table, most - 1, shown=_kinds_of(table, turn))
    singles = (write_example(table, [step], language) for step in steps)
    return (*singles, *((write_example(table, turn, language),) if turn else ()))


def write_example(table: AnyTable, steps: Sequence[AnyStep], language: Language) -> Example:
    """Write steps of one turn, each legal after those before it."""
    rules, written = table.engine.rules.key, map(table.engine.format, steps)
    said = "; ".join(write_order(rules, order, language.language) for order in written)
    return Example(said, _describe(table, steps, language))


def write_both_o(table: AnyTable, refusal: Refusal, language: Language) -> tuple[str, ...]:
    """Write orders whose O may be east or west with either meaning, each as a line that says it for good.

    If they do not fit on a line, it gives only the meaning of O.
    """
    engine, values = table.engine, dict(refusal.values)
    orders = [order for order in cast("tuple[str, ...]", values["orders"]) if order]
    lines = list[str]()
    if not offers(engine, HasCompass):
        return ()
    for meaning in OMeans:
        first, code = o_word(meaning, language.language), language.language
        spelt = "; ".join(engine.spell_out_o(order, meaning, code) for order in orders)
        line = f"{first}; {'? ' if values.get('shown') else ''}{spelt}"
        lines.append(line if len(line) <= LONGEST_LINE else first)
    return tuple(lines)


def _describe(table: AnyTable, steps: Sequence[AnyStep], language: Language) -> str:
    notes: list[Note] = []
    for step in steps:
        if not offers(table.engine, Describer[AnyPosition, AnyStep]):
            return ""
        notes.append(table.engine.describe(table.position, step))
        table, _ = play_forced(table.after(step)[0]) if len(notes) < len(steps) else (table, ())
    return render_descriptions(notes, language)


def choose_steps(table: AnyTable, most: int, shown: AbstractSet[str] = frozenset()) -> list[AnyStep]:
    """Choose steps of different kinds, spread over the list; idle ones only if there is nothing else.

    Kinds that are `shown` anyway are left out if there are enough others.
    """
    legal = table.legal_steps
    if len(legal) <= most + 1:
        return list(legal)
    groups = _group_by_kind(table)
    others = [steps for kind, steps in groups.items() if kind not in shown]
    kinds = others if len(others) >= most else list(groups.values())
    if len(kinds) > most:
        kinds = [kinds[len(kinds) * number // most] for number in range(most)]
    shares = [0] * len(kinds)
    while sum(shares) < most:
        fewest = min(
            (number for number, kind in enumerate(kinds) if shares[number] < len(kind)), key=shares.__getitem__
        )
        shares[fewest] += 1
    return [
        kind[len(kind) * place // share + len(kind) * number // (most * share)]
        for number, (kind, share) in enumerate(zip(kinds, shares, strict=True))
        for place in range(share)
    ]


def _group_by_kind(table: AnyTable) -> dict[str, list[AnyStep]]:
    """Group the legal steps by kind, in the engine's order. To be idle is no example, as long as there are others."""
    groups: dict[str, list[AnyStep]] = {}
    for kind, steps_in_a_row in groupby(table.legal_steps, _kinds_at(table)):
        groups.setdefault(kind, []).extend(steps_in_a_row)
    if len(groups) > 1:
        groups = {kind: steps for kind, steps in groups.items() if not _is_idle(table, steps[0])}
    return groups


def _kinds_at(table: AnyTable) -> Callable[[AnyStep], str]:
    """Return what names the kind of a step. The engine is asked once what it can do: there may be hundreds of steps."""
    engine = table.engine
    if offers(engine, HasKinds[AnyPosition, AnyStep]):
        return partial(engine.kind_of, table.position)
    if offers(engine, Describer[AnyPosition, AnyStep]):
        return lambda step: str(engine.describe(table.position, step).key)
    return lambda step: _shape(engine.format(step))


def _is_idle(table: AnyTable, step: AnyStep) -> bool:
    return table.engine.format(step) == table.engine.rules.idle_step


def _shape(order: str) -> str:
    """Reduce an order to its words, without cells and numbers: ``2 A3 sell`` is a ``sell``."""
    return " ".join(word for word in order.split() if word.isalpha() and len(word) > 1)


def _find_whole_turn(table: AnyTable, steps: Sequence[AnyStep], language: Language) -> list[AnyStep]:
    """Find a whole turn that begins with one of the steps, if it has several and works when it is sent now."""
    for first in steps:
        turn = complete_turn(table, first)
        if len(turn) > 1:
            order = write_example(table, turn, language).order
            ruling = rule_on(table, table.to_move or 0, table.turn, [order])
            if not (ruling.refused or ruling.not_reached or ruling.ignored) and _is_over(ruling.table, table):
                return turn
    return []


def _kinds_of(table: AnyTable, turn: Sequence[AnyStep]) -> set[str]:
    kinds = set()
    for step in turn:
        kinds.add(_kinds_at(table)(step))
        table, _ = play_forced(table.after(step)[0])
    return kinds


def complete_turn(table: AnyTable, first: AnyStep) -> list[AnyStep]:
    """Choose steps until the turn is over; only the first if it reveals a secret, or if the turn is too long."""
    steps, before, here = [first], [table], table
    while len(steps) <= LONGEST_TURN:
        here, result = here.after(steps[-1])
        if result.revealed or _is_over(here, table):
            return steps
        here, forced = play_forced(here)
        if any(one.revealed for one in forced):
            break
        if _is_over(here, table):
            return steps
        kinds = {_kinds_at(then)(step) for then, step in zip(before, steps, strict=True)}
        following = next(_continuations(table, here, kinds, ends=len(steps) > 1), None)
        if following is None:
            break
        steps.append(following)
        before.append(here)
    return [first]


def _continuations(table: AnyTable, here: AnyTable, kinds: AbstractSet[str], *, ends: bool) -> Iterator[AnyStep]:
    """Yield the steps that may come next: one of each kind, new ones first; or first of all the one that ends the turn.

    A step that reveals a secret may only come last.
    """
    idle = [step for step in here.legal_steps if _is_idle(here, step)]
    groups = sorted(_group_by_kind(here).items(), key=lambda group: group[0] in kinds)
    steps = [group[0] for _, group in groups]
    for step in [*idle, *steps] if ends else [*steps, *idle]:
        revealed = here.after(step)[1].revealed
        if not revealed or all(_is_over(one.after(step)[0], table) for one in _imagine(here)):
            yield step


def _imagine(table: AnyTable) -> Iterator[AnyTable]:
    for number in range(IMAGINED):
        dealer = SeededDealer(b"an example that depends on no secret" + bytes([number]))
        yield replace(table, position=table.engine.resample(table.position, table.to_move or 0, dealer))


def _is_over(table: AnyTable, before: AnyTable) -> bool:
    return table.turn != before.turn or table.to_move is None
