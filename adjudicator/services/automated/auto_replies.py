"""Auto-replies, list mail and our own letters: never an order.

If a player may be behind it, they get a note, at most one a day: a read receipt or a reaction is no answer, or they may
have their clock stopped while they are away. Nobody else gets one.
"""

from __future__ import annotations

from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.mail.address import Address, BounceAddress, DigestAddress, SeatAddress, ServiceAddress
from adjudicator.mail.commands.arguments.absence_order import OVER
from adjudicator.mail.commands.arguments.dates import last_day_away, speaks_of_absence
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.mail.incoming.auto_reply import ONE_CLICK, PRECEDENCE
from adjudicator.mail.text.line_kind import without_doubts
from adjudicator.mail.trust.from_header import same_mailbox
from adjudicator.services.automated import bounces
from adjudicator.services.inbound import refusal_letters
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_of
from adjudicator.services.outbox.message import find_named_letter
from adjudicator.services.outbox.written_lately import was_written
from adjudicator.services.players.absences import find_clocks_away, is_away, local_today, record_absence
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.services.players.players import find_player
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.signed_rows import only_if_named
from adjudicator.store.states import AwayLetters, MatchState
from adjudicator.store.tables import Inbox, Match, Outbox, Player, Seat
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.language.language import Language, language_for
from adjudicator.texts.letters import account_kinds

OFFERED_AGAIN = timedelta(days=30)
ONE_DAY = timedelta(days=1)
UNLIKELY = frozenset({"report", "failed-recipients", "daemon"})
"""Kinds of automatic letters that are no out-of-office replies."""


def handle_automatic(inbound: InboundLetter, route: Address) -> Outcome | None:
    """Handle a letter that no person wrote to us; None when a person did.

    1. A letter of our own that comes back: a mail loop, ignored.
    2. A bounce: to the bounce address of a letter it counts, to any other address it causes a probe.
    3. A read receipt, a reaction or spam: not read; its player is told.
    4. An auto-reply: offer an absence if it speaks of one, else ignore it. "Precedence: bulk" alone may be a person's.
    5. Mailing-list mail: ignored, unless it came to a seat.
    """
    letter = inbound.letter
    if is_own_letter(inbound):
        return Outcome(VerdictKind.ROBOT, "own")
    if letter.bounce:
        return (
            bounces.handle_bounce(inbound, _sent(inbound, route))
            if isinstance(route, BounceAddress)
            else bounces.send_probe(inbound)
        )
    if letter.robot in ONE_CLICK or letter.for_many == "spam":
        return _not_read(inbound, route, letter.robot or "spam")
    person = letter.robot == PRECEDENCE and _by_a_person(inbound, route)
    if (letter.robot and not person) or isinstance(route, BounceAddress):
        return _offer_absence(inbound, route) or Outcome(VerdictKind.ROBOT, letter.robot or "bounce")
    if letter.for_many and not isinstance(route, SeatAddress | DigestAddress):
        return Outcome(VerdictKind.ROBOT, "list")
    return None


def _by_a_person(inbound: InboundLetter, route: Address) -> bool:
    """Is a letter marked as bulk a person's all the same? It is if it answers us, or is from a player."""
    if speaks_of_absence(f"{inbound.letter.subject}\n{inbound.letter.text}"):
        return False
    return not isinstance(route, ServiceAddress) or find_player(inbound.session, inbound.sender) is not None


def is_own_letter(inbound: InboundLetter) -> bool:
    """Is this a letter of ours? It has our address in a loop header, or a Message-ID that we signed."""
    addresses = inbound.context.addresses
    if any(same_mailbox(address, addresses.service) for address in inbound.letter.loops):
        return True
    return find_named_letter(inbound.session, inbound.context, inbound.letter.message_id) is not None


def _sent(inbound: InboundLetter, route: Address) -> Outbox | None:
    """Find the letter of ours that an automatic letter answers."""
    if isinstance(route, BounceAddress):
        return only_if_named(inbound.session, inbound.session.get(Outbox, route.letter), route.stamp)
    return bounces.find_bounced_letter(inbound.work, inbound.letter.references)


def _not_read(inbound: InboundLetter, route: Address, why: str) -> Outcome:
    """Tell a player that we do not read such letters, at most once a day."""
    outcome = Outcome(VerdictKind.ROBOT, why)
    seat = _seat_of_writer(inbound, route)
    if seat is None or seat.player is None or not inbound.by_mail or _told_today(inbound, seat.player):
        return outcome
    refusal_letters.refuse_unread(inbound, seat.match, seat, why)
    return outcome


