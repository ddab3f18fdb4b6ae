"""The evidence of a run: the diaries of players, relay and faults, and the database."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import psycopg

PRINTED = 16
"""Digits of a digest that the last line of a letter has."""

_MESSAGE_ID = re.compile(rb"(?im)^message-id:[ \t]*(<[^<>\r\n]+>)")
_TURN = re.compile(r" turn (\d+), chain ")
_LETTER = re.compile(r"<(\d+)\d{8}\.")

_INBOX = "select id, raw, envelope_from, channel, state, tries, verdict, match_id, fingerprint, account from inbox"
_OUTBOX = "select id, kind, to_address, state, inbox_id, coalesce(joined_to, 0), text from outbox"
_MATCHES = "select id, code, state, chain, position is not null from matches"
_SEATS = "select match_id, number, salt, epoch, vacant_at is null and not house from seats"
_PARTS = "select inbox_id, answer_id, code from digest_parts"
_SITTING = "select s.match_id, s.number, p.address from seats s join players p on p.id = s.player_id"
_PEOPLE = """
    select t.match_id, t.seat, t.holder, t.since_entry, p.address
    from participants t join players p on p.id = t.player_id
"""
_CHANGES = """
    select match_id, n, (values->>'seat')::int, values->'holder'->>'id', values->>'why'
    from entries where kind = 'seat' order by match_id, n
"""
_ENTRIES = "select match_id, n, digest from entries order by match_id, n"
_SEAT_REQUESTS = """
    select id, kind, match_id, address from requests
    where kind in ('resign', 'takeover', 'hand_over', 'substitute') and done_at is not null
"""
_PROPOSED = """
    select a.match_id, p.address from proposals a join players p on p.id = (a.values->>'player')::int
"""
_HOWS = "select match_id, n, how, xmin::text from entries"
_PLANS = "select match_id, number from seats where plan is not null"
_STEPS = "select match_id, n, turn, seat, step, forced, digest from entries where kind = 'step' order by match_id, n"


def print_digest(digest: str) -> str:
    """Write the beginning of a digest as the last line of a letter does."""
    return " ".join(digest[at : at + 4] for at in range(0, PRINTED, 4))


@dataclass(slots=True)
class Written:
    """A letter as its writer knows it."""

    name: str
    sender: str
    lines: list[str]
    via: str
    recipient: str = ""
    taken: int = 0
    """Number of acknowledgements (250) that the writer got."""


@dataclass(frozen=True, slots=True)
class Row:
    """A letter as the service has kept it."""

    number: int
    name: str
    sender: str
    channel: str
    state: str
    tries: int
    verdict: str
    match: int | None
    fingerprint: str
    account: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Part:
    """What an answer to a digest has for one match: the service keeps it as a letter of its own."""

    row: Row
    answer: int
    """The row of the answer."""
    code: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter that the service wrote."""

    number: int
    kind: str
    to: str
    state: str
    answers: int | None
    joined_to: int
    """The letter in which this one is said, if it is; else 0."""
    text: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """A letter that came to the sink."""

    id: str
    to: str
    answers: str
    chain: str
    played: tuple[str, ...]
    digest: str

    @property
    def turn(self) -> int:
        """The turn of its match that it tells of; -1 for none."""
        found = _TURN.search(self.chain)
        return int(found[1]) if found else -1

    @property
    def number(self) -> int:
        """The row that it says it is; -1 for none."""
        found = _LETTER.match(self.id)
        return int(found[1]) if found else -1


@dataclass(frozen=True, slots=True)
class Change:
    """A seat that changed hands with an entry. `person`: the address of who sits there from then on, or None."""

    n: int
    seat: int
    person: str | None
    why: str


@dataclass(frozen=True, slots=True)
class Match:
    """A match, the people by seat who began it, and its steps."""

    number: int
    code: str
    state: str
    chain: str
    begun: bool
    people: dict[int, str]
    salts: tuple[str, ...]
    steps: tuple[tuple[Any, ...], ...]
    """n, turn, seat, step, forced, digest"""
    entries: tuple[tuple[int, str], ...] = ()
    """n and digest of each entry, steps and acts"""
    changes: tuple[Change, ...] = ()
    epochs: tuple[int, ...] = ()
    """How often the addresses of each seat were revoked."""
    sitting: tuple[str | None, ...] = ()
    """Who sits at each seat in the end."""

    hows: dict[int, tuple[str, str]] = field(default_factory=dict)
    """How each entry came, and the transaction in which it did."""
    plans: tuple[int, ...] = ()
    """The seats that have a plan in the end."""

    def person_at(self, seat: int, n: int) -> str | None:
        """Tell who sat at a seat when an entry came."""
        sat = self.people.get(seat)
        for change in self.changes:
            if change.seat == seat and change.n < n:
                sat = change.person
        return sat

    def was_planned(self, n: int) -> bool:
        """Tell whether an entry was played by a plan or a habit."""
        return self.hows.get(n, ("", ""))[0] in ("plan", "habit")

    def has_left(self, person: str) -> bool:
        """Tell whether somebody has ever left a seat, or never had one."""
        last = self.entries[-1][0] + 1 if self.entries else 0
        seats = range(max(len(self.salts), 1))
        return not any(self.person_at(seat, last) == self.people.get(seat) == person for seat in seats)


