"""Letters that nobody asked for: invitations, the start, whose turn it is, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypedDict

from adjudicator.match.clock import NO_TIME
from adjudicator.services.matches.match_rows import TWO, Taken, take
from adjudicator.services.matches.presenter import Scene, news_since_own_turn, scene_for
from adjudicator.services.outbox.coalescing import PATIENT
from adjudicator.services.outbox.enqueue import Ties, put, to_player
from adjudicator.services.players.players import wants
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import SeatState
from adjudicator.store.tables import Match, Player, Press, Seat
from adjudicator.texts import letter_kinds
from adjudicator.texts.language import N_
from adjudicator.texts.letter_facts import Event, MatchFacts, Offer, Reader
from adjudicator.texts.letter_facts import Press as PressFacts
from adjudicator.texts.letter_kinds import F, LetterKind

GUEST = N_("a guest")
"""Somebody who was invited, to those who did not invite them."""


@dataclass(frozen=True, slots=True)
class _Notice(Generic[F]):
    """A letter for one seat or several, and to whom of them it goes."""

    kind: LetterKind[F]
    occasion: Callable[[Scene], F]
    """Tells it as one reader is told it."""
    while_turn: int | None = None
    """The turn without which it is not true any more."""
    asks_something: bool = True
    urgent: bool = False
    left: bool = False
    """Whether those get it too who have left the match."""


def waiting(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Tell somebody who sat down that others are still awaited."""
    awaited = [other for other in match.seats if other.state is SeatState.INVITED and other.guest]

    def occasion(scene: Scene) -> letter_kinds.Waiting:
        missing = tuple(_guest_name(scene, other) for other in awaited)
        return letter_kinds.Waiting(reader=scene.reader(), match=scene.facts(), missing=missing)

    _to_seat(work, match, seat, _Notice(letter_kinds.WAITING, occasion))


def declined(work: UnitOfWork, match: Match, guest: Seat, *, expired: bool = False, unreachable: bool = False) -> None:
    """Tell those who sat down that the match is off."""

    def occasion(scene: Scene) -> letter_kinds.Declined:
        return letter_kinds.Declined(
            reader=scene.reader(),
            match=scene.facts(),
            guest=_guest_name(scene, guest),
            expired=expired,
            unreachable=unreachable,
        )

    _to_all(work, match, _Notice(letter_kinds.DECLINED, occasion))


def _guest_name(scene: Scene, seat: Seat) -> str:
    """Name somebody who is invited: by the address to whoever wrote it, to nobody else."""
    if seat.name or not seat.guest:
        return seat.name
    return seat.guest if scene.seat == 0 else scene.tongue.gettext(GUEST)


def started(work: UnitOfWork, match: Match) -> None:
    """Tell everybody that the match has begun, with the commitment to its deal."""
    taken = take(match)

    def occasion(scene: Scene) -> letter_kinds.Start:
        return letter_kinds.Start(commitment=match.commitment, **turn_facts(work, scene, taken))

    _to_all(work, match, _Notice(letter_kinds.START, occasion))


def changed(work: UnitOfWork, taken: Taken, *, answered: Seat | None = None) -> None:
    """Tell everybody what a change means for him; `answered` is the one who reads it in his receipt."""
    match = taken.match
    if match.end is not None:
        over(work, match)
        return
    for seat in _people(match):
        if seat is answered:
            continue
        kind = letter_kinds.YOUR_TURN if seat.number == match.to_move else letter_kinds.THEIR_TURN
        if wants(_player(seat), asks_something=kind == letter_kinds.YOUR_TURN):
            turn_letter(work, seat, kind, taken)


def turn_letter(work: UnitOfWork, seat: Seat, kind: LetterKind[letter_kinds.Turn], taken: Taken) -> None:
    """Write one seat how the match stands, as `kind`: your_turn, their_turn or reminder."""

    def occasion(scene: Scene) -> letter_kinds.Turn:
        return letter_kinds.Turn(**turn_facts(work, scene, taken))

    _to_seat(work, taken.match, seat, _Notice(kind, occasion, while_turn=taken.match.turn))


