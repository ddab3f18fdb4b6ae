"""Ten questions about a position of Cheops."""

from __future__ import annotations

from adjudicator.engines.cheops.position.pieces import COLOURS, FACE_DOWN_LAW, FAMILIES, NEIGHBOUR, Families
from adjudicator.engines.cheops.position.placement import family_cells
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES
from adjudicator.engines.suite.chance import Chance
from testkit.engines.questions import NAMES as PLAYERS
from testkit.engines.questions import Question, player, told

COLOUR_WORDS = dict(zip("RGBONM", ("red", "green", "blue", "orange", "black", "brown"), strict=True))
TASKS = {"law": "carry out a law", "after": "end the turn", "joker": "name a colour", "before": "lay a tile"}


def list_questions(position: Position, reader: int, chance: Chance) -> list[Question]:
    """Ask ten questions; `chance` chooses the cells and players that they are about."""
    others = [seat for seat in range(len(position.players)) if seat != reader]
    other, collector = others[chance.below(len(others))], chance.below(len(position.players))
    cell, colour = chance.below(len(CELL_NAMES)), chance.below(len(COLOURS))
    family = FAMILIES[chance.below(4)]
    letter = COLOURS[colour]
    kept = zip(COLOURS, position.players[collector].kept, strict=True)
    whose = "have you" if collector == reader else f"has {PLAYERS[collector]}"
    laws = [CELL_NAMES[place] for place, piece in enumerate(position.board) if piece == FACE_DOWN_LAW]
    return [
        _turn(position, reader),
        Question("cell", (CELL_NAMES[cell],), f"What lies on {CELL_NAMES[cell]}?", _piece(position.board[cell])),
        _fits(position, reader, family),
        Question(
            "hand",
            (str(other),),
            f"Which family tiles has {PLAYERS[other]} in hand?",
            told(sorted(position.players[other].hand)),
        ),
        Question(
            "kept",
            (str(collector),),
            f"Which treasures {whose} kept?",
            told(f"{number} {COLOUR_WORDS[one]}" for one, number in kept if number),
        ),
        Question("money", (), "How much money have you?", str(position.players[reader].cash)),
        Question("price", (), "What is paid for a treasure that is sold?", str(position.price)),
        Question(
            "counts",
            (COLOUR_WORDS[letter],),
            f"Which number of the price table would count for {COLOUR_WORDS[letter]} if the match ended now?",
            _number(position, colour),
        ),
        Question("laws", (), "On which cells does a face-down law lie?", told(laws)),
        Question("neighbours", (), "How many neighbours are left to buy?", str(position.neighbours)),
    ]


def _turn(position: Position, reader: int) -> Question:
    stage = position.stage
    asked = "Whose turn is it, and is there a tile to lay, a law to carry out, a colour to name, or the turn to end?"
    answer = "nobody" if stage == "over" else f"{player(position.turn.seat, reader)}, {TASKS[stage]}"
    return Question("turn", (), asked, answer)


def _piece(piece: str) -> str:
    if piece == FACE_DOWN_LAW:
        return "a face-down law"
    if piece == NEIGHBOUR:
        return "a neighbour"
    return f"family {piece}" if piece in FAMILIES else COLOUR_WORDS[piece]


def _fits(position: Position, reader: int, family: Families) -> Question:
    can = position.stage == "before" and position.turn.seat == reader and family in position.mover.hand
    cells = [CELL_NAMES[cell] for cell in sorted(family_cells(position.board, family))] if can else []
    return Question("fits", (family,), f"Where could you lay family {family} now?", told(cells))


def _number(position: Position, colour: int) -> str:
    row = position.covered[colour]
    return str(position.numeral) if position.laws.over == (colour, row) else position.tables[colour][row].text
