"""Bounces: a player whose address is dead gets no more letters, their clock stops, and the host is informed.

1. Anybody can write a delivery report, and all readers of a letter know its Message-ID. So a report counts only at the
   bounce address (VERP) that we signed for the letter.
2. A report at any other address causes a probe. If the probe bounces, that counts.
3. A permanent failure, or `MOST_RETURNED` failures within `FULL_FOR`, marks the player as unreachable (`bounced_at`).
   the next sweep stops their clocks (`matches.deadlines.clock_falls`).
4. The mark is removed when the player writes to us, or uses a link that has reached them.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from adjudicator.mail.address_token import redact_tokens
from adjudicator.mail.incoming.bounce import Bounce
from adjudicator.services.context import Context
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.matches.opening.waiting_seats import free_seats
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_for_host, enqueue_letter, recipient_of
from adjudicator.services.outbox.message import find_named_letter
from adjudicator.services.outbox.written_lately import was_written
from adjudicator.services.players.letter_readers import reader_at, reader_for
from adjudicator.services.row_counts import count_rows
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.states import MatchState, OutboxState, SeatState
from adjudicator.store.tables import Match, Outbox, Player, Returned
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import account_kinds, host_kinds, opening_kinds

FULL_FOR = timedelta(days=14)
MOST_RETURNED = 5
"""This many bounces within `FULL_FOR` count as a dead address, whatever their reasons are."""
PROBED_AGAIN = timedelta(days=1)


def handle_bounce(inbound: InboundLetter, letter: Outbox | None) -> Outcome:
    """Record a bounce that came to the bounce address of this letter; a second report on it changes nothing."""
    bounce = inbound.letter.bounce
    if letter is None or not letter.tries or bounce is None or not bounce.final:
        return Outcome(VerdictKind.ROBOT, "delayed" if bounce and not bounce.final else "bounce")
    if letter.state is OutboxState.FAILED:
        return Outcome(VerdictKind.BOUNCE)
    record_bounce(inbound.work, letter, bounce)
    return Outcome(VerdictKind.BOUNCE)


def send_probe(inbound: InboundLetter) -> Outcome:
    """Send a probe to the player whose letter is named by a report that came to another address."""
    bounce = inbound.letter.bounce
    if bounce is None or not bounce.final:
        return Outcome(VerdictKind.ROBOT, "delayed")
    letter = find_bounced_letter(inbound.work, bounce.letters)
    player = inbound.session.get(Player, letter.player_id) if letter and letter.player_id is not None else None
    if (
        letter is None
        or player is None
        or player.bounced_at is not None
        or was_written(inbound.work, account_kinds.PROBE, player, PROBED_AGAIN)
    ):
        return Outcome(VerdictKind.ROBOT, "bounce")
    language, service = language_for(player.language), inbound.context.addresses.service
    facts = account_kinds.Probe(reader=reader_for(inbound.context, player), about=letter.subject)
    to = recipient_of(player, language, service)
    enqueue_letter(inbound.work, account_kinds.PROBE, facts, to, LetterRefs())
    return Outcome(VerdictKind.ROBOT, "probe")


def find_bounced_letter(work: UnitOfWork, names: Iterable[str]) -> Outbox | None:
    """Find our letter with one of these Message-IDs."""
    found = (find_named_letter(work.session, work.context, name) for name in names)
    return next((letter for letter in found if letter is not None), None)


def record_refused(context: Context, number: int, claim: int, why: str, now: datetime) -> None:
    """Record that the relay refused a letter because its address does not exist, if it was not claimed again since.

    `claim` is the number of its claims.
    """
    with unit_of_work(context, now) as work:
        letter = work.session.get_one(Outbox, number, with_for_update=True)
        if letter.state is OutboxState.SENDING and letter.tries == claim:
            letter.first_refused_at = letter.first_refused_at or now
            record_bounce(work, letter, Bounce(True, "", why))


def record_bounce(work: UnitOfWork, letter: Outbox, bounce: Bounce) -> None:
    """Mark a letter as bounced. Cancel the match of a bounced invitation; mark a player as unreachable if it is due."""
    letter.state = OutboxState.FAILED
    letter.next_try_at = None
    letter.error = redact_tokens(bounce.why) or bounce.status or "came back"
    if letter.player_id is None:
        if bounce.permanent and letter.kind == opening_kinds.INVITATION.name:
            _uninvite(work, letter)
        return
    player = work.session.get_one(Player, letter.player_id)
    _enter(work, letter, player, bounce)
    if player.bounced_at is not None or not (bounce.permanent or _too_many(work, player)):
        return
    player.bounced_at = player.time_changed_at = work.now
    _leave_unsent(work.session, player)
    _tell_host(work, player, letter)


def _enter(work: UnitOfWork, letter: Outbox, player: Player, bounce: Bounce) -> None:
    if work.session.scalar(select(Returned.id).where(Returned.outbox_id == letter.id)) is None:
        work.session.add(Returned(outbox_id=letter.id, player_id=player.id, at=work.now, dead=bounce.permanent))
        work.session.flush()


def _too_many(work: UnitOfWork, player: Player) -> bool:
    returned = (Returned.player_id == player.id, Returned.at > work.now - FULL_FOR)
    return count_rows(work.session, *returned) >= MOST_RETURNED


def _leave_unsent(session: Session, player: Player) -> None:
    """Drop the waiting letters to an unreachable player, except answers to their own letters."""
    waiting = Outbox.player_id == player.id, Outbox.state == OutboxState.WAITING, Outbox.next_try_at.is_not(None)
    unasked = update(Outbox).where(*waiting, Outbox.inbox_id.is_(None))
    session.execute(unasked.values(state=OutboxState.DROPPED, next_try_at=None))


def _uninvite(work: UnitOfWork, letter: Outbox) -> None:
    """Free the seat of a guest whose address does not exist."""
    query = select(Match).where(Match.id == letter.match_id).with_for_update(of=Match)
    match = work.session.scalars(query).one_or_none()
    if match is None or match.state is not MatchState.INVITING:
        return
    guests = (seat for seat in match.seats if seat.state is SeatState.INVITED and seat.guest == letter.to_address)
    seat = next(guests, None)
    if seat is not None:
        free_seats(work, match, (seat,), opening_kinds.NoGuest.UNREACHABLE)


def _tell_host(work: UnitOfWork, player: Player, letter: Outbox) -> None:
    facts = host_kinds.HostBounce(
        reader=reader_at(work.context, ""),
        player=player.name,
        address=player.address,
        about=letter.subject,
        why=letter.error,
    )
    enqueue_for_host(work, host_kinds.HOST_BOUNCE, facts, letter.match_id)
