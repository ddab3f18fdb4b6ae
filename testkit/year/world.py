"""Plays a simulated year: people write letters, the services judge them, and the world around them fails now and then.

The services are the real ones, with a real database. Time is a number: it goes from one event to the next, and between
two of them come the sweeps. After the year nobody writes any more, and time goes on until every match has ended that
has a limit.
"""

from __future__ import annotations

import copy
import heapq
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.policy import default
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import func, or_, select

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.match.timekeeping.quiet_hours import QuietHours
from adjudicator.services.host import deeds
from adjudicator.services.job_queue import Job
from adjudicator.services.jobs import bot_turns, judging, letter_sender, periodic_sweep
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.rows.outage_rows import record_awake
from adjudicator.services.players.absences import last_day_away
from adjudicator.services.players.time_settings import apply_time_setting, check_time_setting
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import InboxState, MatchState, OutboxState
from adjudicator.store.tables import DigestPart, Inbox, Match, Outbox, Player, Seat
from testkit.automatic_mail import GONE, report
from testkit.club import Club, address_of
from testkit.year.checks import LetterCheck, compare_seat
from testkit.year.digests import DIGEST, DigestCheck, TellingCheck, list_codes
from testkit.year.letters import LetterTimes, is_quiet
from testkit.year.mirror import DIGEST_UNTIL, LEFT, QUIET_UNTIL, Mirror, Place
from testkit.year.people import (
    DAY,
    HOUR,
    ZONES,
    DrawnTerms,
    Exit,
    Person,
    draw_calendar,
    draw_digest,
    draw_letter_times,
    draw_people,
    draw_terms,
)

GAMES = ("egyptos", "cheops", "cheops", "pharao")
MINUTE = timedelta(minutes=1)
DIGEST_FAILED = HOUR
"""How long behind its digest the letter of a turn goes by itself."""
LONGEST_END = timedelta(days=1000)
"""After which a match that has a limit and has not ended never will."""

Planned = tuple[datetime, int, Callable[[], object]]
"""When, a number that no other has, and what happens."""

_matches = Match.__table__.c
_POLL = select(
    _matches.id,
    _matches.state,
    _matches.turn,
    _matches.to_move,
    _matches.since,
    _matches.due_at,
    _matches.next_at,
    _matches.remind_at,
    _matches.stopped_at,
    _matches.house_to_move,
    _matches.clock,
    _matches.pauses,
    _matches.code,
    _matches.awaited_id,
)


@dataclass(slots=True)
class Size:
    """How large the year is."""

    people: int
    matches: int
    days: int
    games: tuple[str, ...] = GAMES
    sweeps: timedelta = timedelta(0)
    """How often a sweep comes that has nothing to do; zero: always."""
    outages: int = 8
    relay_faults: int = 8


@dataclass(slots=True)
class Play:
    """A match, as the world knows it."""

    number: int
    code: str
    terms: DrawnTerms
    people: list[Person | None]
    """By seat; None: they left."""
    row: Any = None
    over: bool = False
    pause_until: datetime | None = None
    """Until when somebody has asked for a pause."""


@dataclass(slots=True)
class Waiting:
    """A letter that is accepted and not judged yet."""

    person: Person | None
    match: int
    received: datetime
    then: Callable[[str], None]


@dataclass(slots=True)
class PostOffice:
    """A relay that keeps the last letters of everybody; it may be down, and mailboxes may be dead."""

    arrived: Callable[[str, str, bytes], None]
    down: bool = False
    boxes: dict[str, list[bytes]] = field(default_factory=dict)

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        if self.down:
            raise Undelivered("the relay is down", permanent=False)
        self.arrived(envelope_from, recipient, raw)
        self.boxes[recipient] = [*self.boxes.get(recipient, [])[-7:], raw]


