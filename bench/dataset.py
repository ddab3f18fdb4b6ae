"""A large database: the rows that are no copies of finished matches, such as players and running matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from adjudicator.engines.registry import engine_for
from adjudicator.match.course.opening_keys import OpeningBook
from adjudicator.match.timekeeping.free_times import FreeTime, freeze_calendar, make_calendar
from adjudicator.match.timekeeping.instants import DAY, from_instant, to_instant
from adjudicator.match.timekeeping.public_holidays import list_holidays
from adjudicator.match.timekeeping.stops import Stop, StopKind
from adjudicator.match.timekeeping.terms import PerTurn, make_terms
from adjudicator.match.timekeeping.turn_clock import (
    begin_turn,
    end_grace,
    find_deadline,
    find_next_fall,
    find_reminder,
    raise_flag,
)
from bench.made_matches import FIRST, HABIT, TEN_YEARS, draw_names

CLOCKS = 400
"""Different clocks of running matches: each with the free times of another player, and begun at another time."""

ZONES = (
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
)
WEEKEND = (5, 6)

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Size:
    """How many rows there are of what grows."""

    running: int
    archived: int
    waiting: int = 3000
    """Letters that the relay put off, and that are to be tried again in an hour."""

    @property
    def players(self) -> int:
        """Twenty matches each, more or less."""
        return max(20, (self.archived + self.running) // 10)


@dataclass(frozen=True, slots=True)
class Dataset:
    """The rows, as functions of their number."""

    size: Size
    now: datetime
    match: Row
    seats: list[Row]
    letter: Row

    @property
    def archive(self) -> range:
        """The numbers of the finished matches."""
        return range(FIRST, FIRST + self.size.archived)

    def players(self) -> Iterator[Row]:
        """Make the players."""
        names = draw_names(self.size.players)
        return (self._player(FIRST + number, name) for number, name in enumerate(names))

    def inserts(self) -> Iterator[tuple[str, Iterable[Row]]]:
        """Name the tables in the order of their references, each with its rows."""
        archive = self.archive
        running = range(archive.stop, archive.stop + self.size.running)
        inviting = range(running.stop, running.stop + max(5, self.size.running // 10))
        yield "addresses", map(self._further_address, range(FIRST, FIRST + self.size.players, 10))
        yield "matches", map(self._running, running)
        yield "matches", map(self._inviting, inviting)
        yield "seats", (seat for number in running for seat in self._seats(number))
        yield "seats", (seat for number in inviting for seat in (self._owner_seat(number), self._free_seat(number)))
        yield "press", map(self._press, archive[::10])
        yield "private_press", map(self._private_press, archive[::10])
        yield "memos", map(self._memo, archive[::10])
        yield "held_news", map(self._news, running)
        yield "requests", map(self._request, archive[::5])
        yield "fetched", map(self._fetched, archive[::10])
        yield "inbox", map(self._waits, range(archive.stop, archive.stop + self.size.waiting))
        yield "outbox", map(self._put_off, range(archive.stop, archive.stop + self.size.waiting))
        yield "returned", map(self._returned, range(FIRST, FIRST + self.size.players, 100))

    def _player(self, number: int, name: str) -> Row:
        """One in a hundred cannot be reached, and one in a hundred is away."""
        return {
            "id": number,
            "address": f"player{number}@{number % 50}.example",
            "name": name,
            "page_key": f"{number:08x}",
            "language": "en",
            "zone": "UTC",
            "layout": "wide",
            "letters": "turns",
            "created_at": self.now - TEN_YEARS,
            "bounced_at": self.now - timedelta(days=90) if number % 100 == 0 else None,
            "away_until": self.now + timedelta(days=9) if number % 100 == 1 else None,
            "absences": self._absences() if number % 100 == 1 else None,
            "key": "",
            "key_required": False,
        }

    def _absences(self) -> dict[str, list[list[object]]]:
        begin = int(self.now.timestamp())
        return {"announced": [[begin, begin + 9 * 86400, "UTC"]]}

    def _further_address(self, player: int) -> Row:
        return {"player_id": player, "address": f"player{player}@work.example", "since": self.now - TEN_YEARS}

    def _holder(self, match: int, seat: int) -> int:
        """Return who plays at a running match, or wrote a letter."""
        if seat == 0 and match % HABIT == 0:
            return int(self.seats[0]["player_id"])
        return FIRST + (match * 7919 + seat) % self.size.players

    def _ago(self, number: int) -> datetime:
        """Spread what is over evenly over ten years."""
        return self.now - TEN_YEARS * (1 - (number - FIRST) / (self.size.archived + 1))

    def _copy(self, number: int, **changes: Any) -> Row:
        return self.match | {"id": number, "code": f"Z{number:06X}", "awaited_id": None} | changes

    def _running(self, number: int) -> Row:
        """Every tenth has been late for long and nobody acts; the clock is stopped if a player cannot be reached."""
        awaited = self._holder(number, int(self.match["to_move"]))
        state = ("bounced" if awaited % 100 == 0 else "away") if awaited >= FIRST and awaited % 100 in (0, 1) else ""
        times = _clock_columns(self.now, state or ("late" if number % 10 == 0 else ""), number % CLOCKS)
        return self._copy(number, awaited_id=awaited, **times)

    def _inviting(self, number: int) -> Row:
        none: Row = dict.fromkeys(
            ("position", "deal", "to_move", "since", "due_at", "next_at", "remind_at", "clock", "started_at")
        )
        told: Row = dict.fromkeys(("silence_told_at", "owner_asked_at"), self.now)
        return self._copy(number, state="inviting", created_at=self.now - timedelta(hours=number % 300), **none, **told)

    def _seats(self, match: int) -> Iterator[Row]:
        for seat in self.seats:
            number = int(seat["number"])
            yield {key: seat[key] for key in seat if key != "id"} | {
                "match_id": match,
                "player_id": self._holder(match, number),
            }

    def _owner_seat(self, match: int) -> Row:
        seat = {key: self.seats[0][key] for key in self.seats[0] if key != "id"}
        return seat | {"match_id": match, "player_id": self._holder(match, 0)}

    def _free_seat(self, match: int) -> Row:
        guest = "" if match % 2 else "guest@guest.example"
        seat = {key: self.seats[1][key] for key in self.seats[1] if key != "id"}
        return seat | {"match_id": match, "number": 1, "player_id": None, "state": "invited", "guest": guest}

    def _press(self, match: int) -> Row:
        return {"match_id": match, "seat": 0, "at": self._ago(match), "text": "Well played!"}

    def _private_press(self, match: int) -> Row:
        authors = {"author_id": self._holder(match, 0), "readers": [[1, self._holder(match, 1)]]}
        return self._press(match) | authors

    def _memo(self, match: int) -> Row:
        return {"match_id": match, "player_id": self._holder(match, 0), "text": "next: M14", "at": self._ago(match)}

    def _news(self, match: int) -> Row:
        about: Row = {"kind": "quiet", "while_turn": None, "at": self.now, "gist": "Anna turned our letters off."}
        return about | {"match_id": match, "player_id": self._holder(match, 1)}

    def _request(self, match: int) -> Row:
        at = self._ago(match)
        asked: Row = {"kind": "join", "address": f"player{match}@x.example", "name": "", "language": "en", "wish": {}}
        return asked | {"match_id": match, "created_at": at, "expires_at": at + timedelta(days=14), "done_at": at}

    def _fetched(self, number: int) -> Row:
        place: Row = {"mailbox": "imaps://play@mail.example/INBOX", "validity": 1, "uid": number}
        return place | {"state": "taken", "tries": 1, "why": "", "at": self._ago(number)}

    def _waits(self, number: int) -> Row:
        return self._letter_in(number) | {"state": "waiting", "received_at": self.now - timedelta(seconds=5)}

    def _letter_in(self, number: int) -> Row:
        return {
            "id": number,
            "fingerprint": f"{number:064x}",
            "channel": "smtp",
            "recipient": "play@club.example",
            "envelope_from": f"player{number}@{number % 50}.example",
            "raw": b"Subject: help\r\n\r\n",
            "tries": 1,
            "traceback": "",
            "verdict": "",
            "match_id": None,
            "done_at": None,
            "account": None,
        }

    def _put_off(self, number: int) -> Row:
        later: Row = {"state": "waiting", "next_try_at": self.now + timedelta(hours=1), "sent_at": None, "tries": 3}
        rest: Row = {"created_at": self.now - timedelta(hours=2), "match_id": None, "inbox_id": None}
        return self._letter_out(number) | later | rest | {"error": "451 later"}

    def _letter_out(self, number: int) -> Row:
        player = self._holder(number, 0)
        return self.letter | {"id": number, "player_id": player, "to_address": self._address(player), "gist": ""}

    def _address(self, player: int) -> str:
        return str(self.letter["to_address"]) if player < FIRST else f"player{player}@{player % 50}.example"

    def _returned(self, player: int) -> Row:
        return {"outbox_id": player, "player_id": player, "at": self.now - timedelta(days=90), "dead": True}


@cache
def opening_digests() -> tuple[tuple[str, str], tuple[str, ...]]:
    """Digest the first two positions of Egyptos, and those behind the next move."""
    book = OpeningBook.of(engine_for("egyptos/1"), {}, 2)
    if book is None:
        raise TypeError("Egyptos has openings")
    engine, empty = book.engine, book.first_position()
    laid = engine.apply(empty, engine.legal_steps(empty)[0]).position
    ways = {book.digest(engine.apply(laid, step).position, ()) for step in engine.legal_steps(laid)}
    return (book.digest(empty, ()), book.digest(laid, ())), tuple(sorted(ways))


@cache
def _clock_columns(now: datetime, state: str, number: int) -> Row:
    """Return what a running turn of a week has about its time, when its player rests by night, weekend and holiday."""
    zone, night = ZONES[number % len(ZONES)], (number % 24, (number + 8) % 24)
    since = to_instant(now - timedelta(minutes=20 * number))
    calendar = make_calendar(zone, WEEKEND, night, list_holidays("DE", now.year, now.year + 2))
    free = freeze_calendar(calendar, frozenset(FreeTime), since)
    away = [Stop(StopKind.ABSENCE, since, since + 9 * DAY)] if state == "away" else []
    turn = begin_turn(free, since, 7 * DAY, stops=away, bounced=state == "bounced")
    terms = make_terms(PerTurn(7 * DAY), 2, off=frozenset(FreeTime))
    if state == "late":
        turn = end_grace(raise_flag(turn), terms)
    due, fall, reminder = find_deadline(turn), find_next_fall(turn, terms), find_reminder(turn)
    stopped = from_instant(since) if state in ("away", "bounced") else None
    return {
        "since": from_instant(since),
        "clock": turn,
        "terms": terms,
        "due_at": due and from_instant(due),
        "next_at": fall and max(from_instant(fall.at), now + timedelta(hours=1)),
        "remind_at": reminder and max(from_instant(reminder), now + timedelta(hours=1)),
        "overdue_at": from_instant(since) if state == "late" else None,
        "stopped_at": stopped,
    }
