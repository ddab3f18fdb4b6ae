"""Playing a step: each kind of it, by its first word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator.engines.cheops import carrying, taking
from adjudicator.engines.cheops.change import changed
from adjudicator.engines.cheops.changes import seated
from adjudicator.engines.cheops.legal import legal_steps, stacks_to_draw
from adjudicator.engines.cheops.objections import refusal
from adjudicator.engines.cheops.pieces import HAND, TILES
from adjudicator.engines.cheops.position import Position, Step
from adjudicator.engines.cheops.told import told
from adjudicator.engines.cheops.turns import turn_done
from adjudicator.engines.contract import Note, Result

Words = Sequence[str]


def apply(position: Position, step: Step) -> Result[Position]:
    """Play a step, as the contract has it."""
    if step not in legal_steps(position):
        raise refusal(position, step)
    words = step.split()
    return _PLAYS[words[0]](position, words)


def _pass(position: Position, words: Words) -> Result[Position]:
    del words
    position = changed(position, turn=position.turn._replace(taken=True, passed=True))
    return Result(position, (told("passed", position),))


def _draw(position: Position, words: Words) -> Result[Position]:
    """Draw a tile. What comes to light under it is a secret too, so that nobody may look and then think again."""
    number = int(words[1])
    family, rest = position.stacks[number - 1][0], position.stacks[number - 1][1:]
    first, second, third = (rest if place == number else stack for place, stack in enumerate(position.stacks, 1))
    player = position.mover
    player = player._replace(hand="".join(sorted(player.hand + family)))
    position = changed(position, stacks=(first, second, third), players=seated(position, player))
    notes = (told("drew", position, family=family, stack=number, next=rest[:1]),)
    if position.variant.draw_rule == "one" or len(player.hand) == HAND:
        return turn_done(position, notes, revealed=bool(rest))
    return Result(changed(position, turn=position.turn._replace(drawn=True)), notes, revealed=bool(rest))


def _end(position: Position, words: Words) -> Result[Position]:
    del words
    declined = stacks_to_draw(position)
    notes = (told("drew_nothing", position, hand=len(position.mover.hand)),) if declined else ()
    return turn_done(position, notes)


def _joker(position: Position, words: Words) -> Result[Position]:
    position = changed(position, joker=words[1])
    return Result(position, (Note.of("cheops.joker", seat=position.joker_seat, colour=words[1]),))


_PLAYS: Mapping[str, Callable[[Position, Words], Result[Position]]] = {
    **dict.fromkeys(TILES, taking.take),
    "law11": taking.take_by_law,
    "law10": carrying.sell_kept,
    "law12": carrying.exchange,
    "law": carrying.lay_plain,
    "under": carrying.lay_under,
    "over": carrying.lay_over,
    "remove": carrying.remove,
    "pay": carrying.pay,
    "discard": carrying.discard,
    "hold": carrying.hold,
    "pass": _pass,
    "draw": _draw,
    "end": _end,
    "joker": _joker,
}
