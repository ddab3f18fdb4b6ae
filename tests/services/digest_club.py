"""Three matches between two players, and a digest that tells them, for the tests of answers to digests."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

from sqlalchemy import select

from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.store.tables import Match
from testkit.automatic_mail import player_of
from testkit.club import ANNA, BOB, Club, address_of, to_move

DAY = timedelta(hours=24)


def begin_three(club: Club) -> tuple[str, list[str]]:
    """Begin three matches and let a digest tell them; return who moves, and the codes in the order of the digest."""

    def letters() -> None:
        for _ in range(3):
            club.begin("days=7")
        prepare(club, to_move(club))

    then = club.now + DAY
    club.play_beginning("three matches and a digest", letters)
    club.now = then
    mover = next(person for person in (ANNA, BOB) if player_of(club, person).digest)
    return mover, codes(club)


def prepare(club: Club, mover: str) -> list[str]:
    """Bring all matches to the mover's turn, and send the mover a digest."""
    for code in codes(club):
        match = match_of(club, code)
        who = match.seats[match.to_move or 0].player
        if who is not None and who.address != address_of(mover):
            club.write(f"x <{who.address}>", seat_address(club, code), "N14")
    club.answer(club.last(mover), "digest 18:00", sender=mover)
    return send_digest(club)


def send_digest(club: Club, **span: float) -> list[str]:
    club.pass_time(**(span or {"hours": 24}))
    run_sweep(club.context, club.now)
    club.work()
    return codes(club)


def codes(club: Club) -> list[str]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(Match.code).order_by(Match.id)))


def match_of(club: Club, code: str) -> Match:
    with club.context.store.reading() as session:
        match = session.scalars(select(Match).where(Match.code == code)).one()
        assert match.seats is not None
        return match


def seat_address(club: Club, code: str) -> str:
    match = match_of(club, code)
    return club.context.addresses.seat(code, match.to_move or 0, match.turn)


def turns(club: Club) -> list[int]:
    return [match_of(club, code).turn for code in codes(club)]


def digest_of(club: Club, person: str) -> EmailMessage:
    return [one for one in club.letters(person) if "digest-" in str(one["Reply-To"]) and "wait" in str(one["Subject"])][
        -1
    ]


def last_step(club: Club, code: str) -> str:
    with club.context.store.reading() as session:
        match = session.scalars(select(Match).where(Match.code == code)).one()
        return match.entries[-1].step or ""
