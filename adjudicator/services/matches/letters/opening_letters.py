"""Letters about a match that has not begun, and the question for another one after its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from adjudicator.services.matches.letters.notice import Notice, write_to_all, write_to_seat
from adjudicator.services.matches.letters.turn_facts import missing_guests, owner_offers
from adjudicator.services.matches.view.chance import chance_facts
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.players.players import seat_accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.letters import opening_kinds


def notify_waiting(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Tell a seated player which invited players have not answered yet."""

    def build_facts(presenter: MatchPresenter) -> opening_kinds.Waiting:
        return opening_kinds.Waiting(
            reader=presenter.reader(),
            match=presenter.facts(),
            missing=missing_guests(presenter),
            chance=chance_facts(work, match, presenter.seat),
            offers=owner_offers(presenter),
        )

    write_to_seat(work, match, seat, Notice(opening_kinds.WAITING, build_facts))


def notify_seat_free(
    work: UnitOfWork, match: Match, seats: Sequence[Seat], why: opening_kinds.NoGuest, deadline: datetime
) -> None:
    """Ask the owner of a match that has not begun what becomes of the seats that nobody took."""

    def build_facts(presenter: MatchPresenter) -> opening_kinds.SeatFree:
        return opening_kinds.SeatFree(
            reader=presenter.reader(),
            match=presenter.facts(),
            guests=tuple(seat.guest for seat in seats),
            why=why,
            offers=owner_offers(presenter),
            deadline=deadline,
        )

    write_to_seat(work, match, match.seats[0], Notice(opening_kinds.SEAT_FREE, build_facts))


def notify_silence(work: UnitOfWork, match: Match, deadline: datetime | None) -> None:
    """Tell the owner of a match that has not begun which guests have not answered."""

    def build_facts(presenter: MatchPresenter) -> opening_kinds.Silence:
        return opening_kinds.Silence(
            reader=presenter.reader(),
            match=presenter.facts(),
            missing=missing_guests(presenter),
            offers=owner_offers(presenter),
            deadline=deadline,
        )

    write_to_seat(work, match, match.seats[0], Notice(opening_kinds.SILENCE, build_facts))


def notify_called_off(work: UnitOfWork, match: Match, *, by_owner: bool, leave_out: Seat | None = None) -> None:
    """Tell the seated players that the match does not take place."""

    def build_facts(presenter: MatchPresenter) -> opening_kinds.CalledOff:
        return opening_kinds.CalledOff(
            reader=presenter.reader(), match=presenter.facts(), owner=match.seats[0].name, by_owner=by_owner
        )

    write_to_all(work, match, Notice(opening_kinds.CALLED_OFF, build_facts, urgent=True), leave_out=leave_out)


@dataclass(frozen=True, slots=True)
class RematchTerms:
    """Until when players can ask for a rematch, and the digest of the seed that is drawn for it."""

    expires: datetime
    seed_digest: str


def notify_rematch(work: UnitOfWork, match: Match, asker: Seat, asked: Sequence[Seat], terms: RematchTerms) -> None:
    """Ask players of a match that is over for another one."""

    def build_facts(presenter: MatchPresenter) -> opening_kinds.Rematch:
        return opening_kinds.Rematch(
            reader=presenter.reader(),
            match=presenter.facts(),
            asker=asker.number,
            expires=terms.expires,
            seed_digest=terms.seed_digest,
            offers=(presenter.command("rematch", "rematch"),),
        )

    for seat in asked:
        if seat_accepts_mail(seat, asks_something=True):
            write_to_seat(work, match, seat, Notice(opening_kinds.REMATCH, build_facts))
