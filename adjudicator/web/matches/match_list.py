"""Lists of matches and games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from sqlalchemy.orm import Session

from adjudicator.engines.contract import Rules
from adjudicator.engines.registry import engine_for, engines, newest_engine
from adjudicator.services.matches.view.chance import short_seed_digest
from adjudicator.services.matches.view.listed_matches import load_listed
from adjudicator.services.matches.view.shown_names import seat_name
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.web.matches import page_queries
from adjudicator.web.matches.match_view import MatchView
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import Visitor


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


def summarize_match(match: Match, who: Visitor) -> MatchSummary:
    """Summarize a match for a visitor."""
    rules = engine_for(match.rules).rules
    seat = who.seat_at(match)
    view = MatchView(app_context.context(), who, match, seat)
    scene = view.scene
    names = scene.names()
    return MatchSummary(
        code=match.code,
        game=rules.title,
        players=scene.with_earlier(names),
        state=match.state,
        at=match.finished_at or match.since or match.created_at,
        to_move=seat_name(match.seats[match.to_move], who.language, public=view.public)
        if match.to_move is not None
        else "",
        mine=seat is not None and match.to_move == seat.number,
        due=match.due_at,
        result=view.result(names),
        seed=short_seed_digest(match),
    )


def own_numbers(session: Session, who: Visitor) -> list[int]:
    """List the rows of a player's matches: those that wait for them first, finished ones last."""
    if who.player is None:
        return []
    own = page_queries.matches_of_player(session, who.player.id)
    order = (MatchState.RUNNING, MatchState.INVITING, MatchState.FINISHED)
    ordered = sorted(own, key=lambda one: (not one[2], order.index(one[1])))
    return list(dict.fromkeys(number for number, _, _ in ordered))


def list_matches(session: Session, who: Visitor, **lists: Sequence[int]) -> dict[str, list[MatchSummary]]:
    """Summarize the matches of several lists of rows, all loaded at once."""
    matches = load_listed(session, set(chain.from_iterable(lists.values())))
    lines = {number: summarize_match(match, who) for number, match in matches.items()}
    return {name: [lines[number] for number in numbers] for name, numbers in lists.items()}


def list_games() -> list[Rules]:
    """List the games that can be played here, each by its newest rules."""
    found = {engine.rules.name for engine in engines().values()}
    return sorted((newest_engine(name).rules for name in found), key=lambda rules: rules.title)
