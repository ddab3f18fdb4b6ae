"""The plan and the habits of a seat as its player reads and writes them. Nobody else ever sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.mail.commands.words.match_words import BOARD_USES
from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.plans.check import Mark, Verdict, trace_answer
from adjudicator.match.plans.events import Event
from adjudicator.match.plans.firing import Status
from adjudicator.match.plans.lexicon import Lexicon
from adjudicator.match.plans.line_reader import Setting
from adjudicator.match.plans.merge import find_clashes
from adjudicator.match.plans.plan import Condition, Game, Node, Path, Plan, format_path, parse_path
from adjudicator.match.plans.side import Side
from adjudicator.match.plans.wording import Writer, format_plan, list_rows
from adjudicator.services.matches.names.shown_names import seat_names
from adjudicator.services.matches.plans.plan_reviews import Review
from adjudicator.services.matches.plans.sealed_plans import KeptPlan, Outcome, read_habits, read_plan
from adjudicator.services.matches.rows.match_rows import LoadedMatch
from adjudicator.services.matches.rows.record_rows import VERSION_1
from adjudicator.services.matches.view.order_examples import write_example
from adjudicator.services.matches.view.plan_offers import offer_plan
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.facts.letter_facts import PlanNews, PlanStatus, ReviewedPlans, ReviewedTurn
from adjudicator.texts.facts.plan_facts import PlanAnswer, PlanBoard, PlanBoardsAnswer, PlanMark, PlanRow
from adjudicator.texts.language.language import Language

MOST_BOARDS = 12
"""Boards that one letter shows."""
_Branch = tuple[Condition, ...]
NO_MARKS: Mapping[_Branch, Mark] = MappingProxyType({})
_STATUSES: Mapping[Status | None, PlanStatus] = {
    None: "dropped",
    Status.OPEN: "open",
    Status.STOPPED: "stopped",
    Status.HELD: "held",
    Status.REFUSED: "refused",
    Status.UNFORESEEN: "unforeseen",
    Status.UNCONFIRMED: "unconfirmed",
    Status.TWO_HOLD: "two_hold",
}


@cache
def plan_lexicon() -> Lexicon:
    """Return the words of plans in all languages."""
    return Lexicon.of(PLAN_WORDS)


@dataclass(frozen=True, slots=True)
class PlanView:
    """One seat's plan for its reader."""

    presenter: MatchPresenter
    loaded: LoadedMatch
    game: Game

    @property
    def _seat(self) -> Seat:
        return self.presenter.match.seats[self.presenter.seat or 0]

    @property
    def _writer(self) -> Writer:
        names = seat_names(self.presenter.match, self.presenter.language, public=self.presenter.public)
        language = self.presenter.language.language
        return Writer(self.game, names, self._seat.number, plan_lexicon(), language)

    @property
    def setting(self) -> Setting:
        """Context in which lines of the player are read."""
        secret, match = self.presenter.context.secret, self.presenter.match
        side = Side(self.game, self.loaded.table, self._seat.number, read_habits(secret, self._seat))
        return Setting(side, seat_names(match, self.presenter.language, public=self.presenter.public), plan_lexicon())

    def offer_line(self) -> tuple[str, str] | None:
        """Write a line of a plan that its reader could add below a move, and that move; None if none is found."""
        found = offer_plan(self.setting.side, self._writer)
        if found is None:
            return None
        return found.line, write_example(self.loaded.table, found.behind, self.presenter.language).order

    def write_step(self, step: str) -> str:
        """Write a planned step in the reader's words."""
        return self._writer.write_steps((step,)) if step else ""

    def write_lines(self, plan: Plan) -> tuple[str, ...]:
        """Write a plan as lines that can be sent again."""
        return format_plan(plan, self._writer)

    def write_node(self, node: Node) -> str:
        """Write one answer without the nodes below it, as a line."""
        return self._writer.write_clause(replace(node, below=()), first=True)

    def answer(self, order: str, kept: KeptPlan, marks: Mapping[_Branch, Mark] = NO_MARKS) -> PlanAnswer:
        """Lay the plan out as a tree; `marks` are the results of the check of this letter's lines."""
        names = seat_names(self.presenter.match, self.presenter.language, public=self.presenter.public)
        others = [name for number, name in enumerate(names) if number != self._seat.number]
        writer = self._writer
        clashes = find_clashes(self.game, kept.plan)
        return PlanAnswer(
            order=order,
            rows=self._rows(kept.plan, marks),
            other=others[0] if len(others) == 1 else "",
            clashes=tuple((writer.write_condition(one), writer.write_condition(other)) for one, other in clashes),
            cancel=word_for("cancel plan", self.presenter.language.language),
            boards=self.write_boards_line(),
            gone=self.news(kept.outcome),
        )

    def write_boards_line(self, number: str = "") -> str:
        """Write the line that shows the boards behind all answers, or the one behind an answer."""
        language = self.presenter.language.language
        plan = word_for("plan", language)
        return f"{plan} {number} {BOARD_USES.word('board' if number else 'boards', language)}".replace("  ", " ")

    def board_answer(self, order: str, plan: Plan, events: Sequence[Event], wanted: Path | None) -> PlanBoardsAnswer:
        """Draw the boards to which a plan leads, as far as they can be known, or the one behind an answer.

        Raises `LookupError` for a number that the tree does not have.
        """
        rows = {parse_path(row.number): row for row in self._rows(plan)}
        paths = [wanted] if wanted else list(rows)
        others = [format_path(path) for path in paths[MOST_BOARDS:]]
        return PlanBoardsAnswer(
            order=order,
            boards=tuple(self._draw(rows[path], plan, events, path) for path in paths[:MOST_BOARDS]),
            others=self.write_boards_line(others[0]) if others else "",
        )

    def _draw(self, row: PlanRow, plan: Plan, events: Sequence[Event], path: Path) -> PlanBoard:
        reached = trace_answer(self.setting.side, plan, path, events)
        if reached is None:
            return PlanBoard(row=row)
        board = self.presenter.board(replace(self.loaded, table=reached.table))
        return PlanBoard(row=row, board=board, left=self._writer.write_steps(reached.left))

    def _rows(self, plan: Plan, marks: Mapping[_Branch, Mark] = NO_MARKS) -> tuple[PlanRow, ...]:
        rows = zip(list_rows(plan, self._writer), _branches(plan.nodes), strict=True)
        return tuple(
            PlanRow(
                number=row.number,
                when="" if row.node.when.is_last else row.when,
                plays=row.plays,
                waits=row.node.waits,
                mark=_mark_of(marks.get(branch)),
                reason=self._reason_of(marks.get(branch)),
            )
            for row, branch in rows
        )

    def _reason_of(self, mark: Mark | None) -> str:
        return self.presenter.say(mark.reason) if mark and mark.reason else ""

    def news(self, outcome: Outcome | None) -> PlanNews | None:
        """Tell the result of a plan when the turn of its seat began; None if there is nothing to tell."""
        if outcome is None:
            return None
        held = outcome.status is Status.HELD
        return PlanNews(
            status=_STATUSES[outcome.status],
            answer=self._writer.write_steps(outcome.answer),
            step=self.write_step(outcome.step),
            reason=self.presenter.say(outcome.reason) if outcome.reason else "",
            not_played=self._writer.write_steps(outcome.not_played),
            lost=self.write_lines(outcome.lost),
            as_planned=word_for("as planned", self.presenter.language.language) if held else "",
        )


