"""The house player of this game: it plans whole turns, and values a hidden card by all that it could be.

1. A beam search over the steps of the turn finds plans that end in good positions, by `Assessor.lead`. While there is
   time, it is done again with a wider beam.
2. A plan ends where a card is turned over. Its worth is the average over all cards and photos that may come.
3. The first step of the best plan is played. If no plan is better than to end the turn, it ends.

The search runs on a position that is dealt anew, so the secrets of the true one are nowhere in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from adjudicator.engines.contract import Dealer, Level, Seat
from adjudicator.engines.pharao.house.evaluate import Assessor
from adjudicator.engines.pharao.house.recall import Recall
from adjudicator.engines.pharao.house.resample import resample_secrets
from adjudicator.engines.pharao.notation.notation import DROP, END, LAYINGS, EndTurn, Flip, Lay, Step
from adjudicator.engines.pharao.position.cards import Shape
from adjudicator.engines.pharao.position.grid import Cell, cells_in
from adjudicator.engines.pharao.position.position import Ending, Position
from adjudicator.engines.pharao.position.scoring import rank_seats
from adjudicator.engines.pharao.steps.apply import play_legal_step
from adjudicator.engines.pharao.steps.legal import legal_steps

TEMPO = 0.12
"""The worth of an action that is left after a card was turned over, in points."""
HOPE = 3.0
"""A rough worth of a chamber, before it is computed."""
WON = 100.0
"""The worth of having won, in points."""
GAIN = 1e-6
"""A plan is better than to end the turn if it brings more than this."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How far the player looks and how often it errs."""

    widths: tuple[int, ...]
    """The positions that are followed further at each depth, in the first search and in those that have time."""
    depth: int
    """The steps of a plan at most. A turn has three actions, and free steps between."""
    computes: bool
    """Whether it computes the worth of turning a card over, or only guesses."""
    slips: int
    """Decisions of which it takes one by its second thought; 0 for none."""


SKILLS = {
    Level.EASY: Skill((1,), 1, computes=False, slips=3),
    Level.FAIR: Skill((2,), 3, computes=True, slips=5),
    Level.STRONG: Skill((8, 24), 7, computes=True, slips=0),
}


def choose_step(
    position: Position,
    seat: Seat,
    dealer: Dealer,
    until: Callable[[], bool],
    level: Level,
    past: Sequence[Position] = (),
) -> Step:
    """Choose a step for the seat that is to move; `past` has the positions with which the latest turns began."""
    world, skill = resample_secrets(position, dealer), SKILLS[level]
    planner = Planner(seat, until, skill, Recall.of(past, seat))
    plans: list[Plan] = []
    for width in skill.widths:
        if plans and until():
            break
        plans = planner.plan(world, width)
    first = plans[0].first
    if skill.slips and dealer.below(skill.slips) == 0:
        return next((plan.first for plan in plans if plan.first not in {first, END}), first)
    return first


@dataclass(slots=True)
class Plan:
    """A first step, and the worth of where it leads to."""

    worth: float
    first: Step
    length: int
    flip: tuple[Position, Flip] | None = None
    """The position and the card to turn over, while the worth is only a guess."""


