"""What a letter should say: what happened, what its reader may do, and until when.

It is read from the rows and by the engine at the moment in which a letter leaves, never from the letter or a template.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from typing import Any, TypedDict

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.registry import engine_for
from adjudicator.mail.address import ConfirmAddress
from adjudicator.match.timekeeping.zone_offsets import find_zone
from adjudicator.services.context import Context
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.opening.rematches import LASTS
from adjudicator.services.matches.opening.waiting_seats import OWNER_HAS
from adjudicator.services.matches.rows.match_rows import load_match, names_by_seat, notes_of, seat_of
from adjudicator.services.matches.rows.proposal_rows import open_proposals, seats_to_answer
from adjudicator.store.states import EntryKind, MatchState, OutboxState, RequestKind, SeatState
from adjudicator.store.tables import EntryRow, Grant, Inbox, Match, Outbox, Player, Press, ProposalRow, Request, Seat
from testkit.club import RecordingTransport

EXAMPLES = 4
"""The orders of each kind that are named."""
RESULTS = (
    "played",
    "done",
    "waiting",
    "refused",
    "undone",
    "not_reached",
    "after_turn",
    "beyond",
    "ignored",
    "comments",
)
"""The parts of the report on a letter that say something of what became of its lines."""

Facts = Mapping[str, str]
"""Sentences about a match, by what they are about. A sentence that is new or different is an event."""


class Right(TypedDict):
    """Something that the reader may do."""

    what: str
    examples: list[str]


class Deadline(TypedDict):
    """Until when something can be done. `yours` tells whether the reader can."""

    what: str
    yours: bool
    utc: str
    local: str


class Truth(TypedDict):
    """The truth about a letter."""

    kind: str
    reader: str
    zone: str
    game: str
    match: str
    players: list[str]
    turn_of: str
    wrote: dict[str, list[str]]
    """What became of the lines of the letter that this one answers."""
    happened: list[str]
    """Since the reader's last letter about the match."""
    since_your_last_step: list[str]
    may: list[Right]
    until: list[Deadline]


