"""The collapse: the clock that the bust starts, and the waves in which the pyramid falls.

There are two cases. The bust leaves its chamber: the chamber falls at once, and a wave follows each turn of the clock's
owner, who is the last to have held the bust (case A). Or it stays: the chamber falls after three turns of its
discoverer, who keeps the clock for good (case B).
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Note, Seat
from adjudicator.engines.pharao.position.grid import (
    NAMES,
    NOWHERE,
    Bits,
    Cell,
    bit,
    cells_around,
    cells_beside,
    cells_in,
    names_in,
)
from adjudicator.engines.pharao.position.position import (
    BUST,
    FIGURES,
    NO_TREASURE,
    Collapse,
    Ending,
    Figure,
    Player,
    Position,
)
from adjudicator.engines.pharao.position.rules import COUNTDOWN
from adjudicator.engines.pharao.steps.notes import Notes, mover_note
from adjudicator.engines.pharao.steps.updates import close_scoring

LOSSES = {Figure.ARCHAEOLOGIST: 2, Figure.PORTER: 1}
"""The points that losing a figure costs (GOLD-LOSS-1)."""


def start_clock(position: Position, chamber: Cell) -> tuple[Position, Notes]:
    """Start the clock: the bust was found (GOLD-BUST-0)."""
    seat, spared = position.turn.seat, position.variant.count_discovery_turn == "no"
    position = replace(
        position,
        collapse=Collapse(chamber, seat, COUNTDOWN),
        quiet=0,
        turn=replace(position.turn, spared=spared),
    )
    return position, (mover_note("bust_found", position, cell=NAMES[chamber], turns=COUNTDOWN, counted=not spared),)


def topple_chamber(position: Position, clock: Collapse) -> tuple[Position, Notes]:
    """Bring the chamber down, as the bust has left it (GOLD-BUST-A1). The clock is the mover's from now on."""
    clock = replace(clock, seat=position.turn.seat, countdown=0)
    # Wave 0 fell in this turn, so the end of the turn brings no other (G25).
    position = replace(position, turn=replace(position.turn, spared=True))
    out = mover_note("bust_out", position, cell=NAMES[clock.chamber])
    position, notes = _fall(position, clock, bit(clock.chamber))
    return position, (out, *notes)


def hand_over_clock(position: Position) -> tuple[Position, Notes]:
    """Give the clock to the mover, who has picked up the bust (G26), unless the bust is still in its chamber."""
    clock, seat = position.collapse, position.turn.seat
    # A countdown still runs: it counts the discoverer's turns, whoever holds the bust (G32, Q4).
    if clock is None or clock.countdown or clock.seat == seat:
        return position, ()
    return replace(position, collapse=replace(clock, seat=seat)), (Note.of("pharao.clock", seat=seat),)


def tick_clock(position: Position) -> tuple[Position, Notes]:
    """Count the end of a turn: something falls if it is a turn of the clock's owner (GOLD-BUST-A2, GOLD-BUST-B1)."""
    clock, turn = position.collapse, position.turn
    if clock is None or clock.seat != turn.seat or turn.spared:
        return position, ()
    if clock.countdown > 1:
        return replace(position, collapse=replace(clock, countdown=clock.countdown - 1)), ()
    return _fall(position, replace(clock, countdown=0), next_to_fall(position))


def next_to_fall(position: Position) -> Bits:
    """Find the cards that fall next: the chamber first, then always the neighbours of the fallen cards (G24)."""
    if position.collapse is None or position.ending:
        return 0
    if not position.fallen:
        return bit(position.collapse.chamber)
    spread = cells_beside if position.variant.collapse_adjacency == 4 else cells_around
    return spread(position.fallen) & ~position.fallen & ~bit(position.start)


def _fall(position: Position, clock: Collapse, cells: Bits) -> tuple[Position, Notes]:
    """Let a wave of cards fall with everything on them, at one scoring moment (Q5)."""
    # The notes tell of the position before the fall: who stood there, what lay there.
    wave = Note.of("pharao.wave", cells=names_in(cells), number=clock.waves, seat=position.turn.seat)
    buried = _buried_notes(position, cells)
    lost = tuple(note for seat in range(len(position.players)) for note in _loss_notes(position, seat, cells))
    position = replace(
        position,
        fallen=position.fallen | cells,
        ways=position.ways.without_cards(cells),
        treasures=tuple((cell, treasure) for cell, treasure in position.treasures if not cells >> cell & 1),
        collapse=replace(clock, waves=clock.waves + 1),
    )
    position = close_scoring(position, tuple(_after_wave(player, cells) for player in position.players))
    notes = (wave, *buried, *lost)
    if position.last_to_stand:
        return replace(position, ending=Ending.COLLAPSE), (*notes, Note.of("pharao.collapse"))
    return position, notes


def _after_wave(player: Player, cells: Bits) -> Player:
    """Leave a player the things that a wave leaves. Lanterns on cards that fall do not go back to the stock (G33)."""
    archaeologist, porter = (NOWHERE if bit(cell) & cells else cell for cell in (player.archaeologist, player.porter))
    return replace(
        player,
        archaeologist=archaeologist,
        porter=porter,
        carries=NO_TREASURE if archaeologist == NOWHERE else player.carries,
        lanterns=player.lanterns & ~cells,
    )


def _buried_notes(position: Position, cells: Bits) -> Notes:
    lying = [treasure for cell in cells_in(cells) for treasure in position.lying(cell)]
    if not lying:
        return ()
    return (Note.of("pharao.buried", treasures=tuple(sorted(lying)), bust=BUST in lying),)


def _loss_notes(position: Position, seat: Seat, cells: Bits) -> Notes:
    player, notes = position.players[seat], list[Note]()
    for figure in FIGURES:
        cell = player.figure(figure)
        if bit(cell) & cells:
            carried = player.carries if figure is Figure.ARCHAEOLOGIST else NO_TREASURE
            name, points = NAMES[cell], LOSSES[figure]
            lost = Note.of("pharao.lost", seat=seat, figure=figure, cell=name, points=points, treasure=carried)
            notes.append(lost)
    return tuple(notes)
