"""Finds the seats of players whom somebody names, and writes names so that they can be found."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.mail.commands.arguments.addressees import Names, name_index
from adjudicator.mail.commands.words.match_words import HOUSE
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.matches.names.shown_names import HOUSE_NAME, seat_name
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.language.language import LANGUAGES, Language, language_for

LONGEST_NUMBER = 3


def find_named_seat(by: Seat, text: str, command: str, language: Language) -> Seat:
    """Find another player by name, by the first word of it, or by the number of the seat, counted from 1.

    The house player is also called so in each language. Raises `RefusedError` if that is nobody, or more than one.
    """
    others = [seat for seat in by.match.seats if seat is not by and seat.own_name]
    if text.isdecimal() and len(text) <= LONGEST_NUMBER:
        found = [seat for seat in others if seat.number + 1 == int(text)]
    else:
        wanted = fold_line(text)
        found = [seat for seat in others if wanted in _names(seat)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = tuple(f"{command} {seat.number + 1}" for seat in found)
        shown = (seat_name(seat, language, public=False) for seat in found)
        names = tuple(f"{name}{language.colon}{number}" for name, number in zip(shown, numbers, strict=True))
        raise RefusedError.of(RefusalKey.NAME_AMBIGUOUS, given=text, names=names, nearest=numbers)
    raise RefusedError.of(
        RefusalKey.NAME_UNKNOWN, given=text, names=tuple(seat_name(seat, language, public=False) for seat in others)
    )


def _names(seat: Seat) -> set[str]:
    shown = {fold_line(seat_name(seat, language_for(code), public=False)) for code in LANGUAGES}
    if seat.house:
        return shown | HOUSE | {fold_line(language_for(code).gettext(HOUSE_NAME)) for code in LANGUAGES}
    own = fold_line(seat.own_name)
    return {*shown, own, own.partition(" ")[0]}


def name_others(match: Match, by: Seat) -> Names:
    """Index every way to name the other players of a match: names, first names, and numbers of seats from 1."""
    return name_index({seat.number: _ways(seat) for seat in match.seats if seat is not by and seat.name})


def _ways(seat: Seat) -> Iterator[str]:
    yield from (*_names(seat), *ways_of_person(seat))


def ways_of_person(seat: Seat) -> Iterator[str]:
    """Yield the ways to name the person who sits at a seat, also if they play for somebody else for a while."""
    person = fold_line(seat.player.name) if seat.player else ""
    yield from (person, person.partition(" ")[0], str(seat.number + 1))


def name_reader(seat: Seat) -> str:
    """Name the person who reads messages to a seat: a substitute by their own name."""
    return seat.player.name if seat.owner_id is not None and seat.player else seat.name


def way_to_name(match: Match, by: Seat, seat: Seat) -> str:
    """Write the name of a player so that it means nobody else: with the number of the seat if need be."""
    name = name_reader(seat)
    alone = name_others(match, by).get(fold_line(name)) == frozenset({seat.number})
    return name if alone else str(seat.number + 1)