@dataclass(slots=True)
class Planner:
    """Plans the rest of a turn of a seat."""

    seat: Seat
    until: Callable[[], bool]
    skill: Skill
    recall: Recall
    assessor: Assessor = field(default_factory=Assessor)

    def plan(self, root: Position, width: int) -> list[Plan]:
        """List the plans that are better than to end the turn, the best one first; if there is none, to end it."""
        plans = list(self._search(root, width)) or [Plan(self._worth(root), END, 0)]
        if self.skill.computes:
            while (best := max(plans, key=_rank)).flip is not None and not self.until():
                best.worth, best.flip = self._flip_worth(*best.flip), None
        idle = [plan for plan in plans if plan.first is END]
        better = [plan for plan in plans if not idle or plan.worth > idle[0].worth + GAIN]
        return sorted(better, key=_rank, reverse=True) or idle

    def _search(self, root: Position, width: int) -> Iterator[Plan]:
        beam: list[tuple[Position, Step | None]] = [(root, None)]
        seen = {root}
        for depth in range(self.skill.depth + 1):
            reached: list[tuple[float, int, Position, Step]] = []
            for position, begun in beam:
                # A plan may end anywhere. It goes on while there is time.
                ended = begun is not None and (depth == self.skill.depth or self.until())
                for step in (END,) if ended else _sensible_steps(position):
                    first = begun or step
                    if isinstance(step, Flip):
                        yield Plan(self._guess(position), first, depth, (position, step))
                        continue
                    if isinstance(step, Lay) and root.chamber(position.turn.flipped):
                        yield Plan(self._photo_worth(position, step), first, depth)
                        continue
                    after = play_legal_step(position, step).position
                    if after in seen and step is not END:
                        continue
                    seen.add(after)
                    worth = self._worth(after)
                    if after.ending or after.turn.seat != self.seat or isinstance(step, EndTurn):
                        if self.recall.forbids(after):
                            continue
                        yield Plan(worth, first, depth)
                    else:
                        reached.append((worth, -len(reached), after, first))
            reached.sort(reverse=True, key=lambda entry: entry[:2])
            beam = [(position, begun) for _, _, position, begun in reached[:width]]

    def _worth(self, position: Position) -> float:
        """Value a position for the seat, in points."""
        lead = self.assessor.lead(position, self.seat)
        if not position.ending:
            return lead
        if rank_seats(position)[self.seat] > 1:
            return lead - WON
        # A seat that leads does not wait until the match ends because nothing happens: that is no game for the others.
        return lead if position.ending is Ending.STALL else lead + WON

    def _guess(self, position: Position) -> float:
        """Guess the worth of turning a card over."""
        chance = len(position.photos) / position.hidden.bit_count()
        return self._worth(position) + HOPE * chance + (TEMPO * position.turn.left if position.photos else 0.0)

    def _flip_worth(self, position: Position, flip: Flip) -> float:
        """Average over all cards that may lie there. How each is laid is chosen when it is seen."""
        cards = Counter((position.shapes[cell], bool(position.chamber(cell))) for cell in cells_in(position.secret))
        total = 0.0
        for (shape, chamber), number in cards.items():
            shown = play_legal_step(_with_card(position, flip.cell, shape, chamber=chamber), flip).position
            value = self._photo_worth if chamber else self._lay_worth
            total += number * max(value(shown, lay) for lay in LAYINGS[shape])
        return total / cards.total()

    def _photo_worth(self, position: Position, lay: Lay) -> float:
        """Average over the photos that may be in the box."""
        photos, total = Counter(position.photos), 0.0
        for photo, number in photos.items():
            rest = list(position.photos)
            rest.remove(photo)
            total += number * self._lay_worth(replace(position, photos=(photo, *rest)), lay)
        return total / photos.total()

    def _lay_worth(self, position: Position, lay: Lay) -> float:
        """Value a position after a card was laid, with the actions that are left."""
        after = play_legal_step(position, lay).position
        # Where nothing is left to find, an action that is left is worth nothing.
        goes_on = after.turn.seat == self.seat and not after.ending and position.photos
        return self._worth(after) + (TEMPO * after.turn.left if goes_on else 0.0)


def _sensible_steps(position: Position) -> Sequence[Step]:
    """List the legal steps, without laying down a treasure where there is no better one to take."""
    steps, player = legal_steps(position), position.mover
    if not player.carries:
        return steps
    here = [
        *position.lying(player.archaeologist),
        *(other.carries for other in position.players if other.archaeologist == player.archaeologist),
    ]
    return steps if max(here) > player.carries else [step for step in steps if step is not DROP]


def _rank(plan: Plan) -> tuple[float, int]:
    return plan.worth, -plan.length


def _with_card(position: Position, cell: Cell, shape: Shape, *, chamber: bool) -> Position:
    """Exchange the card of a cell for a hidden one of this shape."""
    other = next(
        other
        for other in cells_in(position.secret)
        if position.shapes[other] == shape and bool(position.chamber(other)) == chamber
    )
    if other == cell:
        return position
    shapes, names = list(position.shapes), dict(position.chambers)
    shapes[cell], shapes[other] = shapes[other], shapes[cell]
    here, there = names.pop(cell, ""), names.pop(other, "")
    names |= {place: name for place, name in ((cell, there), (other, here)) if name}
    return replace(position, shapes=tuple(shapes), chambers=tuple(sorted(names.items())))