def write_reviews(presenter: MatchPresenter, game: Game, reviews: Iterable[Review]) -> tuple[ReviewedPlans, ...]:
    """Write the result of plans, for each seat whose plans the reader may see."""
    names, language = (
        seat_names(presenter.match, presenter.language, public=presenter.public),
        presenter.language.language,
    )
    told: dict[int, list[ReviewedTurn]] = {}
    for review in reviews:
        writer = Writer(game, names, review.seat, plan_lexicon(), language)
        fired, missed = (format_plan(plan, writer) for plan in (review.fired, review.missed))
        status = "played" if review.status is Status.PLAYED else _STATUSES[review.status]
        told.setdefault(review.seat, []).append(ReviewedTurn(review.turn, status, fired, missed))
    return tuple(ReviewedPlans(seat, names[seat], tuple(turns)) for seat, turns in sorted(told.items()))


def plan_gone(secret: bytes, match: Match, seat: Seat, language: Language) -> tuple[str, ...]:
    """Write the plan of a seat as lines that can be sent again, for its player while somebody else sits down there."""
    game, kept = Game.of(engine_for(match.rules)), read_plan(secret, seat)
    if game is None or not kept.plan:
        return ()
    names = seat_names(match, language, public=False)
    return format_plan(kept.plan, Writer(game, names, seat.number, plan_lexicon(), language.language))


def _mark_of(mark: Mark | None) -> PlanMark:
    match mark.verdict if mark else None:
        case Verdict.OPEN:
            return "open"
        case Verdict.LATER:
            return "later"
        case Verdict.DOUBT:
            return "doubt"
        case _:
            return ""


def _branches(nodes: tuple[Node, ...], above: _Branch = ()) -> list[_Branch]:
    """List the conditions that lead to each node, in the order of the rows."""
    found: list[_Branch] = []
    for node in nodes:
        branch = (*above, node.when)
        found += [branch, *_branches(node.below, branch)]
    return found


def may_plan(match: Match, seat: Seat) -> bool:
    """Tell whether the player of a seat can plan later moves."""
    running = match.state is MatchState.RUNNING and match.record_version != VERSION_1
    return running and seat.by_person and Game.of(engine_for(match.rules)) is not None


def plan_view(presenter: MatchPresenter, loaded: LoadedMatch) -> PlanView | None:
    """Return None for a spectator, and for a game whose steps cannot be planned."""
    game = Game.of(loaded.engine) if presenter.seat is not None else None
    return PlanView(presenter, loaded, game) if game else None


def plan_news(presenter: MatchPresenter, loaded: LoadedMatch) -> PlanNews | None:
    """Tell the reader the result of their plan, as long as their turn runs."""
    match = presenter.match
    if presenter.seat is None or presenter.seat != match.to_move or match.seats[presenter.seat].plan is None:
        return None
    kept = read_plan(presenter.context.secret, match.seats[presenter.seat])
    view = plan_view(presenter, loaded) if kept.outcome else None
    return view.news(kept.outcome) if view else None
