"""Ten questions about a position of Egyptos."""

from __future__ import annotations

from adjudicator.engines.egyptos.position.coordinates import Cell, cell_at, name_of, offsets, row_label
from adjudicator.engines.egyptos.position.position import COLOURS, PYRAMIDS, Position, cells_of
from adjudicator.engines.egyptos.steps.legal import frontier
from adjudicator.engines.suite.chance import Chance
from testkit.engines.questions import Question, player, told


def list_questions(position: Position, reader: int, chance: Chance) -> list[Question]:
    """Ask ten questions; `chance` chooses the cells that they are about."""
    mine = 0 if position.seat_of(0) == reader else 1
    both = [*position.stones[0], *position.stones[1]] or [Cell(0)]
    somewhere = both[chance.below(len(both))]
    column, row = offsets(both[chance.below(len(both))])
    near = cell_at(column + chance.below(3) - 1, row + chance.below(3) - 1)
    empty = set(frontier(position))
    level = offsets(somewhere)[1]
    others = [cell for cell in position.stones[1 - mine] if offsets(cell)[1] == level]
    last = [name_of(cell) for cell in cells_of(position.last)]
    highest = max((offsets(cell)[1] for cell in position.stones[mine]), default=None)
    return [
        _turn(position, reader),
        Question("colour", (), "Which colour do you play?", COLOURS[mine]),
        Question(
            "left",
            (COLOURS[1 - mine],),
            f"How many pyramids has {COLOURS[1 - mine]} still to lay?",
            str(PYRAMIDS - len(position.stones[1 - mine])),
        ),
        _cell(position, somewhere),
        _cell(position, near),
        Question("last", (), "Where did the last step lead?", last[-1] if last else "none"),
        Question("count", (COLOURS[mine],), "How many pyramids have you laid?", str(len(position.stones[mine]))),
        Question(
            "touches",
            (name_of(near),),
            f"Is {name_of(near)} an empty cell that touches a pyramid?",
            "yes" if near in empty and position.laid else "no",
        ),
        Question(
            "row",
            (COLOURS[1 - mine], row_label(level)),
            f"Where in row {row_label(level)} does {COLOURS[1 - mine]} stand?",
            told(map(name_of, sorted(others))),
        ),
        Question(
            "highest",
            (COLOURS[mine],),
            "What is the highest row in which one of your pyramids stands?",
            "none" if highest is None else row_label(highest),
        ),
    ]


def _turn(position: Position, reader: int) -> Question:
    doing = "lay" if position.laying else "move"
    answer = "nobody" if position.ending else f"{player(position.seat_of(position.colour), reader)}, {doing}"
    return Question("turn", (), "Whose turn is it, and is a pyramid to be laid or moved?", answer)


def _cell(position: Position, cell: Cell) -> Question:
    found = [colour for colour, stones in zip(COLOURS, position.stones, strict=True) if cell in stones]
    return Question("cell", (name_of(cell),), f"What stands on {name_of(cell)}?", told(found))
