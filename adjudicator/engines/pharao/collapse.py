"""The collapse: the clock that the bust sets going, and the waves in which the pyramid falls."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engines.contract import Note, Seat
from adjudicator.engines.pharao.changes import scored
from adjudicator.engines.pharao.grid import NAMES, NOWHERE, Bits, Cell, around, beside, bit, cells_in, names_in
from adjudicator.engines.pharao.position import BUST, FIGURES, Collapse, Player, Position
from adjudicator.engines.pharao.told import Notes, told
from adjudicator.engines.pharao.variant import COUNTDOWN

WEIGHTS = {"archaeologist": 2, "porter": 1}
"""The points that losing a figure costs."""


def discovered(position: Position, chamber: Cell) -> tuple[Position, Notes]:
    """Set the clock going: the bust was found."""
    seat, spared = position.turn.seat, position.variant.count_discovery_turn == "no"
    position = replace(
        position,
        collapse=Collapse(chamber, seat, COUNTDOWN),
        quiet=0,
        turn=replace(position.turn, spared=spared),
    )
    return position, (told("bust_found", position, cell=NAMES[chamber], turns=COUNTDOWN, counted=not spared),)


def carried_out(position: Position, clock: Collapse) -> tuple[Position, Notes]:
    """Bring the chamber down, as the bust has left it."""
    clock = replace(clock, seat=position.turn.seat, countdown=0)
    position = replace(position, turn=replace(position.turn, spared=True))
    out = told("bust_out", position, cell=NAMES[clock.chamber])
    position, notes = _fallen(position, clock, bit(clock.chamber))
    return position, (out, *notes)


def owned(position: Position, seat: Seat) -> tuple[Position, Notes]:
    """Hand the clock to whoever has the bust now, unless it is still in its chamber: his turn counts already."""
    clock = position.collapse
    if clock is None or clock.countdown or clock.seat == seat:
        return position, ()
    return replace(position, collapse=replace(clock, seat=seat)), (Note.of("pharao.clock", seat=seat),)


def ticked(position: Position) -> tuple[Position, Notes]:
    """Count the end of a turn: something falls if it is a turn of the clock's seat."""
    clock, turn = position.collapse, position.turn
    if clock is None or clock.seat != turn.seat or turn.spared:
        return position, ()
    if clock.countdown > 1:
        return replace(position, collapse=replace(clock, countdown=clock.countdown - 1)), ()
    return _fallen(position, replace(clock, countdown=0), next_to_fall(position))


def next_to_fall(position: Position) -> Bits:
    """Find the cards that fall next: the chamber, then always those beside what has fallen."""
    if position.collapse is None or position.ending:
        return 0
    if not position.fallen:
        return bit(position.collapse.chamber)
    spread = beside if position.variant.collapse_adjacency == 4 else around
    return spread(position.fallen) & ~position.fallen & ~bit(position.start)


def _fallen(position: Position, clock: Collapse, cells: Bits) -> tuple[Position, Notes]:
    wave = Note.of("pharao.wave", cells=names_in(cells), number=clock.waves, seat=position.turn.seat)
    buried = _buried(position, cells)
    lost = tuple(note for seat in range(len(position.players)) for note in _losses(position, seat, cells))
    position = replace(
        position,
        fallen=position.fallen | cells,
        ways=position.ways.without(cells),
        treasures=tuple((cell, treasure) for cell, treasure in position.treasures if not cells >> cell & 1),
        collapse=replace(clock, waves=clock.waves + 1),
    )
    position = scored(position, tuple(_spared(player, cells) for player in position.players))
    notes = (wave, *buried, *lost)
    if position.last_to_stand:
        return replace(position, ending="collapse"), (*notes, Note.of("pharao.collapse"))
    return position, notes


def _spared(player: Player, cells: Bits) -> Player:
    """Leave a player what a wave leaves: lanterns on cards that fall are gone for good."""
    archaeologist, porter = (NOWHERE if bit(cell) & cells else cell for cell in (player.archaeologist, player.porter))
    return replace(
        player,
        archaeologist=archaeologist,
        porter=porter,
        carries=0 if archaeologist == NOWHERE else player.carries,
        lanterns=player.lanterns & ~cells,
    )


def _buried(position: Position, cells: Bits) -> Notes:
    lying = [lying for cell in cells_in(cells) for lying in position.lying(cell)]
    if not lying:
        return ()
    return (Note.of("pharao.buried", treasures=tuple(sorted(lying)), bust=BUST in lying),)


def _losses(position: Position, seat: Seat, cells: Bits) -> Notes:
    player, notes = position.players[seat], list[Note]()
    for figure in FIGURES:
        cell = player.figure(figure)
        if bit(cell) & cells:
            carried = player.carries if figure == "archaeologist" else 0
            name, points = NAMES[cell], WEIGHTS[figure]
            lost = Note.of("pharao.lost", seat=seat, figure=figure, cell=name, points=points, treasure=carried)
            notes.append(lost)
    return tuple(notes)
