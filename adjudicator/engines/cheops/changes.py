"""Small changes of a position, from which the steps are put together."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.cheops.pieces import NEIGHBOUR, Tile, with_piece
from adjudicator.engines.cheops.position import Law, Player, Position
from adjudicator.engines.cheops.pyramid import Cell
from adjudicator.engines.contract import Seat


def with_player(position: Position, player: Player, seat: Seat | None = None) -> Position:
    """Put a player in place of the one to move, or of another seat's."""
    seat = position.turn.seat if seat is None else seat
    players = position.players
    return replace(position, players=(*players[:seat], player, *players[seat + 1 :]))


def paid(position: Position, amount: int) -> Position:
    """Give the player to move money from the bank, or take some."""
    player = position.mover
    return with_player(position, replace(player, cash=player.cash + amount))


def with_kept(position: Position, place: int, number: int) -> Position:
    """Add treasures of a colour to the stock of the player to move, or take some away."""
    player = position.mover
    return with_player(position, replace(player, kept=added(player.kept, place, number)))


def with_tile(position: Position, tile: Tile, cell: Cell) -> Position:
    """Lay a tile of the player to move, or a neighbour, on a cell."""
    turn = replace(position.turn, laid=True)
    board = with_piece(position.board, cell, tile)
    if tile == NEIGHBOUR:
        return replace(position, board=board, turn=turn, neighbours=position.neighbours - 1)
    player = position.mover
    position = replace(position, board=board, turn=turn)
    return with_player(position, replace(player, hand=player.hand.replace(tile, "", 1)))


def boxed(position: Position, law: Law) -> Position:
    """Put a law into the box, from wherever it lies."""
    laws = position.laws
    seat = next((seat for seat, player in enumerate(position.players) if law in player.laws), None)
    if seat is not None:
        owner = position.players[seat]
        kept = tuple(other for other in owner.laws if other != law)
        position = with_player(position, replace(owner, laws=kept), seat)
    return replace(
        position,
        laws=replace(
            laws,
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
