"""In which other finished matches a position of a match stood."""

from __future__ import annotations

from sqlalchemy.orm import Session

from adjudicator.engines.registry import engine_for
from adjudicator.match.course.opening_keys import OpeningBook
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.rows.record_rows import VERSION_1, course_of
from adjudicator.services.matches.statistics.opening_tree import MOST_COUNTED, count_matches_with, stood_in
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.facts.position_facts import StoodElsewhere


def find_elsewhere(session: Session, site: str, match: Match, n: int) -> StoodElsewhere | None:
    """Count the other matches in which the position after entry `n` stood.

    None while the match runs, if there is no other, and in a game whose positions cannot be compared.
    """
    book = OpeningBook.of(engine_for(match.rules), match.options, len(match.seats))
    if book is None or match.state is not MatchState.FINISHED:
        return None
    frame = frame_at(match, n)
    if frame is None:
        return None
    line = range(1, n + 1) if match.record_version == VERSION_1 else course_of(match).line(n)
    digest = book.digest(frame.position, [match.entries[number - 1].step for number in line])
    others = count_matches_with(session, digest)
    others -= others <= MOST_COUNTED and stood_in(session, match, digest)
    if not others:
        return None
    url = f"{site}/positions/{digest}"
    return StoodElsewhere(matches=min(others, MOST_COUNTED), more=others > MOST_COUNTED, url=url)
