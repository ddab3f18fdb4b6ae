"""The names of a match's players as a reader sees them: the house player is called in the reader's language.

Records and the database keep `Seat.called`, which is part of a digest and the same for everybody.
"""

from __future__ import annotations

from adjudicator.match.seat_names import distinct_names
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.fitted_names import without_article
from adjudicator.texts.language import N_, Language

HOUSE_NAME = N_("House")


def seat_names(match: Match, language: Language) -> tuple[str, ...]:
    """Name the players of all seats, no two alike; empty for a free seat."""
    house = language.gettext(HOUSE_NAME)
    return distinct_names([house if seat.house else seat.own_name for seat in match.seats])


def seat_name(seat: Seat, language: Language) -> str:
    """Name the player of a seat."""
    return seat_names(seat.match, language)[seat.match.seats.index(seat)]


def shown_name(seat: Seat, language: Language) -> str:
    """Name the player of a seat; for one who has left, tell who sits there now."""
    return seat_name(seat, language) + vacancy(seat, language)


def shown_names(match: Match, language: Language) -> tuple[str, ...]:
    """Name the players as boards show them."""
    names = zip(seat_names(match, language), match.seats, strict=True)
    return tuple(name + vacancy(seat, language) for name, seat in names)


def vacancy(seat: Seat, language: Language) -> str:
    """Tell who sits at a seat that its player has left: the house player, or nobody yet; empty for other seats."""
    if seat.vacant_at is None:
        return ""
    holder = without_article(language.gettext(HOUSE_NAME)) if seat.by_house else language.gettext(N_("free seat"))
    return f" ({holder})"
