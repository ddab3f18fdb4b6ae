"""How the authors of diaries and comments are named: every page, letter, file and feed asks here.

Who plays or played in the match has the name that they have there, anybody else their own. Who does not play in it sees
what each of them allows (`shown_names`); whose account is gone is a former player.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.services.matches.names.shown_names import FORMER_NAME, known_name, name_in_public, seat_names
from adjudicator.services.matches.rows.match_rows import seat_of
from adjudicator.store.tables import Match, Participant, Player
from adjudicator.texts.language.language import Language


@dataclass(frozen=True, slots=True)
class AnnotationReader:
    """Somebody who reads the annotations of a match that they may see."""

    session: Session
    secret: bytes
    """Secret that diaries are sealed with."""
    match: Match
    now: datetime
    language: Language
    player_id: int | None = None

    def name(self, authors: Collection[int | None]) -> Mapping[int | None, str]:
        """Name authors in the reader's language."""
        return name_authors(self.session, self.match, authors, self.language, public=self.public)

    @property
    def public(self) -> bool:
        """Whether the reader does not play in the match."""
        return self.player_id is None or seat_of(self.match, self.player_id) is None


def name_authors(
    session: Session, match: Match, authors: Collection[int | None], language: Language, *, public: bool
) -> Mapping[int | None, str]:
    """Name the authors of a match's diaries and comments by their row; None is somebody whose account is gone."""
    former = language.gettext(FORMER_NAME)
    known = {author for author in authors if author is not None}
    if not known:
        return {None: former}
    sat = select(Participant.player_id, Participant.name).where(
        Participant.match_id == match.id, Participant.player_id.in_(known)
    )
    own = {number: name for number, name in session.execute(sat.order_by(Participant.id))}  # noqa: C416  # no pairs to mypy
    names: dict[int | None, str] = {}
    for player in session.scalars(select(Player).where(Player.id.in_(known))):
        name = own.get(player.id, player.name)
        names[player.id] = name_in_public(player, name, language) if public else known_name(name, language)
    seated = zip(match.seats, seat_names(match, language, public=public), strict=True)
    names |= {seat.player_id: name for seat, name in seated if seat.player_id in known and seat.owner_id is None}
    return {author: names.get(author, former) for author in (None, *known)}
