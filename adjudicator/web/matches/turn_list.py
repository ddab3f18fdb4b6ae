"""The moves of a match in words, turn by turn: those since the reader's last turn, and all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from adjudicator.services.matches.positions.past_positions import undone_entries
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow
from adjudicator.texts.facts.letter_facts import Event
from adjudicator.texts.games.event_text import mark_runs, write_event
from adjudicator.web.matches.match_view import MatchView


@dataclass(frozen=True, slots=True)
class Move:
    """An entry of the record in words, beside its step as the visitor would write it."""

    n: int
    step: str
    """Empty for an act."""
    said: str
    position: str
    """Text of the link to the position after it."""
    forced: bool
    undone: bool


@dataclass(frozen=True, slots=True)
class TurnMoves:
    """Entries of one turn."""

    turn: int
    at: datetime
    """When the last of it happened."""
    moves: tuple[Move, ...]


def list_turns(view: MatchView) -> list[TurnMoves]:
    """List everything that happened, as far as the visitor may know."""
    undone, scene = undone_entries(view.match), view.scene
    rows = view.match.entries
    # All at once, as the names in notes are read for each description.
    events = zip(rows, scene.describe_each(rows), strict=True)
    turns = ((turn, list(found)) for turn, found in groupby(events, key=lambda one: one[0].turn))
    told = ((turn, found[-1][0].at, _moves(scene, found, undone)) for turn, found in turns)
    return [TurnMoves(turn, at, moves) for turn, at, moves in told if moves]


def choose_news(view: MatchView, turns: Sequence[TurnMoves]) -> Sequence[TurnMoves]:
    """Choose the entries since the visitor's last turn; the last turns for a spectator, or if nothing did."""
    match = view.match
    if view.number is None:
        return turns[-len(match.seats) :]
    running = match.turn if match.to_move == view.number else match.turn + 1
    last = max((row.n for row in match.entries if _is_own(row, view.number) and row.turn < running), default=0)
    news = (replace(one, moves=tuple(move for move in one.moves if move.n > last)) for one in turns)
    return [one for one in news if one.moves] or turns[-1:]


def _is_own(row: EntryRow, seat: int) -> bool:
    chosen = row.kind is EntryKind.STEP and not row.forced and row.how not in ("plan", "habit")
    return chosen and row.seat == seat


def _moves(scene: MatchPresenter, found: Sequence[tuple[EntryRow, Event]], undone: frozenset[int]) -> tuple[Move, ...]:
    rows, events = zip(*found, strict=True)
    told = zip(rows, mark_runs(events), strict=True)
    position = scene.language.gettext("Position after step %(n)s")
    return tuple(
        Move(row.n, event.order, _say(event, scene), position % {"n": row.n}, row.forced, row.n in undone)
        for row, event in told
        if event.said or event.order
    )


def _say(event: Event, scene: MatchPresenter) -> str:
    return write_event(event, scene.seat, scene.language) if event.said else ""