class World:
    """The club and everybody around it."""

    def __init__(self, club: Club, seed: int, size: Size) -> None:
        self.club = club
        self.size = size
        self.dice = random.Random(f"year {seed}")
        self.second_thoughts = random.Random(f"second thoughts {seed}")
        self.wishes = random.Random(f"digests {seed}")
        self.begin, self.end = club.now, club.now + timedelta(days=size.days)
        self.people = draw_people(self.dice, size.people, club.now, self.end - club.now)
        self.by_address = {person.address: person for person in self.people}
        self.plays: dict[int, Play] = {}
        self.mirror = Mirror()
        self.letters = LetterCheck(club)
        self.outages: list[tuple[datetime, datetime]] = []
        self.letter_times = LetterTimes(club, self.letters.due_when_written, self.outages)
        self.digests = DigestCheck(club)
        self.tellings = TellingCheck(club, self.digests)
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.post = PostOffice(self._arrive)
        self.waiting: dict[int, Waiting] = {}
        self.alive = self.last_sweep = club.now
        self._rest = 30 * MINUTE
        self._heap: list[Planned] = []
        self._planned = 0
        self.tell_progress: Callable[[World], None] = lambda _: None
        self._closing = False
        self._losing = True
        """May jobs be lost? Not while people agree on a match."""
        club.context = replace(club.context, house_seconds=0.0)
        wishes = random.Random(f"letters {seed}")
        for person in self.people:
            draw_letter_times(wishes, person)
            self._draw_digest(person)
            self.mirror.add_person(person.name, person.stranger_fields(), self.instant)

    def _draw_digest(self, person: Person) -> None:
        """Draw the digest of somebody: at all hours in all zones, if there are people enough."""
        number = self.people.index(person)
        draw_digest(self.wishes, person, (number * 7 + number // len(ZONES)) % 24)
        person.letters = "all" if self.wishes.random() < 0.3 else "turns"

    def list_faults(self) -> list[str]:
        """List everything that was wrong so far."""
        checks = (self.mirror, self.letters, self.letter_times, self.digests, self.tellings)
        return [*self.faults, *(fault for check in checks for fault in check.faults)]

    def count_all(self) -> Counter[str]:
        """Return everything that was counted."""
        checks = (self.letters, self.letter_times, self.digests, self.tellings)
        return sum((check.counts for check in checks), self.counts)

    # --- Time.

    @property
    def now(self) -> datetime:
        return self.club.now

    @property
    def instant(self) -> int:
        return int(self.club.now.timestamp())

    def plan(self, at: datetime, what: Callable[..., object], *given: Any) -> None:
        """Let something happen at a time."""
        self._planned += 1
        planned: Planned = (max(at, self.now).replace(microsecond=0), self._planned, partial(what, *given))
        heapq.heappush(self._heap, planned)

    def later(self, least: timedelta, most: timedelta) -> datetime:
        return self.now + self.span(least, most)

    def span(self, least: timedelta, most: timedelta) -> timedelta:
        return timedelta(seconds=int(self.dice.uniform(least.total_seconds(), most.total_seconds())))

    def back_at(self, at: datetime) -> datetime | None:
        """Return the end of the outage in which a moment lies."""
        return next((until for since, until in self.outages if since <= at < until), None)

    def run(self) -> None:
        """Play the year, and then wait until all is over."""
        self._plan_year()
        while self.now < self.end:
            self._run_until(min(self.end, self.now + 30 * DAY))
            self.tell_progress(self)
        self._closing = True
        self._relay_up()
        self._heap.clear()
        for play in self.plays.values():
            self._host_resumes(play)  # a host's pause without a day is the only one that the host has to end
        latest = self.now + LONGEST_END
        while self.now < latest and any(not play.over and play.terms.limited for play in self.plays.values()):
            self._run_until(self.now + DAY)
        self.counts["days until all was over"] = (self.now - self.begin).days
        for play in self.plays.values():
            if play.terms.limited and not play.over:
                self.faults.append(f"{play.code}: has a limit ({play.terms.options}) and never ends: {play.row}")

    def _run_until(self, end: datetime) -> None:
        while True:
            at = self._heap[0][0] if self._heap else end
            sweep = self._find_next_sweep()
            if sweep <= min(at, end):
                self.club.now = max(self.now, sweep)
                self._rest = self.span(20 * MINUTE, 58 * MINUTE)
                self.sweep()
                continue
            if at >= end:
                break
            _, _, what = heapq.heappop(self._heap)
            self.club.now = max(self.now, at)
            if self.now - self.alive > HOUR / 2:
                self.stay_alive()
            what()
            self.settle(swept=False)
        self.club.now = max(self.now, end)

    def _find_next_sweep(self) -> datetime:
        """Sweeps come seldom, but never so seldom that it would be an outage. Those without work may be left out."""
        at = self.last_sweep + self._rest
        if self.size.sweeps and not self.waiting and not any(self.mirror.list_late(self.instant)):
            at = max(at, min([self.last_sweep + self.size.sweeps, *self._list_moments()]))
        at = max(at, self.now)  # what made it urgent may be over, and an outage may have begun since
        ended = [until for since, until in self.outages if self.alive <= since < at]
        return min(ended) + self._rest / 2 if ended else at

    def _list_moments(self) -> Iterator[datetime]:
        """List when something is to be done by the clocks of the matches."""
        for row in [play.row for play in self.plays.values() if not play.over]:
            if row is not None:
                yield from (at for at in (row.next_at, row.remind_at, row.since if row.house_to_move else None) if at)
        yield from (datetime.fromtimestamp(at, UTC) for at in self.mirror.list_held())
        if not self._closing:
            yield from self.digests.list_moments()

    def _was_away(self) -> bool:
        """Was the service away since the last sweep, and has no sweep noticed yet?"""
        return any(self.alive <= since and until <= self.now for since, until in self.outages)

    def stay_alive(self) -> None:
        """Record that the service is there, as a sweep does that has nothing to do; not after an outage."""
        if self._was_away() or self.back_at(self.now - MINUTE) is not None:
            return
        with self.club.context.store.writing() as session:
            record_awake(session, self.now)
        self.alive = self.now

    # --- The service.

    def sweep(self) -> None:
        self.stay_alive()
        if self._was_away():
            self.counts["outages"] += 1
            for match in {key[0] for key in self.mirror.owners}:
                self.mirror.tell_match(match, self.instant, "outage", since=_moment(self.alive))
        self.counts["sweeps"] += 1
        waited = bool(self.waiting)
        periodic_sweep.run_sweep(self.club.context, self.now)
        self.alive = self.last_sweep = self.now
        self.digests.after_sweep(self.now)
        self.look()
        self.work()
        self._hear()
        self.settle(swept=True, settled=not waited)

    def work(self) -> None:
        """Run the jobs that wait; look at the matches after each."""
        queue = self.club.queue.enqueued
        while queue:
            job, row = queue.pop(0)
            if job is Job.JUDGE:
                judging.judge_letter(self.club.context, row, self.now)
                self.look(self.waiting.get(row), row)
            elif job is Job.POST:
                letter_sender.send_due(self.club.context, self.post, lambda: self.now)
            else:
                bot_turns.play_bot_turn(self.club.context, row, self.now)
                self.look()

    def _hear(self) -> None:
        """Let the writers of the letters that were judged know what became of them."""
        for number in sorted(self.waiting):
            row = self.club.inbox(number)
            if row.state is InboxState.ASIDE:
                self.faults.append(f"our code failed on letter {number}")
            if row.state is not InboxState.WAITING:
                waiting = self.waiting.pop(number)
                self.counts[f"letters: {row.verdict.partition(':')[0]}"] += 1
                waiting.then(row.verdict)

    def write(
        self, person: Person, to: str, text: str, then: Callable[[str], None], match: int = 0, **headers: str
    ) -> None:
        """Let somebody write a letter; while the service is down their server keeps it."""
        back = self.back_at(self.now)
        if back is not None:
            self.plan(
                back + self.span(0 * MINUTE, 30 * MINUTE), lambda: self.write(person, to, text, then, match, **headers)
            )
            return
        self.club.queue.broken = self._losing and self.dice.random() < 0.03
        number = self.club.drop(person.sender, to, text, **headers)
        self.club.queue.broken = False

        def told(verdict: str) -> None:
            if "Auto_Submitted" not in headers and self.mirror.sitters[person.name].home.seat.player.bounced:
                self.mirror.tell_person(person.name, self.instant, "reachable")
            then(verdict)

        self._accept(number, person, match, told)

    def bring(self, raw: bytes, to: str, then: Callable[[str], None]) -> None:
        """Let a machine write a letter."""
        back = self.back_at(self.now)
        if back is not None:
            self.plan(back + self.span(0 * MINUTE, 30 * MINUTE), lambda: self.bring(raw, to, then))
            return
        self._accept(self.club.bring(raw, to, ""), None, 0, then)

    def _accept(self, number: int, person: Person | None, match: int, then: Callable[[str], None]) -> None:
        """Judge a letter, unless its job is lost."""
        self.waiting[number] = Waiting(person, match, self.now, then)
        self.work()
        self._hear()

    def _arrive(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """A letter of ours has reached somebody's mailbox."""
        self.counts["letters that left"] += 1
        person = self.by_address.get(recipient)
        for row in self.letter_times.arrive(recipient, self.now):
            self.tellings.arrive(row, self.now)
            if person is not None and row.kind == DIGEST and not self._closing and self.wishes.random() < 0.6:
                headers, codes = BytesHeaderParser(policy=default).parsebytes(raw), list_codes(row.text)
                at = self.now + timedelta(minutes=self.wishes.randint(5, 15 * 60))
                self.plan(at, self._answer_digest, person, headers, codes)
        if person is None:
            return
        if person.dead and not self._closing:
            name = str(BytesHeaderParser(policy=default).parsebytes(raw)["Message-ID"])
            self.plan(self.later(MINUTE, 2 * HOUR), lambda: self._bounce(person, report(GONE, name), envelope_from))
        elif person.office_until is not None and not self._closing and self.now < person.office_until:
            headers = BytesHeaderParser(policy=default).parsebytes(raw)
            to, until = address_of(headers["Reply-To"] or ""), person.office_until
            if to:
                self.plan(self.now + MINUTE, lambda: self._say_away(person, to, until))

    def _bounce(self, person: Person, raw: bytes, to: str) -> None:
        def told(verdict: str) -> None:
            if verdict == "bounce":
                self.counts["bounces"] += 1
                self.mirror.tell_person(person.name, self.instant, "bounce")

        self.bring(raw, to, told)

    def _say_away(self, person: Person, to: str, until: datetime) -> None:
        zone = ZoneInfo(person.zone)
        last = (until - timedelta(seconds=1)).astimezone(zone).date()
        first = self.now.astimezone(zone).date()
        if last < first:
            return
        person.office_until = None
        before = self._away_until(person)

        def told(_verdict: str) -> None:
            # The end of one that was entered in another zone is another day here.
            if self._has_absence(person, last) or (before is None and self._away_until(person) is not None):
                self.counts["out of office"] += 1
                self.mirror.tell_person(person.name, self.instant, "absence", first=str(first), last=str(last))

        subject = f"Out of office until {last.isoformat()}"
        self.write(
            person, to, f"I am away until {last.isoformat()}.", told, subject=subject, Auto_Submitted="auto-replied"
        )

    def _away_until(self, person: Person) -> datetime | None:
        with self.club.context.store.reading() as session:
            return session.scalars(select(Player.away_until).where(Player.address == person.address)).one()

    def _has_absence(self, person: Person, last: object) -> bool:
        with self.club.context.store.reading() as session:
            player = session.scalars(select(Player).where(Player.address == person.address)).one()
            return last_day_away(player) == last

    # --- What can be seen.

    def look(self, judged: Waiting | None = None, letter: int = 0) -> None:
        """Compare the matches with how they were; tell the second clock which turns ended and began."""
        with self.club.context.store.engine.connect() as connection:
            rows = connection.execute(
                _POLL.where(_matches.id.in_([p.number for p in self.plays.values() if not p.over]))
            ).all()
        played = self._list_played(judged, letter) if judged is not None else set()
        for row in rows:
            play = self.plays[row.id]
            before = play.row
            play.row = row
            self.letter_times.look(row.id, row, self.now)
            self.tellings.look(row.id, row, self.now)
            self._see_pause(play, before)
            if row.state is not MatchState.RUNNING:
                if row.state is MatchState.FINISHED:
                    self._finish(play)
                continue
            if before is not None and (before.since, before.to_move) == (row.since, row.to_move):
                self.counts["turns taken back"] += row.turn != before.turn
                continue
            if before is not None and judged is not None and play.number in played:
                key = (play.number, before.to_move)
                if self.mirror.owners.get(key) == (judged.person.name if judged.person else ""):
                    left, _ = self._find_left(play.number, before.to_move, before.since)
                    if left is not None and left <= judged.received:
                        self.mirror.tell_seat(key, int(left.timestamp()), LEFT)
                    self.mirror.tell_seat(key, int(judged.received.timestamp()), "move")
                    self.counts["turns played"] += 1
            self._begin_turn(play, row)
        self._check_seats()

    def _list_played(self, judged: Waiting, letter: int) -> set[int]:
        """List the matches in which a letter has played: one to a seat in its match, an answer to a digest in many."""
        parts = select(Inbox.match_id).join(DigestPart, DigestPart.inbox_id == Inbox.id)
        with self.club.context.store.reading() as session:
            found = session.scalars(parts.where(DigestPart.answer_id == letter, Inbox.verdict == "played")).all()
        by_digest = {number for number in found if number is not None}
        self.counts["turns played by digests"] += len(by_digest)
        return by_digest or ({judged.match} if self.club.inbox(letter).verdict == "played" else set())

    def _check_seats(self) -> None:
        """Forget the seats at which nobody sits any more."""
        for key in list(self.mirror.owners):
            play = self.plays[key[0]]
            if play.over:
                self.mirror.leave(key)

    def _begin_turn(self, play: Play, row: Any) -> None:
        seat, since = row.to_move, row.since
        key = (play.number, seat)
        if key in self.mirror.owners and row.clock is not None:
            with self.club.context.store.reading() as session:
                player = session.scalars(
                    select(Seat.player_id).where(Seat.match_id == play.number, Seat.number == seat)
                ).one()
                kinds = session.scalars(
                    select(Outbox.kind).where(
                        Outbox.match_id == play.number, Outbox.player_id == player, Outbox.created_at == since
                    )
                ).all()
            at = int(since.timestamp())
            if kinds:
                held: dict[str, Any] = self._quiet_from(play.people[seat], since)
                if "your_turn" in kinds:
                    held |= self._digest_from(play.people[seat])
                self.mirror.tell_seat(key, at, "turn", mailed=None, **held)
            else:
                self.mirror.tell_seat(key, at, "turn")
            person = play.people[seat]
            if person is not None:
                self._plan_turn(play, person, row)

    def _quiet_from(self, person: Person | None, since: datetime) -> dict[str, int]:
        """Tell until when a letter of the night waits."""
        if person is None or person.quiet is None or not person.introduced:
            return {}
        hours = QuietHours(*person.quiet)
        if not is_quiet(hours, person.zone, since):
            return {}
        end = since.replace(second=0, microsecond=0)
        while is_quiet(hours, person.zone, end):
            end += MINUTE
        return {QUIET_UNTIL: int(end.timestamp())}

    def _digest_from(self, person: Person | None) -> dict[str, int]:
        """Tell until when the letter of a turn waits for a digest, if there is time enough."""
        coming = self.digests.find_next(person) if person is not None and person.in_digest else None
        return {} if coming is None else {DIGEST_UNTIL: int((coming + DIGEST_FAILED).timestamp())}

    def _finish(self, play: Play) -> None:
        play.over = True
        self.counts["matches that ended"] += 1
        for key in [key for key in self.mirror.owners if key[0] == play.number]:
            self.mirror.leave(key)

    def settle(self, *, swept: bool, settled: bool = True) -> None:
        """Let the second clock catch up, and compare. Not while a letter waits: it counts at its own moment.

        `settled`: no letter waited when the sweep came. What one held up falls in the sweep behind it.
        """
        if self.waiting:
            return
        held = 1 << 60
        if any(self.alive <= since <= self.now for since, _ in self.outages):
            held = int(self.alive.timestamp())
        self.mirror.settle(self.instant, held, swept=swept)
        left = self._post_left()
        if left:
            self.mirror.settle(self.instant, held, swept=swept)
        if left or not settled:
            self._rest = MINUTE / 6  # the next sweep sees it
        elif swept:
            self._compare()

    def _post_left(self) -> bool:
        """Tell the second clock which letters of turns have left."""
        found = False
        for place in list(self.mirror.list_unsent()):
            row = self.plays[place.key[0]].row
            left, waits = self._find_left(*place.key, row.since)
            if left is not None or not waits:
                # A letter that was dropped is none: the turn has run from its beginning.
                self.mirror.letter_left(place, int((left or row.since).timestamp()))
                found = True
        return found

    def _find_left(self, match: int, number: int, since: datetime) -> tuple[datetime | None, bool]:
        """Return when the first letter of a turn left, and whether one waits."""
        place = self.mirror.find_place((match, number))
        with self.club.context.store.reading() as session:
            player = session.scalars(select(Seat.player_id).where(Seat.match_id == match, Seat.number == number)).one()
            mine = Outbox.match_id == match, Outbox.player_id == player, Outbox.created_at == since
            letters = list(session.scalars(select(Outbox).where(*mine).order_by(Outbox.id)))
            of_turn = [one for one in letters if one.kind == "your_turn"]
            if any(one.state is OutboxState.JOINED for one in of_turn):
                later = Outbox.kind.in_((DIGEST, "your_turn")), Outbox.state != OutboxState.JOINED
                from_then = Outbox.player_id == player, Outbox.created_at >= since
                of_time = session.scalars(select(Outbox).where(*from_then, *later).order_by(Outbox.id)).all()
                code = self.plays[match].code
                telling = [one for one in of_time if one.match_id == match or code in list_codes(one.text)][:1]
                letters = [one for one in letters if one not in of_turn] + telling
                of_turn = telling
            if place is not None and place.held:
                letters = of_turn
                self._note_taken(place, of_turn)
            left = min((one.sent_at for one in letters if one.sent_at is not None), default=None)
        return left, any(one.next_try_at is not None for one in letters)

    def _note_taken(self, place: Place, of_turn: Sequence[Outbox]) -> None:
        """Note that a digest or a later letter tells a turn whose letter waited: from then on that can leave."""
        turn = place.seat.turn
        if turn is None or turn.ready is None or not of_turn:
            return
        if of_turn[0].kind == DIGEST or of_turn[0].created_at.timestamp() > turn.since:
            turn.ready = min(turn.ready, int((of_turn[0].held_until or of_turn[0].created_at).timestamp()))

    def _compare(self) -> None:
        for key in list(self.mirror.owners):
            if key not in self.mirror.owners:
                continue
            place, row = self.mirror.find_place(key), self.plays[key[0]].row
            if place is not None and (place.seat.vacant or place.seat.ended) and self._is_left(key):
                self.mirror.leave(key)
                continue
            if place is None or place.unsent or row is None:
                continue
            self.counts["deadlines compared"] += 1
            difference = compare_seat(place, row)
            if difference:
                where = f"{self.plays[key[0]].code} seat {key[1]} {self.mirror.owners[key]}"
                self.faults.append(f"{self.now:%Y-%m-%d %H:%M:%S} {where}: {difference}")
                self.mirror.give_up(self.mirror.owners[key])

    def _is_left(self, key: tuple[int, int]) -> bool:
        """Has the player of a seat left it for good, as far as the database knows?"""
        query = select(Seat.vacant_at).where(Seat.match_id == key[0], Seat.number == key[1])
        with self.club.context.store.reading() as session:
            return session.scalars(query).one() is not None

    # --- What people do.

    def _plan_year(self) -> None:
        dice, span = self.dice, self.end - self.begin
        for _ in range(self.size.matches):
            self.plan(self.begin + span * dice.uniform(0, 0.8), self._begin_match)
        at = self.begin
        for number in range(self.size.outages):
            at = self.begin + span * (number + dice.random() / 2) / self.size.outages
            length = self.span(70 * MINUTE, 9 * HOUR) if number % 4 else self.span(DAY, 3 * DAY)
            length = min(length, span / self.size.outages / 3)
            self.outages.append((at.replace(microsecond=0), (at + length).replace(microsecond=0)))
            self.plan(at, self.stay_alive)
        for number in range(self.size.relay_faults):
            at = self.begin + span * (number + dice.random()) / self.size.relay_faults
            self.plan(at, self._relay_down)
            self.plan(at + self.span(10 * MINUTE, 30 * HOUR), self._relay_up)
        for person in self.people:
            self._plan_life(person)
            if self.wishes.random() < 0.4:
                self.plan(self.begin + span * self.wishes.random(), self._change_digest, person)

    def _plan_life(self, person: Person) -> None:
        dice, span = self.dice, self.end - self.begin
        if person.leaves_at is not None:
            self.plan(person.leaves_at, self._leave, person)
        absences = dice.randint(0, max(1, round(3 * self.size.days / 365)))
        chances = ((self._move_house, 0.3), (self._change_calendar, 0.3), (self._die, 0.2), (self._go_on_holiday, 0.3))
        doings = [self._announce] * absences + [deed for deed, chance in chances if dice.random() < chance]
        for deed in doings:
            self.plan(self.begin + span * dice.random(), deed, person)

    def _relay_down(self) -> None:
        self.counts["relay faults"] += 1
        self.post.down = True
        self.letter_times.relay_fails(self.now, down=True)

    def _relay_up(self) -> None:
        self.post.down = False
        self.letter_times.relay_fails(self.now, down=False)

    def _begin_match(self) -> None:
        seats = self.dice.choice((2, 2, 2, 3, 3, 4, 5))
        game = self.dice.choice(self.size.games)
        seats = 2 if game == "egyptos" else min(seats, 4)
        busy = Counter(person.name for play in self.plays.values() if not play.over for person in play.people if person)
        free = [p for p in self.people if busy[p.name] < 3 and not p.is_gone(self.now) and not p.dead]
        if len(free) < seats or self.back_at(self.now) or self.post.down:
            self.plan(self.later(6 * HOUR, 3 * DAY), self._begin_match)
            return
        people = self.dice.sample(free, seats)
        terms = draw_terms(self.dice, game, seats)
        guests = " ".join(person.address for person in people[1:])
        self._losing = False
        self.write(
            people[0], self.club.context.addresses.service, f"new {game} with {guests} {terms.options}", lambda _: None
        )
        with self.club.context.store.reading() as session:
            newest = session.scalar(select(func.max(Match.id))) or 0
        for person in people:
            self._say_yes(person)
        self._losing = True
        with self.club.context.store.reading() as session:
            match = session.scalars(select(Match).where(Match.id > newest)).one_or_none()
            if match is None or match.state is not MatchState.RUNNING:
                self.counts["matches that did not begin"] += 1
                return
            seated: list[Person | None] = [self.by_address[seat.player.address] for seat in match.seats if seat.player]
            play = Play(match.id, match.code, terms, seated)
        self.plays[play.number] = play
        self.counts[f"matches of {game}"] += 1
        self.counts[f"matches with late={terms.case.get('late', 'none')}"] += 1
        for number, seat in enumerate(seated):
            assert seat is not None
            self.mirror.sit_down(seat.name, (play.number, number), terms.case, self.instant)
        self.look()
        for person in people:
            if not person.introduced:
                self.plan(self.later(MINUTE, HOUR), self._introduce, person, play)
        for number, seat in enumerate(seated):
            if seat is not None:
                self._plan_match_deeds(play, number, seat)

    def _say_yes(self, person: Person) -> None:
        for raw in reversed(self.post.boxes.get(person.address, ())):
            letter = message_from_bytes(raw, policy=default)
            assert isinstance(letter, EmailMessage)
            if self.club.context.addresses.service not in str(letter["Reply-To"]):
                self.write(
                    person, address_of(letter["Reply-To"]), "yes", lambda _: None, In_Reply_To=str(letter["Message-ID"])
                )
                return

    def _seat_address(self, person: Person, play: Play | None = None) -> tuple[Play, str] | None:
        """Find a seat of somebody, and its address in the present turn."""
        for one in [play] if play else self.plays.values():
            if one.over or one.row is None or person not in one.people:
                continue
            number = one.people.index(person)
            with self.club.context.store.reading() as session:
                match = session.get_one(Match, one.number)
                return one, self.club.context.addresses.seat(one.code, number, match.turn, match.seats[number].epoch)
        return None

    def tell_us(self, person: Person, text: str, then: Callable[[str, str], None], play: Play | None = None) -> None:
        """Let somebody write a command to a seat of theirs, if they can."""
        if person.is_gone(self.now) or person.dead:
            return
        found = self._seat_address(person, play)
        if found is None:
            return
        match, to = found
        self._write_as_player(person, match, to, text, lambda verdict: then(verdict, text))

    def _write_as_player(self, person: Person, play: Play, to: str, text: str, then: Callable[[str], None]) -> None:
        self.write(person, to, text, then, play.number)

    def _introduce(self, person: Person, play: Play) -> None:
        if person.introduced:
            return
        person.introduced = True
        zone, automatic = person.zone, "auto" if person.automatic else "by hand"
        settings = ("zone " + zone, person.free_times_line(), f"absences {automatic}", f"language {person.language}")
        quiet = "quiet {}-{}".format(*person.quiet) if person.quiet else "quiet none"
        letters = f"letters {person.letters}"
        lines = "\n".join((*settings, "away letters count", quiet, letters, *person.digest_lines()))

        def told(verdict: str, _text: str) -> None:
            if verdict != "done":  # their letter was late: they answer the next one
                person.introduced = False
                self.plan(self.later(HOUR, DAY), self._introduce, person, play)
                return
            name, at = person.name, self.instant
            self.mirror.tell_person(name, at, "zone", zone=zone)
            self.mirror.tell_person(name, at, "calendar", **person.calendar_fields(self.now.year))
            self.mirror.tell_person(name, at, "auto", on=person.automatic)
            self.digests.plan(person, self.now)
            self._choose_reminders(person)

        self.tell_us(person, lines, told, play)

    def _choose_reminders(self, person: Person) -> None:
        """Let somebody choose on a page when they are reminded."""
        with unit_of_work(self.club.context, self.now) as work:
            player = work.session.scalars(select(Player).where(Player.address == person.address)).one()
            settled = check_time_setting(work, player, "remind", person.reminders)
            apply_time_setting(work, player, "remind", settled)
            refresh_clocks(work, player)

    def _change_digest(self, person: Person) -> None:
        if not person.introduced:
            return
        drawn = copy.copy(person)
        self._draw_digest(drawn)

        def told(verdict: str, _text: str) -> None:
            if verdict != "done":
                return
            self.counts["digests changed"] += 1
            person.digest, person.in_digest, person.boards = drawn.digest, drawn.in_digest, drawn.boards
            self.digests.plan(person, self.now)
            self.mirror.hold_anew(person.name, self._digest_from(person).get(DIGEST_UNTIL, self.instant), self.instant)

        self.tell_us(person, "\n".join(drawn.digest_lines()), told)

    def _answer_digest(self, person: Person, headers: Message, codes: Collection[str]) -> None:
        """Play in all matches of a digest at once, as far as they still wait."""
        if person.is_gone(self.now) or person.dead or any(begin <= self.now < end for begin, end in person.away):
            return
        lines = []
        for play in [one for one in self.plays.values() if one.code in codes and not one.over and one.row is not None]:
            seat = play.people.index(person) if person in play.people else -1
            moves = play.row.to_move == seat and not play.row.house_to_move
            if moves and not self._has_letter_to_come(person, play):
                lines += [f"{play.code} {order}" for order in self._think_again(self._choose_orders(play), 0)]
        if lines:
            self.counts["answers to digests"] += 1
            to = address_of(headers["Reply-To"])
            self.write(person, to, "\n".join(lines), _hear_verdict, In_Reply_To=str(headers["Message-ID"]))

    def _plan_turn(self, play: Play, person: Person, row: Any) -> None:
        if person.is_gone(self.now) or self._closing:
            return
        dice, usual = self.dice, play.terms.usual
        kind = dice.random()
        if kind < 0.02:
            return  # they forget it
        takes = usual * dice.uniform(0.8, 1.7) if kind < 0.07 else usual * min(2, dice.expovariate(1 / person.slowness))
        at = self.now + max(MINUTE, takes)
        turn = row.turn
        self.plan(at, lambda: self._play(play, person, turn, 0))

    def _play(self, play: Play, person: Person, turn: int, tries: int) -> None:
        row = play.row
        if play.over or row is None or row.turn != turn or person.is_gone(self.now) or tries > 8:
            return
        seat = play.people.index(person) if person in play.people else -1
        if row.to_move != seat or row.house_to_move:
            return
        away = next((until for since, until in person.away if since <= self.now < until), None)
        if away is not None and self.dice.random() < 0.8:
            self.plan(away + self.span(HOUR, DAY), lambda: self._play(play, person, turn, tries))
            return
        if person.dead or self._has_letter_to_come(person, play):
            self.plan(self.later(2 * HOUR, 10 * HOUR), lambda: self._play(play, person, turn, tries))
            return
        orders = self._think_again(self._choose_orders(play), tries)
        found = self._seat_address(person, play)
        if found is None or not orders:
            return

        def told(_verdict: str) -> None:
            now = play.row
            if not play.over and now is not None and (now.since, now.to_move) == (row.since, seat):
                self.plan(self.later(MINUTE, 6 * HOUR), lambda: self._play(play, person, now.turn, tries + 1))

        self._write_as_player(person, play, found[1], "\n".join(orders), told)

    def _think_again(self, orders: list[str], tries: int) -> list[str]:
        """Some people play the beginning of a turn and take it back."""
        if tries and self.second_thoughts.random() < 0.4:
            return ["undo"]
        return orders[:1] if self.second_thoughts.random() < 0.3 else orders

    def _has_letter_to_come(self, person: Person, play: Play) -> bool:
        """Does a letter about a match still wait to leave? Then its reader knows nothing of their turn."""
        about = or_(Outbox.match_id == play.number, Outbox.kind == DIGEST)
        waiting = about, Outbox.to_address == person.address, Outbox.next_try_at.is_not(None)
        with self.club.context.store.reading() as session:
            return session.scalar(select(func.count()).where(*waiting)) != 0

    def _choose_orders(self, play: Play) -> list[str]:
        """Choose steps up to the end of the turn, each at random."""
        with self.club.context.store.reading() as session:
            table = load_match(session.get_one(Match, play.number)).table
        seat = table.to_move
        orders: list[str] = []
        while seat is not None and table.to_move == seat and len(orders) < 6:
            steps = table.legal_steps
            step = steps[self.dice.randrange(len(steps))]
            if len(steps) > 1 or not orders:
                orders.append(table.engine.format(step))
            table, result = table.after(step)
            if str(result.revealed) != "none":
                break
        return orders

    def _announce(self, person: Person) -> None:
        first = self.now.astimezone(ZoneInfo(person.zone)).date() + timedelta(
            days=self.dice.choice((0, 0, 1, 2, 5, 12, 20))
        )
        last = first + timedelta(days=self.dice.choice((0, 1, 2, 4, 8, 13)))

        def told(verdict: str, _text: str) -> None:
            done = verdict == "done"
            self.counts["absences" if done else "absences refused"] += 1
            if not done and "absen" not in verdict:
                return  # an old letter, say
            self.mirror.tell_person(
                person.name, self.instant, "absence", refused=not done, first=str(first), last=str(last)
            )
            if done:
                zone = ZoneInfo(person.zone)
                since = datetime(first.year, first.month, first.day, tzinfo=zone)
                until = datetime(last.year, last.month, last.day, tzinfo=zone) + DAY
                person.away.append((since, until))
                if self.dice.random() < 0.3:
                    back = self.now + (until - self.now) * self.dice.random()
                    self.plan(back, lambda: self._change_mind(person, str(first)))

        self.tell_us(person, f"absence {first} to {last}", told)

    def _change_mind(self, person: Person, first: str) -> None:
        running = any(since <= self.now < until for since, until in person.away)
        text = "absence over" if running else f"absence cancel {first}"

        def told(verdict: str, _text: str) -> None:
            done = verdict == "done"
            person.away = []
            if running:
                self.mirror.tell_person(person.name, self.instant, "over", refused=not done)
            elif done:
                self.mirror.tell_person(person.name, self.instant, "cancel", first=first)

        self.tell_us(person, text, told)

    def _move_house(self, person: Person) -> None:
        zone = self.dice.choice(ZONES)

        def told(verdict: str, _text: str) -> None:
            if verdict == "done":
                self.counts["zones changed"] += 1
                person.zone = zone
                self.mirror.tell_person(person.name, self.instant, "zone", zone=zone)
                self.digests.plan(person, self.now)

        if person.introduced:
            self.tell_us(person, f"zone {zone}", told)

    def _change_calendar(self, person: Person) -> None:
        if not person.introduced:
            return
        draw_calendar(self.dice, person)
        self._tell_calendar(person)

    def _tell_calendar(self, person: Person) -> None:
        night = "nights {}-{}".format(*person.night) if person.night else "nights none"
        region = f"holidays {person.region}" if person.region else "holidays none"

        def told(verdict: str, _text: str) -> None:
            if verdict != "done":  # their letter was late: they answer the next one
                self.plan(self.later(HOUR, DAY), self._tell_calendar, person)
                return
            self.counts["free times changed"] += 1
            self.mirror.tell_person(person.name, self.instant, "calendar", **person.calendar_fields(self.now.year))

        self.tell_us(person, f"off {night} {region}", told)

    def _die(self, person: Person) -> None:
        person.dead = True
        self.plan(self.later(HOUR, 30 * DAY), lambda: self._live(person))

    def _live(self, person: Person) -> None:
        if person.leaves_by is Exit.DEAD and person.is_gone(self.now):
            return
        person.dead = False
        self.tell_us(person, "status", _hear_nothing)

    def _go_on_holiday(self, person: Person) -> None:
        until = (self.now + timedelta(days=self.dice.randint(2, 12))).replace(hour=0, minute=0, second=0)
        person.office_until = until

    def _leave(self, person: Person) -> None:
        self.counts[f"left {person.leaves_by}"] += 1
        if person.leaves_by is Exit.DEAD:
            person.dead = True
        if person.leaves_by is not Exit.RESIGNS:
            return
        for play in [play for play in self.plays.values() if not play.over and person in play.people]:
            found = self._seat_address(person, play)
            if found is None:
                continue
            self._write_as_player(person, play, found[1], "resign", partial(self._confirm, person, play))

    def _confirm(self, person: Person, play: Play, verdict: str) -> None:
        if verdict == "asked back":
            self.plan(self.now + MINUTE, lambda: self._say_yes_to_leaving(person, play))

    def _say_yes_to_leaving(self, person: Person, play: Play) -> None:
        def told(_verdict: str) -> None:
            self.counts["seats left"] += 1
            if person in play.people:
                number = play.people.index(person)
                play.people[number] = None
                self.mirror.leave((play.number, number))

        for raw in reversed(self.post.boxes.get(person.address, ())):
            letter = message_from_bytes(raw, policy=default)
            assert isinstance(letter, EmailMessage)
            if play.code in str(letter["Subject"]) and "confirm" in str(letter["Reply-To"]):
                self.write(
                    person,
                    address_of(letter["Reply-To"]),
                    "yes",
                    told,
                    play.number,
                    In_Reply_To=str(letter["Message-ID"]),
                )
                return
        self.counts["no question found"] += 1

    # --- What people do about a match.

    def _plan_match_deeds(self, play: Play, number: int, person: Person) -> None:
        dice = self.dice
        if number == 0 and dice.random() < 0.3:
            self.plan(self.later(DAY, 60 * DAY), lambda: self._ask_for_pause(play, person))
        if number == 0 and dice.random() < 0.2:
            self.plan(self.later(DAY, 40 * DAY), lambda: self._host_pauses(play))
        if number == 0 and dice.random() < 0.2:
            self.plan(self.later(DAY, 40 * DAY), lambda: self._host_extends(play))
        if dice.random() < 0.3:
            self.plan(self.later(DAY, 40 * DAY), lambda: self._grant(play, person))
        self.plan(self.later(DAY, 3 * DAY), lambda: self._look_after(play, person))

    def _look_after(self, play: Play, person: Person) -> None:
        """Look every other day whether somebody is late, and claim or give time."""
        if play.over or person.is_gone(self.now) or person not in play.people:
            return
        row = play.row
        late = row is not None and row.clock is not None and row.clock.grace_ended is not None
        if late and row is not None and row.to_move != play.people.index(person) and not row.house_to_move:
            if self.dice.random() < 0.5:
                self._claim(play, person)
            elif self.dice.random() < 0.5:
                self._grant(play, person)
        self.plan(self.later(DAY, 3 * DAY), lambda: self._look_after(play, person))

    def _claim(self, play: Play, person: Person) -> None:
        mover = (play.number, play.row.to_move)

        def told(verdict: str, _text: str) -> None:
            if verdict == "done":
                self.counts["claims"] += 1
                self.mirror.tell_seat(mover, self.instant, "claim")

        self._tell_at_once(person, "claim", told, play)

    def _grant(self, play: Play, person: Person) -> None:
        if play.over or play.row is None or person not in play.people:
            return
        mover, days = (play.number, play.row.to_move), self.dice.choice((1, 2, 5))
        if play.people.index(person) == mover[1]:
            return

        def told(verdict: str, _text: str) -> None:
            if verdict == "done":
                self.counts["grants"] += 1
                self.mirror.tell_seat(mover, self.instant, "grant", days=days)

        self._tell_at_once(person, f"grant {days}", told, play)

    def _tell_at_once(self, person: Person, text: str, then: Callable[[str, str], None], play: Play) -> None:
        """Let somebody write about the turn that runs now: not if the letter is judged later."""
        if self.back_at(self.now) is None:
            self._losing = False
            self.tell_us(person, text, then, play)
            self._losing = True

    def _ask_for_pause(self, play: Play, person: Person) -> None:
        if play.over or person not in play.people:
            return
        zone = ZoneInfo(person.zone)
        last = self.now.astimezone(zone).date() + timedelta(days=self.dice.randint(3, 25))
        until = (datetime(last.year, last.month, last.day, tzinfo=zone) + DAY).astimezone(self.now.tzinfo)

        def told(verdict: str, _text: str) -> None:
            if verdict == "done":
                self.counts["pauses asked"] += 1
                play.pause_until = until
                for other in play.people:
                    if other is not None and other is not person:
                        self.plan(self.later(MINUTE, 3 * DAY), self.tell_us, other, "agree", _hear_nothing, play)

        self.tell_us(person, f"pause until {last}", told, play)

    def _see_pause(self, play: Play, before: Any) -> None:
        """See that a pause has begun: all agreed, or those who did not answer do not count any more."""
        agreed = [row.pauses.agreed if row is not None and row.pauses is not None else 0 for row in (before, play.row)]
        if agreed[1] <= agreed[0] or play.pause_until is None:
            return
        self.counts["pauses agreed"] += 1
        self.mirror.tell_match(play.number, self.instant, "pause", until=_moment(play.pause_until))
        person = next((person for person in play.people if person is not None), None)
        if person is not None and self.dice.random() < 0.4:
            self.plan(self.later(DAY, 10 * DAY), lambda: self._resume(play, person))

    def _resume(self, play: Play, person: Person) -> None:
        def told(verdict: str, _text: str) -> None:
            if verdict == "done":
                self.counts["pauses resumed"] += 1
                self.mirror.tell_match(play.number, self.instant, "resume")

        self.tell_us(person, "resume", told, play)

    def _host_pauses(self, play: Play) -> None:
        until = self.later(2 * DAY, 20 * DAY).replace(minute=0, second=0) if self.dice.random() < 0.7 else None
        if self._do(play, lambda work, match: deeds.pause_match(work, match, until, "the hall is closed")):
            self.counts["pauses by the host"] += 1
            self.mirror.tell_match(
                play.number, self.instant, "host_pause", until=None if until is None else _moment(until)
            )
            self.plan(self.later(3 * DAY, 9 * DAY), lambda: self._host_resumes(play))

    def _host_resumes(self, play: Play) -> None:
        if self._do(play, lambda work, match: deeds.resume_match(work, match, "the hall is open")):
            self.mirror.tell_match(play.number, self.instant, "host_resume")

    def _host_extends(self, play: Play) -> None:
        hours = self.dice.choice((5, 24, 72))
        mover = (play.number, play.row.to_move if play.row is not None else 0)
        if self._do(play, lambda work, match: deeds.extend_deadline(work, match, hours * HOUR, "a storm")):
            self.counts["extensions"] += 1
            self.mirror.tell_seat(mover, self.instant, "extend", hours=hours)

    def _do(self, play: Play, deed: Callable[..., None]) -> bool:
        if self.back_at(self.now):
            return False
        self.sweep()  # sweeps come every few seconds: what has fallen has fallen before somebody thinks of a deed
        if play.over or self.waiting:
            return False
        try:
            with unit_of_work(self.club.context, self.now) as work:
                match = work.session.scalars(
                    select(Match).where(Match.id == play.number).with_for_update(of=Match)
                ).one()
                deed(work, match)
        except deeds.DeedRefused:
            self.counts["deeds refused"] += 1
            return False
        self.look()
        self.work()
        return True


def _hear_nothing(_verdict: str, _text: str) -> None:
    """Take no notice of what became of a letter."""


def _hear_verdict(_verdict: str) -> None:
    """Take no notice of what became of a letter."""


def _moment(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
