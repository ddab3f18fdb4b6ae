"""Who sat at which seat of a match, from when on: for lists of players, and for the names above older messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.match.course.course import SITTING_DOWN
from adjudicator.services.matches.rows.last_entries import find_last_entry
from adjudicator.services.players.players import is_address_of
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import EntryRow, Match, Participant, Player, Press, Seat
from adjudicator.texts.facts.letter_facts import Counted


@dataclass(frozen=True, slots=True)
class Holding:
    """A person's time at a seat, from an entry of the record on."""

    seat: int
    name: str
    turn: int = 0
    """The turn in which they sat down; 0 for who began the match."""
    since: datetime | None = None
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class WrittenPress:
    """A message with the name of who sat at the seat when it was written."""

    number: int
    author: str
    text: str
    at: datetime


def list_holdings(session: Session, match: Match) -> tuple[Holding, ...]:
    """List who sat where, in their order; empty while no seat has changed hands."""
    if not any(seat.epoch for seat in match.seats):
        return ()
    query = (
        select(Participant.seat, Participant.name, EntryRow.turn, EntryRow.at, Player)
        .join(Player, Player.id == Participant.player_id)
        .outerjoin(EntryRow, (EntryRow.match_id == Participant.match_id) & (EntryRow.n == Participant.since_entry))
        .where(Participant.match_id == match.id)
        .order_by(Participant.since_entry, Participant.id)
    )
    return tuple(Holding(seat, name, turn or 0, at, player) for seat, name, turn, at, player in session.execute(query))


def list_counts(session: Session, match: Match, name_holder: Callable[[Holding], str]) -> tuple[Counted, ...]:
    """Tell for whom the result of a finished match does not count in full, and how; empty in version 1."""
    end = find_last_entry(session, match, EntryKind.END)
    values = end.values if end is not None else None
    if not values or "people" not in values:
        return ()
    people = [one for one in cast("list[dict[str, str]]", values["people"]) if one["counts"] != "full"]
    if not people:
        return ()
    query = select(Participant.holder, Participant.name, Player).join(Player, Player.id == Participant.player_id)
    rows = session.execute(query.where(Participant.match_id == match.id))
    names = {holder: name_holder(Holding(0, name, player=player)) for holder, name, player in rows}
    named = [(one, names.get(one["id"])) for one in people]
    return tuple(Counted(name=name, counts=one["counts"]) for one, name in named if name)


def count_taken_over(session: Session, players: Iterable[int | None]) -> dict[int, int]:
    """Count for each player the matches in which they took over somebody's seat for good."""
    later = select(Participant.player_id, Participant.match_id, Participant.since_entry).where(
        Participant.player_id.in_({player for player in players if player is not None}), Participant.since_entry > 0
    )
    taken: Counter[int] = Counter()
    sat_down = {(match, n): player for player, match, n in session.execute(later)}
    if not sat_down:
        return {}
    # Two queries: planners join from the wrong side, through all entries or all participants. Two lists, because for
    # several pairs SQLite reads all entries.
    matches, numbers = map(set, zip(*sat_down, strict=True))
    query = select(EntryRow.match_id, EntryRow.n, EntryRow.values).where(
        EntryRow.match_id.in_(matches), EntryRow.n.in_(numbers)
    )
    for match, n, values in session.execute(query):
        if (match, n) in sat_down:
            taken[sat_down[match, n]] += str((values or {}).get("why")) in set(map(str, SITTING_DOWN))
    return dict(taken)


def name_at(match: Match, holdings: Sequence[Holding], seat: int, at: datetime) -> str:
    """Name the player who sat at a seat at a moment. The present one has the name that the table knows."""
    own = [holding for holding in holdings if holding.seat == seat]
    then = [holding for holding in own if holding.since is None or holding.since <= at]
    if not then or then[-1] is own[-1]:
        return match.seats[seat].name
    return then[-1].name


def list_press(session: Session, match: Match) -> list[WrittenPress]:
    """List all messages between the players, the oldest first."""
    holdings = list_holdings(session, match)
    rows = session.scalars(select(Press).where(Press.match_id == match.id).order_by(Press.id)).all()
    return [WrittenPress(row.id, name_at(match, holdings, row.seat, row.at), row.text, row.at) for row in rows]


def was_here(session: Session, match: Match, player: Player) -> bool:
    """Has this person ever had a seat in the match? One person has one seat in a match (R15)."""
    query = select(Participant.id).where(Participant.match_id == match.id, Participant.player_id == player.id)
    return session.scalars(query.limit(1)).first() is not None


def former_players(session: Session, match: Match) -> list[Player]:
    """List the persons who sat at the match and whose seat somebody else has now."""
    if not any(seat.epoch for seat in match.seats):
        return []
    seated = {seat.player_id for seat in match.seats}
    query = select(Player).join(Participant, Participant.player_id == Player.id)
    people = session.scalars(query.where(Participant.match_id == match.id).order_by(Participant.id)).unique()
    return [player for player in people if player.id not in seated]


def find_former_player(session: Session, match: Match, seat: Seat, sender: str) -> Player | None:
    """Find the player who sat at a seat before, and whose address a letter came from."""
    query = (
        select(Player)
        .join(Participant, Participant.player_id == Player.id)
        .where(Participant.match_id == match.id, Participant.seat == seat.number)
        .order_by(Participant.id.desc())
    )
    former = (player for player in session.scalars(query).unique() if player.id != seat.player_id)
    return next((player for player in former if is_address_of(session, player, sender)), None)
