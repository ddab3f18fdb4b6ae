"""View of a position: all that a seat may know of it, with the rows and columns that its boards show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from adjudicator.engines.cheops.notation.notation import Take, TakeByLaw, parse_step
from adjudicator.engines.cheops.position.components import Components
from adjudicator.engines.cheops.position.ending import outcome_of
from adjudicator.engines.cheops.position.laws import Law
from adjudicator.engines.cheops.position.pieces import COLOURS, FACE_DOWN_LAW, NEIGHBOUR, TILES, Board, Colour, Families
from adjudicator.engines.cheops.position.placement import family_cells
from adjudicator.engines.cheops.position.position import Ending, Position, Stage
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES, SIZE, Cell
from adjudicator.engines.cheops.position.rules import Variant, rules_with
from adjudicator.engines.cheops.position.scoring import Count, add_scores, count_colours
from adjudicator.engines.cheops.steps.legal import drawable_stacks
from adjudicator.engines.cheops.steps.take import list_neighbour_takes
from adjudicator.engines.cheops.view.board import (
    Column,
    Line,
    Seated,
    Stack,
    draw_columns,
    draw_lines,
    list_table_rows,
)
from adjudicator.engines.cheops.view.picture import Picture, Table, lay_out
from adjudicator.engines.contract import Seat, View
from adjudicator.engines.editions import RECONSTRUCTION

RULES = rules_with(RECONSTRUCTION)


LawPlace = Literal["market", "board", "under", "over", "seat", "hand"]
"""On the market price, on the board, under or over a price table, before a seat, or in hand: turned over just now."""


LawEffect = Literal[
    "turned_over",
    "price",
    "price_covered",
    "three_tables",
    "sell_only",
    "sell_only_all",
    "discard_only",
    "all_void",
    "keep_only",
    "block_table",
    "number",
    "number_covered",
    "joker",
    "joker_named",
    "joker_void",
    "not_yet",
    "sell_treasure",
    "take_treasure",
    "exchange",
]
"""Effect of a law where it lies. Some are covered, by another law or a sold treasure, and without effect."""
Task = Literal["over", "joker", "law", "no_tile", "tile", "second_tile", "end", "end_passed"]
"""The next thing to do."""
_UNDER: dict[Law, LawEffect] = {
    Law.KEEP_ONLY: "keep_only",
    Law.BLOCK_TABLE: "block_table",
}
_HELD: dict[Law, LawEffect] = {
    Law.SELL_KEPT: "sell_treasure",
    Law.TAKE_TREASURE: "take_treasure",
    Law.EXCHANGE: "exchange",
}


@dataclass(frozen=True, slots=True)
class LawInPlay:
    """A law that lies face up, and where."""

    law: Law
    place: LawPlace
    effect: LawEffect
    colour: str = ""
    """The colour of the price table, or the one that law 9 counts as."""
    row: int = 0
    """The number that law 7 covers, from the top, counted from 1."""
    seat: Seat | None = None
    waits: bool = False
    """Whether a held law may not be used before its owner's next turn."""

    @property
    def held(self) -> bool:
        """Whether it lies before a player."""
        return self.place == "seat"


