"""Playing a step: each kind of it, by its first word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator.engines.contract import Result
from adjudicator.engines.pharao import discovery, moving, porter, treasures
from adjudicator.engines.pharao.legal import legal_steps
from adjudicator.engines.pharao.objections import refusal
from adjudicator.engines.pharao.position import Position, Step
from adjudicator.engines.pharao.told import Notes, told
from adjudicator.engines.pharao.turns import finished, settled

Words = Sequence[str]


def apply(position: Position, step: Step) -> Result[Position]:
    """Play a step, as the contract has it."""
    if step not in legal_steps(position):
        raise refusal(position, step)
    words = step.split()
    after, notes = _PLAYS[words[0]](position, words)
    after, more = settled(after)
    # Whatever lay face down and does not any more came to light, be it a card or the photo of a chamber.
    revealed = after.secret != position.secret or len(after.photos) != len(position.photos)
    return Result(after, (*notes, *more), revealed)


def _end(position: Position, words: Words) -> tuple[Position, Notes]:
    del words
    ended = told("ended", position, left=position.turn.left)
    position, notes = finished(position)
    return position, (ended, *notes)


_PLAYS: Mapping[str, Callable[[Position, Words], tuple[Position, Notes]]] = {
    "A": moving.walk,
    "P": moving.walk,
    "flip": discovery.flip,
    "turn": discovery.lay,
    "rotate": porter.rotate,
    "lamp": porter.lay_lantern,
    "unlamp": porter.take_lantern,
    "take": treasures.take,
    "drop": treasures.drop,
    "steal": treasures.steal,
    "end": _end,
}