@dataclass(slots=True)
class Evidence:
    """Everything that was found."""

    written: dict[str, Written] = field(default_factory=dict)
    mishaps: list[str] = field(default_factory=list)
    """What the players or the wait for quiescence complained of."""
    ended: list[str] = field(default_factory=list)
    """The programs that ended though nobody had killed them."""
    rows: list[Row] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    press: list[str] = field(default_factory=list)
    seat_requests: dict[str, tuple[str, int, str]] = field(default_factory=dict)
    """Questions about a seat that were answered with yes, by number: kind, match, and who answered."""
    proposed: list[tuple[int, str]] = field(default_factory=list)
    """Those who asked for a seat, or were asked to take one, and the match whose others were asked."""
    wishes: int = 0
    """How many matches were asked for and confirmed."""
    faults: list[dict[str, Any]] = field(default_factory=list)
    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    verified: dict[str, str] = field(default_factory=dict)
    """What `adjudicator verify` said of each match."""
    seconds: float = 0.0


def read_diary(path: Path) -> Iterator[dict[str, Any]]:
    """Read a diary."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def read_players(found: Evidence, diary: Iterable[dict[str, Any]]) -> None:
    """Take up what the players wrote down."""
    for entry in diary:
        match entry["event"]:
            case "written":
                name = entry["name"]
                found.written[name] = Written(name, entry["sender"], entry["lines"], entry["via"], entry["recipient"])
            case "taken":
                found.written[entry["name"]].taken += 1
            case "refused":
                found.mishaps.append(f"{entry['name']} was refused for good: {entry['why']}")
            case "broken":
                found.mishaps.append(f"somebody gave up: {entry['why']}")


def read_sink(found: Evidence, diary: Iterable[dict[str, Any]]) -> None:
    """Take up what arrived."""
    found.arrivals += [
        Arrival(entry["id"], entry["to"], entry["answers"], entry["chain"], tuple(entry["played"]), entry["digest"])
        for entry in diary
    ]


def read_faults(found: Evidence, diary: Iterable[dict[str, Any]]) -> None:
    """Take up what was broken."""
    found.faults += diary
    found.mishaps += [entry["why"] for entry in found.faults if entry["event"] == "restless"]
    found.ended += [entry["program"] for entry in found.faults if entry["event"] == "ended"]


def read_database(found: Evidence, line: psycopg.Connection) -> None:
    """Take up what the service has kept."""
    parts = {number: (answer, code) for number, answer, code in line.execute(_PARTS)}
    for number, raw, sender, *more in sorted(line.execute(_INBOX)):
        name = _MESSAGE_ID.search(bytes(raw))
        row = Row(number, name[1].decode() if name else "", sender, *more)
        if number in parts:
            lines = bytes(raw).replace(b"\r\n", b"\n").partition(b"\n\n")[2].decode().splitlines()
            found.parts.append(Part(row, *parts[number], tuple(lines)))
        else:
            found.rows.append(row)
    found.sent += [Sent(*row) for row in line.execute(_OUTBOX)]
    found.press += [text for (text,) in line.execute("select text from press")]
    found.wishes = _count(line, "select count(*) from requests where kind = 'new' and done_at is not null")
    seats: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for match, *seat in sorted(line.execute(_SEATS)):
        seats[match].append(tuple(seat))
    sitting = {(match, seat): address for match, seat, address in line.execute(_SITTING)}
    people: dict[int, dict[int, str]] = defaultdict(dict)
    names: dict[tuple[int, str], str] = {}
    for match, seat, holder, since, address in line.execute(_PEOPLE):
        names[match, holder] = address
        if since == 0:
            people[match][seat] = address
    changes: dict[int, list[Change]] = defaultdict(list)
    for match, n, seat, holder, why in line.execute(_CHANGES):
        changes[match].append(Change(n, seat, names.get((match, holder)), why))
    steps: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for match, *step in line.execute(_STEPS):
        steps[match].append(tuple(step))
    entries: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for match, n, digest in line.execute(_ENTRIES):
        entries[match].append((n, digest))
    found.seat_requests = {str(number): (kind, match, who) for number, kind, match, who in line.execute(_SEAT_REQUESTS)}
    found.proposed += [(match, address) for match, address in line.execute(_PROPOSED)]
    for number, code, state, chain, begun in line.execute(_MATCHES):
        salts = tuple(salt for _, salt, _, _ in seats[number])
        epochs = tuple(epoch for _, _, epoch, _ in seats[number])
        sat = tuple(sitting.get((number, seat)) if is_person else None for seat, _, _, is_person in seats[number])
        kept = tuple(steps[number]), tuple(entries[number]), tuple(changes[number]), epochs, sat
        found.matches.append(Match(number, code, state, chain, begun, people[number], salts, *kept))
    _read_plans(found, line)


def _read_plans(found: Evidence, line: psycopg.Connection) -> None:
    hows: dict[int, dict[int, tuple[str, str]]] = defaultdict(dict)
    for match, n, how, transaction in line.execute(_HOWS):
        hows[match][n] = how, transaction
    plans = sorted(line.execute(_PLANS))
    found.matches[:] = [
        replace(one, hows=hows[one.number], plans=tuple(seat for match, seat in plans if match == one.number))
        for one in found.matches
    ]


def _count(line: psycopg.Connection, query: str) -> int:
    row = line.execute(query.encode()).fetchone()
    return int(row[0]) if row else 0
