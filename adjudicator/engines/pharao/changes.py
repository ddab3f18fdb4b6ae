"""Small changes of a position that many steps share."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.grid import Cell
from adjudicator.engines.pharao.position import Player, Position, Treasure


def with_player(position: Position, player: Player, seat: Seat | None = None) -> Position:
    """Change what a seat has, or else the seat whose turn it is."""
    place = position.turn.seat if seat is None else seat
    players = position.players
    return replace(position, players=(*players[:place], player, *players[place + 1 :]))


def spent(position: Position, *, lively: bool = False) -> Position:
    """Spend an action. What was laid down before it may be taken up again."""
    turn = position.turn
    turn = replace(turn, left=turn.left - 1, dropped=(), lively=turn.lively or lively)
    return replace(position, turn=turn)


def laid_down(position: Position, cell: Cell, *treasures: Treasure) -> Position:
    """Lay treasures on a card."""
    lying = sorted((*position.treasures, *((cell, treasure) for treasure in treasures)))
    return replace(position, treasures=tuple(lying))


def taken_up(position: Position, cell: Cell, treasure: Treasure) -> Position:
    """Take a treasure from a card."""
    lying = list(position.treasures)
    lying.remove((cell, treasure))
    return replace(position, treasures=tuple(lying))


def scored(position: Position, players: tuple[Player, ...]) -> Position:
    """Close a scoring event: whoever has other points than before reached them at this moment."""
    moment = position.moment + 1
    players = tuple(_recorded(player, moment) for player in players)
    return replace(position, players=players, moment=moment)


def _recorded(player: Player, moment: int) -> Player:
    before = player.changes[-1][1] if player.changes else 0
    if player.points == before:
        return player
    return replace(player, changes=(*player.changes, (moment, player.points)))