def _seat_of_writer(inbound: InboundLetter, route: Address) -> Seat | None:
    if not isinstance(route, SeatAddress) or inbound.letter.sender is None:
        return None
    match = find_match(inbound.session, route.match)
    if match is None or not 0 <= route.seat < len(match.seats):
        return None
    seat = match.seats[route.seat]
    return seat if seat.player is not None and same_mailbox(inbound.sender, seat.player.address) else None


def _told_today(inbound: InboundLetter, player: Player) -> bool:
    query = (
        select(Outbox.id)
        .join(Inbox, Inbox.id == Outbox.inbox_id)
        .where(
            Outbox.player_id == player.id,
            Outbox.created_at > inbound.now - ONE_DAY,
            Inbox.verdict.startswith(str(VerdictKind.ROBOT)),
        )
    )
    return inbound.session.scalars(query.limit(1)).first() is not None


def _offer_absence(inbound: InboundLetter, route: Address) -> Outcome | None:
    """Offer a player whose mailbox sent an out-of-office reply to stop their clocks, once in `OFFERED_AGAIN`.

    If the player wants such replies to count, and this one names a day, it is done at once, and told.
    """
    letter, sent = inbound.letter, _sent(inbound, route)
    written = without_doubts(letter.text)
    text = f"{letter.subject}\n{written}"
    player = _answered_by(inbound, route, sent)
    if player is None or letter.robot in UNLIKELY or not speaks_of_absence(text):
        return None
    if is_away(player, inbound.now) or _told_today(inbound, player) or not _plays(inbound.session, player):
        return Outcome(VerdictKind.ROBOT, "away")
    language = language_for(player.language)
    last = last_day_away(written, local_today(player, inbound.accepted))
    counted = last is not None and _count_as_absence(inbound, player, last)
    if not counted and was_written(inbound.work, account_kinds.AWAY, player, OFFERED_AGAIN):
        return Outcome(VerdictKind.ROBOT, "away")
    reply_to = _present_address(inbound, sent)
    word = word_for("absence", language.language)
    order = f"{word} {OVER if counted else _shown(inbound, language, written, player)}"
    facts = account_kinds.Away(
        reader=reader_for(inbound.context, player),
        last=last,
        offers=(Offer.by_mail(order, "back" if counted else "absence", reply_to),),
        longest=inbound.context.absence_days,
        counted=counted,
        unmoved=find_clocks_away(inbound.session, player).unmoved,
    )
    refs = LetterRefs(inbox_id=inbound.row.id, in_reply_to=letter.message_id)
    enqueue_letter(inbound.work, account_kinds.AWAY, facts, recipient_of(player, language, reply_to), refs)
    return Outcome(VerdictKind.ROBOT, "away")


def _count_as_absence(inbound: InboundLetter, player: Player, last: date) -> bool:
    """Take an out-of-office reply for an absence, if its player wants that and has the days left."""
    if player.away_letters is not AwayLetters.COUNT:
        return False
    try:
        with refusals_roll_back(inbound.work):
            record_absence(inbound.work, player, last.isoformat())
    except RefusedError:
        return False
    refresh_clocks(inbound.work, player)
    return True


def _present_address(inbound: InboundLetter, sent: Outbox | None) -> str:
    """Return the reply address of the letter that was answered, renewed for the present turn."""
    if sent is None or not sent.reply_to:
        return inbound.context.addresses.service
    match = inbound.session.get(Match, sent.match_id) if sent.match_id is not None else None
    seat = next((seat for seat in match.seats if seat.player_id == sent.player_id), None) if match else None
    return (
        inbound.context.addresses.seat(match.code, seat.number, match.turn, seat.epoch)
        if match and seat
        else sent.reply_to
    )


def _shown(inbound: InboundLetter, language: Language, text: str, player: Player) -> str:
    """Return the day for the offered order: the one that the letter names, else one in a week as an example."""
    today = local_today(player, inbound.accepted)
    return language.day(last_day_away(text, today) or today + 7 * ONE_DAY)


def _answered_by(inbound: InboundLetter, route: Address, sent: Outbox | None) -> Player | None:
    if sent is not None and sent.player_id is not None:
        return inbound.session.get(Player, sent.player_id)
    seat = _seat_of_writer(inbound, route)
    return seat.player if seat else None


def _plays(session: Session, player: Player) -> bool:
    query = select(Match.id).join(Seat).where(Seat.player_id == player.id, Match.state == MatchState.RUNNING)
    return session.scalars(query.limit(1)).first() is not None
