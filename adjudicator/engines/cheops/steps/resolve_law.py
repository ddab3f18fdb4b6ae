"""Carrying out a law that was just taken: the choices that each of the twelve leaves, and how each is played."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engines.cheops.notation.notation import (
    DiscardLaw,
    HoldLaw,
    LayLaw,
    LayOver,
    LayUnder,
    PayForJoker,
    RemoveLaw,
    Step,
)
from adjudicator.engines.cheops.position.laws import JOKER_PRICE, MARKET_LAWS, TABLE_LAWS, Law
from adjudicator.engines.cheops.position.pieces import COLOUR_INDEX, COLOURS
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.steps.laws_10_to_12 import list_uses
from adjudicator.engines.cheops.steps.notes import money_note, mover_note
from adjudicator.engines.cheops.steps.turns import finish_item
from adjudicator.engines.cheops.steps.updates import (
    box_law,
    box_used_law,
    hold_law_in_hand,
    lay_law_in_hand,
    replace_fields,
)
from adjudicator.engines.contract import Result


def list_resolutions(position: Position) -> list[Step]:
    """List the ways to carry out the law in hand: whoever takes a law must carry it out (CHEOPS-LAW-0)."""
    law = position.turn.law
    if law in MARKET_LAWS or law == Law.THREE_FULL_TABLES:
        return [LayLaw()]
    if law in TABLE_LAWS:
        return [LayUnder(colour) for colour in COLOURS if not position.law_under(colour)]
    if law == Law.NEW_NUMBER:
        return list(_list_free_numbers(position))
    if law == Law.REMOVE_LAW:
        # The player's own laws are targets too, and one must go if there is any (E25, E26).
        return [RemoveLaw(target) for target in laws_in_play(position)] or [DiscardLaw()]
    if law == Law.JOKER:
        return [PayForJoker(), DiscardLaw()] if position.mover.cash >= JOKER_PRICE else [DiscardLaw()]
    return [HoldLaw(), *list_uses(position, law)]


def laws_in_play(position: Position) -> list[Law]:
    """List the laws that law 8 may take away, by number: face-down ones and those in the box are not in play (E27)."""
    laws = position.laws
    found = [*laws.market, *filter(None, laws.under)]
    if laws.third:
        found.append(Law.THREE_FULL_TABLES)
    # A law 7 that a later sale has covered is still in play (Q12).
    if laws.over is not None:
        found.append(Law.NEW_NUMBER)
    for player in position.players:
        found += player.laws
    return sorted(found)


def play_plain_law(position: Position) -> Result[Position]:
    """Play ``law``: laws 1 and 2 onto the market price, law 3 onto the board."""
    law, laws = position.turn.law, position.laws
    if law == Law.THREE_FULL_TABLES:
        position = lay_law_in_hand(position, laws._replace(third=True))
        return finish_item(position, (mover_note("third", position, law=law, needed=position.tables_to_end),))
    position = lay_law_in_hand(position, laws._replace(market=(*laws.market, law)))
    return finish_item(position, (mover_note("market", position, law=law, price=position.price),))


def play_law_under_table(position: Position, step: LayUnder) -> Result[Position]:
    """Play ``under R``."""
    law, laws, index = position.turn.law, position.laws, COLOUR_INDEX[step.colour]
    under = (*laws.under[:index], law, *laws.under[index + 1 :])
    position = lay_law_in_hand(position, laws._replace(under=under))
    return finish_item(position, (mover_note("under", position, law=law, colour=step.colour),))


def play_law_over_number(position: Position, step: LayOver) -> Result[Position]:
    """Play ``over R3``."""
    colour, row, _ = step
    index = COLOUR_INDEX[colour]
    printed = position.tables[index][row - 1].text
    position = lay_law_in_hand(position, position.laws._replace(over=(index, row - 1)))
    note = mover_note(
        "over", position, law=Law.NEW_NUMBER, colour=colour, row=row, printed=printed, numeral=position.numeral
    )
    return finish_item(position, (note,))


def play_removal(position: Position, step: RemoveLaw) -> Result[Position]:
    """Play ``remove 5``: both laws go into the box (D10)."""
    target = step.law
    owner = next((seat for seat, player in enumerate(position.players) if target in player.laws), None)
    note = mover_note("removed", position, law=Law.REMOVE_LAW, target=target)
    if owner is not None:
        note = mover_note("taken_from", position, law=Law.REMOVE_LAW, target=target, owner_seat=owner)
    return finish_item(box_used_law(box_law(position, target), Law.REMOVE_LAW), (note,))


def play_payment(position: Position) -> Result[Position]:
    """Play ``pay``: law 9 stays before the player."""
    position = hold_law_in_hand(position, JOKER_PRICE)
    return finish_item(position, (mover_note("paid", position, law=Law.JOKER, price=JOKER_PRICE), money_note(position)))


def play_discard(position: Position) -> Result[Position]:
    """Play ``discard``: law 9 that is not paid for, or law 8 without a target."""
    law = position.turn.law
    position = box_used_law(position, law)
    return finish_item(position, (mover_note("returned", position, law=law),))


def play_hold(position: Position) -> Result[Position]:
    """Play ``hold``: law 10, 11 or 12 stays before the player."""
    law = position.turn.law
    position = hold_law_in_hand(position)
    # Gained by the normal take, the law waits for a later turn. Gained with a neighbour, it may be used in the normal
    # turn that follows (Q1, E36).
    if position.turn.taken:
        position = replace_fields(position, turn=position.turn._replace(waiting=law))
    return finish_item(position, (mover_note("held", position, law=law),))


def _list_free_numbers(position: Position) -> Iterator[LayOver]:
    """List the uncovered numbers, the last one of each table too (E23)."""
    for colour, covered, table in zip(COLOURS, position.covered, position.tables, strict=True):
        for row in range(covered, len(table)):
            yield LayOver(colour, row + 1)
