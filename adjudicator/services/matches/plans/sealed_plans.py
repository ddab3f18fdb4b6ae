"""The plan and the habits of a seat, encrypted with the installation's secret.

So a look into the database or a back-up shows no plan by accident. The sealed text names its match, seat and player:
whoever sits down later, or a text copied to another seat, has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec

from adjudicator.codec import Codec
from adjudicator.engines.contract import Note
from adjudicator.match.plans.firing import Status
from adjudicator.match.plans.habits import NO_HABITS, Habits
from adjudicator.match.plans.plan import NO_PLAN, Plan, Steps
from adjudicator.match.plans.plan_codec import dump_plan, load_plan
from adjudicator.services.matches.rows.match_rows import read_note
from adjudicator.services.matches.rows.sealed_text import open_sealed, seal_text
from adjudicator.store.tables import Match, Player, Seat, StoredNote


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a plan when the turn of its seat began, as long as its player has not played since.

    `status` is None if the plan was dropped because steps were taken back. The steps are canonical.
    """

    status: Status | None
    answer: Steps = ()
    step: str = ""
    reason: Note | None = None
    not_played: Steps = ()
    lost: Plan = NO_PLAN


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tree that its player was shown last, and when they were shown it first."""

    tree: str
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """Plan of a seat, and the result of its plan before."""

    plan: Plan = NO_PLAN
    outcome: Outcome | None = None
    shown: Shown | None = None

    def __bool__(self) -> bool:
        return bool(self.plan) or self.outcome is not None


NOTHING_KEPT = KeptPlan()


@dataclass(frozen=True, slots=True)
class OwnedPlan:
    """A plan, and whose it is."""

    match: int
    seat: int
    player: int
    plan: Plan


class _StoredOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    status: Status | None
    answer: Steps
    step: str
    reason: StoredNote | None
    not_played: Steps
    lost: msgspec.Raw


class _StoredPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: int
    seat: int
    player: int
    plan: msgspec.Raw
    outcome: _StoredOutcome | None = None
    shown: Shown | None = None


class _Named(msgspec.Struct, frozen=True):
    """A text that may be a plan."""

    plan: msgspec.Raw = msgspec.Raw()


class _StoredHabits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: int
    seat: int
    player: int
    habits: Habits


class _StoredUsualHabits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: int
    habits: dict[str, Habits]


_PLAN: Codec[_StoredPlan] = Codec(_StoredPlan)
_NAMED: Codec[_Named] = Codec(_Named)
_HABITS: Codec[_StoredHabits] = Codec(_StoredHabits)
_USUAL: Codec[_StoredUsualHabits] = Codec(_StoredUsualHabits)


def read_plan(secret: bytes, seat: Seat) -> KeptPlan:
    """Read the plan of a seat's player. A text that another secret sealed counts as no plan."""
    text = open_sealed(secret, seat.plan)
    if text is None:
        return NOTHING_KEPT
    kept = _PLAN.read(text)
    if (kept.match, kept.seat, kept.player) != (seat.match_id, seat.number, seat.player_id) or not seat.by_person:
        return NOTHING_KEPT
    return KeptPlan(load_plan(bytes(kept.plan)), _load_outcome(kept.outcome), kept.shown)


def parse_plan(text: bytes) -> OwnedPlan | None:
    """Read the opened text of a plan; None if it is that of something else."""
    if not bytes(_NAMED.read(text).plan):
        return None
    kept = _PLAN.read(text)
    return OwnedPlan(kept.match, kept.seat, kept.player, load_plan(bytes(kept.plan)))


def keep_plan(secret: bytes, seat: Seat, kept: KeptPlan) -> None:
    """Keep the plan of a seat's player."""
    if not kept or seat.player_id is None:
        seat.plan = None
        return
    stored = _StoredPlan(
        match=seat.match_id,
        seat=seat.number,
        player=seat.player_id,
        plan=msgspec.Raw(dump_plan(kept.plan)),
        outcome=_dump_outcome(kept.outcome),
        shown=kept.shown,
    )
    seat.plan = seal_text(secret, stored)


def read_habits(secret: bytes, seat: Seat) -> Habits:
    """Read the habits of the player of a seat in this match."""
    text = open_sealed(secret, seat.habits)
    if text is None:
        return NO_HABITS
    kept = _HABITS.read(text)
    whose = (kept.match, kept.seat, kept.player)
    return kept.habits if whose == (seat.match_id, seat.number, seat.player_id) and seat.by_person else NO_HABITS


def keep_habits(secret: bytes, seat: Seat, habits: Habits) -> None:
    """Keep the habits of the player of a seat in this match."""
    if not habits or seat.player_id is None:
        seat.habits = None
        return
    seat.habits = seal_text(secret, _StoredHabits(seat.match_id, seat.number, seat.player_id, habits))


def read_usual_habits(secret: bytes, player: Player) -> dict[str, Habits]:
    """Read the habits that a player wants in every new match, by the name of the game."""
    text = open_sealed(secret, player.habits)
    if text is None:
        return {}
    kept = _USUAL.read(text)
    return dict(kept.habits) if kept.player == player.id else {}


def keep_usual_habits(secret: bytes, player: Player, habits: dict[str, Habits]) -> None:
    """Keep the habits that a player wants in every new match."""
    given = {rules: chosen for rules, chosen in habits.items() if chosen}
    player.habits = seal_text(secret, _StoredUsualHabits(player.id, given)) if given else None


def begin_habits(secret: bytes, match: Match) -> None:
    """Give the seats of a match that begins the habits that their players want in every match of its game."""
    for seat in match.seats:
        if seat.player is not None and seat.player.habits is not None:
            keep_habits(secret, seat, read_usual_habits(secret, seat.player).get(match.rules, NO_HABITS))


def _dump_outcome(outcome: Outcome | None) -> _StoredOutcome | None:
    if outcome is None:
        return None
    reason = None if outcome.reason is None else msgspec.to_builtins(outcome.reason)
    lost = msgspec.Raw(dump_plan(outcome.lost))
    return _StoredOutcome(outcome.status, outcome.answer, outcome.step, reason, outcome.not_played, lost)


def _load_outcome(stored: _StoredOutcome | None) -> Outcome | None:
    if stored is None:
        return None
    reason = None if stored.reason is None else read_note(stored.reason)
    lost = load_plan(bytes(stored.lost))
    return Outcome(stored.status, stored.answer, stored.step, reason, stored.not_played, lost)
