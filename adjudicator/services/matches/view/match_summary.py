"""A match as one line of a list, on pages and on the static site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from adjudicator.engines.contract import Seat
from adjudicator.engines.registry import engine_for
from adjudicator.services.matches.names.listed_matches import ListedMatch
from adjudicator.services.matches.names.shown_names import names_for, seat_names
from adjudicator.services.matches.view.chance import short_seed_digest
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.facts.letter_facts import SeatNames
from adjudicator.texts.games.note_text import render_result
from adjudicator.texts.language.language import Language


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match as one line of a list."""

    code: str
    game: str
    players: tuple[str, ...]
    state: MatchState
    at: datetime
    """The time of the last move, of the end, or of the opening."""
    to_move: str
    """The name of the player to move."""
    mine: bool
    """Whether the reader is to move."""
    due: datetime | None
    result: str
    seed: str
    """The first digits of the digest of its seed, while it waits for players."""


def summarize_match(presenter: MatchPresenter) -> MatchSummary:
    """Summarize a match for its reader."""
    names = presenter.names()
    return _summarize(presenter.match, presenter.language, presenter.seat, names, presenter.with_earlier(names))


def summarize_listed(match: ListedMatch, language: Language, seat: Seat | None) -> MatchSummary:
    """Summarize a match at which no seat has changed hands, for the player at a seat or for the public (None)."""
    names = names_for(match, language, seat, public=seat is None)
    return _summarize(match, language, seat, names, names)


def say_result(names: Sequence[str], places: Sequence[int], language: Language, seat: Seat | None) -> str:
    """Say who has won a match, to the player at a seat or to somebody else; `names` and `places` are by seat."""
    return render_result(SeatNames(tuple(names)).result(places, seat), language)


def _summarize(
    match: Match | ListedMatch, language: Language, seat: Seat | None, names: Sequence[str], players: tuple[str, ...]
) -> MatchSummary:
    return MatchSummary(
        code=match.code,
        game=engine_for(match.rules).rules.title,
        players=players,
        state=match.state,
        at=match.finished_at or match.since or match.created_at,
        to_move="" if match.to_move is None else seat_names(match, language, public=seat is None)[match.to_move],
        mine=seat is not None and match.to_move == seat,
        due=match.due_at,
        result="" if match.end is None else say_result(names, match.end.places, language, seat),
        seed=short_seed_digest(match),
    )
