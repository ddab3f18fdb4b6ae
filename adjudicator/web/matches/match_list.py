"""Lists of matches and games."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from sqlalchemy.orm import Session

from adjudicator.engines.contract import Rules
from adjudicator.engines.registry import engine_for, engines, newest_engine
from adjudicator.services.matches.view.chance import short_seed_digest
from adjudicator.services.matches.view.listed_matches import ListedMatch, load_listed
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.matches.view.shown_names import names_for, seat_names
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.web.matches import page_queries
from adjudicator.web.matches.leafed_lists import place_of, write_place
from adjudicator.web.matches.match_view import say_result
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


def summarize_match(match: Match | ListedMatch, who: Visitor) -> MatchSummary:
    """Summarize a match for a visitor."""
    mine = who.player.id if who.player else None
    number = next((seat.number for seat in match.seats if mine is not None and seat.player_id == mine), None)
    public = number is None
    names = names_for(match, who.language, number, public=public)
    players = names if isinstance(match, ListedMatch) else _present(match, who, number).with_earlier(names)
    return MatchSummary(
        code=match.code,
        game=engine_for(match.rules).rules.title,
        players=players,
        state=match.state,
        at=match.finished_at or match.since or match.created_at,
        to_move="" if match.to_move is None else seat_names(match, who.language, public=public)[match.to_move],
        mine=number is not None and match.to_move == number,
        due=match.due_at,
        result="" if match.end is None else say_result(names, match.end.places, who, number),
        seed=short_seed_digest(match),
    )


def _present(match: Match, who: Visitor, seat: int | None) -> MatchPresenter:
    return MatchPresenter(app_context.context(), match, who.language, who.layout(), seat, public=seat is None)


def summarize_matches(session: Session, who: Visitor, numbers: Collection[int]) -> dict[int, MatchSummary]:
    """Summarize matches, by their rows."""
    return {number: summarize_match(match, who) for number, match in load_listed(session, numbers).items()}


def list_page(session: Session, who: Visitor, numbers: Sequence[int], length: int) -> tuple[list[MatchSummary], str]:
    """Summarize the finished matches of a page, and write where it ends if `numbers` has more of them."""
    listed = load_listed(session, numbers[:length])
    found = [listed[number] for number in numbers[:length]]
    older = write_place(place_of(found[-1])) if len(numbers) > length else ""
    return [summarize_match(match, who) for match in found], older


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
    lines = summarize_matches(session, who, set(chain.from_iterable(lists.values())))
    return {name: [lines[number] for number in numbers] for name, numbers in lists.items()}


def list_games() -> list[Rules]:
    """List the games that can be played here, each by its newest rules."""
    found = {engine.rules.name for engine in engines().values()}
    return sorted((newest_engine(name).rules for name in found), key=lambda rules: rules.title)
