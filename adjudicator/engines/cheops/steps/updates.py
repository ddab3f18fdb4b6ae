"""Small changes of a position, which the steps are made of. Each function gives a new position."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING

from adjudicator.engines.cheops.position.laws import Law
from adjudicator.engines.cheops.position.pieces import COLOUR_INDEX, NEIGHBOUR, NEIGHBOUR_PRICE, Colour, Tile, put_piece
from adjudicator.engines.cheops.position.position import LawsInPlay, Player, Position
from adjudicator.engines.cheops.position.pyramid import Cell
from adjudicator.engines.contract import Seat

__all__ = [
    "add_kept",
    "box_law",
    "box_used_law",
    "hold_law_in_hand",
    "lay_law_in_hand",
    "lay_tile",
    "players_with",
    "replace_fields",
    "sell_treasure",
]

if TYPE_CHECKING:
    # The type checker knows the keywords of `dataclasses.replace`, so it checks those of our faster one with it.
    from dataclasses import replace as replace_fields
else:
    _NAMES = tuple(field.name for field in fields(Position))
    _read_fields = attrgetter(*_NAMES)

    def replace_fields(position: Position, /, **changes: object) -> Position:
        """Copy a position with some fields changed, in half the time of `dataclasses.replace`.

        Every step changes a position several times, and the house player tries thousands of steps for one of its own.
        """
        return Position(**{**dict(zip(_NAMES, _read_fields(position), strict=True)), **changes})


def players_with(position: Position, player: Player, seat: Seat | None = None) -> tuple[Player, ...]:
    """Give the players with a new value for the one to move, or for another seat."""
    seat, players = position.turn.seat if seat is None else seat, position.players
    return (*players[:seat], player, *players[seat + 1 :])


def add_kept(position: Position, colour: Colour, number: int) -> Position:
    """Add treasures of a colour to the stock of the player to move, or take some away."""
    player = position.mover
    player = player._replace(kept=_add_at(player.kept, COLOUR_INDEX[colour], number))
    return replace_fields(position, players=players_with(position, player))


def lay_tile(position: Position, tile: Tile, cell: Cell, *, by_law: bool = False) -> Position:
    """Lay a neighbour, which is paid for, or a family of the hand: as the normal take, or by law 11."""
    player, turn, neighbours = position.mover, position.turn, position.neighbours
    if tile == NEIGHBOUR:
        turn = turn._replace(laid=True, bought=True)
        player = player._replace(cash=player.cash - NEIGHBOUR_PRICE)
        neighbours -= 1
    else:
        turn = turn._replace(laid=True, taken=turn.taken or not by_law, law=Law.NONE)
        player = player._replace(hand=player.hand.replace(tile, "", 1))
    board, players = put_piece(position.board, cell, tile), players_with(position, player)
    return replace_fields(position, board=board, turn=turn, players=players, neighbours=neighbours)


def sell_treasure(position: Position, colour: Colour) -> Position:
    """Cover the next number of a price table and pay the market price, whatever that number is (CHEOPS-SELL-3)."""
    player = position.mover
    players = players_with(position, player._replace(cash=player.cash + position.price))
    covered = _add_at(position.covered, COLOUR_INDEX[colour], 1)
    return replace_fields(position, players=players, covered=covered)


def lay_law_in_hand(position: Position, laws: LawsInPlay) -> Position:
    """Lay the law in hand where `laws` has it."""
    return replace_fields(position, laws=laws, turn=position.turn._replace(law=Law.NONE))


def hold_law_in_hand(position: Position, price: int = 0) -> Position:
    """Lay the law in hand before the player to move, who pays for it."""
    player, law = position.mover, position.turn.law
    player = player._replace(cash=player.cash - price, laws=tuple(sorted((*player.laws, law))))
    turn = position.turn._replace(law=Law.NONE)
    return replace_fields(position, players=players_with(position, player), turn=turn)


def box_used_law(position: Position, law: Law) -> Position:
    """Put a used law into the box: the law in hand, or one that the player to move held."""
    # If a held law was used, no law is in hand (Q14), and there is nothing to empty.
    return replace_fields(box_law(position, law), turn=position.turn._replace(law=Law.NONE))


def box_law(position: Position, law: Law) -> Position:
    """Put a law into the box, from wherever it lies. What it did ends with it (E28)."""
    laws, players = position.laws, position.players
    for seat, owner in enumerate(players):
        if law in owner.laws:
            left = tuple(other for other in owner.laws if other != law)
            players = players_with(position, owner._replace(laws=left), seat)
    return replace_fields(
        position,
        players=players,
        laws=laws._replace(
            market=tuple(other for other in laws.market if other != law),
            third=laws.third and law != Law.THREE_FULL_TABLES,
            under=tuple(Law.NONE if other == law else other for other in laws.under),
            over=None if law == Law.NEW_NUMBER else laws.over,
            box=(*laws.box, law),
        ),
    )


def _add_at(numbers: tuple[int, ...], index: int, number: int) -> tuple[int, ...]:
    return (*numbers[:index], numbers[index] + number, *numbers[index + 1 :])
