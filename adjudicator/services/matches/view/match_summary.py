"""A match as one line of a list, on pages and on the static site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from adjudicator.engines.contract import Seat
from adjudicator.engines.registry import engine_for
from adjudicator.services.matches.view.chance import short_seed_digest
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.matches.view.shown_names import seat_name, shown_names
from adjudicator.store.states import MatchState
from adjudicator.texts.letter_facts import Result, find_result


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


@dataclass(frozen=True, slots=True)
class _Finish:
    """All that the words of a result ask of the match and of its reader."""

    names: Sequence[str]
    seat: Seat | None

    def result(self, places: Sequence[int], seat: Seat | None) -> Result:
        """Tell who won."""
        return find_result(self.names, places, seat)


def summarize_match(presenter: MatchPresenter) -> MatchSummary:
    """Summarize a match for its reader."""
    match, language, public = presenter.match, presenter.language, presenter.public
    return MatchSummary(
        code=match.code,
        game=engine_for(match.rules).rules.title,
        players=presenter.players(),
        state=match.state,
        at=match.finished_at or match.since or match.created_at,
        to_move=seat_name(match.seats[match.to_move], language, public=public) if match.to_move is not None else "",
        mine=presenter.seat is not None and match.to_move == presenter.seat,
        due=match.due_at,
        result=tell_result(presenter),
        seed=short_seed_digest(match),
    )


def tell_result(presenter: MatchPresenter) -> str:
    """Say who has won; empty while the match goes on."""
    match, language = presenter.match, presenter.language
    if match.end is None:
        return ""
    finish = _Finish(shown_names(match, language, public=presenter.public), presenter.seat)
    return language.render("mail/_result.txt", match=finish, reader=finish, places=match.end.places).strip()
