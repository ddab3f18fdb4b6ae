"""A letter about a match to the people at its seats: who gets it, now or with the news of their next letter.

Each reader gets it in their own view and language, with their own reply address (`presenter`). Next: `outbox.enqueue`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Generic

from adjudicator.services.matches.letters.delivery import Delivery, choose_delivery
from adjudicator.services.matches.view.presenter import MatchPresenter, presenter_for
from adjudicator.services.outbox.coalescing import DEFERRABLE
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, find_held_until, recipient_of
from adjudicator.services.outbox.held_news import MESSAGES, hold_news
from adjudicator.services.players.held_turns import hold_until
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.letters.letter_kind import F, LetterKind


@dataclass(frozen=True, slots=True)
class Notice(Generic[F]):
    """A letter for one or several seats, and the rules for who gets it."""

    kind: LetterKind[F]
    build_facts: Callable[[MatchPresenter], F]
    """Builds the letter's facts for one reader."""
    while_turn: int | None = None
    """The letter is current only during this turn."""
    asks_something: bool = True
    urgent: bool = False
    left: bool = False
    """Also write to players who have left the match."""
    proposal: int = 0
    """The number of the proposal that the letter asks about: a bare yes or no answers it."""
    can_wait: bool = False
    """May it wait for the digest of a reader who wants turns there?"""
    in_record: bool = False
    """Whether an act of the record says the same: then the news of the next letter tells it in any case."""
    true_until: datetime | None = None
    """The letter is current only until this moment."""
    reply_to: str = ""
    """Where answers go; empty: to the seat."""


def write_to_all(work: UnitOfWork, match: Match, notice: Notice[F], *, leave_out: Seat | None = None) -> None:
    """Write a letter to all players, as far as they want such letters."""
    for seat in seated_people(match, left=notice.left):
        if seat is not leave_out:
            deliver_to_seat(work, match, seat, notice)


def deliver_to_seat(work: UnitOfWork, match: Match, seat: Seat, notice: Notice[F]) -> None:
    """Write a letter to the player of a seat, or keep its news for their next one, as they wish."""
    delivery = choose_delivery(
        seat,
        notice.kind.name,
        moves=seat.number == match.to_move,
        asks_something=notice.asks_something,
        urgent=notice.urgent,
    )
    told = delivery is Delivery.HOLD and notice.in_record and match.header is not None
    if delivery is not Delivery.NEITHER and not told:
        write_to_seat(work, match, seat, notice, kept=delivery is Delivery.HOLD)


def write_to_seat(work: UnitOfWork, match: Match, seat: Seat, notice: Notice[F], *, kept: bool = False) -> None:
    """Write a letter to the player of a seat; or keep its news."""
    player, presenter = player_at(seat), presenter_for(work.context, match, seat, work.now)
    name = notice.kind.name
    asks = name not in DEFERRABLE or (seat.number == match.to_move and name not in MESSAGES)
    merge_window = timedelta(0) if asks else work.context.merge_window
    to = recipient_of(player, presenter.language, notice.reply_to or presenter.address)
    refs = LetterRefs(
        match=match,
        while_turn=notice.while_turn,
        true_until=notice.true_until,
        merge_window=merge_window,
        proposal=notice.proposal,
    )
    if kept:
        hold_news(work, notice.kind, notice.build_facts(presenter), to, refs)
        return
    if notice.can_wait:
        refs = replace(refs, digest_until=hold_until(player, match.due_at, work.now))
    if (held_until := find_held_until(work, notice.kind, to, refs)) is not None:
        # What the letter says of the time that is left has to be right when it leaves.
        presenter = replace(presenter, now=held_until)
        refs = refs if asks else replace(refs, merge_window=held_until - work.now)
    enqueue_letter(work, notice.kind, notice.build_facts(presenter), to, refs)


def seated_people(match: Match, *, left: bool = False) -> Iterator[Seat]:
    """List the seats of people; those who have left the match only if `left` is true."""
    return (seat for seat in match.seats if seat.player is not None and (left or seat.vacant_at is None))


def player_at(seat: Seat) -> Player:
    if seat.player is None:
        raise ValueError(f"nobody sits at seat {seat.number}")
    return seat.player