@dataclass(frozen=True, slots=True)
class CheopsView(View):
    """A table as one seat sees it; money is the only thing that seats see differently."""

    variant: Variant
    stage: Stage
    ending: Ending
    first: Seat
    board: Board
    placeable: tuple[tuple[Cell, Families], ...]
    """The cells where the player to move could lay families now, with the families."""
    columns: tuple[Column, ...]
    stacks: tuple[Stack, ...]
    players: tuple[Seated, ...]
    laws: tuple[LawInPlay, ...]
    box: tuple[Law, ...]
    """The laws that went out of play."""
    price: int
    numeral: int
    """The number printed on law 7."""
    neighbours: int
    neighbour_bought: bool
    neighbour_cells: tuple[str, ...]
    """The cells where this seat could lay a neighbour that it buys now; nobody else is told."""
    passed: bool
    passes: int
    full_tables: int
    tables_to_end: int
    joker: str
    """The colour that law 9's owner named, or ``none``."""
    counts: tuple[Count, ...]
    """The count of each colour, as if the match ended now."""
    winners: tuple[Seat, ...]
    """Who has won by the rules; nobody while the match goes on."""
    scores: tuple[int, ...]
    """Empty until the match is over."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The pyramid from the top row down."""
        return draw_lines(self.board, self.placeable)

    @property
    def places(self) -> tuple[str, ...]:
        """The numbers of the cells in the longest row, from left to right."""
        return tuple(square.name[1:] for square in self.lines[-1].squares)

    @property
    def task(self) -> Task:
        """The next thing to do, for the player to move."""
        if self.stage == "before":
            return "no_tile" if not self.placeable else "second_tile" if self.neighbour_bought else "tile"
        if self.stage == "after":
            return "end_passed" if self.passed else "end"
        return self.stage

    @property
    def drawable(self) -> tuple[int, ...]:
        """The numbers of the stacks that the player to move could draw from."""
        return tuple(stack.number for stack in self.stacks if stack.drawable)

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs of the text boards that need to be explained."""
        numbers = {number.kind for column in self.columns for number in column.numbers if not number.covered}
        shown = {
            "law": FACE_DOWN_LAW in self.board,
            "neighbour": NEIGHBOUR in self.board,
            "family": any(square.kind == "family" for line in self.lines for square in line.squares),
            "fits": bool(self.placeable),
            "covered": any(column.covered for column in self.columns),
            "under": any(column.law for column in self.columns),
            "majority": "majority" in numbers,
            "multiple": "multiple" in numbers,
        }
        return tuple(sign for sign, there in shown.items() if there)

    @property
    def tables(self) -> list[list[str]]:
        """The price tables in rows and columns."""
        return list_table_rows(self.columns)

    @property
    def half_tables(self) -> tuple[list[list[str]], list[list[str]]]:
        """The same in two halves, where there is no room beside each other."""
        half = len(self.columns) // 2
        return list_table_rows(self.columns[:half]), list_table_rows(self.columns[half:])

    @property
    def reconstructed(self) -> bool:
        """Whether the numbers are the program's reconstruction, which players are told."""
        return self.variant.tables == RECONSTRUCTION

    @property
    def tables_file(self) -> str:
        """The name of the host's file that the numbers come from."""
        return self.variant.tables.partition("@")[0]

    @property
    def law(self) -> Law:
        """The law that is to be carried out."""
        return next((law.law for law in self.laws if law.place == "hand"), Law.NONE)

    @property
    def me(self) -> Seated | None:
        """The viewer's own tiles, treasures, laws and money; None for a spectator."""
        return None if self.seat is None else self.players[self.seat]

    @property
    def depth(self) -> int:
        """How many numbers the longest price table has."""
        return max(len(column.numbers) for column in self.columns)

    @property
    def left(self) -> int:
        """How many treasures and laws are left on the pyramid."""
        return SIZE - sum(self.board.count(tile) for tile in TILES)

    @property
    def fitting(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The families that the player to move could lay now, each with its cells."""
        families = sorted({family for _, fit in self.placeable for family in fit})
        return tuple(
            (family, tuple(CELL_NAMES[cell] for cell, fit in self.placeable if family in fit)) for family in families
        )

    @property
    def fitting_together(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """The same, with the families together that fit on the same cells."""
        groups: dict[tuple[str, ...], tuple[str, ...]] = {}
        for family, cells in self.fitting:
            groups[cells] = (*groups.get(cells, ()), family)
        return tuple((families, cells) for cells, families in groups.items())

    def offers(self, legal: Iterable[str]) -> dict[str, str]:
        """Map each cell that can be clicked to its order: the whole step if there is only one, else the beginning that
        all its steps share, or the cell alone. Law 11 is offered only where no tile can be laid without it.
        """
        orders = tuple(legal)
        takes = [order for order in orders if order[0] in TILES]
        found: dict[str, list[str]] = {}
        for order in takes or [order for order in orders if order.startswith("law11 ")]:
            step = parse_step(order)
            if isinstance(step, Take | TakeByLaw):
                found.setdefault(CELL_NAMES[step.cell], []).append(order)
        return {cell: _shared_beginning(cell, steps) for cell, steps in found.items()}

    def picture(self, legal: Mapping[str, str], said: Sequence[str], remarks: Sequence[str]) -> Picture:
        """Lay out the picture. `legal` are the orders that can be clicked, each as the reader would write it; none
        where nothing can. `said` are the lines below the pyramid, and `remarks` those below the players.
        """
        table = Table(
            columns=self.columns,
            lines=self.lines,
            stacks=self.stacks,
            neighbours=self.neighbours,
            players=self.players,
            to_move=self.to_move,
            counts=self.counts if self.scores else (),
        )
        return lay_out(table, legal, self.offers(legal), said, remarks)


def build_view(position: Position, seat: Seat | None, components: Components | None) -> CheopsView:
    """Show a position to a seat, or to a spectator (None). `components` tell which numbers are attested."""
    variant, stage, turn = position.variant, position.stage, position.turn
    over, seats = stage == "over", len(position.players)
    return CheopsView(
        rules=RULES.key,
        seat=seat,
        to_move=None if over else turn.seat,
        sides=("",) * seats,
        variant=variant,
        stage=stage,
        ending=position.ending,
        first=position.first,
        board=position.board,
        placeable=_placeable(position) if stage == "before" or turn.law == Law.TAKE_TREASURE else (),
        columns=draw_columns(position, _attested(position, components)),
        stacks=_stacks(position),
        players=tuple(_seated(position, number, seat) for number in range(seats)),
        laws=tuple(_laws(position)),
        box=position.laws.box,
        price=position.price,
        numeral=position.numeral,
        neighbours=position.neighbours,
        neighbour_bought=turn.bought,
        neighbour_cells=_neighbour_cells(position) if seat == turn.seat and stage == "before" else (),
        passed=turn.passed,
        passes=position.passes,
        full_tables=position.full_tables,
        tables_to_end=position.tables_to_end,
        joker=position.joker,
        counts=count_colours(position),
        winners=outcome.winners if (outcome := outcome_of(position)) else (),
        scores=add_scores(position) if over else (),
    )


def _shared_beginning(cell: str, orders: list[str]) -> str:
    if len(orders) == 1:
        return orders[0]
    beginnings = {order[: order.index(f" {cell}")] for order in orders}
    return f"{beginnings.pop()} {cell}" if len(beginnings) == 1 else cell


def _placeable(position: Position) -> tuple[tuple[Cell, Families], ...]:
    cells: dict[Cell, Families] = {}
    for family in sorted(set(position.mover.hand)):
        for cell in family_cells(position.board, family):
            # Law 11 in hand takes treasures only (E37).
            if position.turn.law and position.board[cell] == FACE_DOWN_LAW:
                continue
            cells[cell] = cells.get(cell, "") + family
    return tuple(sorted(cells.items()))


def _neighbour_cells(position: Position) -> tuple[str, ...]:
    cells = {step.cell for step in list_neighbour_takes(position)}
    return tuple(CELL_NAMES[cell] for cell in sorted(cells))


def _attested(position: Position, components: Components | None) -> tuple[tuple[bool, ...], ...]:
    if components is None:
        return tuple((False,) * len(table) for table in position.tables)
    return tuple(map(components.attested, position.tables))


def _stacks(position: Position) -> tuple[Stack, ...]:
    drawable = drawable_stacks(position) if position.stage == "after" else []
    return tuple(
        Stack(number, stack[:1], len(stack), number in drawable) for number, stack in enumerate(position.stacks, 1)
    )


def _seated(position: Position, number: Seat, viewer: Seat | None) -> Seated:
    # Money is the only thing that seats see differently (CHEOPS-SELL-4).
    player = position.players[number]
    open_to_all = position.variant.open_money == "yes" or position.stage == "over"
    kept = tuple((colour, number) for colour, number in zip(COLOURS, player.kept, strict=True) if number)
    cash = player.cash if open_to_all or number == viewer else None
    return Seated(number, tuple(player.hand), kept, player.laws, cash)


def _laws(position: Position) -> Iterable[LawInPlay]:
    laws, turn = position.laws, position.turn
    if turn.law:
        yield LawInPlay(turn.law, "hand", "turned_over", seat=turn.seat)
    for number, law in enumerate(laws.market, 1):
        yield LawInPlay(law, "market", "price" if number == len(laws.market) else "price_covered")
    if laws.third:
        yield LawInPlay(Law.THREE_FULL_TABLES, "board", "three_tables")
    for colour, law in zip(COLOURS, laws.under, strict=True):
        if law:
            yield LawInPlay(law, "under", _effect_under(position, law, colour), colour)
    if laws.over:
        table, row = laws.over
        covered = row < position.covered[table]
        yield LawInPlay(Law.NEW_NUMBER, "over", "number_covered" if covered else "number", COLOURS[table], row + 1)
    for seat, player in enumerate(position.players):
        for law in player.laws:
            waits = seat == turn.seat and law == turn.waiting
            yield _held_law(law, seat, position.joker, waits=waits)


def _effect_under(position: Position, law: Law, colour: Colour) -> LawEffect:
    """Tell the effect of a law under a table now: law 4 depends on whether the table is full (E20)."""
    if law != Law.SELL_ONLY:
        return _UNDER[law]
    voids = position.variant.law4_full == "all_worthless"
    if position.is_full(colour):
        return "all_void" if voids else "discard_only"
    return "sell_only_all" if voids else "sell_only"


def _held_law(law: Law, seat: Seat, joker: str, *, waits: bool) -> LawInPlay:
    if law != Law.JOKER:
        return LawInPlay(law, "seat", "not_yet" if waits else _HELD[law], seat=seat, waits=waits)
    if joker == "none":
        return LawInPlay(law, "seat", "joker_void", seat=seat, waits=waits)
    return LawInPlay(law, "seat", "joker_named" if joker else "joker", joker, seat=seat, waits=waits)
