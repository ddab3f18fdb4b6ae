"""How the authors of diaries and comments are named: every page, letter, file and feed asks here.

Who plays or played in the match has the name that they have there, anybody else their own; whose account is gone is
a former player.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.services.matches.view.shown_names import seat_names
from adjudicator.store.tables import Match, Participant, Player
from adjudicator.texts.language import N_, Language

FORMER_PLAYER = N_("a former player")


@dataclass(frozen=True, slots=True)
class AnnotationReader:
    """Somebody who reads what is said about a match that they may see."""

    session: Session
    secret: bytes
    """What diaries are sealed with."""
    match: Match
    now: datetime
    language: Language
    player_id: int | None = None

    def name(self, authors: Collection[int | None]) -> Mapping[int | None, str]:
        """Name authors in the reader's language."""
        return name_authors(self.session, self.match, authors, self.language)


def name_authors(
    session: Session, match: Match, authors: Collection[int | None], language: Language
) -> Mapping[int | None, str]:
    """Name the authors of a match's diaries and comments by their row; None is somebody whose account is gone."""
    known = {author for author in authors if author is not None}
    names: dict[int | None, str] = {None: language.gettext(FORMER_PLAYER)}
    if not known:
        return names
    query = select(Player.id, Player.name).where(Player.id.in_(known))
    sat = select(Participant.player_id, Participant.name).where(
        Participant.match_id == match.id, Participant.player_id.in_(known)
    )
    for found in (query, sat.order_by(Participant.id)):
        names.update({number: name for number, name in session.execute(found)})  # noqa: C416  # rows are no pairs to mypy
    seated = zip(match.seats, seat_names(match, language), strict=True)
    names |= {seat.player_id: name for seat, name in seated if seat.player_id in known and seat.owner_id is None}
    return {author: names.get(author, names[None]) for author in (None, *known)}
