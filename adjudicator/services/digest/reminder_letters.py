"""Reminders: the sweep writes to players whose turns wait for them. `match.timekeeping.reminders` says when.

All reminders of a player that come within an hour are one letter: about the turn that ends first, with a line for each
of the others. Its answer is read as one to a digest of these matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select

from adjudicator.match.timekeeping.instants import to_instant
from adjudicator.match.timekeeping.quiet_hours import find_quiet_time
from adjudicator.match.timekeeping.reminders import TOGETHER, Reminder
from adjudicator.services.context import Context
from adjudicator.services.digest.digest_letter import OwnMatches, forget_old_digests, last_number, open_digest
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.letters import turn_letters
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.view.whole_match import read_match_at
from adjudicator.services.players.players import accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.operation_tables import is_put_off
from adjudicator.store.states import SweepTask
from adjudicator.store.tables import Match, Player
from adjudicator.texts.language.language import language_for

WITHIN = timedelta(seconds=TOGETHER)
AT_A_TIME = 500


def players_to_remind(context: Context, now: datetime) -> list[int]:
    """List the players of whose turns one is to be reminded of."""
    query = select(Match.awaited_id).where(Match.remind_at <= now, Match.due_at > now, Match.awaited_id.is_not(None))
    query = query.where(~is_put_off(SweepTask.REMINDER, Match.awaited_id, now))
    query = query.where(~is_put_off(SweepTask.LISTED, Match.id, now))
    with context.store.reading() as session:
        found = session.scalars(query.distinct().limit(AT_A_TIME)).all()
    return [number for number in found if number is not None]


def remind_player(work: UnitOfWork, number: int) -> None:
    """Remind a player of all turns whose reminder comes now or soon.

    A match that another transaction has locked is left out: its turn may just have ended, and if not, the next sweep
    reminds of it. One that is faulty stays due.
    """
    now, reader = work.now, MatchReader()
    query = select(Match).where(Match.awaited_id == number, Match.remind_at <= now + WITHIN, Match.due_at > now)
    matches = reader.fetch(work.session, query.order_by(Match.id).with_for_update(of=Match, skip_locked=True))
    due = [one for one in reader.read_each(matches, lambda match: _read_due(work, match)) if one[1]]
    reader.note(work)
    player = work.session.get_one(Player, number)
    if not any(_is_due(match, now) for match, _ in due) or _is_quiet(player, now):
        for match, _ in due:
            match_clock.refresh_columns(match, now)
        return
    for match, found in due:
        match_clock.note_reminded(match, found, now)
    if accepts_mail(player, asks_something=True, urgent=True):
        first, *others = sorted((match for match, _ in due), key=lambda match: match.due_at or now)
        address = _open_answer(work, player, (first, *others)) if others else ""
        faulty = reader.say(language_for(player.language))
        turn_letters.notify_reminded(work, load_match(first), others, address, faulty)


def _open_answer(work: UnitOfWork, player: Player, matches: Sequence[Match]) -> str:
    """Return an address whose answers act in some matches; it lives as long as the newest digest's."""
    forget_old_digests(work, player)
    own = OwnMatches(waiting=matches, others=(), proposals=(), free=(), invitations=())
    digest = open_digest(work, player, last_number(work, player), own)
    return work.context.addresses.digest(digest.id, digest.created_at)


def _read_due(work: UnitOfWork, match: Match) -> tuple[Match, list[Reminder]]:
    """List the reminders of a match that are due, if a letter can tell of it."""
    found = _list_due(match, work.now)
    seat = match_clock.mover_of(match)
    if found and seat is not None:
        read_match_at(work, match, seat)
    return match, found


def _list_due(match: Match, now: datetime) -> list[Reminder]:
    if match_clock.is_standing(match, now):
        match_clock.refresh_columns(match, now)
        return []
    found = match_clock.due_reminders(match, now, WITHIN)
    if not found:
        match_clock.refresh_columns(match, now)
    return found


def _is_due(match: Match, now: datetime) -> bool:
    return match.remind_at is not None and match.remind_at <= now and bool(match_clock.due_reminders(match, now))


def _is_quiet(player: Player, now: datetime) -> bool:
    """Has a quiet time begun before the sweep came?"""
    return find_quiet_time(player.quiet_hours, player.zone, to_instant(now)) is not None