def over(work: UnitOfWork, match: Match) -> None:
    """Tell everybody the result, and the seed that everything was dealt from."""
    work.session.flush()  # the letters name the reason after the row of the last step
    taken, end = take(match), match.end
    if end is None:
        raise ValueError(f"match {match.code} has not ended")

    def occasion(scene: Scene) -> letter_kinds.MatchOver:
        return letter_kinds.MatchOver(
            places=end.places,
            reason=scene.ending(work.session),
            scores=end.scores,
            commitment=match.commitment,
            seed=match.seed.hex(),
            salts=tuple(seat.salt for seat in match.seats),
            record_url=f"{work.context.site}/m/{match.code}/record.json",
            **turn_facts(work, scene, taken),
        )

    _to_all(work, match, _Notice(letter_kinds.MATCH_OVER, occasion, urgent=True, left=True))


def press(work: UnitOfWork, match: Match, author: Seat, text: str) -> None:
    """Carry what one player writes to the others of the match."""
    work.session.add(Press(match_id=match.id, seat=author.number, at=work.now, text=text))

    def occasion(scene: Scene) -> letter_kinds.PressLetter:
        return letter_kinds.PressLetter(
            reader=scene.reader(),
            match=scene.facts(),
            press=(PressFacts(author=author.name, text=text),),
            offers=(scene.command("press", "press", "..."),),
        )

    _to_all(work, match, _Notice(letter_kinds.PRESS, occasion), leave_out=author)


def late(work: UnitOfWork, match: Match) -> None:
    """Tell everybody that the time of a turn has passed, and the others what they may do about it."""
    if match.to_move is None or match.due_at is None:
        return
    culprit, due, taken = match.seats[match.to_move], match.due_at, take(match)
    for seat in _people(match):

        def occasion(scene: Scene) -> letter_kinds.Overdue:
            facts = turn_facts(work, scene, taken)
            if scene.seat != culprit.number:
                purpose = "claim_turn" if len(match.seats) > TWO else "claim"
                facts["offers"] = (scene.command("claim", purpose), scene.command("grant", "grant", "3"))
            return letter_kinds.Overdue(late=culprit.number, since=due, **facts)

        kind = letter_kinds.OVERDUE if seat is culprit else letter_kinds.OVERDUE_OTHER
        if wants(_player(seat), asks_something=True, urgent=seat is culprit):
            _to_seat(work, match, seat, _Notice(kind, occasion, while_turn=match.turn))


def house_plays(work: UnitOfWork, match: Match, seat: Seat, *, asker: Seat | None = None) -> None:
    """Tell the others that the house player plays for a seat: for good as its player resigned, or a turn that `asker`
    claimed.
    """

    def occasion(scene: Scene) -> letter_kinds.HousePlays:
        return letter_kinds.HousePlays(
            reader=scene.reader(),
            match=scene.facts(),
            seat=seat.number,
            name=seat.name,
            asker=asker.name if asker else "",
        )

    _to_all(work, match, _Notice(letter_kinds.HOUSE_PLAYS, occasion), leave_out=asker)


def unsubscribed(work: UnitOfWork, match: Match, quiet: Seat) -> None:
    """Tell the others that one of them turned letters off."""

    def occasion(scene: Scene) -> letter_kinds.Standstill:
        return letter_kinds.Standstill(reader=scene.reader(), match=scene.facts(), gone=quiet.number)

    _to_all(work, match, _Notice(letter_kinds.QUIET, occasion, asks_something=False), leave_out=quiet)


def outage(work: UnitOfWork, match: Match) -> None:
    """Tell everybody that the time of a turn has not passed, as the service was away: the facts say since when."""
    taken = take(match)

    def occasion(scene: Scene) -> letter_kinds.Turn:
        return letter_kinds.Turn(**turn_facts(work, scene, taken))

    _to_all(work, match, _Notice(letter_kinds.OUTAGE, occasion, while_turn=match.turn))


