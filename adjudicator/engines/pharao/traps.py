"""Traps in burial chambers: the mummy that frightens people, and the curse that blows out lanterns."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Note, Seat
from adjudicator.engines.pharao.changes import laid_down, with_player
from adjudicator.engines.pharao.grid import NAMES, Bits, Cell, bit, names_in
from adjudicator.engines.pharao.moving import banked
from adjudicator.engines.pharao.position import Figure, Position, Struck, Trap, Treasure
from adjudicator.engines.pharao.told import Notes, told
from adjudicator.engines.pharao.ways import shortest


def released(position: Position, trap: Trap, chamber: Cell) -> tuple[Position, Notes, bool]:
    """Let a trap out on all the shortest ways from its chamber to the exit; tell whether there was any."""
    path = shortest(position.ways, chamber, position.start)
    if not path:
        return position, (told("sealed", position, trap=trap, cell=NAMES[chamber]),), False
    position = replace(position, struck=Struck(position.turn.seat, trap, chamber, path))
    came = told(trap, position, cell=NAMES[chamber], path=names_in(path))
    position, notes = _frightened(position, path) if trap == "mummy" else _blown_out(position, path)
    return position, (came, *notes), True


def _frightened(position: Position, path: Bits) -> tuple[Position, Notes]:
    """Put every figure on the way on the start card. Who still carries a treasure then has it safe."""
    notes = list[Note]()
    for seat in range(len(position.players)):
        position, more = _fled(position, seat, path & ~bit(position.start))
        notes += more
    carriers = [
        seat
        for seat, player in enumerate(position.players)
        if player.carries and player.archaeologist == position.start
    ]
    if not carriers:
        return position, tuple(notes)
    safe = [Note.of("pharao.banked", seat=seat, treasure=position.players[seat].carries) for seat in carriers]
    return banked(position, carriers), (*notes, *safe)


def _fled(position: Position, seat: Seat, path: Bits) -> tuple[Position, Notes]:
    """Let the figures of one seat run. What a carrier does with his treasure is the match's choice."""
    before = player = position.players[seat]
    left = before.carries if position.variant.mummy_drop == "yes" else 0
    notes = list[Note]()
    if bit(before.porter) & path:
        player = replace(player, porter=position.start)
        notes.append(_ran(seat, "porter", before.porter, 0))
    if bit(before.archaeologist) & path:
        player = replace(player, archaeologist=position.start, carries=before.carries - left)
        notes.insert(0, _ran(seat, "archaeologist", before.archaeologist, left))
        if left:
            position = laid_down(position, before.archaeologist, left)
    return with_player(position, player, seat), tuple(notes)


def _ran(seat: Seat, figure: Figure, cell: Cell, treasure: Treasure) -> Note:
    return Note.of("pharao.fled", seat=seat, figure=figure, cell=NAMES[cell], treasure=treasure)


def _blown_out(position: Position, path: Bits) -> tuple[Position, Notes]:
    """Give the lanterns on the way back to their owners."""
    notes = list[Note]()
    for seat, player in enumerate(position.players):
        if blown := player.lanterns & path:
            stock = player.stock + blown.bit_count()
            position = with_player(position, replace(player, lanterns=player.lanterns & ~path, stock=stock), seat)
            notes.append(Note.of("pharao.blown", seat=seat, cells=names_in(blown), stock=stock))
    return position, tuple(notes)
