"""Revokes reply addresses: those that were sent no longer count, and new letters carry new ones (a new epoch)."""

from __future__ import annotations

from functools import partial

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.letters import turn_letters
from adjudicator.services.matches.opening.lobby import REQUEST_LIFE
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.players.players import every_address
from adjudicator.services.players.web_sessions import end_sessions
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState, RequestKind
from adjudicator.store.tables import Digest, Match, Player, Request, Seat
from adjudicator.texts.letters import turn_kinds


def revoke_seat(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Revoke all reply addresses of a seat. If it is to move, its player gets a letter with a new one at once."""
    seat.epoch += 1
    work.session.flush()
    _send_new_address(work, match, seat)


def _send_new_address(work: UnitOfWork, match: Match, seat: Seat) -> None:
    if match.state is MatchState.RUNNING and match.to_move == seat.number and seat.by_person:
        turn_letters.notify_seat(work, seat, turn_kinds.YOUR_TURN, load_match(match))


def revoke_all(work: UnitOfWork, player: Player) -> None:
    """Revoke all reply addresses of a player, in matches, digests and for open questions; end sessions and calendar.

    The links that take a change of identity back stay valid: an attacker who revokes must not remove them. In a faulty
    match the addresses are revoked as well; the letter with the new one cannot be written.
    """
    end_questions(work, player)
    player.calendar_key = ""
    end_sessions(work.session, player)
    work.session.execute(update(Digest).where(Digest.player_id == player.id).values(revoked=True))
    reader = MatchReader()
    going_on = _matches(work.session, player, reader)
    work.session.flush()
    work.session.execute(update(Seat).where(Seat.player_id == player.id).values(epoch=Seat.epoch + 1))
    for match in going_on:
        for seat in match.seats:
            if seat.player_id == player.id:
                reader.act(work, match, partial(_send_new_address, work, match, seat))
    reader.note(work)


def end_questions(work: UnitOfWork, player: Player) -> None:
    """Expire all open questions to a player's addresses, and those to addresses that the player claims."""
    asked = Request.address.in_(every_address(work.session, player)) & (Request.kind != RequestKind.TAKE_BACK)
    claimed = (Request.kind == RequestKind.ADDRESS) & (Request.wish["player"].as_integer() == player.id)
    for theirs in (asked, claimed & (Request.created_at > work.now - REQUEST_LIFE)):
        pending = update(Request).where(theirs, Request.done_at.is_(None), Request.expires_at > work.now)
        work.session.execute(pending.values(expires_at=work.now).execution_options(synchronize_session=False))


def _matches(session: Session, player: Player, reader: MatchReader) -> list[Match]:
    """Lock the unfinished matches of a player, in the order of their ids, so that two revocations cannot deadlock."""
    going_on = Match.state.in_((MatchState.INVITING, MatchState.RUNNING))
    query = select(Match).join(Seat).where(Seat.player_id == player.id, going_on)
    return reader.fetch(session, query.order_by(Match.id).with_for_update(of=Match))
