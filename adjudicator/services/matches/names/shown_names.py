"""The names of a match's players as a reader sees them: the house player is called in the reader's language.

Who plays at a match sees the names that the players have. Everybody else sees what each of them allows: their name, an
alias, or nothing (`name_in_public`); and of who was erased nobody sees any. So each function has to be told whether its
reader is the `public`. Records and the database keep `Seat.called`, which is part of a digest and the same for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from urllib.parse import quote

from sqlalchemy import select
from sqlalchemy.orm import object_session

from adjudicator.engines.contract import Note, Value
from adjudicator.match.house.levels import NAMES
from adjudicator.match.record.record import Opening
from adjudicator.match.seat_names import distinct_names
from adjudicator.services.matches.names.listed_matches import ListedMatch, ListedPlayer, ListedSeat
from adjudicator.store.player_tables import FORMER_PLAYER, NAMELESS
from adjudicator.store.states import PublicName, SeatState
from adjudicator.store.tables import Match, Participant, Player, Seat
from adjudicator.texts.language.fitted_names import without_article
from adjudicator.texts.language.language import N_, SOURCE, Language, language_for

HOUSE_NAME = N_("House")
FORMER_NAME = N_("Former player")
HIDDEN_NAME = N_("Unnamed player")
NAMELESS_PLAYER = "a player"
"""In records, which have no language."""
_NAMING = ("name", "before")
"""The values of notes that are names of players; ``reason`` is in the words of a host, who may name some."""


_FITTED = frozenset((*_NAMING, "reason"))


def name_in_public(player: Player | ListedPlayer, name: str, language: Language) -> str:
    """Name a player to readers who do not play with them. `name` is their name, as the match at hand has it."""
    if player.erased_at is not None:
        return language.gettext(FORMER_NAME)
    match player.shown:
        case PublicName.NAME:
            return known_name(name, language)
        case PublicName.ALIAS:
            return player.alias
        case PublicName.NOTHING:
            return language.gettext(HIDDEN_NAME)


def hides_name(player: Player) -> bool:
    """Does a player keep their name, or was it erased?"""
    return player.erased_at is not None or player.shown is not PublicName.NAME


def known_name(name: str, language: Language) -> str:
    """Write a name as those see it who play with its owner; in the reader's language if there is none, or no more."""
    if name == NAMELESS:
        return language.gettext(HIDDEN_NAME)
    return name.replace(FORMER_PLAYER, language.gettext(FORMER_NAME)) if FORMER_PLAYER in name else name


def name_in_record(seat: Seat) -> str:
    """Name who began at a seat, for a record of version 1, which has no language."""
    person = None if seat.house else person_at(seat)
    if person is None or not hides_name(person):
        return seat.called or seat.name
    if person.erased_at is not None:
        return FORMER_PLAYER
    return person.alias if person.shown is PublicName.ALIAS else NAMELESS_PLAYER


def openings_to_publish(match: Match, openings: Mapping[str, Opening]) -> dict[str, Opening]:
    """Leave out the names that their owners hide, and the reasons of hosts that have such a name in them (R43)."""
    hidden = _public_names(list_people(match), language_for(SOURCE))
    if not hidden:
        return dict(openings)
    holders = _hidden_holders(match)
    return {
        commitment: opening
        for commitment, opening in openings.items()
        if commitment not in holders and replace_names(opening.text, hidden) == opening.text
    }


def person_at(seat: Seat) -> Player | None:
    """Return the player whose name a seat has: its owner, also while a substitute sits there."""
    session = object_session(seat)
    if seat.owner_id is None or session is None:
        return seat.player
    return session.get(Player, seat.owner_id)


def seat_names(match: Match | ListedMatch, language: Language, *, public: bool) -> tuple[str, ...]:
    """Name the players of all seats, no two alike; empty for a free seat."""
    return distinct_names([_name(seat, language, public=public) for seat in match.seats])


def seat_name(seat: Seat, language: Language, *, public: bool) -> str:
    """Name the player of a seat."""
    return seat_names(seat.match, language, public=public)[seat.match.seats.index(seat)]


def shown_name(seat: Seat, language: Language, *, public: bool) -> str:
    """Name the player of a seat; for one who has left, tell who sits there now."""
    return seat_name(seat, language, public=public) + vacancy(seat, language)


