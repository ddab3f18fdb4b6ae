"""Public page of a player: their finished matches, how they did in each game, and against whom.

Only of a player who shows a name or an alias, and only of matches that are not private. Nothing is counted here: the
sums are kept (`rows.player_tallies`). The address of a page has a part that is drawn anew when the public name changes
(`rows.public_names`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from adjudicator.engines.registry import newest_engine
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.services.matches.finished.archive_search import Place
from adjudicator.services.matches.names.listed_matches import ListedPlayer
from adjudicator.services.matches.names.shown_names import HIDDEN_NAME, hides_name, name_in_public
from adjudicator.services.matches.rows.player_tallies import HOUSE
from adjudicator.store import tables
from adjudicator.store.states import PublicName
from adjudicator.store.tables import ArchivedPerson, Player, PlayerTally, Seat
from adjudicator.texts.language.language import Language
from adjudicator.texts.statistics.statistics_words import name_house

MOST_OPPONENTS = 100
_LEVELS = {number: level for level, number in HOUSE.items()}
_SIGNS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class GameTally:
    """A player's finished matches of a game. `first` counts shared first places, too."""

    game: str
    matches: int
    first: int
    left: int


@dataclass(frozen=True, slots=True)
class OpponentTally:
    """The matches of a game against one opponent: how often the player had the better, the same, or the worse place."""

    name: str
    page: str
    """The last part of the address of their page; empty without one."""
    game: str
    matches: int
    ahead: int
    level: int
    behind: int


@dataclass(frozen=True, slots=True)
class ToldPlayer:
    """A player in the words of a language; beside each tally stands the title of its game."""

    name: str
    games: tuple[tuple[str, GameTally], ...]
    opponents: tuple[tuple[str, OpponentTally], ...]


@dataclass(frozen=True, slots=True)
class _Opponent(ListedPlayer):
    """An opponent, as far as their name and their page go."""

    page_key: str | None


_NAMED = Player.name, Player.shown, Player.alias, Player.erased_at, Player.page_key
"""Columns for an `_Opponent`."""


def tell_player(session: Session, player: Player, language: Language) -> ToldPlayer:
    """Tell the public facts about a player who has a page."""
    return ToldPlayer(
        name=name_in_public(player, player.name, language),
        games=tuple((title_of(one.game), one) for one in count_games(session, player)),
        opponents=tuple((title_of(one.game), one) for one in count_opponents(session, player, language)),
    )


def title_of(game: str) -> str:
    """Return the title of a game; its key if no package with it is installed any more."""
    try:
        return newest_engine(game).rules.title
    except (KeyError, ValueError):
        return game


def find_public_player(session: Session, page: str) -> Player | None:
    """Find the player whose page has this last part of its address."""
    key = page.rpartition("-")[2]
    player = session.scalars(select(Player).where(Player.page_key == key)).one_or_none() if key else None
    return player if player is not None and page_of(player) else None


def page_of(player: Player | _Opponent) -> str:
    """Write the last part of the address of a player's page; empty if they have none."""
    if player.erased_at is not None or player.shown is PublicName.NOTHING or not player.page_key:
        return ""
    name = player.alias if player.shown is PublicName.ALIAS else player.name
    return "-".join(filter(None, (_SIGNS.sub("-", fold_line(name)).strip("-"), player.page_key)))


def page_of_seat(seat: Seat, *, public: bool) -> str:
    """Write the last part of the address of the page to which the name at a seat leads.

    Who plays with somebody sees their own name: there it leads to no page that has an alias.
    """
    player = seat.player if seat.owner_id is None and not seat.house else None
    return page_of(player) if player is not None and (public or not hides_name(player)) else ""


def list_numbers(session: Session, player: Player, limit: int, before: Place | None = None) -> Sequence[int]:
    """List the rows of a player's finished matches that everybody may see, the newest first."""
    own = ArchivedPerson.player_id == player.id, ~ArchivedPerson.private
    query = select(ArchivedPerson.match_id).where(*own)
    if before is not None:
        ended_at, match_id = before
        earlier = or_(ArchivedPerson.ended_at < ended_at, ArchivedPerson.match_id < match_id)
        query = query.where(ArchivedPerson.ended_at <= ended_at, earlier)
    query = query.order_by(ArchivedPerson.ended_at.desc(), ArchivedPerson.match_id.desc())
    return session.scalars(query.limit(limit)).all()


def count_games(session: Session, player: Player) -> Sequence[GameTally]:
    """Tell how often a player has played each game, the most played first."""
    row = PlayerTally
    query = select(row.game, row.matches, row.first, row.left).where(row.player_id == player.id)
    return [GameTally(*found) for found in session.execute(query.order_by(row.matches.desc(), row.game))]


def count_opponents(session: Session, player: Player, language: Language) -> list[OpponentTally]:
    """Tell how often a player has met each opponent by game, the most frequent first; those without names together."""
    row = tables.OpponentTally
    query = (
        select(row.game, row.matches, row.ahead, row.level, row.behind, row.opponent, *_NAMED)
        .outerjoin(Player, Player.id == row.opponent)
        .where(row.player_id == player.id)
        .order_by(row.matches.desc(), row.game.desc(), row.opponent.desc())  # as its index, read from the end
    )
    found = sorted(session.execute(query.limit(MOST_OPPONENTS)), key=lambda one: (-one.matches, one.game, one.opponent))
    tallies: dict[tuple[str, str, str], OpponentTally] = {}
    for game, matches, ahead, level, behind, opponent, *named in found:
        name, page = _name_opponent(opponent, named, language)
        one = OpponentTally(name, page, game, matches, ahead, level, behind)
        key = name, page, game
        tallies[key] = _add(tallies[key], one) if key in tallies else one
    return list(tallies.values())


def _name_opponent(opponent: int, named: Sequence[Any], language: Language) -> tuple[str, str]:
    """Name an opponent, and the last part of the address of their page; `named` has the columns of an `_Opponent`."""
    if opponent in _LEVELS:
        return name_house(_LEVELS[opponent], language), ""
    player = _Opponent(*named)
    page = page_of(player)
    return name_in_public(player, player.name, language) if page else language.gettext(HIDDEN_NAME), page


def _add(one: OpponentTally, other: OpponentTally) -> OpponentTally:
    counts = (
        (one.matches, other.matches), (one.ahead, other.ahead), (one.level, other.level), (one.behind, other.behind),
    )  # fmt: skip
    return OpponentTally(one.name, one.page, one.game, *map(sum, counts))
