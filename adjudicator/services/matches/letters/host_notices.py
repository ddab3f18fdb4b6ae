"""Letters about deeds of the host in a match, and the words of the host to everybody."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from adjudicator.engines.contract import Note
from adjudicator.services.matches.letters.notice import Notice, seated_people, write_to_seat
from adjudicator.services.matches.letters.seat_letters import NOTHING_GONE, find_gone
from adjudicator.services.matches.letters.turn_facts import turn_facts
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_of
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.services.players.players import accepts_mail, seat_accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import host_kinds


def notify_deed(work: UnitOfWork, match: Match, notes: Sequence[Note]) -> None:
    """Tell all players of a deed of the host, and of its reason."""
    notice = _host_notice(work, match, notes)
    for seat in seated_people(match):
        if seat_accepts_mail(seat, asks_something=seat.number == match.to_move, urgent=True):
            write_to_seat(work, match, seat, notice)


def notify_put_out(work: UnitOfWork, match: Match, seat: Seat, *notes: Note) -> None:
    """Tell a player that the host gives their seat to somebody else. Call it while they still sit there."""
    write_to_seat(work, match, seat, _host_notice(work, match, notes, still_here=False))


def _host_notice(
    work: UnitOfWork, match: Match, notes: Sequence[Note], *, still_here: bool = True
) -> Notice[host_kinds.HostDeed]:
    loaded = load_match(match)

    def build_facts(presenter: MatchPresenter) -> host_kinds.HostDeed:
        facts = turn_facts(work, presenter, loaded, shown=still_here, offered=still_here and match.end is None)
        gone = NOTHING_GONE
        if not still_here and presenter.seat is not None:
            gone = find_gone(work, match, match.seats[presenter.seat])
            facts["kept_orders"] = gone.orders
        told = tuple(presenter.say(note) for note in notes if note.seen_by(presenter.seat))
        return host_kinds.HostDeed(told=told, still_here=still_here, plan_gone=gone.plan, **facts)

    return Notice(host_kinds.HOST_DEED, build_facts)


def notify_broadcast(work: UnitOfWork, text: str, match: Match | None = None) -> int:
    """Send the host's words to the players of a match, or once to everybody who plays; return to how many."""
    if match is not None:
        seats = [seat for seat in seated_people(match) if seat_accepts_mail(seat, asks_something=True, urgent=True)]

        def build_facts(presenter: MatchPresenter) -> host_kinds.MatchBroadcast:
            return host_kinds.MatchBroadcast(reader=presenter.reader(), match=presenter.facts(), text=text)

        for seat in seats:
            write_to_seat(work, match, seat, Notice(host_kinds.MATCH_BROADCAST, build_facts))
        return len(seats)
    going_on = Match.state.in_((MatchState.RUNNING, MatchState.INVITING))
    playing = select(Seat.player_id).join(Match).where(going_on, Seat.vacant_at.is_(None))
    players = work.session.scalars(select(Player).where(Player.id.in_(playing)).order_by(Player.id)).all()
    told = [player for player in players if accepts_mail(player, asks_something=True, urgent=True)]
    for player in told:
        facts = host_kinds.Broadcast(reader=reader_for(work.context, player), text=text)
        to = recipient_of(player, language_for(player.language), work.context.addresses.service)
        enqueue_letter(work, host_kinds.BROADCAST, facts, to, LetterRefs())
    return len(told)