def shown_names(match: Match | ListedMatch, language: Language, *, public: bool) -> tuple[str, ...]:
    """Name the players as boards show them."""
    seats: Sequence[Seat | ListedSeat] = match.seats
    names = zip(seat_names(match, language, public=public), seats, strict=True)
    return tuple(name + vacancy(seat, language) for name, seat in names)


def names_for(match: Match | ListedMatch, language: Language, reader: int | None, *, public: bool) -> tuple[str, ...]:
    """Name the players of all seats to the reader at a seat, or to somebody else (None).

    A guest has only an address, which only seat 0 sees, whose player invited them.
    """
    names, seats = shown_names(match, language, public=public), list[Seat | ListedSeat](match.seats)
    if reader != 0:
        return names
    return tuple(
        name or (seat.guest if seat.state is SeatState.INVITED else "") for seat, name in zip(seats, names, strict=True)
    )


def vacancy(seat: Seat | ListedSeat, language: Language) -> str:
    """Tell who sits at a seat that its player has left: the house player, or nobody yet; empty for other seats."""
    if seat.vacant_at is None:
        return ""
    holder = without_article(language.gettext(HOUSE_NAME)) if seat.by_house else language.gettext(N_("free seat"))
    return f" ({holder})"


@dataclass(frozen=True)
class NoteNames:
    """The names of a match as a reader sees them, read once for all its notes."""

    match: Match
    language: Language
    _: KW_ONLY
    public: bool
    people: Sequence[tuple[Player, tuple[str, ...]]] | None = None
    """Those of `list_people`, if they are known."""

    @cached_property
    def by_seat(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return seat_names(self.match, self.language, public=self.public)

    def fit(self, note: Note) -> Note:
        """Write the names in a note as the reader may see them: they are those of the day when it was written."""
        if _FITTED.isdisjoint([key for key, _ in note.values]):
            return note
        values = ((key, _fit(key, value, self._given, self.language)) for key, value in note.values)
        return replace(note, values=tuple(values))

    @cached_property
    def _given(self) -> dict[str, str]:
        if not self.public:
            return {}
        return _public_names(list_people(self.match) if self.people is None else self.people, self.language)


def replace_names(text: str, given: Mapping[str, str]) -> str:
    """Replace names in a text, also where a link has them, if they stand as words of their own; the longest first."""
    for name in sorted(given, key=len, reverse=True):
        for written, new in ((name, given[name]), (quote(name), quote(given[name]))):
            if written and written in text:
                alone = rf"(?:(?<!\w)|(?<=%[0-9A-F]{{2}})){re.escape(written)}(?!\w)"
                text = re.sub(alone, new.replace("\\", r"\\"), text)
    return text


def _fit(key: str, value: Value, given: Mapping[str, str], language: Language) -> Value:
    if not isinstance(value, str) or key not in (*_NAMING, "reason"):
        return value
    return known_name(replace_names(value, given) if key == "reason" else given.get(value, value), language)


def _public_names(people: Iterable[tuple[Player, tuple[str, ...]]], language: Language) -> dict[str, str]:
    """Give for each name at a match the name that the public sees instead; where two have one name, what hides more."""
    found: dict[str, str] = {}
    for player, names in people:
        if hides_name(player):
            found |= dict.fromkeys((*names, player.name), name_in_public(player, player.name, language))
    return found


def list_people(match: Match) -> Iterator[tuple[Player, tuple[str, ...]]]:
    """List who has, or had, a seat at a match, perhaps more than once, and the name of each there."""
    session = object_session(match)
    if session is not None:
        query = select(Player, Participant.name).join(Participant, Participant.player_id == Player.id)
        for player, name in session.execute(query.where(Participant.match_id == match.id)):
            yield player, (name,)
    for seat in match.seats:
        if (seated := person_at(seat)) is not None:
            yield seated, (seat.called, seat.name)


def _hidden_holders(match: Match) -> set[str]:
    session = object_session(match)
    if session is None:
        return set()
    query = select(Participant.holder, Player).join(Player, Player.id == Participant.player_id)
    rows = session.execute(query.where(Participant.match_id == match.id))
    return {holder for holder, player in rows if hides_name(player)}


def _name(seat: Seat | ListedSeat, language: Language, *, public: bool) -> str:
    if seat.house:
        return NAMES[seat.level] if seat.level else language.gettext(HOUSE_NAME)
    person = person_at(seat) if isinstance(seat, Seat) else seat.player
    if person is None:
        return seat.own_name
    return name_in_public(person, seat.own_name, language) if public else known_name(seat.own_name, language)
