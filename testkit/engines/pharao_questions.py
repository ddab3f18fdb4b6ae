"""Ten questions about a position of Das Gold des Pharao."""

from __future__ import annotations

from adjudicator.engines.pharao.position.grid import ALL, CELLS, NAMES, Cell, bit, cells_in, names_in, neighbours
from adjudicator.engines.pharao.position.position import ARCHAEOLOGIST, PORTER, Figure, Position
from adjudicator.engines.pharao.steps.collapse import next_to_fall
from adjudicator.engines.suite.chance import Chance
from testkit.engines.questions import NAMES as PLAYERS
from testkit.engines.questions import Question, player, told


def list_questions(position: Position, reader: int, chance: Chance) -> list[Question]:
    """Ask ten questions; `chance` chooses the cards that they are about."""
    others = [seat for seat in range(len(position.players)) if seat != reader]
    other = others[chance.below(len(others))]
    opened = cells_in(position.ways.cards)
    start, goal = (*chance.shuffled(opened), position.start)[:2]
    here, beside = _two_beside(position, chance)
    laden = sorted({cell for cell, _ in position.treasures}) or opened
    treasures = laden[chance.below(len(laden))]
    any_card = Cell(chance.below(36))
    return [
        _turn(position, reader),
        _place(position, other, ARCHAEOLOGIST, reader),
        _place(position, reader, PORTER, reader),
        Question(
            "step",
            (here, beside),
            f"Does a way lead directly from {here} to {beside}?",
            _yes(position.ways.joined_cells(bit(CELLS[here])) & bit(CELLS[beside])),
        ),
        Question(
            "walk",
            (NAMES[start], NAMES[goal]),
            f"Can one walk from {NAMES[start]} to {NAMES[goal]}, however far it is?",
            _yes(_connected(position, start) & bit(goal)),
        ),
        _flips(position, reader),
        Question(
            "treasures",
            (NAMES[treasures],),
            f"What are the treasures worth that lie on {NAMES[treasures]}? Nobody carries these.",
            told(sorted(position.lying(treasures))),
        ),
        Question(
            "state",
            (NAMES[any_card],),
            f"Is {NAMES[any_card]} open, face down, turned over but not laid, or fallen?",
            _state(position, any_card),
        ),
        _leaders(position, reader),
        Question("falls", (), "Which cards fall next?", told(names_in(next_to_fall(position)))),
    ]


def _turn(position: Position, reader: int) -> Question:
    turn = position.turn
    doing = "lay the card" if turn.flipped >= 0 else f"{turn.left} left"
    answer = "nobody" if position.ending else f"{player(turn.seat, reader)}, {doing}"
    return Question(
        "turn", (), "Whose turn is it, and how many actions are left? Or is there a card to lay first?", answer
    )


def _place(position: Position, seat: int, figure: Figure, reader: int) -> Question:
    whose = "your" if seat == reader else f"{PLAYERS[seat]}'s"
    cell = position.players[seat].figure(figure)
    return Question("place", (str(seat), figure), f"Where is {whose} {figure}?", NAMES[cell] if cell >= 0 else "lost")


def _two_beside(position: Position, chance: Chance) -> tuple[str, str]:
    """Choose two cards side by side, the first of them open."""
    opened = cells_in(position.ways.cards)
    here = opened[chance.below(len(opened))]
    near = [cell for cell in neighbours(here) if cell is not None]
    return NAMES[here], NAMES[near[chance.below(len(near))]]


def _connected(position: Position, start: Cell) -> int:
    found, grown = 0, bit(start)
    while grown != found:
        found, grown = grown, grown | position.ways.joined_cells(grown)
    return found


def _flips(position: Position, reader: int) -> Question:
    turn, cell = position.turn, position.players[reader].archaeologist
    can = turn.seat == reader and turn.left and turn.flipped < 0 and cell >= 0 and not position.ending
    faced = position.ways.faced_cells(bit(cell)) & position.secret & ~position.fallen if can else 0
    return Question("flips", (), "Which cards can you turn over now?", told(names_in(faced)))


def _state(position: Position, cell: Cell) -> str:
    if position.fallen & bit(cell):
        return "fallen"
    if position.secret & bit(cell):
        return "face down"
    return "turned over" if position.turn.flipped == cell else "open"


def _leaders(position: Position, reader: int) -> Question:
    points = [one.points for one in position.players]
    most = max(points)
    leaders = [player(seat, reader) for seat, has in enumerate(points) if has == most]
    return Question("leads", (), "Who has the most points, and how many?", f"{told(leaders)} with {most}")


def _yes(bits: int) -> str:
    return "yes" if bits & ALL else "no"
