"""Small updates of a position that several steps share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.engines.contract import Seat
from adjudicator.engines.pharao.position.grid import Cell
from adjudicator.engines.pharao.position.position import NO_TREASURE, Player, Position, Treasure


def with_player(position: Position, player: Player, seat: Seat | None = None) -> Position:
    """Replace the possessions of a seat; without a seat, the one whose turn it is."""
    place = position.turn.seat if seat is None else seat
    players = position.players
    return replace(position, players=(*players[:place], player, *players[place + 1 :]))


def spend_action(position: Position, *, lively: bool = False) -> Position:
    """Spend an action. What was dropped before it may be taken up again (Q2)."""
    turn = position.turn
    turn = replace(turn, left=turn.left - 1, dropped=(), lively=turn.lively or lively)
    return replace(position, turn=turn)


def lay_treasures(position: Position, cell: Cell, *treasures: Treasure) -> Position:
    """Lay treasures on a card."""
    # Sorted, so that positions with the same treasures are equal however they came about.
    lying = sorted((*position.treasures, *((cell, treasure) for treasure in treasures)))
    return replace(position, treasures=tuple(lying))


def remove_treasure(position: Position, cell: Cell, treasure: Treasure) -> Position:
    """Take a treasure from a card."""
    lying = list(position.treasures)
    lying.remove((cell, treasure))
    return replace(position, treasures=tuple(lying))


def bank_treasures(position: Position, seats: Sequence[Seat]) -> Position:
    """Make safe the treasures that these seats carry, all at one moment (Q19)."""
    players = tuple(
        replace(player, carries=NO_TREASURE, banked=(*player.banked, player.carries)) if seat in seats else player
        for seat, player in enumerate(position.players)
    )
    return close_scoring(position, players)


def close_scoring(position: Position, players: tuple[Player, ...]) -> Position:
    """Close a scoring event (Q5): players with other points than before reached them at this moment."""
    moment = position.moment + 1
    players = tuple(_with_change(player, moment) for player in players)
    return replace(position, players=players, moment=moment)


def _with_change(player: Player, moment: int) -> Player:
    before = player.changes[-1][1] if player.changes else 0
    if player.points == before:
        return player
    return replace(player, changes=(*player.changes, (moment, player.points)))