@dataclass(slots=True)
class Witness(RecordingTransport):
    """A transport that notes the truth about each letter that it sends."""

    game: str = ""
    context: Context | None = None
    clock: Callable[[], datetime] | None = None
    seen: list[tuple[EmailMessage, Truth]] = field(default_factory=list)
    _told: dict[tuple[str, int | None], list[tuple[datetime, Facts]]] = field(default_factory=lambda: defaultdict(list))
    """When a reader got letters about a match, and the facts about it then."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        RecordingTransport.send(self, envelope_from, recipient, raw)
        assert self.context is not None
        assert self.clock is not None
        with self.context.store.reading() as session:
            row = session.scalars(select(Outbox).where(Outbox.state == OutboxState.SENDING)).one()
            now = self.clock()
            sight = _Sight(session, row, _request_of(self.context, session, row), now)
            told = self._told[recipient, sight.match.id if sight.match else None]
            facts = sight.list_facts()
            known = next((facts for at, facts in reversed(told) if at < now), {})
            told.append((now, facts))
            new = [said for about, said in facts.items() if known.get(about) != said]
            self.seen.append((self.letters[-1], sight.tell(self.game, new)))


def _request_of(context: Context, session: Session, row: Outbox) -> Request | None:
    """Find the request that an answer to a letter would answer."""
    route = context.addresses.read(row.reply_to) if row.reply_to else None
    return session.get(Request, route.request) if isinstance(route, ConfirmAddress) else None


class _Sight:
    """What the database shows about a letter, its reader and their match."""

    def __init__(self, session: Session, row: Outbox, request: Request | None, now: datetime) -> None:
        self.session, self.row, self.request, self.now = session, row, request, now
        number = row.match_id or (request.match_id if request else None)
        self.match = session.get(Match, number) if number else None
        self.player = session.scalars(select(Player).where(Player.address == row.to_address)).first()
        self.seat = seat_of(self.match, self.player.id) if self.match and self.player else None
        self.zone = self.player.zone if self.player else "UTC"
        self.names = names_by_seat(self.match) if self.match else ()

    def tell(self, game: str, happened: list[str]) -> Truth:
        """Tell the truth about the letter."""
        match = self.match
        return Truth(
            kind=self.row.kind,
            reader=self.player.name if self.player else self.row.to_name or self.row.to_address,
            zone=self.zone,
            game=game,
            match=match.code if match else "",
            players=[name or "(nobody yet)" for name in self.names],
            turn_of=self._name_mover() if match and match.to_move is not None else "",
            wrote=dict(self._list_results()),
            happened=happened,
            since_your_last_step=list(self._steps_since_own()),
            may=list(self._list_rights()) or [Right(what="nothing now", examples=[])],
            until=list(self._list_deadlines()),
        )

    def name(self, seat: int | None) -> str:
        """Name who sits at a seat."""
        if seat is None:
            return "the service"
        return "you" if self.seat and self.seat.number == seat else self.names[seat] or f"seat {seat + 1}"

    def _name_mover(self) -> str:
        assert self.match is not None
        mover = self.match.seats[self.match.to_move or 0]
        return self.name(mover.number) if mover.by_person else f"nobody, or the house, for {self.name(mover.number)}"

    # What happened.

    def list_facts(self) -> dict[str, str]:
        """List all that the reader may know of their match."""
        facts: dict[str, str] = {}
        if self.request:
            facts[f"request {self.request.id}"] = f"a yes or no is asked for: {self.request.kind}"
        if self.match:
            facts |= {f"entry {entry.n}": self._tell_entry(entry) for entry in self.match.entries}
            facts |= dict(self._facts_of_seats(self.match)) | dict(self._facts_of_clock(self.match))
            facts |= dict(self._facts_of_people(self.match))
        return facts

    def _list_results(self) -> Iterator[tuple[str, list[str]]]:
        letter = self.session.get(Inbox, self.row.inbox_id) if self.row.inbox_id else None
        for part, lines in ((letter.account or {}) if letter else {}).items():
            if part in RESULTS and isinstance(lines, list) and lines:
                yield part, [_tell_line(line) for line in lines]

    def _facts_of_seats(self, match: Match) -> Iterator[tuple[str, str]]:
        yield "state", f"the match is {match.state}"
        for seat in match.seats:
            where = f"seat {seat.number + 1}"
            yield where, f"{where}: {self.name(seat.number)} {_tell_seat(seat)}"
        if match.end is not None:
            places = ", ".join(f"{self.name(seat)}: {place}" for seat, place in enumerate(match.end.places))
            scores = ", ".join(f"{self.name(seat)}: {score}" for seat, score in enumerate(match.end.scores))
            by = f", by {self.name(match.end.seat)}" if match.end.seat is not None else ""
            yield "end", f"the match ended ({match.end.kind}: {match.end.reason}{by}); places {places}; scores {scores}"
        if match.rematch:
            yield "rematch", f"the rematch is {match.rematch}"
        for seat in match.seats:
            if seat.rematch_at:
                yield f"rematch {seat.number}", f"{self.name(seat.number)} asks for a rematch"

    def _facts_of_clock(self, match: Match) -> Iterator[tuple[str, str]]:
        if match_clock.is_standing(match, self.now):
            until = match_clock.standing_until(match, self.now)
            why = match_clock.standing_because(match, self.now)
            yield "clock", f"the clock stands until {self._local(until) if until else 'an unknown day'}: {why}"
        elif match.due_at is not None and match.due_at <= self.now:
            yield "clock", f"the time of {self.name(match.to_move)} has passed"
        else:
            yield "clock", "the clock runs"
        if match.reminded_due_at is not None:
            yield "reminded", f"{self.name(match.to_move)} had a reminder before {self._local(match.reminded_due_at)}"
        if match.nudged_at is not None:
            yield "nudged", f"{self.name(match.to_move)} was asked in a friendly way whether they have seen their turn"
        if match.house_to_move:
            yield "house", f"the house plays for {self.name(match.to_move)}"

    def _facts_of_people(self, match: Match) -> Iterator[tuple[str, str]]:
        for word in self.session.scalars(select(Press).where(Press.match_id == match.id)):
            yield f"press {word.id}", f"{self.name(word.seat)} writes: {word.text}"
        for grant in self.session.scalars(select(Grant).where(Grant.match_id == match.id)):
            yield f"grant {grant.id}", f"{self.name(grant.seat)} gave the player to move {grant.days} more days"
        for row in self.session.scalars(select(ProposalRow).where(ProposalRow.match_id == match.id)):
            answers = ", ".join(f"{self.name(answer.seat)}: {answer.answer}" for answer in row.answers) or "none"
            said = f"{self.name(row.seat)} proposes: {row.kind} {dict(row.values)}"
            yield f"proposal {row.number}", f"{said}; answers: {answers}; it is {row.outcome}"

    def _tell_entry(self, entry: EntryRow) -> str:
        if entry.kind is not EntryKind.STEP:
            return f"{self.name(entry.seat)}: {entry.kind} {dict(entry.values or {})}"
        reader = self.seat.number if self.seat else None
        seen = "; ".join(
            " ".join((note.key, *(f"{key}={value}" for key, value in note.values)))
            for note in notes_of(entry)
            if note.seen_by(reader)
        )
        how = f", {entry.how}" if entry.how else ""
        return f"{self.name(entry.seat)}: {entry.step}{' (no choice)' if entry.forced else ''}{how} [{seen}]"

    def _steps_since_own(self) -> Iterator[str]:
        """Tell the steps since the reader's last one."""
        entries = [entry for entry in self.match.entries if entry.kind is EntryKind.STEP] if self.match else []
        own = [place for place, entry in enumerate(entries) if self.seat and entry.seat == self.seat.number]
        return map(self._tell_entry, entries[own[-1] + 1 if own else 0 :])

    # What the reader may do.

    def _list_rights(self) -> Iterator[Right]:
        if self.request and self._waits(self.request):
            yield Right(what=f"say yes or no: {self.request.kind}", examples=["yes", "no"])
        match, seat = self.match, self.seat
        if match is None or seat is None or seat.vacant_at is not None:
            return
        if match.state is MatchState.INVITING and seat.number == 0:
            yield Right(what="decide about the seats that nobody has taken, or call the match off", examples=[])
        if match.state is MatchState.FINISHED and seat.rematch_at is None:
            yield Right(what="ask for a rematch", examples=["rematch"])
        if match.state is MatchState.RUNNING:
            yield from self._list_answers(match, seat)
            yield from self._list_moves(match) if match.to_move == seat.number else self._list_claims(match)

    def _waits(self, request: Request) -> bool:
        return request.done_at is None and request.expires_at > self.now

    def _list_answers(self, match: Match, seat: Seat) -> Iterator[Right]:
        for row in open_proposals(self.session, match):
            if seat.number in seats_to_answer(match, row):
                what = f"agree to the {row.kind} that {self.name(row.seat)} proposes, or not"
                yield Right(what=what, examples=["agree", "refuse"])

    def _list_claims(self, match: Match) -> Iterator[Right]:
        if not match_clock.is_late(match):
            return
        since = match_clock.claimable_from(match)
        if since is not None and since <= self.now:
            yield Right(what="claim, because the other's time has passed", examples=["claim"])
        if match_clock.may_be_granted(match):
            yield Right(what="give the other more days", examples=["grant 3"])

    @staticmethod
    def _list_moves(match: Match) -> Iterator[Right]:
        """List the kinds of legal steps with some of each."""
        engine, kinds = engine_for(match.rules), defaultdict(list)
        for step in load_match(match).table.legal_steps:
            order = engine.format(step)
            words = [word for word in order.split() if word.isalpha() and word.islower()]
            kinds[" ".join(words) or "a move"].append(order)
        for kind, orders in kinds.items():
            yield Right(
                what=f"your turn: {kind} ({len(orders)} legal)", examples=orders[:: -(-len(orders) // EXAMPLES)]
            )

    # Until when.

    def _list_deadlines(self) -> Iterator[Deadline]:
        request, match = self.request, self.match
        if request and self._waits(request):
            yield self._deadline("your answer", request.expires_at, yours=True)
        if match is None or self.seat is None:
            return
        if match.state is MatchState.INVITING:
            yield from self._list_deadlines_of_invitation(match)
        elif match.state is MatchState.FINISHED and match.finished_at and any(seat.rematch_at for seat in match.seats):
            yield self._deadline("asking for a rematch", match.finished_at + LASTS, yours=self.seat.rematch_at is None)
        elif match.state is MatchState.RUNNING:
            yield from self._list_deadlines_of_turn(match)

    def _list_deadlines_of_invitation(self, match: Match) -> Iterator[Deadline]:
        asked = select(Request.expires_at).where(Request.match_id == match.id, Request.kind == RequestKind.JOIN)
        for expires in self.session.scalars(asked.where(Request.done_at.is_(None), Request.expires_at > self.now)):
            yield self._deadline("the answer of a guest", expires, yours=False)
        if match.owner_asked_at is not None:
            yours = self.seat is not None and self.seat.number == 0
            yield self._deadline("what becomes of the free seat", match.owner_asked_at + OWNER_HAS, yours=yours)

    def _list_deadlines_of_turn(self, match: Match) -> Iterator[Deadline]:
        number = self.seat.number if self.seat else None
        for row in open_proposals(self.session, match):
            if row.decides_at is not None:
                yours = number in seats_to_answer(match, row)
                yield self._deadline(f"the answers about {row.kind}", row.decides_at, yours=yours)
        grace = match_clock.grace_until(match)
        if match.due_at is not None and not match.house_to_move:
            yours = match.to_move == number
            late = match.due_at <= self.now
            whose = "your turn" if yours else f"the turn of {self.name(match.to_move)}"
            yield self._deadline(
                f"{whose}, which has passed" if late else whose, match.due_at, yours=yours and not late
            )
            if late and grace is not None:
                yield self._deadline(f"{whose}: a move still counts until", grace, yours=yours)

    def _deadline(self, what: str, at: datetime, *, yours: bool) -> Deadline:
        return Deadline(what=what, yours=yours, utc=f"{at:%Y-%m-%d %H:%M}", local=self._local(at))

    def _local(self, at: datetime) -> str:
        return f"{at.astimezone(find_zone(self.zone)):%Y-%m-%d %H:%M}"


def _tell_seat(seat: Seat) -> str:
    if seat.vacant_at is not None:
        return f"has left ({seat.vacant_why})"
    if seat.house:
        return "is the house player"
    return {
        SeatState.JOINED: "sits there",
        SeatState.INVITED: f"is invited{' (' + seat.guest + ')' if seat.guest else ', anybody'}",
        SeatState.DECLINED: f"does not come ({seat.guest})",
    }[seat.state]


def _tell_line(line: Any) -> str:
    if not isinstance(line, dict):
        return str(line)
    return " ".join(f"{key}={value}" for key, value in line.items() if key in {"order", "step"} and value)


def dump_truths(truths: Mapping[str, Truth]) -> bytes:
    """Write the key to letters, by their names."""
    return msgspec.json.format(msgspec.json.encode(truths), indent=1) + b"\n"
