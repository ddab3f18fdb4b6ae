"""Traps in burial chambers: the mummy that frightens figures, and the curse that blows out lanterns."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Note, Seat
from adjudicator.engines.pharao.position.grid import NAMES, Bits, Cell, bit, names_in
from adjudicator.engines.pharao.position.paths import shortest_paths
from adjudicator.engines.pharao.position.position import NO_TREASURE, Figure, Position, Struck, Trap, Treasure
from adjudicator.engines.pharao.steps.notes import Notes, mover_note
from adjudicator.engines.pharao.steps.updates import bank_treasures, lay_treasures, with_player


def release_trap(position: Position, trap: Trap, chamber: Cell) -> tuple[Position, Notes, bool]:
    """Release a trap on all shortest paths from its chamber to the exit (G19); tell whether there was any."""
    path = shortest_paths(position.ways, chamber, position.start)
    if not path:
        return position, (mover_note("sealed", position, trap=trap, cell=NAMES[chamber]),), False
    position = replace(position, struck=Struck(position.turn.seat, trap, chamber, path))
    came = mover_note(trap, position, cell=NAMES[chamber], path=names_in(path))
    effect = _frighten_figures if trap is Trap.MUMMY else _blow_out_lanterns
    position, notes = effect(position, path)
    return position, (came, *notes), True


def _frighten_figures(position: Position, path: Bits) -> tuple[Position, Notes]:
    """Put every figure on the path on the start card (GOLD-MUMMY-1). A treasure that arrives with it is safe (Q12)."""
    notes = list[Note]()
    for seat in range(len(position.players)):
        position, more = _frighten_seat(position, seat, path & ~bit(position.start))
        notes += more
    carriers = [
        seat
        for seat, player in enumerate(position.players)
        if player.carries and player.archaeologist == position.start
    ]
    if not carriers:
        return position, tuple(notes)
    safe = [Note.of("pharao.banked", seat=seat, treasure=position.players[seat].carries) for seat in carriers]
    return bank_treasures(position, carriers), (*notes, *safe)


def _frighten_seat(position: Position, seat: Seat, path: Bits) -> tuple[Position, Notes]:
    """Let the figures of one seat flee. Whether a carrier drops the treasure is an option of the match (G20)."""
    before = player = position.players[seat]
    left = before.carries if position.variant.mummy_drop == "yes" else NO_TREASURE
    notes = list[Note]()
    if bit(before.archaeologist) & path:
        carries = NO_TREASURE if left else before.carries
        player = replace(player, archaeologist=position.start, carries=carries)
        notes.append(_fled_note(seat, Figure.ARCHAEOLOGIST, before.archaeologist, left))
        if left:
            position = lay_treasures(position, before.archaeologist, left)
    if bit(before.porter) & path:
        player = replace(player, porter=position.start)
        notes.append(_fled_note(seat, Figure.PORTER, before.porter, NO_TREASURE))
    return with_player(position, player, seat), tuple(notes)


def _fled_note(seat: Seat, figure: Figure, cell: Cell, treasure: Treasure) -> Note:
    return Note.of("pharao.fled", seat=seat, figure=figure, cell=NAMES[cell], treasure=treasure)


def _blow_out_lanterns(position: Position, path: Bits) -> tuple[Position, Notes]:
    """Give the lanterns on the path back to their owners (GOLD-CURSE-1)."""
    notes = list[Note]()
    for seat, player in enumerate(position.players):
        if blown := player.lanterns & path:
            stock = player.stock + blown.bit_count()
            position = with_player(position, replace(player, lanterns=player.lanterns & ~path, stock=stock), seat)
            notes.append(Note.of("pharao.blown", seat=seat, cells=names_in(blown), stock=stock))
    return position, tuple(notes)
