"""Small changes of a position, from which the steps are put together."""

from __future__ import annotations

from adjudicator.engines.cheops.change import changed
from adjudicator.engines.cheops.pieces import NEIGHBOUR, NEIGHBOUR_PRICE, Tile, with_piece
from adjudicator.engines.cheops.position import Law, Player, Position
from adjudicator.engines.cheops.pyramid import Cell
from adjudicator.engines.contract import Seat


def seated(position: Position, player: Player, seat: Seat | None = None) -> tuple[Player, ...]:
    """Seat a player in place of the one to move, or of another seat's."""
    seat, players = position.turn.seat if seat is None else seat, position.players
    return (*players[:seat], player, *players[seat + 1 :])


def with_kept(position: Position, place: int, number: int) -> Position:
    """Add treasures of a colour to the stock of the player to move, or take some away."""
    player = position.mover
    return changed(position, players=seated(position, player._replace(kept=added(player.kept, place, number))))


def with_tile(position: Position, tile: Tile, cell: Cell, *, by_law: bool = False) -> Position:
    """Lay a neighbour that is paid for, or a family of the hand: as the normal take, or by law 11."""
    player, turn, neighbours = position.mover, position.turn, position.neighbours
    if tile == NEIGHBOUR:
        turn = turn._replace(laid=True, bought=True)
        player = player._replace(cash=player.cash - NEIGHBOUR_PRICE)
        neighbours -= 1
    else:
        turn = turn._replace(laid=True, taken=turn.taken or not by_law, law=0)
        player = player._replace(hand=player.hand.replace(tile, "", 1))
    board = with_piece(position.board, cell, tile)
    return changed(position, board=board, turn=turn, players=seated(position, player), neighbours=neighbours)


def with_sold(position: Position, place: int) -> Position:
    """Lay a treasure on its price table and pay the market price for it."""
    player = position.mover
    players = seated(position, player._replace(cash=player.cash + position.price))
    return changed(position, players=players, covered=added(position.covered, place, 1))


def boxed(position: Position, law: Law) -> Position:
    """Put a law into the box, from wherever it lies."""
    laws, players = position.laws, position.players
    for seat, owner in enumerate(players):
        if law in owner.laws:
            left = tuple(other for other in owner.laws if other != law)
            players = seated(position, owner._replace(laws=left), seat)
    return changed(
        position,
        players=players,
        laws=laws._replace(
            market=tuple(other for other in laws.market if other != law),
            third=laws.third and law != 3,
            under=tuple(0 if other == law else other for other in laws.under),
            over=None if law == 7 else laws.over,
            box=(*laws.box, law),
        ),
    )


def added(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """Add to one of several numbers."""
    return (*numbers[:place], numbers[place] + number, *numbers[place + 1 :])
