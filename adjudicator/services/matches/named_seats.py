"""Finds the seat of a player whom somebody names."""

from __future__ import annotations

from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import Match, Seat

LONGEST_NUMBER = 3


def find_named_seat(match: Match, text: str, *, command: str, by: Seat) -> Seat:
    """Find another player by name, by the first word of it, or by the number of the seat, counted from 1.

    Raises `RefusedError` if nobody, or more than one, is called so.
    """
    others = [seat for seat in match.seats if seat is not by and seat.name]
    if text.isdecimal() and len(text) <= LONGEST_NUMBER:
        found = [seat for seat in others if seat.number + 1 == int(text)]
    else:
        wanted = fold_line(text)
        found = [seat for seat in others if wanted in _names(seat)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = tuple(f"{command} {seat.number + 1}" for seat in found)
        names = tuple(f"{seat.name}: {number}" for seat, number in zip(found, numbers, strict=True))
        raise RefusedError.of(RefusalKey.NAME_AMBIGUOUS, given=text, names=names, nearest=numbers)
    raise RefusedError.of(RefusalKey.NAME_UNKNOWN, given=text, names=tuple(seat.name for seat in others))


def _names(seat: Seat) -> set[str]:
    own = fold_line(seat.own_name)
    return {own, fold_line(seat.name), own.partition(" ")[0]}