def standstill(work: UnitOfWork, match: Match, gone: Seat, kind: LetterKind[letter_kinds.Standstill]) -> None:
    """Tell the others that the clock of the one who is to move stands still or runs again: stopped or resumed."""

    def occasion(scene: Scene) -> letter_kinds.Standstill:
        return letter_kinds.Standstill(reader=scene.reader(), match=scene.facts(), gone=gone.number)

    _to_all(work, match, _Notice(kind, occasion, while_turn=match.turn), leave_out=gone)


def patience_over(work: UnitOfWork, match: Match, gone: Seat) -> None:
    """Tell everybody that the clock runs although letters to the one who is to move come back.

    It is the one letter that is written to that address all the same: perhaps it works again.
    """

    def occasion(scene: Scene) -> letter_kinds.Standstill:
        return letter_kinds.Standstill(reader=scene.reader(), match=scene.facts(), gone=gone.number)

    _to_all(work, match, _Notice(letter_kinds.PATIENCE_OVER, occasion, while_turn=match.turn), leave_out=gone)
    _to_seat(work, match, gone, _Notice(letter_kinds.PATIENCE_OVER, occasion, while_turn=match.turn))


def granted(work: UnitOfWork, match: Match, giver: Seat, days: int) -> None:
    """Tell the others that one of them gave more days."""
    taken = take(match)

    def occasion(scene: Scene) -> letter_kinds.Granted:
        facts = turn_facts(work, scene, taken)
        return letter_kinds.Granted(giver=giver.number, more_days=days, **facts)

    _to_all(work, match, _Notice(letter_kinds.GRANTED, occasion, while_turn=match.turn), leave_out=giver)


class TurnFacts(TypedDict):
    """What every letter about a standing match tells."""

    reader: Reader
    match: MatchFacts
    board: str
    news: tuple[Event, ...]
    hint: str
    offers: tuple[Offer, ...]
    press: tuple[PressFacts, ...]


def turn_facts(work: UnitOfWork, scene: Scene, taken: Taken, *, shown: bool = True, offered: bool = True) -> TurnFacts:
    """Gather what every letter about a standing match tells; a receipt may leave out the board and the offers."""
    match = scene.match
    return {
        "reader": scene.reader(),
        "match": scene.facts(taken),
        "board": scene.board(taken, offer_steps=match.to_move == scene.seat) if shown else "",
        "news": scene.events(news_since_own_turn(work.session, taken, scene.seat)) if shown else (),
        "hint": "" if shown else scene.warnings(taken),
        "offers": scene.offers(taken) if offered else (),
        "press": tuple(PressFacts(author=match.seats[row.seat].name, text=row.text) for row in taken.press),
    }


def _to_all(work: UnitOfWork, match: Match, notice: _Notice[F], *, leave_out: Seat | None = None) -> None:
    for seat in _people(match, left=notice.left):
        wanted = wants(_player(seat), asks_something=notice.asks_something, urgent=notice.urgent)
        if seat is not leave_out and wanted:
            _to_seat(work, match, seat, notice)


def _to_seat(work: UnitOfWork, match: Match, seat: Seat, notice: _Notice[F]) -> None:
    player, scene, name = _player(seat), scene_for(work.context, match, seat), notice.kind.name
    asks = name not in PATIENT or (seat.number == match.to_move and name != letter_kinds.PRESS.name)
    patience = NO_TIME if asks else work.context.patience
    ties = Ties(match=match, while_turn=notice.while_turn, patience=patience)
    put(work, notice.kind, notice.occasion(scene), to_player(player, scene.tongue, scene.address), ties)


def _people(match: Match, *, left: bool = False) -> Iterator[Seat]:
    """List the seats of people, of those who have `left` the match only if asked for."""
    return (seat for seat in match.seats if seat.player is not None and (left or seat.resigned_at is None))


def _player(seat: Seat) -> Player:
    if seat.player is None:
        raise ValueError(f"nobody sits at seat {seat.number}")
    return seat.player
