"""Applying a step: it is checked against the legal steps, then played by the function for its kind."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.cheops.notation.notation import (
    DiscardLaw,
    Draw,
    EndTurn,
    HoldLaw,
    LayLaw,
    LayOver,
    LayUnder,
    NameJoker,
    Pass,
    PayForJoker,
    RemoveLaw,
    SellKept,
    Step,
    SwapKept,
    SwapOnBoard,
    Take,
    TakeByLaw,
)
from adjudicator.engines.cheops.position.pieces import HAND_SIZE
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.steps import laws_10_to_12, resolve_law
from adjudicator.engines.cheops.steps.illegal import refuse_step
from adjudicator.engines.cheops.steps.legal import drawable_stacks, legal_steps
from adjudicator.engines.cheops.steps.notes import mover_note
from adjudicator.engines.cheops.steps.take import play_take
from adjudicator.engines.cheops.steps.turns import finish_turn
from adjudicator.engines.cheops.steps.updates import players_with, replace_fields
from adjudicator.engines.contract import Note, Result, Revealed


def apply_step(position: Position, step: Step) -> Result[Position]:
    """Play a step. Raises `IllegalStep`."""
    if step not in legal_steps(position):
        raise refuse_step(position, step)
    return _play(position, step)


def _play(position: Position, step: Step) -> Result[Position]:  # noqa: C901, PLR0911, PLR0912 - one case a kind
    # The frequent kinds come first.
    match step:
        case Take():
            return play_take(position, step)
        case Draw():
            return _play_draw(position, step)
        case EndTurn():
            return _play_end(position)
        case Pass():
            return _play_pass(position)
        case SwapOnBoard():
            return laws_10_to_12.play_swap_on_board(position, step)
        case SwapKept():
            return laws_10_to_12.play_swap_of_kept(position, step)
        case SellKept():
            return laws_10_to_12.play_sale_of_kept(position, step)
        case TakeByLaw():
            return laws_10_to_12.play_take_by_law(position, step)
        case LayLaw():
            return resolve_law.play_plain_law(position)
        case LayUnder():
            return resolve_law.play_law_under_table(position, step)
        case LayOver():
            return resolve_law.play_law_over_number(position, step)
        case RemoveLaw():
            return resolve_law.play_removal(position, step)
        case PayForJoker():
            return resolve_law.play_payment(position)
        case DiscardLaw():
            return resolve_law.play_discard(position)
        case HoldLaw():
            return resolve_law.play_hold(position)
        case NameJoker():
            return _play_joker(position, step)


def _play_pass(position: Position) -> Result[Position]:
    position = replace_fields(position, turn=position.turn._replace(taken=True, passed=True))
    return Result(position, (mover_note("passed", position),))


def _play_draw(position: Position, step: Draw) -> Result[Position]:
    index = step.stack - 1
    family, rest = position.stacks[index][0], position.stacks[index][1:]
    first, second, third = (rest if place == index else stack for place, stack in enumerate(position.stacks))
    player = position.mover
    player = player._replace(hand="".join(sorted(player.hand + family)))
    position = replace_fields(position, stacks=(first, second, third), players=players_with(position, player))
    notes = (mover_note("drew", position, family=family, stack=step.stack, next=rest[:1]),)
    if position.variant.draw_rule == "one" or len(player.hand) == HAND_SIZE:
        result = finish_turn(position, notes)
    else:
        result = Result(replace_fields(position, turn=position.turn._replace(drawn=True)), notes)
    # The tile below comes to light, so a draw cannot be taken back to look into another stack.
    return replace(result, revealed=Revealed.SMALL if rest else Revealed.NONE, shown=(family, rest[:1]))


def _play_end(position: Position) -> Result[Position]:
    declined = drawable_stacks(position)
    notes = (mover_note("drew_nothing", position, hand=len(position.mover.hand)),) if declined else ()
    return finish_turn(position, notes)


def _play_joker(position: Position, step: NameJoker) -> Result[Position]:
    position = replace_fields(position, joker=step.colour or "none")
    return Result(position, (Note.of("cheops.joker", seat=position.joker_seat, colour=position.joker),))
