"""Letters that nobody asked for: invitations, the start, whose turn it is, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from adjudicator.match.clock import NO_TIME
from adjudicator.services.context import Desk
from adjudicator.services.matches.match_rows import TWO, Bells, Taken, take
from adjudicator.services.matches.presenter import Scene, news_since_own_turn, reader_for, scene_for
from adjudicator.services.outbox.coalescing import PATIENT
from adjudicator.services.outbox.enqueue import Ties, put, to_player
from adjudicator.services.players.players import wants
from adjudicator.store.states import SeatState
from adjudicator.store.tables import Match, Player, Press, Seat
from adjudicator.texts import letter_kinds
from adjudicator.texts.language import N_
from adjudicator.texts.letter_facts import Press as PressFacts

GUEST = N_("a guest")
"""Somebody who was invited, to those who did not invite them."""


def waiting(desk: Desk, session: Session, match: Match, seat: Seat, now: datetime) -> Bells:
    """Tell somebody who sat down that others are still awaited."""
    awaited = [other for other in match.seats if other.state is SeatState.INVITED and other.guest]

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        missing = tuple(_guest_name(scene, other) for other in awaited)
        reader = reader_for(desk, player, seat.number, match)
        return letter_kinds.Waiting(reader=reader, match=scene.facts(), missing=missing)

    return _to_seat(desk, session, match, seat, "waiting", occasion, now)


def declined(
    desk: Desk,
    session: Session,
    match: Match,
    guest: Seat,
    now: datetime,
    *,
    expired: bool = False,
    unreachable: bool = False,
) -> Bells:
    """Tell those who sat down that the match is off."""

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        reader = reader_for(desk, player, scene.seat, match)
        return letter_kinds.Declined(
            reader=reader,
            match=scene.facts(),
            guest=_guest_name(scene, guest),
            expired=expired,
            unreachable=unreachable,
        )

    return _to_all(desk, session, match, "declined", occasion, now)


def _guest_name(scene: Scene, seat: Seat) -> str:
    """Name somebody who is invited: by the address to whoever wrote it, to nobody else."""
    if seat.name or not seat.guest:
        return seat.name
    return seat.guest if scene.seat == 0 else scene.tongue.gettext(GUEST)


def started(desk: Desk, session: Session, match: Match, now: datetime) -> Bells:
    """Tell everybody that the match has begun, with the commitment to its deal."""
    taken = take(match)

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        return letter_kinds.Start(commitment=match.commitment, **turn_facts(desk, session, scene, player, taken))

    return _to_all(desk, session, match, "start", occasion, now)


def changed(desk: Desk, session: Session, taken: Taken, now: datetime, *, answered: Seat | None = None) -> Bells:
    """Tell everybody what a change means for him; `answered` is the one who reads it in his receipt."""
    match = taken.match
    if match.end is not None:
        return over(desk, session, match, now)
    bells: Bells = []
    for seat in _people(match):
        if seat is answered:
            continue
        kind = "your_turn" if seat.number == match.to_move else "their_turn"
        if wants(_player(seat), asks_something=kind == "your_turn"):
            bells += turn_letter(desk, session, match, seat, kind, taken, now)
    return bells


def turn_letter(
    desk: Desk, session: Session, match: Match, seat: Seat, kind: str, taken: Taken, now: datetime
) -> Bells:
    """Write one seat how the match stands, as `kind`: your_turn, their_turn or reminder."""

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        return letter_kinds.Turn(**turn_facts(desk, session, scene, player, taken))

    return _to_seat(desk, session, match, seat, kind, occasion, now, while_turn=match.turn)


def over(desk: Desk, session: Session, match: Match, now: datetime) -> Bells:
    """Tell everybody the result, and the seed that everything was dealt from."""
    taken, end = take(match), match.end or {}

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        return letter_kinds.MatchOver(
            places=tuple(end["places"]),
            reason=scene.ending(session),
            scores=tuple(end["scores"]),
            commitment=match.commitment,
            seed=match.seed.hex(),
            salts=tuple(seat.salt for seat in match.seats),
            record_url=f"{desk.site}/m/{match.code}/record.json",
            **turn_facts(desk, session, scene, player, taken),
        )

    return _to_all(desk, session, match, "match_over", occasion, now, urgent=True, left=True)


def press(desk: Desk, session: Session, match: Match, author: Seat, text: str, now: datetime) -> Bells:
    """Carry what one player writes to the others of the match."""
    session.add(Press(match_id=match.id, seat=author.number, at=now, text=text))

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        return letter_kinds.PressLetter(
            reader=reader_for(desk, player, scene.seat, match),
            match=scene.facts(),
            press=(PressFacts(author=author.name, text=text),),
            offers=(scene.command("press", "press", "..."),),
        )

    return _to_all(desk, session, match, "press", occasion, now, leave_out=author)


def late(desk: Desk, session: Session, match: Match, now: datetime) -> Bells:
    """Tell everybody that the time of a turn has passed, and the others what they may do about it."""
    if match.to_move is None or match.due_at is None:
        return []
    culprit, due, taken = match.seats[match.to_move], match.due_at, take(match)
    bells: Bells = []
    for seat in _people(match):

        def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
            facts = turn_facts(desk, session, scene, player, taken)
            if scene.seat != culprit.number:
                purpose = "claim_turn" if len(match.seats) > TWO else "claim"
                facts["offers"] = (scene.command("claim", purpose), scene.command("grant", "grant", "3"))
            return letter_kinds.Overdue(late=culprit.number, since=due, **facts)

        kind = "overdue" if seat is culprit else "overdue_other"
        if wants(_player(seat), asks_something=True, urgent=seat is culprit):
            bells += _to_seat(desk, session, match, seat, kind, occasion, now, while_turn=match.turn)
    return bells


def house_plays(
    desk: Desk, session: Session, match: Match, seat: Seat, now: datetime, *, asker: Seat | None = None
) -> Bells:
    """Tell the others that the house player plays for a seat: for good as its player resigned, or a turn that `asker`
    claimed.
    """

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        return letter_kinds.HousePlays(
            reader=reader_for(desk, player, scene.seat, match),
            match=scene.facts(),
            seat=seat.number,
            name=seat.name,
            asker=asker.name if asker else "",
        )

    return _to_all(desk, session, match, "house_plays", occasion, now, leave_out=asker)


def unsubscribed(desk: Desk, session: Session, match: Match, quiet: Seat, now: datetime) -> Bells:
    """Tell the others that one of them turned letters off."""

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        reader = reader_for(desk, player, scene.seat, match)
        return letter_kinds.Standstill(reader=reader, match=scene.facts(), gone=quiet.number)

    return _to_all(desk, session, match, "quiet", occasion, now, leave_out=quiet, asks_something=False)


def outage(desk: Desk, session: Session, match: Match, now: datetime) -> Bells:
    """Tell everybody that the time of a turn has not passed, as the service was away: the facts say since when."""
    taken = take(match)

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        return letter_kinds.Turn(**turn_facts(desk, session, scene, player, taken))

    return _to_all(desk, session, match, "outage", occasion, now, while_turn=match.turn)


def standstill(desk: Desk, session: Session, match: Match, gone: Seat, kind: str, now: datetime) -> Bells:
    """Tell the others that the clock of the one who is to move stands still or runs again: stopped or resumed."""

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        reader = reader_for(desk, player, scene.seat, match)
        return letter_kinds.Standstill(reader=reader, match=scene.facts(), gone=gone.number)

    return _to_all(desk, session, match, kind, occasion, now, leave_out=gone, while_turn=match.turn)


def patience_over(desk: Desk, session: Session, match: Match, gone: Seat, now: datetime) -> Bells:
    """Tell everybody that the clock runs although letters to the one who is to move come back.

    It is the one letter that is written to that address all the same: perhaps it works again.
    """

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        reader = reader_for(desk, player, scene.seat, match)
        return letter_kinds.Standstill(reader=reader, match=scene.facts(), gone=gone.number)

    others = _to_all(desk, session, match, "patience_over", occasion, now, leave_out=gone, while_turn=match.turn)
    return others + _to_seat(desk, session, match, gone, "patience_over", occasion, now, while_turn=match.turn)


def granted(desk: Desk, session: Session, match: Match, giver: Seat, days: int, now: datetime) -> Bells:
    """Tell the others that one of them gave more days."""
    taken = take(match)

    def occasion(scene: Scene, player: Player) -> letter_kinds.Occasion:
        facts = turn_facts(desk, session, scene, player, taken)
        return letter_kinds.Granted(giver=giver.number, more_days=days, **facts)

    return _to_all(desk, session, match, "granted", occasion, now, leave_out=giver, while_turn=match.turn)


def turn_facts(
    desk: Desk,
    session: Session,
    scene: Scene,
    player: Player,
    taken: Taken,
    *,
    shown: bool = True,
    offered: bool = True,
) -> dict[str, Any]:
    """Gather what every letter about a standing match tells; a receipt may leave out the board and the offers."""
    match = scene.match
    return {
        "reader": reader_for(desk, player, scene.seat, match),
        "match": scene.facts(taken),
        "board": scene.board(taken, offer_steps=match.to_move == scene.seat) if shown else "",
        "news": scene.events(news_since_own_turn(session, taken, scene.seat)) if shown else (),
        "hint": "" if shown else scene.warnings(taken),
        "offers": scene.offers(taken) if offered else (),
        "press": tuple(PressFacts(author=match.seats[row.seat].name, text=row.text) for row in taken.press),
    }


def _to_all(
    desk: Desk,
    session: Session,
    match: Match,
    kind: str,
    occasion: Callable[[Scene, Player], letter_kinds.Occasion],
    now: datetime,
    *,
    leave_out: Seat | None = None,
    asks_something: bool = True,
    urgent: bool = False,
    left: bool = False,
    while_turn: int | None = None,
) -> Bells:
    bells: Bells = []
    for seat in _people(match, left=left):
        if seat is not leave_out and wants(_player(seat), asks_something=asks_something, urgent=urgent):
            bells += _to_seat(desk, session, match, seat, kind, occasion, now, while_turn=while_turn)
    return bells


def _to_seat(
    desk: Desk,
    session: Session,
    match: Match,
    seat: Seat,
    kind: str,
    occasion: Callable[[Scene, Player], letter_kinds.Occasion],
    now: datetime,
    *,
    while_turn: int | None = None,
) -> Bells:
    player, scene = _player(seat), scene_for(desk, match, seat)
    asks = kind not in PATIENT or (seat.number == match.to_move and kind != "press")
    ties = Ties(match=match, while_turn=while_turn, patience=NO_TIME if asks else desk.patience)
    return put(session, kind, occasion(scene, player), to_player(player, scene.tongue, scene.address), ties, now)


def _people(match: Match, *, left: bool = False) -> Iterator[Seat]:
    """List the seats of people, of those who have `left` the match only if asked for."""
    return (seat for seat in match.seats if seat.player is not None and (left or seat.resigned_at is None))


def _player(seat: Seat) -> Player:
    if seat.player is None:
        raise ValueError(f"nobody sits at seat {seat.number}")
    return seat.player
