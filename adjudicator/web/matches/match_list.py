"""Lists of matches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sqlalchemy.orm import Session

from adjudicator.services.matches.names.listed_matches import ListedMatch, load_listed
from adjudicator.services.matches.view import match_summary
from adjudicator.services.matches.view.match_summary import MatchSummary
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.web.matches import page_queries
from adjudicator.web.matches.leafed_lists import place_of, write_place
from adjudicator.web.request import app_context
from adjudicator.web.request.current_user import Visitor
from adjudicator.web.request.page_matches import match_reader


def summarize_match(match: Match | ListedMatch, who: Visitor) -> MatchSummary:
    """Summarize a match for a visitor."""
    mine = who.player.id if who.player else None
    number = next((seat.number for seat in match.seats if mine is not None and seat.player_id == mine), None)
    if isinstance(match, ListedMatch):
        return match_summary.summarize_listed(match, who.language, number)
    return match_summary.summarize_match(
        MatchPresenter(app_context.context(), match, who.language, who.layout(), number, public=number is None)
    )


def summarize_matches(session: Session, who: Visitor, numbers: Sequence[int]) -> dict[int, MatchSummary]:
    """Summarize matches, by their rows; those that are faulty are left out."""
    reader = match_reader()
    listed = load_listed(session, numbers, reader)
    summaries = reader.read_each(listed.values(), lambda match: (match.id, summarize_match(match, who)))
    return dict(summaries)


def list_page(session: Session, who: Visitor, numbers: Sequence[int], length: int) -> tuple[list[MatchSummary], str]:
    """Summarize the finished matches of a page, and write where it ends if `numbers` has more of them."""
    reader = match_reader()
    listed = load_listed(session, numbers[:length], reader)
    found = [listed[number] for number in numbers[:length] if number in listed]
    older = write_place(place_of(found[-1])) if found and len(numbers) > length else ""
    return reader.read_each(found, lambda match: summarize_match(match, who)), older


def own_numbers(session: Session, who: Visitor) -> list[int]:
    """List the rows of a player's matches: those that wait for them first, by their deadlines; finished ones last."""
    if who.player is None:
        return []
    own = page_queries.matches_of_player(session, who.player.id)
    order = (MatchState.RUNNING, MatchState.INVITING, MatchState.FINISHED)
    ordered = sorted(own, key=lambda one: (not one.waits, order.index(one.state), one.due is None, one.due))
    return list(dict.fromkeys(one.number for one in ordered))


def list_matches(session: Session, who: Visitor, **lists: Sequence[int]) -> dict[str, list[MatchSummary]]:
    """Summarize the matches of several lists of rows, all loaded at once."""
    lines = summarize_matches(session, who, list(dict.fromkeys(chain.from_iterable(lists.values()))))
    return {name: [lines[number] for number in numbers if number in lines] for name, numbers in lists.items()}
