"""The account of a seat: its bank, its strikes, and the time for which bounces stopped its clock.

The bank is kept to the second. Rounding, automatic days and grace never come from it or go to it.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from adjudicator.match.timekeeping.clock_errors import ClockRefusal, Why
from adjudicator.match.timekeeping.instants import Seconds
from adjudicator.match.timekeeping.terms import LEAST, Bank, NoLimit, Periods, PerTurn, TimeControl

STRIKES_IN_A_ROW: Final = 3
STRIKES: Final = 5


class FinishedTurn(msgspec.Struct, frozen=True, array_like=True):
    """A turn of the seat that is over: the time left when it ended, and the gain of the account."""

    left: Seconds
    added: Seconds


class SeatAccount(msgspec.Struct, frozen=True, omit_defaults=True):
    """Account of a seat for the whole match. A new player starts with a new one."""

    bank: Seconds | None
    """Bank or periods; None for the other kinds of time."""
    strikes_in_a_row: int = 0
    strikes: int = 0
    bounced: Seconds = 0
    """The time for which bounces stopped the clock in turns that are over."""
    finished: tuple[FinishedTurn, ...] = ()
    """The turns that an undo can reach."""
    sealed: int = 0
    """How many turns of the seat no undo can reach any more."""

    @property
    def struck_out(self) -> bool:
        """Tell whether the strikes make the seat vacant, or end a match of two."""
        return self.strikes_in_a_row >= STRIKES_IN_A_ROW or self.strikes >= STRIKES


def open_account(time: TimeControl) -> SeatAccount:
    """Open the account of a player who sits down."""
    return SeatAccount(time.base if isinstance(time, Bank | Periods) else None)


def turn_budget(time: TimeControl, account: SeatAccount) -> Seconds | None:
    """Return the budget of the turn that begins: at least 12 hours, None without a limit."""
    match time:
        case NoLimit():
            return None
        case PerTurn(base=base):
            return base
        case _:
            return max(account.bank or 0, LEAST)


def finish_turn(time: TimeControl, account: SeatAccount, left: Seconds) -> SeatAccount:
    """Settle a turn that ended with some time left, whoever played it and however late."""
    added = 0
    match time:
        case Bank(increment=increment, cap=cap):
            # What a grant put above the cap stays, and earns no increment.
            added = max(0, min(increment, cap - left))
        case Periods(base=base, turns=turns):
            added = base if (account.sealed + len(account.finished) + 1) % turns == 0 else 0
    finished = (*account.finished, FinishedTurn(left, added))
    return replace(account, bank=None if account.bank is None else left + added, finished=finished)


def undo_turns(
    time: TimeControl, account: SeatAccount, turns: int, running_left: Seconds | None
) -> tuple[SeatAccount, Seconds | None]:
    """Take back the last turns of the seat, the running one among them if `running_left` tells the rest of its time.

    Return the account, and the budget with which the earliest of them begins again (None: no limit). What they added
    goes, the time that they used stays used. Raises `ClockRefusal` if the seat has not had so many turns.
    """
    finished_turns = turns - (0 if running_left is None else 1)
    if turns < 1 or not 0 <= finished_turns <= len(account.finished):
        raise ClockRefusal(Why.BAD)
    kept = len(account.finished) - finished_turns
    undone = account.finished[kept:]
    left = account.bank if running_left is None else running_left
    bank = None if account.bank is None else max(0, (left or 0) - sum(turn.added for turn in undone))
    after = replace(account, bank=bank, finished=account.finished[:kept])
    if isinstance(time, PerTurn):
        return after, max(LEAST, undone[0].left if undone else running_left or 0)
    return after, turn_budget(time, after)


def seal_turns(account: SeatAccount) -> SeatAccount:
    """Keep the effects of finished turns, and let no undo reach them."""
    return replace(account, finished=(), sealed=account.sealed + len(account.finished))


def add_strike(account: SeatAccount) -> SeatAccount:
    """Count a turn that the house played, or that was skipped."""
    return replace(account, strikes_in_a_row=account.strikes_in_a_row + 1, strikes=account.strikes + 1)


def end_row(account: SeatAccount) -> SeatAccount:
    """Begin the row of strikes anew, after a turn that the player played themself."""
    return replace(account, strikes_in_a_row=0)
