"""Leafing through the positions of a match: where each link leads, the strip of its turns, and from which seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from flask import abort, request

from adjudicator.services.matches.finished.archive import is_open_to_study
from adjudicator.services.matches.positions.past_positions import turn_ends, undone_entries
from adjudicator.web.matches.match_view import MatchView
from adjudicator.web.rendering.rendering import render_page
from adjudicator.web.request import app_context
from adjudicator.web.request.row_numbers import read_number

FROM: Final = "from"
"""The field of a URL that chooses a seat, counted from 1; 0 is a spectator."""
SHORT = 12
"""Turns that the strip shows unfolded."""


@dataclass(frozen=True, slots=True)
class StripStep:
    """A step in the strip of turns; `n` is its entry."""

    n: int
    order: str
    undone: bool


@dataclass(frozen=True, slots=True)
class StripTurn:
    """A turn in the strip; `n` is its last entry."""

    turn: int
    n: int
    steps: tuple[StripStep, ...]


@dataclass(frozen=True, slots=True)
class Leafing:
    """Where the links of a position lead: the numbers of entries, None where there is none."""

    turn_back: int | None
    turn_on: int | None
    strip: tuple[StripTurn, ...]

    @property
    def long(self) -> bool:
        """Whether the strip has so many turns that it is folded."""
        return len(self.strip) > SHORT


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Whose view the page shows."""

    view: MatchView
    chosen: int | None
    """The number in the URL; None without one."""
    open: bool
    """Whether it can be chosen: when the match is over and its secrets are published."""

    @property
    def shown(self) -> int:
        """The number of the seat from which the page shows the match; 0 for a spectator."""
        return 0 if self.view.number is None else self.view.number + 1


def leafing_at(view: MatchView, n: int) -> Leafing:
    """Find the turns around a position, and list all of them."""
    ends = turn_ends(view.match)
    return Leafing(
        turn_back=max((end for end in ends if end < n), default=None),
        turn_on=min((end for end in ends if end > n), default=None),
        strip=list_strip(view),
    )


def list_strip(view: MatchView) -> tuple[StripTurn, ...]:
    """List all turns with their steps, also those that were taken back."""
    undone = undone_entries(view.match)
    turns = ((turn, list(rows)) for turn, rows in groupby(view.match.entries, key=lambda row: row.turn))
    return tuple(
        StripTurn(
            turn, rows[-1].n, tuple(StripStep(row.n, view.write(row.step), row.n in undone) for row in rows if row.step)
        )
        for turn, rows in turns
    )


def choose_standpoint(view: MatchView, n: int) -> Standpoint:
    """Show the match from the seat that the URL chooses; end the request with 400 if it cannot be chosen.

    Its page leads to position `n`.
    """
    asked, is_open = request.args.get(FROM), is_open_to_study(view.match, app_context.now())
    if asked is None:
        return Standpoint(view, None, is_open)
    number = read_number(asked)
    if not is_open or number is None or number > len(view.match.seats):
        abort(render_page("no_such_view", 400, n=n, facts=view.scene.facts(), is_open=is_open))
    return Standpoint(replace(view, seat=view.match.seats[number - 1] if number else None), number, is_open)
